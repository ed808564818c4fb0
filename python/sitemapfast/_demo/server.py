"""The demo site, served from the package on a loopback port.

Enters: the templates in `site/`. Leaves: HTTP answers from a server thread, on a port that the system chooses.
Called by `sitemapfast demo` and by the tests; imports nothing of ours.
"""

from __future__ import annotations

import gzip
import hashlib
from contextlib import AbstractContextManager
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from threading import Thread
from typing import TYPE_CHECKING, Final, Self

if TYPE_CHECKING:
    from types import TracebackType

__all__ = ["MISSING", "DemoSite", "Page", "load"]

_PLACEHOLDER: Final = "{{origin}}"
_XML: Final = "application/xml"
_LAST_MODIFIED: Final = "Mon, 02 Nov 2026 06:00:00 GMT"

# Path on the site -> template in `site/`, Content-Type. A path that ends in .gz is compressed when it is served, so
# that its template stays readable.
_ROUTES: Final = {
    "/robots.txt": ("robots.txt", "text/plain; charset=utf-8"),
    "/sitemap.xml": ("sitemap.xml", _XML),
    "/urls.txt": ("urls.txt", "text/plain; charset=utf-8"),
    "/sitemaps/pages.xml": ("sitemaps/pages.xml", _XML),
    "/sitemaps/products.xml": ("sitemaps/products.xml", _XML),
    "/sitemaps/products-tents.xml.gz": ("sitemaps/products-tents.xml", "application/gzip"),
    "/sitemaps/products-packs.xml": ("sitemaps/products-packs.xml", _XML),
    "/sitemaps/media.xml": ("sitemaps/media.xml", _XML),
    "/sitemaps/outlet.xml": ("sitemaps/outlet.xml", _XML),
    "/journal/rss.xml": ("journal/rss.xml", "application/rss+xml"),
    "/journal/atom.xml": ("journal/atom.xml", "application/atom+xml"),
}

MISSING: Final = "/sitemaps/retired.xml"
"""The path that the site's index lists and the server does not have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One document of the site, as it goes over the wire.

    Attributes:
        body: The bytes.
        content_type: The Content-Type field.
        etag: The ETag field.
    """

    body: bytes
    content_type: str
    etag: str


def load(origin: str) -> dict[str, Page]:
    """Return the documents of the site by their path, addressed as they are at `origin`.

    Args:
        origin: Scheme, host and port, without a slash at the end.

    Returns:
        Every path that is answered with status 200.

    Example:
        >>> pages = load("http://localhost:8000")
        >>> pages["/urls.txt"].body.splitlines()[0]
        b'http://localhost:8000/returns'
    """
    templates = files(__package__) / "site"
    pages = {}
    for path, (name, content_type) in _ROUTES.items():
        body = templates.joinpath(name).read_text(encoding="utf-8").replace(_PLACEHOLDER, origin).encode()
        if path.endswith(".gz"):
            body = gzip.compress(body, mtime=0)
        etag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
        pages[path] = Page(body=body, content_type=content_type, etag=etag)
    return pages


class _Handler(BaseHTTPRequestHandler):
    """Answers GET and HEAD from memory; HTTP/1.0, so that no idle connection outlives the run."""

    server: _Server
    timeout = 5
    server_version = "fernhill"
    sys_version = ""

    def do_GET(self) -> None:
        self._answer(with_body=True)

    def do_HEAD(self) -> None:
        self._answer(with_body=False)

    def _answer(self, *, with_body: bool) -> None:
        page = self.server.pages.get(self.path.partition("?")[0])
        if page is None:
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", page.content_type)
        self.send_header("Content-Length", str(len(page.body)))
        self.send_header("ETag", page.etag)
        self.send_header("Last-Modified", _LAST_MODIFIED)
        self.end_headers()
        if with_body:
            self.wfile.write(page.body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the signature of http.server
        """Keep quiet: standard error is the caller's."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    pages: dict[str, Page]

    def handle_error(self, request: object, client_address: object) -> None:
        """Keep quiet about a client that went away."""


class DemoSite(AbstractContextManager["DemoSite"]):
    """The site, served while the ``with`` block runs.

    Attributes:
        origin: Scheme, host and port, such as ``http://127.0.0.1:41234``.

    Raises:
        OSError: If no loopback port can be had.

    Example:
        >>> from urllib.request import urlopen
        >>> with DemoSite() as site, urlopen(site.robots_url) as answer:
        ...     answer.status
        200
    """

    origin: str

    def __init__(self) -> None:
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self.origin = f"http://127.0.0.1:{self._server.server_port}"
        self._server.pages = load(self.origin)
        # The short poll is how long closing takes at most.
        self._thread = Thread(target=self._server.serve_forever, args=(0.05,), name="demo-site", daemon=True)

    @property
    def robots_url(self) -> str:
        """Where a reader of the site begins."""
        return f"{self.origin}/robots.txt"

    def __enter__(self) -> Self:
        """Start answering."""
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop answering and free the port."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
