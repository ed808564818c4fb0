//! What XML 1.0 asks of the declaration and of a DOCTYPE (rule \[34\]). An internal subset is not checked.
//!
//! Enters: either, as written between its brackets. Leaves: a [`Fault`](super::wellformed::Fault), or what they say that
//! the rest of the document depends on. Called by the walk of the document.

use super::attributes::Attributes;
use super::wellformed::{Checked, Fault, characters, fault, is_blank, is_qualified_name};
use crate::error::excerpt;

/// The XML declaration: version, then perhaps encoding, then perhaps standalone.
///
/// # Errors
/// The first fault.
pub fn declaration(text: &str) -> Checked {
    const NAMES: [&str; 3] = ["version", "encoding", "standalone"];
    let mut next = 0;
    for attribute in Attributes::new(&text["xml".len()..]) {
        let (name, value, at) = (attribute.name, attribute.value, "xml".len() + attribute.at);
        let Some(index) = NAMES.iter().position(|&known| known == name).filter(|&index| index >= next) else {
            return fault(at, format!("\"{}\" is not expected in the XML declaration", excerpt(name)));
        };
        if next == 0 && index != 0 {
            return fault(at, "the XML declaration has to begin with a version");
        }
        next = index + 1;
        let allowed = match name {
            "version" => is_version(value),
            "encoding" => is_encoding(value),
            _ => matches!(value, "yes" | "no"),
        };
        if attribute.flaw.is_some() || !allowed {
            return fault(at, format!("\"{name}\" has no value that the XML declaration allows"));
        }
    }
    if next == 0 { fault(0, "the XML declaration has no version") } else { Ok(()) }
}

fn is_version(value: &str) -> bool {
    value.strip_prefix("1.").is_some_and(|minor| !minor.is_empty() && minor.bytes().all(|b| b.is_ascii_digit()))
}

fn is_encoding(value: &str) -> bool {
    value.starts_with(|c: char| c.is_ascii_alphabetic())
        && value.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-'))
}

/// Whether a declaration says `standalone="yes"`.
#[must_use]
pub fn is_standalone(declaration: &str) -> bool {
    Attributes::new(declaration).any(|attribute| attribute.name == "standalone" && attribute.value == "yes")
}

/// Where the entities of a document may be defined, by its DOCTYPE.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Definitions {
    /// Nowhere, or in an internal subset, which is not read.
    Here,
    /// In a file that is never fetched: whether an entity is defined cannot be told.
    Elsewhere,
}

/// A DOCTYPE, what stands behind the `!`: the word in capitals, a name, and perhaps identifiers.
///
/// # Errors
/// The first fault.
pub fn doctype(text: &str) -> Result<Definitions, Fault> {
    let Some(behind) = text.strip_prefix("DOCTYPE") else {
        return fault(0, "\"DOCTYPE\" has to be written in capitals");
    };
    let mut scan = Scan { text, at: text.len() - behind.len() };
    let blank = scan.blank();
    let name = scan.until(|c| is_blank(c) || c == '[');
    if !blank || !is_qualified_name(name) {
        return fault(scan.at - name.len(), "a DOCTYPE needs a name");
    }
    let blank = scan.blank();
    let at = scan.at;
    let public = match scan.until(|c| is_blank(c) || matches!(c, '[' | '"' | '\'')) {
        "" if scan.rest().is_empty() || scan.rest().starts_with('[') => return scan.subset(Definitions::Here),
        "SYSTEM" if blank => false,
        "PUBLIC" if blank => true,
        _ => return fault(at, "a DOCTYPE names SYSTEM or PUBLIC identifiers, or none"),
    };
    if public {
        let identifier = scan.literal()?;
        if let Some(at) = identifier.find(|c| !is_public_character(c)) {
            let at = scan.at - 1 - identifier.len() + at;
            return fault(at, "a public identifier of a DOCTYPE holds a character that is not allowed there");
        }
    }
    let literal = scan.literal()?;
    characters(literal).map_err(|f| f.shifted(scan.at - 1 - literal.len()))?;
    scan.blank();
    scan.subset(Definitions::Elsewhere)
}

const fn is_public_character(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || matches!(c, ' ' | '\r' | '\n' | '\'' | '('..='/' | ':' | ';' | '=' | '?' | '!' | '#' | '@' | '$' | '_' | '%')
}

struct Scan<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scan<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn until(&mut self, stop: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let found = &rest[..rest.find(stop).unwrap_or(rest.len())];
        self.at += found.len();
        found
    }

    fn blank(&mut self) -> bool {
        !self.until(|c| !is_blank(c)).is_empty()
    }

    /// What is quoted, behind a blank.
    fn literal(&mut self) -> Result<&'a str, Fault> {
        let blank = self.blank();
        let rest = self.rest();
        let quoted = rest.strip_prefix('"').and_then(|r| r.split_once('"'));
        let quoted = quoted.or_else(|| rest.strip_prefix('\'').and_then(|r| r.split_once('\'')));
        match quoted {
            Some((literal, _)) if blank => {
                self.at += literal.len() + 2;
                Ok(literal)
            }
            _ => fault(self.at, "the identifiers of a DOCTYPE have to be quoted, and parted by blanks"),
        }
    }

    /// The end, or an internal subset and blanks.
    fn subset(&self, otherwise: Definitions) -> Result<Definitions, Fault> {
        let rest = self.rest();
        if rest.is_empty() {
            return Ok(otherwise);
        }
        if rest.starts_with('[') && rest.trim_end_matches(is_blank).ends_with(']') {
            return Ok(Definitions::Here);
        }
        fault(self.at, "something that does not belong there stands in a DOCTYPE")
    }
}
