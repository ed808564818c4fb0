//! Copying rows from frozen columns into new ones, and freezing columns.
//!
//! Enters: ranges of rows of [`Chunk`]s. Leaves: new chunks, none of them with a text buffer that its offsets could
//! not address. Called by [`Table`](super::Table) where rows cannot be shared: filters, steps, joins of small parts.

use std::ops::Range;
use std::sync::Arc;

use super::column::{Column, Data};
use super::words::{Words, position};
use super::{Chunk, Part};
use crate::limits::CHUNK_BYTES;
use crate::table::schema::Schema;

/// Collects rows into chunks.
pub(super) struct Gather {
    schema: &'static Schema,
    columns: Vec<Column>,
    rows: usize,
    /// At least the bytes in the largest text buffer.
    text: usize,
    parts: Vec<Part>,
}

impl Gather {
    pub(super) fn new(schema: &'static Schema) -> Self {
        Self { schema, columns: schema.columns(), rows: 0, text: 0, parts: Vec::new() }
    }

    /// Rows that are not in a chunk yet.
    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// Copies rows; opens a new chunk first where they would not fit.
    pub(super) fn copy(&mut self, chunk: &Chunk, rows: Range<usize>) {
        let text = chunk.columns.iter().map(|column| column.text_bytes_in(rows.clone())).max().unwrap_or(0);
        if self.text + text > CHUNK_BYTES {
            self.close();
        }
        for (column, source) in self.columns.iter_mut().zip(&chunk.columns) {
            column.extend(source, rows.clone());
        }
        self.rows += rows.len();
        self.text += text;
    }

    /// Takes rows as they are, after those that were copied so far.
    pub(super) fn share(&mut self, part: Part) {
        self.close();
        self.parts.push(part);
    }

    /// Ends the chunk.
    pub(super) fn close(&mut self) {
        if self.rows > 0 {
            let columns = std::mem::replace(&mut self.columns, self.schema.columns());
            let chunk = Chunk::from_columns(self.schema, columns);
            self.parts.push(Part { start: 0, len: chunk.rows, chunk: Arc::new(chunk) });
        }
        (self.rows, self.text) = (0, 0);
    }

    /// All rows, in the order they came.
    pub(super) fn finish(mut self) -> Vec<Part> {
        self.close();
        self.parts
    }
}

impl Column {
    /// Appends rows of another column of the same field. The caller sees to it that offsets do not overflow.
    pub(super) fn extend(&mut self, source: &Self, rows: Range<usize>) {
        if matches!(source.data, Data::Absent) {
            return self.push_nulls(rows.len());
        }
        let count = rows.len();
        self.open();
        match (&mut self.data, &source.data) {
            (Data::Utf8 { offsets, text }, Data::Utf8 { offsets: from, text: source }) => {
                text.push_str(&source[position(from[rows.start])..position(from[rows.end])]);
                shift(offsets, from, &rows);
            }
            (Data::Dictionary { codes, words }, Data::Dictionary { codes: from, words: source }) => {
                let mut last = (-1, 0);
                for &code in &from[rows.clone()] {
                    if code != last.0 {
                        let word = source.get(position(code)).unwrap_or("");
                        last = (code, words.code(word).unwrap_or(0));
                    }
                    codes.push(last.1);
                }
            }
            (Data::I64(values), Data::I64(from)) => values.extend_from_slice(&from[rows.clone()]),
            (Data::I16(values), Data::I16(from)) => values.extend_from_slice(&from[rows.clone()]),
            (Data::U32(values), Data::U32(from)) => values.extend_from_slice(&from[rows.clone()]),
            (Data::F64(values), Data::F64(from)) => values.extend_from_slice(&from[rows.clone()]),
            (Data::Bool(bits), Data::Bool(from)) => bits.extend(from, rows.start, count),
            (Data::List { offsets, child }, Data::List { offsets: from, child: source }) => {
                child.extend(source, position(from[rows.start])..position(from[rows.end]));
                shift(offsets, from, &rows);
            }
            (Data::Struct(fields), Data::Struct(from)) => {
                for (field, source) in fields.iter_mut().zip(from) {
                    field.extend(source, rows.clone());
                }
            }
            _ => {
                debug_assert!(false, "{} is not {}", source.field.name, self.field.name);
                return self.push_nulls(count);
            }
        }
        match &source.validity {
            None => self.mark(true, count),
            Some(from) => {
                if self.validity.is_none() {
                    self.mark(false, 0);
                }
                if let Some(validity) = &mut self.validity {
                    validity.extend(from, rows.start, count);
                }
            }
        }
        self.len += count;
    }

    /// Gives back memory that only writing needs, and all of it where no row has a value after all.
    pub(super) fn freeze(&mut self) {
        self.truncate_open();
        if let Some(validity) = &mut self.validity {
            match validity.count_ones() {
                0 => (self.data, self.validity) = (Data::Absent, None),
                ones if ones == self.len => self.validity = None,
                _ => validity.freeze(),
            }
        }
        let default = match &self.data {
            Data::List { child, .. } => child.is_empty(),
            Data::Bool(bits) => bits.count_ones() == 0,
            _ => false,
        };
        if default && !self.field.nullable {
            self.data = Data::Absent;
        }
        match &mut self.data {
            Data::Absent => {}
            Data::Utf8 { offsets, text } => {
                offsets.shrink_to_fit();
                text.shrink_to_fit();
            }
            Data::Dictionary { codes, words } => {
                codes.shrink_to_fit();
                let valid = |row| self.validity.as_ref().is_none_or(|validity| validity.get(row));
                renumber(codes, words, valid);
                words.freeze();
            }
            Data::I64(values) => values.shrink_to_fit(),
            Data::I16(values) => values.shrink_to_fit(),
            Data::U32(values) => values.shrink_to_fit(),
            Data::F64(values) => values.shrink_to_fit(),
            Data::Bool(bits) => bits.freeze(),
            Data::List { offsets, child } => {
                offsets.shrink_to_fit();
                child.freeze();
            }
            Data::Struct(fields) => fields.iter_mut().for_each(Self::freeze),
        }
    }
}

/// Appends the ends of `rows`, moved to where the last row ended.
fn shift(offsets: &mut Vec<i32>, from: &[i32], rows: &Range<usize>) {
    let by = offsets.last().copied().unwrap_or(0) - from[rows.start];
    offsets.extend(from[rows.start + 1..=rows.end].iter().map(|end| end + by));
}

/// Numbers the words in the order of their first use, and drops those that no valid row uses.
///
/// Rows that were taken back leave words behind, and those that follow may come in another order.
fn renumber(codes: &mut [i32], words: &mut Words, valid: impl Fn(usize) -> bool) {
    let mut fresh: Vec<Option<i32>> = vec![None; words.len()];
    let mut kept = Words::default();
    for (row, code) in codes.iter_mut().enumerate() {
        let old = position(*code);
        *code = 0;
        if !valid(row) {
            continue;
        }
        if let Some(slot) = fresh.get_mut(old) {
            *code = *slot.get_or_insert_with(|| words.get(old).and_then(|word| kept.add(word)).unwrap_or(0));
        }
    }
    *words = kept;
}
