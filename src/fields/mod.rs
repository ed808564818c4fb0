//! Text to value: dates, locations, numbers. No XML, no tables.
pub mod date;
pub mod scalar;
pub mod url;
