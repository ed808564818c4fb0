"""What ends a call from outside.

Enters: `CancelToken.cancel`, from any thread. Leaves: a wake-up for every driver that watches the token. `_options`
checks that a setting is one, the drivers of `_walk` watch it.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["CancelToken"]


class CancelToken:
    """Ends the calls it is given to, from any thread (rule [91]).

    A call that is ended returns what was committed, with one recorded error and ``cancelled`` among its reasons. A
    token stays cancelled: a call that is given it afterwards ends before it reads anything.

    Examples:
        >>> token = CancelToken()
        >>> token.cancelled
        False
        >>> token.cancel()
        >>> token.cancelled
        True
    """

    __slots__ = ("_cancelled", "_lock", "_wakers")

    def __init__(self) -> None:
        """Make one that is not cancelled."""
        self._lock = threading.Lock()
        self._cancelled = False
        self._wakers: dict[object, Callable[[], object]] = {}

    @property
    def cancelled(self) -> bool:
        """Whether `cancel` was called."""
        return self._cancelled

    def cancel(self) -> None:
        """End the calls; one more time does nothing."""
        with self._lock:
            self._cancelled = True
            wakers, self._wakers = list(self._wakers.values()), {}
        for wake in wakers:
            wake()

    def watch(self, wake: Callable[[], object]) -> Callable[[], object]:
        """Have a function called when it is cancelled, at once if it is; return what takes that back.

        The function is called in the thread that cancels and has to return at once.
        """
        mark = object()
        with self._lock:
            if not self._cancelled:
                self._wakers[mark] = wake
                return lambda: self._wakers.pop(mark, None)
        wake()
        return lambda: None

    def __repr__(self) -> str:
        """Show whether it is cancelled."""
        return f"<CancelToken {'cancelled' if self._cancelled else 'open'}>"
