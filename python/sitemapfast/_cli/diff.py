"""`sitemapfast diff`: what was added, removed and re-dated between two runs, files or sites.

Enters: two SOURCEs and the options. Leaves: a line for each difference, or JSON, on standard output; an exit code that
tells whether there is one. Called by `main`.
"""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import click

from sitemapfast._cli.command import command, option
from sitemapfast._cli.options import given, reading_options
from sitemapfast._cli.reading import Reader
from sitemapfast._cli.report import Exit, printable
from sitemapfast._cli.running import handled, report_options
from sitemapfast._cli.side import Row, rows_of_reader, rows_of_table
from sitemapfast._cli.source import locate, parse_sources

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from datetime import datetime

__all__ = ["diff"]

_DIFFERENT: Final = 1

_EXIT_CODES: Final = """\
Exit codes:
  0    both are the same
  1    there is a difference
  2    wrong usage, or one of them could not be read
  3    one of them could be read in part only: differences may come from that
  130  interrupted: nothing can be said
"""
_EXAMPLES: Final = (
    ("sitemapfast diff monday.jsonl tuesday.jsonl", "two runs of: sitemapfast urls … -o monday.jsonl"),
    ("sitemapfast diff monday.parquet https://example.com/robots.txt", "a run, and how it is now"),
    ("sitemapfast diff old/sitemap.xml new/sitemap.xml --format json", "two files, for a program"),
    ("sitemapfast diff https://example.com/robots.txt https://staging.example.com/robots.txt --no-dates", "two sites"),
)
_SIGNS: Final = {"added": ("+", "green"), "removed": ("-", "red"), "redated": ("~", "yellow")}


@dataclass(slots=True, kw_only=True)
class _Account:
    """How many differences there are."""

    added: int = 0
    removed: int = 0
    redated: int = 0
    unchanged: int = 0

    @property
    def different(self) -> bool:
        return bool(self.added or self.removed or self.redated)


@dataclass(slots=True, kw_only=True)
class _Listing:
    """Where differences go: lines as they come, or one JSON document at the end."""

    form: str
    added: list[dict[str, Any]] = field(default_factory=list)
    removed: list[dict[str, Any]] = field(default_factory=list)
    redated: list[dict[str, Any]] = field(default_factory=list)

    def put(self, kind: str, loc: str, old: datetime | None, new: datetime | None) -> None:
        dates = [None if each is None else each.isoformat() for each in (old, new)]
        if self.form == "json":
            row = {"old": dates[0], "new": dates[1]} if kind == "redated" else {"lastmod": dates[0] or dates[1]}
            getattr(self, kind).append({"loc": loc, **row})
            return
        sign, colour = _SIGNS[kind]
        text = f"{sign} {printable(loc)}"
        if kind == "redated":
            text += f"  {dates[0] or 'no date'} -> {dates[1] or 'no date'}"
        click.secho(text, fg=colour)

    def end(self, account: _Account, *, complete: bool) -> None:
        if self.form == "json":
            text = json.dumps(
                {
                    "complete": complete,
                    "unchanged": account.unchanged,
                    **{kind: getattr(self, kind) for kind in _SIGNS},
                },
                indent=2,
            )
            click.echo(text.replace("\x7f", "\\u007f"))


@command(_EXAMPLES, exit_codes=_EXIT_CODES)
@click.argument("old")
@click.argument("new")
@option(
    "--format",
    "form",
    section="What is written",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="A line each: + added, - removed, ~ re-dated; or one JSON object.",
)
@option("--no-dates", section="What is left out", is_flag=True, help="Compare locations only.")
@option("--url", section="How documents are read", metavar="URL", default="", help="Where sitemap files are from.")
@report_options
@reading_options
def diff(
    *, old: str, new: str, form: str, no_dates: bool, url: str, quiet: bool, errors: int | None, **options: Any
) -> None:
    """Show what NEW has that OLD has not, what it has no more, and what it gives another date.

    Both may be what "sitemapfast urls" has written as jsonl, csv, text, parquet or arrow; a sitemap file, a folder, a
    glob; the URL of a site; and one of them - for standard input. Options on what is read hold for sitemaps, not for
    what "urls" has written. Locations are held in memory, about 200 bytes each. Dates are compared where both tell
    dates: a list of URLs does not.
    """
    listing, account = _Listing(form=form), _Account()
    settings = given(options)
    sides = {"OLD": old, "NEW": new}
    ends: list[Exit] = []

    @contextmanager
    def opened(name: str) -> Iterator[Iterable[Row]]:
        with _opened(sides[name], url, settings, quiet=quiet, errors=errors, end=ends.append) as rows:
            yield rows

    with handled():
        if old == new == "-":
            raise click.UsageError("standard input can be read once")
        with opened("OLD") as rows:
            known = {loc: (lastmod, dated) for loc, lastmod, dated in rows}
        if Exit.MAIN_DOCUMENT_FAILED not in ends and Exit.INTERRUPTED not in ends:
            with opened("NEW") as rows:
                _compare(known, rows, listing, account, dates=not no_dates)
        if Exit.INTERRUPTED in ends:
            raise SystemExit(Exit.INTERRUPTED)
        if Exit.MAIN_DOCUMENT_FAILED in ends:
            raise SystemExit(Exit.USAGE)
        for loc, (lastmod, _) in known.items():
            account.removed += 1
            listing.put("removed", loc, lastmod, None)
        complete = not any(ends)
        listing.end(account, complete=complete)
    if not quiet:
        click.echo(
            f"{account.added:,} added, {account.removed:,} removed, {account.redated:,} re-dated, "
            f"{account.unchanged:,} unchanged",
            err=True,
        )
    raise SystemExit(Exit.PARTIAL if not complete else _DIFFERENT if account.different else Exit.COMPLETE)


def _compare(
    known: dict[str, tuple[datetime | None, bool]],
    rows: Iterable[Row],
    listing: _Listing,
    account: _Account,
    *,
    dates: bool,
) -> None:
    """List what is added and re-dated, and leave in `known` what is removed."""
    seen: set[str] = set()
    for loc, lastmod, dated in rows:
        if loc in seen:
            continue
        seen.add(loc)
        before = known.pop(loc, None)
        if before is None:
            account.added += 1
            listing.put("added", loc, None, lastmod)
        elif dates and dated and before[1] and before[0] != lastmod:
            account.redated += 1
            listing.put("redated", loc, before[0], lastmod)
        else:
            account.unchanged += 1


@contextmanager
def _opened(
    text: str,
    url: str,
    settings: dict[str, Any],
    *,
    quiet: bool,
    errors: int | None,
    end: Callable[[Exit], object],
) -> Iterator[Iterable[Row]]:
    """Yield the rows of a side, and say at the end how its reading went."""
    sources = parse_sources([text])
    rows = rows_of_table(sources[0]) if len(sources) == 1 else None
    if rows is not None:
        yield rows
        end(Exit.COMPLETE)
        return
    if any(source.local for source in sources):
        sources = locate(sources, url)
    with Reader(sources, settings, quiet=quiet, shown=errors) as reader:
        yield rows_of_reader(reader)
    reader.report(summary=False)
    end(reader.exit_code())
