"""`sitemapfast stats`: what kind of URLs there are: by host, section, month and changefreq, with bars.

Enters: SOURCEs and the options. Leaves: charts, or JSON, on standard output, and with ``--html`` a page;
errors, a summary and an exit code as `urls` has them. Called by `main`.
"""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from sitemapfast._cli.census import Census
from sitemapfast._cli.command import command, option
from sitemapfast._cli.options import given, reading_options
from sitemapfast._cli.report import describe, printable
from sitemapfast._cli.running import reading, report_options, source_arguments, the_sources
from sitemapfast._cli.sink import open_sink
from sitemapfast._cli.tables import bar, columns_of_terminal, cut, heading

if TYPE_CHECKING:
    from sitemapfast._cli.census import Chart
    from sitemapfast._cli.reading import Account
    from sitemapfast._cli.source import Source

__all__ = ["stats"]

_WIDTH: Final = 100
_LONGEST_NAME: Final = 40
_SHORTEST_BAR: Final = 10
_ERRORS_ON_PAGE: Final = 50

_EXAMPLES: Final = (
    ("sitemapfast stats https://example.com/robots.txt", "a whole site"),
    ("sitemapfast stats https://example.com/robots.txt --html report.html", "a page to send to a colleague"),
    ("sitemapfast stats 'sitemaps/*.xml.gz' --top 50", "files"),
    ("sitemapfast stats https://example.com/robots.txt --since 30d --undated drop", "what changed in a month"),
)


@command(_EXAMPLES)
@source_arguments
@option(
    "--top",
    section="What is written",
    type=click.IntRange(1, 1000),
    default=20,
    show_default=True,
    metavar="N",
    help="Names in a chart at most.",
)
@option(
    "--format",
    "form",
    section="What is written",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Charts to look at, or one JSON object.",
)
@option(
    "--html",
    section="What is written",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a page that holds all it needs too.",
)
@report_options
@reading_options
def stats(
    *,
    sources: tuple[str, ...],
    top: int,
    form: str,
    html: Path | None,
    url: str,
    quiet: bool,
    errors: int | None,
    **options: Any,
) -> None:
    """Count the URLs of all SOURCEs together: by host, first section of the path, month of lastmod, changefreq."""
    census = Census()
    found = the_sources(sources, url)
    with reading(found, given(options), quiet=quiet, shown=errors) as reader:
        for _, document in reader.documents():
            census.add(document.urls)
        reader.progress.wipe()
        if not reader.read_something:
            return
        if html is not None:
            _write_page(html, _page(census, found, reader.account, top))
        if form == "json":
            account = reader.account
            reasons = {"documents": account.documents, "errors": account.error_count, "reasons": [*account.reasons]}
            click.echo(json.dumps({**census.to_dict(top), **reasons}, indent=2).replace("\x7f", "\\u007f"))
        else:
            for chart in census.charts(top):
                _draw(chart)


def _draw(chart: Chart) -> None:
    said = f" ({chart.distinct:,} in all)" if chart.distinct > len(chart.rows) else ""
    heading(f"{chart.title}{said}")
    columns = columns_of_terminal() if sys.stdout.isatty() else _WIDTH
    names = [cut(printable(name), _LONGEST_NAME) for name, _ in chart.rows]
    numbers = [f"{number:,}" for _, number in chart.rows]
    wide = max(map(len, names), default=0)
    digits = max(map(len, numbers), default=0)
    left = max(columns - wide - digits - 7, _SHORTEST_BAR)
    for name, text, (_, number) in zip(names, numbers, chart.rows, strict=True):
        drawn = click.style(bar(number, chart.longest, left), fg="blue")
        click.echo(f"  {name:<{wide}}  {text:>{digits}}  {drawn}")
    click.echo()


def _page(census: Census, sources: list[Source], account: Account, top: int) -> str:
    from sitemapfast._cli import page

    figures = [
        ("URLs", f"{census.urls:,}"),
        ("documents", f"{account.documents:,}"),
        ("with a date", f"{census.dated / max(census.urls, 1):.0%}"),
        ("oldest date", census.oldest or "none"),
        ("newest date", census.newest or "none"),
        ("errors", f"{account.error_count:,}"),
    ]
    sections = [page.figures_section(figures), *map(page.chart_section, census.charts(top))]
    if account.error_count:
        named = chain.from_iterable(((name, error) for error in errors) for name, errors in account.errors)
        lines = [describe(error, name) for name, error in islice(named, _ERRORS_ON_PAGE)]
        sections.append(page.list_section("What was lost", lines, account.error_count - len(lines)))
    names = [source.name for source in sources]
    shown = names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1:,} more"
    state = f"partial: {', '.join(account.reasons)}" if account.reasons else "read as a whole"
    when = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC"
    return page.page(f"URLs of {shown}", f"{when}; {state}", sections, "Made by sitemapfast stats.")


def _write_page(path: Path, text: str) -> None:
    sink = open_sink(path)
    try:
        sink.write(text.encode(errors="backslashreplace"))
    except BaseException:
        sink.discard()
        raise
    sink.commit()
