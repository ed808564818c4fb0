//! One entry on its way: a `url`, a `sitemap`, an `item`, an Atom `entry` or a line.
//!
//! Enters: the values of its children, in any order and any number. Leaves: an [`Entry`] for
//! [`super::output::Output::commit`]. What is wrong with a value is kept here until the entry's location is known, since
//! the error names the page.

use crate::error::Code;
use crate::fields::{date, date::Date, scalar};
use crate::table::builder::Cell;
use crate::table::diagnostics::invalid;
use crate::table::schema::RAW;
use crate::xml::names::Ns;
use crate::xml::text::Marks;

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `url`.
    Url,
    /// `sitemap`.
    Sitemap,
    /// `item` of RSS 0.9x and 2.0.
    Item,
    /// `item` of RSS 1.0.
    RdfItem,
    /// `entry` of Atom.
    Atom,
    /// A line of a text list.
    Line,
}

impl Kind {
    /// Whether an entry without a location is skipped in silence (rule \[70\]).
    #[must_use]
    pub const fn is_feed(self) -> bool {
        matches!(self, Self::Item | Self::RdfItem | Self::Atom)
    }

    /// The element its location stands in.
    #[must_use]
    pub const fn loc_field(self) -> &'static str {
        match self {
            Self::Url | Self::Sitemap => "loc",
            Self::Item | Self::RdfItem | Self::Atom => "link",
            Self::Line => "line",
        }
    }
}

/// Something wrong with a value of an entry.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// What it is.
    pub code: Code,
    /// The element or attribute.
    pub field: &'static str,
    /// The value.
    pub value: String,
    /// What was found and what was expected.
    pub detail: String,
}

/// What the extensions add to an entry, as cells of the columns of the same names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct More {
    /// Images.
    pub images: Cell,
    /// Videos.
    pub videos: Cell,
    /// The article.
    pub news: Cell,
    /// Links to the same page elsewhere.
    pub alternates: Cell,
    /// Media RSS.
    pub media: Cell,
    /// Made for mobile phones.
    pub mobile: bool,
    /// The data objects of a `PageMap`.
    pub pagemap: Cell,
    /// Unknown leaf children.
    pub extra: Cell,
}

/// An entry in the making.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// What it is.
    pub kind: Kind,
    /// Its namespace, in which its core children stand (rule \[30\]).
    pub ns: Ns,
    /// The line it begins on.
    pub line: u32,
    /// Its location, never empty.
    pub loc: Option<String>,
    /// What happened to the location.
    pub loc_marks: Marks,
    /// When it was last modified.
    pub lastmod: Option<Date>,
    /// How often it changes.
    pub changefreq: Option<String>,
    /// How important it is.
    pub priority: Option<f64>,
    /// The title of a feed's entry.
    pub title: Option<String>,
    /// The dates of a feed's entry as written, by their rank: the format's own first (rule \[72\]).
    pub dates: [Option<String>; 3],
    /// `rdf:about`, where there is no link.
    pub about: Option<String>,
    /// What the extensions add.
    pub more: More,
    /// The core values as written.
    pub raw: Cell,
    /// What is wrong.
    pub findings: Vec<Found>,
    /// Whether it will be left out.
    pub rejected: bool,
    /// Which core values were given, so that a second one is noticed.
    given: u8,
}

/// A core value, as a bit of `given`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Core {
    /// `lastmod`.
    Lastmod = 1,
    /// `changefreq`.
    Changefreq = 2,
    /// `priority`.
    Priority = 4,
}

impl Entry {
    /// An entry that begins on `line`.
    #[must_use]
    pub fn new(kind: Kind, line: u32) -> Self {
        Self {
            kind,
            ns: Ns::None,
            line,
            loc: None,
            loc_marks: Marks::default(),
            lastmod: None,
            changefreq: None,
            priority: None,
            title: None,
            dates: [None, None, None],
            about: None,
            more: More::default(),
            raw: Cell::Empty,
            findings: Vec::new(),
            rejected: false,
            given: 0,
        }
    }

    /// `lastmod` as three columns hold it.
    #[must_use]
    pub fn date(&self) -> Option<(i64, i16, &'static str)> {
        self.lastmod.map(|date| (date.micros, date.offset, date.precision.name()))
    }

    /// Records what is wrong with a value; the entry stays.
    pub fn find(&mut self, code: Code, field: &'static str, value: &str, detail: impl Into<String>) {
        self.findings.push(Found { code, field, value: value.to_owned(), detail: detail.into() });
    }

    /// Records what is wrong with a value, and leaves the entry out.
    pub fn refuse(&mut self, code: Code, field: &'static str, value: &str, detail: impl Into<String>) {
        self.find(code, field, value, detail);
        self.rejected = true;
    }

    /// Keeps the text of a core value (rule \[59\]).
    pub fn keep_raw(&mut self, column: usize, text: &str) {
        if !matches!(self.raw, Cell::Record(_)) {
            self.raw = Cell::Record(vec![Cell::Empty; RAW.len()]);
        }
        if let Cell::Record(cells) = &mut self.raw
            && cells[column].is_empty()
        {
            cells[column] = Cell::Text(text.to_owned());
        }
    }

    /// Takes note that a core value is given; `false` where it was given before (rule \[35\]).
    pub const fn give(&mut self, core: Core) -> bool {
        let fresh = self.given & core as u8 == 0;
        self.given |= core as u8;
        fresh
    }

    /// `lastmod` (rule \[50\]); returns whether a wild form was read.
    pub fn set_lastmod(&mut self, text: &str, strict: bool, lenient: bool) -> bool {
        let read = date::w3c(text);
        let wild = if read.is_none() && lenient { date::lenient(text) } else { None };
        self.lastmod = read.or(wild);
        if self.lastmod.is_none() {
            self.find(Code::InvalidLastmod, "lastmod", text, invalid("lastmod", text));
            // A bad date never drops a sitemap of an index.
            self.rejected |= strict && self.kind == Kind::Url;
        }
        wild.is_some()
    }

    /// `changefreq` (rule \[51\]).
    pub fn set_changefreq(&mut self, text: &str, strict: bool) {
        let known = scalar::known_changefreq(text);
        if strict && known != Some(text) {
            let detail = format!("{}: one of the seven words was expected", invalid("changefreq", text));
            self.refuse(Code::InvalidChangefreq, "changefreq", text, detail);
            return;
        }
        self.changefreq = Some(known.map_or_else(|| text.to_owned(), ToOwned::to_owned));
    }

    /// `priority` (rule \[52\]).
    pub fn set_priority(&mut self, text: &str, strict: bool) {
        let Some(value) = scalar::decimal(text) else {
            self.find(Code::InvalidPriority, "priority", text, invalid("priority", text));
            self.rejected |= strict;
            return;
        };
        if strict && !(0.0..=1.0).contains(&value) {
            let detail = format!("{}: it is out of the range 0.0 to 1.0", invalid("priority", text));
            self.refuse(Code::PriorityRange, "priority", text, detail);
            return;
        }
        self.priority = Some(value);
    }

    /// Keeps the location and the date of a feed's entry, or of a line, as they were written (rule \[59\]).
    pub fn keep_raw_of_feed(&mut self) {
        if let Some(loc) = self.loc.clone() {
            self.keep_raw(0, &loc);
        }
        if let Some(date) = self.dates.iter().flatten().next().cloned() {
            self.keep_raw(1, &date);
        }
    }

    /// The date of a feed's entry from what was given, by rank (rules \[70\], \[72\]); returns whether a wild form was read.
    pub fn settle_feed_date(&mut self, lenient: bool) -> bool {
        let Some((rank, text)) = self.dates.iter().enumerate().find_map(|(i, d)| Some((i, d.clone()?))) else {
            return false;
        };
        let (field, read): (&'static str, fn(&str) -> Option<Date>) = match (self.kind, rank) {
            (Kind::Item, 0) => ("pubDate", date::rfc822),
            (Kind::Item | Kind::RdfItem, _) => ("dc:date", date::w3c),
            (_, 0) => ("updated", date::w3c),
            (_, 1) => ("modified", date::w3c),
            _ => ("published", date::w3c),
        };
        let own = read(&text);
        let wild = if own.is_none() && lenient { date::lenient(&text) } else { None };
        self.lastmod = own.or(wild);
        if self.lastmod.is_none() {
            self.find(Code::InvalidLastmod, field, &text, invalid(field, &text));
        }
        wild.is_some()
    }
}
