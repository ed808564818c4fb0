//! The fast lane: entries of sitemaps in the shape that almost all of them have.
//!
//! Enters: text from the end of a root's start tag, or of an entry, on. Leaves: rows, and where the first entry begins that
//! is anything but canonical; [`super::tree`] reads that one, and comes here again behind it. So one surprise slows one
//! entry.
//!
//! BE ADVISED: what is read here has to give exactly what the general lane gives (a differential fuzz target and the tests'
//! switch, `Settings::fast`, hold the two together). Hence the rule of this file: whatever is not plainly harmless is left
//! to the general lane, before anything was done about it. Canonical is an entry whose tags have neither prefix nor
//! attribute, whose children are `loc`, `lastmod`, `changefreq` and `priority`, each once at the most, with texts
//! without markup, and whose values need neither repair nor note nor error. The five entities may stand in a location.

use super::entry::Kind;
use super::output::{Changefreq, Core, Output};
use crate::fields::{date, scalar};
use crate::xml::text::{Reference, reference};
use crate::xml::work;
use std::borrow::Cow;

/// Where reading stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// The beginning of what was not read: white space, then something that is not canonical or not whole.
    pub at: usize,
    /// Ends of lines before that.
    pub lines: u32,
}

/// Reads the canonical entries of `kind` from `at` on, the first of which may begin on `line` at the earliest.
pub fn entries(text: &str, at: usize, kind: Kind, line: u32, output: &mut Output) -> Stopped {
    let mut cursor = Cursor { text, bytes: text.as_bytes(), at, lines: 0 };
    let mut stopped = Stopped { at, lines: 0 };
    while !output.stopped() {
        let from = cursor.at;
        let entry = cursor.entry(kind, output.settings.strict);
        work::add(1 + cursor.at - from);
        let Some(entry) = entry else { break };
        let Some(loc) = entities(entry.loc) else { break };
        if !output.commit_clean(kind, &loc, entry.core, line.saturating_add(entry.lines)) {
            break;
        }
        stopped = Stopped { at: cursor.at, lines: cursor.lines };
    }
    stopped
}

struct Entry<'a> {
    loc: &'a str,
    core: Core<'a>,
    /// Ends of lines before its start tag.
    lines: u32,
}

/// Which children an entry has had.
#[derive(Default)]
struct Given {
    lastmod: bool,
    changefreq: bool,
    priority: bool,
}

struct Cursor<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    lines: u32,
}

impl<'a> Cursor<'a> {
    /// Skips white space; a CR is left to the general lane unless an LF follows it.
    #[inline]
    fn blank(&mut self) {
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b' ' | b'\t' => {}
                b'\n' => self.lines += 1,
                b'\r' if self.bytes.get(self.at + 1) == Some(&b'\n') => {}
                _ => return,
            }
            self.at += 1;
        }
    }

    /// Takes an expected tag; its length is part of its type, so that the comparison is a few loads.
    #[inline]
    fn take<const N: usize>(&mut self, expected: &[u8; N]) -> bool {
        let found = self.bytes[self.at..].first_chunk::<N>() == Some(expected);
        if found {
            self.at += N;
        }
        found
    }

    /// The text up to the end tag.
    #[inline]
    fn value<const N: usize>(&mut self, end_tag: &[u8; N]) -> Option<&'a str> {
        let start = self.at;
        self.at += memchr::memchr(b'<', &self.bytes[start..])?;
        let value = &self.text[start..self.at];
        self.take(end_tag).then_some(value)
    }

    fn entry(&mut self, kind: Kind, strict: bool) -> Option<Entry<'a>> {
        self.blank();
        let lines = self.lines;
        let begun = if kind == Kind::Sitemap { self.take(b"<sitemap>") } else { self.take(b"<url>") };
        if !begun {
            return None;
        }
        let mut loc = None;
        let mut core = Core::default();
        let mut written = [None; 3];
        let mut given = Given::default();
        loop {
            self.blank();
            // What the tag may be is told by two letters.
            match self.bytes.get(self.at + 1..self.at + 3)? {
                b"lo" if loc.is_none() && self.take(b"<loc>") => {
                    let value = self.plain(b"</loc>")?;
                    loc = Some(value).filter(|loc| !loc.is_empty());
                    loc?;
                }
                b"la" if !given.lastmod && self.take(b"<lastmod>") => {
                    let value = self.plain(b"</lastmod>")?;
                    let date = date::w3c(value)?;
                    written[0] = Some(value);
                    core.lastmod = Some((date.micros, date.offset, date.precision.name()));
                    given.lastmod = true;
                }
                b"ch" if kind == Kind::Url && !given.changefreq && self.take(b"<changefreq>") => {
                    let value = self.plain(b"</changefreq>")?;
                    let known = scalar::known_changefreq(value).filter(|&known| known == value)?;
                    core.changefreq = Some(Changefreq::Known(known));
                    written[1] = Some(value);
                    given.changefreq = true;
                }
                b"pr" if kind == Kind::Url && !given.priority && self.take(b"<priority>") => {
                    let text = self.plain(b"</priority>")?;
                    let value = scalar::decimal(text)?;
                    written[2] = Some(text);
                    if strict && !(0.0..=1.0).contains(&value) {
                        return None;
                    }
                    core.priority = Some(value);
                    given.priority = true;
                }
                b"/u" if kind == Kind::Url && self.take(b"</url>") => break,
                b"/s" if kind == Kind::Sitemap && self.take(b"</sitemap>") => break,
                _ => return None,
            }
        }
        core.written = Some(written);
        loc.map(|loc| Entry { loc, core, lines })
    }

    /// A value, trimmed, with the ends of lines in it counted.
    #[inline]
    fn plain<const N: usize>(&mut self, end_tag: &[u8; N]) -> Option<&'a str> {
        let value = self.value(end_tag)?;
        self.count(value)?;
        Some(value.trim_matches(is_blank))
    }

    /// Counts the ends of lines in a value that is padded with white space; `None` for a CR.
    #[inline]
    fn count(&mut self, value: &str) -> Option<()> {
        if value.as_bytes().first().is_none_or(|b| *b > b' ') && value.as_bytes().last().is_none_or(|b| *b > b' ') {
            return Some(());
        }
        if value.contains('\r') {
            return None;
        }
        self.lines += u32::try_from(memchr::memchr_iter(b'\n', value.as_bytes()).count()).ok()?;
        Some(())
    }
}

const fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n')
}

/// A location with its entities resolved; `None` where there is any other `&`.
#[inline]
fn entities(loc: &str) -> Option<Cow<'_, str>> {
    let Some(first) = memchr::memchr(b'&', loc.as_bytes()) else { return Some(Cow::Borrowed(loc)) };
    let mut out = String::with_capacity(loc.len());
    let (before, mut rest) = loc.split_at(first);
    out.push_str(before);
    while let Some(behind) = rest.strip_prefix('&') {
        let (name, behind) = behind.split_once(';')?;
        match reference(name) {
            Reference::Char(c) if !name.starts_with('#') => out.push(c),
            _ => return None,
        }
        let next = memchr::memchr(b'&', behind.as_bytes()).unwrap_or(behind.len());
        out.push_str(&behind[..next]);
        rest = &behind[next..];
    }
    Some(Cow::Owned(out))
}
