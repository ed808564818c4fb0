"""Where bytes go: a file that appears when it is whole, or standard output.

Enters: bytes. Leaves: a file at its path, put there in one step by `commit` so that nobody ever reads half of it, or
bytes on a pipe as they come. Called by `output`; a run that is resumed would add a sink that continues a file.
"""

from __future__ import annotations

import contextlib
import gzip
import os
import stat
import sys
from pathlib import Path
from secrets import token_hex
from typing import IO, TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from typing import Any

__all__ = ["ClosedPipeError", "Sink", "open_sink", "silence_standard_output"]


class ClosedPipeError(Exception):
    """Whoever read the output has seen enough and has gone."""


class Sink(Protocol):
    """Takes bytes; ends in `commit` or `discard`."""

    terminal: bool
    seekable: bool

    def write(self, data: bytes) -> int:
        """Take bytes.

        Raises:
            ClosedPipeError: If nobody reads them.
            OSError: If they cannot be written.
        """
        ...

    def flush(self) -> None:
        """Hand on what was taken."""
        ...

    def commit(self) -> None:
        """Make it what is at the path."""
        ...

    def discard(self) -> None:
        """Leave what was at the path before; what is written from now on, by a library that cleans up, is dropped."""
        ...


class _Stream:
    """Standard output, or what is no regular file: bytes are gone once they are written."""

    seekable = False

    def __init__(self, stream: IO[bytes], *, owned: bool) -> None:
        self.terminal = not owned and stream.isatty()
        self._stream = stream
        self._owned = owned
        self._discarded = False

    def write(self, data: bytes) -> int:
        if self._discarded:
            return len(data)
        try:
            return self._stream.write(data)
        except BrokenPipeError:
            raise ClosedPipeError from None

    def flush(self) -> None:
        try:
            self._stream.flush()
        except BrokenPipeError:
            raise ClosedPipeError from None

    def commit(self) -> None:
        self.flush()
        if self._owned:
            self._stream.close()

    def discard(self) -> None:
        self._discarded = True
        if self._owned:
            with contextlib.suppress(OSError):
                self._stream.close()


class _File:
    """A regular file, written beside its place and moved there when it is whole."""

    terminal = False
    seekable = True

    def __init__(self, path: Path) -> None:
        # What a link leads to is replaced, not the link.
        self._path = Path(os.path.realpath(path))
        self._part = self._path.with_name(f".{self._path.name[:200]}.{token_hex(6)}.part")
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        self._file = os.fdopen(os.open(self._part, flags, 0o666), "wb")
        with contextlib.suppress(OSError):
            self._part.chmod(stat.S_IMODE(self._path.stat().st_mode))

    def write(self, data: bytes) -> int:
        return len(data) if self._file.closed else self._file.write(data)

    def flush(self) -> None:
        """Nobody reads it before it is whole."""

    def commit(self) -> None:
        try:
            self._file.close()
            self._part.replace(self._path)
        except OSError:
            self.discard()
            raise

    def discard(self) -> None:
        with contextlib.suppress(OSError):
            self._file.close()
        self._part.unlink(missing_ok=True)


class _Gzip:
    """Another sink, whose bytes are compressed on their way."""

    seekable = False

    def __init__(self, sink: Sink) -> None:
        self.terminal = sink.terminal
        self._sink = sink
        # No name and no time: the same rows make the same bytes.
        self._gzip = gzip.GzipFile(fileobj=cast("Any", sink), mode="wb", filename="", mtime=0)

    def write(self, data: bytes) -> int:
        return self._gzip.write(data)

    def flush(self) -> None:
        """A flush would cost compression, and a file has nobody who waits for it."""

    def commit(self) -> None:
        self._gzip.close()
        self._sink.commit()

    def discard(self) -> None:
        self._sink.discard()


def open_sink(path: Path | None) -> Sink:
    """Return where bytes for `path` go, gzip compressed if its name ends so.

    Args:
        path: The file to write; ``None`` for standard output.

    Raises:
        OSError: If it cannot be written.
    """
    if path is None:
        return _Stream(sys.stdout.buffer, owned=False)
    if path.exists() and not path.is_file():
        return _Stream(path.open("wb"), owned=True)
    file = _File(path)
    return _Gzip(file) if path.suffix.lower() == ".gz" else file


def silence_standard_output() -> None:
    """Lead standard output nowhere: the interpreter flushes it when it exits, and would complain of a closed pipe."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
