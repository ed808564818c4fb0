"""The jobs in flight and those that wait to be committed, in breadth-first order; and who asked for which URL.

Enters: entries whose turn it is, hops, and what came of the reads. Leaves: the head, once what became of it is known.
Only `engine` calls it.

A URL is asked for once (rule [84]). The first job that asks for it, in its own right or by a redirect, claims it;
another one that is led there becomes an alias. Which one is first is a matter of timing, what comes of it is not:
when an alias is at the head and the other stands behind it, the two change places.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING, TypeAlias

from sitemapfast._walk.policy import CIRCLE, Refusal, Trail
from sitemapfast.exceptions import ParseError, ValidationError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sitemapfast._walk.frontier import Entry
    from sitemapfast._walk.policy import Exchange, Hop
    from sitemapfast._walk.reading import Reading
    from sitemapfast.exceptions import SitemapError

__all__ = ["Job", "State", "Window"]

Failing: TypeAlias = Refusal | ParseError | ValidationError


class State(Enum):
    """How far a job is."""

    FLYING = auto()
    READ = auto()
    FAILED = auto()
    DUPLICATE = auto()
    ALIAS = auto()


@dataclass(slots=True, eq=False)
class Job:
    """One document on its way.

    Attributes:
        entry: What is asked for.
        exchange: The steps that remain, for a driver to take.
        trail: Where it has been.
        state: How far it is.
        reading: The document, until it is committed.
        failure: Why there is none.
        owner: The job that asks for the same document, of an alias.
        committed: Whether its turn is over.
    """

    entry: Entry
    exchange: Exchange | None = None
    trail: Trail = field(default_factory=Trail)
    state: State = State.FLYING
    reading: Reading | None = None
    failure: Failing | None = None
    owner: Job | None = None
    committed: bool = False

    def deliver(self, reading: Reading) -> None:
        """Its document is here, or cannot be read."""
        self.exchange = None
        if reading.error is None:
            self.state, self.reading = State.READ, reading
        else:
            self.state, self.reading, self.failure = State.FAILED, reading, reading.error

    def fail(self, failure: Failing) -> None:
        """There will be no document."""
        self.exchange = None
        self.state, self.failure = State.FAILED, failure

    def follow(self, owner: Job) -> None:
        """What becomes of it is what becomes of another."""
        self._leave()
        self.state, self.owner, self.reading, self.failure = State.ALIAS, owner, None, None

    def duplicate(self) -> None:
        """Its document was read before."""
        self._leave()
        self.state = State.DUPLICATE

    def take_over(self, other: Job) -> None:
        """Become what the other one is, which follows from now on."""
        self.state, self.reading, self.failure, self.owner = other.state, other.reading, other.failure, None
        self.trail.keys += [key for key in other.trail.keys if key not in self.trail.keys]
        self.trail.requests += other.trail.requests
        self.trail.received += other.trail.received
        other.trail = Trail()
        other.follow(self)

    def error(self) -> SitemapError:
        """Return the error that is recorded for it."""
        if isinstance(self.failure, Refusal):
            return self.failure.error(self.entry.url)
        if self.failure is None:
            raise AssertionError(self.state)
        return self.failure

    def commit(self) -> None:
        """Its turn is over: let go of everything that takes room."""
        self.committed = True
        self.reading = None
        self.trail = _WALKED

    def _leave(self) -> None:
        if self.exchange is not None:
            self.exchange.close()
            self.exchange = None


# In place of the trails of all jobs that are committed.
_WALKED = Trail()


@dataclass(slots=True)
class Window:
    """The jobs that are open, and the claims of the whole call."""

    _jobs: deque[Job] = field(default_factory=deque)
    _claims: dict[str, Job] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self._jobs)

    def __iter__(self) -> Iterator[Job]:
        return iter(self._jobs)

    def open(self, entry: Entry) -> Job:
        """Begin with an entry, at the end of the window."""
        job = Job(entry)
        owner = self._claims.setdefault(entry.key, job) if entry.key else job
        if owner is not job:
            job.follow(owner)
        self._jobs.append(job)
        return job

    def hop(self, job: Job, hop: Hop) -> bool:
        """Return whether a redirect is to be followed: nobody else has asked for the URL."""
        owner = self._claims.setdefault(hop.key, job)
        if owner is not job:
            job.follow(owner)
        return owner is job

    def claimed(self, entry: Entry) -> Job | None:
        """Return the job of another entry that has asked for its URL."""
        owner = self._claims.get(entry.key) if entry.key else None
        return None if owner is None or owner.entry is entry else owner

    def settled(self) -> Job | None:
        """Return the head if what became of it is known, the best alias for it found."""
        job = self._jobs[0]
        passed = {job}
        while job.state is State.ALIAS and job.owner is not None and not job.owner.committed:
            owner = job.owner
            if owner in passed:
                job.owner = None
                job.fail(CIRCLE)
            elif owner.state is State.ALIAS:
                passed.add(owner)
                job.owner = owner.owner
            elif owner.state is State.FLYING:
                return None
            else:
                job.take_over(owner)
                self._claims.update(dict.fromkeys(job.trail.keys, job))
        return None if job.state is State.FLYING else job

    def pop(self) -> Job:
        """Take the head away: its turn is over."""
        job = self._jobs.popleft()
        job.commit()
        return job
