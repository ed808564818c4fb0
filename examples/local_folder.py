"""Read a site out of a folder, as it lies there before it is published.

    python local_folder.py public https://example.com/ sitemap.xml

``public/sitemap.xml`` is read as ``https://example.com/sitemap.xml``, and what it lists below
``https://example.com/`` comes out of the folder as well. Nothing is fetched from the web; other hosts are not found.
"""

from __future__ import annotations

import sys
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import sitemapfast as sf


class Folder:
    """A fetcher that answers out of a folder."""

    def __init__(self, folder: Path, base: str) -> None:
        """Take the folder, and the URL that it stands for."""
        self._folder = folder.resolve()
        self._base = base

    def fetch(self, request: sf.Request) -> sf.Answer:
        """Return the bytes of the file that the URL stands for."""
        if not request.url.startswith(self._base):
            return sf.NotFound()
        path = unquote(urlsplit(request.url.removeprefix(self._base)).path)
        file = (self._folder / path).resolve()
        # A document may list ../../etc/passwd; it does not get it.
        if not file.is_relative_to(self._folder) or not file.is_file():
            return sf.NotFound()
        with file.open("rb") as stream:
            return stream.read() if request.max_bytes is None else stream.read(request.max_bytes + 1)


def main(folder: str, base: str, name: str) -> int:
    """Print the pages, and return 0 if nothing was lost."""
    result = sf.parse(urljoin(base, name), fetcher=Folder(Path(folder), base))
    print(*result.urls.locs(), sep="\n")
    for error in result.errors:
        print(error, file=sys.stderr)
    return 0 if result.complete else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4]))
