//! `Url` and `SitemapRef`: one row of a table.
//!
//! Enters: a chunk and a row number. Leaves: Python objects, each made when its attribute is read. A row keeps its
//! chunk alive and not the table it came from; pickled, it takes along nothing but itself.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use pyo3::PyClass;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};

use super::intake::Intake;
use super::show;
use super::value::{Reader, Style};
use crate::table::schema::{SITEMAPS, Schema, URLS};
use crate::table::{Chunk, Part, Table, codec};

/// One row of a chunk.
#[derive(Clone, Debug)]
pub(crate) struct View {
    pub(crate) chunk: Arc<Chunk>,
    pub(crate) row: usize,
}

/// A Python class of rows.
pub(crate) trait Row: PyClass {
    /// What its rows are made of.
    const SCHEMA: &'static Schema;

    /// The row.
    fn view(&self) -> &View;
}

impl View {
    /// The row that keyword arguments describe.
    fn from_fields(schema: &'static Schema, fields: Option<&Bound<'_, PyDict>>, py: Python<'_>) -> PyResult<Self> {
        let mut intake = Intake::new(schema);
        match fields {
            Some(fields) => intake.add_fields(fields)?,
            None => intake.add_fields(&PyDict::new(py))?,
        }
        Self::at(&intake.finish(), 0).ok_or_else(|| PyValueError::new_err("no row"))
    }

    /// A row of a table.
    pub(crate) fn at(table: &Table, row: usize) -> Option<Self> {
        table.locate(row).map(|(chunk, row)| Self { chunk: chunk.clone(), row })
    }

    fn get(&self, py: Python<'_>, index: usize) -> PyResult<Py<PyAny>> {
        Reader::new(py, Style::Objects).cell(&self.chunk, index, self.row).map(Bound::unbind)
    }

    /// A table of this row alone.
    fn table(&self) -> Table {
        Table::from_parts(self.chunk.schema(), vec![Part::new(self.chunk.clone(), self.row..self.row + 1)])
    }

    fn reduce<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let load = py.import("sitemapfast._core")?.getattr("_load_row")?;
        (load, (PyBytes::new(py, &codec::encode(&self.table())),)).into_pyobject(py)
    }

    /// Equal rows have equal locations, dates and places.
    fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        for column in self.chunk.columns() {
            match column.field().name {
                "loc" | "sitemap" | "parent" => column.str_at(self.row).hash(&mut hasher),
                "lastmod" | "position" | "depth" => column.i64_at(self.row).hash(&mut hasher),
                _ => {}
            }
        }
        hasher.finish()
    }
}

/// The place of a column, found when the crate is compiled.
#[expect(clippy::panic, reason = "only the compiler runs this")]
const fn place(schema: &Schema, name: &str) -> usize {
    let mut index = 0;
    while index < schema.fields.len() {
        let (a, b) = (schema.fields[index].name.as_bytes(), name.as_bytes());
        let mut at = 0;
        while at < a.len() && at < b.len() && a[at] == b[at] {
            at += 1;
        }
        if at == a.len() && at == b.len() {
            return index;
        }
        index += 1;
    }
    panic!("no such column")
}

/// Writes a class of rows: a constructor by keyword, an attribute a column, and what Python expects of a value.
macro_rules! row_class {
    ($(#[$doc:meta])* $class:ident, $name:literal, $schema:ident, $signature:literal, [$($match:literal),*], {$($field:ident: $text:literal,)*}) => {
        $(#[$doc])*
        #[pyclass(frozen, name = $name, module = "sitemapfast")]
        #[derive(Debug)]
        pub(crate) struct $class(View);

        impl Row for $class {
            const SCHEMA: &'static Schema = &$schema;

            fn view(&self) -> &View {
                &self.0
            }
        }

        #[pymethods]
        #[allow(clippy::doc_markdown, reason = "the docs of the attributes are those of the schema, to the letter")]
        impl $class {
            #[new]
            #[pyo3(signature = (**fields), text_signature = $signature)]
            fn py_new(py: Python<'_>, fields: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
                View::from_fields(&$schema, fields, py).map(Self)
            }

            #[classattr]
            fn __match_args__(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
                PyTuple::new(py, [$($match),*])
            }

            $(
                #[doc = $text]
                #[getter]
                fn $field(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
                    const PLACE: usize = place(&$schema, stringify!($field));
                    self.0.get(py, PLACE)
                }
            )*

            /// Return all fields as plain builtins: dicts, lists, strings, numbers and aware datetimes.
            fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
                Reader::new(py, Style::Plain).row(&self.0.chunk, self.0.row)
            }

            fn __eq__(&self, other: PyRef<'_, Self>) -> bool {
                self.0.chunk.same(self.0.row, &other.0.chunk, other.0.row)
            }

            fn __hash__(&self) -> u64 {
                self.0.hash()
            }

            fn __repr__(&self) -> String {
                format!(concat!("<", $name, " {}>"), show::row(&self.0))
            }

            fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                self.0.reduce(py)
            }
        }
    };
}

row_class!(
    /// A page that a sitemap or feed lists (rules [50] to [60]).
    ///
    /// Its attributes are made when they are read, from the columns it is a row of. Two are equal if all their fields
    /// are, place and line included. Can be constructed by keyword; `lastmod` takes an aware datetime.
    PyUrl, "Url", URLS,
    "(*, loc, lastmod=None, lastmod_offset=None, lastmod_precision=None, changefreq=None, priority=None, images=(), \
      videos=(), news=None, alternates=(), media=None, mobile=False, pagemap=(), title=None, sitemap='', position=0, \
      line=0, extra=(), raw=None)",
    ["loc", "lastmod", "changefreq", "priority"], {
    loc: "Where the page is.",
    lastmod: "When it was last modified.",
    lastmod_offset: "The offset that date was written with, in minutes.",
    lastmod_precision: "How exact it is: year, month, day, minute, second or fraction.",
    changefreq: "How often it changes.",
    priority: "How important it is within its site.",
    images: "Its images.",
    videos: "Its videos.",
    news: "The article it is.",
    alternates: "The same page in other languages or for other media.",
    media: "What Media RSS says of it.",
    mobile: "Whether it is marked as made for mobile phones.",
    pagemap: "The data objects of its PageMap.",
    title: "The title of a feed's entry.",
    sitemap: "The URL of the document it stands in, as served.",
    position: "Its place in that document, from 0, rejected entries counted.",
    line: "The line its entry begins on, from 1.",
    extra: "Elements that no vocabulary knows (with `raw=True`).",
    raw: "The core values as they were written (with `raw=True`).",
});

row_class!(
    /// A sitemap that a document or a call lists, and what became of it (rules [89], [95]).
    ///
    /// Its attributes are made when they are read. Two are equal if all their fields are. Can be constructed by
    /// keyword.
    PySitemapRef, "SitemapRef", SITEMAPS,
    "(*, loc, url=None, lastmod=None, lastmod_offset=None, lastmod_precision=None, parent='', depth=0, \
      outcome='pending', error=None, size=None, status=None, etag=None, last_modified=None, content_type=None, \
      fetched_at=None, line=None)",
    ["loc", "outcome"], {
    loc: "Where the sitemap is, as it was listed and resolved.",
    url: "The URL it was served from.",
    lastmod: "The date its index gives for it.",
    lastmod_offset: "The offset that date was written with, in minutes.",
    lastmod_precision: "How exact it is: year, month, day, minute, second or fraction.",
    parent: "The URL of the document that lists it.",
    depth: "Its level.",
    outcome: "What became of it.",
    error: "Why it failed.",
    size: "Its size in bytes, decompressed.",
    status: "The HTTP status.",
    etag: "The entity tag.",
    last_modified: "The Last-Modified field.",
    content_type: "The Content-Type field.",
    fetched_at: "When it was fetched.",
    line: "The line it is listed on, from 1.",
});

/// A row object.
pub(crate) fn make(py: Python<'_>, view: View) -> PyResult<Py<PyAny>> {
    if view.chunk.schema().name == URLS.name {
        Py::new(py, PyUrl(view)).map(Py::into_any)
    } else {
        Py::new(py, PySitemapRef(view)).map(Py::into_any)
    }
}

/// Make a pickled row.
#[pyfunction]
pub(crate) fn _load_row(py: Python<'_>, data: &[u8]) -> PyResult<Py<PyAny>> {
    let table = codec::decode(data).map_err(|error| PyValueError::new_err(error.to_string()))?;
    make(py, View::at(&table, 0).ok_or_else(|| PyValueError::new_err("the pickle of a row holds none"))?)
}
