"""`make bench`: sitemapfast against other libraries, in one run on one machine.

Enters: the peers that are installed. Leaves: `RESULTS.md`, and an exit code that says whether all of them read the
same. Never a test: times on a shared machine tell nothing but their ratios, and those are for people to judge.

Each library does each job in a fresh process (`measure.py`), best of N. All that read something have to give the same
digest of the ordered locations and dates (`equality.py`), or nothing is written.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import peers
from inputs import make
from own import FIGURES
from site_server import running_site

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["COMPARISONS", "Comparison"]

HERE: Final = Path(__file__).parent
OURS: Final = "ours"
SITE: Final = "site"


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """One job on one input.

    Attributes:
        job: Its name in the peers.
        title: What it is.
        source: The input's file name, or `SITE`.
        bounds: By peer, how many times faster sitemapfast has to be.
        most: The most runs; a job of a minute is not repeated often.
    """

    job: str
    title: str
    source: str
    bounds: dict[str, float] = field(default_factory=dict)
    most: int = 100


COMPARISONS: Final = (
    Comparison(
        job="urlset",
        title="50,000 pages, XML to a table",
        source="urlset.xml",
        bounds={"usp": 100, "lxml_tree": 20, "expat": 6},
    ),
    Comparison(
        job="objects",
        title="The same, four fields of every page as Python objects",
        source="urlset.xml",
        bounds={"usp": 40},
    ),
    Comparison(job="gzip", title="The same, gzip to a table", source="urlset.xml.gz", bounds={"inflate": 1 / 3}),
    Comparison(
        job="rich",
        title="10,000 pages with images, videos, news, alternates",
        source="rich.xml",
        bounds={"lxml_tree": 10},
    ),
    Comparison(job="rss", title="RSS, 5,000 items with their articles", source="rss.xml"),
    Comparison(job="atom", title="Atom, 5,000 entries with their articles", source="atom.xml"),
    Comparison(job="text", title="A text list of 50,000 lines", source="list.txt"),
    Comparison(job="index", title="An index of 50,000 sitemaps", source="index.xml"),
    Comparison(
        job="site",
        title="A site of 1,000,000 pages in 100 sitemaps, half of them gzip, over loopback",
        source=SITE,
        bounds={"usp": 30},
        most=2,
    ),
)


def _process(script: str, *arguments: str) -> Any:
    answer = subprocess.run(
        [sys.executable, str(HERE / script), *arguments], stdout=subprocess.PIPE, check=True, cwd=HERE, text=True
    )
    return json.loads(answer.stdout)


def _compare(comparison: Comparison, chosen: list[str], source: str, runs: int) -> dict[str, dict[str, Any]]:
    """Measure every peer that can do the job, and hold them to the same rows.

    Raises:
        SystemExit: If two of them read something else.
    """
    able = [name for name in chosen if comparison.job in peers.load(name).jobs]
    measured = {}
    for name in able:
        print(f"  {peers.load(name).title} …", file=sys.stderr, flush=True)
        measured[name] = _process("measure.py", name, comparison.job, source, str(min(runs, comparison.most)))
    digests = {name: (found["digest"], found["count"]) for name, found in measured.items() if found["digest"]}
    if len(set(digests.values())) > 1:
        lines = "".join(f"\n  {name}: {count} rows, {sha1}" for name, (sha1, count) in digests.items())
        sys.exit(f"{comparison.title}: not the same rows{lines}")
    return measured


def _rows(comparison: Comparison, measured: dict[str, dict[str, Any]]) -> Iterator[str]:
    ours = measured.get(OURS)
    for name, found in measured.items():
        ratio = "" if ours is None or name == OURS else _times(found["seconds"] / ours["seconds"])
        bound = _times(comparison.bounds[name]) if name in comparison.bounds else ""
        same = f"`{found['digest'][:10]}`" if found["digest"] else "reads nothing"
        yield (
            f"| {peers.load(name).title} | {found['seconds'] * 1e3:,.1f} ms | {ratio} | {bound} "
            f"| {found['peak'] / 1e6:,.0f} MB | {same} |"
        )


def _times(ratio: float) -> str:
    """Return a ratio with as many figures as it is worth."""
    return f"{ratio:,.0f}x" if ratio >= 10 else f"{ratio:.2g}x"


def _report(arguments: argparse.Namespace, chosen: list[str]) -> Iterator[str]:
    versions: dict[str, str] = {}
    with ExitStack() as stack:
        sections = []
        for comparison in COMPARISONS:
            if arguments.only and comparison.job not in arguments.only:
                continue
            print(comparison.title, file=sys.stderr, flush=True)
            source = stack.enter_context(running_site()) if comparison.source == SITE else str(make(comparison.source))
            measured = _compare(comparison, chosen, source, arguments.runs)
            versions |= {name: found["version"] for name, found in measured.items()}
            sections.append((comparison, measured))
    figures = {}
    if OURS in chosen and not arguments.only:
        for name, figure in FIGURES.items():
            print(figure.title, file=sys.stderr, flush=True)
            figures[name] = _process("own.py", name)
    yield "# What was measured\n"
    yield (
        "Made by `make bench`; the inputs are made by `inputs.py`, the same on every machine. Times are the best of "
        f'{arguments.runs} runs in a fresh process (of {min(arguments.runs, COMPARISONS[-1].most)} for the site). "Times ours" is the other\'s time '
        'over that of sitemapfast, "wanted" what that has to reach. Memory is what the first run added to the peak. '
        "Rows with the same digest read the same locations and dates in the same order.\n"
    )
    yield f"{_machine()}\n"
    yield ", ".join(f"{peers.load(name).title} {version}" for name, version in versions.items()) + ".\n"
    for comparison, measured in sections:
        yield f"## {comparison.title}\n"
        yield "| | time | times ours | wanted | memory | rows |\n|---|--:|--:|--:|--:|---|"
        yield from _rows(comparison, measured)
        yield ""
    if figures:
        yield "## sitemapfast alone\n"
        yield "| | measured | wanted |\n|---|--:|--:|"
        for name, value in figures.items():
            yield f"| {FIGURES[name].title} | {value:.2f}{FIGURES[name].unit} | {FIGURES[name].bound} |"


def _machine() -> str:
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [line.partition(":")[2].strip() for line in info.read_text().splitlines() if "model name" in line]
        model = names[0] if names else model
    return f"{model}, {os.cpu_count()} cores; {platform.system()}, Python {platform.python_version()}."


def main() -> None:
    """Measure, compare and write."""
    parser = argparse.ArgumentParser(description="Compare sitemapfast with other libraries.")
    parser.add_argument("--runs", type=int, default=7, help="runs of each job, the best counts [7]")
    parser.add_argument("--only", nargs="+", metavar="JOB", help="these jobs alone, printed and not written")
    parser.add_argument("--peers", nargs="+", metavar="NAME", help="these peers alone, printed and not written")
    arguments = parser.parse_args()
    # sitemapfast first: the others are held against it.
    chosen = sorted(arguments.peers or peers.names(), key=lambda name: (name != OURS, name))
    text = "\n".join(_report(arguments, chosen)) + "\n"
    print(text)
    if not arguments.only and not arguments.peers:
        (HERE / "RESULTS.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
