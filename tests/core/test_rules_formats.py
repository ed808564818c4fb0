"""What kind of document it is: rules [10] to [14], and [37], [44], [60] as far as the kind decides."""

from __future__ import annotations

import pytest
from tests.core.documents import (
    ATOM,
    ENTRY,
    HOST,
    INDEX,
    MODES,
    ROBOTS,
    RSS,
    TEXT,
    URL,
    A,
    B,
    atom,
    codes,
    entry,
    gzipped,
    index,
    item,
    listed,
    locs,
    noted,
    rdf,
    read,
    refused,
    rss,
    sitemap,
    url,
    urlset,
)

from sitemapfast import ConfigError
from sitemapfast.entries import Format

RSS_091 = f'<!DOCTYPE rss PUBLIC "-//Netscape//DTD RSS 0.91//EN" "rss-0.91.dtd"><rss version="0.91"><channel>{item()}</channel></rss>'
RSS_090 = (
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://my.netscape.com/rdf/simple/0.9/">'
    f"{item()}</rdf:RDF>"
)
ATOM_03 = atom(entry(), xmlns="http://purl.org/atom/ns#")

FORMATS = [
    pytest.param(urlset(url()), "urlset", URL, id="urlset"),
    pytest.param(index(sitemap()), "sitemapindex", INDEX, id="sitemapindex"),
    pytest.param(rss(item()), "rss", RSS, id="rss-2.0"),
    pytest.param(RSS_091, "rss", RSS, id="rss-0.91"),
    pytest.param(RSS_090, "rss", RSS, id="rss-0.90"),
    pytest.param(rdf(item()), "rss", RSS, id="rss-1.0"),
    pytest.param(atom(entry()), "atom", ATOM, id="atom-1.0"),
    pytest.param(ATOM_03, "atom", ATOM, id="atom-0.3"),
    pytest.param(f"{A}\n", "text", TEXT, id="text"),
    pytest.param(f"Sitemap: {A}\n", "robots", ROBOTS, id="robots"),
]


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize("layers", [0, 1, 2])
@pytest.mark.parametrize(("document", "kind", "address"), FORMATS)
def test_each_format_is_read_plain_and_compressed(document, kind, address, layers, strict) -> None:
    """[10] Every format is read, as it is and as gzip of any number of layers that [20] unpacks."""
    data = document.encode()
    for _ in range(layers):
        data = gzipped(data)
    found = read(data, url=address, strict=strict)
    assert found.format == kind
    assert [*locs(found), *listed(found)] == [A]
    assert found.compressed is (layers > 0)
    assert found.size == len(document)
    assert (found.complete, len(found.errors)) == (True, 0)


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(
    "address", [f"{HOST}/{name}" for name in ("a.txt", "a.rss", "a.xml.gz", "index.html", "robots")]
)
@pytest.mark.parametrize(
    "content_type", [None, "text/html", "text/plain; charset=utf-8", "application/gzip", "nonsense"]
)
def test_names_and_content_types_play_no_part(address, content_type, strict) -> None:
    """[10] The bytes decide, whatever the file is called and the server says."""
    assert read(urlset(url()), url=address, content_type=content_type, strict=strict).format == "urlset"
    assert read(f"{A}\n", url=address, content_type=content_type, strict=strict).format == "text"


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(
    ("path", "is_robots"),
    [
        ("/robots.txt", True),
        ("/ROBOTS.TXT", True),
        ("/dir/Robots.txt", True),
        ("/robots.txt?v=2", True),
        ("/robots.txt#top", True),
        ("/robots.txt?x=/sitemap.xml", True),
        ("/robots.txt/", False),
        ("/robots.txt.gz", False),
        ("/my-robots.txt", False),
        ("/?robots.txt", False),
        ("/?a=/robots.txt", False),
        ("/#/robots.txt", False),
        ("/robots%2Etxt", False),
    ],
)
def test_robots_is_told_by_the_last_segment_of_its_path(path, is_robots, strict) -> None:
    """[11] The last path segment in any case, query and fragment ignored."""
    found = read(f"Sitemap: {B}\n{A}\n", url=HOST + path, strict=strict)
    assert found.format == ("robots" if is_robots else "text")
    assert (listed(found), locs(found)) == (([B], []) if is_robots else ([], [A]))


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(
    "before",
    [
        pytest.param("", id="nothing"),
        pytest.param("\ufeff", id="bom"),
        pytest.param(" \r\n\t", id="blanks"),
        pytest.param("<?xml version='1.0'?>", id="declaration"),
        pytest.param('<?xml version="1.0" encoding="utf-8"?>\n', id="declaration-with-encoding"),
        pytest.param("<?xml version='1.0'?><!-- <html> -->", id="comment"),
        pytest.param("<!-- a --><!-- b -->", id="comments"),
        pytest.param('<?xml-stylesheet href="a.xsl"?>', id="instruction"),
        pytest.param("<!DOCTYPE urlset>", id="doctype"),
        pytest.param('<!DOCTYPE urlset [<!ELEMENT urlset ANY><!-- ]> --><!ENTITY e "]>">]>', id="internal-subset"),
        pytest.param("\ufeff<?xml version='1.0'?>\n<!-- a -->\n<?a?>\n<!DOCTYPE rss>\n", id="all-of-them"),
    ],
)
@pytest.mark.parametrize(
    ("document", "kind"),
    [(urlset(url()), "urlset"), (index(sitemap()), "sitemapindex"), (rss(item()), "rss"), (atom(entry()), "atom")],
    ids=["urlset", "sitemapindex", "rss", "atom"],
)
def test_xml_is_told_by_its_root_after_what_may_stand_before_it(before, document, kind, strict) -> None:
    """[12] A BOM, white space, comments, instructions and a DOCTYPE may stand before the root."""
    found = read((before + document).encode(), strict=strict)
    assert found.format == kind
    assert [*locs(found), *listed(found)] == [A]
    assert not len(found.errors)
    assert not found.notes


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize("name", ["urlset", "sitemapindex", "rss", "feed"])
def test_the_prefix_of_a_root_is_free(name, strict) -> None:
    """[12] The local name decides, in any namespace and with any prefix."""
    kind = read(f'<p:{name} xmlns:p="urn:any"></p:{name}>', strict=strict).format
    assert kind == {"feed": "atom"}.get(name, name)
    assert kind == read(f"<{name}/>", strict=strict).format


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(
    ("document", "root"),
    [
        ("<html></html>", "html"),
        ("<!DOCTYPE html><html><body>x</body></html>", "html"),
        (f"<html><body>\n{A}\n</body></html>", "html"),
        (f"<!-- a -->\n<HTML>\n{A}\n", "HTML"),
        ("<URLSET></URLSET>", "URLSET"),
        ("<url><loc>https://example.com/</loc></url>", "url"),
        ("<channel><item/></channel>", "channel"),
        ("<entry/>", "entry"),
        ('<x:sitemap xmlns:x="urn:x"/>', "sitemap"),
        ("<Error><Code>AccessDenied</Code></Error>", "Error"),
    ],
)
def test_any_other_root_refuses_the_document_by_name(document, root, strict) -> None:
    """[12] [13] Another root is no sitemap: an HTML page is none even if a URL stands on a line of its own."""
    error = refused(document, strict=strict)
    assert error.code == "unrecognized_format"
    assert str(error) == f'parse "{URL}": unrecognized sitemap format (root element: "{root}")'
    assert (locs(error.result), listed(error.result), codes(error.result)) == ([], [], ["unrecognized_format"])


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(
    "document", ["just words", '{"error": 404}', "ftp://example.com/a", "www.example.com", "%PDF-1.7", "\x00\x01"]
)
def test_neither_markup_nor_a_url_at_the_start_of_a_line_is_no_sitemap(document, strict) -> None:
    """[12] [13] A text without a line that begins with a URL is none of the formats."""
    assert refused(document, strict=strict).code == "unrecognized_format"


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize("blank", ["", " ", "\n\r\n\t", "\ufeff", "\ufeff \n", "\u00a0\u2003"])
@pytest.mark.parametrize("pack", [str.encode, gzipped, str], ids=["bytes", "gzip", "str"])
def test_nothing_but_white_space_is_empty(blank, pack, strict) -> None:
    """[12] A document of white space is refused as empty."""
    error = refused(pack(blank), strict=strict)
    assert (error.code, str(error)) == ("empty_document", f'parse "{URL}": sitemap content is empty')


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize("kind", ["urlset", "sitemapindex", "rss", "atom", "text"])
def test_nothing_but_white_space_is_empty_whatever_it_is_said_to_be(kind, strict) -> None:
    """[12] [14] Skipping the detection does not make an empty document one of that format."""
    assert refused(" \n", format=kind, strict=strict).code == "empty_document"


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(
    "document",
    [
        urlset(),
        index(),
        rss(),
        rdf(),
        atom(),
        "<urlset/>",
        "<sitemapindex/>",
        "<rss/>",
        "<feed/>",
        "<urlset><!-- nothing yet --></urlset>",
        "<urlset>\n</urlset>",
    ],
)
def test_an_empty_document_of_a_format_is_valid(document, strict) -> None:
    """[13] No entry is no error."""
    found = read(document, strict=strict)
    assert (len(found.urls), len(found.sitemaps), len(found.errors)) == (0, 0, 0)
    assert found.complete


@pytest.mark.parametrize("strict", MODES)
def test_an_empty_robots_is_valid(strict) -> None:
    """[76] [13] A robots.txt of no bytes names no sitemap, and that is all."""
    for nothing in (b"", b"\xef\xbb\xbf", b"\n\n", gzipped("")):
        found = read(nothing, url=ROBOTS, strict=strict)
        assert (found.format, len(found.sitemaps), len(found.errors)) == ("robots", 0, 0)


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(
    "page",
    [
        "<!DOCTYPE html>\n<html><head><title>503</title></head><body>Service Unavailable</body></html>",
        "<html><body><h1>Just a moment...</h1><script>x</script></body></html>",
        "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><body/></html>",
        "Too Many Requests",
        '{"message":"rate limited"}',
        "<Error><Code>NoSuchKey</Code></Error>",
        "<!-- cached -->",
        "<?php echo 1; ?>",
        "<",
        "<!DOCTYPE urlset>",
    ],
)
def test_an_error_page_never_looks_like_an_empty_sitemap(page, strict) -> None:
    """[13] What an outage, a challenge or a wrong address answers is refused."""
    assert refused(page, strict=strict).code in {"unrecognized_format", "truncated", "not_well_formed"}


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(
    ("document", "kind", "expected"),
    [
        (f"<html>{ENTRY}</html>", "urlset", [A]),
        (f"<list><sitemap><loc>{A}</loc></sitemap></list>", "sitemapindex", [A]),
        (f"<channel>{item()}</channel>", "rss", [A]),
        (f"<list>{entry()}</list>", "atom", [A]),
        (f"Sitemap: {B}\n{A}\n", "text", [A]),
        (f"{A}\nSitemap: {B}\n", "robots", [B]),
        ("no URL at all", "text", []),
        ("", "robots", []),
    ],
)
def test_format_skips_the_detection(document, kind, expected, strict) -> None:
    """[14] What the caller says a document is, it is."""
    found = read(document, format=kind, strict=strict)
    assert found.format == kind
    assert [*locs(found), *listed(found)] == expected
    assert found.format is Format(kind)


def test_format_wins_over_the_name_of_a_robots() -> None:
    """[14] [11] A caller who says what it is knows better than its URL."""
    assert locs(read(urlset(url()), url=ROBOTS, format="urlset")) == [A]


def test_an_unknown_format_is_a_wrong_setting() -> None:
    """[14] [3] It is refused where it is given."""
    with pytest.raises(ConfigError) as caught:
        read(urlset(), format="html")
    assert caught.value.field == "format"


@pytest.mark.parametrize("strict", MODES)
def test_more_than_the_protocol_allows_is_read_whole(strict) -> None:
    """[44] 50,000 entries pass without a note, one more is read with one."""
    entries = url() * 50_000
    assert not read(urlset(entries), strict=strict).notes
    found = read(urlset(entries, "\n", url(B)), strict=strict)
    assert (len(found.urls), found.urls[50_000].loc) == (50_001, B)
    (note,) = found.notes
    assert (note.code, note.line, note.count, note.document) == ("many_entries", 2, 1, URL)
    assert not len(found.errors)


@pytest.mark.parametrize(
    ("document", "position", "line"),
    [
        pytest.param(urlset("\n<url/>", "\n<url><loc>ftp://x/</loc></url>", f"\n\n{ENTRY}"), 2, 5, id="urlset"),
        pytest.param(rss("\n<item/>", "\n<item><link/></item>", f"\n{item()}"), 2, 4, id="rss"),
        pytest.param(atom("\n<entry/>", f"\n{entry()}"), 1, 3, id="atom"),
        pytest.param(f"# list\nhttp:///x\n\n{A}\n", 1, 4, id="text"),
        pytest.param(f"# list\rhttp:///x\r\r{A}\r", 1, None, id="text-cr"),
    ],
)
def test_an_entry_knows_its_sitemap_its_position_and_its_line(document, position, line) -> None:
    """[60] The position counts the entries that were rejected, the line is that of the entry."""
    page = read(document).urls[0]
    assert (page.loc, page.sitemap, page.position) == (A, URL, position)
    if line is not None:
        assert page.line == line


def test_a_listed_sitemap_knows_its_parent_and_its_line() -> None:
    """[60] [89] The document that lists it, and where."""
    (child,) = read(index("\n", sitemap(B))).sitemaps
    assert (child.parent, child.depth, child.outcome, child.url, child.error) == (URL, 1, "pending", None, None)
    (named,) = read(f"User-agent: *\n\nSitemap: {B}\n", url=ROBOTS).sitemaps
    assert (named.loc, named.parent) == (B, ROBOTS)


def test_one_entry_beside_another_of_the_wrong_kind_keeps_its_position() -> None:
    """[37] [60] A sitemap in a urlset is no page, and takes a position."""
    found = read(urlset(sitemap(A), url(B)))
    assert (locs(found), listed(found), found.urls[0].position) == ([B], [A], 1)
    assert noted(found) == {"misplaced_entry": 1}
