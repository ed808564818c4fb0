//! The walk over the tokens of an XML document (rules \[12\], \[34\] to \[38\]).
//!
//! Enters: decoded text, whole or by pieces. Leaves: elements and texts for [`Handler`], notes of what was read past, and how
//! the document ended. Called by [`crate::parse`]. In strict mode the first thing that is not well-formed ends the
//! document; in tolerant mode every damage has a way to go on: [`repair`]. What becomes of a tag is in [`elements`], what
//! becomes of a text in [`content`].

mod content;
mod elements;
mod lanes;
mod repair;

use super::Format;
use super::handler::Handler;
use super::output::Output;
use super::stack::Stack;
use crate::error::{Code, Error, Result, excerpt};
use crate::xml::lines::Lines;
use crate::xml::names::{Ns, Scope};
use crate::xml::prolog::{self, Definitions};
use crate::xml::text::Text;
use crate::xml::wellformed::{self, Fault};
use crate::xml::{Stop, Token, Tokens, tag};
use repair::{Checkpoint, Doubts};

/// Where in the document reading is.
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

/// A place in the text at hand.
#[derive(Clone, Copy)]
struct Here<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Here<'t> {
    const fn behind(self, bytes: usize) -> Self {
        Self { at: self.at + bytes, ..self }
    }

    fn rest(self) -> &'t str {
        &self.text[self.at..]
    }
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
    /// The document says that nothing outside of it matters.
    standalone: bool,
    /// Entities may be defined in a file that is not fetched.
    defined_elsewhere: bool,
    checkpoint: Option<Checkpoint>,
    /// How often reading went back.
    returns: u32,
    /// How often a tag did not fit.
    repairs: u64,
    /// Where reading went back to last.
    returned_to: Option<u64>,
    doubts: Doubts,
    /// An entry may begin next.
    between_entries: bool,
    /// Entries in a row that were not plain.
    missed: u32,
    /// Whether the text at hand holds only what XML allows, once that was looked at.
    clean: Option<bool>,
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
            standalone: false,
            defined_elsewhere: false,
            checkpoint: None,
            returns: 0,
            repairs: 0,
            returned_to: None,
            doubts: Doubts::default(),
            between_entries: false,
            missed: 0,
            clean: None,
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
        // Reading may have to go back to what may be an entry; the outermost comes first.
        if let Some(frame) = self.stack.frames().iter().find(|frame| frame.may_be_entry) {
            keep = keep.min(self.relative(frame.at));
        }
        if let Some(checkpoint) = &self.checkpoint {
            keep = keep.min(self.relative(checkpoint.offset()));
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
        let refuse = self.strict && !damaged;
        let here = Here { text, at: self.resume };
        if let (Stop::Unfinished(what), true) = (stop, refuse) {
            self.check(unfinished(here.rest(), what), here)?;
        }
        let open = self.stack.frames().iter().any(|frame| !frame.implied);
        let detail = match stop {
            Stop::Unfinished(what) => format!("the document ends inside {what}"),
            _ if open => format!("the document ends inside <{}>", excerpt(self.stack.top_name())),
            _ if self.stage == Stage::Prolog => return Err(unrecognized("")),
            _ => return Ok(Ending::Whole),
        };
        let code = if refuse { Code::NotWellFormed } else { Code::Truncated };
        let error = self.error(code, here, detail);
        if refuse || self.stage == Stage::Prolog { Err(error) } else { Ok(Ending::Cut(error)) }
    }

    /// Reads up to what is not whole, where `resume` then is.
    fn read(&mut self, text: &str, last: bool, output: &mut Output) -> Result<Stop> {
        let mut tokens = Tokens::new(text, self.resume, last);
        self.clean = None;
        loop {
            if output.stopped() {
                self.resume = text.len();
                return Ok(Stop::End);
            }
            if std::mem::take(&mut self.between_entries) {
                self.lanes(&mut tokens, text, output);
                if output.stopped() {
                    continue;
                }
            }
            let at = tokens.position();
            let next = match tokens.next_token() {
                Ok(token) => self.token(token, Here { text, at }, output)?,
                Err(stop) => {
                    let back = if stop == Stop::NeedMore { None } else { self.go_back(output) };
                    let Some(to) = back else {
                        self.resume = at;
                        return Ok(stop);
                    };
                    Next::Seek(to)
                }
            };
            if let Next::Seek(to) = next {
                tokens.seek(to);
            }
        }
    }

    fn relative(&self, offset: u64) -> usize {
        usize::try_from(offset.saturating_sub(self.lines.offset())).unwrap_or(0)
    }

    /// The offset of a here in the document.
    const fn offset(&self, here: Here<'_>) -> u64 {
        self.lines.offset() + here.at as u64
    }

    fn error(&mut self, code: Code, here: Here<'_>, detail: impl Into<String>) -> Error {
        Error::new(code, detail).at(self.lines.place(here.text, here.at))
    }

    fn note(&mut self, code: Code, here: Here<'_>, output: &mut Output) {
        let line = self.lines.line(here.text, here.at);
        output.note(code, line);
        let of_tags = matches!(code, Code::MissingEndTag | Code::MissingStartTag | Code::StrayEndTag | Code::BrokenTag);
        self.repairs += u64::from(of_tags);
    }

    /// In strict mode an error about what stands at `here`; otherwise a note that it was read past.
    fn repair(&mut self, code: Code, here: Here<'_>, detail: &str, output: &mut Output) -> Result<()> {
        if self.strict {
            return Err(self.error(Code::NotWellFormed, here, detail));
        }
        self.note(code, here, output);
        Ok(())
    }

    /// Refuses the document for a fault in what begins at `here`.
    fn check<T>(&mut self, checked: std::result::Result<T, Fault>, here: Here<'_>) -> Result<T> {
        checked.map_err(|fault| {
            let at = (here.at + fault.at).min(here.text.len());
            self.error(Code::NotWellFormed, Here { at, ..here }, fault.message)
        })
    }

    fn token(&mut self, token: Token<'_>, here: Here<'_>, output: &mut Output) -> Result<Next> {
        if self.strict && self.stage == Stage::Epilog && matches!(token, Token::Start { .. } | Token::LessThan) {
            return Err(self.error(Code::NotWellFormed, here, "an element follows the end of the root element"));
        }
        match token {
            Token::Start { name, attributes, empty, broken } => {
                if broken {
                    return self.broken_start(name, attributes, empty, here, output);
                }
                return self.start(name, attributes, empty, here, output);
            }
            Token::End { name, broken } => {
                if broken {
                    return self.broken_end(name, here, output);
                }
                return self.end(name, here, output);
            }
            Token::CData(piece) => return self.cdata(piece, here, output),
            Token::Text(piece) => self.content(piece, here, output)?,
            Token::Reference(name) => self.reference(name, here, output)?,
            Token::Ampersand => self.ampersand(here, output)?,
            Token::LessThan => self.less_than(here, output)?,
            Token::Comment(piece) => {
                let checked = wellformed::comment(piece);
                if self.strict {
                    self.check(checked, here.behind("<!--".len()))?;
                } else if checked.is_err() && piece.contains("--") {
                    self.note(Code::CommentHyphens, here, output);
                }
            }
            Token::Instruction(piece) if self.strict => {
                self.check(wellformed::instruction(piece), here.behind("<?".len()))?;
            }
            Token::Instruction(_) => {}
            Token::Declaration(piece) => self.declaration(piece, here, output)?,
            Token::Doctype(piece) => self.doctype(piece, here, output)?,
        }
        Ok(Next::Go)
    }

    fn declaration(&mut self, piece: &str, here: Here<'_>, output: &mut Output) -> Result<()> {
        if self.offset(here) != 0 {
            let code = if self.stage == Stage::Prolog { Code::MarkupBeforeDeclaration } else { Code::ContentAfterRoot };
            self.repair(code, here, "the XML declaration has to stand at the very start", output)?;
        }
        let checked = prolog::declaration(piece);
        if self.strict {
            self.check(checked, here.behind("<?".len()))?;
        } else if checked.is_err() {
            self.note(Code::BadDeclaration, here, output);
        }
        self.standalone = prolog::is_standalone(piece);
        Ok(())
    }

    fn doctype(&mut self, piece: &str, here: Here<'_>, output: &mut Output) -> Result<()> {
        if self.stage != Stage::Prolog || self.doctype {
            self.repair(Code::ContentAfterRoot, here, "a DOCTYPE is not allowed here", output)?;
        }
        self.doctype = true;
        let checked = prolog::doctype(piece);
        if self.strict {
            let definitions = self.check(checked, here.behind("<!".len()))?;
            self.defined_elsewhere = definitions == Definitions::Elsewhere && !self.standalone;
        }
        Ok(())
    }
}

/// What is not well-formed in markup that never ends, before it is missing its end.
fn unfinished(rest: &str, what: &str) -> wellformed::Checked {
    let body = |opening: &str| rest.get(opening.len()..).unwrap_or("");
    match what {
        "a tag" if rest.starts_with("</") => tag::end_form(rest),
        "a tag" => tag::start_form(rest),
        "a comment" => {
            wellformed::comment(body("<!--").trim_end_matches('-')).map_err(|fault| fault.shifted("<!--".len()))
        }
        "a CDATA section" => wellformed::cdata(body("<![CDATA[")).map_err(|fault| fault.shifted("<![CDATA[".len())),
        _ => Ok(()),
    }
}

/// The refusal of a document by its root element.
#[must_use]
pub fn unrecognized(root: &str) -> Error {
    Error::new(Code::UnrecognizedFormat, format!("unrecognized sitemap format (root element: \"{}\")", excerpt(root)))
}
