//! From a finding of the core to an exception in Python: the only place that maps them.
//!
//! Enters: a row of the diagnostics, or an error that refuses a document. Leaves: an exception of `sitemapfast.exceptions`,
//! which is imported when the first is made.

use crate::error::{Class, Error};
use crate::table::diagnostics::{Diagnostics, NO_ENTRY, Row, limit_of};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};

/// The module of the exceptions, attribute by attribute.
fn class<'py>(py: Python<'py>, cell: &'static PyOnceLock<Py<PyType>>, name: &str) -> PyResult<Bound<'py, PyType>> {
    let found = cell.get_or_try_init(py, || {
        let class = py.import("sitemapfast.exceptions")?.getattr(name)?;
        Ok::<_, PyErr>(class.cast_into::<PyType>()?.unbind())
    })?;
    Ok(found.bind(py).clone())
}

static PARSE_ERROR: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static VALIDATION_ERROR: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static CONFIG_ERROR: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static LIMIT: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static NOTE: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// The exception of a row; `document` is the URL the document was served from.
pub(crate) fn exception<'py>(
    py: Python<'py>,
    diagnostics: &Diagnostics,
    row: &Row,
    document: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let texts = diagnostics.texts(row);
    let named = PyDict::new(py);
    named.set_item("code", row.code.name())?;
    if row.code.class() == Class::Validation {
        named.set_item("url", texts.url)?;
        named.set_item("field", (!texts.field.is_empty()).then_some(texts.field))?;
        named.set_item("value", (!texts.value.is_empty()).then_some(texts.value))?;
        named.set_item("entry_index", (row.entry != NO_ENTRY).then_some(row.entry))?;
        named.set_item("line", row.place.map(|place| place.line))?;
        return class(py, &VALIDATION_ERROR, "ValidationError")?.call((texts.detail,), Some(&named));
    }
    named.set_item("url", document)?;
    named.set_item("offset", row.place.map(|place| place.offset))?;
    named.set_item("line", row.place.map(|place| place.line))?;
    named.set_item("column", row.place.map(|place| place.column))?;
    if let Some(limit) = limit_of(row.code) {
        named.set_item("limit", class(py, &LIMIT, "Limit")?.call1((limit.name(),))?)?;
    }
    class(py, &PARSE_ERROR, "ParseError")?.call((texts.detail,), Some(&named))
}

/// The exception that refuses a document.
pub(crate) fn refusal<'py>(py: Python<'py>, error: &Error, document: &str) -> PyResult<Bound<'py, PyAny>> {
    if error.code.class() == Class::Validation {
        return validation(py, error, document);
    }
    let mut one = Diagnostics::new(0);
    one.error(error);
    exception(py, &one, &one.rows()[0], document)
}

/// A `ValidationError` about a URL.
pub(crate) fn validation<'py>(py: Python<'py>, error: &Error, url: &str) -> PyResult<Bound<'py, PyAny>> {
    let named = PyDict::new(py);
    named.set_item("code", error.code.name())?;
    named.set_item("url", url)?;
    class(py, &VALIDATION_ERROR, "ValidationError")?.call((error.detail.as_str(),), Some(&named))
}

/// A `ConfigError` about a setting (rule \[3\]).
pub(crate) fn config(py: Python<'_>, field: &str, reason: &str) -> PyErr {
    let made = (|| {
        let named = PyDict::new(py);
        named.set_item("field", field)?;
        class(py, &CONFIG_ERROR, "ConfigError")?.call((reason,), Some(&named))
    })();
    made.map_or_else(|error| error, PyErr::from_value)
}

/// A `Note`.
pub(crate) fn note<'py>(
    py: Python<'py>,
    noted: &crate::table::diagnostics::Noted,
    document: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let named = PyDict::new(py);
    named.set_item("code", noted.code.name())?;
    named.set_item("document", document)?;
    named.set_item("line", noted.line)?;
    named.set_item("count", noted.count)?;
    named.set_item("message", noted.code.meaning())?;
    class(py, &NOTE, "Note")?.call((), Some(&named))
}
