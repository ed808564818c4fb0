"""One library, one job, one process: so that no library pays for, or gains from, what another left in memory.

Enters: ``PEER JOB INPUT RUNS`` on the command line; INPUT is a file, or the URL of a site. Leaves: a `Measurement` as
JSON on standard output. Called by `compare.py`.

Memory is the peak (``ru_maxrss``) after the first run less the peak before it, when the library is imported and the
input is read. Linux lets a process begin with the peak of the one that started it: `compare.py` therefore stays small.
"""

from __future__ import annotations

import gc
import json
import resource
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

import peers
from equality import digest

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Measurement", "measure", "peak"]

# ru_maxrss is in kilobytes, except on macOS.
_UNIT: Final = 1 if sys.platform == "darwin" else 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """What one process found.

    Attributes:
        seconds: The best of the runs.
        runs: All of them, in order.
        peak: Bytes of memory that the first run added to the peak.
        digest: The SHA-1 of what was read, or ``None`` where the job returns nothing to compare.
        count: Rows in that digest.
        version: The version of what was measured.
    """

    seconds: float
    runs: list[float]
    peak: int
    digest: str | None
    count: int | None
    version: str


def peak() -> int:
    """Return the most memory this process has had, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _UNIT


def measure(peer: peers.Peer, name: str, given: bytes | str, runs: int) -> Measurement:
    """Run a job in this process."""
    job = peer.jobs[name]
    run: Callable[[Any], Any] = job.run
    if job.prepare is not None:
        job.prepare()
    before = peak()
    times = []
    found = count = None
    grown = 0
    for number in range(runs):
        gc.collect()
        begin = perf_counter()
        result = run(given)
        times.append(perf_counter() - begin)
        if number == 0:
            grown = peak() - before
            if job.rows is not None:
                found, count = digest(job.rows(result))
        # Freeing the last result is not a part of the next run.
        del result
    return Measurement(seconds=min(times), runs=times, peak=grown, digest=found, count=count, version=peer.version())


def main() -> None:
    """Measure what the command line says."""
    name, job, source, runs = sys.argv[1:]
    peer = peers.load(name)
    given = source if "://" in source else Path(source).read_bytes()
    json.dump(asdict(measure(peer, job, given, int(runs))), sys.stdout)


if __name__ == "__main__":
    main()
