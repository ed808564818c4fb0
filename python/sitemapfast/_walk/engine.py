"""The traversal, without I/O, clocks, threads or asyncio: `parse`, `stream`, `read` and `walk` are four uses of it.

Enters: the entries to begin with, the settings, the time; then what came of each read, in any order. Leaves: one
action after the other, and a `Result`. The drivers `sync` and `aio` carry the actions out and decide nothing::

    action = engine.next_action(now)      Fetch(job)   take steps of job.exchange until it hops, fails or delivers
                                          Visit(doc)   hand the document over
                                          Wait(until)  for a read to end, not longer than that
                                          Done()
    engine.received(job, reading) / engine.failed(job, refusal) / engine.hopped(job, hop) / engine.cancel()

Reads end in any order, commits are breadth first in listed order (rule [87]): only the head of the window is ever
committed. Whatever counts, is recorded or is known of a URL changes at a commit, so that nothing depends on timing.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, TypeAlias

from sitemapfast._core import Deduper, check_location
from sitemapfast._walk import resume
from sitemapfast._walk.budget import Budget
from sitemapfast._walk.committing import children, document_of, fitting, level_of, levelled
from sitemapfast._walk.frontier import Entry, Frontier, Mark
from sitemapfast._walk.ledger import ErrorLog, Ledger
from sitemapfast._walk.policy import Policy, exchange, given
from sitemapfast._walk.result import Reason, Result
from sitemapfast._walk.rules import Selection
from sitemapfast._walk.window import Job, State, Window
from sitemapfast.entries import Outcome
from sitemapfast.exceptions import Limit, ParseError, ValidationError
from sitemapfast.typing import Progress, ProgressKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sitemapfast._core import SitemapTable
    from sitemapfast._document import Document
    from sitemapfast._options import Options
    from sitemapfast._walk.policy import Hop, Refusal
    from sitemapfast._walk.reading import Reading
    from sitemapfast.exceptions import SitemapError

__all__ = ["Action", "Done", "Engine", "Fetch", "Mode", "Visit", "Wait"]


class Mode(Enum):
    """What the engine is used for."""

    PARSE = auto()
    """A main document and all that it leads to; pages are kept up to the limit."""
    READ = auto()
    """A main document alone."""
    WALK = auto()
    """Any number of roots; documents are kept whole or put off."""


@dataclass(frozen=True, slots=True)
class Fetch:
    """Take steps of the job's exchange."""

    job: Job


@dataclass(frozen=True, slots=True)
class Visit:
    """Hand a document over, and come back when that is done."""

    document: Document


@dataclass(frozen=True, slots=True)
class Wait:
    """Wait until a read ends, or until a point in time if there is one."""

    until: float | None


@dataclass(frozen=True, slots=True)
class Done:
    """There is nothing left to do."""


Action: TypeAlias = Fetch | Visit | Wait | Done


class Engine:
    """One call.

    Attributes:
        main_error: Why the main document could not be read; `parse` and `read` raise it (rule [4]).
        options: The settings of the call.
    """

    def __init__(
        self,
        entries: Iterable[Entry],
        options: Options,
        *,
        mode: Mode = Mode.PARSE,
        retain: bool = True,
        seen: Mapping[str, Mark] | None = None,
        content: Any = None,
    ) -> None:
        """Begin a call.

        Args:
            entries: The main document, or the roots of a walk.
            options: The settings.
            mode: What the call is.
            retain: Whether rows are kept for the result.
            seen: What an earlier walk knows of URLs.
            content: The main document itself, if the caller has it.
        """
        roots = list(entries)
        self.options = options
        self.main_error: SitemapError | None = None
        self._url = roots[0].url if roots else ""
        self._mode = mode
        self._content = content
        self._policy = Policy.of(options)
        self._selection = Selection.of(options)
        self._budget = Budget.of(options)
        self._ledger = Ledger(ErrorLog(self._url, options.max_validation_errors), retain)
        self._deduper = Deduper() if options.dedupe else None
        self._frontier = Frontier.of(roots, seen or {})
        self._window = Window()
        self._hopping: deque[Job] = deque()
        self._deadline: float | None = None
        self._started = False
        self._cancelled = False
        self._done = False
        self._cut: Entry | None = None
        self._queued = len(self._frontier)
        self._duplicates = 0
        self._heard = [self._progress(ProgressKind.QUEUED, each) for each in self._frontier]

    def next_action(self, now: float) -> Action:
        """Return what is to be done next.

        Args:
            now: Seconds on any clock that does not go back.
        """
        self._begin(now)
        while not self._done:
            if self._cancelled or (self._deadline is not None and now >= self._deadline):
                self._end_early(Reason.CANCELLED if self._cancelled else Reason.TOTAL_TIMEOUT)
                break
            document = self._commit()
            if document is not None:
                return Visit(document)
            if self._done:
                break
            if self._hopping:
                return Fetch(self._hopping.popleft())
            job = self._open()
            if job is None:
                if self._window:
                    return Wait(self._deadline)
                self._close()
            elif job.state is State.FLYING:
                return Fetch(job)
        return Done()

    def received(self, job: Job, reading: Reading) -> None:
        """Take a document in; it is committed in its turn."""
        job.deliver(reading)

    def failed(self, job: Job, refusal: Refusal) -> None:
        """Take in that there is no document."""
        job.fail(refusal)

    def hopped(self, job: Job, hop: Hop) -> None:
        """Take in that a job was redirected: it goes on, unless the document is another's."""
        if not self._window.hop(job, hop):
            return
        if self._frontier.committed(hop.key):  # in an earlier round
            job.duplicate()
        else:
            self._hopping.append(job)

    def cancel(self) -> None:
        """End the call with what is committed (rule [91])."""
        self._cancelled = True

    def heard(self) -> list[Progress]:
        """Return what has happened since the last time."""
        heard, self._heard = self._heard, []
        return heard

    def result(self, *, rows: bool = True) -> Result:
        """Return what was found so far."""
        ledger = self._ledger
        kept: dict[str, Any] = {"urls": ledger.urls(), "sitemaps": ledger.sitemaps()} if rows and ledger.retain else {}
        return Result(
            url=self._url,
            errors=ledger.errors.sequence(),
            error_count=ledger.errors.count,
            notes=tuple(ledger.notes),
            failures=tuple(ledger.failures),
            reasons=tuple(each for each in Reason if each in ledger.reasons),
            retained=bool(rows and ledger.retain),
            frontier=[resume.entry_data(each) for each in self._rest() if each.url],
            seen=resume.seen_data(self._frontier.marks),
            stats=self._budget.stats(),
            **kept,
        )

    # What is asked for.

    def _begin(self, now: float) -> None:
        if not self._started:
            self._started = True
            if self.options.total_timeout is not None:
                self._deadline = now + self.options.total_timeout

    def _open(self) -> Job | None:
        """Begin with the entry whose turn it is, if there is one and there is room for it."""
        if not self._frontier or len(self._window) >= self.options.concurrency or not self._may_ask():
            return None
        entry = self._frontier.pop()
        if self._counts(entry):
            self._budget.asked += 1
        job = self._window.open(entry)
        if job.state is not State.FLYING:
            return job
        if entry.main and self._content is not None:
            job.trail.keys = [entry.key] if entry.key else []
            job.exchange = given(self._content, entry.url)
            self._content = None
            return job
        try:
            if entry.main:
                check_location(entry.url)
        except ValidationError as error:
            job.fail(error)
        else:
            job.exchange = exchange(entry, job.trail, self._policy)
        return job

    def _counts(self, entry: Entry) -> bool:
        """Whether an entry counts towards the limit of sitemaps: in a walk all do, else all but the main document."""
        return self._mode is Mode.WALK or not entry.main

    def _may_ask(self) -> bool:
        return self._budget.may_ask() or not self._counts(self._frontier.head)

    # What is committed.

    def _commit(self) -> Document | None:
        """Commit what can be, up to and including the next document to be handed over."""
        while self._window and not self._done:
            job = self._window.settled()
            if job is None:
                return None
            document = None
            match job.state:
                case State.FAILED:
                    self._fail(job)
                case State.READ if not any(self._frontier.committed(key) for key in job.trail.keys):
                    document = self._read(job)
                case State.ALIAS if job.owner is not None and job.owner.entry.outcome is Outcome.FAILED:
                    job.failure = job.owner.failure
                    self._fail(job)
                case _:
                    self._duplicate(job)
            if not self._done and self._budget.spent() and self._something_left():
                self._end_early(Reason.URL_LIMIT)
            if document is not None:
                return document
        return None

    def _pop(self, job: Job, mark: Mark | None) -> None:
        """Take the head out of the window, count it and mark its URLs."""
        trail = job.trail
        self._window.pop()
        self._budget.documents += 1
        self._budget.requests += trail.requests
        self._budget.received += trail.received
        if mark is not None:
            self._frontier.settle((job.entry.key, *trail.keys), mark)

    def _fail(self, job: Job) -> None:
        entry, error = job.entry, job.error()
        entry.outcome, entry.error = Outcome.FAILED, str(error)
        entry.meta = None if job.reading is None else job.reading.meta
        self._pop(job, Mark.FAILED)
        self._ledger.fail(entry, error)
        if entry.main and self._mode is not Mode.WALK:
            self.main_error = error
        self._heard.append(self._progress(ProgressKind.FAILED, entry))

    def _duplicate(self, job: Job) -> None:
        entry = job.entry
        entry.outcome = Outcome.DUPLICATE
        if job.owner is not None:
            entry.meta = job.owner.entry.meta
        elif job.reading is not None:
            entry.meta = job.reading.meta
        self._pop(job, Mark.COMMITTED)
        self._duplicates += 1
        self._heard.append(self._progress(ProgressKind.DUPLICATE, entry))

    def _read(self, job: Job) -> Document | None:
        """Commit a document; in a walk, one that the URL budget has no room for is put off (rule [103])."""
        entry, reading, budget = job.entry, job.reading, self._budget
        if reading is None or reading.parsed is None:
            raise AssertionError(job.state)
        parsed, meta = reading.parsed, reading.meta
        pages = self._selection.pages(parsed.urls)
        whole = self._mode is Mode.WALK
        if whole and budget.crossed_by(len(pages)):
            self._end_early(Reason.URL_LIMIT)
            return None
        observed = len(pages)
        if self._deduper is not None:
            pages = pages.filter(self._deduper.mask(pages))
        cut = fitting(pages, parsed.errors, None if whole else budget.room())
        # One that is cut short is read again when the call is taken up, so it is not among those seen.
        self._pop(job, None if cut.short else Mark.COMMITTED)
        budget.urls += observed if whole else len(cut.pages)
        budget.read += 1
        budget.outside += parsed.outside_hosts
        entry.outcome, entry.meta = Outcome.FETCHED, meta
        if entry.main:
            entry.root.served, entry.root.private = meta.url, entry.root.private or meta.private
        self._ledger.keep(cut.pages)
        self._ledger.errors.record(cut.errors)
        self._ledger.notes.extend(parsed.notes)
        if not parsed.complete and not cut.short:
            self._ledger.reasons.add(Reason.DOCUMENT_PARTIAL)
        self._heard.append(self._progress(ProgressKind.FETCHED, entry))
        sitemaps = levelled(parsed.sitemaps, level_of(reading, entry))
        if len(sitemaps):
            self._list(reading, entry, sitemaps)
        if cut.short:
            self._cut = entry
            self._end_early(Reason.URL_LIMIT)
        return document_of(parsed, entry, meta, cut, sitemaps)

    def _list(self, reading: Reading, parent: Entry, sitemaps: SitemapTable) -> None:
        """Put what a document lists into the frontier, and on the list of sitemaps."""
        found = children(
            reading,
            parent,
            sitemaps,
            self._selection,
            self._frontier.known,
            follow=self._mode is not Mode.READ,
            deeper=self._budget.may_follow(level_of(reading, parent), robots=reading.robots),
        )
        for entry in found.wanted:
            self._frontier.add(entry)
        if found.wanted:
            self._queued += len(found.wanted)
            self._heard.append(self._progress(ProgressKind.QUEUED, parent))
        if found.stopped:
            reason = f"max recursion depth of {self.options.max_depth} reached"
            error = ParseError(reason, url=reading.meta.url, code="depth_limit", limit=Limit.DEPTH)
            self._ledger.stop(Reason.DEPTH_LIMIT, error)
        kept = self._budget.list(len(found.fates))
        self._ledger.list(sitemaps[:kept], found.fates[:kept])
        if kept < len(found.fates):
            self._over_sitemaps()

    # How it ends.

    def _something_left(self) -> bool:
        """Whether a sitemap would have been requested, had the URLs not reached their limit (rule [86])."""
        if any(self._window.claimed(job.entry) is None for job in self._window):
            return True
        return any(self._window.claimed(entry) is None for entry in self._frontier) and self._may_ask()

    def _close(self) -> None:
        """End, the window being empty; what is still in the frontier is over the limit of sitemaps (rule [85])."""
        if self._rest():
            self._over_sitemaps()
        self._finish(Outcome.OVER_LIMIT)

    def _over_sitemaps(self) -> None:
        if Reason.DOCUMENT_LIMIT not in self._ledger.reasons:
            reason = f"limit of {self.options.max_sitemaps} sitemaps reached"
            error = ParseError(reason, url=self._url, code="sitemap_limit", limit=Limit.SITEMAPS)
            self._ledger.stop(Reason.DOCUMENT_LIMIT, error)

    def _end_early(self, reason: Reason) -> None:
        """Stop with what is committed."""
        outcome: Outcome = Outcome.OVER_LIMIT
        limit: Limit | None = None
        match reason:
            case Reason.URL_LIMIT:
                text, code, limit = f"limit of {self.options.max_urls} URLs reached", "url_limit", Limit.URLS
            case Reason.TOTAL_TIMEOUT:
                text = f"total timeout of {self.options.total_timeout:g} seconds reached"
                code, limit, outcome = "total_timeout", Limit.TIME, Outcome.PENDING
            case _:
                text, code, outcome = "the call was cancelled", "cancelled", Outcome.PENDING
        if self._cut is not None or self._window or self._frontier:
            self._ledger.stop(reason, ParseError(text, url=self._url, code=code, limit=limit))
        self._finish(outcome)

    def _finish(self, outcome: Outcome) -> None:
        self._done = True
        for entry in self._rest():
            if entry is not self._cut:
                entry.outcome = outcome

    def _rest(self) -> list[Entry]:
        """Return what is eligible and not committed, breadth first (rule [103])."""
        rest = [] if self._cut is None else [self._cut]
        for entry in (*(job.entry for job in self._window), *self._frontier):
            owner = self._window.claimed(entry)
            if owner is None or not owner.committed or owner.entry.outcome is Outcome.FAILED:
                rest.append(entry)
            elif self._done:
                entry.outcome = Outcome.DUPLICATE
        return rest

    def _progress(self, kind: ProgressKind, entry: Entry) -> Progress:
        budget = self._budget
        failed = len(self._ledger.failures)
        return Progress(
            kind=kind,
            url=entry.url,
            error=entry.error if kind is ProgressKind.FAILED else None,
            queued=self._queued,
            fetched=budget.read,
            failed=failed,
            duplicates=self._duplicates,
            urls=budget.urls,
            bytes=budget.received,
        )
