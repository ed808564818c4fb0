//! Google's video extension 1.1, the whole schema (rule \[56\]).

use super::{
    Child, Group, Item, Mode, Part, Take, Vocabulary, attribute, drop_element, read, refused, refused_besides,
    text_cell, url_attribute,
};
use crate::error::{Code, excerpt};
use crate::formats::entry::Entry;
use crate::table::builder::{Cell, index_of};
use crate::table::schema::{TVSHOW, VIDEO};

const THUMBNAIL: usize = index_of(VIDEO, "thumbnail_loc");
const TITLE: usize = index_of(VIDEO, "title");
const DESCRIPTION: usize = index_of(VIDEO, "description");
const CONTENT: usize = index_of(VIDEO, "content_loc");
const PLAYER: usize = index_of(VIDEO, "player_loc");
const DURATION: usize = index_of(VIDEO, "duration");
const RATING: usize = index_of(VIDEO, "rating");
const TAGS: usize = index_of(VIDEO, "tags");
const GALLERY: usize = index_of(VIDEO, "gallery_loc");
pub(super) const PRICES: usize = index_of(VIDEO, "prices");
pub(super) const SEGMENTS: usize = index_of(VIDEO, "content_segments");
const UPLOADER_INFO: usize = index_of(VIDEO, "uploader_info");
const SHOW: usize = index_of(VIDEO, "tvshow");
pub(super) const IDS: usize = index_of(VIDEO, "ids");

/// The children of a `video:video` that are a value each.
pub const CHILDREN: &[Child] = &[
    ("video:thumbnail_loc", THUMBNAIL, Take::Url),
    ("video:title", TITLE, Take::Text),
    ("video:description", DESCRIPTION, Take::Text),
    ("video:content_loc", CONTENT, Take::Url),
    ("video:player_loc", PLAYER, Take::Url),
    ("video:duration", DURATION, Take::Integer),
    ("video:expiration_date", index_of(VIDEO, "expiration_date"), Take::Date),
    ("video:rating", RATING, Take::Decimal),
    ("video:view_count", index_of(VIDEO, "view_count"), Take::Integer),
    ("video:publication_date", index_of(VIDEO, "publication_date"), Take::Date),
    ("video:tag", TAGS, Take::Append),
    ("video:category", index_of(VIDEO, "category"), Take::Text),
    ("video:family_friendly", index_of(VIDEO, "family_friendly"), Take::Text),
    ("video:restriction", index_of(VIDEO, "restriction"), Take::Text),
    ("video:gallery_loc", GALLERY, Take::Url),
    ("video:requires_subscription", index_of(VIDEO, "requires_subscription"), Take::Text),
    ("video:uploader", index_of(VIDEO, "uploader"), Take::Text),
    ("video:platform", index_of(VIDEO, "platform"), Take::Text),
    ("video:live", index_of(VIDEO, "live"), Take::Text),
];

/// The children of a `video:tvshow`.
pub const TVSHOW_CHILDREN: &[Child] = &[
    ("video:show_title", index_of(TVSHOW, "show_title"), Take::Text),
    ("video:video_type", index_of(TVSHOW, "video_type"), Take::Text),
    ("video:episode_title", index_of(TVSHOW, "episode_title"), Take::Text),
    ("video:season_number", index_of(TVSHOW, "season_number"), Take::Integer),
    ("video:episode_number", index_of(TVSHOW, "episode_number"), Take::Integer),
    ("video:premier_date", index_of(TVSHOW, "premier_date"), Take::Date),
];

/// Attributes that are columns of the video: element, attribute, column.
const COMPANIONS: &[(&str, &str, usize)] = &[
    ("player_loc", "allow_embed", index_of(VIDEO, "player_loc_allow_embed")),
    ("player_loc", "autoplay", index_of(VIDEO, "player_loc_autoplay")),
    ("restriction", "relationship", index_of(VIDEO, "restriction_relationship")),
    ("gallery_loc", "title", index_of(VIDEO, "gallery_loc_title")),
    ("uploader", "info", UPLOADER_INFO),
    ("platform", "relationship", index_of(VIDEO, "platform_relationship")),
];

/// The URLs of a video besides its thumbnail.
const BESIDES: [(usize, &str); 4] = [
    (CONTENT, "video:content_loc"),
    (PLAYER, "video:player_loc"),
    (GALLERY, "video:gallery_loc"),
    (UPLOADER_INFO, "video:uploader"),
];

/// What the protocol allows (strict mode).
const MAX_DURATION: i64 = 28_800;
const MAX_RATING: f64 = 5.0;
const MAX_TAGS: usize = 32;

/// The child of a `video:video`.
#[must_use]
pub fn child(local: &str) -> Option<Part> {
    match local {
        "price" => Some(Part::Item(Item::Price)),
        "content_segment_loc" => Some(Part::Item(Item::Segment)),
        "id" => Some(Part::Item(Item::VideoId)),
        "tvshow" => Some(Part::Group(Group::TvShow)),
        _ => Vocabulary::Video.find(local),
    }
}

/// The columns that the attributes of a child fill, should its text be the value that counts.
#[must_use]
pub fn companions(local: &str, attributes: &str) -> Vec<(usize, Cell)> {
    let own = COMPANIONS.iter().filter(|companion| companion.0 == local && !attributes.is_empty());
    own.map(|&(_, name, column)| {
        let value = if column == UPLOADER_INFO { url_attribute(attributes, name) } else { attribute(attributes, name) };
        (column, text_cell(value))
    })
    .collect()
}

/// The record of a `price` as its tag begins it.
#[must_use]
pub fn price(attributes: &str) -> Vec<Cell> {
    let [currency, kind, resolution] =
        ["currency", "type", "resolution"].map(|name| text_cell(attribute(attributes, name)));
    vec![Cell::Empty, currency, kind, resolution]
}

/// The record of an `id` as its tag begins it.
#[must_use]
pub fn id(attributes: &str) -> Vec<Cell> {
    vec![Cell::Empty, text_cell(attribute(attributes, "type"))]
}

/// The record of a `content_segment_loc` as its tag begins it.
pub fn segment(attributes: &str, entry: &mut Entry, mode: Mode) -> Vec<Cell> {
    let written = attribute(attributes, "duration");
    let (duration, _) = read(Take::Integer, &written, mode);
    if duration.is_empty() && !written.is_empty() {
        let detail = format!("invalid duration of <video:content_segment_loc> \"{}\"", excerpt(&written));
        entry.find(Code::InvalidValue, "video:content_segment_loc", &written, detail);
    }
    vec![Cell::Empty, duration]
}

/// Ends a `video:tvshow`; returns whether there was one before, which counts then.
pub fn close_show(show: Vec<Cell>, record: &mut [Cell]) -> bool {
    let before = matches!(record[SHOW], Cell::Record(_));
    if !before && show.iter().any(|cell| !cell.is_empty()) {
        record[SHOW] = Cell::Record(show);
    }
    before
}

/// Ends a `video:video`: keeps it where it has a usable thumbnail.
pub fn close(record: Vec<Cell>, entry: &mut Entry, mode: Mode) {
    let thumbnail = record[THUMBNAIL].text();
    if thumbnail.is_empty() {
        if mode.strict {
            drop_element(entry, Code::VideoLoc, "video:thumbnail_loc", "", "a video without a thumbnail is left out");
        }
        return;
    }
    if let Some(reason) = refused(thumbnail, mode.strict) {
        return drop_element(entry, Code::VideoLoc, "video:thumbnail_loc", thumbnail, &reason);
    }
    for (column, field) in BESIDES {
        if let Some(reason) = refused_besides(record[column].text(), mode.strict) {
            return drop_element(entry, Code::VideoLoc, field, record[column].text(), &reason);
        }
    }
    for segment in record[SEGMENTS].items() {
        if let Cell::Record(cells) = segment
            && let Some(reason) = refused_besides(cells[0].text(), mode.strict)
        {
            return drop_element(entry, Code::VideoLoc, "video:content_segment_loc", cells[0].text(), &reason);
        }
    }
    if mode.strict {
        check(&record, entry);
    }
    entry.more.videos.append(Cell::Record(record));
}

/// What strict mode records and drops nothing for.
fn check(record: &[Cell], entry: &mut Entry) {
    for (column, field) in [(TITLE, "video:title"), (DESCRIPTION, "video:description")] {
        if record[column].is_empty() {
            entry.find(Code::VideoMissing, field, "", format!("<{field}> is empty or missing"));
        }
    }
    if record[CONTENT].is_empty() && record[PLAYER].is_empty() {
        let detail = "neither <video:content_loc> nor <video:player_loc> is there";
        entry.find(Code::VideoMissing, "video:content_loc", "", detail);
    }
    if let Cell::Integer(seconds) = record[DURATION]
        && !(1..=MAX_DURATION).contains(&seconds)
    {
        let detail = format!("video <duration> {seconds} is out of the range 1 to {MAX_DURATION}");
        entry.find(Code::VideoRange, "video:duration", &seconds.to_string(), detail);
    }
    if let Cell::Decimal(rating) = record[RATING]
        && !(0.0..=MAX_RATING).contains(&rating)
    {
        let detail = format!("video <rating> {rating} is out of the range 0.0 to 5.0");
        entry.find(Code::VideoRange, "video:rating", &rating.to_string(), detail);
    }
    let tags = record[TAGS].items().len();
    if tags > MAX_TAGS {
        let detail = format!("{tags} <video:tag> were found, at most {MAX_TAGS} are allowed");
        entry.find(Code::VideoRange, "video:tag", &tags.to_string(), detail);
    }
}
