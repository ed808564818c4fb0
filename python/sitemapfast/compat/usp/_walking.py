"""From URLs to the tree of ``usp``: one walk, and what it read put together as the original nests it.

Enters: roots, a client or none, the callbacks. Leaves: a node for each root. `tree` and `fetch_parse` call it.

The walk is breadth first and reads several documents at once; the callbacks run between them, in the caller's thread,
and what they refuse is denied before it is asked for. A sitemap is asked for once and stands where it is listed first.
"""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

import sitemapfast as sf
from sitemapfast.compat.usp._reading import sitemap_of
from sitemapfast.compat.usp.objects.sitemap import AbstractSitemap, InvalidSitemap
from sitemapfast.compat.usp.web_client.abstract_client import ClientFetcher

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import TracebackType
    from typing import Self

    from sitemapfast.compat.usp.helpers import RecurseCallbackType, RecurseListCallbackType
    from sitemapfast.compat.usp.web_client.abstract_client import AbstractWebClient

__all__ = ["MAX_RECURSION_LEVEL", "MAX_SITEMAP_SIZE", "Walker"]

MAX_SITEMAP_SIZE: Final = 100 * 1024 * 1024
"""Bytes of a document."""

MAX_RECURSION_LEVEL: Final = 11
"""Levels of indexes below the first document."""

# Seconds for a document, and how often it is asked for: the original waits a minute and asks five times.
_TIMEOUT: Final = 60.0
_RETRIES: Final = 4

_log = logging.getLogger("sitemapfast.compat.usp")


class Walker:
    """Reads roots and what they lead to; a context manager."""

    def __init__(
        self,
        web_client: AbstractWebClient | None,
        *,
        recurse_callback: RecurseCallbackType | None = None,
        recurse_list_callback: RecurseListCallbackType | None = None,
        parent_urls: Iterable[str] = (),
        level: int = 0,
    ) -> None:
        """Take how to fetch and what to read.

        Args:
            web_client: The caller's client; ``None`` for the transport of sitemapfast.
            recurse_callback: Asked for each sitemap that is listed.
            recurse_list_callback: Asked for all sitemaps of an index.
            parent_urls: The URLs above the roots.
            level: The level of the roots.
        """
        settings: dict[str, Any] = {
            "max_size": MAX_SITEMAP_SIZE,
            "max_depth": max(MAX_RECURSION_LEVEL - level, 0),
            "retries": _RETRIES,
            "lenient_dates": True,
            "authorize": self._authorize,
        }
        if web_client is None:
            settings["timeout"] = _TIMEOUT
        else:
            # A client need not be ready for several threads.
            settings |= {"fetcher": ClientFetcher(web_client, MAX_SITEMAP_SIZE), "concurrency": 1}
        self._parser = sf.SitemapParser(**settings)
        self._one = recurse_callback
        self._all = recurse_list_callback
        self._above = frozenset(parent_urls)
        self._level = level
        self._seen: dict[str, str] = {}
        self._read: dict[tuple[str | None, str], sf.Document] = {}
        self._served: dict[str, sf.Document] = {}
        self._failed: dict[tuple[str | None, str], sf.DocumentFailure] = {}
        self._refused: set[tuple[str | None, str]] = set()

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the connections."""
        self._parser.close()

    def walk(self, roots: list[str], *, quiet: bool = False) -> list[AbstractSitemap]:
        """Return a node for each root that is no duplicate of what was read before, in order.

        Args:
            roots: Their URLs.
            quiet: Whether it is to be expected that most of them do not exist.
        """
        result = self._parser.walk(roots, seen=self._seen, retention="none", on_document=self._visit)
        self._seen = result.seen
        self._failed = {(each.parent, each.url): each for each in result.failures}
        for reason in result.reasons:
            if reason in {sf.Reason.DOCUMENT_LIMIT, sf.Reason.URL_LIMIT}:
                _log.warning("%s: not everything was read (%s)", result.url, reason)
        for failure in result.failures:
            expected = quiet and failure.parent is None
            _log.log(logging.DEBUG if expected else logging.WARNING, "%s", failure.error)
        nodes = (self._node(None, root, self._above) for root in roots)
        return [node for node in nodes if node is not None]

    def given(self, url: str, content: str) -> AbstractSitemap:
        """Return the node of a document that the caller has, its children fetched."""
        stream = self._parser.stream(url, content=content)
        try:
            for document in stream:
                self._visit(document)
        except sf.SitemapError as error:
            return _invalid(url, error)
        self._failed = {(each.parent, each.url): each for each in stream.result.failures}
        node = self._node(None, url, self._above)
        return InvalidSitemap(url, "Nothing was read") if node is None else node

    # While it walks.

    def _visit(self, document: sf.Document) -> None:
        self._read[document.parent, document.requested_url] = document
        self._served[document.url] = document
        if (self._one is None and self._all is None) or document.format not in {
            sf.Format.ROBOTS,
            sf.Format.SITEMAPINDEX,
        }:
            return
        listed = list(dict.fromkeys(document.sitemaps.locs()))
        level = self._level + document.depth + (document.format is not sf.Format.ROBOTS)
        above = set(self._ancestors(document))
        kept = listed if self._all is None else list(self._all(list(listed), level, set(above)))
        if self._one is not None:
            kept = [each for each in kept if self._one(each, level, set(above))]
        self._refused.update((document.url, each) for each in set(listed) - set(kept))

    def _ancestors(self, document: sf.Document) -> frozenset[str]:
        above = {document.url, *self._above}
        parent = document.parent
        while parent is not None:
            above.add(parent)
            found = self._served.get(parent)
            parent = None if found is None else found.parent
        return frozenset(above)

    def _authorize(self, request: sf.Request) -> sf.Deny | None:
        if request.found is not sf.Found.REDIRECT and (request.parent, request.url) in self._refused:
            return sf.Deny(reason="a callback left it out")
        return None

    # When it has walked.

    def _node(self, parent: str | None, url: str, above: frozenset[str]) -> AbstractSitemap | None:
        """Return what a URL became under its parent, or ``None`` where it stands elsewhere or was left out."""
        if (parent, url) in self._refused:
            return None
        # Once only: an index may list a sitemap twice.
        document = self._read.pop((parent, url), None)
        if document is not None:
            below = above | {url, document.url}
            children = (self._node(document.url, each, below) for each in document.sitemaps.locs())
            return sitemap_of(document, [each for each in children if each is not None])
        failure = self._failed.pop((parent, url), None)
        if failure is not None:
            return _invalid(url, failure.error)
        if url in above:
            reason = f"Recursion detected in URL {url} with parent URLs {set(above)}."
            return InvalidSitemap(url, f"Unable to add sub-sitemap from URL {url}: {reason}")
        if parent is not None and self._too_deep(parent) and url not in self._served:
            reason = f"Recursion level exceeded {MAX_RECURSION_LEVEL} for URL {url}."
            return InvalidSitemap(url, f"Unable to add sub-sitemap from URL {url}: {reason}")
        return None

    def _too_deep(self, parent: str) -> bool:
        document = self._served[parent]
        return document.format is not sf.Format.ROBOTS and self._level + document.depth >= MAX_RECURSION_LEVEL


def _invalid(url: str, error: sf.SitemapError) -> InvalidSitemap:
    if isinstance(error, sf.NetworkError):
        if error.code == "no_web_client":
            return InvalidSitemap(url, error.reason)
        reason = error.reason if error.status is None else _words(error.status)
        return InvalidSitemap(url, f"Unable to fetch sitemap from {url}: {reason}")
    if isinstance(error, sf.ParseError) and error.code == "unrecognized_format":
        return InvalidSitemap(url, f"No parsers support sitemap from {url}: {error.reason}")
    return InvalidSitemap(url, f"Unable to parse sitemap from {url}: {error.reason}")


def _words(status: int) -> str:
    """Return a status as the original shows it."""
    try:
        return f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        return str(status)
