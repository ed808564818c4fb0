"""expat without handlers: what it costs to look at XML at all. It reads nothing, so there is nothing to compare."""

from __future__ import annotations

from xml.parsers import expat

from peers import Job, Peer

__all__ = ["PEER"]


def _scan(data: bytes) -> None:
    expat.ParserCreate().Parse(data, True)


PEER = Peer(
    title="expat, no handlers",
    version=lambda: expat.EXPAT_VERSION.removeprefix("expat_"),
    jobs=dict.fromkeys(("urlset", "rich", "rss", "atom", "index"), Job(run=_scan)),
)
