//! What XML 1.0 and its namespaces forbid within one token (rule \[34\]).
//!
//! Enters: a token as written. Leaves: nothing, or a [`Fault`]: where in the token, and what. Whether a token may stand
//! where it stands (one root, tags that match, the declaration first) is for the walk of the document to check, since
//! it knows what is open. An internal DTD subset is not checked.

use super::attributes::{Attributes, Flaw};
use super::names::{Ns, Scope, split};
use super::text::{Reference, is_forbidden, reference, resolved};
use crate::error::excerpt;

/// What is not well-formed, and where: bytes from the beginning of what was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Bytes from the beginning of what was checked.
    pub at: usize,
    /// What was found and what was expected.
    pub message: String,
}

type Checked = std::result::Result<(), Fault>;

fn fault<T>(at: usize, message: impl Into<String>) -> std::result::Result<T, Fault> {
    Err(Fault { at, message: message.into() })
}

/// Whether `text` is a Name of XML 1.0.
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

const fn begins_name(c: char) -> bool {
    matches!(c, ':' | '_' | 'A'..='Z' | 'a'..='z' | '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{f6}' | '\u{f8}'..='\u{2ff}'
        | '\u{370}'..='\u{37d}' | '\u{37f}'..='\u{1fff}' | '\u{200c}'..='\u{200d}' | '\u{2070}'..='\u{218f}'
        | '\u{2c00}'..='\u{2fef}' | '\u{3001}'..='\u{d7ff}' | '\u{f900}'..='\u{fdcf}' | '\u{fdf0}'..='\u{fffd}'
        | '\u{10000}'..='\u{effff}')
}

const fn is_name_char(c: char) -> bool {
    begins_name(c) || matches!(c, '-' | '.' | '0'..='9' | '\u{b7}' | '\u{300}'..='\u{36f}' | '\u{203f}'..='\u{2040}')
}

const fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n')
}

/// No character that XML forbids.
fn characters(text: &str) -> Checked {
    // A bound that vectorises; the exact look follows only where something may be wrong.
    if !super::text::may_hold_forbidden(text) {
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
    characters(text)?;
    match memchr::memmem::find(text.as_bytes(), b"]]>") {
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

/// A reference in text: one of the five entities, or a number of a character.
///
/// # Errors
/// What is wrong with it.
pub fn reference_in_text(name: &str) -> Checked {
    match reference(name) {
        Reference::Char(_) => Ok(()),
        Reference::NoChar => fault(0, format!("the reference \"&{};\" stands for no character", excerpt(name))),
        Reference::Unknown => fault(0, format!("the entity \"{}\" is not defined", excerpt(name))),
        Reference::NoName => fault(0, "\"&\" begins no reference; it has to be written \"&amp;\""),
    }
}

/// A comment: no `--`, not even at its end.
///
/// # Errors
/// The first fault.
pub fn comment(text: &str) -> Checked {
    characters(text)?;
    match memchr::memmem::find(text.as_bytes(), b"--") {
        Some(at) => fault(at, "\"--\" is not allowed in a comment"),
        None if text.ends_with('-') => fault(text.len() - 1, "\"--\" is not allowed in a comment"),
        None => Ok(()),
    }
}

/// A processing instruction: a name that is not `xml`, then a blank or the end.
///
/// # Errors
/// The first fault.
pub fn instruction(text: &str) -> Checked {
    characters(text)?;
    let target = text.split(is_blank).next().unwrap_or("");
    if !is_name(target) || target.contains(':') {
        return fault(0, format!("\"{}\" is no name for an instruction", excerpt(target)));
    }
    if target.eq_ignore_ascii_case("xml") {
        return fault(0, "the XML declaration has to stand at the very start");
    }
    Ok(())
}

/// The XML declaration: version, then perhaps encoding, then perhaps standalone.
///
/// # Errors
/// The first fault.
pub fn declaration(text: &str) -> Checked {
    characters(text)?;
    let mut expected: &[&str] = &["version", "encoding", "standalone"];
    for attribute in Attributes::new(&text["xml".len()..]) {
        let at = "xml".len() + attribute.at;
        let Some(index) = expected.iter().position(|&name| name == attribute.name) else {
            return fault(at, format!("\"{}\" is not expected in the XML declaration", excerpt(attribute.name)));
        };
        if expected.len() == 3 && index != 0 {
            return fault(at, "the XML declaration has to begin with a version");
        }
        expected = &expected[index + 1..];
        let value = attribute.value;
        let good = attribute.flaw.is_none()
            && match attribute.name {
                "version" => {
                    value.strip_prefix("1.").is_some_and(|v| !v.is_empty() && v.bytes().all(|b| b.is_ascii_digit()))
                }
                "encoding" => {
                    value.starts_with(|c: char| c.is_ascii_alphabetic())
                        && value.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-'))
                }
                _ => matches!(value, "yes" | "no"),
            };
        if !good {
            return fault(at, format!("\"{}\" has no value that the XML declaration allows", attribute.name));
        }
    }
    if expected.len() == 3 { fault(0, "the XML declaration has no version") } else { Ok(()) }
}

/// A DOCTYPE: the word in capitals and a name; the internal subset is not checked.
///
/// # Errors
/// The first fault.
pub fn doctype(text: &str) -> Checked {
    let Some(rest) = text.strip_prefix("DOCTYPE") else {
        return fault(0, "\"DOCTYPE\" has to be written in capitals");
    };
    let name = rest.trim_start_matches(is_blank);
    let end = name.find(|c| is_blank(c) || c == '[').unwrap_or(name.len());
    if name.len() == rest.len() || !is_qualified_name(&name[..end]) {
        return fault("DOCTYPE".len(), "a DOCTYPE needs a name");
    }
    let external = name[end..].split('[').next().unwrap_or("").trim_matches(is_blank);
    let literals = match external.split_once(is_blank) {
        None if external.is_empty() => return Ok(()),
        Some(("SYSTEM", rest)) => (rest, 1),
        Some(("PUBLIC", rest)) => (rest, 2),
        _ => return fault("DOCTYPE".len(), "a DOCTYPE names SYSTEM or PUBLIC identifiers, or none"),
    };
    if quoted_literals(literals.0) == Some(literals.1) {
        Ok(())
    } else {
        fault("DOCTYPE".len(), "the identifiers of a DOCTYPE have to be quoted")
    }
}

/// How many quoted literals `text` is made of, parted by blanks.
fn quoted_literals(text: &str) -> Option<usize> {
    let mut rest = text.trim_matches(is_blank);
    let mut count = 0;
    while let Some(quote) = rest.chars().next() {
        if !matches!(quote, '"' | '\'') {
            return None;
        }
        let end = rest[1..].find(quote)?;
        let after = &rest[end + 2..];
        rest = after.trim_start_matches(is_blank);
        if !rest.is_empty() && rest.len() == after.len() {
            return None;
        }
        count += 1;
    }
    Some(count)
}

/// A start tag: its name, its attributes, its prefixes. The declarations it makes are in `scope` already.
///
/// # Errors
/// The first fault, by bytes from the `<`.
pub fn start(name: &str, attributes: &str, scope: &Scope) -> Checked {
    if !is_qualified_name(name) {
        return fault(1, format!("\"{}\" is no name for an element", excerpt(name)));
    }
    let base = 1 + name.len();
    let mut seen: Vec<(&str, Ns, &str)> = Vec::new();
    for attribute in Attributes::new(attributes) {
        let at = base + attribute.at;
        check_attribute(attribute.name, attribute.value, attribute.flaw).or_else(|message| fault(at, message))?;
        let (prefix, local) = split(attribute.name);
        let ns = match prefix {
            "" => Ns::None,
            "xmlns" => Ns::Xml,
            _ => scope.of_prefix(prefix),
        };
        if ns == Ns::Undeclared {
            return fault(at, format!("the prefix \"{}\" is not declared", excerpt(prefix)));
        }
        let twice = seen.iter().any(|&(other, other_ns, other_local)| {
            other == attribute.name
                || (!prefix.is_empty() && prefix != "xmlns" && other_ns == ns && other_local == local)
        });
        if twice {
            return fault(at, format!("the attribute \"{}\" is given twice", excerpt(attribute.name)));
        }
        seen.push((attribute.name, if prefix == "xmlns" { Ns::Undeclared } else { ns }, local));
    }
    let (prefix, _) = split(name);
    if prefix == "xmlns" || scope.of_prefix(prefix) == Ns::Undeclared {
        return fault(1, format!("the prefix \"{}\" is not declared", excerpt(prefix)));
    }
    Ok(())
}

fn check_attribute(name: &str, value: &str, flaw: Option<Flaw>) -> std::result::Result<(), String> {
    let shown = || excerpt(name);
    match flaw {
        Some(Flaw::NoBlank) => return Err(format!("a blank is missing before the attribute \"{}\"", shown())),
        Some(Flaw::NoValue) => return Err(format!("the attribute \"{}\" has no value", shown())),
        Some(Flaw::Unquoted) => return Err(format!("the value of the attribute \"{}\" is not quoted", shown())),
        Some(Flaw::OpenQuote) => return Err(format!("the value of the attribute \"{}\" does not end", shown())),
        None => {}
    }
    if !is_qualified_name(name) {
        return Err(format!("\"{}\" is no name for an attribute", shown()));
    }
    if value.contains('<') {
        return Err(format!("\"<\" is not allowed in the value of the attribute \"{}\"", shown()));
    }
    characters(value).map_err(|f| f.message)?;
    let mut rest = value;
    while let Some((_, behind)) = rest.split_once('&') {
        let name = behind.split([';', '&']).next().unwrap_or("");
        if !behind[name.len()..].starts_with(';') {
            return Err(format!("\"&\" begins no reference in the value of the attribute \"{}\"", shown()));
        }
        reference_in_text(name).map_err(|f| f.message)?;
        rest = &behind[name.len()..];
    }
    check_declaration(name, value)
}

/// What the namespaces recommendation reserves.
fn check_declaration(name: &str, value: &str) -> std::result::Result<(), String> {
    const XML: &str = "http://www.w3.org/XML/1998/namespace";
    const XMLNS: &str = "http://www.w3.org/2000/xmlns/";
    let prefix = match split(name) {
        ("xmlns", prefix) => prefix,
        ("", "xmlns") => "",
        _ => return Ok(()),
    };
    let uri = resolved(value);
    let allowed = match prefix {
        "xml" => uri == XML,
        "xmlns" => false,
        "" => uri != XML && uri != XMLNS,
        _ => !uri.is_empty() && uri != XML && uri != XMLNS,
    };
    if allowed { Ok(()) } else { Err(format!("the prefix \"{}\" cannot be declared so", excerpt(prefix))) }
}

/// An end tag: its name as in the start tag, then blanks at the most.
#[must_use]
pub fn ends(written: &str, name: &str) -> bool {
    written.trim_end_matches(is_blank) == name
}

/// Whether `text` is white space as XML defines it.
#[must_use]
pub fn is_white_space(text: &str) -> bool {
    text.chars().all(is_blank)
}
