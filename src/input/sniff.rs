//! The encoding of a document, told from its first bytes (rule \[23\]).
//!
//! Enters: at most the first [`MAX_DECLARATION`] bytes. Leaves: a [`Told`], or "more bytes are needed". Called by
//! [`super::charset`] and, for whole documents, by [`super::decode`]. An answer never changes when more bytes come, so it does not
//! matter how a document was cut into chunks.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use memchr::memmem;

use crate::error::{Code, Error, Result, excerpt};
use crate::limits::MAX_DECLARATION;

/// What the first bytes tell.
#[derive(Clone, Copy, Debug)]
pub struct Told {
    /// The encoding to begin with.
    pub encoding: &'static Encoding,
    /// Bytes of a byte order mark, to be left out.
    pub skip: usize,
    /// Nothing in the bytes names an encoding, and it is markup: a Content-Type may decide.
    pub open: bool,
    /// UTF-16 is declared, and the bytes are not.
    pub false_encoding: bool,
}

impl Told {
    /// Nothing is told: UTF-8.
    pub const UTF_8: Self = Self::new(UTF_8, 0);

    const fn new(encoding: &'static Encoding, skip: usize) -> Self {
        Self { encoding, skip, open: false, false_encoding: false }
    }
}

/// What a search in a window that may still grow comes to.
enum Scan<T> {
    Found(T),
    Absent,
    More,
}

/// The first bytes that are looked at.
#[must_use]
pub fn window(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.len().min(MAX_DECLARATION)]
}

/// The encoding of a document that begins with `window`; none where more bytes could change the answer. `complete` says that none will
/// come.
///
/// # Errors
///
/// [`Code::UnknownEncoding`], and in strict mode [`Code::FalseEncoding`].
pub fn sniff(window: &[u8], complete: bool, robots: bool, strict: bool) -> Result<Option<Told>> {
    if window.len() < 4 && !complete {
        return Ok(None);
    }
    if let Some(told) = mark(window)? {
        return Ok(Some(told));
    }
    if robots {
        return Ok(Some(Told::UTF_8));
    }
    match wide(window)? {
        Scan::Found(encoding) => return Ok(Some(Told::new(encoding, 0))),
        Scan::More if !complete => return Ok(None),
        Scan::More | Scan::Absent => {}
    }
    let begins = window.trim_ascii_start();
    match begins.first() {
        None if !complete => return Ok(None),
        Some(b'<') => {}
        _ => return Ok(Some(Told::UTF_8)),
    }
    match declaration(begins) {
        Scan::Found(label) => declared(label, strict).map(Some),
        Scan::More if !complete => Ok(None),
        Scan::More | Scan::Absent => Ok(Some(Told { open: true, ..Told::UTF_8 })),
    }
}

/// The charset a Content-Type names, if it could decide: UTF-8 is what is tried anyway, and bytes that are no UTF-8 but readable as
/// markup are neither UTF-16 nor a code of seven bits. A label nobody knows tells nothing.
#[must_use]
pub fn content_type_charset(content_type: &str) -> Option<&'static Encoding> {
    let value = content_type.split(';').skip(1).find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        name.trim().eq_ignore_ascii_case("charset").then_some(value)
    })?;
    let label = value.trim().trim_matches(['"', '\'']);
    Encoding::for_label_no_replacement(label.as_bytes())
        .filter(|&encoding| encoding != UTF_8 && encoding.is_ascii_compatible())
}

/// A byte order mark. UTF-32 is looked for first: one of its marks begins like one of UTF-16.
fn mark(window: &[u8]) -> Result<Option<Told>> {
    if window.starts_with(b"\x00\x00\xfe\xff") || window.starts_with(b"\xff\xfe\x00\x00") {
        return Err(unknown("UTF-32"));
    }
    Ok(Encoding::for_bom(window).map(|(encoding, skip)| Told::new(encoding, skip)))
}

/// Markup in units of more than a byte, or in EBCDIC, without a byte order mark.
fn wide(window: &[u8]) -> Result<Scan<&'static Encoding>> {
    match window {
        [0, 0, 0, b'<', ..] | [b'<', 0, 0, 0, ..] => return Err(unknown("UTF-32")),
        [0x4c, 0x6f, 0xa7, 0x94, ..] => return Err(unknown("EBCDIC")),
        _ => {}
    }
    let little = match window {
        [0, ..] => false,
        [_, 0, ..] => true,
        _ => return Ok(Scan::Absent),
    };
    for pair in window.as_chunks().0 {
        match if little { *pair } else { [pair[1], pair[0]] } {
            [b'<', 0] => return Ok(Scan::Found(if little { UTF_16LE } else { UTF_16BE })),
            [blank, 0] if blank.is_ascii_whitespace() => {}
            _ => return Ok(Scan::Absent),
        }
    }
    Ok(Scan::More)
}

/// The label in the XML declaration: the first thing in the document, or after blanks and comments, which tolerant mode reads past.
fn declaration(mut rest: &[u8]) -> Scan<&[u8]> {
    const COMMENT: &[u8] = b"<!--";
    const XML: &[u8] = b"<?xml";
    loop {
        rest = rest.trim_ascii_start();
        if let Some(comment) = rest.strip_prefix(COMMENT) {
            let Some(end) = memmem::find(comment, b"-->") else {
                return Scan::More;
            };
            rest = &comment[end + 3..];
        } else if COMMENT.starts_with(rest)
            || (rest.len() <= XML.len() && rest.eq_ignore_ascii_case(&XML[..rest.len()]))
        {
            return Scan::More;
        } else if rest.len() > XML.len()
            && rest[..XML.len()].eq_ignore_ascii_case(XML)
            && rest[XML.len()].is_ascii_whitespace()
        {
            return label(&rest[XML.len()..]);
        } else {
            return Scan::Absent;
        }
    }
}

/// The value of `encoding` among the attributes of a declaration, read leniently: either quotes or none, blanks around `=`.
fn label(mut rest: &[u8]) -> Scan<&[u8]> {
    loop {
        rest = rest.trim_ascii_start();
        let Some(end) = rest.iter().position(|byte| byte.is_ascii_whitespace() || b"=\"'?<>".contains(byte)) else {
            return Scan::More;
        };
        let (name, after) = rest.split_at(end);
        let after = after.trim_ascii_start();
        let Some((&next, after)) = after.split_first() else {
            return Scan::More;
        };
        rest = match next {
            b'?' | b'<' | b'>' => return Scan::Absent,
            b'=' => {
                let after = after.trim_ascii_start();
                let Some((&quote, quoted)) = after.split_first() else {
                    return Scan::More;
                };
                let is_quoted = matches!(quote, b'"' | b'\'');
                let value = if is_quoted { quoted } else { after };
                let ends = |byte: &u8| match byte {
                    b'<' | b'>' => true,
                    byte if is_quoted => *byte == quote,
                    byte => *byte == b'?' || byte.is_ascii_whitespace(),
                };
                let Some(end) = value.iter().position(ends) else {
                    return Scan::More;
                };
                let (value, after) = value.split_at(end);
                if name.eq_ignore_ascii_case(b"encoding") {
                    let value = value.strip_suffix(b"?").unwrap_or(value).trim_ascii();
                    return if value.is_empty() { Scan::Absent } else { Scan::Found(value) };
                }
                if is_quoted && after.first() == Some(&quote) { &after[1..] } else { after }
            }
            b'"' | b'\'' => after,
            // A name without a value: what follows the blank is the next one.
            _ => &rest[end..],
        };
    }
}

/// The encoding that a declaration names, in bytes that could be read as ASCII.
fn declared(label: &[u8], strict: bool) -> Result<Told> {
    let text = String::from_utf8_lossy(label);
    let encoding = Encoding::for_label_no_replacement(label).ok_or_else(|| unknown(&text))?;
    if encoding != UTF_16LE && encoding != UTF_16BE {
        return Ok(Told::new(encoding, 0));
    }
    if strict {
        let detail = format!("the encoding is declared as \"{}\", but the bytes are not", excerpt(&text));
        return Err(Error::new(Code::FalseEncoding, detail));
    }
    Ok(Told { false_encoding: true, ..Told::UTF_8 })
}

fn unknown(label: &str) -> Error {
    Error::new(Code::UnknownEncoding, format!("unknown encoding \"{}\"", excerpt(label)))
}
