"""The errors of sitemapfast, and the notes that are none.

::

    SitemapError                  everything below; never raised itself
     +-- ConfigError              a wrong setting; also a ValueError
     +-- NetworkError             a document could not be fetched
     +-- ParseError               a document could not be read, or a limit was reached
     +-- ValidationError          an entry or a value was left out

Enters: what the Rust core and the traversal found. Leaves: exceptions that are raised for the main
document and recorded for everything below it (rules [1] to [7]). Imports nothing of ours, so that the
core can import it at any time.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

__all__ = ["ConfigError", "Limit", "NetworkError", "Note", "ParseError", "SitemapError", "ValidationError"]


class Limit(StrEnum):
    """The limits a call can reach, so that an error tells which one it was (rule [2])."""

    SIZE = "size"
    DEPTH = "depth"
    SITEMAPS = "sitemaps"
    URLS = "urls"
    VALIDATION_ERRORS = "validation_errors"
    TIME = "time"


def _quoted(text: str) -> str:
    """Return `text` in double quotes, with nothing in it that a terminal would obey."""
    shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return f'"{shown}"'


class SitemapError(Exception):
    """The base of all errors of sitemapfast.

    Attributes:
        code: A stable identifier of what went wrong, such as ``invalid_lastmod``.
        reason: What was found and what was expected, without the subject.
        limit: The limit that was reached, or ``None``.
        result: What was read so far, on an exception that a call raised for its main document.
    """

    _verb = "read"

    code: str
    reason: str
    limit: Limit | None
    result: Any

    def __init__(self, reason: str, *, code: str, limit: Limit | None = None) -> None:
        self.code = code
        self.reason = reason
        self.limit = limit
        self.result = None
        super().__init__(f"{self._verb} {_quoted(self._subject())}: {reason}")

    def _subject(self) -> str:
        return ""

    def _key(self) -> tuple[object, ...]:
        fields = {k: v for k, v in self.__dict__.items() if k not in {"result", "__notes__"}}
        return (str(self), tuple(sorted((k, repr(v)) for k, v in fields.items())))

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash((type(self), str(self)))

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuild, (type(self), str(self), dict(self.__dict__), self.__cause__))


def _rebuild(
    cls: type[SitemapError], message: str, fields: dict[str, Any], cause: BaseException | None
) -> SitemapError:
    error = cls.__new__(cls)
    Exception.__init__(error, message)
    error.__dict__.update(fields)
    error.__cause__ = cause
    return error


class ConfigError(SitemapError, ValueError):
    """A setting has a value that it cannot have (rule [3]); raised where the setting is given.

    Attributes:
        field: The name of the setting.
    """

    _verb = "config"

    def __init__(self, reason: str, *, field: str, code: str = "invalid_setting") -> None:
        self.field = field
        super().__init__(reason, code=code)

    def _subject(self) -> str:
        return self.field


class NetworkError(SitemapError):
    """A document could not be fetched.

    Attributes:
        url: The URL that was requested (rule [5]).
        status: The HTTP status the server answered with, or ``None`` where it did not answer.
    """

    _verb = "fetch"

    def __init__(
        self, reason: str, *, url: str, code: str, status: int | None = None, limit: Limit | None = None
    ) -> None:
        self.url = url
        self.status = status
        super().__init__(reason, code=code, limit=limit)

    def _subject(self) -> str:
        return self.url


class ParseError(SitemapError):
    """A document could not be read to its end, or a limit of the call was reached.

    Attributes:
        url: The URL the document was served from, or the one the call was made for (rule [5]).
        offset: Where it happened, in bytes of the decoded UTF-8 text from 0, or ``None``.
        line: The line, from 1, or ``None``.
        column: The column in characters, from 1, or ``None``.
    """

    _verb = "parse"

    def __init__(
        self,
        reason: str,
        *,
        url: str,
        code: str,
        offset: int | None = None,
        line: int | None = None,
        column: int | None = None,
        limit: Limit | None = None,
    ) -> None:
        self.url = url
        self.offset = offset
        self.line = line
        self.column = column
        super().__init__(reason, code=code, limit=limit)

    def _subject(self) -> str:
        return self.url


class ValidationError(SitemapError):
    """An entry or one of its values was left out.

    Attributes:
        url: The rejected URL, or the page a bad value belongs to, or the sitemap for an entry without
            a location (rule [5]).
        field: The element or attribute the value stood in, such as ``lastmod``.
        value: The value that was found, cut to a bounded length, or ``None``.
        entry_index: The position of the entry in its document, from 0, or ``None``.
        line: The line of the entry, from 1, or ``None``.
    """

    _verb = "validate"

    def __init__(
        self,
        reason: str,
        *,
        url: str,
        code: str,
        field: str | None = None,
        value: str | None = None,
        entry_index: int | None = None,
        line: int | None = None,
    ) -> None:
        self.url = url
        self.field = field
        self.value = value
        self.entry_index = entry_index
        self.line = line
        super().__init__(reason, code=code)

    def _subject(self) -> str:
        return self.url


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """Something that was read past and cost nothing (rule [7]).

    Attributes:
        code: A stable identifier, such as ``bare_ampersand``.
        document: The URL of the document it was found in.
        line: The first line it was found on, from 1, or ``None``.
        count: How often it was found in the document.
        message: What it means.
    """

    code: str
    document: str
    line: int | None
    count: int
    message: str
