"""The caller's own httpx2 client as a fetcher, for what only that client can do: its auth, its transport, its proxies.

Enters: a client that the caller made and closes. Leaves: answers, raw and without redirects followed, like those of
the default fetchers.

What it cannot be given is what our own sockets do. The address that a name stands for is looked up inside the
client, so nothing is pinned or refused here ([110]): `sitemapfast` wants ``allow_private_addresses=True`` or
``authorize=`` beside it. The client's timeouts are per read; a body is cut between two of its chunks when the time
of the request is over, a server that sends its headers a byte at a time is not.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from sitemapfast._http import base, content
from sitemapfast.typing import Body, Failure

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    import httpx2

    from sitemapfast.typing import Answer, Request

__all__ = ["AsyncHttpxFetcher", "HttpxFetcher"]


class HttpxFetcher:
    """A fetcher over the caller's `httpx2.Client`.

    Examples:
        >>> import httpx2
        >>> from sitemapfast.typing import Request
        >>> transport = httpx2.MockTransport(lambda request: httpx2.Response(404))
        >>> with httpx2.Client(transport=transport) as client:
        ...     HttpxFetcher(client).fetch(Request(url="https://example.com/sitemap.xml"))
        NotFound(status=404)
    """

    def __init__(self, client: httpx2.Client) -> None:
        """Take the client; its settings hold, but for redirects, ``Accept-Encoding`` and the time of a request."""
        self._client = client
        self._accept_encoding = base.accept_encoding()

    def fetch(self, request: Request) -> Answer:
        """Return the answer to one request."""
        ends = _ends(request)
        try:
            with self._client.stream("GET", request.url, **_options(request, self._accept_encoding)) as response:
                headers = base.join_headers(response.headers.raw)
                answer = base.classify(response.status_code, headers)
                if answer is not None:
                    return answer
                chunks = _in_time(response.iter_raw(), ends)
                return Body(data=content.collect(chunks, request.max_bytes), headers=headers)
        except Exception as error:  # noqa: BLE001  whatever the caller's client raises is an answer
            return _failed(error, request)


class AsyncHttpxFetcher:
    """A fetcher over the caller's `httpx2.AsyncClient`."""

    def __init__(self, client: httpx2.AsyncClient) -> None:
        """Take the client; its settings hold, but for redirects, ``Accept-Encoding`` and the time of a request."""
        self._client = client
        self._accept_encoding = base.accept_encoding()

    async def fetch(self, request: Request) -> Answer:
        """Return the answer to one request."""
        ends = _ends(request)
        try:
            async with self._client.stream("GET", request.url, **_options(request, self._accept_encoding)) as response:
                headers = base.join_headers(response.headers.raw)
                answer = base.classify(response.status_code, headers)
                if answer is not None:
                    return answer
                chunks = _in_time_async(response.aiter_raw(), ends)
                return Body(data=await content.collect_async(chunks, request.max_bytes), headers=headers)
        except Exception as error:  # noqa: BLE001  whatever the caller's client raises is an answer
            return _failed(error, request)


def _options(request: Request, accept_encoding: str) -> dict[str, Any]:
    options: dict[str, Any] = {
        "headers": {"Accept-Encoding": accept_encoding, **request.headers},
        "follow_redirects": False,
    }
    if request.timeout is not None:
        options["timeout"] = request.timeout
    return options


def _ends(request: Request) -> float:
    return float("inf") if request.timeout is None else time.monotonic() + request.timeout


def _in_time(chunks: Iterator[bytes], ends: float) -> Iterator[bytes]:
    for chunk in chunks:
        if time.monotonic() > ends:
            raise TimeoutError("the time of the request is over")
        yield chunk


async def _in_time_async(chunks: AsyncIterator[bytes], ends: float) -> AsyncIterator[bytes]:
    async for chunk in chunks:
        if time.monotonic() > ends:
            raise TimeoutError("the time of the request is over")
        yield chunk


def _failed(error: Exception, request: Request) -> Failure:
    failure = base.failure_of(error, timeout=request.timeout)
    if failure is None:
        raise error
    return failure
