//! Google's news extension 0.9 and 0.84 (rule \[55\]).

use super::{Child, Mode, Part, Take, Vocabulary};
use crate::error::Code;
use crate::formats::entry::Entry;
use crate::table::builder::{Cell, index_of};
use crate::table::schema::NEWS;

const NAME: usize = 0;
const LANGUAGE: usize = 1;

/// The children of a `news:news`; the first two are those of its `news:publication`.
pub const CHILDREN: &[Child] = &[
    ("news:publication/name", index_of(NEWS, "publication_name"), Take::Text),
    ("news:publication/language", index_of(NEWS, "publication_language"), Take::Text),
    ("news:publication_date", index_of(NEWS, "publication_date"), Take::Date),
    ("news:title", index_of(NEWS, "title"), Take::Text),
    ("news:access", index_of(NEWS, "access"), Take::Text),
    ("news:genres", index_of(NEWS, "genres"), Take::Text),
    ("news:keywords", index_of(NEWS, "keywords"), Take::Text),
    ("news:stock_tickers", index_of(NEWS, "stock_tickers"), Take::Text),
];

/// The required values: their column and how an error calls them.
const REQUIRED: &[(usize, &str)] = &[
    (index_of(NEWS, "publication_name"), "news:name"),
    (index_of(NEWS, "publication_language"), "news:language"),
    (index_of(NEWS, "publication_date"), "news:publication_date"),
    (index_of(NEWS, "title"), "news:title"),
];

/// The child of a `news:publication`.
#[must_use]
pub fn publication_child(local: &str) -> Option<Part> {
    match local {
        "name" => Some(Part::Value(Vocabulary::News, NAME)),
        "language" => Some(Part::Value(Vocabulary::News, LANGUAGE)),
        _ => None,
    }
}

/// Ends a `news:news`; returns whether there was one before, which counts then (rule \[35\]).
pub fn close(record: Vec<Cell>, entry: &mut Entry, mode: Mode) -> bool {
    if mode.strict {
        for &(column, field) in REQUIRED {
            // A date that could not be read has been recorded already.
            let unreadable = entry.findings.iter().any(|f| f.code == Code::InvalidValue && f.field == field);
            if record[column].is_empty() && !unreadable {
                entry.find(Code::NewsMissing, field, "", format!("<{field}> is empty or missing"));
            }
        }
    }
    if matches!(entry.more.news, Cell::Record(_)) {
        return true;
    }
    if record.iter().any(|cell| !cell.is_empty()) {
        entry.more.news = Cell::Record(record);
    }
    false
}
