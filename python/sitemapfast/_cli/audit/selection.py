"""Which rules are asked for.

Enters: what stands after --select, --ignore and --severity. Leaves: a `Selection`. `check` makes it, `report` asks it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self

from sitemapfast._cli.audit.catalogue import RULES
from sitemapfast._cli.audit.model import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["DEFAULT", "Selection", "UnknownCodeError"]

DEFAULT: Final = "default"
"""The word for all rules that are not optional."""


class UnknownCodeError(ValueError):
    """No rule has this code, and none begins so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """The rules that run.

    Attributes:
        codes: Their codes.
        severity: The least severity that is reported.
    """

    codes: frozenset[str] = frozenset(code for code, rule in RULES.items() if not rule.optional)
    severity: Severity = Severity.INFO

    @classmethod
    def of(cls, select: Iterable[str] = (), ignore: Iterable[str] = (), severity: Severity = Severity.INFO) -> Self:
        """Return the rules that are selected and not ignored.

        Args:
            select: Codes, beginnings of codes, or ``default``; none means ``default``.
            ignore: Codes and beginnings of codes.
            severity: The least severity that is reported.

        Raises:
            UnknownCodeError: One of them fits no rule.

        Example:
            >>> sorted(Selection.of(["hreflang-no"], ["hreflang-no-x"]).codes)
            ['hreflang-no-return', 'hreflang-no-self']
        """
        wanted = [_fitting(text) for text in select] or [_fitting(DEFAULT)]
        unwanted = [_fitting(text) for text in ignore]
        return cls(codes=frozenset().union(*wanted) - frozenset().union(*unwanted), severity=severity)

    def has(self, code: str, severity: Severity) -> bool:
        """Whether a finding is reported."""
        return code in self.codes and severity.rank <= self.severity.rank


def _fitting(text: str) -> frozenset[str]:
    if text == DEFAULT:
        return frozenset(code for code, rule in RULES.items() if not rule.optional)
    # A code that is whole means that rule alone, though others begin with it.
    fitting = frozenset({text} if text in RULES else (code for code in RULES if text and code.startswith(text)))
    if not fitting:
        message = f"no rule is called {text} or begins so"
        raise UnknownCodeError(message)
    return fitting
