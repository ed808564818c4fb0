"""The rules on a file as a whole: how large it is, how much it lists, in which encoding it is written.

Enters: a subject. Leaves: findings. Called by `run`.
"""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING, Final

import sitemapfast as sf
from sitemapfast._cli.audit.model import Severity

if TYPE_CHECKING:
    from sitemapfast._cli.audit.report import Report
    from sitemapfast._cli.audit.subject import Subject

__all__ = ["MAX_ENTRIES", "MAX_SIZE", "check_encoding", "check_extent"]

MAX_ENTRIES: Final = 50_000
MAX_SIZE: Final = 52_428_800
_NEAR: Final = 0.9
_HEAD: Final = 1_024
_NEWS: Final = b"/schemas/sitemap-news/"

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_DECLARED: Final = re.compile(rb"""\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([A-Za-z][\w.:-]*)["']""")
_CHARSET: Final = re.compile(r"""(?i);\s*charset\s*=\s*["']?([\w.:-]+)""")


def check_extent(subject: Subject, report: Report) -> None:
    """Report what is too large, too long, or empty."""
    document = subject.document
    if document is None:
        return
    size = max(document.size, len(subject.plain))
    is_index = subject.format in (sf.Format.SITEMAPINDEX, sf.Format.ROBOTS)
    entries = len(document.sitemaps) if is_index else len(document.urls)
    if size > MAX_SIZE or _is_cut(subject):
        report.add("too-large", subject, f"more than {MAX_SIZE:,} bytes" if _is_cut(subject) else f"{size:,} bytes")
    if subject.format is sf.Format.ROBOTS:
        return
    if entries > MAX_ENTRIES:
        code = "too-many-sitemaps" if is_index else "too-many-urls"
        report.add(code, subject, f"{entries:,} entries; {MAX_ENTRIES:,} are allowed")
    for count, limit, unit in ((entries, MAX_ENTRIES, "entries"), (size, MAX_SIZE, "bytes")):
        if limit * _NEAR < count <= limit:
            report.add("near-limit", subject, f"{count:,} {unit} of {limit:,}")
    if subject.error is None and not len(document.urls) and not len(document.sitemaps):
        # A news sitemap may be empty: nothing happened for two days.
        severity = Severity.INFO if _NEWS in subject.plain[:_HEAD] else None
        report.add("empty-sitemap", subject, "no entry could be used", severity=severity)


def _is_cut(subject: Subject) -> bool:
    error = subject.error
    return error is not None and error.limit is sf.Limit.SIZE and subject.max_size >= MAX_SIZE


def check_encoding(subject: Subject, report: Report) -> None:
    """Report encodings that are not UTF-8, and those that contradict each other."""
    document = subject.document
    if document is None or not subject.plain:
        return
    if not _same(document.encoding, "utf-8"):
        report.add("encoding-not-utf8", subject, f"it is in {document.encoding}", line=1)
    named = {}
    for mark, encoding in _MARKS:
        if subject.plain.startswith(mark):
            named["the byte order mark"] = encoding
            break
    declared = _DECLARED.match(subject.plain.removeprefix(codecs.BOM_UTF8)[:_HEAD])
    if declared:
        named["the declaration"] = declared[1].decode("ascii", "replace")
    charset = _CHARSET.search(subject.http.content_type) if subject.http and subject.http.content_type else None
    if charset:
        named["the header"] = charset[1]
    if len({_canonical(encoding) for encoding in named.values()}) > 1:
        said = ", ".join(f"{who} says {encoding}" for who, encoding in named.items())
        report.add("encoding-conflict", subject, said, line=1)


def _canonical(encoding: str) -> str:
    try:
        name = codecs.lookup(encoding).name
    except LookupError:
        return encoding.lower()
    # ASCII is a part of UTF-8, and readers take Latin-1 for Windows' own.
    name = {"ascii": "utf-8", "iso8859-1": "cp1252", "utf-8-sig": "utf-8"}.get(name, name)
    return re.sub(r"^(utf-(?:16|32))-[bl]e$", r"\1", name)


def _same(one: str, other: str) -> bool:
    return _canonical(one) == _canonical(other)
