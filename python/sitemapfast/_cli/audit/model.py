"""What a rule and a finding are.

Enters: nothing. Leaves: frozen values. `catalogue` makes the rules, the modules of the rules make findings through
`report`, the outputs read both.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Final

__all__ = ["DOCS", "STANDARD_INPUT", "Finding", "Rule", "Scope", "Severity"]

DOCS: Final = "https://sitemapfast.readthedocs.io/check/"
STANDARD_INPUT: Final = "standard input"
"""What a document is called that came through a pipe."""


class Severity(StrEnum):
    """How bad it is, the worst first."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    @property
    def rank(self) -> int:
        """0 for the worst."""
        return list(Severity).index(self)


class Scope(Enum):
    """What has to be known to say it."""

    FILE = "the document alone"
    HTTP = "the document and its HTTP response"
    SITE = "robots.txt or other sitemaps too"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One rule of the audit.

    Attributes:
        code: Its stable identifier.
        group: Its subject, a heading of the rules page.
        severity: How bad it is, where a finding does not say otherwise.
        scope: What has to be known.
        origin: Who else has it: search engines, the protocol, its schemas, or ``own``.
        explanation: What is wrong, in a sentence.
        advice: What to do about it, in a sentence.
        optional: Whether it runs only if it is asked for.
    """

    code: str
    group: str
    severity: Severity
    scope: Scope
    origin: str
    explanation: str
    advice: str
    optional: bool = False

    @property
    def link(self) -> str:
        """Its section of the rules page."""
        return f"{DOCS}#{self.code}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One place where a rule is broken.

    Attributes:
        code: The code of the rule.
        severity: How bad it is here.
        source: The file or the URL of the document.
        message: What was found here, in words.
        line: The line, from 1, or ``None``.
        column: The column in characters, from 1, or ``None``.
        entry: The position of the entry in the document, from 0, or ``None``.
        loc: The page or sitemap it is about, or empty.
    """

    code: str
    severity: Severity
    source: str
    message: str
    line: int | None = None
    column: int | None = None
    entry: int | None = None
    loc: str = ""

    @property
    def place(self) -> str:
        """Source, line and column as compilers write them."""
        place = self.source
        if self.line is not None:
            place += f":{self.line}"
            if self.column is not None:
                place += f":{self.column}"
        return place
