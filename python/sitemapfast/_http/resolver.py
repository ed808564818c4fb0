"""Name lookups that can be given up: `socket.getaddrinfo` takes no timeout and hears no cancellation.

Enters: a host and a port. Leaves: a future of the addresses. `backend` waits for it with what is left of the
request's time, `aio` awaits it. The lookup itself goes on in a daemon thread until the system's resolver lets it
go, so the number of threads is bounded and none of them holds the process.
"""

from __future__ import annotations

import contextlib
import socket
import threading
from collections import deque
from concurrent.futures import Future, InvalidStateError
from typing import NamedTuple

from sitemapfast._http import guard

__all__ = ["Address", "Resolver"]

# A resolver that hangs holds a thread for up to half a minute; a crawl of 16 at a time needs some spare ones.
_THREADS = 64
_LINGER = 5.0


class Address(NamedTuple):
    """Where to connect to: what `socket.socket` and its ``connect`` want."""

    family: int
    sockaddr: tuple[str, int] | tuple[str, int, int, int]

    @property
    def host(self) -> str:
        """The address alone, with its zone if it has one."""
        zone = self.sockaddr[3] if len(self.sockaddr) == 4 else 0  # noqa: PLR2004
        return f"{self.sockaddr[0]}%{zone}" if zone else self.sockaddr[0]

    @property
    def port(self) -> int:
        """The port."""
        return self.sockaddr[1]


class _Job(NamedTuple):
    future: Future[list[Address]]
    host: str
    port: int


class Resolver:
    """Looks names up in helper threads of its own."""

    def __init__(self, *, threads: int = _THREADS) -> None:
        """Make one with at most so many lookups at a time; more wait for their turn."""
        self._limit = threads
        self._jobs: deque[_Job] = deque()
        self._changed = threading.Condition()
        self._threads = 0
        self._idle = 0
        self._closed = False

    def lookup(self, host: str, port: int) -> Future[list[Address]]:
        """Start one lookup and return its future; cancel that to give it up.

        Returns:
            A future of at least one address. It fails with `socket.gaierror`.
        """
        job = _Job(Future(), host, port)
        address = guard.literal(host)
        if address is not None:
            family = socket.AF_INET if address.version == 4 else socket.AF_INET6  # noqa: PLR2004
            host = str(address)
            if "%" not in host:
                job.future.set_result([Address(family, (host, port) if address.version == 4 else (host, port, 0, 0))])  # noqa: PLR2004
                return job.future
        with self._changed:
            self._jobs.append(job)
            self._changed.notify()
            if self._idle < len(self._jobs) and self._threads < self._limit:
                self._threads += 1
                threading.Thread(target=self._work, name="sitemapfast-resolver", daemon=True).start()
        return job.future

    def close(self) -> None:
        """Let idle threads end now; those in a lookup end after it."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _work(self) -> None:
        while True:
            with self._changed:
                while not self._jobs:
                    self._idle += 1
                    told = self._closed or self._changed.wait(_LINGER)
                    self._idle -= 1
                    if not self._jobs and (self._closed or not told):
                        self._threads -= 1
                        return
                job = self._jobs.popleft()
            if not job.future.cancelled():
                _answer(job)


def _answer(job: _Job) -> None:
    # Whoever waited may have given up meanwhile, and a cancelled future takes no result.
    with contextlib.suppress(InvalidStateError):
        try:
            job.future.set_result(_lookup(job.host, job.port))
        except OSError as error:
            job.future.set_exception(error)
        except Exception as error:  # noqa: BLE001  a label that is too long for the codec, a zero byte: no such name
            job.future.set_exception(socket.gaierror(socket.EAI_NONAME, f"not a name ({error})"))


def _lookup(host: str, port: int) -> list[Address]:
    found = [
        Address(family, (sockaddr[0], sockaddr[1]) if len(sockaddr) == 2 else sockaddr)  # type: ignore[arg-type] # noqa: PLR2004
        for family, _, _, _, sockaddr in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        if family in {socket.AF_INET, socket.AF_INET6}
    ]
    if not found:
        raise socket.gaierror(socket.EAI_NONAME, "the name has no address")
    return list(dict.fromkeys(found))
