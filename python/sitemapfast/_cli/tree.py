"""`sitemapfast tree`: the sitemaps of a site as a tree, with what each holds and what became of it.

Enters: SOURCEs and the options. Leaves: a tree, or JSON, on standard output; errors, a summary and an exit code as
`urls` has them. Called by `main`.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import click

import sitemapfast as sf
from sitemapfast._cli.command import command, option
from sitemapfast._cli.options import given, reading_options
from sitemapfast._cli.outline import Branch, count, outline
from sitemapfast._cli.report import reason_of
from sitemapfast._cli.running import reading, report_options, source_arguments, the_sources
from sitemapfast._cli.tables import bytes_of, show

if TYPE_CHECKING:
    from sitemapfast._cli.outline import Counts
    from sitemapfast._cli.source import Source

__all__ = ["tree"]

_HEADER: Final = ("sitemap", "outcome", "URLs", "dated", "newest", "listed as of", "size", "what failed")
_NUMBERS: Final = ("URLs", "dated", "size")

# A chain of indexes may be very long; beyond this its lines are drawn no further to the right.
_DEEPEST: Final = 24

_LINES: Final = ("│  ", "   ", "├─ ", "└─ ")
_PLAIN_LINES: Final = ("|  ", "   ", "|- ", "`- ")

_EXAMPLES: Final = (
    ("sitemapfast tree https://example.com/robots.txt", "a whole site"),
    ("sitemapfast tree https://example.com/sitemap.xml --max-depth 0", "what an index lists, nothing fetched"),
    ("sitemapfast tree mirror/ --url https://example.com/", "a folder of files"),
    ("sitemapfast tree https://example.com/robots.txt --format json | jq '.[].sitemaps[].loc'", "for programs"),
)


@command(_EXAMPLES)
@source_arguments
@option(
    "--format",
    "form",
    section="What is written",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="A tree to look at, or a list in its order, one object a SOURCE.",
)
@report_options
@reading_options
def tree(*, sources: tuple[str, ...], form: str, url: str, quiet: bool, errors: int | None, **options: Any) -> None:
    """Show the sitemaps of each SOURCE as a tree.

    Each with what became of it, how many URLs it holds, how many of them have a date and the newest of these, the date
    its index gives, its size and, where it failed, why. The rows of a site are held while it is read: about 100 bytes
    a URL.
    """
    documents: list[dict[str, Any]] = []
    with reading(the_sources(sources, url), given(options), quiet=quiet, shown=errors) as reader:
        for source, result in reader.results():
            if form == "json":
                documents.append(_plain(source, result))
            else:
                with reader.progress.hidden():
                    _draw(source, result)
        if form == "json":
            click.echo(json.dumps(documents, indent=2).replace("\x7f", "\\u007f"))


def _draw(source: Source, result: sf.Result) -> None:
    home = result.url or source.url
    parts = urlsplit(home)
    origin = f"{parts.scheme}://{parts.netloc}/" if parts.netloc else ""
    own = count(result.urls)[result.url]
    newest = _day(own)
    rows = [[home or source.name, "fetched" if source.url and not source.local else "read"]]
    rows[0] += [_number(own.urls), _number(own.dated), newest, "", "", ""]
    rows += [_row(branch, origin) for branch in outline(result)]
    show("", _HEADER, rows, numbers=_NUMBERS, framed=False)


def _row(branch: Branch, origin: str) -> list[str]:
    ref, counts = branch.ref, branch.counts
    read = ref.outcome == sf.Outcome.FETCHED
    shown = ref.loc
    if origin and ref.loc.startswith(origin):
        shown = ref.loc[len(origin) - 1 :]
    return [
        _guides(branch.last) + shown,
        str(ref.outcome),
        f"{counts.urls:,}" if read else "",
        _number(counts.dated),
        _day(counts),
        "" if ref.lastmod is None else f"{ref.lastmod:%Y-%m-%d}",
        bytes_of(ref.size),
        reason_of(ref.error),
    ]


def _guides(last: tuple[bool, ...]) -> str:
    try:
        "".join(_LINES).encode(sys.stdout.encoding or "ascii")
        through, empty, branch, end = _LINES
    except (UnicodeEncodeError, LookupError):
        through, empty, branch, end = _PLAIN_LINES
    above = [empty if ended else through for ended in last[:-1][:_DEEPEST]]
    return "".join(above) + (end if last[-1] else branch)


def _number(value: int) -> str:
    return f"{value:,}" if value else ""


def _day(counts: Counts) -> str:
    return "" if counts.newest is None else f"{counts.newest:%Y-%m-%d}"


def _plain(source: Source, result: sf.Result) -> dict[str, Any]:
    """Return a source as plain data, its sitemaps a flat list in the order of the tree."""
    sitemaps = []
    for branch in outline(result):
        row = branch.ref.to_dict()
        row["outcome"] = str(branch.ref.outcome)
        for name, value in row.items():
            if hasattr(value, "isoformat"):
                row[name] = value.isoformat()
        sitemaps.append({**row, "level": branch.level, **_counted(branch.counts)})
    return {
        "source": source.name,
        "url": result.url,
        **_counted(count(result.urls)[result.url]),
        "total": len(result.urls),
        "complete": result.complete,
        "reasons": [str(reason) for reason in result.reasons],
        "errors": result.error_count,
        "sitemaps": sitemaps,
    }


def _counted(counts: Counts) -> dict[str, Any]:
    newest = None if counts.newest is None else counts.newest.isoformat()
    return {"urls": counts.urls, "dated": counts.dated, "newest": newest}
