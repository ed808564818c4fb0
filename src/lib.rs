//! The core of sitemapfast: bytes of a robots.txt, sitemap, index, feed or text list in, typed columns out.
//!
//! ```text
//! bytes -> gunzip -> UTF-8 -> XML events | lines -> format handler -> fields -> row builder -> frozen table
//!          '------ input -----'  '-- xml --'         '- formats -'                 '------- table -------'
//! ```
//!
//! [`parse`] walks one document through these stages. What may use what, left may use right:
//! `py -> parse -> {input, formats} -> {xml, fields, table} -> {error, limits}`; a test holds the imports to it.

pub mod error;
pub mod fields;
pub mod formats;
pub mod input;
pub mod limits;
pub mod parse;
pub mod table;
pub mod xml;

#[cfg(feature = "python")]
mod py;
