//! What the fuzz targets share: how a document is read, what always holds of it, and when two are the same.

use sitemapfast::formats::output::Settings;
use sitemapfast::parse::{self, Document, Options, Parser, Source};
use sitemapfast::table::Table;

/// Where the documents are said to come from.
pub const URL: &str = "https://example.com/sitemap.xml";

/// The settings of a document; a few bits of the input choose among them.
#[must_use]
pub fn options(bits: u8, strict: bool) -> Options {
    Options {
        settings: Settings {
            url: URL.to_owned(),
            strict,
            lenient_dates: bits & 1 != 0,
            raw: bits & 2 != 0,
            dedupe: bits & 4 != 0,
            max_urls: (bits & 8 != 0).then_some(3),
            max_validation_errors: (bits & 16 != 0).then_some(2),
            child_depth: 1,
            fast: true,
        },
        robots: bits & 0xe0 == 0x20,
        format: None,
        salvage: bits & 0xe0 == 0x40,
        max_size: 1 << 20,
        content_type: (bits & 0xe0 == 0x60).then(|| "text/xml; charset=iso-8859-1".to_owned()),
        origins: Vec::new(),
        hosts: None,
        decoded: false,
    }
}

/// Reads a whole document.
#[must_use]
pub fn whole(data: &[u8], options: &Options) -> Document {
    parse::parse(Source::Bytes(data), options)
}

/// Reads a document by pieces, each as long as the next byte of `cuts` says; its pages are those of all pieces.
///
/// # Panics
/// Where a parser cannot be made, which would be a fault.
#[must_use]
pub fn parted(data: &[u8], cuts: &[u8], options: &Options) -> Document {
    let mut parser = Parser::new(options).expect("the base URL is good");
    let mut tables = Vec::new();
    let mut rest = data;
    let mut lengths = cuts.iter().cycle().map(|&cut| usize::from(cut) + 1);
    while !rest.is_empty() {
        let length = lengths.next().unwrap_or(1).min(rest.len());
        tables.push(parser.feed(&rest[..length]));
        rest = &rest[length..];
    }
    let mut document = parser.finish();
    tables.push(std::mem::replace(&mut document.urls, Table::new(&sitemapfast::table::schema::URLS)));
    // What was fed of a document that is refused is void.
    if document.refused.is_none() {
        document.urls = Table::concat(&sitemapfast::table::schema::URLS, &tables);
    }
    document
}

/// The locations of a table.
#[must_use]
pub fn locs(table: &Table) -> Vec<String> {
    table.rows().map(|(chunk, row)| chunk.columns()[0].str_at(row).unwrap_or("").to_owned()).collect()
}

/// What always holds of what was read.
///
/// # Panics
/// Where it does not.
pub fn check(document: &Document, input: &[u8], strict: bool) {
    for loc in locs(&document.urls).iter().chain(&locs(&document.sitemaps)) {
        let parsed = url::Url::parse(loc).unwrap_or_else(|error| panic!("{loc:?}: {error}"));
        assert!(matches!(parsed.scheme(), "http" | "https") && parsed.has_host(), "{loc:?}");
        assert!(loc.chars().count() <= 2_048, "{loc:?}");
        assert!(!loc.chars().any(|c| c.is_control() || c.is_whitespace()), "{loc:?}");
        assert!(strict || loc.is_ascii(), "{loc:?}");
    }
    // No entry is shorter than `<url>` and a location; gzip may hold a thousand times its size.
    let size = usize::try_from(document.input.size).unwrap_or(usize::MAX).max(input.len());
    assert!(document.urls.len() + document.sitemaps.len() <= size / 7 + 1);
    assert!(document.urls.heap_bytes() <= 64 * size + (1 << 16), "{} for {size}", document.urls.heap_bytes());
    assert_eq!(
        document.refused.is_some() || !document.complete,
        document.diagnostics.rows().iter().any(ends),
        "{document:?}"
    );
}

/// Whether an error says that not all was read.
fn ends(row: &sitemapfast::table::diagnostics::Row) -> bool {
    use sitemapfast::error::{Class, Code};
    row.code.class() == Class::Parse && row.code != Code::ValidationErrorLimit
}

/// Two readings of one document give the same.
///
/// # Panics
/// Where they do not.
pub fn agree(one: &Document, other: &Document) {
    assert_eq!(one.format, other.format);
    assert_eq!(one.refused, other.refused);
    assert_eq!(one.complete, other.complete);
    assert_eq!(one.outside, other.outside);
    assert_eq!(errors(one), errors(other));
    let notes = |document: &Document| {
        let mut notes: Vec<_> = document.diagnostics.notes().iter().map(|n| (n.code.name(), n.line, n.count)).collect();
        notes.sort_unstable();
        notes
    };
    assert_eq!(notes(one), notes(other));
    if one.refused.is_none() {
        assert_eq!(locs(&one.urls), locs(&other.urls));
        assert!(one.urls == other.urls, "the pages differ beyond their locations");
        assert!(one.sitemaps == other.sitemaps, "the sitemaps differ");
    }
}

fn errors(document: &Document) -> Vec<String> {
    let rows = document.diagnostics.rows().iter();
    rows.map(|row| format!("{row:?} {:?}", document.diagnostics.texts(row))).collect()
}
