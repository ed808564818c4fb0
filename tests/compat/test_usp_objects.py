"""The objects of ultimate-sitemap-parser and their counterparts: names, signatures, values, comparison, pickles."""

from __future__ import annotations

import copy
import inspect
import pickle
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.compat.originals import original, quiet
from tests.compat.usp_corpus import ALIKE, shown, urlset

from sitemapfast.compat.usp import exceptions, fetch_parse, helpers, tree
from sitemapfast.compat.usp.objects import page, sitemap
from sitemapfast.compat.usp.web_client import abstract_client

PACKAGE = "ultimate-sitemap-parser"
DATE = datetime(2024, 1, 2, tzinfo=UTC)

# Private, or the handlers of single XML elements, which have no counterpart; each with its reason on the page.
LEFT_OUT = {
    "fetch_parse": {
        "AbstractXMLSitemapParser",
        "IndexXMLSitemapParser",
        "PagesAtomSitemapParser",
        "PagesRSSSitemapParser",
        "PagesXMLSitemapParser",
    },
    "helpers": {"get_url_retry_on_client_errors", "ungzipped_response_content"},
}


@pytest.mark.parametrize(
    ("mine", "name"),
    [
        (tree, "tree"),
        (fetch_parse, "fetch_parse"),
        (helpers, "helpers"),
        (exceptions, "exceptions"),
        (page, "objects.page"),
        (sitemap, "objects.sitemap"),
        (abstract_client, "web_client.abstract_client"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_every_public_name_is_there_with_its_parameters(mine: Any, name: str) -> None:
    theirs = original(f"usp.{name}", PACKAGE)
    missing = set()
    for key, value in vars(theirs).items():
        if key.startswith("_") or getattr(value, "__module__", None) != theirs.__name__:
            continue
        if not hasattr(mine, key):
            missing.add(key)
        elif inspect.isfunction(value) or "__init__" in vars(value):
            names = list(inspect.signature(value).parameters)
            assert list(inspect.signature(getattr(mine, key)).parameters) == names, key
        if inspect.isclass(value) and hasattr(mine, key):
            public = {each for each in dir(value) if not each.startswith("_")}
            assert public <= set(dir(getattr(mine, key))), key
    assert missing == LEFT_OUT.get(name, set())


def _objects(pages: Any, sitemaps: Any) -> list[Any]:
    story = pages.SitemapNewsStory("t", DATE, "N", "en", "Subscription", ["g"], ["k", "l"], ["s"])
    image = pages.SitemapImage("https://example.com/1.jpg", "c", "Ulm", "t", "https://example.com/l")
    full = pages.SitemapPage(
        "https://example.com/1",
        Decimal("0.8"),
        DATE,
        pages.SitemapPageChangeFrequency.DAILY,
        story,
        [image],
        [("de", "https://example.com/de")],
    )
    bare = pages.SitemapPage(url="https://example.com/2")
    invalid = sitemaps.InvalidSitemap("https://example.com/bad.xml", "r")
    listed = sitemaps.PagesXMLSitemap("https://example.com/a.xml", [full, bare])
    index = sitemaps.IndexXMLSitemap("https://example.com/i.xml", [listed, invalid])
    site = sitemaps.IndexWebsiteSitemap("https://example.com/", [index, sitemaps.PagesTextSitemap("u", [bare])])
    return [story, image, full, bare, invalid, listed, index, site, pages.SitemapNewsStory("t", None)]


MINE = _objects(page, sitemap)


@pytest.mark.parametrize("at", range(len(MINE)))
def test_they_are_shown_and_turned_into_dicts_alike(at: int) -> None:
    theirs = _objects(original("usp.objects.page", PACKAGE), original("usp.objects.sitemap", PACKAGE))[at]
    assert repr(MINE[at]) == repr(theirs)
    assert str(MINE[at]) == str(theirs)
    assert MINE[at].to_dict() == theirs.to_dict()
    if "with_pages" in inspect.signature(theirs.to_dict).parameters:
        assert MINE[at].to_dict(with_pages=False) == theirs.to_dict(with_pages=False)


def test_iteration_goes_down_first_as_in_the_original() -> None:
    theirs = _objects(original("usp.objects.page", PACKAGE), original("usp.objects.sitemap", PACKAGE))[7]
    assert [each.url for each in MINE[7].all_sitemaps()] == [each.url for each in theirs.all_sitemaps()]
    assert [each.url for each in MINE[7].all_pages()] == [each.url for each in theirs.all_pages()]


@pytest.mark.parametrize("each", MINE, ids=lambda each: type(each).__name__)
def test_they_compare_by_value_and_pickle(each: Any) -> None:
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(each, protocol)) == each
    assert copy.deepcopy(each) == each
    assert each != MINE[(MINE.index(each) + 1) % len(MINE)]


@pytest.mark.parametrize("each", MINE, ids=lambda each: type(each).__name__)
def test_nothing_equals_another_type(each: Any) -> None:
    """The original raises NotImplementedError, which ends ``page in list``; a listed difference."""
    assert each != 1
    assert each not in [None, "x"]


def test_the_original_raises_where_types_differ() -> None:
    theirs = original("usp.objects.page", PACKAGE)
    with pytest.raises(NotImplementedError):
        assert theirs.SitemapPage(url="u") != 1


def test_pages_hash_by_url_and_sitemaps_do_not_hash() -> None:
    other = page.SitemapPage("https://example.com/2", priority=Decimal(1))
    assert hash(MINE[3]) == hash(other)
    assert len({MINE[3], other, page.SitemapPage("https://example.com/2")}) == 2
    assert hash(MINE[1]) == hash(copy.deepcopy(MINE[1]))
    with pytest.raises(TypeError):
        hash(MINE[5])


def test_alternates_count_when_pages_are_compared() -> None:
    assert page.SitemapPage("u") != page.SitemapPage("u", alternates=[("de", "v")])


@pytest.mark.parametrize("name", ["images", "a news story", "RSS", "text", "an index", "alternates"])
def test_what_was_read_pickles_like_what_was_made(name: str) -> None:
    read = tree.sitemap_from_str(ALIKE[name])
    assert shown(pickle.loads(pickle.dumps(read))) == shown(read)
    assert pickle.loads(pickle.dumps(read)) == read
    assert type(read).__name__ == "IndexXMLSitemap" or type(read)(read.url, read.pages) == read


def test_pages_come_in_a_new_list_and_one_by_one() -> None:
    count = 20_000
    read = tree.sitemap_from_str(urlset(*(f"<loc>https://example.com/{n}</loc>" for n in range(count))))
    assert read.pages is not read.pages
    first = next(iter(read.all_pages()))
    assert first.url == "https://example.com/0"
    assert [each.url for each in read.all_pages()] == [f"https://example.com/{n}" for n in range(count)]


def test_a_location_that_stands_far_up_is_not_given_again() -> None:
    count = 20_000
    locs = [f"https://example.com/{n}" for n in range(count)]
    read = tree.sitemap_from_str("\n".join([*locs, *reversed(locs), "https://example.com/new", locs[0]]))
    assert [each.url for each in read.all_pages()] == [*locs, "https://example.com/new"]


def test_attributes_are_read_only() -> None:
    with pytest.raises(AttributeError):
        MINE[2].url = "https://example.com/"


@pytest.mark.parametrize(
    ("function", "argument"),
    [
        ("is_http_url", "https://example.com/a?b#c"),
        ("is_http_url", "http://[::1]:80/"),
        ("is_http_url", "ftp://example.com/"),
        ("is_http_url", "/a"),
        ("is_http_url", "http://exa mple.com/"),
        ("html_unescape_strip", "  a &amp; b "),
        ("html_unescape_strip", "   "),
        ("html_unescape_strip", None),
        ("strip_url_to_homepage", "https://example.com:8080/a/b?c=d#e"),
        ("parse_iso8601_date", "2024-01-02"),
        ("parse_iso8601_date", "2024-01-02T10:11:12+01:00"),
        ("parse_iso8601_date", "no"),
        ("parse_rfc2822_date", "Tue, 02 Jan 2024 10:00:00 +0100"),
        ("parse_rfc2822_date", "no"),
    ],
)
def test_helpers_return_what_those_of_the_original_return(function: str, argument: str | None) -> None:
    theirs = original("usp.helpers", PACKAGE)
    with quiet():
        expected = getattr(theirs, function)(argument)
    assert getattr(helpers, function)(argument) == expected


@pytest.mark.parametrize(
    ("function", "argument", "error"),
    [
        ("strip_url_to_homepage", "", "StripURLToHomepageException"),
        ("strip_url_to_homepage", "ftp://example.com/", "StripURLToHomepageException"),
        ("parse_iso8601_date", "", "SitemapException"),
        ("parse_rfc2822_date", "", "SitemapException"),
        ("gunzip", b"", "GunzipException"),
        ("gunzip", b"no gzip", "GunzipException"),
        ("gunzip", b"\x1f\x8b\x08\x00", "GunzipException"),
    ],
)
def test_helpers_refuse_what_those_of_the_original_refuse(function: str, argument: Any, error: str) -> None:
    for module, errors in (
        (original("usp.helpers", PACKAGE), original("usp.exceptions", PACKAGE)),
        (helpers, exceptions),
    ):
        with pytest.raises(getattr(errors, error)), quiet():
            getattr(module, function)(argument)


@given(st.binary(max_size=300), st.integers(0, 300))
def test_gunzip_keeps_to_its_limit(data: bytes, most: int) -> None:
    import gzip

    packed = gzip.compress(data[:100]) + gzip.compress(data[100:])
    if len(data) <= most:
        assert helpers.gunzip(packed, most) == data
    else:
        with pytest.raises(exceptions.GunzipException):
            helpers.gunzip(packed, most)


@given(st.text(max_size=60))
def test_dates_of_any_text_are_dates_or_none(text: str) -> None:
    for function in (helpers.parse_iso8601_date, helpers.parse_rfc2822_date):
        try:
            assert function(text) is None or isinstance(function(text), datetime)
        except exceptions.SitemapException:
            assert not text
