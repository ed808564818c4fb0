"""The audit as a whole: every document through every rule, then the rules on all of them.

Enters: subjects, a robots.txt before what it names. Leaves: a `Report`. Called by `check`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemapfast._cli.audit.dates import check_dates
from sitemapfast._cli.audit.entries import check_children, check_hints
from sitemapfast._cli.audit.fetching import check_fetching
from sitemapfast._cli.audit.files import check_encoding, check_extent
from sitemapfast._cli.audit.hosts import check_hosts
from sitemapfast._cli.audit.languages import check_languages
from sitemapfast._cli.audit.locations import check_locations, check_repetitions
from sitemapfast._cli.audit.media import check_media
from sitemapfast._cli.audit.news import check_news
from sitemapfast._cli.audit.reading import check_reading
from sitemapfast._cli.audit.report import Report
from sitemapfast._cli.audit.robots import check_robots
from sitemapfast._cli.audit.selection import Selection
from sitemapfast._cli.audit.site import Site
from sitemapfast._cli.audit.structure import check_structure

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sitemapfast._cli.audit.subject import Subject

__all__ = ["audit"]


def audit(
    subjects: Iterable[Subject], selection: Selection | None = None, max_per_rule: int | None = None
) -> Report:
    """Hold documents to the rules.

    Args:
        subjects: The documents; they are looked at as they come and not kept.
        selection: Which rules; by default all that are not optional.
        max_per_rule: How many findings of a rule are kept, ``None`` for all; all are counted.

    Returns:
        What was found.
    """
    report = Report(Selection() if selection is None else selection, max_per_rule)
    site = Site(report)
    for subject in subjects:
        report.begin(subject)
        site.admit(subject)
        _audit_one(subject, report, site)
        site.add(subject)
    site.finish()
    return report


def _audit_one(subject: Subject, report: Report, site: Site) -> None:
    def handed_over(origin: str) -> bool:
        return site.handed_over(subject, origin)

    check_fetching(subject, report)
    if subject.data is None:
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
