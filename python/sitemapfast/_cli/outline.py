"""The sitemaps of a result as the tree they are, with what each holds.

Enters: a `sitemapfast.Result` with its rows. Leaves: branches in the order in which a tree is drawn. Called by `tree`
and `demo`.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import sitemapfast as sf

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

__all__ = ["Branch", "Counts", "count", "outline"]

_ROWS: Final = 8_192


@dataclass(slots=True, kw_only=True)
class Counts:
    """What a document holds.

    Attributes:
        urls: Its pages.
        dated: Those with a date.
        newest: The newest of these.
    """

    urls: int = 0
    dated: int = 0
    newest: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """A sitemap in the tree.

    Attributes:
        level: 0 for what the main document lists.
        last: For each level down to its own, whether nothing follows on it.
        ref: The sitemap.
        counts: What it holds, where it was read.
    """

    level: int
    last: tuple[bool, ...]
    ref: sf.SitemapRef
    counts: Counts


def count(table: sf.UrlTable) -> defaultdict[str, Counts]:
    """Return what each document holds, by the URL it was served from."""
    found: defaultdict[str, Counts] = defaultdict(Counts)
    for start in range(0, len(table), _ROWS):
        for sitemap, lastmod in table[start : start + _ROWS].rows("sitemap", "lastmod"):
            counts = found[sitemap]
            counts.urls += 1
            if lastmod is not None:
                counts.dated += 1
                if counts.newest is None or lastmod > counts.newest:
                    counts.newest = lastmod
    return found


def outline(result: sf.Result) -> Iterator[Branch]:
    """Yield the sitemaps as their indexes nest them; a sitemap that was listed twice has its own below it once."""
    counts = count(result.urls)
    listed: defaultdict[str, list[sf.SitemapRef]] = defaultdict(list)
    for ref in result.sitemaps:
        listed[ref.parent].append(ref)
    # What was listed first ends up on top of the stack; no recursion, for a tree may be as deep as a site wants.
    stack = _below(listed, [result.url, ""], ())
    while stack:
        ref, last = stack.pop()
        fetched = ref.outcome == sf.Outcome.FETCHED
        place = (ref.url or ref.loc) if fetched else ""
        yield Branch(level=len(last) - 1, last=last, ref=ref, counts=counts[place] if place else Counts())
        if fetched:
            stack += _below(listed, [place], last)


def _below(
    listed: defaultdict[str, list[sf.SitemapRef]], parents: list[str], last: tuple[bool, ...]
) -> list[tuple[sf.SitemapRef, tuple[bool, ...]]]:
    refs = [ref for parent in dict.fromkeys(parents) for ref in listed.pop(parent, [])]
    return [(ref, (*last, number == len(refs) - 1)) for number, ref in reversed(list(enumerate(refs)))]
