"""What web sites list about themselves: robots.txt, sitemaps, indexes, RSS, Atom and text lists, gzip of all of them.

::

    import sitemapfast as sf

    result = sf.parse("https://example.com/robots.txt")     # a whole site
    document = sf.parse_document(data)                       # one document, no network

`parse` and `parse_document` are where to begin; `SitemapParser` makes many calls over one pool, `discover` finds the
sitemaps of a site. Names that bring a transport with them are imported when they are used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sitemapfast._api import AsyncSitemapParser, SitemapParser, adiscover, aparse, discover, parse
from sitemapfast._cancel import CancelToken
from sitemapfast._core import SitemapRef, SitemapTable, Url, UrlTable, __version__
from sitemapfast._document import Document
from sitemapfast._errors import ErrorList
from sitemapfast._options import CallSettings, DocumentSettings, Settings
from sitemapfast._parse import DocumentParser, parse_document, parse_file
from sitemapfast._stream import AsyncDocumentStream, DocumentStream
from sitemapfast._walk.result import DocumentFailure, Reason, Result, Stats
from sitemapfast.entries import (
    Alternate,
    Changefreq,
    Extra,
    Format,
    Image,
    Media,
    MediaContent,
    MediaThumbnail,
    News,
    Outcome,
    PageMapAttribute,
    PageMapObject,
    Precision,
    TvShow,
    Video,
    VideoId,
    VideoPrice,
    VideoSegment,
)
from sitemapfast.exceptions import (
    ConfigError,
    Limit,
    NetworkError,
    Note,
    ParseError,
    SitemapError,
    ValidationError,
)
from sitemapfast.typing import (
    Answer,
    AsyncAuthorizer,
    AsyncFetcher,
    Authorizer,
    Body,
    Deny,
    Failure,
    Fetcher,
    Found,
    HttpError,
    NotFound,
    Progress,
    ProgressKind,
    Redirect,
    Request,
)

if TYPE_CHECKING:
    from sitemapfast._http.adapters import AsyncHttpxFetcher, HttpxFetcher
    from sitemapfast._http.client import HttpClient as HttpFetcher

__all__ = [
    "Alternate",
    "Answer",
    "AsyncAuthorizer",
    "AsyncDocumentStream",
    "AsyncFetcher",
    "AsyncHttpxFetcher",
    "AsyncSitemapParser",
    "Authorizer",
    "Body",
    "CallSettings",
    "CancelToken",
    "Changefreq",
    "ConfigError",
    "Deny",
    "Document",
    "DocumentFailure",
    "DocumentParser",
    "DocumentSettings",
    "DocumentStream",
    "ErrorList",
    "Extra",
    "Failure",
    "Fetcher",
    "Format",
    "Found",
    "HttpError",
    "HttpFetcher",
    "HttpxFetcher",
    "Image",
    "Limit",
    "Media",
    "MediaContent",
    "MediaThumbnail",
    "NetworkError",
    "News",
    "NotFound",
    "Note",
    "Outcome",
    "PageMapAttribute",
    "PageMapObject",
    "ParseError",
    "Precision",
    "Progress",
    "ProgressKind",
    "Reason",
    "Redirect",
    "Request",
    "Result",
    "Settings",
    "SitemapError",
    "SitemapParser",
    "SitemapRef",
    "SitemapTable",
    "Stats",
    "TvShow",
    "Url",
    "UrlTable",
    "ValidationError",
    "Video",
    "VideoId",
    "VideoPrice",
    "VideoSegment",
    "__version__",
    "adiscover",
    "aparse",
    "discover",
    "parse",
    "parse_document",
    "parse_file",
]


def __getattr__(name: str) -> Any:
    """Import what brings a transport with it."""
    if name in ("AsyncHttpxFetcher", "HttpxFetcher"):
        from sitemapfast._http import adapters

        return getattr(adapters, name)
    if name == "HttpFetcher":
        from sitemapfast._http.client import HttpClient

        return HttpClient
    raise AttributeError(f"module 'sitemapfast' has no attribute {name!r}")
