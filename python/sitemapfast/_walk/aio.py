"""The driver for asyncio: it carries out what the engine says, and decides nothing.

Enters: an engine and its `Ports`. Leaves: the documents, one at a time, in order; the traversal rests while the
caller looks at one. Every read is a task; a large document is parsed in a thread, a small one where it is, since the
change of thread would take longer. When the caller's task is cancelled, so are the reads, and they are over before
`CancelledError` goes on its way (rule [91]).
"""

from __future__ import annotations

import asyncio
import contextlib
from inspect import isawaitable
from typing import TYPE_CHECKING, TypeAlias

from sitemapfast._walk.engine import Done, Fetch, Visit, Wait
from sitemapfast._walk.policy import Authorize, Collect, Hop, Pause, Refusal, Reply, Send, Turn
from sitemapfast._walk.reading import Reading, read
from sitemapfast.exceptions import NetworkError

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from sitemapfast._document import Document
    from sitemapfast._walk.engine import Engine
    from sitemapfast._walk.ports import Ports
    from sitemapfast._walk.window import Job
    from sitemapfast.typing import Answer, Request

__all__ = ["drive"]

Outcome: TypeAlias = "Reading | Refusal | Hop"

# Bytes as received: what parses in less time than a thread takes to be found.
_SMALL = 1 << 15


async def drive(engine: Engine, ports: Ports) -> AsyncGenerator[Document, None]:
    """Run a call to its end, handing over each document.

    Raises:
        BaseException: What the caller's own functions raised, as it is (rule [104]).
    """
    crew = _Crew(engine, ports)
    loop = asyncio.get_running_loop()
    unwatch = None
    if ports.cancel is not None:
        unwatch = ports.cancel.watch(lambda: _call_soon(loop, crew))
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
                    await crew.wait(action.until)
                case Done():
                    return
    finally:
        if unwatch is not None:
            unwatch()
        await crew.stop()


def _call_soon(loop: asyncio.AbstractEventLoop, crew: _Crew) -> None:
    # A loop that was closed since has no call to wake.
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(crew.wake)


class _Crew:
    """The tasks that read."""

    def __init__(self, engine: Engine, ports: Ports) -> None:
        self._engine = engine
        self._ports = ports
        self._tasks: dict[asyncio.Task[Outcome], Job] = {}
        self._ended: list[asyncio.Task[Outcome]] = []
        self._news = asyncio.Event()

    def start(self, job: Job) -> None:
        """Have a job's exchange go on."""
        task = asyncio.create_task(self._leg(job), name="sitemapfast-read")
        self._tasks[task] = job
        task.add_done_callback(self._end)

    def wake(self) -> None:
        """Have the wait end."""
        self._news.set()

    async def wait(self, until: float | None) -> None:
        """Wait for reads to end, and tell the engine."""
        timeout = None if until is None else max(0.0, until - self._ports.clock())
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(timeout):
                await self._news.wait()
        self._news.clear()
        ended, self._ended = self._ended, []
        for task in ended:
            job = self._tasks.pop(task)
            match task.result():
                case Reading() as reading:
                    self._engine.received(job, reading)
                case Refusal() as refusal:
                    self._engine.failed(job, refusal)
                case Hop() as hop:
                    self._engine.hopped(job, hop)

    async def stop(self) -> None:
        """End the reads in flight, and wait until they are over."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _end(self, task: asyncio.Task[Outcome]) -> None:
        self._ended.append(task)
        self._news.set()

    async def _leg(self, job: Job) -> Outcome:  # noqa: C901  one line for each step
        """Take the steps of an exchange up to a hop or its end."""
        exchange, ports, value = job.exchange, self._ports, None
        if exchange is None:
            raise AssertionError(job)
        while True:
            try:
                step = exchange.send(value)
            except StopIteration as end:
                delivered = end.value
                break
            value = None
            match step:
                case Authorize():
                    value = ports.authorize(step.request) if ports.authorize is not None else None
                    value = await value if isawaitable(value) else value
                case Turn():
                    await asyncio.sleep(max(0.0, ports.turn(step.host, ports.clock()) - ports.clock()))
                case Pause():
                    await asyncio.sleep(step.seconds)
                case Send():
                    value = Reply(await self._answer(step.request), ports.wall())
                case Collect():
                    value = await self._bytes(step)
                case Hop():
                    return step
        if isinstance(delivered, Refusal):
            return delivered
        work = (delivered, job.entry, self._engine.options, ports.decode)
        return await asyncio.to_thread(read, *work) if len(delivered.data) > _SMALL else read(*work)

    async def _answer(self, request: Request) -> Answer | NetworkError:
        try:
            fetched = self._ports.fetch(request)
            answer: Answer = await fetched if isawaitable(fetched) else fetched
        except NetworkError as error:  # an answer like others (rule [104])
            return error
        return answer

    async def _bytes(self, step: Collect) -> bytes | NetworkError:
        try:
            collected: bytes = await self._ports.collect(step.body.data, step.max_bytes)
        except NetworkError as error:
            return error
        return collected
