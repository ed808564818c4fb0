//! Any bytes, tolerant mode: nothing panics, hangs or grows without bound, and what is returned is sound.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    let Some((&bits, data)) = input.split_first() else { return };
    common::check(&common::whole(data, &common::options(bits, false)), data, false);
});
