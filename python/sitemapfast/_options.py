"""The settings: one vocabulary for every call, checked where they are given (rules [3], [80], [88], [93]).

Enters: keyword arguments. Leaves: an `Options` (a call) or a `DocumentOptions` (one document), whose values can be
relied upon, or a `ConfigError`. The defaults are the core's. `_api` and `_parse` make them; `_walk` reads them.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, fields, replace
from datetime import date, datetime  # noqa: TC003  typing.get_type_hints reads the settings
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict, TypeVar

from sitemapfast import _checks as check
from sitemapfast._cancel import CancelToken
from sitemapfast._core import DEFAULTS, SitemapRef, Url
from sitemapfast.entries import Format
from sitemapfast.exceptions import ConfigError

if TYPE_CHECKING:
    import re
    from typing import Self

    from sitemapfast.typing import AsyncAuthorizer, AsyncFetcher, Authorizer, Fetcher, Progress

__all__ = ["CallSettings", "DocumentOptions", "DocumentSettings", "Options", "Settings", "spelled_out"]

UrlRule: TypeAlias = "str | re.Pattern[str] | Callable[[Url], object]"
SitemapRule: TypeAlias = "str | re.Pattern[str] | Callable[[SitemapRef], object]"

_SIZE: int | None = int(DEFAULTS["max_size"])
_URLS: int | None = int(DEFAULTS["max_urls"])
_SITEMAPS: int | None = int(DEFAULTS["max_sitemaps"])
_ERRORS: int | None = int(DEFAULTS["max_validation_errors"])
_DEPTH: int | None = int(DEFAULTS["max_depth"])
_TIMEOUT: float | None = float(DEFAULTS["timeout"])
_RETRIES: int | None = int(DEFAULTS["retries"])

_Function = TypeVar("_Function", bound=Callable[..., Any])

_OF_THE_FETCHER = ("timeout", "proxy", "headers", "user_agent")


class CallSettings(TypedDict, total=False):
    """What may be given to a single call of a parser (rule [93]); see `Settings` for their meaning."""

    concurrency: int
    total_timeout: float | None
    max_size: int | None
    max_depth: int | None
    max_sitemaps: int | None
    max_urls: int | None
    max_validation_errors: int | None
    follow: Collection[SitemapRule] | None
    rules: Collection[UrlRule] | None
    exclude_sitemaps: Collection[SitemapRule] | None
    exclude_urls: Collection[UrlRule] | None
    since: datetime | date | None
    undated: Literal["keep", "drop"]
    cancel: CancelToken | None
    on_progress: Callable[[Progress], object] | None


class Settings(CallSettings, total=False):
    """All settings of a call, all by keyword, all optional; ``None`` is no limit (rule [80]).

    Limits: ``max_size`` (bytes of a document, received and decompressed), ``max_depth`` (levels of indexes),
    ``max_sitemaps`` (sitemaps asked for, and listed), ``max_urls``, ``max_validation_errors`` (recorded),
    ``total_timeout`` (seconds for the call), ``timeout`` (seconds for a request), ``retries``, ``concurrency``,
    ``delay`` (seconds between two requests to a host).

    What is left out: ``follow`` and ``exclude_sitemaps`` (patterns or predicates on sitemaps), ``rules`` and
    ``exclude_urls`` (on pages), ``since`` and ``undated``, ``hosts``, ``dedupe``.

    How documents are read: ``strict``, ``salvage``, ``lenient_dates``, ``raw``.

    How they are fetched: ``user_agent``, ``headers``, ``proxy`` (a URL, or ``"env"``), ``allow_private_addresses``,
    ``authorize``, or ``fetcher`` for another source altogether.

    ``cancel`` ends a call from outside, ``on_progress`` hears how far it is.
    """

    user_agent: str | None
    headers: Mapping[str, str] | None
    timeout: float | None
    retries: int | None
    delay: float
    proxy: str | None
    hosts: Collection[str] | str | None
    strict: bool
    salvage: bool
    lenient_dates: bool
    raw: bool
    dedupe: bool
    fetcher: Fetcher | AsyncFetcher | None
    authorize: Authorizer | AsyncAuthorizer | None
    allow_private_addresses: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The checked settings of a call; `Settings` says what they mean."""

    user_agent: str | None = None
    headers: Mapping[str, str] | None = None
    timeout: float | None = _TIMEOUT
    total_timeout: float | None = None
    retries: int | None = _RETRIES
    concurrency: int = int(DEFAULTS["concurrency"])
    delay: float = 0.0
    proxy: str | None = None
    max_size: int | None = _SIZE
    max_depth: int | None = _DEPTH
    max_sitemaps: int | None = _SITEMAPS
    max_urls: int | None = _URLS
    max_validation_errors: int | None = _ERRORS
    follow: tuple[Any, ...] = ()
    rules: tuple[Any, ...] = ()
    exclude_sitemaps: tuple[Any, ...] = ()
    exclude_urls: tuple[Any, ...] = ()
    hosts: tuple[str, ...] | None = None
    since: datetime | None = None
    undated: str = "keep"
    strict: bool = False
    salvage: bool = False
    lenient_dates: bool = False
    raw: bool = False
    dedupe: bool = False
    fetcher: Any = None
    authorize: Any = None
    allow_private_addresses: bool = False
    cancel: CancelToken | None = None
    on_progress: Callable[[Progress], object] | None = None

    def __post_init__(self) -> None:
        _check(self, _CHECKS)

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Self:
        """Return the settings given, the rest as it is by default.

        Raises:
            ConfigError: One has a value it cannot have, or belongs to the ``fetcher`` that is given too.
            TypeError: There is no such setting.
        """
        _known(cls, given)
        if given.get("fetcher") is not None:
            for name in _OF_THE_FETCHER:
                if name in given:
                    raise ConfigError("with fetcher= this is the fetcher's to decide", field=name)
        return cls(**given)

    def for_call(self, given: Mapping[str, Any]) -> Self:
        """Return them with those replaced that a call gives (rule [93]).

        Raises:
            ConfigError: One has a value it cannot have, or holds for the parser as a whole.
            TypeError: There is no such setting.
        """
        _known(type(self), given)
        for name in given:
            if name not in _OF_A_CALL:
                raise ConfigError("this is given to the parser, not to a call", field=name)
        return replace(self, **given) if given else self


_OF_A_CALL = frozenset(CallSettings.__annotations__)


class DocumentSettings(TypedDict, total=False):
    """The settings of one document, all by keyword, all optional.

    ``strict`` rejects what the protocol forbids; ``format`` skips detection; ``salvage`` keeps what could be read of a
    damaged gzip file; ``lenient_dates`` reads wild forms of dates; ``raw`` keeps the values as they were written;
    ``dedupe`` keeps the first of identical locations; ``content_type`` is what the server said, for its charset;
    ``max_size``, ``max_urls`` and ``max_validation_errors`` are limits, ``None`` for none.
    """

    strict: bool
    format: str | None
    salvage: bool
    lenient_dates: bool
    raw: bool
    dedupe: bool
    content_type: str | None
    max_size: int | None
    max_urls: int | None
    max_validation_errors: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentOptions:
    """The checked settings of one document; `DocumentSettings` says what they mean."""

    strict: bool = False
    format: str | None = None
    salvage: bool = False
    lenient_dates: bool = False
    raw: bool = False
    dedupe: bool = False
    content_type: str | None = None
    max_size: int | None = _SIZE
    max_urls: int | None = None
    max_validation_errors: int | None = _ERRORS

    def __post_init__(self) -> None:
        _check(self, _CHECKS)

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Self:
        """Return the settings given, the rest as it is by default.

        Raises:
            ConfigError: One has a value it cannot have.
            TypeError: There is no such setting.
        """
        _known(cls, given)
        return cls(**given)

    def for_core(self) -> dict[str, Any]:
        """Return them as the core's keyword arguments."""
        return {each.name: getattr(self, each.name) for each in fields(self)}


def spelled_out(
    settings: type[Settings | CallSettings | DocumentSettings],
) -> Callable[[_Function], _Function]:
    """Have ``help()`` and notebooks show the settings that a function takes, with their defaults.

    The defaults of a call are the parser's, which is what ``...`` stands for.
    """
    options = DocumentOptions if settings is DocumentSettings else Options
    defaults = {each.name: each.default for each in fields(options)}
    shown = [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            default=... if settings is CallSettings else defaults[name],
            annotation=getattr(annotation, "__forward_arg__", annotation),
        )
        for name, annotation in settings.__annotations__.items()
    ]

    def decorate(function: _Function) -> _Function:
        signature = inspect.signature(function)
        own = [each for each in signature.parameters.values() if each.kind is not inspect.Parameter.VAR_KEYWORD]
        function.__signature__ = signature.replace(parameters=[*own, *shown])  # type: ignore[attr-defined]
        return function

    return decorate


def _known(cls: type[Options | DocumentOptions], given: Mapping[str, Any]) -> None:
    names = {each.name for each in fields(cls)}
    for name in given:
        if name not in names:
            raise TypeError(f"there is no setting {name!r}")


def _check(options: Options | DocumentOptions, checks: Mapping[str, Callable[[str, Any], Any]]) -> None:
    for each in fields(options):
        value = getattr(options, each.name)
        # Frozen for everybody else: what is checked is also brought into one shape.
        object.__setattr__(options, each.name, checks[each.name](each.name, value))


def _token(field: str, value: object) -> CancelToken | None:
    if value is not None and not isinstance(value, CancelToken):
        raise check.wrong(field, "a CancelToken", value)
    return value


def _format(field: str, value: object) -> str | None:
    if value is None:
        return None
    if isinstance(value, str) and value in set(Format):
        return str(value)
    raise check.wrong(field, "one of " + ", ".join(Format), value)


_CHECKS: dict[str, Callable[[str, Any], Any]] = {
    "user_agent": check.optional_text,
    "headers": check.headers,
    "timeout": check.seconds,
    "total_timeout": check.seconds,
    "retries": check.count_from_zero,
    "concurrency": check.count_needed,
    "delay": check.delay,
    "proxy": check.proxy,
    "max_size": check.count,
    "max_depth": check.count_from_zero,
    "max_sitemaps": check.count,
    "max_urls": check.count,
    "max_validation_errors": check.count,
    "follow": check.rules,
    "rules": check.rules,
    "exclude_sitemaps": check.rules,
    "exclude_urls": check.rules,
    "hosts": check.hosts,
    "since": check.moment,
    "undated": check.undated,
    "strict": check.switch,
    "salvage": check.switch,
    "lenient_dates": check.switch,
    "raw": check.switch,
    "dedupe": check.switch,
    "fetcher": check.fetcher,
    "authorize": check.function,
    "allow_private_addresses": check.switch,
    "cancel": _token,
    "on_progress": check.function,
    "format": _format,
    "content_type": check.optional_text,
}
