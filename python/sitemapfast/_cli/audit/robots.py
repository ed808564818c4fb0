"""What a robots.txt allows, by RFC 9309; and the rules on its lines.

Enters: the text of a robots.txt. Leaves: a `Robots` to ask, and findings. `site` asks it for the crawler that no group
names, ``*``: what holds for all.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self
from urllib.parse import quote, urlsplit

import sitemapfast as sf

if TYPE_CHECKING:
    from sitemapfast._cli.audit.report import Report
    from sitemapfast._cli.audit.subject import Subject

__all__ = ["Robots", "check_robots"]

_ALL: Final = "*"
_MAX_BYTES: Final = 512_000
_MAX_RULES: Final = 10_000
_LINE: Final = re.compile(r"\s*([A-Za-z-]+)\s*:\s*([^#]*?)\s*(?:#.*)?")
_SITEMAP: Final = re.compile(r"(?i)\s*sitemap\s*:\s*(\S+)")
_ESCAPE: Final = re.compile(r"%[0-9a-fA-F]{2}")
_RESERVED: Final = "/?:@!$&'()*+,;=%-._~[]"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Path:
    """One line that allows or forbids."""

    text: str
    allowed: bool

    def matches(self, path: str) -> bool:
        """Whether a path fits; ``*`` is anything, ``$`` the end. In one pass: no pattern makes it slow."""
        pattern = self.text
        anchored = pattern.endswith("$")
        pieces = pattern.removesuffix("$").split("*")
        if not path.startswith(pieces[0]):
            return False
        at = len(pieces[0])
        for piece in pieces[1:-1]:
            found = path.find(piece, at)
            if found < 0:
                return False
            at = found + len(piece)
        if len(pieces) == 1:
            return not anchored or at == len(path)
        last = pieces[-1]
        if anchored:
            return path.endswith(last) and len(path) - len(last) >= at
        return path.find(last, at) >= 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Robots:
    """What a robots.txt says to every crawler.

    Attributes:
        url: Where it is.
        paths: Its rules for ``*``.
        sitemaps: The sitemaps it names.
    """

    url: str
    paths: tuple[_Path, ...]
    sitemaps: tuple[str, ...]

    @classmethod
    def of(cls, subject: Subject) -> Self:
        """Return what the robots.txt of a subject says."""
        named = () if subject.document is None else tuple(subject.document.sitemaps.locs())
        paths = _paths(subject.text[:_MAX_BYTES])
        # The longest rule decides, and of two as long the one that allows.
        ordered = sorted(paths, key=lambda each: (-len(each.text), not each.allowed))
        return cls(url=subject.url, paths=tuple(ordered), sitemaps=named)

    def allows(self, url: str) -> bool:
        """Whether a page of this host may be fetched."""
        if not self.paths:
            return True
        parts = urlsplit(url)
        path = _comparable((parts.path or "/") + (f"?{parts.query}" if parts.query else ""))
        return next((each.allowed for each in self.paths if each.matches(path)), True)


def _paths(text: str) -> list[_Path]:
    """Return the rules of all groups for ``*``."""
    paths: list[_Path] = []
    agents: set[str] = set()
    in_rules = False
    for line in re.split(r"\r\n?|\n", text.removeprefix("\ufeff")):
        found = _LINE.fullmatch(line)
        if found is None:
            continue
        name, value = found[1].lower(), found[2]
        if name == "user-agent":
            if in_rules:
                agents, in_rules = set(), False
            agents.add(value)
        elif name in ("allow", "disallow"):
            in_rules = True
            if _ALL in agents and value and len(paths) < _MAX_RULES:
                paths.append(_Path(text=_comparable(value), allowed=name == "allow"))
    return paths


def _comparable(path: str) -> str:
    """Return a path as it is compared: encoded where it has to be, escapes in capitals."""
    encoded = quote(path, safe=_RESERVED)
    return _ESCAPE.sub(lambda escape: escape[0].upper(), encoded)


def check_robots(subject: Subject, report: Report) -> None:
    """Report what is wrong with the sitemap lines of a robots.txt."""
    if subject.document is None or subject.format is not sf.Format.ROBOTS:
        return
    if not len(subject.document.sitemaps):
        report.add("robots-no-sitemap", subject, "no line names a sitemap")
    for number, line in enumerate(subject.text[:_MAX_BYTES].splitlines(), start=1):
        found = _SITEMAP.match(line)
        if found is not None and "://" not in found[1]:
            report.add("robots-sitemap-relative", subject, f'"{found[1]}" is no full URL', line=number)
