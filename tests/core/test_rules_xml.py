"""What the elements of a document are and mean: rules [30] to [33], [35] and [37]."""

from __future__ import annotations

import pytest
from tests.core.documents import (
    HOST,
    MODES,
    URL,
    A,
    B,
    C,
    codes,
    index,
    listed,
    locs,
    noted,
    only,
    read,
    refused,
    sitemap,
    url,
    urlset,
)

SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
IMAGE = "http://www.google.com/schemas/sitemap-image/1.1"

# --- [30] -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(
    "uri",
    [
        SITEMAP,
        SITEMAP + "/",
        SITEMAP.replace("http:", "https:"),
        "http://www.google.com/schemas/sitemap/0.84",
        "http://www.google.com/schemas/sitemap/0.90",
        "urn:unknown",
        "",
    ],
)
def test_an_unknown_or_legacy_namespace_of_the_root_costs_nothing(uri, strict) -> None:
    """[30] Neither an entry nor a value, in any prefix, without an error or a note."""
    for document in (
        f'<urlset xmlns="{uri}"><url><loc>{A}</loc><lastmod>2024</lastmod></url></urlset>',
        f'<s:urlset xmlns:s="{uri or "urn:x"}"><s:url><s:loc>{A}</s:loc><s:lastmod>2024</s:lastmod></s:url></s:urlset>',
    ):
        found = read(document, strict=strict)
        assert (only(found).loc, only(found).lastmod.year, codes(found), noted(found)) == (A, 2024, [], {})


@pytest.mark.parametrize("strict", MODES)
def test_core_values_count_only_in_the_namespace_of_their_entry(strict) -> None:
    """[30] `<x:loc>` of another namespace is neither read nor a substitute, wherever it stands."""
    other = f"<x:loc>{B}</x:loc><x:lastmod>x</x:lastmod><x:changefreq>x</x:changefreq><x:priority>x</x:priority>"
    found = read(urlset(f"<url>{other}<loc>{A}</loc></url>", f"<url>{other}</url>"), strict=strict)
    assert (locs(found), codes(found)) == ([A], ["missing_loc"])
    assert (only(found).lastmod, only(found).changefreq, only(found).priority) == (None, None, None)
    listing = read(index(f"<sitemap>{other}<loc>{A}</loc></sitemap>"), strict=strict)
    assert (listed(listing), codes(listing)) == ([A], [])


@pytest.mark.parametrize("strict", MODES)
def test_a_declaration_holds_for_its_element_alone(strict) -> None:
    """[30] Inner declarations hide outer ones, and end with their element."""
    entry = f'<url><loc xmlns="urn:other">{B}</loc><loc>{A}</loc></url>'
    found = read(f'<urlset xmlns="{SITEMAP}">{entry}<url xmlns=""><loc>{C}</loc></url></urlset>', strict=strict)
    assert (locs(found), codes(found)) == ([A, C], [])


# --- [31] -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "uri", [IMAGE, IMAGE + "/", IMAGE.replace("http:", "https:"), IMAGE.replace("http:", "https:") + "/"]
)
def test_an_extension_is_told_by_its_namespace_in_any_spelling_and_prefix(uri) -> None:
    """[31] https and a trailing slash are the same namespace; the prefix says nothing."""
    document = (
        f'<urlset xmlns="{SITEMAP}" xmlns:i="{uri}" xmlns:image="urn:other"><url><loc>{A}</loc>{{}}</url></urlset>'
    )
    own = f"<i:image><i:loc>{B}</i:loc></i:image>"
    assert [image.loc for image in only(read(document.format(own))).images] == [B]
    assert only(read(document.format(own.replace("i:", "image:").replace("<image:mage", "<image:image")))).images == ()


def test_a_well_known_prefix_that_was_never_declared_counts_in_tolerant_mode() -> None:
    """[31] With a note; strict mode refuses the document [34]. Another prefix is no extension."""
    document = f"<urlset><url><loc>{A}</loc><image:image><image:loc>{B}</image:loc></image:image><y:z/></url></urlset>"
    found = read(document)
    assert ([image.loc for image in only(found).images], noted(found)) == ([B], {"undeclared_prefix": 3})
    assert refused(document, strict=True).code == "not_well_formed"


# --- [32] -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(
    "unknown",
    [
        f"<x:y><url><loc>{B}</loc></url></x:y>",
        f"<other><loc>{B}</loc></other>",
        f"<x:y><x:y><loc>{B}</loc></x:y></x:y>",
        "<x:y/>",
    ],
)
def test_unknown_elements_are_skipped_with_all_they_hold(unknown, strict) -> None:
    """[32] Below the root, in an entry and in an extension."""
    inside = f"<image:image>{unknown}<image:loc>{C}</image:loc></image:image>"
    found = read(urlset(unknown, f"<url>{unknown}<loc>{A}</loc>{inside}</url>", unknown), strict=strict)
    assert (locs(found), [image.loc for image in only(found).images], codes(found)) == ([A], [C], [])


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(
    "written",
    [
        A,
        f"<![CDATA[{A}]]>",
        "<![CDATA[https://]]>example.com<![CDATA[/a]]>",
        "https://<!-- no part of it -->example.com<?nor this?>/a",
        f" \n\t{A}\r\n ",
        f"\u00a0\u2003{A}\u3000",
        f"<![CDATA[\n {A} \n]]>",
        "&#x20;https:&#47;&#x2f;example.com/a&#32;",
    ],
)
def test_pieces_of_text_are_joined_and_trimmed(written, strict) -> None:
    """[32] CDATA is text, comments and instructions are nothing, white space of Unicode is trimmed."""
    found = read(urlset(f"<url><loc>{written}</loc></url>"), strict=strict)
    assert (locs(found), codes(found)) == ([A], [])


# --- [33] -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(
    ("written", "title"),
    [
        ("&amp;&lt;&gt;&quot;&apos;", "&<>\"'"),
        ("&#65;&#x42;&#x43;", "ABC"),
        ("&amp;amp; &amp;lt; &amp;#65;", "&amp; &lt; &#65;"),
        ("<![CDATA[&amp;]]>", "&amp;"),
        ("&#x1F600;", "\U0001f600"),
    ],
)
def test_references_are_decoded_once(written, title, strict) -> None:
    """[33] The five entities and numeric references, in text and in attributes."""
    found = read(
        urlset(url(A, f"<image:image><image:loc>{B}</image:loc><image:title>{written}</image:title></image:image>")),
        strict=strict,
    )
    assert only(found).images[0].title == title
    if "CDATA" not in written:
        link = f'<xhtml:link rel="alternate" hreflang="de" media="{written}" href="{B}"/>'
        assert only(read(urlset(url(A, link)), strict=strict)).alternates[0].media == title


@pytest.mark.parametrize("entity", ["nbsp", "copy", "xxe", "AMP", "\u00e9"])
def test_no_other_entity_is_ever_expanded(entity) -> None:
    """[33] [35] Kept as it stands, with a note, whatever a DOCTYPE says; strict refuses the document."""
    for doctype in ("", f'<!DOCTYPE urlset [<!ENTITY {entity} "expanded"><!ENTITY % p SYSTEM "file:///etc/passwd">]>'):
        document = doctype + urlset(
            url(A, f"<image:image><image:loc>{B}</image:loc><image:title>&{entity};</image:title></image:image>")
        )
        found = read(document)
        assert (only(found).images[0].title, noted(found)) == (f"&{entity};", {"unknown_entity": 1})
        assert refused(document, strict=True).code == "not_well_formed"


@pytest.mark.parametrize("number", ["#0", "#8", "#xD800", "#xFFFF", "#x110000", "#99999999999"])
def test_a_reference_to_no_character_is_u_fffd_and_spoils_a_location(number) -> None:
    """[33] In tolerant mode, with a note; a location that held one is rejected."""
    found = read(
        urlset(url(A, f"<image:image><image:loc>{B}</image:loc><image:title>a&{number};</image:title></image:image>"))
    )
    assert (only(found).images[0].title, noted(found)) == ("a\ufffd", {"bad_reference": 1})
    spoiled = read(urlset(f"<url><loc>{A}&{number};</loc></url>", url(B)))
    assert (locs(spoiled), codes(spoiled)) == ([B], ["loc_undecodable"])
    assert refused(urlset(f"<url><loc>{A}&{number};</loc></url>"), strict=True).code == "not_well_formed"


def test_entities_do_not_multiply() -> None:
    """[33] [111] A billion laughs are none."""
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    found = read(f'<!DOCTYPE urlset [<!ENTITY l0 "ha">{laughs}]><urlset><url><loc>{A}</loc><x>&l9;</x></url></urlset>')
    assert (locs(found), found.complete) == ([A], True)


# --- [35] -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("document", "expected", "notes"),
    [
        (urlset(f"<url><loc>{HOST}/?a&b=c</loc></url>"), [f"{HOST}/?a&b=c"], {"bare_ampersand": 1}),
        (urlset(f"<url><loc>{A}</loc><x a=1 b b='2'/></url>"), [A], {"bad_attribute": 1}),
        (urlset(f"<!-- a -- b --><url><loc>{A}</loc></url>"), [A], {"comment_hyphens": 1}),
        (f"<!-- x --><?xml version='1.0'?>{urlset(url(A))}", [A], {"markup_before_declaration": 1}),
        (urlset(url(A)) + urlset(url(B)), [A, B], {"content_after_root": 1}),
        (urlset(url(A)) + url(B), [A, B], {"content_after_root": 1}),
        (urlset(f"<url><loc>{A}</url>", url(B)), [A, B], {"missing_end_tag": 1}),
        (urlset(f"<url><loc>{A}</loc>", url(B)), [A, B], {"missing_end_tag": 1}),
        (urlset(f"<url><loc>{A}</loc></b></url></url>", url(B)), [A, B], {"stray_end_tag": 2}),
        (urlset(f"<url><loc>{A}<loc></url>", url(B)), [A, B], None),
        (urlset(f"<url><loc>{A}</loc><loc>{B}</loc></url>"), [A, B], {"several_locs_split": 1}),
        (urlset(f"<url><loc>{A}</loc><x>\x01</x></url>"), [A], None),
    ],
)
def test_what_can_be_read_past_costs_nothing_and_is_noted(document, expected, notes) -> None:
    """[35] Each kind of repair is a note; strict mode refuses what is not well-formed [34]."""
    found = read(document)
    assert (locs(found), codes(found), found.complete) == (expected, [], True)
    if notes is not None:
        assert noted(found) == notes


def test_values_belong_to_the_location_that_they_follow() -> None:
    """[35] Leading ones to the first; of a value given twice the first that is not empty counts."""
    entry = f"<url><lastmod>2020</lastmod><loc>{A}</loc><priority>0.1</priority><loc>{B}</loc><priority/><priority>0.2</priority><priority>0.3</priority></url>"
    first, second = read(urlset(entry)).urls
    assert (first.lastmod.year, first.priority, second.lastmod, second.priority) == (2020, 0.1, None, 0.2)


def test_strict_skips_an_entry_with_two_locations_and_records_it() -> None:
    """[35] The document is well-formed."""
    found = read(urlset(f"<url><loc>{A}</loc><loc>{B}</loc></url>", url(C)), strict=True)
    assert (locs(found), codes(found)) == ([C], ["several_locs"])


# --- [36] -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "end",
    ["", "<!-- never ends", "<![CDATA[ never ends", "<?never ends", f"<url><loc>{B}", f"<url><loc>{B}</loc>", "<ur"],
)
def test_what_cannot_be_read_past_ends_the_document(end) -> None:
    """[36] Tolerant keeps what was complete and records one error; strict refuses; nothing complete: the document failed."""
    whole = urlset(url(A)).removesuffix("</urlset>")
    found = read(whole + end)
    assert (locs(found), codes(found), found.complete) == ([A], ["truncated"], False)
    assert refused(whole + end, strict=True).code == "not_well_formed"
    error = refused(urlset().removesuffix("</urlset>") + (end or "<url>"))
    assert (error.code, error.url) == ("truncated", URL)


# --- [37] -------------------------------------------------------------------------------------------------------------


def test_entries_of_the_other_kind_are_read_for_what_they_are() -> None:
    """[37] With a note; a sitemap's location never becomes a page. Strict skips each and records it."""
    for document in (urlset(sitemap(A), url(B)), index(url(B), sitemap(A))):
        found = read(document)
        assert (listed(found), locs(found), codes(found), noted(found)) == ([A], [B], [], {"misplaced_entry": 1})
        strict = read(document, strict=True)
        assert len(listed(strict)) + len(locs(strict)) == 1
        assert codes(strict) == ["misplaced"]


def test_a_urlset_in_a_urlset_is_read() -> None:
    """[37] With a note; strict skips it and records it."""
    document = urlset(url(A), urlset(url(B)), url(C))
    found = read(document)
    assert (locs(found), codes(found), noted(found)) == ([A, B, C], [], {"misplaced_entry": 1})
    strict = read(document, strict=True)
    assert (locs(strict), codes(strict)) == ([A, C], ["misplaced"])
