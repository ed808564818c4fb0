//! `urlset` of sitemaps.org: which children of the root and of a `url` count (rules \[30\], \[37\]).

use super::entry::Kind;
use super::{Format, Slot, Value};
use crate::xml::names::Name;

/// A child of a `urlset` or a `sitemapindex`; the caller compares the kinds (rule \[37\]).
#[must_use]
pub fn root_child(name: Name<'_>) -> Slot {
    if name.ns.is_extension() {
        return Slot::Skip;
    }
    match name.local {
        "url" => Slot::Entry(Kind::Url),
        "sitemap" => Slot::Entry(Kind::Sitemap),
        "urlset" => Slot::Root(Format::Urlset),
        "sitemapindex" => Slot::Root(Format::Sitemapindex),
        _ => Slot::Skip,
    }
}

/// A child of a `url` in its own namespace.
#[must_use]
pub fn child(local: &str) -> Slot {
    match local {
        "loc" => Slot::Value(Value::Loc),
        "lastmod" => Slot::Value(Value::Lastmod),
        "changefreq" => Slot::Value(Value::Changefreq),
        "priority" => Slot::Value(Value::Priority),
        _ => Slot::Skip,
    }
}
