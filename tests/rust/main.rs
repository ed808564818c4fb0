//! The integration tests of the core: one binary, one module a subject.

mod encodings;
mod gzip;
mod input;
