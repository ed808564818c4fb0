"""The values of an entry: rules [50] to [53] and [59], in a sitemap and in an index."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from tests.core.documents import (
    ATOM,
    HOST,
    MODES,
    RSS,
    TEXT,
    URL,
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
    rdf,
    read,
    rss,
    sitemap,
    url,
    urlset,
)

from sitemapfast.entries import Extra, Precision


def utc(*parts: int) -> datetime:
    """Return an aware moment in UTC."""
    return datetime(*parts, tzinfo=UTC)  # type: ignore[misc,arg-type]


def east(minutes: int, *parts: int) -> datetime:
    """Return an aware moment at an offset of so many minutes."""
    return datetime(*parts, tzinfo=timezone(timedelta(minutes=minutes)))  # type: ignore[misc,arg-type]


def field(name: str, text: str) -> str:
    """Return an element that holds a text as it is written."""
    return f"<{name}>{text}</{name}>"


# --- [50] -------------------------------------------------------------------------------------------------------------

DATES = [
    ("2024", utc(2024, 1, 1), Precision.YEAR),
    ("0001", utc(1, 1, 1), Precision.YEAR),
    ("9999", utc(9999, 1, 1), Precision.YEAR),
    ("2024-06", utc(2024, 6, 1), Precision.MONTH),
    ("2024-12", utc(2024, 12, 1), Precision.MONTH),
    ("2024-06-15", utc(2024, 6, 15), Precision.DAY),
    ("2024-02-29", utc(2024, 2, 29), Precision.DAY),
    ("2000-02-29", utc(2000, 2, 29), Precision.DAY),
    ("2024-06-15T10:30Z", utc(2024, 6, 15, 10, 30), Precision.MINUTE),
    ("2024-06-15T10:30+02:00", east(120, 2024, 6, 15, 10, 30), Precision.MINUTE),
    ("2024-06-15T10:30:45Z", utc(2024, 6, 15, 10, 30, 45), Precision.SECOND),
    ("2024-06-15T00:00:00-11:30", east(-690, 2024, 6, 15), Precision.SECOND),
    ("2024-06-15T23:59:59+14:00", east(840, 2024, 6, 15, 23, 59, 59), Precision.SECOND),
    ("2024-06-15T10:30:45-00:00", utc(2024, 6, 15, 10, 30, 45), Precision.SECOND),
    ("2024-06-15T10:30:45.5Z", utc(2024, 6, 15, 10, 30, 45, 500_000), Precision.FRACTION),
    ("2024-06-15T10:30:45.123456+05:45", east(345, 2024, 6, 15, 10, 30, 45, 123_456), Precision.FRACTION),
    ("2024-06-15T10:30:45.1234567891Z", utc(2024, 6, 15, 10, 30, 45, 123_456), Precision.FRACTION),
    ("2024-06-15T10:30:45.000Z", utc(2024, 6, 15, 10, 30, 45), Precision.FRACTION),
]


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(("text", "moment", "precision"), DATES)
def test_a_w3c_date_is_read_as_an_aware_moment_with_its_precision(text, moment, precision, strict) -> None:
    """[50] The six forms, in a sitemap and in an index; an offset is kept, a date is midnight UTC."""
    page = only(read(urlset(url(A, field("lastmod", f"\n {text} "))), strict=strict))
    assert (page.lastmod, page.lastmod.utcoffset(), page.lastmod_precision) == (moment, moment.utcoffset(), precision)
    (child,) = read(index(sitemap(A, field("lastmod", text))), strict=strict).sitemaps
    assert (child.lastmod, child.lastmod.utcoffset()) == (moment, moment.utcoffset())


NO_DATES = [
    "yesterday",
    "0",
    "20240615",
    "2024-6-15",
    "2024-06-15T10",
    "2024-06-15T10Z",
    "2024-06-15T10:30",
    "2024-06-15T10:30:45",
    "2024-06-15 10:30:45Z",
    "2024-06-15 10:30:45",
    "2024-06-15t10:30:45Z",
    "2024-06-15T10:30:45z",
    "2024-06-15T10:30:45+0200",
    "2024-06-15T10:30:45+02",
    "2024-06-15T10:30:45 +02:00",
    "2024-06-15T10:30:45.Z",
    "2024-06-15T10:30:45,5Z",
    "2024-06-15T10:30.5Z",
    "2024-06-15T24:00:00Z",
    "2024-06-15T10:60:00Z",
    "2024-06-15T10:30:60Z",
    "2024-06-15T10:30:45+24:00",
    "2024-06-15T10:30:45+02:60",
    "2024-06-15T10:30:45ZZ",
    "2024-06-15Z",
    "2024-06-15+02:00",
    "2024-06-1",
    "2024-00",
    "2024-13",
    "2024-02-30",
    "2023-02-29",
    "1900-02-29",
    "2024-04-31",
    "2024-00-10",
    "2024-01-00",
    "2024-01-32",
    "0000",
    "0000-00-00",
    "0000-00-00T00:00:00Z",
    "-2024",
    "+2024",
    "12024",
    "10000-01-01",
    "24-06-15",
    "15-06-2024",
    "06/15/2024",
    "2024/06/15",
    "2024.06.15",
    "2024-06-15 3:07 PM",
    "Sat, 15 Jun 2024 10:30:45 GMT",
    "15 Jun 2024",
    "June 15, 2024",
    "1718447445",
    "2024-W24",
    "2024-167",
    "2024-06-15T10:30:45Z 2024-06-16",
    "２０２４",
    "2024‐06‐15",
    "null",
    "None",
    "{date}",
    "2024-06-15T10:30:45[UTC]",
]


@pytest.mark.parametrize("text", NO_DATES)
def test_anything_else_is_no_date(text) -> None:
    """[50] [5] [7] Unset and recorded for the page; tolerant keeps the entry, strict skips it."""
    document = urlset(url(B), "\n", url(A, field("lastmod", text)))
    tolerant = read(document)
    assert locs(tolerant) == [B, A]
    assert (tolerant.urls[1].lastmod, tolerant.urls[1].lastmod_precision) == (None, None)
    strict = read(document, strict=True)
    assert locs(strict) == [B]
    for found in (tolerant, strict):
        (error,) = found.errors
        assert (error.code, error.url, error.field, error.value, error.entry_index, error.line) == (
            "invalid_lastmod",
            A,
            "lastmod",
            text,
            1,
            2,
        )
        assert str(error) == f'validate "{A}": invalid <lastmod> value "{text}"'


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize("text", NO_DATES[:12])
def test_a_bad_date_never_drops_a_sitemap_of_an_index(text, strict) -> None:
    """[50] It is unset and recorded, in both modes."""
    found = read(index(sitemap(A, field("lastmod", text))), strict=strict)
    (child,) = found.sitemaps
    assert (child.loc, child.lastmod) == (A, None)
    assert (codes(found), found.errors[0].url) == (["invalid_lastmod"], A)


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize("name", ["lastmod", "changefreq", "priority"])
@pytest.mark.parametrize("empty", ["<{}/>", "<{}></{}>", "<{}> \n</{}>", "<{}>\u00a0</{}>", "<{}><![CDATA[]]></{}>"])
def test_an_empty_value_is_none(name, empty, strict) -> None:
    """[50] [51] [52] Neither an error nor a default."""
    found = read(urlset(url(A, empty.replace("{}", name))), strict=strict)
    page = only(found)
    assert (page.lastmod, page.changefreq, page.priority) == (None, None, None)
    assert (len(found.errors), found.notes) == (0, ())


@pytest.mark.parametrize("strict", MODES)
def test_an_absent_value_is_none(strict) -> None:
    """[52] Never 0.5."""
    page = only(read(urlset(url(A)), strict=strict))
    assert (page.lastmod, page.lastmod_precision, page.changefreq, page.priority) == (None, None, None, None)


LENIENT = [
    ("2024-06-15 10:30:45", utc(2024, 6, 15, 10, 30, 45)),
    ("2024-06-15 10:30", utc(2024, 6, 15, 10, 30)),
    ("2024-06-15T10:30:45", utc(2024, 6, 15, 10, 30, 45)),
    ("2024-06-15T10:30:45+0100", east(60, 2024, 6, 15, 10, 30, 45)),
    ("2024-06-15T10:30:45-0530", east(-330, 2024, 6, 15, 10, 30, 45)),
    ("2024-06-15 10:30:45 +01:00", east(60, 2024, 6, 15, 10, 30, 45)),
    ("2024-6-5", utc(2024, 6, 5)),
    ("2024-6-5 7:30", utc(2024, 6, 5, 7, 30)),
    ("2024/06/15", utc(2024, 6, 15)),
    ("2024/6/5 10:30:45", utc(2024, 6, 5, 10, 30, 45)),
    ("2024-06-15t10:30:45z", utc(2024, 6, 15, 10, 30, 45)),
    ("Sat, 15 Jun 2024 10:30:45 GMT", utc(2024, 6, 15, 10, 30, 45)),
    ("15 Jun 2024 10:30 -0700", east(-420, 2024, 6, 15, 10, 30)),
]


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(("text", "moment"), LENIENT)
def test_lenient_dates_reads_the_wild_forms_with_a_note(text, moment, strict) -> None:
    """[50] `lenient_dates`: unambiguous forms, in both modes; no zone is UTC."""
    found = read(urlset(url(A, field("lastmod", text))), lenient_dates=True, strict=strict)
    page = only(found)
    assert (page.lastmod, page.lastmod.utcoffset()) == (moment, moment.utcoffset())
    assert (codes(found), noted(found)) == ([], {"lenient_date": 1})
    (child,) = read(index(sitemap(A, field("lastmod", text))), lenient_dates=True, strict=strict).sitemaps
    assert child.lastmod == moment


@pytest.mark.parametrize(
    "text",
    [
        "06/05/2024",
        "5.6.2024",
        "24-06-15",
        "2024-06-15 3:07 PM",
        "yesterday",
        "2024-13-01",
        "2024-06/15",
        "June 15, 2024",
        "1718447445",
        "2024-02-30 10:00",
    ],
)
def test_lenient_dates_guesses_nothing(text) -> None:
    """[50] What could be two dates, or is none, is still unset and recorded."""
    found = read(urlset(url(A, field("lastmod", text))), lenient_dates=True)
    assert (only(found).lastmod, codes(found), found.notes) == (None, ["invalid_lastmod"], ())


@pytest.mark.parametrize(("text", "moment", "precision"), DATES)
def test_lenient_dates_changes_nothing_of_a_good_date(text, moment, precision) -> None:
    """[50] The proper forms are read as ever, without a note."""
    found = read(urlset(url(A, field("lastmod", text))), lenient_dates=True)
    assert (only(found).lastmod, only(found).lastmod_precision, found.notes) == (moment, precision, ())


# --- [51] -------------------------------------------------------------------------------------------------------------

WORDS = ["always", "hourly", "daily", "weekly", "monthly", "yearly", "never"]


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize("word", WORDS)
def test_the_seven_words_are_taken(word, strict) -> None:
    """[51] In lower case, by both modes."""
    found = read(urlset(url(A, field("changefreq", f" {word}\n"))), strict=strict)
    assert (only(found).changefreq, codes(found)) == (word, [])


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("change", [str.upper, str.title, str.swapcase])
def test_another_case_of_a_word_is_lowered_or_refused(word, change) -> None:
    """[51] Tolerant: in lower case. Strict: the entry is skipped and recorded."""
    document = urlset(url(A, field("changefreq", change(word))), url(B))
    assert [page.changefreq for page in read(document).urls] == [word, None]
    assert codes(read(document)) == []
    strict = read(document, strict=True)
    (error,) = strict.errors
    assert (locs(strict), error.code, error.url, error.field, error.value) == (
        [B],
        "invalid_changefreq",
        A,
        "changefreq",
        change(word),
    )


@pytest.mark.parametrize(
    "text", ["sometimes", "Biweekly", "weekly daily", "7", "dail", "dailyy", "täglich", "WÖCHENTLICH"]
)
def test_another_word_is_kept_as_written_or_refused(text) -> None:
    """[51] Tolerant: as written. Strict: the entry is skipped and recorded."""
    document = urlset(url(A, field("changefreq", text)))
    found = read(document)
    assert (only(found).changefreq, codes(found), found.notes) == (text, [], ())
    strict = read(document, strict=True)
    assert (locs(strict), codes(strict)) == ([], ["invalid_changefreq"])


# --- [52] -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0.0),
        ("1", 1.0),
        ("0.0", 0.0),
        ("1.0", 1.0),
        ("0.5", 0.5),
        (".5", 0.5),
        ("1.", 1.0),
        ("+0.5", 0.5),
        ("0.123456789", 0.123456789),
        ("00.50", 0.5),
        ("-0", 0.0),
        ("-0.0", 0.0),
        ("0." + "3" * 60, 1 / 3),
    ],
)
def test_a_decimal_in_range_is_a_priority(text, value, strict) -> None:
    """[52] Both ends are in the range."""
    found = read(urlset(url(A, field("priority", text))), strict=strict)
    assert (only(found).priority, codes(found)) == (value, [])


@pytest.mark.parametrize(
    ("text", "value"),
    [("1.1", 1.1), ("-0.1", -0.1), ("10", 10.0), ("1.0000001", 1.0000001), ("-1", -1.0), ("900000000", 9e8)],
)
def test_the_range_is_checked_by_strict_alone(text, value) -> None:
    """[52] Tolerant keeps the number, strict skips the entry and records it."""
    document = urlset(url(A, field("priority", text)), url(B))
    found = read(document)
    assert ([page.priority for page in found.urls], codes(found)) == ([value, None], [])
    strict = read(document, strict=True)
    (error,) = strict.errors
    assert (locs(strict), error.code, error.url, error.field, error.value) == (
        [B],
        "priority_range",
        A,
        "priority",
        text,
    )


@pytest.mark.parametrize(
    "text",
    [
        "high",
        "0,5",
        "NaN",
        "nan",
        "inf",
        "-inf",
        "Infinity",
        "1e-1",
        "0x1",
        "50%",
        "1/2",
        "0.5.1",
        ".",
        "-",
        "+",
        "--1",
        "0. 5",
        "½",
        "٠.٥",
        "1_0",
        "9" * 400,
    ],
)
def test_what_is_no_decimal_is_unset_and_recorded(text) -> None:
    """[52] Strict skips the entry."""
    document = urlset(url(A, field("priority", text)), url(B))
    found = read(document)
    assert ([page.priority for page in found.urls], codes(found)) == ([None, None], ["invalid_priority"])
    strict = read(document, strict=True)
    assert (locs(strict), codes(strict)) == ([B], ["invalid_priority"])
    for error in (found.errors[0], strict.errors[0]):
        assert (error.url, error.field, error.value, error.entry_index) == (A, "priority", text, 0)
        assert str(error).startswith(f'validate "{A}": invalid <priority> value "')


def test_every_bad_value_of_an_entry_is_recorded() -> None:
    """[6] [51] [52] Two bad values count twice, in the order in which they stand."""
    bad = [field("priority", "x"), field("changefreq", "Daily"), field("lastmod", "x")]
    assert codes(read(urlset(url(A, *bad)))) == ["invalid_priority", "invalid_lastmod"]
    found = read(urlset(url(A, *bad)), strict=True)
    assert codes(found) == ["invalid_priority", "invalid_changefreq", "invalid_lastmod"]
    assert found.error_count == 3
    assert not len(found.urls)


def test_values_of_a_refused_location_are_not_recorded() -> None:
    """[5] [7] The entry is lost, and its values with it: one error says so."""
    bad = [field("lastmod", "x"), field("priority", "x")]
    for strict in MODES:
        assert codes(read(urlset(url("ftp://x/", *bad), f"<url>{bad[0]}</url>"), strict=strict)) == [
            "loc_scheme",
            "missing_loc",
        ]


# --- [53] -------------------------------------------------------------------------------------------------------------

BAD_EXTENSIONS = [
    ("video", "duration", "PT1H"),
    ("video", "duration", "1:30"),
    ("video", "duration", "60.5"),
    ("video", "rating", "4,5"),
    ("video", "rating", "NaN"),
    ("video", "view_count", "1,000"),
    ("video", "view_count", "99999999999999999999"),
    ("video", "expiration_date", "Sat, 15 Jun 2024 10:30:45 GMT"),
    ("video", "publication_date", "2024-06-15 10:30"),
    ("video", "price", "free"),
]


@pytest.mark.parametrize("strict", MODES)
@pytest.mark.parametrize(("extension", "name", "text"), BAD_EXTENSIONS)
def test_a_number_or_date_of_an_extension_that_cannot_be_read_is_unset_and_recorded(
    extension, name, text, strict
) -> None:
    """[53] [5] For the page, in both modes; the entry and the video are kept."""
    video = f"<video:video><video:thumbnail_loc>{HOST}/t</video:thumbnail_loc><video:title>t</video:title><video:description>d</video:description><video:content_loc>{HOST}/v</video:content_loc><{extension}:{name}>{text}</{extension}:{name}></video:video>"
    found = read(urlset(url(A, video)), strict=strict)
    kept = only(found).videos[0]
    assert getattr(kept, "prices" if name == "price" else name) in {None, ()}
    (error,) = found.errors
    assert (error.code, error.url, error.value, error.entry_index) == ("invalid_value", A, text, 0)
    assert error.field == f"video:{name}"
    assert str(error) == f'validate "{A}": invalid <video:{name}> value "{text}"'


@pytest.mark.parametrize("strict", MODES)
def test_a_bad_date_of_a_news_article_is_unset_and_recorded_once(strict) -> None:
    """[53] [55] That it is unreadable is told, and not that it is missing besides."""
    news = "<news:news><news:publication><news:name>n</news:name><news:language>en</news:language></news:publication><news:publication_date>2024-06-15T10:30:45+0200</news:publication_date><news:title>t</news:title></news:news>"
    found = read(urlset(url(A, news)), strict=strict)
    assert (only(found).news.publication_date, only(found).news.title) == (None, "t")
    assert [(error.code, error.field) for error in found.errors] == [("invalid_value", "news:publication_date")]


def test_lenient_dates_holds_for_extensions_too() -> None:
    """[53] [50] The wild forms behind the option, with a note."""
    video = f"<video:video><video:thumbnail_loc>{HOST}/t</video:thumbnail_loc><video:publication_date>Sat, 15 Jun 2024 10:30:45 GMT</video:publication_date></video:video>"
    found = read(urlset(url(A, video)), lenient_dates=True)
    assert only(found).videos[0].publication_date == utc(2024, 6, 15, 10, 30, 45)
    assert (codes(found), noted(found)) == ([], {"lenient_date": 1})


# --- [59] -------------------------------------------------------------------------------------------------------------


def test_raw_keeps_the_text_of_core_values_beside_the_typed_ones() -> None:
    """[59] As they were written, trimmed; those that are bad, too."""
    page = only(
        read(
            urlset(url("/é b", field("lastmod", " 2024 "), field("changefreq", "Daily"), field("priority", "0.50"))),
            raw=True,
        )
    )
    assert (page.loc, page.changefreq, page.priority) == (f"{HOST}/%C3%A9%20b", "daily", 0.5)
    assert page.raw == {"loc": "/é b", "lastmod": "2024", "changefreq": "Daily", "priority": "0.50"}
    page = only(read(urlset(url(A, field("lastmod", "never"), field("priority", "high"))), raw=True))
    assert (page.lastmod, page.priority) == (None, None)
    assert page.raw == {"loc": A, "lastmod": "never", "changefreq": None, "priority": "high"}


def test_raw_keeps_the_value_that_counts() -> None:
    """[59] [35] The first that is not empty."""
    page = only(read(urlset(url(A, "<lastmod/>", field("lastmod", "2024"), field("lastmod", "2023"))), raw=True))
    assert (page.raw["lastmod"], page.lastmod) == ("2024", utc(2024, 1, 1))


@pytest.mark.parametrize(
    ("document", "address", "expected"),
    [
        pytest.param(
            rss(item("<pubDate>Sat, 15 Jun 2024 10:30:45 GMT</pubDate>", link=" /a ")),
            RSS,
            ("/a", "Sat, 15 Jun 2024 10:30:45 GMT"),
            id="rss",
        ),
        pytest.param(rss(item("<dc:date>2024</dc:date><pubDate/>")), RSS, (A, "2024"), id="rss-dc"),
        pytest.param(rdf(f'<item rdf:about="{A}"><dc:date>2024</dc:date></item>'), RSS, (A, "2024"), id="rdf"),
        pytest.param(atom(entry("<updated>soon</updated>", href="a")), ATOM, ("a", "soon"), id="atom"),
        pytest.param(f" {A} \n", TEXT, (A, None), id="text"),
    ],
)
def test_raw_keeps_the_values_of_feeds_and_text_lists(document, address, expected) -> None:
    """[59] [70] [75] The location and the date that count, wherever a format has them."""
    page = only(read(document, url=address, raw=True))
    assert (page.raw["loc"], page.raw["lastmod"]) == expected
    assert page.loc == A


def test_without_raw_nothing_is_kept_beside_the_values() -> None:
    """[59] It is asked for."""
    page = only(read(urlset(url(A, "<x:note>n</x:note>", field("lastmod", "2024")))))
    assert (page.raw, page.extra) == (None, ())


def test_raw_keeps_the_unknown_leaf_children_of_an_entry() -> None:
    """[59] Namespace, name and text of each, in their order; elements that hold others are left out."""
    children = "<x:note> n\n</x:note><x:empty/><other>o</other><x:deep><x:leaf>l</x:leaf></x:deep><y:z xmlns:y='urn:y'>&amp;<![CDATA[<]]></y:z><loc xmlns='urn:other'>x</loc>"
    page = only(read(urlset(url(A, children)), raw=True))
    sitemaps = "http://www.sitemaps.org/schemas/sitemap/0.9"
    assert page.extra == (
        Extra(namespace="https://example.com/vocabulary", name="note", text="n"),
        Extra(namespace="https://example.com/vocabulary", name="empty", text=""),
        Extra(namespace=sitemaps, name="other", text="o"),
        Extra(namespace="urn:y", name="z", text="&<"),
        Extra(namespace="urn:other", name="loc", text="x"),
    )


@pytest.mark.parametrize(
    ("document", "address", "names"),
    [
        (
            rss(
                item(
                    "<guid>g</guid><description>d</description><title>t</title><pubDate>x</pubDate><author><name>n</name></author>"
                )
            ),
            RSS,
            ["guid", "description"],
        ),
        (
            atom(
                entry(
                    "<id>i</id><summary>s</summary><title>t</title><issued>2024</issued><author><name>n</name></author>"
                )
            ),
            ATOM,
            ["id", "summary", "issued"],
        ),
    ],
)
def test_raw_keeps_the_unknown_leaf_children_of_a_feeds_entry(document, address, names) -> None:
    """[59] [72] What no rule reads, such as a guid or `issued`."""
    assert [extra.name for extra in only(read(document, url=address, raw=True)).extra] == names


def test_raw_adds_nothing_for_what_a_vocabulary_reads() -> None:
    """[59] Links, marks and groups of extensions are no unknown children."""
    known = f'<xhtml:link rel="alternate" hreflang="de" href="{B}"/><mobile:mobile/><image:image><image:loc>{A}</image:loc></image:image><media:thumbnail url="{A}"/>'
    assert only(read(urlset(url(A, known)), raw=True)).extra == ()


def test_a_page_knows_its_sitemap_in_every_row() -> None:
    """[60] The URL it was served from."""
    assert {page.sitemap for page in read(urlset(url(A), url(B))).urls} == {URL}
