//! Text lists: one URL a line (rule \[75\]).
//!
//! Enters: text, by lines. Leaves: an entry for every line that begins with a URL.

use super::output::Output;
use crate::xml::lines::Lines;
use crate::xml::text::{Marks, is_forbidden, may_hold_forbidden, shown};

/// The reading of a text list.
#[derive(Debug, Default)]
pub struct TextList {
    lines: Lines,
    found: bool,
    begun: bool,
}

impl TextList {
    /// Whether nothing but white space was read.
    #[must_use]
    pub const fn is_blank(&self) -> bool {
        !self.begun
    }

    /// Whether a line began with a URL.
    #[must_use]
    pub const fn found(&self) -> bool {
        self.found
    }

    /// Reads the whole lines of `text`, or all of it where it is the `last`; returns how much is done with.
    pub fn advance(&mut self, text: &str, last: bool, output: &mut Output) -> usize {
        let mut at = 0;
        while let Some((line, next)) = next_line(text, at, last) {
            let trimmed = line.trim();
            self.begun |= !trimmed.is_empty();
            if begins_url(trimmed) {
                self.found = true;
                let number = self.lines.line(text, at);
                let (loc, undecodable) = shown(trimmed);
                let control = may_hold_forbidden(trimmed) && trimmed.chars().any(is_forbidden);
                output.commit_line(&loc, Marks { undecodable, control, torn: false }, number);
                if output.stopped() {
                    return text.len();
                }
            }
            at = next;
        }
        self.lines.forget(text, at);
        at
    }
}

/// The line at `at` without its end, and where the next begins; an unfinished one only where it is the last.
#[must_use]
pub fn next_line(text: &str, at: usize, last: bool) -> Option<(&str, usize)> {
    let rest = &text.as_bytes()[at..];
    match memchr::memchr2(b'\n', b'\r', rest) {
        // A CR at the very end may be the first half of a CR LF.
        Some(end) if rest[end] == b'\r' && end + 1 == rest.len() && !last => None,
        Some(end) => {
            let pair = rest[end] == b'\r' && rest.get(end + 1) == Some(&b'\n');
            Some((&text[at..at + end], at + end + if pair { 2 } else { 1 }))
        }
        None if last && !rest.is_empty() => Some((&text[at..], text.len())),
        None => None,
    }
}

/// Whether a text begins with the scheme of the web, in any letter case.
#[must_use]
pub fn begins_url(text: &str) -> bool {
    ["http://", "https://"]
        .iter()
        .any(|scheme| text.get(..scheme.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(scheme)))
}
