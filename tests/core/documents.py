"""Documents in miniature, and the one way in which the rule tests have them read.

Enters: entries and fields, as short as a test can say them. Leaves: bytes or text of a document, and what
`sitemapfast.parse_document` made of it.
"""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

import sitemapfast
from sitemapfast import _core

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sitemapfast import Document, ParseError, Url

HOST = "https://example.com"
URL = f"{HOST}/sitemap.xml"
INDEX = f"{HOST}/sitemap_index.xml"
RSS = f"{HOST}/feed.rss"
ATOM = f"{HOST}/feed.atom"
TEXT = f"{HOST}/sitemap.txt"
ROBOTS = f"{HOST}/robots.txt"
A, B, C = f"{HOST}/a", f"{HOST}/b", f"{HOST}/c"
ENTRY = f"<url><loc>{A}</loc></url>"

MODES = (False, True)
"""The values of ``strict``: a clause that says nothing of a mode holds in both."""

NAMESPACES = {
    "image": "http://www.google.com/schemas/sitemap-image/1.1",
    "video": "http://www.google.com/schemas/sitemap-video/1.1",
    "news": "http://www.google.com/schemas/sitemap-news/0.9",
    "xhtml": "http://www.w3.org/1999/xhtml",
    "mobile": "http://www.google.com/schemas/sitemap-mobile/1.0",
    "media": "http://search.yahoo.com/mrss/",
    "pagemap": "http://www.google.com/schemas/sitemap-pagemap/1.0",
    "dc": "http://purl.org/dc/elements/1.1/",
    "atom": "http://www.w3.org/2005/Atom",
    "x": "https://example.com/vocabulary",
}
"""Every prefix that the tests use; all are declared on each root."""

_DECLARED = "".join(f' xmlns:{prefix}="{uri}"' for prefix, uri in NAMESPACES.items())
_SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"


def read(data: Any, *, url: str = URL, strict: bool = False, **settings: Any) -> Document:
    """Read a document as a caller of the library does."""
    return sitemapfast.parse_document(data, url=url, strict=strict, **settings)


def refused(data: Any, **settings: Any) -> ParseError:
    """Return the error for which a document is refused; that it is not is a failure."""
    try:
        document = read(data, **settings)
    except sitemapfast.ParseError as error:
        return error
    message = f"it was read: {document!r}"
    raise AssertionError(message)


def read_core(data: Any, *, url: str = URL, strict: bool = False, **settings: Any) -> _core.Parsed:
    """Read a document with the settings that only a whole call hands on: `hosts` and `origins`."""
    return _core.parse(data, url=url, strict=strict, **settings)


def url(loc: str = A, *fields: str) -> str:
    """Return a `url` with a location and further children as they are written."""
    return f"<url><loc>{escape(loc)}</loc>{''.join(fields)}</url>"


def urlset(*entries: str, attributes: str = "") -> str:
    """Return a sitemap of entries as they are written."""
    return f'<urlset xmlns="{_SITEMAP}"{_DECLARED}{attributes}>{"".join(entries)}</urlset>'


def sitemap(loc: str = A, *fields: str) -> str:
    """Return a `sitemap` of an index with a location and further children as they are written."""
    return f"<sitemap><loc>{escape(loc)}</loc>{''.join(fields)}</sitemap>"


def index(*entries: str) -> str:
    """Return a sitemap index of entries as they are written."""
    return f'<sitemapindex xmlns="{_SITEMAP}"{_DECLARED}>{"".join(entries)}</sitemapindex>'


def item(*fields: str, link: str = A) -> str:
    """Return an `item` of RSS with a link and further children as they are written."""
    return f"<item><link>{escape(link)}</link>{''.join(fields)}</item>"


def rss(*items: str) -> str:
    """Return an RSS 2.0 feed of items as they are written."""
    return f'<rss version="2.0"{_DECLARED}><channel><link>{HOST}/</link>{"".join(items)}</channel></rss>'


def rdf(*items: str) -> str:
    """Return an RSS 1.0 feed: a channel, and beside it items as they are written."""
    return (
        f'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"{_DECLARED}>'
        f'<channel rdf:about="{HOST}/"><link>{HOST}/</link></channel>{"".join(items)}</rdf:RDF>'
    )


def entry(*fields: str, href: str = A) -> str:
    """Return an `entry` of Atom with a link and further children as they are written."""
    return f'<entry><link href="{escape(href)}"/>{"".join(fields)}</entry>'


def atom(*entries: str, xmlns: str = "http://www.w3.org/2005/Atom") -> str:
    """Return an Atom feed of entries as they are written."""
    return f'<feed xmlns="{xmlns}"{_DECLARED}><link href="{HOST}/"/>{"".join(entries)}</feed>'


def only(document: Document) -> Url:
    """Return the one page of a document."""
    (page,) = document.urls
    return page


def locs(document: Any) -> list[str]:
    """Return the locations of the pages of a document."""
    return list(document.urls.locs())


def listed(document: Any) -> list[str]:
    """Return the locations of the sitemaps of a document."""
    return list(document.sitemaps.locs())


def codes(document: Any) -> list[str]:
    """Return the codes of the errors of a document, in their order."""
    return [error.code for error in document.errors]


def noted(document: Any) -> dict[str, int]:
    """Return the codes of the notes of a document and how often each was found."""
    return {note.code: note.count for note in document.notes}


def gzipped(*members: bytes | str) -> bytes:
    """Return each text as a member of one gzip stream."""
    return b"".join(gzip.compress(each.encode() if isinstance(each, str) else each, mtime=0) for each in members)


def pieces(data: bytes, cuts: Iterable[int]) -> list[bytes]:
    """Return the data cut at the given places."""
    places = [0, *sorted({min(cut, len(data)) for cut in cuts}), len(data)]
    return [data[start:end] for start, end in zip(places, places[1:], strict=False)]
