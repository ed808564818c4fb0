//! The Python face of the core: a table of contents, no logic.

use pyo3::prelude::*;

mod arrow;
mod diagnostics;
mod errors;
mod intake;
mod locations;
mod moment;
mod parser;
mod rows;
mod show;
mod table;
mod url;
mod value;

/// The compiled core of sitemapfast.
#[pymodule]
mod _core {
    #[pymodule_export]
    use super::diagnostics::{_load_diagnostics, DiagnosticsIterator, PyDiagnostics};
    #[pymodule_export]
    use super::locations::{Deduper, check_location, is_robots_url, sitemap_key};
    #[pymodule_export]
    use super::parser::{_load_parsed, Parsed, PyParser, py_parse};
    #[pymodule_export]
    use super::rows::RowIterator;
    #[pymodule_export]
    use super::table::{_load_table, PySitemapTable, PyUrlTable};
    #[pymodule_export]
    use super::url::{_load_row, PySitemapRef, PyUrl};
    use super::{PyModule, PyResult, table};
    use crate::error::{Class, Code};
    use crate::limits;
    use crate::table::schema::{SITEMAPS, URLS};
    use pyo3::prelude::*;
    use pyo3::types::PyDict;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let py = module.py();
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("URL_FIELDS", table::fields(py, &URLS)?)?;
        module.add("SITEMAP_FIELDS", table::fields(py, &SITEMAPS)?)?;
        let defaults = PyDict::new(py);
        defaults.set_item("max_size", limits::MAX_SIZE)?;
        defaults.set_item("max_urls", limits::MAX_URLS)?;
        defaults.set_item("max_sitemaps", limits::MAX_SITEMAPS)?;
        defaults.set_item("max_validation_errors", limits::MAX_VALIDATION_ERRORS)?;
        defaults.set_item("max_depth", limits::MAX_DEPTH)?;
        defaults.set_item("concurrency", limits::CONCURRENCY)?;
        defaults.set_item("timeout", limits::TIMEOUT)?;
        defaults.set_item("retries", limits::RETRIES)?;
        module.add("DEFAULTS", defaults)?;
        let codes: Vec<_> = Code::ALL
            .iter()
            .map(|code| (code.name(), class(*code), code.rule(), code.meaning(), code.example()))
            .collect();
        module.add("CODES", codes)
    }

    const fn class(code: Code) -> &'static str {
        match code.class() {
            Class::Parse => "parse",
            Class::Validation => "validation",
            Class::Note => "note",
        }
    }
}
