//! The integration tests of the core: one binary, one module a subject.

mod dates;
mod encodings;
mod gzip;
mod input;
mod locations;
mod repair;
mod scalars;
mod tables;
mod xml;
