"""Who is measured: one file for each library, with a `Peer` called ``PEER``.

To add one, write a file here: name what pip has to install, and give a function for each job it can do. The library is
imported inside the functions, so that the file can be read where it is not installed. A library of another language
starts its own program in `run` and returns what that printed; time it there, see `Job`.

Enters: nothing. Leaves: the peers by their file name. Called by `compare.py` and `measure.py`; ``python -m peers``
prints what pip has to install.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

__all__ = ["Job", "Peer", "load", "names"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One thing that a library can do.

    Attributes:
        run: Does it; this is what the clock measures. Gets the bytes of the document, or the URL of a site.
        rows: Returns what was read, row by row, for the digest; the clock has stopped. ``None`` for a job that reads
            nothing, such as a bare inflate.
        prepare: Does what belongs to neither, such as importing.
    """

    run: Callable[[Any], Any]
    rows: Callable[[Any], Iterable[Sequence[Any]]] | None = None
    prepare: Callable[[], object] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Peer:
    """A library.

    Attributes:
        title: Its name in the tables.
        version: Returns its version.
        jobs: What it can do, by the job's name in `compare.py`.
        requires: What pip has to install.
    """

    title: str
    version: Callable[[], str]
    jobs: Mapping[str, Job]
    requires: tuple[str, ...] = field(default=())


def names() -> list[str]:
    """Return the file names of all peers."""
    return sorted(module.name for module in iter_modules(__path__) if not module.name.startswith("_"))


def load(name: str) -> Peer:
    """Return the peer in the file of that name."""
    peer = import_module(f"{__name__}.{name}").PEER
    if not isinstance(peer, Peer):
        message = f"peers/{name}.py has no PEER"
        raise TypeError(message)
    return peer
