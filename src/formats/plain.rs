//! The lane for entries of plain markup: what the general lane reads token by token and checks piece by piece is read
//! here in one go, where nothing in it needs a second look.
//!
//! Enters: text where an entry may begin. Leaves: the entry, through the same [`Handler`], and where it ends; or nothing,
//! and [`super::tree`] reads it.
//!
//! BE ADVISED: the two have to give the same, which the tests' switch (`Settings::fast`) and a fuzz target hold them to.
//! Plain is an entry whose elements are ended by their own tags, whose names are short and declared, whose attributes are
//! quoted, given once and declare nothing, whose texts hold no references but to characters, and in which nothing is
//! noted. Whatever else is found, before the entry is committed, is given up: the entry is begun anew by the general lane.

use super::entry::Kind;
use super::handler::{Element, Handler};
use super::output::Output;
use super::{Slot, Value};
use crate::xml::attributes::Attributes;
use crate::xml::names::{Name, Ns, Scope};
use crate::xml::text::{Marks, Reference, Text, reference};
use crate::xml::work;

/// Open elements within an entry; a video's price needs three.
const MAX_DEPTH: usize = 16;
/// Bytes of a name.
const MAX_NAME: usize = 64;
/// Attributes of an element.
const MAX_ATTRIBUTES: usize = 8;
/// Bytes of a text that is wanted.
const MAX_TEXT: usize = 1 << 16;

/// What the lane is told of the document.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The text at hand.
    pub text: &'a str,
    /// Where an entry may begin, after its white space.
    pub at: usize,
    /// The line there.
    pub line: u32,
    /// What the entries stand in.
    pub container: Slot,
    /// The declarations in scope.
    pub scope: &'a Scope,
}

/// An open element: where its name is, and what it is.
#[derive(Clone, Copy)]
struct Open<'a> {
    name: &'a str,
    slot: Slot,
}

struct Lane<'a> {
    place: Place<'a>,
    bytes: &'a [u8],
    at: usize,
    open: [Open<'a>; MAX_DEPTH],
    depth: usize,
}

/// Reads the entry at hand; where it ends, or `None` with nothing done that the general lane does not undo.
pub fn entry(place: Place<'_>, handler: &mut Handler, text: &mut Text, output: &mut Output) -> Option<usize> {
    let nothing = Open { name: "", slot: Slot::Skip };
    let mut lane = Lane { place, bytes: place.text.as_bytes(), at: place.at, open: [nothing; MAX_DEPTH], depth: 0 };
    let before = output.diagnostics.noted();
    lane.begin(handler)?;
    while lane.depth > 0 {
        lane.step(handler, text, output)?;
    }
    if output.diagnostics.noted() != before {
        return None;
    }
    handler.finish(output);
    output.complete_entries += 1;
    Some(lane.at)
}

impl<'a> Lane<'a> {
    fn begin(&mut self, handler: &mut Handler) -> Option<()> {
        let tag = self.start_tag()?;
        let name = self.name(tag.name)?;
        let Slot::Entry(kind) = handler.place(self.place.container, name) else { return None };
        let own = match self.place.container {
            Slot::Root(format) => (format == super::Format::Sitemapindex) == (kind == Kind::Sitemap),
            _ => true,
        };
        if !own || tag.empty {
            return None;
        }
        handler.begin(kind, name.ns, self.place.line, tag.attributes);
        self.push(tag.name, Slot::Entry(kind))
    }

    /// Text up to the next markup, and that markup.
    fn step(&mut self, handler: &mut Handler, text: &mut Text, output: &mut Output) -> Option<()> {
        let slot = self.open[self.depth - 1].slot;
        let start = self.at;
        let end = start + memchr::memchr(b'<', &self.bytes[start..])?;
        let piece = &self.place.text[start..end];
        work::add(end - start);
        match slot {
            // Stray text is noted, and may show that a location is torn.
            Slot::Entry(_) | Slot::Group(_) if !is_white(piece) => return None,
            Slot::Value(value) if self.bytes.get(end + 1) == Some(&b'/') => {
                self.at = end;
                return self.value(value, piece, handler, text, output);
            }
            Slot::Value(value) => return self.mixed(value, handler, text, output),
            _ => plain_text(piece)?,
        }
        self.at = end;
        match self.bytes.get(end + 1)? {
            b'/' => self.end_tag(handler, output),
            b'!' => {
                let piece = self.character_data()?;
                let stray = matches!(slot, Slot::Entry(_) | Slot::Group(_)) && !is_white(piece);
                (!stray).then_some(())
            }
            _ => self.start(handler, text, output),
        }
    }

    fn start(&mut self, handler: &mut Handler, text: &mut Text, output: &mut Output) -> Option<()> {
        let parent = self.open[self.depth - 1].slot;
        let tag = self.start_tag()?;
        let name = self.name(tag.name)?;
        let slot = handler.place(parent, name);
        let nested = matches!(name.local, "url" | "sitemap" | "item" | "entry" | "urlset" | "sitemapindex");
        let again =
            matches!(slot, Slot::Group(group) if parent == Slot::Group(group)) || slot == parent && slot != Slot::Skip;
        if nested
            || again
            || (slot == Slot::Skip && handler.knows(self.outer(), name) && matches!(parent, Slot::Group(_)))
        {
            return None;
        }
        handler.enter(parent, slot, &Element { name, attributes: tag.attributes, line: self.place.line });
        if tag.empty {
            return self.leave(slot, "", Marks::default(), handler, output);
        }
        if matches!(slot, Slot::Value(_)) {
            text.clear();
        }
        self.push(tag.name, slot)
    }

    fn outer(&self) -> Slot {
        if self.depth > 1 { self.open[self.depth - 2].slot } else { Slot::Skip }
    }

    /// A value that is one piece of text.
    fn value(
        &mut self,
        value: Value,
        piece: &str,
        handler: &mut Handler,
        text: &mut Text,
        output: &mut Output,
    ) -> Option<()> {
        if piece.len() > MAX_TEXT {
            return None;
        }
        if memchr::memchr3(b'&', b']', b'\r', piece.as_bytes()).is_none() {
            self.close_tag()?;
            return self.leave(Slot::Value(value), piece.trim(), Marks::default(), handler, output);
        }
        text.clear();
        resolve(piece, text)?;
        self.close_tag()?;
        let (shown, marks) = text.take();
        self.leave(Slot::Value(value), &shown, marks, handler, output)
    }

    /// A value of several pieces: text and CDATA sections.
    fn mixed(&mut self, value: Value, handler: &mut Handler, text: &mut Text, output: &mut Output) -> Option<()> {
        text.clear();
        loop {
            let start = self.at;
            self.at += memchr::memchr(b'<', &self.bytes[start..])?;
            resolve(&self.place.text[start..self.at], text)?;
            if text.len() > MAX_TEXT {
                return None;
            }
            match self.bytes.get(self.at + 1)? {
                b'/' => break,
                b'!' => {
                    let piece = self.character_data()?;
                    // A section within a section: the end of the first may be damaged.
                    let within = memchr::memmem::find(piece.as_bytes(), b"<![CDATA[").is_some();
                    if within || text.len() + piece.len() > MAX_TEXT || piece.contains('\r') {
                        return None;
                    }
                    text.push(piece, false);
                }
                _ => return None,
            }
        }
        self.close_tag()?;
        let (shown, marks) = text.take();
        self.leave(Slot::Value(value), &shown, marks, handler, output)
    }

    fn end_tag(&mut self, handler: &mut Handler, output: &mut Output) -> Option<()> {
        let slot = self.open[self.depth - 1].slot;
        self.close_tag()?;
        if self.depth == 0 { Some(()) } else { self.leave(slot, "", Marks::default(), handler, output) }
    }

    /// What the end of an element means; its frame is gone already.
    fn leave(&self, slot: Slot, shown: &str, marks: Marks, handler: &mut Handler, output: &mut Output) -> Option<()> {
        let line = self.place.line;
        match slot {
            Slot::Value(Value::Extra) | Slot::Inline => return None,
            Slot::Value(value) => {
                // A second location is an entry of its own.
                if matches!(value, Value::Loc) && handler.entry().loc.is_some() {
                    return None;
                }
                let element = Element { name: Name { ns: Ns::None, local: "" }, attributes: "", line };
                handler.value(value, shown, marks, &element, output);
            }
            Slot::Group(group) => handler.leave(group, line, output),
            Slot::Skip | Slot::Entry(_) | Slot::Root(_) | Slot::Feed(_) => {}
        }
        Some(())
    }

    fn push(&mut self, name: &'a str, slot: Slot) -> Option<()> {
        *self.open.get_mut(self.depth)? = Open { name, slot };
        self.depth += 1;
        Some(())
    }

    /// The end tag of the innermost element, exactly.
    fn close_tag(&mut self) -> Option<()> {
        let name = self.open[self.depth - 1].name;
        let rest = self.bytes.get(self.at + 2..)?;
        if !rest.starts_with(name.as_bytes()) || rest.get(name.len()) != Some(&b'>') {
            return None;
        }
        self.at += name.len() + 3;
        self.depth -= 1;
        Some(())
    }

    /// What a CDATA section holds.
    fn character_data(&mut self) -> Option<&'a str> {
        const OPEN: &[u8] = b"<![CDATA[";
        let rest = &self.bytes[self.at..];
        if !rest.starts_with(OPEN) {
            return None;
        }
        let length = find_cdata_end(&rest[OPEN.len()..]);
        work::add(length.unwrap_or(rest.len()));
        let length = length?;
        let start = self.at + OPEN.len();
        self.at = start + length + 3;
        Some(&self.place.text[start..start + length])
    }

    /// A start tag of plain shape.
    fn start_tag(&mut self) -> Option<Tag<'a>> {
        let start = self.at + 1;
        let rest = &self.bytes[start..];
        let length = rest.iter().take(MAX_NAME + 1).position(|&b| !is_name_byte(b))?;
        if length == 0 || !rest[0].is_ascii_alphabetic() {
            return None;
        }
        let name = &self.place.text[start..start + length];
        let (attributes, end) = match rest[length] {
            b'>' => ("", start + length),
            b'/' if rest.get(length + 1) == Some(&b'>') => ("", start + length + 1),
            b' ' | b'\n' | b'\t' => {
                let end = attributes_end(self.bytes, start + length);
                work::add(end.unwrap_or(self.bytes.len()) - start);
                let end = end?;
                let close = end - usize::from(self.bytes[end - 1] == b'/');
                let attributes = &self.place.text[start + length..close];
                plain_attributes(attributes)?;
                (attributes, end)
            }
            _ => return None,
        };
        self.at = end + 1;
        Some(Tag { name, attributes, empty: self.bytes[end - 1] == b'/' })
    }

    /// A name with its namespace, where that is declared.
    fn name(&self, written: &'a str) -> Option<Name<'a>> {
        let (name, undeclared) = self.place.scope.element(written);
        let plain = !undeclared && !name.local.is_empty() && !name.local.contains(':');
        // A prefix that is no name, as in `:a`, or that XML reserves.
        (plain && !written.starts_with(':') && !written.starts_with("xml")).then_some(name)
    }
}

struct Tag<'a> {
    name: &'a str,
    attributes: &'a str,
    empty: bool,
}

const fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b':' | b'_' | b'-' | b'.')
}

fn is_white(text: &str) -> bool {
    text.bytes().all(|b| matches!(b, b' ' | b'\t' | b'\r' | b'\n'))
}

/// Where the tag ends whose attributes begin at `from`: at a `>` outside quotes, no `<` before it.
fn attributes_end(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        match bytes.get(at)? {
            b'>' => return Some(at),
            b'<' => return None,
            &quote @ (b'"' | b'\'') => at += 1 + memchr::memchr(quote, bytes.get(at + 1..)?)?,
            _ => {}
        }
        at += 1;
    }
}

/// Attributes that need no second look.
fn plain_attributes(attributes: &str) -> Option<()> {
    let mut names = [""; MAX_ATTRIBUTES];
    for (index, attribute) in Attributes::new(attributes).enumerate() {
        let name = attribute.name;
        let plain = attribute.flaw.is_none()
            && name.bytes().next().is_some_and(|b| b.is_ascii_alphabetic())
            && name.len() <= MAX_NAME
            && name.bytes().all(|b| is_name_byte(b) && b != b':')
            && name != "xmlns"
            && !names[..index.min(MAX_ATTRIBUTES)].contains(&name);
        if !plain || memchr::memchr(b'<', attribute.value.as_bytes()).is_some() {
            return None;
        }
        *names.get_mut(index)? = name;
        plain_references(attribute.value)?;
    }
    Some(())
}

/// Text that is not wanted, and holds nothing that would be noted or refused.
fn plain_text(text: &str) -> Option<()> {
    if memchr::memchr2(b'&', b']', text.as_bytes()).is_none() {
        return Some(());
    }
    if memchr::memmem::find(text.as_bytes(), b"]]>").is_some() {
        return None;
    }
    plain_references(text)
}

/// References to characters only.
fn plain_references(text: &str) -> Option<()> {
    let mut rest = text;
    while let Some(at) = memchr::memchr(b'&', rest.as_bytes()) {
        let (_, behind) = character(&rest[at + 1..])?;
        rest = behind;
    }
    Some(())
}

/// Text that is wanted, its references resolved.
fn resolve(piece: &str, text: &mut Text) -> Option<()> {
    if memchr::memmem::find(piece.as_bytes(), b"]]>").is_some() || piece.contains('\r') {
        return None;
    }
    let mut rest = piece;
    while let Some(at) = memchr::memchr(b'&', rest.as_bytes()) {
        text.push(&rest[..at], false);
        let (c, behind) = character(&rest[at + 1..])?;
        text.push_char(c);
        rest = behind;
    }
    text.push(rest, false);
    Some(())
}

/// The character a reference stands for, and what follows it.
fn character(behind: &str) -> Option<(char, &str)> {
    let end = behind.bytes().take(MAX_NAME).position(|b| b == b';')?;
    match reference(&behind[..end]) {
        Reference::Char(c) => Some((c, &behind[end + 1..])),
        _ => None,
    }
}

/// Where `]]>` is.
fn find_cdata_end(bytes: &[u8]) -> Option<usize> {
    let mut from = 0;
    loop {
        let at = from + memchr::memchr(b']', &bytes[from..])?;
        if bytes[at..].starts_with(b"]]>") {
            return Some(at);
        }
        from = at + 1;
    }
}
