//! What XML 1.0 forbids within one piece of content (rule \[34\]).
//!
//! Enters: a text, a reference, a comment or an instruction as written. Leaves: nothing, or a [`Fault`]: where in the
//! piece, and what. Tags are for [`super::tag`], the declaration and the DOCTYPE for [`super::prolog`]. Whether a piece
//! may stand where it stands (one root, tags that match) is for the walk of the document to check, since it knows what is
//! open.

use super::text::{Reference, is_forbidden, may_hold_forbidden, reference};
use crate::error::excerpt;

/// What is not well-formed, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Bytes from the beginning of what was checked.
    pub at: usize,
    /// What was found and what was expected.
    pub message: String,
}

impl Fault {
    /// The same fault in a text that begins `by` bytes earlier.
    #[must_use]
    pub fn shifted(self, by: usize) -> Self {
        Self { at: self.at + by, ..self }
    }
}

/// Nothing, or the first fault.
pub type Checked = std::result::Result<(), Fault>;

pub(super) fn fault<T>(at: usize, message: impl Into<String>) -> std::result::Result<T, Fault> {
    Err(Fault { at, message: message.into() })
}

/// Whether `text` is a Name of XML 1.0, fifth edition.
#[must_use]
pub fn is_name(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(begins_name) && chars.all(is_name_char)
}

/// Whether `text` is a name with at most one prefix.
#[must_use]
pub fn is_qualified_name(text: &str) -> bool {
    is_name(text)
        && text.split_once(':').is_none_or(|(prefix, local)| is_name(prefix) && is_name(local) && !local.contains(':'))
}

/// Whether a name may begin with `c`.
#[must_use]
pub const fn begins_name(c: char) -> bool {
    matches!(c, ':' | '_' | 'A'..='Z' | 'a'..='z' | '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{f6}' | '\u{f8}'..='\u{2ff}'
        | '\u{370}'..='\u{37d}' | '\u{37f}'..='\u{1fff}' | '\u{200c}'..='\u{200d}' | '\u{2070}'..='\u{218f}'
        | '\u{2c00}'..='\u{2fef}' | '\u{3001}'..='\u{d7ff}' | '\u{f900}'..='\u{fdcf}' | '\u{fdf0}'..='\u{fffd}'
        | '\u{10000}'..='\u{effff}')
}

/// Whether a name may hold `c`.
#[must_use]
pub const fn is_name_char(c: char) -> bool {
    begins_name(c) || matches!(c, '-' | '.' | '0'..='9' | '\u{b7}' | '\u{300}'..='\u{36f}' | '\u{203f}'..='\u{2040}')
}

/// Whether `c` is white space as XML defines it.
#[must_use]
pub const fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n')
}

/// Whether `text` is white space as XML defines it.
#[must_use]
pub fn is_white_space(text: &str) -> bool {
    text.chars().all(is_blank)
}

/// No character that XML forbids.
pub(super) fn characters(text: &str) -> Checked {
    // The fast look vectorises; the exact one follows only where something may be wrong.
    if !may_hold_forbidden(text) {
        return Ok(());
    }
    match text.char_indices().find(|&(_, c)| is_forbidden(c) || c == '\u{ffff}') {
        Some((at, c)) => fault(at, format!("the character U+{:04X} is not allowed", u32::from(c))),
        None => Ok(()),
    }
}

/// Text between tags: legal characters, no `]]>`.
///
/// # Errors
/// The first fault.
pub fn text(text: &str) -> Checked {
    let end = memchr::memmem::find(text.as_bytes(), b"]]>");
    characters(&text[..end.unwrap_or(text.len())])?;
    match end {
        Some(at) => fault(at, "\"]]>\" is not allowed in text"),
        None => Ok(()),
    }
}

/// A CDATA section: legal characters.
///
/// # Errors
/// The first fault.
pub fn cdata(text: &str) -> Checked {
    characters(text)
}

/// A reference in text or in a value, what stands between `&` and `;`: one of the five entities, or a number of a character.
///
/// # Errors
/// What is wrong with it, by bytes from the `&`.
pub fn reference_in_text(name: &str) -> Checked {
    match reference(name) {
        Reference::Char(_) => Ok(()),
        Reference::NoChar => fault(0, format!("the reference \"&{};\" stands for no character", excerpt(name))),
        Reference::Unknown => fault(0, format!("the entity \"{}\" is not defined", excerpt(name))),
        Reference::NoName => ampersand(name),
    }
}

/// An `&`, and what follows it: a reference, whatever it refers to.
///
/// # Errors
/// Where what follows departs from the form of a reference, by bytes from the `&`.
pub fn ampersand(behind: &str) -> Checked {
    let (from, legal): (usize, fn(char) -> bool) = match behind.as_bytes() {
        [b'#', b'x', ..] => (2, |c| c.is_ascii_hexdigit()),
        [b'#', ..] => (1, |c| c.is_ascii_digit()),
        // No name of an entity holds a colon where namespaces are declared.
        _ if behind.starts_with(|c| begins_name(c) && c != ':') => (0, |c| is_name_char(c) && c != ':'),
        _ => (0, |_| false),
    };
    let length = behind[from..].find(|c| !legal(c)).unwrap_or(behind.len() - from);
    let end = from + length;
    if length > 0 && behind[end..].starts_with(';') {
        return Ok(());
    }
    fault(1 + end, "\"&\" begins no reference; it has to be written \"&amp;\"")
}

/// A comment: no `--`, not even at its end.
///
/// # Errors
/// The first fault.
pub fn comment(text: &str) -> Checked {
    let end = memchr::memmem::find(text.as_bytes(), b"--");
    characters(&text[..end.unwrap_or(text.len())])?;
    match end {
        Some(at) => fault(at + 2, "\"--\" is not allowed in a comment"),
        None if text.ends_with('-') => fault(text.len() + 1, "\"--\" is not allowed in a comment"),
        None => Ok(()),
    }
}

/// A processing instruction: a name that is not `xml`, then a blank or the end.
///
/// # Errors
/// The first fault.
pub fn instruction(text: &str) -> Checked {
    let end = text.find(|c| !is_name_char(c) || c == ':').unwrap_or(text.len());
    let target = &text[..end];
    if !target.starts_with(begins_name) {
        return fault(0, format!("\"{}\" begins no name of an instruction", excerpt(text)));
    }
    if !text[end..].is_empty() && !text[end..].starts_with(is_blank) {
        return fault(end, "a blank has to follow the name of an instruction");
    }
    if target.eq_ignore_ascii_case("xml") {
        return fault(0, format!("\"{target}\" is reserved: no instruction may be called so"));
    }
    characters(text)
}
