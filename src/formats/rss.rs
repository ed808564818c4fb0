//! RSS 0.9x, 1.0 and 2.0: items with a link and a date (rules \[70\] to \[73\]).

use super::entry::Kind;
use super::extensions::attribute;
use super::{Format, Slot, Value};
use crate::xml::attributes::Attributes;
use crate::xml::names::{Name, Ns, split};

/// The rank of `dc:date`, behind `pubDate`.
const DC_DATE: usize = 1;

/// A child of `rss`, `channel` or `RDF`.
#[must_use]
pub fn feed_child(name: Name<'_>, rdf: bool) -> Slot {
    if name.ns.is_extension() || matches!(name.ns, Ns::Atom | Ns::Atom03) {
        return Slot::Skip;
    }
    match name.local {
        "channel" => Slot::Feed(Format::Rss),
        "item" => Slot::Entry(if rdf { Kind::RdfItem } else { Kind::Item }),
        _ => Slot::Skip,
    }
}

/// A child of an `item`; `own` says that it is in the namespace of the item (rule \[71\]).
#[must_use]
pub fn child(name: Name<'_>, own: bool, kind: Kind) -> Slot {
    match name.local {
        "date" if name.ns == Ns::DublinCore => Slot::Value(Value::Date(DC_DATE)),
        "link" if own => Slot::Value(Value::Link),
        "title" if own => Slot::Value(Value::Title),
        "pubDate" if own && kind == Kind::Item => Slot::Value(Value::Date(0)),
        _ => Slot::Skip,
    }
}

/// The address of an RSS 1.0 `item` by its `rdf:about`, whatever the prefix is.
#[must_use]
pub fn about(attributes: &str) -> Option<String> {
    let name = Attributes::new(attributes).map(|attribute| attribute.name).find(|name| split(name).1 == "about")?;
    Some(attribute(attributes, name)).filter(|about| !about.is_empty())
}
