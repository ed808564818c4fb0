"""The audit as a whole: every document through every rule, then the rules on all of them.

Enters: subjects, a robots.txt before what it names. Leaves: a `Report`. Called by `check`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import sitemapfast as sf
from sitemapfast._cli.audit.dates import check_dates
from sitemapfast._cli.audit.entries import check_children, check_hints
from sitemapfast._cli.audit.fetching import check_fetching
from sitemapfast._cli.audit.files import check_encoding, check_extent
from sitemapfast._cli.audit.hosts import check_hosts
from sitemapfast._cli.audit.languages import check_languages
from sitemapfast._cli.audit.locations import check_locations, check_repetitions
from sitemapfast._cli.audit.media import check_media, check_news
from sitemapfast._cli.audit.reading import check_reading
from sitemapfast._cli.audit.report import Report
from sitemapfast._cli.audit.robots import check_robots
from sitemapfast._cli.audit.selection import Selection
from sitemapfast._cli.audit.site import Site
from sitemapfast._cli.audit.structure import check_structure

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sitemapfast._cli.audit.subject import Subject

__all__ = ["Audit", "audit"]


class Audit:
    """An audit that goes on: documents are looked at as they come and not kept."""

    def __init__(self, selection: Selection | None = None, max_per_rule: int | None = None) -> None:
        """Begin one.

        Args:
            selection: Which rules; by default all that are not optional.
            max_per_rule: How many findings of a rule are kept, ``None`` for all; all are counted.
        """
        self._report = Report(Selection() if selection is None else selection, max_per_rule)
        self._site = Site(self._report)

    def add(self, subject: Subject) -> None:
        """Look at the next document."""
        self._report.begin(subject)
        self._site.admit(subject)
        _audit_one(subject, self._report, self._site)
        self._site.add(subject)

    def partial(self, reason: str) -> None:
        """Take that something was left out, and why."""
        if reason not in self._report.partial:
            self._report.partial.append(reason)

    def finish(self) -> Report:
        """Look at all of them together, and return what was found."""
        self._site.finish()
        return self._report


def audit(subjects: Iterable[Subject], selection: Selection | None = None, max_per_rule: int | None = None) -> Report:
    """Hold documents to the rules; `Audit` says what the arguments mean."""
    running = Audit(selection, max_per_rule)
    for subject in subjects:
        running.add(subject)
    return running.finish()


def _audit_one(subject: Subject, report: Report, site: Site) -> None:
    above = site.above(subject)

    def handed_over(origin: str) -> bool:
        return site.handed_over(above, origin)

    check_fetching(subject, report)
    if subject.data is None and subject.document is None and not isinstance(subject.error, sf.ParseError):
        return
    check_extent(subject, report)
    check_encoding(subject, report)
    structured = check_structure(subject, report)
    check_locations(subject, report)
    check_hosts(subject, report, handed_over)
    check_repetitions(subject, report)
    check_dates(subject, report)
    check_hints(subject, report)
    check_children(subject, report, handed_over)
    check_media(subject, report)
    check_news(subject, report)
    check_languages(subject, report)
    check_robots(subject, report)
    # Last: of an entry that a rule has named already, it says nothing more.
    check_reading(subject, report, structured=structured)
