"""One document over HTTP: what is asked, again or elsewhere, until there is a body or an error.

Rules [81] to [83], [93], [94].

Enters: an entry, and the answers a driver brings. Leaves: one step after the other for the driver to take, and in the
end a `Delivered` or a `Refusal`. An exchange is a generator that is told the time and never looks at it: the driver
sends it what came of each step.

::

    Authorize -> Turn -> Send -> Collect -> Delivered
                  ^       |-> Pause (a retry)
                  |-------+-> Hop (a redirect: the engine may find that the document is another's)
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import urlsplit

from sitemapfast._core import check_location, sitemap_key
from sitemapfast.exceptions import Limit, NetworkError, ValidationError
from sitemapfast.typing import Answer, Body, Deny, Failure, Found, HttpError, NotFound, Redirect, Request

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping

    from sitemapfast._options import Options
    from sitemapfast._walk.frontier import Entry

__all__ = [
    "CIRCLE",
    "Authorize",
    "Collect",
    "Delivered",
    "Exchange",
    "Hop",
    "Pace",
    "Pause",
    "Policy",
    "Refusal",
    "Reply",
    "Send",
    "Step",
    "Trail",
    "Turn",
    "exchange",
    "given",
    "refusal_of",
    "retry_after",
]

# Googlebot's figure; a browser gives up at 20.
MAX_REDIRECTS = 10
# What RFC 6585 and 9110 mean for "later"; other statuses do not change by asking again.
RETRIED_STATUSES = frozenset({429, 502, 503, 504})
# A failure that a fetcher raises, instead of answering with it, cannot say whether asking again may help.
RETRIED_CODES = frozenset({"connect_failed", "reset", "incomplete_body"})
# Seconds: long enough for a server to recover, short enough that a call of minutes is not held by one document.
MAX_RETRY_AFTER = 60.0
_FIRST_BACK_OFF = 0.5
_MAX_BACK_OFF = 8.0
# Hosts that were asked long ago are forgotten once there are so many, or twice as many as are still waited for.
_MIN_PACED = 1_024

_CREDENTIALS = frozenset({"authorization", "cookie", "proxy-authorization"})
_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why no document came, without the URL: a document that shares it has another.

    Attributes:
        reason: What happened, in words.
        code: A stable identifier.
        status: The HTTP status, if there was an answer.
        limit: The limit that was reached, if it is one.
        cause: The exception behind it.
    """

    reason: str
    code: str
    status: int | None = None
    limit: Limit | None = None
    cause: BaseException | None = None

    def error(self, url: str) -> NetworkError:
        """Return the error that is recorded for the URL that was requested (rule [5])."""
        error = NetworkError(self.reason, url=url, code=self.code, status=self.status, limit=self.limit)
        error.__cause__ = self.cause
        return error


CIRCLE = Refusal(reason="the redirects go in a circle", code="redirect_loop")


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivered:
    """A body, whole, its content codings not undone yet.

    Attributes:
        data: The bytes as they were sent, or what the caller passed in.
        url: The URL it was served from.
        headers: The header fields, names in lower case.
        status: The status, or ``None`` for what the caller passed in.
        fetched_at: When the answer came.
        private: Whether it came from an address that is not public.
    """

    data: Any
    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    status: int | None = None
    fetched_at: datetime | None = None
    private: bool = False


@dataclass(slots=True)
class Trail:
    """Where an exchange has been.

    Attributes:
        keys: The URLs asked for, by key, in order.
        requests: How many requests were sent.
        retries: How many of them asked again.
        received: Bytes of body that came.
    """

    keys: list[str] = field(default_factory=list)
    requests: int = 0
    retries: int = 0
    received: int = 0


@dataclass(frozen=True, slots=True)
class Authorize:
    """Ask the caller's authorizer; send back what it says."""

    request: Request


@dataclass(frozen=True, slots=True)
class Turn:
    """Wait until the host may be asked again (`Pace`)."""

    host: str


@dataclass(frozen=True, slots=True)
class Pause:
    """Wait so many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Send:
    """Send a request; send back a `Reply`."""

    request: Request


@dataclass(frozen=True, slots=True)
class Collect:
    """Collect the bytes of a body; send them back, or the `NetworkError` that came instead."""

    body: Body
    max_bytes: int | None


@dataclass(frozen=True, slots=True)
class Hop:
    """A redirect is about to be followed: the engine decides when, and whether."""

    url: str
    key: str


Step: TypeAlias = Authorize | Turn | Pause | Send | Collect | Hop
Exchange: TypeAlias = "Generator[Step, Any, Delivered | Refusal]"


@dataclass(frozen=True, slots=True)
class Reply:
    """What came of a `Send`.

    Attributes:
        answer: The answer, or the `NetworkError` a fetcher raised, which is one (rule [104]).
        wall: The time of day, in UTC.
    """

    answer: Answer | NetworkError
    wall: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """What a call asks of every exchange.

    Attributes:
        retries: How many times may be asked again, for a document, or ``None`` for any number.
        delay: Seconds between two requests to a host.
        timeout: Seconds for a request.
        max_size: Bytes a body may have.
        headers: Header fields for every host.
        credentials: Header fields for the origin of the main document alone (rule [93]).
        authorize: Whether somebody has to be asked.
        allow_private: Whether addresses that are not public are allowed (rule [110]).
    """

    retries: int | None
    delay: float
    timeout: float | None
    max_size: int | None
    headers: Mapping[str, str]
    credentials: Mapping[str, str]
    authorize: bool
    allow_private: bool

    @classmethod
    def of(cls, options: Options) -> Policy:
        """Return the policy of a call."""
        headers = options.headers or {}
        return cls(
            retries=options.retries,
            delay=options.delay,
            timeout=None if options.fetcher is not None else options.timeout,
            max_size=options.max_size,
            headers={name: text for name, text in headers.items() if name.lower() not in _CREDENTIALS},
            credentials=headers,
            authorize=options.authorize is not None,
            allow_private=options.allow_private_addresses,
        )

    def request(self, entry: Entry) -> Request:
        """Return the first request for an entry."""
        return Request(
            url=entry.url,
            depth=entry.depth,
            parent=entry.parent,
            found=entry.found,
            max_bytes=self.max_size,
            timeout=self.timeout,
            headers=self.headers_for(entry.url, entry),
            allow_private=self.allow_private or entry.root.private,
        )

    def headers_for(self, url: str, entry: Entry) -> Mapping[str, str]:
        """Return the header fields for a URL: credentials do not leave the origin of the main document."""
        return self.credentials if origin(url) == origin(entry.root.url) else self.headers


def origin(url: str) -> tuple[str, str, int | None]:
    """Return what two URLs share that are of one origin."""
    parts = urlsplit(url)
    scheme = parts.scheme.lower()
    return (scheme, (parts.hostname or "").rstrip("."), parts.port or _PORTS.get(scheme))


def exchange(entry: Entry, trail: Trail, policy: Policy) -> Exchange:
    """Ask for a document until there is a body, or a reason why there will be none."""
    request = policy.request(entry)
    for hops in range(MAX_REDIRECTS + 1):
        if policy.authorize:
            denied = _denial((yield Authorize(request)))
            if denied is not None:
                return denied
        trail.keys.append(sitemap_key(request.url))
        answer = yield from _answered(request, trail, policy)
        if not isinstance(answer, Redirect):
            return answer
        if hops == MAX_REDIRECTS:
            break
        target = _resolved(answer.location, request.url)
        if isinstance(target, Refusal):
            return target
        key = sitemap_key(target)
        if key in trail.keys:
            return CIRCLE
        yield Hop(target, key)
        request = replace(
            request,
            url=target,
            found=Found.REDIRECT,
            headers=policy.headers_for(target, entry),
            # Where a private site sends its own visitor is that site's to say; a public one sends nobody inside.
            allow_private=request.allow_private or (entry.main and hops == 0 and answer.private),
        )
    return Refusal(reason=f"more than {MAX_REDIRECTS} redirects", code="too_many_redirects")


def _denial(verdict: object) -> Refusal | None:
    if verdict is False or isinstance(verdict, Deny):
        reason = verdict.reason if isinstance(verdict, Deny) else "no reason was given"
        return Refusal(reason=f"denied: {reason}", code="denied")
    return None


def _answered(request: Request, trail: Trail, policy: Policy) -> Generator[Step, Any, Delivered | Redirect | Refusal]:
    """Ask for one URL, again where that may help."""
    while True:
        if policy.delay:
            yield Turn(urlsplit(request.url).hostname or "")
        trail.requests += 1
        reply: Reply = yield Send(request)
        answer = Body(data=reply.answer) if isinstance(reply.answer, bytes) else reply.answer
        if isinstance(answer, Redirect):
            return answer
        if isinstance(answer, Body):
            data = yield Collect(answer, policy.max_size)
            if not isinstance(data, NetworkError):
                trail.received += len(data)
                return _delivered(answer, data, request, reply.wall, trail)
            answer = data
        refusal, again, pause = judge(answer, reply.wall)
        if not again or (policy.retries is not None and trail.retries >= policy.retries):
            return refusal
        trail.retries += 1
        yield Pause(back_off(trail.retries, request.url) if pause is None else pause)


def given(content: Any, url: str) -> Exchange:
    """Return the exchange of a document that the caller passed in: nothing is asked (rule [90])."""
    return Delivered(data=content, url=url)
    yield


def _delivered(answer: Body, data: bytes, request: Request, wall: datetime, trail: Trail) -> Delivered | Refusal:
    url = request.url
    if answer.url is not None and answer.url != url:
        served = _resolved(answer.url, url)
        if isinstance(served, Refusal):
            return served
        url = served
        key = sitemap_key(url)
        if key not in trail.keys:
            trail.keys.append(key)
    headers = {name.lower(): value for name, value in answer.headers.items()}
    return Delivered(data=data, url=url, headers=headers, status=200, fetched_at=wall, private=answer.private)


def _resolved(location: str, base: str) -> str | Refusal:
    try:
        return check_location(location, base=base)
    except ValidationError as error:
        return Refusal(reason=f"redirected to {location[:200]!a}: {error.reason}", code="invalid_redirect")


def judge(answer: NotFound | HttpError | Failure | NetworkError, wall: datetime) -> tuple[Refusal, bool, float | None]:
    """Return what an answer without a body means, whether asking again may help, and when the server says so."""
    match answer:
        case NotFound():
            return _status(answer.status), False, None
        case HttpError():
            again = answer.status in RETRIED_STATUSES
            return _status(answer.status), again, retry_after(answer.retry_after, wall) if again else None
        case Failure():
            limit = Limit.SIZE if answer.code == "size_limit" else None
            refusal = Refusal(reason=answer.reason, code=answer.code, limit=limit, cause=answer.cause)
            return refusal, answer.retry, None
        case NetworkError():
            again = answer.code in RETRIED_CODES or answer.status in RETRIED_STATUSES
            return refusal_of(answer), again, None
    raise TypeError(f"a fetcher answered with {type(answer).__name__}, which is no answer")


def _status(status: int) -> Refusal:
    return Refusal(reason=f"HTTP status {status}", code="http_status", status=status)


def refusal_of(error: NetworkError) -> Refusal:
    """Return what an error tells, without its URL."""
    return Refusal(reason=error.reason, code=error.code, status=error.status, limit=error.limit, cause=error.__cause__)


def back_off(attempt: int, url: str) -> float:
    """Return the seconds before an attempt is repeated: longer each time, spread so that not all come at once."""
    spread = 0.75 + zlib.crc32(url.encode()) % 1_000 / 2_000
    return spread * min(_MAX_BACK_OFF, _FIRST_BACK_OFF * float(2 ** min(attempt - 1, 16)))


def retry_after(field: str | None, now: datetime) -> float | None:
    """Return the seconds that a ``Retry-After`` asks for, capped, or ``None`` if it cannot be read (rule [83]).

    Examples:
        >>> now = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)
        >>> retry_after("5", now), retry_after("Thu, 01 Jan 2026 12:00:30 GMT", now), retry_after("86400", now)
        (5.0, 30.0, 60.0)
    """
    text = (field or "").strip()
    if text.isascii() and text.isdigit():
        return min(MAX_RETRY_AFTER, float(text[:9]))
    # Imported here: it brings half of the mail package, for a field that few servers send.
    from email.utils import parsedate_to_datetime

    try:
        when = parsedate_to_datetime(text)
    except (TypeError, ValueError, IndexError):
        return None
    if when.tzinfo is None:
        when = when.replace(tzinfo=UTC)
    return min(MAX_RETRY_AFTER, max(0.0, (when - now).total_seconds()))


@dataclass(slots=True)
class Pace:
    """When each host may be asked again, over all calls of a parser (rule [94]); its caller holds a lock."""

    delay: float
    _next: dict[str, float] = field(default_factory=dict)
    _room: int = _MIN_PACED

    def turn(self, host: str, now: float) -> float:
        """Return when a request to the host may start, and count it as started then."""
        start = max(now, self._next.get(host, now))
        if len(self._next) >= self._room:
            self._next = {each: due for each, due in self._next.items() if due > now}
            # Twice what is left, so that clearing up costs no more than filling did.
            self._room = max(_MIN_PACED, 2 * len(self._next))
        self._next[host] = start + self.delay
        return start
