"""A document of the core as a sitemap of the tree: rows to pages, formats to classes.

Enters: a `Document`, and the sitemaps that its children became. Leaves: an `AbstractSitemap`. `_walking` calls it for
what is fetched, `fetch_parse` for text.
"""

from __future__ import annotations

from decimal import Decimal
from html import unescape
from typing import TYPE_CHECKING

import sitemapfast as sf
from sitemapfast.compat.usp.objects.page import (
    SITEMAP_PAGE_DEFAULT_PRIORITY,
    SitemapImage,
    SitemapNewsStory,
    SitemapPage,
    SitemapPageChangeFrequency,
)
from sitemapfast.compat.usp.objects.sitemap import (
    AbstractPagesSitemap,
    AbstractSitemap,
    IndexRobotsTxtSitemap,
    IndexXMLSitemap,
    PagesAtomSitemap,
    PagesRSSSitemap,
    PagesTextSitemap,
    PagesXMLSitemap,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

__all__ = ["article_pages", "pages", "sitemap_of"]

_FREQUENCIES = {each.value: each for each in SitemapPageChangeFrequency}
_DAY, _MONTH, _YEAR = sf.Precision.DAY, sf.Precision.MONTH, sf.Precision.YEAR
_LOWEST, _HIGHEST = 0.0, 1.0


def sitemap_of(document: sf.Document, children: list[AbstractSitemap]) -> AbstractSitemap:
    """Return a document as a sitemap.

    Args:
        document: What was read.
        children: What the sitemaps it lists became.
    """
    if document.format is sf.Format.ROBOTS:
        return IndexRobotsTxtSitemap(document.url, children)
    if document.format is sf.Format.SITEMAPINDEX and not len(document.urls):
        return IndexXMLSitemap(document.url, children)
    listed = _pages_sitemap(document)
    # Pages and sitemaps in one file: no class of the original holds both, and neither may be lost.
    return IndexXMLSitemap(document.url, [listed, *children]) if children else listed


def _pages_sitemap(document: sf.Document) -> AbstractPagesSitemap:
    kind, make = _KINDS.get(document.format, (PagesXMLSitemap, pages))
    return kind._of(document.url, _distinct(document.urls), make)  # noqa: SLF001  one package


def _distinct(table: sf.UrlTable) -> sf.UrlTable:
    """Return the rows without those whose URL stands further up."""
    locs = table.locs()
    if len(set(locs)) == len(locs):
        return table
    first: dict[str, int] = {}
    return table.filter([first.setdefault(loc, at) == at for at, loc in enumerate(locs)])


def pages(table: sf.UrlTable) -> list[SitemapPage]:
    """Return the rows of a sitemap as pages."""
    priorities: dict[float | None, Decimal] = {None: SITEMAP_PAGE_DEFAULT_PRIORITY}
    for each in set(table.column("priority")) - {None}:
        priorities[each] = Decimal(repr(each)) if _LOWEST <= each <= _HIGHEST else SITEMAP_PAGE_DEFAULT_PRIORITY
    frequency = _FREQUENCIES.get
    return [
        SitemapPage(
            loc,
            priorities[priority],
            # A date without a time is naive in the original: midnight nowhere in particular.
            date
            if date is None or not (precision is _DAY or precision in (_MONTH, _YEAR))
            else date.replace(tzinfo=None),
            frequency(changefreq),
            None if news is None else _story(news),
            [_image(each) for each in images] if images else None,
            _alternates(alternates) if alternates else None,
        )
        for loc, priority, date, precision, changefreq, news, images, alternates in zip(
            table.locs(),
            *map(
                table.column,
                ("priority", "lastmod", "lastmod_precision", "changefreq", "news", "images", "alternates"),
            ),
            strict=True,
        )
    ]


def article_pages(table: sf.UrlTable) -> list[SitemapPage]:
    """Return the entries of a feed as pages: each is an article, and its date is the article's."""
    return [
        SitemapPage(loc, news_story=SitemapNewsStory(unescape(title or "").strip(), _moment(date, precision)))
        for loc, title, date, precision in table.rows("loc", "title", "lastmod", "lastmod_precision")
    ]


_KINDS: dict[sf.Format | None, tuple[type[AbstractPagesSitemap], Callable[[sf.UrlTable], list[SitemapPage]]]] = {
    sf.Format.TEXT: (PagesTextSitemap, pages),
    sf.Format.RSS: (PagesRSSSitemap, article_pages),
    sf.Format.ATOM: (PagesAtomSitemap, article_pages),
}


def _moment(date: datetime | None, precision: sf.Precision | None) -> datetime | None:
    return date.replace(tzinfo=None) if date is not None and precision in (_DAY, _MONTH, _YEAR) else date


def _story(news: sf.News) -> SitemapNewsStory | None:
    """Return an article; the original has none without a title and a date."""
    if news.title is None or news.publication_date is None:
        return None
    return SitemapNewsStory(
        title=news.title,
        publish_date=news.publication_date,
        publication_name=news.publication_name,
        publication_language=news.publication_language,
        access=news.access,
        genres=_parts(news.genres),
        keywords=_parts(news.keywords),
        stock_tickers=_parts(news.stock_tickers),
    )


def _parts(text: str | None) -> list[str]:
    return [each.strip() for each in text.split(",")] if text else []


def _image(image: sf.Image) -> SitemapImage:
    return SitemapImage(image.loc, image.caption, image.geo_location, image.title, image.license)


def _alternates(links: tuple[sf.Alternate, ...]) -> list[tuple[str, str]] | None:
    return [(link.hreflang, link.href) for link in links if link.hreflang] or None
