"""The command line as a person uses it: a process of its own, with the demo site to read from."""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import pytest
from tests.server import Server

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """What a command wrote to a terminal, both of its outputs, and how it ended."""

    returncode: int
    raw: str

    @property
    def lines(self) -> list[str]:
        """What is left to be seen: a line that was wiped is not."""
        return [line.rpartition("\x1b[K")[2].rstrip() for line in self.raw.replace("\r\n", "\n").split("\n")]


class OnTerminal(Protocol):
    """Runs `sitemapfast` with a terminal for all of its streams."""

    def __call__(self, *arguments: object, columns: int = 100, plain: bool = False, **variables: str) -> Screen:
        """Run it on a terminal of this width, if wanted without rich, with these environment variables."""
        ...


WITHOUT_RICH = """
import sys
sys.modules["rich"] = sys.modules["rich.console"] = None
from sitemapfast._cli.main import main
main(prog_name="sitemapfast")
"""


@pytest.fixture
def on_terminal(environment: dict[str, str]) -> OnTerminal:
    def run(*arguments: object, columns: int = 100, plain: bool = False, **variables: str) -> Screen:
        leader, follower = pty.openpty()
        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        kept = {name: value for name, value in environment.items() if name not in {"COLUMNS", "NO_COLOR"}}
        program = ["-c", WITHOUT_RICH] if plain else ["-m", "sitemapfast"]
        with subprocess.Popen(
            [sys.executable, *program, *map(str, arguments)],
            stdin=follower,
            stdout=follower,
            stderr=follower,
            env={**kept, "TERM": "xterm-256color", **variables},
        ) as process:
            os.close(follower)
            pieces = []
            try:
                while piece := os.read(leader, 65536):
                    pieces.append(piece)
            except OSError:
                pass  # so a terminal says that nobody writes to it any more
            finally:
                os.close(leader)
            code = process.wait(SECONDS)
        return Screen(returncode=code, raw=b"".join(pieces).decode())

    return run


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as running:
        yield running
