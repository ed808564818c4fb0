"""The rules on how a location is written, and on locations that stand in a document twice.

Enters: a subject. Leaves: findings. Called by `run`; `key` by the rules that compare locations. Most locations are
written plainly, which one pattern tells; the rules look at the others alone.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import SplitResult, urlsplit

import sitemapfast as sf
from sitemapfast._cli.audit.model import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sitemapfast._cli.audit.report import Report
    from sitemapfast._cli.audit.subject import Subject

__all__ = ["check_locations", "check_repetitions", "key", "split"]

_PLAIN: Final = re.compile(r"https?://[a-z0-9.-]+(?:/[A-Za-z0-9_~-]+(?:\.[A-Za-z0-9_~-]+)*)*/?")
_YANDEX: Final = 1_024
_BAIDU: Final = 256
# More is an error of the parser, which leaves the entry out.
_LONGEST: Final = 2_048

_ILLEGAL: Final = re.compile(r"""[^!#$%&'()*+,\-./0-9:;=?@A-Z\[\]_a-z~]|%(?![0-9A-Fa-f]{2})""")
_SESSION: Final = re.compile(
    r"(?i)[?&;](phpsessid|jsessionid|aspsessionid\w*|asp\.net_sessionid|sid|sessionid|session_id|cfid|cftoken)="
)
_TRACKING: Final = re.compile(r"(?i)[?&](utm_[a-z]+|gclid|fbclid|msclkid|dclid|yclid|mc_[ce]id|_ga|igshid)=")
_PORTS: Final = {"http": 80, "https": 443}


def split(loc: str) -> SplitResult | None:
    """Return the parts of a location, or ``None`` where it has none."""
    try:
        parts = urlsplit(loc)
        # Read here: it is what fails later if it can.
        _ = parts.port
    except ValueError:
        return None
    return parts


def key(loc: str) -> str:
    """Return what is equal for two locations of the same page: case of scheme and host, default port, fragment ignored.

    Example:
        >>> key("HTTPS://Example.com:443#top")
        'https://example.com/'
    """
    if _PLAIN.fullmatch(loc):
        return loc if loc.count("/") > 2 else loc + "/"  # noqa: PLR2004 - those of scheme://
    parts = split(loc)
    if parts is None:
        return loc
    port = "" if parts.port is None or parts.port == _PORTS.get(parts.scheme) else f":{parts.port}"
    query = f"?{parts.query}" if parts.query else ""
    return f"{parts.scheme}://{(parts.hostname or '').rstrip('.')}{port}{parts.path or '/'}{query}"


def check_locations(subject: Subject, report: Report) -> None:
    """Report locations that are not written as they should be."""
    if subject.document is None:
        return
    for loc, raw, line, entry in _locations(subject):
        written = raw or loc
        if len(written) > _BAIDU:
            _check_length(written, subject, report, line=line, entry=entry)
        if not (written == loc and _PLAIN.fullmatch(loc)):
            for code, message in _faults(loc, written):
                report.add(code, subject, message, line=line, entry=entry, loc=loc)


def _locations(subject: Subject) -> Iterator[tuple[str, str | None, int | None, int | None]]:
    document = subject.document
    if document is None:
        return
    for loc, raw, line, position in document.urls.rows("loc", "raw", "line", "position"):
        yield loc, None if raw is None else raw["loc"], line, position
    if subject.format is not sf.Format.ROBOTS:
        for loc, line in document.sitemaps.rows("loc", "line"):
            yield loc, None, line, None


def _check_length(loc: str, subject: Subject, report: Report, **place: Any) -> None:
    length = len(loc)
    if length >= _LONGEST:
        severity = Severity.ERROR if length > _LONGEST else Severity.WARNING
        report.add("url-too-long", subject, f"{length:,} characters", severity=severity, loc=loc, **place)
    elif length > _YANDEX:
        message = f"{length:,} characters; Yandex reads {_YANDEX:,}"
        report.add("url-too-long", subject, message, severity=Severity.WARNING, loc=loc, **place)
    size = len(loc.encode("utf-8", "replace"))
    if size > _BAIDU:
        report.add("url-too-long-baidu", subject, f"{size:,} bytes", loc=loc, **place)


def _faults(loc: str, written: str) -> Iterator[tuple[str, str]]:
    """Yield the codes of the rules that a location breaks, each with what was found."""
    if "://" not in written[:16]:
        yield "url-relative", f'"{written}" is relative'
        return
    parts = split(loc)
    if parts is None:
        return
    illegal = _ILLEGAL.search(written)
    if illegal:
        yield "url-unencoded", f"{illegal[0]!a} has to be percent-encoded"
    if "#" in written:
        yield "url-fragment", f"the fragment is #{written.partition('#')[2]}"
    if "&amp;" in written:
        yield "url-double-escaped", "it holds &amp; after decoding"
    if "@" in parts.netloc:
        yield "url-userinfo", "there is a user name before the host"
    session = _SESSION.search(written)
    if session:
        yield "url-session-id", f"the parameter is {session[1]}"
    tracking = _TRACKING.search(written)
    if tracking:
        yield "url-tracking-param", f"the parameter is {tracking[1]}"
    abnormal = _abnormal(written, parts)
    if abnormal:
        yield "url-not-normalized", abnormal


def _abnormal(written: str, parts: SplitResult) -> str | None:
    """Return in which way a location could be written more plainly."""
    scheme, _, rest = written.partition("://")
    netloc = re.split(r"[/?#]", rest, maxsplit=1)[0]
    if scheme != scheme.lower() or netloc.rpartition("@")[2] != netloc.rpartition("@")[2].lower():
        return "there are capitals in scheme or host"
    if parts.port is not None and parts.port == _PORTS.get(parts.scheme):
        return "the port is the default one"
    if "//" in parts.path:
        return "there are two slashes in a row"
    if any(segment in (".", "..") for segment in parts.path.split("/")):
        return "there are dot segments"
    return None


def check_repetitions(subject: Subject, report: Report) -> None:
    """Report pages that a document lists twice, and pairs that are nearly the same."""
    if subject.document is None:
        return
    first: dict[str, tuple[int, list[Any]]] = {}
    alike: dict[str, str] = {}
    rows = subject.document.urls.rows("loc", "line", "position", "lastmod", "changefreq", "priority")
    for loc, line, entry, *values in rows:
        same = key(loc)
        if same in first:
            before, others = first[same]
            conflict = others != values
            code = "duplicate-conflict" if conflict else "duplicate-url"
            what = " with other values" if conflict else ""
            report.add(code, subject, f"it stands on line {before} already{what}", line=line, entry=entry, loc=loc)
            continue
        first[same] = (line, values)
        other = alike.setdefault(same.rstrip("/").casefold(), same)
        if other != same:
            code = "url-slash-variant" if other.rstrip("/") == same.rstrip("/") else "url-case-variant"
            report.add(code, subject, f"there is also {other}", line=line, entry=entry, loc=loc)
