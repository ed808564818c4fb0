//! Points in time: microseconds since 1970 to Python's `datetime` and to text, and back.
//!
//! Enters: what a timestamp column holds. Leaves: aware datetimes. Under the stable ABI a datetime is made by calling
//! Python; `datetime.fromisoformat` is the cheapest correct call (150 ns, the constructor takes 400), so a date is
//! written as text first.

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyString;

const MICROS: i64 = 1_000_000;
const DAY: i64 = 86_400;

/// A date in ISO 8601, which takes no memory of its own.
pub(crate) struct Iso {
    bytes: [u8; 32],
    len: usize,
}

impl Iso {
    /// The date at an offset in minutes; nothing where that is not in the years 1 to 9999.
    pub(crate) fn new(micros: i64, offset: i64) -> Option<Self> {
        let offset = if offset.abs() < 24 * 60 { offset } else { 0 };
        let local = micros.checked_add(offset * 60 * MICROS)?;
        let (seconds, fraction) = (local.div_euclid(MICROS), local.rem_euclid(MICROS));
        let (year, month, day) = civil(i32::try_from(seconds.div_euclid(DAY)).ok()?)?;
        // The rest is far below what 32 bits hold, and is divided faster in them.
        let [second, fraction, minutes] = [seconds.rem_euclid(DAY), fraction, offset.abs()].map(small);
        let mut iso = Self { bytes: [0; 32], len: 0 };
        iso.number(year, 4);
        iso.part(b'-', month);
        iso.part(b'-', day);
        iso.part(b'T', second / 3600);
        iso.part(b':', second / 60 % 60);
        iso.part(b':', second % 60);
        if fraction != 0 {
            iso.byte(b'.');
            iso.number(fraction, 6);
        }
        iso.part(if offset < 0 { b'-' } else { b'+' }, minutes / 60);
        iso.part(b':', minutes % 60);
        Some(iso)
    }

    pub(crate) fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.len]).unwrap_or("")
    }

    fn part(&mut self, before: u8, value: u32) {
        self.byte(before);
        self.number(value, 2);
    }

    fn number(&mut self, mut value: u32, digits: usize) {
        self.len += digits;
        for place in self.bytes[self.len - digits..self.len].iter_mut().rev() {
            *place = b"0123456789"[value as usize % 10];
            value /= 10;
        }
    }

    fn byte(&mut self, byte: u8) {
        self.bytes[self.len] = byte;
        self.len += 1;
    }
}

fn small(value: i64) -> u32 {
    u32::try_from(value).unwrap_or(0)
}

/// The Gregorian date of a day counted from 1970-01-01, where that is in the years 1 to 9999.
///
/// Years are counted from March here, so that the leap day is a year's last, and in eras of 400 years, which are all
/// equally long.
fn civil(days: i32) -> Option<(u32, u32, u32)> {
    const ERA: u32 = 146_097;
    let from_march_0000 = u32::try_from(days.checked_add(719_468)?).ok()?;
    let (era, day) = (from_march_0000 / ERA, from_march_0000 % ERA);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year + u32::from(month <= 2);
    (1..=9999).contains(&year).then_some((year, month, day))
}

/// An aware datetime at an offset in minutes, or in UTC where only that can be told.
pub(crate) fn to_datetime(py: Python<'_>, micros: i64, offset: i64) -> PyResult<Bound<'_, PyAny>> {
    static READ: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let iso = Iso::new(micros, offset).or_else(|| Iso::new(micros, 0));
    let iso = iso.ok_or_else(|| PyOverflowError::new_err("the date is not in the years 1 to 9999"))?;
    let read = READ.get_or_try_init(py, || {
        py.import("datetime")?.getattr("datetime")?.getattr("fromisoformat").map(Bound::unbind)
    })?;
    read.bind(py).call1((PyString::new(py, iso.as_str()),))
}

/// The microseconds and the offset in minutes of an aware datetime.
pub(crate) fn from_datetime(value: &Bound<'_, PyAny>) -> PyResult<(i64, i64)> {
    static TYPES: PyOnceLock<(Py<PyAny>, Py<PyAny>)> = PyOnceLock::new();
    let py = value.py();
    let (class, epoch) = TYPES.get_or_try_init(py, || {
        let class = py.import("datetime")?.getattr("datetime")?;
        let epoch = class.call_method1("fromisoformat", ("1970-01-01T00:00:00+00:00",))?;
        PyResult::Ok((class.unbind(), epoch.unbind()))
    })?;
    if !value.is_instance(class.bind(py))? {
        return Err(PyTypeError::new_err(format!("expected a datetime, not {}", value.get_type().name()?)));
    }
    let offset = value.call_method0("utcoffset")?;
    if offset.is_none() {
        return Err(PyValueError::new_err("a naive datetime says nothing of its zone; give it a tzinfo"));
    }
    let (days, seconds, _) = parts(&offset)?;
    let minutes = days * 24 * 60 + seconds.div_euclid(60);
    let (days, seconds, micros) = parts(&value.sub(epoch.bind(py))?)?;
    Ok(((days * DAY + seconds) * MICROS + micros, minutes))
}

fn parts(delta: &Bound<'_, PyAny>) -> PyResult<(i64, i64, i64)> {
    let part = |name: &str| delta.getattr(name)?.extract::<i64>();
    Ok((part("days")?, part("seconds")?, part("microseconds")?))
}
