"""The errors of a document or a call as one sequence, made into exceptions on access.

Enters: the diagnostics of the core, which are rows, and single exceptions. Leaves: a `collections.abc.Sequence` whose
members are made when they are looked at, so that a hundred thousand of them cost no object each. `_document` and
`_walk.result` hold one.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Protocol, overload

from sitemapfast.exceptions import SitemapError

__all__ = ["ErrorList", "Errors", "Without"]


class Errors(Protocol):
    """Any sequence of errors: a list of them, or the core's rows."""

    def __len__(self) -> int:
        """Return how many there are."""
        ...

    def __getitem__(self, place: int, /) -> SitemapError:
        """Return one of them."""
        ...

    def __iter__(self) -> Iterator[SitemapError]:
        """Yield them."""
        ...


class ErrorList(Sequence[SitemapError]):
    """The recorded errors, in the order of the documents they were found in.

    Members are made on access: two looks at the same place give equal exceptions, not the same one.

    Examples:
        >>> from sitemapfast import ConfigError
        >>> errors = ErrorList([[ConfigError("expected a number", field="delay")]])
        >>> len(errors), errors[0].field
        (1, 'delay')
    """

    __slots__ = ("_ends", "_segments")

    def __init__(self, segments: Iterable[Errors] = ()) -> None:
        """Join sequences of errors, which are kept as they are."""
        self._segments = tuple(each for each in segments if len(each))
        self._ends = tuple(accumulate(len(each) for each in self._segments))

    def __len__(self) -> int:
        """Return how many errors are kept."""
        return self._ends[-1] if self._ends else 0

    @overload
    def __getitem__(self, index: int) -> SitemapError: ...

    @overload
    def __getitem__(self, index: slice) -> ErrorList: ...

    def __getitem__(self, index: int | slice) -> SitemapError | ErrorList:
        """Return one error, or several of them."""
        if isinstance(index, slice):
            return ErrorList([[self._at(place) for place in range(*index.indices(len(self)))]])
        place = index + len(self) if index < 0 else index
        if not 0 <= place < len(self):
            raise IndexError(index)
        return self._at(place)

    def __iter__(self) -> Iterator[SitemapError]:
        """Yield the errors one after the other."""
        for segment in self._segments:
            yield from segment

    def __eq__(self, other: object) -> bool:
        """Compare with another list of errors, or a plain list or tuple of them."""
        if not isinstance(other, (ErrorList, list, tuple)):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Show how many there are, and the first."""
        if not self:
            return "<no errors>"
        more = f", and {len(self) - 1:,} more" if len(self) > 1 else ""
        return f"<{type(self[0]).__name__}: {self[0]}{more}>"

    def __reduce__(self) -> tuple[type[ErrorList], tuple[tuple[Errors, ...]]]:
        """Pickle the segments, which know how to pickle themselves."""
        return (ErrorList, (self._segments,))

    def _at(self, place: int) -> SitemapError:
        segment = bisect_right(self._ends, place)
        return self._segments[segment][place - (self._ends[segment - 1] if segment else 0)]


class Without(Sequence[SitemapError]):
    """A sequence of errors that leaves one of them out, without making the others."""

    __slots__ = ("_errors", "_place")

    def __init__(self, errors: Errors, place: int) -> None:
        """Take the errors, and the place of the one to leave out."""
        self._errors = errors
        self._place = place

    def __len__(self) -> int:
        """Return how many are left."""
        return len(self._errors) - 1

    @overload
    def __getitem__(self, index: int) -> SitemapError: ...

    @overload
    def __getitem__(self, index: slice) -> list[SitemapError]: ...

    def __getitem__(self, index: int | slice) -> SitemapError | list[SitemapError]:
        """Return one error, or several of them."""
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        place = range(len(self))[index]
        return self._errors[place + (place >= self._place)]

    def __reduce__(self) -> tuple[type[Without], tuple[Errors, int]]:
        """Pickle what it was made of."""
        return (Without, (self._errors, self._place))
