"""On a terminal: progress that is wiped, nothing that a site could write there, colours and width."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from tests.server import Reply, sitemapindex

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import OnTerminal
    from tests.server import Server

    from sitemapfast._demo.server import DemoSite

COMPLETE, FAILED, USAGE, PARTIAL = 0, 1, 2, 3
WIPE = "\r\x1b[K"
# Everything a terminal obeys, but for what the command itself writes: ends of lines, tabs, wiped lines, styles.
OURS = re.compile(r"\t|\r\n|\r\x1b\[K|\x1b\[[0-9;]*m")
HOSTILE = "\x9b31m \x1b]0;title\x07 \u202eevil\u2066 =cmd|calc"
LONG = "n" * 100_000


def hostile_feed() -> bytes:
    titles = [HOSTILE.replace("\x1b", "").replace("\x07", ""), LONG]
    items = "".join(f"<item><link>https://a.example/?{n}</link><title>{t}</title></item>" for n, t in enumerate(titles))
    return f"<rss version='2.0'><channel>{items}</channel></rss>".encode()


def test_progress_is_drawn_while_it_reads_and_gone_at_the_end(site: DemoSite, on_terminal: OnTerminal) -> None:
    screen = on_terminal("urls", f"{site.origin}/urls.txt")
    assert re.search(r"\d/1 documents  \d+ URLs  [\d,]+/s  [\d.]+ k?B", screen.raw)
    shown = [line for line in screen.lines if line]
    assert shown[:3] == [f"{site.origin}/{name}" for name in ("returns", "size-guide", "gift-cards")]
    assert re.fullmatch(r"3 URLs from 1 document; [\d.]+ s", shown[3])
    assert len(shown) == 4


def test_progress_tells_what_failed(server: Server, on_terminal: OnTerminal) -> None:
    origin = server.url("").rstrip("/")
    server.add({"/index.xml": [Reply(body=sitemapindex("/none.xml", origin=origin))]})
    screen = on_terminal("urls", server.url("/index.xml"))
    assert screen.returncode == PARTIAL
    assert "1 failed" in screen.raw.splitlines()[-1]


@pytest.mark.parametrize("arguments", [["-q"], ["--quiet"]])
def test_quiet_and_a_dumb_terminal_have_no_progress(
    arguments: list[str], site: DemoSite, on_terminal: OnTerminal
) -> None:
    url = f"{site.origin}/urls.txt"
    assert "\x1b" not in on_terminal("urls", url, *arguments).raw
    assert "\x1b" not in on_terminal("urls", url, TERM="dumb").raw


@pytest.mark.parametrize("columns", [20, 40, 200])
def test_progress_never_wraps(columns: int, site: DemoSite, on_terminal: OnTerminal) -> None:
    raw = on_terminal("urls", site.robots_url, columns=columns).raw
    drawn = [part for part in re.split(r"\r\x1b\[K", raw)[1:] if "documents" in part and "\n" not in part]
    assert all(len(part) < columns for part in drawn)


@pytest.mark.parametrize("form", ["text", "jsonl", "csv"])
def test_a_site_cannot_write_to_the_terminal(form: str, server: Server, on_terminal: OnTerminal) -> None:
    """Rule [111]."""
    server.add({"/feed": [Reply(body=hostile_feed())]})
    screen = on_terminal("urls", server.url("/feed"), "--format", form, "--fields", "title,loc")
    rest = OURS.sub("", screen.raw)
    assert "evil" in rest
    assert rest.isprintable()


@pytest.mark.parametrize("command", ["tree", "stats", "diff", "discover"])
@pytest.mark.parametrize("plain", [False, True], ids=["rich", "plain"])
def test_reports_hold_nothing_that_a_terminal_obeys(
    command: str, plain: bool, server: Server, on_terminal: OnTerminal, tmp_path: Path
) -> None:
    """Rule [111]."""
    headers = {"Content-Type": "text/xml\x9b31m\x8f[bold]"}
    body = (
        "<urlset><url><loc>https://a.example/[red]/\u202e</loc><changefreq>\u202e[bold]\x9b</changefreq></url>"
        "<url><loc>\x9b31m</loc></url></urlset>"
    ).encode()
    server.add({"/sitemap.xml": [Reply(body=body, headers=headers)], "/old.xml": [Reply(body=b"<urlset/>")]})
    origin = server.url("").rstrip("/")
    arguments = {
        "tree": [f"{origin}/sitemap.xml"],
        "stats": [f"{origin}/sitemap.xml"],
        "diff": [f"{origin}/old.xml", f"{origin}/sitemap.xml"],
        "discover": [origin],
    }
    screen = on_terminal(command, *arguments[command], plain=plain)
    assert "Traceback" not in screen.raw
    assert OURS.sub("", screen.raw).isprintable()
    assert len(screen.raw) > 100


def test_no_color_takes_the_colours(site: DemoSite, on_terminal: OnTerminal) -> None:
    url = f"{site.origin}/sitemaps/pages.xml"
    assert re.search(r"\x1b\[[0-9;]+m", on_terminal("stats", url).raw)
    for command in (["stats", url], ["demo"], ["discover", site.origin]):
        raw = on_terminal(*command, NO_COLOR="1").raw
        assert not re.search(r"\x1b\[[0-9;]*3[0-9][;m]", raw)
    assert not re.search(r"\x1b\[[0-9;]*m", on_terminal("stats", url, NO_COLOR="1").raw)
    assert re.search(r"\x1b\[[0-9;]+m", on_terminal("stats", url, NO_COLOR="").raw)


@pytest.mark.parametrize("columns", [80, 120])
def test_reports_fit_the_terminal(columns: int, site: DemoSite, on_terminal: OnTerminal) -> None:
    for arguments in (["stats", site.robots_url], ["discover", site.origin]):
        screen = on_terminal(*arguments, "--errors", "0", "-q", columns=columns)
        assert max(map(len, (re.sub(r"\x1b\[[0-9;]*m", "", line) for line in screen.lines))) <= columns


def test_a_table_has_frames_by_rich_and_none_without_it(site: DemoSite, on_terminal: OnTerminal) -> None:
    assert "│" in on_terminal("discover", site.origin).raw
    plain = on_terminal("discover", site.origin, plain=True)
    assert plain.returncode == COMPLETE
    assert "│" not in plain.raw
    assert any(line.split() == ["/sitemap.xml", "robots.txt"] for line in plain.lines)


@pytest.mark.parametrize("form", ["parquet", "arrow"])
def test_binary_is_not_written_to_a_terminal(form: str, site: DemoSite, on_terminal: OnTerminal) -> None:
    screen = on_terminal("urls", site.robots_url, "--format", form)
    assert screen.returncode == USAGE
    assert "-o" in screen.raw
