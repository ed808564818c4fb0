//! The vocabularies that an entry may hold besides its own: told by namespace, in any prefix (rule \[31\]).
//!
//! Enters: the elements and texts below an extension's element. Leaves: cells of an entry's columns. Each vocabulary is a
//! table of its children in a file of its own, with the rules that hold when its element ends.

pub mod alternate;
pub mod image;
pub mod media;
pub mod news;
pub mod pagemap;
pub mod video;

use super::entry::Entry;
use crate::error::Code;
use crate::fields::{date, scalar, url};
use crate::table::builder::Cell;
use crate::table::diagnostics::invalid;
use crate::xml::attributes::Attributes;
use crate::xml::text::{Marks, UNDECODABLE, allowed, resolved, shown};

/// An element of an extension that holds others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// `image:image`.
    Image,
    /// `video:video`.
    Video,
    /// `video:tvshow`.
    TvShow,
    /// `news:news`.
    News,
    /// `news:publication`, whose children are columns of the news.
    Publication,
    /// `media:group`.
    MediaGroup,
    /// `media:content`.
    MediaContent,
    /// `PageMap`.
    PageMap,
    /// `DataObject` of a `PageMap`.
    DataObject,
}

/// How a text becomes a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Take {
    /// As it is.
    Text,
    /// As an integer.
    Integer,
    /// As a decimal.
    Decimal,
    /// As a date.
    Date,
    /// As it is; it is a URL, which must not have been tampered with.
    Url,
    /// As one more text of a list.
    Append,
}

/// A child of a group: its name with the prefix of custom, the column it fills, and how.
pub type Child = (&'static str, usize, Take);

/// What an element of an extension is for its group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A value for a column of the group's record.
    Value(Vocabulary, usize),
    /// A record of its own, one more in a list.
    Item(Item),
    /// A group within the group.
    Group(Group),
    /// Everything is said by its attributes.
    Done,
}

/// An element with text and attributes that is one of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// `video:price`.
    Price,
    /// `video:content_segment_loc`.
    Segment,
    /// `video:id`.
    VideoId,
    /// `Attribute` of a `PageMap`.
    PageMapAttribute,
}

impl Item {
    /// The record as the tag begins it.
    pub fn open(self, attributes: &str, entry: &mut Entry, mode: Mode) -> Vec<Cell> {
        match self {
            Self::PageMapAttribute => pagemap::attribute_record(attributes),
            Self::Price => video::price(attributes),
            Self::Segment => video::segment(attributes, entry, mode),
            Self::VideoId => video::id(attributes),
        }
    }

    /// Takes in the text, and puts the record into the list of its parent where it says anything.
    pub fn close(
        self,
        mut record: Vec<Cell>,
        (text, marks): (&str, Marks),
        parent: &mut [Cell],
        entry: &mut Entry,
        mode: Mode,
    ) {
        let (cell, column, take) = match self {
            Self::Price => (0, video::PRICES, Take::Decimal),
            Self::Segment => (0, video::SEGMENTS, Take::Url),
            Self::VideoId => (0, video::IDS, Take::Text),
            Self::PageMapAttribute => (1, pagemap::ATTRIBUTES, Take::Text),
        };
        if !text.is_empty() && record[cell].is_empty() {
            let (read, _) = read(take, text, mode);
            if read.is_empty() {
                entry.find(Code::InvalidValue, "video:price", text, invalid("video:price", text));
            }
            record[cell] = marked(read, take, marks);
        }
        let keep = match self {
            Self::Segment | Self::VideoId => !record[0].is_empty(),
            Self::Price | Self::PageMapAttribute => record.iter().any(|cell| !cell.is_empty()),
        };
        if keep {
            parent[column].append(Cell::Record(record));
        }
    }
}

/// The tables of children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vocabulary {
    /// Of an image.
    Image,
    /// Of a video.
    Video,
    /// Of a TV show.
    TvShow,
    /// Of a news article.
    News,
    /// Of a media content.
    Media,
}

impl Vocabulary {
    /// Its children.
    #[must_use]
    pub const fn children(self) -> &'static [Child] {
        match self {
            Self::Image => image::CHILDREN,
            Self::Video => video::CHILDREN,
            Self::TvShow => video::TVSHOW_CHILDREN,
            Self::News => news::CHILDREN,
            Self::Media => media::CHILDREN,
        }
    }

    /// The child of a name.
    #[must_use]
    pub fn find(self, local: &str) -> Option<Part> {
        let own = |name: &str| name.split_once(':').is_some_and(|(_, own)| own == local);
        let index = self.children().iter().position(|child| own(child.0))?;
        Some(Part::Value(self, index))
    }
}

/// What may be set for reading values.
#[derive(Clone, Copy, Debug)]
pub struct Mode {
    /// As the protocol asks.
    pub strict: bool,
    /// Also wild forms of dates.
    pub lenient_dates: bool,
}

/// The value of an attribute, trimmed, references resolved (rule \[32\]); `""` where there is none.
#[must_use]
pub fn attribute(attributes: &str, name: &str) -> String {
    let [value] = values(attributes, [name]);
    value
}

/// The values of several attributes, as of [`attribute`], in one go.
#[must_use]
pub fn values<const N: usize>(attributes: &str, names: [&str; N]) -> [String; N] {
    let mut values = [const { String::new() }; N];
    let mut found = [false; N];
    for attribute in Attributes::new(attributes) {
        if let Some(index) = names.iter().position(|name| attribute.name == *name)
            && !std::mem::replace(&mut found[index], true)
        {
            values[index] = shown(allowed(&resolved(attribute.value)).trim()).0.into_owned();
        }
    }
    values
}

/// The value of an attribute that is a URL; marked where it must not be trusted (see [`refused`]).
#[must_use]
pub fn url_attribute(attributes: &str, name: &str) -> String {
    let Some(found) = Attributes::new(attributes).find(|attribute| attribute.name == name) else {
        return String::new();
    };
    let written = resolved(found.value);
    let kept = allowed(&written);
    let (url, undecodable) = shown(kept.trim());
    let mut url = url.into_owned();
    if undecodable || kept.len() != written.len() {
        url.push(UNDECODABLE);
    }
    url
}

/// A text cell, empty where the text is.
#[must_use]
pub fn text_cell(text: String) -> Cell {
    if text.is_empty() { Cell::Empty } else { Cell::Text(text) }
}

/// Whether a value was read in a form of its own, or was given before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Remarks {
    /// A wild date was read.
    pub wild: bool,
    /// The value was given before.
    pub twice: bool,
    /// It is the value that counts.
    pub counts: bool,
}

/// Puts a text into the cell of a vocabulary's child; what cannot be read is recorded (rule \[53\]).
pub fn set(
    record: &mut [Cell],
    vocabulary: Vocabulary,
    index: usize,
    (text, marks): (&str, Marks),
    entry: &mut Entry,
    mode: Mode,
) -> Remarks {
    let (name, column, take) = vocabulary.children()[index];
    let mut remarks = Remarks::default();
    if text.is_empty() {
        return remarks;
    }
    if take == Take::Append {
        record[column].append(Cell::Text(text.to_owned()));
        return remarks;
    }
    if !record[column].is_empty() {
        remarks.twice = true;
        return remarks;
    }
    let (cell, wild) = read(take, text, mode);
    remarks.wild = wild;
    if cell.is_empty() {
        entry.find(Code::InvalidValue, name, text, invalid(name, text));
    }
    record[column] = marked(cell, take, marks);
    remarks.counts = true;
    remarks
}

/// A URL that was tampered with, so that [`refused`] finds it; anything else as it is.
fn marked(cell: Cell, take: Take, marks: Marks) -> Cell {
    match cell {
        Cell::Text(mut url) if take == Take::Url && marks != Marks::default() => {
            url.push(UNDECODABLE);
            Cell::Text(url)
        }
        cell => cell,
    }
}

/// A text as a cell, empty where it cannot be read, and whether a wild date was.
#[must_use]
pub fn read(take: Take, text: &str, mode: Mode) -> (Cell, bool) {
    let cell = match take {
        Take::Text | Take::Url | Take::Append => Some(text_cell(text.to_owned())),
        Take::Integer => scalar::integer(text).map(Cell::Integer),
        Take::Decimal => scalar::decimal(text).map(Cell::Decimal),
        Take::Date => date::w3c(text).map(|d| Cell::Integer(d.micros)),
    };
    match cell {
        Some(cell) => (cell, false),
        None if take == Take::Date && mode.lenient_dates => {
            date::lenient(text).map_or((Cell::Empty, false), |d| (Cell::Integer(d.micros), true))
        }
        None => (Cell::Empty, false),
    }
}

/// Why a URL of an extension cannot be kept: it was tampered with, or is too long, and in strict mode no absolute http(s)
/// URL (rules \[25\], \[54\], \[58\]).
#[must_use]
pub fn refused(loc: &str, strict: bool) -> Option<String> {
    if url::too_long(loc) {
        return Some(url::Fault::TooLong.message(loc));
    }
    refused_besides(loc, strict)
}

/// As [`refused`], for a URL that is not the one an element cannot do without.
#[must_use]
pub fn refused_besides(loc: &str, strict: bool) -> Option<String> {
    if loc.ends_with(UNDECODABLE) {
        return Some("the URL held something that stands for no character, or markup".to_owned());
    }
    if strict && !loc.is_empty() { url::extension_strict(loc).err().map(|fault| fault.message(loc)) } else { None }
}

/// Records that an element of an extension was left out.
pub fn drop_element(entry: &mut Entry, code: Code, field: &'static str, loc: &str, reason: &str) {
    entry.find(code, field, loc.trim_end_matches(UNDECODABLE), format!("{field}: {reason}"));
}
