"""The command: what it prints is what ``usp ls`` of the original prints, to the byte."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from tests.compat.originals import original
from tests.compat.usp_corpus import index, urlset
from tests.server import Reply, Server

if TYPE_CHECKING:
    from collections.abc import Iterator

OURS = ("-m", "sitemapfast.compat.usp")
# The original's command is a script of its environment, which may be another one than ours.
THEIRS = ("-c", "import sys; sys.argv[0] = 'usp'; from usp.cli.cli import main; main()")


def _run(program: tuple[str, ...], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *program, *arguments], capture_output=True, text=True, timeout=60, check=False
    )


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as running:
        entries = [f"<loc>{running.url(path)}</loc>" for path in ("/1", "/2?a&amp;b")]
        running.add(
            {
                "/robots.txt": [Reply(body=f"Sitemap: {running.url('/i.xml')}".encode())],
                "/i.xml": [Reply(body=index(running.url("/a.xml"), running.url("/missing.xml")).encode())],
                "/a.xml": [Reply(body=urlset(*entries).encode())],
                "/sitemap.xml": [Reply(body=urlset(f"<loc>{running.url('/3')}</loc>").encode())],
            }
        )
        yield running


@pytest.mark.parametrize(
    "options", [(), ("-f", "pages"), ("--format", "tabtree", "-u"), ("-u", "-f", "pages", "-k"), ("-r",), ("-r", "-k")]
)
def test_it_prints_what_the_original_prints(server: Server, options: tuple[str, ...]) -> None:
    original("usp.cli.cli", "ultimate-sitemap-parser")
    mine = _run(OURS, "ls", *options, server.url("/any"))
    theirs = _run(THEIRS, "ls", *options, server.url("/any"))
    assert mine.stdout == theirs.stdout
    assert mine.returncode == theirs.returncode == 0


def test_a_page_of_another_host_keeps_its_url(server: Server) -> None:
    """The original puts a slash before it; a listed difference."""
    original("usp.cli.cli", "ultimate-sitemap-parser")
    server.add({"/a.xml": [Reply(body=urlset("<loc>https://example.org/3</loc>").encode())]})
    arguments = ("ls", "-k", "-u", "-f", "pages", server.url())
    assert _run(OURS, *arguments).stdout == "https://example.org/3\n"
    assert _run(THEIRS, *arguments).stdout == "/https://example.org/3\n"


@pytest.mark.parametrize(
    ("arguments", "code"), [((), 0), (("ls",), 2), (("ls", "-f", "x", "http://example.com"), 2), (("-h",), 0)]
)
def test_it_ends_as_the_original_ends(arguments: tuple[str, ...], code: int) -> None:
    original("usp.cli.cli", "ultimate-sitemap-parser")
    assert _run(OURS, *arguments).returncode == _run(THEIRS, *arguments).returncode == code


def test_what_is_no_url_is_a_usage_error() -> None:
    done = _run(OURS, "ls", "foo")
    assert done.returncode == 2
    assert "URL foo is not a HTTP(s) URL." in done.stderr
    assert "Traceback" not in done.stderr


def test_the_log_goes_where_it_is_told(server: Server, tmp_path: object) -> None:
    path = f"{tmp_path}/log.txt"
    done = _run(OURS, "ls", "-k", "-l", path, server.url())
    assert not done.stderr
    with open(path, encoding="utf-8") as file:  # noqa: PTH123
        assert "missing.xml" in file.read()


def test_what_a_site_sends_moves_no_cursor(server: Server) -> None:
    """[111]"""
    server.add({"/a.xml": [Reply(body=f"<urlset><url><loc>{server.url('/')}&#x9b;31m</loc></url></urlset>".encode())]})
    assert "\x9b" not in _run(OURS, "ls", server.url()).stdout
