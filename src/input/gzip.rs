//! gzip by pieces (rules \[20\] to \[22\]).
//!
//! Enters: the bytes of a document as they come, in chunks of any size. Leaves: what they unpack to, in pieces of at most 64 KiB
//! handed to a sink; bytes that are no gzip pass through untouched. Called by [`super::Input`].
//!
//! The member loop is our own, on raw deflate: flate2's decoder of many members fails on bytes that follow the last one, and a
//! decoder made anew for each member would let a document of empty members cost a window's allocation for every 20 bytes.
//!
//! Everything happens in the order of the bytes: what a damaged or an oversized stream gave before it is handed on first, so that
//! no outcome depends on how the document was cut into chunks.

use flate2::{Crc, Decompress, FlushDecompress, Status};
use memchr::memchr;

use crate::error::{Code, Error, Result};

/// How a member begins: the two magic bytes, and deflate, the only method there is.
pub const MAGIC: [u8; 3] = [0x1f, 0x8b, 0x08];

/// Bytes unpacked at a time: they stay in the cache on their way through the stages, and calls cost nothing against them.
const PIECE: usize = 1 << 16;

const HEADER_CHECKSUM: u8 = 1 << 1;
const EXTRA: u8 = 1 << 2;
const NAME: u8 = 1 << 3;
const COMMENT: u8 = 1 << 4;
const RESERVED: u8 = 0b1110_0000;

/// Where unpacked bytes go.
pub type Sink<'a> = dyn FnMut(&[u8]) -> Result<()> + 'a;

/// The gzip layers around a document: none, one, or as many as are unpacked.
#[derive(Debug)]
pub struct Layers {
    layers: Vec<Layer>,
    limit: u64,
}

#[derive(Debug)]
enum Layer {
    /// So many bytes of the magic number were seen.
    Unknown(usize),
    Plain,
    Gzip(Box<Gunzip>),
}

impl Layers {
    /// Unpacks at most `depth` layers, each of which may give `limit` bytes.
    #[must_use]
    pub fn new(depth: usize, limit: u64) -> Self {
        Self { layers: (0..depth).map(|_| Layer::Unknown(0)).collect(), limit }
    }

    /// Whether the document is compressed, as far as is known.
    #[must_use]
    pub fn compressed(&self) -> bool {
        matches!(self.layers.first(), Some(Layer::Gzip(_)))
    }

    /// Unpacks `bytes`.
    ///
    /// # Errors
    ///
    /// [`Code::GzipDamaged`], [`Code::SizeLimit`], or what the sink returns. Nothing may be pushed afterwards.
    pub fn push(&mut self, bytes: &[u8], sink: &mut Sink<'_>) -> Result<()> {
        feed(&mut self.layers, self.limit, bytes, sink)
    }

    /// Ends the document, and hands on the bytes that were held back.
    ///
    /// # Errors
    ///
    /// [`Code::GzipDamaged`] where a member is cut, or what the sink returns.
    pub fn finish(&mut self, sink: &mut Sink<'_>) -> Result<()> {
        for layer in &self.layers {
            match layer {
                Layer::Gzip(gunzip) => gunzip.finish()?,
                Layer::Plain | Layer::Unknown(0) => break,
                Layer::Unknown(seen) => return sink(&MAGIC[..*seen]),
            }
        }
        Ok(())
    }
}

/// Takes `bytes` through the outermost of `layers`, and what it gives through the rest.
fn feed(layers: &mut [Layer], limit: u64, bytes: &[u8], sink: &mut Sink<'_>) -> Result<()> {
    let Some((layer, inner)) = layers.split_first_mut() else {
        return sink(bytes);
    };
    match layer {
        Layer::Plain => sink(bytes),
        Layer::Gzip(gunzip) => gunzip.push(bytes, &mut |piece| feed(inner, limit, piece, sink)),
        Layer::Unknown(seen) => {
            let told = *seen + bytes.iter().zip(&MAGIC[*seen..]).take_while(|(byte, magic)| byte == magic).count();
            let rest = &bytes[told - *seen..];
            if told == MAGIC.len() {
                *layer = Layer::Gzip(Box::new(Gunzip::new(limit)));
                feed(layers, limit, &MAGIC, sink)?;
                return feed(layers, limit, rest, sink);
            }
            if rest.is_empty() {
                *seen = told;
                return Ok(());
            }
            *layer = Layer::Plain;
            if told > 0 {
                sink(&MAGIC[..told])?;
            }
            sink(rest)
        }
    }
}

/// The part of a member that comes next.
#[derive(Clone, Copy, Debug)]
enum Part {
    Magic,
    /// Flags, time, extra flags, system.
    Fixed,
    ExtraLength,
    /// So many bytes are left of it.
    Extra(usize),
    Name,
    Comment,
    HeaderChecksum,
    Body,
    Trailer,
    /// What follows the last member.
    Ignored,
}

/// The members of one layer. The magic number of the first is the first thing it is given.
#[derive(Debug)]
struct Gunzip {
    part: Part,
    /// Bytes of the part that is being collected.
    held: [u8; 8],
    held_len: usize,
    flags: u8,
    inflate: Decompress,
    /// Of the header, then of the content.
    checksum: Crc,
    /// Bytes of the member, as the trailer counts them: modulo 2^32.
    length: u32,
    /// Bytes the layer may still give.
    room: u64,
    limit: u64,
    piece: Vec<u8>,
}

impl Gunzip {
    fn new(limit: u64) -> Self {
        Self {
            part: Part::Magic,
            held: [0; 8],
            held_len: 0,
            flags: 0,
            inflate: Decompress::new(false),
            checksum: Crc::new(),
            length: 0,
            room: limit,
            limit,
            piece: Vec::with_capacity(PIECE),
        }
    }

    /// Each turn of the loop finishes a part; it returns where the part needs bytes that are not there yet.
    fn push(&mut self, mut input: &[u8], sink: &mut Sink<'_>) -> Result<()> {
        loop {
            match self.part {
                Part::Magic => {
                    let Some(begins) = self.magic(&mut input) else {
                        return Ok(());
                    };
                    self.part = if begins { Part::Fixed } else { Part::Ignored };
                }
                Part::Fixed => {
                    let Some(fixed) = self.take::<7>(&mut input) else {
                        return Ok(());
                    };
                    self.checksum.update(&fixed);
                    self.flags = fixed[0];
                    if self.flags & RESERVED != 0 {
                        return Err(damaged("invalid header"));
                    }
                    self.part = if self.has(EXTRA) { Part::ExtraLength } else { Part::Name };
                }
                Part::ExtraLength => {
                    let Some(length) = self.take::<2>(&mut input) else {
                        return Ok(());
                    };
                    self.checksum.update(&length);
                    self.part = Part::Extra(usize::from(u16::from_le_bytes(length)));
                }
                Part::Extra(left) => {
                    let (extra, rest) = input.split_at(left.min(input.len()));
                    self.checksum.update(extra);
                    input = rest;
                    if extra.len() < left {
                        self.part = Part::Extra(left - extra.len());
                        return Ok(());
                    }
                    self.part = Part::Name;
                }
                Part::Name => {
                    if self.has(NAME) && !self.skip_string(&mut input) {
                        return Ok(());
                    }
                    self.part = Part::Comment;
                }
                Part::Comment => {
                    if self.has(COMMENT) && !self.skip_string(&mut input) {
                        return Ok(());
                    }
                    self.part = Part::HeaderChecksum;
                }
                Part::HeaderChecksum => {
                    if self.has(HEADER_CHECKSUM) {
                        let Some(expected) = self.take::<2>(&mut input) else {
                            return Ok(());
                        };
                        if self.checksum.sum().to_le_bytes()[..2] != expected {
                            return Err(damaged("invalid header checksum"));
                        }
                    }
                    self.inflate.reset(false);
                    self.checksum.reset();
                    self.length = 0;
                    self.part = Part::Body;
                }
                Part::Body => {
                    if input.is_empty() || !self.inflate(&mut input, sink)? {
                        return Ok(());
                    }
                    self.part = Part::Trailer;
                }
                Part::Trailer => {
                    let Some(trailer) = self.take::<8>(&mut input) else {
                        return Ok(());
                    };
                    if trailer[..4] != self.checksum.sum().to_le_bytes() {
                        return Err(damaged("invalid checksum"));
                    }
                    if trailer[4..] != self.length.to_le_bytes() {
                        return Err(damaged("invalid length"));
                    }
                    self.checksum.reset();
                    self.part = Part::Magic;
                }
                Part::Ignored => return Ok(()),
            }
        }
    }

    /// Whether the input could end here. A magic number that is awaited is that of a further member.
    fn finish(&self) -> Result<()> {
        match self.part {
            Part::Magic | Part::Ignored => Ok(()),
            _ => Err(damaged("unexpected end of file")),
        }
    }

    fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// Whether a member begins, once that can be told.
    fn magic(&mut self, input: &mut &[u8]) -> Option<bool> {
        while let Some((&byte, rest)) = input.split_first() {
            if byte != MAGIC[self.held_len] {
                return Some(false);
            }
            *input = rest;
            self.held_len += 1;
            if self.held_len == MAGIC.len() {
                self.held_len = 0;
                self.checksum.update(&MAGIC);
                return Some(true);
            }
        }
        None
    }

    /// The next `N` bytes, once they are all there.
    fn take<const N: usize>(&mut self, input: &mut &[u8]) -> Option<[u8; N]> {
        let (taken, rest) = input.split_at(input.len().min(N - self.held_len));
        self.held[self.held_len..][..taken.len()].copy_from_slice(taken);
        self.held_len += taken.len();
        *input = rest;
        if self.held_len < N {
            return None;
        }
        self.held_len = 0;
        self.held.first_chunk().copied()
    }

    /// Skips to the zero that ends a string; false where it is yet to come.
    fn skip_string(&mut self, input: &mut &[u8]) -> bool {
        let end = memchr(0, input);
        let (string, rest) = input.split_at(end.map_or(input.len(), |zero| zero + 1));
        self.checksum.update(string);
        *input = rest;
        end.is_some()
    }

    /// Unpacks what there is; true at the end of the deflate stream.
    fn inflate(&mut self, input: &mut &[u8], sink: &mut Sink<'_>) -> Result<bool> {
        loop {
            self.piece.clear();
            let before = self.inflate.total_in();
            let status = self.inflate.decompress_vec(input, &mut self.piece, FlushDecompress::None);
            let read = usize::try_from(self.inflate.total_in() - before).unwrap_or(input.len());
            *input = &input[read..];
            self.hand_on(sink)?;
            // A full piece may have left bytes in the window, even where the input is used up.
            let full = self.piece.len() == self.piece.capacity();
            match status {
                Ok(Status::StreamEnd) => return Ok(true),
                Ok(_) if input.is_empty() && !full => return Ok(false),
                Ok(_) if read > 0 || !self.piece.is_empty() => {}
                Ok(_) | Err(_) => return Err(damaged("invalid deflate data")),
            }
        }
    }

    /// Hands on the piece, up to the limit.
    fn hand_on(&mut self, sink: &mut Sink<'_>) -> Result<()> {
        let allowed = usize::try_from(self.room).unwrap_or(usize::MAX).min(self.piece.len());
        if allowed > 0 {
            sink(&self.piece[..allowed])?;
        }
        if allowed < self.piece.len() {
            return Err(Error::new(
                Code::SizeLimit,
                format!("decompressed size exceeds limit of {} bytes", self.limit),
            ));
        }
        self.room -= allowed as u64;
        self.checksum.update(&self.piece);
        self.length = self.length.wrapping_add(u32::try_from(self.piece.len()).unwrap_or(0));
        Ok(())
    }
}

fn damaged(how: &str) -> Error {
    Error::new(Code::GzipDamaged, format!("gzip decompression failed: {how}"))
}
