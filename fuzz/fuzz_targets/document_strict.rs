//! Any bytes, strict mode: as in tolerant mode, and what strict mode returns, tolerant mode returns, too.
#![no_main]

use common::{check, locs, options, whole};

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    let Some((&bits, data)) = input.split_first() else { return };
    // A limit of pages keeps others where strict mode leaves some out.
    let bits = bits & !0b1100;
    let strict = whole(data, &options(bits, true));
    check(&strict, data, true);
    let tolerant = locs(&whole(data, &options(bits, false)).urls);
    let mut from = tolerant.iter();
    for loc in locs(&strict.urls).iter().filter(|loc| loc.is_ascii()) {
        assert!(from.any(|other| other == loc), "{loc:?} is not among {tolerant:?}");
    }
});
