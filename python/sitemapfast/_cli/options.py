"""The options that commands share. Each is the setting of the same name in the API, and is passed on only if given.

Enters: what stands on the command line. Leaves: keyword arguments for `sitemapfast.SitemapParser`. Called by the
commands that read documents.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from sitemapfast._cli.command import option
from sitemapfast._cli.report import printable

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["DEFAULTS", "OPTION_NAMES", "given", "reading_options"]

_Command = TypeVar("_Command", bound="Callable[..., Any]")

# Shown in the help. The defaults themselves are the API's, which a test holds these to: an option that is not given
# is not passed on.
DEFAULTS: Final[dict[str, int | float]] = {
    "max_urls": 10_000_000,
    "max_sitemaps": 50_000,
    "max_depth": 10,
    "max_size": 52_428_800,
    "max_validation_errors": 100_000,
    "concurrency": 16,
    "timeout": 3,
    "retries": 2,
}

# A setting whose option has another name, because one value at a time is given, or because typing is work.
OPTION_NAMES: Final = {
    "rules": "rule",
    "headers": "header",
    "exclude_urls": "exclude-url",
    "exclude_sitemaps": "exclude-sitemap",
    "allow_private_addresses": "allow-private",
    "extra_paths": "extra-path",
}

# click cannot tell an option that was given as None from one that was not given.
_NO_LIMIT: Final = "none"
_LIMITS: Final = {*DEFAULTS, "total_timeout"}

_AGO: Final = re.compile(r"(\d{1,5})([hdw])")
_UNITS: Final = {"h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}

_LEFT_OUT: Final = "What is left out"
_READ: Final = "How documents are read"
_FETCHED: Final = "How they are fetched"


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


def _since(text: str) -> datetime | date:
    """Return a date, a moment (UTC where it names no zone), or how long ago it is: 12h, 30d, 4w."""
    ago = _AGO.fullmatch(text)
    try:
        if ago is not None:
            return datetime.now(UTC) - int(ago[1]) * _UNITS[ago[2]]
        if len(text) == len("2026-12-01"):
            return date.fromisoformat(text)
        moment = datetime.fromisoformat(text)
    except (ValueError, OverflowError):
        message = (
            f"{printable(text)} is no date such as 2026-12-01 or 2026-12-01T06:00Z, and no age such as 12h, 30d, 4w"
        )
        raise click.BadParameter(message) from None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def _limit(name: str, unit: str, text: str, section: str = "Limits") -> Callable[[_Command], _Command]:
    default = f"{DEFAULTS[name]:,}" if name in DEFAULTS else _NO_LIMIT
    return option(
        "--" + name.replace("_", "-"),
        name,
        section=section,
        type=_number_or_none,
        metavar=f"{unit}|none",
        help=f"{text} [default: {default}]",
    )


def _several(name: str, setting: str, metavar: str, text: str, section: str, **more: Any) -> Any:
    return option(name, setting, section=section, multiple=True, metavar=metavar, help=f"{text}; repeatable.", **more)


def _switch(name: str, setting: str, text: str, section: str) -> Any:
    return option(name, setting, section=section, is_flag=True, default=None, help=text)


_OPTIONS: Final = (
    _several("--follow", "follow", "REGEX", "Fetch only sitemaps whose URL matches", _LEFT_OUT),
    _several("--rule", "rules", "REGEX", "Only URLs that match any of these", _LEFT_OUT),
    _several("--exclude-url", "exclude_urls", "REGEX", "No URLs that match", _LEFT_OUT),
    _several("--exclude-sitemap", "exclude_sitemaps", "REGEX", "No sitemaps whose URL matches", _LEFT_OUT),
    option(
        "--since",
        section=_LEFT_OUT,
        type=_since,
        metavar="DATE|AGE",
        help="Only what was last modified since: 2026-12-01, 2026-12-01T06:00Z, or an age: 12h, 30d, 4w.",
    ),
    option(
        "--undated",
        section=_LEFT_OUT,
        type=click.Choice(["keep", "drop"]),
        help="With --since, what has no date. [default: keep]",
    ),
    _several("--hosts", "hosts", "HOST", 'Only URLs of this host, "*.example.com", or "same"', _LEFT_OUT),
    _switch("--dedupe", "dedupe", "Only the first of URLs that are the same.", _LEFT_OUT),
    _limit("max_urls", "N", "URLs at most."),
    _limit("max_sitemaps", "N", "Sitemaps to ask for at most."),
    _limit("max_depth", "N", "Levels of indexes to follow; 0 reads the main document alone."),
    _limit("max_size", "N", "Bytes of one document at most."),
    _limit("max_validation_errors", "N", "Errors of entries to keep at most."),
    _limit("timeout", "SECONDS", "Seconds for one request."),
    _limit("total_timeout", "SECONDS", "Seconds for all of it."),
    _switch("--strict", "strict", "Hold documents to the protocol; skip what breaks it.", _READ),
    _switch("--salvage", "salvage", "Keep what can be read of a damaged gzip file.", _READ),
    _switch("--lenient-dates", "lenient_dates", "Read wild forms of dates too.", _READ),
    _switch("--raw", "raw", "Keep values as they were written, in the columns raw and extra.", _READ),
    _limit("concurrency", "N", "Documents in flight at most.", _FETCHED),
    option(
        "--delay",
        section=_FETCHED,
        type=float,
        metavar="SECONDS",
        help="Seconds between two requests to a host. [default: 0]",
    ),
    _limit("retries", "N", "Further tries after a failure that may pass.", _FETCHED),
    _several("--header", "headers", "FIELD", "A header field of every request, 'Name: value'", _FETCHED, type=_header),
    option("--user-agent", section=_FETCHED, metavar="TEXT", help="Who to say is asking."),
    option("--proxy", section=_FETCHED, metavar="URL|env", help="A proxy, or env for those the environment names."),
    _switch(
        "--allow-private",
        "allow_private_addresses",
        "Let a public site lead to private addresses, such as those of your network.",
        _FETCHED,
    ),
)


def reading_options(command: _Command) -> _Command:
    """Give `command` the options for reading documents; it gets them as keyword arguments, for `given`."""
    for each in reversed(_OPTIONS):
        command = each(command)
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
            settings[name] = None if value == _NO_LIMIT and name in _LIMITS else value
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
