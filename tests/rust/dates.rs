//! Dates: each form that is read, each that is refused, and agreement with jiff, which shares no line with ours.

#![expect(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

use jiff::civil;
use jiff::fmt::rfc2822;
use jiff::tz::{Offset, TimeZone};
use jiff::{SignedDuration, Timestamp};
use proptest::prelude::*;
use sitemapfast::fields::date::{Date, Precision, lenient, rfc822, w3c};

/// The date that jiff makes of an RFC 3339 text.
fn date(rfc3339: &str, offset: i16, precision: Precision) -> Date {
    let micros = rfc3339.parse::<Timestamp>().unwrap().as_microsecond();
    Date { micros, offset, precision }
}

fn midnight(day: civil::Date, precision: Precision) -> Date {
    let micros = day.to_zoned(TimeZone::UTC).unwrap().timestamp().as_microsecond();
    Date { micros, offset: 0, precision }
}

/// \[50\]: exactly the six forms of the note, each with the precision it has.
#[test]
#[rustfmt::skip]
fn the_six_w3c_forms_are_read() {
    for (text, instant, offset, precision) in [
        ("2024", "2024-01-01T00:00:00Z", 0, Precision::Year),
        ("2024-02", "2024-02-01T00:00:00Z", 0, Precision::Month),
        ("2024-02-29", "2024-02-29T00:00:00Z", 0, Precision::Day),
        ("2024-01-15T10:30Z", "2024-01-15T10:30:00Z", 0, Precision::Minute),
        ("2024-01-15T10:30:05Z", "2024-01-15T10:30:05Z", 0, Precision::Second),
        ("2024-01-15T10:30:05.25Z", "2024-01-15T10:30:05.25Z", 0, Precision::Fraction),
        ("2024-01-15T10:30+05:30", "2024-01-15T05:00:00Z", 330, Precision::Minute),
        ("2024-01-15T23:30:05-08:00", "2024-01-16T07:30:05Z", -480, Precision::Second),
        ("2024-01-15T10:30:05.0-00:00", "2024-01-15T10:30:05Z", 0, Precision::Fraction),
        ("1970-01-01T00:00:00+23:59", "1969-12-31T00:01:00Z", 1439, Precision::Second),
        ("0001-01-01", "0001-01-01T00:00:00Z", 0, Precision::Day),
        ("9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59.999999Z", 0, Precision::Fraction),
        // Cut to microseconds, never rounded up.
        ("2024-01-15T10:30:05.1234567Z", "2024-01-15T10:30:05.123456Z", 0, Precision::Fraction),
        ("1969-12-31T23:59:59.9999999Z", "1969-12-31T23:59:59.999999Z", 0, Precision::Fraction),
        ("2024-01-15T10:30:05.000000000000000000000000009Z", "2024-01-15T10:30:05Z", 0, Precision::Fraction),
    ] {
        let expected = Date { micros: civil_micros(instant), offset, precision };
        assert_eq!(w3c(text), Some(expected), "{text}");
        assert_eq!(lenient(text), Some(expected), "lenient {text}");
    }
}

/// Microseconds of a text in UTC: jiff's timestamps end before the last day of the year 9999, its civil times do not.
fn civil_micros(utc: &str) -> i64 {
    let civil = utc.trim_end_matches('Z').parse::<civil::DateTime>().unwrap();
    let epoch = civil::date(1970, 1, 1).at(0, 0, 0, 0);
    let since: SignedDuration = civil.duration_since(epoch);
    i64::try_from(since.as_micros()).unwrap()
}

/// \[50\]: anything else is no date, however near it comes.
#[test]
#[rustfmt::skip]
fn no_other_form_is_w3c() {
    for text in [
        "", "2", "202", "20244", "2024-", "2024-1", "2024-13", "2024-00", "0000", "0000-01-01", "-2024", "+2024",
        "2024-01-", "2024-01-1", "2024-1-15", "2024-01-32", "2023-02-29", "1900-02-29", "2024-04-31", "2024-01-00",
        "2024/01/15", "20240115", "2024-01-15T", "2024-01-15Z", "2024-01-15+01:00", "2024-01-15T10Z",
        "2024-01-15T10:30", "2024-01-15T10:30:00", "2024-01-15 10:30:00Z", "2024-01-15t10:30:00Z",
        "2024-01-15T10:30:00z", "2024-01-15T24:00:00Z", "2024-01-15T10:60:00Z", "2024-01-15T10:30:60Z",
        "2024-01-15T10:30:00.Z", "2024-01-15T10:30:00,5Z", "2024-01-15T10:30:00+0100", "2024-01-15T10:30:00+01",
        "2024-01-15T10:30:00+24:00", "2024-01-15T10:30:00+01:60", "2024-01-15T10:30:00 +01:00",
        "2024-01-15T10:30:00Zx", "2024-01-15T10:30:00Z ", " 2024-01-15", "2024-01-15T10:30:00-1:00",
        "2024-01-15T10:30.5Z", "2024-01-15T1030Z", "2024-01-15T10:30:00\u{2212}01:00", "２０２４", "yesterday",
        "2024-W03-1", "2024-015", "1705312800", "Mon, 15 Jan 2024 10:30:00 GMT",
    ] {
        assert_eq!(w3c(text), None, "{text:?}");
    }
}

/// \[73\]: what may be left out, and each zone with its offset.
#[test]
#[rustfmt::skip]
fn rfc_822_is_read_as_feeds_write_it() {
    for (text, instant, offset, precision) in [
        ("Mon, 15 Jan 2024 10:30:00 GMT", "2024-01-15T10:30:00Z", 0, Precision::Second),
        ("15 Jan 2024 10:30 +0100", "2024-01-15T09:30:00Z", 60, Precision::Minute),
        ("Mon, 5 Jan 24 10:30 -0330", "2024-01-05T14:00:00Z", -210, Precision::Minute),
        ("Fri, 15 Jan 2024 10:30:00 GMT", "2024-01-15T10:30:00Z", 0, Precision::Second),
        ("15 Jan 69 00:00:00 UT", "1969-01-15T00:00:00Z", 0, Precision::Second),
        ("15 Jan 99 00:00:00 UTC", "1999-01-15T00:00:00Z", 0, Precision::Second),
        ("15 Jan 00 00:00:00 Z", "2000-01-15T00:00:00Z", 0, Precision::Second),
        ("15 Jan 68 00:00:00 Z", "2068-01-15T00:00:00Z", 0, Precision::Second),
        ("15 Jan 2024 00:00:00 EST", "2024-01-15T05:00:00Z", -300, Precision::Second),
        ("15 Jan 2024 00:00:00 EDT", "2024-01-15T04:00:00Z", -240, Precision::Second),
        ("15 Jan 2024 00:00:00 CST", "2024-01-15T06:00:00Z", -360, Precision::Second),
        ("15 Jan 2024 00:00:00 CDT", "2024-01-15T05:00:00Z", -300, Precision::Second),
        ("15 Jan 2024 00:00:00 MST", "2024-01-15T07:00:00Z", -420, Precision::Second),
        ("15 Jan 2024 00:00:00 MDT", "2024-01-15T06:00:00Z", -360, Precision::Second),
        ("15 Jan 2024 00:00:00 PST", "2024-01-15T08:00:00Z", -480, Precision::Second),
        ("15 Jan 2024 00:00:00 PDT", "2024-01-15T07:00:00Z", -420, Precision::Second),
        ("MON,15 JAN 2024 10:30:00 gmt", "2024-01-15T10:30:00Z", 0, Precision::Second),
        ("Mon ,  15\tJan  2024 \r\n 10:30:00   -0000", "2024-01-15T10:30:00Z", 0, Precision::Second),
        ("29 Feb 2024 10:30:00 GMT", "2024-02-29T10:30:00Z", 0, Precision::Second),
    ] {
        let expected = date(instant, offset, precision);
        assert_eq!(rfc822(text), Some(expected), "{text:?}");
        assert_eq!(lenient(text), Some(expected), "lenient {text:?}");
        assert_eq!(w3c(text), None, "w3c {text:?}");
    }
}

/// \[73\]: another zone name, month before day, or a part that is missing or spelt out is no date.
#[test]
#[rustfmt::skip]
fn nothing_else_is_rfc_822() {
    for text in [
        "", "Mon", "Mon,", "15 Jan 2024", "Mon, 15 Jan 2024 10:30:00", "15 Jan 2024 10:30:00 CET",
        "15 Jan 2024 10:30:00 A", "15 Jan 2024 10:30:00 +01:00", "15 Jan 2024 10:30:00 +01",
        "15 Jan 2024 10:30:00 +100", "15 Jan 2024 10:30:00 +2400", "15 Jan 2024 10:30:00 +0160",
        "15 Jan 2024 10:30:00GMT", "Jan 15 2024 10:30:00 GMT", "Mon, Jan 15 2024 10:30:00 GMT",
        "Mon 15 Jan 2024 10:30:00 GMT", "Monday, 15 Jan 2024 10:30:00 GMT", "Mon, 15 January 2024 10:30:00 GMT",
        "Mon, 15 Jan 024 10:30:00 GMT", "Mon, 15 Jan 20240 10:30:00 GMT", "Mon, 32 Jan 2024 10:30:00 GMT",
        "Mon, 0 Jan 2024 10:30:00 GMT", "29 Feb 2023 10:30:00 GMT", "Mon, 15 Jan 0000 10:30:00 GMT",
        "15 Jan 2024 24:00:00 GMT", "15 Jan 2024 10:60:00 GMT", "15 Jan 2024 10:30:60 GMT", "15 Jan 2024 1:30:00 GMT",
        "15 Jan 2024 10:30:00 PM GMT", "15 Jan 2024 10:30:00 GMT (x)", "15-Jan-2024 10:30:00 GMT",
        "Lun, 15 Jan 2024 10:30:00 GMT", "15 Mai 2024 10:30:00 GMT", "2024-01-15T10:30:00Z",
        "15 Jan 2024 10:30:00 GMT ", "15 Jan 2024 10:30:00 GMT+0100", "15 Jan 2024 10 GMT",
        "015 Jan 2024 10:30:00 GMT",
    ] {
        assert_eq!(rfc822(text), None, "{text:?}");
    }
}

/// \[50\]: the wild forms that leave no doubt.
#[test]
#[rustfmt::skip]
fn lenient_reads_the_unambiguous_wild_forms() {
    for (text, instant, offset, precision) in [
        ("2024-01-15 10:30:00", "2024-01-15T10:30:00Z", 0, Precision::Second),
        ("2024-01-15  10:30", "2024-01-15T10:30:00Z", 0, Precision::Minute),
        ("2024-01-15t10:30:00z", "2024-01-15T10:30:00Z", 0, Precision::Second),
        ("2024-01-15T10:30:00.5", "2024-01-15T10:30:00.5Z", 0, Precision::Fraction),
        ("2024-01-15T10:30:00+0100", "2024-01-15T09:30:00Z", 60, Precision::Second),
        ("2024-01-15T10:30:00-01", "2024-01-15T11:30:00Z", -60, Precision::Second),
        ("2024-01-15 10:30:00 +01:00", "2024-01-15T09:30:00Z", 60, Precision::Second),
        ("2024-01-15 10:30:00 UTC", "2024-01-15T10:30:00Z", 0, Precision::Second),
        ("2024-1-5", "2024-01-05T00:00:00Z", 0, Precision::Day),
        ("2024-1", "2024-01-01T00:00:00Z", 0, Precision::Month),
        ("2024/01/15", "2024-01-15T00:00:00Z", 0, Precision::Day),
        ("2024/1/5 9:05", "2024-01-05T09:05:00Z", 0, Precision::Minute),
        ("2024/01", "2024-01-01T00:00:00Z", 0, Precision::Month),
        ("Mon, 15 Jan 2024 9:30:00", "2024-01-15T09:30:00Z", 0, Precision::Second),
        ("15 Jan 2024 10:30 +01:00", "2024-01-15T09:30:00Z", 60, Precision::Minute),
    ] {
        assert_eq!(lenient(text), Some(date(instant, offset, precision)), "{text:?}");
        assert_eq!(w3c(text), None, "w3c {text:?}");
        assert_eq!(rfc822(text), None, "rfc822 {text:?}");
    }
}

/// \[50\]: what could mean two things, or nothing, is refused in lenient mode too.
#[test]
#[rustfmt::skip]
fn lenient_refuses_what_leaves_a_doubt() {
    for text in [
        "", "15-01-2024", "15/01/2024", "01/15/2024", "1/5/2024", "24-01-15", "2024-01-15 10:30:00 PM",
        "2024-01-15 10:30PM", "15 January 2024", "January 15, 2024", "2024 Jan 15", "2024-Jan-15", "2024-01/15",
        "2024/01-15", "2024-13-01", "2024-02-30", "0000-00-00", "0000-00-00 00:00:00", "2024-01-15 10",
        "2024-01-15 10:3", "2024-01-15 25:00", "2024-01-15T10:30:00+1", "2024-01-15T10:30:00+100",
        "2024-01-15T10:30:00+01:0", "2024-01-15T10:30:00 CET", "2024-01-15 T10:30", "2024-01-15T 10:30",
        "2024-01T10:30", "2024 10:30", "2024-01-15Z", "20240115", "1705312800", "2024-01-15 junk",
        "2024-01-15T10:30:00Z junk", "2024-001-05", "today", "15 Jan 2024",
    ] {
        assert_eq!(lenient(text), None, "{text:?}");
    }
}

/// \[50\]: every day of the calendar from 1582 on, and of its first and last years, is the day that jiff says it is.
#[test]
fn every_day_is_read_as_itself() {
    for (first, last) in [(1, 5), (1582, 2420), (9996, 9999)] {
        let mut day = civil::date(first, 1, 1);
        loop {
            assert_eq!(w3c(&day.to_string()), Some(midnight(day, Precision::Day)), "{day}");
            if day == civil::date(last, 12, 31) {
                break;
            }
            // The last midnight that a jiff timestamp holds in every zone lies a day before its end.
            if day >= civil::date(9999, 12, 30) {
                break;
            }
            day = day.tomorrow().unwrap();
        }
    }
}

/// A day past the end of its month is never read, in any month of any year.
#[test]
fn no_day_past_the_end_of_its_month_is_read() {
    for year in 1..=9999 {
        for month in 1..=12 {
            let last = civil::date(year, month, 1).days_in_month();
            assert!(w3c(&format!("{year:04}-{month:02}-{last:02}")).is_some());
            assert_eq!(w3c(&format!("{year:04}-{month:02}-{:02}", last + 1)), None);
        }
    }
}

/// The names and the order of the precisions are those of the column.
#[test]
fn precisions_have_the_names_of_the_column() {
    let names = Precision::ALL.map(Precision::name);
    assert_eq!(names, ["year", "month", "day", "minute", "second", "fraction"]);
    assert!(Precision::ALL.iter().enumerate().all(|(place, precision)| *precision as usize == place));
}

/// Instants that jiff can write in any offset.
fn instants() -> impl Strategy<Value = Timestamp> {
    (-62_000_000_000_000_000..253_000_000_000_000_000_i64)
        .prop_map(|micros| Timestamp::from_microsecond(micros).unwrap())
}

/// Texts that come near to a date.
fn nearly() -> impl Strategy<Value = String> {
    prop_oneof![
        "[0-9TZtz:+./ -]{0,32}",
        "[0-9]{4}[-/][0-9]{1,2}[-/][0-9]{1,2}[Tt ]?[0-9]{0,2}:?[0-9]{0,2}:?[0-9]{0,2}[.]?[0-9]{0,9}[Zz+-]?[0-9:]{0,5}",
        "(Mon, ?)?[0-9]{1,2} (Jan|Feb|Mai|Dec) [0-9]{2,4} [0-9]{1,2}:[0-9]{2}(:[0-9]{2})? ?(GMT|EST|CET|[+-][0-9:]{3,5})?",
        any::<String>(),
        "\\PC{0,16}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// \[50\]: what jiff writes as RFC 3339 is read as the same instant with the same offset.
    #[test]
    fn rfc_3339_instants_come_back(instant in instants(), minutes in -1439..=1439_i16) {
        let offset = Offset::from_seconds(i32::from(minutes) * 60).unwrap();
        let text = instant.display_with_offset(offset).to_string();
        let read = w3c(&text).unwrap();
        prop_assert_eq!((read.micros, read.offset), (instant.as_microsecond(), minutes));
        prop_assert_eq!(lenient(&text), Some(read));
    }

    /// \[73\]: what jiff writes as RFC 2822 is read as the same instant with the same offset.
    #[test]
    fn rfc_2822_instants_come_back(instant in instants(), minutes in -1439..=1439_i16) {
        let offset = Offset::from_seconds(i32::from(minutes) * 60).unwrap();
        let zoned = instant.to_zoned(TimeZone::fixed(offset));
        let text = rfc2822::DateTimePrinter::new().zoned_to_string(&zoned).unwrap();
        let read = rfc822(&text).unwrap();
        prop_assert_eq!((read.micros, read.offset), (instant.as_microsecond().div_euclid(1_000_000) * 1_000_000, minutes));
    }

    /// \[50\]: what is read as a date with a time zone is read by jiff too, and as the same instant; jiff takes fewer digits of a
    /// fraction.
    #[test]
    fn no_text_is_read_otherwise_than_jiff_reads_it(text in nearly()) {
        if let Some(read) = w3c(&text)
            && matches!(read.precision, Precision::Second | Precision::Fraction)
            && let Ok(instant) = text.parse::<Timestamp>()
        {
            prop_assert_eq!(i128::from(read.micros), instant.as_nanosecond().div_euclid(1_000));
        }
        let jiff = rfc2822::DateTimeParser::new().relaxed_weekday(true).parse_zoned(&text);
        // RFC 2822 reads the years 50 to 68 otherwise than rule [73] does.
        if let (Some(read), Ok(zoned)) = (rfc822(&text), jiff)
            && !(1950..1969).contains(&zoned.year())
        {
            prop_assert_eq!(read.micros, zoned.timestamp().as_microsecond());
        }
    }

    /// Nothing panics, the lenient reader takes what the others take and means the same, and what is read fits a `datetime`.
    #[test]
    fn any_text_is_a_date_or_none(text in nearly()) {
        let loose = lenient(&text);
        for read in [w3c(&text), rfc822(&text)].into_iter().flatten() {
            prop_assert_eq!(loose, Some(read));
        }
        if let Some(read) = loose {
            prop_assert!(read.offset.abs() < 1440);
            let local = read.micros + i64::from(read.offset) * 60_000_000;
            let first = civil_micros("0001-01-01T00:00:00");
            prop_assert!((first..=civil_micros("9999-12-31T23:59:59.999999")).contains(&local));
        }
    }

    /// Bytes at random, cut where UTF-8 allows, never panic.
    #[test]
    fn random_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..48)) {
        let text = String::from_utf8_lossy(&bytes);
        let _ = (w3c(&text), rfc822(&text), lenient(&text));
    }
}
