"""The fast lanes give what the general lane gives, whatever the document: rows, errors, notes, all of it.

The lanes are an inner matter of the core, so this test uses the core's own entry with its switch.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitemapfast import _core
from sitemapfast.exceptions import SitemapError

URL = "https://example.com/sitemap.xml"
CASES = Path(__file__).parent.parent / "data" / "cases"

ROOT = (
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
    ' xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
    ' xmlns:video="http://www.google.com/schemas/sitemap-video/1.1"'
    ' xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"'
    ' xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:m="http://search.yahoo.com/mrss/">'
)

LOCS = [
    "https://example.com/a",
    "https://example.com/a?b=1&amp;c=2",
    "https://example.com/a?b=1&c=2",
    "https://example.com/&lt;x&gt;",
    "\n  https://example.com/padded\t",
    "/relative",
    "https://elsewhere.example/",
    "https://example.com/\u00e9",
    "https://example.com/a b",
    "https://example.com/&#233;",
    "https://example.com/&#0;",
    "<![CDATA[https://example.com/cdata?a&b]]>",
    "https://example.com/]]>",
    "https://exam<b/>ple.com/",
    "ftp://example.com/",
    "",
]
DATES = [
    "2026-11-30",
    "2026-11-30T08:00:00+01:00",
    "2026",
    " 2026-11 ",
    "yesterday",
    "",
    "2026-11-30 08:00",
    "<!-- x -->",
]
FREQUENCIES = ["daily", "Daily", " never", "", "sometimes", "dai&#108;y"]
PRIORITIES = ["0.5", "1", "1.5", "0,5", "", " .5 "]
EXTRAS = [
    "<image:image><image:loc>https://example.com/i.png</image:loc><image:title>a &amp; b</image:title></image:image>",
    "<image:image><image:title>none</image:title></image:image>",
    "<image:image><image:loc>https://example.com/i.png</image:loc><loc>https://example.com/not</loc></image:image>",
    "<image:image><image:loc>https://example.com/i.png</image:image>",
    '<xhtml:link rel="alternate" hreflang="de" href="https://example.com/de?a=1&amp;b=2"/>',
    "<xhtml:link rel='alternate' hreflang=de href='https://example.com/de'/>",
    '<xhtml:link rel="alternate" rel="x" hreflang="de" href="https://example.com/de"></xhtml:link>',
    "<news:news><news:publication><news:name>N</news:name><news:language>en</news:language></news:publication>"
    "<news:publication_date>2026-11-30</news:publication_date><news:title><![CDATA[T & t]]></news:title></news:news>",
    "<video:video><video:thumbnail_loc>https://example.com/t.png</video:thumbnail_loc><video:title>t</video:title>"
    "<video:description>d</video:description><video:content_loc>https://example.com/v.mp4</video:content_loc>"
    '<video:duration>PT1H</video:duration><video:price currency="EUR">1.99</video:price><video:tag>a</video:tag>'
    "<video:id type='x'>7</video:id></video:video>",
    '<m:content url="https://example.com/v.mp4" width="x"><m:title>t</m:title></m:content>',
    "<unknown><deeper>text &amp; more</deeper></unknown>",
    "<unknown><url><loc>https://example.com/inside</loc></url></unknown>",
    "<unknown>",
    "</unknown>",
    "<!-- comment -->",
    "<?pi?>",
    "stray",
    "<x:y/>",
    "<image:loc xmlns:image='urn:x'>x</image:loc>",
    "<loc>https://example.com/second</loc>",
    "<lastmod>2020-01-01</lastmod>",
]
BETWEEN = [
    "",
    "\n",
    "\r\n  ",
    "<!-- c -->",
    "<other/>",
    "text",
    "</url>",
    "<url/>",
    "<urlset>",
    "</urlset>",
    "<other><url>",
]


def element(name: str, values: list[str]) -> st.SearchStrategy[str]:
    return st.sampled_from(values).map(lambda value: f"<{name}>{value}</{name}>")


def weighted(common: str, others: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Return mostly the harmless value, so that the lanes are taken often."""
    return st.one_of(st.just(common), st.just(common), st.just(common), others)


@st.composite
def entries(draw: st.DrawFn) -> str:
    name = draw(weighted("url", st.sampled_from(["sitemap", "url ", "URL"])))
    loc = draw(weighted("<loc>https://example.com/a</loc>", element("loc", LOCS)))
    parts = [
        loc,
        draw(weighted("", element("lastmod", DATES))),
        draw(weighted("", element("changefreq", FREQUENCIES))),
        draw(weighted("", element("priority", PRIORITIES))),
        *draw(st.lists(st.sampled_from(EXTRAS), max_size=3)),
    ]
    parts = draw(st.permutations(parts))
    gap = draw(st.sampled_from(["", "\n    ", " "]))
    return f"<{name}>{gap}{gap.join(parts)}{gap}</{name.strip()}>"


@st.composite
def documents(draw: st.DrawFn) -> str:
    body = draw(st.lists(st.one_of(entries(), entries(), st.sampled_from(BETWEEN)), max_size=8))
    text = f"{ROOT}{''.join(body)}</urlset>"
    return text[: draw(st.integers(0, len(text)))] if draw(st.integers(0, 9)) == 0 else text


def read(data: bytes | str, **given: Any) -> tuple[object, ...]:
    try:
        parsed = _core.parse(data, **{"url": URL, **given})
        raised: object = None
    except SitemapError as error:
        raised, parsed = str(error), error.result
    if parsed is None:
        return (raised,)
    return (
        raised,
        parsed.format,
        parsed.urls.to_dicts(),
        parsed.sitemaps.to_dicts(),
        [(type(each).__name__, str(each), vars(each)) for each in parsed.errors],
        sorted((each.code, each.line, each.count) for each in parsed.notes),
        parsed.error_count,
        parsed.complete,
        parsed.outside_hosts,
    )


def agree(data: bytes | str, **given: Any) -> None:
    assert read(data, _fast=True, **given) == read(data, _fast=False, **given)


@settings(max_examples=400, deadline=None, derandomize=True)
@given(documents(), st.booleans(), st.sampled_from([{}, {"max_urls": 2}, {"dedupe": True}, {"hosts": ["example.com"]}]))
def test_the_lanes_agree(document: str, strict: bool, given: dict[str, Any]) -> None:
    agree(document.encode(), strict=strict, **given)


@pytest.mark.parametrize("strict", [False, True], ids=["tolerant", "strict"])
def test_the_lanes_agree_on_the_cases_from_the_field(strict: bool) -> None:
    cases = json.loads((CASES / "expected.json").read_text(encoding="utf-8"))
    for case in cases:
        agree(
            (CASES / case["file"]).read_bytes(), strict=strict, url=case["url"], robots=_core.is_robots_url(case["url"])
        )


@pytest.mark.parametrize("strict", [False, True], ids=["tolerant", "strict"])
@pytest.mark.parametrize(
    "feed",
    [
        "<rss><channel><title>t</title>{}</channel></rss>",
        '<feed xmlns="http://www.w3.org/2005/Atom"><title>t</title>{}</feed>',
    ],
    ids=["rss", "atom"],
)
def test_the_lanes_agree_on_feeds(feed: str, strict: bool) -> None:
    items = [
        "<item><title>a &amp; b</title><link>https://example.com/a</link><pubDate>Mon, 30 Nov 2026 08:00:00 GMT</pubDate>"
        "<description><![CDATA[<p>x & y</p>]]></description><content>&lt;b&gt; &nbsp;</content></item>",
        "<item><link>https://example.com/b</link><link>https://example.com/c</link><pubDate>never</pubDate></item>",
        "<item><title><![CDATA[a]]> b</title><link><![CDATA[https://example.com/d?a&b]]></link></item>",
        '<entry><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">a <b>b</b></div></title>'
        '<link href="https://example.com/e"/><updated>2026-11-30T08:00:00Z</updated></entry>',
        '<entry><title>t</title><link rel="self" href="https://example.com/f"/><link rel="alternate" href="/g"/></entry>',
        "<entry><link href=https://example.com/h /><updated>2026</updated><published>2025</published></entry>",
    ]
    agree(feed.format("\n".join(items)), strict=strict)
