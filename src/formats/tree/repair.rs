//! The repair of tags, in tolerant mode (rules \[35\] to \[37\]).
//!
//! Enters: tags that are broken, or do not fit what is open. Leaves: elements that are closed or opened for them, with a note.
//!
//! - An end tag that does not fit closes what it finds open further out, or nothing.
//! - A new entry closes an unclosed one; a value closes another value of the same entry.
//! - Entries inside an unknown element are skipped with it. Where it turns out that the element never ends, or that other
//!   tags in it are out of place, reading goes back to the first of them ([`Checkpoint`]), at most [`MAX_RETURNS`] times
//!   in a document, so that the work stays linear; after that an entry in an unknown element closes it at once.
//! - A location whose end was inferred is in doubt until the next one begins: a text, or the end tag of a location, shows
//!   that markup stands in its middle, and the entry is taken back with an error.
//! - A location that a tag out of place may have made of another text has to be absolute.
//! - Characters that no name may hold are left out of names.

use super::super::handler::Element;
use super::super::output::Output;
use super::super::stack::{Frame, Inside};
use super::super::text::begins_url;
use super::super::{Format, Slot, Value};
use super::elements::ended;
use super::{Here, Next, Stage, Tree};
use crate::error::{Code, Result};
use crate::formats::entry::Kind;
use crate::table::diagnostics::Mark;
use crate::xml::lines::Counted;
use crate::xml::names::{Name, Ns, split};
use crate::xml::tag;
use crate::xml::wellformed::{self, is_blank, is_name_char};
use std::borrow::Cow;

/// How often reading goes back within a document.
const MAX_RETURNS: u32 = 8;

/// Where to go back to when an element that holds entries turns out never to end.
#[derive(Debug)]
pub(super) struct Checkpoint {
    at: Counted,
    /// The outermost element that would have to end.
    pub(super) outer: usize,
    findings: Mark,
    /// The repairs of tags until there.
    repairs: u64,
}

impl Checkpoint {
    pub(super) const fn offset(&self) -> u64 {
        self.at.offset()
    }
}

/// What was read last, as far as it may throw doubt on a location.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Last {
    #[default]
    Other,
    /// The end tag of a location.
    Loc,
    /// Text behind the end tag of a location.
    TextBehindLoc,
}

/// What throws doubt on the location of the open entry.
#[derive(Debug, Default)]
pub(super) struct Doubts {
    /// Its end was inferred.
    pub(super) implied: bool,
    /// What the element that opens next opens inside of.
    inside: Inside,
    last: Last,
}

impl Doubts {
    pub(super) fn text_stands_here(&mut self) {
        if self.last == Last::Loc {
            self.last = Last::TextBehindLoc;
        }
    }

    /// An element opens: inside of what.
    pub(super) fn element_stands_here(&mut self) -> Inside {
        self.last = Last::Other;
        std::mem::take(&mut self.inside)
    }
}

/// Whether a value is the location of its entry.
pub(super) const fn is_location(value: Value) -> bool {
    matches!(value, Value::Loc | Value::Link)
}

/// A name without what no name may hold.
pub(super) fn legible(name: &str) -> Cow<'_, str> {
    if name.chars().all(is_name_char) {
        return Cow::Borrowed(name);
    }
    let rest: String = name.chars().filter(|&c| is_name_char(c)).collect();
    if rest.is_empty() { Cow::Borrowed(name) } else { Cow::Owned(rest) }
}

impl Tree {
    /// A start tag that lacks its end, or the end of a quote.
    pub(super) fn broken_start(
        &mut self,
        name: &str,
        attributes: &str,
        empty: bool,
        here: Here<'_>,
        output: &mut Output,
    ) -> Result<Next> {
        if self.strict {
            self.check(tag::start_form(here.rest()), here)?;
        }
        self.repair(Code::BrokenTag, here, "a tag does not end", output)?;
        if self.wants_text() || !wellformed::is_name(name) {
            return Ok(self.not_a_tag(here));
        }
        self.start(name, attributes, empty, here, output)
    }

    /// An end tag that lacks its end.
    pub(super) fn broken_end(&mut self, name: &str, here: Here<'_>, output: &mut Output) -> Result<Next> {
        if self.strict {
            self.check(tag::end_form(here.rest()), here)?;
        }
        self.repair(Code::BrokenTag, here, "a tag does not end", output)?;
        if !wellformed::is_name(name.trim()) {
            return Ok(self.not_a_tag(here));
        }
        if self.wants_text() && self.stack.find(name.trim()).is_none() {
            // As likely a `<` in the text as a tag: the name may belong to the text.
            self.text.tear();
        }
        self.end(name, here, output)
    }

    /// Takes the `<` for a character, and reads on behind it.
    fn not_a_tag(&mut self, here: Here<'_>) -> Next {
        if self.wants_text() {
            self.text.push_less_than();
        }
        Next::Seek(here.at + 1)
    }

    /// An end tag that is not that of the innermost element.
    pub(super) fn end_elsewhere(&mut self, name: &str, here: Here<'_>, output: &mut Output) -> Next {
        let meant = legible(name.trim_start_matches(is_blank).split(is_blank).next().unwrap_or(""));
        let is_broken = meant != name;
        if is_broken {
            self.note(Code::BrokenTag, here, output);
        }
        let Some(index) = self.stack.find(&meant) else {
            if is_broken {
                self.text.interrupt();
            }
            self.stray_end(&meant, here, output);
            return Next::Go;
        };
        if self.checkpoint.as_ref().is_some_and(|checkpoint| index <= checkpoint.outer)
            && let Some(to) = self.go_back(output)
        {
            return Next::Seek(to);
        }
        while self.stack.len() > index + 1 {
            self.note(Code::MissingEndTag, here, output);
            self.close(false, output);
        }
        self.close(true, output);
        Next::Go
    }

    /// Whether the innermost element, which holds entries, should not: its start tag may be stray if it is called like one
    /// that entries stand in, or its end tag if there are tags out of place in between.
    pub(super) fn holds_entries_by_mistake(&self) -> bool {
        let Some(checkpoint) = &self.checkpoint else { return false };
        checkpoint.outer + 1 == self.stack.len()
            && (checkpoint.repairs != self.repairs
                || self.stack.container().is_some_and(|index| self.stack.name(index) == self.stack.top_name()))
    }

    /// An end tag that ends nothing.
    fn stray_end(&mut self, name: &str, here: Here<'_>, output: &mut Output) {
        self.note(Code::StrayEndTag, here, output);
        self.text.disturb();
        let (name, _) = self.scope.element(name);
        let ended = self.handler.place(Slot::Entry(self.handler.entry().kind), name);
        if self.in_location() && matches!(ended, Slot::Value(value) if value != Value::Extra) {
            // The start tag is missing, and the text that it began is taken for a part of the location.
            self.text.tear();
        }
        if matches!(ended, Slot::Value(value) if is_location(value)) {
            if self.doubts.last == Last::TextBehindLoc {
                self.handler.tear();
            }
            self.tear(output);
        }
        self.doubts.last = Last::Other;
    }

    /// Something shows that markup stands in the middle of the last location.
    pub(super) fn tear(&mut self, output: &mut Output) {
        if self.doubts.implied {
            self.handler.tear();
        } else if output.in_doubt() {
            output.withdraw();
        }
    }

    /// Takes in a location; where a tag or a character out of place may have made another one of it, it has to look like a
    /// whole one.
    pub(super) fn close_location(&mut self, value: Value, frame: &Frame, explicit: bool, output: &mut Output) {
        let (text, mut marks) = self.text.take();
        self.doubts.implied = false;
        if frame.inside == Inside::Location && !begins_url(&text) {
            // Nothing: the tag was meant to end the location that it stands in. Something: it stands in its middle.
            if !text.is_empty() {
                self.handler.tear();
            }
            return;
        }
        // A relative one of which only the end is missing is believed where nothing but a path begins so.
        let is_path = frame.inside == Inside::Nothing && text.starts_with('/') && !text.contains(['<', '>']);
        let misled = self.text.is_disturbed() || !(explicit || is_path || text.is_empty());
        marks.torn |= misled && !begins_url(&text);
        self.doubts.implied = !explicit && !text.is_empty();
        self.doubts.last = if explicit { Last::Loc } else { Last::Other };
        self.handler.value(value, &text, marks, &ended(frame), output);
    }

    /// An element behind the end of the root is read as if the root went on.
    pub(super) fn reopen(&mut self, line: u32, here: Here<'_>) {
        let Some(format) = self.format else { return };
        let slot = if matches!(format, Format::Rss | Format::Atom) { Slot::Feed(format) } else { Slot::Root(format) };
        let mut frame = Frame::new(self.root_ns, slot, self.offset(here), line);
        frame.implied = true;
        self.stage = Stage::Root;
        self.stack.push(&self.root_name, frame);
    }

    /// Whether reading may go back once more.
    pub(super) const fn may_return(&self) -> bool {
        self.returns < MAX_RETURNS
    }

    /// Entries inside an unknown element: remembers the first, in case the element never ends; goes back to it at once where
    /// that happened often.
    pub(super) fn evidence(&mut self, name: Name<'_>, output: &mut Output) -> Option<usize> {
        let frame = *self.stack.top()?;
        if !frame.may_be_entry
            || self.checkpoint.is_some()
            || name.ns != frame.ns
            || !matches!(name.local, "loc" | "link")
        {
            return None;
        }
        let outer = self
            .stack
            .frames()
            .iter()
            .position(|f| !matches!(f.slot, Slot::Root(_) | Slot::Feed(_) | Slot::Entry(_)))?;
        let at = Counted::new(frame.at, frame.line);
        self.checkpoint = Some(Checkpoint { at, outer, findings: output.diagnostics.mark(), repairs: self.repairs });
        if self.may_return() { None } else { self.go_back(output) }
    }

    /// Goes back to the first entry inside an element that never ends; where in the text at hand.
    pub(super) fn go_back(&mut self, output: &mut Output) -> Option<usize> {
        let checkpoint = self.checkpoint.take()?;
        self.returns += 1;
        self.returned_to = Some(checkpoint.offset());
        output.diagnostics.rewind(&checkpoint.findings);
        let container = self.stack.container()?;
        while self.stack.len() > container + 1 {
            output.note(Code::MissingEndTag, checkpoint.at.line());
            self.close(false, output);
        }
        Some(self.lines.rewind(checkpoint.at))
    }

    /// Closes what a start tag shows to be unclosed, opens what it shows to be unopened.
    pub(super) fn imply(&mut self, written: &str, element: &Element<'_>, here: Here<'_>, output: &mut Output) {
        let name = element.name;
        let (Some(top), outer) = (self.stack.slot(0), self.stack.slot(1)) else { return };
        match (top, outer) {
            // An unknown element, with `raw` or without.
            (Slot::Value(Value::Extra), _) => {}
            (Slot::Entry(_), _) | (Slot::Value(_), Some(Slot::Entry(_))) if self.is_entry(name) => {
                while matches!(self.stack.slot(0), Some(Slot::Value(_) | Slot::Entry(_))) {
                    self.note(Code::MissingEndTag, here, output);
                    self.close(false, output);
                }
            }
            (Slot::Value(value), Some(outer)) if !self.handler.knows(top, name) && self.handler.knows(outer, name) => {
                self.note(Code::MissingEndTag, here, output);
                self.close(false, output);
                self.doubts.inside = if is_location(value) { Inside::Location } else { Inside::Value };
            }
            (Slot::Group(group), Some(outer))
                if self.handler.place(top, name) == Slot::Skip
                    && self.handler.place(outer, name) == Slot::Group(group) =>
            {
                self.note(Code::MissingEndTag, here, output);
                self.close(false, output);
            }
            (Slot::Root(format), _)
                if name.ns == self.root_ns && matches!(name.local, "loc" | "lastmod" | "changefreq" | "priority") =>
            {
                self.note(Code::MissingStartTag, here, output);
                let kind = if format == Format::Sitemapindex { Kind::Sitemap } else { Kind::Url };
                self.imply_entry(kind, written, name.ns, element.line, here);
            }
            _ => {}
        }
    }

    /// Opens an entry that has no start tag, for its child `written`.
    fn imply_entry(&mut self, kind: Kind, written: &str, ns: Ns, line: u32, here: Here<'_>) {
        let local = if kind == Kind::Sitemap { "sitemap" } else { "url" };
        let (prefix, _) = split(written);
        let name = if prefix.is_empty() { local.to_owned() } else { format!("{prefix}:{local}") };
        let mut frame = Frame::new(ns, Slot::Entry(kind), self.offset(here), line);
        frame.implied = true;
        self.doubts.implied = false;
        self.handler.begin(kind, ns, line, "");
        self.stack.push(&name, frame);
    }

    /// Whether an unknown element may be an entry, which the element that it stands in should have ended before. Another
    /// namespace is no obstacle, since that element may have declared it.
    pub(super) fn may_be_entry(&self, written: &str, name: Name<'_>, here: Here<'_>) -> bool {
        let (prefix, local) = split(written);
        let ns = if prefix.is_empty() || prefix == split(&self.root_name).0 { self.root_ns } else { name.ns };
        self.checkpoint.is_none()
            // Where reading went back to once, it never does again: the work has an end.
            && self.returned_to.is_none_or(|offset| offset < self.offset(here))
            && (self.is_entry(name) || self.is_entry(Name { ns, local }))
    }

    /// Whether an element is an entry where entries stand.
    pub(super) fn is_entry(&self, name: Name<'_>) -> bool {
        let Some(container) = self.stack.container() else { return false };
        matches!(self.handler.place(self.stack.frames()[container].slot, name), Slot::Entry(_))
    }
}
