"""Tolerant mode reads past damage and loses nothing in silence ([35] to [37])."""

from __future__ import annotations

import os
from itertools import pairwise
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote
from xml.sax.saxutils import unescape

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.core.damage import DECLARATIONS, DOCUMENTS, Damaged, Document, cut, damaged

from sitemapfast import _core
from sitemapfast.exceptions import ParseError

if TYPE_CHECKING:
    from collections.abc import Iterable

BASE = "https://example.com/sitemap.xml"
PROPERTY = settings(
    max_examples=300,
    derandomize="CI" in os.environ,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def parse(text: str, **options: Any) -> _core.Parsed:
    """The result, be the document refused or not."""
    try:
        return _core.parse(text, url=BASE, **options)
    except ParseError as error:
        return error.result


def rows(parsed: _core.Parsed) -> list[dict[str, Any]]:
    """Pages and sitemaps without what says where they stand."""
    tables = (*parsed.urls.to_dicts(), *parsed.sitemaps.to_dicts())
    return [{key: value for key, value in row.items() if key not in {"position", "line"}} for row in tables]


def signs(parsed: _core.Parsed) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    """Errors and notes, to be compared."""
    errors = [(error.code, str(error), error.line) for error in parsed.errors]
    return errors, [(note.code, note.line, note.count) for note in parsed.notes]


def is_subsequence(few: Iterable[Any], many: Iterable[Any]) -> bool:
    rest = iter(many)
    return all(any(one == other for other in rest) for one in few)


def is_well_formed(text: str) -> bool:
    try:
        _core.parse(text, strict=True)
    except ParseError:
        return False
    return True


def plain(text: str) -> str:
    """A document without what texts are wrapped in."""
    return unquote(unescape(text.replace("<![CDATA[", "").replace("]]>", "")))


def holds(text: str, location: str) -> bool:
    """Whether a location stands in a text as it is, or as a URL is written that needs repair ([42])."""
    return unquote(location) in plain(text)


def stands_alone(text: str, location: str) -> bool:
    """Whether a location is all that a text or an attribute of a document holds."""
    return any(f"{before}{unquote(location)}{after}" in plain(text) for before, after in ("><", '""'))


def only_adds(location: str, original: str) -> bool:
    """Whether nothing was cut off a location, or out of it."""
    return is_subsequence(original, location) or is_subsequence(unquote(original), unquote(location))


def check(original: Document, result: Damaged) -> None:
    """What holds whatever was done."""
    if is_well_formed(result.text):
        return  # Another document, not a damaged one.
    before, after = parse(original.text), parse(result.text)
    expected, found = rows(before), rows(after)
    assert len(expected) == len(original.entries)
    untouched = [row for number, row in enumerate(expected) if number not in result.touched]
    assert is_subsequence(untouched, found), "an untouched entry is lost"
    locations = {row["loc"] for row in expected}
    touched = [expected[number]["loc"] for number in result.touched]
    for location in (row["loc"] for row in found if row["loc"] not in locations):
        assert holds(result.text, location), "a location that was not in the document"
        assert any(only_adds(location, one) for one in touched) or stands_alone(original.text, location), (
            "a part of a location"
        )
    if found != expected:
        assert after.error_count or after.notes, "a difference without a word"


@PROPERTY
@given(damaged())
def test_one_damage_costs_the_entry_that_it_hits_at_the_most(pair: tuple[Document, Damaged]) -> None:
    """[35], [37]: whatever tag is dropped, doubled or misplaced, whatever is inserted."""
    check(*pair)


@PROPERTY
@given(damaged(times=4))
def test_several_damages_cost_the_entries_that_they_hit_at_the_most(pair: tuple[Document, Damaged]) -> None:
    """[35], [37]: the same for several at once."""
    check(*pair)


@PROPERTY
@given(cut())
def test_what_is_cut_keeps_its_complete_entries(pair: tuple[Document, Damaged]) -> None:
    """[36]: a document that ends early is partial; an entry that was cut does not come back."""
    original, result = pair
    check(original, result)
    after = parse(result.text)
    assert len(rows(after)) <= len(original.entries - result.touched)
    assert not after.complete
    assert [error.code for error in after.errors].count("truncated") == 1


@PROPERTY
@given(DOCUMENTS)
def test_a_well_formed_document_is_the_same_in_both_modes(original: Document) -> None:
    """[34], [35]: there is nothing to repair."""
    tolerant, strict = parse(original.text), parse(original.text, strict=True)
    as_written = [{**row, "loc": unquote(row["loc"])} for row in rows(tolerant)]
    assert as_written == [{**row, "loc": unquote(row["loc"])} for row in rows(strict)]
    assert not tolerant.notes


@PROPERTY
@given(st.one_of(damaged(times=4), cut()), st.booleans())
def test_the_fast_lane_reads_what_the_general_one_reads(pair: tuple[Document, Damaged], strict: bool) -> None:
    """[35], [36]: however canonical entries and damaged ones stand side by side."""
    text = pair[1].text
    fast, general = parse(text, strict=strict), parse(text, strict=strict, _fast=False)
    assert fast.urls.to_dicts() == general.urls.to_dicts()
    assert fast.sitemaps.to_dicts() == general.sitemaps.to_dicts()
    assert signs(fast) == signs(general)


@PROPERTY
@given(st.one_of(damaged(times=4), cut()), st.lists(st.integers(0, 4000), max_size=6), st.booleans())
def test_a_damaged_document_reads_the_same_by_pieces(
    pair: tuple[Document, Damaged], cuts: list[int], strict: bool
) -> None:
    """[35], [36]: wherever a document is split, and however often."""
    data = pair[1].text.encode()
    whole = parse(data, strict=strict)
    parser = _core.Parser(url=BASE, strict=strict)
    urls = []
    edges = sorted({0, len(data), *(edge for edge in cuts if edge < len(data))})
    for start, end in pairwise(edges):
        urls += parser.feed(data[start:end]).to_dicts()
    try:
        parts = parser.finish()
    except ParseError as error:
        parts = error.result
        urls = []
    assert urls + parts.urls.to_dicts() == whole.urls.to_dicts()
    assert parts.sitemaps.to_dicts() == whole.sitemaps.to_dicts()
    assert signs(parts) == signs(whole)
    assert (parts.complete, parts.format) == (whole.complete, whole.format)


# What the properties found, and what they cannot: a body of a `urlset`, the locations it gives, the codes it takes.

PAGE = "<url><loc>https://example.com/{}</loc></url>"
A, B, C = (PAGE.format(name) for name in "abc")
URL = "https://example.com/"
FOUND = {
    "a tag in the middle of a location": (f"<url><loc>{URL}a<url>/x</loc></url>{B}", "b", {"loc_markup"}),
    "a value in the middle of a location": (f"<url><loc>{URL}a<lastmod>/x</loc></url>{B}", "b", {"loc_markup"}),
    "a group in the middle of a location": (f"<url><loc>{URL}a<image:image>/x</loc></url>{B}", "b", {"loc_markup"}),
    "the end of the entry in a location": (f"<url><loc>{URL}a</url>/x</loc></url>{B}", "b", {"loc_markup"}),
    "the end of the root in a location": (f"<url><loc>{URL}a</urlset>/x</loc></url>{B}", "b", {"loc_markup"}),
    "the end of a location in the middle": (f"<url><loc>{URL}a</loc>/x</loc></url>{B}", "b", {"loc_markup"}),
    "a < in a location, before a name": (f"<url><loc>https://exam<ple.com/a</loc></url>{B}", "b", {"loc_markup"}),
    "a < in a location, before a slash": (f"<url><loc>{URL}a<</loc></url>{B}", "b", {"loc_markup"}),
    "a < that makes an end tag of a path": (f"<url><loc>{URL}x</a</loc></url>{B}", "b", {"loc_markup"}),
    "a & in the scheme": (f"<url><loc>ht&tps://example.com/a</loc></url>{B}", "b", {"loc_invalid"}),
    "the rest of a start tag before a location": (f"<url><<loc>loc>{URL}a</loc></url>{B}", "b", {"loc_invalid"}),
    "the rest of an end tag is no location": (f"<url><loc>{URL}a</loc><<loc>/url>{B}", "ab", {"loc_markup"}),
    "the rest of a broken tag is no location": (f"<url><loc>{URL}a</loc></<loc>url>{B}", "ab", {"loc_markup"}),
    "a date is no location": (
        f"<url><loc>{URL}a</loc><lastmod>2024<loc>-01-08</lastmod></url>{B}",
        "ab",
        {"loc_markup"},
    ),
    "a date before a location": (f"<url><loc><lastmod>2024-01-08</lastmod>{URL}a</loc></url>{B}", "b", {"missing_loc"}),
    "text joined to a location": (f"<url><lastmod><loc>2024</lastmod>{URL}a</loc></url>{B}", "b", {"loc_markup"}),
    "the end of a date in a location": (f"<url><loc>{URL}a2024-01-08</lastmod></url>{B}", "b", {"loc_markup"}),
    "a broken end tag in a location": (f"<url><loc>{URL}a</l& oc>2024</lastmod></url>{B}", "b", {"loc_markup"}),
    "a stray end tag in a location": (f"<url><loc>{URL}</b>a</loc></url>{B}", "ab", {"stray_end_tag"}),
    "an end tag with a quote": (f'<url><loc>{URL}a</loc></x"></url>{B}', "ab", {"stray_end_tag"}),
    "the end of a CDATA section twice": (f"<url><loc><![CDATA[{URL}a]]>]]></loc></url>{B}", "ab", {"cdata_end"}),
    "the end of a CDATA section damaged": (
        f"<url><loc><![CDATA[{URL}a]]&></loc></url><url><loc><![CDATA[{URL}b]]></loc></url>",
        "b",
        {"loc_markup"},
    ),
    "a location ended by a start tag": (f"<url><loc>{URL}a<loc></url>{B}", "ab", {"missing_end_tag"}),
    "a location that is not ended": (f"<url><loc>{URL}a</url>{B}", "ab", {"missing_end_tag"}),
    "a relative location that is not ended": (f"<url><loc>/a</url>{B}", "ab", {"missing_end_tag"}),
    "an entry that is not ended": (f"<url><loc>{URL}a</loc>{B}", "ab", {"missing_end_tag"}),
    "an entry that does not begin": (f"{A}<loc>{URL}b</loc></url>{C}", "abc", {"missing_start_tag"}),
    "entries in an element that never ends": (f"{A}<x>{B}{C}", "abc", {"missing_end_tag"}),
    "entries in an element that ends elsewhere": (
        f"{A}<image:image>{B}<url><loc>{URL}c</loc></image:image></url>",
        "abc",
        {"missing_end_tag", "stray_end_tag"},
    ),
    "entries in an element that holds more damage": (f"{A}<x>{B}<y></x>{C}", "abc", {"missing_end_tag"}),
    "entries in an element with another damage": (f"{A}<x>{B}</y></x>{C}", "abc", {"stray_end_tag"}),
    "entries in another default namespace": (f'{A}<div xmlns="urn:x">{B}{C}', "abc", {"missing_end_tag"}),
    "entries in many elements that never end": ("<x>".join([A, *[B] * 300]), "a" + "b" * 300, {"missing_end_tag"}),
    "entries in an unknown element": (f"{A}<x>{B}</x>{C}", "ac", set()),
    "a root in an entry": (f"<url><loc>{URL}a</loc></u<urlset>rl>{B}", "ab", {"broken_tag"}),
    "a root within the root": (f"{A}<urlset>{B}", "ab", {"misplaced_entry", "truncated"}),
    "the end of the root too early": (f"{A}</urlset>{B}", "ab", {"content_after_root"}),
    "a control character in a name": (f"<u\x01rl><loc>{URL}a</loc></ur\x08l>{B}", "ab", {"broken_tag"}),
    "a & in a name": (f"<u&rl><l&oc>{URL}a</loc></url>{B}", "ab", {"broken_tag"}),
    "an attribute in an end tag": (f'<url><loc>{URL}a</loc></url id="1">{B}', "ab", {"broken_tag"}),
    "a tag that lacks its end": (f"<url><loc>{URL}a</loc></url<url><loc>{URL}b</loc></url>", "ab", {"broken_tag"}),
    "a quote that does not end": (f'<url id="1><loc>{URL}a</loc></url>{B}', "ab", {"broken_tag"}),
    "a control character in a location": (f"<url><loc>{URL}a\x01</loc></url>{B}", "b", {"loc_control"}),
}


@pytest.mark.parametrize(("body", "names", "codes"), FOUND.values(), ids=FOUND)
def test_damage_that_was_met(body: str, names: str, codes: set[str]) -> None:
    """[35], [36]: the minimal examples, each of a fault that reading once had or could have."""
    parsed = parse(f"<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>{body}</urlset>")
    assert parsed.urls.locs() == [URL + name for name in names]
    found = {error.code for error in parsed.errors} | {note.code for note in parsed.notes}
    assert codes <= found
    if not codes:
        assert not found


def test_a_value_that_a_tag_cut_is_not_returned() -> None:
    """[35]: an attribute of a tag that a `<` ended."""
    feed = '<feed xmlns="http://www.w3.org/2005/Atom"><entry><link href="https://exam<ple.com/a"/></entry></feed>'
    assert rows(parse(feed)) == []


def test_an_attribute_whose_name_is_damaged_is_noted() -> None:
    """[35]: the language of the link is lost."""
    link = '<xhtml:link rel="alternate" href&lang="de" href="https://example.com/de"/>'
    parsed = parse(f"<urlset><url><loc>{URL}a</loc>{link}</url></urlset>")
    assert "bad_attribute" in [note.code for note in parsed.notes]


def test_a_character_dropped_from_text_that_is_skipped_is_noted() -> None:
    """[35]: each kind of repair is."""
    parsed = parse(f"<urlset><url><loc>{URL}a</loc><x>\x08</x></url></urlset>")
    assert [note.code for note in parsed.notes] == ["control_character"]


@pytest.mark.parametrize("stray", ["x", "<![CDATA[x]]>", "<image:image>x</image:image>"])
def test_stray_text_is_noted_in_both_lanes(stray: str) -> None:
    """[35]: in an entry and in a group, as a CDATA section, too."""
    text = f"<urlset {DECLARATIONS}><url>{stray}<loc>{URL}a</loc></url></urlset>"
    for fast in (True, False):
        assert [note.code for note in parse(text, _fast=fast).notes] == ["stray_text"]


def test_a_feed_reads_on_where_its_root_is_doubled() -> None:
    """[35], [37]: as a `urlset` does."""
    item = "<item><link>https://example.com/a</link></item>"
    parsed = parse(f"<rss><rss><channel>{item}</channel></rss>")
    assert parsed.urls.locs() == ["https://example.com/a"]
    assert [error.code for error in parsed.errors] == ["truncated"]


def test_a_link_of_a_feed_is_doubted_like_a_location() -> None:
    """[35]: the end tag of a channel in the middle of a link."""
    items = "<item><link>https://example.com/a</channel>/x</link></item><item><link>https://example.com/b</link></item>"
    parsed = parse(f"<rss><channel>{items}</channel></rss>")
    assert parsed.urls.locs() == ["https://example.com/b"]
    assert [error.code for error in parsed.errors] == ["loc_markup"]


def test_a_withdrawn_location_is_not_the_first_of_identical_ones() -> None:
    """[35], [44]: `dedupe` keeps the genuine one."""
    body = f"<url><loc>{URL}a<url>/x</loc></url>{A}{B}"
    parsed = parse(f"<urlset>{body}</urlset>", dedupe=True)
    assert parsed.urls.locs() == [f"{URL}a", f"{URL}b"]


def test_a_withdrawn_location_does_not_count_towards_a_limit() -> None:
    """[35], [86]: nothing was left out for it."""
    body = f"<url><loc>{URL}a<url>/x</loc></url>{B}{C}"
    parsed = parse(f"<urlset>{body}</urlset>", max_urls=2)
    assert parsed.urls.locs() == [f"{URL}b", f"{URL}c"]
    assert "url_limit" not in [error.code for error in parsed.errors]


def test_values_that_are_kept_raw_change_nothing_in_the_repair() -> None:
    """[35], [59]: an unknown element is the same with and without `raw`."""
    body = f"<url><loc>{URL}a<b>/x</b></loc><c>{B}</c><d><lastmod>2024</lastmod></d></url>{C}"
    with_raw, without = parse(f"<urlset>{body}</urlset>", raw=True), parse(f"<urlset>{body}</urlset>")
    assert with_raw.urls.locs() == without.urls.locs() == [f"{URL}a", f"{URL}c"]
    assert [url.lastmod for url in with_raw.urls] == [url.lastmod for url in without.urls]
