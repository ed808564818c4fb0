//! The formats.
