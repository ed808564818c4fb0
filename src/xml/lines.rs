//! Lines and columns, counted as reading goes on and never from the start again.
//!
//! Enters: a text and a place in it that does not lie before the last one asked for, unless the count was set back. Leaves:
//! the line there. A line ends with LF, CR LF or CR.

use super::work;
use crate::error::Place;

/// The line at a place in a text that is read by pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines {
    /// Bytes of the document before the text at hand.
    offset: u64,
    /// Characters of the current line before the text at hand.
    column: u32,
    at: usize,
    line: u32,
}

/// A count to go back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    offset: u64,
    line: u32,
}

impl Counted {
    /// The count at an offset of the document.
    #[must_use]
    pub const fn new(offset: u64, line: u32) -> Self {
        Self { offset, line }
    }

    /// Bytes of the document before it.
    #[must_use]
    pub const fn offset(self) -> u64 {
        self.offset
    }

    /// The line there.
    #[must_use]
    pub const fn line(self) -> u32 {
        self.line
    }
}

impl Default for Lines {
    fn default() -> Self {
        Self { offset: 0, column: 0, at: 0, line: 1 }
    }
}

impl Lines {
    /// Bytes of the document before the text at hand.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// The line at `at`.
    pub fn line(&mut self, text: &str, at: usize) -> u32 {
        if at > self.at {
            work::add(at - self.at);
            let ends = count(&text.as_bytes()[self.at..at], text.as_bytes().get(at) == Some(&b'\n'));
            self.line = self.line.saturating_add(ends);
            self.at = at;
        }
        self.line
    }

    /// Somebody else has counted `ends` of lines up to `at`.
    pub const fn counted(&mut self, at: usize, ends: u32) {
        self.at = at;
        self.line = self.line.saturating_add(ends);
    }

    /// The line, column and offset at `at`.
    pub fn place(&mut self, text: &str, at: usize) -> Place {
        let line = self.line(text, at);
        let before = &text[..at];
        let column = match before.rfind(['\n', '\r']) {
            Some(end) => length(&before[end + 1..]),
            None => self.column.saturating_add(length(before)),
        };
        Place { offset: self.offset + at as u64, line, column: column.saturating_add(1) }
    }

    /// Goes back; returns where that is in the text at hand.
    pub fn rewind(&mut self, to: Counted) -> usize {
        self.at = usize::try_from(to.offset.saturating_sub(self.offset)).unwrap_or(0);
        self.line = to.line;
        self.at
    }

    /// The first `length` bytes of `text` are gone.
    pub fn forget(&mut self, text: &str, length: usize) {
        if length > self.at {
            self.line(text, length);
        }
        work::add(length);
        let gone = &text[..length];
        self.column = match gone.rfind(['\n', '\r']) {
            Some(end) => self::length(&gone[end + 1..]),
            None => self.column.saturating_add(self::length(gone)),
        };
        self.offset += length as u64;
        self.at -= length;
    }
}

fn length(text: &str) -> u32 {
    u32::try_from(text.chars().count()).unwrap_or(u32::MAX)
}

/// The ends of lines in `bytes`; `continued` says that an LF follows them.
fn count(bytes: &[u8], continued: bool) -> u32 {
    let feeds = memchr::memchr_iter(b'\n', bytes).count();
    let mut ends = feeds;
    // Almost no document holds a CR; one look spares the slow count.
    if memchr::memchr(b'\r', bytes).is_some() {
        ends += memchr::memchr_iter(b'\r', bytes)
            .filter(|&at| match bytes.get(at + 1) {
                Some(&next) => next != b'\n',
                None => !continued,
            })
            .count();
    }
    u32::try_from(ends).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_every_kind_of_line_end_once() {
        let text = "a\nb\r\nc\rd";
        let mut lines = Lines::default();
        let found: Vec<u32> = text.char_indices().map(|(at, _)| lines.line(text, at)).collect();
        assert_eq!(found, [1, 1, 2, 2, 2, 3, 3, 4]);
    }

    #[test]
    fn places_do_not_depend_on_what_was_forgotten() {
        let text = "ab\ncdé\nfgh";
        for cut in (0..text.len()).filter(|&i| text.is_char_boundary(i)) {
            let mut whole = Lines::default();
            let mut parted = Lines::default();
            parted.forget(text, cut);
            for at in (cut..text.len()).filter(|&i| text.is_char_boundary(i)) {
                assert_eq!(parted.place(&text[cut..], at - cut), whole.place(text, at), "{cut} {at}");
            }
        }
    }
}
