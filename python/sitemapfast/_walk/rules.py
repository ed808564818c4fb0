"""Which sitemaps are followed and which pages are kept, decided on whole columns (rule [88]).

Enters: a table. Leaves: a mask of it, or the table without the rows that are left out. `engine` asks at each commit.
The predicates are the caller's: they are called in order, one at a time, and what they raise ends the call (rule
[104]).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import compress
from typing import TYPE_CHECKING, Any, TypeAlias

from sitemapfast.entries import Precision

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sitemapfast._core import SitemapTable, UrlTable
    from sitemapfast._options import Options

    Table: TypeAlias = UrlTable | SitemapTable

__all__ = ["Selection", "end_of_period"]

Rule: TypeAlias = "re.Pattern[str] | Callable[[Any], object]"
Mask: TypeAlias = "list[bool]"

_LENGTHS = {
    Precision.DAY: timedelta(days=1),
    Precision.MINUTE: timedelta(minutes=1),
    Precision.SECOND: timedelta(seconds=1),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """The rules of a call, ready to be asked."""

    follow: tuple[Rule, ...]
    exclude_sitemaps: tuple[Rule, ...]
    rules: tuple[Rule, ...]
    exclude_urls: tuple[Rule, ...]
    since: datetime | None
    keep_undated: bool

    @classmethod
    def of(cls, options: Options) -> Selection:
        """Return the rules of a call."""
        return cls(
            follow=options.follow,
            exclude_sitemaps=options.exclude_sitemaps,
            rules=options.rules,
            exclude_urls=options.exclude_urls,
            since=options.since,
            keep_undated=options.undated == "keep",
        )

    def pages(self, table: UrlTable) -> UrlTable:
        """Return the pages that are kept."""
        mask = self._mask(table, self.rules, self.exclude_urls, keep_undated=self.keep_undated)
        return table if mask is None else table.filter(mask)

    def followed(self, table: SitemapTable) -> Mask:
        """Return which sitemaps are asked for, as far as the rules go.

        A sitemap without a date is followed whatever ``undated`` says: a robots.txt gives none, and pages of any date
        may stand in it.
        """
        mask = self._mask(table, self.follow, self.exclude_sitemaps, keep_undated=True)
        return [True] * len(table) if mask is None else mask

    def _mask(
        self, table: Table, wanted: tuple[Rule, ...], unwanted: tuple[Rule, ...], *, keep_undated: bool
    ) -> Mask | None:
        """Return which rows pass, or ``None`` where nothing is asked of them."""
        mask: Mask | None = None
        if self.since is not None and len(table):
            mask = _not_before(table, self.since, keep_undated=keep_undated)
        if wanted and len(table):
            mask = _matched(table, wanted, mask)
        if unwanted and len(table):
            hits = _matched(table, unwanted, mask)
            asked = [True] * len(table) if mask is None else mask
            mask = [passes and not hit for passes, hit in zip(asked, hits, strict=True)]
        return mask


def _matched(table: Table, rules: tuple[Rule, ...], among: Mask | None) -> Mask:
    """Return which rows, of those still in question, any of the rules matches."""
    searches = [rule.search for rule in rules if isinstance(rule, re.Pattern)]
    predicates = [rule for rule in rules if not isinstance(rule, re.Pattern)]
    locs = table.locs()
    hits = [False] * len(locs)
    for row in _open(among, hits):
        loc = locs[row]
        hits[row] = any(search(loc) for search in searches)
    for predicate in predicates:
        for row in _open(among, hits):
            hits[row] = bool(predicate(table[row]))
    return hits


def _open(among: Mask | None, hits: Mask) -> Sequence[int]:
    """Return the rows that are in question and not matched yet."""
    rows = range(len(hits)) if among is None else compress(range(len(hits)), among)
    return [row for row in rows if not hits[row]]


def _not_before(table: Table, since: datetime, *, keep_undated: bool) -> Mask:
    pairs = zip(table.column("lastmod"), table.column("lastmod_precision"), strict=True)
    return [keep_undated if when is None else end_of_period(when, precision) >= since for when, precision in pairs]


def end_of_period(when: datetime, precision: str | None) -> datetime:
    """Return the last moment that a date stands for: a coarse one counts as the end of its period (rule [88]).

    Examples:
        >>> end_of_period(datetime(2024, 2, 1, tzinfo=UTC), "month").isoformat()
        '2024-02-29T23:59:59.999999+00:00'
    """
    try:
        return _next_period(when, precision) - timedelta(microseconds=1)
    except (OverflowError, ValueError):
        return datetime.max.replace(tzinfo=UTC)  # the last year there is


def _next_period(when: datetime, precision: str | None) -> datetime:
    match precision:
        case Precision.YEAR:
            return when.replace(year=when.year + 1)
        case Precision.MONTH:
            return (when.replace(day=1) + timedelta(days=32)).replace(day=1)
        case Precision.DAY | Precision.MINUTE | Precision.SECOND:
            return when + _LENGTHS[Precision(precision)]
    return when + timedelta(microseconds=1)
