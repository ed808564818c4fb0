"""Rows to Parquet and Arrow files, in the columns they have, by pyarrow.

Enters: tables and the columns to write. Leaves: row groups in a sink, each of enough rows to be worth reading, and
bounded memory. Called by `output`; pyarrow is imported when the first of them is made.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

import click

import sitemapfast as sf

if TYPE_CHECKING:
    from sitemapfast._cli.sink import Sink

__all__ = ["Arrow", "Parquet", "require_pyarrow"]

# Rows collected before they are written: small row groups would make a file slow to read.
_ROWS: Final = 131_072


def require_pyarrow(form: str) -> None:
    """See to it that pyarrow is there.

    Raises:
        click.UsageError: If it is not, with what to install.
    """
    try:
        found = find_spec("pyarrow") is not None
    except ValueError:
        found = False
    if not found:
        raise click.UsageError(f"--format {form} needs pyarrow: pip install pyarrow")


class _Target:
    """A sink as pyarrow wants a file: it asks for the position, which a pipe does not know."""

    closed = False
    mode = "wb"

    def __init__(self, sink: Sink) -> None:
        self._sink = sink
        self._position = 0

    def write(self, data: Any) -> int:
        size = memoryview(data).nbytes
        self._sink.write(bytes(data))
        self._position += size
        return size

    def tell(self) -> int:
        return self._position

    def flush(self) -> None:
        self._sink.flush()

    def seekable(self) -> bool:
        return False

    def readable(self) -> bool:
        return False

    def writable(self) -> bool:
        return True

    def close(self) -> None:
        """The sink is closed by whoever opened it."""


class _Columnar:
    """What both have in common: rows are collected until there are enough of them."""

    def __init__(self, sink: Sink, columns: list[str]) -> None:
        pa: Any = import_module("pyarrow")

        self._pa = pa
        self._columns = columns
        self._waiting: list[sf.UrlTable] = []
        self._rows = 0
        self._schema = self._arrow(sf.UrlTable()).schema
        self._file = self._open(pa.PythonFile(_Target(sink), mode="w"), sink)

    def write(self, table: sf.UrlTable) -> None:
        """Take the rows of a table."""
        self._waiting.append(table)
        self._rows += len(table)
        if self._rows >= _ROWS:
            self._flush()

    def close(self) -> None:
        """Write what is left, and the end of the file."""
        self._flush()
        self._file.close()

    def _open(self, target: Any, sink: Sink) -> Any:
        raise NotImplementedError

    def _arrow(self, table: sf.UrlTable) -> Any:
        return self._pa.table(table).select(self._columns)

    def _flush(self) -> None:
        if self._rows:
            table = self._arrow(sf.UrlTable.concat(self._waiting)).cast(self._schema)
            self._waiting, self._rows = [], 0
            self._write(table)

    def _write(self, table: Any) -> None:
        self._file.write_table(table)


class Parquet(_Columnar):
    """A Parquet file."""

    def _open(self, target: Any, sink: Sink) -> Any:  # noqa: ARG002 - the other one looks at it
        return import_module("pyarrow.parquet").ParquetWriter(target, self._schema, compression="zstd")


class Arrow(_Columnar):
    """An Arrow file (Feather 2); on a pipe, where a reader cannot go back, an Arrow stream.

    Columns of codes are written as the texts they stand for: a file may have one dictionary for each column, and the
    whole of it is known only at the end.
    """

    def _open(self, target: Any, sink: Sink) -> Any:
        ipc: Any = import_module("pyarrow.ipc")
        options = ipc.IpcWriteOptions(compression="lz4" if self._pa.Codec.is_available("lz4") else None)
        make = ipc.new_file if sink.seekable else ipc.new_stream
        return make(target, self._schema, options=options)

    def _arrow(self, table: sf.UrlTable) -> Any:
        whole = super()._arrow(table)
        pa = self._pa
        plain = [
            field.with_type(field.type.value_type) if pa.types.is_dictionary(field.type) else field
            for field in whole.schema
        ]
        return whole.cast(pa.schema(plain))
