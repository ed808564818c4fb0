"""The driver for threads: it carries out what the engine says, and decides nothing.

Enters: an engine and its `Ports`. Leaves: the documents, one at a time, in order; the traversal rests while the
caller looks at one. Every read has a thread of its own, never more than the engine's window; the engine, the visitor
and the predicates run in the thread of the call. The threads are daemons: one that is stuck in a caller's fetcher
does not hold the interpreter.
"""

from __future__ import annotations

import threading
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, TypeAlias

from sitemapfast._walk.engine import Done, Fetch, Visit, Wait
from sitemapfast._walk.policy import Authorize, Collect, Hop, Pause, Refusal, Reply, Send, Turn
from sitemapfast._walk.reading import Reading, read
from sitemapfast.exceptions import ConfigError, NetworkError

if TYPE_CHECKING:
    from collections.abc import Generator

    from sitemapfast._document import Document
    from sitemapfast._walk.engine import Engine
    from sitemapfast._walk.ports import Ports
    from sitemapfast._walk.window import Job
    from sitemapfast.typing import Answer, Request

__all__ = ["drive", "refuse_awaitable"]

Outcome: TypeAlias = "Reading | Refusal | Hop | BaseException"

# Seconds to wait for reads that were ended: sockets of ours are shut at once, a caller's fetcher may not listen.
_PATIENCE = 1.0


class _Stopped(BaseException):
    """The call is over; nobody waits for this read any more."""


def drive(engine: Engine, ports: Ports) -> Generator[Document, None, None]:
    """Run a call to its end, handing over each document.

    Raises:
        BaseException: What the caller's own functions raised, as it is (rule [104]).
    """
    crew = _Crew(engine, ports)
    unwatch = ports.cancel.watch(crew.wake) if ports.cancel is not None else None
    try:
        while True:
            if ports.cancel is not None and ports.cancel.cancelled:
                engine.cancel()
            action = engine.next_action(ports.clock())
            ports.report(engine.heard())
            match action:
                case Fetch():
                    crew.start(action.job)
                case Visit():
                    document = action.document
                    del action
                    yield document
                    del document
                case Wait():
                    crew.wait(action.until)
                case Done():
                    return
    finally:
        if unwatch is not None:
            unwatch()
        crew.stop()


class _Crew:
    """The threads that read, as many as there are reads at once."""

    def __init__(self, engine: Engine, ports: Ports) -> None:
        self._engine = engine
        self._ports = ports
        self._tasks: SimpleQueue[Job | None] = SimpleQueue()
        self._inbox: SimpleQueue[tuple[Job, Outcome] | None] = SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._flying = 0
        self._stopping = threading.Event()

    def start(self, job: Job) -> None:
        """Have a job's exchange go on."""
        self._flying += 1
        if self._flying > len(self._threads):
            thread = threading.Thread(target=self._work, name="sitemapfast-read", daemon=True)
            self._threads.append(thread)
            thread.start()
        self._tasks.put(job)

    def wake(self) -> None:
        """Have the wait end."""
        self._inbox.put(None)

    def wait(self, until: float | None) -> None:
        """Wait for a read to end, and tell the engine."""
        try:
            timeout = None if until is None else max(0.0, until - self._ports.clock())
            arrived = self._inbox.get(timeout=timeout)
        except Empty:
            return
        if arrived is None:
            return
        self._flying -= 1
        job, outcome = arrived
        match outcome:
            case Reading():
                self._engine.received(job, outcome)
            case Refusal():
                self._engine.failed(job, outcome)
            case Hop():
                self._engine.hopped(job, outcome)
            case _:
                raise outcome

    def stop(self) -> None:
        """End the reads in flight, and wait a little for their threads."""
        self._stopping.set()
        if self._flying:
            self._ports.abort()
        for _ in self._threads:
            self._tasks.put(None)
        ends = self._ports.clock() + _PATIENCE
        for thread in self._threads:
            thread.join(max(0.0, ends - self._ports.clock()))

    def _work(self) -> None:
        while (job := self._tasks.get()) is not None:
            try:
                outcome: Outcome = self._leg(job)
            except _Stopped:
                return
            except BaseException as error:  # noqa: BLE001  raised again in the thread of the call
                outcome = error
            self._inbox.put((job, outcome))
            del job, outcome

    def _leg(self, job: Job) -> Outcome:
        """Take the steps of an exchange up to a hop or its end."""
        exchange, ports, value = job.exchange, self._ports, None
        if exchange is None:
            raise AssertionError(job)
        while not self._stopping.is_set():
            try:
                step = exchange.send(value)
            except StopIteration as end:
                delivered = end.value
                break
            value = None
            match step:
                case Authorize():
                    value = ports.authorize(step.request) if ports.authorize is not None else None
                    refuse_awaitable(value, "authorize")
                case Turn():
                    self._pause(ports.turn(step.host, ports.clock()) - ports.clock())
                case Pause():
                    self._pause(step.seconds)
                case Send():
                    value = Reply(self._answer(step.request), ports.wall())
                case Collect():
                    value = self._bytes(step)
                case Hop():
                    return step
        else:
            raise _Stopped
        return (
            delivered
            if isinstance(delivered, Refusal)
            else read(delivered, job.entry, self._engine.options, ports.decode)
        )

    def _answer(self, request: Request) -> Answer | NetworkError:
        try:
            answer: Answer = self._ports.fetch(request)
        except NetworkError as error:  # an answer like others (rule [104])
            return error
        refuse_awaitable(answer, "fetcher")
        return answer

    def _bytes(self, step: Collect) -> bytes | NetworkError:
        try:
            collected: bytes = self._ports.collect(step.body.data, step.max_bytes)
        except NetworkError as error:
            return error
        return collected

    def _pause(self, seconds: float) -> None:
        if seconds > 0 and self._stopping.wait(seconds):
            raise _Stopped


def refuse_awaitable(value: object, field: str) -> None:
    """Raise `ConfigError` for what a function of the wrong colour returned."""
    if hasattr(value, "__await__"):
        close = getattr(value, "close", None)
        if close is not None:
            close()  # a coroutine that is never awaited warns
        raise ConfigError("it is asynchronous: give it to AsyncSitemapParser or aparse", field=field)
