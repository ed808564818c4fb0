//! The entry that is open, and what its elements do to it: where the formats and the extensions meet.
//!
//! Enters: from [`super::tree`], an element with its namespace below an open one, the text of an element that was wanted,
//! and the end of an element. Leaves: the slot of the element, and complete entries for [`Output`].

use super::entry::{Core, Entry, Kind};
use super::extensions::{self, Group, Mode, Part, Remarks, Vocabulary, alternate, image, media, news, pagemap, video};
use super::output::Output;
use super::{Format, Slot, Value, atom, index, rss, urlset};
use crate::error::Code;
use crate::table::builder::Cell;
use crate::table::schema::{EXTRA, IMAGE, MEDIA_CONTENT, NEWS, RAW, TVSHOW, VIDEO};
use crate::xml::names::{Name, Ns};
use crate::xml::text::Marks;

/// An element as it opens.
#[derive(Clone, Copy, Debug)]
pub struct Element<'a> {
    /// Its name.
    pub name: Name<'a>,
    /// Its attributes as written.
    pub attributes: &'a str,
    /// The line it stands on.
    pub line: u32,
}

/// The open entry.
#[derive(Debug)]
pub struct Handler {
    entry: Entry,
    /// The records of the open elements of extensions.
    records: Vec<Vec<Cell>>,
    /// What the attributes of the open value say, should it be the one that counts.
    companions: Vec<(usize, Cell)>,
    /// Media titles and descriptions above the contents, and how many contents there were when the level began.
    media: Vec<(Vec<Cell>, usize)>,
    mode: Mode,
    raw: bool,
    /// The namespace of the feed.
    feed: Ns,
    rdf: bool,
}

impl Handler {
    /// No entry is open.
    #[must_use]
    pub fn new(output: &Output) -> Self {
        let settings = &output.settings;
        Self {
            entry: Entry::new(Kind::Url, 0),
            records: Vec::new(),
            companions: Vec::new(),
            media: Vec::new(),
            mode: Mode { strict: settings.strict, lenient_dates: settings.lenient_dates },
            raw: settings.raw,
            feed: Ns::None,
            rdf: false,
        }
    }

    /// The root of a document of `format`.
    pub fn root(&mut self, format: Format, name: Name<'_>) -> Slot {
        self.feed = name.ns;
        self.rdf = name.local == "RDF";
        match format {
            Format::Rss | Format::Atom => Slot::Feed(format),
            _ => Slot::Root(format),
        }
    }

    /// What an element is below `parent`. Has no effect but on the open entry; [`Self::enter`] begins what it opens.
    #[must_use]
    pub fn place(&self, parent: Slot, name: Name<'_>) -> Slot {
        match parent {
            Slot::Root(_) => urlset::root_child(name),
            Slot::Feed(Format::Atom) => atom::feed_child(name, self.feed),
            Slot::Feed(_) => rss::feed_child(name, self.rdf),
            Slot::Entry(kind) => self.entry_child(kind, name),
            Slot::Group(group) => Self::group_child(group, name),
            Slot::Value(Value::Title) | Slot::Inline if name.ns == Ns::Xhtml => Slot::Inline,
            Slot::Skip | Slot::Value(_) | Slot::Inline => Slot::Skip,
        }
    }

    /// Whether an element means anything below `parent`, be it by its text, its children or its attributes.
    #[must_use]
    pub fn knows(&self, parent: Slot, name: Name<'_>) -> bool {
        match self.place(parent, name) {
            Slot::Skip | Slot::Value(Value::Extra) => {
                matches!(parent, Slot::Entry(kind) if said_by_attributes(kind, name, name.ns == self.entry.ns))
            }
            _ => true,
        }
    }

    fn entry_child(&self, kind: Kind, name: Name<'_>) -> Slot {
        let own = name.ns == self.entry.ns;
        let slot = match kind {
            Kind::Url if own => urlset::child(name.local),
            Kind::Sitemap if own => index::child(name.local),
            Kind::Item | Kind::RdfItem => rss::child(name, own, kind),
            Kind::Atom if own => atom::child(name.local),
            _ => Slot::Skip,
        };
        if slot != Slot::Skip {
            return slot;
        }
        let part = match (name.ns, name.local) {
            (Ns::Media, local) if kind != Kind::Sitemap => media::child(local),
            (Ns::Image, "image") if kind == Kind::Url => Some(Part::Group(Group::Image)),
            (Ns::Video, "video") if kind == Kind::Url => Some(Part::Group(Group::Video)),
            (Ns::News, "news") if kind == Kind::Url => Some(Part::Group(Group::News)),
            (Ns::PageMap, "PageMap") if kind == Kind::Url => Some(Part::Group(Group::PageMap)),
            _ => None,
        };
        match part {
            Some(Part::Group(group)) => Slot::Group(group),
            Some(Part::Value(Vocabulary::Media, index)) => Slot::Value(Value::OuterMedia(index)),
            None if self.raw && !said_by_attributes(kind, name, own) => Slot::Value(Value::Extra),
            _ => Slot::Skip,
        }
    }

    fn group_child(group: Group, name: Name<'_>) -> Slot {
        let part = match (group, name.ns) {
            (Group::Image, Ns::Image) => Vocabulary::Image.find(name.local),
            (Group::Video, Ns::Video) => video::child(name.local),
            (Group::TvShow, Ns::Video) => Vocabulary::TvShow.find(name.local),
            (Group::News, Ns::News) if name.local == "publication" => Some(Part::Group(Group::Publication)),
            (Group::News, Ns::News) => Vocabulary::News.find(name.local),
            (Group::Publication, Ns::News) => news::publication_child(name.local),
            (Group::MediaGroup | Group::MediaContent, Ns::Media) => media::child(name.local),
            (Group::PageMap, Ns::PageMap) => pagemap::child(name.local),
            (Group::DataObject, Ns::PageMap) => pagemap::object_child(name.local),
            _ => None,
        };
        match part {
            Some(Part::Value(Vocabulary::Media, index)) if group == Group::MediaGroup => {
                Slot::Value(Value::OuterMedia(index))
            }
            Some(Part::Value(vocabulary, index)) => Slot::Value(Value::Part(vocabulary, index)),
            Some(Part::Item(item)) => Slot::Value(Value::Item(item)),
            Some(Part::Group(group)) => Slot::Group(group),
            Some(Part::Done) | None => Slot::Skip,
        }
    }

    /// Begins what an element opens, or takes in what its attributes say.
    pub fn enter(&mut self, parent: Slot, slot: Slot, element: &Element<'_>) {
        let Element { name, attributes, line } = *element;
        match slot {
            Slot::Entry(kind) => self.begin(kind, name.ns, line, attributes),
            Slot::Group(group) => self.open_group(group, attributes),
            Slot::Value(Value::Item(item)) => {
                let record = item.open(attributes, &mut self.entry, self.mode);
                self.records.push(record);
            }
            Slot::Value(Value::Part(Vocabulary::Video, _)) => {
                self.companions = video::companions(name.local, attributes);
            }
            Slot::Skip => self.by_attributes(parent, name, attributes),
            Slot::Root(_) | Slot::Feed(_) | Slot::Value(_) | Slot::Inline => {}
        }
    }

    /// Elements that say everything by their attributes.
    fn by_attributes(&mut self, parent: Slot, name: Name<'_>, attributes: &str) {
        match (parent, name.ns, name.local) {
            (Slot::Entry(Kind::Atom), ns, "link") if ns == self.entry.ns => atom::link(attributes, &mut self.entry),
            (Slot::Entry(Kind::Url), Ns::Xhtml, "link") => alternate::link(attributes, &mut self.entry, self.mode),
            (Slot::Entry(Kind::Url), Ns::Mobile, "mobile") => self.entry.more.mobile = true,
            (
                Slot::Entry(Kind::Url | Kind::Item | Kind::RdfItem | Kind::Atom)
                | Slot::Group(Group::MediaGroup | Group::MediaContent),
                Ns::Media,
                "thumbnail",
            ) => {
                media::thumbnail(attributes, &mut self.entry, self.mode);
            }
            _ => {}
        }
    }

    /// Begins an entry.
    pub fn begin(&mut self, kind: Kind, ns: Ns, line: u32, attributes: &str) {
        self.entry = Entry::new(kind, line);
        self.entry.ns = ns;
        self.records.clear();
        self.media.clear();
        if kind == Kind::RdfItem {
            self.entry.about = rss::about(attributes);
        }
    }

    fn open_group(&mut self, group: Group, attributes: &str) {
        let empty = |fields: usize| vec![Cell::Empty; fields];
        match group {
            Group::Image => self.records.push(empty(IMAGE.len())),
            Group::Video => self.records.push(empty(VIDEO.len())),
            Group::TvShow => self.records.push(empty(TVSHOW.len())),
            Group::News => self.records.push(empty(NEWS.len())),
            Group::DataObject => self.records.push(pagemap::object(attributes)),
            Group::MediaContent => {
                let record = media::content(attributes, &mut self.entry, self.mode);
                self.records.push(record);
            }
            Group::MediaGroup => self.media.push((empty(MEDIA_CONTENT.len()), media::count(&self.entry))),
            Group::Publication | Group::PageMap => {}
        }
    }

    /// Takes in the text of an element that was wanted.
    pub fn value(&mut self, value: Value, text: &str, marks: Marks, element: &Element<'_>, output: &mut Output) {
        let line = element.line;
        if matches!(value, Value::Loc) {
            return self.location(text, marks, line, output);
        }
        let twice = match value {
            Value::Lastmod | Value::Changefreq | Value::Priority => self.core(value, text, line, output),
            Value::Link => {
                let twice = set_once(&mut self.entry.loc, text);
                if !twice && !text.is_empty() {
                    self.entry.loc_marks = marks;
                }
                twice
            }
            Value::Title => set_once(&mut self.entry.title, text),
            Value::Date(rank) => set_once(&mut self.entry.dates[rank], text),
            Value::Part(vocabulary, index) => {
                let Some(record) = self.records.last_mut() else { return };
                let remarks = extensions::set(record, vocabulary, index, (text, marks), &mut self.entry, self.mode);
                let Remarks { wild, twice, counts } = remarks;
                for (column, cell) in self.companions.drain(..) {
                    if counts {
                        record[column] = cell;
                    }
                }
                if wild {
                    output.note(Code::LenientDate, line);
                }
                twice
            }
            Value::OuterMedia(index) => self.outer_media(index, text),
            Value::Item(item) => {
                if let Some(record) = self.records.pop()
                    && let Some(parent) = self.records.last_mut()
                {
                    item.close(record, (text, marks), parent, &mut self.entry, self.mode);
                }
                false
            }
            Value::Extra | Value::Loc => false,
        };
        if twice {
            output.note(Code::ValueTwice, line);
        }
    }

    /// `loc`: the entry's, or that of a further entry where it has one (rule \[35\]).
    fn location(&mut self, text: &str, marks: Marks, line: u32, output: &mut Output) {
        if self.raw {
            self.entry.keep_raw(0, text);
        }
        if text.is_empty() {
            if self.entry.loc.is_some() {
                output.note(Code::ValueTwice, line);
            }
            return;
        }
        if self.entry.loc.is_some() {
            if self.mode.strict {
                if !self.entry.findings.iter().any(|f| f.code == Code::SeveralLocs) {
                    let detail = "the entry has more than one <loc>";
                    self.entry.refuse(Code::SeveralLocs, "loc", text, detail);
                }
                return;
            }
            output.note(Code::SeveralLocsSplit, line);
            let (kind, ns) = (self.entry.kind, self.entry.ns);
            self.finish(output);
            self.begin(kind, ns, line, "");
            if self.raw {
                self.entry.keep_raw(0, text);
            }
        }
        self.entry.loc = Some(text.to_owned());
        self.entry.loc_marks = marks;
    }

    /// A core value but the location; whether it was given before.
    fn core(&mut self, value: Value, text: &str, line: u32, output: &mut Output) -> bool {
        let (core, column) = match value {
            Value::Lastmod => (Core::Lastmod, 1),
            Value::Changefreq => (Core::Changefreq, 2),
            _ => (Core::Priority, 3),
        };
        if text.is_empty() {
            return false;
        }
        if !self.entry.give(core) {
            return true;
        }
        if self.raw {
            self.entry.keep_raw(column, text);
        }
        let Mode { strict, lenient_dates } = self.mode;
        match core {
            Core::Lastmod => {
                if self.entry.set_lastmod(text, strict, lenient_dates) {
                    output.note(Code::LenientDate, line);
                }
            }
            Core::Changefreq => self.entry.set_changefreq(text, strict),
            Core::Priority => self.entry.set_priority(text, strict),
        }
        false
    }

    fn outer_media(&mut self, index: usize, text: &str) -> bool {
        if text.is_empty() {
            return false;
        }
        if self.media.is_empty() {
            self.media.push((vec![Cell::Empty; MEDIA_CONTENT.len()], 0));
        }
        let column = media::CHILDREN[index].1;
        let Some((outer, _)) = self.media.last_mut() else { return false };
        let twice = !outer[column].is_empty();
        if !twice {
            outer[column] = Cell::Text(text.to_owned());
        }
        twice
    }

    /// An unknown leaf (rule \[59\]).
    pub fn extra(&mut self, uri: &str, local: &str, text: &str) {
        debug_assert_eq!(EXTRA.len(), 3);
        let record = [uri, local, text].map(|t| Cell::Text(t.to_owned()));
        self.entry.more.extra.append(Cell::Record(record.into()));
    }

    /// Ends a group.
    pub fn leave(&mut self, group: Group, line: u32, output: &mut Output) {
        let twice = match group {
            Group::Publication | Group::PageMap => false,
            Group::MediaGroup => {
                if let Some((outer, first)) = self.media.pop() {
                    media::inherit(&outer, first, &mut self.entry);
                }
                false
            }
            Group::Image | Group::Video | Group::TvShow | Group::News | Group::DataObject | Group::MediaContent => {
                let Some(record) = self.records.pop() else { return };
                self.close_record(group, record)
            }
        };
        if twice {
            output.note(Code::ValueTwice, line);
        }
    }

    /// Puts the record of a group where it belongs; whether there was one before that counts.
    fn close_record(&mut self, group: Group, record: Vec<Cell>) -> bool {
        let entry = &mut self.entry;
        match group {
            Group::Image => image::close(record, entry, self.mode),
            Group::Video => video::close(record, entry, self.mode),
            Group::DataObject => pagemap::close(record, entry),
            Group::MediaContent => media::close_content(record, entry, self.mode),
            Group::News => return news::close(record, entry, self.mode),
            Group::TvShow => {
                return self.records.last_mut().is_some_and(|parent| video::close_show(record, parent));
            }
            Group::MediaGroup | Group::Publication | Group::PageMap => {}
        }
        false
    }

    /// Ends the entry.
    pub fn finish(&mut self, output: &mut Output) -> bool {
        debug_assert_eq!(RAW.len(), 4);
        if let Some((outer, _)) = self.media.pop() {
            media::inherit(&outer, 0, &mut self.entry);
        }
        if self.entry.kind.is_feed() {
            if self.entry.loc.is_none() {
                self.entry.loc = self.entry.about.take();
            }
            if self.raw {
                self.entry.keep_raw_of_feed();
            }
            if self.entry.settle_feed_date(self.mode.lenient_dates) {
                output.note(Code::LenientDate, self.entry.line);
            }
        }
        output.commit(&self.entry)
    }

    /// The open entry.
    #[must_use]
    pub const fn entry(&self) -> &Entry {
        &self.entry
    }

    /// The entry stands in a document of another kind (strict mode, rule \[37\]).
    pub fn refuse_misplaced(&mut self, local: &str) {
        let detail = format!("<{local}> does not belong here");
        self.entry.refuse(Code::Misplaced, "", "", detail);
    }

    /// The location was torn apart by markup.
    pub fn tear(&mut self) {
        self.entry.loc_marks.torn = true;
    }
}

/// Whether an element of an entry says everything by its attributes.
fn said_by_attributes(kind: Kind, name: Name<'_>, own: bool) -> bool {
    match name.local {
        "link" => (own && kind == Kind::Atom) || name.ns == Ns::Xhtml,
        "mobile" => name.ns == Ns::Mobile,
        _ => false,
    }
}

fn set_once(slot: &mut Option<String>, text: &str) -> bool {
    if text.is_empty() {
        return false;
    }
    if slot.is_some() {
        return true;
    }
    *slot = Some(text.to_owned());
    false
}
