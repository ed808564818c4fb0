"""A scripted site, and a way to play an engine by hand: no network, no threads, no clock.

Enters: documents by path. Leaves: a fetcher that answers from them, sync and async, and `play`, which lets the reads of
an engine end in any order that a test chooses.
"""

from __future__ import annotations

import asyncio
import threading
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from sitemapfast import NotFound, _wiring
from sitemapfast._options import Options
from sitemapfast._walk.engine import Done, Engine, Fetch, Mode, Visit, Wait
from sitemapfast._walk.frontier import Entry
from sitemapfast._walk.policy import Authorize, Collect, Hop, Pause, Refusal, Reply, Send, Turn
from sitemapfast._walk.reading import read
from sitemapfast.exceptions import NetworkError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from sitemapfast import Answer, Document, Request, Result
    from sitemapfast._walk.window import Job

HOST = "https://example.com"
WALL = datetime(2026, 1, 1, 12, tzinfo=UTC)
NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def at(path: str) -> str:
    """Return the URL of a path of the site; an absolute URL stays what it is."""
    return path if "://" in path else f"{HOST}{path}"


def urlset(*paths: str, lastmod: str = "") -> bytes:
    """Return a sitemap of pages."""
    date = f"<lastmod>{lastmod}</lastmod>" if lastmod else ""
    entries = "".join(f"<url><loc>{at(path)}</loc>{date}</url>" for path in paths)
    return f"<urlset {NAMESPACE}>{entries}</urlset>".encode()


def sitemapindex(*paths: str, lastmod: str = "") -> bytes:
    """Return a sitemap index."""
    date = f"<lastmod>{lastmod}</lastmod>" if lastmod else ""
    entries = "".join(f"<sitemap><loc>{at(path)}</loc>{date}</sitemap>" for path in paths)
    return f"<sitemapindex {NAMESPACE}>{entries}</sitemapindex>".encode()


def robots(*paths: str) -> bytes:
    """Return a robots.txt."""
    return "".join(f"Sitemap: {at(path)}\n" for path in paths).encode()


class Site:
    """A fetcher that answers from a script and keeps what it was asked for."""

    def __init__(self, script: Mapping[str, Any]) -> None:
        """Take the answers by path: one for ever, or a list whose last one repeats; an exception is raised."""
        self._script = {at(path): list(each) if isinstance(each, list) else [each] for path, each in script.items()}
        self._asked: dict[str, int] = {}
        self._lock = threading.Lock()
        self.requests: list[Request] = []

    @property
    def urls(self) -> list[str]:
        """The URLs asked for, in the order they were."""
        return [request.url for request in self.requests]

    def fetch(self, request: Request) -> Answer:
        """Return the next answer."""
        with self._lock:
            self.requests.append(request)
            number = self._asked.get(request.url, 0)
            self._asked[request.url] = number + 1
        answers = self._script.get(request.url, [NotFound()])
        answer = answers[min(number, len(answers) - 1)]
        if isinstance(answer, BaseException):
            raise answer
        return answer(request) if callable(answer) else answer


class AsyncSite(Site):
    """The same, awaited, each answer after some turns of the loop."""

    async def fetch(self, request: Request) -> Answer:  # type: ignore[override]
        """Return the next answer."""
        for _ in range(hash(request.url) % 5):
            await asyncio.sleep(0)
        return super().fetch(request)


@dataclass
class Clock:
    """Time that stands still until somebody moves it."""

    now: float = 0.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now


def engine_of(
    *paths: str, mode: Mode = Mode.PARSE, retain: bool = True, content: Any = None, **settings: Any
) -> Engine:
    """Return the engine of a call."""
    entries = [Entry.fresh(at(path)) for path in paths]
    return Engine(entries, Options.of(settings), mode=mode, retain=retain, content=content)


def leg(job: Job, site: Site, options: Options, paused: list[float] | None = None) -> Any:
    """Take the steps of an exchange up to a hop or its end."""
    assert job.exchange is not None
    value: Any = None
    while True:
        try:
            step = job.exchange.send(value)
        except StopIteration as end:
            break_with = end.value
            break
        value = None
        match step:
            case Authorize():
                value = options.authorize(step.request)
            case Send():
                try:
                    value = Reply(site.fetch(step.request), WALL)
                except NetworkError as error:
                    value = Reply(error, WALL)
            case Collect():
                try:
                    value = _wiring.collect(step.body.data, step.max_bytes)
                except NetworkError as error:
                    value = error
            case Pause():
                if paused is not None:
                    paused.append(step.seconds)
            case Turn():
                pass
            case Hop():
                return step
    return break_with if isinstance(break_with, Refusal) else read(break_with, job.entry, options, _wiring.decode)


@dataclass
class Played:
    """What came of a call that was played by hand."""

    engine: Engine
    documents: list[Document] = field(default_factory=list)
    most_open: int = 0
    paused: list[float] = field(default_factory=list)

    @property
    def result(self) -> Result:
        """The result."""
        return self.engine.result()


def play(
    engine: Engine,
    site: Site,
    *,
    choose: Callable[[int], int] = lambda _: 0,
    clock: Clock | None = None,
    visit: Callable[[Document], object] | None = None,
) -> Played:
    """Run an engine to its end; `choose` says which of so many reads ends next."""
    played = Played(engine)
    time = clock or Clock()
    flying: list[Job] = []
    started: set[Job] = set()
    while True:
        match engine.next_action(time()):
            case Fetch(job):
                flying.append(job)
                started.add(job)
                open_now = sum(not each.committed for each in started)
                played.most_open = max(played.most_open, open_now)
            case Visit(document):
                played.documents.append(document)
                if visit is not None:
                    visit(document)
            case Wait():
                job = flying.pop(choose(len(flying)))
                outcome = leg(job, site, engine.options, played.paused)
                if isinstance(outcome, Hop):
                    engine.hopped(job, outcome)
                elif isinstance(outcome, Refusal):
                    engine.failed(job, outcome)
                else:
                    engine.received(job, outcome)
            case Done():
                return played


def locs(result: Result) -> list[str]:
    """Return the paths of the pages of a result."""
    return [loc.removeprefix(HOST) for loc in result.urls.locs()]


def outcomes(result: Result) -> list[tuple[str, str]]:
    """Return what became of each sitemap of a result."""
    return [(each.loc.removeprefix(HOST), str(each.outcome)) for each in result.sitemaps]


def messages(errors: Iterable[Any]) -> list[str]:
    """Return the errors as text."""
    return [str(each) for each in errors]


def summary(result: Result) -> dict[str, Any]:
    """Return all of a result that can be compared, times left out."""
    rows = [{k: v for k, v in row.items() if k != "fetched_at"} for row in result.sitemaps.to_dicts()]
    return {
        "urls": result.urls.to_dicts(),
        "sitemaps": rows,
        "errors": messages(result.errors),
        "error_count": result.error_count,
        "notes": result.notes,
        "failures": [(each.url, each.parent, each.depth, str(each.error)) for each in result.failures],
        "reasons": result.reasons,
        "frontier": result.frontier,
        "seen": result.seen,
        "stats": result.stats,
    }
