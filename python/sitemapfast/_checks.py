"""One check for each kind of setting (rules [3], [80], [88]).

Enters: the name of a setting and what was given for it. Leaves: the value in the one shape the rest relies on, or a
`ConfigError` that says what was expected. `_options` is the only caller.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Mapping
from datetime import UTC, date, datetime, time
from typing import Any
from urllib.parse import urlsplit

from sitemapfast.exceptions import ConfigError

__all__ = [
    "count",
    "count_from_zero",
    "count_needed",
    "delay",
    "fetcher",
    "function",
    "headers",
    "hosts",
    "moment",
    "optional_text",
    "proxy",
    "rules",
    "seconds",
    "switch",
    "undated",
    "wrong",
]

# Longer than any pattern written by hand; what is longer was generated, and takes unbounded time to compile.
_MAX_PATTERN = 1_000
_MAX_SHOWN = 80
_PROXY_SCHEMES = frozenset({"http", "https", "socks5", "socks5h"})
_HOST = re.compile(r"(\*\.)?[^\s/:*@?#\\]+|\[[0-9A-Fa-f:.]+\]")


def wrong(field: str, expected: str, value: object) -> ConfigError:
    """Return the error of a setting: what was expected, and what was given."""
    shown = repr(value)
    if len(shown) > _MAX_SHOWN:
        shown = f"{shown[:_MAX_SHOWN]}…"
    return ConfigError(f"expected {expected}, got {shown}", field=field)


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def count(field: str, value: Any) -> int | None:
    """A whole number above 0, or ``None`` for no limit."""
    if value is None:
        return None
    if not _is_int(value) or value <= 0:
        raise wrong(field, "a whole number above 0, or None for no limit", value)
    return int(value)


def count_from_zero(field: str, value: Any) -> int | None:
    """A whole number, 0 included, or ``None`` for no limit."""
    if value is None:
        return None
    if not _is_int(value) or value < 0:
        raise wrong(field, "a whole number from 0, or None for no limit", value)
    return int(value)


def count_needed(field: str, value: Any) -> int:
    """A whole number above 0; ``None`` is none, since nothing can be done without a bound."""
    if not _is_int(value) or value <= 0:
        raise wrong(field, "a whole number above 0 (None, for no limit, is not possible here)", value)
    return int(value)


def seconds(field: str, value: Any) -> float | None:
    """Seconds above 0, or ``None`` for no limit."""
    if value is None:
        return None
    if not _is_number(value) or value <= 0:
        raise wrong(field, "seconds above 0, or None for no limit", value)
    return float(value)


def delay(field: str, value: Any) -> float:
    """Seconds from 0."""
    if not _is_number(value) or value < 0:
        raise wrong(field, "seconds from 0", value)
    return float(value)


def switch(field: str, value: Any) -> bool:
    """True or false, and nothing that merely counts as one of them."""
    if not isinstance(value, bool):
        raise wrong(field, "True or False", value)
    return value


def optional_text(field: str, value: Any) -> str | None:
    """Text that may stand in a header field, or ``None``."""
    if value is None:
        return None
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise wrong(field, "printable text that is not blank, or None", value)
    return value


def headers(field: str, value: Any) -> dict[str, str] | None:
    """Header fields by name; which names and values may be sent is the transport's to say."""
    if value is None:
        return None
    if not isinstance(value, Mapping):
        raise wrong(field, "a mapping of header names to values", value)
    for name, text in value.items():
        if not isinstance(name, str) or not isinstance(text, str) or "\n" in text or "\r" in text:
            raise wrong(field, "a mapping of header names to values, both text of one line", {name: text})
    return dict(value)


def proxy(field: str, value: Any) -> str | None:
    """The URL of a proxy, ``"env"`` for those of the environment, or ``None`` for no proxy."""
    if value is None:
        return None
    if isinstance(value, str):
        if value == "env":
            return value
        try:
            parts = urlsplit(value)
            if parts.scheme.lower() in _PROXY_SCHEMES and parts.hostname and parts.port != 0:
                return value
        except ValueError:
            pass
    # The value is not shown: a proxy's URL often holds a password.
    raise ConfigError('expected the URL of a proxy, "env", or None', field=field)


def rules(field: str, value: Any) -> tuple[re.Pattern[str] | Callable[[Any], object], ...]:
    """Patterns, compiled, and predicates (rule [88])."""
    if value is None:
        return ()
    if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Collection):
        raise wrong(field, "a list of patterns and predicates", value)
    return tuple(_rule(field, each) for each in value)


def _rule(field: str, value: Any) -> re.Pattern[str] | Callable[[Any], object]:
    if isinstance(value, re.Pattern):
        if not isinstance(value.pattern, str):
            raise wrong(field, "patterns of text, not of bytes", value)
        return value
    if isinstance(value, str):
        if len(value) > _MAX_PATTERN:
            raise ConfigError(f"a pattern has {len(value)} characters, the limit is {_MAX_PATTERN}", field=field)
        try:
            return re.compile(value)
        except (re.error, OverflowError, RecursionError) as error:
            raise ConfigError(f"the pattern {value!r} does not compile: {error}", field=field) from error
    if callable(value):
        return value  # type: ignore[no-any-return]
    raise wrong(field, "patterns (text or re.Pattern) and predicates", value)


def hosts(field: str, value: Any) -> tuple[str, ...] | None:
    """Names of hosts, ``"*.name"`` for those below, ``"same"`` for the main document's (rule [47])."""
    if value is None:
        return None
    names = (value,) if isinstance(value, str) else value
    if isinstance(names, (bytes, Mapping)) or not isinstance(names, Collection) or not names:
        raise wrong(field, 'names of hosts, "*.example.com", or "same"', value)
    for each in names:
        if not isinstance(each, str) or not _HOST.fullmatch(each):
            raise wrong(field, 'names of hosts without scheme, port or path, "*.example.com", or "same"', each)
    return tuple(each.lower() for each in names)


def moment(field: str, value: Any) -> datetime | None:
    """A point in time with its zone; a date is its midnight in UTC."""
    if value is None:
        return None
    if isinstance(value, datetime):
        if value.utcoffset() is None:
            raise wrong(field, "a datetime with a time zone", value)
        return value
    if isinstance(value, date):
        return datetime.combine(value, time(), UTC)
    raise wrong(field, "a date, or a datetime with a time zone", value)


def undated(field: str, value: Any) -> str:
    """What happens to pages without a date."""
    if value not in ("keep", "drop"):
        raise wrong(field, '"keep" or "drop"', value)
    return str(value)


def fetcher(field: str, value: Any) -> Any:
    """A source of documents, or ``None`` for HTTP."""
    if value is not None and not callable(getattr(value, "fetch", None)):
        raise wrong(field, "an object with a method fetch(request)", value)
    return value


def function(field: str, value: Any) -> Callable[..., Any] | None:
    """Something that can be called, or ``None``."""
    if value is not None and not callable(value):
        raise wrong(field, "a function", value)
    return value  # type: ignore[no-any-return]
