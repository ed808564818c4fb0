//! Arrow structs in capsules: the `PyCapsule` interface.
//!
//! Enters: a table or a schema. Leaves: a capsule that owns the struct. A consumer moves the struct out and marks what
//! it left as released; the capsule drops what is not, so each struct is released exactly once, consumed or not.

use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::table::Table;
use crate::table::arrow::{ArrowArrayStream, ArrowSchema};
use crate::table::schema::Schema;

/// The rows of a table, as `__arrow_c_stream__` gives them.
pub(crate) fn stream<'py>(py: Python<'py>, table: &Table) -> PyResult<Bound<'py, PyCapsule>> {
    PyCapsule::new_with_value(py, ArrowArrayStream::of_table(table), c"arrow_array_stream")
}

/// The columns of a table, as `__arrow_c_schema__` gives them.
pub(crate) fn schema<'py>(py: Python<'py>, schema: &'static Schema) -> PyResult<Bound<'py, PyCapsule>> {
    PyCapsule::new_with_value(py, ArrowSchema::of_table(schema), c"arrow_schema")
}
