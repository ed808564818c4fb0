"""Every limit of one document: reached it passes, passed it ends something ([6], [22], [38], [76], [86]).

That work grows with the size of the input and no faster is for tests/rust/repair.rs to show, where it is counted.
"""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING, Any

import pytest

from sitemapfast import _core
from sitemapfast.exceptions import Limit, ParseError

if TYPE_CHECKING:
    from collections.abc import Callable

# The numbers of src/limits.rs, once more: a change of one is to be noticed.
MAX_NESTING = 256
MAX_ATTRIBUTES = 256
MAX_NAME = 1_024
MAX_TEXT = 1 << 20
MAX_NAMESPACES = 256
MAX_ROBOTS = 512_000

PAGE = "<url><loc>https://example.com/{}</loc></url>"
MODES = pytest.mark.parametrize("strict", [False, True], ids=["tolerant", "strict"])


def parse(data: str | bytes, **options: Any) -> _core.Parsed:
    return _core.parse(data, url="https://example.com/sitemap.xml", **options)


def nested(number: int) -> str:
    """A document whose innermost element is at depth `number`, the root at 1."""
    inside = number - 1
    return f"<urlset>{'<a>' * inside}{'</a>' * inside}{PAGE.format(1)}</urlset>"


def with_attributes(number: int) -> str:
    attributes = " ".join(f"a{index}=''" for index in range(number))
    return f"<urlset><url {attributes}><loc>https://example.com/1</loc></url></urlset>"


def with_element_name(number: int) -> str:
    return f"<urlset><{'a' * number}/>{PAGE.format(1)}</urlset>"


def with_attribute_name(number: int) -> str:
    return f"<urlset {'a' * number}=''>{PAGE.format(1)}</urlset>"


def with_text(number: int) -> str:
    """A value of so many bytes, which is read and then found to be no date."""
    return f"<urlset><url><lastmod>{'x' * number}</lastmod></url>{PAGE.format(1)}</urlset>"


def with_pieces(number: int) -> str:
    """A value of so many bytes in pieces of several kinds."""
    pieces = "&amp;<![CDATA[x]]>é"
    text = pieces * (number // 4) + "x" * (number % 4)
    return f"<urlset><url><lastmod>{text}</lastmod></url>{PAGE.format(1)}</urlset>"


def with_namespaces(number: int) -> str:
    declarations = " ".join(f"xmlns:n{index}='urn:{index}'" for index in range(number // 2))
    rest = " ".join(f"xmlns:m{index}='urn:{index}'" for index in range(number - number // 2))
    return f"<urlset {declarations}><url {rest}><loc>https://example.com/1</loc></url></urlset>"


BOUNDS: dict[str, tuple[Callable[[int], str], int, str]] = {
    "nesting": (nested, MAX_NESTING, "nesting_limit"),
    "attributes": (with_attributes, MAX_ATTRIBUTES, "attribute_limit"),
    "the name of an element": (with_element_name, MAX_NAME, "name_limit"),
    "the name of an attribute": (with_attribute_name, MAX_NAME, "name_limit"),
    "text": (with_text, MAX_TEXT, "text_limit"),
    "text in pieces": (with_pieces, MAX_TEXT, "text_limit"),
    "namespaces": (with_namespaces, MAX_NAMESPACES, "namespace_limit"),
}


@MODES
@pytest.mark.parametrize(("document", "bound", "code"), BOUNDS.values(), ids=BOUNDS)
def test_a_document_at_a_bound_is_read(document: Callable[[int], str], bound: int, code: str, *, strict: bool) -> None:
    """[38]: exactly the bound passes."""
    parsed = parse(document(bound), strict=strict)
    assert parsed.urls.locs() == ["https://example.com/1"]
    assert code not in [error.code for error in parsed.errors]


@MODES
@pytest.mark.parametrize(("document", "bound", "code"), BOUNDS.values(), ids=BOUNDS)
def test_a_document_past_a_bound_fails(document: Callable[[int], str], bound: int, code: str, *, strict: bool) -> None:
    """[38]: one more, and nothing of the document is returned."""
    with pytest.raises(ParseError) as caught:
        parse(document(bound + 1), strict=strict)
    assert caught.value.code == code
    assert caught.value.line == 1
    assert caught.value.column is not None
    assert not caught.value.result.urls


def test_a_bound_is_that_of_what_is_open_at_once() -> None:
    """[38]: elements, attributes and declarations of one entry do not count for the next."""
    entry = f"<url xmlns:a='urn:a' b=''>{'<c>' * 100}{'</c>' * 100}<loc>https://example.com/</loc></url>"
    parsed = parse(f"<urlset>{entry * 1000}</urlset>", strict=True)
    assert len(parsed.urls) == 1000


def test_the_length_of_text_that_is_skipped_is_not_bounded() -> None:
    """[32], [38]: an unknown element may hold any text, which is not kept."""
    text = "x" * (3 * MAX_TEXT)
    for options in ({}, {"raw": True}, {"strict": True}):
        parsed = parse(f"<urlset><url><a>{text}</a><loc>https://example.com/1</loc></url></urlset>", **options)
        assert parsed.urls.locs() == ["https://example.com/1"]
        assert not parsed.errors


def test_a_bound_that_is_met_among_unclosed_elements_makes_reading_go_back() -> None:
    """[35], [38]: entries in elements that never end are not lost to the bound on nesting."""
    parsed = parse(f"<urlset>{''.join('<b>' + PAGE.format(n) for n in range(1000))}</urlset>")
    assert parsed.urls.locs() == [f"https://example.com/{n}" for n in range(1000)]


@MODES
def test_the_size_is_bounded_inclusively(*, strict: bool) -> None:
    """[22]: of what is passed in, and of what it unpacks to; memory is not asked for beyond it."""
    document = f"<urlset>{PAGE.format(1)}</urlset>".encode()
    packed = gzip.compress(document * 1)
    larger = max(len(document), len(packed))
    for data in (document, packed):
        parsed = parse(data, strict=strict, max_size=larger)
        assert len(parsed.urls) == 1
    for data in (document, packed):
        with pytest.raises(ParseError) as caught:
            parse(data, strict=strict, max_size=min(len(document), len(data)) - 1)
        assert caught.value.code == "size_limit"
        assert caught.value.limit is Limit.SIZE
        assert not caught.value.result.urls


def test_the_size_is_bounded_while_a_document_comes_by_pieces() -> None:
    """[22]: the first byte too many ends it."""
    document = f"<urlset>{PAGE.format(1)}</urlset>".encode()
    exact = _core.Parser(max_size=len(document))
    rows = [row for byte in document for row in exact.feed(bytes([byte]))]
    assert len(rows) + len(exact.finish().urls) == 1
    one_less = _core.Parser(max_size=len(document) - 1)
    for byte in document:
        one_less.feed(bytes([byte]))
    with pytest.raises(ParseError) as caught:
        one_less.finish()
    assert caught.value.limit is Limit.SIZE


@pytest.mark.parametrize(("bad", "recorded"), [(2, 2), (3, 3), (4, 3)])
def test_validation_errors_are_recorded_up_to_a_number(bad: int, recorded: int) -> None:
    """[6]: the true number is kept, and one error tells that some were left out, only if some were."""
    parsed = parse(f"<urlset>{'<url/>' * bad}{PAGE.format(1)}</urlset>", max_validation_errors=3)
    codes = [error.code for error in parsed.errors]
    assert codes.count("missing_loc") == recorded
    assert parsed.errors.validation_count == bad
    limits = [error for error in parsed.errors if error.limit is Limit.VALIDATION_ERRORS]
    assert len(limits) == (bad > recorded)
    assert all("limit of 3 validation errors reached" in str(error) for error in limits)
    assert parsed.urls.locs() == ["https://example.com/1"]


def test_two_bad_values_of_an_entry_count_twice() -> None:
    """[6]."""
    entry = "<url><loc>https://example.com/</loc><lastmod>x</lastmod><priority>x</priority></url>"
    parsed = parse(f"<urlset>{entry}</urlset>", max_validation_errors=1)
    assert parsed.errors.validation_count == 2
    assert [error.code for error in parsed.errors] == ["invalid_lastmod", "validation_error_limit"]


@MODES
@pytest.mark.parametrize(("pages", "kept"), [(2, 2), (3, 3), (4, 3)])
def test_pages_are_kept_up_to_a_number(pages: int, kept: int, *, strict: bool) -> None:
    """[86]: one error tells that something was left out, only if something was."""
    body = "".join(PAGE.format(number) for number in range(pages))
    parsed = parse(f"<urlset>{body}</urlset>", max_urls=3, strict=strict)
    assert len(parsed.urls) == kept
    assert [error.limit for error in parsed.errors] == [Limit.URLS] * (pages > kept)
    assert parsed.complete is (pages == kept)


@MODES
@pytest.mark.parametrize("fast", [True, False])
def test_behind_the_last_page_that_is_kept_nothing_is_reported(*, strict: bool, fast: bool) -> None:
    """[86]: the rest of the document is left unread, however damaged it is."""
    body = PAGE.format(1) + "<url/>" + PAGE.format(2) + "</x>&<url>"
    parsed = parse(f"<urlset>{body}", max_urls=1, strict=strict, _fast=fast)
    assert parsed.urls.locs() == ["https://example.com/1"]
    assert [error.code for error in parsed.errors] == ["url_limit"]
    assert not parsed.notes


@pytest.mark.parametrize("past", [0, 1])
def test_a_robots_txt_is_read_to_500_kib(past: int) -> None:
    """[76]: what stands behind is unread, which is an error."""
    line = b"Sitemap: https://example.com/a\n"
    data = line + b"#" * (MAX_ROBOTS - 2 * len(line) - 1) + b"\n" + line
    assert len(data) == MAX_ROBOTS
    parsed = parse(data + b"#" * past, robots=True)
    assert len(parsed.sitemaps) == 2
    assert [error.limit for error in parsed.errors] == [Limit.SIZE] * past


def test_a_line_of_a_robots_txt_that_is_cut_is_not_returned() -> None:
    """[36], [76]: a value that was cut never is."""
    data = b"#" * (MAX_ROBOTS - 30) + b"\nSitemap: https://example.com/sitemap.xml\n"
    assert not parse(data, robots=True).sitemaps
