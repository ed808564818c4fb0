"""The rules on how a document was served.

Enters: a subject with an HTTP response, or with the error of a fetch. Leaves: findings. Called by `run`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import sitemapfast as sf

if TYPE_CHECKING:
    from sitemapfast._cli.audit.report import Report
    from sitemapfast._cli.audit.subject import Subject

__all__ = ["check_fetching"]

_EXPECTED: Final = re.compile(
    r"(application|text)/(xml|rss|atom|plain|gzip|octet-stream)|application/(x-)?(gzip|gunzip|binary)|binary/octet-stream"
    r"|[\w.-]+/[\w.-]+\+xml"
)
_HTML: Final = re.compile(rb"(?i)\s*(<!--.*?-->\s*)?<(!doctype\s+html|html)\b", re.DOTALL)
_HEAD: Final = 1_024


def check_fetching(subject: Subject, report: Report) -> None:
    """Report what is wrong with the response, or why there is none."""
    http = subject.http
    if http is None:
        return
    if isinstance(subject.error, sf.NetworkError):
        code = "fetch-network-error" if subject.error.status is None else "fetch-http-error"
        report.add(code, subject, subject.error.reason)
        return
    if subject.url and http.requested_url and subject.url != http.requested_url:
        report.add("sitemap-redirected", subject, f"asked for {http.requested_url}, served from {subject.url}")
    if subject.document is None:
        return
    if _HTML.match(subject.plain[:_HEAD]):
        report.add("sitemap-soft-html", subject, "the body is HTML")
        return
    is_gz_name = urlsplit(subject.url).path.lower().endswith((".gz", ".gzip"))
    if is_gz_name != subject.document.compressed:
        said = (
            "the name ends in .gz, the bytes are plain"
            if is_gz_name
            else "the bytes are gzip, the name does not say so"
        )
        report.add("gz-name-mismatch", subject, said)
    media_type = (http.content_type or "").partition(";")[0].strip().lower()
    if media_type and not _EXPECTED.fullmatch(media_type):
        report.add("content-type-odd", subject, f"the media type is {media_type}")
