//! The fast lanes give what the general lane gives.
#![no_main]

use common::{agree, options, whole};

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    let Some((&bits, data)) = input.split_first() else { return };
    for strict in [false, true] {
        let fast = options(bits, strict);
        let mut slow = fast.clone();
        slow.settings.fast = false;
        agree(&whole(data, &fast), &whole(data, &slow));
    }
});
