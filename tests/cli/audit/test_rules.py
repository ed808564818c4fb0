"""Every rule has a document that breaks it and one that keeps it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from tests.cli.audit.documents import load, pieces, subject

import sitemapfast._cli.audit as package
import sitemapfast._core as core
from sitemapfast._cli.audit.catalogue import RULES
from sitemapfast._cli.audit.model import Finding, Severity
from sitemapfast._cli.audit.reading import ERRORS, NOTES, UNSAID
from sitemapfast._cli.audit.run import audit
from sitemapfast._cli.audit.selection import Selection

EXAMPLES = load()
EVERY = Selection(codes=frozenset(RULES))

# What is out of these rules' reach: a page has to be fetched, or a site crawled.
OUT_OF_REACH = re.compile(r"^page-|^(lastmod-vs-page|video-thumbnail-size|orphan-url|indexable-not-listed|bad-share)$")


def findings(example: Any) -> list[Finding]:
    return audit([subject(piece) for piece in pieces(example)], EVERY).findings()


def test_every_rule_has_examples_and_every_example_a_rule() -> None:
    assert EXAMPLES.keys() == RULES.keys()
    assert not any(OUT_OF_REACH.search(code) for code in RULES)


@pytest.mark.parametrize("code", RULES)
def test_a_document_that_breaks_a_rule_is_found_with_its_place(code: str) -> None:
    broken = [finding for finding in findings(EXAMPLES[code]["fails"]) if finding.code == code]
    assert broken
    assert all(finding.message for finding in broken)
    assert all(finding.line is None or finding.line > 0 for finding in broken)


@pytest.mark.parametrize("code", RULES)
def test_a_document_that_keeps_a_rule_is_not_reported_and_has_no_error(code: str) -> None:
    found = findings(EXAMPLES[code]["passes"])
    excused = EXAMPLES[code].get("passes_but", [])
    assert code not in {finding.code for finding in found}
    assert not [each for each in found if each.severity is Severity.ERROR and each.code not in excused]


@pytest.mark.parametrize("code", RULES)
def test_a_rule_that_is_not_asked_for_is_silent(code: str) -> None:
    others = Selection(codes=frozenset(RULES) - {code})
    report = audit([subject(piece) for piece in pieces(EXAMPLES[code]["fails"])], others)
    assert not report.counts[code]


def test_every_code_of_the_core_is_a_case_of_a_rule() -> None:
    """Rule [7]: errors and notes are both shown."""
    codes = {code for code, *_ in core.CODES}
    assert ERRORS.keys() | NOTES.keys() | UNSAID == codes
    assert {*ERRORS.values(), *NOTES.values()} <= RULES.keys()
    kinds = {code: kind for code, kind, *_ in core.CODES}
    assert all(kinds[code] == "note" for code in NOTES)
    assert all(kinds[code] != "note" for code in ERRORS)


def test_every_code_that_the_rules_name_is_in_the_table_and_every_rule_is_named() -> None:
    text = "".join(
        path.read_text(encoding="utf-8")
        for path in Path(package.__file__).parent.glob("*.py")
        if path.name != "catalogue.py"
    )
    named = set(re.findall(r'"([a-z0-9]+(?:-[a-z0-9]+)+)"', text))
    assert RULES.keys() <= named
    added = set(re.findall(r'(?:\.add|_add)\(\s*"([a-z0-9-]+)"', text))
    assert added <= RULES.keys()
