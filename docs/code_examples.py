"""For each code of the core a document that produces it.

Enters: nothing. Leaves: `EXAMPLES`, by code. `generate_codes` shows them on the page of codes with what is really
said about each; `tests/test_docs.py` reads every one and fails where its code does not come.
"""

from __future__ import annotations

import gzip
from dataclasses import dataclass, field
from typing import Any

__all__ = ["EXAMPLES", "Example"]

SITEMAP = "https://example.com/sitemap.xml"
ROBOTS = "https://example.com/robots.txt"


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A document and how it is read.

    Attributes:
        document: What is read.
        shown: How it is shown where it is too long or not text; ``None`` to show it as it is.
        url: Where it is from.
        settings: The settings it is read with.
    """

    document: str | bytes
    shown: str | None = None
    url: str = SITEMAP
    settings: dict[str, Any] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """How it is shown."""
        if self.shown is not None:
            return self.shown
        return self.document if isinstance(self.document, str) else self.document.decode()


def _pages(*entries: str, head: str = "", names: str = "") -> str:
    lines = "\n".join(f"  {each}" for each in entries)
    return f"{head}<urlset{names}>\n{lines}\n</urlset>"


def _page(values: str = "", path: str = "page") -> str:
    return f"<url><loc>https://example.com/{path}</loc>{values}</url>"


def _at(loc: str, *, strict: bool = False) -> Example:
    return Example(document=_pages(f"<url><loc>{loc}</loc></url>"), settings=_STRICT if strict else {})


def _tolerant(document: str | bytes, shown: str | None = None, **settings: Any) -> Example:
    return Example(document=document, shown=shown, settings=settings)


def _strict(document: str | bytes, shown: str | None = None) -> Example:
    return Example(document=document, shown=shown, settings=_STRICT)


def _robots(text: str) -> Example:
    return Example(document=text, url=ROBOTS)


_STRICT = {"strict": True}
_PAGES = _pages(_page(path="a"), _page(path="b"))
_IMAGES = ' xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
_VIDEOS = ' xmlns:video="http://www.google.com/schemas/sitemap-video/1.1"'
_NEWS = ' xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"'
_MEDIA = ' xmlns:media="http://search.yahoo.com/mrss/"'
_LINKS = ' xmlns:xhtml="http://www.w3.org/1999/xhtml"'
_DECLARED = '<?xml version="1.0" encoding="{}"?>\n'
_THUMBNAIL = "<video:thumbnail_loc>https://example.com/a.jpg</video:thumbnail_loc>"
_MANY = "".join(f"<url><loc>https://example.com/{n}</loc></url>" for n in range(50_001))

EXAMPLES: dict[str, Example] = {
    # What ends a document.
    "empty_document": _tolerant(" \n", "(white space alone)"),
    "unrecognized_format": _tolerant("<html><title>404</title></html>"),
    "not_well_formed": _strict("<urlset>\n  <url><loc>https://example.com/page</loc>\n</urlset>"),
    "truncated": _tolerant(f"<urlset>\n  {_page(path='a')}\n  <url><loc>https://example.com/b"),
    "gzip_damaged": _tolerant(gzip.compress(_PAGES.encode(), mtime=0)[:-12], "(a gzip file cut short)"),
    "size_limit": _tolerant(_PAGES, max_size=60),
    "robots_limit": Example(
        document="# a comment\n" * 50_000 + "Sitemap: https://example.com/a.xml\n",
        shown="(a robots.txt of 600 KB)",
        url=ROBOTS,
    ),
    "url_limit": _tolerant(_PAGES, max_urls=1),
    "validation_error_limit": _tolerant(_pages("<url/>", "<url/>"), max_validation_errors=1),
    "unknown_encoding": _tolerant(_pages(_page(), head=_DECLARED.format("EBCDIC-1")).encode()),
    "false_encoding": _strict(_pages(_page(), head=_DECLARED.format("UTF-16")).encode()),
    "undecodable_bytes": _strict(
        _pages(_page("<!-- caf\xe9 -->")).encode("latin-1"), _pages(_page("<!-- caf\\xE9 -->"))
    ),
    "nesting_limit": _tolerant(_pages(_page("<a>" * 300 + "</a>" * 300)), _pages(_page("<a><a><a>…</a></a></a>"))),
    "attribute_limit": _tolerant(
        _pages(_page("<a " + " ".join(f"b{n}=''" for n in range(300)) + "/>")), _pages(_page("<a b0='' b1='' …/>"))
    ),
    "name_limit": _tolerant(_pages(_page(f"<{'a' * 2_000}/>")), _pages(_page("<aaaaaaaa…/>"))),
    "text_limit": _tolerant(
        _pages(_page(f"<lastmod>{'2' * 1_100_000}</lastmod>")), _pages(_page("<lastmod>22222222…</lastmod>"))
    ),
    "namespace_limit": _tolerant(
        _pages(_page("".join(f'<a xmlns:b{n}="urn:{n}" xmlns:c{n}="urn:{n}">' for n in range(150)))),
        _pages(_page('<a xmlns:b0="urn:0"><a xmlns:b1="urn:1">…')),
    ),
    # What costs an entry or a value.
    "missing_loc": _tolerant(_pages("<url><lastmod>2026-11-02</lastmod></url>")),
    "loc_scheme": _at("ftp://example.com/page"),
    "loc_host": _at("https:///page"),
    "loc_port": _at("https://example.com:99999/"),
    "loc_too_long": Example(document=_pages(_page(path="a" * 2_048)), shown=_pages(_page(path="aaaaaaaa…"))),
    "loc_control": Example(document=_pages(_page(path="a\x08b")), shown=_pages(_page(path="a\\x08b"))),
    "loc_undecodable": _at("https://example.com/&#0;"),
    "loc_markup": _at("https://exam<ple.com/"),
    "loc_invalid": _at("https://exa mple.com/"),
    "loc_relative": _at("/page", strict=True),
    "loc_blank": _at("https://example.com/a b", strict=True),
    "loc_escape": _at("https://example.com/100%", strict=True),
    "loc_origin": _at("https://elsewhere.example/", strict=True),
    "several_locs": _strict(_pages("<url><loc>https://example.com/a</loc><loc>https://example.com/b</loc></url>")),
    "misplaced": _strict(f"<sitemapindex>\n  {_page()}\n</sitemapindex>"),
    "invalid_lastmod": _tolerant(_pages(_page("<lastmod>yesterday</lastmod>"))),
    "invalid_changefreq": _strict(_pages(_page("<changefreq>Daily</changefreq>"))),
    "invalid_priority": _tolerant(_pages(_page("<priority>0,5</priority>"))),
    "priority_range": _strict(_pages(_page("<priority>1.5</priority>"))),
    "invalid_value": _tolerant(
        _pages(_page(f"<video:video>{_THUMBNAIL}<video:duration>PT1H</video:duration></video:video>"), names=_VIDEOS)
    ),
    "image_loc": _strict(_pages(_page("<image:image/>"), names=_IMAGES)),
    "video_loc": _strict(_pages(_page("<video:video/>"), names=_VIDEOS)),
    "video_missing": _strict(_pages(_page(f"<video:video>{_THUMBNAIL}</video:video>"), names=_VIDEOS)),
    "video_range": _strict(
        _pages(
            _page(
                f"<video:video>{_THUMBNAIL}<video:title>Title</video:title><video:description>Text</video:description>"
                "<video:content_loc>https://example.com/a.mp4</video:content_loc>"
                "<video:rating>7</video:rating></video:video>"
            ),
            names=_VIDEOS,
        )
    ),
    "news_missing": _strict(
        _pages(
            _page(
                "<news:news><news:publication><news:name>Journal</news:name><news:language>en</news:language>"
                "</news:publication><news:title>Title</news:title></news:news>"
            ),
            names=_NEWS,
        )
    ),
    "media_url": _strict(_pages(_page('<media:thumbnail url="/t.png"/>'), names=_MEDIA)),
    "link_invalid": _strict(_pages(_page('<xhtml:link rel="alternate" hreflang="de"/>'), names=_LINKS)),
    # What was read past.
    "bare_ampersand": _at("https://example.com/?a=1&b=2"),
    "unknown_entity": _tolerant(
        _pages(
            _page(
                "<image:image><image:loc>https://example.com/a.jpg</image:loc>"
                "<image:title>A&nbsp;tent</image:title></image:image>"
            ),
            names=_IMAGES,
        )
    ),
    "bare_less_than": _tolerant(
        _pages(
            _page(
                "<image:image><image:loc>https://example.com/a.jpg</image:loc>"
                "<image:title>1 < 2</image:title></image:image>"
            ),
            names=_IMAGES,
        )
    ),
    "bad_reference": _tolerant(
        _pages(
            _page(
                "<image:image><image:loc>https://example.com/a.jpg</image:loc>"
                "<image:title>A &#0; B</image:title></image:image>"
            ),
            names=_IMAGES,
        )
    ),
    "bad_attribute": _tolerant(
        _pages(_page('<xhtml:link rel=alternate hreflang="de" href="https://example.com/de"/>'), names=_LINKS)
    ),
    "comment_hyphens": _tolerant(_pages("<!-- a--b -->", _page())),
    "cdata_end": _tolerant(
        _pages(
            _page(
                "<image:image><image:loc>https://example.com/a.jpg</image:loc>"
                "<image:title>A ]]> B</image:title></image:image>"
            ),
            names=_IMAGES,
        )
    ),
    "markup_before_declaration": _tolerant(_pages(_page(), head="<!-- made by hand -->\n" + _DECLARED.format("UTF-8"))),
    "bad_declaration": _tolerant(_pages(_page(), head='<?xml encoding="UTF-8"?>\n')),
    "content_after_root": _tolerant(_pages(_page()) + "\n<p>Made by hand</p>"),
    "missing_end_tag": _tolerant(_pages("<url><loc>https://example.com/page</url>")),
    "stray_end_tag": _tolerant(_pages(_page("</b>"))),
    "missing_start_tag": _tolerant(_pages(_page(path="a"), "<loc>https://example.com/b</loc></url>")),
    "broken_tag": _tolerant(_pages(_page("<lastmod>2026-11-02</lastmod"))),
    "stray_text": _tolerant(_pages("pages:", _page())),
    "control_character": _tolerant(
        _pages(_page("<changefreq>dai\x08ly</changefreq>")), _pages(_page("<changefreq>dai\\x08ly</changefreq>"))
    ),
    "several_locs_split": _tolerant(
        _pages("<url><loc>https://example.com/a</loc><loc>https://example.com/b</loc></url>")
    ),
    "value_twice": _tolerant(_pages(_page("<lastmod>2026-11-02</lastmod><lastmod>2026-11-01</lastmod>"))),
    "misplaced_entry": _tolerant(f"<sitemapindex>\n  {_page()}\n</sitemapindex>"),
    "undeclared_prefix": _tolerant(
        _pages(_page("<image:image><image:loc>https://example.com/a.jpg</image:loc></image:image>"))
    ),
    "replaced_bytes": _tolerant(
        _pages(_page("<!-- caf\xe9 -->")).encode("latin-1"), _pages(_page("<!-- caf\\xE9 -->"))
    ),
    "false_encoding_ignored": _tolerant(_pages(_page(), head=_DECLARED.format("UTF-16")).encode()),
    "many_entries": _tolerant(f"<urlset>{_MANY}</urlset>", "(a sitemap of 50,001 entries)"),
    "lenient_date": _tolerant(_pages(_page("<lastmod>2026-11-02 06:00:00</lastmod>")), lenient_dates=True),
    "non_ascii_loc": _at("https://example.com/caf\xe9", strict=True),
    "misspelt_directive": _robots("Site-map: https://example.com/sitemap.xml"),
    "missing_colon": _robots("Sitemap https://example.com/sitemap.xml"),
    "several_on_a_line": _robots("Sitemap: https://example.com/a.xml, https://example.com/b.xml"),
    "html_robots": _robots("<!DOCTYPE html>\n<title>Not found</title>"),
}
