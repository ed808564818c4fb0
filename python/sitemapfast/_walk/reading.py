"""Bytes to a parsed document.

Enters: a `Delivered`, and the entry it came for. Leaves: a `Reading`, or a `Refusal` where the content coding cannot
be undone. The drivers call it in the worker that fetched the document: it is the work, and it knows nothing of the
others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import urlsplit

from sitemapfast import _core
from sitemapfast._walk.frontier import Meta
from sitemapfast._walk.policy import Refusal, refusal_of
from sitemapfast.exceptions import NetworkError, ParseError

if TYPE_CHECKING:
    from sitemapfast._core import Parsed
    from sitemapfast._options import Options
    from sitemapfast._walk.frontier import Entry
    from sitemapfast._walk.policy import Delivered

__all__ = ["Decode", "Reading", "read"]

Decode: TypeAlias = Callable[[bytes, Mapping[str, str], int | None], bytes]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A document that came whole.

    Attributes:
        parsed: What could be read of it; of one that was refused, what was read before.
        error: Why it was refused, or ``None``.
        meta: What the server said of it.
        robots: Whether it was read as a robots.txt.
    """

    parsed: Parsed | None
    error: ParseError | None
    meta: Meta
    robots: bool


def read(delivered: Delivered, entry: Entry, options: Options, decode: Decode) -> Reading | Refusal:
    """Undo the content coding of a body and parse it."""
    data = delivered.data
    if delivered.headers.get("content-encoding"):
        try:
            data = decode(data, delivered.headers, options.max_size)
        except NetworkError as broken:
            return refusal_of(broken)
    # Of the URLs a document had, the first and the last tell (rule [11]).
    robots = entry.main and (_core.is_robots_url(entry.url) or _core.is_robots_url(delivered.url))
    content_type = delivered.headers.get("content-type")
    parsed: Parsed | None
    error: ParseError | None = None
    try:
        parsed = _core.parse(
            data,
            url=delivered.url,
            robots=robots,
            strict=options.strict,
            salvage=options.salvage,
            lenient_dates=options.lenient_dates,
            raw=options.raw,
            content_type=content_type,
            max_size=options.max_size,
            max_urls=None,
            max_validation_errors=options.max_validation_errors,
            origins=entry.origins,
            hosts=_hosts(options, entry, delivered.url),
            child_depth=entry.depth if robots else entry.depth + 1,
        )
    except ParseError as refused:
        error, parsed = refused, refused.result
        refused.result = None
        # The frames of this call hold the bytes.
        refused.__traceback__ = None
    meta = Meta(
        url=delivered.url,
        status=delivered.status,
        etag=delivered.headers.get("etag"),
        last_modified=delivered.headers.get("last-modified"),
        content_type=content_type,
        fetched_at=delivered.fetched_at,
        size=None if parsed is None else parsed.size,
        private=delivered.private,
    )
    return Reading(parsed=parsed, error=error, meta=meta, robots=robots)


def _hosts(options: Options, entry: Entry, served: str) -> tuple[str, ...] | None:
    """Return the hosts that are let in; "same" are those of the main document, asked for and served (rule [47])."""
    if options.hosts is None or "same" not in options.hosts:
        return options.hosts
    main = (entry.root.url, served if entry.main else entry.root.served)
    same: list[Any] = [urlsplit(url).hostname for url in main if url]
    named = (each for each in options.hosts if each != "same")
    # Content without a URL has no host to compare with.
    return (*named, *dict.fromkeys(each for each in same if each)) or None
