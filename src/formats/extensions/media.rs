//! Media RSS: the renditions and thumbnails of an item (rule \[58\]).
//!
//! What an outer level says of title and description holds for the renditions below it that do not say it themselves.

use super::{
    Child, Group, Mode, Part, Take, Vocabulary, attribute, drop_element, read, refused_besides, text_cell,
    url_attribute,
};
use crate::error::{Code, excerpt};
use crate::formats::entry::Entry;
use crate::table::builder::{Cell, index_of};
use crate::table::schema::{MEDIA, MEDIA_CONTENT};

const CONTENTS: usize = index_of(MEDIA, "contents");
const THUMBNAILS: usize = index_of(MEDIA, "thumbnails");
const URL: usize = index_of(MEDIA_CONTENT, "url");
const TITLE: usize = index_of(MEDIA_CONTENT, "title");
const DESCRIPTION: usize = index_of(MEDIA_CONTENT, "description");

/// The children of a `media:content`, and of a `media:group`.
pub const CHILDREN: &[Child] = &[("media:title", TITLE, Take::Text), ("media:description", DESCRIPTION, Take::Text)];

/// The attributes of a `media:content` besides its URL.
const ATTRIBUTES: &[Child] = &[
    ("type", index_of(MEDIA_CONTENT, "type"), Take::Text),
    ("medium", index_of(MEDIA_CONTENT, "medium"), Take::Text),
    ("width", index_of(MEDIA_CONTENT, "width"), Take::Integer),
    ("height", index_of(MEDIA_CONTENT, "height"), Take::Integer),
    ("duration", index_of(MEDIA_CONTENT, "duration"), Take::Decimal),
];

/// What an element of Media RSS is within an entry, a group or a content.
#[must_use]
pub fn child(local: &str) -> Option<Part> {
    match local {
        "group" => Some(Part::Group(Group::MediaGroup)),
        "content" => Some(Part::Group(Group::MediaContent)),
        "thumbnail" => Some(Part::Done),
        _ => Vocabulary::Media.find(local),
    }
}

/// The record of a `media:content` as its tag begins it; of a `media:group`, where nothing is said.
pub fn content(attributes: &str, entry: &mut Entry, mode: Mode) -> Vec<Cell> {
    let mut record = vec![Cell::Empty; MEDIA_CONTENT.len()];
    record[URL] = text_cell(url_attribute(attributes, "url"));
    for &(name, column, take) in ATTRIBUTES {
        record[column] = numbered(attributes, "media:content", name, take, entry, mode);
    }
    record
}

/// A `media:thumbnail`, which is all in its attributes.
pub fn thumbnail(attributes: &str, entry: &mut Entry, mode: Mode) {
    let url = url_attribute(attributes, "url");
    if url.is_empty() {
        return;
    }
    if let Some(reason) = refused_besides(&url, mode.strict) {
        return drop_element(entry, Code::MediaUrl, "media:thumbnail", &url, &reason);
    }
    let width = numbered(attributes, "media:thumbnail", "width", Take::Integer, entry, mode);
    let height = numbered(attributes, "media:thumbnail", "height", Take::Integer, entry, mode);
    media(entry)[THUMBNAILS].append(Cell::Record(vec![Cell::Text(url), width, height]));
}

fn numbered(attributes: &str, field: &'static str, name: &str, take: Take, entry: &mut Entry, mode: Mode) -> Cell {
    let text = attribute(attributes, name);
    if text.is_empty() {
        return Cell::Empty;
    }
    let (cell, _) = read(take, &text, mode);
    if cell.is_empty() {
        let detail = format!("invalid {field} {name} value \"{}\"", excerpt(&text));
        entry.find(Code::InvalidValue, field, &text, detail);
    }
    cell
}

fn media(entry: &mut Entry) -> &mut Vec<Cell> {
    if !matches!(entry.more.media, Cell::Record(_)) {
        entry.more.media = Cell::Record(vec![Cell::Empty; MEDIA.len()]);
    }
    match &mut entry.more.media {
        Cell::Record(cells) => cells,
        _ => unreachable!("made a record above"),
    }
}

/// How many renditions there are before a group begins.
#[must_use]
pub fn count(entry: &Entry) -> usize {
    if let Cell::Record(cells) = &entry.more.media { cells[CONTENTS].items().len() } else { 0 }
}

/// Ends a `media:content`.
pub fn close_content(record: Vec<Cell>, entry: &mut Entry, mode: Mode) {
    if let Some(reason) = refused_besides(record[URL].text(), mode.strict) {
        return drop_element(entry, Code::MediaUrl, "media:content", record[URL].text(), &reason);
    }
    if record.iter().any(|cell| !cell.is_empty()) {
        media(entry)[CONTENTS].append(Cell::Record(record));
    }
}

/// Hands an outer title and description to the renditions from `first` on that have none.
pub fn inherit(outer: &[Cell], first: usize, entry: &mut Entry) {
    let Cell::Record(cells) = &mut entry.more.media else { return };
    let Cell::List(contents) = &mut cells[CONTENTS] else { return };
    for content in contents.iter_mut().skip(first) {
        let Cell::Record(content) = content else { continue };
        for column in [TITLE, DESCRIPTION] {
            if content[column].is_empty() {
                content[column].clone_from(&outer[column]);
            }
        }
    }
}
