"""The command line as a person uses it: a process of its own, with the demo site to read from."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING, Protocol

import pytest

from sitemapfast._demo.server import DemoSite

if TYPE_CHECKING:
    from collections.abc import Iterator

SECONDS = 60


class Run(Protocol):
    """Runs `sitemapfast` with these arguments and returns what came of it."""

    def __call__(self, *arguments: object, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        """Run it, with these bytes on standard input."""
        ...


@pytest.fixture(scope="session")
def site() -> Iterator[DemoSite]:
    with DemoSite() as running:
        yield running


@pytest.fixture(scope="session")
def environment() -> dict[str, str]:
    # The size of the terminal and its colours are the caller's; the tests want the same everywhere.
    kept = {name: value for name, value in os.environ.items() if name not in {"COLUMNS", "LINES", "FORCE_COLOR"}}
    return {**kept, "COLUMNS": "100", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}


@pytest.fixture
def run(environment: dict[str, str]) -> Run:
    def run(*arguments: object, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        command = [sys.executable, "-m", "sitemapfast", *map(str, arguments)]
        return subprocess.run(command, input=stdin, capture_output=True, env=environment, timeout=SECONDS, check=False)

    return run
