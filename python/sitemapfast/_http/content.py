"""A body collected and its content codings undone, within limits (rules [20], [22]).

Enters: the bytes or chunks of an answer and its header fields. Leaves: the bytes of the document, or a
`ContentError`. The fetchers collect; the traversal collects what a caller's fetcher gives, and decodes for all of
them, once. Whether the document is gzip in itself is not asked here.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import io
import zlib
from collections.abc import AsyncIterable, Iterable
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

__all__ = ["ContentError", "codings", "collect", "collect_async", "decode", "oversize"]

Data: TypeAlias = bytes | bytearray | memoryview

# Input goes in by slices, since zlib copies what it did not consume; output comes by pieces, so that no more than one
# piece beyond the limit is ever held.
_SLICE = 1 << 16
_PIECE = 1 << 18
_GZIP = b"\x1f\x8b"
# RFC 9659: what a zstd window may be for content coding.
_ZSTD_WINDOW_LOG = 23
# A block of four bytes unpacks to 128 KiB.
_ZSTD_SLICE = 1 << 8
_MOST_CODINGS = 4
# Not codings: servers write them where they mean that nothing was done.
_NOTHING_DONE = frozenset({"", "identity", "none", "binary", "utf-8"})


class ContentError(Exception):
    """The content of an answer is too large, or its coding cannot be undone.

    Attributes:
        code: ``size_limit``, ``unsupported_coding`` or ``broken_coding``.
        reason: What happened, in words.
    """

    def __init__(self, code: str, reason: str) -> None:
        """Take the code and the reason."""
        self.code = code
        self.reason = reason
        super().__init__(code, reason)


def oversize(max_bytes: int) -> ContentError:
    """Return the error of a response over the limit."""
    return ContentError("size_limit", f"response size exceeds limit of {max_bytes} bytes")


def collect(body: Data | Iterable[Data], max_bytes: int | None) -> bytes:
    """Return the bytes of a body, which is closed if it can be.

    Args:
        body: The bytes, or the chunks they arrive in.
        max_bytes: How many are allowed, that number included; ``None`` for any.

    Raises:
        ContentError: ``size_limit``, as soon as the limit is passed.

    Examples:
        >>> collect([b"<url", b"set/>"], 9)
        b'<urlset/>'
    """
    if isinstance(body, (bytes, bytearray, memoryview)):
        return _whole(body, max_bytes)
    kept = _Kept(max_bytes)
    try:
        for chunk in body:
            kept.add(chunk)
    finally:
        close = getattr(body, "close", None)
        if close is not None:
            close()
    return kept.value()


async def collect_async(body: Data | Iterable[Data] | AsyncIterable[Data], max_bytes: int | None) -> bytes:
    """Return the bytes of a body that may arrive asynchronously; else as `collect`."""
    if not isinstance(body, AsyncIterable):
        return collect(body, max_bytes)
    kept = _Kept(max_bytes)
    try:
        async for chunk in body:
            kept.add(chunk)
    finally:
        close = getattr(body, "aclose", None)
        if close is not None:
            await close()
    return kept.value()


def codings() -> tuple[str, ...]:
    """Return the content codings that can be undone within limits here, the preferred one first."""
    optional = [name for name, load in (("br", _brotli), ("zstd", _zstd)) if load() is not None]
    return ("gzip", "deflate", *optional)


def decode(data: bytes, headers: Mapping[str, str], max_bytes: int | None) -> bytes:
    """Undo the content codings of an answer, the last applied first.

    Args:
        data: The body as it was sent.
        headers: Its header fields, names in any case; ``Content-Encoding`` is read.
        max_bytes: How many bytes each layer may unpack to, that number included; ``None`` for any.

    Raises:
        ContentError: ``size_limit``, ``unsupported_coding``, or ``broken_coding`` where it ends too early.

    Examples:
        >>> decode(zlib.compress(b"<urlset/>"), {"content-encoding": "deflate"}, 100)
        b'<urlset/>'
    """
    field = ",".join(value for name, value in headers.items() if name.lower() == "content-encoding")
    applied = [name for each in field.split(",") if (name := each.strip().lower()) not in _NOTHING_DONE]
    if len(applied) > _MOST_CODINGS:
        raise ContentError("unsupported_coding", f"{len(applied)} content codings on one document")
    for name in reversed(applied):
        data = _undo(name, data, max_bytes)
    return data


class _Kept:
    """Bytes up to a limit."""

    def __init__(self, max_bytes: int | None) -> None:
        self._max = max_bytes
        # Many tiny chunks in a list would cost fifty times their size.
        self._buffer = io.BytesIO()

    def add(self, chunk: Data) -> None:
        self._buffer.write(chunk)
        if self._max is not None and self._buffer.tell() > self._max:
            raise oversize(self._max)

    def room(self) -> int:
        """How much may come next: one byte over the limit is enough to know."""
        return _PIECE if self._max is None else min(_PIECE, self._max - self._buffer.tell() + 1)

    def value(self) -> bytes:
        return self._buffer.getvalue()


def _whole(data: Data, max_bytes: int | None) -> bytes:
    if max_bytes is not None and memoryview(data).nbytes > max_bytes:
        raise oversize(max_bytes)
    return bytes(data)


def _undo(name: str, data: bytes, max_bytes: int | None) -> bytes:
    undo = {"gzip": _gzip, "x-gzip": _gzip, "deflate": _deflate, "br": _undo_brotli, "zstd": _undo_zstd}.get(name)
    if undo is None:
        raise ContentError("unsupported_coding", f"content coding {name[:40]!a} is not supported")
    if not data:
        return data  # an empty body under a coding is what servers send for nothing
    kept = _Kept(max_bytes)
    try:
        undo(data, kept)
    except ContentError:
        raise
    except Exception as error:  # the libraries for br and zstd raise classes of their own
        raise ContentError("broken_coding", f"content coding {name} could not be undone: {error}") from error
    return kept.value()


class _Broken(Exception):  # noqa: N818
    """Told in words by `_undo`."""


def _gzip(data: bytes, kept: _Kept) -> None:
    view = memoryview(data)
    start = 0
    # All members count; what follows them and is none does not (rule [20]).
    while not start or view[start : start + 2] == _GZIP:
        start = _inflate(view, start, 16 + zlib.MAX_WBITS, kept)


def _deflate(data: bytes, kept: _Kept) -> None:
    # The coding is zlib; some servers send what is in it without its header.
    zlib_header = len(data) > 1 and data[0] & 0x0F == zlib.DEFLATED and not (data[0] << 8 | data[1]) % 31
    _inflate(memoryview(data), 0, zlib.MAX_WBITS if zlib_header else -zlib.MAX_WBITS, kept)


def _inflate(view: memoryview, start: int, wbits: int, kept: _Kept) -> int:
    """Inflate one stream and return where it ended."""
    stream = zlib.decompressobj(wbits)
    for rest, end in _slices(view, start):
        while rest and not stream.eof:
            kept.add(stream.decompress(rest, kept.room()))
            rest = stream.unconsumed_tail  # noqa: PLW2901
        # All the input is in, but a full piece may have left output behind.
        while not stream.eof and (more := stream.decompress(b"", kept.room())):
            kept.add(more)
        if stream.eof:
            return end - len(stream.unused_data)
    raise _Broken("it ends too early")


def _slices(view: memoryview, start: int, first: int = 1 << 9, most: int = _SLICE) -> Iterator[tuple[Data, int]]:
    """Yield what is left, in pieces that grow, and where each ends.

    A decoder copies what follows the end of its stream: were the pieces large from the start, each of a million empty
    members would copy one.
    """
    size = first
    while start < len(view):
        end = min(start + size, len(view))
        yield view[start:end], end
        start, size = end, min(2 * size, most)


class _Brotli(Protocol):
    def process(self, data: Data, output_buffer_limit: int) -> bytes: ...
    def can_accept_more_data(self) -> bool: ...
    def is_finished(self) -> bool: ...


def _brotli() -> Callable[[], _Brotli] | None:
    """Return what makes a Brotli decoder that can be bounded, or ``None``: before 1.2 the library could not."""
    for name in ("brotli", "brotlicffi"):
        with contextlib.suppress(ImportError):
            make: Any = getattr(importlib.import_module(name), "Decompressor", None)
            if hasattr(make, "can_accept_more_data"):
                return make  # type: ignore[no-any-return]
    return None


def _undo_brotli(data: bytes, kept: _Kept) -> None:
    make = _brotli()
    if make is None:
        raise ContentError("unsupported_coding", "content coding 'br' is not supported (no brotli 1.2 or newer)")
    stream = make()
    for piece, _ in _slices(memoryview(data), 0):
        if stream.is_finished():
            return
        kept.add(stream.process(bytes(piece), output_buffer_limit=kept.room()))
        while not stream.can_accept_more_data():
            kept.add(stream.process(b"", output_buffer_limit=kept.room()))
    if not stream.is_finished():
        raise _Broken("it ends too early")


class _Zstd(Protocol):
    """One frame: `feed` yields what a piece of input unpacks to."""

    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def feed(self, data: Data) -> Iterator[bytes]: ...


def _zstd() -> Callable[[], _Zstd] | None:
    """Return what makes a decoder of one frame, or ``None`` where no library is installed."""
    for name, frame in (("compression.zstd", _StdFrame), ("backports.zstd", _StdFrame), ("zstandard", _PackageFrame)):
        with contextlib.suppress(ImportError):
            return functools.partial(frame, importlib.import_module(name))
    return None


def _undo_zstd(data: bytes, kept: _Kept) -> None:
    make = _zstd()
    if make is None:
        raise ContentError("unsupported_coding", "content coding 'zstd' is not supported (no zstd library)")
    view = memoryview(data)
    start = 0
    while start < len(view):
        frame = make()
        for rest, end in _slices(view, start, first=1 << 7, most=_ZSTD_SLICE):
            for piece in frame.feed(rest):
                kept.add(piece)
            if frame.eof:
                start = end - len(frame.unused_data)
                break
        else:
            raise _Broken("it ends too early")


class _StdFrame:
    """The decoder of the standard library (3.14) and its backport, whose output can be bounded."""

    def __init__(self, module: Any) -> None:
        options = {module.DecompressionParameter.window_log_max: _ZSTD_WINDOW_LOG}
        self._stream = module.ZstdDecompressor(options=options)

    @property
    def eof(self) -> bool:
        return bool(self._stream.eof)

    @property
    def unused_data(self) -> bytes:
        return bytes(self._stream.unused_data)

    def feed(self, data: Data) -> Iterator[bytes]:
        yield self._stream.decompress(data, _PIECE)
        while not (self._stream.eof or self._stream.needs_input):
            yield self._stream.decompress(b"", _PIECE)


class _PackageFrame:
    """The decoder of ``zstandard``, without a bound on output: input comes in slices that unpack to 8 MiB at most."""

    def __init__(self, module: Any) -> None:
        self._stream = module.ZstdDecompressor(max_window_size=1 << _ZSTD_WINDOW_LOG).decompressobj()

    @property
    def eof(self) -> bool:
        return bool(self._stream.eof)

    @property
    def unused_data(self) -> bytes:
        return bytes(self._stream.unused_data)

    def feed(self, data: Data) -> Iterator[bytes]:
        yield self._stream.decompress(data)
