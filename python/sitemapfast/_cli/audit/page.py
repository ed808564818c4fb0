"""A report as one HTML page that needs nothing else: to be sent to a colleague and opened from a disk.

Enters: a `Report`, full of text that strangers wrote. Leaves: a page without scripts and without anything from another
place. Called by `check`.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

import sitemapfast as sf
from sitemapfast._cli.audit.model import Finding, Rule, Severity
from sitemapfast._cli.audit.report import Report, worst
from sitemapfast._cli.report import printable

if TYPE_CHECKING:
    from datetime import datetime

    from sitemapfast._cli.audit.report import Audited

__all__ = ["as_html"]

_DOCUMENTS: Final = 500

# What the page may load: nothing but the style that stands in it.
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"

_STYLE: Final = """
:root { color-scheme: light dark; --fg: #1c2128; --soft: #59636e; --bg: #fff; --card: #f6f8fa; --line: #d1d9e0;
  --error: #b3261e; --warning: #8a5a00; --info: #0b5fa5; }
@media (prefers-color-scheme: dark) { :root { --fg: #e6edf3; --soft: #9aa4af; --bg: #0d1117; --card: #161b22;
  --line: #30363d; --error: #ff7b72; --warning: #e3b341; --info: #79c0ff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 68rem; padding: 2rem 1.25rem 4rem; background: var(--bg); color: var(--fg);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; overflow-wrap: anywhere; } h2 { font-size: 1.15rem; margin:
  2.5rem 0 .75rem; }
p { margin: .25rem 0; } .soft { color: var(--soft); }
code, td.place { font: .875em/1.5 ui-monospace, "DejaVu Sans Mono", Consolas, monospace; }
.counts { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.5rem 0 0; padding: 0; list-style: none; }
.counts li { flex: 1 1 9rem; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .5rem;
  background: var(--card); }
.counts b { display: block; font-size: 1.75rem; line-height: 1.2; }
.error { color: var(--error); } .warning { color: var(--warning); } .info { color: var(--info); }
details { margin: .5rem 0; border: 1px solid var(--line); border-radius: .5rem; background: var(--card); }
summary { display: flex; flex-wrap: wrap; gap: .25rem .75rem; padding: .75rem 1rem; cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary::before { content: "▸"; color: var(--soft); } details[open] > summary::before { content: "▾"; }
summary b { min-width: 5rem; } summary .count { margin-left: auto; }
.body { padding: 0 1rem 1rem; } .scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
th, td { padding: .375rem .75rem .375rem 0; border-top: 1px solid var(--line); text-align: left;
  vertical-align: top; overflow-wrap: anywhere; }
.body table { table-layout: fixed; }
.body th:first-child { width: 45%; }
th { color: var(--soft); font-weight: 600; } .number { text-align: right; font-variant-numeric: tabular-nums; }
a { color: var(--info); }
.loc { display: block; color: var(--soft); }
@media print { details { break-inside: avoid; } }
"""


def as_html(report: Report, made: datetime) -> str:
    """Return a report as a page.

    Args:
        report: What was found.
        made: When, for the head of the page.
    """
    rules = report.rules()
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f'<meta http-equiv="Content-Security-Policy" content="{escape(_POLICY)}">',
        '<meta name="referrer" content="no-referrer">',
        f"<title>{_text(_title(report))}</title>",
        f"<style>{_STYLE}</style>",
        "</head>",
        "<body>",
        f"<h1>{_text(_title(report))}</h1>",
        f'<p class="soft">{made:%Y-%m-%d %H:%M} UTC, by sitemapfast {_text(sf.__version__)}</p>',
        _counts(report),
        f"<p>Not everything was read: {_text(', '.join(report.partial))}.</p>" if report.partial else "",
        "<h2>What was found</h2>" if rules else "<h2>Nothing was found</h2>",
        *(_rule(rule, findings, report.counts[rule.code]) for rule, findings in rules),
        _documents(report.documents),
        "</body>",
        "</html>",
    ]
    return "\n".join(parts) + "\n"


def _text(text: str) -> str:
    """Return text as it may stand in the page, control and direction characters shown as escapes."""
    return escape(printable(text))


def _title(report: Report) -> str:
    if not report.documents:
        return "Sitemap check"
    return f"Sitemap check: {report.documents[0].source}"


def _counts(report: Report) -> str:
    cells = [
        f'<li><b class="{severity}">{count:,}</b>{severity}{_plural(count)}</li>'
        for severity, count in ((each, report.severities[each]) for each in Severity)
    ]
    urls = sum(each.urls for each in report.documents)
    documents = len(report.documents)
    cells.append(f"<li><b>{documents:,}</b>document{_plural(documents)}</li>")
    cells.append(f"<li><b>{urls:,}</b>URL{_plural(urls)}</li>")
    return f'<ul class="counts">{"".join(cells)}</ul>'


def _plural(count: int) -> str:
    return "" if count == 1 else "s"


def _rule(rule: Rule, findings: list[Finding], count: int) -> str:
    severity = worst(findings)
    opened = " open" if severity is Severity.ERROR else ""
    more = count - len(findings)
    rows = "".join(_row(finding) for finding in findings)
    return (
        f'<details id="{rule.code}"{opened}><summary><b class="{severity}">{severity}</b><code>{rule.code}</code>'
        f"<span>{_text(rule.explanation)}</span>"
        f'<span class="count soft">{count:,}&nbsp;time{_plural(count)}</span></summary>'
        f'<div class="body"><p>{_text(rule.advice)}'
        f' <a href="{escape(rule.link)}" rel="noreferrer">About this rule</a></p>'
        f'<div class="scroll"><table><tr><th>Where</th><th>What</th></tr>{rows}</table></div>'
        + (f'<p class="soft">and {more:,} more</p>' if more else "")
        + "</div></details>"
    )


def _row(finding: Finding) -> str:
    # Shown, never linked: a report must not lead its reader to where a stranger wants.
    about = f'<span class="loc">{_text(finding.loc)}</span>' if finding.loc else ""
    return f'<tr><td class="place">{_text(finding.place)}</td><td>{_text(finding.message)}{about}</td></tr>'


def _documents(documents: list[Audited]) -> str:
    rows = "".join(
        f'<tr><td class="place">{_text(each.source)}</td><td>{_text(each.format)}</td>'
        f'<td class="number">{each.urls:,}</td><td class="number">{each.sitemaps:,}</td>'
        f'<td class="number">{each.size:,}</td></tr>'
        for each in documents[:_DOCUMENTS]
    )
    more = len(documents) - _DOCUMENTS
    return (
        '<h2>What was looked at</h2><div class="scroll"><table><tr><th>Document</th><th>Format</th>'
        '<th class="number">URLs</th><th class="number">Sitemaps</th><th class="number">Bytes</th></tr>'
        f"{rows}</table></div>" + (f'<p class="soft">and {more:,} more</p>' if more > 0 else "")
    )
