"""The documents of a call, one after the other (rule [101]).

Enters: a driver's generator and its engine. Leaves: an iterator that raises what the main document raises, on the
first step, and knows the `Result` so far. `_api` makes them.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Generator
    from types import TracebackType

    from sitemapfast._document import Document
    from sitemapfast._walk.result import Result
    from sitemapfast.exceptions import SitemapError

__all__ = ["AsyncDocumentStream", "DocumentStream"]


class _Stream:
    """What both streams are, but for the step to the next document."""

    def __init__(self, result: Callable[[], Result], failure: Callable[[], SitemapError | None]) -> None:
        self._result = result
        self._failure = failure
        self._raised = False

    @property
    def result(self) -> Result:
        """What was found so far, without rows: errors, notes, failures, frontier, seen and stats."""
        return self._result()

    def _end(self) -> SitemapError | None:
        """Return what the main document raises, once."""
        error = None if self._raised else self._failure()
        self._raised = True
        return error


class DocumentStream(_Stream, Iterator["Document"]):
    """The documents in order; the traversal rests while one is looked at. Close it, or exhaust it.

    Attributes:
        result: The `Result` so far, without rows.
    """

    def __init__(
        self,
        documents: Generator[Document, None, None],
        result: Callable[[], Result],
        failure: Callable[[], SitemapError | None],
    ) -> None:
        """Take a driver's generator, and how the engine is asked."""
        super().__init__(result, failure)
        self._documents = documents

    def __next__(self) -> Document:
        """Return the next document; raise on the first step if the main document could not be read (rule [4])."""
        try:
            return next(self._documents)
        except StopIteration:
            error = self._end()
            if error is not None:
                raise error from error.__cause__
            raise

    def close(self) -> None:
        """End the call; reads in flight are given up."""
        self._documents.close()

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()


class AsyncDocumentStream(_Stream, AsyncIterator["Document"]):
    """The same under asyncio."""

    def __init__(
        self,
        documents: AsyncGenerator[Document, None],
        result: Callable[[], Result],
        failure: Callable[[], SitemapError | None],
    ) -> None:
        """Take a driver's generator, and how the engine is asked."""
        super().__init__(result, failure)
        self._documents = documents

    async def __anext__(self) -> Document:
        """Return the next document; raise on the first step if the main document could not be read (rule [4])."""
        try:
            return await anext(self._documents)
        except StopAsyncIteration:
            error = self._end()
            if error is not None:
                raise error from error.__cause__
            raise

    async def aclose(self) -> None:
        """End the call; reads in flight are given up."""
        await self._documents.aclose()

    async def __aenter__(self) -> Self:
        """Return itself."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        await self.aclose()
