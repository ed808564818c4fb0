//! Decimals, integers and the seven words of `changefreq`.
//!
//! Enters: trimmed text. Leaves: a value, or nothing where the text is none; whether that costs the value or the entry is
//! for the format handlers that call it to say (rules \[51\] to \[53\]).

/// The words of the protocol, in the order of its page.
pub const CHANGEFREQS: [&str; 7] = ["always", "hourly", "daily", "weekly", "monthly", "yearly", "never"];

/// Reads a decimal of XML Schema (rule \[52\]): an optional sign, digits and at most one point. An exponent, a comma, a
/// percent sign, `NaN` and infinity are none, and neither is a number that no double can hold.
#[must_use]
pub fn decimal(text: &str) -> Option<f64> {
    if let &[whole @ b'0'..=b'9', b'.', part @ b'0'..=b'9'] = text.as_bytes() {
        // Nearly every priority. The quotient of two exact numbers is the double that the decimal stands for.
        return Some(f64::from((whole - b'0') * 10 + (part - b'0')) / 10.0);
    }
    let number = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let mut digits = whole.bytes().chain(part.bytes());
    if (whole.is_empty() && part.is_empty()) || !digits.all(|c| c.is_ascii_digit()) {
        return None;
    }
    // Adding zero takes the sign off a negative zero, which no reader of a table expects.
    text.parse::<f64>().ok().filter(|value| value.is_finite()).map(|value| value + 0.0)
}

/// Reads an integer: an optional sign and digits. One that 64 bits cannot hold is none.
#[must_use]
pub fn integer(text: &str) -> Option<i64> {
    text.parse().ok()
}

/// The word of the protocol that `text` is, in any case of its letters (rule \[51\]).
#[must_use]
pub fn known_changefreq(text: &str) -> Option<&'static str> {
    let word = match (text.len(), text.as_bytes().first()? | 0x20) {
        (6, b'a') => "always",
        (6, b'h') => "hourly",
        (5, b'd') => "daily",
        (6, b'w') => "weekly",
        (7, b'm') => "monthly",
        (6, b'y') => "yearly",
        (5, b'n') => "never",
        _ => return None,
    };
    (word == text || word.eq_ignore_ascii_case(text)).then_some(word)
}
