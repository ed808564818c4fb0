//! Tags: what an element is where it stands, and what its end does.
//!
//! Enters: start and end tags, from the walk. Leaves: the open elements, and what the format makes of them. What is wrong
//! with the tags is for [`super::repair`].

use super::super::handler::Element;
use super::super::stack::Frame;
use super::super::{Format, Slot, Value};
use super::repair::{is_location, legible};
use super::{Here, Next, Output, Stage, Tree, unrecognized};
use crate::error::{Code, Result, excerpt};
use crate::formats::entry::Kind;
use crate::limits;
use crate::xml::attributes::Attributes;
use crate::xml::names::{Name, split};
use crate::xml::tag;
use crate::xml::text::{self, Reference};
use crate::xml::wellformed::{self, is_blank};

impl Tree {
    pub(super) fn start(
        &mut self,
        written: &str,
        attributes: &str,
        empty: bool,
        here: Here<'_>,
        output: &mut Output,
    ) -> Result<Next> {
        if self.stack.len() >= limits::MAX_NESTING {
            if let Some(to) = self.go_back(output) {
                return Ok(Next::Seek(to));
            }
            let detail = format!("elements are nested more than {} deep", limits::MAX_NESTING);
            return Err(self.error(Code::NestingLimit, here, detail));
        }
        if self.strict {
            self.check(tag::start_form(here.rest()), here)?;
        }
        self.bounds(written, attributes, here)?;
        if self.stack.is_empty() && Format::of_root(split(written).1).is_some() {
            // What a root declared stays behind its end, should it be reopened; a second root starts anew.
            self.scope.leave(0);
        }
        let depth = u32::try_from(self.stack.len()).unwrap_or(u32::MAX);
        self.scope.declare(attributes, depth).map_err(|e| e.at(self.lines.place(here.text, here.at)))?;
        if self.strict {
            let checked = tag::start(written, attributes, &self.scope, self.defined_elsewhere);
            self.check(checked, here)?;
            return self.element(written, attributes, empty, here, output);
        }
        self.survey(attributes, here, output);
        let legible = legible(written);
        if legible != written {
            self.note(Code::BrokenTag, here, output);
        }
        self.element(&legible, attributes, empty, here, output)
    }

    /// The bounds on a start tag (rule \[38\]).
    fn bounds(&mut self, name: &str, attributes: &str, here: Here<'_>) -> Result<()> {
        let mut longest = name.len();
        for (index, attribute) in Attributes::new(attributes).enumerate() {
            if index == limits::MAX_ATTRIBUTES {
                let detail = format!("an element has more than {} attributes", limits::MAX_ATTRIBUTES);
                return Err(self.error(Code::AttributeLimit, here, detail));
            }
            longest = longest.max(attribute.name.len());
        }
        if longest > limits::MAX_NAME {
            let detail = format!("a name is longer than {} bytes", limits::MAX_NAME);
            return Err(self.error(Code::NameLimit, here, detail));
        }
        Ok(())
    }

    /// Notes what is wrong with attributes and is read past.
    fn survey(&mut self, attributes: &str, here: Here<'_>, output: &mut Output) {
        if attributes.is_empty() {
            return;
        }
        let mut names: Vec<&str> = Vec::new();
        let mut flawed = false;
        for attribute in Attributes::new(attributes) {
            flawed |= attribute.flaw.is_some() || !wellformed::is_name(attribute.name);
            names.push(attribute.name);
            for (at, _) in attribute.value.match_indices('&') {
                let behind = &attribute.value[at + 1..];
                let end = behind.find([';', '&']).filter(|&end| behind.as_bytes()[end] == b';');
                match end.map_or(Reference::NoName, |end| text::reference(&behind[..end])) {
                    Reference::Char(_) => {}
                    Reference::NoChar => self.note(Code::BadReference, here, output),
                    Reference::Unknown => self.note(Code::UnknownEntity, here, output),
                    Reference::NoName => self.note(Code::BareAmpersand, here, output),
                }
            }
        }
        names.sort_unstable();
        if flawed || names.windows(2).any(|pair| pair[0] == pair[1]) {
            self.note(Code::BadAttribute, here, output);
        }
        if text::may_hold_forbidden(attributes) && attributes.contains(text::is_forbidden) {
            self.note(Code::ControlCharacter, here, output);
        }
    }

    fn element(
        &mut self,
        written: &str,
        attributes: &str,
        empty: bool,
        here: Here<'_>,
        output: &mut Output,
    ) -> Result<Next> {
        let (name, undeclared) = self.scope.element(written);
        if undeclared {
            self.note(Code::UndeclaredPrefix, here, output);
        }
        let line = self.lines.line(here.text, here.at);
        let element = Element { name, attributes, line };
        match self.stage {
            Stage::Prolog => return self.root(written, &element, empty, here),
            Stage::Epilog => {
                self.note(Code::ContentAfterRoot, here, output);
                if Format::of_root(name.local).is_some() {
                    return self.root(written, &element, empty, here);
                }
                self.reopen(line, here);
            }
            Stage::Root => {}
        }
        if !self.strict {
            if let Some(to) = self.evidence(name, output) {
                return Ok(Next::Seek(to));
            }
            self.imply(written, &element, here, output);
        }
        self.open(written, &element, here, output);
        if empty {
            self.close(true, output);
        }
        Ok(Next::Go)
    }

    fn root(&mut self, written: &str, element: &Element<'_>, empty: bool, here: Here<'_>) -> Result<Next> {
        let Some(format) = self.forced.or_else(|| Format::of_root(element.name.local)) else {
            return Err(unrecognized(element.name.local).at(self.lines.place(here.text, here.at)));
        };
        self.stage = Stage::Root;
        if self.format.is_none() {
            self.format = Some(format);
            written.clone_into(&mut self.root_name);
            self.root_ns = element.name.ns;
        }
        let slot = self.handler.root(format, element.name);
        self.stack.push(written, Frame::new(element.name.ns, slot, self.offset(here), element.line));
        if empty {
            self.stack.pop();
            self.stage = Stage::Epilog;
        }
        self.between_entries = true;
        Ok(Next::Go)
    }

    fn open(&mut self, written: &str, element: &Element<'_>, here: Here<'_>, output: &mut Output) {
        let name = element.name;
        let parent = self.stack.slot(0).unwrap_or(Slot::Skip);
        let mut slot = self.handler.place(parent, name);
        let mut frame = Frame::new(name.ns, slot, self.offset(here), element.line);
        frame.inside = self.doubts.element_stands_here();
        match slot {
            Slot::Entry(kind) => {
                frame.misplaced = self.misplaced(parent, kind, element, output);
                self.doubts.implied = false;
            }
            Slot::Root(_) if self.strict => {
                output.misplaced(name.local, element.line);
                slot = Slot::Skip;
            }
            Slot::Root(_) => output.note(Code::MisplacedEntry, element.line),
            Slot::Value(value) => {
                if is_location(value) {
                    output.trust();
                }
                self.text.clear();
            }
            Slot::Skip if self.is_root_again(parent, name) => {
                output.note(Code::MisplacedEntry, element.line);
                slot = parent;
            }
            Slot::Skip => {
                frame.may_be_entry = !self.strict && self.may_be_entry(written, name, here);
                self.interrupt(parent);
            }
            Slot::Feed(_) | Slot::Group(_) | Slot::Inline => {}
        }
        frame.slot = slot;
        self.handler.enter(parent, slot, element);
        if frame.misplaced && self.strict {
            self.handler.refuse_misplaced(name.local);
        }
        self.stack.push(written, frame);
    }

    /// Whether the root of a feed opens within itself; a `urlset` is placed by its format (rule \[37\]).
    fn is_root_again(&self, parent: Slot, name: Name<'_>) -> bool {
        !self.strict
            && matches!(parent, Slot::Feed(_))
            && name.ns == self.root_ns
            && name.local == split(&self.root_name).1
    }

    /// An element inside a text that is wanted.
    fn interrupt(&mut self, parent: Slot) {
        match parent {
            Slot::Value(Value::Extra) => {
                // Not a leaf.
                if let Some(frame) = self.stack.top_mut() {
                    frame.slot = Slot::Skip;
                }
            }
            Slot::Value(_) | Slot::Inline => self.text.interrupt(),
            _ => {}
        }
    }

    /// Whether an entry stands in a document of another kind (rule \[37\]).
    fn misplaced(&self, parent: Slot, kind: Kind, element: &Element<'_>, output: &mut Output) -> bool {
        let misplaced = match parent {
            Slot::Root(Format::Sitemapindex) => kind == Kind::Url,
            Slot::Root(_) => kind == Kind::Sitemap,
            _ => false,
        };
        if misplaced && !self.strict {
            output.note(Code::MisplacedEntry, element.line);
        }
        misplaced
    }

    pub(super) fn end(&mut self, written: &str, here: Here<'_>, output: &mut Output) -> Result<Next> {
        let name = written.trim_end_matches(is_blank);
        if self.stack.is_empty() || self.stack.top_name() != name {
            if !self.strict {
                return Ok(self.end_elsewhere(name, here, output));
            }
            self.check(tag::end_form(here.rest()), here)?;
            let found = excerpt(name);
            let detail = if self.stack.is_empty() {
                format!("</{found}> closes nothing")
            } else {
                format!("</{found}> was found, </{}> was expected", excerpt(self.stack.top_name()))
            };
            return Err(self.error(Code::NotWellFormed, here.behind("</".len()), detail));
        }
        if self.holds_entries_by_mistake()
            && let Some(to) = self.go_back(output)
        {
            return Ok(Next::Seek(to));
        }
        self.close(true, output);
        Ok(Next::Go)
    }

    /// Closes the innermost element; `explicit` says that its own end tag does.
    pub(super) fn close(&mut self, explicit: bool, output: &mut Output) {
        let Some(frame) = self.stack.top().copied() else { return };
        match frame.slot {
            Slot::Entry(_) => {
                let kept = self.handler.finish(output);
                output.complete_entries += 1;
                if std::mem::take(&mut self.doubts.implied) {
                    output.doubt(self.handler.entry(), kept);
                }
            }
            Slot::Group(group) => self.handler.leave(group, frame.line, output),
            Slot::Value(Value::Extra) => {
                let name = self.stack.top_name();
                let (value, _) = self.text.take();
                self.handler.extra(self.scope.uri(name), split(name).1, &value);
            }
            Slot::Value(value) if is_location(value) => self.close_location(value, &frame, explicit, output),
            Slot::Value(value) => {
                let (text, marks) = self.text.take();
                self.handler.value(value, &text, marks, &ended(&frame), output);
            }
            Slot::Skip if !explicit && frame.has_text => self.text.tear_if_begun(),
            Slot::Skip | Slot::Root(_) | Slot::Feed(_) | Slot::Inline => {}
        }
        self.stack.pop();
        self.between_entries = true;
        if self.checkpoint.as_ref().is_some_and(|checkpoint| self.stack.len() <= checkpoint.outer) {
            self.checkpoint = None;
        }
        if self.stack.is_empty() {
            // The declarations of the root stay, should it be reopened.
            self.scope.leave(1);
            self.stage = Stage::Epilog;
        } else {
            self.scope.leave(u32::try_from(self.stack.len()).unwrap_or(u32::MAX));
        }
    }
}

/// An element at its end.
pub(super) const fn ended(frame: &Frame) -> Element<'static> {
    Element { name: Name { ns: frame.ns, local: "" }, attributes: "", line: frame.line }
}
