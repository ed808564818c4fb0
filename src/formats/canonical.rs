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
use super::output::{Core, Output};
use crate::fields::{date, scalar};
use crate::xml::text::{Reference, reference};
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
        let Some(entry) = cursor.entry(kind, output.settings.strict) else { break };
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

    #[inline]
    fn take(&mut self, expected: &[u8]) -> bool {
        let found = self.bytes[self.at..].starts_with(expected);
        if found {
            self.at += expected.len();
        }
        found
    }

    /// The text up to the end tag, trimmed.
    #[inline]
    fn value(&mut self, end_tag: &[u8]) -> Option<&'a str> {
        let start = self.at;
        self.at += memchr::memchr(b'<', &self.bytes[start..])?;
        let value = &self.text[start..self.at];
        self.take(end_tag).then_some(value)
    }

    fn entry(&mut self, kind: Kind, strict: bool) -> Option<Entry<'a>> {
        self.blank();
        let (start, end): (&[u8], &[u8]) = match kind {
            Kind::Sitemap => (b"<sitemap>", b"</sitemap>"),
            _ => (b"<url>", b"</url>"),
        };
        let lines = self.lines;
        if !self.take(start) {
            return None;
        }
        let mut loc = None;
        let mut core = Core::default();
        let (mut dated, mut rated, mut timed) = (false, false, false);
        loop {
            self.blank();
            if self.take(b"<loc>") && loc.is_none() {
                let value = self.value(b"</loc>")?;
                self.count(value)?;
                loc = Some(value.trim_matches(is_blank)).filter(|loc| !loc.is_empty());
                loc?;
            } else if self.take(b"<lastmod>") && !dated {
                let value = self.plain(b"</lastmod>")?;
                let date = date::w3c(value)?;
                core.lastmod = Some((date.micros, date.offset, date.precision.name()));
                dated = true;
            } else if kind == Kind::Url && self.take(b"<changefreq>") && !timed {
                let value = self.plain(b"</changefreq>")?;
                core.changefreq = Some(scalar::known_changefreq(value).filter(|&known| known == value)?);
                timed = true;
            } else if kind == Kind::Url && self.take(b"<priority>") && !rated {
                let value = scalar::decimal(self.plain(b"</priority>")?)?;
                if strict && !(0.0..=1.0).contains(&value) {
                    return None;
                }
                core.priority = Some(value);
                rated = true;
            } else if self.take(end) {
                return loc.map(|loc| Entry { loc, core, lines });
            } else {
                return None;
            }
        }
    }

    /// A value without line ends, trimmed.
    #[inline]
    fn plain(&mut self, end_tag: &[u8]) -> Option<&'a str> {
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
