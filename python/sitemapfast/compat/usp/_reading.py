"""A document of the core as a sitemap of the tree: rows to pages, formats to classes.

Enters: a `Document`, and the sitemaps that its children became. Leaves: an `AbstractSitemap`. `_walking` calls it for
what is fetched, `fetch_parse` for text.
"""

from __future__ import annotations

from datetime import datetime, time
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
    from collections.abc import Callable, Iterable

__all__ = ["article_pages", "pages", "sitemap_of"]

_FREQUENCIES = {each.value: each for each in SitemapPageChangeFrequency}
_COARSE = frozenset({sf.Precision.DAY, sf.Precision.MONTH, sf.Precision.YEAR})
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
    return kind._of(document.url, document.urls, make)  # noqa: SLF001  one package


def pages(table: sf.UrlTable, locs: list[str]) -> list[SitemapPage]:
    """Return the rows of a sitemap as pages; by columns, which is several times quicker than by pages.

    Args:
        table: The rows.
        locs: Their locations.
    """
    column = table.column
    news, images, links = column("news"), column("images"), column("alternates")
    nothing = [None] * len(table)
    return SitemapPage._all(  # noqa: SLF001  one package
        zip(
            locs,
            _priorities(column("priority")),
            _moments(column("lastmod"), column("lastmod_precision")),
            map(_FREQUENCIES.get, column("changefreq")),
            [None if each is None else _story(each) for each in news] if any(news) else nothing,
            [[_image(one) for one in each] or None for each in images] if any(images) else nothing,
            [_alternates(each) for each in links] if any(links) else nothing,
            strict=True,
        )
    )


def _priorities(values: list[float | None]) -> Iterable[Decimal]:
    known: dict[float | None, Decimal] = {None: SITEMAP_PAGE_DEFAULT_PRIORITY}
    for each in {*values} - {None}:
        fits = each is not None and _LOWEST <= each <= _HIGHEST
        known[each] = Decimal(repr(each)) if fits else SITEMAP_PAGE_DEFAULT_PRIORITY
    return map(known.__getitem__, values)


def _moments(dates: list[datetime | None], precisions: list[sf.Precision | None]) -> Iterable[datetime | None]:
    """Return dates as the original has them: one without a time is naive, midnight nowhere in particular."""
    if not any(dates):
        return dates
    combine = datetime.combine
    return [
        combine(date, time.min) if coarse and date is not None else date
        for date, coarse in zip(dates, map(_COARSE.__contains__, precisions), strict=True)
    ]


def article_pages(table: sf.UrlTable, locs: list[str]) -> list[SitemapPage]:
    """Return the entries of a feed as pages: each is an article, and its date is the article's."""
    dates = _moments(table.column("lastmod"), table.column("lastmod_precision"))
    return [
        SitemapPage(loc, news_story=SitemapNewsStory(unescape(title or "").strip(), date))
        for loc, title, date in zip(locs, table.column("title"), dates, strict=True)
    ]


_KINDS: dict[
    sf.Format | None, tuple[type[AbstractPagesSitemap], Callable[[sf.UrlTable, list[str]], list[SitemapPage]]]
] = {
    sf.Format.TEXT: (PagesTextSitemap, pages),
    sf.Format.RSS: (PagesRSSSitemap, article_pages),
    sf.Format.ATOM: (PagesAtomSitemap, article_pages),
}


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
