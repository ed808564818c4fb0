"""What a call returns.

Enters: what `ledger` has put together. Leaves: frozen values that pickle: a `Result` with its `Stats`, its reasons
and the documents that failed (rules [89], [101] to [103]).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from sitemapfast._core import SitemapTable, UrlTable
from sitemapfast._errors import ErrorList

if TYPE_CHECKING:
    from sitemapfast.exceptions import Note, SitemapError

__all__ = ["DocumentFailure", "Reason", "Result", "Stats"]


class Reason(StrEnum):
    """Why a result is partial (rule [102])."""

    READ_FAILURE = "read_failure"
    DEPTH_LIMIT = "depth_limit"
    DOCUMENT_LIMIT = "document_limit"
    URL_LIMIT = "url_limit"
    DOCUMENT_PARTIAL = "document_partial"
    CANCELLED = "cancelled"
    TOTAL_TIMEOUT = "total_timeout"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats:
    """What was counted, the same at any concurrency and with any retention (rule [101]).

    Attributes:
        documents: Documents attempted: read, failed, or found to be duplicates.
        read: Documents read.
        urls: URLs counted towards ``max_urls``.
        sitemaps: Sitemaps listed by the documents that were read.
        requests: Requests sent for them, redirects and retries included.
        bytes: Bytes of body received for them, as they were sent.
        outside_hosts: Locations left out by ``hosts`` (rule [47]).
    """

    documents: int = 0
    read: int = 0
    urls: int = 0
    sitemaps: int = 0
    requests: int = 0
    bytes: int = 0
    outside_hosts: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentFailure:
    """A document that could not be read (rule [102]).

    Attributes:
        url: The URL asked for.
        parent: The document that lists it, or ``None`` for a root.
        depth: Its level.
        error: What went wrong.
    """

    url: str
    parent: str | None
    depth: int
    error: SitemapError


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Result:
    """What a call has found.

    Attributes:
        url: The URL the call was made for; in a walk the first root.
        urls: The pages, in the order of their documents.
        sitemaps: The sitemaps that were listed, whether or not they were fetched, each with its outcome (rule [89]).
        errors: What was lost, made into exceptions on access; capped (rule [6]).
        error_count: How many errors there were, those beyond the cap included.
        notes: What was read past and cost nothing (rule [7]).
        failures: The documents that failed.
        reasons: Why the result is partial; empty if it is complete.
        retained: Whether rows were kept; if not, `urls` and `sitemaps` are empty.
        frontier: What was eligible and is not committed, breadth first, as plain data for `walk` (rule [103]).
        seen: What is known of each URL, ``"committed"`` or ``"failed"``, as plain data for `walk`.
        stats: What was counted.
    """

    url: str
    urls: UrlTable = field(default_factory=lambda: UrlTable.concat([]))
    sitemaps: SitemapTable = field(default_factory=lambda: SitemapTable.concat([]))
    errors: ErrorList = field(default_factory=ErrorList)
    error_count: int = 0
    notes: tuple[Note, ...] = ()
    failures: tuple[DocumentFailure, ...] = ()
    reasons: tuple[Reason, ...] = ()
    retained: bool = True
    frontier: list[dict[str, Any]] = field(default_factory=list)
    seen: dict[str, str] = field(default_factory=dict)
    stats: Stats = field(default_factory=Stats)

    @property
    def complete(self) -> bool:
        """Whether nothing was left out that the call was made for (rule [102])."""
        return not self.reasons

    def __repr__(self) -> str:
        """Show what there is of what, and whether it is complete."""
        state = "complete" if self.complete else f"partial: {', '.join(self.reasons)}"
        return (
            f"<Result {self.url!a}: {len(self.urls):,} URLs, {len(self.sitemaps):,} sitemaps, "
            f"{len(self.errors):,} errors, {state}>"
        )
