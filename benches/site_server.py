"""The site of 1,000,000 pages on a loopback port, in a process of its own, so that it takes nothing from who reads it.

Enters: nothing. Leaves: one line, its origin, on standard output; then answers from memory. Ends when standard input
is closed, which is when the process that started it ends, and after an hour in any case. Called by `compare.py`.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager, suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from subprocess import PIPE, Popen
from threading import BoundedSemaphore, Thread, Timer
from typing import TYPE_CHECKING, Any, Final

from inputs import site_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["running_site"]

_CONNECTIONS: Final = 64
_SECONDS: Final = 3600.0


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"
    timeout = 60
    # A header and a body in two packets would wait for each other.
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        found = self.server.documents.get(self.path)
        if found is None:
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        body, content_type = found
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Keep quiet."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = _CONNECTIONS
    documents: dict[str, tuple[bytes, str]]
    slots = BoundedSemaphore(_CONNECTIONS)

    def process_request(self, request: Any, client_address: Any) -> None:
        self.slots.acquire()
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.slots.release()

    def handle_error(self, request: object, client_address: object) -> None:
        """Keep quiet about a client that went away."""


def _documents(origin: str) -> dict[str, tuple[bytes, str]]:
    names = sorted(path.name for path in site_folder().iterdir())
    entries = "".join(f"  <sitemap>\n    <loc>{origin}/{name}</loc>\n  </sitemap>\n" for name in names)
    index = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        f"{entries}</sitemapindex>\n"
    )
    documents = {
        "/robots.txt": (f"User-agent: *\nSitemap: {origin}/index.xml\n".encode(), "text/plain"),
        "/index.xml": (index.encode(), "application/xml"),
    }
    for name in names:
        content_type = "application/gzip" if name.endswith(".gz") else "application/xml"
        documents[f"/{name}"] = ((site_folder() / name).read_bytes(), content_type)
    return documents


@contextmanager
def running_site() -> Iterator[str]:
    """Serve the site while the block runs; the value is its origin.

    Raises:
        RuntimeError: If the server did not start.
    """
    with Popen([sys.executable, str(Path(__file__))], stdin=PIPE, stdout=PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        origin = process.stdout.readline().strip()
        if not origin:
            message = "the site server did not start"
            raise RuntimeError(message)
        try:
            yield origin
        finally:
            process.stdin.close()


def main() -> None:
    """Serve until standard input is closed."""
    server = _Server(("127.0.0.1", 0), _Handler)
    origin = f"http://127.0.0.1:{server.server_port}"
    server.documents = _documents(origin)
    Thread(target=server.serve_forever, daemon=True).start()
    end = Timer(_SECONDS, sys.stdin.close)
    end.daemon = True
    end.start()
    print(origin, flush=True)
    # It cannot be read any more when the hour is over.
    with suppress(ValueError):
        sys.stdin.read()
    server.shutdown()


if __name__ == "__main__":
    main()
