"""The rules on the dates of entries.

Enters: a subject. Leaves: findings. Called by `run`; `judge` also by `reading`, for the dates that
the parser leaves out.
"""

from __future__ import annotations

import re
from collections import Counter
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Final
from xml.sax.saxutils import escape

import sitemapfast as sf
from sitemapfast._cli.audit.model import Severity

if TYPE_CHECKING:
    from sitemapfast._cli.audit.report import Report
    from sitemapfast._cli.audit.subject import Subject

__all__ = ["check_dates", "judge"]

_DAY: Final = r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])"
_ZONE: Final = r"(?:Z|[+-](?:(?:0\d|1[0-3]):[0-5]\d|14:00))"
_HOUR: Final = r"(?:[01]\d|2[0-3]):[0-5]\d"
# The Note of the W3C has six shapes.
_W3C: Final = re.compile(rf"\d{{4}}(?:-(?:0[1-9]|1[0-2]))?|{_DAY}(?:T{_HOUR}(?::[0-5]\d(?:\.\d+)?)?{_ZONE})?")
# date or dateTime of XML Schema: seconds are needed, zones are not.
_XSD: Final = re.compile(rf"{_DAY}(?:T(?:{_HOUR}:[0-5]\d(?:\.\d+)?|24:00:00(?:\.0+)?))?{_ZONE}?")

# Below this, that all entries agree says nothing.
_FEW: Final = 10
_NEARLY_ALL: Final = 0.95
_MOST: Final = 0.5
_LONGEST: Final = 100
_TOLERANCE: Final = timedelta(hours=24)
_STALE: Final = timedelta(days=365)
_STAMP: Final = timedelta(minutes=10)
_WEB: Final = datetime(1995, 1, 1, tzinfo=UTC)


def judge(text: str) -> tuple[str, str] | None:
    """Return the code of the rule that a date breaks as it is written, and in what way, or ``None``.

    Example:
        >>> judge("2024-01-15T10:00:00")
        ('lastmod-nonstandard', '"2024-01-15T10:00:00" is a date of XML Schema, not of W3C-DTF')
        >>> judge("2024-01-15") is None
        True
    """
    text = text.strip()
    if len(text) > _LONGEST:
        return "lastmod-invalid", f"a date of {len(text):,} characters cannot be read"
    return _judged(text)


@lru_cache(maxsize=1_024)
def _judged(text: str) -> tuple[str, str] | None:
    w3c, xsd = _W3C.fullmatch(text), _XSD.fullmatch(text)
    if w3c and xsd:
        return None
    if w3c:
        return "lastmod-nonstandard", f'"{text}" is a date of W3C-DTF, not of XML Schema'
    if xsd:
        return "lastmod-nonstandard", f'"{text}" is a date of XML Schema, not of W3C-DTF'
    page = f"<urlset><url><loc>http://a.example/</loc><lastmod>{escape(text)}</lastmod></url></urlset>"
    try:
        read = sf.parse_document(page, lenient_dates=True).urls.column("lastmod")
    except sf.SitemapError:
        read = []
    if read and read[0] is not None:
        return "lastmod-nonstandard", f'"{text}" has a form that only lenient readers know'
    return "lastmod-invalid", f'"{text}" cannot be read as a date'


def check_dates(subject: Subject, report: Report) -> None:
    """Report dates that are badly written or cannot be true, and dates that say nothing."""
    document = subject.document
    if document is None:
        return
    rows = document.urls.rows("loc", "lastmod", "raw", "line", "position")
    dates: Counter[datetime] = Counter()
    latest = subject.now + _TOLERANCE
    for loc, lastmod, raw, line, entry in rows:
        place = {"line": line, "entry": entry}
        written = None if raw is None else raw["lastmod"]
        if written and subject.is_xml_sitemap:
            fault = judge(written)
            if fault is not None:
                report.add(fault[0], subject, fault[1], loc=loc, **place)
        if lastmod is None:
            continue
        dates[lastmod] += 1
        if lastmod > latest:
            report.add("lastmod-future", subject, f"{lastmod:%Y-%m-%d %H:%M} UTC is in the future", loc=loc, **place)
        elif lastmod < _WEB:
            report.add("lastmod-ancient", subject, f"{lastmod.date()} is before 1995", loc=loc, **place)
    for written, line in _dates_of_index(subject):
        fault = judge(written)
        if fault is not None:
            report.add(fault[0], subject, fault[1], line=line)
    _check_together(subject, report, dates, len(rows))


def _dates_of_index(subject: Subject) -> list[tuple[str, int]]:
    """Return the dates of an index by what is known of them: it has no raw values, so their precision has to tell."""
    if subject.document is None or subject.format is not sf.Format.SITEMAPINDEX:
        return []
    rows = subject.document.sitemaps.rows("lastmod", "lastmod_precision", "line")
    shapes = {"year": "%Y", "month": "%Y-%m", "minute": "%Y-%m-%dT%H:%MZ"}
    return [
        (format(lastmod, shapes[how]), line) for lastmod, how, line in rows if lastmod is not None and how in shapes
    ]


def _check_together(subject: Subject, report: Report, dates: Counter[datetime], entries: int) -> None:
    """Report what the dates of a document say together."""
    if not entries:
        return
    dated = dates.total()
    if dated < entries and subject.is_xml_sitemap:
        missing = entries - dated
        severity = Severity.WARNING if missing > entries * _MOST else None
        report.add("lastmod-missing", subject, f"{missing:,} of {entries:,} entries have no date", severity=severity)
    if not dated:
        return
    value, most = dates.most_common(1)[0]
    if dated >= _FEW and most >= dated * _NEARLY_ALL:
        report.add("lastmod-all-identical", subject, f"{most:,} of {dated:,} dates are {value:%Y-%m-%d %H:%M} UTC")
    newest = max(dates)
    if newest < subject.now - _STALE:
        report.add("lastmod-stale", subject, f"the newest date is {newest.date()}")
    made = _made(subject)
    if made is not None and entries > 1 and max(abs(newest - made), abs(min(dates) - made)) <= _STAMP:
        report.add("lastmod-equals-generation", subject, f"the file was made at {made:%Y-%m-%d %H:%M} UTC")


def _made(subject: Subject) -> datetime | None:
    """Return when the server says the file was changed."""
    if subject.http is None or not subject.http.last_modified:
        return None
    try:
        made = parsedate_to_datetime(subject.http.last_modified)
    except ValueError:
        return None
    return made if made.tzinfo else made.replace(tzinfo=UTC)
