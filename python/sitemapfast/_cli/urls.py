"""`sitemapfast urls`: the URLs that a site, a file or standard input lists, one a line.

Enters: SOURCE and the options. Leaves: the rows on standard output or in a file, the errors on standard error, an
exit code. Called by `main`.
"""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import sitemapfast as sf
from sitemapfast._cli.options import DEFAULTS, given, reading_options
from sitemapfast._cli.output import ClosedPipeError, Format, Output
from sitemapfast._cli.report import EXIT_CODES, Exit, exit_for, refuse_setting, report_errors
from sitemapfast._cli.source import Source, parse_source

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

__all__ = ["urls"]

_EXAMPLES = """\b
Examples:
  sitemapfast urls https://example.com/robots.txt
  sitemapfast urls https://example.com/sitemap.xml --rule /product/ --max-urls 1000
  sitemapfast urls https://example.com/sitemap.xml --format jsonl -o urls.jsonl
  sitemapfast urls sitemap.xml.gz --url https://example.com/sitemap.xml.gz --strict
  curl -s https://example.com/feed | sitemapfast urls -

"""


@click.command(epilog=_EXAMPLES + EXIT_CODES)
@click.argument("source", type=parse_source, metavar="SOURCE")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "jsonl"]),
    default="text",
    show_default=True,
    help="One URL a line, or one JSON object a line with all that is known of it.",
)
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="A file instead of standard output."
)
@click.option(
    "--url", metavar="URL", default="", help="Where a file or standard input is from; relative locations need it."
)
@reading_options
def urls(source: Source, form: Format, output: Path | None, url: str, **options: Any) -> None:
    """Write the URLs that SOURCE lists, in the order they stand in.

    SOURCE is the URL of a robots.txt, a sitemap, an index or a feed, whose sitemaps are fetched too; or a file,
    gzip compressed or not; or - for standard input. What a file or standard input lists is fetched only where
    --max-depth is given. Limits take "none" for no limit.
    """
    settings = given(options)
    if source.url:
        if url:
            message = "--url is for a file or standard input"
            raise click.UsageError(message)
    else:
        settings.setdefault("max_depth", 0)
    cancel = sf.CancelToken()
    interrupted = threading.Event()
    try:
        with sf.SitemapParser(cancel=cancel, **settings) as parser, Output(form, output) as sink:
            # Before Ctrl-C is taken over: whoever typed nothing yet has nothing that could be kept.
            content = None if source.url else source.content(settings.get("max_size", DEFAULTS["max_size"]))
            with _interruptible(cancel, interrupted):
                result = _read(parser, source.url or url, content, sink)
    except sf.ConfigError as error:
        refuse_setting(error)
    except sf.SitemapError as error:
        _report_main_document(error, source, url)
        raise SystemExit(Exit.INTERRUPTED if interrupted.is_set() else Exit.MAIN_DOCUMENT_FAILED) from None
    except ClosedPipeError:
        # Leaving the parser has ended the requests that were in flight.
        raise SystemExit(Exit.COMPLETE) from None
    except KeyboardInterrupt:
        raise SystemExit(Exit.INTERRUPTED) from None
    except OSError as error:
        report_errors([error])
        raise SystemExit(Exit.USAGE) from None
    report_errors(result.errors, name=source.name)
    raise SystemExit(Exit.INTERRUPTED if interrupted.is_set() else exit_for(result))


def _read(parser: sf.SitemapParser, url: str, content: bytes | None, sink: Output) -> sf.Result:
    """Read `url` or `content` and write its rows; return what else there is to say of it."""
    if content is not None:
        result = parser.parse(url, content=content)
        sink.write(result.urls)
        return result
    documents = parser.stream(url)
    for document in documents:
        sink.write(document.urls)
    return documents.result


def _report_main_document(error: sf.SitemapError, source: Source, url: str) -> None:
    name = source.name
    report_errors([error], name=name)
    recorded = getattr(error.result, "errors", ())
    report_errors((other for other in recorded if other != error), name=name)
    if error.code == "unrecognized_format" and not source.url and not url:
        click.echo("hint: a robots.txt is told by its URL; say it with --url https://HOST/robots.txt", err=True)


@contextmanager
def _interruptible(cancel: sf.CancelToken, interrupted: threading.Event) -> Iterator[None]:
    """Let the first Ctrl-C end the call with what it has, and the second one end it at once."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGINT)

    def interrupt(_signal: int, _frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        interrupted.set()
        cancel.cancel()

    signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
