"""The extensions of an entry: rules [54] to [58], and [31] as far as it concerns what they are told by."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from tests.core.documents import (
    ATOM,
    HOST,
    MODES,
    NAMESPACES,
    RSS,
    A,
    B,
    atom,
    codes,
    entry,
    index,
    item,
    locs,
    noted,
    only,
    read,
    refused,
    rss,
    sitemap,
    url,
    urlset,
)

from sitemapfast.entries import (
    Alternate,
    Image,
    Media,
    MediaContent,
    MediaThumbnail,
    News,
    PageMapAttribute,
    PageMapObject,
    TvShow,
    Video,
    VideoId,
    VideoPrice,
    VideoSegment,
)

LONG = f"{HOST}/" + "a" * 2_100
LONGEST = f"{HOST}/" + "a" * (2_048 - len(HOST) - 1)


def image(*fields: str, loc: str | None = f"{HOST}/i.png") -> str:
    """Return an image with a location, unless it is `None`, and further children."""
    own = "" if loc is None else f"<image:loc>{loc}</image:loc>"
    return f"<image:image>{own}{''.join(fields)}</image:image>"


def video(*fields: str, thumbnail: str | None = f"{HOST}/t.png", complete: bool = True) -> str:
    """Return a video with what strict mode asks for, unless it is told otherwise, and further children."""
    own = "" if thumbnail is None else f"<video:thumbnail_loc>{thumbnail}</video:thumbnail_loc>"
    rest = f"<video:title>t</video:title><video:description>d</video:description><video:content_loc>{HOST}/v.mp4</video:content_loc>"
    return f"<video:video>{own}{rest if complete else ''}{''.join(fields)}</video:video>"


def link(**attributes: str) -> str:
    """Return an `xhtml:link` with the given attributes."""
    return "<xhtml:link" + "".join(f' {name}="{value}"' for name, value in attributes.items()) + "/>"


def page_of(*fields: str, strict: bool = False, **settings: object):
    """Return the one page of a sitemap whose entry has the given children, and the errors it gave."""
    found = read(urlset(url(A, *fields)), strict=strict, **settings)
    return only(found), [(error.code, error.field, error.value) for error in found.errors]


def test_every_error_of_an_extension_names_its_page() -> None:
    """[5] [58] The URL is the page's, the position and the line are its entry's."""
    wrong = [
        image(loc=None),
        video(thumbnail=None),
        link(rel="alternate", hreflang="de"),
        video("<video:rating>9</video:rating>"),
        "<news:news/>",
    ]
    found = read(urlset(url(B), "\n", url(A, *wrong)), strict=True)
    assert len(found.errors) == 4 + 4
    assert {(error.url, error.entry_index, error.line) for error in found.errors} == {(A, 1, 2)}
    assert all(str(error).startswith(f'validate "{A}": ') for error in found.errors)
    assert locs(found) == [B, A]


# --- [54] -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("strict", MODES)
def test_an_image_has_five_fields(strict) -> None:
    """[54] [32] Location, title, caption, place and licence, trimmed."""
    page, errors = page_of(
        image(
            "<image:title> T &amp; t </image:title>",
            "<image:caption><![CDATA[<b>c</b>]]></image:caption>",
            "<image:geo_location>Limerick, Ireland</image:geo_location>",
            f"<image:license>{HOST}/l</image:license>",
        ),
        image(loc=" https://cdn.example/é.png "),
        strict=strict,
    )
    assert page.images == (
        Image(
            loc=f"{HOST}/i.png",
            title="T & t",
            caption="<b>c</b>",
            geo_location="Limerick, Ireland",
            license=f"{HOST}/l",
        ),
        Image(loc="https://cdn.example/é.png"),
    )
    assert errors == []


@pytest.mark.parametrize("loc", [None, "", " ", "<!-- x -->"])
def test_an_image_without_a_location_is_dropped(loc) -> None:
    """[54] Strict records it; the page and its other images are kept."""
    page, errors = page_of(image("<image:title>t</image:title>", loc=loc), image())
    assert ([each.loc for each in page.images], errors) == ([f"{HOST}/i.png"], [])
    page, errors = page_of(image("<image:title>t</image:title>", loc=loc), image(), strict=True)
    assert [each.loc for each in page.images] == [f"{HOST}/i.png"]
    assert errors == [("image_loc", "image:loc", None)]


@pytest.mark.parametrize("strict", MODES)
def test_the_location_of_an_image_is_limited_in_both_modes(strict) -> None:
    """[54] Over 2,048 characters it is rejected, and recorded; 2,048 pass."""
    page, errors = page_of(image(loc=LONGEST), image(loc=LONGEST + "a"), strict=strict)
    assert [each.loc for each in page.images] == [LONGEST]
    assert [error[:2] for error in errors] == [("image_loc", "image:loc")]


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize("wrap", ["<x:wrap>{}</x:wrap>", "<image:wrap>{}</image:wrap>", "<other>{}</other>"])
def test_an_image_counts_as_a_child_of_an_entry_alone(wrap, strict) -> None:
    """[32] [54] What stands in an unknown element is skipped with it."""
    page, errors = page_of(wrap.replace("{}", image()), strict=strict)
    assert (page.images, errors) == ((), [])


@pytest.mark.parametrize("strict", MODES)
def test_extensions_beside_entries_or_in_an_index_are_nothing(strict) -> None:
    """[54] An image outside a `url` belongs to no page, one of a `sitemap` neither."""
    found = read(urlset(image(), url(A), video()), strict=strict)
    assert (locs(found), only(found).images, codes(found)) == ([A], (), [])
    assert codes(read(index(sitemap(A, image(loc=None), "<news:news/>")), strict=strict)) == []


# --- [31] -------------------------------------------------------------------------------------------------------------

SPELLINGS = [
    ("image", "http://www.google.com/schemas/sitemap-image/1.1"),
    ("image", "https://www.google.com/schemas/sitemap-image/1.1"),
    ("image", "http://www.google.com/schemas/sitemap-image/1.1/"),
    ("i", "https://www.google.com/schemas/sitemap-image/1.1/"),
    ("video", "http://www.google.com/schemas/sitemap-image/1.1"),
]


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(("prefix", "uri"), SPELLINGS)
def test_an_extension_is_told_by_its_namespace_in_any_prefix(prefix, uri, strict) -> None:
    """[31] https and trailing slashes are the same namespace; the prefix is free, and may be none."""
    document = f'<urlset xmlns:{prefix}="{uri}"><url><loc>{A}</loc><{prefix}:image><{prefix}:loc>{B}</{prefix}:loc></{prefix}:image></url></urlset>'
    found = read(document, strict=strict)
    assert (only(found).images, found.notes) == ((Image(loc=B),), ())
    bare = f'<urlset><url><loc>{A}</loc><image xmlns="{uri}"><loc>{B}</loc></image></url></urlset>'
    assert only(read(bare, strict=strict)).images == (Image(loc=B),)


@pytest.mark.parametrize("strict", MODES)
def test_a_well_known_prefix_of_another_namespace_is_no_extension(strict) -> None:
    """[31] The namespace counts, not the prefix."""
    document = f'<urlset xmlns:image="urn:other"><url><loc>{A}</loc>{image()}</url></urlset>'
    assert only(read(document, strict=strict)).images == ()


@pytest.mark.parametrize(
    ("prefix", "field", "children"),
    [
        ("image", "images", image()),
        ("video", "videos", video()),
        ("news", "news", "<news:news><news:title>t</news:title></news:news>"),
        ("xhtml", "alternates", link(rel="alternate", hreflang="de", href=B)),
        ("mobile", "mobile", "<mobile:mobile/>"),
        ("media", "media", f'<media:thumbnail url="{B}"/>'),
    ],
)
def test_a_well_known_prefix_that_was_never_declared_counts_in_tolerant_mode(prefix, field, children) -> None:
    """[31] [34] With a note; strict refuses the document as not well-formed."""
    assert prefix in NAMESPACES
    document = f"<urlset><url><loc>{A}</loc>{children}</url></urlset>"
    found = read(document)
    assert getattr(only(found), field)
    assert "undeclared_prefix" in noted(found)
    assert codes(found) == []
    assert refused(document, strict=True).code == "not_well_formed"


# --- [55] -------------------------------------------------------------------------------------------------------------

NEWS = {
    "publication": "<news:publication><news:name>The Paper</news:name><news:language>en</news:language></news:publication>",
    "publication_date": "<news:publication_date>2024-06-15T10:30+02:00</news:publication_date>",
    "title": "<news:title>Title</news:title>",
}


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(
    "uri",
    [
        NAMESPACES["news"],
        "http://www.google.com/schemas/sitemap-news/0.84",
        "https://www.google.com/schemas/sitemap-news/0.9/",
    ],
)
def test_news_has_its_required_and_its_retired_fields(uri, strict) -> None:
    """[55] [31] In both versions of the namespace."""
    retired = "<news:access>Subscription</news:access><news:genres>Blog, Opinion</news:genres><news:keywords>a, b</news:keywords><news:stock_tickers>NASDAQ:A</news:stock_tickers>"
    found = read(
        urlset(url(A, f"<news:news>{''.join(NEWS.values())}{retired}</news:news>")).replace(NAMESPACES["news"], uri),
        strict=strict,
    )
    moment = datetime(2024, 6, 15, 10, 30, tzinfo=timezone(timedelta(hours=2)))
    assert only(found).news == News(
        publication_name="The Paper",
        publication_language="en",
        publication_date=moment,
        title="Title",
        access="Subscription",
        genres="Blog, Opinion",
        keywords="a, b",
        stock_tickers="NASDAQ:A",
    )
    assert codes(found) == []


@pytest.mark.parametrize(
    ("without", "missing"),
    [
        ("publication", ["news:name", "news:language"]),
        ("publication_date", ["news:publication_date"]),
        ("title", ["news:title"]),
    ],
)
@pytest.mark.parametrize("empty", [False, True])
def test_strict_records_each_required_field_of_news_that_is_missing(without, missing, empty) -> None:
    """[55] Missing or empty; the entry stays, and tolerant records nothing."""
    rest = "".join(text for name, text in NEWS.items() if name != without) + (f"<news:{without}/>" if empty else "")
    page, errors = page_of(f"<news:news>{rest}</news:news>", strict=True)
    assert errors == [("news_missing", field, None) for field in missing]
    assert page.news is not None
    assert page_of(f"<news:news>{rest}</news:news>")[1] == []


def test_an_unreadable_date_of_a_video_does_not_hide_a_missing_date_of_news() -> None:
    """[55] [53] Both have a `publication_date`; each is told of."""
    fields = [
        video("<video:publication_date>x</video:publication_date>"),
        f"<news:news>{NEWS['publication']}{NEWS['title']}</news:news>",
    ]
    _, errors = page_of(*fields, strict=True)
    assert errors == [("invalid_value", "video:publication_date", "x"), ("news_missing", "news:publication_date", None)]


# --- [56] -------------------------------------------------------------------------------------------------------------

EVERYTHING = f"""
<video:thumbnail_loc>{HOST}/t.png</video:thumbnail_loc>
<video:title>Title</video:title>
<video:description><![CDATA[A <b>video</b>]]></video:description>
<video:content_loc>https://cdn.example/v.mp4</video:content_loc>
<video:player_loc allow_embed="yes" autoplay="ap=1">{HOST}/player?v=1</video:player_loc>
<video:duration>600</video:duration>
<video:expiration_date>2030-01-01</video:expiration_date>
<video:rating>4.2</video:rating>
<video:view_count>12345</video:view_count>
<video:publication_date>2024-06-15T10:30:00+02:00</video:publication_date>
<video:tag>one</video:tag><video:tag>two</video:tag>
<video:category>Cooking</video:category>
<video:family_friendly>yes</video:family_friendly>
<video:restriction relationship="allow">IE GB US CA</video:restriction>
<video:gallery_loc title="Gallery">{HOST}/gallery</video:gallery_loc>
<video:price currency="EUR" type="rent" resolution="hd">1.99</video:price>
<video:price currency="EUR" type="purchase">9</video:price>
<video:requires_subscription>no</video:requires_subscription>
<video:uploader info="{HOST}/users/ann">Ann</video:uploader>
<video:platform relationship="deny">web tv</video:platform>
<video:live>no</video:live>
<video:content_segment_loc duration="300">{HOST}/1.mp4</video:content_segment_loc>
<video:content_segment_loc>{HOST}/2.mp4</video:content_segment_loc>
<video:tvshow>
  <video:show_title>Show</video:show_title><video:video_type>full</video:video_type>
  <video:episode_title>Pilot</video:episode_title><video:season_number>1</video:season_number>
  <video:episode_number>2</video:episode_number><video:premier_date>2020-02-03</video:premier_date>
</video:tvshow>
<video:id type="tms:series">SH1</video:id><video:id>plain</video:id>
"""


@pytest.mark.parametrize("strict", MODES)
def test_a_video_has_every_element_of_the_schema_with_its_attributes(strict) -> None:
    """[56] Each in its field."""
    page, errors = page_of(f"<video:video>{EVERYTHING}</video:video>", strict=strict)
    assert page.videos == (
        Video(
            thumbnail_loc=f"{HOST}/t.png",
            title="Title",
            description="A <b>video</b>",
            content_loc="https://cdn.example/v.mp4",
            player_loc=f"{HOST}/player?v=1",
            player_loc_allow_embed="yes",
            player_loc_autoplay="ap=1",
            duration=600,
            expiration_date=datetime(2030, 1, 1, tzinfo=UTC),
            rating=4.2,
            view_count=12345,
            publication_date=datetime(2024, 6, 15, 8, 30, tzinfo=UTC),
            tags=("one", "two"),
            category="Cooking",
            family_friendly="yes",
            restriction="IE GB US CA",
            restriction_relationship="allow",
            gallery_loc=f"{HOST}/gallery",
            gallery_loc_title="Gallery",
            prices=(
                VideoPrice(value=1.99, currency="EUR", type="rent", resolution="hd"),
                VideoPrice(value=9.0, currency="EUR", type="purchase"),
            ),
            requires_subscription="no",
            uploader="Ann",
            uploader_info=f"{HOST}/users/ann",
            platform="web tv",
            platform_relationship="deny",
            live="no",
            content_segments=(VideoSegment(loc=f"{HOST}/1.mp4", duration=300), VideoSegment(loc=f"{HOST}/2.mp4")),
            tvshow=TvShow(
                show_title="Show",
                video_type="full",
                episode_title="Pilot",
                season_number=1,
                episode_number=2,
                premier_date=datetime(2020, 2, 3, tzinfo=UTC),
            ),
            ids=(VideoId(value="SH1", type="tms:series"), VideoId(value="plain")),
        ),
    )
    assert errors == []


def test_an_attribute_belongs_to_the_element_that_counts() -> None:
    """[56] [35] Of a value given twice the first that is not empty counts, with its own attributes."""
    page, _ = page_of(
        video(
            '<video:platform relationship="deny"/><video:platform>web</video:platform><video:platform relationship="allow">tv</video:platform>'
        )
    )
    assert (page.videos[0].platform, page.videos[0].platform_relationship) == ("web", None)


@pytest.mark.parametrize("thumbnail", [None, "", " "])
def test_a_video_without_a_thumbnail_is_dropped(thumbnail) -> None:
    """[56] Strict records it; the page and its other videos are kept."""
    for strict, expected in ((False, []), (True, [("video_loc", "video:thumbnail_loc", None)])):
        page, errors = page_of(video(thumbnail=thumbnail), video(), strict=strict)
        assert (len(page.videos), errors) == (1, expected)


@pytest.mark.parametrize(
    ("children", "field"),
    [
        (f"<video:description>d</video:description><video:content_loc>{HOST}/v</video:content_loc>", "video:title"),
        (
            f"<video:title/><video:description>d</video:description><video:content_loc>{HOST}/v</video:content_loc>",
            "video:title",
        ),
        (f"<video:title>t</video:title><video:player_loc>{HOST}/v</video:player_loc>", "video:description"),
        ("<video:title>t</video:title><video:description>d</video:description>", "video:content_loc"),
        (
            "<video:title>t</video:title><video:description>d</video:description><video:content_loc/><video:player_loc> </video:player_loc>",
            "video:content_loc",
        ),
    ],
)
def test_strict_records_what_a_video_lacks_and_keeps_it(children, field) -> None:
    """[56] A title, a description, and a content or a player; tolerant records nothing."""
    page, errors = page_of(video(children, complete=False), strict=True)
    assert (len(page.videos), errors) == (1, [("video_missing", field, None)])
    page, errors = page_of(video(children, complete=False))
    assert (len(page.videos), errors) == (1, [])


def test_a_player_is_enough_in_place_of_a_content() -> None:
    """[56] Either of them."""
    page, errors = page_of(
        video(
            f"<video:title>t</video:title><video:description>d</video:description><video:player_loc>{HOST}/p</video:player_loc>",
            complete=False,
        ),
        strict=True,
    )
    assert (page.videos[0].player_loc, errors) == (f"{HOST}/p", [])


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("duration", ["1", "28800", "0600"], ["0", "28801", "-5"]),
        ("rating", ["0", "0.0", "5", "5.0", "4.99"], ["5.1", "-0.1", "100"]),
    ],
)
def test_strict_records_what_is_out_of_range_and_keeps_it(name, good, bad) -> None:
    """[56] Duration 1 to 28,800, rating 0 to 5, both ends included; tolerant records nothing."""
    for text in good:
        assert page_of(video(f"<video:{name}>{text}</video:{name}>"), strict=True)[1] == []
    for text in bad:
        page, errors = page_of(video(f"<video:{name}>{text}</video:{name}>"), strict=True)
        assert getattr(page.videos[0], name) == float(text)
        assert errors == [("video_range", f"video:{name}", text)]
        page, errors = page_of(video(f"<video:{name}>{text}</video:{name}>"))
        assert (getattr(page.videos[0], name), errors) == (float(text), [])


def test_strict_records_more_than_32_tags_and_keeps_them() -> None:
    """[56] 32 pass; empty ones do not count."""
    tags = [f"<video:tag>{number}</video:tag>" for number in range(33)]
    assert page_of(video(*tags[:32], "<video:tag/>"), strict=True)[1] == []
    page, errors = page_of(video(*tags), strict=True)
    assert (len(page.videos[0].tags), errors) == (33, [("video_range", "video:tag", "33")])
    assert page_of(video(*tags))[1] == []


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(
    ("children", "field"),
    [
        (
            '<video:content_segment_loc duration="long">https://example.com/1</video:content_segment_loc>',
            "video:content_segment_loc",
        ),
        ("<video:tvshow><video:season_number>one</video:season_number></video:tvshow>", "video:season_number"),
        ("<video:tvshow><video:premier_date>long ago</video:premier_date></video:tvshow>", "video:premier_date"),
    ],
)
def test_bad_numbers_within_a_video_are_unset_and_recorded(children, field, strict) -> None:
    """[53] [56] In a segment and in a show, too."""
    page, errors = page_of(video(children), strict=strict)
    assert (len(page.videos), [error[:2] for error in errors]) == (1, [("invalid_value", field)])


# --- [57] -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("strict", MODES)
def test_a_link_has_four_attributes(strict) -> None:
    """[57] [32] Relation, language, address and media, trimmed; on any host, and the page itself."""
    page, errors = page_of(
        link(rel=" alternate ", hreflang="de-CH", href=" https://ch.example/a?x=1&amp;y=2 "),
        link(href=A, hreflang="x-default", rel="alternate"),
        link(rel="alternate", media="only screen and (max-width: 640px)", href="https://m.example/a"),
        strict=strict,
    )
    assert page.alternates == (
        Alternate(rel="alternate", hreflang="de-CH", href="https://ch.example/a?x=1&y=2"),
        Alternate(rel="alternate", hreflang="x-default", href=A),
        Alternate(rel="alternate", href="https://m.example/a", media="only screen and (max-width: 640px)"),
    )
    assert errors == []
    assert page.loc == A


@pytest.mark.parametrize(
    "written",
    [
        "<xhtml:link rel='alternate' hreflang='de' href=''/>",
        "<xhtml:link rel='alternate' hreflang='de' href=' '></xhtml:link>",
        "<xhtml:link rel='alternate' hreflang='de'/>",
    ],
)
def test_a_link_without_an_address_is_dropped(written) -> None:
    """[57] Strict records it."""
    assert page_of(written)[0].alternates == ()
    assert page_of(written)[1] == []
    page, errors = page_of(written, strict=True)
    assert (page.alternates, errors) == ((), [("link_invalid", "xhtml:link", None)])


@pytest.mark.parametrize(
    "attributes",
    [
        {"rel": "canonical", "hreflang": "de", "href": B},
        {"rel": "", "hreflang": "de", "href": B},
        {"hreflang": "de", "href": B},
        {"rel": "alternate", "href": B},
        {"rel": "alternate", "hreflang": " ", "media": "", "href": B},
        {"rel": "alternate", "hreflang": "de", "href": "/b"},
        {"rel": "alternate", "hreflang": "de", "href": "ftp://example.com/b"},
        {"rel": "alternate", "hreflang": "de", "href": "https:///b"},
        {"rel": "alternate", "hreflang": "de", "href": "//example.com/b"},
        {"rel": "alternate", "hreflang": "de", "href": "https://example.com/a b"},
    ],
)
def test_strict_leaves_out_a_link_that_the_protocol_forbids(attributes) -> None:
    """[57] [58] It is recorded, the page is kept; tolerant returns it as given."""
    page, errors = page_of(link(**attributes), link(rel="alternate", hreflang="en", href=A), strict=True)
    assert [each.href for each in page.alternates] == [A]
    assert errors == [("link_invalid", "xhtml:link", attributes["href"])]
    page, errors = page_of(link(**attributes))
    assert (page.alternates[0].href, errors) == (attributes["href"], [])


def test_the_plain_attribute_counts_beside_one_of_another_namespace() -> None:
    """[57] [30] An attribute with a prefix, or a declaration, is another attribute."""
    page, _ = page_of(
        f'<xhtml:link x:href="https://evil.example/" xmlns:rel="urn:rel" rel="alternate" x:hreflang="xx" hreflang="de" href="{B}"/>'
    )
    assert page.alternates == (Alternate(rel="alternate", hreflang="de", href=B),)


# --- [58] -------------------------------------------------------------------------------------------------------------

PLACES = [
    ("image:loc", lambda loc: image(loc=loc), "images", "image_loc"),
    ("image:license", lambda loc: image(f"<image:license>{loc}</image:license>"), "images", "image_loc"),
    ("video:thumbnail_loc", lambda loc: video(thumbnail=loc), "videos", "video_loc"),
    (
        "video:content_loc",
        lambda loc: video(
            f"<video:title>t</video:title><video:description>d</video:description><video:content_loc>{loc}</video:content_loc>",
            complete=False,
        ),
        "videos",
        "video_loc",
    ),
    ("video:player_loc", lambda loc: video(f"<video:player_loc>{loc}</video:player_loc>"), "videos", "video_loc"),
    ("video:gallery_loc", lambda loc: video(f"<video:gallery_loc>{loc}</video:gallery_loc>"), "videos", "video_loc"),
    (
        "video:content_segment_loc",
        lambda loc: video(f"<video:content_segment_loc>{loc}</video:content_segment_loc>"),
        "videos",
        "video_loc",
    ),
    ("video:uploader", lambda loc: video(f'<video:uploader info="{loc}">u</video:uploader>'), "videos", "video_loc"),
    ("xhtml:link", lambda loc: link(rel="alternate", hreflang="de", href=loc), "alternates", "link_invalid"),
    ("media:content", lambda loc: f'<media:content url="{loc}"/>', "media", "media_url"),
    ("media:thumbnail", lambda loc: f'<media:thumbnail url="{loc}"/>', "media", "media_url"),
]
FORBIDDEN = [
    "/i.png",
    "i.png",
    "//example.com/i.png",
    "ftp://example.com/i.png",
    "https:///i.png",
    "https://example.com/a b.png",
    "data:image/png;base64,AAAA",
    "https://example.com:99999/i",
]


@pytest.mark.parametrize(("place", "build", "field", "code"), PLACES, ids=[place[0] for place in PLACES])
@pytest.mark.parametrize("loc", FORBIDDEN)
def test_strict_asks_urls_of_extensions_to_be_absolute_without_blanks(place, build, field, code, loc) -> None:
    """[58] Or that image, video or link is left out and recorded; the page is kept. Tolerant returns it as given."""
    page, errors = page_of(build(loc), strict=True)
    assert (not getattr(page, field), errors) == (True, [(code, place, loc)])
    page, errors = page_of(build(loc))
    assert getattr(page, field)
    assert loc in repr(getattr(page, field))
    assert errors == []


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(("place", "build", "field", "code"), PLACES, ids=[place[0] for place in PLACES])
@pytest.mark.parametrize(
    "loc", ["https://cdn.example/i.png", "http://example.org:8080/i.png?a=b", "HTTPS://EXAMPLE.com/é.png"]
)
def test_urls_of_extensions_may_be_on_any_host(place, build, field, code, loc, strict) -> None:
    """[58] In both modes, and as given."""
    page, errors = page_of(build(loc), strict=strict)
    assert loc in repr(getattr(page, field))
    assert errors == []


SPOILED = [("a&#0;b", "a\ufffdb"), ("a&#xFFFF;b", "a\ufffdb"), ("a\x08b", None)]


@pytest.mark.parametrize(("place", "build", "field", "code"), PLACES, ids=[place[0] for place in PLACES])
@pytest.mark.parametrize(("path", "shown"), SPOILED)
def test_a_url_of_an_extension_that_cannot_be_trusted_is_not_returned(place, build, field, code, path, shown) -> None:
    """[25] [33] [35] What held bytes or references of no character, or a character that was dropped."""
    found = read(urlset(url(A, build(f"{HOST}/{path}"))))
    page = only(found)
    assert "ab" not in repr(getattr(page, field))
    assert "\ufffd" not in repr(getattr(page, field))
    (error,) = found.errors
    assert (error.code, error.field, error.url) == (code, place, A)
    if shown is not None:
        assert error.value == f"{HOST}/{shown}"


def test_media_of_an_entry_are_contents_and_thumbnails() -> None:
    """[58] In a feed and in a sitemap; an outer title holds for the renditions that have none."""
    media = f"""
    <media:group>
      <media:content url="{HOST}/1.mp4" type="video/mp4" medium="video" width="640" height="480" duration="12.5">
        <media:title>own</media:title><media:description>d</media:description><media:thumbnail url="{HOST}/t1.png" width="10" height="20"/>
      </media:content>
      <media:content url="{HOST}/2.mp4"/>
      <media:title>group</media:title>
    </media:group>
    <media:content url="{HOST}/3.mp4"/>
    <media:thumbnail url="https://cdn.example/t2.png"/>
    <media:title>entry</media:title>"""
    expected = Media(
        contents=(
            MediaContent(
                url=f"{HOST}/1.mp4",
                type="video/mp4",
                medium="video",
                width=640,
                height=480,
                duration=12.5,
                title="own",
                description="d",
            ),
            MediaContent(url=f"{HOST}/2.mp4", title="group"),
            MediaContent(url=f"{HOST}/3.mp4", title="entry"),
        ),
        thumbnails=(
            MediaThumbnail(url=f"{HOST}/t1.png", width=10, height=20),
            MediaThumbnail(url="https://cdn.example/t2.png"),
        ),
    )
    for document, address in ((rss(item(media)), RSS), (atom(entry(media)), ATOM), (urlset(url(A, media)), ATOM)):
        for strict in MODES:
            found = read(document, url=address, strict=strict)
            assert only(found).media == expected
            assert codes(found) == []


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(("attribute", "text"), [("width", "100px"), ("height", "1.5"), ("duration", "1:30")])
def test_bad_numbers_of_media_are_unset_and_recorded(attribute, text, strict) -> None:
    """[53] [58] For the page; the content is kept."""
    found = read(rss(item(f'<media:content url="{HOST}/1" {attribute}="{text}"/>')), url=RSS, strict=strict)
    (content,) = only(found).media.contents
    assert (content.url, getattr(content, attribute)) == (f"{HOST}/1", None)
    (error,) = found.errors
    assert (error.code, error.url, error.field, error.value) == ("invalid_value", A, "media:content", text)


@pytest.mark.parametrize("strict", MODES)
def test_media_without_a_url_are_nothing_by_themselves(strict) -> None:
    """[58] A thumbnail without one is dropped, a content keeps what else it says."""
    page = only(
        read(
            rss(item('<media:thumbnail width="1"/><media:content/><media:content medium="video"/>')),
            url=RSS,
            strict=strict,
        )
    )
    assert page.media == Media(contents=(MediaContent(medium="video"),))


@pytest.mark.parametrize("strict", MODES)
def test_a_pagemap_has_data_objects_with_attributes(strict) -> None:
    """[58] Type, id, and attributes whose value is an attribute or the text."""
    pagemap = """
    <PageMap xmlns="http://www.google.com/schemas/sitemap-pagemap/1.0">
      <DataObject type="document" id="hibachi"><Attribute name="name">Dragon </Attribute><Attribute name="review" value="3.5"/></DataObject>
      <DataObject type="stats"/>
    </PageMap>"""
    page, errors = page_of(pagemap, strict=strict)
    assert page.pagemap == (
        PageMapObject(
            type="document",
            id="hibachi",
            attributes=(PageMapAttribute(name="name", value="Dragon"), PageMapAttribute(name="review", value="3.5")),
        ),
        PageMapObject(type="stats"),
    )
    assert errors == []
    prefixed = '<pagemap:PageMap><pagemap:DataObject type="a"/></pagemap:PageMap>'
    assert page_of(prefixed, strict=strict)[0].pagemap == (PageMapObject(type="a"),)


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(
    ("mark", "mobile"),
    [
        ("<mobile:mobile/>", True),
        ("<mobile:mobile></mobile:mobile>", True),
        ("", False),
        ("<mobile/>", False),
        ("<x:mobile/>", False),
    ],
)
def test_a_page_may_be_marked_as_made_for_mobile_phones(mark, mobile, strict) -> None:
    """[31] By an empty element of the extension."""
    assert page_of(mark, strict=strict)[0].mobile is mobile


def test_a_field_given_twice_counts_once_with_a_note() -> None:
    """[35] The first that is not empty, in every extension."""
    twice = [
        image("<image:title/><image:title>1</image:title><image:title>2</image:title>"),
        video("<video:category>1</video:category><video:category>2</video:category>"),
        "<news:news><news:title>1</news:title><news:title>2</news:title></news:news>",
    ]
    found = read(urlset(url(A, *twice)))
    page = only(found)
    assert (page.images[0].title, page.videos[0].category, page.news.title) == ("1", "1", "1")
    assert noted(found) == {"value_twice": 3}
    assert codes(found) == []
