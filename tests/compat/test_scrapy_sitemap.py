"""`Sitemap` and `sitemap_urls_from_robots` beside those of Scrapy: the same bytes through both."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.compat.originals import original, quiet
from tests.compat.usp_corpus import index, page, rss, urlset

import sitemapfast as sf

pytest.importorskip("scrapy", reason="Scrapy is not installed")
from sitemapfast.compat.scrapy import Sitemap, sitemap_urls_from_robots

PAGE = Path(__file__).parents[2] / "docs" / "migrate" / "scrapy.md"
LINK = '<xhtml:link rel="alternate" hreflang="de" href="https://example.com/de"/>'

ALIKE: dict[str, str | bytes] = {
    "locations": urlset(page(), page(loc="\n https://example.com/2?a&amp;b \n")),
    "core values as they are written": urlset(page("<lastmod>2024-01-02T10:00:00+00:00</lastmod><changefreq>Daily</changefreq><priority>0.50</priority>")),
    "values in many forms": urlset(*(page(f"<lastmod>{text}</lastmod>") for text in ("2024", "2024-01-02T10:00Z", "2024-01-02T10:00:00.100-05:00", "soon"))),
    "some values": urlset(page("<priority>1</priority>"), page("<lastmod>2024-01-02</lastmod>"), page()),
    "alternates": urlset(page(LINK), page(LINK + LINK)),
    "blocks": urlset(page("<image:image><image:loc>https://example.com/i.jpg</image:loc></image:image><news:news><news:title>t</news:title></news:news>")),
    "an element that nobody knows": urlset(page("<colour>red</colour>")),
    "a relative location": urlset(page(loc="/rel")),
    "no page": urlset(),
    "no namespace": "<urlset><url><loc>https://example.com/1</loc></url></urlset>",
    "a blank line first": f"\n{urlset(page())}",
    "Latin-1": '<?xml version="1.0" encoding="ISO-8859-1"?><urlset><url><loc>https://example.com/1</loc><colour>\xe4</colour></url></urlset>'.encode("latin-1"),
    "UTF-16": '<?xml version="1.0" encoding="UTF-16"?><urlset><url><loc>https://example.com/1</loc></url></urlset>'.encode("utf-16"),
    "an index": index("https://example.com/a.xml", "https://example.org/b.xml.gz"),
    "an index with dates": "<sitemapindex>" + "".join(f"<sitemap><loc>https://example.com/{at}</loc><lastmod>{text}</lastmod></sitemap>" for at, text in enumerate(("2024", "2024-01", "2024-01-02", "2024-01-02T10:00Z", "2024-01-02T10:00:00Z", "2024-01-02T10:00:00-05:30"))) + "</sitemapindex>",
}  # fmt: skip


def _entries(sitemap: Any) -> Any:
    return list(sitemap)


# The keys stand in the first column of the table in docs/migrate/scrapy.md: document, what is looked at, there, here.
DIFFERENCES: dict[str, tuple[str, Any, Any, Any]] = {
    "bare ampersand": (urlset(page(loc="https://example.com/?a=1&b=2")), _entries, [{"loc": "https://example.com/?a=1=2"}], [{"loc": "https://example.com/?a=1&b=2"}]),
    "document that is cut": (urlset(page(), page(loc="https://example.com/22")).removesuffix("2</loc></url></urlset>"), _entries, [{"loc": "https://example.com/1"}, {"loc": "https://example.com/2"}], [{"loc": "https://example.com/1"}]),
    "two locations in an entry": ("<urlset><url><loc>https://example.com/1</loc><loc>https://example.com/2</loc></url></urlset>", _entries, [{"loc": "https://example.com/2"}], [{"loc": "https://example.com/1"}, {"loc": "https://example.com/2"}]),
    "entry with an empty location": (urlset("<loc></loc>"), _entries, [{"loc": ""}], []),
    "location that is no http URL": (urlset(page(loc="ftp://example.com/")), _entries, [{"loc": "ftp://example.com/"}], []),
    "sitemap among pages": ("<urlset><sitemap><loc>https://example.com/a.xml</loc></sitemap></urlset>", _entries, [{"loc": "https://example.com/a.xml"}], []),
    "RSS, Atom, text": (rss("<link>https://example.com/1</link>"), _entries, [], [{"loc": "https://example.com/1"}]),
    "document that is no sitemap": ("<html><body/></html>", lambda sitemap: sitemap.type, "html", ""),
    "second iteration": (urlset(page()), lambda sitemap: (list(sitemap), list(sitemap))[1], [], [{"loc": "https://example.com/1"}]),
    "zone of an index's date": ("<sitemapindex><sitemap><loc>https://example.com/1</loc><lastmod>2024-01-02T10:00:00+00:00</lastmod></sitemap></sitemapindex>", lambda sitemap: next(iter(sitemap))["lastmod"], "2024-01-02T10:00:00+00:00", "2024-01-02T10:00:00Z"),
}  # fmt: skip

# Held below, or by test_scrapy_spider.py.
OTHERS = [
    "comment behind a robots.txt line",
    "empty robots.txt line",
    "what the spider takes for a sitemap",
    "relative location",
]


def _bytes(document: str | bytes) -> bytes:
    return document if isinstance(document, bytes) else document.encode()


@pytest.mark.parametrize("name", ALIKE)
def test_a_document_gives_the_same_dicts(name: str) -> None:
    with quiet():
        theirs = original("scrapy.utils.sitemap", "scrapy").Sitemap(_bytes(ALIKE[name]))
        expected = list(theirs)
    mine = Sitemap(_bytes(ALIKE[name]))
    assert mine.type == theirs.type
    assert list(mine) == expected


@pytest.mark.parametrize("name", DIFFERENCES)
def test_a_listed_difference_is_there(name: str) -> None:
    document, look, there, here = DIFFERENCES[name]
    with quiet():
        assert look(original("scrapy.utils.sitemap", "scrapy").Sitemap(document.encode())) == there
    assert there != here
    assert look(Sitemap(document.encode())) == here


def test_the_page_lists_each_difference_with_its_reason() -> None:
    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]]
        for line in PAGE.read_text(encoding="utf-8").splitlines()
        if line.startswith("| ")
    ]
    assert [row[0] for row in rows[1:]] == [*DIFFERENCES, *OTHERS]
    assert all(all(row) for row in rows)


ROBOTS = b"User-agent: *\nDisallow: /x\nSitemap: http://example.com/a.xml\n  SITEMAP:   /b.xml \nsitemap: http://example.org/c.xml?d=e\n"


@pytest.mark.parametrize("base", ["http://example.com/robots.txt", None])
def test_a_robots_txt_gives_the_same_urls(base: str | None) -> None:
    theirs = original("scrapy.utils.sitemap", "scrapy").sitemap_urls_from_robots
    assert list(sitemap_urls_from_robots(ROBOTS, base_url=base)) == list(theirs(ROBOTS, base_url=base))


@pytest.mark.parametrize(
    ("line", "there", "here"),
    [
        (b"Sitemap: http://example.com/a.xml # all", "http://example.com/a.xml # all", ["http://example.com/a.xml"]),
        (b"Sitemap:", "http://example.com/robots.txt", []),
    ],
    ids=OTHERS[:2],
)
def test_a_listed_difference_of_robots_txt_is_there(line: bytes, there: str, here: list[str]) -> None:
    theirs = original("scrapy.utils.sitemap", "scrapy").sitemap_urls_from_robots
    base = "http://example.com/robots.txt"
    assert list(theirs(line, base_url=base)) == [there]
    assert list(sitemap_urls_from_robots(line, base_url=base)) == here


def test_gzip_is_read_and_held_to_a_size() -> None:
    packed = gzip.compress(urlset(page()).encode())
    assert list(Sitemap(packed)) == [{"loc": "https://example.com/1"}]
    refused = Sitemap(packed, max_size=100)
    assert list(refused) == []
    assert refused.error is not None
    assert refused.error.limit is sf.Limit.SIZE


def test_locations_are_resolved_where_it_is_known_where_they_stand() -> None:
    document = urlset(page(loc="/rel")).encode()
    assert list(Sitemap(document, url="https://example.com/sitemap.xml")) == [{"loc": "https://example.com/rel"}]


def test_what_is_read_quickly_is_what_is_read_slowly() -> None:
    """Values as they were written, in both lanes of the core: an attribute sends an entry through the general one."""
    values = "<lastmod> 2024-01-02T10:00:00+00:00 </lastmod><changefreq>daily</changefreq><priority>0.50</priority>"
    quick = [page(values, f"https://example.com/?a=1&amp;b={n}") for n in range(3)]
    document = urlset(*quick, page("<priority>1</priority>"))
    assert list(Sitemap(document)) == list(Sitemap(document.replace("<url>", '<url id="1">')))
    rows = [
        sf.parse_document(text, raw=True).urls.column("raw") for text in (document, document.replace("<url>", "<url >"))
    ]
    assert rows[0] == rows[1]


@given(st.lists(st.tuples(st.sampled_from(["2024-01-02", "2024-01-02T10:00:00Z", "x", "", None]), st.sampled_from(["0.5", "1.00", "high", None]), st.sampled_from(["daily", "DAILY", "some", None])), max_size=8))  # fmt: skip
def test_any_mixture_of_values_is_given_as_scrapy_gives_it(
    rows: list[tuple[str | None, str | None, str | None]],
) -> None:
    from scrapy.utils.sitemap import Sitemap as Theirs

    names = ("lastmod", "priority", "changefreq")
    document = urlset(
        *(
            page("".join(f"<{name}>{text}</{name}>" for name, text in zip(names, row, strict=True) if text))
            for row in rows
        )
    ).encode()
    assert list(Sitemap(document)) == list(Theirs(document))
