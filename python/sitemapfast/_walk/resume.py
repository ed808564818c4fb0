"""Frontier and seen as plain data, and back (rule [103]).

Enters: entries and marks. Leaves: dicts, lists and text that go through JSON unchanged, and the same read again,
checked, since they may have been on a disk. `engine` writes them, `_api` reads what a caller passes to a walk.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sitemapfast._core import check_location, sitemap_key
from sitemapfast._walk.frontier import Entry, Mark, Root
from sitemapfast.exceptions import ConfigError, ValidationError
from sitemapfast.typing import Found

__all__ = ["entries_from", "entry_data", "marks_from", "seen_data"]

_NAMES = {Mark.COMMITTED: "committed", Mark.FAILED: "failed"}
_MARKS = {name: mark for mark, name in _NAMES.items()}


def entry_data(entry: Entry) -> dict[str, Any]:
    """Return an entry as plain data."""
    return {
        "url": entry.url,
        "depth": entry.depth,
        "parent": entry.parent,
        "found": str(entry.found),
        "root": entry.root.url,
        "root_served": entry.root.served,
        "private": entry.root.private,
        "origins": list(entry.origins),
    }


def entries_from(given: object) -> list[Entry]:
    """Return the entries a caller gave: URLs, which are fresh roots, and entries of a frontier.

    Raises:
        ConfigError: It is neither.
    """
    if isinstance(given, (str, Mapping)):
        given = [given]
    if not isinstance(given, Iterable):
        raise ConfigError("expected URLs or entries of a frontier", field="roots")
    roots: dict[tuple[str, str | None, bool], Root] = {}
    return [_entry(each, roots) for each in given]


def _entry(given: object, roots: dict[tuple[str, str | None, bool], Root]) -> Entry:
    if isinstance(given, str):
        try:
            return Entry.fresh(check_location(given))
        except ValidationError:
            return Entry.fresh(given)  # fails in its turn, like a root that cannot be fetched
    if not isinstance(given, Mapping):
        raise ConfigError(f"expected a URL or an entry of a frontier, got {given!r:.80}", field="roots")
    try:
        depth = given.get("depth", 0)
        found = Found(given.get("found", Found.ROOT))
        url = _text(given["url"])
        # A root that is none fails in its turn.
        url = url if found is Found.ROOT else check_location(url)
        parent = None if given.get("parent") is None else _text(given["parent"])
        served = None if given.get("root_served") is None else _text(given["root_served"])
        key = (_text(given.get("root", url)), served, given.get("private", False) is True)
        origins = tuple(_text(each) for each in given.get("origins", ()))
    except (KeyError, TypeError, ValueError, ValidationError) as error:
        raise ConfigError(f"an entry of the frontier cannot be read: {error!r:.200}", field="roots") from error
    if not isinstance(depth, int) or isinstance(depth, bool) or depth < 0:
        raise ConfigError(f"an entry of the frontier has the depth {depth!r:.80}", field="roots")
    # Entries of one root share it, as they did before.
    root = roots.setdefault(key, Root(key[0], key[1], key[2]))
    return Entry(url=url, key=sitemap_key(url), depth=depth, parent=parent, found=found, root=root, origins=origins)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def seen_data(marks: Mapping[str, Mark]) -> dict[str, str]:
    """Return what was committed or failed as plain data."""
    return {key: _NAMES[mark] for key, mark in marks.items() if mark in _NAMES}


def marks_from(seen: object) -> dict[str, Mark]:
    """Return the marks a caller gave: what a result had as `seen`, or URLs, which are taken as committed.

    Raises:
        ConfigError: It is neither.
    """
    if seen is None:
        return {}
    if isinstance(seen, Mapping):
        pairs = list(seen.items())
    elif isinstance(seen, Iterable) and not isinstance(seen, (str, bytes)):
        pairs = [(url, "committed") for url in seen]
    else:
        raise ConfigError("expected what a result has as seen, or a list of URLs", field="seen")
    for url, state in pairs:
        if not isinstance(url, str) or state not in _MARKS:
            raise ConfigError(f"expected URLs that are committed or failed, got {(url, state)!r:.120}", field="seen")
    marks: dict[str, Mark] = {}
    for url, state in pairs:
        key = sitemap_key(url)
        if marks.get(key) is not Mark.COMMITTED:
            marks[key] = _MARKS[state]
    return marks
