"""One document as it is audited: what was parsed of it, and the bytes it was parsed from.

Enters: bytes or the error of a fetch, and what the server said. Leaves: a `Subject`. `check_sources` and the tests make
them; every rule looks at one.
"""

from __future__ import annotations

import codecs
import zlib
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from typing import Final, Self

import sitemapfast as sf

__all__ = ["Http", "Subject"]

_LAYERS: Final = 2
_MAX_SIZE: Final = 52_428_800
_GZIP: Final = b"\x1f\x8b"


@dataclass(frozen=True, kw_only=True)
class Http:
    """What the server said.

    Attributes:
        requested_url: The URL that was asked for.
        status: The status, or ``None`` where no answer came.
        content_type: The ``Content-Type`` field.
        last_modified: The ``Last-Modified`` field.
    """

    requested_url: str
    status: int | None = None
    content_type: str | None = None
    last_modified: str | None = None


@dataclass(frozen=True, kw_only=True)
class Subject:
    """One document.

    Attributes:
        name: The file, or the URL it was served from.
        url: The URL it was served from; empty where that is not known.
        document: What was read of it, with raw values; ``None`` if nothing was.
        error: Why it was refused as a whole, or could not be fetched.
        strict: What strict reading says: its errors, the refusal of the whole among them.
        data: The bytes, not decompressed; ``None`` if none came.
        http: What the server said, for a document that was asked for.
        parent: The URL of the document that lists it.
        now: When it was read.
        max_size: Bytes that are looked at, decompressed.
    """

    name: str
    url: str = ""
    document: sf.Document | None = None
    error: sf.SitemapError | None = None
    strict: tuple[sf.SitemapError, ...] = ()
    data: bytes | None = None
    http: Http | None = None
    parent: str | None = None
    now: datetime = field(default_factory=lambda: datetime.now(UTC))
    max_size: int = _MAX_SIZE

    @classmethod
    def of(
        cls,
        name: str,
        data: bytes,
        *,
        url: str = "",
        document: sf.Document | None = None,
        http: Http | None = None,
        parent: str | None = None,
        now: datetime | None = None,
        max_size: int | None = _MAX_SIZE,
    ) -> Self:
        """Return a document to be audited; it is read strictly, and tolerantly too if it was not.

        Args:
            name: The file or the URL.
            data: The bytes, not decompressed.
            url: The URL it was served from, if that is known.
            document: What was read of it, with ``raw=True``.
            http: What the server said.
            parent: The URL of the document that lists it.
            now: When it was read; by default, now.
            max_size: Bytes to read at most, decompressed.
        """
        content_type = None if http is None else http.content_type
        robots = not url and name.replace("\\", "/").rpartition("/")[2].lower() == "robots.txt"
        settings: sf.DocumentSettings = {"content_type": content_type, "max_size": max_size, "raw": True}
        if robots:
            settings["format"] = "robots"
        error: sf.SitemapError | None = None
        if document is None:
            try:
                document = sf.parse_document(data, url=url, **settings)
            except sf.ParseError as refused:
                error, document = refused, refused.result
        settings["strict"] = True
        try:
            strict = tuple(sf.parse_document(data, url=url, **settings).errors)
        except sf.ParseError as refused:
            strict = (refused,)
        return cls(
            name=name,
            url=url,
            document=document,
            error=error,
            strict=strict,
            data=data,
            http=http,
            parent=parent,
            now=datetime.now(UTC) if now is None else now,
            max_size=_MAX_SIZE if max_size is None else max_size,
        )

    @property
    def format(self) -> sf.Format | None:
        """What it is, if that was found out."""
        return None if self.document is None else self.document.format

    @property
    def is_xml_sitemap(self) -> bool:
        """Whether it is a urlset or an index in XML, to which the schemas of the protocol apply."""
        return self.format in (sf.Format.URLSET, sf.Format.SITEMAPINDEX)

    @cached_property
    def plain(self) -> bytes:
        """The bytes, decompressed as far as that goes."""
        data = self.data or b""
        for _ in range(_LAYERS):
            if not data.startswith(_GZIP):
                break
            data = _gunzip(data, self.max_size)
        return data

    @cached_property
    def text(self) -> str:
        """The text, what cannot be decoded replaced."""
        encoding = "utf-8" if self.document is None else self.document.encoding
        try:
            found = codecs.lookup(encoding).name
        except LookupError:
            found = "utf-8"
        return self.plain.decode(found, "replace").removeprefix("\ufeff")


def _gunzip(data: bytes, limit: int) -> bytes:
    """Decompress all members of a gzip file, to `limit` bytes, and to where it is damaged."""
    out = bytearray()
    while data.startswith(_GZIP) and len(out) < limit:
        member = zlib.decompressobj(wbits=31)
        try:
            out += member.decompress(data, limit - len(out))
        except zlib.error:
            break
        data = member.unused_data
    return bytes(out)
