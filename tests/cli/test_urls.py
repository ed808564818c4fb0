"""`sitemapfast urls`: what is written, what is said, and how it ends."""

from __future__ import annotations

import gzip
import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import closing
from datetime import datetime
from typing import TYPE_CHECKING

import pytest
from tests.server import Behaviour, Reply, sitemapindex, urlset

from sitemapfast._demo.server import MISSING, load

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run
    from tests.server import Server

    from sitemapfast._demo.server import DemoSite

PAGES = 24
SITE = "https://fernhill.example"
COMPLETE, FAILED, USAGE, PARTIAL, INTERRUPTED = 0, 1, 2, 3, 130


@pytest.fixture
def sitemap() -> bytes:
    return load(SITE)["/sitemaps/products-tents.xml.gz"].body


TENTS = [f"{SITE}/tents/{name}" for name in ("larch-1", "larch-2", "alder-4", "spare-poles?size=s&colour=red")]


def test_a_site_is_written_one_url_a_line_in_breadth_first_order(site: DemoSite, run: Run) -> None:
    """Rule [87]."""
    result = run("urls", site.robots_url, "--timeout", 20)
    lines = result.stdout.decode().splitlines()
    assert len(lines) == PAGES
    assert lines[0] == f"{site.origin}/returns"
    assert lines[-1] == f"{site.origin}/packs/wren-12"
    assert lines.index(f"{site.origin}/about") < lines.index(f"{site.origin}/tents/larch-1")


def test_errors_below_the_main_document_are_one_line_each_and_the_exit_code_says_partial(
    site: DemoSite, run: Run
) -> None:
    """Rule [4]."""
    result = run("urls", site.robots_url, "--timeout", 20)
    *lines, summary = result.stderr.decode().splitlines()
    assert result.returncode == PARTIAL
    assert len(lines) == 5
    assert all(line.startswith("error: ") for line in lines)
    assert summary.startswith("24 URLs from 11 documents; 1 failed, 5 errors, ")
    assert summary.endswith("; partial: read_failure, document_partial")
    assert any(line.startswith(f'error: fetch "{site.origin}{MISSING}": ') for line in lines)


def test_a_site_without_fault_ends_with_zero_and_one_line(site: DemoSite, run: Run) -> None:
    result = run("urls", f"{site.origin}/sitemaps/products-tents.xml.gz")
    assert (result.returncode, result.stderr) == (COMPLETE, b"4 URLs from 1 document\n")
    assert len(result.stdout.splitlines()) == 4


def test_json_lines_hold_every_field_and_dates_in_iso_8601(site: DemoSite, run: Run) -> None:
    result = run("urls", f"{site.origin}/sitemaps/media.xml", "--format", "jsonl")
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    guide = rows[0]
    assert guide["loc"] == f"{site.origin}/guides/winter-camping"
    assert datetime.fromisoformat(guide["lastmod"]).isoformat() == "2026-10-30T09:30:00+00:00"
    assert guide["sitemap"] == f"{site.origin}/sitemaps/media.xml"
    assert guide["images"][0]["title"] == "A tent at first light"
    assert datetime.fromisoformat(guide["videos"][0]["publication_date"]).tzinfo is not None
    assert [link["hreflang"] for link in guide["alternates"]] == ["en", "de", "x-default"]
    assert rows[2]["news"]["publication_name"] == "The Fernhill Journal"
    assert {tuple(row) for row in rows} == {tuple(guide)}, "every line has the same fields"


def test_a_file_is_read(tmp_path: Path, run: Run, sitemap: bytes) -> None:
    for name, data in {"tents.xml.gz": sitemap, "tents.xml": gzip.decompress(sitemap)}.items():
        path = tmp_path / name
        path.write_bytes(data)
        result = run("urls", path)
        assert (result.returncode, result.stdout.decode().splitlines()) == (COMPLETE, TENTS)


def test_standard_input_is_read(run: Run, sitemap: bytes) -> None:
    result = run("urls", "-", stdin=sitemap)
    assert (result.returncode, result.stdout.decode().splitlines()) == (COMPLETE, TENTS)


def test_relative_locations_of_a_file_are_resolved_against_the_url_given(run: Run) -> None:
    """Rules [42] and [43]."""
    document = b"<urlset><url><loc>/a</loc></url></urlset>"
    assert run("urls", "-", stdin=document).returncode == PARTIAL
    assert run("urls", "-", "--url", f"{SITE}/sitemap.xml", stdin=document).stdout.decode() == f"{SITE}/a\n"


def test_what_a_file_lists_is_fetched_only_where_a_depth_is_given(site: DemoSite, run: Run) -> None:
    index = load(site.origin)["/sitemaps/products.xml"].body
    offline = run("urls", "-", stdin=index)
    assert (offline.returncode, offline.stdout) == (PARTIAL, b"")
    assert b"recursion depth" in offline.stderr
    url = f"{site.origin}/sitemaps/products.xml"
    online = run("urls", "-", "--url", url, "--max-depth", 1, "--timeout", 20, stdin=index)
    assert len(online.stdout.splitlines()) == 4 + 3 + 3


def test_rules_choose_pages_and_follow_chooses_sitemaps(site: DemoSite, run: Run) -> None:
    """Rule [88]."""
    arguments = ["--rule", "/tents/", "--rule", "/packs/", "--follow", "products", "--follow", "sitemap.xml$"]
    result = run("urls", site.robots_url, *arguments, "--timeout", 20)
    assert len(result.stdout.splitlines()) == 4 + 3


def test_max_urls_ends_the_call_and_is_an_error(site: DemoSite, run: Run) -> None:
    """Rule [86]."""
    result = run("urls", site.robots_url, "--max-urls", 4, "--timeout", 20)
    assert len(result.stdout.splitlines()) == 4
    assert result.returncode == PARTIAL
    assert b"limit of 4 URLs reached" in result.stderr


def test_strict_holds_documents_to_the_protocol(site: DemoSite, run: Run) -> None:
    """Rule [34]: one bare ampersand, and the whole document is refused."""
    result = run("urls", f"{site.origin}/sitemaps/media.xml", "--strict")
    assert (result.returncode, result.stdout) == (FAILED, b"")


def test_the_output_goes_to_a_file(tmp_path: Path, run: Run, sitemap: bytes) -> None:
    path = tmp_path / "urls.txt"
    result = run("urls", "-", "-o", path, stdin=sitemap)
    assert (result.returncode, result.stdout) == (COMPLETE, b"")
    assert path.read_text().splitlines() == TENTS


def test_a_main_document_that_fails_leaves_an_older_file_as_it_was(tmp_path: Path, site: DemoSite, run: Run) -> None:
    path = tmp_path / "urls.txt"
    path.write_text("older\n")
    result = run("urls", f"{site.origin}{MISSING}", "-o", path)
    assert result.returncode == FAILED
    assert path.read_text() == "older\n"


@pytest.mark.parametrize("path", [MISSING, "/nothing-there"])
def test_a_main_document_that_cannot_be_fetched_is_one_line_and_exit_code_1(
    path: str, site: DemoSite, run: Run
) -> None:
    result = run("urls", f"{site.origin}{path}")
    assert (result.returncode, result.stdout) == (FAILED, b"")
    assert result.stderr.decode().startswith(f'error: fetch "{site.origin}{path}": ')
    assert len(result.stderr.splitlines()) == 1


def test_an_empty_input_is_named_by_what_was_read(run: Run, tmp_path: Path) -> None:
    """Rule [12]."""
    assert run("urls", "-").stderr.decode() == 'error: parse "standard input": sitemap content is empty\n'
    path = tmp_path / "empty.xml"
    path.touch()
    result = run("urls", path)
    assert result.returncode == FAILED
    assert f'parse "{path}": '.encode() in result.stderr


def test_a_robots_txt_on_standard_input_is_told_how_to_be_recognised(run: Run) -> None:
    """Rule [11]."""
    robots = load(SITE)["/robots.txt"].body.splitlines()[1:4]
    result = run("urls", "-", stdin=b"\n".join(robots))
    assert result.returncode == FAILED
    assert b"--url https://HOST/robots.txt" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ([], "SOURCE"),
        (["no-such-file.xml"], "no-such-file.xml"),
        (["example.com"], "https://example.com"),
        (["-", "--format", "xml"], "--format"),
        (["-", "--max-urls", "many"], "--max-urls"),
        (["-", "--max-urls", "0"], "--max-urls"),
        (["-", "--rule", "("], "--rule"),
        (["-", "--header", "no colon"], "--header"),
        (["-", "--header", "A: 1", "--header", "a: 2"], "--header"),
        (["-", "--unknown"], "--unknown"),
        (["https://fernhill.example/", "--url", "https://fernhill.example/"], "--url"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_wrong_usage_is_exit_code_2_and_names_the_option(arguments: list[str], word: str, run: Run) -> None:
    """Rule [3]."""
    result = run("urls", *arguments)
    assert (result.returncode, result.stdout) == (USAGE, b"")
    assert word in result.stderr.decode()


def test_an_output_that_cannot_be_written_is_exit_code_2(tmp_path: Path, run: Run, sitemap: bytes) -> None:
    result = run("urls", "-", "-o", tmp_path / "no" / "such" / "folder.txt", stdin=sitemap)
    assert result.returncode == USAGE
    assert b"folder.txt" in result.stderr


def test_a_site_cannot_write_control_characters_to_standard_error(run: Run) -> None:
    """Rule [111]."""
    evil = "&#27;]0;owned&#7;\u202e\u009b31m"
    document = f"<urlset><url><loc>{SITE}/a</loc><lastmod>{evil}</lastmod></url></urlset>"
    result = run("urls", "-", stdin=document.encode())
    line, _ = result.stderr.decode().splitlines()
    assert line.isprintable()
    assert "error: " in line


def test_a_closed_pipe_ends_the_command_quietly(environment: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text("".join(f"{SITE}/{number:09}\n" for number in range(100_000)))
    read, write = os.pipe()
    command = [sys.executable, "-m", "sitemapfast", "urls", str(path)]
    with subprocess.Popen(command, stdout=write, stderr=subprocess.PIPE, env=environment) as process:
        os.close(write)
        with os.fdopen(read, "rb") as pipe:
            assert pipe.readline().decode() == f"{SITE}/000000000\n"
        _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (COMPLETE, b"")


def test_ctrl_c_ends_the_command_with_its_own_exit_code(environment: dict[str, str]) -> None:
    """Rule [91]: the server accepts the request and never answers it."""
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}/sitemap.xml"
        command = [sys.executable, "-m", "sitemapfast", "urls", url, "--timeout", "50"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as process:
            listener.settimeout(50)
            connection, _ = listener.accept()
            with closing(connection):
                # The request has arrived, so that the command is reading and not starting up.
                connection.settimeout(50)
                assert connection.recv(1)
                process.send_signal(signal.SIGINT)
                output, errors = process.communicate(timeout=30)
    assert (process.returncode, output) == (INTERRUPTED, b"")
    assert b"Traceback" not in errors


def test_quiet_leaves_the_errors_and_takes_the_summary(site: DemoSite, run: Run) -> None:
    assert run("urls", f"{site.origin}/urls.txt", "-q").stderr == b""
    lines = run("urls", site.robots_url, "-q", "--timeout", 20).stderr.splitlines()
    assert len(lines) == 5
    assert all(line.startswith(b"error: ") for line in lines)


def test_error_lines_have_a_limit_and_what_is_left_out_is_counted(site: DemoSite, run: Run) -> None:
    lines = run("urls", site.robots_url, "--errors", 2, "-q", "--timeout", 20).stderr.decode().splitlines()
    assert len(lines) == 3
    assert lines[-1] == "… and 3 more errors; --errors none shows all that were kept"
    assert run("urls", site.robots_url, "--errors", 0, "-q", "--timeout", 20).stderr == b""


def test_what_is_excluded_is_not_written_and_not_fetched(server: Server, run: Run) -> None:
    """Rule [88]."""
    origin = server.url("").rstrip("/")
    server.add(
        {
            "/index.xml": [Reply(body=sitemapindex("/a.xml", "/b.xml", origin=origin))],
            "/a.xml": [Reply(body=urlset("/x/1", "/x/2", "/y/1", "/y/1", origin=origin))],
        }
    )
    arguments = ["--exclude-url", "/x/2", "--exclude-sitemap", "/b", "--dedupe"]
    result = run("urls", server.url("/index.xml"), *arguments)
    assert (result.returncode, result.stdout.decode().split()) == (COMPLETE, [f"{origin}/x/1", f"{origin}/y/1"])
    assert server.count("/b.xml") == 0


def test_since_takes_dates_and_ages(run: Run) -> None:
    """Rule [88]: `undated` says what happens to pages without a date."""
    rows = "".join(
        f"<url><loc>{SITE}/{name}</loc>{date}</url>"
        for name, date in {
            "old": "<lastmod>2020-01-01</lastmod>",
            "new": "<lastmod>2999-01-01</lastmod>",
            "none": "",
        }.items()
    )
    document = f"<urlset>{rows}</urlset>".encode()
    for since in ("2026-01-01", "2026-01-01T06:00+02:00", "2026-01-01T06:00", "30d", "12h"):
        assert run("urls", "-", "--since", since, stdin=document).stdout.split() == [
            f"{SITE}/{name}".encode() for name in ("new", "none")
        ]
    assert run("urls", "-", "--since", "4w", "--undated", "drop", stdin=document).stdout.decode() == f"{SITE}/new\n"
    assert run("urls", "-", "--since", "yesterday", stdin=document).returncode == USAGE


def test_headers_and_the_user_agent_are_sent(server: Server, run: Run) -> None:
    server.add({"/s.xml": [Reply(body=urlset("/a"))]})
    run("urls", server.url("/s.xml"), "--header", "X-Token: abc", "--user-agent", "me/1")
    received = server.requests[0].headers
    assert (received["x-token"], received["user-agent"]) == ("abc", "me/1")


def test_retries_and_the_total_timeout_are_the_api_s(server: Server, run: Run) -> None:
    """Rules [83] and [91]."""
    server.add({"/busy.xml": [Reply(status=503)], "/slow.xml": [Reply(behaviour=Behaviour.STALL)]})
    assert run("urls", server.url("/busy.xml"), "--retries", 0).returncode == FAILED
    assert server.count("/busy.xml") == 1
    result = run("urls", server.url("/slow.xml"), "--timeout", "none", "--total-timeout", 0.5)
    assert result.returncode == PARTIAL
    assert b"total_timeout" in result.stderr


def test_a_wrong_setting_is_named_by_its_option(run: Run) -> None:
    """Rule [3]."""
    for option, value in {"--rule": "(", "--exclude-sitemap": "(", "--max-urls": "0", "--hosts": "a b"}.items():
        result = run("urls", "-", option, value, stdin=b"<urlset/>")
        assert result.returncode == USAGE
        assert f"Error: {option}: ".encode() in result.stderr
