"""The entries that wait for their turn, and what is known of every URL of the walk.

Enters: roots, entries of an earlier walk, the sitemaps a document lists. Leaves: one entry after the other, breadth
first in listed order (rule [87]), each URL once (rules [46], [84]). Only `engine` calls it. What is known changes at
commits alone, so that nothing here depends on which read was faster.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING

from sitemapfast._core import sitemap_key
from sitemapfast.entries import Outcome
from sitemapfast.typing import Found

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import datetime

__all__ = ["Entry", "Frontier", "Mark", "Meta", "Root"]


@dataclass(slots=True, eq=False)
class Root:
    """The main document of everything that descends from it (rule [101]).

    Attributes:
        url: The URL asked for.
        served: The URL it was served from, once that is known.
        private: Whether it is on an address that is not public, so that what it lists may be too (rule [110]).
    """

    url: str
    served: str | None = None
    private: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Meta:
    """What the server said of a document (rule [95]), and what it took.

    Attributes:
        url: The URL it was served from.
        status: The HTTP status, or ``None`` for content that was passed in.
        etag: The ``ETag`` field.
        last_modified: The ``Last-Modified`` field.
        content_type: The ``Content-Type`` field.
        fetched_at: When its answer came.
        size: Bytes of the document, decompressed.
        private: Whether it came from an address that is not public.
    """

    url: str
    status: int | None = None
    etag: str | None = None
    last_modified: str | None = None
    content_type: str | None = None
    fetched_at: datetime | None = None
    size: int | None = None
    private: bool = False


@dataclass(slots=True, eq=False, kw_only=True)
class Entry:
    """A document that is asked for in its turn: the one small record kept for each (rule [103]).

    Attributes:
        url: The absolute URL.
        key: The URL as far as it tells sitemaps apart (rule [46]); empty for content without a URL.
        depth: Its level (rule [84]).
        parent: The URL of the document that lists it.
        found: How it was found.
        root: The main document it descends from.
        origins: URLs whose origin strict mode admits beside its own (rule [43]).
        outcome: What became of it.
        error: Why it failed, in words.
        meta: What the server said of it.
    """

    url: str
    key: str
    depth: int = 0
    parent: str | None = None
    found: Found = Found.ROOT
    root: Root
    origins: tuple[str, ...] = ()
    outcome: Outcome = Outcome.PENDING
    error: str | None = None
    meta: Meta | None = None

    @classmethod
    def fresh(cls, url: str) -> Entry:
        """Return a root, the main document of what descends from it."""
        return cls(url=url, key=sitemap_key(url) if url else "", root=Root(url))

    @property
    def main(self) -> bool:
        """Whether it is a main document."""
        return self.found is Found.ROOT


class Mark(Enum):
    """What is known of a URL."""

    ASKED = auto()
    COMMITTED = auto()
    FAILED = auto()


@dataclass(slots=True)
class Frontier:
    """The queue, and the marks.

    Attributes:
        marks: What is known of each URL, by key.
    """

    marks: dict[str, Mark] = field(default_factory=dict)
    _queue: deque[Entry] = field(default_factory=deque)

    @classmethod
    def of(cls, entries: Iterable[Entry], seen: Mapping[str, Mark]) -> Frontier:
        """Return one with the entries a walk begins with, those left out that were committed before."""
        frontier = cls(marks=dict(seen))
        for entry in entries:
            if frontier.marks.get(entry.key) in (Mark.ASKED, Mark.COMMITTED):
                entry.outcome = Outcome.DUPLICATE
            else:
                frontier.add(entry)
        return frontier

    def __len__(self) -> int:
        return len(self._queue)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._queue)

    @property
    def head(self) -> Entry:
        """The entry whose turn is next."""
        return self._queue[0]

    def add(self, entry: Entry) -> None:
        """Put an entry at the end."""
        if entry.key:
            self.marks[entry.key] = Mark.ASKED
        self._queue.append(entry)

    def pop(self) -> Entry:
        """Take the entry whose turn it is."""
        return self._queue.popleft()

    def known(self, key: str) -> bool:
        """Whether a listed URL is asked for, committed or failed already."""
        return key in self.marks

    def committed(self, key: str) -> bool:
        """Whether a URL stands for a document that was read."""
        return self.marks.get(key) is Mark.COMMITTED

    def settle(self, keys: Iterable[str], mark: Mark) -> None:
        """Mark the URLs of a document; what was read stays read."""
        for key in keys:
            if key and not self.committed(key):
                self.marks[key] = mark
