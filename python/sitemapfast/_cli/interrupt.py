"""Ctrl-C: the first one ends a call with what it has, the second one ends it at once.

Enters: the token of the calls. Leaves: whether it was asked for. Called by `reading`.
"""

from __future__ import annotations

import signal
import threading
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from types import FrameType, TracebackType

    import sitemapfast as sf

__all__ = ["Interruption"]

# What a terminal sends when it is closed, and a supervisor when it has had enough, ends a run as well as Ctrl-C does.
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Interruption:
    """Takes over Ctrl-C (and SIGTERM) while the ``with`` block runs.

    Args:
        cancel: What is cancelled by the first one.

    Attributes:
        happened: Whether there was one.
    """

    def __init__(self, cancel: sf.CancelToken) -> None:
        self.happened = False
        self._cancel = cancel
        self._before: dict[signal.Signals, Any] = {}

    def _interrupt(self, _signal: int, _frame: FrameType | None) -> None:
        for each in self._before:
            signal.signal(each, signal.default_int_handler)
        self.happened = True
        # From a thread of its own: what this one was doing may hold the lock of the token.
        threading.Thread(target=self._cancel.cancel, daemon=True).start()

    def __enter__(self) -> Self:
        """Take over, where that is possible: signals belong to the main thread."""
        if threading.current_thread() is threading.main_thread():
            for each in _SIGNALS:
                self._before[each] = signal.getsignal(each)
                signal.signal(each, self._interrupt)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Give back."""
        for each, handler in self._before.items():
            signal.signal(each, handler)
