//! Columns to Python values.
//!
//! Enters: a chunk, a column and a row. Leaves: objects as `Url` has them, or plain builtins as `to_dict()` and
//! `to_dicts()` give them. Called by the row objects and, many rows at once, by the tables: what repeats from row to
//! row (dates, words) is made once there.

use std::collections::HashMap;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

use super::moment::to_datetime;
use crate::table::Chunk;
use crate::table::column::Column;
use crate::table::schema::{Field, Kind};

/// What structs and lists become.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// Dataclasses and enums of `sitemapfast.entries`, and tuples.
    Objects,
    /// Dicts, plain strings and lists.
    Plain,
}

/// The dataclass of the structs in a column, by the name of the column.
const CLASSES: &[(&str, &str)] = &[
    ("images", "Image"),
    ("videos", "Video"),
    ("prices", "VideoPrice"),
    ("content_segments", "VideoSegment"),
    ("ids", "VideoId"),
    ("tvshow", "TvShow"),
    ("news", "News"),
    ("alternates", "Alternate"),
    ("media", "Media"),
    ("contents", "MediaContent"),
    ("thumbnails", "MediaThumbnail"),
    ("pagemap", "PageMapObject"),
    ("attributes", "PageMapAttribute"),
    ("extra", "Extra"),
];

/// The enum of the words in a column, by the name of the column.
const ENUMS: &[(&str, &str)] =
    &[("lastmod_precision", "Precision"), ("changefreq", "Changefreq"), ("outcome", "Outcome")];

/// The dates that the last rows had, as many as there are slots.
const DATES: usize = 128;

/// A date: microseconds, offset in minutes, object.
type Date<'py> = (i64, i64, Bound<'py, PyAny>);

/// Makes values; one of it serves one call.
pub(crate) struct Reader<'py> {
    py: Python<'py>,
    style: Style,
    dates: Vec<Option<Date<'py>>>,
    words: Vec<Words<'py>>,
    names: HashMap<*const Field, Bound<'py, PyString>>,
}

/// The words of a dictionary column that were made so far.
struct Words<'py> {
    column: *const Column,
    field: *const Field,
    made: Vec<Option<Bound<'py, PyAny>>>,
}

impl<'py> Reader<'py> {
    /// A reader for a single value, which remembers nothing.
    pub(crate) fn new(py: Python<'py>, style: Style) -> Self {
        Self { py, style, dates: Vec::new(), words: Vec::new(), names: HashMap::new() }
    }

    /// A reader for the rows of a table that lives as long as the reader.
    pub(crate) fn of_many(py: Python<'py>, style: Style) -> Self {
        Self { dates: vec![None; DATES], ..Self::new(py, style) }
    }

    pub(crate) fn py(&self) -> Python<'py> {
        self.py
    }

    /// The value in a column of a chunk.
    pub(crate) fn cell(&mut self, chunk: &Chunk, index: usize, row: usize) -> PyResult<Bound<'py, PyAny>> {
        let column = &chunk.columns()[index];
        if column.field().kind == Kind::Timestamp
            && let Some(micros) = column.i64_at(row)
        {
            let offset = chunk.columns().get(index + 1).filter(|next| next.field().name == "lastmod_offset");
            return self.date(micros, offset.and_then(|offset| offset.i64_at(row)).unwrap_or(0));
        }
        self.value(column, row, column.field().name)
    }

    /// All values of a row by name.
    pub(crate) fn row(&mut self, chunk: &Chunk, row: usize) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(self.py);
        for (index, field) in chunk.schema().fields.iter().enumerate() {
            dict.set_item(self.name(field), self.cell(chunk, index, row)?)?;
        }
        Ok(dict)
    }

    /// The value in a column, or in the child of a column, whose name tells the class of structs.
    fn value(&mut self, column: &Column, row: usize, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let py = self.py;
        if !column.is_valid(row) {
            return Ok(py.None().into_bound(py));
        }
        Ok(match column.field().kind {
            Kind::Utf8 => PyString::new(py, column.str_at(row).unwrap_or("")).into_any(),
            Kind::Dictionary => self.word(column, row)?,
            Kind::Timestamp => self.date(column.i64_at(row).unwrap_or(0), 0)?,
            Kind::Int16 | Kind::Int64 | Kind::UInt32 => PyInt::new(py, column.i64_at(row).unwrap_or(0)).into_any(),
            Kind::Float64 => PyFloat::new(py, column.f64_at(row).unwrap_or(0.0)).into_any(),
            Kind::Bool => PyBool::new(py, column.bool_at(row).unwrap_or(false)).to_owned().into_any(),
            Kind::List(_) => {
                let mut items = Vec::new();
                if let Some(child) = column.items() {
                    for item in column.list_range(row) {
                        items.push(self.value(child, item, name)?);
                    }
                }
                match self.style {
                    Style::Objects => PyTuple::new(py, items)?.into_any(),
                    Style::Plain => PyList::new(py, items)?.into_any(),
                }
            }
            Kind::Struct(_) => self.structure(column, row, name)?,
        })
    }

    fn structure(&mut self, column: &Column, row: usize, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let fields = PyDict::new(self.py);
        let class = if self.style == Style::Objects { class(self.py, name)? } else { None };
        for member in column.members() {
            let empty = matches!(member.field().kind, Kind::List(_)) && member.list_range(row).is_empty();
            // The dataclasses have defaults for these.
            if class.is_some() && (empty || !member.is_valid(row)) {
                continue;
            }
            fields.set_item(self.name(member.field()), self.value(member, row, member.field().name)?)?;
        }
        match class {
            Some(class) => class.call((), Some(&fields)),
            None => Ok(fields.into_any()),
        }
    }

    /// The name of a field, which the dicts of all rows share.
    fn name(&mut self, field: &'static Field) -> Bound<'py, PyString> {
        self.names.entry(std::ptr::from_ref(field)).or_insert_with(|| PyString::intern(self.py, field.name)).clone()
    }

    fn date(&mut self, micros: i64, offset: i64) -> PyResult<Bound<'py, PyAny>> {
        // Dates are often whole days, whose lower digits say nothing.
        let slot = micros.wrapping_mul(0x9E37_79B9_7F4A_7C15_u64.cast_signed()).cast_unsigned() >> 57;
        let slot = usize::try_from(slot).unwrap_or(0);
        if let Some(Some((seen, at, date))) = self.dates.get(slot)
            && (*seen, *at) == (micros, offset)
        {
            return Ok(date.clone());
        }
        let date = to_datetime(self.py, micros, offset)?;
        if let Some(place) = self.dates.get_mut(slot) {
            *place = Some((micros, offset, date.clone()));
        }
        Ok(date)
    }

    fn word(&mut self, column: &Column, row: usize) -> PyResult<Bound<'py, PyAny>> {
        let (Some(code), Some(words)) = (column.code_at(row), column.words()) else {
            return self.enumerated(column.field().name, "");
        };
        if self.dates.is_empty() {
            return self.enumerated(column.field().name, words.get(code).unwrap_or(""));
        }
        let field = std::ptr::from_ref(column.field());
        let known = if let Some(known) = self.words.iter().position(|words| words.field == field) {
            known
        } else {
            self.words.push(Words { column: std::ptr::null(), field, made: Vec::new() });
            self.words.len() - 1
        };
        let known = &mut self.words[known];
        if !std::ptr::eq(known.column, column) {
            known.column = column;
            known.made = vec![None; words.len()];
        }
        if let Some(Some(word)) = known.made.get(code) {
            return Ok(word.clone());
        }
        let word = self.enumerated(column.field().name, words.get(code).unwrap_or(""))?;
        if let Some(place) = self.words.iter_mut().find(|words| words.field == field)
            && let Some(place) = place.made.get_mut(code)
        {
            *place = Some(word.clone());
        }
        Ok(word)
    }

    /// The member of the column's enum that has this value, or the word itself.
    fn enumerated(&self, name: &str, word: &str) -> PyResult<Bound<'py, PyAny>> {
        if self.style == Style::Objects
            && let Some(members) = members(self.py, name)?
            && let Some(member) = members.get_item(word)?
        {
            return Ok(member);
        }
        Ok(PyString::new(self.py, word).into_any())
    }
}

fn class<'py>(py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
    static MADE: PyOnceLock<Vec<Py<PyAny>>> = PyOnceLock::new();
    let classes = MADE.get_or_try_init(py, || {
        let entries = py.import("sitemapfast.entries")?;
        CLASSES.iter().map(|(_, class)| entries.getattr(*class).map(Bound::unbind)).collect::<PyResult<_>>()
    })?;
    let place = CLASSES.iter().position(|(column, _)| *column == name);
    Ok(place.and_then(|place| classes.get(place)).map(|class| class.bind(py).clone()))
}

fn members<'py>(py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyDict>>> {
    static MADE: PyOnceLock<Vec<Py<PyDict>>> = PyOnceLock::new();
    let enums = MADE.get_or_try_init(py, || {
        let entries = py.import("sitemapfast.entries")?;
        let members = |class: &str| {
            let members = PyDict::new(py);
            for member in entries.getattr(class)?.try_iter()? {
                let member = member?;
                members.set_item(member.getattr("value")?, &member)?;
            }
            Ok(members.unbind())
        };
        ENUMS.iter().map(|(_, class)| members(class)).collect::<PyResult<_>>()
    })?;
    let place = ENUMS.iter().position(|(column, _)| *column == name);
    Ok(place.and_then(|place| enums.get(place)).map(|members| members.bind(py).clone()))
}
