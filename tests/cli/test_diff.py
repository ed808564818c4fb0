"""`sitemapfast diff`: what is different, and how that is said."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING

import pytest
from tests.server import Behaviour, Reply, sitemapindex, urlset

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run
    from tests.server import Server

SAME, DIFFERENT, USAGE, PARTIAL = 0, 1, 2, 3
SITE = "https://example.com"
OLD = {"/a": "2026-01-01", "/b": "2026-01-02", "/c": None, "/d": "2026-01-04"}
NEW = {"/a": "2026-01-01", "/b": "2026-02-02", "/c": "2026-01-03", "/e": None}


def sitemap(pages: dict[str, str | None]) -> bytes:
    rows = "".join(
        f"<url><loc>{SITE}{path}</loc>{f'<lastmod>{date}</lastmod>' if date else ''}</url>"
        for path, date in pages.items()
    )
    return f"<urlset>{rows}</urlset>".encode()


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "old.xml"
    path.write_bytes(sitemap(OLD))
    return path


@pytest.fixture
def new(tmp_path: Path) -> Path:
    path = tmp_path / "new.xml"
    path.write_bytes(sitemap(NEW))
    return path


LINES = [
    f"~ {SITE}/b  2026-01-02T00:00:00+00:00 -> 2026-02-02T00:00:00+00:00",
    f"~ {SITE}/c  no date -> 2026-01-03T00:00:00+00:00",
    f"+ {SITE}/e",
    f"- {SITE}/d",
]


def test_two_sitemap_files(old: Path, new: Path, run: Run) -> None:
    result = run("diff", old, new)
    assert (result.returncode, result.stdout.decode().splitlines()) == (DIFFERENT, LINES)
    assert result.stderr.decode() == "1 added, 1 removed, 2 re-dated, 1 unchanged\n"


@pytest.mark.parametrize("name", ["a.jsonl", "a.csv", "a.parquet", "a.arrow", "a.jsonl.gz", "a.csv.gz"])
def test_a_run_is_compared_with_a_sitemap_whatever_it_was_written_as(
    name: str, old: Path, new: Path, run: Run, tmp_path: Path
) -> None:
    path = tmp_path / name
    run("urls", old, "-o", path)
    for result in (run("diff", path, new), run("diff", "-", new, stdin=path.read_bytes())):
        assert (result.returncode, result.stdout.decode().splitlines()) == (DIFFERENT, LINES)
    same = run("diff", path, old)
    assert (same.returncode, same.stdout) == (SAME, b"")


@pytest.mark.parametrize("form", ["parquet", "arrow"])
def test_an_arrow_stream_and_parquet_through_a_pipe(form: str, old: Path, new: Path, run: Run) -> None:
    data = run("urls", old, "--format", form).stdout
    assert run("diff", "-", new, stdin=data).stdout.decode().splitlines() == LINES


def test_a_list_of_urls_tells_no_dates_and_none_are_compared(old: Path, new: Path, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "old.txt"
    run("urls", old, "-o", path)
    for arguments in ([path, new], [new, path]):
        result = run("diff", *arguments, "--format", "json")
        assert result.returncode == DIFFERENT
        assert json.loads(result.stdout)["redated"] == []
    assert run("diff", path, old).returncode == SAME


def test_fields_without_lastmod_tell_no_dates(old: Path, new: Path, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "old.csv"
    run("urls", old, "-o", path, "--fields", "title,loc")
    assert run("diff", path, new, "-q").stdout.decode().splitlines() == [LINES[2], LINES[3]]


def test_no_dates_compares_locations_only(old: Path, new: Path, run: Run) -> None:
    assert run("diff", old, new, "--no-dates").stdout.decode().splitlines() == LINES[2:]


def test_the_same_moment_written_otherwise_is_no_difference(run: Run, old: Path) -> None:
    row = {"loc": f"{SITE}/a", "lastmod": "2026-01-01T02:00:00+02:00"}
    data = sitemap({"/a": "2026-01-01"})
    old.write_bytes(data)
    assert run("diff", old, "-", stdin=json.dumps(row).encode()).returncode == SAME


def test_json_holds_dates_and_counts(old: Path, new: Path, run: Run) -> None:
    found = json.loads(run("diff", old, new, "--format", "json").stdout)
    assert found == {
        "complete": True,
        "unchanged": 1,
        "added": [{"loc": f"{SITE}/e", "lastmod": None}],
        "removed": [{"loc": f"{SITE}/d", "lastmod": "2026-01-04T00:00:00+00:00"}],
        "redated": [
            {"loc": f"{SITE}/b", "old": "2026-01-02T00:00:00+00:00", "new": "2026-02-02T00:00:00+00:00"},
            {"loc": f"{SITE}/c", "old": None, "new": "2026-01-03T00:00:00+00:00"},
        ],
    }


def test_a_location_that_stands_twice_counts_once(run: Run, tmp_path: Path) -> None:
    once, twice = tmp_path / "once.txt", tmp_path / "twice.txt"
    once.write_text(f"{SITE}/a\n")
    twice.write_text(f"{SITE}/a\n{SITE}/b\n{SITE}/a\n{SITE}/b\n")
    assert run("diff", once, twice).stdout.decode() == f"+ {SITE}/b\n"
    assert run("diff", twice, once).stdout.decode() == f"- {SITE}/b\n"


def test_a_site_that_is_read_in_part_is_told_from_a_difference(server: Server, run: Run, old: Path) -> None:
    origin = server.url("").rstrip("/")
    server.add(
        {
            "/index.xml": [Reply(body=sitemapindex("/ok.xml", "/gone.xml", origin=origin))],
            "/ok.xml": [Reply(body=sitemap(OLD))],
            "/cut.xml": [Reply(body=sitemap(OLD), behaviour=Behaviour.CUT)],
        }
    )
    result = run("diff", old, server.url("/index.xml"))
    assert (result.returncode, result.stdout) == (PARTIAL, b"")
    assert run("diff", old, server.url("/ok.xml")).returncode == SAME


@pytest.mark.parametrize("side", ["old", "new"])
def test_a_side_that_cannot_be_read_is_no_difference(side: str, server: Server, run: Run, old: Path) -> None:
    gone = server.url("/gone.xml")
    result = run("diff", *((gone, old) if side == "old" else (old, gone)))
    assert (result.returncode, result.stdout) == (USAGE, b"")
    assert b"404" in result.stderr


@pytest.mark.parametrize(
    "data",
    [
        b'{"loc": 5}',
        b'{"loc": "https://a.example/"}\nnonsense',
        b'{"loc": "https://a.example/", "lastmod": "yesterday"}',
        b"loc,lastmod\nhttps://a.example/,yesterday\n",
        b"PAR1 and nothing",
        b"ARROW1 and nothing",
        gzip.compress(b'{"loc": "https://a.example/"}\n' * 1000)[:60],
        b'{"loc": ' + b"[" * 100_000,
    ],
    ids=["type", "json", "date", "csv-date", "parquet", "arrow", "cut-gzip", "nested"],
)
def test_a_broken_file_is_one_line_and_no_traceback(data: bytes, run: Run, tmp_path: Path, old: Path) -> None:
    path = tmp_path / "broken"
    path.write_bytes(data)
    result = run("diff", path, old)
    assert result.returncode == USAGE
    assert b"broken is not as `sitemapfast urls` writes it" in result.stderr
    assert b"Traceback" not in result.stderr


def test_hostile_locations_are_escaped(run: Run, tmp_path: Path, old: Path) -> None:
    """Rule [111]: a file of a run may come from anybody."""
    path = tmp_path / "evil.jsonl"
    path.write_text(json.dumps({"loc": "https://a.example/\x1b[31m\u202e\n" + "x" * 50_000}))
    for form in ("text", "json"):
        text = run("diff", old, path, "--format", form).stdout.decode()
        assert text.replace("\n", "").isprintable()


def test_a_folder_against_a_site_and_standard_input_once(tmp_path: Path, run: Run, server: Server) -> None:
    folder = tmp_path / "mirror"
    folder.mkdir()
    (folder / "a.xml").write_bytes(urlset("/1"))
    (folder / "b.xml").write_bytes(urlset("/2"))
    server.add({"/s.xml": [Reply(body=urlset("/1", "/2"))]})
    assert run("diff", folder, server.url("/s.xml")).returncode == SAME
    assert run("diff", "-", "-").returncode == USAGE
