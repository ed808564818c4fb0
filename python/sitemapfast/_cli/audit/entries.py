"""The rules on change frequency and priority, and on the sitemaps that an index lists.

Enters: a subject. Leaves: findings. Called by `run`.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from typing import TYPE_CHECKING, Final

import sitemapfast as sf
from sitemapfast._cli.audit.hosts import directory, is_below, site_of
from sitemapfast._cli.audit.locations import key, split

if TYPE_CHECKING:
    from collections.abc import Callable

    from sitemapfast._cli.audit.report import Report
    from sitemapfast._cli.audit.subject import Subject

__all__ = ["check_children", "check_hints"]

_FEW: Final = 10
_DECIMAL: Final = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)")


def check_hints(subject: Subject, report: Report) -> None:
    """Report values of changefreq and priority that are none, or say nothing."""
    document = subject.document
    if document is None or subject.format is not sf.Format.URLSET:
        return
    words = frozenset(sf.Changefreq)
    priorities: Counter[float] = Counter()
    hints = 0
    rows = document.urls.rows("loc", "priority", "raw", "line", "position")
    for loc, priority, raw, line, entry in rows:
        frequency, number = (raw["changefreq"], raw["priority"]) if raw is not None else (None, None)
        hints += bool(frequency or number)
        if frequency and frequency not in words:
            report.add("changefreq-invalid", subject, f'"{frequency}" is none', line=line, entry=entry, loc=loc)
        if number and not _is_priority(number):
            report.add("priority-invalid", subject, f'"{number}" is none', line=line, entry=entry, loc=loc)
        if priority is not None:
            priorities[priority] += 1
    if len(rows) >= _FEW and len(priorities) == 1 and priorities.total() == len(rows):
        report.add("priority-uniform", subject, f"all {len(rows):,} entries have {next(iter(priorities))}")
    if hints:
        report.add("changefreq-priority-ignored", subject, f"{hints:,} of {len(rows):,} entries have them")


def _is_priority(text: str) -> bool:
    if not _DECIMAL.fullmatch(text.strip()):
        return False
    value = float(text)
    return math.isfinite(value) and 0 <= value <= 1


def check_children(subject: Subject, report: Report, handed_over: Callable[[str], bool]) -> None:
    """Report sitemaps that an index may not list, or lists twice.

    Args:
        subject: The index.
        report: Where the findings go.
        handed_over: Whether the robots.txt of a site, given as its origin, names this index.
    """
    document = subject.document
    if document is None or subject.format is not sf.Format.SITEMAPINDEX:
        return
    first: dict[str, int | None] = {}
    home = split(subject.url) if subject.url else None
    folder = directory(subject.url) if subject.url else "/"
    for loc, line in document.sitemaps.rows("loc", "line"):
        same = key(loc)
        if same in first:
            report.add("index-duplicate-child", subject, f"line {first[same]} lists it already", line=line, loc=loc)
            continue
        first[same] = line
        parts = split(loc)
        if parts is None or home is None:
            continue
        if site_of(parts) != site_of(home):
            if not handed_over(f"{parts.scheme}://{parts.netloc}"):
                report.add("index-child-off-site", subject, f"it is on {parts.netloc}", line=line, loc=loc)
        elif not is_below(parts.path, folder):
            report.add("index-child-outside-dir", subject, f"it is not below {folder}", line=line, loc=loc)
