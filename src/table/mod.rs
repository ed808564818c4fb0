//! Frozen columns: what a document, or a whole site, holds.
//!
//! Enters: columns that the row builder filled. Leaves: a [`Table`], a list of shared [`Chunk`]s, that rows, Arrow
//! streams and pickles are made from. Nothing here is ever changed once it is made, so tables cross threads freely.
//!
//! ```text
//! schema  THE column list            column  values in Arrow's layout      read    single values, equality, memory
//! gather  copies rows between chunks  codec   bytes for pickles             arrow   the C data interface
//! ```
//!
//! A chunk is not a document: the tables of small documents are joined to chunks of at least
//! [`CHUNK_ROWS`](crate::limits::CHUNK_ROWS) rows, since fifty thousand tiny batches would cripple every Arrow consumer.

use std::ops::Range;
use std::sync::Arc;

use crate::limits::CHUNK_ROWS;

pub mod arrow;
pub mod bitmap;
pub mod builder;
pub mod codec;
pub mod column;
pub mod describe;
pub mod diagnostics;
mod gather;
mod read;
mod sample;
pub mod schema;
pub mod words;

use column::Column;
use gather::Gather;
use schema::Schema;

impl Schema {
    /// Empty columns, one a field.
    #[must_use]
    pub fn columns(&self) -> Vec<Column> {
        self.fields.iter().map(Column::new).collect()
    }

    /// The place of a field.
    #[must_use]
    pub fn index_of(&self, name: &str) -> Option<usize> {
        self.fields.iter().position(|field| field.name == name)
    }
}

/// Rows that lie together in memory.
#[derive(Debug)]
pub struct Chunk {
    schema: &'static Schema,
    columns: Vec<Column>,
    rows: usize,
}

impl Chunk {
    /// Freezes columns, one a field of the schema and all as long as the first.
    ///
    /// Columns that are not are a mistake in this crate: debug builds stop, release builds cut or fill them.
    #[must_use]
    pub fn from_columns(schema: &'static Schema, mut columns: Vec<Column>) -> Self {
        let rows = columns.first().map_or(0, Column::len);
        debug_assert_eq!(columns.len(), schema.fields.len());
        for column in &columns {
            debug_assert_eq!(column.len(), rows, "{}", column.field().name);
        }
        columns.truncate(schema.fields.len());
        for column in &mut columns {
            column.truncate(rows);
            column.push_nulls(rows - column.len());
            column.freeze();
        }
        columns.extend(schema.fields[columns.len()..].iter().map(|field| Column::absent(field, rows)));
        Self { schema, columns, rows }
    }

    /// What the columns are.
    #[must_use]
    pub fn schema(&self) -> &'static Schema {
        self.schema
    }

    /// The columns, in the order of the schema.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// How many rows there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Whether two rows hold the same values, place and line included.
    #[must_use]
    pub fn same(&self, row: usize, other: &Self, other_row: usize) -> bool {
        self.schema.name == other.schema.name
            && self.columns.iter().zip(&other.columns).all(|(a, b)| a.same(row, b, other_row))
    }

    /// Bytes held on the heap.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        self.columns.iter().map(|column| size_of::<Column>() + column.heap_bytes()).sum()
    }
}

/// Some rows of a chunk that follow each other.
#[derive(Clone, Debug)]
pub struct Part {
    chunk: Arc<Chunk>,
    start: usize,
    len: usize,
}

impl Part {
    /// Some rows of a chunk; what lies beyond its end is left out.
    #[must_use]
    pub fn new(chunk: Arc<Chunk>, rows: Range<usize>) -> Self {
        let end = rows.end.min(chunk.rows);
        let start = rows.start.min(end);
        Self { chunk, start, len: end - start }
    }

    /// The chunk, which other parts and tables may share.
    #[must_use]
    pub fn chunk(&self) -> &Arc<Chunk> {
        &self.chunk
    }

    /// The rows of the chunk that belong to the part.
    #[must_use]
    pub fn rows(&self) -> Range<usize> {
        self.start..self.start + self.len
    }
}

/// Rows of one schema; cheap to clone, slice and join.
#[derive(Clone, Debug)]
pub struct Table {
    schema: &'static Schema,
    parts: Vec<Part>,
    /// The row each part begins at.
    firsts: Vec<usize>,
    len: usize,
}

impl Table {
    /// A table without rows.
    #[must_use]
    pub fn new(schema: &'static Schema) -> Self {
        Self::from_parts(schema, Vec::new())
    }

    /// The rows of some chunks, one chunk after the other. All must be of the schema.
    #[must_use]
    pub fn from_chunks(schema: &'static Schema, chunks: impl IntoIterator<Item = Arc<Chunk>>) -> Self {
        let parts = chunks.into_iter().map(|chunk| Part { start: 0, len: chunk.rows, chunk });
        Self::from_parts(schema, parts.collect())
    }

    /// The rows of some parts, one part after the other. All must be of the schema.
    #[must_use]
    pub fn from_parts(schema: &'static Schema, mut parts: Vec<Part>) -> Self {
        debug_assert!(parts.iter().all(|part| part.chunk.schema.name == schema.name));
        parts.retain(|part| part.len > 0);
        let mut len = 0;
        let firsts = parts
            .iter()
            .map(|part| {
                len += part.len;
                len - part.len
            })
            .collect();
        Self { schema, parts, firsts, len }
    }

    /// What the columns are.
    #[must_use]
    pub fn schema(&self) -> &'static Schema {
        self.schema
    }

    /// The parts the table is made of, none of them empty.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// How many rows there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The chunk that a row lies in, and its place there.
    #[must_use]
    pub fn locate(&self, row: usize) -> Option<(&Arc<Chunk>, usize)> {
        if row >= self.len {
            return None;
        }
        let index = self.firsts.partition_point(|&first| first <= row).checked_sub(1)?;
        let part = &self.parts[index];
        Some((&part.chunk, part.start + row - self.firsts[index]))
    }

    /// All rows in order, as chunk and place.
    pub fn rows(&self) -> impl Iterator<Item = (&Arc<Chunk>, usize)> {
        self.parts.iter().flat_map(|part| part.rows().map(move |row| (&part.chunk, row)))
    }

    /// Rows that follow each other, shared; what lies beyond the end is left out.
    #[must_use]
    pub fn slice(&self, rows: Range<usize>) -> Self {
        let (start, end) = (rows.start.min(self.len), rows.end.min(self.len));
        let mut parts = Vec::new();
        for (part, &first) in self.parts.iter().zip(&self.firsts) {
            let from = start.clamp(first, first + part.len);
            let to = end.clamp(from, first + part.len);
            if from < to {
                parts.push(Part { chunk: part.chunk.clone(), start: part.start + from - first, len: to - from });
            }
        }
        Self::from_parts(self.schema, parts)
    }

    /// The rows with these numbers, copied; one that does not exist is left out.
    #[must_use]
    pub fn take(&self, rows: impl IntoIterator<Item = usize>) -> Self {
        let mut gather = Gather::new(self.schema);
        // Rows that follow each other are copied at once.
        let mut run: Option<(&Arc<Chunk>, Range<usize>)> = None;
        for (chunk, row) in rows.into_iter().filter_map(|row| self.locate(row)) {
            match &mut run {
                Some((last, range)) if Arc::ptr_eq(last, chunk) && range.end == row => range.end += 1,
                _ => {
                    if let Some((last, range)) = run.replace((chunk, row..row + 1)) {
                        gather.copy(last, range);
                    }
                }
            }
        }
        if let Some((last, range)) = run {
            gather.copy(last, range);
        }
        Self::from_parts(self.schema, gather.finish())
    }

    /// The rows whose place in the mask is true; what the mask does not reach is left out.
    #[must_use]
    pub fn filter(&self, mask: &[bool]) -> Self {
        if mask.len() >= self.len && mask.iter().all(|&keep| keep) {
            return self.clone();
        }
        self.take(mask.iter().enumerate().filter_map(|(row, &keep)| keep.then_some(row)))
    }

    /// The rows of all tables, one table after the other.
    ///
    /// Large parts are shared. Small ones are copied together, and filled up from a large one that follows, so that
    /// no chunk but the last has less than `CHUNK_ROWS` rows (unless its text is too long).
    #[must_use]
    pub fn concat<'a>(schema: &'static Schema, tables: impl IntoIterator<Item = &'a Self>) -> Self {
        let parts: Vec<&Part> = tables.into_iter().flat_map(|table| &table.parts).collect();
        if let [part] = parts[..]
            && part.len == part.chunk.rows
        {
            return Self::from_parts(schema, vec![part.clone()]);
        }
        let mut gather = Gather::new(schema);
        for part in parts {
            let mut rows = part.rows();
            if part.len < CHUNK_ROWS || gather.rows() > 0 {
                let missing = CHUNK_ROWS - gather.rows().min(CHUNK_ROWS);
                // What would be left of it should not be small in turn.
                let copied = if rows.len() < missing + CHUNK_ROWS { rows.len() } else { missing };
                gather.copy(&part.chunk, rows.start..rows.start + copied);
                rows.start += copied;
                if gather.rows() >= CHUNK_ROWS {
                    gather.close();
                }
            }
            if !rows.is_empty() {
                gather.share(Part { chunk: part.chunk.clone(), start: rows.start, len: rows.len() });
            }
        }
        Self::from_parts(schema, gather.finish())
    }

    /// Bytes held on the heap; a chunk counts whole, and once.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        let mut chunks: Vec<_> = self.parts.iter().map(|part| &part.chunk).collect();
        chunks.sort_by_key(|chunk| Arc::as_ptr(chunk));
        chunks.dedup_by_key(|chunk| Arc::as_ptr(chunk));
        let parts = self.parts.capacity() * size_of::<Part>() + self.firsts.capacity() * size_of::<usize>();
        parts + chunks.iter().map(|chunk| chunk.heap_bytes()).sum::<usize>()
    }
}

impl PartialEq for Table {
    /// The same rows in the same order, however they are cut into chunks.
    fn eq(&self, other: &Self) -> bool {
        self.schema.name == other.schema.name
            && self.len == other.len
            && self.rows().zip(other.rows()).all(|((a, i), (b, j))| (Arc::ptr_eq(a, b) && i == j) || a.same(i, b, j))
    }
}
