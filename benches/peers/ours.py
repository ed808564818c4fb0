"""sitemapfast: bytes to a table, to Python objects, and a whole site."""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from peers import Job, Peer

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["PEER"]

_BASE = "https://www.example.com/"


def _import() -> None:
    import sitemapfast  # noqa: F401


def _document(data: bytes) -> Any:
    import sitemapfast as sf

    document = sf.parse_document(data, url=f"{_BASE}sitemap.xml")
    # Validated, or it does not count.
    assert document.complete, document.errors
    assert document.error_count == 0, document.errors
    return document


def _objects(data: bytes) -> Any:
    return _document(data).urls.rows("loc", "lastmod", "changefreq", "priority")


def _site(origin: str) -> Any:
    import sitemapfast as sf

    result = sf.parse(f"{origin}/robots.txt", timeout=60)
    assert result.complete, result.errors
    return result


def _four_fields(read: Any) -> Any:
    return read.urls.rows("loc", "lastmod", "changefreq", "priority")


def _locations_and_dates(read: Any) -> Any:
    return read.urls.rows("loc", "lastmod")


def _sitemaps(read: Any) -> Any:
    return read.sitemaps.rows("loc", "lastmod")


def _everything(read: Any) -> Iterable[Sequence[Any]]:
    for url in read.urls:
        news = url.news
        yield (
            url.loc,
            url.lastmod,
            [(image.loc, image.title, image.caption) for image in url.images],
            [
                (
                    video.thumbnail_loc,
                    video.title,
                    video.description,
                    video.content_loc,
                    video.duration,
                    video.publication_date,
                    video.tags,
                )
                for video in url.videos
            ],
            news and (news.publication_name, news.publication_language, news.publication_date, news.title),
            [(link.rel, link.hreflang, link.href) for link in url.alternates],
        )


PEER = Peer(
    title="sitemapfast",
    version=lambda: version("sitemapfast"),
    jobs={
        "urlset": Job(run=_document, rows=_four_fields, prepare=_import),
        "objects": Job(run=_objects, rows=lambda rows: rows, prepare=_import),
        "gzip": Job(run=_document, rows=_four_fields, prepare=_import),
        "rich": Job(run=_document, rows=_everything, prepare=_import),
        "rss": Job(run=_document, rows=_locations_and_dates, prepare=_import),
        "atom": Job(run=_document, rows=_locations_and_dates, prepare=_import),
        "text": Job(run=_document, rows=_locations_and_dates, prepare=_import),
        "index": Job(run=_document, rows=_sitemaps, prepare=_import),
        "site": Job(run=_site, rows=_locations_and_dates, prepare=_import),
    },
)
