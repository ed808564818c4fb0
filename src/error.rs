//! What can go wrong, and what is merely read past: one list of codes.
//!
//! Enters: a code, a place and a detail, from any stage. Leaves: an [`Error`] that ends a document, or a row of
//! [`crate::table::diagnostics`]. The docs page of codes and the exceptions in Python derive from [`Code`].

use std::fmt;

/// How much a finding costs (rule \[7\]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// A document, or a part of one, could not be read: `ParseError`.
    Parse,
    /// An entry or a value was left out: `ValidationError`.
    Validation,
    /// Nothing was lost.
    Note,
}

/// The limits a document can reach by itself (rule \[2\]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// Bytes received or decompressed.
    Size,
    /// Pages.
    Urls,
    /// Recorded validation errors.
    ValidationErrors,
}

impl Limit {
    /// The value of the member of `sitemapfast.Limit`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Size => "size",
            Self::Urls => "urls",
            Self::ValidationErrors => "validation_errors",
        }
    }
}

/// A place in the decoded text of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Bytes of UTF-8 before it.
    pub offset: u64,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

/// Why a document was refused, or where it ended too early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// What went wrong.
    pub code: Code,
    /// What was found and what was expected.
    pub detail: String,
    /// Where, if it has a place in the text.
    pub place: Option<Place>,
}

impl Error {
    /// An error without a place.
    pub fn new(code: Code, detail: impl Into<String>) -> Self {
        Self { code, detail: detail.into(), place: None }
    }

    /// The same error, at a place.
    #[must_use]
    pub fn at(mut self, place: Place) -> Self {
        self.place = Some(place);
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)
    }
}

impl std::error::Error for Error {}

/// The result of a stage that can refuse a document.
pub type Result<T> = std::result::Result<T, Error>;

/// `text` as it may stand in a message: cut to a bounded length, nothing in it that a terminal would obey.
#[must_use]
pub fn excerpt(text: &str) -> String {
    const SHOWN: usize = 200;
    let mut out = String::with_capacity(text.len().min(SHOWN) + 4);
    for (count, c) in text.chars().enumerate() {
        if count == SHOWN {
            out.push('…');
            break;
        }
        if is_unprintable(c) {
            out.extend(c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    out
}

/// Control characters, and those that change the direction or the lines of what is shown.
#[must_use]
pub fn is_unprintable(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

macro_rules! codes {
    ($($(#[$attr:meta])* $variant:ident $name:literal $class:ident $rule:literal: $meaning:literal; $example:literal.)*) => {
        /// Every code of an error or a note that the core can make.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Code {
            $(#[doc = $meaning] $variant,)*
        }

        impl Code {
            /// All codes, in the order of the docs.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The stable identifier.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }

            /// What it costs.
            #[must_use]
            pub const fn class(self) -> Class {
                match self { $(Self::$variant => Class::$class),* }
            }

            /// The rule behind it.
            #[must_use]
            pub const fn rule(self) -> &'static str {
                match self { $(Self::$variant => $rule),* }
            }

            /// What it means, in a sentence.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$variant => $meaning),* }
            }

            /// A piece of a document that causes it.
            #[must_use]
            pub const fn example(self) -> &'static str {
                match self { $(Self::$variant => $example),* }
            }
        }
    };
}

codes! {
    // What ends a document.
    EmptyDocument "empty_document" Parse "[12]": "The document holds nothing but white space."; "(no bytes)".
    UnrecognizedFormat "unrecognized_format" Parse "[12]": "The document is none of the formats that are read."; "<html>…</html>".
    NotWellFormed "not_well_formed" Parse "[34]": "Strict mode: the document is not well-formed XML."; "<url><loc>…</url>".
    Truncated "truncated" Parse "[36]": "The document ends inside its root, or in markup that never ends; what was complete before is kept."; "<urlset><url>…</url>".
    GzipDamaged "gzip_damaged" Parse "[21]": "The gzip content could not be decompressed to its end."; "(a file cut short)".
    SizeLimit "size_limit" Parse "[22]": "The document is larger than `max_size`."; "(60 MB)".
    RobotsLimit "robots_limit" Parse "[76]": "A robots.txt is read to 500 KiB; the rest was left unread."; "(1 MB)".
    UrlLimit "url_limit" Parse "[86]": "The limit of URLs was reached and something was left out."; "max_urls=10".
    ValidationErrorLimit "validation_error_limit" Parse "[6]": "The limit of recorded validation errors was reached and some were left out."; "max_validation_errors=10".
    UnknownEncoding "unknown_encoding" Parse "[23]": "The declared encoding is unknown or cannot be read."; "encoding=\"EBCDIC-1\"".
    FalseEncoding "false_encoding" Parse "[23]": "Strict mode: UTF-16 is declared and the bytes are not."; "encoding=\"utf-16\"".
    UndecodableBytes "undecodable_bytes" Parse "[25]": "Strict mode: bytes are not in the encoding of the document."; "caf\\xE9 as UTF-8".
    NestingLimit "nesting_limit" Parse "[38]": "Elements are nested too deep."; "<a><a><a>…".
    AttributeLimit "attribute_limit" Parse "[38]": "An element has too many attributes."; "<a b='' c='' …>".
    NameLimit "name_limit" Parse "[38]": "A name is too long."; "<aaaa…>".
    TextLimit "text_limit" Parse "[38]": "The text of an element is too long."; "<loc>https://…".
    NamespaceLimit "namespace_limit" Parse "[38]": "Too many namespaces are declared."; "<a xmlns:b='' …>".
    // What costs an entry or a value.
    MissingLoc "missing_loc" Validation "[40]": "An entry has no location, or an empty one; it is left out."; "<url><loc/></url>".
    LocScheme "loc_scheme" Validation "[41]": "A location is neither http nor https; the entry is left out."; "<loc>ftp://example.com/</loc>".
    LocHost "loc_host" Validation "[41]": "A location names no host; the entry is left out."; "<loc>https:///page</loc>".
    LocPort "loc_port" Validation "[41]": "The port of a location is out of range or no number; the entry is left out."; "<loc>https://example.com:99999/</loc>".
    LocTooLong "loc_too_long" Validation "[41]": "A location has more than 2,048 characters; the entry is left out."; "<loc>https://example.com/aaa…</loc>".
    LocControl "loc_control" Validation "[41]": "A location holds a control character, or one that XML forbids; the entry is left out."; "<loc>https://example.com/\\x08</loc>".
    LocUndecodable "loc_undecodable" Validation "[25]": "A location held bytes or a character reference that stand for no character; the entry is left out."; "<loc>https://example.com/&#0;</loc>".
    LocMarkup "loc_markup" Validation "[36]": "A location is torn apart by markup and cannot be trusted; the entry is left out."; "<loc>https://exam<ple.com/</loc>".
    LocInvalid "loc_invalid" Validation "[41]": "A location cannot be read as a URL; the entry is left out."; "<loc>https://exa mple.com/</loc>".
    LocRelative "loc_relative" Validation "[43]": "A location is relative: strict mode, or no base URL to resolve it against; the entry is left out."; "<loc>/page</loc>".
    LocBlank "loc_blank" Validation "[43]": "Strict mode: a location holds a blank; the entry is left out."; "<loc>https://example.com/a b</loc>".
    LocEscape "loc_escape" Validation "[43]": "Strict mode: a percent sign is not followed by two hexadecimal digits; the entry is left out."; "<loc>https://example.com/100%</loc>".
    LocOrigin "loc_origin" Validation "[43]": "Strict mode: a location is on another scheme, host or port than its document; the entry is left out."; "<loc>https://elsewhere.example/</loc>".
    SeveralLocs "several_locs" Validation "[35]": "Strict mode: an entry has more than one location; it is left out."; "<url><loc>…</loc><loc>…</loc></url>".
    Misplaced "misplaced" Validation "[37]": "Strict mode: an entry stands in a document of another kind; it is left out."; "<sitemapindex><url>…".
    InvalidLastmod "invalid_lastmod" Validation "[50]": "A date cannot be read; it is unset, and strict mode leaves the entry out."; "<lastmod>yesterday</lastmod>".
    InvalidChangefreq "invalid_changefreq" Validation "[51]": "Strict mode: not one of the seven words; the entry is left out."; "<changefreq>Daily</changefreq>".
    InvalidPriority "invalid_priority" Validation "[52]": "A priority is no decimal; it is unset, and strict mode leaves the entry out."; "<priority>0,5</priority>".
    PriorityRange "priority_range" Validation "[52]": "Strict mode: a priority is outside 0.0 to 1.0; the entry is left out."; "<priority>1.5</priority>".
    InvalidValue "invalid_value" Validation "[53]": "A number or date of an extension cannot be read; it is unset."; "<video:duration>PT1H</video:duration>".
    ImageLoc "image_loc" Validation "[54]": "An image has no usable location; it is left out."; "<image:image/>".
    VideoLoc "video_loc" Validation "[56]": "A video has no usable thumbnail, or in strict mode a URL that is no absolute http(s) URL; it is left out."; "<video:video/>".
    VideoMissing "video_missing" Validation "[56]": "Strict mode: a video lacks a title, a description, or both content and player."; "<video:title/>".
    VideoRange "video_range" Validation "[56]": "Strict mode: a duration, a rating or the number of tags of a video is out of range."; "<video:rating>7</video:rating>".
    NewsMissing "news_missing" Validation "[55]": "Strict mode: a required value of a news article is missing."; "<news:title/>".
    MediaUrl "media_url" Validation "[58]": "A rendition or thumbnail of Media RSS has a URL that cannot be trusted, or in strict mode one that is no absolute http(s) URL; it is left out."; "<media:thumbnail url=\"/t.png\"/>".
    LinkInvalid "link_invalid" Validation "[57]": "A link to an alternate page has no usable href, or in strict mode another relation, no language and no media; it is left out."; "<xhtml:link rel=\"alternate\"/>".
    // What was read past.
    BareAmpersand "bare_ampersand" Note "[35]": "An & that begins no reference was taken as it stands."; "?a=1&b=2".
    UnknownEntity "unknown_entity" Note "[35]": "An entity that XML does not define was kept as it stands."; "&nbsp;".
    BareLessThan "bare_less_than" Note "[35]": "A < that begins no markup was taken as text."; "a < b".
    BadReference "bad_reference" Note "[33]": "A numeric reference to no character became U+FFFD."; "&#0;".
    BadAttribute "bad_attribute" Note "[35]": "An attribute is unquoted, doubled or without a value."; "<link href=x>".
    CommentHyphens "comment_hyphens" Note "[35]": "A comment holds two hyphens."; "<!-- a--b -->".
    CdataEnd "cdata_end" Note "[35]": "The end of a CDATA section stands in text."; "a ]]> b".
    MarkupBeforeDeclaration "markup_before_declaration" Note "[35]": "Something stands before the XML declaration."; "<!-- x --><?xml …?>".
    BadDeclaration "bad_declaration" Note "[35]": "The XML declaration is not as the standard asks."; "<?xml encoding='UTF-8'?>".
    ContentAfterRoot "content_after_root" Note "[35]": "Something follows the end of the root element."; "</urlset>…".
    MissingEndTag "missing_end_tag" Note "[35]": "An end tag is missing; the next outer tag closed the element."; "<loc>…</url>".
    StrayEndTag "stray_end_tag" Note "[35]": "An end tag closes nothing and was ignored."; "</b>".
    MissingStartTag "missing_start_tag" Note "[35]": "An entry has no start tag of its own."; "</url><loc>…".
    BrokenTag "broken_tag" Note "[35]": "A tag lacks its > or holds characters that no name may hold."; "<loc<url>".
    StrayText "stray_text" Note "[35]": "Text stands where none belongs."; "<urlset>text".
    ControlCharacter "control_character" Note "[35]": "A character that XML forbids was dropped."; "\\x08".
    SeveralLocsSplit "several_locs_split" Note "[35]": "An entry has more than one location; each is an entry of its own."; "<url><loc>…</loc><loc>…</loc></url>".
    ValueTwice "value_twice" Note "[35]": "A value is given twice; the first that is not empty counts."; "<lastmod/><lastmod>…".
    MisplacedEntry "misplaced_entry" Note "[37]": "An entry or a root stands in a document of another kind and was read for what it is."; "<sitemapindex><url>…".
    UndeclaredPrefix "undeclared_prefix" Note "[31]": "A prefix was never declared; a well-known one counts as its extension."; "<image:image>".
    ReplacedBytes "replaced_bytes" Note "[25]": "Bytes that are not in the encoding became U+FFFD."; "caf\\xE9".
    FalseEncodingIgnored "false_encoding_ignored" Note "[23]": "UTF-16 is declared, the bytes are not; they were read as UTF-8."; "encoding=\"utf-16\"".
    ManyEntries "many_entries" Note "[44]": "The document has more than 50,000 entries; all were read."; "(50,001 entries)".
    LenientDate "lenient_date" Note "[50]": "A date in a form of its own was read (with `lenient_dates=True`)."; "2024-01-08 10:00:00".
    NonAsciiLoc "non_ascii_loc" Note "[43]": "Strict mode: a location holds characters that are not ASCII."; "https://example.com/é".
    MisspeltDirective "misspelt_directive" Note "[76]": "A sitemap line of a robots.txt is misspelt and was read."; "Site-map: …".
    MissingColon "missing_colon" Note "[76]": "A sitemap line of a robots.txt has no colon and was read."; "sitemap https://…".
    SeveralOnALine "several_on_a_line" Note "[76]": "A sitemap line of a robots.txt names several sitemaps."; "Sitemap: https://a,https://b".
    HtmlRobots "html_robots" Note "[76]": "HTML is served where a robots.txt is due; it names no sitemap."; "<!DOCTYPE html>".
}
