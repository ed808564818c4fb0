"""The sockets of the default client under asyncio: the checks of `backend`, the waiting left to the event loop.

Enters: the host and port of a pool's connection, with the `Exchange` of the request it is made for. Leaves: a
stream of httpcore2's own backend, its every operation held to what is left of the request's time. A cancelled task
needs no help: the stream's operation is cancelled with it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from typing import TYPE_CHECKING, Any

import httpcore2

from sitemapfast._http import guard
from sitemapfast._http.backend import MOST_ATTEMPTS, STAGGER, screen
from sitemapfast._http.exchange import Exchange

if TYPE_CHECKING:
    import ssl
    from collections.abc import Iterable, Sequence

    from sitemapfast._http.guard import Refusal
    from sitemapfast._http.resolver import Address, Resolver

__all__ = ["AsyncBackend"]


class AsyncBackend(httpcore2.AsyncNetworkBackend):
    """Makes the connections of a pool."""

    def __init__(self, resolver: Resolver, *, guarded: bool = True) -> None:
        """Take the lookups, and whether addresses are checked: not where the caller's proxy is connected to."""
        self._resolver = resolver
        self._guarded = guarded
        self._sockets = httpcore2.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109  as httpcore2 has it
        local_address: str | None = None,  # noqa: ARG002  the pool is never given one
        socket_options: Iterable[Any] | None = None,  # noqa: ARG002
    ) -> httpcore2.AsyncNetworkStream:
        """Connect to a host by one of its addresses, all of which have been checked."""
        exchange = timeout if isinstance(timeout, Exchange) else Exchange(timeout)
        if self._guarded:
            exchange.admit(guard.check_name(host))
        addresses = await self._lookup(host, port, exchange)
        refusals = screen(host, addresses, exchange) if self._guarded else {}
        stream, address = await self._connect(addresses[:MOST_ATTEMPTS], exchange)
        exchange.connected = True
        return AsyncWire(stream, refusals.get(address), exchange)

    async def _lookup(self, host: str, port: int, exchange: Exchange) -> list[Address]:
        found = asyncio.wrap_future(self._resolver.lookup(host, port))
        try:
            async with asyncio.timeout(exchange.remaining()):
                return await found
        except TimeoutError as error:
            raise httpcore2.ConnectTimeout("the name was not resolved in time") from error

    async def _connect(
        self, addresses: Sequence[Address], exchange: Exchange
    ) -> tuple[httpcore2.AsyncNetworkStream, Address]:
        """Connect to the first of the addresses that answers; each joins the race a moment after the one before."""
        if len(addresses) == 1:
            return await self._attempt(addresses[0], exchange), addresses[0]
        waiting = deque(addresses)
        racing: dict[asyncio.Task[httpcore2.AsyncNetworkStream], Address] = {}
        won: asyncio.Task[httpcore2.AsyncNetworkStream] | None = None
        try:
            while True:
                if waiting:
                    address = waiting.popleft()
                    racing[asyncio.create_task(self._attempt(address, exchange))] = address
                pending = [task for task in racing if not task.done()]
                await asyncio.wait(pending, timeout=STAGGER if waiting else None, return_when=asyncio.FIRST_COMPLETED)
                won = next((task for task in racing if task.done() and task.exception() is None), None)
                if won is not None:
                    return won.result(), racing[won]
                if not waiting and all(task.done() for task in racing):
                    return list(racing)[-1].result(), addresses[-1]  # raises what the last one did
        finally:
            await _give_up([task for task in racing if task is not won])

    async def _attempt(self, address: Address, exchange: Exchange) -> httpcore2.AsyncNetworkStream:
        left = exchange.remaining()
        if left == 0:
            raise httpcore2.ConnectTimeout("no address answered in time")
        return await self._sockets.connect_tcp(address.host, address.port, timeout=left)


async def _give_up(tasks: Iterable[asyncio.Task[httpcore2.AsyncNetworkStream]]) -> None:
    """Leave nothing behind of the attempts that lost: neither a task nor a socket."""
    tasks = list(tasks)
    for task in tasks:
        task.cancel()
    for outcome in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(outcome, httpcore2.AsyncNetworkStream):
            with contextlib.suppress(Exception):
                await outcome.aclose()


class AsyncWire(httpcore2.AsyncNetworkStream):
    """A connection whose every operation is held to the exchange that it serves."""

    def __init__(self, stream: httpcore2.AsyncNetworkStream, refusal: Refusal | None, exchange: Exchange) -> None:
        """Take a connected stream."""
        self._stream = stream
        self._refusal = refusal
        self._exchange = exchange
        exchange.refusal = refusal

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ASYNC109
        """Return what came, or nothing at the end."""
        exchange = self._attend(timeout)
        data = await self._stream.read(max_bytes, _left(exchange, httpcore2.ReadTimeout))
        exchange.received += len(data)
        return data

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ASYNC109
        """Send everything."""
        exchange = self._attend(timeout)
        await self._stream.write(buffer, _left(exchange, httpcore2.WriteTimeout))

    def _attend(self, timeout: float | None) -> Exchange:
        """Serve the exchange that comes with an operation; one that comes without is of the exchange before."""
        exchange = timeout if isinstance(timeout, Exchange) else self._exchange
        if exchange is not self._exchange:
            exchange.admit(self._refusal)
            exchange.refusal = self._refusal
            self._exchange = exchange
        return exchange

    async def aclose(self) -> None:
        """Close it."""
        await self._stream.aclose()

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109
    ) -> httpcore2.AsyncNetworkStream:
        """Shake hands, and return the stream on top."""
        exchange = self._attend(timeout)
        inside = await self._stream.start_tls(ssl_context, server_hostname, _left(exchange, httpcore2.ConnectTimeout))
        return AsyncWire(inside, self._refusal, exchange)

    def get_extra_info(self, info: str) -> Any:
        """Return what httpcore2 asks about a connection."""
        return self._stream.get_extra_info(info)


def _left(exchange: Exchange, late: type[httpcore2.TimeoutException]) -> float | None:
    left = exchange.remaining()
    if left == 0:
        raise late("the time of the request is over")
    return left
