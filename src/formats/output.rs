//! Where the formats put what they read: pages, sitemaps, errors and notes of one document.
//!
//! Enters: complete entries, with what was wrong in them. Leaves: the tables. Here is decided whether an entry is kept
//! (rules \[40\] to \[47\]), whom an error names (\[5\]), and when the limit of URLs ends the reading (\[86\]).

use super::entry::{Entry, Kind};
use crate::error::{Code, Error, excerpt};
use crate::fields::url::{Checked, Fault, Scope};
use crate::limits;
use crate::table::builder::{Cell, Rows};
use crate::table::diagnostics::{Diagnostics, Finding, Mark};
use crate::table::schema;
use crate::xml::text::Marks;
use std::borrow::Cow;
use std::collections::HashSet;

/// Where the columns of pages are.
mod urls {
    use crate::table::builder::index_of;
    use crate::table::schema::URLS;

    pub(super) const LOC: usize = index_of(URLS.fields, "loc");
    pub(super) const LASTMOD: usize = index_of(URLS.fields, "lastmod");
    pub(super) const CHANGEFREQ: usize = index_of(URLS.fields, "changefreq");
    pub(super) const PRIORITY: usize = index_of(URLS.fields, "priority");
    pub(super) const IMAGES: usize = index_of(URLS.fields, "images");
    pub(super) const VIDEOS: usize = index_of(URLS.fields, "videos");
    pub(super) const NEWS: usize = index_of(URLS.fields, "news");
    pub(super) const ALTERNATES: usize = index_of(URLS.fields, "alternates");
    pub(super) const MEDIA: usize = index_of(URLS.fields, "media");
    pub(super) const MOBILE: usize = index_of(URLS.fields, "mobile");
    pub(super) const PAGEMAP: usize = index_of(URLS.fields, "pagemap");
    pub(super) const TITLE: usize = index_of(URLS.fields, "title");
    pub(super) const SITEMAP: usize = index_of(URLS.fields, "sitemap");
    pub(super) const POSITION: usize = index_of(URLS.fields, "position");
    pub(super) const LINE: usize = index_of(URLS.fields, "line");
    pub(super) const EXTRA: usize = index_of(URLS.fields, "extra");
    pub(super) const RAW: usize = index_of(URLS.fields, "raw");
}

/// Where the columns of sitemaps are.
mod sitemaps {
    use crate::table::builder::index_of;
    use crate::table::schema::SITEMAPS;

    pub(super) const LOC: usize = index_of(SITEMAPS.fields, "loc");
    pub(super) const LASTMOD: usize = index_of(SITEMAPS.fields, "lastmod");
    pub(super) const PARENT: usize = index_of(SITEMAPS.fields, "parent");
    pub(super) const DEPTH: usize = index_of(SITEMAPS.fields, "depth");
    pub(super) const OUTCOME: usize = index_of(SITEMAPS.fields, "outcome");
    pub(super) const LINE: usize = index_of(SITEMAPS.fields, "line");
}

/// How often a page changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changefreq<'a> {
    /// One of the seven words.
    Known(&'static str),
    /// Any other, as written.
    Other(&'a str),
}

/// The values of a page besides its location that are read by the fast lane, too.
#[derive(Clone, Copy, Debug, Default)]
pub struct Core<'a> {
    /// Microseconds, offset and precision of the date.
    pub lastmod: Option<(i64, i16, &'static str)>,
    /// How often it changes.
    pub changefreq: Option<Changefreq<'a>>,
    /// How important it is.
    pub priority: Option<f64>,
    /// The three as they were written, for an entry that has no [`Entry`] to keep them (rule \[59\]).
    pub written: Option<[Option<&'a str>; 3]>,
}

/// What a caller may set for the reading of one document.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The URL the document was served from, or `""`.
    pub url: String,
    /// Rule by rule as the protocol asks, instead of reading past what can be read past.
    pub strict: bool,
    /// Also read the wild forms of dates (rule \[50\]).
    pub lenient_dates: bool,
    /// Keep the text of core values and unknown children (rule \[59\]).
    pub raw: bool,
    /// Keep the first of identical locations only (rule \[44\]).
    pub dedupe: bool,
    /// Pages after which reading ends.
    pub max_urls: Option<u64>,
    /// Validation errors that are recorded at the most.
    pub max_validation_errors: Option<u64>,
    /// The level of the sitemaps that are listed.
    pub child_depth: u32,
    /// Read canonical entries in a lane of their own; tests turn it off.
    pub fast: bool,
}

/// An entry that was kept although the end of its location is in doubt (see [`Output::doubt`]).
#[derive(Clone, Debug)]
struct Doubt {
    kind: Kind,
    loc: String,
    position: u32,
    line: u32,
    /// Whether it made a row.
    kept: bool,
}

/// The pages, sitemaps, errors and notes of a document.
#[derive(Debug)]
pub struct Output {
    /// What the caller set.
    pub settings: Settings,
    /// Errors and notes.
    pub diagnostics: Diagnostics,
    /// The pages.
    pub urls: Rows,
    /// The sitemaps.
    pub sitemaps: Rows,
    /// Pages and sitemaps that `hosts` kept out (rule \[47\]).
    pub outside: u64,
    /// Entries that were read to their end, rejected ones included (rule \[36\]).
    pub complete_entries: u64,
    scope: Scope,
    seen: HashSet<Box<str>>,
    position: u32,
    doubt: Option<Doubt>,
    /// The errors at the moment the limit of URLs was reached.
    full: Option<Mark>,
    stopped: bool,
}

impl Output {
    /// Nothing yet.
    #[must_use]
    pub fn new(settings: Settings, scope: Scope) -> Self {
        Self {
            diagnostics: Diagnostics::new(settings.max_validation_errors.unwrap_or(u64::MAX)),
            urls: pages(&settings.url),
            sitemaps: listed(&settings.url),
            outside: 0,
            complete_entries: 0,
            seen: HashSet::new(),
            position: 0,
            doubt: None,
            full: None,
            stopped: false,
            settings,
            scope,
        }
    }

    /// Whether the limit of URLs ended the reading.
    #[must_use]
    pub const fn stopped(&self) -> bool {
        self.stopped
    }

    /// Whether the last row may yet be withdrawn.
    #[must_use]
    pub const fn in_doubt(&self) -> bool {
        self.doubt.is_some()
    }

    /// Nothing was read at all.
    pub fn begin_anew(&mut self) {
        self.forget();
        self.diagnostics = Diagnostics::new(self.settings.max_validation_errors.unwrap_or(u64::MAX));
    }

    /// The document is refused as a whole: nothing of it is returned (rule \[34\]).
    pub fn forget(&mut self) {
        self.urls = pages(&self.settings.url);
        self.sitemaps = listed(&self.settings.url);
        self.diagnostics.forget_errors();
        self.outside = 0;
    }

    /// Counts something that was read past.
    pub fn note(&mut self, code: Code, line: u32) {
        self.diagnostics.note(code, line);
    }

    fn reject(&mut self, code: Code, field: &str, value: &str, detail: String, about: (&str, u32, u32)) {
        let (url, position, line) = about;
        self.diagnostics.validation(&Finding { code, field, value, detail }, url, position, line);
    }

    /// An error that has no entry of its own: it names the document.
    pub fn misplaced(&mut self, name: &str, line: u32) {
        let detail = format!("<{}> does not belong here", excerpt(name));
        let finding = Finding { code: Code::Misplaced, field: name, value: "", detail };
        self.diagnostics.validation(&finding, &self.settings.url, crate::table::diagnostics::NO_ENTRY, line);
    }

    /// Takes in a complete entry: keeps it, or leaves it out and says why. Whether a row was made.
    pub fn commit(&mut self, entry: &Entry) -> bool {
        let position = self.next_position(entry.line);
        self.doubt = None;
        if self.stopped {
            return false;
        }
        let Some(loc) = entry.loc.as_deref() else {
            if !entry.kind.is_feed() {
                let detail = "<loc> of an entry is empty or missing".to_owned();
                let url = std::mem::take(&mut self.settings.url);
                self.reject(Code::MissingLoc, "loc", "", detail, (&url, position, entry.line));
                self.settings.url = url;
            }
            return false;
        };
        let about = (loc, position, entry.line);
        let checked = match self.check(loc, entry.loc_marks) {
            Ok(checked) => checked,
            Err((code, detail)) => {
                self.reject(code, entry.kind.loc_field(), loc, detail, about);
                return false;
            }
        };
        if checked.non_ascii {
            self.note(Code::NonAsciiLoc, entry.line);
        }
        if self.is_outside(&checked.loc) {
            return false;
        }
        let page = (&*checked.loc, position, entry.line);
        for found in &entry.findings {
            self.reject(found.code, found.field, &found.value, found.detail.clone(), page);
        }
        if entry.rejected || !self.is_new(&checked.loc, entry.kind) {
            return false;
        }
        if entry.kind == Kind::Sitemap {
            self.push_sitemap(&checked.loc, entry.date(), entry.line);
            return true;
        }
        if !self.has_room() {
            return false;
        }
        self.push_url(&checked.loc, entry, position);
        true
    }

    /// Takes in an entry in which nothing is wrong, from the fast lane; `false`, and nothing done, where its location is
    /// not one that is kept as it stands.
    pub fn commit_clean(&mut self, kind: Kind, loc: &str, core: Core<'_>, line: u32) -> bool {
        match self.scope.page(loc) {
            Ok(Checked { loc: Cow::Borrowed(kept), non_ascii: false }) if kept.len() == loc.len() => {}
            _ => return false,
        }
        self.doubt = None;
        let position = self.next_position(line);
        self.complete_entries += 1;
        if self.is_outside(loc) || !self.is_new(loc, kind) {
            return true;
        }
        if kind == Kind::Sitemap {
            self.push_sitemap(loc, core.lastmod, line);
        } else if self.has_room() {
            self.push_core(loc, core, position, line);
        }
        true
    }

    /// Takes in a line of a text list.
    pub fn commit_line(&mut self, loc: &str, marks: Marks, line: u32) {
        if marks == Marks::default()
            && self.settings.fast
            && !self.settings.raw
            && self.commit_clean(Kind::Line, loc, Core::default(), line)
        {
            return;
        }
        let mut entry = Entry::new(Kind::Line, line);
        entry.loc = Some(loc.to_owned());
        entry.loc_marks = marks;
        if self.settings.raw {
            entry.keep_raw_of_feed();
        }
        self.commit(&entry);
        self.complete_entries += 1;
    }

    /// Takes in a sitemap that a robots.txt names (rule \[45\]).
    pub fn commit_robots(&mut self, loc: &str, marks: Marks, line: u32) {
        let position = self.next_position(line);
        self.complete_entries += 1;
        let checked = match marked(marks) {
            Some(refused) => Err(refused),
            None => self.scope.robots_line(loc).map_err(|fault| (fault.code(), fault.message(loc))),
        };
        match checked {
            Ok(checked) => {
                let checked = Checked { loc: Cow::Owned(checked.loc.into_owned()), non_ascii: checked.non_ascii };
                if checked.non_ascii {
                    self.note(Code::NonAsciiLoc, line);
                }
                if !self.is_outside(&checked.loc) {
                    self.push_sitemap(&checked.loc, None, line);
                }
            }
            Err((code, detail)) => self.reject(code, "Sitemap", loc, detail, (loc, position, line)),
        }
    }

    fn check<'l>(&self, loc: &'l str, marks: Marks) -> Result<Checked<'l>, (Code, String)> {
        if let Some(refused) = marked(marks) {
            return Err(refused);
        }
        self.scope.page(loc).map_err(|fault: Fault| (fault.code(), fault.message(loc)))
    }

    /// Whether `hosts` keeps a location out; it is counted then.
    fn is_outside(&mut self, loc: &str) -> bool {
        let outside = self.scope.outside(loc);
        self.outside += u64::from(outside);
        outside
    }

    /// Whether `dedupe` lets a location pass; it is about pages alone.
    fn is_new(&mut self, loc: &str, kind: Kind) -> bool {
        !self.settings.dedupe || kind == Kind::Sitemap || self.seen.insert(loc.into())
    }

    /// Whether one more page may be kept; where not, reading ends (rule \[86\]).
    fn has_room(&mut self) -> bool {
        let Some(max) = self.settings.max_urls else { return true };
        if self.urls.total() < max {
            return true;
        }
        if let Some(mark) = self.full.take() {
            self.diagnostics.rewind(&mark);
        }
        self.diagnostics.error(&Error::new(Code::UrlLimit, format!("limit of {max} URLs reached")));
        self.stopped = true;
        false
    }

    fn push_sitemap(&mut self, loc: &str, lastmod: Option<(i64, i16, &'static str)>, line: u32) {
        self.sitemaps
            .text(sitemaps::LOC, loc)
            .date(sitemaps::LASTMOD, lastmod)
            .integer(sitemaps::DEPTH, self.settings.child_depth)
            .integer(sitemaps::LINE, line)
            .commit();
    }

    fn push_url(&mut self, loc: &str, entry: &Entry, position: u32) {
        let more = &entry.more;
        self.urls
            .cell(urls::IMAGES, &more.images)
            .cell(urls::VIDEOS, &more.videos)
            .cell(urls::NEWS, &more.news)
            .cell(urls::ALTERNATES, &more.alternates)
            .cell(urls::MEDIA, &more.media)
            .mark(urls::MOBILE, more.mobile)
            .cell(urls::PAGEMAP, &more.pagemap)
            .cell(urls::EXTRA, &more.extra);
        if let Some(title) = &entry.title {
            self.urls.text(urls::TITLE, title);
        }
        if self.settings.raw {
            self.urls.cell(urls::RAW, &entry.raw);
        }
        let core = Core {
            lastmod: entry.date(),
            changefreq: entry.changefreq.as_deref().map(Changefreq::Other),
            priority: entry.priority,
            written: None,
        };
        self.push_core(loc, core, position, entry.line);
    }

    /// The columns of a page that every entry has, and the end of its row.
    fn push_core(&mut self, loc: &str, core: Core<'_>, position: u32, line: u32) {
        let rows = &mut self.urls;
        rows.text(urls::LOC, loc).date(urls::LASTMOD, core.lastmod);
        match core.changefreq {
            Some(Changefreq::Known(word)) => {
                rows.word(urls::CHANGEFREQ, word);
            }
            Some(Changefreq::Other(text)) => {
                rows.text(urls::CHANGEFREQ, text);
            }
            None => {}
        }
        if let Some(priority) = core.priority {
            rows.decimal(urls::PRIORITY, priority);
        }
        if let (true, Some(written)) = (self.settings.raw, core.written) {
            let values = [Some(loc), written[0], written[1], written[2]];
            let cells = values.map(|text| text.map_or(Cell::Empty, |text| Cell::Text(text.to_owned())));
            rows.cell(urls::RAW, &Cell::Record(cells.into()));
        }
        rows.integer(urls::POSITION, position).integer(urls::LINE, line).commit();
        if self.settings.max_urls == Some(rows.total()) {
            self.full = Some(self.diagnostics.mark());
        }
    }

    fn next_position(&mut self, line: u32) -> u32 {
        let position = self.position;
        self.position = self.position.saturating_add(1);
        if position == limits::PROTOCOL_ENTRIES {
            self.note(Code::ManyEntries, line);
        }
        position
    }

    /// Remembers that the end of the last entry's location was inferred: text or a `</loc>` that follows shows that
    /// markup stands in the middle of it, and what was kept is a URL that the document does not hold.
    pub fn doubt(&mut self, entry: &Entry, kept: bool) {
        if let Some(loc) = &entry.loc {
            let position = self.position.saturating_sub(1);
            self.doubt = Some(Doubt { kind: entry.kind, loc: loc.clone(), position, line: entry.line, kept });
        }
    }

    /// Nothing can show any more that the last location was torn.
    pub fn trust(&mut self) {
        self.doubt = None;
    }

    /// The last location was torn: takes its entry back and says so.
    pub fn withdraw(&mut self) {
        let Some(doubt) = self.doubt.take() else { return };
        if !doubt.kept {
            return;
        }
        let rows = if doubt.kind == Kind::Sitemap { &mut self.sitemaps } else { &mut self.urls };
        if rows.withdraw() {
            if let Ok(checked) = self.scope.page(&doubt.loc) {
                // It was not the first of identical ones.
                self.seen.remove(&*checked.loc);
            }
            let (code, detail) = torn();
            self.reject(code, doubt.kind.loc_field(), &doubt.loc, detail, (&doubt.loc, doubt.position, doubt.line));
        }
    }
}

/// The table of the pages of the document at `url`.
fn pages(url: &str) -> Rows {
    Rows::new(&schema::URLS).with_constant(urls::SITEMAP, url)
}

/// The table of the sitemaps that the document at `url` lists.
fn listed(url: &str) -> Rows {
    Rows::new(&schema::SITEMAPS).with_constant(sitemaps::PARENT, url).with_constant(sitemaps::OUTCOME, "pending")
}

fn torn() -> (Code, String) {
    (Code::LocMarkup, "the location is torn apart by markup".to_owned())
}

/// Why a location cannot be trusted, whatever it holds.
fn marked(marks: Marks) -> Option<(Code, String)> {
    if marks.torn {
        Some(torn())
    } else if marks.undecodable {
        Some((Code::LocUndecodable, "the location held bytes or a reference that stand for no character".to_owned()))
    } else if marks.control {
        Some((Code::LocControl, "the location held a character that XML forbids".to_owned()))
    } else {
        None
    }
}
