"""Text lists and robots.txt: rules [75], [76], [11] and [45]."""

from __future__ import annotations

import pytest
from tests.core.documents import HOST, MODES, ROBOTS, TEXT, A, B, C, codes, gzipped, listed, locs, noted, read

from sitemapfast import Limit, _core

# --- [75] -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["lf", "crlf", "cr"])
def test_every_line_that_begins_with_a_url_is_a_page(end, strict) -> None:
    """[75] Trimmed; all other lines are skipped in silence."""
    lines = [A, "", "# comment", f"  {B}\t", "www.example.com/x", "/x", "ftp://example.com/x", f"- {A}", C]
    found = read(end.join(lines), url=TEXT, strict=strict)
    assert (found.format, locs(found), codes(found), list(found.notes)) == ("text", [A, B, C], [], [])
    assert [page.line for page in found.urls] == [1, 4, 9]
    assert [page.position for page in found.urls] == [0, 1, 2]


@pytest.mark.parametrize("data", [f"{A}\n".encode(), b"\xef\xbb\xbf" + A.encode(), A.encode("utf-16"), gzipped(A)])
def test_a_text_list_is_told_by_its_bytes(data) -> None:
    """[10] [12] [23] A byte order mark of either kind is honoured, and gzip."""
    assert locs(read(data, url=f"{HOST}/list.xml")) == [A]


def test_the_scheme_of_a_line_may_be_written_in_any_case() -> None:
    """[75] [42] And is returned as it stands."""
    assert locs(read("HTTPS://example.com/a\n", url=TEXT)) == ["HTTPS://example.com/a"]


def test_lines_of_a_text_list_obey_the_rules_of_locations() -> None:
    """[74] [41] [43]."""
    text = f"{A}\nhttps://\nhttps://other.example/\n{HOST}/{'a' * 2_048}\nhttps://example.com/a b\n"
    found = read(text, url=TEXT)
    assert locs(found) == [A, "https://other.example/", f"{HOST}/a%20b"]
    assert codes(found) == ["loc_host", "loc_too_long"]
    strict = read(text, url=TEXT, strict=True)
    assert (locs(strict), codes(strict)) == ([A], ["loc_host", "loc_origin", "loc_too_long", "loc_blank"])


# --- [11] -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://example.com/robots.txt", True),
        ("https://example.com/ROBOTS.TXT", True),
        ("https://example.com/a/Robots.txt?v=2#x", True),
        ("https://example.com/sitemap.xml?from=/robots.txt", False),
        ("https://example.com/robots.txt/", False),
        ("https://example.com/robots.txt.gz", False),
        ("https://example.com/myrobots.txt", False),
        ("https://example.com/#/robots.txt", False),
        ("https://robots.txt/", False),
    ],
)
def test_a_robots_txt_is_told_by_the_last_segment_of_its_path(url, expected) -> None:
    """[11] In any letter case, query and fragment ignored."""
    assert _core.is_robots_url(url) is expected
    if expected:
        assert read(f"Sitemap: {A}\n", url=url).format == "robots"


# --- [76] -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (f"Sitemap: {A}", [A]),
        (f"sitemap:{A}", [A]),
        (f"SITEMAP\t :\t{A}  ", [A]),
        (f"   Sitemap: {A} # the main one", [A]),
        (f"Sitemap: {A}#fragment", [A]),
        ("Sitemap:", []),
        ("Sitemap: # nothing", []),
        (f"# Sitemap: {A}", []),
        (f"Sitemapping: {A}", []),
        (f"User-agent: {A}", []),
        (A, []),
        ("Sitemap: http://example.com:8080/a", ["http://example.com:8080/a"]),
        ("Sitemap: https://other.example/a", ["https://other.example/a"]),
        ("Sitemap: https://example.com/a,b.xml", ["https://example.com/a,b.xml"]),
    ],
)
def test_a_sitemap_line_is_read(line, expected, strict) -> None:
    """[76] [45] Any case, indented or not, on any host; an empty value and other directives are ignored."""
    for end in ("\n", "\r\n", "\r", ""):
        found = read(f"User-agent: *{end or chr(10)}{line}{end}", url=ROBOTS, strict=strict)
        assert (listed(found), codes(found), noted(found)) == (expected, [], {})
        assert found.sitemaps.column("line") == [2] * len(expected)


@pytest.mark.parametrize(
    ("line", "expected", "code"),
    [
        (f"Site-map: {A}", [A], "misspelt_directive"),
        (f"Sitemaps: {A}", [A], "misspelt_directive"),
        (f"sitemap {A}", [A], "missing_colon"),
        (f"Sitemap: {A}, {B}", [A, B], "several_on_a_line"),
        (f"Sitemap: {A},{B}", [A, B], "several_on_a_line"),
        (f"Sitemap: {A} {B}", [A, B], "several_on_a_line"),
    ],
)
def test_what_is_misspelt_is_read_in_tolerant_mode_with_a_note(line, expected, code) -> None:
    """[76] Strict mode reads the line as the rule has it."""
    found = read(line, url=ROBOTS)
    assert (listed(found), codes(found), noted(found)) == (expected, [], {code: 1})
    strict = read(line, url=ROBOTS, strict=True)
    assert len(listed(strict)) == (1 if line == f"Sitemap: {A},{B}" else 0)


@pytest.mark.parametrize("line", ["sitemap /a.xml", "sitemap", "sitemap a", f"sitemap{A}"])
def test_without_a_colon_only_a_url_is_read(line) -> None:
    """[76]."""
    assert listed(read(line, url=ROBOTS)) == []


def test_a_relative_line_is_resolved_in_tolerant_mode_and_rejected_in_strict_mode() -> None:
    """[45] [42] [43]."""
    assert listed(read("Sitemap: /a", url=ROBOTS)) == [A]
    strict = read("Sitemap: /a", url=ROBOTS, strict=True)
    assert (listed(strict), codes(strict)) == ([], ["loc_relative"])
    (error,) = strict.errors
    assert (error.url, error.field, error.line) == ("/a", "Sitemap", 1)


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize("text", ["", " \n", "User-agent: *\nDisallow: /\n"])
def test_a_robots_txt_without_sitemaps_is_valid(text, strict) -> None:
    """[76] [13]."""
    found = read(text, url=ROBOTS, strict=strict)
    assert (found.format, listed(found), codes(found), found.complete) == ("robots", [], [], True)


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize("begin", ["<!DOCTYPE html>", "<html>", "  <HEAD>", "\ufeff<body>"])
def test_html_is_a_robots_txt_without_sitemaps_with_a_note(begin, strict) -> None:
    """[76] Whatever its lines say."""
    found = read(f"{begin}\nSitemap: {A}\n", url=ROBOTS, strict=strict)
    assert (found.format, listed(found), codes(found), noted(found)) == ("robots", [], [], {"html_robots": 1})


@pytest.mark.parametrize("strict", MODES)
def test_at_most_500_kib_of_a_robots_txt_are_read(strict) -> None:
    """[76] [7] The limit itself passes; bytes left unread are an error of the size."""
    line = f"Sitemap: {A}\n"
    filler = "#" * (512_000 - len(line) - 1) + "\n"
    whole = read(filler + line, url=ROBOTS, strict=strict)
    assert (listed(whole), codes(whole)) == ([A], [])
    over = read("##" + filler + line, url=ROBOTS, strict=strict)
    assert (listed(over), codes(over), over.complete) == ([], ["robots_limit"], False)
    assert over.errors[0].limit is Limit.SIZE


def test_a_robots_txt_may_be_compressed_and_have_a_byte_order_mark() -> None:
    """[10] [23] [24]."""
    for data in (
        gzipped(f"Sitemap: {A}\n"),
        b"\xef\xbb\xbf" + f"Sitemap: {A}\n".encode(),
        f"Sitemap: {A}\n".encode("utf-16"),
    ):
        assert listed(read(data, url=ROBOTS)) == [A]
