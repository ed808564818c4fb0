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
///
/// A row is written column by column, by their indices; columns that are left out have no value in it and cost nothing
/// until they get one.
#[derive(Debug)]
pub struct Rows {
    schema: &'static Schema,
    columns: Vec<Column>,
    /// Dictionary columns that hold the same text in every row; filled when a chunk is closed.
    constants: Vec<(usize, String)>,
    /// Rows complete in the open chunk.
    open: usize,
    done: Vec<Arc<Chunk>>,
    total: u64,
}

impl Rows {
    /// An empty table in the making.
    #[must_use]
    pub fn new(schema: &'static Schema) -> Self {
        Self { schema, columns: schema.columns(), constants: Vec::new(), open: 0, done: Vec::new(), total: 0 }
    }

    /// The same with a text that a dictionary column holds in every row.
    #[must_use]
    pub fn with_constant(mut self, index: usize, text: &str) -> Self {
        self.constants.push((index, text.to_owned()));
        self
    }

    /// Rows committed, those taken already included.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.total
    }

    fn column(&mut self, index: usize) -> &mut Column {
        let column = &mut self.columns[index];
        column.push_nulls(self.open.saturating_sub(column.len()));
        column
    }

    /// A text for the open row.
    #[inline]
    pub fn text(&mut self, index: usize, value: &str) -> &mut Self {
        self.column(index).push_str(value);
        self
    }

    /// A word of the program itself for the open row.
    #[inline]
    pub fn word(&mut self, index: usize, word: &'static str) -> &mut Self {
        self.column(index).push_word(word);
        self
    }

    /// An integer for the open row.
    #[inline]
    pub fn integer(&mut self, index: usize, value: impl Into<i64>) -> &mut Self {
        self.column(index).push_i64(value.into());
        self
    }

    /// A decimal for the open row.
    #[inline]
    pub fn decimal(&mut self, index: usize, value: f64) -> &mut Self {
        self.column(index).push_f64(value);
        self
    }

    /// A truth for the open row, where it is one.
    pub fn mark(&mut self, index: usize, value: bool) -> &mut Self {
        if value {
            self.column(index).push_bool(true);
        }
        self
    }

    /// Microseconds since 1970, minutes of offset and precision, for the column `index` and the two behind it.
    #[inline]
    pub fn date(&mut self, index: usize, value: Option<(i64, i16, &'static str)>) -> &mut Self {
        if let Some((micros, offset, precision)) = value {
            self.integer(index, micros).integer(index + 1, offset).word(index + 2, precision);
        }
        self
    }

    /// Any value for the open row.
    pub fn cell(&mut self, index: usize, value: &Cell) -> &mut Self {
        if *value != Cell::Empty {
            let kind = self.schema.fields[index].kind;
            value.push_to(self.column(index), kind);
        }
        self
    }

    /// Ends the row.
    pub fn commit(&mut self) {
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
        let mut columns = std::mem::replace(&mut self.columns, self.schema.columns());
        for (index, text) in &self.constants {
            columns[*index].push_same(text, self.open);
        }
        for column in &mut columns {
            column.push_nulls(self.open.saturating_sub(column.len()));
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::schema::URLS;

    #[test]
    fn columns_that_were_left_out_are_filled_when_a_chunk_is_closed() {
        for count in [1, 2, 3] {
            let mut rows =
                Rows::new(&URLS).with_constant(index_of(URLS.fields, "sitemap"), "https://example.com/s.xml");
            for row in 0..count {
                rows.text(index_of(URLS.fields, "loc"), "https://example.com/")
                    .integer(index_of(URLS.fields, "line"), row);
                rows.commit();
            }
            let table = rows.take();
            assert_eq!(table.len(), usize::try_from(count).unwrap());
            for column in table.parts()[0].chunk().columns() {
                assert_eq!(column.len(), table.len(), "{}", column.field().name);
            }
        }
    }
}
