"""Scrapy's `Sitemap`: a dict of text for each entry; nothing is typed, so the types are made after the clock stopped."""

from __future__ import annotations

from datetime import datetime
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from peers import Job, Peer

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["PEER", "rows"]


def _import() -> None:
    import scrapy.utils.sitemap  # noqa: F401


def _entries(data: bytes) -> list[Any]:
    from scrapy.utils.sitemap import Sitemap

    return list(Sitemap(data))


def rows(entries: list[Any]) -> Iterable[Sequence[Any]]:
    """Return the four fields of each entry in their types."""
    for entry in entries:
        yield entry["loc"], datetime.fromisoformat(entry["lastmod"]), entry["changefreq"], float(entry["priority"])


PEER = Peer(
    title="Scrapy, Sitemap",
    version=lambda: version("scrapy"),
    requires=("scrapy",),
    jobs={"urlset": Job(run=_entries, rows=rows, prepare=_import)},
)
