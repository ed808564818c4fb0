//! Bytes to UTF-8 by pieces (rules \[23\] to \[25\]).
//!
//! Enters: the unpacked bytes of a document, in chunks of any size. Leaves: text, appended to the caller's string: at most three bytes
//! for one that came in (a byte of a one-byte encoding, or one that could not be decoded). Called by [`super::Input`].
//!
//! Held back are the first bytes until the encoding is told, and a character that is cut. Where only the Content-Type names an
//! encoding, everything from the first byte on that is not ASCII is held back: whether the bytes as a whole are UTF-8 is known at
//! their end.

use std::mem;

use encoding_rs::{Decoder, DecoderResult, Encoding, UTF_8};

use super::sniff::{Told, sniff};
use crate::error::{Code, Error, Place, Result};
use crate::limits::MAX_DECLARATION;

pub use crate::xml::text::UNDECODABLE;

/// Bytes decoded at a time. The decoder writes into a buffer of this size rather than into the text itself: it touches every page
/// that it is given, which with a long text and many invalid bytes would be quadratic.
const PIECE: usize = 1 << 16;

/// Decodes one document.
#[derive(Debug)]
pub struct Charset {
    strict: bool,
    robots: bool,
    /// The charset of the Content-Type.
    fallback: Option<&'static Encoding>,
    stage: Stage,
    decoder: Decoder,
    piece: String,
    place: Place,
    /// Sequences that could not be decoded.
    pub replaced: u64,
    /// The line of the first of them, or 0.
    pub replaced_line: u32,
    /// A declaration of UTF-16 was ignored.
    pub false_encoding: bool,
}

#[derive(Debug)]
enum Stage {
    /// The first bytes; the encoding is not told yet.
    Head(Vec<u8>),
    /// UTF-8 until proven otherwise; `held` begins with the first byte that is not ASCII, the first `valid` bytes of it are UTF-8.
    Open {
        held: Vec<u8>,
        valid: usize,
        fallback: &'static Encoding,
    },
    Told,
}

impl Charset {
    /// For one document. `robots`: no declaration is looked for. `fallback`: see [`super::sniff::content_type_charset`].
    #[must_use]
    pub fn new(strict: bool, robots: bool, fallback: Option<&'static Encoding>) -> Self {
        Self {
            strict,
            robots,
            fallback,
            stage: Stage::Head(Vec::new()),
            decoder: UTF_8.new_decoder_without_bom_handling(),
            piece: "\0".repeat(PIECE),
            place: Place { offset: 0, line: 1, column: 1 },
            replaced: 0,
            replaced_line: 0,
            false_encoding: false,
        }
    }

    /// The encoding, as far as is known.
    #[must_use]
    pub fn encoding(&self) -> &'static Encoding {
        self.decoder.encoding()
    }

    /// Appends what `bytes` decode to.
    ///
    /// # Errors
    ///
    /// [`Code::UnknownEncoding`]; in strict mode [`Code::FalseEncoding`] and [`Code::UndecodableBytes`]. Nothing may be pushed afterwards.
    pub fn push(&mut self, bytes: &[u8], out: &mut String) -> Result<()> {
        let Stage::Head(head) = &mut self.stage else {
            return self.body(bytes, out);
        };
        let (first, rest) = bytes.split_at(bytes.len().min(MAX_DECLARATION - head.len()));
        head.extend_from_slice(first);
        let Some(told) = sniff(head, head.len() == MAX_DECLARATION, self.robots, self.strict)? else {
            return Ok(());
        };
        let head = mem::take(head);
        self.begin(told);
        self.body(&head[told.skip..], out)?;
        self.body(rest, out)
    }

    /// Ends the document. `cut` says that bytes are missing, so that a character without its end is no error of its own.
    ///
    /// # Errors
    ///
    /// As [`Self::push`].
    pub fn finish(&mut self, cut: bool, out: &mut String) -> Result<()> {
        if let Stage::Head(head) = &mut self.stage {
            let head = mem::take(head);
            let told = sniff(&head, true, self.robots, self.strict)?.unwrap_or(Told::UTF_8);
            self.begin(told);
            self.body(&head[told.skip..], out)?;
        }
        if let Stage::Open { held, valid, fallback } = mem::replace(&mut self.stage, Stage::Told) {
            if valid < held.len() && !cut {
                self.decoder = fallback.new_decoder_without_bom_handling();
            }
            self.decode(&held, false, out)?;
        }
        if cut { Ok(()) } else { self.decode(&[], true, out) }
    }

    fn begin(&mut self, told: Told) {
        self.false_encoding = told.false_encoding;
        self.decoder = told.encoding.new_decoder_without_bom_handling();
        self.stage = match self.fallback {
            Some(fallback) if told.open => Stage::Open { held: Vec::new(), valid: 0, fallback },
            _ => Stage::Told,
        };
    }

    fn body(&mut self, bytes: &[u8], out: &mut String) -> Result<()> {
        let Stage::Open { held, valid, fallback } = &mut self.stage else {
            return self.decode(bytes, false, out);
        };
        let ascii = if held.is_empty() { Encoding::ascii_valid_up_to(bytes) } else { 0 };
        held.extend_from_slice(&bytes[ascii..]);
        *valid += Encoding::utf8_valid_up_to(&held[*valid..]);
        if may_go_on(&held[*valid..]) {
            return self.decode(&bytes[..ascii], false, out);
        }
        let (held, decoder) = (mem::take(held), fallback.new_decoder_without_bom_handling());
        self.stage = Stage::Told;
        self.decode(&bytes[..ascii], false, out)?;
        self.decoder = decoder;
        self.decode(&held, false, out)
    }

    fn decode(&mut self, mut bytes: &[u8], last: bool, out: &mut String) -> Result<()> {
        loop {
            let (result, read, written) = self.decoder.decode_to_str_without_replacement(bytes, &mut self.piece, last);
            bytes = &bytes[read..];
            let text = &self.piece[..written];
            out.push_str(text);
            if self.replaced == 0 {
                advance(&mut self.place, text, self.strict);
            }
            match result {
                DecoderResult::InputEmpty => return Ok(()),
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(..) => self.replace(out)?,
            }
        }
    }

    fn replace(&mut self, out: &mut String) -> Result<()> {
        if self.strict {
            let detail = format!("bytes that are not {}", self.encoding().name());
            return Err(Error::new(Code::UndecodableBytes, detail).at(self.place));
        }
        // The place stays where the first one was.
        self.replaced_line = self.place.line;
        self.replaced += 1;
        out.push(UNDECODABLE);
        Ok(())
    }
}

/// Whether `tail`, where UTF-8 ends to be valid, is but the beginning of a character.
fn may_go_on(tail: &[u8]) -> bool {
    tail.len() < 4 && std::str::from_utf8(tail).err().is_none_or(|error| error.error_len().is_none())
}

/// Moves `place` past `text`; columns are counted only where an error would tell them.
fn advance(place: &mut Place, text: &str, columns: bool) {
    let lines = memchr::memchr_iter(b'\n', text.as_bytes()).count();
    place.offset += text.len() as u64;
    place.line = place.line.saturating_add(u32::try_from(lines).unwrap_or(u32::MAX));
    if columns {
        if lines > 0 {
            place.column = 1;
        }
        let last = text.rsplit('\n').next().unwrap_or_default();
        place.column = place.column.saturating_add(u32::try_from(last.chars().count()).unwrap_or(u32::MAX));
    }
}
