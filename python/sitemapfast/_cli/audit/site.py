"""The rules that need several documents: what robots.txt says of the others, and what they say of each other.

Enters: the subjects of an audit one after the other, a robots.txt before what it names. Leaves: findings, some at once,
the rest at the end. Called by `run`. Pages are remembered up to a bound; what was listed after it is not compared.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

import sitemapfast as sf
from sitemapfast._cli.audit.hosts import site_of
from sitemapfast._cli.audit.locations import key, split
from sitemapfast._cli.audit.robots import Robots

if TYPE_CHECKING:
    from datetime import datetime

    from sitemapfast._cli.audit.report import Report
    from sitemapfast._cli.audit.subject import Subject

__all__ = ["MAX_PAGES", "Site"]

MAX_PAGES: Final = 2_000_000
"""Pages that are compared with each other at most."""

_Place = tuple[int, int | None]


class Site:
    """What is known of the documents so far."""

    def __init__(self, report: Report) -> None:
        """Take where the findings go."""
        self._report = report
        self._robots: dict[tuple[str, str, int | None], Robots] = {}
        self._named: defaultdict[tuple[str, str, int | None], set[str]] = defaultdict(set)
        self._subjects: list[Subject] = []
        self._parents: dict[str, str] = {}
        self._pages: dict[str, int] = {}
        # Page -> where it stands, and the pages it names as versions of itself.
        self._versions: dict[str, tuple[_Place, str, frozenset[str]]] = {}
        self._newest: dict[str, datetime] = {}
        self._listed: dict[str, dict[str, tuple[int | None, datetime | None, bool, str]]] = {}
        self._formats: dict[str, sf.Format | None] = {}

    def admit(self, subject: Subject) -> None:
        """Take a robots.txt in, and where a document was listed, before anything is said of it."""
        parts = split(subject.url) if subject.url else None
        if subject.parent:
            self._parents[key(subject.url)] = key(subject.parent)
        if subject.format is sf.Format.ROBOTS and parts is not None and subject.error is None:
            site = site_of(parts)
            self._robots[site] = robots = Robots.of(subject)
            self._named[site] |= {key(loc) for loc in robots.sitemaps}

    def above(self, subject: Subject) -> frozenset[str]:
        """Return a sitemap and the indexes above it: those a robots.txt has to name one of."""
        place: str | None = key(subject.url) if subject.url else None
        found: set[str] = set()
        # Indexes that list each other do not end.
        while place is not None and place not in found:
            found.add(place)
            place = self._parents.get(place)
        return frozenset(found)

    def handed_over(self, above: frozenset[str], origin: str) -> bool:
        """Whether the robots.txt of a site names a sitemap, or an index above it."""
        parts = split(origin)
        return parts is not None and not above.isdisjoint(self._named.get(site_of(parts), ()))

    def add(self, subject: Subject) -> None:
        """Take a document, and report what is known to be wrong with it already."""
        # Rules on several documents need no more of one than this.
        number = len(self._subjects)
        self._subjects.append(_light(subject))
        here = key(subject.url) if subject.url else subject.name
        self._formats[here] = subject.format
        if subject.url and subject.format is not sf.Format.ROBOTS and not self._allows(subject.url):
            self._report.add("sitemap-robots-blocked", subject, "robots.txt disallows it for all crawlers")
        document = subject.document
        if document is None:
            return
        if subject.format is sf.Format.SITEMAPINDEX:
            self._take_index(here, document)
        self._take_pages(number, subject, document, here)

    def _allows(self, url: str) -> bool:
        parts = split(url)
        robots = self._robots.get(site_of(parts)) if parts is not None else None
        return robots is None or robots.allows(url)

    def _take_index(self, here: str, document: sf.Document) -> None:
        children = self._listed.setdefault(here, {})
        for loc, lastmod, precision, line in document.sitemaps.rows("loc", "lastmod", "lastmod_precision", "line"):
            is_day = precision in (sf.Precision.YEAR, sf.Precision.MONTH, sf.Precision.DAY)
            child = key(loc)
            children.setdefault(child, (line, lastmod, is_day, loc))
            self._parents.setdefault(child, here)

    def _take_pages(self, number: int, subject: Subject, document: sf.Document, here: str) -> None:
        table = document.urls
        check_robots = any(robots.forbids for robots in self._robots.values())
        for loc, lastmod, alternates, line, entry in table.rows("loc", "lastmod", "alternates", "line", "position"):
            if lastmod is not None and lastmod > self._newest.get(here, lastmod):
                self._newest[here] = lastmod
            elif lastmod is not None:
                self._newest.setdefault(here, lastmod)
            if check_robots and not self._allows(loc):
                message = "robots.txt disallows it for all crawlers"
                self._report.add("url-robots-blocked", subject, message, line=line, entry=entry, loc=loc)
            page = key(loc)
            first = self._pages.get(page)
            if first is None:
                if len(self._pages) < MAX_PAGES:
                    self._pages[page] = number
            elif first != number:
                message = f"it is listed in {self._subjects[first].name} too"
                self._report.add("url-in-multiple-sitemaps", subject, message, line=line, entry=entry, loc=loc)
            if alternates and len(self._versions) < MAX_PAGES:
                named = frozenset(key(link.href) for link in alternates if link.hreflang)
                if named:
                    self._versions.setdefault(page, ((number, line), loc, named))

    def finish(self) -> None:
        """Report what is known only now."""
        self._finish_indexes()
        self._finish_languages()

    def _finish_indexes(self) -> None:
        subjects = {key(each.url) if each.url else each.name: each for each in self._subjects}
        for index, children in self._listed.items():
            subject = subjects[index]
            for child, (line, lastmod, is_day, loc) in children.items():
                if child == index:
                    self._report.add("index-self", subject, "the index lists itself", line=line, loc=loc)
                elif self._formats.get(child) is sf.Format.SITEMAPINDEX:
                    self._report.add("nested-index", subject, "it is an index itself", line=line, loc=loc)
                newest = self._newest.get(child)
                if newest is not None and lastmod is not None and _is_newer(newest, lastmod, is_day=is_day):
                    message = f"its newest entry is of {newest.date()}, the index says {lastmod.date()}"
                    self._report.add("index-lastmod-stale", subject, message, line=line, loc=loc)
        for index, child in _circles(self._listed):
            line, _, _, loc = self._listed[index][child]
            self._report.add("index-cycle", subjects[index], "it leads back to this index", line=line, loc=loc)

    def _finish_languages(self) -> None:
        several = len(self._subjects) > 1
        for page, ((number, line), loc, named) in self._versions.items():
            subject = self._subjects[number]
            for other in sorted(named - {page}):
                back = self._versions.get(other)
                if back is not None and page not in back[2]:
                    message = f"{back[1]} does not name it back"
                    self._report.add("hreflang-no-return", subject, message, line=line, loc=loc)
                elif other not in self._pages and several and len(self._pages) < MAX_PAGES:
                    message = f"{other} is listed nowhere"
                    self._report.add("hreflang-href-unlisted", subject, message, line=line, loc=loc)
                elif back is None and other in self._pages:
                    message = f"{other} names no versions"
                    self._report.add("hreflang-no-return", subject, message, line=line, loc=loc)


def _light(subject: Subject) -> Subject:
    """Return a subject without its document and its bytes, for the place of later findings."""
    return type(subject)(name=subject.name, url=subject.url, parent=subject.parent, now=subject.now)


def _is_newer(newest: datetime, lastmod: datetime, *, is_day: bool) -> bool:
    return newest.date() > lastmod.date() if is_day else newest > lastmod


def _circles(listed: dict[str, dict[str, tuple[int | None, datetime | None, bool, str]]]) -> list[tuple[str, str]]:
    """Return the entries of indexes that close a circle, without those of an index for itself."""
    found = []
    done: set[str] = set()
    for root in listed:
        path: list[str] = []
        on_path: set[str] = set()
        # Not by recursion: a site may nest as deep as it likes.
        stack = [(root, False)]
        while stack:
            index, leaving = stack.pop()
            if leaving:
                on_path.discard(path.pop())
                done.add(index)
                continue
            if index in done or index in on_path:
                continue
            path.append(index)
            on_path.add(index)
            stack.append((index, True))
            for child in listed[index]:
                if child in on_path and child != index:
                    found.append((index, child))
                elif child in listed and child not in done:
                    stack.append((child, False))
    return found
