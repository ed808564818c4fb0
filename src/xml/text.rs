//! The text of an element: pieces joined, references resolved once, white space trimmed (rules \[32\], \[33\]).
//!
//! Enters: the pieces that the walk of a document passes on for an element whose text is wanted. Leaves: one trimmed
//! value, and what became of it on the way, so that a location that was tampered with is not trusted.

use super::work;
use std::borrow::Cow;

/// Stands for bytes or a reference that stand for no character, until the value is used: U+FFFF is no character of XML,
/// so nothing genuine is mistaken for it. [`Text::take`] shows it as U+FFFD.
pub const UNDECODABLE: char = '\u{ffff}';

/// What happened to a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// It held something that stands for no character (rules \[25\], \[33\]).
    pub undecodable: bool,
    /// It held a character that XML forbids, which was dropped (rule \[35\]).
    pub control: bool,
    /// It held a `<` or an element between its pieces.
    pub torn: bool,
}

/// Collects the text of one element.
#[derive(Clone, Debug, Default)]
pub struct Text {
    content: String,
    marks: Marks,
    /// Something that is no white space was collected; asked for often, so it is not looked up.
    begun: bool,
    /// An element stood inside; text behind it tears the value.
    interrupted: bool,
    /// A tag that does not belong there stood inside.
    disturbed: bool,
}

impl Text {
    /// Begins anew.
    pub fn clear(&mut self) {
        self.content.clear();
        self.marks = Marks::default();
        self.begun = false;
        self.interrupted = false;
        self.disturbed = false;
    }

    /// The bytes collected so far.
    #[must_use]
    pub fn len(&self) -> usize {
        self.content.len()
    }

    /// Whether nothing was collected.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.content.is_empty()
    }

    /// A piece of text; `forbidden` says that there are characters in it to be dropped.
    pub fn push(&mut self, piece: &str, forbidden: bool) {
        work::add(piece.len());
        let blank = piece.trim_start().is_empty();
        self.marks.torn |= self.interrupted && self.begun && !blank;
        self.begun |= !blank;
        if forbidden {
            self.marks.control = true;
            self.content.extend(piece.chars().filter(|&c| !is_forbidden(c)));
        } else {
            self.content.push_str(piece);
        }
    }

    /// One character that a reference stands for.
    pub fn push_char(&mut self, c: char) {
        let mut buffer = [0; 4];
        self.push(c.encode_utf8(&mut buffer), false);
    }

    /// A `<` that begins no markup.
    pub fn push_less_than(&mut self) {
        self.content.push('<');
        self.begun = true;
        self.marks.torn = true;
    }

    /// An element stands here.
    pub const fn interrupt(&mut self) {
        self.interrupted = true;
    }

    /// A tag that does not belong here was read past.
    pub const fn disturb(&mut self) {
        self.disturbed = true;
    }

    /// Whether a tag that does not belong there stood inside.
    #[must_use]
    pub const fn is_disturbed(&self) -> bool {
        self.disturbed
    }

    /// What is collected is not what was meant.
    pub const fn tear(&mut self) {
        self.marks.torn = true;
    }

    /// Text stood in an element inside that never ended: what follows it is missing from the value.
    pub const fn tear_if_begun(&mut self) {
        self.marks.torn |= self.begun;
    }

    /// The value, trimmed, and what happened to it.
    #[must_use]
    pub fn take(&self) -> (Cow<'_, str>, Marks) {
        let (value, undecodable) = shown(self.content.trim());
        (value, Marks { undecodable, ..self.marks })
    }
}

/// `text` with U+FFFD where something stands for no character, and whether there was any.
#[must_use]
pub fn shown(text: &str) -> (Cow<'_, str>, bool) {
    // Its first byte is rare, and looked for without the set-up of a search for all three.
    if memchr::memchr(0xef, text.as_bytes()).is_some() && text.contains(UNDECODABLE) {
        (Cow::Owned(text.replace(UNDECODABLE, "\u{fffd}")), true)
    } else {
        (Cow::Borrowed(text), false)
    }
}

/// Whether XML forbids a character; the sentinel is none of them.
#[must_use]
pub const fn is_forbidden(c: char) -> bool {
    matches!(c, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}')
}

/// Whether a text holds no character that XML forbids, nor the sentinel.
#[must_use]
pub fn is_clean(text: &str) -> bool {
    !may_hold_forbidden(text) || !text.contains(|c| is_forbidden(c) || c == UNDECODABLE)
}

/// Whether a text may hold characters that XML forbids: a fast look at the bytes.
#[must_use]
#[expect(clippy::needless_bitwise_bool, reason = "without branches it is vectorised")]
pub fn may_hold_forbidden(text: &str) -> bool {
    text.bytes().fold(false, |found, b| found | ((b < 0x20) & (b != b'\n') & (b != b'\r') & (b != b'\t')) | (b == 0xef))
}

/// `text` without the characters that XML forbids.
#[must_use]
pub fn allowed(text: &str) -> Cow<'_, str> {
    if text.contains(is_forbidden) { Cow::Owned(text.replace(is_forbidden, "")) } else { Cow::Borrowed(text) }
}

/// What a reference stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference {
    /// A character.
    Char(char),
    /// A numeric reference to no character.
    NoChar,
    /// An entity that XML does not define.
    Unknown,
    /// No name at all: the `&` was meant literally.
    NoName,
}

/// Reads what stands between `&` and `;`.
#[must_use]
pub fn reference(name: &str) -> Reference {
    match name {
        "amp" => return Reference::Char('&'),
        "lt" => return Reference::Char('<'),
        "gt" => return Reference::Char('>'),
        "quot" => return Reference::Char('"'),
        "apos" => return Reference::Char('\''),
        _ => {}
    }
    if let Some(number) = name.strip_prefix('#') {
        let (digits, radix) = number.strip_prefix('x').map_or((number, 10), |hex| (hex, 16));
        if digits.is_empty() || !digits.bytes().all(|b| char::from(b).is_digit(radix)) {
            return Reference::NoName;
        }
        return u32::from_str_radix(digits, radix)
            .ok()
            .and_then(char::from_u32)
            .filter(|&c| !is_forbidden(c) && c != UNDECODABLE)
            .map_or(Reference::NoChar, Reference::Char);
    }
    if super::wellformed::is_name(name) && !name.contains(':') { Reference::Unknown } else { Reference::NoName }
}

/// An attribute's value with its references resolved and its white space turned into blanks, as XML asks; what is
/// unknown stays as it stands.
#[must_use]
pub fn resolved(value: &str) -> Cow<'_, str> {
    if memchr::memchr3(b'&', b'\n', b'\t', value.as_bytes()).is_none() && !value.contains('\r') {
        return Cow::Borrowed(value);
    }
    let mut out = String::with_capacity(value.len());
    let mut rest = value;
    while let Some(found) = rest.find(['&', '\n', '\t', '\r']) {
        out.push_str(&rest[..found]);
        if rest.as_bytes()[found] != b'&' {
            out.push(' ');
            rest = &rest[found + 1..];
            continue;
        }
        rest = &rest[found + 1..];
        // The search ends at the next &, so that a value full of them is read once.
        let near = memchr::memchr2(b';', b'&', rest.as_bytes());
        work::add(near.unwrap_or(rest.len()));
        match near.filter(|&end| rest.as_bytes()[end] == b';').map(|end| (end, reference(&rest[..end]))) {
            Some((end, Reference::Char(c))) => {
                out.push(c);
                rest = &rest[end + 1..];
            }
            Some((end, Reference::NoChar)) => {
                out.push(UNDECODABLE);
                rest = &rest[end + 1..];
            }
            _ => out.push('&'),
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}
