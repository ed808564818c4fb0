"""`sitemapfast discover`: what a site offers, by its robots.txt and in the places where sitemaps usually are.

Enters: sites and the options. Leaves: a table, or JSON, on standard output; errors and a summary on standard error, an
exit code. Called by `main`.
"""

from __future__ import annotations

import json
from typing import Any, Final

import click

import sitemapfast as sf
from sitemapfast._cli.command import command, option
from sitemapfast._cli.options import given, reading_options
from sitemapfast._cli.report import Exit, printable, reason_of
from sitemapfast._cli.running import reading, report_options
from sitemapfast._cli.source import Source
from sitemapfast._cli.tables import bytes_of, show

__all__ = ["discover"]

_HEADER: Final = ("sitemap", "found", "outcome", "size", "last modified", "type", "what failed")
_ROBOTS: Final = "robots.txt"

_EXIT_CODES: Final = """\
Exit codes:
  0    something was found
  1    nothing was found, or the site does not answer
  2    wrong usage
  3    something was found, and something went wrong
  130  interrupted: what was found until then is written
"""
_EXAMPLES: Final = (
    ("sitemapfast discover example.com", "by its robots.txt; where that names none, in the usual places"),
    ("sitemapfast discover example.com --probe", "in the usual places in any case"),
    ("sitemapfast discover example.com --extra-path /shop/sitemap.xml", "in a place of your own too"),
)


@command(_EXAMPLES, exit_codes=_EXIT_CODES)
@click.argument("sites", nargs=-1, required=True, metavar="SITE...")
@option(
    "--probe",
    section="What is left out",
    is_flag=True,
    help="Try the usual places also where the robots.txt names sitemaps.",
)
@option(
    "--extra-path",
    "extra_paths",
    section="What is left out",
    multiple=True,
    metavar="PATH",
    help="A further place to try; repeatable.",
)
@option(
    "--format",
    "form",
    section="What is written",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="A table to look at, or a list of objects.",
)
@report_options
@reading_options
def discover(
    *,
    sites: tuple[str, ...],
    probe: bool,
    extra_paths: tuple[str, ...],
    form: str,
    quiet: bool,
    errors: int | None,
    **options: Any,
) -> None:
    """Find the sitemaps of each SITE: the name of a host, or the URL of any of its pages."""
    sources = [Source(url=site, name=site) for site in sites]
    how = {"extra_paths": list(extra_paths), "probe": "always" if probe else "auto"}
    plain: list[dict[str, Any]] = []
    with reading(sources, given(options), quiet=quiet, shown=errors) as reader:
        found = 0
        for result in reader.discovered(how):
            rows = list(result.sitemaps)
            found += len(rows)
            if form == "json":
                plain += [_plain(ref, result) for ref in rows]
            else:
                with reader.progress.hidden():
                    _show(result, rows)
        if form == "json":
            click.echo(json.dumps(plain, indent=2).replace("\x7f", "\\u007f"))
        reader.conclusion = f"{found:,} {'sitemap' if found == 1 else 'sitemaps'} found"
        if not found and not reader.interrupted:
            reader.report()
            raise SystemExit(Exit.MAIN_DOCUMENT_FAILED)


def _show(result: sf.Result, refs: list[sf.SitemapRef]) -> None:
    if refs:
        show(result.url, _HEADER, [_row(ref, result) for ref in refs], numbers=["size"])
    else:
        click.echo(f"{printable(result.url)}: nothing was found", err=True)


def _found(ref: sf.SitemapRef) -> str:
    return _ROBOTS if ref.parent.endswith(f"/{_ROBOTS}") else "by trying"


def _row(ref: sf.SitemapRef, result: sf.Result) -> list[str]:
    home = result.url.rstrip("/")
    return [
        ref.loc.removeprefix(home) if ref.loc.startswith(f"{home}/") else ref.loc,
        _found(ref),
        # The robots.txt names it; discovery does not fetch what it names.
        "" if ref.outcome == sf.Outcome.PENDING else str(ref.outcome),
        bytes_of(ref.size),
        ref.last_modified or "",
        ref.content_type or "",
        reason_of(ref.error),
    ]


def _plain(ref: sf.SitemapRef, result: sf.Result) -> dict[str, Any]:
    return {
        "site": result.url,
        "loc": ref.loc,
        "found": _found(ref),
        "outcome": str(ref.outcome),
        "url": ref.url,
        "status": ref.status,
        "size": ref.size,
        "last_modified": ref.last_modified,
        "content_type": ref.content_type,
        "error": ref.error,
    }
