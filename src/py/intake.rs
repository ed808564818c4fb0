//! Python values to columns: the constructors of rows, and `from_rows`.
//!
//! Enters: keyword arguments, dicts as `to_dicts()` gives them, or row objects. Leaves: a table, or a `TypeError`,
//! `ValueError` or `OverflowError` that names the field. What a row leaves out is `None`, or the default of a field
//! that cannot be `None`; only `loc` has none.

use std::sync::Arc;

use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping, PyString};

use super::moment::from_datetime;
use crate::limits::{CHUNK_BYTES, CHUNK_ROWS};
use crate::table::column::Column;
use crate::table::schema::{Field, Kind, Schema};
use crate::table::{Chunk, Part, Table};

/// Collects rows.
pub(crate) struct Intake {
    schema: &'static Schema,
    columns: Vec<Column>,
    rows: usize,
    parts: Vec<Part>,
}

impl Intake {
    pub(crate) fn new(schema: &'static Schema) -> Self {
        Self { schema, columns: schema.columns(), rows: 0, parts: Vec::new() }
    }

    /// Adds a row given by its fields, or by a mapping of them. After an error nothing may be added any more.
    pub(crate) fn add(&mut self, row: &Bound<'_, PyAny>) -> PyResult<()> {
        let fields = match row.cast::<PyDict>() {
            Ok(fields) => fields.clone(),
            Err(_) if row.cast::<PyMapping>().is_ok() => {
                row.py().get_type::<PyDict>().call1((row,))?.cast_into::<PyDict>()?
            }
            Err(_) => return Err(wrong("a row", "a row object or a mapping", row)),
        };
        self.add_fields(&fields)
    }

    /// Adds a row given by its fields.
    pub(crate) fn add_fields(&mut self, fields: &Bound<'_, PyDict>) -> PyResult<()> {
        let mut known = 0;
        // A date tells its offset, and how exact it is, unless the row says otherwise.
        let mut date = None;
        for (column, field) in self.columns.iter_mut().zip(self.schema.fields) {
            known += usize::from(fields.contains(field.name)?);
            let value = fields.get_item(field.name)?.filter(|value| !value.is_none());
            match (field.name, value) {
                ("lastmod", Some(value)) => {
                    let (micros, offset) =
                        from_datetime(&value).map_err(|error| named("lastmod", error, value.py()))?;
                    column.push_i64(micros);
                    date = Some((micros, offset));
                }
                ("lastmod_offset", None) if date.is_some() => {
                    column.push_i64(date.map_or(0, |(_, offset)| offset));
                }
                ("lastmod_precision", None) if date.is_some() => {
                    let whole = date.is_some_and(|(micros, _)| micros % 1_000_000 == 0);
                    column.push_str(if whole { "second" } else { "fraction" });
                }
                ("outcome", None) => column.push_str("pending"),
                (name, value) => push(column, value.as_ref(), name)?,
            }
        }
        if known < fields.len() {
            let unknown = fields.keys().iter().find(|name| {
                let name = name.cast::<PyString>().map(|name| name.to_string_lossy().into_owned());
                name.map_or(true, |name| self.schema.index_of(&name).is_none())
            });
            let unknown = unknown.map(|name| name.repr()).transpose()?;
            let unknown = unknown.map_or_else(String::new, |name| name.to_string());
            return Err(PyTypeError::new_err(format!("{unknown} is no field of the rows of {}", self.schema.name)));
        }
        self.rows += 1;
        let full = self.rows >= CHUNK_ROWS || self.columns.iter().any(|column| column.text_bytes() > CHUNK_BYTES);
        if full {
            self.close();
        }
        Ok(())
    }

    /// Adds a row that is in a table already.
    pub(crate) fn add_row(&mut self, chunk: &Arc<Chunk>, row: usize) {
        self.close();
        if let Some(last) = self.parts.last()
            && Arc::ptr_eq(last.chunk(), chunk)
            && last.rows().end == row
        {
            let start = last.rows().start;
            self.parts.pop();
            self.parts.push(Part::new(chunk.clone(), start..row + 1));
        } else {
            self.parts.push(Part::new(chunk.clone(), row..row + 1));
        }
    }

    fn close(&mut self) {
        if self.rows > 0 {
            let columns = std::mem::replace(&mut self.columns, self.schema.columns());
            self.parts.push(Part::new(Arc::new(Chunk::from_columns(self.schema, columns)), 0..self.rows));
            self.rows = 0;
        }
    }

    /// The rows that were added, which share nothing with the tables they came from if they are few.
    pub(crate) fn finish(mut self) -> Table {
        self.close();
        Table::concat(self.schema, [&Table::from_parts(self.schema, self.parts)])
    }
}

fn push(column: &mut Column, value: Option<&Bound<'_, PyAny>>, name: &str) -> PyResult<()> {
    let field = column.field();
    let Some(value) = value.filter(|value| !value.is_none()) else {
        if !field.nullable && field.kind == Kind::Utf8 {
            return Err(PyTypeError::new_err(format!("{name} is required")));
        }
        column.push_null();
        return Ok(());
    };
    match field.kind {
        Kind::Utf8 | Kind::Dictionary => {
            let text = value.cast::<PyString>().map_err(|_| wrong(name, "a str", value))?;
            let text = text.to_str().map_err(|error| named(name, error, value.py()))?;
            if column.text_bytes() + text.len() > i32::MAX as usize {
                return Err(PyOverflowError::new_err(format!("{name}: the text is too long for a table")));
            }
            column.push_str(text);
        }
        Kind::Timestamp => column.push_i64(from_datetime(value).map_err(|error| named(name, error, value.py()))?.0),
        Kind::Int16 | Kind::Int64 | Kind::UInt32 => {
            let number: i64 = value.extract().map_err(|error| named(name, error, value.py()))?;
            let fits = match field.kind {
                Kind::Int16 => i16::try_from(number).is_ok(),
                Kind::UInt32 => u32::try_from(number).is_ok(),
                _ => true,
            };
            if !fits {
                return Err(PyOverflowError::new_err(format!("{name}: {number} is out of range")));
            }
            column.push_i64(number);
        }
        Kind::Float64 => column.push_f64(value.extract().map_err(|error| named(name, error, value.py()))?),
        Kind::Bool => column.push_bool(value.extract().map_err(|error| named(name, error, value.py()))?),
        Kind::List(_) => {
            if value.is_instance_of::<PyString>() || value.is_instance_of::<PyDict>() {
                return Err(wrong(name, "a list or tuple", value));
            }
            for item in value.try_iter().map_err(|_| wrong(name, "a list or tuple", value))? {
                push_item(column.child(), &item?, name)?;
            }
            column.close_list();
        }
        Kind::Struct(fields) => push_struct(column, fields, value, name)?,
    }
    Ok(())
}

fn push_item(items: &mut Column, item: &Bound<'_, PyAny>, name: &str) -> PyResult<()> {
    if item.is_none() {
        return Err(wrong(name, "items", item));
    }
    push(items, Some(item), name)
}

fn push_struct(column: &mut Column, fields: &[Field], value: &Bound<'_, PyAny>, name: &str) -> PyResult<()> {
    let mapping = value.cast::<PyDict>().ok();
    if let Some(mapping) = mapping {
        for key in mapping.keys() {
            let known = key.extract::<String>().is_ok_and(|key| fields.iter().any(|field| field.name == key));
            if !known {
                return Err(PyTypeError::new_err(format!("{} is no field of {name}", key.repr()?)));
            }
        }
    }
    for (member, field) in column.fields().iter_mut().zip(fields) {
        let part = match mapping {
            Some(mapping) => mapping.get_item(field.name)?,
            None => Some(value.getattr(field.name).map_err(|_| wrong(name, "a dict or one of the entries", value))?),
        };
        push(member, part.as_ref(), &format!("{name}.{}", field.name))?;
    }
    column.close_struct();
    Ok(())
}

fn wrong(name: &str, expected: &str, found: &Bound<'_, PyAny>) -> PyErr {
    let found = found.get_type().name().map_or_else(|_| "something else".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("{name}: expected {expected}, not {found}"))
}

/// The same error, with the name of the field before its message.
fn named(name: &str, error: PyErr, py: Python<'_>) -> PyErr {
    let kind = if error.is_instance_of::<PyOverflowError>(py) {
        py.get_type::<PyOverflowError>()
    } else if error.is_instance_of::<PyTypeError>(py) {
        py.get_type::<PyTypeError>()
    } else {
        py.get_type::<pyo3::exceptions::PyValueError>()
    };
    let fresh = PyErr::from_type(kind, format!("{name}: {}", error.value(py)));
    fresh.set_cause(py, Some(error));
    fresh
}
