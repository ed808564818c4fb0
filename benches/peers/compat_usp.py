"""sitemapfast in the shape of ultimate-sitemap-parser: what a program gains that changes nothing but its import."""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from peers import Job, Peer

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["PEER"]


def _import() -> None:
    import sitemapfast.compat.usp.tree  # noqa: F401


def _pages(data: bytes) -> list[Any]:
    from sitemapfast.compat.usp.tree import sitemap_from_str

    return list(sitemap_from_str(data.decode()).all_pages())


def _objects(data: bytes) -> list[Sequence[Any]]:
    return [_four(page) for page in _pages(data)]


def _site(origin: str) -> list[Any]:
    from sitemapfast.compat.usp.tree import sitemap_tree_for_homepage

    return list(sitemap_tree_for_homepage(origin, use_known_paths=False).all_pages())


def _four(page: Any) -> Sequence[Any]:
    return page.url, page.last_modified, page.change_frequency, page.priority


def _four_fields(pages: list[Any]) -> Iterable[Sequence[Any]]:
    return map(_four, pages)


def _locations_and_dates(pages: list[Any]) -> Iterable[Sequence[Any]]:
    return ((page.url, page.last_modified) for page in pages)


def _feed_dates(pages: list[Any]) -> Iterable[Sequence[Any]]:
    # As in the original, an entry of a feed is a news story, and its date stands there.
    return ((page.url, page.news_story.publish_date) for page in pages)


PEER = Peer(
    title="sitemapfast.compat.usp",
    version=lambda: version("sitemapfast"),
    jobs={
        "urlset": Job(run=_pages, rows=_four_fields, prepare=_import),
        "objects": Job(run=_objects, rows=lambda rows: rows, prepare=_import),
        "rss": Job(run=_pages, rows=_feed_dates, prepare=_import),
        "atom": Job(run=_pages, rows=_feed_dates, prepare=_import),
        "text": Job(run=_pages, rows=_locations_and_dates, prepare=_import),
        "site": Job(run=_site, rows=_locations_and_dates, prepare=_import),
    },
)
