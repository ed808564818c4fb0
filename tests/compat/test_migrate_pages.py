"""The pages on migration say what is true: their blocks run in order, those of the originals too."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.compat.originals import original, quiet
from tests.server import Reply, Server, trusted_by_environment
from tests.test_docs import blocks_of, run_python

from sitemapfast._demo.server import load

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGES = sorted(Path(__file__).parents[2].joinpath("docs", "migrate").glob("*.md"))
PACKAGES = {"usp": "ultimate-sitemap-parser"}

SITE = "https://example.com"


@pytest.fixture
def web(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """The demo site, trusted by all of them."""
    script: dict[str, list[Reply]] = {}
    for path, page in load(SITE).items():
        headers = {"Content-Type": page.content_type, "Last-Modified": "Mon, 02 Nov 2026 06:00:00 GMT"}
        script[path] = [Reply(body=page.body, headers=headers)]
    script["/"] = [Reply(body=b"<html></html>", headers={"Content-Type": "text/html"})]
    with trusted_by_environment(), Server(script) as server, server.names():
        monkeypatch.setenv("REQUESTS_CA_BUNDLE", os.environ["SSL_CERT_FILE"])
        yield server


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
@pytest.mark.usefixtures("web")
def test_every_block_runs_and_prints_what_is_shown(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    original(page.stem, PACKAGES.get(page.stem, page.stem))
    if page.stem == "trafilatura":
        # The site is on loopback, where its fetcher does not go, and signed by nobody it knows.
        monkeypatch.setattr("certifi.where", lambda: os.environ["SSL_CERT_FILE"])
        config = original("trafilatura.settings", "trafilatura").DEFAULT_CONFIG
        monkeypatch.setitem(config["DEFAULT"], "SSRF_PROTECTION", "off")
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, Any] = {"__name__": "__main__"}
    run = 0
    for block in blocks_of(page.read_text(encoding="utf-8")):
        if block.kind == "python":
            with quiet():
                assert run_python(block, page, namespace) == (block.output or ""), f"{page.name}:{block.line}"
            run += 1
        assert block.kind != "text", f"{page.name}:{block.line}: output of what?"
    assert run >= 2, "a page has the lines before and after"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_names_before_and_after(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert re.search(r"^Before:$.*^After:$", text, re.MULTILINE | re.DOTALL)
