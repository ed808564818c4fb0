//! `UrlTable` and `SitemapTable`: tables as Python sees them.
//!
//! Enters: a frozen [`Table`]. Leaves: rows made on access, whole columns in one crossing, Arrow capsules, pickles.
//! [`Rows`] does the work; here stands what Python is told.
//!
//! The classes behave like sequences and are not registered as such: polars tries `collections.abc.Sequence` before the
//! Arrow capsule, and would take rows one by one.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyList, PyTuple};

use super::rows::{Item, RowIterator, Rows, optional};
use super::url::{PySitemapRef, PyUrl};
use super::{arrow, show};
use crate::table::describe::arrow_type;
use crate::table::schema::{SITEMAPS, Schema, URLS};
use crate::table::{Table, codec};

/// Writes a class of tables.
macro_rules! table_class {
    ($(#[$doc:meta])* $class:ident, $name:literal, $row:ident, $schema:ident) => {
        $(#[$doc])*
        #[pyclass(frozen, name = $name, module = "sitemapfast")]
        #[derive(Debug)]
        pub(crate) struct $class(Rows);

        impl From<Table> for $class {
            fn from(table: Table) -> Self {
                debug_assert_eq!(table.schema().name, $schema.name);
                Self(table.into())
            }
        }

        impl $class {
            /// The rows.
            pub(crate) fn table(&self) -> &Table {
                &self.0.0
            }
        }

        #[pymethods]
        impl $class {
            /// Make an empty table; tables with rows come from documents, `from_rows` and `concat`.
            #[new]
            fn py_new() -> Self {
                Table::new(&$schema).into()
            }

            fn __len__(&self) -> usize {
                self.table().len()
            }

            fn __getitem__<'py>(&self, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
                match self.0.item(key)? {
                    Item::Row(row) => Ok(row.into_bound(key.py())),
                    Item::Slice(rows) => Bound::new(key.py(), Self(rows)).map(Bound::into_any),
                }
            }

            fn __iter__(&self) -> RowIterator {
                RowIterator::new(&self.0, false)
            }

            fn __reversed__(&self) -> RowIterator {
                RowIterator::new(&self.0, true)
            }

            fn __contains__(&self, value: &Bound<'_, PyAny>) -> bool {
                self.0.find::<$row>(value, 0, None).is_some()
            }

            /// Return the number of the first row that equals `value`; raise `ValueError` if there is none.
            #[pyo3(signature = (value, start=0, stop=None))]
            fn index(&self, value: &Bound<'_, PyAny>, start: isize, stop: Option<isize>) -> PyResult<usize> {
                let found = self.0.find::<$row>(value, start, stop);
                found.ok_or_else(|| PyValueError::new_err("no row equals the value"))
            }

            /// Return how many rows equal `value`.
            fn count(&self, value: &Bound<'_, PyAny>) -> usize {
                self.0.count::<$row>(value)
            }

            /// Return all locations as a list of strings.
            fn locs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
                self.0.column(py, "loc")
            }

            /// Return the values of one column as a list, in the form the attributes of a row have.
            ///
            /// Raises `KeyError` for a column that does not exist.
            fn column<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyList>> {
                self.0.column(py, name)
            }

            /// Return a list of tuples: for each row the values of the columns, all of them if none is named.
            ///
            /// One crossing instead of one an attribute: the quickest way to Python objects.
            #[pyo3(signature = (*columns))]
            fn rows<'py>(&self, py: Python<'py>, columns: Vec<String>) -> PyResult<Bound<'py, PyList>> {
                self.0.tuples(py, &columns)
            }

            /// Return `n` different rows in random order, or all if there are fewer; the same ones for the same seed.
            #[pyo3(signature = (n, seed=None))]
            fn sample(&self, py: Python<'_>, n: isize, seed: Option<u64>) -> PyResult<Self> {
                self.0.sample(py, n, seed).map(Self)
            }

            /// Return the rows whose place in `mask` is true; `mask` is a sequence of truth values, or bytes.
            fn filter(&self, mask: &Bound<'_, PyAny>) -> PyResult<Self> {
                self.0.filter(mask).map(Self)
            }

            /// Return a list of dicts of plain builtins, one a row.
            fn to_dicts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
                self.0.dicts(py)
            }

            /// Return a `pyarrow.Table` that shares the memory of this one.
            fn to_arrow(slf: Bound<'_, Self>) -> PyResult<Bound<'_, PyAny>> {
                let pyarrow = optional(slf.py(), concat!($name, ".to_arrow"), &["pyarrow"])?;
                pyarrow.call_method1("table", (slf,))
            }

            /// Return a `polars.DataFrame`.
            fn to_polars(slf: Bound<'_, Self>) -> PyResult<Bound<'_, PyAny>> {
                let polars = optional(slf.py(), concat!($name, ".to_polars"), &["polars"])?;
                polars.call_method1("DataFrame", (slf,))
            }

            /// Return a `pandas.DataFrame`.
            fn to_pandas(slf: Bound<'_, Self>) -> PyResult<Bound<'_, PyAny>> {
                optional(slf.py(), concat!($name, ".to_pandas"), &["pandas", "pyarrow"])?;
                Self::to_arrow(slf)?.call_method0("to_pandas")
            }

            /// Return the rows as a stream of Arrow record batches (the capsule interface).
            #[pyo3(signature = (requested_schema=None))]
            fn __arrow_c_stream__<'py>(
                &self,
                py: Python<'py>,
                requested_schema: Option<&Bound<'py, PyAny>>,
            ) -> PyResult<Bound<'py, PyCapsule>> {
                // The interface lets a producer whose data has another type ignore the request.
                let _ = requested_schema;
                arrow::stream(py, self.table())
            }

            /// Return the Arrow schema (the capsule interface).
            fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
                arrow::schema(py, &$schema)
            }

            /// The bytes that the table holds in memory; what tables share counts for each.
            #[getter]
            fn nbytes(&self) -> usize {
                self.table().heap_bytes()
            }

            /// Return a table of the rows of several tables, one table after the other.
            #[staticmethod]
            fn concat(py: Python<'_>, tables: &Bound<'_, PyAny>) -> PyResult<Self> {
                let mut all = Vec::new();
                for table in tables.try_iter()? {
                    all.push(table?.cast::<Self>()?.borrow().0.clone());
                }
                Ok(py.detach(|| Table::concat(&$schema, all.iter().map(|rows| &*rows.0))).into())
            }

            /// Return a table of rows that are row objects, or dicts as `to_dicts` gives them.
            #[staticmethod]
            fn from_rows(rows: &Bound<'_, PyAny>) -> PyResult<Self> {
                Rows::from_rows::<$row>(rows).map(Self)
            }

            fn __eq__(&self, py: Python<'_>, other: PyRef<'_, Self>) -> bool {
                let other = other.0.clone();
                py.detach(|| *self.0.0 == *other.0)
            }

            fn __repr__(&self) -> String {
                show::table($name, self.table())
            }

            fn _repr_html_(&self) -> String {
                show::html($name, self.table())
            }

            fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                self.0.reduce(py)
            }
        }
    };
}

table_class!(
    /// Pages, as columns; a `Url` is made when a row is read.
    ///
    /// Behaves like a sequence of `Url`; a slice is a table. `polars.DataFrame(table)`, `pyarrow.table(table)` and
    /// whatever else knows the Arrow capsule interface read it directly.
    PyUrlTable, "UrlTable", PyUrl, URLS
);

table_class!(
    /// Sitemaps and what became of them, as columns; a `SitemapRef` is made when a row is read.
    ///
    /// Behaves like a sequence of `SitemapRef`; a slice is a table. Whatever knows the Arrow capsule interface
    /// reads it directly.
    PySitemapTable, "SitemapTable", PySitemapRef, SITEMAPS
);

/// Make a pickled table.
#[pyfunction]
pub(crate) fn _load_table(py: Python<'_>, data: &Bound<'_, PyBytes>) -> PyResult<Py<PyAny>> {
    let bytes = data.as_bytes();
    let table = py.detach(|| codec::decode(bytes)).map_err(|error| PyValueError::new_err(error.to_string()))?;
    if table.schema().name == URLS.name {
        Py::new(py, PyUrlTable::from(table)).map(Py::into_any)
    } else {
        Py::new(py, PySitemapTable::from(table)).map(Py::into_any)
    }
}

/// The columns of a table for the docs: name, Arrow type, whether it can be null, meaning.
pub(crate) fn fields<'py>(py: Python<'py>, schema: &Schema) -> PyResult<Bound<'py, PyList>> {
    let fields = schema.fields.iter().map(|field| (field.name, arrow_type(field), field.nullable, field.doc));
    PyList::new(py, fields)
}
