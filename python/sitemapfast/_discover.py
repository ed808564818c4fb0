"""Where a site keeps its sitemaps (rule [92]).

Enters: a site, and what came of its robots.txt and of the places that were tried. Leaves: the URLs to try, and a
`Result` that lists what is there. No I/O: `_api` runs the engines that read them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from sitemapfast._core import SitemapTable, check_location, sitemap_key
from sitemapfast._errors import ErrorList
from sitemapfast._walk.frontier import Entry
from sitemapfast._walk.result import DocumentFailure, Reason, Result, Stats
from sitemapfast.entries import Outcome
from sitemapfast.exceptions import ConfigError, NetworkError, SitemapError, ValidationError

if TYPE_CHECKING:
    from sitemapfast._options import Options

__all__ = ["WELL_KNOWN", "Search"]

WELL_KNOWN = (
    # What ultimate-sitemap-parser tries.
    "/sitemap.xml",
    "/sitemap.xml.gz",
    "/sitemap_index.xml",
    "/sitemap-index.xml",
    "/sitemap_index.xml.gz",
    "/sitemap-index.xml.gz",
    "/.sitemap.xml",
    "/sitemap",
    "/admin/config/search/xmlsitemap",
    "/sitemap/sitemap-index.xml",
    "/sitemap_news.xml",
    "/sitemap-news.xml",
    "/sitemap_news.xml.gz",
    "/sitemap-news.xml.gz",
    # What WordPress, static site generators and feeds have.
    "/wp-sitemap.xml",
    "/sitemap.txt",
    "/feed",
    "/rss.xml",
    "/atom.xml",
    "/feed.xml",
)

_GONE = frozenset({404, 410})
_CLIENT_ERRORS = range(400, 500)


class Search:
    """One search: first the robots.txt, then, where it names nothing, the well-known places.

    Attributes:
        robots: The robots.txt, to be read.
        options: The settings of both reads.
    """

    def __init__(self, site: str, options: Options, *, extra_paths: Collection[str], probe: str) -> None:
        """Take the site, the URL of any page of it or the name of its host.

        Raises:
            ConfigError: A setting has a value it cannot have.
            ValidationError: It is no site.
        """
        if probe not in ("auto", "always"):
            raise ConfigError(f'expected "auto" or "always", got {probe!r:.80}', field="probe")
        if isinstance(extra_paths, str) or not isinstance(extra_paths, Collection):
            raise ConfigError("expected a list of paths", field="extra_paths")
        if not isinstance(site, str):
            raise ConfigError(f"expected a URL or the name of a host, got {site!r:.80}", field="site")
        url = check_location(site if "://" in site else f"https://{site}")
        self._home = urlsplit(url)._replace(path="/", query="", fragment="").geturl()
        self._always = probe == "always"
        self._places = [*WELL_KNOWN, *(_path(each, self._home) for each in extra_paths)]
        self._robots_result = Result(url=self._home)
        self._probes: list[Entry] = []
        # Pages are not kept: how many there are says nothing of where they stand.
        self.options = replace(options, max_urls=None, rules=(), exclude_urls=(), since=None, dedupe=False)
        self.robots = Entry.fresh(check_location("/robots.txt", base=self._home))

    def places(self, robots: Result) -> list[Entry]:
        """Take what came of the robots.txt, and return what is to be tried, if anything is."""
        self._robots_result = robots
        if len(robots.sitemaps) and not self._always:
            return []
        urls = dict.fromkeys(check_location(each, base=self._home) for each in self._places)
        self._probes = [Entry.fresh(url) for url in urls]
        return self._probes

    def result(self, probed: Result | None) -> Result:
        """Return the sitemaps that are there: those the robots.txt names, and those that were found."""
        rows: dict[str, dict[str, Any]] = {}
        for row in self._robots_result.sitemaps.to_dicts():
            rows.setdefault(sitemap_key(row["loc"]), row)
        for entry in self._probes:
            if entry.outcome is Outcome.FETCHED:
                rows.setdefault(entry.key, {"loc": entry.url, "parent": self._home, "depth": 0})
            if entry.key in rows and entry.outcome is not Outcome.DUPLICATE:
                rows[entry.key] |= _told(entry)
        failures = [*_counted(self._robots_result.failures, _GONE)]
        results = [self._robots_result]
        if probed is not None:
            failures += _counted(probed.failures, _CLIENT_ERRORS)
            results.append(probed)
        expected = {Reason.READ_FAILURE} if not failures else set[Reason]()
        reasons = {each for result in results for each in result.reasons} - expected
        failed = {each.url for result in results for each in result.failures}
        others = [each for result in results for each in result.errors if getattr(each, "url", "") not in failed]
        errors: list[SitemapError] = [*(each.error for each in failures), *others]
        return Result(
            url=self._home,
            sitemaps=SitemapTable.from_rows(list(rows.values())),
            errors=ErrorList([errors]),
            error_count=len(errors),
            notes=tuple(note for result in results for note in result.notes),
            failures=tuple(failures),
            reasons=tuple(each for each in Reason if each in reasons),
            stats=_sum(each.stats for each in results),
        )


def _path(given: object, home: str) -> str:
    if isinstance(given, str):
        try:
            return check_location(given if "://" in given else f"/{given.lstrip('/')}", base=home)
        except ValidationError:
            pass
    raise ConfigError(f"expected paths on the site, got {given!r:.80}", field="extra_paths")


def _counted(failures: Iterable[DocumentFailure], expected: Collection[int]) -> Iterable[DocumentFailure]:
    """Leave out what only says that nothing is there: such a status, or a page that is no sitemap."""
    for each in failures:
        if isinstance(each.error, NetworkError) and each.error.status not in expected:
            yield each


def _told(entry: Entry) -> dict[str, Any]:
    told: dict[str, Any] = {"outcome": entry.outcome, "error": entry.error}
    if entry.meta is not None:
        for name in ("url", "size", "status", "etag", "last_modified", "content_type", "fetched_at"):
            told[name] = getattr(entry.meta, name)
    return told


def _sum(stats: Iterable[Stats]) -> Stats:
    total = Stats()
    for each in stats:
        total = Stats(**{name: getattr(total, name) + getattr(each, name) for name in Stats.__slots__})
    return total
