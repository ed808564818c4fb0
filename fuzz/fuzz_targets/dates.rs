//! Any text as a date: no panic; what is read is a date of a calendar, and jiff agrees where it knows the form.
#![no_main]

use sitemapfast::fields::date::{Date, lenient, rfc822, w3c};

const FIRST: i64 = -62_135_596_800_000_000;
const LAST: i64 = 253_402_300_799_999_999;

fn sound(date: Option<Date>) {
    if let Some(date) = date {
        let local = date.micros + i64::from(date.offset) * 60_000_000;
        assert!((FIRST..=LAST).contains(&local), "{date:?}");
    }
}

libfuzzer_sys::fuzz_target!(|text: &str| {
    sound(w3c(text));
    sound(rfc822(text));
    sound(lenient(text));
    if w3c(text).is_some() {
        assert_eq!(w3c(text), lenient(text));
    }
    // jiff takes many more forms; where ours is one with a time, it is one of them.
    if let Some(date) = w3c(text)
        && text.len() >= "2024-01-15T10:30:00Z".len()
        && let Ok(other) = text.parse::<jiff::Timestamp>()
    {
        assert_eq!(other.as_microsecond(), date.micros, "{text:?}");
    }
});
