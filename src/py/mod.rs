//! The Python face of the core: a table of contents, no logic.

use pyo3::prelude::*;

/// The compiled core of sitemapfast.
#[pymodule]
mod _core {}
