"""One side of a comparison: what `sitemapfast urls` has written, a sitemap file, or a site.

Enters: SOURCE as typed. Leaves: locations with their dates, one after the other. What a file is, its first bytes tell.
Called by `diff`.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import sys
import zlib
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

import click

from sitemapfast._cli.columnar import require_pyarrow
from sitemapfast._cli.report import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sitemapfast._cli.reading import Reader
    from sitemapfast._cli.source import Source

__all__ = ["Row", "rows_of_reader", "rows_of_table"]

Row = tuple[str, datetime | None, bool]
"""A location, its date, and whether its side tells dates at all: a list of URLs does not."""

_PEEK: Final = 65_536
_GZIP: Final = b"\x1f\x8b\x08"
_BATCH: Final = 65_536
_LONGEST_LINE: Final = 64 << 20


def rows_of_table(source: Source) -> Iterator[Row] | None:
    """Return the rows of a file that `sitemapfast urls` has written, or ``None`` if it is something else.

    Args:
        source: A file, or standard input, of which no byte is taken if it is something else.

    Raises:
        OSError: If it cannot be read.
        click.UsageError: If it needs pyarrow, which is not installed.
    """
    if not source.local:
        return None
    if source.path is None:
        standard_input: Any = sys.stdin.buffer
        head = standard_input.peek(_PEEK)[:_PEEK]
    else:
        with source.path.open("rb") as file:
            head = file.read(_PEEK)
    if head.startswith((b"PAR1", b"ARROW1", b"\xff\xff\xff\xff")):
        require_pyarrow("parquet or arrow")
        return _columnar(source, head)
    packed = head.startswith(_GZIP)
    reader = _reader_for(_unpacked(head) if packed else head)
    return None if reader is None else _lines(source, reader, packed=packed)


def rows_of_reader(reader: Reader) -> Iterator[Row]:
    """Yield the rows of what is read as sitemaps."""
    for _, document in reader.documents():
        dated = document.format != "text"
        for loc, lastmod in document.urls.rows("loc", "lastmod"):
            yield loc, lastmod, dated


def _unpacked(head: bytes) -> bytes:
    try:
        return zlib.decompressobj(31).decompress(head, _PEEK)
    except zlib.error:
        return b""


def _reader_for(head: bytes) -> Callable[[IO[str], str], Iterator[Row]] | None:
    line = head.removeprefix(b"\xef\xbb\xbf").lstrip().split(b"\n", 1)[0].strip()
    if line.startswith(b"{"):
        return _json_lines
    if line.startswith((b"http://", b"https://")):
        return _text_lines
    if b"loc" in [name.strip(b' "') for name in line.split(b",")]:
        return _csv_rows
    return None


def _lines(source: Source, reader: Callable[[IO[str], str], Iterator[Row]], *, packed: bool) -> Iterator[Row]:
    file: IO[bytes] = sys.stdin.buffer if source.path is None else source.path.open("rb")
    try:
        stream: Any = gzip.GzipFile(fileobj=file) if packed else file
        text = io.TextIOWrapper(stream, encoding="utf-8-sig", errors="surrogateescape", newline="")
        try:
            yield from reader(text, source.name)
        except (ValueError, TypeError, KeyError, EOFError, RecursionError, csv.Error, zlib.error) as error:
            raise _unreadable(source, error) from error
        finally:
            text.detach()
    finally:
        if source.path is not None:
            file.close()


def _unreadable(source: Source, error: Exception) -> click.UsageError:
    return click.UsageError(f"{printable(source.name)} is not as `sitemapfast urls` writes it: {printable(str(error))}")


def _text_lines(file: IO[str], name: str) -> Iterator[Row]:
    for line in _bounded(file, name):
        loc = line.split("\t", 1)[0].strip()
        if loc:
            yield loc, None, False


def _json_lines(file: IO[str], name: str) -> Iterator[Row]:
    for number, line in enumerate(_bounded(file, name), 1):
        if line.strip():
            row = json.loads(line)
            if not isinstance(row, dict) or not isinstance(row.get("loc"), str):
                raise ValueError(f"line {number} has no loc")
            yield row["loc"], _moment(row.get("lastmod")), "lastmod" in row


def _csv_rows(file: IO[str], name: str) -> Iterator[Row]:
    for row in csv.DictReader(_bounded(file, name)):
        if row["loc"] is None:
            raise ValueError("a record has no loc")
        yield row["loc"], _moment(row.get("lastmod")), "lastmod" in row


def _bounded(file: IO[str], name: str) -> Iterator[str]:
    """Yield lines, none of them longer than memory is meant for."""
    while line := file.readline(_LONGEST_LINE):
        if len(line) >= _LONGEST_LINE:
            raise ValueError(f"a line of {name} is longer than {_LONGEST_LINE:,} characters")
        yield line


def _moment(text: object) -> datetime | None:
    if not text:
        return None
    if not isinstance(text, str):
        raise TypeError("a lastmod is no date")
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def _columnar(source: Source, head: bytes) -> Iterator[Row]:
    pa: Any = import_module("pyarrow")
    opened: Any = pa.py_buffer(sys.stdin.buffer.read()) if source.path is None else str(source.path)
    try:
        for batch in _batches(opened, head):
            names = batch.schema.names
            dated = "lastmod" in names
            locs = batch.column(names.index("loc")).to_pylist()
            dates: Iterable[Any] = batch.column(names.index("lastmod")).to_pylist() if dated else [None] * len(locs)
            for loc, lastmod in zip(locs, dates, strict=True):
                yield loc, lastmod, dated
    except (pa.ArrowException, ValueError) as error:
        raise _unreadable(source, error) from error


def _batches(opened: Any, head: bytes) -> Iterator[Any]:
    if head.startswith(b"PAR1"):
        file = import_module("pyarrow.parquet").ParquetFile(opened)
        columns = [name for name in ("loc", "lastmod") if name in file.schema_arrow.names]
        yield from file.iter_batches(batch_size=_BATCH, columns=columns)
        return
    pa: Any = import_module("pyarrow")
    ipc: Any = import_module("pyarrow.ipc")
    stream = pa.memory_map(opened) if isinstance(opened, str) and Path(opened).stat().st_size else opened
    if head.startswith(b"ARROW1"):
        file = ipc.open_file(stream)
        for number in range(file.num_record_batches):
            yield file.get_batch(number)
    else:
        yield from ipc.open_stream(stream)
