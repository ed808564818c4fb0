"""`sitemapfast check` as a person uses it: sources, choices, exit codes, and what no site can do to its reader."""

from __future__ import annotations

import gzip
import html.parser
import json
import os
import re
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest
from tests.server import Behaviour, Reply, Server

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Run

    from sitemapfast._demo.server import DemoSite

NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
CLEAN, FOUND, USAGE, INTERRUPTED = 0, 1, 2, 130


def urlset(inner: str) -> str:
    return f'<urlset xmlns="{NAMESPACE}">{inner}</urlset>'


def entry(loc: str, more: str = "<lastmod>2100-01-01</lastmod>") -> str:
    return f"<url><loc>{loc}</loc>{more}</url>"


GOOD = urlset(entry("https://example.com/", "<lastmod>2026-11-01</lastmod>"))
WARNED = urlset(entry("https://example.com/#a"))
BROKEN = urlset(entry("https://example.com/")).replace("</url>", "")


def reported(run: Run, *arguments: object, stdin: bytes = b"") -> dict[str, Any]:
    result = run("check", *arguments, "--format", "json", stdin=stdin)
    return json.loads(result.stdout)


def codes(report: dict[str, Any]) -> set[str]:
    return {rule["code"] for rule in report["rules"]}


@pytest.mark.parametrize(
    ("document", "fail_on", "status"),
    [
        (GOOD, "warning", CLEAN),
        (WARNED, "error", CLEAN),
        (WARNED, "warning", FOUND),
        (WARNED, "info", FOUND),
        (BROKEN, "error", FOUND),
        (BROKEN, "never", CLEAN),
    ],
)
def test_the_exit_code_says_how_bad_it_is(run: Run, document: str, fail_on: str, status: int) -> None:
    result = run("check", "-", "--fail-on", fail_on, "--ignore", "lastmod-stale", stdin=document.encode())
    assert result.returncode == status


def test_without_a_choice_errors_alone_end_with_one(run: Run) -> None:
    assert run("check", "-", stdin=WARNED.encode()).returncode == CLEAN
    assert run("check", "-", stdin=BROKEN.encode()).returncode == FOUND


def test_what_is_wrong_is_grouped_by_rule_with_place_explanation_and_link(run: Run) -> None:
    result = run("check", "-", "--url", "https://example.com/sitemap.xml", stdin=WARNED.encode())
    text = result.stdout.decode()
    assert re.search(r"^warning +url-fragment +1 time$", text, re.MULTILINE)
    assert "https://sitemapfast.readthedocs.io/check/#url-fragment" in text
    assert "standard input:1  the fragment is #a" in text
    assert text.splitlines()[-1].startswith("no errors, ")


def test_a_site_is_read_with_its_robots_and_all_that_it_lists(site: DemoSite, run: Run) -> None:
    report = reported(run, f"{site.origin}/sitemap.xml", "--timeout", 20)
    sources = [document["source"] for document in report["documents"]]
    assert sources[:2] == [f"{site.origin}/robots.txt", f"{site.origin}/sitemap.xml"]
    assert sources[-1] == f"{site.origin}/sitemaps/retired.xml"
    assert codes(report) >= {"fetch-http-error", "xml-malformed", "nested-index", "lastmod-invalid"}
    malformed = [each for each in report["findings"] if each["code"] == "xml-malformed"]
    assert all(each["line"] and each["column"] for each in malformed)


def test_without_robots_none_is_asked_for(run: Run) -> None:
    with Server({"/sitemap.xml": [Reply(body=GOOD.encode())], "/robots.txt": [Reply(body=b"")]}) as server:
        reported(run, server.url("/sitemap.xml"), "--no-robots")
        assert server.count("/robots.txt") == 0
        reported(run, server.url("/sitemap.xml"))
        assert server.count("/robots.txt") == 1


def test_what_the_robots_txt_forbids_is_told_of_sitemaps_and_pages(run: Run) -> None:
    with Server({}) as server:
        page = server.url("/private/page")
        server.add(
            {
                "/robots.txt": [Reply(body=b"User-agent: *\nDisallow: /private/\n")],
                "/private/sitemap.xml": [Reply(body=urlset(entry(page)).encode())],
            }
        )
        report = reported(run, server.url("/private/sitemap.xml"))
    assert codes(report) >= {"sitemap-robots-blocked", "url-robots-blocked", "robots-no-sitemap"}


def test_what_a_limit_leaves_out_is_told(site: DemoSite, run: Run) -> None:
    report = reported(run, site.robots_url, "--max-depth", 1, "--timeout", 20)
    assert report["partial"] == ["depth_limit"]
    result = run("check", site.robots_url, "--max-depth", 1, "--timeout", 20)
    assert result.stdout.decode().splitlines()[-1].endswith("; partial: depth_limit")
    assert reported(run, site.robots_url, "--timeout", 20)["partial"] == []


def test_a_document_that_two_sources_lead_to_is_looked_at_once(site: DemoSite, run: Run) -> None:
    report = reported(run, site.robots_url, f"{site.origin}/sitemap.xml", "--timeout", 20)
    sources = [document["source"] for document in report["documents"]]
    assert len(sources) == len(set(sources)) == 12
    assert "url-in-multiple-sitemaps" not in codes(report)


def test_how_a_document_is_served_is_told(run: Run) -> None:
    script = {
        "/robots.txt": [Reply(status=404)],
        "/old.xml": [Reply(status=301, headers={"Location": "/new.xml.gz"})],
        "/new.xml.gz": [Reply(body=GOOD.encode(), headers={"Content-Type": "image/png"})],
    }
    with Server(script) as server:
        report = reported(run, server.url("/old.xml"))
    assert codes(report) >= {"sitemap-redirected", "gz-name-mismatch", "content-type-odd"}


def test_a_main_document_that_cannot_be_fetched_is_a_finding(run: Run) -> None:
    with Server({"/sitemap.xml": [Reply(behaviour=Behaviour.CLOSE)]}) as server:
        result = run("check", server.url("/sitemap.xml"), "--format", "json")
    assert result.returncode == FOUND
    assert codes(json.loads(result.stdout)) == {"fetch-network-error"}


def test_credentials_are_sent_to_the_site_that_was_named(run: Run) -> None:
    with Server({"/sitemap.xml": [Reply(body=GOOD.encode())], "/robots.txt": [Reply(status=404)]}) as server:
        reported(run, server.url("/sitemap.xml"), "--header", "Authorization: Bearer t", "--user-agent", "auditor/1")
        received = server.requests[-1].headers
    sent = {name.lower(): value for name, value in received.items()}
    assert (sent["authorization"], sent["user-agent"]) == ("Bearer t", "auditor/1")


def test_folders_patterns_files_and_gzip_are_read(run: Run, tmp_path: Path) -> None:
    below = tmp_path / "maps"
    below.mkdir()
    (tmp_path / "robots.txt").write_text("User-agent: *\nDisallow: /secret\nSitemap: https://example.com/maps/a.xml\n")
    (below / "a.xml").write_text(urlset(entry("https://example.com/maps/x") + entry("https://example.com/secret")))
    (below / "b.xml.gz").write_bytes(gzip.compress(urlset(entry("https://example.com/maps/x")).encode()))
    report = reported(run, tmp_path, "--url", "https://example.com/")
    names = [document["source"] for document in report["documents"]]
    assert names == [str(tmp_path / "robots.txt"), str(below / "a.xml"), str(below / "b.xml.gz")]
    assert codes(report) >= {"url-in-multiple-sitemaps", "url-robots-blocked"}
    blocked = next(each for each in report["findings"] if each["code"] == "url-robots-blocked")
    assert (blocked["source"], blocked["loc"]) == (str(below / "a.xml"), "https://example.com/secret")
    assert len(reported(run, f"{below}/*.xml")["documents"]) == 1
    assert len(reported(run, below / "a.xml", below / "b.xml.gz")["documents"]) == 2


def test_rules_are_chosen_by_code_and_by_how_codes_begin(run: Run) -> None:
    document = WARNED.encode()
    assert codes(reported(run, "-", "--select", "url-", stdin=document)) == {"url-fragment"}
    assert codes(reported(run, "-", "--select", "url-,lastmod-future", "--ignore", "url-f", stdin=document)) == {
        "lastmod-future"
    }
    assert not codes(reported(run, "-", "--severity", "error", stdin=document))


def test_a_rule_that_is_optional_runs_where_it_is_asked_for(run: Run) -> None:
    document = urlset(entry("https://example.com/", "<priority>0.5</priority>")).encode()
    assert "changefreq-priority-ignored" not in codes(reported(run, "-", stdin=document))
    chosen = codes(reported(run, "-", "--select", "default,changefreq-priority-ignored", stdin=document))
    assert chosen >= {"changefreq-priority-ignored", "lastmod-missing"}


@pytest.mark.parametrize(
    "arguments",
    [
        ("-", "--select", "no-such-rule"),
        ("-", "--ignore", "no-such-rule"),
        ("-", "--max-per-rule", "many"),
        ("no-such-file.xml",),
        ("no-such-*.xml",),
        ("https://example.com/sitemap.xml", "--url", "https://example.com/"),
        ("-", "--url", "example"),
        ("-", "--strict"),
        (),
    ],
)
def test_wrong_usage_is_told_and_ends_with_two(run: Run, arguments: tuple[str, ...]) -> None:
    result = run("check", *arguments, stdin=GOOD.encode())
    assert result.returncode == USAGE
    assert b"Error: " in result.stderr
    assert b"Traceback" not in result.stderr


def test_all_are_counted_where_some_are_shown(run: Run) -> None:
    document = urlset("".join(entry(f"https://example.com/{n}#a") for n in range(30))).encode()
    report = reported(run, "-", "--max-per-rule", 5, "--select", "url-fragment", stdin=document)
    assert (report["rules"][0]["count"], report["rules"][0]["shown"], len(report["findings"])) == (30, 5, 5)
    text = run("check", "-", "--select", "url-fragment", stdin=document).stdout.decode()
    assert "… and 10 more" in text
    everything = reported(run, "-", "--max-per-rule", "all", "--select", "url-fragment", stdin=document)
    assert len(everything["findings"]) == 30


def test_what_a_site_writes_does_not_reach_the_terminal_as_it_is(run: Run) -> None:
    evil = "https://example.com/\u202eabc#[bold]\u009b31m"
    document = urlset(entry(evil) + entry("https://example.com/", "<lastmod>\u009b2J</lastmod>")).encode()
    for form in ("text", "json", "sarif", "github"):
        output = run("check", "-", "--format", form, stdin=document).stdout.decode()
        assert {c for c in output if not c.isprintable()} <= {"\n"}
    text = run("check", "-", stdin=document).stdout.decode()
    assert "[bold]" in text


def test_plain_text_is_the_same_without_rich(run: Run, environment: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "rich.py").write_text("raise ImportError")
    command = [sys.executable, "-m", "sitemapfast", "check", "-"]
    without = subprocess.run(
        command,
        input=WARNED.encode(),
        capture_output=True,
        env={**environment, "PYTHONPATH": str(tmp_path)},
        timeout=60,
        check=False,
    )
    assert without.stdout == run("check", "-", stdin=WARNED.encode()).stdout


def test_sarif_has_the_structure_of_2_1_0(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "a b.xml"
    file.write_text(BROKEN)
    log = json.loads(run("check", file, "--format", "sarif").stdout)
    assert log["version"] == "2.1.0"
    [sarif] = log["runs"]
    driver = sarif["tool"]["driver"]
    assert driver["name"] == "sitemapfast"
    ids = [rule["id"] for rule in driver["rules"]]
    assert len(ids) == len(set(ids))
    assert all(rule["helpUri"].endswith(f"#{rule['id']}") for rule in driver["rules"])
    assert sarif["results"]
    for result in sarif["results"]:
        assert ids[result["ruleIndex"]] == result["ruleId"]
        assert result["level"] in {"none", "note", "warning", "error"}
        assert result["message"]["text"]
        [location] = result["locations"]
        place = location["physicalLocation"]
        assert place["artifactLocation"]["uri"] == file.as_uri()
        region = place.get("region", {"startLine": 1})
        assert all(isinstance(number, int) and number > 0 for number in region.values())


def test_workflow_commands_are_escaped(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "a,b:c.xml"
    file.write_text(urlset(entry("https://example.com/%zz\n::error::x")))
    result = run("check", file, "--format", "github", "--select", "url-")
    lines = result.stdout.decode().splitlines()
    assert lines
    assert all(
        re.fullmatch(r"::(error|warning|notice) title=[a-z-]+,file=[^,:]+(,line=\d+)?(,col=\d+)?::.*", x) for x in lines
    )
    assert "a%2Cb%3Ac.xml" in lines[0]
    assert not any(line.startswith("::error::") for line in lines)
    assert b" in 1 document with " in result.stderr


class _Page(html.parser.HTMLParser):
    """What a page is made of."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.loads: list[str] = []
        self.handlers: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.loads += [
            value or "" for name, value in attrs if name in {"src", "srcset", "data", "action", "background"}
        ]
        self.handlers += [name for name, _ in attrs if name.startswith("on")]
        if tag == "a":
            assert dict(attrs)["href"].startswith("https://sitemapfast.readthedocs.io/check/#")

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_needs_nothing_else_and_nothing_that_a_site_wrote_is_markup_in_it(run: Run, tmp_path: Path) -> None:
    evil = 'https://example.com/#<script>alert(1)</script>"><img src=x onerror=alert(1)>'
    document = urlset(f"<url><loc><![CDATA[{evil}]]></loc></url>").encode()
    file = tmp_path / "report.html"
    run("check", "-", "--html", file, stdin=document)
    page = _Page()
    page.feed(file.read_text(encoding="utf-8"))
    assert not page.tags & {"script", "img", "link", "iframe", "object", "embed", "form", "base", "svg"}
    assert not page.loads
    assert not page.handlers
    assert "<script>alert(1)</script>" in page.text
    assert "url(" not in file.read_text(encoding="utf-8")
    assert "default-src &#x27;none&#x27;" in file.read_text(encoding="utf-8")


def test_a_page_that_cannot_be_written_ends_with_two(run: Run, tmp_path: Path) -> None:
    result = run("check", "-", "--html", tmp_path / "no" / "report.html", stdin=GOOD.encode())
    assert result.returncode == USAGE
    assert result.stderr.startswith(b"error: ")


def test_interrupted_it_reports_what_was_found_until_then(environment: dict[str, str]) -> None:
    script: dict[str, list[Reply]] = {"/robots.txt": [Reply(body=b"User-agent: *\n")]}
    with Server(script | {"/sitemap.xml": [Reply(behaviour=Behaviour.STALL)]}) as server:
        command = [sys.executable, "-m", "sitemapfast", "check", server.url("/sitemap.xml"), "--timeout", "none"]
        running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
        ends = time.monotonic() + 30
        while not server.count("/sitemap.xml") and time.monotonic() < ends:
            os.sched_yield()
        running.send_signal(signal.SIGINT)
        output, errors = running.communicate(timeout=30)
    assert running.returncode == INTERRUPTED, errors
    assert b"robots-no-sitemap" in output
