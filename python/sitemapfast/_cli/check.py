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
from sitemapfast._cli.check_sources import subjects
from sitemapfast._cli.command import command, option
from sitemapfast._cli.interrupt import Interruption
from sitemapfast._cli.options import given, reading_options
from sitemapfast._cli.progress import ProgressLine
from sitemapfast._cli.report import Exit, printable
from sitemapfast._cli.running import handled, source_arguments, the_sources

if TYPE_CHECKING:
    from collections.abc import Callable

    from sitemapfast._cli.audit.report import Report

__all__ = ["check"]

_FOUND: Final = 1
_SEVERITIES: Final = [str(severity) for severity in Severity]
_NEVER: Final = "never"
_ALL: Final = "all"
_WRITTEN: Final = "What is written"
_RULES: Final = "What is left out"

# A check reads documents both ways, as they are and whole.
_NOT_HERE: Final = frozenset({"strict", "raw", "salvage", "lenient_dates", "dedupe", "since", "undated"})

_EXAMPLES: Final = (
    ("sitemapfast check https://example.com/robots.txt", "a whole site"),
    ("sitemapfast check https://example.com/sitemap.xml --html report.html", "a page for a colleague"),
    ("sitemapfast check public/ --url https://example.com/ --format sarif > sitemaps.sarif", "code scanning"),
    ("sitemapfast check 'build/sitemap*.xml' --select url-,lastmod- --ignore lastmod-missing", "some rules"),
    ("curl -s https://example.com/sitemap.xml | sitemapfast check - --fail-on warning", "standard input"),
)

_EXIT_CODES: Final = """\b
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


@command(_EXAMPLES, exit_codes=_EXIT_CODES)
@source_arguments
@option(
    "--format",
    "form",
    section=_WRITTEN,
    type=click.Choice(["text", *_WRITERS]),
    default="text",
    show_default=True,
    help="For people, or for machines.",
)
@option(
    "--html",
    section=_WRITTEN,
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also write a page that needs nothing else.",
)
@option(
    "--max-per-rule",
    section=_WRITTEN,
    callback=_number_or_all,
    default="20",
    show_default=True,
    metavar=f"N|{_ALL}",
    help="Findings shown of each rule; all are counted.",
)
@option(
    "--fail-on",
    section=_WRITTEN,
    type=click.Choice([*_SEVERITIES, _NEVER]),
    default=str(Severity.ERROR),
    show_default=True,
    help="End with exit code 1 for what is that bad or worse.",
)
@option(
    "--select",
    section=_RULES,
    multiple=True,
    callback=_codes,
    metavar="CODES",
    help="Only these rules: codes, or how they begin, with commas; default for all that are not optional.",
)
@option("--ignore", section=_RULES, multiple=True, callback=_codes, metavar="CODES", help="Not these rules.")
@option(
    "--severity",
    section=_RULES,
    type=click.Choice(_SEVERITIES),
    default=str(Severity.INFO),
    show_default=True,
    help="Report only what is that bad or worse.",
)
@option(
    "--robots/--no-robots",
    section="How they are fetched",
    default=True,
    help="Read the robots.txt of a site too; on by default.",
)
@reading_options
def check(
    *,
    sources: tuple[str, ...],
    form: str,
    html: Path | None,
    max_per_rule: int | None,
    fail_on: str,
    select: list[str],
    ignore: list[str],
    severity: str,
    url: str,
    robots: bool,
    **options: Any,
) -> None:
    """Hold sitemaps to the protocol and to what search engines ask for.

    SOURCE is the URL of a robots.txt, a sitemap, an index or a feed, whose sitemaps are fetched too; or a file, gzip
    compressed or not, a folder, a glob, or - for standard input. Documents are read tolerantly and strictly. No page
    is fetched.
    """
    try:
        audit = Audit(Selection.of(select, ignore, Severity(severity)), max_per_rule)
    except UnknownCodeError as error:
        raise click.UsageError(printable(str(error))) from None
    cancel = sf.CancelToken()
    progress = ProgressLine()
    settings = given(options) | {"on_progress": progress.update}
    with handled(), Interruption(cancel) as interruption:
        try:
            for subject in subjects(the_sources(sources, url), settings, cancel, audit.partial, robots=robots):
                audit.add(subject)
        except sf.ValidationError as error:
            raise click.UsageError(printable(str(error))) from None
        finally:
            progress.wipe()
        report = audit.finish()
        _write(report, form, html)
    if interruption.happened:
        raise SystemExit(Exit.INTERRUPTED)
    raise SystemExit(_FOUND if fail_on != _NEVER and report.at_least(Severity(fail_on)) else Exit.COMPLETE)


check.params = [each for each in check.params if each.name not in _NOT_HERE]


def _write(report: Report, form: str, html: Path | None) -> None:
    if html is not None:
        html.write_text(as_html(report, datetime.now(UTC)), encoding="utf-8")
    if form == "text":
        show(report)
        return
    text = _WRITERS[form](report)
    if text:
        click.echo(text)
    if form == "github":
        click.echo(summary(report), err=True)
