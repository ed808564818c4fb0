"""What a progress bar hears.

Enters: what the engine commits. Leaves: one frozen event for each document that is queued, fetched, a duplicate or
failed, with the totals so far; `on_progress` gets them in order, in the thread of the call.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Progress", "ProgressKind"]


class ProgressKind(StrEnum):
    """What happened to a document."""

    QUEUED = "queued"
    FETCHED = "fetched"
    DUPLICATE = "duplicate"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """One step of a call, and how far it is.

    Attributes:
        kind: What happened.
        url: The document it happened to; for several that were queued together, the document that lists them.
        error: Why it failed, in words, or ``None``.
        queued: Documents found so far that are asked for, roots included.
        fetched: Documents read so far.
        failed: Documents that failed so far.
        duplicates: Documents so far that turned out to be another one.
        urls: URLs so far.
        bytes: Bytes of body received so far.
    """

    kind: ProgressKind
    url: str
    error: str | None = None
    queued: int = 0
    fetched: int = 0
    failed: int = 0
    duplicates: int = 0
    urls: int = 0
    bytes: int = 0
