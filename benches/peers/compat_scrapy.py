"""sitemapfast in the shape of Scrapy's `Sitemap`: what a spider gains that changes nothing but its import."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from peers import Job, Peer
from peers.scrapy_sitemap import rows

__all__ = ["PEER"]


def _import() -> None:
    import sitemapfast.compat.scrapy  # noqa: F401


def _entries(data: bytes) -> list[Any]:
    from sitemapfast.compat.scrapy import Sitemap

    return list(Sitemap(data))


PEER = Peer(
    title="sitemapfast.compat.scrapy",
    version=lambda: version("sitemapfast"),
    requires=("scrapy",),
    jobs={"urlset": Job(run=_entries, rows=rows, prepare=_import)},
)
