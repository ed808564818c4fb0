"""The sockets of the default client: connected to the address that was checked, held to their time, shut on demand.

Enters: the host and port of a pool's connection, with the `Exchange` of the request it is made for. Leaves: a
stream to one public address, or to another that the request may go to. `client` gives a `Backend` to
`httpcore2.ConnectionPool`; `aio` is the same for asyncio.

A name is looked up once for a connection, every address it has is checked, and the connection goes to one of those;
the name stays in SNI and ``Host``, so that a second answer of the name server is never asked for (rule [110]). A
connection that a pool keeps is checked again for the request that it serves next, before a byte is written.
"""

from __future__ import annotations

import errno
import functools
import os
import select
import socket
import time
from collections import deque
from concurrent.futures import CancelledError
from typing import TYPE_CHECKING, Any, TypeVar

import httpcore2

from sitemapfast._http import guard
from sitemapfast._http.exchange import Exchange
from sitemapfast._http.tls import Tls

if TYPE_CHECKING:
    import ssl
    from collections.abc import Callable, Collection, Iterable

    from sitemapfast._http.guard import Refusal
    from sitemapfast._http.resolver import Address, Resolver

__all__ = ["Backend", "screen"]

_T = TypeVar("_T")

# What a second attempt waits for before it joins the first (RFC 8305), and how many addresses of a name are tried.
STAGGER = 0.25
MOST_ATTEMPTS = 8
# Nothing is waited for longer in one go: where shutting a socket does not wake its waiter, this does.
_NAP = 0.5
_STARTED = frozenset({errno.EINPROGRESS, errno.EWOULDBLOCK, getattr(errno, "WSAEWOULDBLOCK", errno.EWOULDBLOCK)})


class Backend(httpcore2.NetworkBackend):
    """Makes the connections of a pool."""

    def __init__(self, resolver: Resolver, *, guarded: bool = True) -> None:
        """Take the lookups, and whether addresses are checked: not where the caller's proxy is connected to."""
        self._resolver = resolver
        self._guarded = guarded

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,  # noqa: ARG002  the pool is never given one
        socket_options: Iterable[Any] | None = None,  # noqa: ARG002
    ) -> httpcore2.NetworkStream:
        """Connect to a host by one of its addresses, all of which have been checked."""
        exchange = timeout if isinstance(timeout, Exchange) else Exchange(timeout)
        exchange.check()
        if self._guarded:
            exchange.admit(guard.check_name(host))
        addresses = self._lookup(host, port, exchange)
        refusals = screen(host, addresses, exchange) if self._guarded else {}
        try:
            sock, address = _connect(addresses[:MOST_ATTEMPTS], exchange)
        except OSError as error:
            raise httpcore2.ConnectError(str(error)) from error
        exchange.connected = True
        return Wire(sock, refusals.get(address), exchange)

    def _lookup(self, host: str, port: int, exchange: Exchange) -> list[Address]:
        future = self._resolver.lookup(host, port)
        exchange.on_abort(future.cancel)
        try:
            return future.result(exchange.remaining())
        except CancelledError:
            exchange.check()
            raise
        except TimeoutError as error:
            future.cancel()
            raise httpcore2.ConnectTimeout("the name was not resolved in time") from error


def screen(host: str, addresses: Iterable[Address], exchange: Exchange) -> dict[Address, Refusal | None]:
    """Return why each address of a host is not public, after the exchange has admitted every one of them.

    A name that has public and private addresses is refused where one of them is: which one is connected to is chance.
    """
    name = guard.check_name(host)
    refusals = {address: guard.check(address.host) or name for address in addresses}
    for refusal in refusals.values():
        exchange.admit(refusal)
    return refusals


class Wire(httpcore2.NetworkStream):
    """A TCP connection whose every operation is held to the exchange that it serves."""

    def __init__(self, sock: socket.socket, refusal: Refusal | None, exchange: Exchange) -> None:
        """Take a connected socket that does not block."""
        self._sock = sock
        self._refusal = refusal
        self._exchange = exchange
        exchange.refusal = refusal

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Return what came, or nothing at the end."""
        data = self._when_ready(lambda: self._sock.recv(max_bytes), timeout, write=False)
        self._exchange.received += len(data)
        return data

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Send everything."""
        view = memoryview(buffer)
        while view:
            view = view[self._when_ready(functools.partial(self._sock.send, view), timeout, write=True) :]

    def _when_ready(self, operation: Callable[[], _T], timeout: float | None, *, write: bool) -> _T:
        exchange = self._attend(timeout)
        late, lost = (
            (httpcore2.WriteTimeout, httpcore2.WriteError) if write else (httpcore2.ReadTimeout, httpcore2.ReadError)
        )
        while True:
            left = exchange.remaining()
            if left == 0:
                raise late("the time of the request is over")
            try:
                done = operation()
            except (BlockingIOError, InterruptedError):
                _ready([self._sock], left, write=write)
            except OSError as error:
                exchange.check()
                raise lost(str(error)) from error
            else:
                exchange.check()  # an end that we made ourselves is no end of the body
                return done
            exchange.check()

    def _attend(self, timeout: float | None) -> Exchange:
        """Serve the exchange that comes with an operation; one that comes without is of the exchange before."""
        exchange = timeout if isinstance(timeout, Exchange) else self._exchange
        if exchange is not self._exchange:
            exchange.admit(self._refusal)
            exchange.refusal = self._refusal
            exchange.on_abort(functools.partial(_shut, self._sock))
            self._exchange = exchange
        exchange.check()
        return exchange

    def close(self) -> None:
        """Close the socket."""
        self._sock.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore2.NetworkStream:
        """Shake hands, and return the stream on top."""
        return Tls(self, ssl_context, server_hostname, timeout)

    def get_extra_info(self, info: str) -> Any:
        """Return what httpcore2 asks about a connection."""
        if info == "is_readable":
            return bool(_ready([self._sock], 0, write=False))
        if info == "server_addr":
            return self._sock.getpeername()
        return None


def _shut(sock: socket.socket) -> None:
    """Wake whoever waits for a socket; closing it would not, and is left to its owner."""
    sock.shutdown(socket.SHUT_RDWR)


def _connect(addresses: Collection[Address], exchange: Exchange) -> tuple[socket.socket, Address]:
    """Connect to the first of the addresses that answers; each joins the race a moment after the one before."""
    waiting = deque(addresses)
    racing: dict[socket.socket, Address] = {}
    lost = OSError("no address")
    next_start = 0.0
    try:
        while True:
            if waiting and (not racing or time.monotonic() >= next_start):
                address = waiting.popleft()
                next_start = time.monotonic() + STAGGER
                try:
                    racing[_start(address, exchange)] = address
                except OSError as error:
                    lost = error
                    continue
            if not racing:
                raise lost
            left = exchange.remaining()
            if left == 0:
                raise httpcore2.ConnectTimeout("no address answered in time")
            pause = max(0.0, next_start - time.monotonic()) if waiting else _NAP
            ready = _ready(racing, pause if left is None else min(left, pause), write=True)
            exchange.check()
            for sock in ready:
                address = racing.pop(sock)
                number = sock.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
                if not number:
                    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    return sock, address
                sock.close()
                lost = OSError(number, os.strerror(number))
                next_start = 0.0
    finally:
        for sock in racing:
            sock.close()


def _start(address: Address, exchange: Exchange) -> socket.socket:
    sock = socket.socket(address.family, socket.SOCK_STREAM)
    try:
        sock.setblocking(False)
        exchange.on_abort(functools.partial(_shut, sock))
        number = sock.connect_ex(address.sockaddr)
        if number and number not in _STARTED:
            raise OSError(number, os.strerror(number))  # noqa: TRY301  closed below
    except BaseException:
        sock.close()
        raise
    return sock


def _ready(socks: Iterable[socket.socket], seconds: float | None, *, write: bool) -> list[socket.socket]:
    """Wait, no longer than a nap, until one of the sockets is ready; return those that are."""
    seconds = _NAP if seconds is None else min(seconds, _NAP)
    if not hasattr(select, "poll"):  # Windows
        everything = list(socks)
        read, ready, failed = select.select(
            [] if write else everything, everything if write else [], everything, seconds
        )
        return [*read, *ready, *failed]
    poller = select.poll()
    by_number = {sock.fileno(): sock for sock in socks}
    if min(by_number) < 0:  # closed meanwhile: the next operation says so
        return list(by_number.values())
    for number in by_number:
        poller.register(number, select.POLLOUT if write else select.POLLIN)
    return [by_number[number] for number, _ in poller.poll(seconds * 1000)]
