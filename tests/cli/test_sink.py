"""Where bytes go: whole files or none, and pipes that nobody reads."""

from __future__ import annotations

import gzip
import os
from typing import TYPE_CHECKING

import pytest

import sitemapfast as sf
from sitemapfast._cli.output import Output, fields_for, format_for
from sitemapfast._cli.sink import open_sink

if TYPE_CHECKING:
    from pathlib import Path

TABLE = sf.UrlTable.from_rows([{"loc": "https://a.example/"}])


def test_a_file_is_not_there_before_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "urls.txt"
    with Output("text", path) as output:
        output.write(TABLE)
        assert not path.exists()
        output.keep()
    assert path.read_text() == "https://a.example/\n"


def test_without_keep_an_older_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "urls.txt"
    path.write_text("older")
    with Output("text", path) as output:
        output.write(TABLE)
    assert path.read_text() == "older"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["urls.csv", "urls.csv.gz", "urls.parquet", "urls.arrow"])
@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt, OSError])
def test_what_goes_wrong_leaves_an_older_file_and_nothing_else(
    name: str, error: type[BaseException], tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_text("older")

    def fail() -> None:
        with Output(format_for(None, path), path) as output:
            output.write(TABLE)
            output.keep()
            raise error

    with pytest.raises(error):
        fail()
    assert path.read_text() == "older"
    assert list(tmp_path.iterdir()) == [path]


def test_a_fifo_is_written_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "fifo"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        sink = open_sink(path)
        sink.write(b"data")
        sink.commit()
        assert os.read(reader, 10) == b"data"
    finally:
        os.close(reader)
    assert path.is_fifo()


def test_the_same_rows_make_the_same_compressed_bytes(tmp_path: Path) -> None:
    written = []
    for name in ("a.txt.gz", "b.txt.gz"):
        with Output("text", tmp_path / name) as output:
            output.write(TABLE)
            output.keep()
        written.append((tmp_path / name).read_bytes())
    assert written[0] == written[1]
    assert gzip.decompress(written[0]) == b"https://a.example/\n"


def test_the_fields_of_a_format_are_those_of_the_table() -> None:
    names = [*TABLE.to_dicts()[0]]
    assert fields_for("csv", None) == fields_for("parquet", None) == names
    assert fields_for("text", None) == ["loc"]
    assert fields_for("jsonl", "lastmod,loc") == ["lastmod", "loc"]
