"""What the sockets have to know of the request they serve: how long, whereto, and whether it still matters.

Enters: the time and the permission of one request, set by `client`. Leaves: the decision at every connect, read and
write, asked for by `backend` and `aio`, and what was found out on the way (the address, the bytes).

httpcore2 hands the ``timeout`` extension of a request through to the network backend untouched, at every operation.
An `Exchange` travels there: a float to httpcore2, a point in time to us. Its own timeouts are per read, so that a
server that sends a byte a second would hold a request for ever.
"""

from __future__ import annotations

import contextlib
import math
import threading
import time
from typing import TYPE_CHECKING, Self

from sitemapfast._http.guard import Kind

if TYPE_CHECKING:
    from collections.abc import Callable

    from sitemapfast._http.guard import Refusal

__all__ = ["Aborted", "AddressRefusedError", "Exchange"]


class AddressRefusedError(Exception):
    """Nothing was sent: the place asked for is not public (rule [110])."""


class Aborted(Exception):  # noqa: N818  it is no error: somebody asked for it
    """The caller gave the request up (rule [91])."""


class Exchange(float):
    """One request on its way: its total time, its permission, its way out.

    Attributes:
        allow_private: Whether an address that is not public may be connected to; metadata never is.
        refusal: Why the place connected to is not public, or ``None`` if it is, or before it is known.
        connected: Whether a connection was made for it; else it went out on one that was there.
        received: How many bytes came back, headers included.
    """

    allow_private: bool
    refusal: Refusal | None
    connected: bool
    received: int

    def __new__(cls, seconds: float | None = None, *, allow_private: bool = False) -> Self:  # noqa: ARG004
        """Make one that may take so many seconds from its first operation on; ``None`` is no limit."""
        return super().__new__(cls, math.inf if seconds is None else seconds)

    def __init__(self, seconds: float | None = None, *, allow_private: bool = False) -> None:  # noqa: ARG002
        """See `__new__`."""
        self.allow_private = allow_private
        self.refusal = None
        self.connected = False
        self.received = 0
        self._ends: float | None = None
        self._aborted = False
        self._undo: list[Callable[[], object]] = []
        self._lock = threading.Lock()

    # Two requests of three seconds each are two requests.
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    @property
    def private(self) -> bool:
        """Whether what answers is not public."""
        return self.refusal is not None

    def remaining(self) -> float | None:
        """Return the seconds left, 0 at the least, or ``None`` for no limit; the first call starts the clock."""
        now = time.monotonic()
        if self._ends is None:
            if math.isinf(self):
                return None
            self._ends = now + float(self)
        return max(0.0, self._ends - now)

    def shorten(self, seconds: float) -> None:
        """Leave it no more than so many seconds from now."""
        left = self.remaining()
        self._ends = time.monotonic() + (seconds if left is None else min(left, seconds))

    def admit(self, refusal: Refusal | None) -> None:
        """Raise `AddressRefusedError` unless this request may go there."""
        if refusal is not None and (refusal.kind is Kind.METADATA or not self.allow_private):
            raise AddressRefusedError(refusal.reason)

    def check(self) -> None:
        """Raise `Aborted` if it was given up."""
        if self._aborted:
            raise Aborted("cancelled")

    def on_abort(self, undo: Callable[[], object]) -> None:
        """Have something called, from the thread that aborts, to end what this request waits for."""
        with self._lock:
            self.check()
            self._undo.append(undo)

    def abort(self) -> None:
        """End it, from any thread: what it waits for is shut, and it fails with `Aborted`."""
        with self._lock:
            self._aborted = True
            undo, self._undo = self._undo, []
        for each in undo:
            # What has been closed since cannot be shut again.
            with contextlib.suppress(OSError):
                each()

    def finish(self) -> None:
        """Let go of the sockets: the pool may give them to another request."""
        with self._lock:
            self._undo.clear()
