"""The exceptions of ``usp.exceptions``: four names without a base of their own, as callers catch them."""

from __future__ import annotations

__all__ = ["GunzipException", "SitemapException", "SitemapXMLParsingException", "StripURLToHomepageException"]


class SitemapException(Exception):  # noqa: N818  the name is the API
    """An argument that cannot be worked with, such as a homepage that is no http or https URL."""


class SitemapXMLParsingException(Exception):  # noqa: N818
    """XML that cannot be read; kept for those who catch it, such a document is an `InvalidSitemap`."""


class GunzipException(Exception):  # noqa: N818
    """Bytes that are no gzip, or a damaged one."""


class StripURLToHomepageException(Exception):  # noqa: N818
    """A URL from which no homepage can be made."""
