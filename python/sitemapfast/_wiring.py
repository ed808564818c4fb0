"""The joints between the parts that `_api` puts together.

Enters: what the caller gave and what the engine found. Leaves: entries to begin with, errors to raise, bytes without
their content coding, log records. Nothing here fetches; `_http` is imported by the first body that needs it.
"""

from __future__ import annotations

import copy
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from sitemapfast._core import check_location
from sitemapfast._document import Document
from sitemapfast._walk import resume
from sitemapfast._walk.engine import Engine, Mode
from sitemapfast._walk.frontier import Entry
from sitemapfast._walk.result import Result
from sitemapfast.exceptions import ConfigError, Limit, NetworkError, SitemapError, ValidationError
from sitemapfast.typing import ProgressKind

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sitemapfast._options import Options
    from sitemapfast.typing import Progress

__all__ = [
    "collect",
    "collect_async",
    "decode",
    "document",
    "main_entry",
    "main_error",
    "reporter",
    "settled",
    "version",
    "walking",
]

_log = logging.getLogger("sitemapfast")
_log.addHandler(logging.NullHandler())


def version() -> str:
    """Return the version of the installed package."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed("sitemapfast")
    except PackageNotFoundError:  # run from a directory
        return "0"


def main_entry(url: str, content: object) -> Entry:
    """Return the main document of a call.

    Raises:
        ConfigError: The URL is no text.
        ValidationError: It is no http or https URL with a host (rule [4]).
    """
    if not isinstance(url, str):
        raise ConfigError(f"expected a URL, got {url!r:.80}", field="url")
    if content is not None and not url:
        return Entry.fresh("")
    try:
        entry = Entry.fresh(check_location(url))
    except ValidationError as error:
        error.result = Result(url=url)
        raise
    # A document that is passed in comes from no address: what it may lead to is told by the host of its URL.
    entry.root.private = content is not None and _names_a_private_host(entry.url)
    return entry


def _names_a_private_host(url: str) -> bool:
    """Return whether a URL names a host that is not public, as far as a name can tell (rule [110])."""
    from sitemapfast._http import guard

    refusal = guard.check_host(urlsplit(url).hostname or "")
    return refusal is not None and refusal.kind is not guard.Kind.METADATA


def walking(roots: object, seen: object, retention: str, on_document: object, options: Options) -> Engine:
    """Return the engine of a walk.

    Raises:
        ConfigError: An argument has a value it cannot have.
    """
    if retention not in ("all", "none"):
        raise ConfigError(f'expected "all" or "none", got {retention!r:.80}', field="retention")
    if on_document is not None and not callable(on_document):
        raise ConfigError(f"expected a function, got {on_document!r:.80}", field="on_document")
    entries, marks = resume.entries_from(roots), resume.marks_from(seen)
    return Engine(entries, options, mode=Mode.WALK, retain=retention == "all", seen=marks)


def settled(engine: Engine) -> Result:
    """Return the result of a call, or raise the error of its main document, which carries it."""
    error = main_error(engine, rows=True)
    if error is not None:
        raise error from error.__cause__
    return engine.result()


def main_error(engine: Engine, *, rows: bool) -> SitemapError | None:
    """Return the error of the main document, the result so far with it."""
    if engine.main_error is None:
        return None
    # A copy: the one on the list of errors must not hold the list.
    error = copy.copy(engine.main_error)
    error.result = engine.result(rows=rows)
    return error


def document(engine: Engine, read: Document | None, url: str) -> Document:
    """Return the one document of a call, the errors of the call being its own, or raise its error."""
    result = engine.result(rows=False)
    told: dict[str, Any] = {"errors": result.errors, "error_count": result.error_count, "complete": result.complete}
    error = main_error(engine, rows=False)
    if error is not None:
        error.result = Document(url=getattr(error, "url", url), requested_url=url, **told)
        raise error from error.__cause__
    if read is None:
        return Document(url=url, requested_url=url, **told)
    return replace(read, **told)


def collect(body: Any, max_bytes: int | None) -> bytes:
    """Collect a body (rule [22]).

    Raises:
        NetworkError: It is larger than that.
    """
    from sitemapfast._http import content

    try:
        return content.collect(body, max_bytes)
    except content.ContentError as error:
        raise _network_error(error.code, error.reason) from None


async def collect_async(body: Any, max_bytes: int | None) -> bytes:
    """Collect a body that may arrive asynchronously; see `collect`."""
    from sitemapfast._http import content

    try:
        return await content.collect_async(body, max_bytes)
    except content.ContentError as error:
        raise _network_error(error.code, error.reason) from None


def decode(data: bytes, headers: Mapping[str, str], max_bytes: int | None) -> bytes:
    """Undo the content codings of a body (rule [20]).

    Raises:
        NetworkError: They cannot be undone, or what they unpack to is too large.
    """
    from sitemapfast._http import content

    try:
        return content.decode(data, headers, max_bytes)
    except content.ContentError as error:
        raise _network_error(error.code, error.reason) from error.__cause__


def _network_error(code: str, reason: str) -> NetworkError:
    # The URL is the exchange's to say.
    return NetworkError(reason, url="", code=code, limit=Limit.SIZE if code == "size_limit" else None)


def reporter(on_progress: Callable[[Progress], object] | None) -> Callable[[list[Progress]], None]:
    """Return what logs each document at DEBUG and tells the caller."""

    def report(events: list[Progress]) -> None:
        for event in events:
            if event.kind is not ProgressKind.QUEUED and _log.isEnabledFor(logging.DEBUG):
                _log.debug("%s %s%s", event.kind, _shown(event.url), f": {_shown(event.error)}" if event.error else "")
            if on_progress is not None:
                on_progress(event)

    return report


def _shown(text: str) -> str:
    """Return text that came from outside with nothing in it that a terminal or a log would obey."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
