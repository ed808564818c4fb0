"""The examples run, each as a program of its own, against a site on loopback."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.server import Reply, Server, sitemapindex, urlset

from sitemapfast import parse
from sitemapfast._demo.server import DemoSite, load

if TYPE_CHECKING:
    from collections.abc import Iterator

EXAMPLES = Path(__file__).parent.parent / "examples"
PAGES = 24
"""The pages of the demo site; one of its sitemaps is missing and one is cut short."""


@pytest.fixture
def site() -> Iterator[DemoSite]:
    with DemoSite() as served:
        yield served


def run(
    name: str, *arguments: str | Path, folder: Path, environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run an example in a folder, and return what it said."""
    done = subprocess.run(
        [sys.executable, EXAMPLES / f"{name}.py", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONWARNINGS": "error", **(environment or {})},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done


def test_every_example_has_a_test() -> None:
    tested = Path(__file__).read_text(encoding="utf-8")
    names = [path.stem for path in EXAMPLES.glob("*.py")]
    assert len(names) >= 6
    assert [name for name in names if f'"{name}"' not in tested] == []


def test_to_parquet_writes_every_page_with_every_column(site: DemoSite, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    done = run("to_parquet", site.robots_url, "urls.parquet", folder=tmp_path)
    assert done.stdout == f"{PAGES} pages of 11 documents in urls.parquet read_failure document_partial\n"
    assert done.returncode == 1
    assert "retired.xml" in done.stderr
    table = parquet.read_table(tmp_path / "urls.parquet")
    expected = parse(site.robots_url).urls
    assert table["loc"].to_pylist() == expected.locs()
    assert table["images"].to_pylist() == [row["images"] for row in expected.to_dicts()]


def test_crawl_in_rounds_reads_each_document_once(site: DemoSite, tmp_path: Path) -> None:
    rounds = [
        run("crawl_in_rounds", site.robots_url, "state.json", "pages.txt", "5", folder=tmp_path) for _ in range(3)
    ]
    assert [each.returncode for each in rounds] == [1, 1, 0]
    assert rounds[-1].stdout.endswith("0 documents left\n")
    locs = (tmp_path / "pages.txt").read_text(encoding="utf-8").splitlines()
    assert locs == parse(site.robots_url).urls.locs()
    assert json.loads((tmp_path / "state.json").read_text(encoding="utf-8"))[0] == []
    again = run("crawl_in_rounds", site.robots_url, "state.json", "pages.txt", "5", folder=tmp_path)
    assert again.stdout == "0 documents and 0 pages read, 0 documents left\n"


def test_local_folder_reads_what_lies_in_it_and_nothing_outside(tmp_path: Path) -> None:
    folder = tmp_path / "public"
    (folder / "sub").mkdir(parents=True)
    (tmp_path / "secret.xml").write_bytes(urlset("/secret"))
    (folder / "sitemap.xml").write_bytes(
        sitemapindex("/sub/a%20b.xml.gz", "/..%2Fsecret.xml", "https://example.org/c.xml")
    )
    (folder / "sub" / "a b.xml.gz").write_bytes(gzip.compress(urlset("/a", "/b")))
    done = run("local_folder", folder, "https://example.com/", "sitemap.xml", folder=tmp_path)
    assert done.stdout == "https://example.com/a\nhttps://example.com/b\n"
    assert done.stderr.count("HTTP status 404") == 2
    assert done.returncode == 1


def test_zip_archive_reads_its_members(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "mirror.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for path, page in load("https://example.com").items():
            archive.writestr(f"example.com{path}", page.body)
    done = run("zip_archive", "mirror.zip", "https://example.com/robots.txt", folder=tmp_path)
    counts = [int(line.split()[0]) for line in done.stdout.splitlines()]
    assert len(counts) == 11
    assert sum(counts) == PAGES


def test_api_with_token_keeps_the_token_at_its_origin(tmp_path: Path) -> None:
    """Rule [93]."""
    with Server() as own, Server({"/b.xml": [Reply(body=urlset("/b"))]}) as other:
        wanted = {"when": lambda received: received.headers.get("authorization") == "Bearer secret"}
        own.add(
            {
                "/sitemap.xml": [
                    Reply(body=sitemapindex(own.url("/a.xml"), other.url("/b.xml")), **wanted),
                    Reply(status=401),
                ],
                "/a.xml": [Reply(body=urlset("/a"), **wanted), Reply(status=401)],
            }
        )
        done = run("api_with_token", own.url("/sitemap.xml"), folder=tmp_path, environment={"SITEMAP_TOKEN": "secret"})
        assert (done.stdout, done.returncode) == ("https://example.com/a\nhttps://example.com/b\n", 0)
        assert [received.headers.get("authorization") for received in other.requests] == [None]
        done = run("api_with_token", own.url("/sitemap.xml"), folder=tmp_path, environment={"SITEMAP_TOKEN": "old"})
        assert done.returncode == 2
        assert "401 (is the token still good?)" in done.stderr


def test_notebook_style_shows_sections_and_errors(site: DemoSite, tmp_path: Path) -> None:
    pytest.importorskip("polars")
    done = run("notebook_style", site.origin, folder=tmp_path)
    lines = done.stdout.splitlines()
    assert done.returncode == 0, done.stderr
    assert f"{site.origin}/sitemap.xml pending" in lines
    assert "24 pages, 12 sitemaps, 5 errors" in lines
    assert "/tents 4 2026-11-01" in lines
    assert lines[-1] == "bare_ampersand 46"


@pytest.mark.parametrize("name", ["fetcher_urllib3", "fetcher_aiohttp"])
def test_fetchers_over_other_clients_read_what_ours_reads(name: str, site: DemoSite, tmp_path: Path) -> None:
    pytest.importorskip(name.removeprefix("fetcher_"))
    done = run(name, site.robots_url, folder=tmp_path)
    assert done.stdout.splitlines() == parse(site.robots_url).urls.locs()
    assert "retired.xml" in done.stderr
    assert done.returncode == 1


@pytest.mark.parametrize("name", ["fetcher_urllib3", "fetcher_aiohttp"])
def test_fetchers_over_other_clients_leave_hops_codings_and_hosts_to_us(name: str, tmp_path: Path) -> None:
    pytest.importorskip(name.removeprefix("fetcher_"))
    packed = gzip.compress(urlset("/a"))
    with Server() as server:
        server.add(
            {
                "/old.xml": [Reply(status=301, headers={"Location": "/sitemap.xml"})],
                "/sitemap.xml": [Reply(body=sitemapindex(server.url("/a.xml"), server.url("/busy.xml"), "/b.xml"))],
                "/a.xml": [Reply(body=packed, headers={"Content-Encoding": "gzip"})],
                "/busy.xml": [Reply(status=503, headers={"Retry-After": "0"}), Reply(body=urlset("/busy"))],
            }
        )
        done = run(name, server.url("/old.xml"), folder=tmp_path)
        assert done.stdout == "https://example.com/a\nhttps://example.com/busy\n"
        assert 'fetch "https://example.com/b.xml": denied: not on 127.0.0.1' in done.stderr
        assert server.counts() == {"/old.xml": 1, "/sitemap.xml": 1, "/a.xml": 1, "/busy.xml": 2}
