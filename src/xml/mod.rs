//! UTF-8 text in, tokens out: the only file that names `quick_xml`.
//!
//! quick-xml finds where text, references, tags, comments and the rest end. It stops for good at what it cannot
//! read, and accepts much that is no XML; so this file looks at each `<` first, hands quick-xml only markup that has an
//! end, and starts it again behind what it had to read past itself. Whether a token may stand where it stands is
//! for [`wellformed`], [`tag`] and [`prolog`] (strict) or for the element stack in `formats` (tolerant) to say.
//!
//! Every search ends at the next `<` at the latest or is for markup that ends the document where it has no end, so
//! that the work is linear on any input.

pub mod attributes;
pub mod lines;
pub mod names;
pub mod prolog;
pub mod tag;
pub mod text;
pub mod wellformed;
pub mod work;

use attributes::{Attribute, Attributes, Flaw};
use memchr::{memchr, memchr2};
use quick_xml::Reader;
use quick_xml::errors::{IllFormedError, SyntaxError};
use quick_xml::events::{BytesText, Event};

/// A piece of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// `<name attributes>`, or `<name attributes/>` where it is empty.
    Start {
        /// The name as written, prefix included.
        name: &'a str,
        /// What follows the name, up to the end of the tag.
        attributes: &'a str,
        /// Whether the element ends here.
        empty: bool,
        /// Whether the tag lacks its `>` or the end of a quote.
        broken: bool,
    },
    /// `</name>`.
    End {
        /// The name as written, and blanks behind it.
        name: &'a str,
        /// Whether the tag lacks its `>`.
        broken: bool,
    },
    /// Text that holds neither `<` nor a reference.
    Text(&'a str),
    /// `&…;`, what stands between.
    Reference(&'a str),
    /// An `&` that begins no reference.
    Ampersand,
    /// A `<` that begins no markup.
    LessThan,
    /// `<![CDATA[…]]>`.
    CData(&'a str),
    /// `<!--…-->`.
    Comment(&'a str),
    /// `<?xml …?>`, what stands between.
    Declaration(&'a str),
    /// `<?…?>`, what stands between.
    Instruction(&'a str),
    /// `<!DOCTYPE …>`, what stands behind the `!`; the internal subset is skipped, unchecked.
    Doctype(&'a str),
}

/// Why there is no further token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The text is used up.
    End,
    /// The next token may not be whole yet.
    NeedMore,
    /// Markup that never ends; nothing behind it can be read (rule \[36\]).
    Unfinished(&'static str),
}

/// The tokens of a text, and where the next one begins.
pub struct Tokens<'a> {
    text: &'a str,
    reader: Reader<&'a [u8]>,
    /// Where `reader` began.
    base: usize,
    /// Where the next token begins.
    at: usize,
    /// Whether `text` is all there is to come.
    last: bool,
}

impl<'a> Tokens<'a> {
    /// The tokens of `text` from `at` on; `last` says that no more text will follow.
    #[must_use]
    pub fn new(text: &'a str, at: usize, last: bool) -> Self {
        Self { text, reader: reader(&text[at..]), base: at, at, last }
    }

    /// Where the next token begins, in bytes.
    #[must_use]
    pub const fn position(&self) -> usize {
        self.at
    }

    /// Goes on at another place.
    pub fn seek(&mut self, at: usize) {
        self.at = at;
        self.base = at;
        self.reader = reader(&self.text[at..]);
    }

    /// The next token.
    ///
    /// # Errors
    /// [`Stop`] where there is none.
    pub fn next_token(&mut self) -> Result<Token<'a>, Stop> {
        let (bytes, start) = (self.text.as_bytes(), self.at);
        let token = match bytes.get(start) {
            None => Err(if self.last { Stop::End } else { Stop::NeedMore }),
            Some(b'<') => self.markup(bytes),
            Some(_) => self.content(),
        };
        work::add(1 + if token.is_ok() { self.at - start } else { bytes.len() - start });
        token
    }

    fn markup(&mut self, bytes: &'a [u8]) -> Result<Token<'a>, Stop> {
        let from = self.at + 1;
        match bytes.get(from) {
            None => self.cut(Stop::Unfinished("a tag")),
            Some(b'/') => self.end_tag(bytes),
            Some(b'?') if bytes.get(from + 1) == Some(&b'>') => Ok(self.read_past(Token::LessThan, from)),
            Some(b'?') => self.whole("an instruction"),
            Some(b'!') => self.bang(&bytes[self.at..]),
            Some(&b) if begins_name(b) => self.start_tag(bytes),
            Some(_) => Ok(self.read_past(Token::LessThan, from)),
        }
    }

    fn bang(&mut self, rest: &[u8]) -> Result<Token<'a>, Stop> {
        for (opening, what) in [("<!--", "a comment"), ("<![CDATA[", "a CDATA section"), ("<!DOCTYPE", "a DOCTYPE")] {
            let compared = rest.len().min(opening.len());
            let (found, expected) = (&rest[..compared], &opening.as_bytes()[..compared]);
            // HTML pages write the word in any case, and are told by their root.
            if found != expected && !(what == "a DOCTYPE" && found.eq_ignore_ascii_case(expected)) {
                continue;
            }
            if compared == opening.len() {
                return self.whole(what);
            }
            if compared == rest.len() {
                return self.cut(Stop::Unfinished(what));
            }
        }
        Ok(self.read_past(Token::LessThan, self.at + 1))
    }

    fn start_tag(&mut self, bytes: &'a [u8]) -> Result<Token<'a>, Stop> {
        match tag_end(bytes, self.at + 1) {
            TagEnd::Closed => self.whole("a tag"),
            TagEnd::Broken { end, next } => {
                work::add(end - self.at);
                let inside = &self.text[self.at + 1..end];
                let (inside, empty) = inside.strip_suffix('/').map_or((inside, false), |i| (i, true));
                let (name, attributes) = inside.split_at(name_length(inside));
                let attributes = if next == end { without_cut(attributes) } else { attributes };
                Ok(self.read_past(Token::Start { name, attributes, empty, broken: true }, next))
            }
            TagEnd::Open => self.cut(Stop::Unfinished("a tag")),
        }
    }

    fn end_tag(&mut self, bytes: &'a [u8]) -> Result<Token<'a>, Stop> {
        let from = self.at + 2;
        match memchr2(b'>', b'<', &bytes[from..]) {
            Some(found) => {
                let name = &self.text[from..from + found];
                let broken = bytes[from + found] != b'>';
                if !broken && memchr2(b'"', b'\'', name.as_bytes()).is_none() {
                    return self.whole("a tag");
                }
                // quick-xml would look for the end of a quote.
                Ok(self.read_past(Token::End { name, broken }, from + found + usize::from(!broken)))
            }
            None => self.cut(Stop::Unfinished("a tag")),
        }
    }

    /// Text, a reference or an `&`.
    fn content(&mut self) -> Result<Token<'a>, Stop> {
        // A fresh quick-xml reader would drop it as a byte order mark; here it is content (rule [24]), and part of one text.
        if self.base == self.at && self.text[self.at..].starts_with('\u{feff}') {
            let rest = &self.text.as_bytes()[self.at..];
            let end = memchr2(b'<', b'&', rest).map_or(self.text.len(), |length| self.at + length);
            if end == self.text.len() && !self.last {
                return Err(Stop::NeedMore);
            }
            return Ok(self.read_past(Token::Text(&self.text[self.at..end]), end));
        }
        let start = self.at;
        let token = match self.reader.read_event() {
            Ok(Event::Text(_)) => {
                let end = self.base + self.consumed();
                if self.text.as_bytes()[start] == b'&' {
                    // quick-xml took the bare & and what follows as one text.
                    if end == self.text.len() && !self.last {
                        self.seek(start);
                        return Err(Stop::NeedMore);
                    }
                    work::add(end - start);
                    return Ok(self.read_past(Token::Ampersand, start + 1));
                }
                Token::Text(&self.text[start..end])
            }
            Ok(Event::GeneralRef(_)) => {
                let end = self.base + self.consumed();
                Token::Reference(&self.text[start + 1..end - 1])
            }
            // Nothing else begins with another character than `<`; the text is what remains.
            _ => {
                self.seek(start);
                let end = memchr(b'<', &self.text.as_bytes()[start..]).map_or(self.text.len(), |i| start + i);
                return Ok(self.read_past(Token::Text(&self.text[start..end]), end));
            }
        };
        let end = self.base + self.consumed();
        if end == self.text.len() && !self.last && matches!(token, Token::Text(_)) {
            self.seek(start);
            return Err(Stop::NeedMore);
        }
        self.at = end;
        Ok(token)
    }

    /// Markup that quick-xml reads whole, or that has no end.
    fn whole(&mut self, what: &'static str) -> Result<Token<'a>, Stop> {
        let start = self.at;
        let event = match self.reader.read_event() {
            Ok(event) => event,
            // Read to its end, only without a name.
            Err(quick_xml::Error::IllFormed(IllFormedError::MissingDoctypeName)) => {
                Event::DocType(BytesText::from_escaped(""))
            }
            Err(quick_xml::Error::Syntax(SyntaxError::InvalidBangMarkup)) => {
                return Ok(self.read_past(Token::LessThan, start + 1));
            }
            Err(_) => {
                self.seek(start);
                return self.cut(Stop::Unfinished(what));
            }
        };
        let end = self.base + self.consumed();
        let written = &self.text[start..end];
        let token = match event {
            Event::Start(tag) => {
                let (name, attributes) = written[1..written.len() - 1].split_at(tag.name().as_ref().len());
                Token::Start { name, attributes, empty: false, broken: false }
            }
            Event::Empty(tag) => {
                let (name, attributes) = written[1..written.len() - 2].split_at(tag.name().as_ref().len());
                Token::Start { name, attributes, empty: true, broken: false }
            }
            Event::End(_) => Token::End { name: &written[2..written.len() - 1], broken: false },
            Event::CData(_) => Token::CData(&written[9..written.len() - 3]),
            Event::Comment(_) => Token::Comment(&written[4..written.len() - 3]),
            Event::Decl(_) => Token::Declaration(&written[2..written.len() - 2]),
            Event::PI(_) => Token::Instruction(&written[2..written.len() - 2]),
            Event::DocType(_) => Token::Doctype(&written[2..written.len() - 1]),
            Event::Text(_) | Event::GeneralRef(_) | Event::Eof => {
                return Ok(self.read_past(Token::LessThan, start + 1));
            }
        };
        self.at = end;
        Ok(token)
    }

    fn consumed(&self) -> usize {
        usize::try_from(self.reader.buffer_position()).unwrap_or(usize::MAX)
    }

    fn read_past(&mut self, token: Token<'a>, next: usize) -> Token<'a> {
        self.seek(next);
        token
    }

    const fn cut<T>(&self, stop: Stop) -> Result<T, Stop> {
        Err(if self.last { stop } else { Stop::NeedMore })
    }
}

fn reader(text: &str) -> Reader<&[u8]> {
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.allow_dangling_amp = true;
    config.trim_markup_names_in_closing_tags = false;
    reader
}

/// Any character that is not ASCII may begin a name here; strict mode looks closer.
const fn begins_name(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b':' || byte >= 0x80
}

/// The bytes of `inside` before its first blank.
fn name_length(inside: &str) -> usize {
    inside.bytes().position(|b| matches!(b, b' ' | b'\t' | b'\r' | b'\n')).unwrap_or(inside.len())
}

/// Attributes that a `<` ended: without a value that it may have cut.
fn without_cut(attributes: &str) -> &str {
    match Attributes::new(attributes).last() {
        Some(Attribute { flaw: Some(Flaw::Unquoted | Flaw::OpenQuote), at, .. }) => &attributes[..at],
        _ => attributes,
    }
}

enum TagEnd {
    /// At a `>` that quick-xml finds, too.
    Closed,
    /// What belongs to the tag ends at `end`, reading goes on at `next`: behind a `>`, or there.
    Broken { end: usize, next: usize },
    /// Not within the text.
    Open,
}

/// Where the start tag ends whose name begins at `from`: at the first `>` outside quotes, and before any `<`.
fn tag_end(bytes: &[u8], from: usize) -> TagEnd {
    let mut at = from;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'>' => return TagEnd::Closed,
            b'<' => return TagEnd::Broken { end: at, next: at },
            b'"' | b'\'' => {
                let value = at + 1;
                match memchr2(byte, b'<', &bytes[value..]) {
                    Some(found) if bytes[value + found] == byte => at = value + found + 1,
                    found => {
                        // The quote does not end before the next `<`: the tag ends at a `>` before that, if any.
                        let until = found.map_or(bytes.len(), |f| value + f);
                        return match memchr(b'>', &bytes[value..until]) {
                            Some(gt) if found.is_some() => TagEnd::Broken { end: value + gt, next: value + gt + 1 },
                            _ if found.is_some() => TagEnd::Broken { end: until, next: until },
                            _ => TagEnd::Open,
                        };
                    }
                }
            }
            _ => at += 1,
        }
    }
    TagEnd::Open
}
