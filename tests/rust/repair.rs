//! Reading ends soon, whatever a document does (rules \[38\], \[111\]): the work grows with the size of the input and no faster.
//!
//! Work is counted in bytes and other small things that are looked at (`xml::work`), never in seconds.

use sitemapfast::formats::output::Settings;
use sitemapfast::limits;
use sitemapfast::parse::{Document, Options, Parser, Source, parse};
use sitemapfast::xml::work::counted;

fn options(strict: bool, fast: bool) -> Options {
    Options {
        settings: Settings {
            url: "https://example.com/sitemap.xml".to_owned(),
            strict,
            lenient_dates: true,
            raw: false,
            dedupe: false,
            max_urls: None,
            max_validation_errors: Some(limits::MAX_VALIDATION_ERRORS),
            child_depth: 1,
            fast,
        },
        robots: false,
        format: None,
        salvage: false,
        max_size: u64::MAX,
        content_type: None,
        origins: Vec::new(),
        hosts: None,
        decoded: false,
    }
}

fn whole(text: &str, strict: bool, fast: bool) -> Document {
    parse(Source::Text(text), &options(strict, fast))
}

/// Read by pieces of `size` bytes.
fn pieces(text: &str, size: usize, strict: bool, fast: bool) -> Document {
    #[expect(clippy::unwrap_used, reason = "the URL is one")]
    let mut parser = Parser::new(&options(strict, fast)).unwrap();
    for piece in text.as_bytes().chunks(size) {
        parser.feed(piece);
    }
    parser.finish()
}

/// What a document is made of: a beginning, something many times, an end.
const ATTACKS: &[(&str, &str, &str, &str)] = &[
    ("attributes", "<urlset><url ", "a='1' ", "/>"),
    ("attributes without values", "<urlset><url ", "a ", "/>"),
    ("attributes without quotes", "<urlset><url ", "a=b ", "/>"),
    ("elements with attributes", "<urlset>", "<a b='&amp;' c=\"&\" d='&e;'/>", "</urlset>"),
    ("one long attribute", "<urlset><a b='", "&", "'/></urlset>"),
    ("one long attribute of references", "<urlset><a b='", "&amp;", "'/></urlset>"),
    ("namespaces", "<urlset>", "<a xmlns:b='urn:b' xmlns='urn:c'/>", "</urlset>"),
    ("nested namespaces", "<urlset>", "<a xmlns:b='urn:b'>", "</urlset>"),
    ("prefixes", "<urlset>", "<a:b/><image:c/>", "</urlset>"),
    ("entities in skipped text", "<urlset><a>", "&amp;&#65;&x;", "</a></urlset>"),
    ("entities in text that is wanted", "<urlset><url><loc>", "&amp;", "</loc></url></urlset>"),
    ("bare &", "<urlset><a>", "&", "</a></urlset>"),
    ("bare & in a location", "<urlset><url><loc>", "&", "</loc></url></urlset>"),
    ("bare & before letters", "<urlset><a>", "&aaaaaaaa", "</a></urlset>"),
    ("bare & and blanks", "<urlset><a>", "& ", "</a></urlset>"),
    ("blanks", "<urlset>", " \n\t", "</urlset>"),
    ("blanks in a location", "<urlset><url><loc>", " \n", "</loc></url></urlset>"),
    ("blanks and elements in a location", "<urlset><url><loc>", " <a/> ", "</loc></url></urlset>"),
    ("blanks in tags", "<urlset><a", "  ", "/></urlset>"),
    ("blanks in end tags", "<urlset><a></a", "  ", "></urlset>"),
    ("errors", "<urlset>", "<url><loc>ftp://x</loc></url>", "</urlset>"),
    ("entries without locations", "<urlset>", "<url/>", "</urlset>"),
    ("carriage returns", "<urlset>", "\r<a/>\r\n", "</urlset>"),
    ("nesting", "", "<urlset>", ""),
    ("nesting of what is unknown", "<urlset>", "<a>", ""),
    ("elements in a deep place", DEEP, "<a></a>", "</urlset>"),
    ("unclosed tags", "<urlset>", "<a ", "</urlset>"),
    ("unclosed tags in text", "<urlset><url><loc>", "<a ", "</loc></url></urlset>"),
    ("unclosed end tags", "<urlset>", "</a ", "</urlset>"),
    ("unclosed quotes", "<urlset>", "<a \"", "</urlset>"),
    ("unclosed quotes in text", "<urlset><url><loc>", "<a \"", "</loc></url></urlset>"),
    ("alternating quotes", "<urlset><url><loc>", "<a b=\"<a b='", "</loc></url></urlset>"),
    ("quotes around ends", "<urlset><url><loc>", "<a b=\"> ", "</loc></url></urlset>"),
    ("quotes to the end", "<urlset><a b='", "x>", ""),
    ("quotes in end tags", "<urlset>", "</a\">", "</urlset>"),
    ("bare <", "<urlset>", "< ", "</urlset>"),
    ("bare < in text", "<urlset><url><loc>", "<", "</loc></url></urlset>"),
    ("nearly comments", "<urlset>", "<!-", "</urlset>"),
    ("nearly CDATA sections", "<urlset>", "<![CDAT", "</urlset>"),
    ("nearly a DOCTYPE", "<urlset>", "<!DOCTYP", "</urlset>"),
    ("a comment that does not end", "<urlset>", "<!--", ""),
    ("comments with hyphens", "<urlset>", "<!-- -- -->", "</urlset>"),
    ("a CDATA section that does not end", "<urlset><url><loc>", "<![CDATA[", ""),
    ("CDATA sections within one in a location", "<urlset><url><loc>", "<![CDATA[", "]]></loc></url></urlset>"),
    ("CDATA sections", "<urlset><a>", "<![CDATA[]]>", "</a></urlset>"),
    ("ends of CDATA sections", "<urlset><url><loc>", "]]>", "</loc></url></urlset>"),
    ("an instruction that does not end", "<urlset>", "<?a ", ""),
    ("instructions", "<urlset>", "<?a?>", "</urlset>"),
    ("a DOCTYPE that does not end", "", "<!DOCTYPE a [", ""),
    ("stray end tags", "<urlset>", "</b>", "</urlset>"),
    ("stray end tags in a deep place", DEEP, "</b>", "</urlset>"),
    ("ends of the root", "<urlset>", "</urlset>", ""),
    ("ends and beginnings of the root", "<urlset>", "</urlset><urlset>", ""),
    ("ends of the root and entries", "<urlset>", "<url><loc>https://example.com/</loc></url></urlset>", ""),
    ("entries that do not end", "<urlset>", "<x><url><loc>https://example.com/", "</urlset>"),
    ("entries in elements that do not end", "<urlset>", "<x><url><loc>https://example.com/</loc></url>", "</urlset>"),
    (
        "entries in an element that does not end",
        "<urlset><x>",
        "<url><loc>https://example.com/</loc></url>",
        "</urlset>",
    ),
    ("entries in an element cut off", "<urlset><x>", "<url><loc>https://example.com/</loc></url>", "<!--"),
    ("entries with another root inside", "<urlset>", "<url><urlset><url><loc>https://e.x/</loc></urlset>", "</urlset>"),
    ("entries that do not end in feeds", "<rss><channel>", "<a><item><link>https://example.com/", "</channel></rss>"),
    ("locations that are doubted", "<urlset>", "<url><loc>https://example.com/</url>x", "</urlset>"),
    ("locations in an entry", "<urlset><url>", "<loc>https://example.com/</loc>", "</url></urlset>"),
    ("values in an entry", "<urlset><url>", "<lastmod>2024-01-08</lastmod>", "</url></urlset>"),
    ("images in an entry", "<urlset><url>", "<image:image><image:loc>https://e.x/</image:loc>", "</url></urlset>"),
    (
        "titles in XHTML",
        "<feed xmlns='http://www.w3.org/2005/Atom'><entry><title>",
        "<b xmlns='http://www.w3.org/1999/xhtml'>x</b>",
        "</title></entry></feed>",
    ),
    ("one huge text", "<urlset><a>", "x", "</a></urlset>"),
    ("one huge location", "<urlset><url><loc>https://example.com/", "x", "</loc></url></urlset>"),
    ("one huge name", "<urlset><", "x", "/></urlset>"),
    ("text before the root", "", " ", "<urlset/>"),
    ("text behind the root", "<urlset/>", "x ", ""),
];

/// Stands for as many open elements as there may be.
const DEEP: &str = "<urlset>{deep}";

fn document(attack: &(&str, &str, &str, &str), length: usize) -> String {
    let (_, before, many, after) = attack;
    let before = before.replace("{deep}", &"<a>".repeat(limits::MAX_NESTING - 2));
    format!("{before}{}{after}", many.repeat(length / many.len()))
}

/// The work of reading grows as the document does. Where reading is cut short by a bound, it does not grow at all.
fn grows_evenly(length: usize, read: impl Fn(&str, bool, bool) -> Document) {
    for attack in ATTACKS {
        for (strict, fast) in [(false, false), (false, true), (true, false), (true, true)] {
            let [once, twice] = [length, 2 * length].map(|length| {
                let text = document(attack, length);
                counted(|| read(&text, strict, fast)).1
            });
            assert!(once > 0, "nothing is counted");
            let allowed = once * 2 + once / 4 + 4_096;
            assert!(twice <= allowed, "{}, strict {strict}, fast {fast}: {once}, then {twice}", attack.0);
        }
    }
}

#[test]
fn the_work_of_a_whole_document_grows_as_its_size_does() {
    grows_evenly(1 << 14, whole);
}

#[test]
fn the_work_of_a_document_by_pieces_grows_as_its_size_does() {
    grows_evenly(1 << 13, |text, strict, fast| pieces(text, 1, strict, fast));
    grows_evenly(1 << 14, |text, strict, fast| pieces(text, 100, strict, fast));
}

#[test]
fn the_work_is_a_few_looks_at_each_byte() {
    // Going back a few times is part of it; where tags that fit nothing stand deep, each is compared with all that are open.
    for attack in ATTACKS {
        let text = document(attack, 1 << 16);
        let (_, work) = counted(|| whole(&text, false, true));
        let most = if attack.1 == DEEP { 256 } else { 48 } * (text.len() as u64);
        assert!(work < most, "{}: {work} for {} bytes", attack.0, text.len());
    }
}

#[test]
fn a_document_reads_the_same_whole_and_by_pieces() {
    for attack in ATTACKS {
        for strict in [false, true] {
            let text = document(attack, 1 << 10);
            let (whole, pieces) = (whole(&text, strict, true), pieces(&text, 1, strict, false));
            assert_eq!(whole.refused, pieces.refused, "{}", attack.0);
            assert_eq!(whole.complete, pieces.complete, "{}", attack.0);
            assert_eq!(whole.diagnostics, pieces.diagnostics, "{}", attack.0);
        }
    }
}
