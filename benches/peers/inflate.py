"""Python's zlib inflating alone: what it costs to unpack gzip at all. It reads nothing, so nothing is compared."""

from __future__ import annotations

import gzip
import zlib

from peers import Job, Peer

__all__ = ["PEER"]


def _inflate(data: bytes) -> None:
    gzip.decompress(data)


PEER = Peer(
    title="zlib, inflate alone",
    version=lambda: zlib.ZLIB_RUNTIME_VERSION,
    jobs={"gzip": Job(run=_inflate)},
)
