//! What XML 1.0 and its namespaces forbid within a tag (rule \[34\]).
//!
//! Enters: a tag as written, from its `<` on. Leaves: nothing, or a [`Fault`]: the first byte that departs from the
//! grammar, or else what is wrong with a name, a prefix or a value. Called by the walk of the document in strict mode.

use super::attributes::Attributes;
use super::names::{Scope, split};
use super::text::resolved;
use super::wellformed::{
    Checked, Fault, ampersand, begins_name, characters, fault, is_blank, is_name_char, reference_in_text,
};
use crate::error::excerpt;

/// The form of a start tag. What runs out before its end has no fault here.
///
/// # Errors
/// The first byte that departs from the grammar.
pub fn start_form(tag: &str) -> Checked {
    let mut scan = Scan { text: tag, at: 1 };
    scan.name("an element")?;
    loop {
        let blank = scan.blank();
        match scan.peek() {
            None | Some('>') => return Ok(()),
            Some('/') => {
                scan.at += 1;
                return match scan.peek() {
                    None | Some('>') => Ok(()),
                    Some(_) => fault(scan.at, "\">\" has to follow the \"/\" of a tag"),
                };
            }
            Some(_) if !blank => return fault(scan.at, "a blank is missing before an attribute, or a name is no name"),
            Some(_) => {}
        }
        scan.name("an attribute")?;
        scan.blank();
        if !scan.take('=') {
            return scan.missing("an attribute has no value: \"=\" was expected");
        }
        scan.blank();
        scan.value()?;
    }
}

/// The form of an end tag: a name, then blanks at the most.
///
/// # Errors
/// The first byte that departs from the grammar.
pub fn end_form(tag: &str) -> Checked {
    let mut scan = Scan { text: tag, at: "</".len() };
    // It has to be that of the start tag, whose colons were looked at.
    scan.part("an element", is_name_char)?;
    scan.blank();
    if scan.take('>') { Ok(()) } else { scan.missing("\">\" was expected behind the name of an end tag") }
}

struct Scan<'a> {
    text: &'a str,
    at: usize,
}

impl Scan<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn take(&mut self, expected: char) -> bool {
        let found = self.peek() == Some(expected);
        if found {
            self.at += expected.len_utf8();
        }
        found
    }

    /// A fault here, unless the text has run out.
    fn missing(&self, message: &str) -> Checked {
        if self.at == self.text.len() { Ok(()) } else { fault(self.at, message) }
    }

    fn blank(&mut self) -> bool {
        let rest = &self.text[self.at..];
        let length = rest.find(|c| !is_blank(c)).unwrap_or(rest.len());
        self.at += length;
        length > 0
    }

    /// A name with at most one prefix.
    fn name(&mut self, what: &str) -> Checked {
        let without_colon = |c| is_name_char(c) && c != ':';
        self.part(what, without_colon)?;
        if self.take(':') { self.part(what, without_colon) } else { Ok(()) }
    }

    fn part(&mut self, what: &str, legal: fn(char) -> bool) -> Checked {
        let rest = &self.text[self.at..];
        let length = rest.find(|c| !legal(c)).unwrap_or(rest.len());
        if length == 0 || !rest.starts_with(|c| begins_name(c) && c != ':') {
            return self.missing(&format!("the name of {what} cannot begin so"));
        }
        self.at += length;
        Ok(())
    }

    fn value(&mut self) -> Checked {
        let quote = match self.peek() {
            None => return Ok(()),
            Some(c @ ('"' | '\'')) => c,
            Some(_) => return fault(self.at, "the value of an attribute is not quoted"),
        };
        self.at += 1;
        loop {
            let rest = &self.text[self.at..];
            let length = rest.find([quote, '<', '&']).unwrap_or(rest.len());
            characters(&rest[..length]).map_err(|f| f.shifted(self.at))?;
            self.at += length;
            match self.peek() {
                None => return Ok(()),
                Some('<') => return fault(self.at, "\"<\" is not allowed in the value of an attribute"),
                Some('&') => {
                    let behind = &self.text[self.at + 1..];
                    ampersand(behind).map_err(|f| f.shifted(self.at))?;
                    self.at += 2 + behind.find(';').unwrap_or(0);
                }
                Some(_) => {
                    self.at += 1;
                    return Ok(());
                }
            }
        }
    }
}

/// Names, prefixes and values of a start tag whose form is right. The declarations it makes are in `scope` already;
/// `defined` says that entities may be defined where nobody looks.
///
/// # Errors
/// The first fault, by bytes from the `<`.
pub fn start(name: &str, attributes: &str, scope: &Scope, defined: bool) -> Checked {
    let base = 1 + name.len();
    let mut names: Vec<(&str, &str, usize)> = Vec::new();
    for attribute in Attributes::new(attributes) {
        let at = base + attribute.at;
        references(attribute.value, defined).map_err(|f| f.shifted(base + attribute.value_at))?;
        declaration(attribute.name, attribute.value).or_else(|message| fault(at, message))?;
        names.push(("", attribute.name, at));
    }
    let written = names.len();
    for index in 0..written {
        let (_, name, at) = names[index];
        let (prefix, local) = split(name);
        if matches!(prefix, "" | "xmlns") {
            continue;
        }
        let Some(uri) = scope.declared(prefix) else { return fault(at, undeclared(prefix)) };
        names.push((uri, local, at));
    }
    // As written and by namespace: a name given twice stands beside itself, the later one behind.
    names.sort_unstable();
    let twice = names.windows(2).filter(|pair| (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1));
    if let Some((_, name, at)) = twice.map(|pair| pair[1]).min_by_key(|&(_, _, at)| at) {
        return fault(at, format!("the attribute \"{}\" is given twice", excerpt(name)));
    }
    let (prefix, _) = split(name);
    if prefix == "xmlns" || (!prefix.is_empty() && scope.declared(prefix).is_none()) {
        return fault(1, undeclared(prefix));
    }
    Ok(())
}

fn undeclared(prefix: &str) -> String {
    format!("the prefix \"{}\" is not declared", excerpt(prefix))
}

/// The references of a value stand for characters.
fn references(value: &str, defined: bool) -> Checked {
    for (at, _) in value.match_indices('&') {
        let name = value[at + 1..].split(';').next().unwrap_or("");
        if !(defined && super::text::reference(name) == super::text::Reference::Unknown) {
            reference_in_text(name).map_err(|f: Fault| f.shifted(at))?;
        }
    }
    Ok(())
}

/// What the namespaces recommendation reserves.
fn declaration(name: &str, value: &str) -> std::result::Result<(), String> {
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
