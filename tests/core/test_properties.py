"""What holds of every document, whatever it is."""

from __future__ import annotations

import gzip
import json
import pickle
from datetime import datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.core.documents import ROBOTS, RSS, TEXT, URL, A, atom, entry, index, item, locs, rss, sitemap, url, urlset

import sitemapfast as sf

CASES = Path(__file__).parent.parent / "data" / "cases"
FIELD_CASES = [
    ((CASES / case["file"]).read_bytes(), case["url"])
    for case in json.loads((CASES / "expected.json").read_text(encoding="utf-8"))
]

bounded = settings(max_examples=150, deadline=None, derandomize=True)

addresses = st.sampled_from(
    [
        A,
        "/relative",
        "https://example.com/é",
        "https://other.example/a b",
        "ftp://example.com/",
        "",
        "x" * 3_000,
        "\x08",
        "&amp;",
    ]
)
fields = st.sampled_from(
    [
        "<lastmod>2024-01-15</lastmod>",
        "<lastmod>x</lastmod>",
        "<priority>2</priority>",
        "<x:y>z</x:y>",
        "<!-- c -->",
        "&nbsp;",
    ]
)


@st.composite
def documents(draw: st.DrawFn) -> tuple[bytes, str]:
    """Return a document of any format, and an address for it; perhaps cut, perhaps compressed."""
    links, more = draw(st.lists(addresses, max_size=5)), draw(st.lists(fields, max_size=2))
    text, address = draw(
        st.sampled_from(
            [
                (urlset(*(url(link, *more) for link in links)), URL),
                (index(*(sitemap(link, *more) for link in links)), URL),
                (rss(*(item(*more, link=link) for link in links)), RSS),
                (atom(*(entry(*more, href=link) for link in links)), RSS),
                ("\r\n".join(links), TEXT),
                ("".join(f"Sitemap: {link}\r" for link in links), ROBOTS),
            ]
        )
    )
    data = text.encode(draw(st.sampled_from(["utf-8", "utf-8-sig", "utf-16"])))
    data = gzip.compress(data, mtime=0) if draw(st.booleans()) else data
    return data[: draw(st.integers(0, len(data)))] if draw(st.integers(0, 4)) == 0 else data, address


def outcome(read: Any) -> tuple[Any, ...]:
    """Return all that a reading gave, or the error that refused the document."""
    try:
        found = read()
    except sf.SitemapError as error:
        return (str(error), [str(each) for each in error.result.errors] if error.result else None)
    told = [(str(e), vars(e)) for e in found.errors]
    notes = sorted((n.code, n.line, n.count) for n in found.notes)
    return (
        found.format,
        found.sitemaps.to_dicts(),
        told,
        notes,
        found.error_count,
        found.complete,
        found.size,
        found.encoding,
    )


def check_splits(data: bytes, address: str, cuts: list[int], strict: bool) -> None:
    whole_pages: list[Any] = []
    fed_pages: list[Any] = []

    def whole() -> sf.Document:
        found = sf.parse_document(data, url=address, strict=strict)
        whole_pages.extend(found.urls.to_dicts())
        return found

    def fed() -> sf.Document:
        parser = sf.DocumentParser(url=address, strict=strict)
        edges = [0, *sorted({cut % (len(data) + 1) for cut in cuts}), len(data)]
        tables = [parser.feed(data[start:end]) for start, end in zip(edges, edges[1:], strict=False)]
        found = parser.finish()
        fed_pages.extend(row for table in [*tables, found.urls] for row in table.to_dicts())
        return found

    assert outcome(fed) == outcome(whole)
    assert fed_pages == whole_pages


@bounded
@given(documents(), st.lists(st.integers(0, 5_000), max_size=6), st.booleans())
def test_pieces_give_what_the_whole_gives(document: tuple[bytes, str], cuts: list[int], strict: bool) -> None:
    check_splits(*document, cuts, strict)


@pytest.mark.parametrize("strict", [False, True], ids=["tolerant", "strict"])
def test_single_bytes_give_what_the_whole_gives_for_the_cases_from_the_field(strict: bool) -> None:
    for data, address in FIELD_CASES:
        check_splits(data, address, list(range(min(len(data), 1_200))), strict)


@bounded
@given(documents(), st.booleans())
def test_what_is_returned_is_a_web_address_without_blanks(document: tuple[bytes, str], strict: bool) -> None:
    """[41] [42] [32]."""
    data, address = document
    try:
        found = sf.parse_document(data, url=address, strict=strict)
    except sf.ParseError:
        return
    for loc in [*locs(found), *found.sitemaps.locs()]:
        assert loc.lower().startswith(("http://", "https://"))
        assert len(loc) <= 2_048
        assert not any(c.isspace() or ord(c) < 32 or 127 <= ord(c) < 160 for c in loc)
        assert strict or loc.isascii()


@bounded
@given(documents(), st.integers(1, 4))
def test_a_limit_of_pages_keeps_the_first(document: tuple[bytes, str], count: int) -> None:
    """[86]."""
    data, address = document
    try:
        everything = sf.parse_document(data, url=address)
        limited = sf.parse_document(data, url=address, max_urls=count)
    except sf.ParseError:
        return
    assert limited.urls.to_dicts() == everything.urls.to_dicts()[:count]


@bounded
@given(documents())
def test_a_byte_order_mark_changes_nothing(document: tuple[bytes, str]) -> None:
    """[24]."""
    data, address = document
    if data[:2] in (b"\x1f\x8b", b"\xff\xfe") or data.startswith(b"\xef\xbb\xbf"):
        return

    def shape(given: bytes) -> tuple[Any, ...]:
        result = outcome(lambda: sf.parse_document(given, url=address))
        return tuple(part for at, part in enumerate(result) if at != 6)

    assert shape(b"\xef\xbb\xbf" + data) == shape(data)


@bounded
@given(documents())
def test_documents_pickle(document: tuple[bytes, str]) -> None:
    data, address = document
    try:
        found = sf.parse_document(data, url=address)
    except sf.ParseError:
        return
    again = pickle.loads(pickle.dumps(found))
    assert again.urls == found.urls
    assert list(again.errors) == list(found.errors)
    assert again.notes == found.notes


@bounded
@given(
    st.datetimes(min_value=datetime(1, 1, 2), max_value=datetime(9999, 12, 30)),
    st.sampled_from(["Z", "+00:00", "-11:30", "+14:00"]),
)
def test_dates_are_read_as_the_standard_library_reads_them(moment: datetime, zone: str) -> None:
    """[50]."""
    text = moment.isoformat() + zone
    page = sf.parse_document(urlset(url(A, f"<lastmod>{text}</lastmod>"))).urls[0]
    assert page.lastmod == datetime.fromisoformat(text)
    assert page.lastmod.utcoffset() == datetime.fromisoformat(text).utcoffset()


@bounded
@given(
    st.datetimes(min_value=datetime(1970, 1, 1), max_value=datetime(2068, 12, 31)),
    st.sampled_from(["GMT", "EST", "PDT", "+0530"]),
)
def test_dates_of_feeds_are_read_as_the_standard_library_reads_them(moment: datetime, zone: str) -> None:
    """[73]."""
    text = f"{moment:%a, %d %b} {moment.year} {moment:%H:%M:%S} {zone}"
    assert sf.parse_document(rss(item(f"<pubDate>{text}</pubDate>"))).urls[0].lastmod == parsedate_to_datetime(text)


@bounded
@given(
    st.text(alphabet="ab \t\r\n#/:.htpsSitemap,", max_size=80).map(lambda text: text.replace("htps", "https://e.x/"))
)
def test_a_text_list_is_what_a_loop_over_its_lines_gives(text: str) -> None:
    """[75]."""
    found = sf.parse_document(text, format="text") if text.strip() else None
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    expected = [line.strip() for line in lines if line.strip().startswith("https://e.x/")]
    if found is not None:
        assert len(found.urls) + len(found.errors) == len(expected)
