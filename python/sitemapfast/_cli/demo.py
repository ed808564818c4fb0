"""`sitemapfast demo`: serves a small site on this machine, reads it, and shows what was found and what was not.

Enters: nothing. Leaves: tables on standard output, made by rich where it is installed and plain where it is not.
Called by `main`.
"""

from __future__ import annotations

from typing import Any, Final

import click

import sitemapfast as sf
from sitemapfast._cli.command import command
from sitemapfast._cli.outline import outline
from sitemapfast._cli.report import Exit, describe, printable, report_errors
from sitemapfast._cli.tables import heading, show
from sitemapfast._demo.server import DemoSite

__all__ = ["demo"]

_SITEMAPS: Final = ("sitemap", "outcome", "pages", "dated", "newest")
_ERRORS: Final = ("error", "what happened")
_NOTES: Final = ("note", "document", "line", "what was read past")
_EXAMPLES: Final = (("sitemapfast demo", "all of it"), ("sitemapfast demo | less", "plain, for a pager"))
_NUMBERS: Final = {"pages", "dated", "line"}


@command(_EXAMPLES)
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
    show("What was found", _SITEMAPS, _sitemap_rows(result, site.origin), numbers=_NUMBERS)
    show("What went wrong, and did not stop the rest", _ERRORS, _error_rows(result, site.origin), numbers=_NUMBERS)
    if result.notes:
        show("What was read past and cost nothing", _NOTES, _note_rows(result, site.origin), numbers=_NUMBERS)
    _show_richest(result)
    state = "complete" if result.complete else f"partial: {', '.join(map(str, result.reasons))}"
    click.echo(
        f"{len(result.urls)} pages from {len(result.sitemaps)} listed sitemaps, "
        f"{len(result.errors)} errors, {len(result.notes)} notes; {state}"
    )


def _sitemap_rows(result: sf.Result, origin: str) -> list[list[str]]:
    return [
        [
            "  " * branch.level + _short(branch.ref.loc, origin),
            str(branch.ref.outcome),
            f"{branch.counts.urls}" if branch.counts.urls else "",
            f"{branch.counts.dated}" if branch.counts.urls else "",
            f"{branch.counts.newest:%Y-%m-%d}" if branch.counts.newest else "",
        ]
        for branch in outline(result)
    ]


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
    heading("One page, and all that is known of it")
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
