//! Any bytes in any pieces give what they give as a whole.
#![no_main]

use common::{agree, options, parted, whole};

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    let [bits, one, two, three, data @ ..] = input else { return };
    for strict in [false, true] {
        let options = options(*bits, strict);
        agree(&parted(data, &[*one, *two, *three], &options), &whole(data, &options));
    }
});
