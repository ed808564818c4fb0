"""Each document through ultimate-sitemap-parser and through its counterpart: equal, but for what is listed."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.compat.originals import original, quiet
from tests.compat.usp_corpus import ALIKE, DIFFERENCES, shown

from sitemapfast.compat.usp.tree import sitemap_from_str

PAGE = Path(__file__).parents[2] / "docs" / "migrate" / "usp.md"


@pytest.mark.parametrize("name", ALIKE)
def test_a_document_is_read_as_the_original_reads_it(name: str) -> None:
    usp = original("usp.tree", "ultimate-sitemap-parser")
    with quiet():
        theirs = shown(usp.sitemap_from_str(ALIKE[name]))
    assert shown(sitemap_from_str(ALIKE[name])) == theirs


@pytest.mark.parametrize("name", DIFFERENCES)
def test_a_listed_difference_is_there(name: str) -> None:
    """Where the two have become alike, it is to be struck off the list and off the page."""
    usp = original("usp.tree", "ultimate-sitemap-parser")
    difference = DIFFERENCES[name]
    with quiet():
        theirs = difference.look(usp.sitemap_from_str(difference.document))
    assert theirs == difference.theirs
    assert theirs != difference.ours
    assert difference.look(sitemap_from_str(difference.document)) == difference.ours


@pytest.mark.parametrize("name", DIFFERENCES)
def test_a_difference_stands_on_the_page_with_its_reason(name: str) -> None:
    rows = [line.split("|") for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in row[1:-1]] for row in rows if row[1].strip() == name]
    assert len(cells) == 1
    assert all(cells[0])


def test_the_page_lists_no_difference_of_documents_that_no_test_holds() -> None:
    section = PAGE.read_text(encoding="utf-8").split("## What is different in a document")[1].split("\n## ")[0]
    names = [line.split("|")[1].strip() for line in section.splitlines() if line.startswith("| ")]
    assert names[1:] == list(DIFFERENCES)
