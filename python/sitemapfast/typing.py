"""The words a fetcher and the traversal speak: one request, one answer.

Enters: nothing. Leaves: the frozen values that a `Fetcher` is called with and answers with, and the protocols
that a caller's own fetcher, authorizer or visitor fulfils (rules [88], [100], [101]). Imports nothing of ours.
"""

from __future__ import annotations

from collections.abc import AsyncIterable, Iterable, Mapping  # noqa: TC003  callers read the hints
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Awaitable

__all__ = [
    "Answer",
    "AsyncAuthorizer",
    "AsyncFetcher",
    "Authorizer",
    "Body",
    "Deny",
    "Failure",
    "Fetcher",
    "Found",
    "HttpError",
    "NotFound",
    "Progress",
    "ProgressKind",
    "Redirect",
    "Request",
]


class Found(StrEnum):
    """How a request came about."""

    ROOT = "root"
    REDIRECT = "redirect"
    CHILD = "child"
    ROBOTS = "robots"


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One request for one document.

    Attributes:
        url: The absolute URL to ask for.
        depth: The level of the document: 0 for a root, 1 for what it lists (rule [84]).
        parent: The URL of the document that lists it, or ``None`` for a root.
        found: How it was found.
        max_bytes: How many bytes of body are allowed, or ``None`` for any number (rule [22]).
        timeout: Seconds from connecting to the last byte, or ``None`` for no limit (rule [80]).
        headers: The header fields that this request carries, credentials already held to their origin (rule [93]).
        allow_private: Whether an address that is not public may be connected to (rule [110]): what it descends from
            is on such an address itself, or the caller allows it. A root may always; cloud metadata never.
    """

    url: str
    depth: int = 0
    parent: str | None = None
    found: Found = Found.ROOT
    max_bytes: int | None = None
    timeout: float | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    allow_private: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """The document: status 200 and its bytes as they were sent, content codings included.

    Attributes:
        data: The bytes, or the chunks they arrive in; an iterable is read once and closed if it can be.
        headers: The header fields, names in any case; ``Content-Encoding``, ``Content-Type``, ``ETag`` and
            ``Last-Modified`` are read.
        url: The URL it was served from where that is not the URL asked for (a fetcher that follows redirects itself).
        private: Whether it came from an address or a name that is not public, so that what it lists may be on
            one too (rule [110]).
    """

    data: bytes | Iterable[bytes] | AsyncIterable[bytes]
    headers: Mapping[str, str] = field(default_factory=dict)
    url: str | None = None
    private: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Redirect:
    """The server names another place: status 301, 302, 303, 307 or 308.

    Attributes:
        location: The ``Location`` field as it was sent; a relative one is resolved against the URL asked for.
        status: The status.
        private: Whether the server is on an address or a name that is not public (rule [110]).
    """

    location: str
    status: int = 302
    private: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NotFound:
    """There is no such document: status 404 or 410, or a file that does not exist.

    Attributes:
        status: The status.
    """

    status: int = 404


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpError:
    """Any other status than 200, a redirect or "not found" (rule [81]).

    Attributes:
        status: The status.
        retry_after: The ``Retry-After`` field as it was sent, or ``None`` (rule [83]).
    """

    status: int
    retry_after: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """No complete answer came: refused, reset, timed out, too large, not allowed.

    Attributes:
        reason: What happened, in words.
        code: A stable identifier: ``connect_failed``, ``timeout``, ``incomplete_body``, ``address_refused``, …
        retry: Whether asking again may help (rule [83]).
        cause: The exception behind it, or ``None``.
    """

    reason: str
    code: str = "network_failure"
    retry: bool = False
    cause: BaseException | None = None


Answer: TypeAlias = Body | Redirect | NotFound | HttpError | Failure | bytes
"""What a fetcher answers with; plain bytes are a body."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deny:
    """An authorizer's refusal.

    Attributes:
        reason: Why, in words; it stands in the error that is recorded.
    """

    reason: str


class Fetcher(Protocol):
    """Any source of documents, called from several threads at once."""

    def fetch(self, request: Request) -> Answer:
        """Return the answer to one request; follow no redirect and decode no content coding."""
        ...


class AsyncFetcher(Protocol):
    """Any source of documents, awaited from several tasks at once."""

    async def fetch(self, request: Request) -> Answer:
        """Return the answer to one request; follow no redirect and decode no content coding."""
        ...


class Authorizer(Protocol):
    """Asked before every root, redirect hop and child."""

    def __call__(self, request: Request) -> Deny | bool | None:
        """Return ``None`` or ``True`` to allow the request, `Deny` or ``False`` to refuse it."""
        ...


class AsyncAuthorizer(Protocol):
    """Asked before every root, redirect hop and child."""

    def __call__(self, request: Request) -> Awaitable[Deny | bool | None] | Deny | bool | None:
        """Return ``None`` or ``True`` to allow the request, `Deny` or ``False`` to refuse it."""
        ...


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
