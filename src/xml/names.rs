//! Namespaces: which vocabulary a name belongs to (rules \[30\], \[31\]).
//!
//! Enters: the declarations of start tags, and prefixed names. Leaves: a [`Ns`] that handlers match on. The spellings of
//! the web for one namespace (https, a trailing slash, retired ones) are one namespace here.

use super::attributes::Attributes;
use super::{text, work};
use crate::error::{Code, Error, Result};
use crate::limits;

/// A namespace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ns {
    /// No namespace.
    None,
    /// The protocol's, in any spelling.
    Sitemap,
    /// Google's image extension.
    Image,
    /// Google's video extension.
    Video,
    /// Google's news extension.
    News,
    /// XHTML, for `link`.
    Xhtml,
    /// Google's mobile extension.
    Mobile,
    /// Media RSS.
    Media,
    /// Google's `PageMap`.
    PageMap,
    /// RSS 1.0.
    Rss1,
    /// RDF.
    Rdf,
    /// Atom 1.0.
    Atom,
    /// Atom 0.3.
    Atom03,
    /// Dublin Core.
    DublinCore,
    /// The prefix `xml`.
    Xml,
    /// Any other, by the number of its declaration.
    Other(u32),
    /// A prefix that was never declared.
    Undeclared,
}

impl Ns {
    /// Whether an element of it can never be an entry of a sitemap.
    #[must_use]
    pub const fn is_extension(self) -> bool {
        matches!(
            self,
            Self::Image
                | Self::Video
                | Self::News
                | Self::Xhtml
                | Self::Mobile
                | Self::Media
                | Self::PageMap
                | Self::DublinCore
        )
    }

    /// The namespace a URI names, if it is one of those that are read.
    fn known(uri: &str) -> Option<Self> {
        let rest = uri.strip_prefix("http://").or_else(|| uri.strip_prefix("https://"))?;
        Some(match rest.strip_suffix('/').unwrap_or(rest) {
            "www.sitemaps.org/schemas/sitemap/0.9"
            | "sitemaps.org/schemas/sitemap/0.9"
            | "www.sitemaps.org/schemas/sitemap/0.90"
            | "www.google.com/schemas/sitemap/0.84"
            | "www.google.com/schemas/sitemap/0.9"
            | "www.google.com/schemas/sitemap/0.90" => Self::Sitemap,
            "www.google.com/schemas/sitemap-image/1.1" => Self::Image,
            "www.google.com/schemas/sitemap-video/1.1" => Self::Video,
            "www.google.com/schemas/sitemap-news/0.9" | "www.google.com/schemas/sitemap-news/0.84" => Self::News,
            "www.w3.org/1999/xhtml" => Self::Xhtml,
            "www.google.com/schemas/sitemap-mobile/1.0" => Self::Mobile,
            "search.yahoo.com/mrss" => Self::Media,
            "www.google.com/schemas/sitemap-pagemap/1.0" => Self::PageMap,
            "purl.org/rss/1.0" => Self::Rss1,
            "www.w3.org/1999/02/22-rdf-syntax-ns#" => Self::Rdf,
            "www.w3.org/2005/Atom" => Self::Atom,
            "purl.org/atom/ns#" => Self::Atom03,
            "purl.org/dc/elements/1.1" => Self::DublinCore,
            "www.w3.org/XML/1998/namespace" => Self::Xml,
            _ => return None,
        })
    }

    /// What a prefix stands for by custom.
    fn by_custom(prefix: &str) -> Option<Self> {
        Some(match prefix {
            "image" => Self::Image,
            "video" => Self::Video,
            "news" => Self::News,
            "xhtml" => Self::Xhtml,
            "mobile" => Self::Mobile,
            "media" => Self::Media,
            "pagemap" => Self::PageMap,
            "atom" => Self::Atom,
            "dc" => Self::DublinCore,
            "rdf" => Self::Rdf,
            _ => return None,
        })
    }
}

/// A name with its namespace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name<'a> {
    /// The namespace.
    pub ns: Ns,
    /// The name without a prefix.
    pub local: &'a str,
}

#[derive(Clone, Debug)]
struct Binding {
    prefix: Box<str>,
    /// As declared.
    uri: Box<str>,
    ns: Ns,
    depth: u32,
}

/// The declarations in scope.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    bindings: Vec<Binding>,
    numbered: u32,
}

impl Scope {
    /// Takes up the declarations among the attributes of an element at `depth`.
    ///
    /// # Errors
    /// [`Code::NamespaceLimit`] where too many are in scope.
    pub fn declare(&mut self, attributes: &str, depth: u32) -> Result<()> {
        if memchr::memmem::find(attributes.as_bytes(), b"xmlns").is_none() {
            return Ok(());
        }
        for attribute in Attributes::new(attributes) {
            let Some(rest) = attribute.name.strip_prefix("xmlns") else { continue };
            let prefix = match rest.strip_prefix(':') {
                Some(prefix) => prefix,
                None if rest.is_empty() => "",
                None => continue,
            };
            if self.bindings.len() == limits::MAX_NAMESPACES {
                let detail = format!("more than {} namespaces are declared", limits::MAX_NAMESPACES);
                return Err(Error::new(Code::NamespaceLimit, detail));
            }
            let uri: Box<str> = text::allowed(&text::resolved(attribute.value)).into();
            let ns = self.number(&uri);
            self.bindings.push(Binding { prefix: prefix.into(), uri, ns, depth });
        }
        Ok(())
    }

    fn number(&mut self, uri: &str) -> Ns {
        let uri = uri.trim();
        if uri.is_empty() {
            return Ns::None;
        }
        if let Some(ns) = Ns::known(uri) {
            return ns;
        }
        if let Some(binding) = self.bindings.iter().find(|b| b.uri.trim() == uri) {
            return binding.ns;
        }
        self.numbered = self.numbered.wrapping_add(1);
        Ns::Other(self.numbered)
    }

    /// Forgets the declarations of elements at `depth` and deeper.
    pub fn leave(&mut self, depth: u32) {
        while self.bindings.last().is_some_and(|b| b.depth >= depth) {
            self.bindings.pop();
        }
    }

    /// The namespace of an element by its prefix, `""` for none; [`Ns::Undeclared`] where nothing declares it.
    #[must_use]
    pub fn of_prefix(&self, prefix: &str) -> Ns {
        if let Some(binding) = self.binding(prefix) {
            return binding.ns;
        }
        match prefix {
            "" => Ns::None,
            "xml" => Ns::Xml,
            _ => Ns::Undeclared,
        }
    }

    /// An element's name with its namespace, and whether its prefix was never declared (rule \[31\]).
    #[must_use]
    pub fn element<'a>(&self, name: &'a str) -> (Name<'a>, bool) {
        let (prefix, local) = split(name);
        match self.of_prefix(prefix) {
            Ns::Undeclared => (Name { ns: Ns::by_custom(prefix).unwrap_or(Ns::Undeclared), local }, true),
            ns => (Name { ns, local }, false),
        }
    }

    fn binding(&self, prefix: &str) -> Option<&Binding> {
        work::add(self.bindings.len() + 1);
        self.bindings.iter().rev().find(|b| &*b.prefix == prefix)
    }

    /// The URI that a prefix is declared to stand for, to the letter.
    #[must_use]
    pub fn declared(&self, prefix: &str) -> Option<&str> {
        let builtin = (prefix == "xml").then_some("http://www.w3.org/XML/1998/namespace");
        self.binding(prefix).map(|binding| &*binding.uri).or(builtin)
    }

    /// The URI behind an element's prefix, `""` where there is none.
    #[must_use]
    pub fn uri(&self, name: &str) -> &str {
        self.declared(split(name).0).unwrap_or("").trim()
    }
}

/// The prefix, `""` for none, and the rest of a name.
#[must_use]
pub fn split(name: &str) -> (&str, &str) {
    name.split_once(':').unwrap_or(("", name))
}
