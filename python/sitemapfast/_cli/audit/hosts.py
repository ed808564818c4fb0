"""The rules on where a page is: on the host of its sitemap, below its directory, on the public internet.

Enters: a subject, and the hosts that handed the sitemap over by their robots.txt. Leaves: findings. Called by `run`.
"""

from __future__ import annotations

import ipaddress
import re
from collections import Counter
from typing import TYPE_CHECKING, Final
from urllib.parse import SplitResult, urlsplit

import sitemapfast as sf
from sitemapfast._cli.audit.locations import split

if TYPE_CHECKING:
    from collections.abc import Callable

    from sitemapfast._cli.audit.report import Report
    from sitemapfast._cli.audit.subject import Subject

__all__ = ["check_hosts", "directory", "is_below", "site_of"]

_PORTS: Final = {"http": 80, "https": 443}
_STAGING: Final = re.compile(
    r"(?:^|[.-])(dev|develop|development|staging|stage|test|testing|preprod|uat|qa|sandbox)\d*[.-]"
)
_PRIVATE_NAME: Final = re.compile(r"(?:^|\.)(localhost|local|internal|intranet|lan|corp|home\.arpa|localdomain)$")
_NUMBER: Final = re.compile(r"0x[0-9a-f]*|\d+", re.IGNORECASE)


def site_of(parts: SplitResult) -> tuple[str, str, int | None]:
    """Return scheme, host and port of a URL, the default port filled in."""
    return parts.scheme, (parts.hostname or "").rstrip("."), parts.port or _PORTS.get(parts.scheme)


def directory(url: str) -> str:
    """Return the path of a sitemap, cut behind its last slash.

    Example:
        >>> directory("https://example.com/a/sitemap.xml?page=2")
        '/a/'
    """
    return urlsplit(url).path.rpartition("/")[0] + "/"


def is_below(path: str, folder: str) -> bool:
    """Whether a path is in a directory, or deeper; percent-encoding of plain letters aside."""
    return (path or "/").startswith(folder)


def check_hosts(subject: Subject, report: Report, handed_over: Callable[[str], bool]) -> None:
    """Report pages that the sitemap may not list, or that nobody can reach.

    Args:
        subject: The document.
        report: Where the findings go.
        handed_over: Whether the robots.txt of a site, given as its origin, names this sitemap.
    """
    document = subject.document
    if document is None or subject.format is sf.Format.ROBOTS:
        return
    home = split(subject.url) if subject.url else None
    folder = directory(subject.url) if subject.url else "/"
    schemes: Counter[str] = Counter()
    faults: dict[str, list[tuple[str, str]]] = {}
    # Feeds are not held to it: they stand where the software puts them, and list the whole site.
    scoped = subject.format in (sf.Format.URLSET, sf.Format.TEXT)
    for loc, line, entry in document.urls.rows("loc", "line", "position"):
        parts = split(loc)
        if parts is None or not parts.netloc:
            continue
        origin = f"{parts.scheme}://{parts.netloc}"
        if origin not in faults:
            faults[origin] = _of_host(parts) + _of_site(parts, home, handed_over)
        schemes[parts.scheme] += 1
        for code, message in faults[origin]:
            report.add(code, subject, message, line=line, entry=entry, loc=loc)
        if scoped and home is not None and not is_below(parts.path, folder) and site_of(parts) == site_of(home):
            if handed_over(origin):
                continue
            report.add("url-out-of-scope", subject, f"it is not below {folder}", line=line, entry=entry, loc=loc)
    if len(schemes) > 1:
        said = " and ".join(f"{count:,} locations are {scheme}" for scheme, count in sorted(schemes.items()))
        report.add("url-http-https-mix", subject, said)


def _of_host(parts: SplitResult) -> list[tuple[str, str]]:
    """Return what is wrong with a host by itself."""
    host = (parts.hostname or "").rstrip(".")
    faults = []
    address = _address(host)
    if address is not None:
        faults.append(("url-ip-host", f"the host is {host}"))
    private = not address.is_global if address is not None else bool(_PRIVATE_NAME.search(host)) or "." not in host
    if private:
        faults.append(("url-private-host", f"{host} is no public host"))
    if _STAGING.search(host) or host == "localhost":
        faults.append(("url-staging-host", f"the host is {host}"))
    return faults


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        pass
    # Browsers read numbers of other bases and fewer parts as addresses too.
    pieces = host.split(".")
    if len(pieces) <= 4 and all(_NUMBER.fullmatch(piece) for piece in pieces):  # noqa: PLR2004
        return ipaddress.IPv4Address(0)
    return None


def _of_site(parts: SplitResult, home: SplitResult | None, handed_over: Callable[[str], bool]) -> list[tuple[str, str]]:
    """Return in what a site differs from that of the sitemap."""
    if home is None:
        return []
    scheme, host, port = site_of(parts)
    home_scheme, home_host, home_port = site_of(home)
    if (scheme, host, port) == (home_scheme, home_host, home_port) or handed_over(f"{parts.scheme}://{parts.netloc}"):
        return []
    if host != home_host:
        if host.removeprefix("www.") == home_host.removeprefix("www."):
            return [("url-www-mismatch", f"the page is on {host}, the sitemap on {home_host}")]
        return [("url-wrong-host", f"the page is on {host}, the sitemap on {home_host}")]
    if scheme != home_scheme:
        return [("url-http-https-mix", f"the page is {scheme}, the sitemap {home_scheme}")]
    return [("url-port-mismatch", f"the page is on port {port}, the sitemap on {home_port}")]
