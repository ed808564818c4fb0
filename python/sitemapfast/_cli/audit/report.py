"""Takes the findings: all are counted, and of each rule some are kept.

Enters: findings, as the rules make them. Leaves: a `Report`, whose memory does not grow with what is wrong. `run` makes
it, the outputs read it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sitemapfast._cli.audit.catalogue import RULES
from sitemapfast._cli.audit.model import Finding, Rule, Severity

if TYPE_CHECKING:
    from sitemapfast._cli.audit.selection import Selection
    from sitemapfast._cli.audit.subject import Subject

__all__ = ["Audited", "Report"]

# A message repeats what strangers wrote; more of it helps nobody.
_MESSAGE = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Audited:
    """One document that was looked at.

    Attributes:
        source: The file or the URL.
        format: What it is, in words.
        urls: Pages it lists.
        sitemaps: Sitemaps it lists.
        size: Bytes, decompressed.
    """

    source: str
    format: str
    urls: int
    sitemaps: int
    size: int


class Report:
    """The findings of an audit, those of a rule in the order in which they were made."""

    def __init__(self, selection: Selection, max_per_rule: int | None = None) -> None:
        """Take what is asked for, and how many findings of a rule are kept, ``None`` for all."""
        self.selection = selection
        self.max_per_rule = max_per_rule
        self.documents: list[Audited] = []
        # Why something was left out, if it was.
        self.partial: list[str] = []
        self.counts: Counter[str] = Counter()
        self.severities: Counter[Severity] = Counter()
        self._kept: dict[str, list[Finding]] = {}
        self._entries: set[tuple[str, int]] = set()

    def add(
        self,
        code: str,
        subject: Subject,
        message: str,
        *,
        line: int | None = None,
        column: int | None = None,
        entry: int | None = None,
        loc: str = "",
        severity: Severity | None = None,
    ) -> None:
        """Take a finding; of one entry a rule is reported once: strict reading only says it again."""
        rule = RULES[code]
        grade = rule.severity if severity is None else severity
        if not self.selection.has(code, grade):
            return
        if entry is not None:
            key = (code, entry)
            if key in self._entries:
                return
            self._entries.add(key)
        self.counts[code] += 1
        self.severities[grade] += 1
        kept = self._kept.setdefault(code, [])
        if self.max_per_rule is None or len(kept) < self.max_per_rule:
            kept.append(
                Finding(
                    code=code,
                    severity=grade,
                    source=subject.name,
                    message=message if len(message) <= _MESSAGE else message[:_MESSAGE] + "…",
                    line=line,
                    column=column,
                    entry=entry,
                    loc=loc[:_MESSAGE],
                )
            )

    def begin(self, subject: Subject) -> None:
        """Take the next document; what was said of the entries of the last one does not count for it."""
        self._entries.clear()
        document = subject.document
        self.documents.append(
            Audited(
                source=subject.name,
                format="unreadable" if document is None or document.format is None else str(document.format),
                urls=0 if document is None else len(document.urls),
                sitemaps=0 if document is None else len(document.sitemaps),
                size=0 if document is None else document.size,
            )
        )

    def rules(self) -> list[tuple[Rule, list[Finding]]]:
        """Return the rules that were broken and what was kept of their findings, the worst first."""
        broken = [(RULES[code], kept) for code, kept in self._kept.items()]
        order = list(RULES)
        return sorted(broken, key=lambda each: (worst(each[1]).rank, order.index(each[0].code)))

    def findings(self) -> list[Finding]:
        """Return what was kept, rule by rule."""
        return [finding for _, kept in self.rules() for finding in kept]

    def at_least(self, severity: Severity) -> int:
        """Return how many findings are as bad as that, those that were not kept included."""
        return sum(count for grade, count in self.severities.items() if grade.rank <= severity.rank)


def worst(findings: list[Finding]) -> Severity:
    """Return the worst severity among findings of one rule."""
    return min((finding.severity for finding in findings), key=lambda each: each.rank)
