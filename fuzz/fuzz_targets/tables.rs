//! Any bytes as a pickled table: an error, or a sound table; and a table of a document comes back as it was.
#![no_main]

use common::{options, whole};
use sitemapfast::table::codec::{decode, encode};

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    if let Ok(table) = decode(input) {
        assert!(decode(&encode(&table)).is_ok_and(|again| again == table));
    }
    let table = whole(input, &options(0, false)).urls;
    assert!(decode(&encode(&table)).is_ok_and(|again| again == table));
});
