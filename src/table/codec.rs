//! A table as bytes and back, for pickles.
//!
//! Enters: a [`Table`], or bytes from anywhere. Leaves: bytes, or a table that holds everything the other modules
//! rely on: each length, offset, code and text is checked. Memory taken while reading is a small multiple of the
//! input, whatever the input claims.
//!
//! ```text
//! magic version fingerprint name rows parts*      part: rows, column*     column: 0 | 1 validity? buffers
//! ```
//! All numbers are little endian. A column that holds no value is a single byte, so the number of rows has to be
//! vouched for by at least one column that stores something a row; the same goes for the items of lists.

use std::fmt;
use std::sync::Arc;

use super::bitmap::Bitmap;
use super::column::{Column, Data};
use super::schema::{Field, Kind, SITEMAPS, URLS};
use super::words::{Words, position};
use super::{Chunk, Part, Table};

const MAGIC: &[u8; 4] = b"smft";
const VERSION: u16 = 1;

/// Why bytes are no table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodecError(pub &'static str);

impl fmt::Display for CodecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a pickled table of this version: {}", self.0)
    }
}

impl std::error::Error for CodecError {}

type Result<T> = std::result::Result<T, CodecError>;

/// Writes a table down.
#[must_use]
pub fn encode(table: &Table) -> Vec<u8> {
    let mut out = Vec::new();
    out.extend_from_slice(MAGIC);
    out.extend_from_slice(&VERSION.to_le_bytes());
    out.extend_from_slice(&fingerprint(table.schema.fields).to_le_bytes());
    put_bytes(&mut out, table.schema.name.as_bytes());
    put_len(&mut out, table.parts.len());
    for part in &table.parts {
        let rows = part.rows();
        put_len(&mut out, rows.len());
        let mut columns = table.schema.columns();
        for (column, source) in columns.iter_mut().zip(&part.chunk.columns) {
            if rows.len() == part.chunk.rows {
                column.clone_from(source);
            } else {
                column.extend(source, rows.clone());
                column.freeze();
            }
        }
        anchor(&mut columns);
        for column in &columns {
            put_column(&mut out, column);
        }
    }
    out
}

/// Reads a table back.
///
/// # Errors
/// Where the bytes are not what [`encode`] of this version writes.
pub fn decode(bytes: &[u8]) -> Result<Table> {
    let mut input = Input(bytes);
    if input.take(MAGIC.len())? != MAGIC || input.array::<2>().map(u16::from_le_bytes)? != VERSION {
        return Err(CodecError("another format"));
    }
    let schemas = input.array::<8>().map(u64::from_le_bytes)?;
    let name = input.bytes()?;
    let schema = [&URLS, &SITEMAPS].into_iter().find(|schema| schema.name.as_bytes() == name);
    let schema = schema.ok_or(CodecError("an unknown table"))?;
    if fingerprint(schema.fields) != schemas {
        return Err(CodecError("other columns"));
    }
    let mut parts = Vec::new();
    for _ in 0..input.len()? {
        let rows = input.len()?;
        if rows == 0 {
            return Err(CodecError("a part without rows"));
        }
        let columns: Vec<Column> =
            schema.fields.iter().map(|field| input.column(field, rows)).collect::<Result<_>>()?;
        if !columns.iter().any(is_anchored) {
            return Err(CodecError("rows without content"));
        }
        let chunk = Chunk { schema, columns, rows };
        parts.push(Part { start: 0, len: rows, chunk: Arc::new(chunk) });
    }
    if input.0.is_empty() { Ok(Table::from_parts(schema, parts)) } else { Err(CodecError("bytes after the end")) }
}

/// A number that changes with the names, types and nullability of the fields (FNV-1a).
fn fingerprint(fields: &[Field]) -> u64 {
    fn mix(hash: u64, bytes: &[u8]) -> u64 {
        bytes.iter().fold(hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    }
    fields.iter().fold(0xcbf2_9ce4_8422_2325, |hash, field| {
        let hash = mix(mix(hash, field.name.as_bytes()), &[0xff, u8::from(field.nullable)]);
        match field.kind {
            Kind::Utf8 => mix(hash, b"t"),
            Kind::Dictionary => mix(hash, b"d"),
            Kind::Timestamp => mix(hash, b"s"),
            Kind::Int16 => mix(hash, b"h"),
            Kind::Int64 => mix(hash, b"l"),
            Kind::UInt32 => mix(hash, b"u"),
            Kind::Float64 => mix(hash, b"f"),
            Kind::Bool => mix(hash, b"b"),
            Kind::List(item) => mix(mix(hash, b"["), &fingerprint(std::slice::from_ref(item)).to_le_bytes()),
            Kind::Struct(fields) => mix(mix(hash, b"{"), &fingerprint(fields).to_le_bytes()),
        }
    })
}

/// Whether the column stores something for each of its rows.
fn is_anchored(column: &Column) -> bool {
    match &column.data {
        Data::Absent => false,
        Data::Struct(fields) => column.validity.is_some() || fields.iter().any(is_anchored),
        _ => true,
    }
}

/// Sees to it that one of the columns stores something a row, and so for the items of every list.
fn anchor(columns: &mut [Column]) {
    if !columns.iter().any(is_anchored)
        && let Some(first) = columns.first_mut()
    {
        first.open();
        // A struct that is not nullable stores nothing of its own.
        if !is_anchored(first)
            && let Data::Struct(fields) = &mut first.data
        {
            anchor(fields);
        }
    }
    columns.iter_mut().for_each(anchor_items);
}

fn anchor_items(column: &mut Column) {
    match &mut column.data {
        Data::List { child, .. } if !child.is_empty() => anchor(std::slice::from_mut(child)),
        Data::Struct(fields) => fields.iter_mut().for_each(anchor_items),
        _ => {}
    }
}

fn put_len(out: &mut Vec<u8>, len: usize) {
    out.extend_from_slice(&(len as u64).to_le_bytes());
}

fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    put_len(out, bytes.len());
    out.extend_from_slice(bytes);
}

fn put_all<const N: usize>(out: &mut Vec<u8>, values: impl ExactSizeIterator<Item = [u8; N]>) {
    out.reserve(values.len() * N);
    for value in values {
        out.extend_from_slice(&value);
    }
}

fn put_column(out: &mut Vec<u8>, column: &Column) {
    if column.is_absent() {
        return out.push(0);
    }
    out.push(1);
    if column.field.nullable {
        out.push(u8::from(column.validity.is_some()));
        if let Some(validity) = &column.validity {
            out.extend_from_slice(validity.as_bytes());
        }
    }
    match &column.data {
        Data::Absent => {}
        Data::Utf8 { offsets, text } => {
            put_all(out, offsets.iter().map(|value| value.to_le_bytes()));
            out.extend_from_slice(text.as_bytes());
        }
        Data::Dictionary { codes, words } => {
            put_len(out, words.len());
            put_all(out, words.offsets().iter().map(|value| value.to_le_bytes()));
            out.extend_from_slice(words.text().as_bytes());
            put_all(out, codes.iter().map(|value| value.to_le_bytes()));
        }
        Data::I64(values) => put_all(out, values.iter().map(|value| value.to_le_bytes())),
        Data::I16(values) => put_all(out, values.iter().map(|value| value.to_le_bytes())),
        Data::U32(values) => put_all(out, values.iter().map(|value| value.to_le_bytes())),
        Data::F64(values) => put_all(out, values.iter().map(|value| value.to_le_bytes())),
        Data::Bool(bits) => out.extend_from_slice(bits.as_bytes()),
        Data::List { offsets, child } => {
            put_all(out, offsets.iter().map(|value| value.to_le_bytes()));
            put_column(out, child);
        }
        Data::Struct(fields) => fields.iter().for_each(|field| put_column(out, field)),
    }
}

/// What is left to read.
struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    fn take(&mut self, len: usize) -> Result<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(len).ok_or(CodecError("it ends too early"))?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        self.take(N)?.try_into().map_err(|_| CodecError("it ends too early"))
    }

    fn len(&mut self) -> Result<usize> {
        usize::try_from(u64::from_le_bytes(self.array()?)).map_err(|_| CodecError("a length out of range"))
    }

    fn bytes(&mut self) -> Result<&'a [u8]> {
        let len = self.len()?;
        self.take(len)
    }

    fn values<const N: usize, T>(&mut self, count: usize, from: impl Fn([u8; N]) -> T) -> Result<Vec<T>> {
        let bytes = self.take(count.checked_mul(N).ok_or(CodecError("a length out of range"))?)?;
        let (values, _) = bytes.as_chunks::<N>();
        Ok(values.iter().map(|value| from(*value)).collect())
    }

    fn bits(&mut self, count: usize) -> Result<Bitmap> {
        let bytes = self.take(count.div_ceil(8))?;
        Bitmap::from_bytes(bytes, count).ok_or(CodecError("a length out of range"))
    }

    fn flag(&mut self) -> Result<bool> {
        match self.array()? {
            [0] => Ok(false),
            [1] => Ok(true),
            _ => Err(CodecError("a mark out of range")),
        }
    }

    /// One more offset than rows, from 0 and never falling.
    fn offsets(&mut self, rows: usize) -> Result<Vec<i32>> {
        let count = rows.checked_add(1).ok_or(CodecError("a length out of range"))?;
        let offsets = self.values(count, i32::from_le_bytes)?;
        if offsets[0] == 0 && offsets.is_sorted() { Ok(offsets) } else { Err(CodecError("offsets out of order")) }
    }

    fn text(&mut self, rows: usize) -> Result<(Vec<i32>, String)> {
        let offsets = self.offsets(rows)?;
        let text = std::str::from_utf8(self.take(position(offsets[rows]))?);
        let text = text.map_err(|_| CodecError("text that is not UTF-8"))?;
        if offsets.iter().all(|&offset| text.is_char_boundary(position(offset))) {
            Ok((offsets, text.to_owned()))
        } else {
            Err(CodecError("an offset inside a character"))
        }
    }

    fn column(&mut self, field: &'static Field, rows: usize) -> Result<Column> {
        if !self.flag()? {
            return match field.kind {
                Kind::Struct(_) if !field.nullable && rows > 0 => Err(CodecError("a struct without fields")),
                _ => Ok(Column::absent(field, rows)),
            };
        }
        let validity = if field.nullable && self.flag()? { Some(self.bits(rows)?) } else { None };
        let data = match field.kind {
            Kind::Utf8 => {
                let (offsets, text) = self.text(rows)?;
                Data::Utf8 { offsets, text }
            }
            Kind::Dictionary => {
                let count = self.len()?;
                let (offsets, text) = self.text(count)?;
                let codes = self.values(rows, i32::from_le_bytes)?;
                let known = |(row, &code): (usize, &i32)| {
                    code >= 0
                        && (position(code) < count
                            || (code == 0 && validity.as_ref().is_some_and(|valid| !valid.get(row))))
                };
                if !codes.iter().enumerate().all(known) {
                    return Err(CodecError("a code without a word"));
                }
                Data::Dictionary { codes, words: Words::from_parts(text, offsets) }
            }
            Kind::Timestamp | Kind::Int64 => Data::I64(self.values(rows, i64::from_le_bytes)?),
            Kind::Int16 => Data::I16(self.values(rows, i16::from_le_bytes)?),
            Kind::UInt32 => Data::U32(self.values(rows, u32::from_le_bytes)?),
            Kind::Float64 => Data::F64(self.values(rows, f64::from_le_bytes)?),
            Kind::Bool => Data::Bool(self.bits(rows)?),
            Kind::List(item) => {
                let offsets = self.offsets(rows)?;
                let items = position(offsets[rows]);
                let child = self.column(item, items)?;
                if items > 0 && !is_anchored(&child) {
                    return Err(CodecError("items without content"));
                }
                Data::List { offsets, child: Box::new(child) }
            }
            Kind::Struct(fields) => {
                Data::Struct(fields.iter().map(|field| self.column(field, rows)).collect::<Result<_>>()?)
            }
        };
        Ok(Column { field, len: rows, validity, data })
    }
}
