//! Google's video extension 1.1, the whole schema (rule \[56\]).

use super::{Child, Group, Item, Mode, Part, Take, Vocabulary, attribute, drop_element, read, refused, text_cell};
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
const SHOW: usize = index_of(VIDEO, "tvshow");
pub(super) const IDS: usize = index_of(VIDEO, "ids");

/// The children of a `video:video` that are a value each.
pub const CHILDREN: &[Child] = &[
    ("thumbnail_loc", THUMBNAIL, Take::Text),
    ("title", TITLE, Take::Text),
    ("description", DESCRIPTION, Take::Text),
    ("content_loc", CONTENT, Take::Text),
    ("player_loc", PLAYER, Take::Text),
    ("duration", DURATION, Take::Integer),
    ("expiration_date", index_of(VIDEO, "expiration_date"), Take::Date),
    ("rating", RATING, Take::Decimal),
    ("view_count", index_of(VIDEO, "view_count"), Take::Integer),
    ("publication_date", index_of(VIDEO, "publication_date"), Take::Date),
    ("tag", TAGS, Take::Append),
    ("category", index_of(VIDEO, "category"), Take::Text),
    ("family_friendly", index_of(VIDEO, "family_friendly"), Take::Text),
    ("restriction", index_of(VIDEO, "restriction"), Take::Text),
    ("gallery_loc", GALLERY, Take::Text),
    ("requires_subscription", index_of(VIDEO, "requires_subscription"), Take::Text),
    ("uploader", index_of(VIDEO, "uploader"), Take::Text),
    ("platform", index_of(VIDEO, "platform"), Take::Text),
    ("live", index_of(VIDEO, "live"), Take::Text),
];

/// The children of a `video:tvshow`.
pub const TVSHOW_CHILDREN: &[Child] = &[
    ("show_title", index_of(TVSHOW, "show_title"), Take::Text),
    ("video_type", index_of(TVSHOW, "video_type"), Take::Text),
    ("episode_title", index_of(TVSHOW, "episode_title"), Take::Text),
    ("season_number", index_of(TVSHOW, "season_number"), Take::Integer),
    ("episode_number", index_of(TVSHOW, "episode_number"), Take::Integer),
    ("premier_date", index_of(TVSHOW, "premier_date"), Take::Date),
];

/// Attributes that are columns of the video: element, attribute, column.
const COMPANIONS: &[(&str, &str, usize)] = &[
    ("player_loc", "allow_embed", index_of(VIDEO, "player_loc_allow_embed")),
    ("player_loc", "autoplay", index_of(VIDEO, "player_loc_autoplay")),
    ("restriction", "relationship", index_of(VIDEO, "restriction_relationship")),
    ("gallery_loc", "title", index_of(VIDEO, "gallery_loc_title")),
    ("uploader", "info", index_of(VIDEO, "uploader_info")),
    ("platform", "relationship", index_of(VIDEO, "platform_relationship")),
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

/// Puts the attributes of a child into the columns they have.
pub fn companions(record: &mut [Cell], local: &str, attributes: &str) {
    for &(element, name, column) in COMPANIONS {
        if element == local && record[column].is_empty() {
            record[column] = text_cell(attribute(attributes, name));
        }
    }
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
        let detail = format!("invalid video content_segment_loc duration value \"{}\"", excerpt(&written));
        entry.find(Code::InvalidValue, "content_segment_loc", &written, detail);
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
    if mode.strict {
        for (column, field) in
            [(CONTENT, "video:content_loc"), (PLAYER, "video:player_loc"), (GALLERY, "video:gallery_loc")]
        {
            let loc = record[column].text();
            if !loc.is_empty()
                && let Some(reason) = refused(loc, true)
            {
                return drop_element(entry, Code::VideoLoc, field, loc, &reason);
            }
        }
        for segment in record[SEGMENTS].items() {
            if let Cell::Record(cells) = segment
                && let Some(reason) = refused(cells[0].text(), true)
            {
                return drop_element(entry, Code::VideoLoc, "video:content_segment_loc", cells[0].text(), &reason);
            }
        }
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
