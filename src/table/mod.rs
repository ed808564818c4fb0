//! Frozen columns.
pub mod schema;
