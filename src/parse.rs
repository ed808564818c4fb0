//! The walk of one document: bytes in, tables out. Joins the stages, and knows no format.
//!
//! [`parse`] reads a whole document, [`Parser`] the same by pieces; both call the same reader with the text as far as it is
//! there. Enters: bytes and [`Options`], from Python. Leaves: a [`Document`], or the error that refuses it (rule \[4\]) with
//! what was found until then.

use crate::error::{Code, Error, Result, excerpt};
use crate::fields::url::{Hosts, Scope};
use crate::formats::Format;
use crate::formats::output::{Output, Settings};
use crate::formats::robots::Robots;
use crate::formats::text::TextList;
use crate::formats::tree::{self, Ending, Tree};
use crate::input::{self, Input, Summary};
use crate::table::Table;
use crate::table::diagnostics::Diagnostics;
use crate::xml::work;
use std::borrow::Cow;

/// What a caller may set; the settings of the stages together.
#[derive(Clone, Debug)]
pub struct Options {
    /// What the formats ask for.
    pub settings: Settings,
    /// The document is a robots.txt (rule \[11\]).
    pub robots: bool,
    /// Skips the detection (rule \[14\]).
    pub format: Option<Format>,
    /// Keep what could be read of damaged gzip (rule \[21\]).
    pub salvage: bool,
    /// Bytes received and decompressed, each at the most (rule \[22\]).
    pub max_size: u64,
    /// The Content-Type it was served with (rule \[23\]).
    pub content_type: Option<String>,
    /// Further URLs whose origin strict mode admits (rule \[43\]).
    pub origins: Vec<String>,
    /// Hosts that are admitted (rule \[47\]).
    pub hosts: Option<Hosts>,
    /// What is fed is text already; its declaration is ignored (rule \[23\]).
    pub decoded: bool,
}

/// What a document is read from.
#[derive(Clone, Copy, Debug)]
pub enum Source<'a> {
    /// As it was received.
    Bytes(&'a [u8]),
    /// Text already; its declaration is ignored (rule \[23\]).
    Text(&'a str),
}

/// What was read of a document.
#[derive(Debug)]
pub struct Document {
    /// The format, where it could be told.
    pub format: Option<Format>,
    /// The pages.
    pub urls: Table,
    /// The sitemaps it lists.
    pub sitemaps: Table,
    /// Errors and notes.
    pub diagnostics: Diagnostics,
    /// Whether it was read to its end.
    pub complete: bool,
    /// Pages and sitemaps that `hosts` kept out.
    pub outside: u64,
    /// What the input was.
    pub input: Summary,
    /// The error that refuses the document as a whole; it is among the diagnostics, too.
    pub refused: Option<Error>,
}

/// Reads a whole document.
#[must_use]
pub fn parse(source: Source<'_>, options: &Options) -> Document {
    let mut reader = match Reader::new(options) {
        Ok(reader) => reader,
        Err(error) => return refuse(error, options),
    };
    let input_options = input_options(options);
    let decoded = match source {
        Source::Bytes(bytes) => input::decode(bytes, &input_options),
        Source::Text(text) => {
            input::decode_text(text, &input_options).map(|(text, summary)| (Cow::Borrowed(text), summary))
        }
    };
    match decoded {
        Ok((text, summary)) => {
            let ending = reader.finish(&text, summary.damaged.is_some());
            reader.document(ending, summary)
        }
        Err(error) => reader.document(Err(error), unread()),
    }
}

/// Reads a document by pieces.
#[derive(Debug)]
pub struct Parser {
    input: Input,
    reader: Reader,
    buffer: String,
    /// The length of the buffer at which reading is tried again: what did not suffice is read anew from its beginning only
    /// when there is twice as much.
    enough: usize,
    failed: Option<Error>,
}

impl Parser {
    /// A parser that has read nothing.
    ///
    /// # Errors
    /// Where the base URL is none.
    pub fn new(options: &Options) -> Result<Self> {
        Ok(Self {
            input: if options.decoded {
                Input::for_text(input_options(options))
            } else {
                Input::new(input_options(options))
            },
            reader: Reader::new(options)?,
            buffer: String::new(),
            enough: 0,
            failed: None,
        })
    }

    /// Reads on; returns the pages completed since the last call, provisional until [`Self::finish`] accepts the document.
    pub fn feed(&mut self, chunk: &[u8]) -> Table {
        // An error of the input lasts, and is returned again when it is finished.
        if self.input.push(chunk, &mut self.buffer).is_err() {
            self.buffer.clear();
        } else if self.failed.is_some() {
            // What the input holds may yet refuse the document, as it does where the whole is read at once.
            self.buffer.clear();
        } else if let Err(error) = self.advance() {
            self.failed = Some(error);
        }
        self.reader.take()
    }

    fn advance(&mut self) -> Result<()> {
        if self.buffer.len() < self.enough {
            return Ok(());
        }
        let done = self.reader.advance(&self.buffer)?;
        self.buffer.drain(..done);
        work::add(self.buffer.len());
        self.enough = if done == 0 { self.buffer.len().saturating_mul(2) } else { 0 };
        Ok(())
    }

    /// Reads the rest; the pages are those that [`Self::feed`] has not returned.
    #[must_use]
    pub fn finish(mut self) -> Document {
        match (self.input.finish(&mut self.buffer), self.failed) {
            (Ok(summary), None) => {
                let ending = self.reader.finish(&self.buffer, summary.damaged.is_some());
                self.reader.document(ending, summary)
            }
            (Ok(summary), Some(error)) => self.reader.document(Err(error), summary),
            (Err(error), _) => {
                self.reader.abandon();
                self.reader.document(Err(error), unread())
            }
        }
    }
}

fn input_options(options: &Options) -> input::Options<'_> {
    input::Options {
        strict: options.settings.strict,
        robots: options.robots || options.format == Some(Format::Robots),
        salvage: options.salvage,
        max_size: options.max_size,
        content_type: options.content_type.as_deref(),
    }
}

/// Nothing is known of the input.
const fn unread() -> Summary {
    Summary {
        size: 0,
        compressed: false,
        encoding: "UTF-8",
        replaced: 0,
        replaced_line: 0,
        false_encoding: false,
        damaged: None,
    }
}

fn refuse(error: Error, options: &Options) -> Document {
    let mut diagnostics = Diagnostics::new(options.settings.max_validation_errors.unwrap_or(u64::MAX));
    diagnostics.error(&error);
    Document {
        format: None,
        urls: Table::new(&crate::table::schema::URLS),
        sitemaps: Table::new(&crate::table::schema::SITEMAPS),
        diagnostics,
        complete: false,
        outside: 0,
        input: unread(),
        refused: Some(error),
    }
}

/// The reading of decoded text: the same for a whole document and for pieces of one.
#[derive(Debug)]
struct Reader {
    output: Output,
    stage: Stage,
    forced: Option<Format>,
}

#[derive(Debug)]
enum Stage {
    /// Too little is there to tell what it is.
    Undecided,
    Xml(Box<Tree>),
    Text(TextList),
    Robots(Robots),
}

impl Reader {
    fn new(options: &Options) -> Result<Self> {
        let origins: Vec<&str> = options.origins.iter().map(String::as_str).collect();
        let settings = options.settings.clone();
        let scope = Scope::new(&settings.url, settings.strict, &origins, options.hosts.clone()).map_err(|fault| {
            let detail =
                format!("the URL \"{}\" of the document: {}", excerpt(&settings.url), fault.message(&settings.url));
            Error::new(fault.code(), detail)
        })?;
        let forced = if options.robots { Some(Format::Robots) } else { options.format };
        Ok(Self { output: Output::new(settings, scope), stage: Stage::Undecided, forced })
    }

    /// Tells what the document is from its first characters (rule \[12\]); without effect where they are not there yet.
    fn decide(&mut self, text: &str, last: bool) {
        if !matches!(self.stage, Stage::Undecided) {
            return;
        }
        self.stage = match self.forced {
            Some(Format::Robots) => Stage::Robots(Robots::default()),
            Some(Format::Text) => Stage::Text(TextList::default()),
            Some(format) if !text.trim().is_empty() => Stage::Xml(Box::new(Tree::new(&self.output, Some(format)))),
            Some(_) if !last => return,
            Some(_) => Stage::Text(TextList::default()),
            None => match text.trim_start().chars().next() {
                Some('<') => Stage::Xml(Box::new(Tree::new(&self.output, None))),
                None if !last => return,
                _ => Stage::Text(TextList::default()),
            },
        };
    }

    fn advance(&mut self, text: &str) -> Result<usize> {
        self.decide(text, false);
        match &mut self.stage {
            Stage::Undecided => Ok(0),
            Stage::Xml(tree) => tree.advance(text, &mut self.output),
            Stage::Text(list) => Ok(list.advance(text, false, &mut self.output)),
            Stage::Robots(robots) => Ok(robots.advance(text, false, &mut self.output)),
        }
    }

    fn finish(&mut self, text: &str, damaged: bool) -> Result<Ending> {
        self.decide(text, true);
        match &mut self.stage {
            Stage::Undecided => {}
            Stage::Xml(tree) => return tree.finish(text, damaged, &mut self.output),
            Stage::Text(list) => {
                // A line that the damage cut is no line (rule [21]).
                list.advance(text, !damaged || text.ends_with('\r'), &mut self.output);
                if list.is_blank() {
                    return Err(Error::new(Code::EmptyDocument, "sitemap content is empty"));
                }
                if !list.found() && self.forced.is_none() {
                    return Err(tree::unrecognized(""));
                }
            }
            Stage::Robots(robots) => {
                robots.advance(text, !damaged || text.ends_with('\r'), &mut self.output);
            }
        }
        Ok(Ending::Whole)
    }

    /// The input cannot be read: what was read of it so far counts for nothing.
    fn abandon(&mut self) {
        self.stage = Stage::Undecided;
        self.output.begin_anew();
    }

    fn take(&mut self) -> Table {
        if self.output.in_doubt() { Table::new(&crate::table::schema::URLS) } else { self.output.urls.take() }
    }

    fn format(&self) -> Option<Format> {
        match &self.stage {
            Stage::Undecided => None,
            Stage::Xml(tree) => tree.format(),
            Stage::Text(_) => Some(Format::Text),
            Stage::Robots(_) => Some(Format::Robots),
        }
    }

    /// What was read, given how it ended.
    fn document(mut self, ending: Result<Ending>, mut input: Summary) -> Document {
        let format = self.format();
        let output = &mut self.output;
        if input.replaced > 0 {
            output.diagnostics.notes_at(Code::ReplacedBytes, input.replaced_line, input.replaced);
        }
        if input.false_encoding {
            output.note(Code::FalseEncodingIgnored, 1);
        }
        let (ending, kept) = match (ending, input.damaged.take()) {
            // The damage explains the early end: one error is enough (rule [21]).
            (Ok(_), Some(damage)) => (Some(damage), output.complete_entries > 0),
            (Ok(Ending::Whole), None) => (None, true),
            (Ok(Ending::Cut(error)), None) => (Some(error), output.complete_entries > 0),
            (Err(error), Some(damage)) if is_nothing(&error) => {
                output.forget();
                (Some(damage), false)
            }
            (Err(error), _) => {
                output.forget();
                (Some(error), false)
            }
        };
        if let Some(error) = &ending {
            output.diagnostics.error(error);
        }
        output.diagnostics.finish();
        let unread = output.diagnostics.rows().iter().any(|row| matches!(row.code, Code::UrlLimit | Code::RobotsLimit));
        Document {
            format,
            urls: output.urls.take(),
            sitemaps: output.sitemaps.take(),
            diagnostics: std::mem::take(&mut output.diagnostics),
            complete: ending.is_none() && !unread,
            outside: output.outside,
            input,
            refused: ending.filter(|_| !kept),
        }
    }
}

/// Whether an error says that there is nothing to read, which damage explains better.
fn is_nothing(error: &Error) -> bool {
    matches!(error.code, Code::EmptyDocument | Code::Truncated) || *error == tree::unrecognized("")
}
