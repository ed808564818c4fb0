"""The sitemaps of ``usp.objects.sitemap``: what lists pages, what lists sitemaps, what could not be read.

Enters: pages or sitemaps; `_reading` gives a table of the core instead, whose rows become pages when they are looked
at. Leaves: a tree to iterate over, compare, pickle and turn into dicts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from itertools import chain
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Self

    from sitemapfast import UrlTable
    from sitemapfast.compat.usp.objects.page import SitemapPage

__all__ = [
    "AbstractIndexSitemap",
    "AbstractPagesSitemap",
    "AbstractSitemap",
    "IndexRobotsTxtSitemap",
    "IndexWebsiteSitemap",
    "IndexXMLSitemap",
    "InvalidSitemap",
    "PagesAtomSitemap",
    "PagesRSSSitemap",
    "PagesTextSitemap",
    "PagesXMLSitemap",
]

# Pages that are made at a time: a caller who stops after a few does not wait for a million.
_ROWS = 8_192


class AbstractSitemap(ABC):
    """Any of them; compares by its contents and is therefore not hashable."""

    __slots__ = ("_url",)

    def __init__(self, url: str) -> None:
        self._url = url

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._url == other._url and self._contents() == other._contents()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={value}" for name, value in self._contents().items())
        return f"{type(self).__name__}(url={self._url}, {shown})"

    @abstractmethod
    def _contents(self) -> dict[str, Any]:
        """Return what it holds, by name."""

    @property
    def url(self) -> str:
        """The URL it was served from."""
        return self._url

    def to_dict(self, with_pages: bool = True) -> dict[str, Any]:  # noqa: ARG002  indexes hand it on
        """Return its fields as a dict.

        Args:
            with_pages: Whether pages are in it.
        """
        return {"url": self._url}

    @property
    @abstractmethod
    def pages(self) -> list[SitemapPage]:
        """The pages it lists itself, a new list each time."""

    @property
    @abstractmethod
    def sub_sitemaps(self) -> list[AbstractSitemap]:
        """The sitemaps it lists itself."""

    def all_pages(self) -> Iterator[SitemapPage]:
        """Iterate over its pages and those of all sitemaps below it."""
        yield from self.pages

    def all_sitemaps(self) -> Iterator[AbstractSitemap]:
        """Iterate over the sitemaps below it, each before what it lists."""
        yield from ()


class InvalidSitemap(AbstractSitemap):
    """A sitemap that could not be fetched or read."""

    __slots__ = ("_reason",)

    def __init__(self, url: str, reason: str) -> None:
        super().__init__(url)
        self._reason = reason

    def _contents(self) -> dict[str, Any]:
        return {"reason": self._reason}

    @property
    def reason(self) -> str:
        """Why it is invalid."""
        return self._reason

    def to_dict(self, with_pages: bool = True) -> dict[str, Any]:
        """Return its URL and the reason."""
        return {**super().to_dict(with_pages), "reason": self._reason}

    @property
    def pages(self) -> list[SitemapPage]:
        """None."""
        return []

    @property
    def sub_sitemaps(self) -> list[AbstractSitemap]:
        """None."""
        return []


class AbstractPagesSitemap(AbstractSitemap):
    """A sitemap that lists pages."""

    __slots__ = ("_made", "_make", "_table")

    def __init__(self, url: str, pages: list[SitemapPage]) -> None:
        super().__init__(url)
        self._made: list[SitemapPage] = list(pages)
        self._table: UrlTable | None = None
        self._make: Callable[[UrlTable, list[str]], list[SitemapPage]] | None = None

    @classmethod
    def _of(cls, url: str, table: UrlTable, make: Callable[[UrlTable, list[str]], list[SitemapPage]]) -> Self:
        """Return a sitemap whose pages are made of rows when they are looked at."""
        sitemap = cls(url, [])
        sitemap._table, sitemap._make = table, make
        return sitemap

    def _contents(self) -> dict[str, Any]:
        return {"pages": self.pages}

    def to_dict(self, with_pages: bool = True) -> dict[str, Any]:
        """Return its URL and, if wanted, its pages."""
        fields = super().to_dict(with_pages)
        if with_pages:
            fields["pages"] = [page.to_dict() for page in self.all_pages()]
        return fields

    @property
    def pages(self) -> list[SitemapPage]:
        """The pages, a new list each time."""
        return list(self.all_pages())

    @property
    def sub_sitemaps(self) -> list[AbstractSitemap]:
        """None."""
        return []

    def all_pages(self) -> Iterator[SitemapPage]:
        """Iterate over its pages."""
        table, make = self._table, self._make
        if table is None or make is None:
            return iter(self._made)
        return chain.from_iterable(make(part, locs) for part, locs in _distinct(table))


def _distinct(table: UrlTable) -> Iterator[tuple[UrlTable, list[str]]]:
    """Return the rows of a table by pieces, with their locations, without those whose location stands further up."""
    seen: set[str] = set()
    for at in range(0, len(table), _ROWS):
        part = table[at : at + _ROWS]
        locs = part.locs()
        fresh = dict.fromkeys(locs)
        if len(fresh) < len(locs) or not seen.isdisjoint(fresh):
            first: dict[str, int] = {}
            part = part.filter([loc not in seen and first.setdefault(loc, n) == n for n, loc in enumerate(locs)])
            locs = part.locs()
        seen.update(fresh)
        yield part, locs


class PagesXMLSitemap(AbstractPagesSitemap):
    """An XML sitemap."""

    __slots__ = ()


class PagesTextSitemap(AbstractPagesSitemap):
    """A plain text sitemap."""

    __slots__ = ()


class PagesRSSSitemap(AbstractPagesSitemap):
    """An RSS feed."""

    __slots__ = ()


class PagesAtomSitemap(AbstractPagesSitemap):
    """An Atom feed."""

    __slots__ = ()


class AbstractIndexSitemap(AbstractSitemap):
    """A sitemap that lists sitemaps."""

    __slots__ = ("_sub_sitemaps",)

    def __init__(self, url: str, sub_sitemaps: list[AbstractSitemap]) -> None:
        super().__init__(url)
        self._sub_sitemaps = sub_sitemaps

    def _contents(self) -> dict[str, Any]:
        return {"sub_sitemaps": self._sub_sitemaps}

    def to_dict(self, with_pages: bool = True) -> dict[str, Any]:
        """Return its URL and its sitemaps, with or without their pages."""
        return {
            **super().to_dict(with_pages),
            "sub_sitemaps": [each.to_dict(with_pages=with_pages) for each in self._sub_sitemaps],
        }

    @property
    def pages(self) -> list[SitemapPage]:
        """None: what it lists are sitemaps."""
        return []

    @property
    def sub_sitemaps(self) -> list[AbstractSitemap]:
        """The sitemaps it lists."""
        return self._sub_sitemaps

    def all_pages(self) -> Iterator[SitemapPage]:
        """Iterate over the pages of all sitemaps below it."""
        return chain.from_iterable(each.all_pages() for each in self._sub_sitemaps)

    def all_sitemaps(self) -> Iterator[AbstractSitemap]:
        """Iterate over the sitemaps below it, each before what it lists."""
        for each in self._sub_sitemaps:
            yield each
            yield from each.all_sitemaps()


class IndexWebsiteSitemap(AbstractIndexSitemap):
    """A web site: the sitemaps that were found for a homepage."""

    __slots__ = ()


class IndexXMLSitemap(AbstractIndexSitemap):
    """An XML sitemap index."""

    __slots__ = ()


class IndexRobotsTxtSitemap(AbstractIndexSitemap):
    """A robots.txt."""

    __slots__ = ()
