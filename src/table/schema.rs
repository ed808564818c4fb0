//! THE column list. What a table holds, in which order and of which type, is written here once; the
//! builders, the row objects, the Arrow export, the pickles and the docs derive from it.
//!
//! The schema is the same whatever a document holds, so that the tables of any two documents join.

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text: bytes and `i32` offsets.
    Utf8,
    /// Text of few distinct values: `i32` codes into a list of words; any word is kept.
    Dictionary,
    /// Microseconds since 1970-01-01T00:00:00Z.
    Timestamp,
    /// A 16 bit integer.
    Int16,
    /// A 64 bit integer.
    Int64,
    /// A 32 bit unsigned integer.
    UInt32,
    /// A 64 bit float.
    Float64,
    /// True or false.
    Bool,
    /// Any number of values of one field.
    List(&'static Field),
    /// Several fields side by side.
    Struct(&'static [Field]),
}

/// One column: its name, its type, and what it means.
#[derive(Debug, PartialEq, Eq)]
pub struct Field {
    /// The name, as in Python, Arrow and the docs.
    pub name: &'static str,
    /// The type.
    pub kind: Kind,
    /// Whether a row may be without a value.
    pub nullable: bool,
    /// One sentence for the docs.
    pub doc: &'static str,
}

/// The columns of one kind of table.
#[derive(Debug, PartialEq, Eq)]
pub struct Schema {
    /// The name of the table in pickles.
    pub name: &'static str,
    /// The columns in order.
    pub fields: &'static [Field],
}

const fn opt(name: &'static str, kind: Kind, doc: &'static str) -> Field {
    Field { name, kind, nullable: true, doc }
}

const fn req(name: &'static str, kind: Kind, doc: &'static str) -> Field {
    Field { name, kind, nullable: false, doc }
}

const fn list(item: &'static Field) -> Kind {
    Kind::List(item)
}

/// The children of an `image:image`.
pub const IMAGE: &[Field] = &[
    req("loc", Kind::Utf8, "Where the image is."),
    opt("title", Kind::Utf8, "Its title."),
    opt("caption", Kind::Utf8, "Its caption."),
    opt("geo_location", Kind::Utf8, "Where it was taken, in words."),
    opt("license", Kind::Utf8, "The URL of its licence."),
];

/// The children of a `video:price`.
pub const PRICE: &[Field] = &[
    opt("value", Kind::Float64, "The amount."),
    opt("currency", Kind::Utf8, "The ISO 4217 code."),
    opt("type", Kind::Utf8, "purchase or rent."),
    opt("resolution", Kind::Utf8, "hd or sd."),
];

/// A `video:content_segment_loc`.
pub const SEGMENT: &[Field] =
    &[req("loc", Kind::Utf8, "Where the segment is."), opt("duration", Kind::Int64, "Its length in seconds.")];

/// A `video:id`.
pub const VIDEO_ID: &[Field] = &[
    req("value", Kind::Utf8, "The identifier."),
    opt("type", Kind::Utf8, "Whose identifier it is, such as tms:series."),
];

/// A `video:tvshow`.
pub const TVSHOW: &[Field] = &[
    opt("show_title", Kind::Utf8, "The title of the show."),
    opt("video_type", Kind::Utf8, "full, preview, clip, interview, news or other."),
    opt("episode_title", Kind::Utf8, "The title of the episode."),
    opt("season_number", Kind::Int64, "The season, from 1."),
    opt("episode_number", Kind::Int64, "The episode, from 1."),
    opt("premier_date", Kind::Timestamp, "When it was first broadcast."),
];

const TAG: Field = req("item", Kind::Utf8, "One tag.");
const PRICE_ITEM: Field = req("item", Kind::Struct(PRICE), "One price.");
const SEGMENT_ITEM: Field = req("item", Kind::Struct(SEGMENT), "One segment.");
const VIDEO_ID_ITEM: Field = req("item", Kind::Struct(VIDEO_ID), "One identifier.");

/// The children of a `video:video`, attributes as `element_attribute`.
pub const VIDEO: &[Field] = &[
    req("thumbnail_loc", Kind::Utf8, "Where the preview image is."),
    opt("title", Kind::Utf8, "The title."),
    opt("description", Kind::Utf8, "The description."),
    opt("content_loc", Kind::Utf8, "Where the media file is."),
    opt("player_loc", Kind::Utf8, "Where a player for it is."),
    opt("player_loc_allow_embed", Kind::Utf8, "Whether it may be embedded: yes or no."),
    opt("player_loc_autoplay", Kind::Utf8, "What to add to the player's URL to start it."),
    opt("duration", Kind::Int64, "The length in seconds."),
    opt("expiration_date", Kind::Timestamp, "After this it is not available."),
    opt("rating", Kind::Float64, "The rating, 0.0 to 5.0."),
    opt("view_count", Kind::Int64, "How often it was watched."),
    opt("publication_date", Kind::Timestamp, "When it was first published."),
    req("tags", list(&TAG), "Short descriptions."),
    opt("category", Kind::Utf8, "A broad subject."),
    opt("family_friendly", Kind::Utf8, "yes or no."),
    opt("restriction", Kind::Utf8, "Country codes, parted by blanks."),
    opt("restriction_relationship", Kind::Utf8, "allow or deny."),
    opt("gallery_loc", Kind::Utf8, "A page of videos it stands in."),
    opt("gallery_loc_title", Kind::Utf8, "The title of that page."),
    req("prices", list(&PRICE_ITEM), "What it costs."),
    opt("requires_subscription", Kind::Utf8, "yes or no."),
    opt("uploader", Kind::Utf8, "Who put it there."),
    opt("uploader_info", Kind::Utf8, "A page about the uploader."),
    opt("platform", Kind::Utf8, "web, mobile and tv, parted by blanks."),
    opt("platform_relationship", Kind::Utf8, "allow or deny."),
    opt("live", Kind::Utf8, "Whether it is a live stream: yes or no."),
    req("content_segments", list(&SEGMENT_ITEM), "The parts it is made of, in order."),
    opt("tvshow", Kind::Struct(TVSHOW), "The episode it is."),
    req("ids", list(&VIDEO_ID_ITEM), "Identifiers in other catalogues."),
];

/// A `news:news`.
pub const NEWS: &[Field] = &[
    opt("publication_name", Kind::Utf8, "The name of the publication."),
    opt("publication_language", Kind::Utf8, "Its language."),
    opt("publication_date", Kind::Timestamp, "When the article was first published."),
    opt("title", Kind::Utf8, "The title of the article."),
    opt("access", Kind::Utf8, "Subscription or Registration (retired)."),
    opt("genres", Kind::Utf8, "Genres, parted by commas (retired)."),
    opt("keywords", Kind::Utf8, "Keywords, parted by commas (retired)."),
    opt("stock_tickers", Kind::Utf8, "Stock symbols, parted by commas (retired)."),
];

/// An `xhtml:link`.
pub const ALTERNATE: &[Field] = &[
    opt("rel", Kind::Utf8, "The relation, alternate."),
    opt("hreflang", Kind::Utf8, "The language, and perhaps region, of the other page."),
    req("href", Kind::Utf8, "Where the other page is."),
    opt("media", Kind::Utf8, "The media query it is meant for."),
];

/// A `media:content`.
pub const MEDIA_CONTENT: &[Field] = &[
    opt("url", Kind::Utf8, "Where the media is."),
    opt("type", Kind::Utf8, "The media type."),
    opt("medium", Kind::Utf8, "image, audio, video, document or executable."),
    opt("width", Kind::Int64, "Pixels."),
    opt("height", Kind::Int64, "Pixels."),
    opt("duration", Kind::Float64, "Seconds."),
    opt("title", Kind::Utf8, "The title."),
    opt("description", Kind::Utf8, "The description."),
];

/// A `media:thumbnail`.
pub const MEDIA_THUMBNAIL: &[Field] = &[
    req("url", Kind::Utf8, "Where the image is."),
    opt("width", Kind::Int64, "Pixels."),
    opt("height", Kind::Int64, "Pixels."),
];

const MEDIA_CONTENT_ITEM: Field = req("item", Kind::Struct(MEDIA_CONTENT), "One rendition.");
const MEDIA_THUMBNAIL_ITEM: Field = req("item", Kind::Struct(MEDIA_THUMBNAIL), "One thumbnail.");

/// What Media RSS says of an item.
pub const MEDIA: &[Field] = &[
    req("contents", list(&MEDIA_CONTENT_ITEM), "The renditions."),
    req("thumbnails", list(&MEDIA_THUMBNAIL_ITEM), "The thumbnails."),
];

/// An `Attribute` of a `PageMap` data object.
pub const PAGEMAP_ATTRIBUTE: &[Field] =
    &[req("name", Kind::Utf8, "The name."), opt("value", Kind::Utf8, "The value, from its attribute or its text.")];

const PAGEMAP_ATTRIBUTE_ITEM: Field = req("item", Kind::Struct(PAGEMAP_ATTRIBUTE), "One attribute.");

/// A `DataObject` of a `PageMap`.
pub const PAGEMAP_OBJECT: &[Field] = &[
    opt("type", Kind::Utf8, "The type."),
    opt("id", Kind::Utf8, "The identifier."),
    req("attributes", list(&PAGEMAP_ATTRIBUTE_ITEM), "Its attributes."),
];

/// An element that no vocabulary of ours knows.
pub const EXTRA: &[Field] = &[
    req("namespace", Kind::Utf8, "Its namespace, empty for none."),
    req("name", Kind::Utf8, "Its local name."),
    req("text", Kind::Utf8, "Its text."),
];

/// The core values as they were written.
pub const RAW: &[Field] = &[
    opt("loc", Kind::Utf8, "The location."),
    opt("lastmod", Kind::Utf8, "The date."),
    opt("changefreq", Kind::Utf8, "The change frequency."),
    opt("priority", Kind::Utf8, "The priority."),
];

const IMAGE_ITEM: Field = req("item", Kind::Struct(IMAGE), "One image.");
const VIDEO_ITEM: Field = req("item", Kind::Struct(VIDEO), "One video.");
const ALTERNATE_ITEM: Field = req("item", Kind::Struct(ALTERNATE), "One link.");
const PAGEMAP_ITEM: Field = req("item", Kind::Struct(PAGEMAP_OBJECT), "One data object.");
const EXTRA_ITEM: Field = req("item", Kind::Struct(EXTRA), "One element.");

/// The pages of a document.
pub const URLS: Schema = Schema {
    name: "urls",
    fields: &[
        req("loc", Kind::Utf8, "Where the page is."),
        opt("lastmod", Kind::Timestamp, "When it was last modified."),
        opt("lastmod_offset", Kind::Int16, "The offset that date was written with, in minutes."),
        opt("lastmod_precision", Kind::Dictionary, "How exact it is: year, month, day, minute, second or fraction."),
        opt("changefreq", Kind::Dictionary, "How often it changes."),
        opt("priority", Kind::Float64, "How important it is within its site."),
        req("images", list(&IMAGE_ITEM), "Its images."),
        req("videos", list(&VIDEO_ITEM), "Its videos."),
        opt("news", Kind::Struct(NEWS), "The article it is."),
        req("alternates", list(&ALTERNATE_ITEM), "The same page in other languages or for other media."),
        opt("media", Kind::Struct(MEDIA), "What Media RSS says of it."),
        req("mobile", Kind::Bool, "Whether it is marked as made for mobile phones."),
        req("pagemap", list(&PAGEMAP_ITEM), "The data objects of its PageMap."),
        opt("title", Kind::Utf8, "The title of a feed's entry."),
        req("sitemap", Kind::Dictionary, "The URL of the document it stands in, as served."),
        req("position", Kind::UInt32, "Its place in that document, from 0, rejected entries counted."),
        req("line", Kind::UInt32, "The line its entry begins on, from 1."),
        req("extra", list(&EXTRA_ITEM), "Elements that no vocabulary knows (with `raw=True`)."),
        opt("raw", Kind::Struct(RAW), "The core values as they were written (with `raw=True`)."),
    ],
};

/// The sitemaps a document or a call lists.
pub const SITEMAPS: Schema = Schema {
    name: "sitemaps",
    fields: &[
        req("loc", Kind::Utf8, "Where the sitemap is, as it was listed and resolved."),
        opt("url", Kind::Utf8, "The URL it was served from."),
        opt("lastmod", Kind::Timestamp, "The date its index gives for it."),
        opt("lastmod_offset", Kind::Int16, "The offset that date was written with, in minutes."),
        opt("lastmod_precision", Kind::Dictionary, "How exact it is: year, month, day, minute, second or fraction."),
        req("parent", Kind::Dictionary, "The URL of the document that lists it."),
        req("depth", Kind::UInt32, "Its level."),
        req("outcome", Kind::Dictionary, "What became of it."),
        opt("error", Kind::Utf8, "Why it failed."),
        opt("size", Kind::Int64, "Its size in bytes, decompressed."),
        opt("status", Kind::Int64, "The HTTP status."),
        opt("etag", Kind::Utf8, "The entity tag."),
        opt("last_modified", Kind::Utf8, "The Last-Modified field."),
        opt("content_type", Kind::Utf8, "The Content-Type field."),
        opt("fetched_at", Kind::Timestamp, "When it was fetched."),
        opt("line", Kind::UInt32, "The line it is listed on, from 1."),
    ],
};
