"""How a run ends that does not end by itself: Ctrl-C, a closed pipe, a second Ctrl-C."""

from __future__ import annotations

import contextlib
import os
import pty
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from pyarrow import parquet
from tests.server import Behaviour, Reply, sitemapindex, urlset

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.server import Server

COMPLETE, INTERRUPTED = 0, 130
SECONDS = 60


@pytest.fixture
def half(server: Server) -> str:
    """A site whose first sitemap answers and whose second never does."""
    origin = server.url("").rstrip("/")
    server.add(
        {
            "/index.xml": [Reply(body=sitemapindex("/a.xml", "/b.xml", origin=origin))],
            "/a.xml": [Reply(body=urlset("/1", "/2"))],
            "/b.xml": [Reply(behaviour=Behaviour.STALL)],
        }
    )
    return f"{origin}/index.xml"


@contextlib.contextmanager
def started(*arguments: object, environment: dict[str, str], **how: object) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", "sitemapfast", *map(str, arguments)]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **how}
    with subprocess.Popen(command, env=environment, bufsize=0, **streams) as process:  # type: ignore[call-overload]
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["ctrl-c", "terminated"])
def test_an_interrupted_run_ends_with_what_it_has(
    half: str, environment: dict[str, str], number: signal.Signals
) -> None:
    """Rule [91]."""
    with started("urls", half, "--timeout", SECONDS, environment=environment) as process:
        assert process.stdout is not None
        # What is written is committed: the command waits for the sitemap that never comes.
        first = process.stdout.readline()
        process.send_signal(number)
        output, errors = process.communicate(timeout=SECONDS)
    assert process.returncode == INTERRUPTED
    assert (first + output).split() == [b"https://example.com/1", b"https://example.com/2"]
    assert b"2 URLs from 2 documents" in errors
    assert b"cancelled" in errors
    assert b"Traceback" not in errors


@pytest.mark.parametrize("name", ["urls.csv", "urls.parquet", "urls.jsonl.gz"])
def test_the_file_of_an_interrupted_run_is_whole(
    name: str, half: str, environment: dict[str, str], tmp_path: Path
) -> None:
    path = tmp_path / name
    leader, follower = pty.openpty()
    try:
        with started(
            "urls",
            half,
            "-o",
            path,
            "--timeout",
            SECONDS,
            environment={**environment, "TERM": "xterm"},
            stderr=follower,
        ) as process:
            os.close(follower)
            seen = b""
            # The progress bar tells that two documents are read; the third never comes.
            while b"2/3 documents" not in seen:
                seen += os.read(leader, 65536)
            assert not path.exists()
            process.send_signal(signal.SIGINT)
            assert process.wait(SECONDS) == INTERRUPTED
    finally:
        os.close(leader)
    assert [each.name for each in tmp_path.iterdir()] == [name]
    if name.endswith("parquet"):
        assert parquet.read_table(path)["loc"].to_pylist() == ["https://example.com/1", "https://example.com/2"]


@pytest.mark.parametrize("command", ["tree", "stats"])
def test_an_interrupted_report_tells_what_it_has(command: str, half: str, environment: dict[str, str]) -> None:
    leader, follower = pty.openpty()
    try:
        with started(
            command, half, "--timeout", SECONDS, environment={**environment, "TERM": "xterm"}, stderr=follower
        ) as process:
            os.close(follower)
            seen = b""
            while b"2/3 documents" not in seen:
                seen += os.read(leader, 65536)
            process.send_signal(signal.SIGINT)
            assert process.stdout is not None
            output = process.stdout.read()
            assert process.wait(SECONDS) == INTERRUPTED
    finally:
        os.close(leader)
    assert b"2" in output
    assert (b"/a.xml" if command == "tree" else b"example.com") in output


@pytest.mark.parametrize(
    "arguments", [["urls"], ["urls", "--format", "csv"], ["urls", "--format", "parquet"], ["tree"]]
)
def test_a_reader_that_has_seen_enough_ends_the_run_in_silence(
    arguments: list[str], server: Server, environment: dict[str, str]
) -> None:
    origin = server.url("").rstrip("/")
    pages = [f"/{number:05}-{'x' * 200}" for number in range(5_000)]
    server.add(
        {
            "/index.xml": [Reply(body=sitemapindex(*(f"/{n}.xml" for n in range(60)), origin=origin))],
            "/<n>.xml": [Reply(body=urlset(*pages))],
        }
    )
    with started(*arguments, f"{origin}/index.xml", "-q", environment=environment) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        errors = process.stderr.read()
        process.wait(SECONDS)
    assert (process.returncode, errors) == (COMPLETE, b"")


def test_diff_ends_in_silence_too(tmp_path: Path, environment: dict[str, str]) -> None:
    old, new = tmp_path / "old.txt", tmp_path / "new.txt"
    old.write_text("https://a.example/\n")
    new.write_text("".join(f"https://a.example/{number}\n" for number in range(100_000)))
    with started("diff", old, new, environment=environment) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
        assert process.wait(SECONDS) == COMPLETE
