"""Whatever a document is, the audit ends with a report that can be written in every form."""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cli.audit.documents import expanded, load, pieces

from sitemapfast._cli.audit.catalogue import RULES
from sitemapfast._cli.audit.machine import as_github, as_json, as_sarif
from sitemapfast._cli.audit.page import as_html
from sitemapfast._cli.audit.run import audit
from sitemapfast._cli.audit.selection import Selection
from sitemapfast._cli.audit.subject import Subject

URL = "https://example.com/sitemap.xml"
EVERY = Selection(codes=frozenset(RULES))
# Small ones; the large ones are large for one rule.
DOCUMENTS = [
    expanded(piece).encode()
    for example in load().values()
    for piece in pieces(example["fails"])
    if "text" in piece and not {"repeat", "pad", "inner"} & piece.keys()
]


def check(data: bytes, url: str = URL) -> None:
    report = audit([Subject.of("a.xml", data, url=url)], EVERY, 20)
    assert json.loads(as_json(report))["documents"]
    assert json.loads(as_sarif(report))["version"] == "2.1.0"
    assert as_html(report, datetime.now(UTC)).endswith("</html>\n")
    as_github(report).encode()


@given(data=st.binary(max_size=200), url=st.sampled_from([URL, "", "https://example.com/robots.txt"]))
@settings(deadline=None, max_examples=100)
def test_any_bytes_are_audited(data: bytes, url: str) -> None:
    check(data, url)


@given(data=st.data())
@settings(deadline=None, max_examples=200)
def test_any_damage_to_a_document_is_audited(data: st.DataObject) -> None:
    document = bytearray(data.draw(st.sampled_from(DOCUMENTS)))
    if document:
        for _ in range(data.draw(st.integers(1, 4))):
            at = data.draw(st.integers(0, len(document) - 1))
            document[at : at + data.draw(st.integers(0, 3))] = data.draw(
                st.sampled_from(
                    [
                        b"<",
                        b">",
                        b"&",
                        b'"',
                        b"\xff",
                        b"\0",
                        b"]]>",
                        b"<!--",
                        b"[",
                        b"://",
                        b"%",
                        b"#",
                        b"@",
                        b"",
                        b"\xe2\x80\xae",
                    ]
                )
            )
    check(bytes(document))


@pytest.mark.parametrize(
    "data",
    [
        b'<urlset xmlns="' + b"/" * 400_000 + b'x"><url><loc>https://example.com/</loc></url></urlset>',
        b"<urlset><url><loc>https://example.com/" + b"a/" * 900 + b"!</loc></url></urlset>",
        b"<urlset>" + b"<url><lastmod>" + b"1" * 400_000 + b"</lastmod><loc>https://e.com/</loc></url></urlset>",
        b"<!DOCTYPE a [" + b"".join(b'<!ENTITY e%d "">' % n for n in range(20_000)) + b"]><urlset></urlset>",
        b"<urlset>" + b"<url/>" * 50_000 + b"</urlset>",
        b"<urlset><url><loc>https://e.com/</loc>" + b"<priority/>" * 50_000 + b"</url></urlset>",
    ],
    ids=["namespace", "location", "date", "entities", "entries", "elements"],
)
def test_no_document_takes_long_for_its_size(data: bytes) -> None:
    begun = time.monotonic()
    check(data)
    assert time.monotonic() - begun < 20


def test_no_robots_txt_takes_long_for_its_size() -> None:
    rules = b"User-agent: *" + b" " * 300_000 + b"\n" + b"".join(b"Disallow: /%d\n" % n for n in range(10_000))
    pages = b"".join(b"<url><loc>https://example.com/x/%d</loc></url>" % n for n in range(20_000))
    begun = time.monotonic()
    report = audit(
        [
            Subject.of("robots.txt", rules, url="https://example.com/robots.txt"),
            Subject.of("a.xml", b"<urlset>" + pages + b"</urlset>", url=URL),
        ]
    )
    assert time.monotonic() - begun < 20
    assert not report.counts["url-robots-blocked"]
