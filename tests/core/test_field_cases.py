"""The cases from the field: small documents after public reports, read in both modes as `expected.json` says.

The cases stand in ``tests/data/cases``; what each is about is in the README there.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.core.documents import listed, locs, read

import sitemapfast

CASES = Path(__file__).parents[1] / "data" / "cases"
EXPECTED: list[dict[str, Any]] = json.loads((CASES / "expected.json").read_text(encoding="utf-8"))

PENDING: dict[tuple[str, str], str] = {}
"""Cases that do not pass yet, by id and mode, with the rule they break; one that starts to pass fails until it is taken out."""


def outcome(case: dict[str, Any], mode: str) -> dict[str, Any]:
    """Return what reading a case gives, in the words of `expected.json`."""
    data = (CASES / case["file"]).read_bytes()
    try:
        document = read(data, url=case["url"], strict=mode == "strict")
    except sitemapfast.ParseError as error:
        return {"kind": "error", "locs": [], "lastmods": [], "sitemaps": [], "errors": [type(error).__name__]}
    return {
        "kind": str(document.format),
        "locs": locs(document),
        "lastmods": [page.lastmod and page.lastmod.isoformat() for page in document.urls],
        "sitemaps": listed(document),
        "errors": [type(error).__name__ for error in document.errors],
    }


@pytest.mark.parametrize("mode", ["tolerant", "strict"])
@pytest.mark.parametrize("case", EXPECTED, ids=lambda case: Path(case["file"]).name)
def test_a_case_from_the_field_is_read_as_expected(case: dict[str, Any], mode: str) -> None:
    """[10] to [76] What a case expects of a mode is what reading its document gives."""
    found = outcome(case, mode)
    passes = {field: found[field] for field in case[mode]} == case[mode]
    if (case["id"], mode) in PENDING:
        assert not passes, "the case passes: take it out of PENDING"
        return
    assert {field: found[field] for field in case[mode]} == case[mode]


@pytest.mark.parametrize("strict", [False, True], ids=["tolerant", "strict"])
@pytest.mark.parametrize(
    "case", [case for case in EXPECTED if "never" in case], ids=lambda case: Path(case["file"]).name
)
def test_what_may_never_be_returned_is_in_no_url(case: dict[str, Any], strict: bool) -> None:
    """[30] to [43] A string that a case forbids occurs in no location, nor in one that `salvage` or `raw` adds."""
    data = (CASES / case["file"]).read_bytes()
    try:
        document = read(data, url=case["url"], strict=strict, salvage=True)
    except sitemapfast.ParseError as error:
        document = error.result
    for loc in [*locs(document), *listed(document)]:
        assert not [never for never in case["never"] if never in loc]


def test_every_pending_case_exists_and_names_its_rule() -> None:
    """The list of cases that do not pass yet holds no case that is not there, and a rule for each."""
    known = {(case["id"], mode) for case in EXPECTED for mode in ("tolerant", "strict")}
    assert set(PENDING) <= known
    assert all("[" in rule for rule in PENDING.values())


def test_every_document_of_the_folder_is_expected_and_described() -> None:
    """No document of the folder is left out of `expected.json` or of the README."""
    files = {path.name for path in CASES.iterdir()} - {"expected.json", "http-cases.json", "README.md"}
    readme = (CASES / "README.md").read_text(encoding="utf-8")
    assert files == {case["file"] for case in EXPECTED}
    assert not [name for name in files if f"`{name}`" not in readme]
