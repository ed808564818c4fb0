"""SOURCE: URLs, files, folders, globs and standard input, one or several of them."""

from __future__ import annotations

import gzip
import os
from typing import TYPE_CHECKING

import click
import pytest
from tests.server import Reply, sitemapindex, urlset

import sitemapfast as sf
from sitemapfast._cli.reading import Account
from sitemapfast._cli.source import Source, parse_sources

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run
    from tests.server import Server

COMPLETE, FAILED, USAGE, PARTIAL = 0, 1, 2, 3
SITE = "https://example.com"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "mirror"
    (root / "deep").mkdir(parents=True)
    (root / ".git").mkdir()
    (root / "robots.txt").write_text(f"User-agent: *\nSitemap: {SITE}/b.xml.gz\n")
    (root / "a.xml").write_bytes(urlset("/a1", "/shared"))
    (root / "b.xml.gz").write_bytes(gzip.compress(urlset("/b1", "/shared")))
    (root / "deep" / "c.xml").write_bytes(b"<urlset><url><loc>c1</loc></url></urlset>")
    (root / "page.html").write_text("<html></html>")
    (root / ".git" / "d.xml").write_bytes(urlset("/d1"))
    return root


def locs(output: bytes) -> list[str]:
    return [line.removeprefix(SITE) for line in output.decode().split()]


def test_the_documents_of_a_folder_are_read_in_the_order_of_their_names(folder: Path, run: Run) -> None:
    result = run("urls", folder, "--url", f"{SITE}/")
    assert (result.returncode, locs(result.stdout)) == (
        PARTIAL,  # the robots.txt lists a sitemap, which is not fetched for a file
        ["/a1", "/shared", "/b1", "/shared", "/deep/c1"],
    )


def test_without_its_url_a_folder_is_read_and_its_robots_txt_is_told_by_its_name(folder: Path, run: Run) -> None:
    """Rules [11] and [42]: a relative location has nothing to be resolved against."""
    result = run("urls", folder)
    assert locs(result.stdout) == ["/a1", "/shared", "/b1", "/shared"]
    assert b"c1" in result.stderr
    assert b"unrecognized" not in result.stderr


def test_a_glob_that_the_shell_left_is_expanded(folder: Path, run: Run) -> None:
    assert locs(run("urls", f"{folder}/*.xml*").stdout) == ["/a1", "/shared", "/b1", "/shared"]
    assert locs(run("urls", f"{folder}/**/c.xml", "--url", f"{SITE}/x/").stdout) == ["/x/c1"]
    result = run("urls", f"{folder}/*.json")
    assert (result.returncode, result.stdout) == (USAGE, b"")


def test_several_sources_are_one_output(folder: Path, run: Run, server: Server) -> None:
    server.add({"/s.xml": [Reply(body=urlset("/fetched"))]})
    result = run("urls", folder / "a.xml", server.url("/s.xml"), "-", stdin=gzip.compress(urlset("/piped")))
    assert (result.returncode, locs(result.stdout)) == (COMPLETE, ["/a1", "/shared", "/fetched", "/piped"])
    assert result.stderr.decode() == "4 URLs from 3 documents\n"


def test_dedupe_and_max_urls_hold_for_all_sources_together(folder: Path, run: Run) -> None:
    """Rules [44] and [86]."""
    files = [folder / "a.xml", folder / "b.xml.gz"]
    result = run("urls", *files, "--dedupe")
    assert (result.returncode, locs(result.stdout)) == (COMPLETE, ["/a1", "/shared", "/b1"])
    result = run("urls", *files, "--max-urls", 3)
    assert (result.returncode, locs(result.stdout)) == (PARTIAL, ["/a1", "/shared", "/b1"])
    result = run("urls", *files, "--max-urls", 2)
    assert (result.returncode, locs(result.stdout)) == (PARTIAL, ["/a1", "/shared"])
    assert b"limit of 2 URLs reached" in result.stderr


def test_one_of_several_that_fails_does_not_stop_the_rest(folder: Path, run: Run) -> None:
    broken = folder / "0.xml"
    broken.write_text("")
    result = run("urls", broken, folder / "a.xml")
    assert (result.returncode, locs(result.stdout)) == (PARTIAL, ["/a1", "/shared"])
    assert f'parse "{broken}": '.encode() in result.stderr
    assert run("urls", broken, broken).returncode == FAILED


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_an_unreadable_file_among_several_is_an_error(folder: Path, run: Run) -> None:
    (folder / "a.xml").chmod(0)
    assert run("urls", folder / "a.xml", folder / "b.xml.gz").returncode == PARTIAL


def test_what_a_local_index_lists_is_fetched_where_a_depth_is_given(tmp_path: Path, server: Server, run: Run) -> None:
    server.add({"/child.xml": [Reply(body=urlset("/x"))]})
    index = tmp_path / "index.xml"
    index.write_bytes(sitemapindex(server.url("/child.xml")))
    assert run("urls", index).returncode == PARTIAL
    assert server.requests == []
    result = run("urls", index, "--max-depth", 1, "--url", server.url("/index.xml"))
    assert (result.returncode, locs(result.stdout)) == (COMPLETE, ["/x"])


def test_a_folder_without_documents_a_missing_file_and_two_dashes_are_wrong_usage(tmp_path: Path) -> None:
    (tmp_path / "page.html").touch()
    for texts in ([str(tmp_path)], [str(tmp_path / "missing.xml")], ["-", "-"], ["example.com"]):
        with pytest.raises(click.BadParameter):
            parse_sources(texts)


def test_a_name_with_control_characters_is_not_written_to_a_terminal(tmp_path: Path, run: Run) -> None:
    """Rule [111]: whoever unpacked an archive has the names of strangers."""
    path = tmp_path / "a\x1b[31m\u202e.xml"
    path.touch()
    result = run("urls", path)
    assert result.returncode == FAILED
    assert result.stderr.decode().strip("\n").isprintable()


def test_url_is_refused_where_everything_has_one(run: Run) -> None:
    assert run("urls", f"{SITE}/sitemap.xml", "--url", SITE).returncode == USAGE


def test_errors_of_many_broken_files_are_counted_and_only_those_that_are_shown_are_kept() -> None:
    """Rule [111]: a folder may have any number of them."""
    account = Account(keep=3)
    source = Source(name="a.xml", local=True)
    for number in range(1000):
        account.refused(source, sf.ParseError(f"{number}", url="", code="empty"))
    assert account.error_count == account.failed == 1000
    assert [str(error) for _, errors in account.errors for error in errors] == [f'parse "": {n}' for n in range(3)]
