"""Rows to lines: text, JSON and CSV, with what strangers wrote kept from doing anything.

Enters: tables and the columns to write. Leaves: lines in a sink. A pipe or file gets values as they are, but for CSV,
where no cell begins a formula; a terminal gets nothing that it would obey. Called by `output`.
"""

from __future__ import annotations

import csv
import io
import json
from datetime import date
from typing import TYPE_CHECKING, Any, Final

from sitemapfast._cli.report import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    import sitemapfast as sf
    from sitemapfast._cli.sink import Sink

__all__ = ["CsvLines", "JsonLines", "TextLines", "guarded"]

# Rows made into Python objects at a time: few enough to hold, enough to make a write worth its while.
_ROWS: Final = 8_192

# Values of these are lists or structs, which take the way through plain dicts.
_NESTED: Final = frozenset({"images", "videos", "news", "alternates", "media", "pagemap", "extra", "raw"})

# A spreadsheet takes a cell that begins so for a formula, which may call programs and send data away.
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n")


class TextLines:
    """One row a line: the location alone, or fields with tabs between them."""

    def __init__(self, sink: Sink, columns: list[str]) -> None:
        self._sink = sink
        self._columns = columns
        # A location in a file or pipe stands byte for byte as the API returns it: it holds no control characters.
        self._as_it_is = columns == ["loc"] and not sink.terminal

    def write(self, table: sf.UrlTable) -> None:
        """Write the rows of a table."""
        for part in _parts(table):
            if self._as_it_is:
                lines = part.locs()
            else:
                rows = _rows(part, self._columns)
                lines = ["\t".join(printable(_text(value)) for value in row) for row in rows]
            self._sink.write("".join(f"{line}\n" for line in lines).encode(errors="backslashreplace"))

    def close(self) -> None:
        """Nothing stands at the end."""


class JsonLines:
    """One row a line, as a JSON object."""

    def __init__(self, sink: Sink, columns: list[str]) -> None:
        self._sink = sink
        self._columns = columns

    def write(self, table: sf.UrlTable) -> None:
        """Write the rows of a table."""
        for part in _parts(table):
            rows = (dict(zip(self._columns, row, strict=True)) for row in _rows(part, self._columns))
            self._sink.write("".join(f"{_json(row)}\n" for row in rows).encode())

    def close(self) -> None:
        """Nothing stands at the end."""


class CsvLines:
    """One row a record of CSV, with a header; lists and structs stand in their cell as JSON.

    Args:
        sink: Where it goes.
        columns: The columns.
        guard: Whether cells are kept from beginning a formula, by a single quote before them.
    """

    def __init__(self, sink: Sink, columns: list[str], *, guard: bool = True) -> None:
        self._sink = sink
        self._columns = columns
        self._guard = guard
        self._begun = False

    def write(self, table: sf.UrlTable) -> None:
        """Write the rows of a table, and before the first ones the header."""
        self._begin()
        for part in _parts(table):
            self._write([self._cell(value) for value in row] for row in _rows(part, self._columns))

    def close(self) -> None:
        """Write the header if there were no rows."""
        self._begin()

    def _begin(self) -> None:
        if not self._begun:
            self._begun = True
            self._write(iter([self._columns]))

    def _write(self, rows: Iterator[list[str]]) -> None:
        lines = io.StringIO()
        csv.writer(lines, lineterminator="\n").writerows(rows)
        self._sink.write(lines.getvalue().encode(errors="backslashreplace"))

    def _cell(self, value: object) -> str:
        text = _text(value)
        if self._sink.terminal:
            text = printable(text)
        # Numbers and dates are ours: a negative one has to stay a number.
        return guarded(text) if self._guard and isinstance(value, str) else text


def guarded(text: str) -> str:
    """Return a cell that no spreadsheet takes for a formula.

    Example:
        >>> guarded("=HYPERLINK(0)"), guarded("tents")
        ("'=HYPERLINK(0)", 'tents')
    """
    return f"'{text}" if text.startswith(_FORMULA) else text


def _parts(table: sf.UrlTable) -> Iterator[sf.UrlTable]:
    for start in range(0, len(table), _ROWS):
        yield table[start : start + _ROWS]


def _rows(table: sf.UrlTable, columns: list[str]) -> list[tuple[Any, ...]]:
    if _NESTED.isdisjoint(columns):
        return table.rows(*columns)
    return [tuple(row[name] for name in columns) for row in table.to_dicts()]


def _text(value: object) -> str:
    if value is None or value == []:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, (list, tuple, dict)):
        return _json(value)
    return str(value)


def _json(value: object) -> str:
    # ASCII only, and DEL too: no control, line or direction character survives in any terminal or line reader.
    return json.dumps(value, default=_plain).replace("\x7f", "\\u007f")


def _plain(value: object) -> object:
    """Return what JSON has no form for in one that it has: dates in ISO 8601."""
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(f"a row holds a {type(value).__name__}, which JSON has no form for")
