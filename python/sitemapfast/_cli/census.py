"""Counts over all URLs: by host, first path section, month of lastmod and changefreq, in bounded memory.

Enters: tables, one after the other. Leaves: a `Census`, whose `charts` can be drawn or written as JSON. Called by
`stats`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import sitemapfast as sf

__all__ = ["Census", "Chart"]

_ROWS: Final = 8_192

# Names that are kept apart in a count; a site that has each of its pages in a section of its own has as many as URLs.
_NAMES: Final = 100_000

REST: Final = "(others)"
TOP: Final = "(top level)"
UNDATED: Final = "(no date)"
UNSAID: Final = "(not given)"

_FREQUENCIES: Final = ("always", "hourly", "daily", "weekly", "monthly", "yearly", "never", UNSAID)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A list of names with numbers, as it is shown.

    Attributes:
        title: What it counts by.
        name: The name of it in JSON.
        rows: Names and numbers.
        distinct: How many names there are, shown or not.
    """

    title: str
    name: str
    rows: list[tuple[str, int]]
    distinct: int

    @property
    def longest(self) -> int:
        """The largest of the numbers."""
        return max((number for _, number in self.rows), default=0)


@dataclass(slots=True, kw_only=True)
class Census:
    """The counts so far.

    Attributes:
        urls: How many URLs.
        dated: Those with a date.
        newest: The newest date, in ISO 8601.
        oldest: The oldest date.
        capped: Whether names were put together because there were too many.
    """

    urls: int = 0
    dated: int = 0
    oldest: str = ""
    newest: str = ""
    capped: bool = False
    _hosts: Counter[str] = field(default_factory=Counter)
    _sections: Counter[str] = field(default_factory=Counter)
    _months: Counter[str] = field(default_factory=Counter)
    _frequencies: Counter[str] = field(default_factory=Counter)

    def add(self, table: sf.UrlTable) -> None:
        """Count the rows of a table."""
        for start in range(0, len(table), _ROWS):
            rows = table[start : start + _ROWS].rows("loc", "lastmod", "changefreq")
            self.urls += len(rows)
            places = [_place(loc) for loc, _, _ in rows]
            self._count(self._hosts, Counter(host for host, _ in places))
            self._count(self._sections, Counter(section for _, section in places))
            self._count(self._frequencies, Counter(UNSAID if word is None else str(word) for _, _, word in rows))
            dates = [lastmod for _, lastmod, _ in rows if lastmod is not None]
            self._count(self._months, Counter(f"{date.year:04}-{date.month:02}" for date in dates))
            self.dated += len(dates)
            if dates:
                # As text they compare as they do in time: all of them are brought to UTC.
                days = [date.date().isoformat() for date in (min(dates), max(dates))]
                self.oldest = min(self.oldest or days[0], days[0])
                self.newest = max(self.newest, days[1])

    def charts(self, top: int) -> list[Chart]:
        """Return what there is to show.

        Args:
            top: How many names a chart has at most.
        """
        months = dict(sorted(self._months.items()))
        if self.urls > self.dated:
            months[UNDATED] = self.urls - self.dated
        words = {name: self._frequencies[name] for name in _FREQUENCIES if self._frequencies[name]}
        words |= {name: number for name, number in self._frequencies.most_common() if name not in words}
        return [
            _most("Hosts", "hosts", self._hosts, top),
            _most("First section of the path", "sections", self._sections, top),
            _latest("Month of lastmod", "months", months, top),
            Chart(
                title="changefreq",
                name="changefreq",
                rows=_cut(list(words.items()), top),
                distinct=len(self._frequencies),
            ),
        ]

    def to_dict(self, top: int) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "urls": self.urls,
            "dated": self.dated,
            "oldest": self.oldest or None,
            "newest": self.newest or None,
            **{chart.name: dict(chart.rows) for chart in self.charts(top)},
        }

    def _count(self, into: Counter[str], new: Counter[str]) -> None:
        for name, number in new.items():
            if name in into or len(into) < _NAMES:
                into[name] += number
            else:
                into[REST] += number
                self.capped = True


def _place(loc: str) -> tuple[str, str]:
    """Return the host of a location and the first section of its path: what stands before the second slash of it."""
    # Without the scheme; most locations have neither a query nor a fragment.
    path = loc.partition("//")[2]
    for end in "?#":
        if end in path:
            path = path.partition(end)[0]
    host, _, rest = path.partition("/")
    section, slash, _ = rest.partition("/")
    return host, f"/{section}/" if slash else TOP


def _most(title: str, name: str, counts: Counter[str], top: int) -> Chart:
    named = [(key, number) for key, number in counts.most_common(top + 1) if key != REST]
    rows = named[:top]
    rest = counts.total() - sum(number for _, number in rows)
    return Chart(title=title, name=name, rows=rows + ([(REST, rest)] if rest else []), distinct=len(counts))


def _latest(title: str, name: str, months: dict[str, int], top: int) -> Chart:
    """Return the last months, and those before in one."""
    dated = [(month, number) for month, number in months.items() if month != UNDATED]
    shown = dated[-top:]
    before = sum(number for _, number in dated[: len(dated) - len(shown)])
    rows = [(f"before {shown[0][0]}", before)] if before else []
    rows += shown
    if UNDATED in months:
        rows.append((UNDATED, months[UNDATED]))
    return Chart(title=title, name=name, rows=rows, distinct=len(dated))


def _cut(rows: list[tuple[str, int]], top: int) -> list[tuple[str, int]]:
    rest = sum(number for _, number in rows[top:])
    return rows[:top] + ([(REST, rest)] if rest else [])
