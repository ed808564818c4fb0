"""What Scrapy 2.19 has for sitemaps, on this parser: `SitemapSpider`, `Sitemap`, `sitemap_urls_from_robots`.

Enters: responses and bytes. Leaves: requests, and dicts of text as it was written. Scrapy is imported with this module,
fetches everything and remains in charge of limits, filters and the order of requests. What is different stands in
``docs/migrate/scrapy.md``.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from scrapy.http import Request  # type: ignore[import-not-found,unused-ignore]  # not installed everywhere
from scrapy.spiders import SitemapSpider as _SitemapSpider  # type: ignore[import-not-found,unused-ignore]

import sitemapfast as sf

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime

    from scrapy.http import Response

__all__ = ["Sitemap", "SitemapSpider", "sitemap_urls_from_robots"]

# What relative locations are resolved against where nobody says where the document is from; it stands for nothing.
_NOWHERE: Final = "http://sitemap.invalid"
_TYPES: Final = {sf.Format.ATOM: "feed"}


class Sitemap:
    """A sitemap or an index as an iterable of dicts.

    Attributes:
        type: The name of the root element, ``"text"`` for a list, ``""`` for what is no sitemap.
        error: Why it is none, or why it was not read to its end; ``None`` otherwise.
        sitemaps: The sitemaps that stand among its pages, as dicts; an index has its own among its entries.

    Examples:
        >>> sitemap = Sitemap(b"<urlset><url><loc>https://example.com/</loc><priority>0.50</priority></url></urlset>")
        >>> sitemap.type, list(sitemap)
        ('urlset', [{'loc': 'https://example.com/', 'priority': '0.50'}])
    """

    def __init__(self, xmltext: str | bytes, *, url: str = "", max_size: int | None = None) -> None:
        """Read a document, gzip or not.

        Args:
            xmltext: The document.
            url: Where it is from: relative locations are resolved against it. Without it they stay as they are.
            max_size: Bytes that it may have, decompressed; ``None`` for any number.
        """
        self.error: sf.ParseError | None = None
        self._written = not _is_web(url)
        base = f"{_NOWHERE}/" if self._written else url
        try:
            document = sf.parse_document(xmltext, url=base, raw=True, max_size=max_size)
        except sf.ParseError as error:
            self.type = ""
            self.error = error
            self._urls, self._sitemaps = sf.UrlTable(), sf.SitemapTable()
            return
        self.type = str(_TYPES.get(document.format, document.format)) if document.format else ""
        if not document.complete:
            self.error = next((each for each in document.errors if isinstance(each, sf.ParseError)), None)
        self._urls, self._sitemaps = document.urls, document.sitemaps

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Iterate over its entries: text as it was written, ``alternate`` a list of URLs, an empty text for a block."""
        listed = self.sitemaps if self.type == sf.Format.SITEMAPINDEX else []
        return chain(listed, _entries(self._urls, written=self._written))

    @property
    def sitemaps(self) -> list[dict[str, Any]]:
        """The sitemaps it lists."""
        columns = map(self._sitemaps.column, ("loc", "lastmod", "lastmod_precision"))
        listed = []
        for loc, date, precision in zip(*columns, strict=True):
            entry = {"loc": loc.removeprefix(_NOWHERE) if self._written else loc}
            if date is not None:
                entry["lastmod"] = _w3c(date, precision)
            listed.append(entry)
        return listed


def sitemap_urls_from_robots(robots_text: str | bytes, base_url: str | None = None) -> Iterable[str]:
    """Return the sitemaps that a robots.txt names.

    Args:
        robots_text: The robots.txt.
        base_url: Where it is from, for relative URLs; without it they stay as they are.

    Examples:
        >>> list(sitemap_urls_from_robots(b"Sitemap: /sitemap.xml", base_url="https://example.com/robots.txt"))
        ['https://example.com/sitemap.xml']
    """
    known = base_url is not None and _is_web(base_url)
    document = sf.parse_document(robots_text, url=base_url or "" if known else f"{_NOWHERE}/", format="robots")
    return [loc if known else loc.removeprefix(_NOWHERE) for loc in document.sitemaps.locs()]


class SitemapSpider(_SitemapSpider):  # type: ignore[misc,unused-ignore]  # Scrapy is not installed everywhere
    """Scrapy's `SitemapSpider`, whose documents are read by sitemapfast.

    ``sitemap_urls``, ``sitemap_rules``, ``sitemap_follow``, ``sitemap_alternate_links`` and ``sitemap_filter`` are
    those of Scrapy.
    """

    def _parse_sitemap(self, response: Response) -> Iterator[Request]:
        """Return the requests that a robots.txt, an index or a sitemap leads to."""
        if response.url.endswith("/robots.txt"):
            for url in sitemap_urls_from_robots(response.body, base_url=response.url):
                yield Request(url, callback=self._parse_sitemap)
            return
        most = response.meta.get("download_maxsize", self._max_size) or None
        sitemap = Sitemap(response.body, url=response.url, max_size=most)
        if sitemap.error is not None:
            what = "invalid sitemap" if not sitemap.type else "the rest of a broken sitemap"
            self.logger.warning("Ignoring %s: %s (%s)", what, response, sitemap.error)
        if sitemap.type == sf.Format.SITEMAPINDEX:
            for loc in self._get_urls_from_sitemapindex(self.sitemap_filter(sitemap.sitemaps)):
                yield Request(loc, callback=self._parse_sitemap)
        elif sitemap.type:
            for loc, callback in self._get_urls_and_callbacks_from_urlset(self.sitemap_filter(sitemap)):
                yield Request(loc, callback=callback)
            if listed := sitemap.sitemaps:
                for loc in self._get_urls_from_sitemapindex(self.sitemap_filter(listed)):
                    yield Request(loc, callback=self._parse_sitemap)


def _is_web(url: str) -> bool:
    return url.lower().startswith(("http://", "https://"))


def _entries(table: sf.UrlTable, *, written: bool) -> Iterable[dict[str, Any]]:
    """Return the entries of a table as dicts, of which the core has made the larger part already."""
    column = table.column
    raws: list[Any] = column("raw")
    if not all(raws):  # feeds and text lists have locations alone
        raws = [raw or {"loc": loc} for raw, loc in zip(raws, table.locs(), strict=True)]
    if not written:
        for raw, loc in zip(raws, table.locs(), strict=True):
            raw["loc"] = loc
    blocks = {name: values for name in _BLOCKS if any(values := column(name))}
    if not blocks and not any(None in column(name) for name in ("lastmod_precision", "changefreq", "priority")):
        return raws
    return (_entry(raw, {name: values[at] for name, values in blocks.items()}) for at, raw in enumerate(raws))


def _entry(raw: dict[str, str | None], blocks: dict[str, Any]) -> dict[str, Any]:
    entry: dict[str, Any] = {name: text for name, text in raw.items() if text is not None}
    for name, value in blocks.items():
        if value:
            entry |= _BLOCKS[name](value)
    return entry


# Scrapy has the text of every child, which of a block is the white space in it.
_BLOCKS: Final[dict[str, Any]] = {
    "images": lambda _: {"image": ""},
    "videos": lambda _: {"video": ""},
    "news": lambda _: {"news": ""},
    "mobile": lambda _: {"mobile": ""},
    "pagemap": lambda _: {"PageMap": ""},
    "alternates": lambda links: {"alternate": [link.href for link in links]},
    "extra": lambda elements: {element.name: element.text for element in elements},
}


def _w3c(date: datetime, precision: sf.Precision | None) -> str:
    """Return the date of an index's entry as it was written, but that ``+00:00`` is ``Z``."""
    match precision:
        case sf.Precision.YEAR | sf.Precision.MONTH | sf.Precision.DAY:
            return {"year": f"{date:%Y}", "month": f"{date:%Y-%m}"}.get(precision, f"{date:%Y-%m-%d}")
        case sf.Precision.MINUTE:
            text = date.isoformat(timespec="minutes")
        case _:
            text = date.isoformat()
    return text.removesuffix("+00:00") + "Z" if text.endswith("+00:00") else text
