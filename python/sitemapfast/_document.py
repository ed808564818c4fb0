"""One document that was read.

Enters: what the core parsed, and for a fetched one what the traversal knows of it. Leaves: a frozen `Document` that
pickles. `_parse` makes them from bytes, `_walk.engine` from a site.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sitemapfast._core import SitemapTable, UrlTable
from sitemapfast._errors import ErrorList
from sitemapfast.entries import Format

if TYPE_CHECKING:
    from datetime import datetime
    from typing import Self

    from sitemapfast._core import Parsed
    from sitemapfast.exceptions import Note

__all__ = ["Document"]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Document:
    """One robots.txt, sitemap, index, feed or text list.

    Attributes:
        url: The URL it was served from; empty for bytes without one.
        requested_url: The URL that was asked for.
        depth: Its level: 0 for a main document, 1 for what it lists (rule [84]).
        parent: The URL of the document that lists it, or ``None``.
        format: What it is, or ``None`` where that was not found out.
        urls: The pages it lists, in its order.
        sitemaps: The sitemaps it lists, in its order.
        errors: What was lost of it, made into exceptions on access.
        error_count: How many errors there were, those beyond the cap included.
        notes: What was read past and cost nothing.
        complete: Whether it was read to its end.
        size: Bytes, decompressed.
        compressed: Whether it is gzip in itself.
        encoding: The encoding it was read in.
        status: The HTTP status, for a fetched document.
        etag: The ``ETag`` field, for a fetched document.
        last_modified: The ``Last-Modified`` field, for a fetched document.
        content_type: The ``Content-Type`` field, for a fetched document.
        fetched_at: When the answer came, for a fetched document.
    """

    url: str
    requested_url: str = ""
    depth: int = 0
    parent: str | None = None
    format: Format | None = None
    urls: UrlTable = field(default_factory=lambda: UrlTable.concat([]))
    sitemaps: SitemapTable = field(default_factory=lambda: SitemapTable.concat([]))
    errors: ErrorList = field(default_factory=ErrorList)
    error_count: int = 0
    notes: tuple[Note, ...] = ()
    complete: bool = True
    size: int = 0
    compressed: bool = False
    encoding: str = "utf-8"
    status: int | None = None
    etag: str | None = None
    last_modified: str | None = None
    content_type: str | None = None
    fetched_at: datetime | None = None

    @classmethod
    def of(cls, parsed: Parsed, *, requested_url: str | None = None) -> Self:
        """Return what the core parsed as a document."""
        return cls(
            url=parsed.url,
            requested_url=parsed.url if requested_url is None else requested_url,
            format=None if parsed.format is None else Format(parsed.format),
            urls=parsed.urls,
            sitemaps=parsed.sitemaps,
            errors=ErrorList([parsed.errors]),
            error_count=parsed.error_count,
            notes=tuple(parsed.notes),
            complete=parsed.complete,
            size=parsed.size,
            compressed=parsed.compressed,
            encoding=parsed.encoding,
        )

    def __repr__(self) -> str:
        """Show what it is and how much it holds."""
        what = "document" if self.format is None else str(self.format)
        return (
            f"<Document {self.url!a}: {what}, {len(self.urls):,} URLs, {len(self.sitemaps):,} sitemaps, "
            f"{len(self.errors):,} errors{'' if self.complete else ', partial'}>"
        )
