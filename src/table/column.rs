//! One column in Arrow's memory layout, made to the measure of a [`Field`].
//!
//! Enters: values in row order, from the row builder and [`super::gather`]. Leaves: buffers that [`super::arrow`]
//! hands out as they are, [`super::codec`] writes down, and [`super::read`] reads single values from.
//!
//! Rows that only ever got nulls (or, where the field is not nullable, the default value: empty text, zero, an empty
//! list) take no memory: most documents leave most columns alone. The buffers appear with the first value.
//!
//! Pushing a value of the wrong kind is a mistake in this crate: debug builds stop, release builds store a null.

use super::bitmap::Bitmap;
use super::schema::{Field, Kind};
use super::words::{Words, position};

/// The values of one field, one a row.
#[derive(Clone, Debug)]
pub struct Column {
    pub(super) field: &'static Field,
    /// Rows that are complete.
    pub(super) len: usize,
    /// Which rows have a value; absent while all have one. Never present where the field is not nullable.
    pub(super) validity: Option<Bitmap>,
    pub(super) data: Data,
}

/// The buffers, by [`Kind`].
#[derive(Clone, Debug)]
pub(super) enum Data {
    /// No value yet: every row is null, or the default value where the field is not nullable.
    Absent,
    /// One more offset than rows, the first 0, the last the length of the text; all on character boundaries.
    Utf8 {
        offsets: Vec<i32>,
        text: String,
    },
    Dictionary {
        codes: Vec<i32>,
        words: Words,
    },
    I64(Vec<i64>),
    I16(Vec<i16>),
    U32(Vec<u32>),
    F64(Vec<f64>),
    Bool(Bitmap),
    /// One more offset than rows, the first 0. The child may be longer than the last offset: the open row.
    List {
        offsets: Vec<i32>,
        child: Box<Column>,
    },
    /// Children as long as the column, or longer by what the open row has got so far.
    Struct(Vec<Column>),
}

impl Column {
    /// An empty column.
    #[must_use]
    pub fn new(field: &'static Field) -> Self {
        Self::absent(field, 0)
    }

    /// A column of `len` rows without a value.
    pub(super) fn absent(field: &'static Field, len: usize) -> Self {
        let mut column = Self { field, len: 0, validity: None, data: Data::Absent };
        column.push_nulls(len);
        column
    }

    /// What the column holds.
    #[must_use]
    pub fn field(&self) -> &'static Field {
        self.field
    }

    /// How many rows are complete.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Appends a text, to a text or dictionary column.
    #[inline]
    pub fn push_str(&mut self, value: &str) {
        self.touch();
        let stored = match &mut self.data {
            Data::Utf8 { offsets, text } => match i32::try_from(text.len() + value.len()) {
                Ok(end) => {
                    text.push_str(value);
                    offsets.push(end);
                    true
                }
                Err(_) => false,
            },
            Data::Dictionary { codes, words } => match words.code(value) {
                Some(code) => {
                    codes.push(code);
                    true
                }
                None => false,
            },
            _ => self.wrong("a text"),
        };
        self.close(stored);
    }

    /// Appends a word of the program itself, to a dictionary column.
    #[inline]
    pub fn push_word(&mut self, word: &'static str) {
        self.touch();
        let stored = match &mut self.data {
            Data::Dictionary { codes, words } => words.fixed(word).map(|code| codes.push(code)).is_some(),
            _ => self.wrong("a word"),
        };
        self.close(stored);
    }

    /// Appends a text `count` times, to a dictionary column.
    pub(super) fn push_same(&mut self, text: &str, count: usize) {
        for _ in 0..count.min(1) {
            self.push_str(text);
        }
        if let Data::Dictionary { codes, .. } = &mut self.data
            && let Some(&code) = codes.last()
            && count > 1
        {
            codes.resize(codes.len() + count - 1, code);
            self.len += count - 1;
            if let Some(validity) = &mut self.validity {
                validity.push_many(true, count - 1);
            }
        }
    }

    /// Appends an integer, to a timestamp (in microseconds) or integer column.
    #[inline]
    pub fn push_i64(&mut self, value: i64) {
        self.touch();
        let stored = match &mut self.data {
            Data::I64(values) => {
                values.push(value);
                true
            }
            Data::I16(values) => i16::try_from(value).map(|value| values.push(value)).is_ok(),
            Data::U32(values) => u32::try_from(value).map(|value| values.push(value)).is_ok(),
            _ => self.wrong("an integer"),
        };
        debug_assert!(stored, "{value} does not fit into {}", self.field.name);
        self.close(stored);
    }

    /// Appends a float.
    #[inline]
    pub fn push_f64(&mut self, value: f64) {
        self.touch();
        let stored = match &mut self.data {
            Data::F64(values) => {
                values.push(value);
                true
            }
            _ => self.wrong("a float"),
        };
        self.close(stored);
    }

    /// Appends true or false.
    #[inline]
    pub fn push_bool(&mut self, value: bool) {
        // False is the default, and what almost every row says.
        if !value && !self.field.nullable && matches!(self.data, Data::Absent) {
            return self.push_null();
        }
        self.touch();
        let stored = match &mut self.data {
            Data::Bool(bits) => {
                bits.push(value);
                true
            }
            _ => self.wrong("a truth value"),
        };
        self.close(stored);
    }

    /// Appends a row without a value: a null, or the default value where the field is not nullable.
    #[inline]
    pub fn push_null(&mut self) {
        if matches!(self.data, Data::Absent) && !self.is_required_struct() {
            self.len += 1;
        } else {
            self.push_nulls(1);
        }
    }

    /// Appends `count` rows without a value.
    pub(super) fn push_nulls(&mut self, count: usize) {
        if count == 0 {
            return;
        }
        // A struct that is not nullable has a value in every row, so its fields have to be there to be read.
        if self.is_required_struct() {
            self.touch();
        }
        if !matches!(self.data, Data::Absent) {
            self.fill(count);
            self.mark(false, count);
        }
        self.len += count;
    }

    /// The items of a list; push to it, then [`close_list`](Self::close_list).
    ///
    /// Of any other column it is the column itself: a mistake that stays one column's.
    pub fn child(&mut self) -> &mut Column {
        self.touch();
        if !matches!(self.data, Data::List { .. }) {
            debug_assert!(false, "{} is no list", self.field.name);
            return self;
        }
        match &mut self.data {
            Data::List { child, .. } => child,
            _ => unreachable!("it was looked at above; the borrow checker wants it looked at twice"),
        }
    }

    /// The fields of a struct, or of the struct in a list; push to each, then [`close_struct`](Self::close_struct).
    pub fn fields(&mut self) -> &mut [Column] {
        self.touch();
        match &mut self.data {
            Data::Struct(fields) => fields,
            Data::List { child, .. } => child.fields(),
            _ => {
                debug_assert!(false, "{} has no fields", self.field.name);
                &mut []
            }
        }
    }

    /// Ends the row of a struct (for a list: of the struct in it) after each field got its value.
    ///
    /// A field that got none is null in this row, and one that got several keeps the first.
    pub fn close_struct(&mut self) {
        self.touch();
        match &mut self.data {
            Data::Struct(fields) => {
                let rows = self.len + 1;
                for field in fields {
                    debug_assert!(field.len <= rows, "{} got two values for a row", field.field.name);
                    if field.len != rows {
                        field.truncate(rows);
                        field.push_nulls(rows - field.len);
                    }
                }
                self.close(true);
            }
            Data::List { child, .. } => child.close_struct(),
            _ => debug_assert!(false, "{} is no struct", self.field.name),
        }
    }

    /// Ends the row of a list: what was pushed to the child since the last row is in it.
    pub fn close_list(&mut self) {
        match &mut self.data {
            Data::Absent => self.len += 1,
            Data::List { offsets, child } => {
                let end = i32::try_from(child.len).ok();
                debug_assert!(end.is_some(), "{} has too many items for a chunk", self.field.name);
                let last = offsets.last().copied().unwrap_or(0);
                offsets.push(end.unwrap_or(last));
                self.close(true);
            }
            _ => debug_assert!(false, "{} is no list", self.field.name),
        }
    }

    /// Drops all rows but the first `rows`, and what an open row has got so far.
    pub fn truncate(&mut self, rows: usize) {
        let rows = rows.min(self.len);
        self.len = rows;
        if let Some(validity) = &mut self.validity {
            validity.truncate(rows);
        }
        match &mut self.data {
            Data::Absent => {}
            Data::Utf8 { offsets, text } => {
                offsets.truncate(rows + 1);
                text.truncate(offsets.last().copied().map_or(0, position));
            }
            Data::Dictionary { codes, .. } => codes.truncate(rows),
            Data::I64(values) => values.truncate(rows),
            Data::I16(values) => values.truncate(rows),
            Data::U32(values) => values.truncate(rows),
            Data::F64(values) => values.truncate(rows),
            Data::Bool(bits) => bits.truncate(rows),
            Data::List { offsets, child } => {
                offsets.truncate(rows + 1);
                child.truncate(offsets.last().copied().map_or(0, position));
            }
            Data::Struct(fields) => fields.iter_mut().for_each(|field| field.truncate(rows)),
        }
    }

    /// Drops what an open row has got so far.
    pub fn truncate_open(&mut self) {
        match &mut self.data {
            Data::List { .. } | Data::Struct(_) => self.truncate(self.len),
            _ => {}
        }
    }

    /// Makes room for the first value: the rows before it get what they stand for.
    #[inline]
    fn touch(&mut self) {
        if matches!(self.data, Data::Absent) {
            self.materialise();
        }
    }

    #[cold]
    fn materialise(&mut self) {
        let rows = self.len;
        self.data = match self.field.kind {
            Kind::Utf8 => Data::Utf8 { offsets: vec![0; 1], text: String::new() },
            Kind::Dictionary => Data::Dictionary { codes: Vec::new(), words: Words::default() },
            Kind::Timestamp | Kind::Int64 => Data::I64(Vec::new()),
            Kind::Int16 => Data::I16(Vec::new()),
            Kind::UInt32 => Data::U32(Vec::new()),
            Kind::Float64 => Data::F64(Vec::new()),
            Kind::Bool => Data::Bool(Bitmap::default()),
            Kind::List(item) => Data::List { offsets: vec![0; 1], child: Box::new(Column::new(item)) },
            Kind::Struct(fields) => Data::Struct(fields.iter().map(Column::new).collect()),
        };
        self.fill(rows);
        if self.field.nullable && rows > 0 {
            self.validity = Some(Bitmap::filled(false, rows));
        }
    }

    /// Appends `count` default values to the buffers, and nothing else.
    fn fill(&mut self, count: usize) {
        match &mut self.data {
            Data::Absent => {}
            Data::Utf8 { offsets, .. } | Data::List { offsets, .. } => {
                let end = offsets.last().copied().unwrap_or(0);
                offsets.resize(offsets.len() + count, end);
            }
            Data::Dictionary { codes, words } => {
                // A null has no word, so that it adds none either.
                let code = if self.field.nullable { 0 } else { words.code("").unwrap_or(0) };
                codes.resize(codes.len() + count, code);
            }
            Data::I64(values) => values.resize(values.len() + count, 0),
            Data::I16(values) => values.resize(values.len() + count, 0),
            Data::U32(values) => values.resize(values.len() + count, 0),
            Data::F64(values) => values.resize(values.len() + count, 0.0),
            Data::Bool(bits) => bits.push_many(false, count),
            Data::Struct(fields) => fields.iter_mut().for_each(|field| field.push_nulls(count)),
        }
    }

    /// Ends a row whose value was stored, or else stores the null that stands for it.
    #[inline]
    fn close(&mut self, stored: bool) {
        if stored {
            if let Some(validity) = &mut self.validity {
                validity.push(true);
            }
            self.len += 1;
        } else {
            self.push_nulls(1);
        }
    }

    /// Notes for `count` rows beyond the last whether they have a value.
    pub(super) fn mark(&mut self, valid: bool, count: usize) {
        if self.field.nullable && !valid && self.validity.is_none() {
            self.validity = Some(Bitmap::filled(true, self.len));
        }
        if let Some(validity) = &mut self.validity {
            validity.push_many(valid, count);
        }
    }

    fn is_required_struct(&self) -> bool {
        !self.field.nullable && matches!(self.field.kind, Kind::Struct(_))
    }

    #[cold]
    fn wrong(&self, what: &str) -> bool {
        debug_assert!(false, "{} takes no {what}", self.field.name);
        false
    }

    /// Makes room for a value that [`super::gather`] is about to copy in.
    pub(super) fn open(&mut self) {
        self.touch();
    }
}
