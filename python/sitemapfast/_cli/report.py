"""What a command says besides its output: errors on standard error, one line each, and the exit code.

Enters: errors and results of the public API, full of text that strangers wrote. Leaves: lines that no terminal obeys,
and one of `Exit`. Called by every command.
"""

from __future__ import annotations

import re
from enum import IntEnum
from typing import TYPE_CHECKING, Final, NoReturn

import click

if TYPE_CHECKING:
    from collections.abc import Iterable

    import sitemapfast as sf

__all__ = ["EXIT_CODES", "Exit", "describe", "exit_for", "printable", "reason_of", "refuse_setting", "report_errors"]


# What the library's own messages begin with; a quote within it is only ever that of a URL, which has none.
_SUBJECT: Final = re.compile(r'[a-z]+ "[^"]*": ')


class Exit(IntEnum):
    """The exit codes; `EXIT_CODES` says them in the help."""

    COMPLETE = 0
    MAIN_DOCUMENT_FAILED = 1
    USAGE = 2
    PARTIAL = 3
    INTERRUPTED = 130


EXIT_CODES: Final = """\b
Exit codes:
  0    everything was read; also when the reader of a pipe has seen enough
  1    the main document could not be read
  2    wrong usage, or a file that cannot be opened
  3    partial, or with errors: what was found is written, errors are on standard error
  130  interrupted: what was found until then is written
"""


def printable(text: str) -> str:
    r"""Return `text` on one line, with escapes for everything that a terminal could obey.

    Example:
        >>> printable("red \x1b[31m and\na second line")
        'red \\x1b[31m and\\na second line'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def describe(error: BaseException, name: str | None = None) -> str:
    """Return the one line that tells an error.

    Args:
        error: Any error; those of sitemapfast begin with what was being done.
        name: What to call a document that has no URL, such as the path of a file.
    """
    text = str(error)
    subject = '""'
    if name is not None and text.split(" ", 1)[-1].startswith(subject):
        text = text.replace(subject, f'"{name}"', 1)
    return printable(text)


def reason_of(text: str | None) -> str:
    """Return what an error says without what it says it of, for a line that names that already.

    Example:
        >>> reason_of('fetch "https://example.com/a.xml": HTTP status 404')
        'HTTP status 404'
    """
    found = _SUBJECT.match(text or "")
    return (text or "")[found.end() :] if found else (text or "")


def report_errors(errors: Iterable[BaseException], *, name: str | None = None) -> None:
    """Write each error as one line to standard error."""
    for error in errors:
        click.echo(f"error: {describe(error, name)}", err=True)


def exit_for(result: sf.Result) -> Exit:
    """Return the exit code of a call whose main document was read."""
    return Exit.PARTIAL if not result.complete or result.error_count or len(result.errors) else Exit.COMPLETE


def refuse_setting(error: sf.ConfigError) -> NoReturn:
    """End the command as wrong usage, with the option instead of the setting it stands for.

    Raises:
        click.UsageError: Always.
    """
    from sitemapfast._cli.options import OPTION_NAMES

    option = "--" + OPTION_NAMES.get(error.field, error.field).replace("_", "-")
    message = f"{option}: {printable(error.reason)}"
    raise click.UsageError(message) from error
