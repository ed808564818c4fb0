//! `sitemapindex` of sitemaps.org: which children of a `sitemap` count (rules \[30\], \[45\]).

use super::{Slot, Value};

/// A child of a `sitemap` in its own namespace.
#[must_use]
pub fn child(local: &str) -> Slot {
    match local {
        "loc" => Slot::Value(Value::Loc),
        "lastmod" => Slot::Value(Value::Lastmod),
        _ => Slot::Skip,
    }
}
