//! Text to value: dates, locations, numbers. No XML, no tables.
//!
//! Enters: the decoded, trimmed text of one field. Leaves: its value, or why it has none. The format handlers call it, and
//! decide what a missing value costs.
pub mod date;
pub mod scalar;
pub mod url;
