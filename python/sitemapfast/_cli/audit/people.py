"""A report for people: grouped by rule, the worst first; in colour where rich is installed, plain where it is not.

Enters: a `Report`, full of text that strangers wrote. Leaves: lines on standard output that no terminal obeys.
Called by `check`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from sitemapfast._cli.audit.model import Finding, Rule, Severity
from sitemapfast._cli.audit.report import Report, worst
from sitemapfast._cli.report import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["show", "summary"]

_STYLES: Final = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow", Severity.INFO: "bold cyan"}
_LOC: Final = 100
_INDENT: Final = 8

# How far it is indented, and pieces of text, each with its style.
_Line = tuple[int, list[tuple[str, str]]]


def show(report: Report) -> None:
    """Write a report."""
    try:
        from rich.console import Console
        from rich.padding import Padding
        from rich.text import Text
    except ImportError:
        for indent, pieces in _lines(report):
            click.echo(" " * indent + "".join(text for text, _ in pieces))
        return
    console = Console(highlight=False)
    for indent, pieces in _lines(report):
        if console.is_terminal:
            console.print(Padding(Text.assemble(*pieces, overflow="fold"), (0, 0, 0, indent)))
        else:
            # A pipe has no width that text would have to be folded to.
            console.print(Text.assemble(" " * indent, *pieces), soft_wrap=True)


def summary(report: Report) -> str:
    """Return what was found and looked at, in a line.

    Example:
        >>> from sitemapfast._cli.audit.selection import Selection
        >>> summary(Report(Selection()))
        'no errors, no warnings, no infos in 0 documents with 0 URLs'
    """
    counts = ", ".join(_count(report.severities[severity], str(severity)) for severity in Severity)
    urls = sum(each.urls for each in report.documents)
    documents = len(report.documents)
    partial = f"; partial: {', '.join(report.partial)}" if report.partial else ""
    return f"{counts} in {documents:,} document{_plural(documents)} with {urls:,} URL{_plural(urls)}{partial}"


def _plural(count: int) -> str:
    return "" if count == 1 else "s"


def _count(count: int, what: str) -> str:
    return f"{count:,} {what}{_plural(count)}" if count else f"no {what}s"


def _lines(report: Report) -> Iterator[_Line]:
    for rule, findings in report.rules():
        yield from _rule(rule, findings, report.counts[rule.code])
        yield 0, []
    yield 0, [(summary(report), "bold")]


def _rule(rule: Rule, findings: list[Finding], count: int) -> Iterator[_Line]:
    severity = worst(findings)
    yield 0, [(f"{severity:<8}", _STYLES[severity]), (rule.code, "bold"), (f"  {count:,} time{_plural(count)}", "")]
    yield _INDENT, [(f"{rule.explanation} {rule.advice}", "")]
    yield _INDENT, [(rule.link, "dim")]
    for finding in findings:
        pieces = [(printable(finding.place), "cyan"), (f"  {printable(finding.message)}", "")]
        if finding.loc and finding.loc not in finding.message:
            pieces.append((f"  {_short(printable(finding.loc))}", "dim"))
        if finding.severity is not severity:
            pieces.append((f"  ({finding.severity})", _STYLES[finding.severity]))
        yield _INDENT + 2, pieces
    if count > len(findings):
        yield _INDENT + 2, [(f"… and {count - len(findings):,} more; --max-per-rule shows more of them", "dim")]


def _short(text: str) -> str:
    return text if len(text) <= _LOC else text[:_LOC] + "…"
