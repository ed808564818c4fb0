"""Markup that the table of rules has no example for: what is told apart, and what is left alone."""

from __future__ import annotations

import pytest

import sitemapfast as sf
from sitemapfast._cli.audit.run import audit
from sitemapfast._cli.audit.subject import Subject

URL = "https://example.com/sitemap.xml"
NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"


def codes(text: str) -> set[str]:
    return {finding.code for finding in audit([Subject.of("a.xml", text.encode(), url=URL)]).findings()}


def urlset(inner: str, attributes: str = "") -> str:
    return f'<urlset xmlns="{NAMESPACE}" {attributes}>{inner}</urlset>'


def test_prefixes_are_told_by_their_namespace_and_not_by_their_letters() -> None:
    text = (
        f'<s:urlset xmlns:s="{NAMESPACE}" xmlns:i="http://www.google.com/schemas/sitemap-image/1.1"><s:url>'
        "<s:loc>https://example.com/</s:loc><i:image><i:loc>https://example.com/a.png</i:loc></i:image>"
        "</s:url></s:urlset>"
    )
    assert codes(text) == {"lastmod-missing"}


def test_an_extension_between_the_elements_of_the_protocol_is_out_of_order() -> None:
    text = urlset(
        "<url><loc>https://example.com/</loc><m:mobile/><lastmod>2026-10-01</lastmod></url>",
        'xmlns:m="http://www.google.com/schemas/sitemap-mobile/1.0"',
    )
    assert "element-order" in codes(text)


def test_what_stands_in_an_unknown_element_is_not_looked_at() -> None:
    text = urlset(
        '<url><loc>https://example.com/</loc><x:a xmlns:x="urn:x"><x:loc/><loc>b</loc><x:a/></x:a></url>',
    )
    assert "extension-namespace-unknown" in codes(text)
    assert not codes(text) & {"duplicate-tag", "empty-tag", "unknown-tag"}


def test_a_document_that_is_not_well_formed_is_checked_as_far_as_that_goes() -> None:
    text = urlset("<url><loc>https://example.com/</loc><lastmod/></url><url><loc>https://example.com/#a</loc>")
    assert codes(text) >= {"xml-malformed", "empty-tag", "url-fragment"}


def test_entities_are_not_expanded() -> None:
    bomb = '<!DOCTYPE urlset [<!ENTITY a "aaaaaaaaaa">' + "".join(
        f'<!ENTITY {new} "{f"&{old};" * 10}">' for old, new in zip("abcdefghi", "bcdefghij", strict=True)
    )
    report = audit([Subject.of("a.xml", (bomb + "]>" + urlset("<url><loc>&j;</loc></url>")).encode(), url=URL)])
    worst = [finding.severity for finding in report.findings() if finding.code == "doctype-present"]
    assert worst[0] == "warning"
    assert "error" in worst


@pytest.mark.parametrize("root", ["rss", "feed", "html"])
def test_feeds_are_not_held_to_the_schemas_of_sitemaps(root: str) -> None:
    found = codes(f"<{root}><channel><item><link>https://example.com/</link></item></channel></{root}>")
    assert not found & {"namespace-missing", "unknown-tag", "element-order"}


def test_what_strict_reading_records_is_said_once_for_an_entry() -> None:
    text = urlset("<url><loc>https://example.com/</loc><priority>7</priority></url>")
    strict = sf.parse_document(text.encode(), url=URL, strict=True)
    assert [error.code for error in strict.errors] == ["priority_range"]
    report = audit([Subject.of("a.xml", text.encode(), url=URL)])
    assert report.counts["priority-invalid"] == 1
