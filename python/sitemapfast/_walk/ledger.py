"""What the call has found so far, in the order it was committed.

Enters: the tables, errors, notes and failures of each document. Leaves: the parts of a `Result`. Only `engine` writes
it. Rows are kept as the frozen tables they came in, errors as the core's rows, until somebody looks at them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from sitemapfast._core import SitemapTable, UrlTable
from sitemapfast._errors import ErrorList
from sitemapfast._walk.frontier import Entry
from sitemapfast._walk.result import DocumentFailure, Reason
from sitemapfast.exceptions import Limit, ParseError, ValidationError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemapfast._core import Diagnostics
    from sitemapfast.entries import Outcome
    from sitemapfast.exceptions import Note, SitemapError

__all__ = ["ErrorLog", "Fate", "Ledger"]

Fate: TypeAlias = "Entry | Outcome"
"""What became of a listed sitemap: its entry tells in the end, or it is known when it is listed."""

_CAP_CODE = "validation_error_limit"


@dataclass(slots=True)
class ErrorLog:
    """The errors of the call, validation errors capped (rule [6]).

    Attributes:
        url: The URL the call was made for, which the error about the cap names.
        cap: How many validation errors are kept, or ``None`` for all.
        count: How many errors there were.
    """

    url: str
    cap: int | None
    count: int = 0
    _validation: int = 0
    _capped: bool = False
    _segments: list[Sequence[SitemapError]] = field(default_factory=list)

    def add(self, error: SitemapError) -> None:
        """Record an error."""
        if isinstance(error, ValidationError):
            room = self._room(1)
            self.count += 1
            if not room:
                self._cap()
                return
        else:
            self.count += 1
        self._segments.append((error,))

    def extend(self, diagnostics: Diagnostics) -> None:
        """Record what the core found in a document."""
        found = diagnostics.validation_count
        segments = self._without_cap(diagnostics, found)
        validation = min(found, self.cap) if self.cap is not None else found
        self.count += sum(len(each) for each in segments) - validation + found
        room = self._room(found)
        # After the core's own cap there are no validation errors any more: only the first piece can be cut short.
        self._segments += [each.limited(room) for each in segments]
        if room < found:
            self._cap()

    def sequence(self) -> ErrorList:
        """Return what is recorded so far."""
        return ErrorList(self._segments)

    def _room(self, wanted: int) -> int:
        room = wanted if self.cap is None else min(wanted, self.cap - self._validation)
        self._validation += room
        return room

    def _cap(self) -> None:
        if not self._capped:
            self._capped = True
            self.add(
                ParseError(
                    f"limit of {self.cap} validation errors reached",
                    url=self.url,
                    code=_CAP_CODE,
                    limit=Limit.VALIDATION_ERRORS,
                )
            )

    def _without_cap(self, diagnostics: Diagnostics, found: int) -> list[Diagnostics]:
        """Leave out the core's own error about the cap: it names the document, and the cap is the call's."""
        if self.cap is not None and found > self.cap:
            for place in reversed(range(len(diagnostics))):
                if diagnostics[place].code == _CAP_CODE:
                    return [diagnostics[:place], diagnostics[place + 1 :]]
        return [diagnostics]


@dataclass(slots=True)
class Ledger:
    """What was found.

    Attributes:
        errors: The errors.
        retain: Whether rows are kept.
        notes: The notes.
        failures: The documents that failed.
        reasons: Why the result is partial.
    """

    errors: ErrorLog
    retain: bool
    notes: list[Note] = field(default_factory=list)
    failures: list[DocumentFailure] = field(default_factory=list)
    reasons: set[Reason] = field(default_factory=set)
    _pages: list[UrlTable] = field(default_factory=list)
    _listed: list[tuple[SitemapTable, Sequence[Fate]]] = field(default_factory=list)

    def keep(self, pages: UrlTable) -> None:
        """Keep the pages of a document."""
        if self.retain and len(pages):
            self._pages.append(pages)

    def list(self, sitemaps: SitemapTable, fates: Sequence[Fate]) -> None:
        """Keep the sitemaps a document lists."""
        if self.retain and len(sitemaps):
            self._listed.append((sitemaps, fates))

    def fail(self, entry: Entry, error: SitemapError) -> None:
        """Record a document that failed."""
        self.errors.add(error)
        self.failures.append(DocumentFailure(url=entry.url, parent=entry.parent, depth=entry.depth, error=error))
        self.reasons.add(Reason.READ_FAILURE)

    def stop(self, reason: Reason, error: SitemapError) -> None:
        """Record why the call ended early, or left something out."""
        self.errors.add(error)
        self.reasons.add(reason)

    def urls(self) -> UrlTable:
        """Return all pages as one table."""
        return UrlTable.concat(self._pages)

    def sitemaps(self) -> SitemapTable:
        """Return all sitemaps as one table, each with what became of it (rule [89])."""
        rows: list[dict[str, Any]] = []
        for table, fates in self._listed:
            for row, fate in zip(table.to_dicts(), fates, strict=True):
                rows.append(row | _told(fate))
        return SitemapTable.from_rows(rows)


def _told(fate: Fate) -> dict[str, Any]:
    if not isinstance(fate, Entry):
        return {"outcome": fate}
    told: dict[str, Any] = {"outcome": fate.outcome, "error": fate.error}
    if fate.meta is not None:
        for name in ("url", "size", "status", "etag", "last_modified", "content_type", "fetched_at"):
            told[name] = getattr(fate.meta, name)
    return told
