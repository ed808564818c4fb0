"""The names of ``usp.helpers`` that callers import: types of callbacks, and small functions on URLs, text and dates.

Enters: strings. Leaves: strings, dates, or the exceptions of the original. `tree` and `fetch_parse` use them too.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from html import unescape
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import urlsplit
from xml.sax.saxutils import escape

import sitemapfast as sf
from sitemapfast.compat.usp.exceptions import GunzipException, SitemapException, StripURLToHomepageException

if TYPE_CHECKING:
    from datetime import datetime

__all__ = [
    "RecurseCallbackType",
    "RecurseListCallbackType",
    "gunzip",
    "html_unescape_strip",
    "is_http_url",
    "parse_iso8601_date",
    "parse_rfc2822_date",
    "strip_url_to_homepage",
]

RecurseCallbackType: TypeAlias = Callable[[str, int, set[str]], bool]
"""Told a sitemap's URL, its level and the URLs above it; returns whether it is read."""

RecurseListCallbackType: TypeAlias = Callable[[list[str], int, set[str]], list[str]]
"""Told the sitemaps of an index, their level and the URLs above them; returns those that are read."""

_HTTP = re.compile(r"https?://[^\s/?#]+[^\s]*", re.IGNORECASE)
_GZIP = 31


def is_http_url(url: str) -> bool:
    """Return whether a string is an http or https URL with a host.

    Examples:
        >>> is_http_url("https://example.com/"), is_http_url("/sitemap.xml")
        (True, False)
    """
    if not _HTTP.fullmatch(url):
        return False
    try:
        return bool(urlsplit(url).hostname)
    except ValueError:
        return False


def html_unescape_strip(string: str | None) -> str | None:
    """Return text with its HTML entities decoded and trimmed, or ``None`` where nothing is left."""
    return (unescape(string).strip() or None) if string else None


def strip_url_to_homepage(url: str) -> str:
    """Return the root of the site that a URL is on.

    Raises:
        StripURLToHomepageException: It is no http or https URL.

    Examples:
        >>> strip_url_to_homepage("https://example.com/page?x=1")
        'https://example.com/'
    """
    if not url:
        raise StripURLToHomepageException("URL is empty.")
    if not is_http_url(url):
        raise StripURLToHomepageException(f"URL {url} is not an http or https URL.")
    return urlsplit(url)._replace(path="/", query="", fragment="").geturl()


def parse_iso8601_date(date_string: str) -> datetime | None:
    """Return a date as sitemaps and Atom have it; ``None`` for what is no date.

    Raises:
        SitemapException: It is empty.
    """
    return _date(date_string, "<urlset><url><loc>http://localhost/</loc><lastmod>{}</lastmod></url></urlset>")


def parse_rfc2822_date(date_string: str) -> datetime | None:
    """Return a date as RSS has it; ``None`` for what is no date.

    Raises:
        SitemapException: It is empty.
    """
    return _date(
        date_string, "<rss><channel><item><link>http://localhost/</link><pubDate>{}</pubDate></item></channel></rss>"
    )


def gunzip(data: bytes, max_output_bytes: int | None = None) -> bytes:
    """Return what gzip holds, all members of it.

    Args:
        data: The compressed bytes.
        max_output_bytes: The most bytes that may come out, or ``None``.

    Raises:
        GunzipException: It is empty, no gzip, damaged, cut, or holds more.
    """
    if not data:
        raise GunzipException("Data is empty.")
    out = bytearray()
    try:
        while data:
            member = zlib.decompressobj(_GZIP)
            room = 0 if max_output_bytes is None else max_output_bytes - len(out) + 1
            out += member.decompress(data, room)
            if max_output_bytes is not None and len(out) > max_output_bytes:
                raise GunzipException(f"Data holds more than {max_output_bytes} bytes.")
            if not member.eof:
                raise GunzipException("Data is cut.")
            data = member.unused_data
    except zlib.error as error:
        raise GunzipException(f"Unable to gunzip data: {error}") from error
    return bytes(out)


def _date(text: str, document: str) -> datetime | None:
    if not text:
        raise SitemapException("Date string is unset.")
    row = sf.parse_document(document.format(escape(text)), lenient_dates=True).urls[0]
    coarse = row.lastmod_precision in {sf.Precision.YEAR, sf.Precision.MONTH, sf.Precision.DAY}
    return row.lastmod.replace(tzinfo=None) if row.lastmod is not None and coarse else row.lastmod
