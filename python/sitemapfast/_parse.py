"""One document, without a network: from bytes, from a file, or piece by piece.

Enters: bytes, text, a path or chunks, and where they are from. Leaves: a `Document`, or the `ParseError` of a
document that is refused as a whole.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from sitemapfast import _core
from sitemapfast._document import Document
from sitemapfast._options import DocumentOptions, DocumentSettings, spelled_out
from sitemapfast.entries import Format
from sitemapfast.exceptions import ConfigError, ParseError

if TYPE_CHECKING:
    import os

    from sitemapfast._core import Parsed, UrlTable

__all__ = ["DocumentParser", "parse_document", "parse_file"]

_ROBOTS = "robots.txt"


@spelled_out(DocumentSettings)
def parse_document(data: Any, *, url: str = "", **settings: Unpack[DocumentSettings]) -> Document:
    """Read one robots.txt, sitemap, index, feed or text list.

    Args:
        data: `bytes`, `bytearray`, `memoryview`, `mmap`, or `str`, which is text already; gzip is told by its first
            bytes.
        url: Where it is from: relative locations are resolved against it, strict mode compares with it, and a
            robots.txt is told by it (rule [11]).
        **settings: Any of `DocumentSettings`.

    Returns:
        What it holds, and what was lost of it.

    Raises:
        ParseError: It is refused as a whole; ``.result`` is the document as far as it was read.
        ValidationError: The URL is no http or https URL with a host.
        ConfigError: A setting has a value it cannot have.

    Examples:
        >>> document = parse_document(b"<urlset><url><loc>https://example.com/page</loc></url></urlset>")
        >>> document.format, document.urls[0].loc
        (<Format.URLSET: 'urlset'>, 'https://example.com/page')
    """
    arguments = _arguments(url, settings)
    try:
        return Document.of(_core.parse(data, **arguments))
    except ParseError as error:
        raise _refused(error) from error.__cause__


@spelled_out(DocumentSettings)
def parse_file(path: str | os.PathLike[str], *, url: str = "", **settings: Unpack[DocumentSettings]) -> Document:
    """Read one document from a file, gzip or not.

    Args:
        path: Where it is; without a URL, one that is named robots.txt is read as such.
        url: Where it was found on the web, as in `parse_document`.
        **settings: Any of `DocumentSettings`.

    Raises:
        OSError: The file cannot be read.
        ParseError: The document is refused as a whole.
        ValidationError: The URL is no http or https URL with a host.
        ConfigError: A setting has a value it cannot have.
    """
    arguments = _arguments(url, settings)
    file = Path(path)
    arguments["robots"] = arguments["robots"] or (not url and file.name.lower() == _ROBOTS)
    limit = arguments["max_size"]
    with file.open("rb") as stream:
        # One byte over the limit is enough for the core to refuse it.
        data = stream.read() if limit is None else stream.read(limit + 1)
    try:
        return Document.of(_core.parse(data, **arguments))
    except ParseError as error:
        raise _refused(error) from error.__cause__


class DocumentParser:
    """Reads one document piece by piece, as it arrives.

    Rows are provisional until `finish` returns; where it raises, they are void: the document was refused as a whole.

    Examples:
        >>> parser = DocumentParser(url="https://example.com/sitemap.xml")
        >>> chunks = [b"<urlset><url><loc>https://example.com/page</loc></url>", b"</urlset>"]
        >>> sum(len(parser.feed(chunk)) for chunk in chunks) + len(parser.finish().urls)
        1
    """

    __slots__ = ("_parser",)

    @spelled_out(DocumentSettings)
    def __init__(self, *, url: str = "", **settings: Unpack[DocumentSettings]) -> None:
        """Take where the document is from, and any of `DocumentSettings`.

        Raises:
            ValidationError: The URL is no http or https URL with a host.
            ConfigError: A setting has a value it cannot have.
        """
        self._parser = _core.Parser(**_arguments(url, settings))

    def feed(self, data: Any) -> UrlTable:
        """Take the next piece, and return the rows that were completed since.

        Raises:
            ParseError: The document is refused as a whole.
        """
        try:
            return self._parser.feed(data)
        except ParseError as error:
            raise _refused(error) from error.__cause__

    def finish(self) -> Document:
        """Return the document; its `urls` are the rows that `feed` has not returned.

        Raises:
            ParseError: The document is refused as a whole.
        """
        try:
            return Document.of(self._parser.finish())
        except ParseError as error:
            raise _refused(error) from error.__cause__


def _arguments(url: str, settings: DocumentSettings) -> dict[str, Any]:
    options = DocumentOptions.of(settings)
    if not isinstance(url, str):
        raise ConfigError(f"expected a URL, got {url!r:.80}", field="url")
    base = _core.check_location(url) if url else ""
    robots = options.format == Format.ROBOTS or (options.format is None and bool(url) and _core.is_robots_url(url))
    return {"url": base, "robots": robots, **options.for_core()}


def _refused(error: ParseError) -> ParseError:
    parsed: Parsed | None = error.result
    error.result = None if parsed is None else Document.of(parsed)
    return error
