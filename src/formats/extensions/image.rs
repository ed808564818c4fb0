//! Google's image extension 1.1 (rule \[54\]).

use super::{Child, Mode, Take, drop_element, refused, refused_besides};
use crate::error::Code;
use crate::formats::entry::Entry;
use crate::table::builder::{Cell, index_of};
use crate::table::schema::IMAGE;

const LOC: usize = index_of(IMAGE, "loc");
const LICENSE: usize = index_of(IMAGE, "license");

/// The children of an `image:image`.
pub const CHILDREN: &[Child] = &[
    ("image:loc", LOC, Take::Url),
    ("image:title", index_of(IMAGE, "title"), Take::Text),
    ("image:caption", index_of(IMAGE, "caption"), Take::Text),
    ("image:geo_location", index_of(IMAGE, "geo_location"), Take::Text),
    ("image:license", LICENSE, Take::Url),
];

/// Ends an `image:image`: keeps it where it has a usable location.
pub fn close(record: Vec<Cell>, entry: &mut Entry, mode: Mode) {
    let loc = record[LOC].text();
    if loc.is_empty() {
        if mode.strict {
            drop_element(entry, Code::ImageLoc, "image:loc", "", "an image without a location is left out");
        }
        return;
    }
    if let Some(reason) = refused(loc, mode.strict) {
        return drop_element(entry, Code::ImageLoc, "image:loc", loc, &reason);
    }
    let license = record[LICENSE].text();
    if let Some(reason) = refused_besides(license, mode.strict) {
        return drop_element(entry, Code::ImageLoc, "image:license", license, &reason);
    }
    entry.more.images.append(Cell::Record(record));
}
