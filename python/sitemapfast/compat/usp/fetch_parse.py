"""The names of ``usp.fetch_parse`` that callers use: to begin at a sitemap, and to read text that is at hand.

Enters: a URL, or a document and where it is from. Leaves: an `AbstractSitemap`. The handlers of single XML elements,
on which the original's parsers are built, have no counterpart here.
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, Final

import sitemapfast as sf
from sitemapfast.compat.usp._reading import sitemap_of
from sitemapfast.compat.usp._walking import MAX_RECURSION_LEVEL, MAX_SITEMAP_SIZE, Walker
from sitemapfast.compat.usp.exceptions import SitemapException
from sitemapfast.compat.usp.helpers import is_http_url
from sitemapfast.compat.usp.objects.sitemap import AbstractSitemap, InvalidSitemap

if TYPE_CHECKING:
    from sitemapfast.compat.usp.helpers import RecurseCallbackType, RecurseListCallbackType
    from sitemapfast.compat.usp.web_client.abstract_client import AbstractWebClient

__all__ = [
    "AbstractSitemapParser",
    "IndexRobotsTxtSitemapParser",
    "PlainTextSitemapParser",
    "SitemapFetcher",
    "SitemapStrParser",
    "XMLSitemapParser",
]

MIN_VALID_PRIORITY: Final = Decimal(0)
MAX_VALID_PRIORITY: Final = Decimal(1)

# Where text without a URL is said to be from.
_LOCAL: Final = "http://usp-local-dummy.local/"


class SitemapFetcher:
    """Reads one document and what it leads to: the way to begin at a sitemap instead of at a homepage."""

    def __init__(  # noqa: PLR0917  the signature is the API
        self,
        url: str,
        recursion_level: int,
        web_client: AbstractWebClient | None = None,
        parent_urls: set[str] | None = None,
        quiet_404: bool = False,  # noqa: ARG002  what is logged is sitemapfast's
        recurse_callback: RecurseCallbackType | None = None,
        recurse_list_callback: RecurseListCallbackType | None = None,
    ) -> None:
        """Take what to read; the arguments are those of `sitemap_tree_for_homepage`.

        Args:
            url: The document.
            recursion_level: Its level, 0 for the first.
            web_client: The caller's client, or ``None``.
            parent_urls: The URLs above it.
            quiet_404: Ignored.
            recurse_callback: Asked for each sitemap that is listed.
            recurse_list_callback: Asked for all sitemaps of an index.

        Raises:
            SitemapException: It is no http or https URL, too deep, or one of the URLs above it.
        """
        parents = set(parent_urls or ())
        if recursion_level > MAX_RECURSION_LEVEL:
            raise SitemapException(f"Recursion level exceeded {MAX_RECURSION_LEVEL} for URL {url}.")
        if not is_http_url(url):
            raise SitemapException(f"URL {url} is not a HTTP(s) URL.")
        if url in parents:
            raise SitemapException(f"Recursion detected in URL {url} with parent URLs {parents}.")
        self._url = url
        self._recursion_level = recursion_level
        self._web_client = web_client
        self._parent_urls = parents
        self._recurse_callback = recurse_callback
        self._recurse_list_callback = recurse_list_callback

    def sitemap(self) -> AbstractSitemap:
        """Return what is there; an `InvalidSitemap` where it cannot be read."""
        with self._walker() as walker:
            nodes = walker.walk([self._url])
        return nodes[0] if nodes else InvalidSitemap(self._url, "Nothing was read")

    def _walker(self) -> Walker:
        return Walker(
            self._web_client,
            recurse_callback=self._recurse_callback,
            recurse_list_callback=self._recurse_list_callback,
            parent_urls=self._parent_urls,
            level=self._recursion_level,
        )


class SitemapStrParser(SitemapFetcher):
    """Reads a string; what an index lists is not fetched."""

    def __init__(self, static_content: str) -> None:
        super().__init__(url=_LOCAL, recursion_level=0)
        self._static_content = static_content

    def sitemap(self) -> AbstractSitemap:
        """Return what the string holds; an `InvalidSitemap` where it cannot be read."""
        content = self._static_content
        try:
            # Without a URL of its own, a relative location is refused; it is then read again as it is written.
            document = _read(content, url="", raw=False)
            if document.error_count and any(isinstance(each, sf.ValidationError) for each in document.errors):
                document = _as_written(_read(content, url=_LOCAL, raw=True))
        except sf.ParseError as error:
            return InvalidSitemap(_LOCAL, f"No parsers support sitemap from {_LOCAL}: {error.reason}")
        children: list[AbstractSitemap] = [
            InvalidSitemap(each, "Un-fetched child sitemap")
            for each in dict.fromkeys(document.sitemaps.locs())
            if not each.startswith(_LOCAL)
        ]
        return sitemap_of(replace(document, url=_LOCAL), children)


class AbstractSitemapParser:
    """Reads a document that is at hand; what it lists is fetched."""

    def __init__(  # noqa: PLR0917  the signature is the API
        self,
        url: str,
        content: str,
        recursion_level: int,
        web_client: AbstractWebClient,
        parent_urls: set[str],
        recurse_callback: RecurseCallbackType | None = None,
        recurse_list_callback: RecurseListCallbackType | None = None,
    ) -> None:
        self._url = url
        self._content = content
        self._recursion_level = recursion_level
        self._web_client = web_client
        self._parent_urls = parent_urls
        self._recurse_callback = recurse_callback
        self._recurse_list_callback = recurse_list_callback

    def sitemap(self) -> AbstractSitemap:
        """Return what the document holds and leads to."""
        with Walker(
            self._web_client,
            recurse_callback=self._recurse_callback,
            recurse_list_callback=self._recurse_list_callback,
            parent_urls=self._parent_urls,
            level=self._recursion_level,
        ) as walker:
            return walker.given(self._url, self._content)


class XMLSitemapParser(AbstractSitemapParser):
    """Reads an XML sitemap, an index or a feed."""


class PlainTextSitemapParser(AbstractSitemapParser):
    """Reads a text list."""


class IndexRobotsTxtSitemapParser(AbstractSitemapParser):
    """Reads a robots.txt, by its URL.

    Raises:
        SitemapException: The URL does not end with ``/robots.txt``.
    """

    def __init__(  # noqa: PLR0917  the signature is the API
        self,
        url: str,
        content: str,
        recursion_level: int,
        web_client: AbstractWebClient,
        parent_urls: set[str],
        recurse_callback: RecurseCallbackType | None = None,
        recurse_list_callback: RecurseListCallbackType | None = None,
    ) -> None:
        if not url.endswith("/robots.txt"):
            raise SitemapException(f"URL does not look like robots.txt URL: {url}")
        super().__init__(
            url, content, recursion_level, web_client, parent_urls, recurse_callback, recurse_list_callback
        )


def _read(content: str, *, url: str, raw: bool) -> sf.Document:
    return sf.parse_document(content, url=url, lenient_dates=True, max_size=MAX_SITEMAP_SIZE, raw=raw)


def _as_written(document: sf.Document) -> sf.Document:
    """Return a document whose relative locations are what they were: there is nothing to resolve them against."""
    rows = document.urls.to_dicts()
    for row in rows:
        if row["loc"].startswith(_LOCAL) and row["raw"]:
            row["loc"] = row["raw"]["loc"].strip()
    return replace(document, urls=sf.UrlTable.from_rows(rows))
