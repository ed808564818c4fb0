//! W3C and RFC 822 dates, read by hand: no date crate knows the six W3C forms and the RFC 822 of feeds, and one of these
//! values stands in nearly every entry.
//!
//! Enters: the trimmed text of a date element. Leaves: a [`Date`], or nothing where the text is no date. The format
//! handlers call it; which of the three readers they try is theirs to say (rules \[50\], \[53\], \[73\]).
//!
//! What holds for every [`Date`]: the local time (`micros` plus the offset) lies in the years 1 to 9999, so that Python's
//! `datetime` can hold it; the instant itself may be up to a day outside.

/// The finest part of a date that was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Precision {
    /// `2024`.
    Year,
    /// `2024-01`.
    Month,
    /// `2024-01-15`.
    Day,
    /// `2024-01-15T10:30Z`.
    Minute,
    /// `2024-01-15T10:30:00Z`.
    Second,
    /// `2024-01-15T10:30:00.0Z`.
    Fraction,
}

impl Precision {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 6] = [Self::Year, Self::Month, Self::Day, Self::Minute, Self::Second, Self::Fraction];

    /// The value of the member of `sitemapfast.Precision`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Year => "year",
            Self::Month => "month",
            Self::Day => "day",
            Self::Minute => "minute",
            Self::Second => "second",
            Self::Fraction => "fraction",
        }
    }
}

/// A point in time as a document gives it: the instant, the offset it was written with, and how much of it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Date {
    /// Microseconds since 1970-01-01T00:00:00Z.
    pub micros: i64,
    /// Minutes east of UTC, within a day.
    pub offset: i16,
    /// What was given; the rest is the start of that year, month or day, in UTC.
    pub precision: Precision,
}

const MICROS_OF_SECOND: i64 = 1_000_000;
const MICROS_OF_MINUTE: i64 = 60 * MICROS_OF_SECOND;
const MICROS_OF_DAY: i64 = 24 * 60 * MICROS_OF_MINUTE;
/// Days from 0001-01-01 to 1970-01-01.
const DAYS_TO_EPOCH: i64 = 719_162;
/// Days of a common year before each month.
const DAYS_BEFORE: [i64; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
const DAYS_OF_MONTH: [u32; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const MONTHS: [&[u8; 3]; 12] =
    [b"jan", b"feb", b"mar", b"apr", b"may", b"jun", b"jul", b"aug", b"sep", b"oct", b"nov", b"dec"];
const WEEKDAYS: [&[u8; 3]; 7] = [b"mon", b"tue", b"wed", b"thu", b"fri", b"sat", b"sun"];
/// The zone names of RFC 822 that are read, and their hours.
const ZONES: [(&str, i16); 12] = [
    ("UT", 0),
    ("GMT", 0),
    ("UTC", 0),
    ("Z", 0),
    ("EST", -5),
    ("EDT", -4),
    ("CST", -6),
    ("CDT", -5),
    ("MST", -7),
    ("MDT", -6),
    ("PST", -8),
    ("PDT", -7),
];
/// Digits of a two-digit year from which on it is one of the twentieth century (rule \[73\]).
const CENTURY_TURNS: u32 = 69;

/// Reads one of the six forms of the W3C note, and no other (rule \[50\]).
#[must_use]
pub fn w3c(text: &str) -> Option<Date> {
    let text = text.as_bytes();
    let year = digits4(text)?;
    match text.len() {
        4 => return day_of(year, 1, 1, Precision::Year),
        7 if text[4] == b'-' => return day_of(year, digits2(&text[5..])?, 1, Precision::Month),
        10 | 17.. if text[4] == b'-' && text[7] == b'-' => {}
        _ => return None,
    }
    let (month, day) = (digits2(&text[5..])?, digits2(&text[8..])?);
    if text.len() == 10 {
        return day_of(year, month, day, Precision::Day);
    }
    if text[10] != b'T' {
        return None;
    }
    let days = days_of(year, month, day)?;
    let (clock, precision, zone) = clock(&text[11..], 2)?;
    let offset = match zone {
        b"Z" => 0,
        [_, _, _, b':', _, _] => offset(zone[0], digits2(&zone[1..])?, digits2(&zone[4..])?)?,
        _ => return None,
    };
    Some(moment(days, clock, offset, precision))
}

/// Reads a date and time of RFC 822 as feeds use it (rule \[73\]): `Mon, 15 Jan 2024 10:30:00 GMT`. The day of the week is
/// not held against the date, and names are read in any case.
#[must_use]
pub fn rfc822(text: &str) -> Option<Date> {
    let (days, time) = rfc822_day(text.as_bytes())?;
    let (clock, precision, zone) = clock(time, 2)?;
    let offset = rfc822_zone(blanks(zone)?)?;
    Some(moment(days, clock, offset, precision))
}

/// Reads the forms that are none and yet leave no doubt (rule \[50\], `lenient_dates`): those of [`w3c`] with a blank or `t`
/// for `T`, `z` for `Z`, `/` for `-`, one digit for a month, day or hour, `+0100` or `+01`, blanks before the zone or no zone
/// at all (UTC), and RFC 822 with the same freedoms. Month names elsewhere, day before month and twelve-hour clocks are
/// not read.
#[must_use]
pub fn lenient(text: &str) -> Option<Date> {
    let text = text.as_bytes();
    let (days, precision, rest) = match year_first(text)? {
        YearFirst::Day(days, precision, rest) => (days, precision, rest),
        YearFirst::Other => {
            let (days, rest) = rfc822_day(text)?;
            return lenient_time(days, rest);
        }
    };
    match rest {
        [] => Some(moment(days, 0, 0, precision)),
        _ if precision != Precision::Day => None,
        [b'T' | b't', time @ ..] => lenient_time(days, time),
        _ => lenient_time(days, blanks(rest)?),
    }
}

/// What the lenient reader found at the start of a text.
enum YearFirst<'a> {
    /// A date, how much of it was given, and what follows.
    Day(i64, Precision, &'a [u8]),
    /// No year: it may be RFC 822.
    Other,
}

/// Reads `2024`, `2024-1` or `2024/1/5`; the two separators have to be the same.
fn year_first(text: &[u8]) -> Option<YearFirst<'_>> {
    let Some(year) = digits4(text) else {
        return Some(YearFirst::Other);
    };
    let rest = &text[4..];
    let Some((&separator @ (b'-' | b'/'), rest)) = rest.split_first() else {
        return Some(YearFirst::Day(days_of(year, 1, 1)?, Precision::Year, rest));
    };
    let (month, rest) = one_or_two(rest)?;
    match rest.split_first() {
        Some((&c, rest)) if c == separator => {
            let (day, rest) = one_or_two(rest)?;
            Some(YearFirst::Day(days_of(year, month, day)?, Precision::Day, rest))
        }
        _ => Some(YearFirst::Day(days_of(year, month, 1)?, Precision::Month, rest)),
    }
}

/// Reads a time with an hour of one or two digits and a zone in any of the unambiguous spellings.
fn lenient_time(days: i64, time: &[u8]) -> Option<Date> {
    let (_, after_hour) = one_or_two(time)?;
    let (clock, precision, zone) = clock(time, time.len() - after_hour.len())?;
    let zone = blanks(zone).unwrap_or(zone);
    let offset = match zone {
        [] => 0,
        [sign, hours @ ..] if matches!(sign, b'+' | b'-') => match hours.len() {
            2 => offset(*sign, digits2(hours)?, 0)?,
            4 => offset(*sign, digits2(hours)?, digits2(&hours[2..])?)?,
            5 if hours[2] == b':' => offset(*sign, digits2(hours)?, digits2(&hours[3..])?)?,
            _ => return None,
        },
        _ => rfc822_zone(zone)?,
    };
    Some(moment(days, clock, offset, precision))
}

/// Reads `Mon, 15 Jan 2024` and the blanks after it; the day, and the text from the hour on.
fn rfc822_day(text: &[u8]) -> Option<(i64, &[u8])> {
    let text = match name3(text, &WEEKDAYS) {
        Some((_, rest)) => {
            let rest = blanks(rest).unwrap_or(rest).strip_prefix(b",")?;
            blanks(rest).unwrap_or(rest)
        }
        None => text,
    };
    let (day, rest) = one_or_two(text)?;
    let (month, rest) = name3(blanks(rest)?, &MONTHS)?;
    let rest = blanks(rest)?;
    let length = rest.iter().take_while(|c| c.is_ascii_digit()).count();
    let year = match length {
        2 => digits2(rest).map(|year| if year < CENTURY_TURNS { 2_000 + year } else { 1_900 + year }),
        4 => digits4(rest),
        _ => None,
    }?;
    Some((days_of(year, month + 1, day)?, blanks(&rest[length..])?))
}

/// Reads `±hhmm` or one of the names of the RFC, to the end of the text.
fn rfc822_zone(zone: &[u8]) -> Option<i16> {
    match zone {
        [sign @ (b'+' | b'-'), digits @ ..] if digits.len() == 4 => {
            offset(*sign, digits2(digits)?, digits2(&digits[2..])?)
        }
        _ => {
            let (_, hours) = ZONES.iter().find(|(name, _)| name.as_bytes().eq_ignore_ascii_case(zone))?;
            Some(hours * 60)
        }
    }
}

/// Reads `hh:mm[:ss[.fraction]]` with an hour of `width` digits: microseconds of the day, what was given, what follows.
fn clock(text: &[u8], width: usize) -> Option<(i64, Precision, &[u8])> {
    let (hour, rest) = if width == 1 { (digit(*text.first()?)?, &text[1..]) } else { (digits2(text)?, &text[2..]) };
    let minute = digits2(rest.strip_prefix(b":")?)?;
    if hour > 23 || minute > 59 {
        return None;
    }
    let micros = i64::from(hour * 60 + minute) * MICROS_OF_MINUTE;
    let rest = &rest[3..];
    let Some(seconds) = rest.strip_prefix(b":") else {
        return Some((micros, Precision::Minute, rest));
    };
    let second = digits2(seconds)?;
    if second > 59 {
        return None;
    }
    let micros = micros + i64::from(second) * MICROS_OF_SECOND;
    let rest = &seconds[2..];
    let Some(fraction) = rest.strip_prefix(b".") else {
        return Some((micros, Precision::Second, rest));
    };
    let (mut part, mut unit, mut length) = (0, MICROS_OF_SECOND, 0);
    while let Some(value) = fraction.get(length).copied().and_then(digit) {
        // Digits past the sixth add nothing: the unit has become zero.
        unit /= 10;
        part += i64::from(value) * unit;
        length += 1;
    }
    (length > 0).then_some((micros + part, Precision::Fraction, &fraction[length..]))
}

fn offset(sign: u8, hours: u32, minutes: u32) -> Option<i16> {
    if hours > 23 || minutes > 59 {
        return None;
    }
    let offset = i16::try_from(hours * 60 + minutes).ok()?;
    match sign {
        b'+' => Some(offset),
        b'-' => Some(-offset),
        _ => None,
    }
}

fn day_of(year: u32, month: u32, day: u32, precision: Precision) -> Option<Date> {
    Some(moment(days_of(year, month, day)?, 0, 0, precision))
}

fn moment(days: i64, clock: i64, offset: i16, precision: Precision) -> Date {
    let micros = days * MICROS_OF_DAY + clock - i64::from(offset) * MICROS_OF_MINUTE;
    Date { micros, offset, precision }
}

/// Days since 1970-01-01, if the calendar has that day in the years 1 to 9999.
fn days_of(year: u32, month: u32, day: u32) -> Option<i64> {
    let index = usize::try_from(month).ok()?.checked_sub(1)?;
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let longest = DAYS_OF_MONTH.get(index)? + u32::from(leap && month == 2);
    if year == 0 || day == 0 || day > longest {
        return None;
    }
    let past = i64::from(year) - 1;
    let leap_day = i64::from(leap && month > 2);
    let days = past * 365 + past / 4 - past / 100 + past / 400 + DAYS_BEFORE[index] + leap_day + i64::from(day) - 1;
    Some(days - DAYS_TO_EPOCH)
}

fn digit(c: u8) -> Option<u32> {
    c.is_ascii_digit().then(|| u32::from(c - b'0'))
}

fn digits2(text: &[u8]) -> Option<u32> {
    match text {
        [a, b, ..] => Some(digit(*a)? * 10 + digit(*b)?),
        _ => None,
    }
}

fn digits4(text: &[u8]) -> Option<u32> {
    Some(digits2(text)? * 100 + digits2(text.get(2..)?)?)
}

/// A number of one or two digits, as many as there are, and what follows.
fn one_or_two(text: &[u8]) -> Option<(u32, &[u8])> {
    match digits2(text) {
        Some(number) => Some((number, &text[2..])),
        None => Some((digit(*text.first()?)?, &text[1..])),
    }
}

/// The place of the three letters at the start in `names`, and what follows them.
fn name3<'a>(text: &'a [u8], names: &[&[u8; 3]]) -> Option<(u32, &'a [u8])> {
    let (name, rest) = text.split_at_checked(3)?;
    let place = names.iter().position(|known| known.eq_ignore_ascii_case(name))?;
    Some((u32::try_from(place).ok()?, rest))
}

/// What follows one or more blanks; a feed may fold a date over two lines.
fn blanks(text: &[u8]) -> Option<&[u8]> {
    let count = text.iter().take_while(|c| matches!(c, b' ' | b'\t' | b'\r' | b'\n')).count();
    (count > 0).then(|| &text[count..])
}
