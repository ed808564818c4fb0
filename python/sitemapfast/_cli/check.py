"""`sitemapfast check`: an audit of documents and sites.

Enters: SOURCE and the options. Leaves: a report on standard output or in a file, an exit code by severity. The rules
are in `audit`, what is read in `check_sources`. Called by `main`.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

import sitemapfast as sf
from sitemapfast._cli.audit.machine import as_github, as_json, as_sarif
from sitemapfast._cli.audit.model import Severity
from sitemapfast._cli.audit.page import as_html
from sitemapfast._cli.audit.people import show, summary
from sitemapfast._cli.audit.run import Audit
from sitemapfast._cli.audit.selection import Selection, UnknownCodeError
from sitemapfast._cli.check_sources import expand, local_subjects, site_subjects
from sitemapfast._cli.options import given, reading_options
from sitemapfast._cli.report import Exit, printable, refuse_setting, report_errors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sitemapfast._cli.audit.report import Report
    from sitemapfast._cli.audit.subject import Subject
    from sitemapfast._cli.source import Source

__all__ = ["check"]

_FOUND: Final = 1
_SEVERITIES: Final = [str(severity) for severity in Severity]
_NEVER: Final = "never"
_ALL: Final = "all"

_EPILOG: Final = """\b
Examples:
  sitemapfast check https://example.com/robots.txt
  sitemapfast check https://example.com/sitemap.xml --html report.html
  sitemapfast check public/ --url https://example.com/ --format sarif > sitemaps.sarif
  sitemapfast check 'build/sitemap*.xml' --select url-,lastmod- --ignore lastmod-missing
  curl -s https://example.com/sitemap.xml | sitemapfast check - --fail-on warning

\b
Exit codes:
  0    nothing as bad as --fail-on was found
  1    something was; a document that could not be read is an error too
  2    wrong usage, or a file that cannot be opened
  130  interrupted: what was found until then is reported
"""

_WRITERS: Final[dict[str, Callable[[Report], str]]] = {"json": as_json, "sarif": as_sarif, "github": as_github}


def _codes(_ctx: click.Context, _param: click.Parameter, value: tuple[str, ...]) -> list[str]:
    return [code for text in value for code in (part.strip() for part in text.split(",")) if code]


def _number_or_all(_ctx: click.Context, _param: click.Parameter, value: str) -> int | None:
    if value.lower() in (_ALL, "none"):
        return None
    if value.isascii() and value.isdigit():
        return int(value[:9])
    message = f"{printable(value)} is neither a number nor {_ALL}"
    raise click.BadParameter(message)


@click.command(epilog=_EPILOG)
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", *_WRITERS]),
    default="text",
    show_default=True,
    help="For people, or for machines.",
)
@click.option(
    "--html", type=click.Path(dir_okay=False, path_type=Path), help="Also write a page that needs nothing else."
)
@click.option(
    "--select",
    multiple=True,
    callback=_codes,
    metavar="CODES",
    help="Only these rules: codes, or how they begin, with commas; default for all that are not optional.",
)
@click.option("--ignore", multiple=True, callback=_codes, metavar="CODES", help="Not these rules.")
@click.option(
    "--severity",
    type=click.Choice(_SEVERITIES),
    default=str(Severity.INFO),
    show_default=True,
    help="Report only what is that bad or worse.",
)
@click.option(
    "--fail-on",
    type=click.Choice([*_SEVERITIES, _NEVER]),
    default=str(Severity.ERROR),
    show_default=True,
    help="End with exit code 1 for what is that bad or worse.",
)
@click.option(
    "--max-per-rule",
    callback=_number_or_all,
    default="20",
    show_default=True,
    metavar=f"N|{_ALL}",
    help="Findings shown of each rule; all are counted.",
)
@click.option(
    "--url",
    metavar="URL",
    default="",
    help="Where a file is from; if it ends in /, the names of files are joined to it.",
)
@click.option("--robots/--no-robots", default=True, help="Read the robots.txt of a site too; on by default.")
@reading_options
def check(  # noqa: PLR0917 - click passes all by name
    sources: Sequence[str],
    form: str,
    html: Path | None,
    select: list[str],
    ignore: list[str],
    severity: str,
    fail_on: str,
    max_per_rule: int | None,
    url: str,
    robots: bool,
    **options: Any,
) -> None:
    """Hold sitemaps to the protocol and to what search engines ask for.

    SOURCE is the URL of a robots.txt, a sitemap, an index or a feed, whose sitemaps are fetched too; or a file, gzip
    compressed or not, a folder, a pattern, or - for standard input. Documents are read tolerantly and strictly. No
    page is fetched.
    """
    try:
        selection = Selection.of(select, ignore, Severity(severity))
    except UnknownCodeError as error:
        raise click.UsageError(printable(str(error))) from None
    audit = Audit(selection, max_per_rule)
    interrupted = False
    try:
        for subject in _subjects(expand(sources, url), given(options), robots=robots):
            audit.add(subject)
    except KeyboardInterrupt:
        interrupted = True
    except sf.ConfigError as error:
        refuse_setting(error)
    except sf.SitemapError as error:
        raise click.UsageError(printable(str(error))) from None
    except OSError as error:
        report_errors([error])
        raise SystemExit(Exit.USAGE) from None
    report = audit.finish()
    _write(report, form, html)
    if interrupted:
        raise SystemExit(Exit.INTERRUPTED)
    raise SystemExit(_FOUND if fail_on != _NEVER and report.at_least(Severity(fail_on)) else Exit.COMPLETE)


# Documents are always read both ways here.
check.params = [option for option in check.params if option.name != "strict"]


def _subjects(sources: Sequence[tuple[Source, str]], settings: dict[str, Any], *, robots: bool) -> Iterator[Subject]:
    yield from local_subjects([each for each in sources if not each[0].url], settings)
    for source, _ in sources:
        if source.url:
            yield from site_subjects(source.url, settings, robots=robots)


def _write(report: Report, form: str, html: Path | None) -> None:
    if html is not None:
        try:
            html.write_text(as_html(report, datetime.now(UTC)), encoding="utf-8")
        except OSError as error:
            report_errors([error])
            raise SystemExit(Exit.USAGE) from None
    if form == "text":
        show(report)
        return
    text = _WRITERS[form](report)
    if text:
        click.echo(text)
    if form == "github":
        click.echo(summary(report), err=True)
