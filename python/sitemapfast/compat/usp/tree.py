"""The functions of ``usp.tree``: a site's sitemaps from its homepage, a sitemap from a string.

Enters: a URL or text. Leaves: an `AbstractSitemap`. Callers begin here.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from sitemapfast.compat.usp._walking import Walker
from sitemapfast.compat.usp.exceptions import SitemapException
from sitemapfast.compat.usp.fetch_parse import SitemapFetcher, SitemapStrParser
from sitemapfast.compat.usp.helpers import (
    RecurseCallbackType,
    RecurseListCallbackType,
    is_http_url,
    strip_url_to_homepage,
)
from sitemapfast.compat.usp.objects.sitemap import AbstractSitemap, IndexWebsiteSitemap, InvalidSitemap

if TYPE_CHECKING:
    from collections.abc import Collection

    from sitemapfast.compat.usp.web_client.abstract_client import AbstractWebClient

__all__ = ["SitemapFetcher", "sitemap_from_str", "sitemap_tree_for_homepage"]

# Callers add to it.
_UNPUBLISHED_SITEMAP_PATHS = {
    "sitemap.xml",
    "sitemap.xml.gz",
    "sitemap_index.xml",
    "sitemap-index.xml",
    "sitemap_index.xml.gz",
    "sitemap-index.xml.gz",
    ".sitemap.xml",
    "sitemap",
    "admin/config/search/xmlsitemap",
    "sitemap/sitemap-index.xml",
    "sitemap_news.xml",
    "sitemap-news.xml",
    "sitemap_news.xml.gz",
    "sitemap-news.xml.gz",
}

_log = logging.getLogger(__name__)


def sitemap_tree_for_homepage(  # noqa: PLR0917  the signature is the API
    homepage_url: str,
    web_client: AbstractWebClient | None = None,
    use_robots: bool = True,
    use_known_paths: bool = True,
    extra_known_paths: Collection[str] | None = None,
    recurse_callback: RecurseCallbackType | None = None,
    recurse_list_callback: RecurseListCallbackType | None = None,
    normalize_homepage_url: bool = True,
) -> AbstractSitemap:
    """Return the sitemaps of a site as a tree.

    Args:
        homepage_url: Any URL of the site.
        web_client: A client of the caller's, asked for one document at a time; ``None`` for the transport of
            sitemapfast, which reads several at once.
        use_robots: Whether the sitemaps that the robots.txt names are read.
        use_known_paths: Whether the places where sitemaps often are get tried.
        extra_known_paths: Further places, relative to the homepage.
        recurse_callback: Told each sitemap that is listed, its level and the URLs above it; returns whether it is
            read.
        recurse_list_callback: Told all sitemaps of an index, their level and the URLs above them; returns those that
            are read.
        normalize_homepage_url: Whether the URL is cut to the root of the site first.

    Returns:
        An `IndexWebsiteSitemap`.

    Raises:
        SitemapException: It is no http or https URL.
    """
    if not is_http_url(homepage_url):
        raise SitemapException(f"URL {homepage_url} is not a HTTP(s) URL.")
    home = strip_url_to_homepage(homepage_url) if normalize_homepage_url else homepage_url
    if not home.endswith("/"):
        home += "/"
    if home != homepage_url:
        _log.info("%s: its homepage is %s", homepage_url, home)
    nodes: list[AbstractSitemap] = []
    with Walker(web_client, recurse_callback=recurse_callback, recurse_list_callback=recurse_list_callback) as walker:
        if use_robots:
            nodes += walker.walk([f"{home}robots.txt"])
        if use_known_paths:
            # The original tries them in the order of a set, another one in every process.
            paths = sorted(
                _UNPUBLISHED_SITEMAP_PATHS | set(extra_known_paths or ()), key=lambda path: (len(path), path)
            )
            nodes += walker.walk([f"{home}{path}" for path in paths], quiet=True)
    # A place where nothing is says nothing of the site.
    return IndexWebsiteSitemap(home, [each for each in nodes if not isinstance(each, InvalidSitemap)])


def sitemap_from_str(content: str) -> AbstractSitemap:
    """Return a sitemap that is at hand; what an index lists is not fetched.

    Args:
        content: The document. Relative locations stay as they are written.

    Examples:
        >>> tree = sitemap_from_str("<urlset><url><loc>https://example.com/page</loc></url></urlset>")
        >>> [page.url for page in tree.all_pages()]
        ['https://example.com/page']
    """
    return SitemapStrParser(static_content=content).sitemap()
