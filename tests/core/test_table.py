"""Tables and rows: sequences of values that say the same whichever way they are read."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemapfast import _core, entries
from sitemapfast._core import SITEMAP_FIELDS, URL_FIELDS, SitemapRef, SitemapTable, Url, UrlTable

INDIA = timezone(timedelta(hours=5, minutes=30))
CHUNK = 8_192

RICH = Url(
    loc="https://example.com/ä",
    lastmod=datetime(2024, 2, 29, 23, 59, 58, 123456, tzinfo=INDIA),
    changefreq="daily",
    priority=0.8,
    images=[entries.Image(loc="https://example.com/a.png", title="A"), entries.Image(loc="https://example.com/b.png")],
    videos=[
        entries.Video(
            thumbnail_loc="https://example.com/t.png",
            duration=600,
            rating=4.5,
            publication_date=datetime(2020, 1, 1, tzinfo=UTC),
            tags=("one", "two"),
            prices=(entries.VideoPrice(value=1.99, currency="EUR"),),
            content_segments=(entries.VideoSegment(loc="https://example.com/1.mp4"),),
            tvshow=entries.TvShow(show_title="Show", premier_date=datetime(2019, 1, 1, tzinfo=UTC)),
            ids=(entries.VideoId(value="7", type="tms:series"),),
        )
    ],
    news=entries.News(title="News", publication_date=datetime(2024, 1, 1, tzinfo=UTC)),
    alternates=[entries.Alternate(rel="alternate", hreflang="de", href="https://example.com/de")],
    media=entries.Media(
        contents=(entries.MediaContent(url="https://example.com/m.mp4", width=640, duration=1.5),),
        thumbnails=(entries.MediaThumbnail(url="https://example.com/m.png"),),
    ),
    mobile=True,
    pagemap=[entries.PageMapObject(type="t", id="i", attributes=(entries.PageMapAttribute(name="n", value="v"),))],
    title="Title",
    sitemap="https://example.com/sitemap.xml",
    position=3,
    line=7,
    extra=[entries.Extra(namespace="urn:x", name="n", text="t")],
    raw={"loc": " /ä", "priority": "0.80"},
)


def plain(count: int, *, start: int = 0) -> UrlTable:
    """Return a table of `count` pages whose locations tell their number."""
    rows = range(start, start + count)
    return UrlTable.from_rows({"loc": f"https://example.com/{n}", "position": n, "priority": n / 1000} for n in rows)


def locs(rows: range) -> list[str]:
    """Return the locations that `plain` gives to these rows."""
    return [f"https://example.com/{n}" for n in rows]


# --- rows ---


def test_a_row_has_the_values_it_was_made_of() -> None:
    """Rules [50] to [60]: every attribute, nested ones as dataclasses, lists as tuples."""
    assert RICH.loc == "https://example.com/ä"
    assert RICH.changefreq is entries.Changefreq.DAILY
    assert RICH.priority == 0.8
    assert RICH.images == (
        entries.Image(loc="https://example.com/a.png", title="A"),
        entries.Image(loc="https://example.com/b.png"),
    )
    video = RICH.videos[0]
    assert (video.duration, video.rating, video.tags) == (600, 4.5, ("one", "two"))
    assert video.prices == (entries.VideoPrice(value=1.99, currency="EUR"),)
    assert video.tvshow == entries.TvShow(show_title="Show", premier_date=datetime(2019, 1, 1, tzinfo=UTC))
    assert video.ids[0].type == "tms:series"
    assert RICH.news is not None
    assert RICH.news.title == "News"
    assert RICH.alternates[0].hreflang == "de"
    assert RICH.media is not None
    assert RICH.media.thumbnails == (entries.MediaThumbnail(url="https://example.com/m.png"),)
    assert RICH.pagemap[0].attributes[0].value == "v"
    assert RICH.extra == (entries.Extra(namespace="urn:x", name="n", text="t"),)
    assert RICH.raw == {"loc": " /ä", "lastmod": None, "changefreq": None, "priority": "0.80"}
    assert (RICH.mobile, RICH.title, RICH.position, RICH.line) == (True, "Title", 3, 7)


def test_a_date_keeps_its_own_offset_and_says_how_exact_it_is() -> None:
    """Rule [50]: an aware datetime, the offset kept, beside its precision."""
    assert RICH.lastmod == datetime(2024, 2, 29, 23, 59, 58, 123456, tzinfo=INDIA)
    assert RICH.lastmod is not None
    assert RICH.lastmod.utcoffset() == timedelta(hours=5, minutes=30)
    assert RICH.lastmod_offset == 330
    assert RICH.lastmod_precision is entries.Precision.FRACTION
    day = Url(loc="x", lastmod=datetime(2024, 1, 1, tzinfo=UTC), lastmod_precision="day")
    assert day.lastmod_precision is entries.Precision.DAY
    assert day.lastmod is not None
    assert day.lastmod.tzinfo is UTC


def test_a_row_without_values_has_none_of_them() -> None:
    """What an entry does not say is None, or an empty tuple, never a default of ours (rule [52])."""
    row = Url(loc="https://example.com/")
    assert row.lastmod is row.changefreq is row.priority is row.news is row.media is row.raw is None
    assert row.images == row.videos == row.alternates == row.pagemap == row.extra == ()
    assert row.mobile is False


def test_a_word_that_is_no_changefreq_is_kept_as_it_is() -> None:
    """Rule [51]: tolerant mode keeps another value as written."""
    row = Url(loc="x", changefreq="sometimes")
    assert row.changefreq == "sometimes"
    assert type(row.changefreq) is str


@given(st.datetimes(timezones=st.integers(-1439, 1439).map(lambda n: timezone(timedelta(minutes=n)))))
def test_any_date_comes_back_as_it_was(date: datetime) -> None:
    """The text that dates are made from is right for every day, fraction and offset (rule [50])."""
    row = Url(loc="x", lastmod=date)
    assert row.lastmod == date
    assert row.lastmod is not None
    local = row.lastmod.replace(tzinfo=None)
    in_utc = date.astimezone(UTC).replace(tzinfo=None) if 1 < date.year < 9999 else local
    assert local in {date.replace(tzinfo=None), in_utc}
    assert row.lastmod.utcoffset() == date.utcoffset() or date.year in {1, 9999}


@pytest.mark.parametrize(
    ("fields", "error", "message"),
    [
        ({}, TypeError, "loc is required"),
        ({"loc": None}, TypeError, "loc is required"),
        ({"loc": 7}, TypeError, "loc: expected a str, not int"),
        ({"loc": "x", "lastmod": datetime(2024, 1, 1)}, ValueError, "lastmod: a naive datetime"),
        ({"loc": "x", "lastmod": "2024-01-01"}, TypeError, "lastmod: expected a datetime, not str"),
        ({"loc": "x", "priority": "high"}, TypeError, "priority: "),
        ({"loc": "x", "position": -1}, OverflowError, "position: -1 is out of range"),
        ({"loc": "x", "position": 2**32}, OverflowError, "position: 4294967296 is out of range"),
        ({"loc": "x", "position": 2**70}, OverflowError, "position: "),
        ({"loc": "x", "images": "https://example.com/a.png"}, TypeError, "images: expected a list or tuple, not str"),
        ({"loc": "x", "images": [{"title": "A"}]}, TypeError, "images.loc is required"),
        ({"loc": "x", "images": [None]}, TypeError, "images: expected items, not NoneType"),
        ({"loc": "x", "images": [{"loc": "x", "size": 3}]}, TypeError, "'size' is no field of images"),
        ({"loc": "x", "news": 7}, TypeError, "news: expected a dict or one of the entries, not int"),
        ({"loc": "x", "depth": 7}, TypeError, "'depth' is no field of the rows of urls"),
        ({"loc": "\ud800"}, ValueError, "loc: "),
    ],
    ids=str,
)
def test_a_wrong_value_is_refused_by_the_name_of_its_field(
    fields: dict[str, Any], error: type[Exception], message: str
) -> None:
    """A row that cannot be stored says which field is wrong, from the constructor and from a dict alike."""
    with pytest.raises(error, match="^" + message.replace("'", ".")):
        Url(**fields)
    with pytest.raises(error, match="^" + message.replace("'", ".")):
        UrlTable.from_rows([{"loc": "https://example.com/"}, fields])


def test_a_row_takes_keywords_only_and_shows_them() -> None:
    """The signature lists every column in order, and the attributes' docs are those of the columns."""
    with pytest.raises(TypeError):
        Url("https://example.com/")  # type: ignore[misc, call-arg]
    for cls, fields in ((Url, URL_FIELDS), (SitemapRef, SITEMAP_FIELDS)):
        assert list(inspect.signature(cls).parameters) == [name for name, *_ in fields]
        assert [getattr(cls, name).__doc__ for name, *_ in fields] == [doc for *_, doc in fields]


def test_the_dataclasses_have_the_fields_of_the_columns() -> None:
    """The dataclasses are written by hand; their fields are those of THE column list, in order."""
    classes = {
        "images": entries.Image,
        "videos": entries.Video,
        "news": entries.News,
        "alternates": entries.Alternate,
        "media": entries.Media,
        "pagemap": entries.PageMapObject,
        "extra": entries.Extra,
    }
    types = {name: arrow_type for name, arrow_type, *_ in URL_FIELDS}
    for column, cls in classes.items():
        names = [field.name for field in dataclasses.fields(cls)]
        depth = 0
        found = []
        inside = types[column].removeprefix("list<item: ").removeprefix("struct<")
        word = ""
        for c in inside:
            if c == ":" and depth == 0:
                found.append(word.strip(" ,"))
            depth += {"<": 1, ">": -1}.get(c, 0)
            word = "" if c in ",<>:" else word + c
            if depth < 0:
                break
        assert [name.split(" ")[-1] for name in found] == names


def test_rows_are_values() -> None:
    """Equal, hashed and matched by what they hold, not by where they are."""
    table = UrlTable.from_rows([RICH, {"loc": "x"}])
    twin = table[0]
    assert twin == RICH
    assert twin is not RICH
    assert hash(twin) == hash(RICH)
    assert {twin, RICH, table[1]} == {RICH, table[1]}
    assert table[1] != RICH
    assert RICH != "https://example.com/ä"
    assert Url(loc="x", images=[{"loc": "a"}]) != Url(loc="x", images=[{"loc": "b"}])
    match table[1]:
        case Url(loc, None):
            assert loc == "x"
        case _:
            pytest.fail("a row matches by position")


def test_a_row_cannot_be_changed() -> None:
    """Rows are frozen views."""
    with pytest.raises(AttributeError):
        RICH.loc = "y"  # type: ignore[misc]
    with pytest.raises(AttributeError):
        RICH.anything = 1  # type: ignore[attr-defined]


def test_to_dict_gives_plain_builtins_that_make_the_same_row() -> None:
    """A dict can be sent anywhere, and makes the row again."""

    def check(value: object) -> None:
        assert type(value) in {dict, list, str, int, float, bool, datetime, type(None)}
        for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            check(item)

    fields = RICH.to_dict()
    assert list(fields) == [name for name, *_ in URL_FIELDS]
    check(fields)
    assert Url(**fields) == RICH
    assert UrlTable.from_rows([fields])[0] == RICH


def test_a_row_pickles_itself_and_not_its_table() -> None:
    """A pickled row is small however large its table is."""
    table = plain(20_000)
    data = pickle.dumps(table[10_000])
    assert len(data) < 1_000
    assert pickle.loads(data) == table[10_000]
    for row in (RICH, SitemapRef(loc="x", outcome="not followed", status=304)):
        again = pickle.loads(pickle.dumps(row))
        assert again == row
        assert again.to_dict() == row.to_dict()
        assert copy.deepcopy(row) == row


def test_the_repr_of_a_row_is_one_line_that_a_terminal_does_not_obey() -> None:
    """Nothing a server sends may write to a terminal (rule [111])."""
    shown = repr(RICH)
    assert shown.startswith("<Url https://example.com/ä lastmod=2024-02-29T23:59:58.123456+05:30 changefreq=daily")
    assert "images=2" in shown
    assert repr(Url(loc="x", lastmod=datetime(2024, 1, 1, tzinfo=UTC), lastmod_precision="day")) == (
        "<Url x lastmod=2024-01-01>"
    )
    evil = repr(Url(loc="a\x1b[31m\n\u202eb" + "c" * 9_999, title="\x07"))
    assert evil.isprintable()
    assert len(evil) < 400


def test_a_sitemap_ref_has_its_outcome() -> None:
    """Rule [89]: the outcome is a word of a closed set."""
    ref = SitemapRef(loc="https://example.com/s.xml", outcome="over a limit", status=200, size=10)
    assert ref.outcome is entries.Outcome.OVER_LIMIT
    assert SitemapRef(loc="x").outcome is entries.Outcome.PENDING
    assert (ref.status, ref.size, ref.error, ref.parent, ref.depth) == (200, 10, None, "", 0)
    fetched = SitemapRef(loc="x", fetched_at=datetime(2026, 1, 1, tzinfo=INDIA))
    assert fetched.fetched_at == datetime(2026, 1, 1, tzinfo=INDIA)
    assert repr(ref) == "<SitemapRef https://example.com/s.xml depth=0 outcome=over a limit size=10 status=200>"


# --- tables ---


@given(st.integers(0, 40), st.slices(40))
def test_a_slice_is_that_of_a_list(count: int, cut: slice) -> None:
    """Any slice, steps and negative bounds included, gives the rows a list would give."""
    table = plain(count)
    assert table[cut].locs() == locs(range(count))[cut]
    assert [row.loc for row in table[cut]] == locs(range(count))[cut]


def test_rows_are_reached_over_chunk_borders() -> None:
    """A table of several chunks behaves as one."""
    count = 2 * CHUNK + 100
    table = plain(count)
    assert len(table) == count
    for row in (0, CHUNK - 1, CHUNK, 2 * CHUNK, count - 1, -1, -count):
        assert table[row].loc == locs(range(count))[row]
    assert table[CHUNK - 2 : CHUNK + 2].locs() == locs(range(CHUNK - 2, CHUNK + 2))
    assert table[:: CHUNK // 2].locs() == locs(range(0, count, CHUNK // 2))
    assert [row.position for row in table] == list(range(count))
    assert [row.position for row in reversed(table)] == list(range(count))[::-1]


def test_what_is_no_row_is_refused() -> None:
    """Bad indices raise what a list raises."""
    table = plain(3)
    for index in (3, -4, sys.maxsize, -sys.maxsize - 1, 2**80):
        with pytest.raises(IndexError):
            table[index]
    with pytest.raises(TypeError, match="not str"):
        table["loc"]  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="zero"):
        table[::0]


def test_search_is_by_value() -> None:
    """`in`, `index` and `count` compare rows."""
    a, b = Url(loc="a"), Url(loc="b")
    table = UrlTable.from_rows([a, b, a])
    assert b in table
    assert Url(loc="b", line=3) not in table
    assert "a" not in table
    assert (table.index(a), table.index(a, 1), table.index(b, -2), table.count(a), table.count("a")) == (0, 2, 1, 2, 0)
    for bounds in ((1, 2), (3,), (0, -3)):
        with pytest.raises(ValueError, match="no row"):
            table.index(a, *bounds)


def test_columns_are_the_attributes_of_the_rows() -> None:
    """Bulk access and attribute access say the same."""
    table = UrlTable.from_rows([RICH, {"loc": "x"}, RICH])
    names = [name for name, *_ in URL_FIELDS]
    for name in names:
        column = table.column(name)
        assert column == [getattr(row, name) for row in table]
        assert [type(value) for value in column] == [type(getattr(row, name)) for row in table]
    assert table.rows() == [tuple(getattr(row, name) for name in names) for row in table]
    assert table.rows("priority", "loc") == [(0.8, RICH.loc), (None, "x"), (0.8, RICH.loc)]
    assert table.to_dicts() == [row.to_dict() for row in table]
    with pytest.raises(KeyError, match=r"no column .*nope"):
        table.column("nope")
    with pytest.raises(KeyError, match=r"no column .*nope"):
        table.rows("loc", "nope")


def test_bulk_dates_and_words_are_right_over_many_chunks() -> None:
    """What is cached from row to row is never taken for another row's."""
    dates = [datetime(2000, 1, 1, tzinfo=UTC) + timedelta(hours=7 * (n % 997)) for n in range(2 * CHUNK + 5)]
    words = [f"word {n % 13}" for n in range(len(dates))]
    table = UrlTable.from_rows(
        {"loc": "x", "lastmod": date, "lastmod_offset": n % 3, "changefreq": word}
        for n, (date, word) in enumerate(zip(dates, words, strict=True))
    )
    assert table.rows("lastmod", "changefreq") == list(zip(dates, words, strict=True))
    offsets = [date.utcoffset() for date in table.column("lastmod")]
    assert offsets == [timedelta(minutes=n % 3) for n in range(len(dates))]


@given(st.lists(st.booleans(), max_size=60))
def test_a_filter_keeps_what_the_mask_says(mask: list[bool]) -> None:
    """A mask is a sequence of truth values, or bytes."""
    table = plain(len(mask))
    kept = [loc for loc, keep in zip(table.locs(), mask, strict=True) if keep]
    assert table.filter(mask).locs() == kept
    assert table.filter(bytes(mask)).locs() == kept
    assert table.filter(bytearray(mask)).locs() == kept
    assert table.filter([1 if keep else None for keep in mask]).locs() == kept


def test_a_filtered_rich_row_is_whole() -> None:
    """Nested values move with their rows."""
    table = UrlTable.from_rows([{"loc": "x"}, RICH, {"loc": "y"}, RICH])
    assert list(table.filter([False, True, False, True])) == [RICH, RICH]
    assert table[::-2][0] == RICH
    with pytest.raises(ValueError, match="mask: 3 places for 4 rows"):
        table.filter([True] * 3)


def test_a_sample_is_of_different_rows_and_repeatable() -> None:
    """The same seed gives the same rows in the same order; no row comes twice."""
    table = plain(500)
    drawn = table.sample(100, seed=7).locs()
    assert len(set(drawn)) == 100
    assert set(drawn) <= set(table.locs())
    assert drawn == table.sample(100, seed=7).locs()
    assert drawn != table.sample(100, seed=8).locs()
    assert drawn != sorted(drawn)
    assert sorted(table.sample(9_999).locs()) == sorted(table.locs())
    assert table.sample(400).locs() != table.sample(400).locs()
    assert len(table.sample(0)) == len(plain(0).sample(5)) == 0
    with pytest.raises(ValueError, match="n: cannot be negative"):
        table.sample(-1)


def test_every_row_is_as_likely_in_a_sample() -> None:
    """Over many seeds each row is drawn about as often as any other."""
    table = plain(10)
    drawn = [row.position for seed in range(2_000) for row in table.sample(3, seed=seed)]
    assert all(500 < drawn.count(n) < 700 for n in range(10))


def test_concat_joins_tiny_tables_to_chunks() -> None:
    """50,000 tiny batches would cripple every Arrow consumer, so small tables are joined."""
    tables = [plain(3, start=3 * n) for n in range(6_000)]
    table = UrlTable.concat(tables)
    assert table.locs() == locs(range(18_000))
    assert table == plain(18_000)
    pyarrow = pytest.importorskip("pyarrow")
    sizes = [len(batch) for batch in pyarrow.table(table).to_batches()]
    assert all(size >= CHUNK for size in sizes[:-1])
    assert UrlTable.concat([]) == UrlTable()
    assert UrlTable.concat(iter([table])) == table


def test_tables_of_other_rows_are_refused() -> None:
    """Pages and sitemaps do not mix."""
    with pytest.raises(TypeError):
        UrlTable.concat([SitemapTable()])  # type: ignore[list-item]
    with pytest.raises(TypeError):
        UrlTable.concat([1])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="a row: expected a row object or a mapping, not SitemapRef"):
        UrlTable.from_rows([SitemapRef(loc="x")])  # type: ignore[list-item]
    assert UrlTable() != SitemapTable()
    assert UrlTable() != []


def test_tables_are_compared_by_their_rows() -> None:
    """Equal however they are cut into chunks; not hashable, as lists are not."""
    table = plain(CHUNK + 10)
    assert table == UrlTable.concat([table[:5], table[5:]])
    assert table != table[1:]
    assert table[:2] != plain(2, start=1)
    with pytest.raises(TypeError):
        hash(table)


def test_from_rows_of_rows_does_not_keep_their_tables() -> None:
    """A few rows of a large table are copied out of it."""
    large = plain(50_000)
    few = UrlTable.from_rows([large[3], large[4], large[40_000], {"loc": "x"}])
    assert few.locs() == [*locs(range(3, 5)), "https://example.com/40000", "x"]
    assert few.nbytes < 20_000 < large.nbytes


@pytest.mark.parametrize(
    "table",
    [
        UrlTable(),
        SitemapTable(),
        plain(3),
        plain(CHUNK + 3)[5:-5],
        UrlTable.from_rows([RICH, {"loc": "x"}]),
        SitemapTable.from_rows([SitemapRef(loc="x", error="e"), {"loc": "y", "outcome": "failed", "line": 3}]),
    ],
    ids=["empty urls", "empty sitemaps", "plain", "sliced", "rich", "sitemaps"],
)
def test_a_table_pickles(table: UrlTable | SitemapTable) -> None:
    """A table crosses to another process whole."""
    again = pickle.loads(pickle.dumps(table))
    assert type(again) is type(table)
    assert again == table
    assert again.to_dicts() == table.to_dicts()
    assert copy.deepcopy(table) == table


@given(st.data())
def test_damaged_pickles_are_refused_or_sound(data: st.DataObject) -> None:
    """A pickle is checked when read: no bytes crash, and what is accepted can be read."""
    _, (good,) = UrlTable.from_rows([RICH, {"loc": "x"}, RICH]).__reduce__()
    bad = bytearray(good)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(bad) - 1))
        bad[place] = data.draw(st.integers(0, 255))
    try:
        table = _core._load_table(bytes(bad))
    except ValueError as error:
        assert "not a pickled table" in str(error)
        return
    assert len(table.locs()) == len(table)
    try:
        table.to_dicts()
    except OverflowError as error:
        assert "years 1 to 9999" in str(error)
    pyarrow = pytest.importorskip("pyarrow")
    pyarrow.table(table).validate(full=True)


@given(st.binary(max_size=200))
def test_random_bytes_are_no_pickle(data: bytes) -> None:
    """Anything that is not a pickle is a ValueError."""
    for load in (_core._load_table, _core._load_row):
        with pytest.raises(ValueError, match="not a pickled table"):
            load(data)


def test_a_pickle_of_no_rows_is_no_row() -> None:
    """A row has to be there."""
    _, (empty,) = UrlTable().__reduce__()
    with pytest.raises(ValueError, match="holds none"):
        _core._load_row(empty)


def test_the_repr_of_a_table_is_short() -> None:
    """Useful at a prompt: the size and the first rows."""
    shown = repr(plain(12_345)).splitlines()
    assert shown[0] == "<UrlTable of 12,345 rows>"
    assert shown[1] == "  https://example.com/0 priority=0"
    assert shown[-1] == "  … and 12,340 more"
    assert len(shown) == 7
    assert repr(UrlTable()) == "<UrlTable of 0 rows>"
    assert repr(SitemapTable.from_rows([{"loc": "x"}])) == "<SitemapTable of 1 row>\n  x depth=0 outcome=pending"


def test_the_notebook_view_is_escaped() -> None:
    """Nothing a server sends is markup in a notebook (rule [111])."""
    html = UrlTable.from_rows([{"loc": "<script>alert('&')</script>\x1b"}])._repr_html_()
    assert "<script>" not in html
    assert "&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;" in html
    assert "\x1b" not in html
    assert plain(50)._repr_html_().count("<tr>") == 12


def test_a_table_is_frozen_and_not_a_registered_sequence() -> None:
    """A table stays out of that, since polars asks for `Sequence` before the Arrow capsule, and would take rows."""
    from collections.abc import Sequence

    assert not isinstance(UrlTable(), Sequence)
    with pytest.raises(AttributeError):
        UrlTable().anything = 1  # type: ignore[attr-defined]


def test_many_threads_read_one_table() -> None:
    """Tables, rows and iterators are shared between threads without locks (rule [93])."""
    table = UrlTable.from_rows([RICH, {"loc": "x"}] * 500)
    expected = (table.locs(), table.to_dicts(), list(table))
    shared = iter(table)

    def read(_: int) -> tuple[Any, ...]:
        sum(1 for _ in zip(range(50), shared, strict=False))
        return (table.locs(), pickle.loads(pickle.dumps(table)).to_dicts(), list(table))

    with ThreadPoolExecutor(8) as pool:
        assert all(result == expected for result in pool.map(read, range(16)))
    assert sum(1 for _ in shared) == 1_000 - 16 * 50
