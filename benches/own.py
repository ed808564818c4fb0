"""What is measured of sitemapfast alone: memory, threads, growth.

Enters: the name of a figure. Leaves: its value as JSON on standard output; each figure in a process of its own.
Called by `compare.py`.
"""

from __future__ import annotations

import gc
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from inputs import make
from measure import peak

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["FIGURES", "Figure"]

_URL: Final = "https://www.example.com/sitemap.xml"
_CHUNK: Final = 1 << 16
_RUNS: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One number.

    Attributes:
        title: What it is.
        find: Returns it.
        unit: What to write after it.
        bound: What it has to reach, in words.
    """

    title: str
    find: Callable[[], float]
    unit: str
    bound: str


def _best(run: Callable[[], Any]) -> float:
    times = []
    for _ in range(_RUNS):
        gc.collect()
        begin = perf_counter()
        run()
        times.append(perf_counter() - begin)
    return min(times)


def _memory_of_table() -> float:
    """Compare what stays in memory with the bytes of the locations themselves."""
    import sitemapfast as sf

    data = make("large.xml").read_bytes()
    sf.parse_document(data[: 1 << 16], url=_URL)
    gc.collect()
    before = _resident()
    urls = sf.parse_document(data, url=_URL).urls
    gc.collect()
    after = _resident()
    return (after - before) / sum(len(loc.encode()) for loc in urls.locs())


def _resident() -> int:
    """Return the memory that this process has now, in bytes."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096


def _streamed() -> float:
    """Read 50 MB in chunks, keep nothing, and look at the peak."""
    import sitemapfast as sf

    path = make("large.xml")
    before = peak()
    parser = sf.DocumentParser(url=_URL)
    rows = 0
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            rows += len(parser.feed(chunk))
    rows += len(parser.finish().urls)
    assert rows == 235_000, rows
    return (peak() - before) / 1e6


def _threads() -> float:
    """Compare two documents one after the other with two at once."""
    import sitemapfast as sf

    data = make("urlset.xml").read_bytes()

    def parse(_: int) -> Any:
        return sf.parse_document(data, url=_URL)

    with ThreadPoolExecutor(2) as pool:
        one = _best(lambda: [parse(number) for number in range(2)])
        both = _best(lambda: list(pool.map(parse, range(2))))
    return one / both


def _growth() -> float:
    """Compare ten times the pages with their time."""
    import sitemapfast as sf

    data = make("large.xml").read_bytes()
    end = data.index(b"<url>", len(data) // 10)
    small = data[:end] + b"</urlset>"
    shares = [len(sf.parse_document(part, url=_URL).urls) for part in (small, data)]
    times = [_best(partial(sf.parse_document, part, url=_URL)) for part in (small, data)]
    return 10 * (times[1] / times[0]) / (shares[1] / shares[0])


FIGURES: Final = {
    "memory-of-table": Figure(
        title="Memory of the table of 235,000 pages, against the bytes of their URLs",
        find=_memory_of_table,
        unit="x",
        bound="at most 1.6x",
    ),
    "streamed": Figure(
        title="Peak memory while one document of 50 MB is fed in chunks of 64 KiB",
        find=_streamed,
        unit=" MB",
        bound="at most 32 MB",
    ),
    "threads": Figure(
        title="Two documents on two threads, against one after the other",
        find=_threads,
        unit="x",
        bound="at least 1.7x",
    ),
    "growth": Figure(title="Time of ten times the pages", find=_growth, unit="x", bound="at most 11x"),
}


if __name__ == "__main__":
    json.dump(FIGURES[sys.argv[1]].find(), sys.stdout)
