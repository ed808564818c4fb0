//! Locations for the Python layer: the rules of [`crate::fields::url`], and what was seen before.

use super::errors;
use super::parser::hosts;
use super::table::PyUrlTable;
use crate::error::Error;
use crate::fields::url::{Fault, Scope};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

/// Checks a location as that of a page, and returns it as a document would give it (rules [41] to [43]).
#[pyfunction]
#[pyo3(signature = (text, *, base = "", strict = false, origins = Vec::new(), hosts = None))]
#[expect(clippy::needless_pass_by_value, reason = "arguments from Python are owned")]
pub(crate) fn check_location(
    py: Python<'_>,
    text: &str,
    base: &str,
    strict: bool,
    origins: Vec<String>,
    hosts: Option<Vec<String>>,
) -> PyResult<String> {
    let hosts = hosts.map(|names| self::hosts(py, &names)).transpose()?;
    let origins: Vec<&str> = origins.iter().map(String::as_str).collect();
    let refuse =
        |fault: Fault, url: &str| match errors::validation(py, &Error::new(fault.code(), fault.message(url)), url) {
            Ok(exception) => PyErr::from_value(exception),
            Err(error) => error,
        };
    let scope = Scope::new(base, strict, &origins, hosts).map_err(|fault| refuse(fault, base))?;
    let trimmed = text.trim();
    let checked = scope.page(trimmed).map_err(|fault| refuse(fault, trimmed))?;
    if scope.outside(&checked.loc) {
        return Err(refuse(Fault::Origin, trimmed));
    }
    Ok(checked.loc.into_owned())
}

/// The same for every spelling of one sitemap's URL (rule [46]).
#[pyfunction]
pub(crate) fn sitemap_key(url: &str) -> String {
    crate::fields::url::sitemap_key(url)
}

/// Whether a URL is that of a robots.txt (rule [11]).
#[pyfunction]
pub(crate) fn is_robots_url(url: &str) -> bool {
    crate::fields::url::is_robots(url)
}

/// Tells the first of identical locations, over any number of tables (rule [44]).
#[pyclass(frozen, module = "sitemapfast._core")]
#[derive(Default)]
pub(crate) struct Deduper {
    seen: Mutex<HashSet<Box<str>>>,
}

#[pymethods]
impl Deduper {
    #[new]
    fn make() -> Self {
        Self::default()
    }

    /// A byte for each row: 1 where its location is met for the first time.
    fn mask<'py>(&self, py: Python<'py>, table: &PyUrlTable) -> Bound<'py, PyBytes> {
        let mask: Vec<u8> = py.detach(|| {
            let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
            let table = table.table();
            let locs = table.rows().map(|(chunk, row)| chunk.columns()[0].str_at(row).unwrap_or(""));
            locs.map(|loc| u8::from(!seen.contains(loc) && seen.insert(loc.into()))).collect()
        });
        PyBytes::new(py, &mask)
    }

    /// How many different locations were met.
    fn __len__(&self) -> usize {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}
