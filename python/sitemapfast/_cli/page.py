"""One page of HTML that holds all it needs: no script, no font, no picture from anywhere.

Enters: a title, figures, charts, lines. Leaves: the page, as text, with everything escaped; it forbids itself to load
anything. Called by the commands that have ``--html``.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from sitemapfast._cli.report import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemapfast._cli.census import Chart

__all__ = ["chart_section", "figures_section", "list_section", "page", "text"]

# A name longer than this is cut: the page is for people.
_LONGEST: Final = 300
_LONGEST_NAME: Final = 80

_STYLE: Final = """
:root { color-scheme: light dark; --ink: #1c2430; --soft: #5d6b7c; --line: #dde3ea; --back: #f6f8fa; --card: #fff;
  --bar: #2f6fd0; --rest: #9fb0c3; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6ebf1; --soft: #94a3b5; --line: #2c3642; --back: #12171d;
  --card: #1a2129; --bar: #5b9bf0; --rest: #55657a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 62rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.5rem; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.05rem; margin: 0 0 .75rem; }
h2 small { color: var(--soft); font-weight: 400; }
.about { color: var(--soft); margin: .25rem 0 1.5rem; overflow-wrap: anywhere; }
.figures { display: flex; flex-wrap: wrap; gap: .75rem; margin: 0 0 1rem; }
.figures div, section { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; }
.figures div { padding: .6rem 1rem; flex: 1 1 8rem; }
.figures dt { color: var(--soft); font-size: .85rem; }
.figures dd { margin: 0; font-size: 1.25rem; font-weight: 600; white-space: nowrap;
  font-variant-numeric: tabular-nums; }
section { padding: 1rem 1.25rem; margin-bottom: 1rem; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .18rem .5rem .18rem 0; font-weight: 400; text-align: left; vertical-align: middle; }
th { width: 34%; overflow-wrap: anywhere; }
td.bar { width: 44%; }
td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.share { color: var(--soft); width: 4.5rem; }
.bar i { display: block; height: .8rem; min-width: 2px; border-radius: .2rem; background: var(--bar); }
.rest i { background: var(--rest); }
.rest th { color: var(--soft); }
li { overflow-wrap: anywhere; }
footer { color: var(--soft); font-size: .85rem; margin-top: 1.5rem; }
@media print { body { background: none; } section, .figures div { break-inside: avoid; } }
"""

_PAGE: Final = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main>
<h1>{title}</h1>
<p class="about">{about}</p>
{body}
<footer>{footer}</footer>
</main>
</body>
</html>
"""


def text(value: str, longest: int = _LONGEST) -> str:
    """Return what strangers wrote as text of the page: nothing in it is markup or turns the direction of the line."""
    shown = printable(value)
    if len(shown) > longest:
        shown = f"{shown[:longest]}…"
    return escape(shown)


def page(title: str, about: str, sections: Sequence[str], footer: str) -> str:
    """Return a page.

    Args:
        title: Its title, as text.
        about: The line below it, as text.
        sections: What it shows, as HTML made by the functions of this module.
        footer: The last line, as text.
    """
    return _PAGE.format(
        title=text(title), style=_STYLE, about=text(about), body="\n".join(sections), footer=text(footer)
    )


def figures_section(figures: Sequence[tuple[str, str]]) -> str:
    """Return the figures that matter most, in a row."""
    cells = "".join(f"<div><dt>{text(name)}</dt><dd>{text(value)}</dd></div>" for name, value in figures)
    return f'<dl class="figures">{cells}</dl>'


def chart_section(chart: Chart) -> str:
    """Return a chart as a table whose numbers have bars."""
    total = sum(number for _, number in chart.rows)
    rows = "".join(_row(name, number, chart.longest, total) for name, number in chart.rows)
    said = f" <small>{chart.distinct:,} in all</small>" if chart.distinct > len(chart.rows) else ""
    body = f"<table>{rows}</table>" if rows else "<p>nothing</p>"
    return f"<section><h2>{text(chart.title)}{said}</h2>{body}</section>"


def list_section(title: str, lines: Sequence[str], more: int) -> str:
    """Return lines, and how many there are besides."""
    items = "".join(f"<li>{text(line)}</li>" for line in lines)
    rest = f"<p>… and {more:,} more</p>" if more else ""
    return f"<section><h2>{text(title)}</h2><ul>{items}</ul>{rest}</section>"


def _row(name: str, number: int, longest: int, total: int) -> str:
    width = 100 * number / longest if longest else 0
    drawn = f'<i style="width:{width:.2f}%"></i>'
    kind = ' class="rest"' if name.startswith(("(", "before ")) else ""
    return (
        f'<tr{kind}><th scope="row">{text(name, _LONGEST_NAME)}</th><td class="bar">{drawn}</td>'
        f'<td class="number">{number:,}</td><td class="number share">{number / max(total, 1):.1%}</td></tr>'
    )
