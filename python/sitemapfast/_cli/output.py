"""Rows to lines: one URL a line, or one JSON object a line, to a file or standard output.

Enters: the tables of documents, one after the other. Leaves: bytes, written as they come, so that memory does not grow
with the site. Called by the commands that write URLs.
"""

from __future__ import annotations

import json
import os
import sys
from datetime import date
from typing import TYPE_CHECKING, BinaryIO, Final, Literal, Self

from sitemapfast._cli.report import printable

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

    import sitemapfast as sf

__all__ = ["ClosedPipeError", "Format", "Output"]

Format = Literal["text", "jsonl"]

# Rows made into Python objects at a time: few enough to hold, enough to make a write worth its while.
_ROWS: Final = 8_192


class ClosedPipeError(Exception):
    """Whoever read the output has seen enough and has gone."""


class Output:
    """Where the rows go, and in which form; a context manager.

    A file is created when the first table is written, so that a command whose main document fails leaves an older
    file as it was.

    Args:
        format: ``text`` for one URL a line, ``jsonl`` for one JSON object a line.
        path: The file to write, or ``None`` for standard output.

    Attributes:
        rows: How many rows were written.
    """

    def __init__(self, format: Format, path: Path | None = None) -> None:  # noqa: A002 - the name of the option
        self.rows = 0
        self._format = format
        self._path = path
        self._file: BinaryIO | None = None
        # A file or pipe gets a URL byte for byte as the API returns it, a terminal nothing that it would obey.
        self._escape = path is None and sys.stdout.isatty()

    def write(self, table: sf.UrlTable) -> None:
        """Write all rows of `table`.

        Raises:
            ClosedPipeError: If nobody reads them.
            OSError: If they cannot be written.
        """
        file = self._open()
        try:
            for start in range(0, len(table), _ROWS):
                part = table[start : start + _ROWS]
                file.write(self._lines(part).encode())
                self.rows += len(part)
            file.flush()
        except BrokenPipeError:
            raise ClosedPipeError from None

    def _lines(self, table: sf.UrlTable) -> str:
        if self._format == "jsonl":
            # ASCII only: no control, line or direction character survives in any terminal or line reader.
            lines = [json.dumps(row, default=_plain) for row in table.to_dicts()]
        elif self._escape:
            lines = [printable(loc) for loc in table.locs()]
        else:
            lines = table.locs()
        return "".join(f"{line}\n" for line in lines)

    def _open(self) -> BinaryIO:
        if self._file is None:
            self._file = sys.stdout.buffer if self._path is None else self._path.open("wb")
        return self._file

    def __enter__(self) -> Self:
        """Return the output; nothing is opened yet."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file, or leave standard output such that the interpreter does not trip over a closed pipe."""
        if self._file is not None and self._path is not None:
            self._file.close()
        if kind is ClosedPipeError:
            # The interpreter flushes standard output when it exits, and would complain.
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, sys.stdout.fileno())
            os.close(nowhere)


def _plain(value: object) -> object:
    """Return what JSON has no form for in one that it has: dates in ISO 8601."""
    if isinstance(value, date):
        return value.isoformat()
    message = f"a row holds a {type(value).__name__}, which JSON has no form for"
    raise TypeError(message)
