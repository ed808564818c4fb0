//! The walk over the elements of an XML document, and the repair of its tags (rules \[12\], \[34\] to \[38\]).
//!
//! Enters: tokens. Leaves: elements and texts for [`Handler`], with the notes of what was read past. In strict mode the
//! first thing that is not well-formed ends the document; in tolerant mode every damage has a way to go on:
//!
//! - An end tag that does not fit closes what it finds open further out, or nothing.
//! - A new entry closes an unclosed one, a `loc` a `loc`.
//! - Entries inside an unknown element are skipped with it. Where it turns out that the element never ends, reading goes
//!   back to the first of them ([`Checkpoint`]), at most [`MAX_RETURNS`] times in a document, so that the work stays linear;
//!   after that an entry in an unknown element closes it at once.
//! - A location whose end was inferred is in doubt until the next one begins; text or a `</loc>` in between shows that
//!   markup stands in its middle, and the entry is taken back with an error.
//!
//! What cannot be read past ends the document: [`Ending`].

use super::entry::Kind;
use super::handler::{Element, Handler};
use super::output::Output;
use super::stack::{Frame, Stack};
use super::{Format, Slot, Value, canonical};
use crate::error::{Code, Error, Result, excerpt};
use crate::limits;
use crate::table::diagnostics::Mark;
use crate::xml::attributes::Attributes;
use crate::xml::lines::{Counted, Lines};
use crate::xml::names::{Name, Ns, Scope, split};
use crate::xml::text::{self, Reference, Text};
use crate::xml::{Stop, Token, Tokens, wellformed};

/// How often reading goes back within a document.
const MAX_RETURNS: u32 = 8;

/// Where to go back to when an element that holds entries turns out never to end.
#[derive(Debug)]
struct Checkpoint {
    at: Counted,
    /// The outermost element that would have to end.
    outer: usize,
    findings: Mark,
}

/// Whether something is behind what has been read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Before the root.
    Prolog,
    /// Within the root.
    Root,
    /// Behind the end of the root.
    Epilog,
}

/// How a document ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With its root.
    Whole,
    /// Before it: the error to record (rule \[36\]).
    Cut(Error),
}

/// What a token asks for.
enum Next {
    Go,
    /// Read on from another place of the text at hand.
    Seek(usize),
}

/// The walk over an XML document.
#[derive(Debug)]
pub struct Tree {
    stack: Stack,
    scope: Scope,
    lines: Lines,
    handler: Handler,
    text: Text,
    stage: Stage,
    format: Option<Format>,
    /// The format the caller asked for.
    forced: Option<Format>,
    root_name: String,
    root_ns: Ns,
    strict: bool,
    doctype: bool,
    checkpoint: Option<Checkpoint>,
    returns: u32,
    /// The end of the open entry's location was inferred.
    loc_implied: bool,
    /// The `loc` that opens next does so inside a `loc`.
    loc_in_loc: bool,
    /// An entry may begin next.
    between_entries: bool,
    /// Where reading goes on in the text at hand.
    resume: usize,
}

impl Tree {
    /// A walk that has not begun.
    #[must_use]
    pub fn new(output: &Output, forced: Option<Format>) -> Self {
        Self {
            stack: Stack::default(),
            scope: Scope::default(),
            lines: Lines::default(),
            handler: Handler::new(output),
            text: Text::default(),
            stage: Stage::Prolog,
            format: None,
            forced,
            root_name: String::new(),
            root_ns: Ns::None,
            strict: output.settings.strict,
            doctype: false,
            checkpoint: None,
            returns: 0,
            loc_implied: false,
            loc_in_loc: false,
            between_entries: false,
            resume: 0,
        }
    }

    /// The format, once the root has been read.
    #[must_use]
    pub const fn format(&self) -> Option<Format> {
        self.format
    }

    /// Reads what is whole in `text`, which begins where the last call left off; returns how much of it is done with.
    ///
    /// # Errors
    /// What ends the document as a whole.
    pub fn advance(&mut self, text: &str, output: &mut Output) -> Result<usize> {
        self.read(text, false, output)?;
        let mut keep = self.resume;
        for frame in self.stack.frames().iter().filter(|frame| frame.may_be_entry) {
            keep = keep.min(self.relative(frame.at));
        }
        if let Some(checkpoint) = &self.checkpoint {
            keep = keep.min(self.relative(checkpoint.at.offset()));
        }
        self.lines.forget(text, keep);
        self.resume -= keep;
        Ok(keep)
    }

    /// Reads the rest of the document; `damaged` says that it is known to end too early, which then is no fault of the
    /// XML (rule \[21\]).
    ///
    /// # Errors
    /// What ends the document as a whole.
    pub fn finish(&mut self, text: &str, damaged: bool, output: &mut Output) -> Result<Ending> {
        let stop = self.read(text, true, output)?;
        if output.stopped() {
            return Ok(Ending::Whole);
        }
        let at = text.len();
        if self.stage == Stage::Prolog {
            return match stop {
                Stop::Unfinished(what) => {
                    Err(self.error(Code::Truncated, text, at, format!("the document ends inside {what}")))
                }
                _ => Err(unrecognized("")),
            };
        }
        let open = self.stack.frames().iter().any(|frame| !frame.implied);
        let detail = match stop {
            Stop::Unfinished(what) => format!("the document ends inside {what}"),
            _ if open => format!("the document ends inside <{}>", excerpt(self.stack.top_name())),
            _ => return Ok(Ending::Whole),
        };
        let refuse = self.strict && !damaged;
        let code = if refuse { Code::NotWellFormed } else { Code::Truncated };
        let error = self.error(code, text, at, detail);
        if refuse { Err(error) } else { Ok(Ending::Cut(error)) }
    }

    fn read(&mut self, text: &str, last: bool, output: &mut Output) -> Result<Stop> {
        let mut tokens = Tokens::new(text, self.resume, last);
        loop {
            if output.stopped() {
                self.resume = text.len();
                return Ok(Stop::End);
            }
            if std::mem::take(&mut self.between_entries) {
                self.canonical(&mut tokens, text, output);
            }
            let at = tokens.position();
            match tokens.next_token() {
                Ok(token) => {
                    if let Next::Seek(to) = self.token(token, at, text, output)? {
                        tokens.seek(to);
                    }
                }
                Err(Stop::NeedMore) => {
                    self.resume = at;
                    return Ok(Stop::NeedMore);
                }
                Err(stop) => {
                    let Some(to) = self.go_back(output) else {
                        self.resume = at;
                        return Ok(stop);
                    };
                    tokens.seek(to);
                }
            }
        }
    }

    /// Reads the canonical entries from here on, where entries stand.
    fn canonical(&mut self, tokens: &mut Tokens<'_>, text: &str, output: &mut Output) {
        let (true, Some(Slot::Root(format))) = (self.stack.len() == 1, self.stack.slot(0)) else { return };
        if !output.settings.fast
            || output.settings.raw
            || self.root_ns.is_extension()
            || self.stack.top_name().contains(':')
        {
            return;
        }
        let kind = if format == Format::Sitemapindex { Kind::Sitemap } else { Kind::Url };
        let at = tokens.position();
        let line = self.lines.line(text, at);
        let stopped = canonical::entries(text, at, kind, line, output);
        if stopped.at > at {
            self.lines.counted(stopped.at, stopped.lines);
            tokens.seek(stopped.at);
        }
    }

    fn relative(&self, offset: u64) -> usize {
        usize::try_from(offset.saturating_sub(self.lines.offset())).unwrap_or(0)
    }

    fn error(&mut self, code: Code, text: &str, at: usize, detail: impl Into<String>) -> Error {
        Error::new(code, detail).at(self.lines.place(text, at))
    }

    fn broken<T>(&mut self, text: &str, at: usize, fault: wellformed::Fault) -> Result<T> {
        Err(self.error(Code::NotWellFormed, text, at + fault.at, fault.message))
    }

    /// In strict mode an error; otherwise a note.
    fn repair(
        &mut self,
        code: Code,
        text: &str,
        at: usize,
        detail: impl Into<String>,
        output: &mut Output,
    ) -> Result<()> {
        if self.strict {
            return Err(self.error(Code::NotWellFormed, text, at, detail));
        }
        let line = self.lines.line(text, at);
        output.note(code, line);
        Ok(())
    }

    fn check(
        &mut self,
        checked: std::result::Result<(), wellformed::Fault>,
        shift: usize,
        text: &str,
        at: usize,
    ) -> Result<()> {
        match checked {
            Err(fault) if self.strict => self.broken(text, at + shift, fault),
            _ => Ok(()),
        }
    }

    fn token(&mut self, token: Token<'_>, at: usize, text: &str, output: &mut Output) -> Result<Next> {
        match token {
            Token::Start { name, attributes, empty, broken } => {
                if broken {
                    self.repair(Code::BrokenTag, text, at, "a tag does not end, or holds \"<\"", output)?;
                    if self.wants_text() || !wellformed::is_name(name) {
                        self.less_than();
                        return Ok(Next::Seek(at + 1));
                    }
                }
                return self.start(name, attributes, empty, at, text, output);
            }
            Token::End { name, broken } => {
                if broken {
                    self.repair(Code::BrokenTag, text, at, "an end tag holds \"<\"", output)?;
                    if !wellformed::is_name(name.trim()) {
                        self.less_than();
                        return Ok(Next::Seek(at + 1));
                    }
                }
                return self.end(name, at, text, output);
            }
            Token::Text(piece) => self.content(piece, at, text, output)?,
            Token::CData(piece) => {
                if self.stage != Stage::Root {
                    self.outside("a CDATA section", at, text, output)?;
                }
                self.check(wellformed::cdata(piece), "<![CDATA[".len(), text, at)?;
                self.collect(piece, at, text, output)?;
            }
            Token::Reference(name) => self.reference(name, at, text, output)?,
            Token::Ampersand => {
                self.repair(
                    Code::BareAmpersand,
                    text,
                    at,
                    "\"&\" begins no reference; it has to be written \"&amp;\"",
                    output,
                )?;
                self.collect("&", at, text, output)?;
            }
            Token::LessThan => {
                self.repair(
                    Code::BareLessThan,
                    text,
                    at,
                    "\"<\" begins no markup; it has to be written \"&lt;\"",
                    output,
                )?;
                self.less_than();
            }
            Token::Comment(piece) => {
                let checked = wellformed::comment(piece);
                if !self.strict && checked.is_err() && piece.contains("--") {
                    self.repair(Code::CommentHyphens, text, at, "", output)?;
                }
                self.check(checked, "<!--".len(), text, at)?;
            }
            Token::Instruction(piece) => self.check(wellformed::instruction(piece), "<?".len(), text, at)?,
            Token::Declaration(piece) => self.declaration(piece, at, text, output)?,
            Token::Doctype(piece) => {
                if self.stage != Stage::Prolog || self.doctype {
                    self.repair(Code::ContentAfterRoot, text, at, "a DOCTYPE is not allowed here", output)?;
                }
                self.doctype = true;
                self.check(wellformed::doctype(piece), "<!".len(), text, at)?;
            }
        }
        Ok(Next::Go)
    }

    fn declaration(&mut self, piece: &str, at: usize, text: &str, output: &mut Output) -> Result<()> {
        if self.lines.offset() + at as u64 != 0 {
            let code = if self.stage == Stage::Prolog { Code::MarkupBeforeDeclaration } else { Code::ContentAfterRoot };
            self.repair(code, text, at, "the XML declaration has to stand at the very start", output)?;
        }
        match wellformed::declaration(piece) {
            Err(fault) if self.strict => self.broken(text, at + "<?".len(), fault),
            Err(_) => self.repair(Code::BadDeclaration, text, at, "", output),
            Ok(()) => Ok(()),
        }
    }

    /// Whether the text of the innermost element is wanted.
    fn wants_text(&self) -> bool {
        matches!(self.stack.slot(0), Some(Slot::Value(_) | Slot::Inline))
    }

    fn less_than(&mut self) {
        if self.wants_text() {
            self.text.push_less_than();
        }
    }

    fn outside(&mut self, what: &str, at: usize, text: &str, output: &mut Output) -> Result<()> {
        let (code, where_) = match self.stage {
            Stage::Prolog => (Code::StrayText, "before"),
            _ => (Code::ContentAfterRoot, "after"),
        };
        self.repair(code, text, at, format!("{what} is not allowed {where_} the root element"), output)
    }

    fn content(&mut self, piece: &str, at: usize, text: &str, output: &mut Output) -> Result<()> {
        if self.strict {
            self.check(wellformed::text(piece), 0, text, at)?;
        } else if memchr::memmem::find(piece.as_bytes(), b"]]>").is_some() {
            self.repair(Code::CdataEnd, text, at, "", output)?;
        }
        if self.stage != Stage::Root && !wellformed::is_white_space(piece) {
            let shift = piece.find(|c: char| !matches!(c, ' ' | '\t' | '\r' | '\n')).unwrap_or(0);
            return self.outside("text", at + shift, text, output);
        }
        self.collect(piece, at, text, output)
    }

    /// Text of any kind, inside the root.
    fn collect(&mut self, piece: &str, at: usize, text: &str, output: &mut Output) -> Result<()> {
        match self.stack.slot(0) {
            Some(Slot::Value(_) | Slot::Inline) => {
                if self.text.len() + piece.len() > limits::MAX_TEXT {
                    return self.too_much_text(at, text);
                }
                let forbidden = !self.strict && text::may_hold_forbidden(piece);
                if self.text.push(piece, forbidden) {
                    self.repair(Code::ControlCharacter, text, at, "", output)?;
                }
            }
            Some(Slot::Root(_) | Slot::Entry(_)) if !self.strict && !piece.trim().is_empty() => {
                self.repair(Code::StrayText, text, at, "", output)?;
                self.tear(output);
            }
            Some(_) if !piece.trim_ascii().is_empty() => {
                if let Some(frame) = self.stack.top_mut() {
                    frame.has_text = true;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn too_much_text(&mut self, at: usize, text: &str) -> Result<()> {
        if self.stack.slot(0) == Some(Slot::Value(Value::Extra)) {
            // Not asked for by any vocabulary: it is left out rather than the document.
            if let Some(frame) = self.stack.top_mut() {
                frame.slot = Slot::Skip;
            }
            return Ok(());
        }
        let detail =
            format!("the text of <{}> is longer than {} bytes", excerpt(self.stack.top_name()), limits::MAX_TEXT);
        Err(self.error(Code::TextLimit, text, at, detail))
    }

    /// Something shows that markup stands in the middle of the last location.
    fn tear(&mut self, output: &mut Output) {
        if self.loc_implied {
            self.handler.tear();
        } else if output.in_doubt() {
            output.withdraw();
        }
    }

    fn reference(&mut self, name: &str, at: usize, text: &str, output: &mut Output) -> Result<()> {
        if self.stage != Stage::Root {
            return self.outside("a reference", at, text, output);
        }
        self.check(wellformed::reference_in_text(name), 0, text, at)?;
        let mut buffer = [0; 4];
        match text::reference(name) {
            Reference::Char(c) => self.collect(c.encode_utf8(&mut buffer), at, text, output),
            Reference::NoChar => {
                self.repair(Code::BadReference, text, at, "", output)?;
                self.collect(text::UNDECODABLE.encode_utf8(&mut buffer), at, text, output)
            }
            other => {
                let code = if other == Reference::Unknown { Code::UnknownEntity } else { Code::BareAmpersand };
                self.repair(code, text, at, "", output)?;
                self.collect(&text[at..at + name.len() + 2], at, text, output)
            }
        }
    }

    /// The bounds on a start tag, and the flaws of its attributes.
    fn survey(&mut self, name: &str, attributes: &str, at: usize, text: &str, output: &mut Output) -> Result<()> {
        if self.stack.len() >= limits::MAX_NESTING {
            let detail = format!("elements are nested more than {} deep", limits::MAX_NESTING);
            return Err(self.error(Code::NestingLimit, text, at, detail));
        }
        let mut longest = name.len();
        let mut count = 0;
        let mut flawed = false;
        for attribute in Attributes::new(attributes) {
            count += 1;
            if count > limits::MAX_ATTRIBUTES {
                let detail = format!("an element has more than {} attributes", limits::MAX_ATTRIBUTES);
                return Err(self.error(Code::AttributeLimit, text, at, detail));
            }
            longest = longest.max(attribute.name.len());
            flawed |= attribute.flaw.is_some();
        }
        if longest > limits::MAX_NAME {
            let detail = format!("a name is longer than {} bytes", limits::MAX_NAME);
            return Err(self.error(Code::NameLimit, text, at, detail));
        }
        if !self.strict && count > 1 && !flawed {
            let mut names: Vec<&str> = Attributes::new(attributes).map(|a| a.name).collect();
            names.sort_unstable();
            flawed = names.windows(2).any(|pair| pair[0] == pair[1]);
        }
        if flawed && !self.strict {
            self.repair(Code::BadAttribute, text, at, "", output)?;
        }
        Ok(())
    }

    fn start(
        &mut self,
        written: &str,
        attributes: &str,
        empty: bool,
        at: usize,
        text: &str,
        output: &mut Output,
    ) -> Result<Next> {
        self.survey(written, attributes, at, text, output)?;
        if self.stack.is_empty() && Format::of_root(split(written).1).is_some() {
            self.scope.leave(0);
        }
        let depth = u32::try_from(self.stack.len()).unwrap_or(u32::MAX);
        self.scope.declare(attributes, depth).map_err(|e| e.at(self.lines.place(text, at)))?;
        if self.strict {
            self.check(wellformed::start(written, attributes, &self.scope), 0, text, at)?;
        }
        let (name, undeclared) = self.scope.element(written);
        if undeclared {
            self.repair(Code::UndeclaredPrefix, text, at, "", output)?;
        }
        let line = self.lines.line(text, at);
        let element = Element { name, attributes, line };
        match self.stage {
            Stage::Prolog => return self.root(written, &element, empty, at, text),
            Stage::Epilog => {
                self.repair(
                    Code::ContentAfterRoot,
                    text,
                    at,
                    "an element follows the end of the root element",
                    output,
                )?;
                if Format::of_root(name.local).is_some() {
                    return self.root(written, &element, empty, at, text);
                }
                self.reopen(line, at);
            }
            Stage::Root => {}
        }
        if !self.strict {
            if let Some(to) = self.evidence(name, output) {
                return Ok(Next::Seek(to));
            }
            self.imply(written, &element, at, text, output)?;
        }
        self.open(written, &element, at, output);
        if empty {
            self.close(true, output);
        }
        Ok(Next::Go)
    }

    fn root(&mut self, written: &str, element: &Element<'_>, empty: bool, at: usize, text: &str) -> Result<Next> {
        let Some(format) = self.forced.or_else(|| Format::of_root(element.name.local)) else {
            return Err(unrecognized(element.name.local).at(self.lines.place(text, at)));
        };
        self.stage = Stage::Root;
        if self.format.is_none() {
            self.format = Some(format);
            written.clone_into(&mut self.root_name);
            self.root_ns = element.name.ns;
        }
        let slot = self.handler.root(format, element.name);
        self.stack.push(written, Frame::new(element.name.ns, slot, self.lines.offset() + at as u64, element.line));
        if empty {
            self.stack.pop();
            self.stage = Stage::Epilog;
        }
        self.between_entries = true;
        Ok(Next::Go)
    }

    /// An element behind the end of the root is read as if the root went on.
    fn reopen(&mut self, line: u32, at: usize) {
        let Some(format) = self.format else { return };
        let slot = if matches!(format, Format::Rss | Format::Atom) { Slot::Feed(format) } else { Slot::Root(format) };
        let mut frame = Frame::new(self.root_ns, slot, self.lines.offset() + at as u64, line);
        frame.implied = true;
        self.stage = Stage::Root;
        self.stack.push(&self.root_name, frame);
    }

    /// Entries inside an unknown element: remembers the first, in case the element never ends.
    fn evidence(&mut self, name: Name<'_>, output: &mut Output) -> Option<usize> {
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
        self.checkpoint =
            Some(Checkpoint { at: Counted::new(frame.at, frame.line), outer, findings: output.diagnostics.mark() });
        if self.returns >= MAX_RETURNS { self.go_back(output) } else { None }
    }

    /// Goes back to the first entry inside an element that never ends; where in the text at hand.
    fn go_back(&mut self, output: &mut Output) -> Option<usize> {
        let checkpoint = self.checkpoint.take()?;
        self.returns += 1;
        output.diagnostics.rewind(&checkpoint.findings);
        let container = self.stack.container()?;
        while self.stack.len() > container + 1 {
            output.note(Code::MissingEndTag, checkpoint.at.line());
            self.close(false, output);
        }
        Some(self.lines.rewind(checkpoint.at))
    }

    /// Closes what a start tag shows to be unclosed, opens what it shows to be unopened.
    fn imply(
        &mut self,
        written: &str,
        element: &Element<'_>,
        at: usize,
        text: &str,
        output: &mut Output,
    ) -> Result<()> {
        let name = element.name;
        let Some(top) = self.stack.slot(0) else { return Ok(()) };
        let outer = self.stack.slot(1);
        let value_in_entry = matches!((top, outer), (Slot::Value(_), Some(Slot::Entry(_))));
        if (matches!(top, Slot::Entry(_)) || value_in_entry) && self.is_entry(name) {
            while matches!(self.stack.slot(0), Some(Slot::Value(_) | Slot::Entry(_))) {
                self.repair(Code::MissingEndTag, text, at, "", output)?;
                self.close(false, output);
            }
            return Ok(());
        }
        if let (Slot::Value(_), Some(outer)) = (top, outer)
            && self.handler.place(top, name) == Slot::Skip
            && self.handler.place(outer, name) != Slot::Skip
        {
            self.repair(Code::MissingEndTag, text, at, "", output)?;
            self.close(false, output);
            self.loc_in_loc = top == Slot::Value(Value::Loc);
        } else if let (Slot::Group(group), Some(outer)) = (top, outer)
            && self.handler.place(top, name) == Slot::Skip
            && self.handler.place(outer, name) == Slot::Group(group)
        {
            self.repair(Code::MissingEndTag, text, at, "", output)?;
            self.close(false, output);
        } else if let Slot::Root(format) = top
            && name.ns == self.root_ns
            && matches!(name.local, "loc" | "lastmod" | "changefreq" | "priority")
        {
            self.repair(Code::MissingStartTag, text, at, "", output)?;
            let (kind, local) =
                if format == Format::Sitemapindex { (Kind::Sitemap, "sitemap") } else { (Kind::Url, "url") };
            let (prefix, _) = split(written);
            let entry_name = if prefix.is_empty() { local.to_owned() } else { format!("{prefix}:{local}") };
            let mut frame = Frame::new(name.ns, Slot::Entry(kind), self.lines.offset() + at as u64, element.line);
            frame.implied = true;
            self.loc_implied = false;
            self.handler.begin(kind, name.ns, element.line, "");
            self.stack.push(&entry_name, frame);
        }
        Ok(())
    }

    /// Whether an element is an entry where entries stand.
    fn is_entry(&self, name: Name<'_>) -> bool {
        let Some(container) = self.stack.container() else { return false };
        matches!(self.handler.place(self.stack.frames()[container].slot, name), Slot::Entry(_))
    }

    fn open(&mut self, written: &str, element: &Element<'_>, at: usize, output: &mut Output) {
        let name = element.name;
        let parent = self.stack.slot(0).unwrap_or(Slot::Skip);
        let mut slot = self.handler.place(parent, name);
        let mut frame = Frame::new(name.ns, slot, self.lines.offset() + at as u64, element.line);
        match slot {
            Slot::Entry(kind) => {
                frame.misplaced = self.misplaced(parent, kind, element, output);
                self.loc_implied = false;
            }
            Slot::Root(_) => {
                if self.strict {
                    output.misplaced(name.local, element.line);
                    slot = Slot::Skip;
                } else {
                    output.note(Code::MisplacedEntry, element.line);
                }
            }
            Slot::Value(value) => {
                if value == Value::Loc {
                    frame.after_loc = std::mem::take(&mut self.loc_in_loc);
                    output.trust();
                }
                self.text.clear();
            }
            Slot::Skip => {
                frame.may_be_entry = !self.strict && self.checkpoint.is_none() && self.is_entry(name);
                self.interrupt(parent);
            }
            Slot::Feed(_) | Slot::Group(_) | Slot::Inline => {}
        }
        frame.slot = slot;
        self.loc_in_loc = false;
        self.handler.enter(parent, slot, element);
        if frame.misplaced && self.strict {
            self.handler.refuse_misplaced(name.local);
        }
        self.stack.push(written, frame);
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

    fn end(&mut self, written: &str, at: usize, text: &str, output: &mut Output) -> Result<Next> {
        let name = written.trim_end_matches([' ', '\t', '\r', '\n']);
        let fits = !self.stack.is_empty() && self.stack.top_name() == name;
        if self.strict && !fits {
            let found = excerpt(name);
            let detail = if self.stack.is_empty() {
                format!("</{found}> closes nothing")
            } else {
                format!("</{found}> was found, </{}> was expected", excerpt(self.stack.top_name()))
            };
            return Err(self.error(Code::NotWellFormed, text, at, detail));
        }
        if !fits {
            let Some(index) = self.stack.find(name) else {
                self.repair(Code::StrayEndTag, text, at, "", output)?;
                if split(name).1 == "loc" {
                    self.tear(output);
                }
                return Ok(Next::Go);
            };
            if self.checkpoint.as_ref().is_some_and(|checkpoint| index < checkpoint.outer)
                && let Some(to) = self.go_back(output)
            {
                return Ok(Next::Seek(to));
            }
            while self.stack.len() > index + 1 {
                self.repair(Code::MissingEndTag, text, at, "", output)?;
                self.close(false, output);
            }
        }
        self.close(true, output);
        Ok(Next::Go)
    }

    /// Closes the innermost element; `explicit` says that its own end tag does.
    fn close(&mut self, explicit: bool, output: &mut Output) {
        let Some(frame) = self.stack.top().copied() else { return };
        let element = Element { name: Name { ns: frame.ns, local: "" }, attributes: "", line: frame.line };
        match frame.slot {
            Slot::Entry(_) => {
                let kept = self.handler.finish(output);
                output.complete_entries += 1;
                if std::mem::take(&mut self.loc_implied) {
                    output.doubt(self.handler.entry(), kept);
                }
            }
            Slot::Group(group) => self.handler.leave(group, frame.line, output),
            Slot::Value(Value::Extra) => {
                let (uri, (_, local)) = (self.scope.uri(self.stack.top_name()), split(self.stack.top_name()));
                let (value, _) = self.text.take();
                self.handler.extra(&uri, local, &value);
            }
            Slot::Value(value) => {
                let (text, marks) = self.text.take();
                if value == Value::Loc && frame.after_loc && !begins_url(&text) {
                    // Nothing: the tag was meant to end the location. Something else: it stands in the middle of one.
                    if !text.is_empty() {
                        self.handler.tear();
                    }
                    self.loc_implied = false;
                } else {
                    if value == Value::Loc {
                        self.loc_implied = !explicit && !text.is_empty();
                    }
                    self.handler.value(value, &text, marks, &element, output);
                }
            }
            Slot::Skip if !explicit && frame.has_text => self.text.tear_if_begun(),
            Slot::Skip | Slot::Root(_) | Slot::Feed(_) | Slot::Inline => {}
        }
        self.stack.pop();
        self.between_entries = true;
        let depth = u32::try_from(self.stack.len()).unwrap_or(u32::MAX);
        if self.checkpoint.as_ref().is_some_and(|checkpoint| self.stack.len() <= checkpoint.outer) {
            self.checkpoint = None;
        }
        if self.stack.is_empty() {
            // The declarations of the root stay, should it be reopened.
            self.scope.leave(1);
            self.stage = Stage::Epilog;
        } else {
            self.scope.leave(depth);
        }
    }
}

fn begins_url(text: &str) -> bool {
    text.starts_with("http://") || text.starts_with("https://")
}

/// The refusal of a document by its root element.
#[must_use]
pub fn unrecognized(root: &str) -> Error {
    Error::new(Code::UnrecognizedFormat, format!("unrecognized sitemap format (root element: \"{}\")", excerpt(root)))
}
