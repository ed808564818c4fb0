"""What a driver needs from outside: a source of documents, the time, somebody who listens.

Enters: what `_api` wires together. Leaves: one frozen value for the drivers, `sync` and `aio`, so that tests can put
a scripted source and a clock of their own into the same place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from sitemapfast._cancel import CancelToken
    from sitemapfast._walk.reading import Decode
    from sitemapfast.typing import Progress, Request

__all__ = ["Ports"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ports:
    """What a driver needs from outside.

    Attributes:
        fetch: Answers a request; for asyncio it may be awaited.
        abort: Ends the requests in flight, if that can be done, from any thread.
        authorize: Allows or denies a request; for asyncio it may be awaited.
        collect: Collects the bytes of a body, up to a number of them, or raises `NetworkError`.
        decode: Undoes the content coding of a body, or raises `NetworkError`.
        turn: Returns when a host may be asked again, on the clock (`policy.Pace`, locked).
        clock: Seconds that do not go back.
        wall: The time of day, in UTC.
        report: Hears what has happened.
        cancel: What ends the call from outside.
    """

    fetch: Callable[[Request], Any]
    abort: Callable[[], object]
    authorize: Callable[[Request], Any] | None
    collect: Callable[[Any, int | None], Any]
    decode: Decode
    turn: Callable[[str, float], float]
    clock: Callable[[], float]
    wall: Callable[[], datetime]
    report: Callable[[list[Progress]], object]
    cancel: CancelToken | None
