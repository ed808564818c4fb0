"""The options stand for the API's settings, and nothing a site writes gets past the report."""

from __future__ import annotations

import inspect

import click
import pytest

import sitemapfast as sf
from sitemapfast._cli.command import SECTIONS
from sitemapfast._cli.options import DEFAULTS, OPTION_NAMES, given, reading_options
from sitemapfast._cli.report import describe, printable
from sitemapfast._core import DEFAULTS as CORE_DEFAULTS


@click.command()
@reading_options
def command(**options: object) -> None:
    """Take the options."""


def test_the_defaults_in_the_help_are_those_of_the_api() -> None:
    """Rule [80]."""
    assert {name: CORE_DEFAULTS[name] for name in DEFAULTS} == DEFAULTS


def test_every_option_is_a_setting_of_the_parser() -> None:
    settings = inspect.signature(sf.SitemapParser).parameters
    assert {option.name for option in command.params} <= set(settings)


def test_an_option_that_is_not_given_is_not_passed_on() -> None:
    context = command.make_context("command", [])
    assert given(context.params) == {}


def test_options_become_settings() -> None:
    arguments = ["--strict", "--follow", "a", "--rule", "b", "--rule", "c", "--max-urls", "NONE", "--max-depth", "0"]
    arguments += ["--timeout", "1.5", "--user-agent", "none", "--header", "Cookie: a=b:c", "--header", "X-Y:"]
    assert given(command.make_context("command", arguments).params) == {
        "strict": True,
        "follow": ["a"],
        "rules": ["b", "c"],
        "max_urls": None,
        "max_depth": 0,
        "timeout": 1.5,
        "user_agent": "none",
        "headers": {"Cookie": "a=b:c", "X-Y": ""},
    }


@pytest.mark.parametrize(
    "text", ["\x1b[31m", "a\nb", "\r", "\x00", "\x7f", "\x9b", "\u202e", "\u2028", "\ufeff", "\ud800"], ids=ascii
)
def test_printable_leaves_nothing_that_a_terminal_obeys(text: str) -> None:
    """Rule [111]."""
    shown = printable(f"ä {text} 日本")
    assert shown.isprintable()
    assert shown.startswith("ä ")
    assert shown.endswith(" 日本")
    shown.encode()


def test_a_document_without_a_url_is_called_by_its_name() -> None:
    error = sf.ParseError('the root is ""', url="", code="unrecognized_format")
    assert describe(error, "a.xml") == 'parse "a.xml": the root is ""'
    error = sf.ParseError('the root is ""', url="https://a.example/", code="unrecognized_format")
    assert describe(error, "a.xml") == 'parse "https://a.example/": the root is ""'


def test_every_setting_of_the_parser_that_can_be_typed_is_an_option() -> None:
    settings = set(inspect.signature(sf.SitemapParser).parameters)
    assert settings - {option.name for option in command.params} == {"fetcher", "authorize", "cancel", "on_progress"}


def test_every_option_has_its_section_in_the_help() -> None:
    assert {option.section for option in command.params} <= set(SECTIONS[:-1])  # type: ignore[attr-defined]


def test_a_setting_is_named_by_its_option() -> None:
    names = {option.name: option.opts[0].removeprefix("--") for option in command.params}
    for setting, option in names.items():
        assert OPTION_NAMES.get(setting, setting).replace("_", "-") == option
