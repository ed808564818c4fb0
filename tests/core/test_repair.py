"""Tolerant mode reads past damage and loses nothing in silence ([35] to [37])."""

from __future__ import annotations

from html import unescape
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from tests.core.damage import DOCUMENTS, Damaged, Document, cut, damaged

from sitemapfast import _core
from sitemapfast.exceptions import ParseError

if TYPE_CHECKING:
    from collections.abc import Iterable

BASE = "https://example.com/sitemap.xml"
PROPERTY = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large], deadline=None)


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
    return is_subsequence(unquote(original), unquote(location))


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
        assert any(only_adds(location, one) for one in touched) or stands_alone(
            original.text, location
        ), "a part of a location"
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
    assert rows(tolerant) == rows(strict)
    assert rows(tolerant) == rows(parse(original.text, fast=False)) if "fast" in _core.DEFAULTS else True
    assert not tolerant.notes


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
    for start, end in zip(edges, edges[1:], strict=False):
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
