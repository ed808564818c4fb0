//! Reading single values of a [`Column`], comparing rows, measuring memory.
//!
//! Enters: a column and a row. Leaves: borrowed values; nothing for a null, for a row that does not exist and for a
//! column of another kind. Called by the row objects, the pickles and the Arrow export.

use std::ops::Range;

use super::column::{Column, Data};
use super::schema::Kind;
use super::words::{Words, position};

impl Column {
    /// Whether the row has a value.
    #[inline]
    #[must_use]
    pub fn is_valid(&self, row: usize) -> bool {
        row < self.len
            && match (&self.validity, &self.data) {
                (Some(validity), _) => validity.get(row),
                (None, Data::Absent) => !self.field.nullable,
                (None, _) => true,
            }
    }

    /// Whether no row ever got a value, so that nothing is stored.
    #[must_use]
    pub fn is_absent(&self) -> bool {
        matches!(self.data, Data::Absent)
    }

    /// The text in a row of a text or dictionary column.
    #[inline]
    #[must_use]
    pub fn str_at(&self, row: usize) -> Option<&str> {
        if !self.is_valid(row) {
            return None;
        }
        match &self.data {
            Data::Utf8 { offsets, text } => text.get(position(offsets[row])..position(offsets[row + 1])),
            Data::Dictionary { codes, words } => words.get(position(codes[row])),
            Data::Absent if matches!(self.field.kind, Kind::Utf8 | Kind::Dictionary) => Some(""),
            _ => None,
        }
    }

    /// The integer in a row of a timestamp (in microseconds) or integer column.
    #[inline]
    #[must_use]
    pub fn i64_at(&self, row: usize) -> Option<i64> {
        if !self.is_valid(row) {
            return None;
        }
        match &self.data {
            Data::I64(values) => Some(values[row]),
            Data::I16(values) => Some(values[row].into()),
            Data::U32(values) => Some(values[row].into()),
            Data::Absent => {
                matches!(self.field.kind, Kind::Timestamp | Kind::Int64 | Kind::Int16 | Kind::UInt32).then_some(0)
            }
            _ => None,
        }
    }

    /// The float in a row.
    #[inline]
    #[must_use]
    pub fn f64_at(&self, row: usize) -> Option<f64> {
        if !self.is_valid(row) {
            return None;
        }
        match &self.data {
            Data::F64(values) => Some(values[row]),
            Data::Absent => (self.field.kind == Kind::Float64).then_some(0.0),
            _ => None,
        }
    }

    /// The truth in a row.
    #[inline]
    #[must_use]
    pub fn bool_at(&self, row: usize) -> Option<bool> {
        if !self.is_valid(row) {
            return None;
        }
        match &self.data {
            Data::Bool(bits) => Some(bits.get(row)),
            Data::Absent => (self.field.kind == Kind::Bool).then_some(false),
            _ => None,
        }
    }

    /// The rows of [`items`](Self::items) that a row of a list holds.
    #[inline]
    #[must_use]
    pub fn list_range(&self, row: usize) -> Range<usize> {
        match &self.data {
            Data::List { offsets, .. } if self.is_valid(row) => position(offsets[row])..position(offsets[row + 1]),
            _ => 0..0,
        }
    }

    /// The items of all lists of a list column; nothing while every list is empty.
    #[must_use]
    pub fn items(&self) -> Option<&Column> {
        match &self.data {
            Data::List { child, .. } => Some(child),
            _ => None,
        }
    }

    /// The fields of a struct column; empty while every row is null.
    #[must_use]
    pub fn members(&self) -> &[Column] {
        match &self.data {
            Data::Struct(fields) => fields,
            _ => &[],
        }
    }

    /// The code in a row of a dictionary column, an index into [`words`](Self::words).
    #[inline]
    #[must_use]
    pub fn code_at(&self, row: usize) -> Option<usize> {
        match &self.data {
            Data::Dictionary { codes, .. } if self.is_valid(row) => Some(position(codes[row])),
            _ => None,
        }
    }

    /// The words of a dictionary column; nothing while every row is null.
    #[must_use]
    pub fn words(&self) -> Option<&Words> {
        match &self.data {
            Data::Dictionary { words, .. } => Some(words),
            _ => None,
        }
    }

    /// Whether two rows of columns of the same field hold the same value.
    ///
    /// Not a number equals itself here, so that a table equals its copy.
    #[must_use]
    pub fn same(&self, row: usize, other: &Self, other_row: usize) -> bool {
        let valid = self.is_valid(row);
        if valid != other.is_valid(other_row) {
            return false;
        }
        if !valid {
            return true;
        }
        match self.field.kind {
            Kind::Utf8 | Kind::Dictionary => self.str_at(row) == other.str_at(other_row),
            Kind::Timestamp | Kind::Int16 | Kind::Int64 | Kind::UInt32 => self.i64_at(row) == other.i64_at(other_row),
            Kind::Bool => self.bool_at(row) == other.bool_at(other_row),
            Kind::Float64 => {
                let (a, b) = (self.f64_at(row), other.f64_at(other_row));
                a == b || (a.is_some_and(f64::is_nan) && b.is_some_and(f64::is_nan))
            }
            Kind::List(_) => {
                let (a, b) = (self.list_range(row), other.list_range(other_row));
                a.len() == b.len()
                    && match (self.items(), other.items()) {
                        (Some(items), Some(others)) => a.zip(b).all(|(i, j)| items.same(i, others, j)),
                        // One of them has no items at all, so both lists are empty.
                        _ => true,
                    }
            }
            Kind::Struct(_) => {
                let mut fields = self.members().iter().zip(other.members());
                fields.all(|(field, other)| field.same(row, other, other_row))
            }
        }
    }

    /// Bytes in the largest text buffer: what nears the limit of the offsets first.
    #[must_use]
    pub fn text_bytes(&self) -> usize {
        match &self.data {
            Data::Utf8 { text, .. } => text.len(),
            Data::Dictionary { words, .. } => words.text().len(),
            // An item without text counts as well: offsets into items can run out too.
            Data::List { child, .. } => child.text_bytes().max(child.len),
            Data::Struct(fields) => fields.iter().map(Self::text_bytes).max().unwrap_or(0),
            _ => 0,
        }
    }

    /// [`text_bytes`](Self::text_bytes) of some rows alone, dictionaries not counted: their words are shared.
    #[must_use]
    pub fn text_bytes_in(&self, rows: Range<usize>) -> usize {
        match &self.data {
            Data::Utf8 { offsets, .. } => position(offsets[rows.end]) - position(offsets[rows.start]),
            Data::List { offsets, child } => {
                let items = position(offsets[rows.start])..position(offsets[rows.end]);
                items.len().max(child.text_bytes_in(items))
            }
            Data::Struct(fields) => fields.iter().map(|field| field.text_bytes_in(rows.clone())).max().unwrap_or(0),
            _ => 0,
        }
    }

    /// Bytes held on the heap.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        let validity = self.validity.as_ref().map_or(0, super::bitmap::Bitmap::heap_bytes);
        validity
            + match &self.data {
                Data::Absent => 0,
                Data::Utf8 { offsets, text } => offsets.capacity() * size_of::<i32>() + text.capacity(),
                Data::Dictionary { codes, words } => codes.capacity() * size_of::<i32>() + words.heap_bytes(),
                Data::I64(values) => values.capacity() * size_of::<i64>(),
                Data::I16(values) => values.capacity() * size_of::<i16>(),
                Data::U32(values) => values.capacity() * size_of::<u32>(),
                Data::F64(values) => values.capacity() * size_of::<f64>(),
                Data::Bool(bits) => bits.heap_bytes(),
                Data::List { offsets, child } => {
                    offsets.capacity() * size_of::<i32>() + size_of::<Self>() + child.heap_bytes()
                }
                Data::Struct(fields) => fields.iter().map(|field| size_of::<Self>() + field.heap_bytes()).sum(),
            }
    }
}
