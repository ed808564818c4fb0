"""A report for machines: JSON, SARIF 2.1.0, and the commands of a GitHub workflow.

Enters: a `Report`. Leaves: text. Called by `check`.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

import sitemapfast as sf
from sitemapfast._cli.audit.model import DOCS, STANDARD_INPUT, Finding, Rule, Severity
from sitemapfast._cli.report import printable

if TYPE_CHECKING:
    from sitemapfast._cli.audit.report import Report

__all__ = ["as_github", "as_json", "as_sarif"]

_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_COMMANDS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def as_json(report: Report) -> str:
    """Return a report as one JSON object; ``format`` grows when its fields do."""
    return _dump(
        {
            "format": 1,
            "version": sf.__version__,
            "counts": {str(severity): report.severities[severity] for severity in Severity},
            "partial": report.partial,
            "documents": [asdict(each) for each in report.documents],
            "rules": [
                {
                    "code": rule.code,
                    "severity": str(rule.severity),
                    "explanation": rule.explanation,
                    "advice": rule.advice,
                    "link": rule.link,
                    "count": report.counts[rule.code],
                    "shown": len(findings),
                }
                for rule, findings in report.rules()
            ],
            "findings": [asdict(finding) for finding in report.findings()],
        }
    )


def as_sarif(report: Report) -> str:
    """Return a report as a SARIF 2.1.0 log with one run."""
    rules = report.rules()
    index = {rule.code: number for number, (rule, _) in enumerate(rules)}
    run = {
        "tool": {
            "driver": {
                "name": "sitemapfast",
                "version": sf.__version__,
                "informationUri": DOCS,
                "rules": [_sarif_rule(rule) for rule, _ in rules],
            }
        },
        "columnKind": "unicodeCodePoints",
        "results": [_sarif_result(finding, index[finding.code]) for finding in report.findings()],
    }
    return _dump({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]})


def _sarif_rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.code,
        "shortDescription": {"text": rule.explanation},
        "fullDescription": {"text": f"{rule.explanation} {rule.advice}"},
        "helpUri": rule.link,
        "help": {"text": rule.advice},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
        "properties": {"group": rule.group},
    }


def _sarif_result(finding: Finding, index: int) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": {"uri": _uri(finding.source)}}
    if finding.line:
        place["region"] = {"startLine": finding.line}
        if finding.column:
            place["region"]["startColumn"] = finding.column
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": index,
        "level": _LEVELS[finding.severity],
        "message": {"text": _sentence(finding)},
        "locations": [{"physicalLocation": place}],
    }
    return result


def _sentence(finding: Finding) -> str:
    about = f" ({finding.loc})" if finding.loc and finding.loc not in finding.message else ""
    return finding.message + about


def _uri(source: str) -> str:
    """Return a file or a URL as a URI: a file stays relative to where the command ran, as code scanning wants it."""
    if "://" in source:
        return quote(source, safe="/:?#[]@!$&'()*+,;=%-._~")
    path = PurePath(source)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())


def as_github(report: Report) -> str:
    """Return a report as workflow commands, which become annotations."""
    lines = []
    for finding in report.findings():
        properties = {"title": finding.code}
        message = printable(_sentence(finding))
        if "://" in finding.source or finding.source == STANDARD_INPUT:
            # Only files of the repository can be annotated.
            message = f"{printable(finding.place)}: {message}"
        else:
            properties["file"] = finding.source
            if finding.line:
                properties["line"] = str(finding.line)
            if finding.column:
                properties["col"] = str(finding.column)
        said = ",".join(f"{name}={_escaped_property(value)}" for name, value in properties.items())
        lines.append(f"::{_COMMANDS[finding.severity]} {said}::{_escaped(message)}")
    return "\n".join(lines)


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escaped_property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")


def _dump(value: Any) -> str:
    # Escaped to ASCII: what a site wrote reaches no terminal as it is.
    return json.dumps(value, indent=2, default=str)
