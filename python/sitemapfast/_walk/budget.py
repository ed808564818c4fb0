"""What a call counts, and how much of it is left (rules [84] to [86], [101]).

Enters: what is asked for, listed and committed, in order. Leaves: whether there is room for more, and the counters of
`Stats`. Only `engine` calls it; nothing is counted before its breadth-first turn, so that no counter depends on
timing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sitemapfast._walk.result import Stats

if TYPE_CHECKING:
    from sitemapfast._options import Options

__all__ = ["Budget"]


@dataclass(slots=True)
class Budget:
    """The counters of a call, held against its limits.

    Attributes:
        asked: Sitemaps asked for, as far as they count.
        listed: Sitemaps kept for the list of them.
        urls: URLs kept, or in a walk observed.
        documents: Documents attempted, committed ones alone.
        read: Documents read.
        sitemaps: Sitemaps observed.
        requests: Requests sent, redirects and retries included.
        received: Bytes of body received.
        outside: Locations that ``hosts`` left out.
    """

    max_depth: int | None
    max_sitemaps: int | None
    max_urls: int | None
    asked: int = 0
    listed: int = 0
    urls: int = 0
    documents: int = 0
    read: int = 0
    sitemaps: int = 0
    requests: int = 0
    received: int = 0
    outside: int = 0

    @classmethod
    def of(cls, options: Options) -> Budget:
        """Return a fresh one with the limits of a call."""
        return cls(max_depth=options.max_depth, max_sitemaps=options.max_sitemaps, max_urls=options.max_urls)

    def may_ask(self) -> bool:
        """Whether one more sitemap may be asked for (rule [85])."""
        return self.max_sitemaps is None or self.asked < self.max_sitemaps

    def may_follow(self, depth: int, *, robots: bool) -> bool:
        """Whether what a document lists at that level may be asked for (rule [84])."""
        if self.max_depth is None:
            return True
        return depth <= self.max_depth and not (robots and self.max_depth == 0)

    def list(self, count: int) -> int:
        """Count sitemaps that are listed, and return how many of them are kept (rule [85])."""
        self.sitemaps += count
        kept = count if self.max_sitemaps is None else min(count, self.max_sitemaps - self.listed)
        self.listed += kept
        return kept

    def room(self) -> int | None:
        """How many URLs still fit, or ``None`` for any number (rule [86])."""
        return None if self.max_urls is None else self.max_urls - self.urls

    def crossed_by(self, count: int) -> bool:
        """Whether so many URLs do not fit; what is first in a walk fits always (rule [103])."""
        return self.max_urls is not None and self.read > 0 and self.urls + count > self.max_urls

    def spent(self) -> bool:
        """Whether not one more URL fits."""
        return self.max_urls is not None and self.urls >= self.max_urls

    def stats(self) -> Stats:
        """Return the counters as they are now."""
        return Stats(
            documents=self.documents,
            read=self.read,
            urls=self.urls,
            sitemaps=self.sitemaps,
            requests=self.requests,
            bytes=self.received,
            outside_hosts=self.outside,
        )
