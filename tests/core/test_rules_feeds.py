"""Feeds: rules [70] to [74]."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from tests.core.documents import (
    ATOM,
    HOST,
    MODES,
    RSS,
    A,
    B,
    atom,
    codes,
    entry,
    item,
    locs,
    only,
    rdf,
    read,
    rss,
)

from sitemapfast.entries import Media, MediaContent, MediaThumbnail

NOON = datetime(2024, 6, 15, 12, tzinfo=UTC)
PUB = "<pubDate>Sat, 15 Jun 2024 12:00:00 GMT</pubDate>"


def bare(*fields: str) -> str:
    """Return an `item` with the given children alone."""
    return f"<item>{''.join(fields)}</item>"


def plain(*fields: str) -> str:
    """Return an `entry` with the given children alone."""
    return f"<entry>{''.join(fields)}</entry>"


# --- [70] -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(
    ("document", "expected"),
    [
        pytest.param(f'<rss version="0.91"><channel>{bare(f"<link>{A}</link>")}</channel></rss>', "rss", id="0.91"),
        pytest.param(f"<rss><channel>{bare(f'<link>{A}</link>')}</channel></rss>", "rss", id="no-version"),
        pytest.param(f"<rss>{bare(f'<link>{A}</link>')}</rss>", "rss", id="no-channel"),
        pytest.param(rdf(bare(f"<link>{A}</link>")), "rss", id="1.0"),
        pytest.param(
            '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://my.netscape.com/rdf/simple/0.9/">'
            f"<item><link>{A}</link></item></rdf:RDF>",
            "rss",
            id="0.90",
        ),
        pytest.param(atom(entry()), "atom", id="atom-1.0"),
        pytest.param(atom(entry(), xmlns="http://purl.org/atom/ns#"), "atom", id="atom-0.3"),
        pytest.param(atom(entry(), xmlns="https://www.w3.org/2005/Atom"), "atom", id="atom-https"),
    ],
)
def test_every_feed_gives_the_links_of_its_entries(document, expected, strict) -> None:
    """[70] [71] And the link of the feed itself is no page."""
    found = read(document, url=RSS if expected == "rss" else ATOM, strict=strict)
    assert (found.format, locs(found), codes(found)) == (expected, [A], [])


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(
    "document",
    [
        rss(bare("<title>t</title>"), bare("<link/>"), bare("<link>  </link>"), item()),
        rss(bare('<guid isPermaLink="true">https://example.com/guid</guid>'), item()),
        rdf(bare("<title>t</title>"), item()),
        atom(plain("<title>t</title>"), plain('<link href=""/>'), plain(f'<link rel="self" href="{B}"/>'), entry()),
    ],
)
def test_an_entry_without_a_link_is_skipped_in_silence(document, strict) -> None:
    """[70] [40] does not apply, and neither does a bad date of the entry."""
    found = read(document.replace("<title>t</title>", "<title>t</title><pubDate>x</pubDate>"), url=RSS, strict=strict)
    assert (locs(found), codes(found)) == ([A], [])


def test_rdf_takes_its_address_from_about_where_it_has_no_link() -> None:
    """[70] RSS 1.0: `link`, else `rdf:about`."""
    found = read(rdf(f'<item rdf:about="{A}"/>', f'<item rdf:about="{HOST}/no"><link>{B}</link></item>'), url=RSS)
    assert locs(found) == [A, B]
    assert locs(read(rss(f'<item rdf:about="{A}" xmlns:rdf="urn:x"/>'), url=RSS)) == []


@pytest.mark.parametrize(
    ("links", "expected"),
    [
        (f'<link rel="self" href="{B}"/><link rel="alternate" href="{A}"/>', [A]),
        (f'<link href="{A}"/><link rel="alternate" href="{B}"/>', [A]),
        (f'<link rel=" alternate " href=" {A} "/>', [A]),
        (f'<link rel="" href="{A}"/>', [A]),
        (f'<link rel="Alternate" href="{A}"/>', []),
        (f'<link rel="alternate" href=""/><link href="{A}"/>', [A]),
        (f'<link rel="enclosure" href="{B}"/>', []),
        (f"<link>{A}</link>", []),
    ],
)
def test_atom_takes_the_first_alternate_link_or_one_without_a_relation(links, expected) -> None:
    """[70] By its attributes; of a value given twice the first that is not empty counts [35]."""
    assert locs(read(atom(plain(links)), url=ATOM)) == expected


@pytest.mark.parametrize("strict", MODES)
def test_positions_count_the_entries_that_were_skipped(strict) -> None:
    """[60] [70]."""
    found = read(rss(bare("<title>t</title>"), item()), url=RSS, strict=strict)
    assert only(found).position == 1


# --- [70] [72]: dates ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(
    ("document", "expected", "errors"),
    [
        (rss(item(PUB)), NOON, []),
        (rss(item("<dc:date>2024-06-15T12:00:00Z</dc:date>")), NOON, []),
        (rss(item("<dc:date>2020</dc:date>", PUB)), NOON, []),
        (rss(item("<pubDate> </pubDate><dc:date>2024-06-15T12:00:00Z</dc:date>")), NOON, []),
        (rss(item("<pubDate>soon</pubDate><dc:date>2024-06-15T12:00:00Z</dc:date>")), None, ["invalid_lastmod"]),
        (rss(item("<dc:date>2024-06-15T12:00:00Z</dc:date><pubDate>soon</pubDate>")), None, ["invalid_lastmod"]),
        (rss(item("<dc:date>Sat, 15 Jun 2024 12:00:00 GMT</dc:date>")), None, ["invalid_lastmod"]),
        (rss(item("<pubDate>2024-06-15T12:00:00Z</pubDate>")), None, ["invalid_lastmod"]),
        (rss(item()), None, []),
        (rdf(item("<dc:date>2024-06-15T12:00:00Z</dc:date>")), NOON, []),
        (rdf(item(PUB)), None, []),
        (atom(entry("<updated>2024-06-15T12:00:00Z</updated>")), NOON, []),
        (atom(entry("<modified>2024-06-15T12:00:00Z</modified>")), NOON, []),
        (atom(entry("<published>2024-06-15T12:00:00Z</published>")), NOON, []),
        (
            atom(entry("<published>2020</published><modified>2021</modified><updated>2024-06-15T12:00:00Z</updated>")),
            NOON,
            [],
        ),
        (atom(entry("<published>2020</published><modified>2024-06-15T12:00:00Z</modified><updated/>")), NOON, []),
        (atom(entry("<published>2020</published><updated>soon</updated>")), None, ["invalid_lastmod"]),
        (atom(entry("<issued>2020</issued><created>2020</created>")), None, []),
        (rss(item()).replace("<channel>", f"<channel>{PUB}<lastBuildDate>x</lastBuildDate>"), None, []),
        (atom(entry()).replace("<entry>", "<updated>2020</updated><entry>"), None, []),
    ],
)
def test_the_date_of_an_entry_is_the_one_its_format_prefers(document, expected, errors, strict) -> None:
    """[70] [72] One that holds no date is unset and recorded, no other is read in its place, and the page stays."""
    found = read(document, url=RSS, strict=strict)
    assert (only(found).lastmod, codes(found)) == (expected, errors)
    assert [error.url for error in found.errors] == [A] * len(errors)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Sat, 15 Jun 2024 12:00:00 GMT", NOON),
        ("15 Jun 2024 12:00:00 GMT", NOON),
        ("Sat, 15 Jun 2024 12:00 GMT", NOON),
        ("Sat, 15 Jun 24 12:00 UT", NOON),
        ("5 Jun 2024 12:00 Z", NOON.replace(day=5)),
        ("Sat, 15 Jun 1969 12:00:00 UTC", NOON.replace(year=1969)),
        ("15 Jun 69 12:00:00 GMT", NOON.replace(year=1969)),
        ("15 Jun 68 12:00:00 GMT", NOON.replace(year=2068)),
        ("Sat, 15 Jun 2024 14:00:00 +0200", NOON.astimezone(timezone(timedelta(hours=2)))),
        *[
            (f"Sat, 15 Jun 2024 12:00:00 {name}", NOON.replace(tzinfo=timezone(timedelta(hours=hours))))
            for name, hours in {
                "EST": -5,
                "EDT": -4,
                "CST": -6,
                "CDT": -5,
                "MST": -7,
                "MDT": -6,
                "PST": -8,
                "PDT": -7,
            }.items()
        ],
        ("Sat, 15 Jun 2024 12:00:00", None),
        ("Sat, 15 Jun 2024 12:00:00 CET", None),
        ("Sat, Jun 15 2024 12:00:00 GMT", None),
        ("Sat, 31 Jun 2024 12:00:00 GMT", None),
        ("sab, 15 giu 2024 12:00:00 GMT", None),
        ("Sat, 15 Jun 2024", None),
    ],
)
def test_pub_date_is_rfc_822(text, expected) -> None:
    """[73] The weekday and the seconds may be left out, the year has two or four digits, the zone is one of the RFC's."""
    found = read(rss(item(f"<pubDate>{text}</pubDate>")), url=RSS)
    assert (only(found).lastmod, codes(found)) == (expected, [] if expected else ["invalid_lastmod"])
    if expected is not None:
        assert only(found).lastmod.utcoffset() == expected.utcoffset()


def test_an_error_of_a_date_names_its_element() -> None:
    """[72] [5]."""
    for document, name in (
        (rss(item("<pubDate>x</pubDate>")), "pubDate"),
        (rss(item("<dc:date>x</dc:date>")), "dc:date"),
        (atom(entry("<updated>x</updated>")), "updated"),
        (atom(entry("<modified>x</modified>")), "modified"),
        (atom(entry("<published>x</published>")), "published"),
    ):
        (error,) = read(document, url=RSS).errors
        assert (error.field, error.value, str(error)) == (name, "x", f'validate "{A}": invalid <{name}> value "x"')


# --- [71] -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(
    "fields",
    [
        f'<atom:link href="{B}"/>',
        f'<atom:link rel="alternate" href="{B}">{B}</atom:link>',
        f"<x:link>{B}</x:link>",
        f'<link xmlns="http://www.w3.org/2005/Atom" href="{B}"/>',
        "<media:title>other</media:title><x:title>other</x:title><x:pubDate>never</x:pubDate>",
    ],
)
def test_an_element_counts_only_in_the_namespace_of_its_item(fields, strict) -> None:
    """[71] An `atom:link` is never the link of an RSS item, before or behind it or alone."""
    found = read(rss(item(fields), bare(fields), f"<item>{fields}<link>{A}</link></item>"), url=RSS, strict=strict)
    assert (locs(found), codes(found)) == ([A, A], [])
    assert [page.title for page in found.urls] == [None, None]


def test_dublin_core_is_told_by_its_namespace_in_any_prefix() -> None:
    """[71] And another `date` is none."""
    document = rss(
        item('<d:date xmlns:d="http://purl.org/dc/elements/1.1/">2024</d:date>'), item("<x:date>2024</x:date>")
    )
    first, second = read(document, url=RSS).urls
    assert (first.lastmod, second.lastmod) == (datetime(2024, 1, 1, tzinfo=UTC), None)


@pytest.mark.parametrize("name", ["link", "updated"])
def test_an_element_of_atom_counts_only_in_the_namespace_of_its_entry(name) -> None:
    """[71]."""
    fields = {"link": f'<x:link href="{B}"/>', "updated": "<x:updated>2020</x:updated>"}[name]
    page = only(read(atom(plain(fields, f'<link href="{A}"/>')), url=ATOM))
    assert (page.loc, page.lastmod) == (A, None)


# --- [74] -------------------------------------------------------------------------------------------------------------


def test_links_of_feeds_obey_the_rules_of_locations() -> None:
    """[74] [41] [42] [43]: relative, on another host, too long, no web address."""
    document = rss(
        item(link="/b"),
        item(link="https://other.example/"),
        item(link="mailto:a@b"),
        item(link=f"{HOST}/{'a' * 2_048}"),
    )
    tolerant = read(document, url=RSS)
    assert (locs(tolerant), codes(tolerant)) == ([B, "https://other.example/"], ["loc_scheme", "loc_too_long"])
    strict = read(document, url=RSS, strict=True)
    assert (locs(strict), codes(strict)) == ([], ["loc_relative", "loc_origin", "loc_scheme", "loc_too_long"])


def test_feeds_have_neither_changefreq_nor_priority_nor_extensions_but_media() -> None:
    """[74]."""
    fields = (
        "<changefreq>daily</changefreq><priority>0.5</priority>"
        f"<image:image><image:loc>{B}</image:loc></image:image><news:news><news:title>t</news:title></news:news>"
        f'<xhtml:link rel="alternate" hreflang="de" href="{B}"/>'
        f'<media:content url="{HOST}/v.mp4"/><media:thumbnail url="{HOST}/t.png"/>'
    )
    for document in (rss(item(fields)), atom(entry(fields))):
        page = only(read(document, url=RSS))
        assert (page.changefreq, page.priority, page.images, page.news, page.alternates) == (None, None, (), None, ())
        assert page.media == Media(
            contents=(MediaContent(url=f"{HOST}/v.mp4"),), thumbnails=(MediaThumbnail(url=f"{HOST}/t.png"),)
        )


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        (rss(item("<title> a &amp; b </title>")), "a & b"),
        (rss(item("<title><![CDATA[<b>a</b>]]></title>")), "<b>a</b>"),
        (rss(item("<title/>", "<title>second</title>")), "second"),
        (atom(entry("<title>a</title>")), "a"),
        (
            atom(
                entry('<title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">a <b>bold</b> one</div></title>')
            ),
            "a bold one",
        ),
        (rss(item()), None),
    ],
)
def test_entries_of_feeds_have_their_title(document, expected) -> None:
    """[74]."""
    assert only(read(document, url=RSS)).title == expected
