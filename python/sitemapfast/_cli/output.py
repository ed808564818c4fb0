"""Rows to bytes, in the form asked for: the side of a command that writes.

Enters: the tables of documents, one after the other. Leaves: bytes in a sink, written as they come, so that memory
does not grow with the site. Called by the commands that write URLs.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, Protocol, Self, get_args

import click

import sitemapfast as sf
from sitemapfast._cli.cells import CsvLines, JsonLines, TextLines
from sitemapfast._cli.report import printable
from sitemapfast._cli.sink import Sink, open_sink

if TYPE_CHECKING:
    from types import TracebackType

__all__ = ["FORMATS", "Format", "Output", "field_names", "format_for"]

Format = Literal["text", "jsonl", "csv", "parquet", "arrow"]
FORMATS: Final[tuple[Format, ...]] = get_args(Format)

_BY_SUFFIX: Final[dict[str, Format]] = {
    ".txt": "text",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".arrow": "arrow",
    ".feather": "arrow",
    ".ipc": "arrow",
}
_BINARY: Final = frozenset({"parquet", "arrow"})


class Writer(Protocol):
    """Turns rows into bytes of a sink."""

    def write(self, table: sf.UrlTable) -> None:
        """Write the rows of a table."""
        ...

    def close(self) -> None:
        """Write what stands at the end; the sink stays open."""
        ...


def field_names() -> list[str]:
    """Return the columns there are, in their order."""
    return list(sf.Url(loc="https://example.com/").to_dict())


def format_for(chosen: Format | None, path: Path | None) -> Format:
    """Return the format chosen, or that which the name of the file tells, or text.

    Raises:
        click.UsageError: If a file of a binary format would be compressed once more.
    """
    name = "" if path is None else path.name.lower()
    packed = name.endswith(".gz")
    form = chosen or _BY_SUFFIX.get(Path(name.removesuffix(".gz")).suffix, "text")
    if packed and form in _BINARY:
        raise click.UsageError(f"a {form} file is compressed in itself; give it a name that does not end in .gz")
    return form


def fields_for(form: Format, text: str | None) -> list[str]:
    """Return the columns that ``--fields`` names, or those a format has by itself.

    Raises:
        click.UsageError: If there is no such column, or one is named twice.
    """
    known = field_names()
    if text is None:
        return ["loc"] if form == "text" else known
    fields = [name.strip() for name in text.split(",") if name.strip()]
    for name in fields:
        if name not in known:
            raise click.UsageError(f"--fields: there is no {printable(name)}; there are {', '.join(known)}")
    if not fields or len(set(fields)) < len(fields):
        raise click.UsageError("--fields: name each field once, with commas between them")
    return fields


class Output:
    """Where the rows go, and in which form; a context manager.

    A file is put in its place when the block ends and `keep` was called; else an older file is left as it was.

    Args:
        form: One of `FORMATS`.
        path: The file to write, or ``None`` for standard output.
        fields: The columns to write, comma-separated, or ``None`` for those of the format.
        guard: Whether cells of CSV are kept from beginning a formula.

    Attributes:
        rows: How many rows were written.
        terminal: Whether they are shown on a terminal.

    Raises:
        click.UsageError: If the fields or the format cannot be written there.
        OSError: If the file cannot be written.
    """

    def __init__(
        self, form: Format, path: Path | None = None, *, fields: str | None = None, guard: bool = True
    ) -> None:
        self.rows = 0
        columns = fields_for(form, fields)
        if form in _BINARY:
            # Before a file is opened: it may be missing, and says so.
            from sitemapfast._cli import columnar

            columnar.require_pyarrow(form)
        self._sink = open_sink(path)
        self.terminal = self._sink.terminal
        if form in _BINARY and self.terminal:
            raise click.UsageError(f"{form} is nothing for a terminal; write it to a file with -o")
        self._kept = False
        self._writer = _writer(form, self._sink, columns, guard=guard)

    def write(self, table: sf.UrlTable) -> None:
        """Write all rows of `table`.

        Raises:
            ClosedPipeError: If nobody reads them.
            OSError: If they cannot be written.
        """
        self._writer.write(table)
        self.rows += len(table)
        self._sink.flush()

    def keep(self) -> None:
        """Say that what was written is to be kept when the block ends."""
        self._kept = True

    def __enter__(self) -> Self:
        """Return the output."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Put the file in its place, or leave what was there."""
        try:
            if kind is None and self._kept:
                self._writer.close()
                self._sink.commit()
                return
        except BaseException:
            self._sink.discard()
            raise
        self._sink.discard()


def _writer(form: Format, sink: Sink, columns: list[str], *, guard: bool) -> Writer:
    if form == "text":
        return TextLines(sink, columns)
    if form == "jsonl":
        return JsonLines(sink, columns)
    if form == "csv":
        return CsvLines(sink, columns, guard=guard)
    from sitemapfast._cli import columnar

    return columnar.Parquet(sink, columns) if form == "parquet" else columnar.Arrow(sink, columns)
