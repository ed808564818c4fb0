//! Bytes in, UTF-8 out: [`gzip`], then [`sniff`] and [`charset`].
//!
//! Enters: a document as it was received, whole ([`decode`]) or in chunks of any size ([`Input`]). Leaves: its text, and a [`Summary`].
//! Called by [`crate::parse`]. Both ways agree on the text, the summary and the error, however the document is cut.
//!
//! Memory: the text is at most three times the unpacked size (see [`charset`]), its buffer at most twice that while it grows; beside it
//! a few buffers of 64 KiB. A document that is UTF-8 already is borrowed.

pub mod charset;
pub mod gzip;
pub mod sniff;

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8};

use charset::Charset;
pub use charset::UNDECODABLE;
use gzip::Layers;

use crate::error::{Code, Error, Result};
use crate::limits::GZIP_LAYERS;

/// How a document is to be read.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// Refuse what cannot be decoded, and false declarations.
    pub strict: bool,
    /// It is a robots.txt: UTF-8, whatever it may declare.
    pub robots: bool,
    /// Keep what a damaged gzip stream gave before the damage (rule \[21\]).
    pub salvage: bool,
    /// Bytes that may be received, and that each layer of gzip may give; `u64::MAX` for no limit.
    pub max_size: u64,
    /// The Content-Type it came with.
    pub content_type: Option<&'a str>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self { strict: false, robots: false, salvage: false, max_size: u64::MAX, content_type: None }
    }
}

/// What the bytes were.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Bytes before they were decoded, unpacked.
    pub size: u64,
    /// It was gzip.
    pub compressed: bool,
    /// The name of the encoding in the WHATWG standard.
    pub encoding: &'static str,
    /// Invalid sequences that became [`UNDECODABLE`].
    pub replaced: u64,
    /// The line of the first of them, from 1; 0 if there is none.
    pub replaced_line: u32,
    /// A declaration of UTF-16 was false, and ignored.
    pub false_encoding: bool,
    /// Where gzip was damaged, and what came before was kept.
    pub damaged: Option<Error>,
}

/// The text of a whole document. It borrows from `bytes` where nothing had to change.
///
/// # Errors
///
/// [`Code::SizeLimit`], [`Code::GzipDamaged`], [`Code::UnknownEncoding`]; in strict mode [`Code::FalseEncoding`] and
/// [`Code::UndecodableBytes`]. Of several, the one that comes first in the bytes.
pub fn decode<'a>(bytes: &'a [u8], options: &Options<'_>) -> Result<(Cow<'a, str>, Summary)> {
    if let Some(borrowed) = borrow(bytes, options)? {
        return Ok(borrowed);
    }
    let mut input = Input::new(*options);
    let mut text = String::new();
    input.push(bytes, &mut text)?;
    let summary = input.finish(&mut text)?;
    Ok((Cow::Owned(text), summary))
}

/// A document that is text already: its declaration means nothing (rule \[23\]), a U+FEFF at its start is left out.
///
/// # Errors
///
/// [`Code::SizeLimit`], by its bytes in UTF-8.
pub fn decode_text<'a>(text: &'a str, options: &Options<'_>) -> Result<(&'a str, Summary)> {
    let size = text.len() as u64;
    if size > options.max_size {
        return Err(too_large(options.max_size));
    }
    Ok((text.strip_prefix('\u{feff}').unwrap_or(text), unchanged(size, UTF_8)))
}

/// The whole document, if it is UTF-8 or ASCII as it stands.
fn borrow<'a>(bytes: &'a [u8], options: &Options<'_>) -> Result<Option<(Cow<'a, str>, Summary)>> {
    let size = bytes.len() as u64;
    if size > options.max_size || bytes.starts_with(&gzip::MAGIC) {
        return Ok(None);
    }
    let Some(told) = sniff::sniff(sniff::window(bytes), true, options.robots, options.strict)? else {
        return Ok(None);
    };
    let (body, encoding) = (&bytes[told.skip..], told.encoding);
    let ascii = || encoding.is_ascii_compatible() && Encoding::ascii_valid_up_to(body) == body.len();
    if encoding != UTF_8 && !ascii() {
        return Ok(None);
    }
    // This validates with SIMD, and there is no other safe way to get at a `str` that does.
    let text = encoding.decode_without_bom_handling_and_without_replacement(body);
    let summary = Summary { false_encoding: told.false_encoding, ..unchanged(size, encoding) };
    Ok(text.map(|text| (text, summary)))
}

fn unchanged(size: u64, encoding: &'static Encoding) -> Summary {
    Summary {
        size,
        compressed: false,
        encoding: encoding.name(),
        replaced: 0,
        replaced_line: 0,
        false_encoding: false,
        damaged: None,
    }
}

fn too_large(limit: u64) -> Error {
    Error::new(Code::SizeLimit, format!("size exceeds limit of {limit} bytes"))
}

/// The text of a document by pieces.
///
/// After an error every further call returns it again. What was appended before it is the text up to there.
#[derive(Debug)]
pub struct Input {
    salvage: bool,
    max_size: u64,
    received: u64,
    size: u64,
    layers: Layers,
    charset: Charset,
    damaged: Option<Error>,
    failed: Option<Error>,
    finished: Option<Summary>,
}

impl Input {
    /// For one document of bytes.
    #[must_use]
    pub fn new(options: Options<'_>) -> Self {
        let fallback = options.content_type.and_then(sniff::content_type_charset);
        Self::with(options, GZIP_LAYERS, Charset::new(options.strict, options.robots, fallback))
    }

    /// For one document that is text already (see [`decode_text`]); what is pushed is UTF-8.
    #[must_use]
    pub fn for_text(options: Options<'_>) -> Self {
        Self::with(options, 0, Charset::new(options.strict, true, None))
    }

    fn with(options: Options<'_>, layers: usize, charset: Charset) -> Self {
        Self {
            salvage: options.salvage,
            max_size: options.max_size,
            received: 0,
            size: 0,
            layers: Layers::new(layers, options.max_size),
            charset,
            damaged: None,
            failed: None,
            finished: None,
        }
    }

    /// Appends to `out` what `chunk` gives; nothing, once the document was ended.
    ///
    /// # Errors
    ///
    /// As [`decode`].
    pub fn push(&mut self, chunk: &[u8], out: &mut String) -> Result<()> {
        if self.finished.is_some() {
            return Ok(());
        }
        self.once(|input| {
            // What is within the limit goes first, so that the first error in the bytes is the one that is returned.
            let room = usize::try_from(input.max_size - input.received).unwrap_or(usize::MAX);
            let allowed = &chunk[..chunk.len().min(room)];
            input.received += allowed.len() as u64;
            input.unpack(Some(allowed), out)?;
            if allowed.len() < chunk.len() { Err(too_large(input.max_size)) } else { Ok(()) }
        })
    }

    /// Ends the document, and appends what was held back. Once more, it only returns the same.
    ///
    /// # Errors
    ///
    /// As [`decode`].
    pub fn finish(&mut self, out: &mut String) -> Result<Summary> {
        if let Some(summary) = &self.finished {
            return Ok(summary.clone());
        }
        self.once(|input| {
            input.unpack(None, out)?;
            input.charset.finish(input.damaged.is_some(), out)
        })?;
        let summary = Summary {
            compressed: self.layers.compressed(),
            replaced: self.charset.replaced,
            replaced_line: self.charset.replaced_line,
            false_encoding: self.charset.false_encoding,
            damaged: self.damaged.clone(),
            ..unchanged(self.size, self.charset.encoding())
        };
        self.finished = Some(summary.clone());
        Ok(summary)
    }

    /// Takes `bytes`, or their end, through the layers of gzip into the text.
    fn unpack(&mut self, bytes: Option<&[u8]>, out: &mut String) -> Result<()> {
        if self.damaged.is_some() {
            return Ok(());
        }
        let Self { layers, charset, size, .. } = self;
        let mut sink = |piece: &[u8]| {
            *size += piece.len() as u64;
            charset.push(piece, out)
        };
        let result = match bytes {
            Some(bytes) => layers.push(bytes, &mut sink),
            None => layers.finish(&mut sink),
        };
        match result {
            Err(error) if self.salvage && error.code == Code::GzipDamaged => {
                self.damaged = Some(error);
                Ok(())
            }
            result => result,
        }
    }

    /// Does `step`, unless an earlier one failed.
    fn once(&mut self, step: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        let result = step(self);
        self.failed = result.as_ref().err().cloned();
        result
    }
}
