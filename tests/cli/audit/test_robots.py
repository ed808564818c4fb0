"""What a robots.txt allows: the longest rule decides (RFC 9309)."""

from __future__ import annotations

import time

import pytest

from sitemapfast._cli.audit.robots import Robots
from sitemapfast._cli.audit.subject import Subject

SITE = "https://example.com"


def robots(text: str) -> Robots:
    return Robots.of(Subject.of("robots.txt", text.encode(), url=f"{SITE}/robots.txt"))


@pytest.mark.parametrize(
    ("rules", "path", "allowed"),
    [
        ("Disallow: /a", "/a", False),
        ("Disallow: /a", "/ab", False),
        ("Disallow: /a", "/b", True),
        ("Disallow:", "/a", True),
        ("Disallow: /\nAllow: /a", "/a/b", True),
        ("Disallow: /a/b\nAllow: /a", "/a/b", False),
        ("Disallow: /a\nAllow: /a", "/a", True),
        ("Disallow: /*.pdf$", "/x/y.pdf", False),
        ("Disallow: /*.pdf$", "/x/y.pdf?z", True),
        ("Disallow: /*?", "/a?b=1", False),
        ("Disallow: /a*c*e$", "/abcde", False),
        ("Disallow: /a*c*e$", "/abcdef", True),
        ("Disallow: /a$", "/ab", True),
        ("Disallow: /caf%c3%a9", "/caf%C3%A9", False),
        ("Disallow: /café", "/caf%C3%A9", False),
        ("disallow : /a # why", "/a", False),
        ("nonsense\nDisallow: /a", "/a", False),
    ],
)
def test_the_longest_rule_that_fits_decides(rules: str, path: str, allowed: bool) -> None:
    assert robots(f"User-agent: *\n{rules}").allows(SITE + path) is allowed


def test_rules_for_one_crawler_are_not_those_for_all() -> None:
    text = "User-agent: one\nDisallow: /\n\nUser-agent: *\nUser-agent: two\nDisallow: /a\n"
    assert robots(text).allows(SITE + "/b")
    assert not robots(text).allows(SITE + "/a")


def test_a_pattern_of_many_stars_takes_no_time() -> None:
    pattern = "/" + "*a" * 1_000 + "$"
    begun = time.monotonic()
    assert robots(f"User-agent: *\nDisallow: {pattern}").allows(SITE + "/" + "a" * 999 + "b")
    assert time.monotonic() - begun < 2
