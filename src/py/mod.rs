//! The Python face of the core: a table of contents, no logic.

use pyo3::prelude::*;

mod arrow;
mod intake;
mod moment;
mod rows;
mod show;
mod table;
mod url;
mod value;

/// The compiled core of sitemapfast.
#[pymodule]
mod _core {
    #[pymodule_export]
    use super::rows::RowIterator;
    #[pymodule_export]
    use super::table::{_load_table, PySitemapTable, PyUrlTable};
    #[pymodule_export]
    use super::url::{_load_row, PySitemapRef, PyUrl};
    use super::{PyModule, PyResult, table};
    use crate::table::schema::{SITEMAPS, URLS};
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("URL_FIELDS", table::fields(module.py(), &URLS)?)?;
        module.add("SITEMAP_FIELDS", table::fields(module.py(), &SITEMAPS)?)
    }
}
