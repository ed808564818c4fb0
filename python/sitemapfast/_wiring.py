"""The joints between the parts that `_api` puts together.

Enters: what the caller gave and what the engine found. Leaves: entries to begin with, errors to raise, bytes without
their content coding, log records. Nothing here fetches; `_http` is imported by the first body that needs it.
"""

from __future__ import annotations

import copy
import logging
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from sitemapfast._core import check_location
from sitemapfast._document import Document
from sitemapfast._errors import ErrorList
from sitemapfast._walk import resume
from sitemapfast._walk.engine import Engine, Mode
from sitemapfast._walk.frontier import Entry
from sitemapfast._walk.result import Reason, Result
from sitemapfast.exceptions import ConfigError, Limit, NetworkError, SitemapError, ValidationError
from sitemapfast.typing import Failure, Found, ProgressKind

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sitemapfast._options import Options
    from sitemapfast.typing import Progress, Request

__all__ = [
    "collect",
    "collect_async",
    "decode",
    "document",
    "main_entry",
    "main_error",
    "reporter",
    "screened",
    "settled",
    "walking",
]

_log = logging.getLogger("sitemapfast")
_log.addHandler(logging.NullHandler())


def refused(url: str, error: SitemapError) -> Result:
    """Return the result of a call whose main URL was refused before anything was asked for (rule [4])."""
    return Result(url=url, errors=ErrorList([[error]]), error_count=1, reasons=(Reason.READ_FAILURE,))


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
        return _placed(Entry.fresh(check_location(url)))
    except ValidationError as error:
        error.result = refused(url, error)
        raise


def walking(roots: object, seen: object, retention: str, on_document: object, options: Options) -> Engine:
    """Return the engine of a walk.

    Raises:
        ConfigError: An argument has a value it cannot have.
    """
    if retention not in ("all", "none"):
        raise ConfigError(f'expected "all" or "none", got {retention!r:.80}', field="retention")
    if on_document is not None and not callable(on_document):
        raise ConfigError(f"expected a function, got {on_document!r:.80}", field="on_document")
    entries = [_placed(each) if each.main else each for each in resume.entries_from(roots)]
    marks = resume.marks_from(seen)
    return Engine(entries, options, mode=Mode.WALK, retain=retention == "all", seen=marks)


def _placed(entry: Entry) -> Entry:
    """Tell a main document that is not public by its URL alone, which holds for content that is passed in too."""
    refusal = _refusal(entry.url)
    entry.root.private = entry.root.private or (refusal is not None and not refusal.of_metadata)
    return entry


@dataclass(frozen=True, slots=True)
class _Refusal:
    """Why a URL is not public, and whether it is where a cloud tells its secrets, which nobody may be sent to."""

    reason: str
    of_metadata: bool


def _refusal(url: str) -> _Refusal | None:
    from sitemapfast._http import guard

    try:
        found = guard.check_host(urlsplit(url).hostname or "")
    except ValueError:  # no URL: it fails in its turn
        return None
    return None if found is None else _Refusal(found.reason, found.kind is guard.Kind.METADATA)


def screened(fetch: Callable[[Request], Any]) -> Callable[[Request], Any]:
    """Return a caller's fetcher that is not asked for what a public site lists and is not public (rule [110]).

    What a name stands for is known in the sockets alone: this is as much as a URL tells by itself.
    """

    def screen(request: Request) -> Any:
        refusal = None if request.found is Found.ROOT else _refusal(request.url)
        if refusal is None or (request.allow_private and not refusal.of_metadata):
            return fetch(request)
        return Failure(reason=f"address refused: {refusal.reason}", code="address_refused")

    return screen


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
