//! Counts the work of reading, so that tests can hold it to the size of the input.
//!
//! Enters: how many bytes, or other small things, a loop looked at. Leaves: their sum, to tests. Outside of debug builds
//! nothing is counted and nothing is left of the calls.

#[cfg(debug_assertions)]
use std::cell::Cell;

#[cfg(debug_assertions)]
thread_local! {
    static DONE: Cell<u64> = const { Cell::new(0) };
}

/// Adds `amount` of work of this thread.
#[inline]
pub fn add(amount: usize) {
    #[cfg(debug_assertions)]
    DONE.with(|done| done.set(done.get().wrapping_add(amount as u64)));
    #[cfg(not(debug_assertions))]
    let _ = amount;
}

/// What `task` gives, and the work it took: 0 where nothing is counted.
pub fn counted<T>(task: impl FnOnce() -> T) -> (T, u64) {
    #[cfg(debug_assertions)]
    {
        let before = DONE.get();
        let given = task();
        (given, DONE.get().wrapping_sub(before))
    }
    #[cfg(not(debug_assertions))]
    (task(), 0)
}
