"""SOURCE: what a command reads. A URL is fetched; files, folders, globs and standard input are read here.

Enters: the arguments as typed. Leaves: a `Source` for each document to begin with: its URL, or its bytes and what to
call them. Called by the commands.
"""

from __future__ import annotations

import glob
import os
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import quote, urljoin

import click

from sitemapfast._cli.report import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO

__all__ = ["ROBOTS", "Source", "locate", "parse_source", "parse_sources"]

_CHUNK: Final = 1 << 20

ROBOTS: Final = "robots.txt"

# A folder often holds the pages of a site too; of it, only what can be a document by its name is read.
_SUFFIXES: Final = frozenset({".xml", ".gz", ".txt", ".rss", ".atom", ".rdf"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """What a command reads.

    Attributes:
        url: The URL to fetch; for a file or standard input where it is from, empty if that is not known.
        path: The file, or ``None`` for standard input and for a URL.
        name: What to call it in a message.
        relative: For a file of a folder its path in it, with slashes.
        local: Whether its bytes are read here.
    """

    url: str = ""
    path: Path | None = None
    name: str
    relative: str = ""
    local: bool = False

    @property
    def robots(self) -> bool:
        """Whether only its file name tells that it is a robots.txt."""
        return self.local and not self.url and self.path is not None and self.path.name.lower() == ROBOTS

    def content(self, max_size: int | None) -> bytes:
        """Return the bytes of a file or of standard input.

        Args:
            max_size: Bytes to read at most, or ``None`` for all; one more is read, so that the parser sees that the
                limit is exceeded, and no more than that is held.

        Raises:
            OSError: If it cannot be read.
        """
        if self.path is None:
            return _read(sys.stdin.buffer, max_size)
        with self.path.open("rb") as file:
            return _read(file, max_size)


def _read(file: BinaryIO, max_size: int | None) -> bytes:
    if max_size is None:
        return file.read()
    data = bytearray()
    # A pipe may give less than was asked for.
    while len(data) <= max_size and (chunk := file.read(min(_CHUNK, max_size + 1 - len(data)))):
        data += chunk
    return bytes(data)


def parse_source(text: str) -> Source:
    """Return what SOURCE means: a URL if it has a scheme, ``-`` for standard input, else a file.

    Raises:
        click.BadParameter: If there is no such file.
    """
    if text == "-":
        return Source(name="standard input", local=True)
    if "://" in text:
        return Source(url=text, name=text)
    path = Path(text)
    if path.is_dir():
        message = f"{printable(text)} is a folder; name one file"
        raise click.BadParameter(message)
    if not path.exists():
        hint = f"; for the site, write https://{printable(text)}" if "." in text.strip(".").partition("/")[0] else ""
        message = f"there is no file {printable(text)}{hint}"
        raise click.BadParameter(message)
    return Source(path=path, name=text, local=True)


def parse_sources(texts: Iterable[str]) -> list[Source]:
    """Return what SOURCEs mean, folders and globs as the documents in them, sorted by name.

    Raises:
        click.BadParameter: If there is no such file, no document in a folder, or nothing a glob matches.
    """
    sources: list[Source] = []
    for text in texts:
        if text == "-" or "://" in text:
            sources.append(parse_source(text))
        elif Path(text).is_dir():
            sources += _checked(_of_folder(text), f"there is no sitemap, feed or robots.txt in the folder {text}")
        elif glob.has_magic(text) and not Path(text).exists():
            sources += _checked(_of_glob(text), f"no file matches {text}")
        else:
            sources.append(parse_source(text))
    if sum(source.local and source.path is None for source in sources) > 1:
        message = "standard input can be read once"
        raise click.BadParameter(message)
    return sources


def locate(sources: list[Source], url: str) -> list[Source]:
    """Return local sources with the URLs that ``--url`` gives them.

    Args:
        sources: The sources.
        url: That of the one document, or that of the folder, which ends in a slash, of several.

    Raises:
        click.UsageError: If all of them have URLs already.
    """
    if not url:
        return sources
    local = [source for source in sources if source.local]
    if not local:
        message = "--url is for a file, a folder or standard input"
        raise click.UsageError(message)
    if len(local) == 1 and not local[0].relative:
        return [replace(source, url=url) if source.local else source for source in sources]
    located = []
    for source in sources:
        path = source.relative or (source.path.name if source.path is not None else "")
        located.append(replace(source, url=urljoin(url, quote(path))) if source.local else source)
    return located


def _checked(sources: Iterable[Source], message: str) -> list[Source]:
    found = list(sources)
    if not found:
        raise click.BadParameter(printable(message))
    return found


def _of_folder(folder: str) -> Iterator[Source]:
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = Path(parent, name)
            if path.suffix.lower() in _SUFFIXES and not name.startswith(".") and path.is_file():
                yield Source(path=path, name=str(path), relative=path.relative_to(folder).as_posix(), local=True)


def _of_glob(pattern: str) -> Iterator[Source]:
    for name in sorted(glob.glob(pattern, recursive=True)):  # noqa: PTH207 - a pattern may be absolute
        path = Path(name)
        if path.is_file():
            yield Source(path=path, name=name, local=True)
