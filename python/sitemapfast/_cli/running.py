"""What the commands that read have in common: SOURCE, ``--url``, ``--quiet``, and how a run ends.

Enters: sources and settings. Leaves: a `Reader` for the body of a command; then errors, summary and exit code, whatever
happened. Called by the commands that read sites.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

import sitemapfast as sf
from sitemapfast._cli.command import option
from sitemapfast._cli.reading import Reader
from sitemapfast._cli.report import Exit, printable, refuse_setting, report_errors
from sitemapfast._cli.sink import ClosedPipeError, silence_standard_output
from sitemapfast._cli.source import Source, locate, parse_sources

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["handled", "reading", "report_options", "source_arguments", "the_sources"]

_Command = TypeVar("_Command", bound="Callable[..., Any]")

_ERRORS: Final = 100


def source_arguments(command: _Command) -> _Command:
    """Give `command` SOURCEs and ``--url``."""
    command = option(
        "--url",
        section="How documents are read",
        metavar="URL",
        default="",
        help="Where a file or standard input is from, or the folder of several files; relative locations need it.",
    )(command)
    return click.argument("sources", nargs=-1, required=True, metavar="SOURCE...")(command)


def report_options(command: _Command) -> _Command:
    """Give `command` ``--quiet`` and ``--errors``."""
    command = option(
        "--errors",
        section="What is written",
        type=_count_or_none,
        default=str(_ERRORS),
        metavar="N|none",
        help=f"Error lines at most, on standard error. [default: {_ERRORS}]",
    )(command)
    return option(
        "-q", "--quiet", section="What is written", is_flag=True, help="No progress bar and no summary; errors stay."
    )(command)


def the_sources(texts: tuple[str, ...], url: str) -> list[Source]:
    """Return what SOURCEs and ``--url`` mean.

    Raises:
        click.UsageError: If they mean nothing.
    """
    return locate(parse_sources(texts), url)


@contextmanager
def reading(sources: list[Source], settings: dict[str, Any], *, quiet: bool, shown: int | None) -> Iterator[Reader]:
    """Yield a `Reader`, and end the command when the block ends.

    Raises:
        SystemExit: Always, with the exit code.
        click.UsageError: If a setting cannot be.
    """
    with handled(), Reader(sources, settings, quiet=quiet, shown=shown) as reader:
        yield reader
    reader.report()
    raise SystemExit(reader.exit_code())


@contextmanager
def handled() -> Iterator[None]:
    """End the command as its exit codes say where something goes wrong in the block.

    Raises:
        SystemExit: With the exit code.
        click.UsageError: If a setting cannot be.
    """
    try:
        yield
        sys.stdout.flush()
    except sf.ConfigError as error:
        refuse_setting(error)
    except (ClosedPipeError, BrokenPipeError):
        # Leaving the parser has ended the requests that were in flight.
        silence_standard_output()
        raise SystemExit(Exit.COMPLETE) from None
    except KeyboardInterrupt:
        raise SystemExit(Exit.INTERRUPTED) from None
    except OSError as error:
        report_errors([error])
        raise SystemExit(Exit.USAGE) from None


def _count_or_none(text: str) -> int | None:
    if text.lower() == "none":
        return None
    if not text.isascii() or not text.isdigit():
        raise click.BadParameter(f"{printable(text)} is neither a number nor none")
    return int(text)
