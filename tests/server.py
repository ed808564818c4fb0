"""A small web server on loopback that answers as it is told: well, badly, slowly, never.

Enters: a script, path (or absolute URL, where the host matters) to replies in their order, the last of which
repeats. Leaves: what was asked for, in `Server.requests`. It speaks HTTP/1.1 over plain sockets and TLS with a
certificate for every name in `NAMES`, so that it can do what no web server library does. `names` maps those names
onto it by `socket.getaddrinfo`.

::

    with Server({"/sitemap.xml": [Reply(status=503), Reply(body=urlset("/a"))]}) as server, server.names():
        client.fetch(Request(url="https://example.com/sitemap.xml"))
    assert server.count("/sitemap.xml") == 1
"""

from __future__ import annotations

import contextlib
import functools
import io
import re
import socket
import ssl
import struct
import tempfile
import threading
from collections import Counter
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self
from unittest import mock

import trustme

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from types import TracebackType

NAMES = ("example.com", "www.example.com", "example.org", "www.example.org", "example.net", "www.example.net")
_XMLNS = "http://www.sitemaps.org/schemas/sitemap/0.9"
_HTTPS = 443
_DRIP_SECONDS = 0.02


class Behaviour(StrEnum):
    """How a reply is sent, where not as it should be."""

    STALL = "nothing is sent"
    STALL_BODY = "half of the body, then nothing"
    DRIP_HEADERS = "the head a byte at a time"
    DRIP_BODY = "the body a byte at a time"
    RESET = "a reset instead of an answer"
    RESET_BODY = "a reset after half of the body"
    CLOSE = "the end instead of an answer"
    CUT = "the end after half of the body, or at `cut`"
    CHUNKED = "the body in chunks, well-formed"
    CUT_CHUNKS = "the end before the last chunk"
    BAD_CHUNKS = "a chunk whose size is no number"
    ENDLESS = "a body without end"
    ENDLESS_HEADERS = "a head without end"
    GARBAGE = "no HTTP"
    UNTIL_CLOSE = "a body that ends with the connection"
    TUNNEL = "a proxy's: bytes go to and from the TLS side of this server"


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """One request that came."""

    method: str
    scheme: str
    host: str
    target: str
    headers: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """One answer.

    Attributes:
        body: The bytes, or what makes them of the number that stood for ``<n>`` in the path.
        length: The Content-Length to claim; ``None`` for the true one.
        cut: Where the body ends, for the behaviours that end it; ``None`` for its half.
        when: What the request has to be for this reply; replies with it are picked by condition, not by order.
    """

    body: bytes | Callable[[int], bytes] = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    behaviour: Behaviour | None = None
    length: int | None = None
    cut: int | None = None
    when: Callable[[Received], bool] | None = None


def urlset(*paths: str, origin: str = "https://example.com") -> bytes:
    """Return a sitemap of pages, on the origin unless they are absolute."""
    return _document("urlset", "url", paths, origin)


def sitemapindex(*paths: str, origin: str = "https://example.com") -> bytes:
    """Return an index of sitemaps, on the origin unless they are absolute."""
    return _document("sitemapindex", "sitemap", paths, origin)


def _document(root: str, entry: str, paths: Sequence[str], origin: str) -> bytes:
    locs = (path if "://" in path else f"{origin}{path}" for path in paths)
    entries = "".join(f"<{entry}><loc>{loc}</loc></{entry}>" for loc in locs)
    return f'<?xml version="1.0" encoding="UTF-8"?><{root} xmlns="{_XMLNS}">{entries}</{root}>'.encode()


class Server:
    """The server; a context manager, stopped with every thread and socket of it.

    Attributes:
        requests: What came, in order.
        connections: How many connections were accepted.
        port, tls_port: Where it listens.
    """

    def __init__(self, script: Mapping[str, Sequence[Reply]] | None = None) -> None:
        self.requests: list[Received] = []
        self.connections = 0
        self._script = {key: list(replies) for key, replies in (script or {}).items()}
        self._lock = threading.Lock()
        self._stopped = threading.Event()
        self._open: set[socket.socket] = set()
        self._threads: list[threading.Thread] = []
        self._listeners = [_listen(), _listen()]
        self.port, self.tls_port = (each.getsockname()[1] for each in self._listeners)

    def __enter__(self) -> Self:
        for listener, tls in zip(self._listeners, (None, server_context()), strict=True):
            self._start(functools.partial(self._accept, listener, tls))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stopped.set()
        with self._lock:
            everything = [*self._open, *self._listeners]
        for sock in everything:
            with contextlib.suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)
        for thread in list(self._threads):
            thread.join(5)
            assert not thread.is_alive(), "a thread of the server did not end"
        for listener in self._listeners:
            listener.close()

    def add(self, script: Mapping[str, Sequence[Reply]]) -> None:
        """Add replies, in place of those there were for the same paths."""
        with self._lock:
            self._script.update({key: list(replies) for key, replies in script.items()})

    def url(self, path: str = "/", *, tls: bool = False) -> str:
        """Return a URL of it by address."""
        return f"https://127.0.0.1:{self.tls_port}{path}" if tls else f"http://127.0.0.1:{self.port}{path}"

    def count(self, path: str, host: str | None = None) -> int:
        """Return how often a path was asked for."""
        with self._lock:
            return sum(each.target == path and host in {None, each.host} for each in self.requests)

    def counts(self) -> Counter[str]:
        """Return how often each path was asked for."""
        with self._lock:
            return Counter(each.target for each in self.requests)

    @contextlib.contextmanager
    def names(self, *more: str) -> Iterator[mock.Mock]:
        """Have `NAMES` and more looked up here: https by the TLS port, all else by the plain one; the mock counts."""
        real = socket.getaddrinfo

        def lookup(host: Any, port: Any, *args: Any, **kwargs: Any) -> Any:
            if host not in {*NAMES, *more}:
                return real(host, port, *args, **kwargs)
            mine = self.tls_port if port == _HTTPS else self.port
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", mine))]

        with mock.patch.object(socket, "getaddrinfo", side_effect=lookup) as patched:
            yield patched

    def _start(self, work: Callable[[], None]) -> None:
        thread = threading.Thread(target=work, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self, listener: socket.socket, tls: ssl.SSLContext | None) -> None:
        while not self._stopped.is_set():
            try:
                sock, _ = listener.accept()
            except OSError:
                return
            with self._lock:
                self.connections += 1
                self._open.add(sock)
            self._start(functools.partial(self._serve, sock, tls))

    def _serve(self, sock: socket.socket, tls: ssl.SSLContext | None) -> None:
        stream = sock
        try:
            with contextlib.suppress(OSError, ValueError):
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                if tls is not None:
                    stream = tls.wrap_socket(sock, server_side=True)
                    with self._lock:
                        self._open.discard(sock)
                        self._open.add(stream)
                with stream.makefile("rb") as lines:
                    while not self._stopped.is_set() and self._answer(stream, lines, tls is not None):
                        pass
        finally:
            with self._lock:
                self._open -= {sock, stream}
            stream.close()
            sock.close()

    def _answer(self, stream: socket.socket, lines: io.BufferedReader, tls: bool) -> bool:
        """Answer one request; return whether another may follow."""
        words = lines.readline(65536).decode("latin-1").split()
        if len(words) != 3:
            return False
        headers: dict[str, str] = {}
        while line := lines.readline(65536).decode("latin-1").strip():
            name, _, value = line.partition(":")
            headers[name.strip().lower()] = value.strip()
        host = headers.get("host", "").rpartition(":")[0] or headers.get("host", "")
        received = Received(
            method=words[0], scheme="https" if tls else "http", host=host, target=words[1], headers=headers
        )
        with self._lock:
            self.requests.append(received)
            reply, number = self._pick(received)
        body = reply.body if isinstance(reply.body, bytes) else reply.body(number)
        return self._send(stream, replace(reply, body=body), b"" if received.method == "HEAD" else body)

    def _pick(self, received: Received) -> tuple[Reply, int]:
        path = received.target
        for key in (f"https://{received.host}{path}", f"http://{received.host}{path}", path):
            if key in self._script:
                return _next(self._script[key], received), 0
        for key, replies in self._script.items():
            if "<n>" in key and (found := re.fullmatch(re.escape(key).replace("<n>", r"(\d+)"), path)):
                return _next(replies, received), int(found[1])
        return Reply(status=404), 0

    def _send(self, stream: socket.socket, reply: Reply, body: bytes) -> bool:
        how = reply.behaviour
        fields = dict(reply.headers)
        if how in {Behaviour.CHUNKED, Behaviour.CUT_CHUNKS, Behaviour.BAD_CHUNKS}:
            fields["Transfer-Encoding"] = "chunked"
        elif how is not Behaviour.ENDLESS and how is not Behaviour.UNTIL_CLOSE:
            fields["Content-Length"] = str(len(body) if reply.length is None else reply.length)
        head = f"HTTP/1.1 {reply.status} X\r\n" + "".join(f"{n}: {v}\r\n" for n, v in fields.items())
        half = body[: len(body) // 2 if reply.cut is None else reply.cut]
        match how:
            case None:
                stream.sendall(head.encode() + b"\r\n" + body)
                return reply.length is None
            case Behaviour.CHUNKED | Behaviour.CUT_CHUNKS | Behaviour.BAD_CHUNKS:
                ends = {Behaviour.CHUNKED: b"0\r\n\r\n", Behaviour.BAD_CHUNKS: b"x\r\nwhat\r\n"}
                chunks = b"".join(b"%x\r\n%b\r\n" % (len(each), each) for each in (body[:5], body[5:]) if each)
                stream.sendall(head.encode() + b"\r\n" + chunks + ends.get(how, b""))
                return how is Behaviour.CHUNKED
            case Behaviour.STALL:
                self._stopped.wait()
            case Behaviour.STALL_BODY:
                stream.sendall(head.encode() + b"\r\n" + half)
                self._stopped.wait()
            case Behaviour.DRIP_HEADERS:
                self._drip(stream, head.encode() + b"\r\n" + body)
            case Behaviour.DRIP_BODY:
                stream.sendall(head.encode() + b"\r\n")
                self._drip(stream, body)
            case Behaviour.CUT:
                stream.sendall(head.encode() + b"\r\n" + half)
            case Behaviour.UNTIL_CLOSE:
                stream.sendall(head.encode() + b"Connection: close\r\n\r\n" + body)
            case Behaviour.RESET | Behaviour.RESET_BODY:
                if how is Behaviour.RESET_BODY:
                    stream.sendall(head.encode() + b"\r\n" + half)
                stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            case Behaviour.ENDLESS | Behaviour.ENDLESS_HEADERS:
                stream.sendall(head.encode() + (b"\r\n" if how is Behaviour.ENDLESS else b""))
                piece = b" " * 65536 if how is Behaviour.ENDLESS else b"X-More: and more\r\n" * 1000
                while not self._stopped.is_set():
                    stream.sendall(piece)
            case Behaviour.GARBAGE:
                stream.sendall(b"SSH-2.0-OpenSSH_9.6\r\n\r\n")
            case Behaviour.TUNNEL:
                stream.sendall(b"HTTP/1.1 200 X\r\n\r\n")
                self._tunnel(stream)
            case Behaviour.CLOSE:
                pass
        return False

    def _tunnel(self, stream: socket.socket) -> None:
        with socket.create_connection(("127.0.0.1", self.tls_port)) as site:
            with self._lock:
                self._open.add(site)
            self._start(functools.partial(_relay, site, stream))
            _relay(stream, site)
            with self._lock:
                self._open.discard(site)

    def _drip(self, stream: socket.socket, data: bytes) -> None:
        for at in range(len(data)):
            stream.sendall(data[at : at + 1])
            if self._stopped.wait(_DRIP_SECONDS):
                return


def _relay(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
    with contextlib.suppress(OSError):
        target.shutdown(socket.SHUT_RDWR)


def _next(replies: list[Reply], received: Received) -> Reply:
    for reply in replies:
        if reply.when is not None and reply.when(received):
            return reply
    plain = [reply for reply in replies if reply.when is None]
    if len(plain) > 1:
        replies.remove(plain[0])
    return plain[0] if plain else Reply(status=404)


def _listen() -> socket.socket:
    sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    sock.bind(("127.0.0.1", 0))
    sock.listen(128)
    return sock


@functools.cache
def _authority() -> trustme.CA:
    return trustme.CA(key_type=trustme.KeyType.ECDSA)


@functools.cache
def server_context() -> ssl.SSLContext:
    """Return the TLS side of the server: one certificate for `NAMES` and the address."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    _authority().issue_cert(*NAMES, "127.0.0.1", key_type=trustme.KeyType.ECDSA).configure_cert(context)
    return context


def client_context() -> ssl.SSLContext:
    """Return what trusts the server's certificate, for the ``ssl_context`` of a client."""
    context = ssl.create_default_context()
    _authority().configure_trust(context)
    return context


@contextlib.contextmanager
def trusted_by_environment() -> Iterator[None]:
    """Have clients that are given no context trust the server, by ``SSL_CERT_FILE``."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "ca.pem")
        _authority().cert_pem.write_to_path(str(path))
        with mock.patch.dict("os.environ", {"SSL_CERT_FILE": str(path)}):
            yield
