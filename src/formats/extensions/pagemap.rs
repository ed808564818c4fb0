//! Google's `PageMap` 1.0: data objects with attributes (rule \[58\]).

use super::{Group, Item, Part, attribute, text_cell};
use crate::formats::entry::Entry;
use crate::table::builder::{Cell, index_of};
use crate::table::schema::PAGEMAP_OBJECT;

pub(super) const ATTRIBUTES: usize = index_of(PAGEMAP_OBJECT, "attributes");

/// The child of a `PageMap`.
#[must_use]
pub fn child(local: &str) -> Option<Part> {
    (local == "DataObject").then_some(Part::Group(Group::DataObject))
}

/// The child of a `DataObject`.
#[must_use]
pub fn object_child(local: &str) -> Option<Part> {
    (local == "Attribute").then_some(Part::Item(Item::PageMapAttribute))
}

/// The record of a `DataObject` as its tag begins it.
#[must_use]
pub fn object(attributes: &str) -> Vec<Cell> {
    vec![text_cell(attribute(attributes, "type")), text_cell(attribute(attributes, "id")), Cell::Empty]
}

/// The record of an `Attribute`: its value stands in an attribute, or is its text.
#[must_use]
pub fn attribute_record(attributes: &str) -> Vec<Cell> {
    vec![Cell::Text(attribute(attributes, "name")), text_cell(attribute(attributes, "value"))]
}

/// Ends a `DataObject`.
pub fn close(record: Vec<Cell>, entry: &mut Entry) {
    entry.more.pagemap.append(Cell::Record(record));
}
