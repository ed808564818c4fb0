"""`sitemapfast demo`: serves a small site on this machine, reads it, and shows what was found and what was not.

Enters: nothing. Leaves: tables on standard output, made by rich where it is installed and plain where it is not.
Called by `main`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any, Final

import click

import sitemapfast as sf
from sitemapfast._cli.report import Exit, describe, printable, report_errors
from sitemapfast._demo.server import DemoSite

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

__all__ = ["demo"]

_SITEMAPS: Final = ("sitemap", "outcome", "pages", "dated", "newest")
_ERRORS: Final = ("error", "what happened")
_NOTES: Final = ("note", "document", "line", "what was read past")
_NUMBERS: Final = {"pages", "dated", "line"}


@click.command()
def demo() -> None:
    """Serve a small site on this machine and read it.

    The site is a shop with a robots.txt, nested indexes, a gzip file, two feeds, a text list, images, videos, news
    and languages, one sitemap that is cut short and one that is missing. Nothing leaves this machine.
    """
    with DemoSite() as site:
        click.echo(f'sf.parse("{site.robots_url}")\n')
        try:
            result = sf.parse(site.robots_url)
        except sf.SitemapError as error:
            report_errors([error])
            raise SystemExit(Exit.MAIN_DOCUMENT_FAILED) from None
    _show("What was found", _SITEMAPS, _sitemap_rows(result, site.origin))
    _show("What went wrong, and did not stop the rest", _ERRORS, _error_rows(result, site.origin))
    if result.notes:
        _show("What was read past and cost nothing", _NOTES, _note_rows(result, site.origin))
    _show_richest(result)
    state = "complete" if result.complete else f"partial: {', '.join(map(str, result.reasons))}"
    click.echo(
        f"{len(result.urls)} pages from {len(result.sitemaps)} listed sitemaps, "
        f"{len(result.errors)} errors, {len(result.notes)} notes; {state}"
    )


def _sitemap_rows(result: sf.Result, origin: str) -> list[list[str]]:
    pages: Counter[str] = Counter()
    dated: Counter[str] = Counter()
    newest: dict[str, datetime] = {}
    for sitemap, lastmod in result.urls.rows("sitemap", "lastmod"):
        pages[sitemap] += 1
        if lastmod is not None:
            dated[sitemap] += 1
            newest[sitemap] = max(lastmod, newest.get(sitemap, lastmod))
    rows = []
    for level, ref in _tree(result):
        # A sitemap that was listed twice has its pages counted where it was fetched.
        url = (ref.url or ref.loc) if ref.outcome == sf.Outcome.FETCHED else ""
        rows.append(
            [
                "  " * level + _short(ref.loc, origin),
                str(ref.outcome),
                str(pages[url]) if pages[url] else "",
                str(dated[url]) if pages[url] else "",
                f"{newest[url]:%Y-%m-%d}" if url in newest else "",
            ]
        )
    return rows


def _tree(result: sf.Result) -> Iterator[tuple[int, sf.SitemapRef]]:
    """Yield the sitemaps as their indexes nest them, with their level."""
    listed: defaultdict[str, list[sf.SitemapRef]] = defaultdict(list)
    for ref in result.sitemaps:
        listed[ref.parent].append(ref)
    # What was listed first ends up on top of the stack.
    stack = [(0, ref) for ref in reversed(listed.pop(result.url, []))]
    while stack:
        level, ref = stack.pop()
        yield level, ref
        if ref.outcome == sf.Outcome.FETCHED:
            stack += [(level + 1, child) for child in reversed(listed.pop(ref.url or ref.loc, []))]


def _error_rows(result: sf.Result, origin: str) -> list[list[str]]:
    return [[error.code, describe(error).replace(origin, "")] for error in result.errors]


def _note_rows(result: sf.Result, origin: str) -> list[list[str]]:
    return [
        [
            note.code,
            _short(note.document, origin),
            "" if note.line is None else str(note.line),
            printable(note.message) + (f" ({note.count} times)" if note.count > 1 else ""),
        ]
        for note in result.notes
    ]


def _short(url: str | None, origin: str) -> str:
    return printable((url or "").removeprefix(origin))


def _show_richest(result: sf.Result) -> None:
    """Show all that is known of the page of which most is known."""
    if not len(result.urls):
        return
    known = [{name: value for name, value in url.to_dict().items() if value} for url in result.urls]
    richest = max(known, key=len)
    _heading("One page, and all that is known of it")
    for name, value in richest.items():
        values = value if isinstance(value, list | tuple) else [value]
        for position, item in enumerate(values):
            label = name if len(values) == 1 else f"{name}[{position}]"
            click.echo(f"  {label:<17} {printable(_words(item))}")
    click.echo()


def _words(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}={_words(item)}" for name, item in value.items() if item not in (None, [], ()))
    if isinstance(value, list | tuple):
        return "; ".join(map(_words, value))
    return str(value)


def _heading(text: str) -> None:
    click.echo(click.style(text, bold=True))


def _show(title: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Write a table."""
    try:
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text
    except ImportError:
        _show_plain(title, header, rows)
        return
    table = Table(title=Text(title, style="bold"), title_justify="left")
    for name in header:
        table.add_column(name, justify="right" if name in _NUMBERS else "left", overflow="fold")
    for row in rows:
        # Text, never markup: a site may write "[bold]" where it likes.
        table.add_row(*map(Text, row))
    console = Console()
    console.print(table)
    console.print()


def _show_plain(title: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    widths = [max(map(len, column)) for column in zip(header, *rows, strict=True)]
    _heading(title)
    for row in [header, ["-" * width for width in widths], *rows]:
        cells = [
            text.rjust(width) if name in _NUMBERS else text.ljust(width)
            for name, text, width in zip(header, row, widths, strict=True)
        ]
        click.echo("  " + "  ".join(cells).rstrip())
    click.echo()
