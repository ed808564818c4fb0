"""`sitemapfast urls`: the URLs that sites, files or standard input list, one a line or as a table.

Enters: SOURCEs and the options. Leaves: the rows on standard output or in a file, the errors and a summary on standard
error, an exit code. Called by `main`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from sitemapfast._cli.command import command, option
from sitemapfast._cli.options import given, reading_options
from sitemapfast._cli.output import FORMATS, Format, Output, format_for
from sitemapfast._cli.running import reading, report_options, source_arguments, the_sources

if TYPE_CHECKING:
    from sitemapfast._cli.reading import Reader

__all__ = ["urls"]

_EXAMPLES: Final = (
    ("sitemapfast urls https://example.com/robots.txt", "all URLs of a site"),
    ("sitemapfast urls https://example.com/sitemap.xml --rule /product/ --max-urls 1000", "some of them"),
    ("sitemapfast urls https://example.com/robots.txt -o urls.parquet --concurrency 32", "a table, for a data frame"),
    ("sitemapfast urls https://example.com/robots.txt --fields loc,lastmod -o urls.csv", "a spreadsheet"),
    ("sitemapfast urls https://example.com/robots.txt --since 7d --undated drop", "what changed in a week"),
    ("sitemapfast urls mirror/ --url https://example.com/", "the files of a folder, and where they are from"),
    ("curl -s https://example.com/feed | sitemapfast urls -", "standard input"),
)


@command(_EXAMPLES)
@source_arguments
@option(
    "--format",
    "form",
    section="What is written",
    type=click.Choice(FORMATS),
    help="text: one URL a line; jsonl: one JSON object a line; csv; parquet and arrow, which need pyarrow. "
    "[default: what the name of the output file tells, else text]",
)
@option(
    "--fields",
    section="What is written",
    metavar="NAME,…",
    help="Which columns, such as loc,lastmod,images. [default: loc in text, all in the others]",
)
@option(
    "-o",
    "--output",
    section="What is written",
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    help="A file instead of standard output; it appears when it is whole. Compressed if its name ends in .gz.",
)
@option(
    "--no-csv-guard",
    section="What is written",
    is_flag=True,
    help="Write cells of CSV as they are, also those that a spreadsheet would take for a formula.",
)
@report_options
@reading_options
def urls(
    *,
    sources: tuple[str, ...],
    form: Format | None,
    fields: str | None,
    output: Path | None,
    url: str,
    no_csv_guard: bool,
    quiet: bool,
    errors: int | None,
    **options: Any,
) -> None:
    """Write the URLs that each SOURCE lists, in the order they stand in.

    SOURCE is the URL of a robots.txt, a sitemap, an index or a feed, whose sitemaps are fetched too; or a file, gzip
    compressed or not, a folder, a glob; or - for standard input. What local documents list is fetched only where
    --max-depth is given. Limits take "none" for no limit.
    """
    target = None if output is None or str(output) == "-" else output
    chosen = format_for(form, target)
    with (
        reading(the_sources(sources, url), given(options), quiet=quiet, shown=errors) as reader,
        Output(chosen, target, fields=fields, guard=not no_csv_guard) as sink,
    ):
        _copy(reader, sink)


def _copy(reader: Reader, sink: Output) -> None:
    for _, document in reader.documents():
        if sink.terminal:
            with reader.progress.hidden():
                sink.write(document.urls)
        else:
            sink.write(document.urls)
    if reader.read_something:
        sink.keep()
