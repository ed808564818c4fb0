"""Errors and notes of a document: rules [1] to [7]."""

from __future__ import annotations

import pickle

import pytest
from tests.core.documents import HOST, MODES, ROBOTS, URL, A, B, codes, gzipped, index, locs, read, refused, url, urlset

import sitemapfast as sf
from sitemapfast import _core

BAD = "<url><loc>https://example.com/bad</loc><lastmod>x</lastmod><priority>y</priority></url>"


def test_the_errors_are_one_tree() -> None:
    """[1] Importable from the package; a `ConfigError` is a `ValueError`, too."""
    for each in (sf.ConfigError, sf.NetworkError, sf.ParseError, sf.ValidationError):
        assert issubclass(each, sf.SitemapError)
    assert issubclass(sf.ConfigError, ValueError)


ERRORS = [
    sf.ConfigError("why", field="max_urls"),
    sf.NetworkError("why", url=A, code="timeout", status=503),
    sf.NetworkError("why", url=A, code="size_limit", limit=sf.Limit.SIZE),
    sf.ParseError("why", url=A, code="truncated", offset=12, line=3, column=4),
    sf.ParseError("why", url=A, code="url_limit", limit=sf.Limit.URLS),
    sf.ValidationError("why", url=A, code="loc_port", field="loc", value="x", entry_index=7, line=9),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.code)
def test_errors_pickle_with_all_they_tell(error) -> None:
    """[1] [2] The cause of a `NetworkError` included."""
    error.__cause__ = OSError("cause")
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))
    assert (type(again.__cause__), str(again.__cause__)) == (OSError, "cause")
    assert again == error


@pytest.mark.parametrize(
    ("error", "message"), list(zip(ERRORS, ["config", "fetch", "fetch", "parse", "parse", "validate"], strict=True))
)
def test_a_message_begins_with_what_was_being_done_and_to_what(error, message) -> None:
    """[1]."""
    subject = "max_urls" if message == "config" else A
    assert str(error) == f'{message} "{subject}": why'


def test_a_message_holds_nothing_that_a_terminal_obeys() -> None:
    """[111] [1]."""
    found = read(urlset(url("https://example.com/\u202ea"), url(A, "<lastmod>\u202e\u200b</lastmod>")), strict=True)
    for error in found.errors:
        assert str(error).isprintable()
    assert sf.NetworkError("why", url="https://example.com/\x1b[31m", code="x").args[0].isprintable()


@pytest.mark.parametrize("strict", MODES)
def test_an_error_tells_where_it_is(strict) -> None:
    """[1] [5] The page a bad value belongs to, the rejected URL, or the sitemap for an entry without a location."""
    document = f"<urlset>\n<url><loc>{A}</loc></url>\n{BAD}\n<url/>\n<url><loc>ftp://example.com/</loc></url></urlset>"
    told = [(e.code, e.url, e.field, e.value, e.entry_index, e.line) for e in read(document, strict=strict).errors]
    assert told == [
        ("invalid_lastmod", f"{HOST}/bad", "lastmod", "x", 1, 3),
        ("invalid_priority", f"{HOST}/bad", "priority", "y", 1, 3),
        ("missing_loc", URL, "loc", None, 2, 4),
        ("loc_scheme", "ftp://example.com/", "loc", "ftp://example.com/", 3, 5),
    ]


def test_a_parse_error_tells_offset_line_and_column() -> None:
    """[1] [34] Bytes of the decoded text from 0, lines and columns from 1; here the name of the end tag, as expat has it."""
    error = refused("<urlset>\n <url>é</uri></urlset>", strict=True)
    assert (error.url, error.code, error.line, error.column, error.offset) == (URL, "not_well_formed", 2, 10, 19)


@pytest.mark.parametrize(
    ("settings", "data", "limit"),
    [
        ({"max_size": 10}, urlset(url(A)), sf.Limit.SIZE),
        ({"max_size": 300}, gzipped(urlset(url(A)) + " " * 2_000), sf.Limit.SIZE),
        ({"max_urls": 1}, urlset(url(A), url(B)), sf.Limit.URLS),
        ({"max_validation_errors": 1}, urlset(BAD), sf.Limit.VALIDATION_ERRORS),
    ],
    ids=["received", "decompressed", "urls", "validation-errors"],
)
def test_a_limit_can_be_told_from_other_errors_and_limits(settings, data, limit) -> None:
    """[2]."""
    try:
        found = read(data, **settings)
    except sf.ParseError as error:
        found = error.result
    assert [error.limit for error in found.errors if error.limit is not None] == [limit]


def test_other_errors_have_no_limit() -> None:
    """[2]."""
    assert [error.limit for error in read(urlset(BAD)).errors] == [None, None]


@pytest.mark.parametrize(
    "settings",
    [
        {"max_urls": 0},
        {"max_size": 0},
        {"max_validation_errors": 0},
        {"max_urls": -1},
        {"max_urls": 1.5},
        {"max_urls": True},
        {"format": "html"},
        {"strict": "yes"},
    ],
)
def test_a_wrong_setting_is_told_at_once(settings) -> None:
    """[3] [80]."""
    with pytest.raises(sf.ConfigError) as raised:
        sf.parse_document(urlset(), **settings)
    assert raised.value.field == next(iter(settings))
    with pytest.raises(sf.ConfigError):
        sf.DocumentParser(**settings)


def test_a_refused_document_carries_what_was_read_so_far() -> None:
    """[4]."""
    error = refused(f"<html><loc>{A}</loc></html>")
    assert (locs(error.result), codes(error.result), error.result.complete) == ([], ["unrecognized_format"], False)


@pytest.mark.parametrize("strict", MODES)
def test_a_base_that_is_no_web_address_is_a_validation_error(strict) -> None:
    """[4]."""
    for base in ("ftp://example.com/", "sitemap.xml", "https://", "https:///x"):
        with pytest.raises(sf.ValidationError) as raised:
            sf.parse_document(urlset(url(A)), url=base, strict=strict)
        assert raised.value.url == base


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(("cap", "kept"), [(1, 1), (3, 3), (4, 4), (5, 4), (None, 4)])
def test_validation_errors_are_capped_and_the_true_count_is_kept(cap, kept, strict) -> None:
    """[6] Two bad values of an entry count twice; that some were left out is told once, and only then."""
    found = read(urlset(BAD, BAD), strict=strict, max_validation_errors=cap)
    over = cap is not None and cap < 4
    assert codes(found).count("validation_error_limit") == int(over)
    assert len(found.errors) == kept + over
    assert found.error_count == 4 + over
    if over:
        assert str(found.errors[-1]) == f'parse "{URL}": limit of {cap} validation errors reached'
        assert isinstance(found.errors[-1], sf.ParseError)


def test_notes_are_not_errors() -> None:
    """[7] Code, document, first line and count."""
    document = f"<urlset>\n<url><loc>{HOST}/?a&b</loc></url>\n<url><loc>{HOST}/?c&d&e</loc></url></urlset>"
    found = read(document)
    (note,) = found.notes
    assert (note.code, note.document, note.line, note.count) == ("bare_ampersand", URL, 2, 3)
    assert note.message
    assert (codes(found), found.complete) == ([], True)


@pytest.mark.parametrize("strict", MODES)
def test_what_is_lost_is_an_error_and_makes_a_document_partial(strict) -> None:
    """[7] [76] [86]."""
    for data, settings in (
        (urlset(url(A), url(B)), {"max_urls": 1}),
        ("#" * 512_002 + f"\nSitemap: {A}", {"url": ROBOTS}),
    ):
        found = read(data, strict=strict, **settings)
        assert (len(found.errors), found.complete) == (1, False)


def test_an_error_of_an_index_names_its_sitemap() -> None:
    """[5] [50]."""
    found = read(index("<sitemap><loc>/s.xml</loc><lastmod>x</lastmod></sitemap>"))
    assert [(e.code, e.url) for e in found.errors] == [("invalid_lastmod", f"{HOST}/s.xml")]


def test_errors_are_a_sequence_made_on_access() -> None:
    """[1] Length, index, slice, iteration, equality and pickles."""
    found = read(urlset(BAD, BAD))
    errors = found.errors
    assert (len(errors), errors[0].code, errors[-1].code) == (4, "invalid_lastmod", "invalid_priority")
    assert [e.code for e in errors[1:3]] == ["invalid_priority", "invalid_lastmod"]
    assert list(errors) == [errors[i] for i in range(4)]
    assert list(pickle.loads(pickle.dumps(errors))) == list(errors)
    with pytest.raises(IndexError):
        errors[4]


def test_every_code_is_listed_once_with_its_class_and_rule() -> None:
    """[1] [7]."""
    names = [name for name, *_ in _core.CODES]
    assert len(names) == len(set(names))
    assert {kind for _, kind, *_ in _core.CODES} == {"parse", "validation", "note"}
    assert all(rule.startswith("[") and meaning and example for _, _, rule, meaning, example in _core.CODES)
