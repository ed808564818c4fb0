"""ultimate-sitemap-parser: parse and iterate.

Its pages leave memory for a temporary file when a sitemap has been parsed and come back when they are iterated: both
are a part of using it, and of the time. Its newest release asks for text, so decoding is a part as well.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from peers import Job, Peer

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["PEER"]


def _import() -> None:
    import logging

    import usp.tree  # noqa: F401

    # It reports every sitemap that it reads.
    logging.disable(logging.CRITICAL)


def _pages(data: bytes) -> list[Any]:
    from usp.tree import sitemap_from_str

    return list(sitemap_from_str(data.decode()).all_pages())


def _objects(data: bytes) -> list[Sequence[Any]]:
    return [_four(page) for page in _pages(data)]


def _site(origin: str) -> list[Any]:
    from usp.tree import sitemap_tree_for_homepage

    return list(sitemap_tree_for_homepage(origin, use_known_paths=False).all_pages())


def _four(page: Any) -> Sequence[Any]:
    return page.url, page.last_modified, page.change_frequency, page.priority


def _four_fields(pages: list[Any]) -> Iterable[Sequence[Any]]:
    return map(_four, pages)


def _locations_and_dates(pages: list[Any]) -> Iterable[Sequence[Any]]:
    return ((page.url, page.last_modified) for page in pages)


def _feed_dates(pages: list[Any]) -> Iterable[Sequence[Any]]:
    # It makes a news story of a feed's entry, and puts the date there.
    return ((page.url, page.news_story.publish_date) for page in pages)


PEER = Peer(
    title="ultimate-sitemap-parser",
    version=lambda: version("ultimate-sitemap-parser"),
    requires=("ultimate-sitemap-parser",),
    jobs={
        "urlset": Job(run=_pages, rows=_four_fields, prepare=_import),
        "objects": Job(run=_objects, rows=lambda rows: rows, prepare=_import),
        "rss": Job(run=_pages, rows=_feed_dates, prepare=_import),
        "atom": Job(run=_pages, rows=_feed_dates, prepare=_import),
        "text": Job(run=_pages, rows=_locations_and_dates, prepare=_import),
        "site": Job(run=_site, rows=_locations_and_dates, prepare=_import),
    },
)
