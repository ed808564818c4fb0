"""`tree`, `discover`, `stats` and `completion`, through pipes."""

from __future__ import annotations

import json
import subprocess
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from tests.server import Reply, sitemapindex, urlset

import sitemapfast as sf
from sitemapfast._cli.census import REST, TOP, Census
from sitemapfast._cli.main import main
from sitemapfast._demo.server import MISSING

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run
    from tests.server import Server

    from sitemapfast._demo.server import DemoSite

COMPLETE, FAILED, USAGE, PARTIAL = 0, 1, 2, 3


def test_the_tree_shows_counts_dates_sizes_and_what_failed(site: DemoSite, run: Run) -> None:
    """Rule [89]."""
    result = run("tree", site.robots_url, "--timeout", 20)
    assert result.returncode == PARTIAL
    lines = {
        words[-0]: words
        for words in (line.strip("│├└─ ").split() for line in result.stdout.decode().splitlines())
        if words
    }
    assert lines["/sitemaps/pages.xml"][1:] == ["fetched", "5", "4", "2026-11-02", "2026-09-14", "902", "B"]
    assert lines["/sitemaps/media.xml#again"][1:] == ["duplicate"]
    assert lines[MISSING][1:] == ["failed", "2023-01-31", "HTTP", "status", "404"]
    tents = next(line for line in result.stdout.decode().splitlines() if "tents" in line)
    assert tents.startswith("  │  │  ├─ /sitemaps/products-tents.xml.gz ")


def test_the_tree_as_json_is_a_flat_list_in_its_order(site: DemoSite, run: Run) -> None:
    (found,) = json.loads(run("tree", site.robots_url, "--format", "json", "--timeout", 20).stdout)
    assert (found["total"], found["complete"], found["errors"]) == (24, False, 5)
    sitemaps = {row["loc"].removeprefix(site.origin): row for row in found["sitemaps"]}
    assert sitemaps["/sitemaps/pages.xml"]["urls"] == 5
    assert sitemaps["/sitemaps/pages.xml"]["newest"].startswith("2026-11-02")
    assert [row["level"] for row in found["sitemaps"]][:5] == [0, 1, 1, 2, 2]
    assert sitemaps[MISSING]["outcome"] == "failed"


def test_a_tree_may_be_as_deep_as_a_site_wants(server: Server, run: Run) -> None:
    """Rule [111]: no recursion, and lines that do not grow with the depth."""
    origin = server.url("").rstrip("/")
    server.add({"/<n>.xml": [Reply(body=lambda number: sitemapindex(f"/{number + 1}.xml", origin=origin))]})
    arguments = ["tree", server.url("/0.xml"), "--max-depth", "none", "--max-sitemaps", 1500, "--timeout", 20]
    result = run(*arguments)
    assert result.returncode == PARTIAL
    lines = result.stdout.decode().splitlines()
    assert len(lines) > 1500
    assert max(map(len, lines)) < 200
    (found,) = json.loads(run(*arguments, "--format", "json").stdout)
    assert found["sitemaps"][-1]["level"] > 1400


def test_the_tree_of_a_file_shows_what_it_lists(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "robots.txt"
    path.write_text("Sitemap: https://example.com/s.xml\n")
    result = run("tree", path)
    assert result.returncode == COMPLETE
    assert b"https://example.com/s.xml" in result.stdout
    assert b"pending" in result.stdout


def test_discover_lists_what_robots_names_and_with_probe_what_else_there_is(server: Server, run: Run) -> None:
    """Rule [92]."""
    server.add(
        {
            "/robots.txt": [Reply(body=f"Sitemap: {server.url('/named.xml')}".encode())],
            "/sitemap.xml": [Reply(body=urlset("/a"), headers={"Content-Type": "text/xml"})],
            "/own/s.xml": [Reply(body=urlset("/b"))],
        }
    )
    named = run("discover", server.url("/some/page"))
    assert named.returncode == COMPLETE
    assert b"/named.xml" in named.stdout
    assert server.count("/sitemap.xml") == 0
    found = json.loads(run("discover", server.url(), "--probe", "--extra-path", "own/s.xml", "--format", "json").stdout)
    assert {row["loc"].removeprefix(server.url("").rstrip("/")): row["found"] for row in found} == {
        "/named.xml": "robots.txt",
        "/sitemap.xml": "by trying",
        "/own/s.xml": "by trying",
    }


def test_a_site_that_offers_nothing_ends_with_1(server: Server, run: Run) -> None:
    result = run("discover", server.url())
    assert (result.returncode, result.stdout) == (FAILED, b"")
    assert b"nothing was found" in result.stderr
    assert run("discover", server.url(), "--format", "json").stdout == b"[]\n"
    assert run("discover", "no host at all").returncode == FAILED
    assert run("discover", server.url(), "--extra-path", "").returncode == FAILED


def test_stats_count_by_host_section_month_and_changefreq(site: DemoSite, run: Run) -> None:
    result = run("stats", site.robots_url, "--format", "json", "--timeout", 20)
    assert result.returncode == PARTIAL
    found = json.loads(result.stdout)
    urls = sf.parse(site.robots_url, timeout=20).urls
    assert found["urls"] == len(urls)
    assert found["dated"] == sum(date is not None for date in urls.column("lastmod"))
    assert found["hosts"] == {site.origin.removeprefix("http://"): 24}
    assert found["sections"]["/tents/"] == 4
    assert found["sections"][TOP] == 7
    assert found["months"]["2026-10"] == 9
    assert sum(found["months"].values()) == sum(found["changefreq"].values()) == 24
    for word in ("daily", "weekly"):
        assert found["changefreq"][word] == urls.column("changefreq").count(word)


def test_bars_are_as_long_as_their_share(run: Run) -> None:
    pages = [f"/a/{n}" for n in range(40)] + [f"/b/{n}" for n in range(20)] + ["/c/0"]
    lines = run("stats", "-", stdin=urlset(*pages)).stdout.decode().splitlines()
    bars = {words[0]: words[2] for words in map(str.split, lines) if len(words) == 3 and words[0].startswith("/")}
    assert len(bars["/a/"]) == pytest.approx(2 * len(bars["/b/"]), abs=1)
    assert 1 <= len(bars["/c/"]) < len(bars["/b/"])


@pytest.mark.parametrize(
    ("loc", "section"),
    [
        ("https://a.example", TOP),
        ("https://a.example/", TOP),
        ("https://a.example/page?x=/y/", TOP),
        ("https://a.example?x=/y/z", TOP),
        ("https://a.example/s/", "/s/"),
        ("https://a.example/s/page?q#f", "/s/"),
    ],
)
def test_the_section_is_what_stands_before_the_second_slash_of_the_path(loc: str, section: str) -> None:
    census = Census()
    census.add(sf.UrlTable.from_rows([{"loc": loc}]))
    found = census.to_dict(10)
    assert found["sections"] == {section: 1}
    assert found["hosts"] == {"a.example": 1}


def test_a_site_with_a_section_for_each_page_takes_no_more_memory() -> None:
    """Rule [111]."""
    census = Census()
    for start in range(0, 120_000, 20_000):
        rows = [{"loc": f"https://a.example/{number}/x"} for number in range(start, start + 20_000)]
        census.add(sf.UrlTable.from_rows(rows))
    assert census.capped
    assert len(census._sections) == 100_001
    sections = census.to_dict(10)["sections"]
    assert sections[REST] == 120_000 - 10


class Page(HTMLParser):
    """Takes a page apart: its elements, its attributes, its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_holds_all_it_needs_and_nothing_a_site_wrote_is_markup(run: Run, tmp_path: Path) -> None:
    """Rule [111]."""
    document = (
        "<urlset><url><loc>https://a.example/&lt;b&gt;/1</loc><changefreq>&lt;script&gt;x\u202e&lt;/script&gt;</changefreq>"
        "</url><url><loc>&lt;img src=x onerror=y&gt;</loc></url><url><loc>https://a.example/"
        f"{'n' * 1000}/2</loc></url></urlset>"
    ).encode()
    path = tmp_path / "report.html"
    run("stats", "-", "--html", path, stdin=document)
    text = path.read_text()
    page = Page(text)
    assert not {"script", "img", "link", "iframe", "b", "object"} & set(page.elements)
    assert not {"src", "href", "onerror"} & {name for name, _ in page.attributes}
    assert "default-src 'none'" in text
    assert "url(" not in text
    assert "@import" not in text
    assert "\u202e" not in text
    assert "<script>x\\u202e</script>" in page.text
    assert "n" * 301 not in text
    assert page.elements.count("html") == text.count("</html>") == 1


def test_stats_of_what_cannot_be_read_write_no_page(run: Run, tmp_path: Path, server: Server) -> None:
    path = tmp_path / "report.html"
    path.write_text("older")
    assert run("stats", server.url("/none.xml"), "--html", path).returncode == FAILED
    assert path.read_text() == "older"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_writes_a_script_for_each_shell(shell: str, environment: dict[str, str], run: Run) -> None:
    result = run("completion", shell)
    assert result.returncode == COMPLETE
    assert b"_SITEMAPFAST_COMPLETE" in result.stdout
    if shell == "bash":
        subprocess.run(["bash", "-n"], input=result.stdout, check=True, env=environment, timeout=60)


def test_what_is_completed_are_commands_and_options() -> None:
    answer = CliRunner().invoke(
        main,
        [],
        prog_name="sitemapfast",
        env={"_SITEMAPFAST_COMPLETE": "bash_complete", "COMP_WORDS": "sitemapfast urls --max-u", "COMP_CWORD": "2"},
    )
    assert answer.output == "plain,--max-urls\n"


@pytest.mark.parametrize("name", ["urls", "tree", "discover", "diff", "stats"])
def test_the_help_teaches_by_examples_that_parse(name: str) -> None:
    command = main.get_command(main.make_context("sitemapfast", ["--help"], resilient_parsing=True), name)
    assert command is not None
    text = CliRunner().invoke(main, [name, "--help"], terminal_width=90).output
    examples = command.examples  # type: ignore[attr-defined]
    assert len(examples) >= 3
    for line, purpose in examples:
        assert f"  # {purpose}\n  {line}\n" in text
        words = line.split("|")[-1 if line.startswith("curl") else 0].replace("'", "").split()
        assert words[:2] == ["sitemapfast", name]
        command.make_context(name, words[2:])
    assert "Exit codes:\n" in text
