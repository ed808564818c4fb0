"""`sitemapfast demo`: what a newcomer sees first."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from sitemapfast._demo.server import MISSING

if TYPE_CHECKING:
    from tests.cli.conftest import Run

PLAIN = """
import sys
sys.modules["rich"] = sys.modules["rich.console"] = None
from sitemapfast._cli.main import main
main(["demo"])
"""


def rows(output: str) -> dict[str, list[str]]:
    """Return the first word of every line of a table, and the words after it."""
    lines = (line.replace("│", " ").split() for line in output.splitlines())
    return {words[0]: words[1:] for words in lines if words}


def check(output: str) -> None:
    found = rows(output)
    assert found["/sitemaps/products-tents.xml.gz"] == ["fetched", "4", "4", "2026-11-01"]
    assert found["/sitemaps/media.xml"] == ["fetched", "3", "3", "2026-10-30"]
    assert found["/urls.txt"] == ["fetched", "3", "0"]
    assert found["/sitemaps/media.xml#again"] == ["duplicate"]
    assert found[MISSING] == ["failed"]
    for code in ("invalid_lastmod", "invalid_priority", "missing_loc", "truncated"):
        assert code in found
    assert output.splitlines()[-1].startswith("24 pages from 12 listed sitemaps, 5 errors, ")


def test_the_demo_ends_in_a_table_of_what_was_found_and_the_errors(run: Run) -> None:
    result = run("demo")
    assert (result.returncode, result.stderr) == (0, b"")
    check(result.stdout.decode())


def test_the_demo_is_plain_where_rich_is_missing(environment: dict[str, str]) -> None:
    answer = subprocess.run(
        [sys.executable, "-c", PLAIN], capture_output=True, text=True, env=environment, timeout=60, check=False
    )
    assert (answer.returncode, answer.stderr) == (0, "")
    assert "│" not in answer.stdout
    check(answer.stdout)
