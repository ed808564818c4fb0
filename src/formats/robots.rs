//! robots.txt: its `Sitemap` lines and nothing else (rules \[45\], \[76\]).
//!
//! Enters: text, by lines. Leaves: the sitemaps it names. At most [`limits::MAX_ROBOTS`] bytes are read; what lies behind
//! is an error, since a sitemap may be named there.

use super::output::Output;
use super::text::{begins_url, next_line};
use crate::error::{Code, Error};
use crate::limits;
use crate::xml::lines::Lines;
use crate::xml::text::{Marks, is_forbidden, may_hold_forbidden, shown};

/// The reading of a robots.txt.
#[derive(Debug, Default)]
pub struct Robots {
    lines: Lines,
    read: usize,
    begun: bool,
    /// Nothing more is read: the limit was reached, or it is HTML.
    full: bool,
}

impl Robots {
    /// Reads the whole lines of `text`, or all of it where it is the `last`; returns how much is done with.
    pub fn advance(&mut self, text: &str, last: bool, output: &mut Output) -> usize {
        if self.full {
            return text.len();
        }
        if !self.begun && !text.is_empty() {
            let begin = text.trim_start();
            if begin.len() < LONGEST_HTML_TAG && !last {
                return 0;
            }
            self.begun = true;
            if looks_like_html(begin) {
                output.note(Code::HtmlRobots, 1);
                self.full = true;
                return text.len();
            }
        }
        let mut at = 0;
        while let Some((line, next)) = next_line(text, at, last) {
            if self.read + line.len() > limits::MAX_ROBOTS {
                return self.stop(text, at, output);
            }
            let number = self.lines.line(text, at);
            directive(line, number, output);
            self.read += next - at;
            at = next;
        }
        // A line that is longer than all that may be read will not be read once it is whole.
        if self.read + (text.len() - at) > limits::MAX_ROBOTS {
            return self.stop(text, at, output);
        }
        self.lines.forget(text, at);
        at
    }

    fn stop(&mut self, text: &str, at: usize, output: &mut Output) -> usize {
        self.full = true;
        let detail = format!("only the first {} bytes of a robots.txt are read", limits::MAX_ROBOTS);
        let place = self.lines.place(text, at);
        output.diagnostics.error(&Error::new(Code::RobotsLimit, detail).at(place));
        text.len()
    }
}

/// What an HTML page begins with.
const HTML: [&str; 4] = ["<!doctype", "<html", "<head", "<body"];
const LONGEST_HTML_TAG: usize = 9;

fn looks_like_html(text: &str) -> bool {
    HTML.iter().any(|tag| text.len() >= tag.len() && text.as_bytes()[..tag.len()].eq_ignore_ascii_case(tag.as_bytes()))
}

/// One line: what it names, if it is a `Sitemap` line.
fn directive(line: &str, number: u32, output: &mut Output) {
    let line = line.split('#').next().unwrap_or("").trim();
    let strict = output.settings.strict;
    let Some((value, spelling)) = sitemap_value(line) else { return };
    if spelling.is_some() && strict {
        return;
    }
    if value.is_empty() {
        return;
    }
    if let Some(code) = spelling {
        output.note(code, number);
    }
    if strict {
        return name(value, number, output);
    }
    let parts = parted(value);
    if parts.len() > 1 {
        output.note(Code::SeveralOnALine, number);
    }
    for part in parts {
        name(part, number, output);
    }
}

fn name(value: &str, number: u32, output: &mut Output) {
    let (loc, undecodable) = shown(value);
    let control = may_hold_forbidden(value) && value.chars().any(is_forbidden);
    output.commit_robots(&loc, Marks { undecodable, control, torn: false }, number);
}

/// The value of a `Sitemap` line, and how it is misspelt.
fn sitemap_value(line: &str) -> Option<(&str, Option<Code>)> {
    for (word, spelling) in
        [("sitemaps", Some(Code::MisspeltDirective)), ("site-map", Some(Code::MisspeltDirective)), ("sitemap", None)]
    {
        let Some(head) = line.get(..word.len()) else { continue };
        if !head.eq_ignore_ascii_case(word) {
            continue;
        }
        let rest = line[word.len()..].trim_start();
        if let Some(value) = rest.strip_prefix(':') {
            return Some((value.trim(), spelling));
        }
        // Without a colon only where a blank parts the word from a URL.
        if rest.len() < line.len() - word.len() && begins_url(rest) {
            return Some((rest, Some(Code::MissingColon)));
        }
    }
    None
}

/// The URLs of a value, parted at a comma or blank that stands before one.
fn parted(value: &str) -> Vec<&str> {
    let parts_at = |c: char| c == ',' || c.is_whitespace();
    let mut parts = Vec::new();
    let (mut start, mut at) = (0, 0);
    while let Some(found) = value[at..].find(parts_at) {
        let end = at + found;
        let next = value[end..].find(|c| !parts_at(c)).map_or(value.len(), |run| end + run);
        if begins_url(&value[next..]) {
            parts.push(&value[start..end]);
            start = next;
        }
        at = next;
    }
    parts.push(&value[start..]);
    parts.retain(|part| !part.is_empty());
    parts
}
