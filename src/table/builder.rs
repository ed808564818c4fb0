//! Rows on their way into columns.
//!
//! Enters: one value for every column of a row, from the formats. Leaves: frozen chunks. What a format gathers for an
//! extension in any order stands in a [`Cell`] first; a row that is given up leaves no trace.

use super::column::Column;
use super::schema::{Field, Kind, Schema};
use super::{Chunk, Table};
use crate::limits;
use std::sync::Arc;

/// A value on its way into a column.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Cell {
    /// No value.
    #[default]
    Empty,
    /// Text.
    Text(String),
    /// An integer, or microseconds since 1970.
    Integer(i64),
    /// A decimal.
    Decimal(f64),
    /// One value for each field.
    Record(Vec<Cell>),
    /// Any number of values.
    List(Vec<Cell>),
}

impl Cell {
    /// Whether there is no value.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Empty => true,
            Self::Text(text) => text.is_empty(),
            Self::List(items) => items.is_empty(),
            Self::Integer(_) | Self::Decimal(_) | Self::Record(_) => false,
        }
    }

    /// The text, `""` where it is none.
    #[must_use]
    pub fn text(&self) -> &str {
        if let Self::Text(text) = self { text } else { "" }
    }

    /// Adds to a list, which an empty cell becomes.
    pub fn append(&mut self, item: Self) {
        match self {
            Self::List(items) => items.push(item),
            _ => *self = Self::List(vec![item]),
        }
    }

    /// The values of a list.
    #[must_use]
    pub fn items(&self) -> &[Self] {
        if let Self::List(items) = self { items } else { &[] }
    }

    fn push_to(&self, column: &mut Column, kind: Kind) {
        match (self, kind) {
            (Self::Text(text), Kind::Utf8 | Kind::Dictionary) => column.push_str(text),
            (Self::Integer(value), Kind::Timestamp | Kind::Int16 | Kind::Int64 | Kind::UInt32) => {
                column.push_i64(*value);
            }
            (Self::Decimal(value), Kind::Float64) => column.push_f64(*value),
            (Self::Record(cells), Kind::Struct(fields)) => {
                for ((cell, field), child) in cells.iter().zip(fields).zip(column.fields()) {
                    cell.push_to(child, field.kind);
                }
                column.close_struct();
            }
            (Self::List(items), Kind::List(item)) => {
                for cell in items {
                    cell.push_to(column.child(), item.kind);
                }
                column.close_list();
            }
            _ => column.push_null(),
        }
    }
}

/// Where the column of a name is among `fields`; evaluated when the crate is compiled.
///
/// # Panics
/// Where there is no such column, which does not compile where it is used for a constant.
#[must_use]
#[expect(clippy::panic, reason = "evaluated at compile time only")]
pub const fn index_of(fields: &[Field], name: &str) -> usize {
    let mut index = 0;
    while index < fields.len() {
        if same(fields[index].name.as_bytes(), name.as_bytes()) {
            return index;
        }
        index += 1;
    }
    panic!("no such column")
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    let mut index = 0;
    while index < a.len() && index < b.len() && a[index] == b[index] {
        index += 1;
    }
    index == a.len() && index == b.len()
}

/// Gathers the rows of one table.
#[derive(Debug)]
pub struct Rows {
    schema: &'static Schema,
    columns: Vec<Column>,
    next: usize,
    open: usize,
    done: Vec<Arc<Chunk>>,
    total: u64,
}

impl Rows {
    /// An empty table in the making.
    #[must_use]
    pub fn new(schema: &'static Schema) -> Self {
        let columns = schema.fields.iter().map(Column::new).collect();
        Self { schema, columns, next: 0, open: 0, done: Vec::new(), total: 0 }
    }

    /// Rows committed, those taken already included.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.total
    }

    fn column(&mut self) -> &mut Column {
        let column = self.next;
        self.next += 1;
        &mut self.columns[column]
    }

    /// The next column's value: text.
    pub fn text(&mut self, value: &str) -> &mut Self {
        self.column().push_str(value);
        self
    }

    /// The next column's value: text or none.
    pub fn optional_text(&mut self, value: Option<&str>) -> &mut Self {
        match value {
            Some(text) => self.text(text),
            None => self.none(),
        }
    }

    /// The next column's value: an integer.
    pub fn integer(&mut self, value: impl Into<i64>) -> &mut Self {
        self.column().push_i64(value.into());
        self
    }

    /// The next column's value: a decimal or none.
    pub fn optional_decimal(&mut self, value: Option<f64>) -> &mut Self {
        match value {
            Some(value) => self.column().push_f64(value),
            None => self.column().push_null(),
        }
        self
    }

    /// The next column's value: true or false.
    pub fn truth(&mut self, value: bool) -> &mut Self {
        self.column().push_bool(value);
        self
    }

    /// The next column's value: none.
    pub fn none(&mut self) -> &mut Self {
        self.column().push_null();
        self
    }

    /// The next three columns' values: microseconds since 1970, minutes of offset, precision.
    pub fn date(&mut self, value: Option<(i64, i16, &str)>) -> &mut Self {
        match value {
            Some((micros, offset, precision)) => self.integer(micros).integer(offset).text(precision),
            None => self.none().none().none(),
        }
    }

    /// The next column's value, whatever it is.
    pub fn cell(&mut self, value: &Cell) -> &mut Self {
        let kind = self.schema.fields[self.next].kind;
        value.push_to(self.column(), kind);
        self
    }

    /// Ends the row; columns that got no value have none.
    pub fn commit(&mut self) {
        while self.next < self.columns.len() {
            self.none();
        }
        self.next = 0;
        self.open += 1;
        self.total += 1;
        if self.open.is_multiple_of(limits::CHUNK_ROWS)
            && self.columns.iter().any(|column| column.text_bytes() >= limits::CHUNK_BYTES)
        {
            self.close_chunk();
        }
    }

    /// Takes back the last row; `false` where it is out of reach.
    pub fn withdraw(&mut self) -> bool {
        if self.open == 0 {
            return false;
        }
        self.open -= 1;
        self.total -= 1;
        for column in &mut self.columns {
            column.truncate(self.open);
        }
        true
    }

    fn close_chunk(&mut self) {
        if self.open == 0 {
            return;
        }
        let fresh = self.schema.fields.iter().map(Column::new).collect();
        let columns = std::mem::replace(&mut self.columns, fresh);
        self.done.push(Arc::new(Chunk::from_columns(self.schema, columns)));
        self.open = 0;
    }

    /// The rows committed since the last call, frozen.
    #[must_use]
    pub fn take(&mut self) -> Table {
        self.close_chunk();
        Table::from_chunks(self.schema, std::mem::take(&mut self.done))
    }
}
