"""Bodies within their limit, and content codings undone once, within theirs (rules [20], [22])."""

from __future__ import annotations

import asyncio
import gzip
import subprocess
import sys
import zlib
from typing import TYPE_CHECKING
from unittest import mock

import brotli  # type: ignore[import-untyped]
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from sitemapfast._http import content
from sitemapfast._http.content import ContentError, codings, collect, collect_async, decode

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

TEXT = b"<urlset>" + bytes(range(256)) * 700 + b"</urlset>"


def _raw_deflate(data: bytes) -> bytes:
    stream = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return stream.compress(data) + stream.flush()


def _zstd(data: bytes) -> bytes:
    return zstandard.ZstdCompressor().compress(data)


ENCODERS: dict[str, tuple[str, Callable[[bytes], bytes]]] = {
    "gzip": ("gzip", gzip.compress),
    "x-gzip": ("x-gzip", gzip.compress),
    "deflate": ("deflate", zlib.compress),
    "raw deflate": ("deflate", _raw_deflate),
    "br": ("br", brotli.compress),
    "zstd": ("zstd", _zstd),
}
ZSTD_LIBRARIES = ("compression.zstd", "backports.zstd", "zstandard")
each_coding = pytest.mark.parametrize(("name", "encode"), ENCODERS.values(), ids=ENCODERS)


def _code(data: bytes, name: str, max_bytes: int | None = None) -> str:
    with pytest.raises(ContentError) as raised:
        decode(data, {"content-encoding": name}, max_bytes)
    return raised.value.code


@each_coding
def test_a_coding_is_undone(name: str, encode: Callable[[bytes], bytes]) -> None:
    """The name of the field and of the coding in any case."""
    assert decode(encode(TEXT), {"CONTENT-Encoding": f" {name.upper()} "}, None) == TEXT


@each_coding
def test_a_coding_cut_anywhere_is_broken(name: str, encode: Callable[[bytes], bytes]) -> None:
    """Half a document is never taken for a whole one."""
    whole = encode(TEXT[:600])
    # The last byte but one of a zlib stream is part of its checksum; a raw one has nothing but itself.
    assert {_code(whole[:end], name) for end in range(1, len(whole))} == {"broken_coding"}


@each_coding
def test_content_in_another_coding_is_broken(name: str, encode: Callable[[bytes], bytes]) -> None:
    """An error, never garbage."""
    assert _code(b"\xff" * 40 + encode(TEXT), name) == "broken_coding"


@each_coding
def test_what_a_coding_unpacks_to_is_within_the_limit(name: str, encode: Callable[[bytes], bytes]) -> None:
    """[22]: inclusive, and counted as received."""
    whole = encode(TEXT)
    assert decode(whole, {"content-encoding": name}, len(TEXT)) == TEXT
    assert _code(whole, name, len(TEXT) - 1) == "size_limit"


def test_the_limit_is_told_as_the_response_size() -> None:
    """[22]: the traversal makes a `NetworkError` of it."""
    with pytest.raises(ContentError) as raised:
        decode(gzip.compress(TEXT), {"content-encoding": "gzip"}, 10)
    assert raised.value.reason == "response size exceeds limit of 10 bytes"


@each_coding
def test_an_empty_body_under_a_coding_is_empty(name: str, encode: Callable[[bytes], bytes]) -> None:
    """Servers send it for documents without content; so is a coding of nothing."""
    assert decode(b"", {"content-encoding": name}, 0) == decode(encode(b""), {"content-encoding": name}, 0) == b""


def test_codings_are_undone_from_the_last_to_the_first() -> None:
    """And once each: what is gzip in itself stays gzip."""
    whole = zlib.compress(gzip.compress(gzip.compress(TEXT)))
    assert gzip.decompress(decode(whole, {"content-encoding": "gzip, deflate"}, None)) == TEXT


@pytest.mark.parametrize("name", ["identity", "", "none", "UTF-8", "identity, ,identity"])
def test_what_is_no_coding_leaves_the_body_alone(name: str) -> None:
    """Field reports: servers put a charset there."""
    assert decode(TEXT, {"content-encoding": name}, None) == TEXT
    assert decode(TEXT, {}, None) == TEXT


@pytest.mark.parametrize("name", ["compress", "aes128gcm", "gzip, sdch", "\x1b[2J", ", ".join(["gzip"] * 5)])
def test_an_unknown_coding_is_not_guessed_at(name: str) -> None:
    """And its name is shown without what a terminal would obey."""
    with pytest.raises(ContentError) as raised:
        decode(gzip.compress(TEXT), {"content-encoding": name}, None)
    assert raised.value.code == "unsupported_coding"
    assert raised.value.reason.isprintable()


def test_all_members_of_gzip_are_read_and_what_follows_them_is_not() -> None:
    """[20]"""
    whole = gzip.compress(TEXT) + gzip.compress(b"more") + b"\0\0rest"
    assert decode(whole, {"content-encoding": "gzip"}, None) == TEXT + b"more"


def test_all_frames_of_zstd_are_read() -> None:
    """RFC 8878: frames follow each other, skippable ones among them."""
    whole = _zstd(TEXT) + b"\x50\x2a\x4d\x18\x04\0\0\0abcd" + _zstd(b"more")
    assert decode(whole, {"content-encoding": "zstd"}, None) == TEXT + b"more"


@pytest.mark.parametrize("library", ZSTD_LIBRARIES)
def test_every_zstd_library_will_do(library: str) -> None:
    """The standard library has one from 3.14 on; all are held to the same limits."""
    pytest.importorskip(library)
    whole = _zstd(TEXT) + _zstd(b"") + _zstd(bytes(1 << 20))
    with mock.patch.dict(sys.modules, dict.fromkeys(each for each in ZSTD_LIBRARIES if each != library)):
        assert decode(whole, {"content-encoding": "zstd"}, len(TEXT) + (1 << 20)) == TEXT + bytes(1 << 20)
        assert _code(whole, "zstd", len(TEXT) + (1 << 20) - 1) == "size_limit"
        assert _code(whole[:-1], "zstd") == _code(whole + b"x", "zstd") == "broken_coding"


def test_a_zstd_window_over_what_the_coding_allows_is_broken() -> None:
    """RFC 9659: 8 MiB, or a frame could ask for gigabytes."""
    parameters = zstandard.ZstdCompressionParameters(window_log=26)
    stream = zstandard.ZstdCompressor(compression_params=parameters).compressobj()
    assert _code(stream.compress(TEXT) + stream.flush(), "zstd") == "broken_coding"


@each_coding
def test_a_bomb_takes_no_more_memory_than_the_limit(name: str, encode: Callable[[bytes], bytes]) -> None:
    """protocol.md, 10.5: 64 or 256 MiB of zeros, a limit of 4 MiB."""
    code = (
        "import resource, sys; from sitemapfast._http.content import ContentError, codings, decode; codings()\n"
        "data = sys.stdin.buffer.read(); before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        f"try: decode(data, {{'content-encoding': {name!r}}}, 4 << 20)\n"
        "except ContentError as error: print(error.code)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)"
    )
    bomb = encode(bytes(64 << 20)) if name == "br" else encode(bytes(256 << 20))  # brotli takes its time to pack
    run = subprocess.run([sys.executable, "-c", code], input=bomb, capture_output=True, check=True)
    told, kib = run.stdout.split()
    assert told == b"size_limit"
    assert int(kib) < 48 << 10


@pytest.mark.parametrize(("name", "piece"), [("gzip", gzip.compress(b"")), ("zstd", _zstd(b""))], ids=["gzip", "zstd"])
def test_a_million_empty_members_cost_time_in_proportion(name: str, piece: bytes) -> None:
    """[111]: ten times the members, not a hundred times the work."""
    copied = 0

    real = content._slices

    def counted(view: memoryview, start: int, **sizes: int) -> Iterator[tuple[memoryview, int]]:
        nonlocal copied
        for rest, end in real(view, start, **sizes):
            copied += len(rest)
            yield rest, end  # type: ignore[misc]

    with mock.patch.object(content, "_slices", counted):
        assert decode(piece * 2_000, {"content-encoding": name}, None) == b""
    assert copied < 2_000 * 1024


def test_libraries_that_are_not_there_are_not_offered() -> None:
    """Accept-Encoding lists what can be undone; brotli before 1.2 could not be bounded."""
    assert codings() == ("gzip", "deflate", "br", "zstd")
    with mock.patch.dict(sys.modules, dict.fromkeys(("brotli", "brotlicffi", *ZSTD_LIBRARIES))):
        assert codings() == ("gzip", "deflate")
        assert _code(brotli.compress(TEXT), "br") == "unsupported_coding"
        assert _code(_zstd(TEXT), "zstd") == "unsupported_coding"
    with mock.patch.object(brotli, "Decompressor", object):
        assert codings() == ("gzip", "deflate", "zstd")


@given(st.binary(max_size=2000), st.sampled_from(sorted(ENCODERS)))
def test_what_was_encoded_comes_back(data: bytes, which: str) -> None:
    """Every coding is undone to the byte."""
    name, encode = ENCODERS[which]
    assert decode(encode(data), {"content-encoding": name}, len(data)) == data


@given(st.binary(max_size=300), st.sampled_from(["gzip", "deflate", "br", "zstd"]))
def test_any_bytes_are_decoded_or_refused(data: bytes, name: str) -> None:
    """[111]"""
    try:
        assert isinstance(decode(data, {"content-encoding": name}, 10_000), bytes)
    except ContentError as error:
        assert error.code in {"broken_coding", "size_limit"}
        assert error.reason


class Chunks:
    """An iterable of the caller's, which counts what was asked of it."""

    def __init__(self, *chunks: bytes) -> None:
        self.chunks, self.given, self.closed = chunks, 0, False

    def __iter__(self) -> Iterator[bytes]:
        for chunk in self.chunks:
            self.given += 1
            yield chunk

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for chunk in self:
            yield chunk

    def close(self) -> None:
        self.closed = True

    async def aclose(self) -> None:
        self.closed = True


def _collect_async(body: Chunks, max_bytes: int | None) -> bytes:
    return asyncio.run(collect_async(body, max_bytes))


@pytest.mark.parametrize("gather", [collect, _collect_async])
def test_chunks_are_collected_up_to_the_limit_and_no_further(gather: Callable[..., bytes]) -> None:
    """[22], [100]: the rest is not even asked for, and what can be closed is closed."""
    whole = Chunks(b"ab", b"", b"cd")
    assert gather(whole, 4) == b"abcd"
    assert whole.closed
    endless = Chunks(*[b"abc"] * 100)
    with pytest.raises(ContentError, match="limit of 4 bytes"):
        gather(endless, 4)
    assert (endless.given, endless.closed) == (2, True)


@pytest.mark.parametrize("body", [b"abcd", bytearray(b"abcd"), memoryview(b"abcd"), memoryview(b"abcd").cast("H")])
@pytest.mark.parametrize("gather", [collect, lambda *args: asyncio.run(collect_async(*args))], ids=["sync", "async"])
def test_bytes_are_a_body_by_themselves(gather: Callable[..., bytes], body: bytes) -> None:
    """[100]: counted in bytes, whatever the view."""
    assert gather(body, 4) == gather(body, None) == b"abcd"
    with pytest.raises(ContentError):
        gather(body, 3)
