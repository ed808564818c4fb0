//! Texts, references, CDATA sections and characters that begin no markup: what becomes of them where they stand.
//!
//! Enters: tokens that are no tags, from the walk. Leaves: the text of the innermost element, where it is wanted; otherwise
//! a note, and perhaps the proof that a location was torn ([`super::repair`]).

use super::super::{Slot, Value};
use super::repair::is_location;
use super::{Here, Next, Output, Stage, Tree};
use crate::error::{Code, Result, excerpt};
use crate::limits;
use crate::xml::text::{self, Reference};
use crate::xml::wellformed::{self, is_blank};

impl Tree {
    /// Whether the text of the innermost element is wanted.
    pub(super) fn wants_text(&self) -> bool {
        matches!(self.stack.slot(0), Some(Slot::Value(_) | Slot::Inline))
    }

    /// Whether it is wanted for a location.
    pub(super) fn in_location(&self) -> bool {
        matches!(self.stack.slot(0), Some(Slot::Value(value)) if is_location(value))
    }

    /// Something that is no tag, comment or instruction stands outside of the root.
    fn outside(&mut self, what: &str, here: Here<'_>, output: &mut Output) -> Result<()> {
        let (code, side) = match self.stage {
            Stage::Prolog => (Code::StrayText, "before"),
            _ => (Code::ContentAfterRoot, "after"),
        };
        if self.strict {
            let detail = format!("{what} is not allowed {side} the root element");
            return Err(self.error(Code::NotWellFormed, here, detail));
        }
        self.note(code, here, output);
        self.tear(output);
        Ok(())
    }

    pub(super) fn content(&mut self, piece: &str, here: Here<'_>, output: &mut Output) -> Result<()> {
        if self.stage != Stage::Root {
            let Some(first) = piece.find(|c| !is_blank(c)) else { return Ok(()) };
            return self.outside("text", here.behind(first), output);
        }
        if self.strict {
            self.check(wellformed::text(piece), here)?;
        } else if memchr::memmem::find(piece.as_bytes(), b"]]>").is_some() {
            self.note(Code::CdataEnd, here, output);
            if self.in_location() {
                // The end of a section whose beginning is lost, or a second one: no URL holds it.
                return piece.split("]]>").try_for_each(|part| self.collect(part, here, output));
            }
        }
        self.collect(piece, here, output)
    }

    pub(super) fn cdata(&mut self, piece: &str, here: Here<'_>, output: &mut Output) -> Result<Next> {
        if self.stage != Stage::Root {
            self.outside("a CDATA section", here, output)?;
            return Ok(Next::Go);
        }
        let inside = here.behind("<![CDATA[".len());
        if self.strict {
            self.check(wellformed::cdata(piece), inside)?;
        } else if let Some(length) = self.swallowing(piece) {
            self.note(Code::BrokenTag, here, output);
            self.collect(&piece[..length], inside, output)?;
            self.text.tear();
            return Ok(Next::Seek(inside.at + length));
        }
        self.collect(piece, inside, output)?;
        Ok(Next::Go)
    }

    /// Text of any kind, inside the root.
    fn collect(&mut self, piece: &str, here: Here<'_>, output: &mut Output) -> Result<()> {
        let forbidden = !self.strict && text::may_hold_forbidden(piece) && piece.contains(text::is_forbidden);
        if forbidden {
            self.note(Code::ControlCharacter, here, output);
        }
        match self.stack.slot(0) {
            Some(Slot::Value(_) | Slot::Inline) => {
                if self.text.len() + piece.len() > limits::MAX_TEXT {
                    return self.too_much_text(here);
                }
                self.text.push(piece, forbidden);
            }
            Some(Slot::Skip) => {
                if let Some(frame) = self.stack.top_mut()
                    && !frame.has_text
                {
                    frame.has_text = !wellformed::is_white_space(piece);
                }
            }
            Some(_) if !self.strict && !piece.trim().is_empty() => {
                self.note(Code::StrayText, here, output);
                self.doubts.text_stands_here();
                self.tear(output);
            }
            _ => {}
        }
        Ok(())
    }

    fn too_much_text(&mut self, here: Here<'_>) -> Result<()> {
        if self.stack.slot(0) == Some(Slot::Value(Value::Extra)) {
            // Not asked for by any vocabulary: it is left out rather than the document.
            if let Some(frame) = self.stack.top_mut() {
                frame.slot = Slot::Skip;
            }
            return Ok(());
        }
        let name = excerpt(self.stack.top_name());
        let detail = format!("the text of <{name}> is longer than {} bytes", limits::MAX_TEXT);
        Err(self.error(Code::TextLimit, here, detail))
    }

    pub(super) fn reference(&mut self, name: &str, here: Here<'_>, output: &mut Output) -> Result<()> {
        if self.stage != Stage::Root {
            return self.outside("a reference", here, output);
        }
        let stands_for = text::reference(name);
        if self.strict && !(stands_for == Reference::Unknown && self.defined_elsewhere) {
            self.check(wellformed::reference_in_text(name), here)?;
        }
        let mut buffer = [0; 4];
        let (code, written) = match stands_for {
            Reference::Char(c) => return self.collect(c.encode_utf8(&mut buffer), here, output),
            Reference::NoChar => (Code::BadReference, &*text::UNDECODABLE.encode_utf8(&mut buffer)),
            Reference::Unknown => (Code::UnknownEntity, &here.rest()[..name.len() + 2]),
            Reference::NoName => (Code::BareAmpersand, &here.rest()[..name.len() + 2]),
        };
        self.note(code, here, output);
        self.collect(written, here, output)
    }

    /// An `&` that begins no reference.
    pub(super) fn ampersand(&mut self, here: Here<'_>, output: &mut Output) -> Result<()> {
        if self.stage != Stage::Root {
            return self.outside("\"&\"", here, output);
        }
        if self.strict {
            self.check(wellformed::ampersand(&here.rest()[1..]), here)?;
        }
        self.note(Code::BareAmpersand, here, output);
        self.collect("&", here, output)
    }

    /// A `<` that begins no markup.
    pub(super) fn less_than(&mut self, here: Here<'_>, output: &mut Output) -> Result<()> {
        let opening = if here.rest()[1..].starts_with(['!', '?']) { 2 } else { 1 };
        let reported = if self.strict { here.behind(opening) } else { here };
        self.repair(Code::BareLessThan, reported, "\"<\" begins no markup; it has to be written \"&lt;\"", output)?;
        if self.wants_text() {
            self.text.push_less_than();
        }
        Ok(())
    }

    /// Where a CDATA section in a location should have ended, if its end was damaged: no URL holds the beginning of another
    /// one, so that what stands between is markup.
    fn swallowing(&mut self, piece: &str) -> Option<usize> {
        if !self.in_location() || memchr::memmem::find(piece.as_bytes(), b"<![CDATA[").is_none() || !self.may_return() {
            return None;
        }
        self.returns += 1;
        memchr::memchr(b'<', piece.as_bytes())
    }
}
