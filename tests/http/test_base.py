"""What an exception means, how header fields are read, and the fetcher that tests are written with."""

from __future__ import annotations

import asyncio
import pickle
import socket
import ssl
from typing import TYPE_CHECKING, Any

import httpcore2
import httpx2
import pytest

from sitemapfast._http import base
from sitemapfast._http.base import AsyncScriptedFetcher, ScriptedFetcher, failure_of
from sitemapfast._http.exchange import Aborted, AddressRefusedError
from sitemapfast.typing import Answer, Body, Failure, HttpError, NotFound, Redirect, Request

if TYPE_CHECKING:
    from collections.abc import Callable

URL = "https://example.com/sitemap.xml"


def _raised(*errors: BaseException) -> BaseException:
    """Raise one from the other, as libraries do, the innermost first."""
    try:
        for each in errors[:1]:
            raise each
    except BaseException as error:  # noqa: BLE001
        return error if len(errors) == 1 else _from(error, *errors[1:])
    raise AssertionError


def _from(cause: BaseException, error: BaseException, *rest: BaseException) -> BaseException:
    error.__cause__ = cause
    return _from(error, *rest) if rest else error


@pytest.mark.parametrize(
    ("errors", "code", "retry"),
    [
        ([AddressRefusedError("10.0.0.1 is not public")], "address_refused", False),
        ([Aborted()], "cancelled", False),
        ([httpcore2.ConnectTimeout()], "timeout", True),
        ([httpcore2.ReadTimeout()], "timeout", False),
        ([httpcore2.WriteTimeout()], "timeout", False),
        ([TimeoutError(), httpcore2.ConnectTimeout(), httpx2.ConnectTimeout("")], "timeout", True),
        ([TimeoutError()], "timeout", False),
        ([socket.gaierror(socket.EAI_NONAME, "no name"), httpcore2.ConnectError()], "dns_failed", False),
        ([socket.gaierror(socket.EAI_AGAIN, "later"), httpcore2.ConnectError()], "dns_failed", True),
        ([ssl.SSLCertVerificationError(1, "self-signed"), httpx2.ConnectError("")], "tls_failed", False),
        ([ssl.SSLError(1, "wrong version"), httpcore2.ConnectError()], "tls_failed", False),
        ([ssl.SSLEOFError(8, "EOF"), httpcore2.ConnectError()], "reset", True),
        ([ConnectionRefusedError(111, "refused"), OSError("all"), httpcore2.ConnectError()], "connect_failed", True),
        ([OSError(113, "no route to host"), httpcore2.ConnectError("no route")], "connect_failed", True),
        ([ConnectionResetError(104, "reset"), httpcore2.ReadError(), httpx2.ReadError("")], "reset", True),
        ([BrokenPipeError(32, "pipe"), httpcore2.WriteError()], "reset", True),
        ([httpcore2.ReadError("lost")], "reset", True),
        ([httpcore2.RemoteProtocolError("peer closed connection without sending")], "incomplete_body", True),
        ([httpx2.RemoteProtocolError("Server disconnected without sending a response.")], "reset", True),
        ([httpcore2.RemoteProtocolError("illegal status line")], "bad_response", False),
        ([httpcore2.LocalProtocolError("illegal header value")], "bad_request", False),
        ([httpcore2.ProxyError("407")], "proxy_failed", False),
        ([httpx2.InvalidURL("no host")], "invalid_url", False),
        ([httpx2.UnsupportedProtocol("ftp")], "invalid_url", False),
        ([httpx2.TooManyRedirects("20")], "network_failure", False),
        ([ExceptionGroup("", [ConnectionRefusedError(111, "no")]), httpcore2.ConnectError()], "connect_failed", True),
    ],
)  # fmt: skip
def test_the_most_specific_exception_tells_what_happened(errors: list[BaseException], code: str, retry: bool) -> None:
    """[83]: one table, for the default client and for the caller's own."""
    failure = failure_of(_raised(*errors))
    assert failure is not None
    assert (failure.code, failure.retry) == (code, retry)
    assert failure.cause is None or failure.cause.__traceback__ is None
    assert type(pickle.loads(pickle.dumps(failure.cause))) is type(failure.cause)


def test_a_pool_that_hides_a_cause_does_not_hide_what_happened() -> None:
    """httpcore2 raises again `from None`."""
    try:
        try:
            raise ConnectionRefusedError(111, "refused")
        except OSError as error:
            raise httpcore2.ConnectError("x") from error
    except httpcore2.ConnectError as error:
        error.__cause__ = None
        failure = failure_of(error)
    assert failure is not None
    assert failure.reason == "connection refused"


@pytest.mark.parametrize("error", [ValueError("x"), KeyError("x"), RuntimeError("closed"), AssertionError()])
def test_what_no_transport_raises_is_nobodys_answer(error: Exception) -> None:
    """[104]: a mistake goes on its way."""
    assert failure_of(error) is None


def test_what_a_server_said_is_shown_without_what_a_terminal_obeys() -> None:
    """protocol.md, 10.9"""
    failure = failure_of(httpcore2.RemoteProtocolError("\x1b[2J\n\u202e" + "x" * 10_000))
    assert failure is not None
    assert failure.reason.isprintable()
    assert len(failure.reason) < 300


def test_header_fields_sent_twice_are_joined() -> None:
    """A coding may stand in a field of its own."""
    raw = [(b"Content-Encoding", b"deflate"), (b"content-encoding", b"gzip"), (b"X", b"\xe9")]
    assert base.join_headers(raw) == {"content-encoding": "deflate, gzip", "x": "\u00e9"}


def _async_fetch(fetcher: AsyncScriptedFetcher, request: Request) -> Answer:
    return asyncio.run(fetcher.fetch(request))


@pytest.mark.parametrize(
    ("kind", "fetch"),
    [(ScriptedFetcher, ScriptedFetcher.fetch), (AsyncScriptedFetcher, _async_fetch)],
    ids=["sync", "async"],
)
def test_the_scripted_fetcher_answers_in_order(kind: type[ScriptedFetcher], fetch: Callable[..., Answer]) -> None:
    """The last answer repeats, functions are called, exceptions raised, what is not there is not found."""
    script: dict[str, Any] = {
        URL: [HttpError(status=503), Redirect(location="/b"), b"<urlset/>"],
        "f": lambda request: Body(data=request.url.encode()),
        "e": OSError("lost"),
    }
    fetcher = kind(script)
    answers = [fetch(fetcher, Request(url=url)) for url in (URL, URL, URL, URL, "f", "none")]
    assert answers == [
        HttpError(status=503),
        Redirect(location="/b"),
        b"<urlset/>",
        b"<urlset/>",
        Body(data=b"f"),
        NotFound(),
    ]
    with pytest.raises(OSError, match="lost"):
        fetch(fetcher, Request(url="e"))
    assert fetcher.count(URL) == 4
    assert [each.url for each in fetcher.requests][-1] == "e"
    assert isinstance(Failure(reason="x"), Failure)
