//! What `UrlTable` and `SitemapTable` do alike.
//!
//! Enters: a shared, frozen table, and Python arguments. Leaves: Python values, or another table. Work that touches no
//! Python object is done detached from the interpreter.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use pyo3::exceptions::{PyImportError, PyIndexError, PyKeyError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyList, PySlice, PyTuple};

use super::intake::Intake;
use super::url::{Row, View, make};
use super::value::{Reader, Style};
use crate::table::{Table, codec};

/// The rows behind a Python class.
#[derive(Clone, Debug)]
pub(crate) struct Rows(pub(crate) Arc<Table>);

impl From<Table> for Rows {
    fn from(table: Table) -> Self {
        Self(Arc::new(table))
    }
}

/// What an index gives.
pub(crate) enum Item {
    Row(Py<PyAny>),
    Slice(Rows),
}

impl Rows {
    /// `self[key]`: a row, or a table for a slice.
    pub(crate) fn item(&self, key: &Bound<'_, PyAny>) -> PyResult<Item> {
        if let Ok(slice) = key.cast::<PySlice>() {
            return self.slice(slice).map(Item::Slice);
        }
        let index: isize = key.extract().map_err(|error: PyErr| {
            if error.is_instance_of::<PyOverflowError>(key.py()) {
                PyIndexError::new_err("the number of a row is out of range")
            } else {
                let name = key.get_type().name().map_or_else(|_| "that".into(), |name| name.to_string());
                PyTypeError::new_err(format!("rows are picked by an int or a slice, not {name}"))
            }
        })?;
        let len = self.0.len();
        let row = if index < 0 { index.checked_add_unsigned(len) } else { Some(index) };
        let view = row.and_then(|row| usize::try_from(row).ok()).and_then(|row| View::at(&self.0, row));
        let view = view.ok_or_else(|| PyIndexError::new_err(format!("no row {index} in a table of {len}")))?;
        make(key.py(), view).map(Item::Row)
    }

    fn slice(&self, slice: &Bound<'_, PySlice>) -> PyResult<Self> {
        let at = slice.indices(isize::try_from(self.0.len())?)?;
        if at.step == 1 {
            let start = usize::try_from(at.start)?;
            return Ok(self.0.slice(start..start + at.slicelength).into());
        }
        let nth = |nth: usize| usize::try_from(at.start + isize::try_from(nth).ok()? * at.step).ok();
        let rows = (0..at.slicelength).filter_map(nth);
        Ok(slice.py().detach(|| self.0.take(rows)).into())
    }

    /// The first row equal to a value, from `start` on and before `stop`.
    pub(crate) fn find<R: Row>(&self, value: &Bound<'_, PyAny>, start: isize, stop: Option<isize>) -> Option<usize> {
        let wanted = view_of::<R>(value)?;
        let len = self.0.len();
        let bound = |at: isize| {
            let at = if at < 0 { at.saturating_add_unsigned(len).max(0) } else { at };
            usize::try_from(at).map_or(0, |at| at.min(len))
        };
        let (start, stop) = (bound(start), stop.map_or(len, bound));
        value.py().detach(|| {
            let searched = self.0.slice(start..stop.max(start));
            let found = searched.rows().position(|(chunk, row)| chunk.same(row, &wanted.chunk, wanted.row));
            found.map(|found| start + found)
        })
    }

    /// How many rows equal a value.
    pub(crate) fn count<R: Row>(&self, value: &Bound<'_, PyAny>) -> usize {
        let Some(wanted) = view_of::<R>(value) else { return 0 };
        let same = |&(chunk, row): &(&Arc<_>, usize)| wanted.chunk.same(wanted.row, chunk, row);
        value.py().detach(|| self.0.rows().filter(same).count())
    }

    /// The values of one column.
    pub(crate) fn column<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyList>> {
        self.values(&mut Reader::of_many(py, Style::Objects), self.index_of(name)?)
    }

    fn values<'py>(&self, reader: &mut Reader<'py>, index: usize) -> PyResult<Bound<'py, PyList>> {
        let mut values = Vec::with_capacity(self.0.len());
        for (chunk, row) in self.0.rows() {
            values.push(reader.cell(chunk, index, row)?);
        }
        PyList::new(reader.py(), values)
    }

    /// A tuple a row, of the columns asked for or of all.
    pub(crate) fn tuples<'py>(&self, py: Python<'py>, names: &[String]) -> PyResult<Bound<'py, PyList>> {
        let indices: Vec<usize> = if names.is_empty() {
            (0..self.0.schema().fields.len()).collect()
        } else {
            names.iter().map(|name| self.index_of(name)).collect::<PyResult<_>>()?
        };
        let mut reader = Reader::of_many(py, Style::Objects);
        let columns: Vec<_> = indices.iter().map(|&index| self.values(&mut reader, index)).collect::<PyResult<_>>()?;
        // `zip` fills its tuples directly, which the stable ABI gives no one else.
        let zip = py.import("builtins")?.getattr("zip")?;
        let rows = zip.call1(PyTuple::new(py, columns)?)?;
        py.get_type::<PyList>().call1((rows,))?.cast_into().map_err(PyErr::from)
    }

    /// A dict of plain builtins a row.
    pub(crate) fn dicts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let mut reader = Reader::of_many(py, Style::Plain);
        let rows: PyResult<Vec<_>> = self.0.rows().map(|(chunk, row)| reader.row(chunk, row)).collect();
        PyList::new(py, rows?)
    }

    /// At most `count` different rows in random order.
    pub(crate) fn sample(&self, py: Python<'_>, count: isize, seed: Option<u64>) -> PyResult<Self> {
        let count = usize::try_from(count).map_err(|_| PyValueError::new_err("n: cannot be negative"))?;
        // The keys of a hasher are random, so the hash of anything is.
        let seed = seed.unwrap_or_else(|| RandomState::new().hash_one(0));
        Ok(py.detach(|| self.0.sample(count, seed)).into())
    }

    /// The rows that a mask keeps.
    pub(crate) fn filter(&self, mask: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = mask.py();
        let mask: Vec<bool> = if let Ok(bytes) = mask.cast::<PyBytes>() {
            bytes.as_bytes().iter().map(|&byte| byte != 0).collect()
        } else if let Ok(bytes) = mask.cast::<PyByteArray>() {
            bytes.to_vec().iter().map(|&byte| byte != 0).collect()
        } else {
            mask.try_iter()?.map(|keep| keep?.is_truthy()).collect::<PyResult<_>>()?
        };
        if mask.len() != self.0.len() {
            let message = format!("mask: {} places for {} rows", mask.len(), self.0.len());
            return Err(PyValueError::new_err(message));
        }
        Ok(py.detach(|| self.0.filter(&mask)).into())
    }

    /// A table of rows that are row objects or mappings.
    pub(crate) fn from_rows<R: Row>(rows: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut intake = Intake::new(R::SCHEMA);
        for row in rows.try_iter()? {
            let row = row?;
            match view_of::<R>(&row) {
                Some(view) => intake.add_row(&view.chunk, view.row),
                None => intake.add(&row)?,
            }
        }
        Ok(intake.finish().into())
    }

    /// The function that reads the rows' pickle, and the pickle.
    pub(crate) fn reduce<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let load = py.import("sitemapfast._core")?.getattr("_load_table")?;
        let bytes = py.detach(|| codec::encode(&self.0));
        (load, (PyBytes::new(py, &bytes),)).into_pyobject(py)
    }

    fn index_of(&self, name: &str) -> PyResult<usize> {
        self.0.schema().index_of(name).ok_or_else(|| {
            let names: Vec<_> = self.0.schema().fields.iter().map(|field| field.name).collect();
            PyKeyError::new_err(format!("no column {name:?}; the columns are {}", names.join(", ")))
        })
    }
}

fn view_of<R: Row>(value: &Bound<'_, PyAny>) -> Option<View> {
    value.cast::<R>().ok().map(|row| row.borrow().view().clone())
}

/// A module that is no dependency of ours, or an error that says what to install.
pub(crate) fn optional<'py>(py: Python<'py>, method: &str, needed: &[&str]) -> PyResult<Bound<'py, PyModule>> {
    let mut last = None;
    for name in needed {
        last = Some(py.import(*name).map_err(|error| {
            if !error.is_instance_of::<PyImportError>(py) {
                return error;
            }
            let needed = needed.join(" ");
            let clear = PyImportError::new_err(format!("{method}() needs {name}: pip install {needed}"));
            clear.set_cause(py, Some(error));
            clear
        })?);
    }
    last.ok_or_else(|| PyImportError::new_err("nothing to import"))
}

/// The rows of a table, one after the other.
#[pyclass(frozen, module = "sitemapfast._core")]
#[derive(Debug)]
pub(crate) struct RowIterator {
    table: Arc<Table>,
    next: AtomicUsize,
    backwards: bool,
}

impl RowIterator {
    pub(crate) fn new(rows: &Rows, backwards: bool) -> Self {
        Self { table: rows.0.clone(), next: AtomicUsize::new(0), backwards }
    }
}

#[pymethods]
impl RowIterator {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let nth = self.next.fetch_add(1, Ordering::Relaxed);
        let row = if self.backwards { self.table.len().wrapping_sub(nth + 1) } else { nth };
        View::at(&self.table, row).map(|view| make(py, view)).transpose()
    }

    fn __length_hint__(&self) -> usize {
        self.table.len().saturating_sub(self.next.load(Ordering::Relaxed))
    }
}
