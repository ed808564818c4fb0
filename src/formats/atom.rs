//! Atom 0.3 and 1.0: entries with links and dates (rules \[70\] to \[72\]).

use super::entry::{Entry, Kind};
use super::extensions::{attribute, url_attribute};
use super::{Slot, Value};
use crate::xml::names::{Name, Ns};
use crate::xml::text::UNDECODABLE;

/// A child of a `feed`.
#[must_use]
pub fn feed_child(name: Name<'_>, feed: Ns) -> Slot {
    if name.local == "entry" && name.ns == feed { Slot::Entry(Kind::Atom) } else { Slot::Skip }
}

/// A child of an `entry` in its own namespace; its links are said by their attributes.
#[must_use]
pub fn child(local: &str) -> Slot {
    match local {
        "title" => Slot::Value(Value::Title),
        "updated" => Slot::Value(Value::Date(0)),
        "modified" => Slot::Value(Value::Date(1)),
        "published" => Slot::Value(Value::Date(2)),
        _ => Slot::Skip,
    }
}

/// A `link`: the first with the relation `alternate`, or none, is the entry's.
pub fn link(attributes: &str, entry: &mut Entry) {
    let rel = attribute(attributes, "rel");
    if entry.loc.is_some() || !(rel.is_empty() || rel == "alternate") {
        return;
    }
    let mut href = url_attribute(attributes, "href");
    if !href.is_empty() {
        entry.loc_marks.undecodable = href.ends_with(UNDECODABLE);
        if entry.loc_marks.undecodable {
            href.pop();
        }
        entry.loc = Some(href);
    }
}
