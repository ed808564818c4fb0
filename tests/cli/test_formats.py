"""What `sitemapfast urls` writes: every format, to pipes and files, and what strangers wrote in it."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import stat
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl
import pyarrow as pa
import pytest
from pyarrow import parquet

import sitemapfast as sf
from sitemapfast._cli.cells import guarded

if TYPE_CHECKING:
    from tests.cli.conftest import Run

    from sitemapfast._demo.server import DemoSite

PAGES = 24
COMPLETE, FAILED, USAGE, PARTIAL = 0, 1, 2, 3
EVIL = ("=1+2", "+1", "-1", "@SUM(A1)", "\t=1", "a\x1b[31m\u202e")


def feed(*titles: str) -> bytes:
    items = "".join(
        f"<item><link>https://a.example/{number}</link><title><![CDATA[{title}]]></title></item>"
        for number, title in enumerate(titles)
    )
    return f"<rss version='2.0'><channel>{items}</channel></rss>".encode()


@pytest.mark.parametrize("name", ["urls.jsonl", "urls.csv", "urls.parquet", "urls.arrow", "urls.txt", "urls.csv.gz"])
def test_the_name_of_the_file_tells_the_format_and_all_formats_hold_the_same_rows(
    name: str, site: DemoSite, run: Run, tmp_path: Path
) -> None:
    path = tmp_path / name
    result = run("urls", site.robots_url, "-o", path, "--timeout", 20)
    assert (result.returncode, result.stdout) == (PARTIAL, b"")
    locs = sf.parse(site.robots_url, timeout=20).urls.locs()
    data = gzip.decompress(path.read_bytes()) if name.endswith(".gz") else path.read_bytes()
    match name.removesuffix(".gz").rpartition(".")[2]:
        case "jsonl":
            found = [json.loads(line)["loc"] for line in data.splitlines()]
        case "csv":
            found = [row["loc"] for row in csv.DictReader(io.StringIO(data.decode()))]
        case "parquet":
            found = pl.read_parquet(path)["loc"].to_list()
        case "arrow":
            found = pa.ipc.open_file(path).read_all()["loc"].to_pylist()
        case _:
            found = data.decode().split()
    assert found == locs


def test_parquet_has_the_columns_of_the_table(site: DemoSite, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "urls.parquet"
    run("urls", site.robots_url, "-o", path, "--timeout", 20)
    table = parquet.read_table(path)
    expected = pa.table(sf.parse(site.robots_url, timeout=20).urls)
    assert table.column_names == expected.column_names
    assert table.drop_columns(["sitemap", "changefreq", "lastmod_precision"]).equals(
        expected.drop_columns(["sitemap", "changefreq", "lastmod_precision"])
    )
    assert table["sitemap"].to_pylist() == expected["sitemap"].to_pylist()


@pytest.mark.parametrize("form", ["parquet", "arrow"])
def test_binary_formats_go_through_a_pipe(form: str, site: DemoSite, run: Run) -> None:
    data = run("urls", site.robots_url, "--format", form, "--timeout", 20).stdout
    table = parquet.read_table(io.BytesIO(data)) if form == "parquet" else pa.ipc.open_stream(data).read_all()
    assert table.num_rows == PAGES


@pytest.mark.parametrize("form", ["parquet", "arrow"])
def test_binary_formats_without_pyarrow_name_what_to_install(form: str, tmp_path: Path) -> None:
    code = "import sys; sys.modules['pyarrow'] = None\nfrom sitemapfast._cli.main import main\nmain()"
    path = tmp_path / "urls.bin"
    answer = subprocess.run(
        [sys.executable, "-c", code, "urls", "-", "--format", form, "-o", path],
        input="<urlset/>",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert answer.returncode == USAGE
    assert "pip install pyarrow" in answer.stderr
    assert list(tmp_path.iterdir()) == []


def test_no_heavy_library_is_loaded_for_text() -> None:
    code = (
        "import sys\nfrom sitemapfast._cli.main import main\n"
        "try: main(['urls', '-'])\nexcept SystemExit: pass\n"
        "heavy = {'rich', 'pyarrow', 'polars', 'pandas', 'asyncio'}\n"
        "print(*sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    document = "<urlset><url><loc>https://a.example/</loc></url></urlset>"
    answer = subprocess.run(
        [sys.executable, "-c", code], input=document, capture_output=True, text=True, timeout=60, check=True
    )
    assert answer.stdout == "https://a.example/\n"
    assert answer.stderr == "1 URL from 1 document\n\n"


@pytest.mark.parametrize("form", ["text", "jsonl", "csv", "parquet"])
def test_fields_are_written_in_the_order_given(form: str, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "out"
    run("urls", "-", "--format", form, "--fields", "title, loc", "-o", path, stdin=feed("one", "two"))
    match form:
        case "text":
            assert path.read_text() == "one\thttps://a.example/0\ntwo\thttps://a.example/1\n"
        case "jsonl":
            assert list(json.loads(path.read_text().split("\n")[0])) == ["title", "loc"]
        case "csv":
            assert path.read_text().split("\n")[0] == "title,loc"
        case _:
            assert parquet.read_table(path).column_names == ["title", "loc"]


def test_an_unknown_field_is_wrong_usage_and_the_known_ones_are_named(run: Run) -> None:
    result = run("urls", "-", "--fields", "loc,color", stdin=b"<urlset/>")
    assert result.returncode == USAGE
    assert b"there is no color" in result.stderr
    assert b"lastmod" in result.stderr


def test_no_cell_of_csv_begins_a_formula(run: Run) -> None:
    result = run("urls", "-", "--format", "csv", "--fields", "title", stdin=feed(*EVIL))
    titles = [row["title"] for row in csv.DictReader(io.StringIO(result.stdout.decode()))]
    assert len(titles) == len(EVIL)
    assert titles[:4] == ["'=1+2", "'+1", "'-1", "'@SUM(A1)"]
    assert not any(title.startswith(("=", "+", "-", "@", "\t", "\r")) for title in titles)
    bare = run("urls", "-", "--format", "csv", "--fields", "title", "--no-csv-guard", stdin=feed(*EVIL))
    assert bare.stdout.decode().splitlines()[1] == "=1+2"


@pytest.mark.parametrize("text", ["=a", "+a", "-a", "@a", "\ta", "\ra", "\na"])
def test_the_guard_covers_every_beginning_of_a_formula(text: str) -> None:
    assert guarded(text) == f"'{text}"


def test_negative_numbers_of_ours_stay_numbers_in_csv(run: Run) -> None:
    document = b"<urlset><url><loc>https://a.example/</loc><lastmod>2026-01-01T00:00-05:00</lastmod></url></urlset>"
    result = run("urls", "-", "--format", "csv", "--fields", "lastmod_offset", stdin=document)
    assert result.stdout.split() == [b"lastmod_offset", b"-300"]


def test_lists_in_csv_are_json_and_dates_are_iso(site: DemoSite, run: Run) -> None:
    result = run("urls", f"{site.origin}/sitemaps/media.xml", "--format", "csv")
    first = next(csv.DictReader(io.StringIO(result.stdout.decode())))
    assert json.loads(first["images"])[0]["title"] == "A tent at first light"
    assert datetime.fromisoformat(first["lastmod"]).isoformat() == "2026-10-30T09:30:00+00:00"
    assert first["mobile"] == "false"


def test_a_title_of_several_lines_stays_one_line_of_text_and_of_json(run: Run) -> None:
    document = feed("one\ntwo\tthree\u2028four\x7f")
    for form in ("text", "jsonl"):
        lines = run("urls", "-", "--format", form, "--fields", "title", stdin=document).stdout.decode()
        assert lines.count("\n") == 1
        assert lines.strip("\n").isprintable()
        assert lines.isascii()


def test_raw_values_are_kept_where_asked_for(run: Run) -> None:
    document = b"<urlset><url><loc>https://a.example/</loc><lastmod> 2026-1-1 </lastmod></url></urlset>"
    row = json.loads(run("urls", "-", "--raw", "--format", "jsonl", stdin=document).stdout)
    assert row["raw"]["lastmod"].strip() == "2026-1-1"


def test_an_output_without_rows_is_whole_all_the_same(run: Run, tmp_path: Path) -> None:
    for name in ("a.csv", "a.parquet", "a.arrow", "a.jsonl"):
        assert run("urls", "-", "-o", tmp_path / name, stdin=b"<urlset/>").returncode == COMPLETE
    assert (tmp_path / "a.csv").read_text().startswith("loc,lastmod,")
    assert parquet.read_table(tmp_path / "a.parquet").num_rows == 0
    assert pa.ipc.open_file(tmp_path / "a.arrow").read_all().num_rows == 0
    assert (tmp_path / "a.jsonl").read_bytes() == b""


def test_a_file_keeps_its_mode_and_its_link_and_nothing_is_left_beside_it(run: Run, tmp_path: Path) -> None:
    target, link = tmp_path / "target.txt", tmp_path / "link.txt"
    target.write_text("older\n")
    target.chmod(0o640)
    link.symlink_to(target)
    run("urls", "-", "-o", link, stdin=feed("a"))
    assert target.read_text() == "https://a.example/0\n"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert link.is_symlink()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.txt", "target.txt"]


def test_a_new_file_has_the_mode_that_files_have(run: Run, tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        run("urls", "-", "-o", tmp_path / "new.txt", stdin=feed("a"))
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new.txt").stat().st_mode) == 0o640


def test_a_folder_that_is_not_there_is_told_before_anything_is_fetched(
    site: DemoSite, run: Run, tmp_path: Path
) -> None:
    result = run("urls", site.robots_url, "-o", tmp_path / "no" / "urls.txt")
    assert result.returncode == USAGE
    assert result.stderr.startswith(b"error: ")
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def test_a_full_disk_is_an_error_and_no_traceback(run: Run) -> None:
    for form in ("text", "csv", "parquet"):
        result = run("urls", "-", "--format", form, "-o", "/dev/full", stdin=feed(*["x" * 100] * 2000))
        assert result.returncode == USAGE
        assert result.stderr.startswith(b"error: ")
        assert b"Traceback" not in result.stderr


def test_a_dash_is_standard_output_and_gz_does_not_go_with_parquet(run: Run, tmp_path: Path) -> None:
    assert run("urls", "-", "-o", "-", stdin=feed("a")).stdout == b"https://a.example/0\n"
    assert run("urls", "-", "-o", tmp_path / "a.parquet.gz", stdin=feed("a")).returncode == USAGE
