"""Two functions of advertools 0.18: sitemaps as a `pandas.DataFrame`, and the sitemaps that a robots.txt names.

Enters: URLs. Leaves: frames with the columns of the original. pandas is imported when a function is called. What is
different stands in ``docs/migrate/advertools.md``.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote, urlsplit

import sitemapfast as sf
from sitemapfast.compat._frame import Frame

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import pandas as pd  # type: ignore[import-untyped,unused-ignore]  # stubs are not installed everywhere

__all__ = ["robotstxt_to_df", "sitemap_to_df"]

# Seconds for a document; the original waits for ever.
_TIMEOUT: Final = 60.0
_ITSELF: Final = "WARNING: Sitemap contains a link to itself"

_log = logging.getLogger(__name__)


def sitemap_to_df(
    sitemap_url: str,
    max_workers: int = 8,
    recursive: bool = True,
    request_headers: Mapping[str, str] | None = None,
) -> pd.DataFrame:
    """Return the pages of a sitemap, and of all that it leads to, as a frame.

    Args:
        sitemap_url: A sitemap, an index, a feed or a robots.txt; or a file, as a ``file://`` URL.
        max_workers: How many documents are fetched at a time.
        recursive: Whether the sitemaps of an index are read; otherwise they are the rows.
        request_headers: Header fields for every request.

    Returns:
        A row for each page. ``loc``, ``lastmod`` (UTC), ``changefreq``, ``priority``, those of images, videos, news
        and links where there are any, ``sitemap``, ``etag``, ``sitemap_last_modified``, ``sitemap_size_mb`` (MiB,
        decompressed), ``download_date``, and ``errors``: a row without a page for each sitemap that could not be read.

    Raises:
        sitemapfast.SitemapError: The sitemap itself cannot be fetched or read.
        OSError: The file cannot be read.
    """
    frame = Frame()
    with sf.SitemapParser(timeout=_TIMEOUT, concurrency=max_workers, **_headers(request_headers)) as parser:
        for url in (waiting := [sitemap_url]):
            try:
                found = _read(parser, frame, url, recursive=recursive)
            except (sf.SitemapError, OSError) as error:
                if url == sitemap_url:
                    raise
                frame.fail(url, error)
            else:
                waiting += [each for each in found if each not in waiting]
    result: pd.DataFrame = frame.build()
    return result


def robotstxt_to_df(robotstxt_url: str | Iterable[str], output_file: str | None = None) -> pd.DataFrame | None:
    """Return the sitemaps that robots.txt files name as a frame.

    Args:
        robotstxt_url: The URL of a robots.txt, or several.
        output_file: Where the rows are appended as JSON lines, a name that ends with ``.jl``; then nothing is
            returned.

    Returns:
        A row for each ``Sitemap`` line: ``directive``, ``content``, ``etag``, ``robotstxt_last_modified``,
        ``robotstxt_url``, ``download_date``; or ``errors`` for a robots.txt that could not be read. Other directives
        are not read.

    Raises:
        ValueError: The output file does not end with ``.jl``.
    """
    import pandas as pd

    if output_file is not None and not output_file.endswith(".jl"):
        raise ValueError(f"output_file has to end with .jl, got {output_file!r}")
    urls = [robotstxt_url] if isinstance(robotstxt_url, str) else list(dict.fromkeys(robotstxt_url))
    rows: dict[str, list[dict[str, Any]]] = {url: [] for url in urls}
    now = pd.Timestamp.now(tz="UTC")

    def visit(document: sf.Document) -> None:
        about = {"etag": document.etag, "robotstxt_last_modified": document.last_modified}
        rows[document.requested_url] = [
            {"directive": "Sitemap", "content": loc}
            | {name: value for name, value in about.items() if value is not None}
            | {"robotstxt_url": document.requested_url, "download_date": document.fetched_at or now}
            for loc in document.sitemaps.locs()
        ]

    with sf.SitemapParser(timeout=_TIMEOUT, max_depth=0) as parser:
        result = parser.walk(urls, retention="none", on_document=visit)
    for failure in result.failures:
        rows[failure.url] = [{"errors": str(failure.error), "robotstxt_url": failure.url, "download_date": now}]
    listed = [row for url in urls for row in rows[url]]
    frame = pd.DataFrame(listed, columns=None if listed else ["directive", "content", "robotstxt_url", "download_date"])
    for name in ("robotstxt_last_modified", "download_date"):
        if name in frame:
            frame[name] = pd.to_datetime(frame[name], utc=True, errors="coerce", format="mixed").dt.as_unit("us")
    if output_file is None:
        return frame
    with Path(output_file).open("a", encoding="utf-8") as file:
        frame.to_json(file, orient="records", lines=True, date_format="iso")
    return None


def _read(parser: sf.SitemapParser, frame: Frame, url: str, *, recursive: bool) -> list[str]:
    """Take a document and what it leads to into the frame, and return what a file leads to."""
    content = _local(url)
    if content is not None and url.endswith("robots.txt"):
        return sf.parse_document(content, format="robots").sitemaps.locs()
    # What a robots.txt names has its own level; an index is left as it is where its entries are wanted.
    follow = None if recursive else [lambda sitemap: sitemap.depth == 0]
    stream = parser.stream(url if content is None else "", content=content, follow=follow)
    files = []
    for document in stream:
        files += _take(frame, document.requested_url or url, document, recursive=recursive)
    for failure in stream.result.failures:
        _log.warning("%s", failure.error)
        frame.fail(failure.url, failure.error)
    # Files lead to files, documents of the web never do.
    return files if content is not None else []


def _take(frame: Frame, url: str, document: sf.Document, *, recursive: bool) -> list[str]:
    """Take a document into the frame, and return the files that it lists."""
    index = document.format is sf.Format.SITEMAPINDEX
    if recursive and url in document.sitemaps.locs():
        frame.fail(url, _ITSELF)
    if index and not recursive:
        frame.indexes.append((url, document))
    if len(document.urls) or not (index or document.format is sf.Format.ROBOTS):
        frame.pages.append((url, document))
    files = []
    for error in document.errors if document.error_count else ():
        if recursive and isinstance(error, sf.ValidationError) and str(error.value).startswith("file://"):
            files.append(str(error.value))
        elif not isinstance(error, sf.ValidationError) or error.field == "loc" or error.entry_index is None:
            frame.fail(url, error)
    return files


def _local(url: str) -> bytes | None:
    """Return the content of a ``file://`` URL."""
    parts = urlsplit(url)
    return Path(unquote(parts.path)).read_bytes() if parts.scheme == "file" else None


def _headers(given: Mapping[str, str] | None) -> dict[str, Any]:
    """Return header fields as settings; who asks is one of its own."""
    if not given:
        return {}
    agent = next((value for name, value in given.items() if name.lower() == "user-agent"), None)
    others = {name: value for name, value in given.items() if name.lower() != "user-agent"}
    return {"headers": others} | ({} if agent is None else {"user_agent": agent})
