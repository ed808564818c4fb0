"""What the call has found so far, in the order it was committed.

Enters: the tables, errors, notes and failures of each document. Leaves: the parts of a `Result`. Only `engine` writes
it. Rows are kept as the frozen tables they came in, errors as the core's rows, until somebody looks at them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from sitemapfast._core import SitemapTable, UrlTable
from sitemapfast._errors import ErrorList, Without
from sitemapfast._walk.frontier import Entry
from sitemapfast._walk.result import DocumentFailure, Reason
from sitemapfast.exceptions import Limit, ParseError, ValidationError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemapfast._core import Diagnostics
    from sitemapfast._errors import Errors
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
    _segments: list[Errors] = field(default_factory=list)

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

    def record(self, errors: Diagnostics | list[ValidationError]) -> None:
        """Record the errors of a document."""
        if isinstance(errors, list):
            for each in errors:
                self.add(each)
        else:
            self._extend(errors)

    def sequence(self) -> ErrorList:
        """Return what is recorded so far."""
        return ErrorList(self._segments)

    def _extend(self, diagnostics: Diagnostics) -> None:
        found = diagnostics.validation_count
        kept = min(found, self.cap) if self.cap is not None else found
        errors: Errors = diagnostics
        room = self._room(found)
        if room < kept:
            errors = diagnostics = diagnostics.limited(room)
        if kept < found:
            # The core's own error about the cap names the document: the cap is the call's.
            places = (at for at in reversed(range(len(diagnostics))) if diagnostics[at].code == _CAP_CODE)
            place = next(places, None)
            errors = diagnostics if place is None else Without(diagnostics, place)
        self.count += len(errors) - min(room, kept) + found
        self._segments.append(errors)
        if room < found:
            self._cap()

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
