"""The default fetchers: one request in, one answer out, over httpcore2's pools and our own sockets.

Enters: the settings of the transport, then requests, from any number of threads or tasks. Leaves: answers; a body
only when its last byte is there. `sitemapfast._api` makes one for each parser. Redirects, retries, ``Retry-After``
and delay are the traversal's: nothing is asked twice here, but for a kept connection that its server closed just
then.

Of httpx2 only the URL (its host in ASCII, its target percent-encoded) and the TLS defaults are used, of httpcore2
the pools. No cookies are kept, no ``.netrc`` is read, nothing is decompressed. Both are imported by the first
request.
"""

from __future__ import annotations

import contextlib
import math
import threading
from typing import TYPE_CHECKING, Any, Self

from sitemapfast._http import base, content
from sitemapfast._http.exchange import Aborted
from sitemapfast._http.plan import Planner, proxy_of
from sitemapfast._http.resolver import Resolver
from sitemapfast.typing import Body, Failure

if TYPE_CHECKING:
    import ssl
    from collections.abc import Mapping
    from types import TracebackType

    import httpcore2

    from sitemapfast._http.exchange import Exchange
    from sitemapfast._http.plan import Plan
    from sitemapfast.typing import Answer, Request

__all__ = ["AsyncHttpClient", "HttpClient", "Scope"]

# What is left of an answer that is not wanted is thrown away up to here, so that its connection can be kept.
_DRAIN_BYTES = 1 << 16
_DRAIN_SECONDS = 0.2
_KEEPALIVE = 5.0
# How often a kept connection may turn out closed before that is called a failure.
_STALE_TRIES = 3


class _Client:
    """What both clients are, but for `fetch`.

    Attributes:
        credentials: The credentials among the ``headers`` given. They are not sent from here: which origin they belong
            to, the traversal knows, and puts them into `sitemapfast.typing.Request.headers` (rule [93]).
    """

    credentials: Mapping[str, str]

    def __init__(
        self,
        *,
        user_agent: str,
        headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
        proxy: str | None = None,
        allow_private_addresses: bool = False,
        concurrency: int = 16,
        ssl_context: ssl.SSLContext | None = None,
    ) -> None:
        """Take the settings; no connection is made and nothing is imported yet.

        Args:
            user_agent: The User-Agent, always sent; `base.user_agent` makes the default one.
            headers: Further header fields, for every host; credentials among them are kept apart.
            timeout: Seconds from connecting to the last byte, for requests that set none; ``None`` for no limit.
            proxy: The URL of a proxy (``http``, ``https``, ``socks5``, ``socks5h``); ``"env"`` for those of the
                environment, by scheme, ``no_proxy`` heeded; ``None`` for none, whatever the environment says. A proxy
                looks names up itself, so that only hosts that are local by themselves are refused behind it.
            allow_private_addresses: Whether any request may connect to addresses that are not public. Cloud metadata
                stays refused.
            concurrency: How many idle connections are kept. How many requests are made at once is the caller's affair.
            ssl_context: What certificates are verified with; ``None`` for those of the system, or ``SSL_CERT_FILE``.

        Raises:
            ConfigError: A setting has a value that it cannot have (rule [3]).
        """
        self._planner = Planner(
            user_agent=user_agent,
            headers=headers or {},
            timeout=timeout,
            proxy=proxy,
            allow_private_addresses=allow_private_addresses,
        )
        self.credentials = self._planner.credentials
        self._keep = concurrency
        self._ssl_context = ssl_context
        self._resolver = Resolver()
        self._pools: dict[str | None, Any] = {}
        self._lock = threading.Lock()
        self._live: set[Exchange] = set()
        self._closed = False

    def _settings_of_pool(self, proxy: str | None) -> dict[str, Any]:
        """Return what both kinds of pool are made with; call it with the lock held."""
        if self._closed:
            raise RuntimeError("this client has been closed")
        if self._ssl_context is None:
            import httpx2

            self._ssl_context = httpx2.create_ssl_context()
        return {
            "ssl_context": self._ssl_context,
            "proxy": None if proxy is None else proxy_of(proxy, self._ssl_context),
            # Who fetches bounds what is in flight; to wait for a connection here would take from the time of a request.
            "max_connections": None,
            "max_keepalive_connections": self._keep,
            "keepalive_expiry": _KEEPALIVE,
        }

    def _take_pools(self) -> list[Any]:
        with self._lock:
            self._closed = True
            pools = list(self._pools.values())
            self._pools.clear()
        self._resolver.close()
        return pools


def _head(response: httpcore2.Response, plan: Plan, exchange: Exchange, max_bytes: int | None) -> Answer:
    """Return the answer as far as the head tells it: a `Body` has to be read yet."""
    headers = base.join_headers(response.headers)
    private = exchange.private or plan.refusal is not None
    answer = base.classify(response.status, headers, private=private)
    if answer is not None:
        return answer
    length = headers.get("content-length", "")
    if max_bytes is not None and length.isascii() and length.isdigit() and int(length[:20]) > max_bytes:
        raise content.oversize(max_bytes)
    return Body(data=b"", headers=headers, private=private)


def _whole(head: Body, data: bytes) -> Body:
    return Body(data=data, headers=head.headers, private=head.private)


def _failed(error: Exception, exchange: Exchange) -> Failure:
    """Return what an exception means; one that no transport raises is a mistake and goes on its way."""
    failure = base.failure_of(error, timeout=None if math.isinf(exchange) else float(exchange))
    if failure is None:
        raise error
    return failure


def _is_stale(failure: Failure, exchange: Exchange) -> bool:
    """Whether a kept connection was closed by its server before the request was seen: no failure of the site."""
    return failure.code == "reset" and not exchange.connected and not exchange.received


class HttpClient(_Client):
    """The default fetcher: any number of requests over one pool, from any number of threads.

    Examples:
        >>> from sitemapfast.typing import Found, Request
        >>> with HttpClient(user_agent="example/1 (+https://example.com/bot)") as client:
        ...     client.fetch(Request(url="http://127.0.0.1:1/sitemap.xml", found=Found.CHILD)).code
        'address_refused'
    """

    def fetch(self, request: Request) -> Answer:
        """Return the answer to one request; it never takes longer than its time, whatever the server does."""
        return self._fetch(request, self._planner.exchange(request))

    def scope(self) -> Scope:
        """Return a fetcher over the same pool whose requests can be cancelled without those of others."""
        return Scope(self)

    def abort(self) -> None:
        """End all requests in flight, from any thread: they answer with a failure, code ``cancelled``."""
        with self._lock:
            live = list(self._live)
        for exchange in live:
            exchange.abort()

    def close(self) -> None:
        """End what is in flight and close the connections."""
        pools = self._take_pools()
        self.abort()
        for pool in pools:
            pool.close()

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()

    def _fetch(self, request: Request, exchange: Exchange) -> Answer:
        with self._lock:
            self._live.add(exchange)
        try:
            plan = self._planner.plan(request, exchange)
            for tries_left in reversed(range(_STALE_TRIES)):
                try:
                    return self._send(plan, exchange, request.max_bytes)
                except Exception as error:  # noqa: BLE001  told apart by the table
                    failure = _failed(error, exchange)
                if not (tries_left and _is_stale(failure, exchange)):
                    break
        except Exception as error:  # noqa: BLE001
            return _failed(error, exchange)
        finally:
            with self._lock:
                self._live.discard(exchange)
            exchange.finish()
        return failure

    def _send(self, plan: Plan, exchange: Exchange, max_bytes: int | None) -> Answer:
        response = self._pool(plan.proxy).handle_request(plan.message)
        try:
            head = _head(response, plan, exchange, max_bytes)
            if isinstance(head, Body):
                return _whole(head, content.collect(response.iter_stream(), max_bytes))
            exchange.shorten(_DRAIN_SECONDS)
            with contextlib.suppress(Exception):
                content.collect(response.iter_stream(), _DRAIN_BYTES)
            return head
        finally:
            response.close()

    def _pool(self, proxy: str | None) -> httpcore2.ConnectionPool:
        with self._lock:
            if proxy not in self._pools:
                import httpcore2

                from sitemapfast._http.backend import Backend

                backend = Backend(self._resolver, guarded=proxy is None)
                settings = self._settings_of_pool(proxy)
                self._pools[proxy] = httpcore2.ConnectionPool(network_backend=backend, **settings)
            pool: httpcore2.ConnectionPool = self._pools[proxy]
            return pool


class Scope:
    """A fetcher that shares the pool of a client and is cancelled by itself: one for each call (rule [91])."""

    def __init__(self, client: HttpClient) -> None:
        """Take the client."""
        self._client = client
        self._live: set[Exchange] = set()
        self._aborted = False
        self._lock = threading.Lock()

    def fetch(self, request: Request) -> Answer:
        """Return the answer to one request, or the failure ``cancelled`` at once after `abort`."""
        exchange = self._client._planner.exchange(request)  # noqa: SLF001  a part of the client
        with self._lock:
            if self._aborted:
                return _failed(Aborted(), exchange)
            self._live.add(exchange)
        try:
            return self._client._fetch(request, exchange)  # noqa: SLF001
        finally:
            with self._lock:
                self._live.discard(exchange)

    def abort(self) -> None:
        """End the requests in flight, from any thread, and let none begin."""
        with self._lock:
            self._aborted = True
            live = list(self._live)
        for exchange in live:
            exchange.abort()


class AsyncHttpClient(_Client):
    """The same under asyncio; a request is cancelled with its task.

    It belongs to the event loop of its first request.
    """

    async def fetch(self, request: Request) -> Answer:
        """Return the answer to one request; it never takes longer than its time, whatever the server does."""
        exchange = self._planner.exchange(request)
        try:
            plan = self._planner.plan(request, exchange)
            for tries_left in reversed(range(_STALE_TRIES)):
                try:
                    return await self._send(plan, exchange, request.max_bytes)
                except Exception as error:  # noqa: BLE001  told apart by the table
                    failure = _failed(error, exchange)
                if not (tries_left and _is_stale(failure, exchange)):
                    break
        except Exception as error:  # noqa: BLE001
            return _failed(error, exchange)
        return failure

    async def aclose(self) -> None:
        """Close the connections."""
        for pool in self._take_pools():
            await pool.aclose()

    async def __aenter__(self) -> Self:
        """Return itself."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        await self.aclose()

    async def _send(self, plan: Plan, exchange: Exchange, max_bytes: int | None) -> Answer:
        response = await self._pool(plan.proxy).handle_async_request(plan.message)
        try:
            head = _head(response, plan, exchange, max_bytes)
            if isinstance(head, Body):
                return _whole(head, await content.collect_async(response.aiter_stream(), max_bytes))
            exchange.shorten(_DRAIN_SECONDS)
            with contextlib.suppress(Exception):
                await content.collect_async(response.aiter_stream(), _DRAIN_BYTES)
            return head
        finally:
            await response.aclose()

    def _pool(self, proxy: str | None) -> httpcore2.AsyncConnectionPool:
        with self._lock:
            if proxy not in self._pools:
                import httpcore2

                from sitemapfast._http.aio import AsyncBackend

                backend = AsyncBackend(self._resolver, guarded=proxy is None)
                settings = self._settings_of_pool(proxy)
                self._pools[proxy] = httpcore2.AsyncConnectionPool(network_backend=backend, **settings)
            pool: httpcore2.AsyncConnectionPool = self._pools[proxy]
            return pool
