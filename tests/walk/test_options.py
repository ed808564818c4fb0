"""A wrong setting is a `ConfigError` at once, where it is given (rules [3], [80], [88], [93])."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from typing import Any

import pytest
from tests.walk.site import Site, at, urlset

import sitemapfast as sf
from sitemapfast._options import DocumentOptions, Options

COUNTS = ["max_size", "max_sitemaps", "max_urls", "max_validation_errors"]
SECONDS = ["timeout", "total_timeout"]


def refused(**settings: Any) -> sf.ConfigError:
    with pytest.raises(sf.ConfigError) as raised:
        sf.SitemapParser(**settings)
    error = raised.value
    assert error.field == next(iter(settings)) or "fetcher" in settings
    assert str(error).startswith(f'config "{error.field}": ')
    return error


def test_defaults_are_those_of_the_core() -> None:
    """Rule [80]."""
    options = Options.of({})
    assert (options.timeout, options.max_size, options.max_depth, options.concurrency) == (3.0, 52_428_800, 10, 16)
    assert (options.max_sitemaps, options.max_urls, options.max_validation_errors) == (50_000, 10_000_000, 100_000)
    assert (options.retries, options.delay, options.strict, options.total_timeout) == (2, 0.0, False, None)


@pytest.mark.parametrize("name", [*COUNTS, *SECONDS])
def test_zero_is_an_error_that_names_none(name: str) -> None:
    """[80] 0 could mean "nothing" or "no limit"; ``None`` is no limit."""
    assert "None" in str(refused(**{name: 0}))
    assert getattr(Options.of({name: None}), name) is None


def test_concurrency_needs_a_number() -> None:
    """Rule [80]."""
    for value in (0, None, -1, 1.5, True):
        assert "None" in str(refused(concurrency=value))


@pytest.mark.parametrize("name", ["retries", "delay", "max_depth"])
def test_zero_is_a_value_of_what_may_be_nothing(name: str) -> None:
    """Rule [80]."""
    assert getattr(Options.of({name: 0}), name) == 0


@pytest.mark.parametrize("name", [*COUNTS, "retries", "max_depth", "concurrency"])
@pytest.mark.parametrize("value", [-1, 1.5, "5", True, False, [5], float("nan")])
def test_counts_are_whole_numbers(name: str, value: object) -> None:
    """[3] A bool is no number."""
    refused(**{name: value})


@pytest.mark.parametrize("name", [*SECONDS, "delay"])
@pytest.mark.parametrize("value", [-1, "5", True, float("nan"), float("inf"), [1]])
def test_seconds_are_finite_numbers(name: str, value: object) -> None:
    """Rule [3]."""
    refused(**{name: value})


@pytest.mark.parametrize("name", ["strict", "salvage", "lenient_dates", "raw", "dedupe", "allow_private_addresses"])
@pytest.mark.parametrize("value", [0, 1, "yes", None])
def test_switches_are_true_or_false(name: str, value: object) -> None:
    """Rule [3]."""
    refused(**{name: value})


@pytest.mark.parametrize("name", ["follow", "rules", "exclude_sitemaps", "exclude_urls"])
@pytest.mark.parametrize("value", ["abc", ["("], ["a" * 1001], [5], [None], 5, {"a": 1}, [re.compile(b"a")], [b"a"]])
def test_rules_are_lists_of_patterns_and_predicates(name: str, value: object) -> None:
    """Rule [88]."""
    refused(**{name: value})


def test_a_pattern_may_have_a_thousand_characters() -> None:
    """[88] One that is compiled already may have more."""
    options = Options.of({"rules": ["a" * 1000, re.compile("a" * 5000), len]})
    assert len(options.rules) == 3


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("hosts", []),
        ("hosts", ["https://example.com"]),
        ("hosts", ["example.com:80"]),
        ("hosts", ["*"]),
        ("hosts", [5]),
        ("hosts", 5),
        ("since", "2024-01-01"),
        ("since", datetime(2024, 1, 1)),
        ("since", 5),
        ("undated", "ask"),
        ("undated", None),
        ("proxy", "nowhere"),
        ("proxy", "ftp://proxy"),
        ("proxy", "http://"),
        ("proxy", 5),
        ("user_agent", ""),
        ("user_agent", "a\nb"),
        ("user_agent", 5),
        ("headers", [("a", "b")]),
        ("headers", {"a": 5}),
        ("headers", {"a": "b\r\nc: d"}),
        ("headers", {"a b": "c"}),
        ("fetcher", 5),
        ("authorize", 5),
        ("cancel", True),
        ("on_progress", 5),
    ],
)
def test_other_settings(name: str, value: object) -> None:
    """Rule [3]."""
    refused(**{name: value})


def test_a_proxys_password_is_not_shown() -> None:
    """Rule [111]."""
    assert "secret" not in str(refused(proxy="gopher://me:secret@proxy"))


def test_a_date_is_its_midnight_in_utc() -> None:
    """Rule [88]."""
    assert Options.of({"since": date(2024, 5, 1)}).since == datetime(2024, 5, 1, tzinfo=UTC)


@pytest.mark.parametrize("name", ["timeout", "proxy", "headers", "user_agent"])
@pytest.mark.parametrize("value", [None, "default"])
def test_what_is_the_fetchers_is_not_given_beside_it(name: str, value: object) -> None:
    """Rule [93]."""
    with pytest.raises(sf.ConfigError) as raised:
        sf.SitemapParser(fetcher=Site({}), **{name: value})  # type: ignore[arg-type]
    assert raised.value.field == name


def test_settings_of_a_call_hold_for_it_alone() -> None:
    """Rule [93]."""
    parser = sf.SitemapParser(fetcher=Site({"/a.xml": urlset("/1", "/2", "/3")}))
    assert len(parser.parse(at("/a.xml"), max_urls=1).urls) == 1
    assert len(parser.parse(at("/a.xml"), rules=["/2"]).urls) == 1
    assert len(parser.parse(at("/a.xml")).urls) == 3
    with pytest.raises(sf.ConfigError) as raised:
        parser.parse(at("/a.xml"), max_urls=0)
    assert raised.value.field == "max_urls"


@pytest.mark.parametrize("name", ["strict", "fetcher", "timeout", "headers", "retries", "hosts"])
def test_other_settings_are_the_parsers(name: str) -> None:
    """Rule [93]."""
    parser = sf.SitemapParser(fetcher=Site({}))
    with pytest.raises(sf.ConfigError) as raised:
        parser.parse(at("/a.xml"), **{name: None})  # type: ignore[arg-type]
    assert raised.value.field == name


def test_there_is_no_such_setting() -> None:
    """A misspelt keyword is an error as with any function."""
    with pytest.raises(TypeError, match="max_url"):
        sf.parse("https://example.com/", max_url=5)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="max_url"):
        sf.SitemapParser(fetcher=Site({})).parse("https://example.com/", max_url=5)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="max_depth"):
        sf.parse_document(b"", max_depth=5)  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("name", "value"),
    [("format", "html"), ("format", 5), ("strict", 1), ("max_size", 0), ("max_urls", True), ("content_type", 5)],
)
def test_settings_of_a_document(name: str, value: object) -> None:
    """Rule [3]."""
    with pytest.raises(sf.ConfigError) as raised:
        sf.parse_document(b"<urlset/>", **{name: value})  # type: ignore[arg-type]
    assert raised.value.field == name


def test_formats_are_taken_as_text_or_member() -> None:
    """Rule [14]."""
    assert DocumentOptions.of({"format": "rss"}) == DocumentOptions.of({"format": sf.Format.RSS})


@pytest.mark.parametrize("retention", ["some", None])
def test_arguments_of_a_walk(retention: Any) -> None:
    """Rule [3]."""
    parser = sf.SitemapParser(fetcher=Site({}))
    for given in ({"retention": retention}, {"on_document": 5}):
        with pytest.raises(sf.ConfigError) as raised:
            parser.walk([], **given)
        assert raised.value.field in given


def test_an_asynchronous_fetcher_is_refused_where_it_is_given() -> None:
    """Rule [3]."""

    class Slow:
        async def fetch(self, request: sf.Request) -> bytes:
            return b""

    class Sly:
        def fetch(self, request: sf.Request) -> Any:
            return Slow().fetch(request)

    with pytest.raises(sf.ConfigError) as raised:
        sf.SitemapParser(fetcher=Slow())
    assert raised.value.field == "fetcher"
    with pytest.raises(sf.ConfigError) as raised:
        sf.SitemapParser(fetcher=Sly()).parse(at("/a.xml"))
    assert raised.value.field == "fetcher"


def test_config_errors_are_value_errors_and_pickle() -> None:
    """Rule [1]."""
    import pickle

    error = refused(max_urls=0)
    assert isinstance(error, ValueError)
    again = pickle.loads(pickle.dumps(error))
    assert (again, again.field, again.code) == (error, "max_urls", "invalid_setting")
