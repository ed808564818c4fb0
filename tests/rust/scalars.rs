//! Decimals, integers and the words of `changefreq`.

use proptest::prelude::*;
use sitemapfast::fields::scalar::{CHANGEFREQS, decimal, integer, known_changefreq};

/// \[52\]: the decimals of XML Schema.
#[test]
#[rustfmt::skip]
fn decimals_are_read() {
    for (text, value) in [
        ("0.8", 0.8),
        ("1", 1.0),
        ("1.", 1.0),
        (".5", 0.5),
        ("+0.5", 0.5),
        ("-0.5", -0.5),
        ("-.5", -0.5),
        ("0.10", 0.1),
        ("007", 7.0),
        ("12345.678", 12_345.678),
    ] {
        assert_eq!(decimal(text), Some(value), "{text}");
    }
}

/// \[52\]: every decimal of one digit, a point and one digit is the double that Rust reads it as.
#[test]
fn short_decimals_are_exact() {
    for tenths in 0..100 {
        let text = format!("{}.{}", tenths / 10, tenths % 10);
        assert_eq!(decimal(&text), text.parse().ok(), "{text}");
    }
}

/// A negative zero would show its sign in every table.
#[test]
fn a_negative_zero_is_zero() {
    assert!(decimal("-0.0").unwrap().is_sign_positive());
}

/// \[52\]: whatever else stands for a number elsewhere is no decimal.
#[test]
#[rustfmt::skip]
fn nothing_else_is_a_decimal() {
    for text in [
        "", " ", ".", "+", "-", "+.", "0,5", "NaN", "nan", "inf", "INF", "-inf", "infinity", "1e0", "1E5", "0x1",
        "50%", "1_0", "1 0", " 1", "1 ", "--1", "+-1", "1.2.3", "1-", "½", "٠.٥", "high",
    ] {
        assert_eq!(decimal(text), None, "{text:?}");
    }
    // 10^400: more than a double can hold.
    assert_eq!(decimal(&format!("1{}", "0".repeat(400))), None);
}

/// \[53\]: integers with an optional sign, within 64 bits.
#[test]
#[rustfmt::skip]
fn integers_are_read_within_64_bits() {
    for (text, value) in [
        ("0", Some(0)),
        ("600", Some(600)),
        ("+5", Some(5)),
        ("-5", Some(-5)),
        ("007", Some(7)),
        ("9223372036854775807", Some(i64::MAX)),
        ("-9223372036854775808", Some(i64::MIN)),
        ("9223372036854775808", None),
        ("", None),
        ("+", None),
        ("-", None),
        ("1.0", None),
        ("1e3", None),
        ("0x10", None),
        ("1,000", None),
        (" 1", None),
        ("1 ", None),
        ("１", None),
        ("PT1H", None),
    ] {
        assert_eq!(integer(text), value, "{text:?}");
    }
}

/// \[51\]: one of the seven words in any case is that word in lower case; any other is none.
#[test]
fn the_seven_words_are_known_in_any_case() {
    for word in CHANGEFREQS {
        assert_eq!(known_changefreq(word), Some(word));
        assert_eq!(known_changefreq(&word.to_uppercase()), Some(word));
    }
    for text in ["", "dayly", "daily ", "weekly,daily", "always\u{131}", "hour", "ｄaily"] {
        assert_eq!(known_changefreq(text), None, "{text:?}");
    }
}

proptest! {
    /// \[52\]: what Rust writes of a finite number without an exponent is read back as the same number.
    #[test]
    fn numbers_come_back(value in -1e15..1e15_f64) {
        prop_assert_eq!(decimal(&format!("{value}")), Some(value + 0.0));
        prop_assert_eq!(decimal(&format!("{value:.3}")), format!("{value:.3}").parse().ok());
    }

    /// \[53\]: all integers come back.
    #[test]
    fn integers_come_back(value in any::<i64>()) {
        prop_assert_eq!(integer(&value.to_string()), Some(value));
    }

    /// Any text is a finite number or none, and none but digits, one sign and one point make one.
    #[test]
    fn any_text_is_a_finite_decimal_or_none(text in prop_oneof!["[0-9+.-]{0,8}", any::<String>()]) {
        if let Some(value) = decimal(&text) {
            prop_assert!(value.is_finite());
            prop_assert!(text.chars().all(|c| c.is_ascii_digit() || "+-.".contains(c)));
            prop_assert!(text.contains(|c: char| c.is_ascii_digit()));
        }
        if let Some(value) = integer(&text) {
            prop_assert_eq!(decimal(&text), decimal(&value.to_string()));
        }
    }
}
