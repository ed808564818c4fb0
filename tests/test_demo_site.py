"""The demo site is what `sitemapfast demo` says it is, and the library reads from it what stands in it."""

from __future__ import annotations

import gzip
import http.client
import xml.etree.ElementTree as ET
from collections import Counter
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

import sitemapfast as sf
from sitemapfast._demo.server import MISSING, DemoSite, load

if TYPE_CHECKING:
    from collections.abc import Iterator

ORIGIN = "http://localhost:8000"
BROKEN = "/sitemaps/outlet.xml"
NOT_XML = {"/robots.txt", "/urls.txt"}
TOLERANT_ONLY = {"/sitemaps/media.xml"}  # holds a bare ampersand, as sites do


@pytest.fixture(scope="module")
def site() -> Iterator[DemoSite]:
    with DemoSite() as running:
        yield running


@pytest.fixture(scope="module")
def result(site: DemoSite) -> sf.Result:
    return sf.parse(site.robots_url, timeout=20)


def get(site: DemoSite, path: str, method: str = "GET") -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection(urlsplit(site.origin).netloc, timeout=10)
    try:
        connection.request(method, path)
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read()
    finally:
        connection.close()


def test_no_placeholder_is_left_in_what_is_served() -> None:
    for path, page in load(ORIGIN).items():
        body = gzip.decompress(page.body) if path.endswith(".gz") else page.body
        assert b"{{" not in body, path
        assert ORIGIN.encode() in body, path


def test_the_documents_are_well_formed_but_for_those_that_are_broken_on_purpose() -> None:
    malformed = set()
    for path, page in load(ORIGIN).items():
        if path in NOT_XML:
            continue
        try:
            ET.fromstring(gzip.decompress(page.body) if path.endswith(".gz") else page.body)
        except ET.ParseError:
            malformed.add(path)
    assert malformed == {BROKEN} | TOLERANT_ONLY


def test_the_broken_sitemap_ends_inside_a_location() -> None:
    body = load(ORIGIN)[BROKEN].body
    assert body.rpartition(b"<loc>")[2].startswith(ORIGIN.encode())
    assert b"<" not in body.rpartition(b"<loc>")[2]
    assert not body.endswith(b"\n"), "an editor has added a line break: cut it off again"


def test_every_document_is_served_as_it_was_loaded(site: DemoSite) -> None:
    for path, page in load(site.origin).items():
        status, headers, body = get(site, path)
        assert (status, body) == (200, page.body), path
        assert headers["Content-Type"] == page.content_type
        assert headers["ETag"] == page.etag


def test_a_head_request_gets_the_length_and_no_body(site: DemoSite) -> None:
    status, headers, body = get(site, "/robots.txt", "HEAD")
    assert (status, body) == (200, b"")
    assert int(headers["Content-Length"]) == len(load(site.origin)["/robots.txt"].body)


def test_the_missing_sitemap_is_listed_and_answered_with_404(site: DemoSite) -> None:
    assert f"{site.origin}{MISSING}".encode() in get(site, "/sitemap.xml")[2]
    assert get(site, MISSING)[0] == 404


def test_the_library_finds_the_pages_of_every_kind_of_document(site: DemoSite, result: sf.Result) -> None:
    """Formats of [10] in one call; the cut document keeps its complete entries [36]."""
    pages = Counter(sitemap.removeprefix(site.origin) for sitemap in result.urls.column("sitemap"))
    assert pages == {
        "/sitemaps/pages.xml": 5,
        "/urls.txt": 3,
        "/sitemaps/products-tents.xml.gz": 4,
        "/sitemaps/products-packs.xml": 3,
        "/sitemaps/media.xml": 3,
        "/journal/rss.xml": 2,
        "/journal/atom.xml": 2,
        "/sitemaps/outlet.xml": 2,
    }


def test_the_library_tells_what_became_of_every_sitemap(site: DemoSite, result: sf.Result) -> None:
    """Rule [89]; a sitemap listed twice is one [46]."""
    outcomes = {(ref.loc.removeprefix(site.origin), str(ref.outcome)) for ref in result.sitemaps}
    assert (MISSING, "failed") in outcomes
    assert ("/sitemaps/media.xml", "fetched") in outcomes
    assert ("/sitemaps/media.xml#again", "duplicate") in outcomes
    assert Counter(outcome for _, outcome in outcomes) == {"fetched": 10, "failed": 1, "duplicate": 1}


def test_the_library_records_what_is_wrong_with_the_site(site: DemoSite, result: sf.Result) -> None:
    """A missing document, a cut one [36], an entry without a location [40], values that cannot be read [50], [52]."""
    kinds = Counter((type(error).__name__, error.url.removeprefix(site.origin)) for error in result.errors)
    assert kinds == {
        ("NetworkError", MISSING): 1,
        ("ParseError", BROKEN): 1,
        ("ValidationError", "/sitemaps/pages.xml"): 1,
        ("ValidationError", "/delivery"): 1,
        ("ValidationError", "/packs/wren-12"): 1,
    }
    assert not result.complete


def test_the_library_reads_the_extensions(result: sf.Result) -> None:
    """Rules [54] to [57]."""
    guide = next(url for url in result.urls if url.loc.endswith("/guides/winter-camping"))
    assert [image.title for image in guide.images] == ["A tent at first light", None]
    assert [(video.duration, video.tags) for video in guide.videos] == [(612, ("tents", "winter"))]
    assert [link.hreflang for link in guide.alternates] == ["en", "de", "x-default"]
    workshop = next(url for url in result.urls if url.news is not None)
    assert workshop.news.title == "A repair workshop opens & mends for free"
    assert workshop.images[0].caption == "Sewing <by hand>"
