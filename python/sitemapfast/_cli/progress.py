"""A progress bar on standard error, where that is a terminal; nothing otherwise.

Enters: the steps of a call as `sitemapfast.Progress`. Leaves: one line that is drawn over itself and wiped at the end:
documents, URLs, rate, failures. Called by `reading`.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

import click

from sitemapfast._cli.tables import bytes_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    import sitemapfast as sf

__all__ = ["ProgressLine"]

_SECONDS_BETWEEN: Final = 0.1
_BAR: Final = 20
_WIDTH: Final = 80
_WIPE: Final = "\r\x1b[K"


class ProgressLine:
    """The line; its `update` is what ``on_progress`` is given.

    Args:
        wanted: Whether to draw at all.
    """

    def __init__(self, *, wanted: bool = True) -> None:
        self.active = wanted and sys.stderr.isatty() and os.environ.get("TERM") not in {"dumb", ""}
        self._began = time.monotonic()
        self._drawn = False
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._artist: threading.Thread | None = None
        self._past = (0, 0, 0, 0, 0)
        self._last: sf.Progress | None = None

    def update(self, progress: sf.Progress) -> None:
        """Take how far the call is; it is drawn when its turn comes."""
        self._last = progress
        if self.active and self._artist is None:
            self._artist = threading.Thread(target=self._keep_drawing, name="sitemapfast-progress", daemon=True)
            self._artist.start()

    def next_source(self) -> None:
        """Count what comes on top of what was: another call begins."""
        self._past, self._last = self._sums(), None

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Have the line away while the block writes something else to the terminal."""
        with self._lock:
            if self._drawn:
                self._drawn = False
                _write(_WIPE)
            yield

    def wipe(self) -> None:
        """Take the line away for good."""
        self._ended.set()
        with self.hidden():
            self.active = False

    @property
    def seconds(self) -> float:
        """Seconds since it was made."""
        return time.monotonic() - self._began

    def _sums(self) -> tuple[int, int, int, int, int]:
        last = self._last
        if last is None:
            return self._past
        ended = last.fetched + last.failed + last.duplicates
        queued, done, failed, urls, size = self._past
        return (queued + last.queued, done + ended, failed + last.failed, urls + last.urls, size + last.bytes)

    def _keep_drawing(self) -> None:
        while True:
            with self._lock:
                if not self.active:
                    return
                self._draw(time.monotonic())
            self._ended.wait(_SECONDS_BETWEEN)

    def _draw(self, now: float) -> None:
        queued, ended, failed, urls, size = self._sums()
        rate = urls / max(now - self._began, 0.001)
        filled = _BAR * ended // max(queued, 1)
        full, empty = _blocks()
        parts = [
            full * filled + empty * (_BAR - filled),
            f"{ended:,}/{queued:,} documents",
            f"{urls:,} URLs",
            f"{rate:,.0f}/s",
            bytes_of(size),
        ]
        if failed:
            parts.append(f"{failed:,} failed")
        # One column is left free: a line that fills the last one wraps in some terminals.
        line = "  ".join(parts)[: max(_columns() - 1, 1)]
        _write(_WIPE + line)
        self._drawn = True


def _write(text: str) -> None:
    # Nobody may be there any more: what shows how far a run is does not end it.
    with suppress(OSError):
        click.echo(text, err=True, nl=False, color=True)


def _blocks() -> tuple[str, str]:
    try:
        "█░".encode(sys.stderr.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return "#", "-"
    return "█", "░"


def _columns() -> int:
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or _WIDTH
    except (OSError, ValueError):
        return _WIDTH
