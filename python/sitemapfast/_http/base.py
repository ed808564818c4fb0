"""What the default fetchers share: the header fields they send, how an answer is read, what an exception means.

Enters: settings, the status and header fields of an answer, or the exception that came instead. Leaves: the values of
`sitemapfast.typing`. `client` and `adapters` call it; the scripted fetchers are for tests, ours and the caller's.
"""

from __future__ import annotations

import re
import socket
import threading
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias, cast

from sitemapfast._http import content
from sitemapfast.exceptions import ConfigError
from sitemapfast.typing import Body, Failure, HttpError, NotFound, Redirect, Request

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from sitemapfast.typing import Answer

__all__ = [
    "ABOUT_URL",
    "AsyncScriptedFetcher",
    "ScriptedFetcher",
    "accept_encoding",
    "check_headers",
    "classify",
    "credentials_apart",
    "failure_of",
    "join_headers",
    "user_agent",
]

ABOUT_URL = "https://sitemapfast.readthedocs.io/"

_CREDENTIALS = frozenset({"authorization", "cookie", "proxy-authorization"})
# They belong to the one message they stand in; a setting of them would break every request.
_OF_THE_MESSAGE = frozenset(
    {"connection", "content-length", "expect", "host", "te", "trailer", "transfer-encoding", "upgrade"}
)
_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VALUE = re.compile(r"[\t\x20-\x7e\x80-\xff]*")

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_GONE = frozenset({404, 410})
_OK = 200


def user_agent(version: str) -> str:
    """Return the User-Agent that names sitemapfast, its version and where to read about it (rule [80]).

    Examples:
        >>> user_agent("1.2.3").startswith("sitemapfast/1.2.3 (+https://")
        True
    """
    return f"sitemapfast/{version} (+{ABOUT_URL})"


def accept_encoding() -> str:
    """Return the codings that can be undone within limits here, for ``Accept-Encoding``."""
    return ", ".join(content.codings())


def check_headers(headers: Mapping[str, str], *, field: str = "headers") -> dict[str, str]:
    """Return the header fields a caller sets, or raise `ConfigError` where one could not be sent (rule [3])."""
    for name, value in headers.items():
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise ConfigError(f"{name!r} is not the name of a header field", field=field)
        if name.lower() in _OF_THE_MESSAGE:
            raise ConfigError(f"{name!r} is set by the client for each request", field=field)
        if not isinstance(value, str) or not _VALUE.fullmatch(value) or value != value.strip(" \t"):
            raise ConfigError(f"the value of {name!r} holds what a header field cannot", field=field)
    return dict(headers)


def credentials_apart(headers: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Part header fields into those for every host and the credentials, which stay at the main origin (rule [93]).

    Examples:
        >>> credentials_apart({"X-Team": "data", "authorization": "Bearer t"})
        ({'X-Team': 'data'}, {'authorization': 'Bearer t'})
    """
    plain = {name: value for name, value in headers.items() if name.lower() not in _CREDENTIALS}
    return plain, {name: value for name, value in headers.items() if name not in plain}


def join_headers(raw: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """Return header fields by lower-case name; a name that was sent twice has its values joined by commas."""
    joined: dict[str, str] = {}
    for name, value in raw:
        key, text = name.decode("latin-1").lower(), value.decode("latin-1")
        joined[key] = f"{joined[key]}, {text}" if key in joined else text
    return joined


def classify(
    status: int, headers: Mapping[str, str], *, private: bool = False
) -> Redirect | NotFound | HttpError | None:
    """Return the answer that a status is by itself, or ``None`` for 200, whose body is the answer (rule [81]).

    Args:
        status: The status.
        headers: The header fields, names in lower case.
        private: Whether it came from a place that is not public.
    """
    if status == _OK:
        return None
    if status in _REDIRECTS and headers.get("location"):
        return Redirect(location=headers["location"], status=status, private=private)
    if status in _GONE:
        return NotFound(status=status)
    return HttpError(status=status, retry_after=headers.get("retry-after"))


@dataclass(frozen=True, slots=True)
class _Meaning:
    code: str
    reason: str
    retry: bool | Callable[[BaseException], bool] = False
    detail: bool = True


def _may_pass(error: BaseException) -> bool:
    return isinstance(error, OSError) and error.errno == socket.EAI_AGAIN


_CUT = "peer closed connection"
_NO_ANSWER = "Server disconnected"

# Most specific first: the first row that fits the exception, or one behind it, tells what happened. Classes by name, so
# that no HTTP library is imported to have them; httpx2 and httpcore2 name theirs alike. To ask again may help where the
# connection was refused, was lost, or did not come about in time ([83]: connection failures).
_MEANINGS: dict[str, _Meaning] = {
    "sitemapfast.Aborted": _Meaning("cancelled", "the request was cancelled", detail=False),
    "sitemapfast.AddressRefusedError": _Meaning("address_refused", "address refused"),
    "sitemapfast.ContentError": _Meaning("", ""),  # it brings its own
    "httpcore2.PoolTimeout": _Meaning("timeout", "timed out waiting for a connection", retry=True),
    "httpcore2.ConnectTimeout": _Meaning("timeout", "timed out while connecting", retry=True),
    "httpcore2.TimeoutException": _Meaning("timeout", "timed out"),
    "builtins.TimeoutError": _Meaning("timeout", "timed out"),
    "socket.gaierror": _Meaning("dns_failed", "the name was not found", retry=_may_pass),
    "ssl.SSLCertVerificationError": _Meaning("tls_failed", "the certificate was not accepted"),
    "ssl.SSLEOFError": _Meaning(
        "reset", "the connection was closed during the TLS handshake", retry=True, detail=False
    ),
    "ssl.SSLError": _Meaning("tls_failed", "TLS failed"),
    "builtins.ConnectionRefusedError": _Meaning("connect_failed", "connection refused", retry=True, detail=False),
    "httpcore2.ConnectError": _Meaning("connect_failed", "could not connect", retry=True),
    "httpcore2.ProxyError": _Meaning("proxy_failed", "the proxy refused"),
    "builtins.ConnectionError": _Meaning("reset", "the connection was reset", retry=True, detail=False),
    "httpcore2.NetworkError": _Meaning("reset", "the connection was lost", retry=True),
    "httpcore2.RemoteProtocolError": _Meaning("bad_response", "the answer is not HTTP"),
    "httpcore2.LocalProtocolError": _Meaning("bad_request", "the request cannot be sent"),
    "httpcore2.UnsupportedProtocol": _Meaning("invalid_url", "the URL cannot be requested"),
    "httpx2.InvalidURL": _Meaning("invalid_url", "the URL cannot be requested"),
    "httpx2.HTTPError": _Meaning("network_failure", "the request failed"),
}


def failure_of(error: BaseException, *, timeout: float | None = None) -> Failure | None:
    """Return what an exception of a transport means, or ``None`` for one that is no transport's and has to be raised.

    Args:
        error: The exception; those behind it are looked at too.
        timeout: The seconds that were allowed, to be told where they ran out.

    Returns:
        The failure. Its ``cause`` is the exception that told, without its traceback: that would keep the body alive.
    """
    chain = list(_chain(error))
    for name, meaning in _MEANINGS.items():
        told = next((each for each in chain if name in _names(each)), None)
        if told is None:
            continue
        if isinstance(told, content.ContentError):
            return Failure(code=told.code, reason=told.reason)
        told.__traceback__ = None
        return _failure(told, meaning, timeout)
    return None


def _failure(told: BaseException, meaning: _Meaning, timeout: float | None) -> Failure:
    said = _printable(str(told))
    if said.startswith(_CUT):
        meaning = _Meaning("incomplete_body", "the body ended early", retry=True)
    elif said.startswith(_NO_ANSWER):
        meaning = _Meaning("reset", "the connection was closed without an answer", retry=True, detail=False)
    elif meaning.code == "timeout" and timeout is not None:
        meaning, said = replace(meaning, detail=True), f"no complete answer within {timeout:g} s"
    reason = f"{meaning.reason}: {said}" if meaning.detail and said else meaning.reason
    retry = meaning.retry if isinstance(meaning.retry, bool) else meaning.retry(told)
    return Failure(code=meaning.code, reason=reason, retry=retry, cause=told)


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    waiting: list[BaseException | None] = [error]
    while waiting:
        each = waiting.pop()
        if each is None or id(each) in seen:
            continue
        seen.add(id(each))
        yield each
        # A pool raises again `from None`, which hides the context but keeps it.
        waiting += [each.__context__, each.__cause__]
        if isinstance(each, BaseExceptionGroup):
            waiting += each.exceptions


def _names(error: BaseException) -> set[str]:
    """Return the names of an exception's classes as `_MEANINGS` writes them."""
    names = set()
    for cls in type(error).__mro__:
        package = cls.__module__.partition(".")[0]
        names.add(f"{package}.{cls.__name__}")
        if package == "httpx2":
            names.add(f"httpcore2.{cls.__name__}")
    return names


def _printable(text: str, limit: int = 200) -> str:
    shown = "".join(c if c.isprintable() else " " for c in text)
    return shown if len(shown) <= limit else f"{shown[:limit]}…"


Scripted: TypeAlias = "Answer | BaseException | Callable[[Request], Answer]"


class ScriptedFetcher:
    """A fetcher that answers from a mapping and keeps what it was asked for: no network, for tests.

    Attributes:
        requests: The requests, in the order they came.

    Examples:
        >>> fetcher = ScriptedFetcher({"https://example.com/a.xml": [HttpError(status=503), b"<urlset/>"]})
        >>> fetcher.fetch(Request(url="https://example.com/a.xml"))
        HttpError(status=503, retry_after=None)
        >>> fetcher.fetch(Request(url="https://example.com/a.xml"))
        b'<urlset/>'
        >>> fetcher.fetch(Request(url="https://example.com/b.xml"))
        NotFound(status=404)
    """

    def __init__(self, script: Mapping[str, Scripted | Sequence[Scripted]]) -> None:
        """Take the answers by URL: one for ever, or a list in whose end the last one repeats.

        Args:
            script: Answers, exceptions to raise, or functions of the request. What is not in it is not found.
        """
        self._script: dict[str, list[Scripted]] = {
            url: list(each) if isinstance(each, (list, tuple)) else [cast("Scripted", each)]
            for url, each in script.items()
        }
        self._lock = threading.Lock()
        self.requests: list[Request] = []

    def count(self, url: str) -> int:
        """Return how often a URL was asked for."""
        return sum(request.url == url for request in self.requests)

    def fetch(self, request: Request) -> Answer:
        """Return the next answer for the URL."""
        with self._lock:
            self.requests.append(request)
            answers = self._script.get(request.url, [NotFound()])
            answer = answers.pop(0) if len(answers) > 1 else answers[0]
        if isinstance(answer, BaseException):
            raise answer
        if isinstance(answer, (Body, Redirect, NotFound, HttpError, Failure, bytes)):
            return answer
        return answer(request)


class AsyncScriptedFetcher(ScriptedFetcher):
    """The same, awaited."""

    async def fetch(self, request: Request) -> Answer:  # type: ignore[override]
        """Return the next answer for the URL."""
        return super().fetch(request)
