"""SOURCE: what a command reads. A URL is fetched, a file or standard input is read here.

Enters: the argument as typed. Leaves: a `Source`: the URL, or the bytes and what to call them. Called by the commands.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from sitemapfast._cli.report import printable

if TYPE_CHECKING:
    from typing import BinaryIO

__all__ = ["Source", "parse_source"]

_CHUNK: Final = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """What a command reads.

    Attributes:
        url: The URL to fetch; empty for a file or standard input.
        path: The file, or ``None`` for standard input and for a URL.
        name: What to call it in a message.
    """

    url: str = ""
    path: Path | None = None
    name: str

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
        return Source(name="standard input")
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
    return Source(path=path, name=text)
