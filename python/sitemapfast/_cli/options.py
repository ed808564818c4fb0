"""The options that commands share. Each is the setting of the same name in the API, and is passed on only if given.

Enters: what stands on the command line. Leaves: keyword arguments for `sitemapfast.SitemapParser`. Called by the
commands that read documents.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from sitemapfast._cli.report import printable

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["DEFAULTS", "given", "reading_options"]

_Command = TypeVar("_Command", bound="Callable[..., Any]")

# Shown in the help. The defaults themselves are the API's, which a test holds these to: an option that is not given
# is not passed on.
DEFAULTS: Final[dict[str, int | float]] = {
    "max_urls": 10_000_000,
    "max_sitemaps": 50_000,
    "max_depth": 10,
    "max_size": 52_428_800,
    "concurrency": 16,
    "timeout": 3,
}


# click cannot tell an option that was given as None from one that was not given.
_NO_LIMIT: Final = "none"


def _number_or_none(text: str) -> int | float | str:
    """Return a number, or `_NO_LIMIT`; whether the number is one that can be used, the API decides."""
    if text.lower() == _NO_LIMIT:
        return _NO_LIMIT
    for number in (int, float):
        try:
            return number(text)
        except ValueError:
            continue
    message = f"{printable(text)} is neither a number nor none"
    raise click.BadParameter(message)


def _header(text: str) -> tuple[str, str]:
    name, colon, value = text.partition(":")
    if not colon or not name.strip():
        message = f"{printable(text)} is not of the form 'Name: value'"
        raise click.BadParameter(message)
    return name.strip(), value.strip()


def _limit(name: str, unit: str, text: str) -> Callable[[_Command], _Command]:
    return click.option(
        "--" + name.replace("_", "-"),
        name,
        type=_number_or_none,
        metavar=f"{unit}|none",
        help=f"{text} [default: {DEFAULTS[name]:,}]",
    )


_OPTIONS: Final = (
    click.option("--strict", is_flag=True, default=None, help="Hold documents to the protocol; skip what breaks it."),
    click.option("--follow", multiple=True, metavar="REGEX", help="Fetch only sitemaps whose URL matches; repeatable."),
    click.option(
        "--rule",
        "rules",
        multiple=True,
        metavar="REGEX",
        help="Only URLs that match; repeatable, any of them is enough.",
    ),
    _limit("max_urls", "N", "URLs to write at most."),
    _limit("max_sitemaps", "N", "Sitemaps to ask for at most."),
    _limit("max_depth", "N", "Levels of indexes to follow; 0 reads the main document alone."),
    _limit("max_size", "N", "Bytes of one document at most."),
    _limit("concurrency", "N", "Documents in flight at most."),
    _limit("timeout", "SECONDS", "Seconds for one request."),
    click.option("--user-agent", metavar="TEXT", help="Who to say is asking."),
    click.option(
        "--header",
        "headers",
        type=_header,
        multiple=True,
        metavar="FIELD",
        help="A header field of every request, as 'Name: value'; repeatable.",
    ),
)


def reading_options(command: _Command) -> _Command:
    """Give `command` the options for reading documents; it gets them as keyword arguments, for `given`."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def given(options: dict[str, Any]) -> dict[str, Any]:
    """Return those of `options` that stand on the command line, as the API's settings.

    Args:
        options: The keyword arguments that `reading_options` adds.

    Raises:
        click.UsageError: If a header field is given twice.

    Example:
        >>> given({"max_urls": "none", "rules": ("/a/",), "follow": (), "strict": None})
        {'max_urls': None, 'rules': ['/a/']}
    """
    settings: dict[str, Any] = {}
    for name, value in options.items():
        if value is None or value == ():
            continue
        if name == "headers":
            settings[name] = _fields(value)
        elif isinstance(value, tuple):
            settings[name] = list(value)
        else:
            settings[name] = None if value == _NO_LIMIT and name in DEFAULTS else value
    return settings


def _fields(pairs: tuple[tuple[str, str], ...]) -> dict[str, str]:
    fields: dict[str, str] = {}
    seen: set[str] = set()
    for name, text in pairs:
        if name.lower() in seen:
            message = f"--header: {name} is given twice"
            raise click.UsageError(message)
        seen.add(name.lower())
        fields[name] = text
    return fields
