//! `Diagnostics`: the errors of a document as a sequence of exceptions, made on access.
//!
//! Enters: the rows of a document. Leaves: exceptions; other sequences with fewer rows, for the limits of a call.

use super::errors;
use crate::error::{Class, Code, Place};
use crate::table::diagnostics::{Diagnostics, NO_ENTRY, Row, Texts};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PySlice, PyTuple};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The errors of one document, as exceptions that are made when they are looked at.
#[pyclass(frozen, name = "Diagnostics", module = "sitemapfast._core")]
pub(crate) struct PyDiagnostics {
    document: Arc<str>,
    inner: Arc<Diagnostics>,
}

/// A row in a pickle: code, entry, place, url, field, value, detail.
type Packed = (String, Option<u32>, Option<(u64, u32, u32)>, String, String, String, String);

impl PyDiagnostics {
    pub(crate) fn new(document: &str, inner: Diagnostics) -> Self {
        Self { document: document.into(), inner: Arc::new(inner) }
    }

    fn filtered(&self, keep: impl FnMut(&Row) -> bool) -> Self {
        Self { document: Arc::clone(&self.document), inner: Arc::new(self.inner.filtered(keep)) }
    }
}

#[pymethods]
impl PyDiagnostics {
    fn __len__(&self) -> usize {
        self.inner.rows().len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let rows = self.inner.rows();
        if let Ok(slice) = key.cast::<PySlice>() {
            let indices = slice.indices(isize::try_from(rows.len())?)?;
            let list = PyList::empty(py);
            let mut at = indices.start;
            for _ in 0..indices.slicelength {
                list.append(errors::exception(py, &self.inner, &rows[at.unsigned_abs()], &self.document)?)?;
                at += indices.step;
            }
            return Ok(list.into_any());
        }
        let index: isize = key.extract()?;
        let length = isize::try_from(rows.len())?;
        let at = if index < 0 { index + length } else { index };
        let row = usize::try_from(at).ok().and_then(|at| rows.get(at));
        let row = row.ok_or_else(|| PyIndexError::new_err("index out of range"))?;
        errors::exception(py, &self.inner, row, &self.document)
    }

    fn __iter__(slf: Bound<'_, Self>) -> DiagnosticsIterator {
        DiagnosticsIterator { errors: slf.unbind(), next: AtomicUsize::new(0) }
    }

    /// How many validation errors the document holds, recorded or not (rule [6]).
    #[getter]
    fn validation_count(&self) -> u64 {
        self.inner.validation_count()
    }

    /// The same with at most `count` validation errors; `None` keeps all.
    fn limited(&self, count: Option<u64>) -> Self {
        let mut left = count.unwrap_or(u64::MAX);
        self.filtered(|row| {
            if row.code.class() != Class::Validation {
                return true;
            }
            let keep = left > 0;
            left -= u64::from(keep);
            keep
        })
    }

    /// The same without the errors of the entries at `entry_index` and behind it.
    fn before(&self, entry_index: u32) -> Self {
        let mut kept = self.inner.filtered(|row| row.entry == NO_ENTRY || row.entry < entry_index);
        let count = kept.rows().iter().filter(|row| row.code.class() == Class::Validation).count();
        kept.set_validation_count(count as u64);
        Self { document: Arc::clone(&self.document), inner: Arc::new(kept) }
    }

    fn __repr__(&self) -> String {
        format!("<Diagnostics: {} errors>", self.inner.rows().len())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let rows: Vec<Packed> = self
            .inner
            .rows()
            .iter()
            .map(|row| {
                let texts = self.inner.texts(row);
                (
                    row.code.name().to_owned(),
                    (row.entry != NO_ENTRY).then_some(row.entry),
                    row.place.map(|place| (place.offset, place.line, place.column)),
                    texts.url.to_owned(),
                    texts.field.to_owned(),
                    texts.value.to_owned(),
                    texts.detail.to_owned(),
                )
            })
            .collect();
        let load = py.import("sitemapfast._core")?.getattr("_load_diagnostics")?;
        (load, (&*self.document, rows, self.inner.validation_count())).into_pyobject(py)
    }
}

/// The exceptions of a document, one after the other.
#[pyclass(frozen, module = "sitemapfast._core")]
pub(crate) struct DiagnosticsIterator {
    errors: Py<PyDiagnostics>,
    next: AtomicUsize,
}

#[pymethods]
impl DiagnosticsIterator {
    const fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let errors = self.errors.get();
        let row = errors.inner.rows().get(self.next.fetch_add(1, Ordering::Relaxed));
        row.map(|row| errors::exception(py, &errors.inner, row, &errors.document)).transpose()
    }
}

/// Puts together again what a pickle holds.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "an argument from Python is owned")]
pub(crate) fn _load_diagnostics(document: &str, rows: Vec<Packed>, validation_count: u64) -> PyResult<PyDiagnostics> {
    let mut inner = Diagnostics::new(u64::MAX);
    for (code, entry, place, url, field, value, detail) in &rows {
        let code = Code::ALL.iter().find(|c| c.name() == code);
        let code = *code.ok_or_else(|| PyValueError::new_err("no pickle of these diagnostics: unknown code"))?;
        let place = place.map(|(offset, line, column)| Place { offset, line, column });
        inner.push(code, entry.unwrap_or(NO_ENTRY), place, Texts { url, field, value, detail });
    }
    inner.set_validation_count(validation_count);
    Ok(PyDiagnostics::new(document, inner))
}
