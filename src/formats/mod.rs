//! The formats: what an element means where it stands.
//!
//! Enters: elements and texts, from [`tree`], or the lines of a text. Leaves: entries, into [`output`]. Each format is a
//! file that says which children count and what becomes of them; none knows how XML is read or how a table is built.

pub mod atom;
pub mod canonical;
pub mod entry;
pub mod extensions;
pub mod handler;
pub mod index;
pub mod output;
pub mod plain;
pub mod robots;
pub mod rss;
pub mod stack;
pub mod text;
pub mod tree;
pub mod urlset;

use entry::Kind;
use extensions::{Group, Item, Vocabulary};

/// A format of a document (rule \[10\]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A sitemap.
    Urlset,
    /// A sitemap index.
    Sitemapindex,
    /// RSS 0.9x, 1.0, 2.0.
    Rss,
    /// Atom 0.3 and 1.0.
    Atom,
    /// A list of URLs.
    Text,
    /// A robots.txt.
    Robots,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Urlset, Self::Sitemapindex, Self::Rss, Self::Atom, Self::Text, Self::Robots];

    /// The name, as in Python.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Urlset => "urlset",
            Self::Sitemapindex => "sitemapindex",
            Self::Rss => "rss",
            Self::Atom => "atom",
            Self::Text => "text",
            Self::Robots => "robots",
        }
    }

    /// The format of a name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The format of a root element, by its local name (rule \[12\]).
    #[must_use]
    pub fn of_root(local: &str) -> Option<Self> {
        Some(match local {
            "urlset" => Self::Urlset,
            "sitemapindex" => Self::Sitemapindex,
            "rss" | "RDF" => Self::Rss,
            "feed" => Self::Atom,
            _ => return None,
        })
    }
}

/// What an open element is to its format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// Unknown: skipped with all it holds (rule \[32\]).
    Skip,
    /// `urlset` or `sitemapindex`.
    Root(Format),
    /// `rss`, `channel`, `RDF` or `feed`.
    Feed(Format),
    /// A `url`, `sitemap`, `item` or `entry`.
    Entry(Kind),
    /// An element of an extension that holds others.
    Group(Group),
    /// An element whose text is wanted.
    Value(Value),
    /// Markup within a text that is wanted, such as the XHTML of a title.
    Inline,
}

/// What the text of an element is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// `loc`.
    Loc,
    /// `lastmod`.
    Lastmod,
    /// `changefreq`.
    Changefreq,
    /// `priority`.
    Priority,
    /// `link` of RSS.
    Link,
    /// `title` of a feed's entry.
    Title,
    /// A date of a feed's entry, by its rank.
    Date(usize),
    /// A value of an extension.
    Part(Vocabulary, usize),
    /// The text of one of a list.
    Item(Item),
    /// A title or description of Media RSS above a content: its index among the children.
    OuterMedia(usize),
    /// A leaf that no vocabulary knows (with `raw`).
    Extra,
}
