"""Where a page or a sitemap is: rules [40] to [47]."""

from __future__ import annotations

import pytest
from tests.core.documents import (
    ATOM,
    HOST,
    INDEX,
    MODES,
    ROBOTS,
    RSS,
    TEXT,
    URL,
    A,
    B,
    C,
    atom,
    codes,
    entry,
    index,
    item,
    listed,
    locs,
    noted,
    rdf,
    read,
    read_core,
    refused,
    rss,
    sitemap,
    url,
    urlset,
)

from sitemapfast import ConfigError, ValidationError, _core

BASE = "https://example.com/dir/sitemap.xml?x=1"


def pages(*raw: str, **settings: object):
    """Read a sitemap of the given locations."""
    return read(urlset(*(url(loc) for loc in raw)), **settings)


# --- [40] -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(
    "loc",
    [
        "",
        "<loc/>",
        "<loc></loc>",
        "<loc> \n\t</loc>",
        "<loc>\u00a0\u3000</loc>",
        "<loc><![CDATA[ ]]></loc>",
        "<loc>&#32;</loc>",
        "<loc><!-- x --></loc>",
        "<x:loc>https://example.com/x</x:loc>",
    ],
)
@pytest.mark.parametrize("entry_of", ["url", "sitemap"])
def test_an_entry_without_a_location_is_skipped_and_recorded(loc, entry_of, strict) -> None:
    """[40] [5] Missing, empty or blank, in a sitemap and in an index; the error names the sitemap."""
    build, one = (urlset, url) if entry_of == "url" else (index, sitemap)
    found = read(build(one(A), f"\n<{entry_of}>{loc}<lastmod>2024-01-01</lastmod></{entry_of}>", one(B)), strict=strict)
    assert [*locs(found), *listed(found)] == [A, B]
    (error,) = found.errors
    assert isinstance(error, ValidationError)
    assert (error.code, error.url, error.field, error.value, error.entry_index, error.line) == (
        "missing_loc",
        URL,
        "loc",
        None,
        1,
        2,
    )
    assert str(error) == f'validate "{URL}": <loc> of an entry is empty or missing'


# --- [41] -------------------------------------------------------------------------------------------------------------

REFUSED_IN_BOTH_MODES = [
    ("ftp://example.com/a", "loc_scheme"),
    ("mailto:a@example.com", "loc_scheme"),
    ("javascript:alert(1)", "loc_scheme"),
    ("data:text/html,x", "loc_scheme"),
    ("file:///etc/passwd", "loc_scheme"),
    ("htttps://example.com/a", "loc_scheme"),
    ("android-app://com.example/a", "loc_scheme"),
    ("https://", "loc_host"),
    ("https:///a", "loc_host"),
    ("https:a", "loc_host"),
    ("https:/a", "loc_host"),
    ("http://:80/", "loc_host"),
    ("https://?x", "loc_host"),
    ("https://#x", "loc_host"),
    ("https://user@/a", "loc_host"),
    ("https://user:pw@:443/a", "loc_host"),
    ("https://example.com:65536/", "loc_port"),
    ("https://example.com:99999/", "loc_port"),
    ("https://example.com:-1/", "loc_port"),
    ("https://example.com:+80/", "loc_port"),
    ("https://example.com:80a/", "loc_port"),
    ("https://example.com/a\nb", "loc_control"),
    ("https://example.com/a\tb", "loc_control"),
    ("https://example.com/a\x7fb", "loc_control"),
    ("https://example.com/a\x85b", "loc_control"),
    ("https://exa\nmple.com/", "loc_control"),
]


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(("loc", "code"), REFUSED_IN_BOTH_MODES)
def test_what_is_no_web_address_is_skipped_and_recorded(loc, code, strict) -> None:
    """[41] [5] In both modes, for a page and a sitemap; the error names the rejected URL."""
    for build, one in ((urlset, url), (index, sitemap)):
        found = read(build(one(A), one(loc), one(B)), strict=strict)
        assert [*locs(found), *listed(found)] == [A, B]
        (error,) = found.errors
        assert (error.code, error.url, error.value, error.field, error.entry_index) == (code, loc, loc, "loc", 1)
        assert str(error).startswith('validate "')


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize("port", ["", "0", "1", "80", "443", "8443", "65535", "00443"])
def test_a_port_in_range_is_taken(port, strict) -> None:
    """[41] From 0 to 65535, and an empty one."""
    loc = f"https://example.com:{port}/a"
    assert locs(pages(loc, url=f"https://example.com:{port or 443}/sitemap.xml", strict=strict)) == [loc]


@pytest.mark.parametrize("strict", MODES)
def test_2048_characters_pass_and_one_more_does_not(strict) -> None:
    """[41] In the string that is returned."""
    longest = f"{HOST}/" + "a" * (2_048 - len(HOST) - 1)
    found = pages(longest, longest + "a", strict=strict)
    assert (locs(found), codes(found)) == ([longest], ["loc_too_long"])
    assert "2049" in str(found.errors[0]) or "2,049" in str(found.errors[0])


def test_the_length_is_that_of_the_string_returned() -> None:
    """[41] Characters, not bytes in strict mode; after escaping and resolving in tolerant mode."""
    letters = f"{HOST}/" + "é" * (2_048 - len(HOST) - 1)
    assert locs(pages(letters, strict=True)) == [letters]
    assert codes(pages(letters)) == ["loc_too_long"]
    third = "é" * ((2_048 - len(HOST) - 1) // 6)
    assert locs(pages(f"{HOST}/{third}")) == [f"{HOST}/" + "%C3%A9" * len(third)]
    relative = "a" * (2_048 - len("https://example.com/dir/"))
    assert locs(pages(relative, url=BASE)) == [f"https://example.com/dir/{relative}"]
    assert codes(pages(relative + "a", url=BASE)) == ["loc_too_long"]
    dots = "../" * 700 + "a"
    assert locs(pages(dots, url=BASE)) == [A]


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize("padding", [" ", "\n\t ", "\u00a0", "\u2003\u3000", "\u2028"])
def test_surrounding_white_space_is_no_part_of_a_location(padding, strict) -> None:
    """[32] [43] Trimmed of Unicode white space, in both modes and every format."""
    padded = f"{padding}{A}{padding}"
    assert locs(pages(padded, strict=strict)) == [A]
    assert listed(read(index(sitemap(padded)), strict=strict)) == [A]
    assert locs(read(rss(item(link=padded)), strict=strict)) == [A]
    assert locs(read(atom(entry(href=padded)), strict=strict)) == [A]
    if "\n" not in padding:
        assert locs(read(f"{padded}\n", url=TEXT, strict=strict)) == [A]
        assert listed(read(f"Sitemap:{padded}\n", url=ROBOTS, strict=strict)) == [A]


# --- [42] -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("loc", "resolved"),
    [
        ("a", "https://example.com/dir/a"),
        ("./a", "https://example.com/dir/a"),
        ("../a", "https://example.com/a"),
        ("../../a", "https://example.com/a"),
        ("/a", "https://example.com/a"),
        ("/a?b#c", "https://example.com/a?b#c"),
        ("?b", "https://example.com/dir/sitemap.xml?b"),
        ("#c", "https://example.com/dir/sitemap.xml?x=1#c"),
        ("//other.example/a", "https://other.example/a"),
        ("//other.example", "https://other.example/"),
        ("a:b/c", None),
        ("./a:b", "https://example.com/dir/a:b"),
        ("a b", "https://example.com/dir/a%20b"),
        ("é", "https://example.com/dir/%C3%A9"),
        ("www.example.com/a", "https://example.com/dir/www.example.com/a"),
        ("N/A", "https://example.com/dir/N/A"),
    ],
)
def test_a_relative_location_is_resolved_against_its_document(loc, resolved) -> None:
    """[42] [43] Tolerant: as RFC 3986 has it. Strict: refused."""
    found = pages(loc, url=BASE)
    assert locs(found) == ([resolved] if resolved else [])
    strict = pages(loc, url=BASE, strict=True)
    assert (locs(strict), len(strict.errors)) == ([], 1)
    assert strict.errors[0].code in {"loc_relative", "loc_blank", "loc_scheme"}


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize("loc", ["//", "//?x", "///p", "https:page", "https:///p", "//#f", "//:80/", "//user@/"])
def test_what_has_no_host_is_not_given_one(loc, strict) -> None:
    """[42] What the URL standard would mend is refused."""
    found = pages(loc, url=BASE, strict=strict)
    assert (locs(found), len(found.errors)) == ([], 1)


UNTOUCHED = [
    "https://example.com",
    "HTTPS://EXAMPLE.com/A",
    "https://example.com:443/a",
    "https://example.com/a/../b",
    "https://example.com/a//b",
    "https://example.com/%7Ea",
    "https://example.com/%c3%a9",
    "https://example.com/?q=a+b&c=d;e#f",
    "https://example.com/a%20b",
    "https://example.com/[x]",
    "https://example.com/a'b",
    "https://example.com/(a)!*,;:@&=$",
    "https://example.com/a#b#c",
    "https://user:pw@example.com/a",
]


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize("loc", UNTOUCHED)
def test_an_absolute_location_that_needs_no_repair_stays_byte_for_byte(loc, strict) -> None:
    """[42] [43] Neither case nor port nor dots nor escapes are touched."""
    assert locs(pages(loc, strict=strict)) == [loc]


@pytest.mark.parametrize(
    ("loc", "mended"),
    [
        ("https://example.com/a b", "https://example.com/a%20b"),
        ("https://example.com/é", "https://example.com/%C3%A9"),
        ("https://example.com/%20é", "https://example.com/%20%C3%A9"),
        ("https://example.com/100%/é", "https://example.com/100%/%C3%A9"),
        ("https://bücher.example/é?ü#ö", "https://xn--bcher-kva.example/%C3%A9?%C3%BC#%C3%B6"),
        ("https://BÜCHER.example/", "https://xn--bcher-kva.example/"),
        ("https://example.com\\a\\b", "https://example.com/a/b"),
        ("https://example.com/a<b>", "https://example.com/a%3Cb%3E"),
        ('https://example.com/"a"', "https://example.com/%22a%22"),
        ("https://example.com/?q={a}|b", None),
    ],
)
def test_a_location_that_needs_repair_is_serialised_as_the_url_standard_says(loc, mended) -> None:
    """[42] Percent-encoded once, never twice, the host in punycode."""
    (found,) = locs(pages(loc))
    if mended is not None:
        assert found == mended
    assert found.isascii()
    assert " " not in found
    assert locs(pages(found)) == [found], "what was mended needs nothing more"


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(
    "loc",
    [
        "https://exa mple.com/",
        "https://[::1/",
        "https://[::g]/",
        "https://256.1.1.1/",
        "https://a..b%/",
        "https://exa%00mple.com/",
    ],
)
def test_a_host_that_is_none_is_refused(loc, strict) -> None:
    """[41] [42] What the URL standard does not read as a host."""
    found = pages(loc, strict=strict)
    assert (locs(found), len(found.errors)) == ([], 1)


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize("host", ["127.0.0.1", "[2001:db8::1]", "localhost", "a_b.example", "xn--bcher-kva.example"])
def test_addresses_and_odd_names_are_hosts(host, strict) -> None:
    """[41] An IP address, a name of one label or with an underscore is a host."""
    loc = f"http://{host}/a"
    assert locs(pages(loc, url=f"http://{host}/sitemap.xml", strict=strict)) == [loc]


# --- [43] -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("document", "loc", "same"),
    [
        (URL, "https://example.com/x", True),
        (URL, "HTTPS://EXAMPLE.COM/x", True),
        (URL, "https://example.com:443/x", True),
        ("https://example.com:443/s.xml", "https://example.com/x", True),
        ("http://example.com:80/s.xml", "http://example.com/x", True),
        ("https://example.com:8443/s.xml", "https://example.com:8443/x", True),
        ("https://bücher.example/s.xml", "https://xn--bcher-kva.example/x", True),
        ("https://xn--bcher-kva.example/s.xml", "https://BÜCHER.example/x", True),
        ("https://user@example.com/s.xml", "https://example.com/x", True),
        ("https://example.com/deep/dir/s.xml", "https://example.com/x", True),
        (URL, "http://example.com/x", False),
        (URL, "https://www.example.com/x", False),
        (URL, "https://example.com.evil.example/x", False),
        (URL, "https://example.com:8443/x", False),
        (URL, "https://example.org/x", False),
        (URL, "https://example.com@evil.example/x", False),
        (URL, "https://example.comx/", False),
        ("https://example.com./s.xml", "https://example.com/x", False),
    ],
)
def test_strict_compares_scheme_host_and_effective_port(document, loc, same) -> None:
    """[43] [45] The origin of the document as it was served; the directory is not compared. Tolerant takes any."""
    for build, one in ((urlset, url), (index, sitemap)):
        strict = read(build(one(loc)), url=document, strict=True)
        assert [*locs(strict), *listed(strict)] == ([loc] if same else [])
        assert codes(strict) == ([] if same else ["loc_origin"])
        tolerant = read(build(one(loc)), url=document)
        assert len([*locs(tolerant), *listed(tolerant)]) == 1
        assert codes(tolerant) == []


@pytest.mark.parametrize(
    ("loc", "code"),
    [
        ("/a", "loc_relative"),
        ("a", "loc_relative"),
        ("//example.com/a", "loc_relative"),
        ("https://example.com/a b", "loc_blank"),
        ("https://example.com/a\u00a0b", "loc_blank"),
        ("https://example.com/100%", "loc_escape"),
        ("https://example.com/%zz", "loc_escape"),
        ("https://example.com/%4", "loc_escape"),
        ("https://example.com/?q=%", "loc_escape"),
    ],
)
def test_strict_asks_for_an_absolute_location_without_blanks_and_with_valid_escapes(loc, code) -> None:
    """[43] The rest is skipped and recorded."""
    found = pages(A, loc, B, strict=True)
    assert (locs(found), codes(found)) == ([A, B], [code])
    assert found.errors[0].url == loc


def test_strict_returns_what_is_not_ascii_as_written_with_a_note() -> None:
    """[43] Exactly as written, trimmed; noted once for each."""
    found = read(
        urlset(
            url("\n https://bücher.example/é?ü "),
            "\n",
            url("https://xn--bcher-kva.example/a"),
            url("https://bücher.example/"),
        ),
        url="https://bücher.example/s.xml",
        strict=True,
    )
    assert locs(found) == ["https://bücher.example/é?ü", "https://xn--bcher-kva.example/a", "https://bücher.example/"]
    assert (noted(found), codes(found)) == ({"non_ascii_loc": 2}, [])
    assert not pages("https://example.com/é").notes


def test_pages_of_either_origin_are_admitted_below_a_robots_of_another_host() -> None:
    """[43] [11] `origins` are those of the robots.txt that names the sitemap."""
    document = urlset(url("https://cdn.example/a"), url("https://shop.example/b"), url("https://evil.example/c"))
    found = read_core(
        document, url="https://cdn.example/sitemap.xml", strict=True, origins=("https://shop.example/robots.txt",)
    )
    assert (locs(found), codes(found)) == (["https://cdn.example/a", "https://shop.example/b"], ["loc_origin"])


@pytest.mark.parametrize("strict", MODES)
def test_without_a_base_no_origin_is_compared_and_a_relative_location_is_refused(strict) -> None:
    """[43] With `url=""`, in both modes; there is nothing to compare or resolve against."""
    found = pages(A, "http://other.example/b", "/c", "d", url="", strict=strict)
    assert locs(found) == [A, "http://other.example/b"]
    assert codes(found) == ["loc_relative", "loc_relative"]
    assert [page.sitemap for page in found.urls] == ["", ""]
    found = read("Sitemap: https://a.example/s.xml\nSitemap: /s.xml\n", url="", format="robots", strict=strict)
    assert (listed(found), codes(found)) == (["https://a.example/s.xml"], ["loc_relative"])


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(
    "wrong", ["ftp://example.com/s.xml", "/sitemap.xml", "https://", "sitemap.xml", "https:///a", "http://:80/"]
)
def test_a_document_url_that_is_no_web_address_is_refused(wrong, strict) -> None:
    """[4] [41] Before anything is read."""
    with pytest.raises(ValidationError) as caught:
        read(urlset(), url=wrong, strict=strict)
    assert caught.value.url == wrong
    assert str(caught.value).startswith(f'validate "{wrong}": ')


# --- [44] -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("strict", MODES)
def test_pages_are_not_deduplicated_and_keep_their_order(strict) -> None:
    """[44] Unless `dedupe` asks for the first of identical ones."""
    raw = [B, A, B, f"{A}/", A, "https://example.com:443/a"]
    assert locs(pages(*raw, strict=strict)) == raw
    found = pages(*raw, strict=strict, dedupe=True)
    assert locs(found) == [B, A, f"{A}/", "https://example.com:443/a"]
    assert (codes(found), [page.position for page in found.urls]) == ([], [0, 1, 3, 5])


def test_dedupe_compares_what_is_returned() -> None:
    """[44] Two spellings that are mended to one location are one."""
    assert locs(pages("/é", f"{HOST}/%C3%A9", "./é", dedupe=True)) == [f"{HOST}/%C3%A9"]


def test_dedupe_counts_a_repeated_page_neither_for_the_limit_nor_as_left_out() -> None:
    """[44] [86] The limit counts what the result holds."""
    found = pages(A, A, B, B, dedupe=True, max_urls=2)
    assert (locs(found), codes(found), found.complete) == ([A, B], [], True)


def test_dedupe_is_about_pages_and_keeps_the_sitemaps_of_an_index() -> None:
    """[44] [85] What an index lists twice is listed twice; it is asked for once."""
    assert listed(read(index(sitemap(A), sitemap(A)), dedupe=True)) == [A, A]
    assert listed(read(f"Sitemap: {A}\nSitemap: {A}\n", url=ROBOTS, dedupe=True)) == [A, A]
    both = read(urlset(sitemap(A), url(A)), dedupe=True)
    assert (listed(both), locs(both)) == ([A], [A])


# --- [45] -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(
    "loc", ["http://example.com/s.xml", "https://other.example/s.xml", "https://example.com:8443/s.xml"]
)
def test_a_sitemap_line_may_name_any_origin(loc, strict) -> None:
    """[45] Another scheme, host or port, in both modes."""
    found = read(f"Sitemap: {loc}\n", url=ROBOTS, strict=strict)
    assert (listed(found), codes(found)) == ([loc], [])


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(("loc", "code"), REFUSED_IN_BOTH_MODES)
def test_a_sitemap_line_is_checked_like_other_locations(loc, code, strict) -> None:
    """[45] [41] But for the origin, the rules are the same."""
    if "\n" in loc:
        return
    found = read(f"Sitemap: {A}\nSitemap: {loc.replace('#', '%23')}\n", url=ROBOTS, strict=strict)
    assert listed(found) == [A]
    assert len(found.errors) == 1
    if "#" not in loc:
        assert (found.errors[0].code, found.errors[0].url, found.errors[0].line) == (code, loc, 2)


def test_a_sitemap_line_in_strict_mode_is_absolute_and_as_written() -> None:
    """[45] [43] Relative, blank or with an invalid escape it is refused; else it is not touched."""
    lines = ["/s.xml", "https://example.com/a b", "https://example.com/%", "https://EXAMPLE.com/../é"]
    found = read("".join(f"Sitemap: {line}\n" for line in lines), url=ROBOTS, strict=True)
    assert listed(found) == ["https://EXAMPLE.com/../é"]
    assert codes(found) == ["loc_relative", "loc_blank", "loc_escape"]
    assert noted(found) == {"non_ascii_loc": 1}
    tolerant = read("".join(f"Sitemap: {line}\n" for line in lines), url=ROBOTS)
    assert listed(tolerant) == [f"{HOST}/s.xml", f"{HOST}/a%20b", "https://example.com/%", f"{HOST}/%C3%A9"]


# --- [46] -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (A, "HTTPS://Example.COM/a", True),
        (A, "https://example.com:443/a", True),
        (A, "https://example.com/a#x", True),
        ("https://example.com", "https://example.com/", True),
        ("https://example.com?x", "https://example.com/?x", True),
        ("http://example.com:80", "http://example.com/", True),
        ("https://bücher.example/", "https://xn--bcher-kva.example/", True),
        (A, "https://example.com/A", False),
        (A, "https://example.com/a/", False),
        (A, "https://example.com/a?", False),
        (A, "https://example.com/%61", False),
        (A, "https://example.com/./a", False),
        (A, "http://example.com/a", False),
        (A, "https://example.com:80/a", False),
        (A, "https://www.example.com/a", False),
        ("https://example.com/?a=1&b=2", "https://example.com/?b=2&a=1", False),
    ],
)
def test_two_urls_are_the_same_sitemap_or_not(one, other, same) -> None:
    """[46] Case of scheme and host, default port, empty path and fragment do not count; path and query do."""
    assert (_core.sitemap_key(one) == _core.sitemap_key(other)) is same


# --- [47] -------------------------------------------------------------------------------------------------------------

HOSTS = [
    (["example.com"], "https://example.com/x", True),
    (["EXAMPLE.com"], "http://example.com:8080/x", True),
    (["example.com"], "https://www.example.com/x", False),
    (["example.org"], "https://example.com/x", False),
    (["*.example.com"], "https://www.example.com/x", True),
    (["*.example.com"], "https://a.b.example.com/x", True),
    (["*.example.com"], "https://example.com/x", False),
    (["*.example.com"], "https://badexample.com/x", False),
    (["same"], "https://example.com/x", True),
    (["same"], "http://example.com/x", True),
    (["same"], "https://cdn.example.com/x", False),
    (["same", "cdn.example.com"], "https://cdn.example.com/x", True),
    (["bücher.example"], "https://xn--bcher-kva.example/x", True),
    (["xn--bcher-kva.example"], "https://bücher.example/x", True),
]


@pytest.mark.parametrize(("hosts", "loc", "admitted"), HOSTS)
def test_hosts_keeps_other_hosts_out_in_tolerant_mode(hosts, loc, admitted) -> None:
    """[47] Pages and sitemaps alike; counted, and no error, whatever else is wrong with the entry."""
    bad = "<lastmod>never</lastmod><priority>x</priority>"
    for build, one in ((urlset, url), (index, sitemap)):
        found = read_core(build(one(loc, "" if admitted else bad)), hosts=hosts)
        assert len([*locs(found), *listed(found)]) == admitted
        assert (found.outside_hosts, codes(found)) == (int(not admitted), [])


@pytest.mark.parametrize(("hosts", "loc", "admitted"), HOSTS)
def test_hosts_replaces_the_comparison_of_strict_mode(hosts, loc, admitted) -> None:
    """[47] [43] Scheme and port are not compared then."""
    found = read_core(urlset(url(loc)), hosts=hosts, strict=True)
    assert locs(found) == ([loc] if admitted else [])
    assert codes(found) == ([] if admitted else ["loc_origin"])


@pytest.mark.parametrize("strict", MODES)
def test_hosts_keeps_out_sitemaps_that_a_robots_names(strict) -> None:
    """[47] [45] Counted; in strict mode, too, it is no error, since a line may name any host."""
    found = read_core(
        f"Sitemap: {A}\nSitemap: https://cdn.example/s.xml\n", url=ROBOTS, robots=True, hosts=["same"], strict=strict
    )
    assert (listed(found), found.outside_hosts, codes(found)) == ([A], 1, [])


@pytest.mark.parametrize(
    "hosts", [[], ["https://example.com"], ["*"], ["*.*"], ["exa mple.com"], [""], ["example.com/a"]]
)
def test_a_pattern_that_is_no_host_is_a_wrong_setting(hosts) -> None:
    """[47] [3] It is refused where it is given."""
    with pytest.raises(ConfigError) as caught:
        read_core(urlset(), hosts=hosts)
    assert caught.value.field == "hosts"


# --- every format -----------------------------------------------------------------------------------------------------

EVERY_FORMAT = [
    pytest.param(lambda locs: urlset(*map(url, locs)), URL, id="urlset"),
    pytest.param(lambda locs: index(*map(sitemap, locs)), INDEX, id="sitemapindex"),
    pytest.param(lambda locs: rss(*(item(link=loc) for loc in locs)), RSS, id="rss"),
    pytest.param(lambda locs: rdf(*(item(link=loc) for loc in locs)), RSS, id="rdf"),
    pytest.param(lambda locs: rdf(*(f'<item rdf:about="{loc}"/>' for loc in locs)), RSS, id="rdf-about"),
    pytest.param(lambda locs: atom(*(entry(href=loc) for loc in locs)), ATOM, id="atom"),
    pytest.param("\n".join, TEXT, id="text"),
]


@pytest.mark.parametrize(("build", "address"), EVERY_FORMAT)
def test_locations_of_every_format_obey_the_same_rules(build, address) -> None:
    """[74] [45] Checked and mended when tolerant; compared with the document when strict."""
    raw = [
        A,
        "https://example.com/a b",
        "https://other.example/",
        "https://example.com:99999/",
        f"{HOST}/{'a' * 2_100}",
        C,
    ]
    tolerant = read(build(raw), url=address)
    assert [*locs(tolerant), *listed(tolerant)] == [A, "https://example.com/a%20b", "https://other.example/", C]
    assert codes(tolerant) == ["loc_port", "loc_too_long"]
    assert [error.entry_index for error in tolerant.errors] == [3, 4]
    strict = read(build(raw), url=address, strict=True)
    assert [*locs(strict), *listed(strict)] == [A, C]
    assert codes(strict) == ["loc_blank", "loc_origin", "loc_port", "loc_too_long"]


def test_a_document_whose_only_location_is_refused_is_still_a_document() -> None:
    """[4] [7] Its entries were lost, and it was read."""
    found = pages("ftp://example.com/")
    assert (len(found.urls), found.complete, codes(found)) == (0, True, ["loc_scheme"])
    assert refused("nothing")
