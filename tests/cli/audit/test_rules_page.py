"""The page of the rules says what the code says."""

from __future__ import annotations

import re

from tests.cli.audit.rules_page import PAGE, page

from sitemapfast._cli.audit.catalogue import RULES
from sitemapfast._cli.audit.model import DOCS


def test_the_page_is_as_the_code_says() -> None:
    # If it is not: python -m tests.cli.audit.rules_page
    assert PAGE.read_text(encoding="utf-8") == page()


def test_the_link_of_a_rule_leads_to_its_section() -> None:
    sections = re.findall(r"^### (\S+)$", page(), re.MULTILINE)
    assert sections == list(RULES)
    assert [rule.link for rule in RULES.values()] == [f"{DOCS}#{code}" for code in sections]
