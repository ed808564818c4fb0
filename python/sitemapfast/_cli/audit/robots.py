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
    from collections.abc import Iterator, Mapping

    from sitemapfast._cli.audit.report import Report
    from sitemapfast._cli.audit.subject import Subject

__all__ = ["Robots", "check_robots"]

_ALL: Final = "*"
_MAX_BYTES: Final = 512_000
# Patterns have to be tried one by one; paths without * and $ are looked up.
_MAX_PATTERNS: Final = 1_000
_SITEMAP: Final = re.compile(r"(?i)\s*sitemap\s*:\s*(\S+)")
_ESCAPE: Final = re.compile(r"%[0-9a-fA-F]{2}")
_RESERVED: Final = "/?:@!$&'()*+,;=%-._~[]"


def _fits(pattern: str, path: str) -> bool:
    """Whether a path fits a pattern; ``*`` is anything, ``$`` the end. In one pass: no pattern makes it slow."""
    anchored = pattern.endswith("$")
    pieces = pattern.removesuffix("$").split("*")
    if not path.startswith(pieces[0]):
        return False
    at = len(pieces[0])
    if len(pieces) == 1:
        return not anchored or at == len(path)
    for piece in pieces[1:-1]:
        found = path.find(piece, at)
        if found < 0:
            return False
        at = found + len(piece)
    last = pieces[-1]
    if anchored:
        return path.endswith(last) and len(path) - len(last) >= at
    return path.find(last, at) >= 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Robots:
    """What a robots.txt says to every crawler.

    Attributes:
        url: Where it is.
        paths: Beginnings of paths, and whether they are allowed.
        lengths: How long those are, the longest first.
        patterns: Patterns, and whether they are allowed, the longest first.
        sitemaps: The sitemaps it names.
    """

    url: str
    paths: Mapping[str, bool]
    lengths: tuple[int, ...]
    patterns: tuple[tuple[str, bool], ...]
    sitemaps: tuple[str, ...]

    @classmethod
    def of(cls, subject: Subject) -> Self:
        """Return what the robots.txt of a subject says."""
        named = () if subject.document is None else tuple(subject.document.sitemaps.locs())
        rules: dict[str, bool] = {}
        for text, allowed in _rules(subject.text[:_MAX_BYTES]):
            # Of two that are the same, the one that allows decides.
            rules[text] = allowed or rules.get(text, False)
        paths = {text: allowed for text, allowed in rules.items() if "*" not in text and "$" not in text}
        patterns = [(text, allowed) for text, allowed in rules.items() if text not in paths][:_MAX_PATTERNS]
        return cls(
            url=subject.url,
            paths=paths,
            lengths=tuple(sorted({len(text) for text in paths}, reverse=True)),
            patterns=tuple(sorted(patterns, key=lambda each: (-len(each[0]), not each[1]))),
            sitemaps=named,
        )

    @property
    def forbids(self) -> bool:
        """Whether it forbids anything."""
        return not all(self.paths.values()) or not all(allowed for _, allowed in self.patterns)

    def allows(self, url: str) -> bool:
        """Whether a page of this host may be fetched: the longest rule that fits decides."""
        if not self.forbids:
            return True
        parts = urlsplit(url)
        path = _comparable((parts.path or "/") + (f"?{parts.query}" if parts.query else ""))
        beginnings = (path[:length] for length in self.lengths if length <= len(path))
        literal = next((text for text in beginnings if text in self.paths), None)
        pattern, allowed = next((each for each in self.patterns if _fits(each[0], path)), ("", True))
        if literal is None or len(pattern) > len(literal):
            return allowed
        return self.paths[literal] or (len(pattern) == len(literal) and allowed)


def _lines(text: str) -> list[str]:
    return re.split(r"\r\n?|\n", text.removeprefix("\ufeff"))


def _rules(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the rules of all groups for ``*``."""
    agents: set[str] = set()
    in_rules = False
    for line in _lines(text):
        name, colon, value = line.partition("#")[0].partition(":")
        name, value = name.strip().lower(), value.strip()
        if not colon:
            continue
        if name == "user-agent":
            if in_rules:
                agents, in_rules = set(), False
            agents.add(value)
        elif name in ("allow", "disallow"):
            in_rules = True
            if _ALL in agents and value:
                yield _comparable(value), name == "allow"


def _comparable(path: str) -> str:
    """Return a path as it is compared: encoded where it has to be, escapes in capitals."""
    return _ESCAPE.sub(lambda escape: escape[0].upper(), quote(path, safe=_RESERVED))


def check_robots(subject: Subject, report: Report) -> None:
    """Report what is wrong with the sitemap lines of a robots.txt."""
    if subject.document is None or subject.format is not sf.Format.ROBOTS:
        return
    if not len(subject.document.sitemaps):
        report.add("robots-no-sitemap", subject, "no line names a sitemap")
    for number, line in enumerate(_lines(subject.text[:_MAX_BYTES]), start=1):
        found = _SITEMAP.match(line)
        if found is not None and "://" not in found[1]:
            report.add("robots-sitemap-relative", subject, f'"{found[1]}" is no full URL', line=number)
