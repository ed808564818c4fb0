"""Read a site out of a zip file whose members are named by host and path, as mirroring programs lay them down.

    python zip_archive.py mirror.zip https://example.com/robots.txt

``https://example.com/sitemaps/a.xml`` is the member ``example.com/sitemaps/a.xml``. Members are handed over piece by
piece, so that one which unpacks to more than ``max_size`` is given up there and then.
"""

from __future__ import annotations

import sys
import zipfile
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import sitemapfast as sf

if TYPE_CHECKING:
    from collections.abc import Iterator

PIECE = 1 << 16


class Archive:
    """A fetcher that answers out of a zip file; several threads may ask at once."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        """Take the open archive."""
        self._archive = archive
        self._names = set(archive.namelist())

    def fetch(self, request: sf.Request) -> sf.Answer:
        """Return the member that the URL stands for, in pieces."""
        parts = urlsplit(request.url)
        name = f"{parts.hostname}{unquote(parts.path)}"
        return sf.Body(data=self._pieces(name)) if name in self._names else sf.NotFound()

    def _pieces(self, name: str) -> Iterator[bytes]:
        with self._archive.open(name) as member:
            while piece := member.read(PIECE):
                yield piece


def main(path: str, url: str) -> int:
    """Print how many pages each sitemap has, and return 0 if nothing was lost."""
    with zipfile.ZipFile(path) as archive, sf.SitemapParser(fetcher=Archive(archive)) as parser:
        documents = parser.stream(url)
        for document in documents:
            print(len(document.urls), document.url)
        result = documents.result
    for error in result.errors:
        print(error, file=sys.stderr)
    return 0 if result.complete else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
