//! The integration tests of the core: one binary, one module a subject.

mod dates;
mod locations;
mod scalars;
mod tables;
