"""The Arrow export: whatever reads the PyCapsule interface reads what the objects say."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sitemapfast._core import SITEMAP_FIELDS, URL_FIELDS, SitemapTable, Url, UrlTable

pa = pytest.importorskip("pyarrow")

CHUNK = 8_192


def values(arrow_type: Any, nullable: bool) -> st.SearchStrategy[Any]:
    """Return a strategy for the values of a column."""
    types = pa.types
    value: st.SearchStrategy[Any]
    if types.is_string(arrow_type):
        value = st.text(max_size=5)
    elif types.is_dictionary(arrow_type):
        value = st.sampled_from(["", "daily", "ünusual", "day", "failed"])
    elif types.is_timestamp(arrow_type):
        # Python cannot name an instant outside the years 1 to 9999, whatever the offset.
        bounds = (datetime(1, 1, 2), datetime(9999, 12, 30))
        zones = st.sampled_from([UTC, timezone(timedelta(hours=-9, minutes=-30))])
        value = st.datetimes(*bounds, timezones=zones)
    elif types.is_boolean(arrow_type):
        value = st.booleans()
    elif types.is_floating(arrow_type):
        value = st.floats(allow_nan=False)
    elif types.is_integer(arrow_type):
        signed = types.is_signed_integer(arrow_type)
        bits = arrow_type.bit_width - signed
        value = st.integers(-(2**bits) if signed else 0, 2**bits - 1)
    elif types.is_list(arrow_type):
        item = arrow_type.value_field
        value = st.lists(values(item.type, item.nullable), max_size=2)
    else:
        value = st.fixed_dictionaries({field.name: values(field.type, field.nullable) for field in arrow_type})
    return st.none() | value if nullable else value


def rows(cls: type[UrlTable | SitemapTable]) -> st.SearchStrategy[list[dict[str, Any]]]:
    """Return a strategy for rows of a table, as `to_dicts` gives them."""
    schema = pa.schema(cls())
    row = st.fixed_dictionaries({field.name: values(field.type, field.nullable) for field in schema})
    return st.lists(row, max_size=5)


def plain(count: int) -> UrlTable:
    """Return a table of `count` pages with a location, a place and now and then a date."""
    date = datetime(2024, 1, 1, tzinfo=UTC)
    return UrlTable.from_rows(
        {
            "loc": f"https://example.com/{n}",
            "position": n,
            "lastmod": date + timedelta(days=n % 900) if n % 3 else None,
            "changefreq": ("daily", "weekly", None)[n % 3],
            "images": [{"loc": f"https://example.com/{n}.png"}] * (n % 2),
            "sitemap": f"https://example.com/{n // 10_000}.xml",
        }
        for n in range(count)
    )


@pytest.mark.parametrize("cls", [UrlTable, SitemapTable])
def test_arrow_says_what_the_objects_say(cls: type[UrlTable]) -> None:
    """Random rows, sliced and joined, are the same through Arrow as through Python, and valid Arrow."""

    @settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
    @given(rows(cls), rows(cls), st.integers(0, 6), st.integers(0, 6))
    def check(first: list[dict[str, Any]], second: list[dict[str, Any]], start: int, stop: int) -> None:
        table = cls.from_rows(first)
        derived = {"lastmod_offset", "lastmod_precision"}
        for given_row, row in zip(first, table.to_dicts(), strict=True):
            assert {k: v for k, v in row.items() if k not in derived} == {
                k: v for k, v in given_row.items() if k not in derived
            }
        for cut in (table, table[start:stop], cls.concat([table, cls.from_rows(second)]), table[::-1]):
            arrow = pa.table(cut)
            arrow.validate(full=True)
            assert arrow.to_pylist() == cut.to_dicts()

    check()


@pytest.mark.parametrize(("cls", "fields"), [(UrlTable, URL_FIELDS), (SitemapTable, SITEMAP_FIELDS)])
def test_the_types_are_those_that_are_documented(
    cls: type[UrlTable | SitemapTable], fields: list[tuple[str, str, bool, str]]
) -> None:
    """`URL_FIELDS` tells the names, types and nullability that Arrow sees."""
    schema = pa.schema(cls())
    assert [(field.name, str(field.type), field.nullable) for field in schema] == [field[:3] for field in fields]
    assert pa.table(cls()).schema == schema
    assert all(doc.endswith(".") for *_, doc in fields)


def test_the_schema_does_not_depend_on_the_content() -> None:
    """Tables of any two documents join."""
    bare, full = UrlTable.from_rows([{"loc": "x"}]), plain(10)
    assert pa.table(bare).schema == pa.table(full).schema
    joined = pa.concat_tables([pa.table(bare), pa.table(full)])
    joined.validate(full=True)
    assert joined.to_pylist() == bare.to_dicts() + full.to_dicts()


def test_slices_share_memory_with_their_table() -> None:
    """A slice is exported without a copy: its text buffer is that of the table."""
    table = plain(1_000)
    whole = pa.table(table)["loc"].chunk(0)
    part = pa.table(table[100:200])["loc"].chunk(0)
    assert part.buffers()[2].address == whole.buffers()[2].address
    assert part.to_pylist() == table[100:200].locs()


def test_pyarrow_outlives_the_table() -> None:
    """What was exported stays alive without the table it came from."""
    arrow = pa.table(plain(1_000))
    images = arrow["images"].combine_chunks().values
    expected = plain(1_000).to_dicts()
    del arrow
    assert images.to_pylist() == [image for row in expected for image in row["images"]]


def test_polars_reads_tables_directly() -> None:
    """`polars.DataFrame(table)` takes the capsule, not the rows."""
    polars = pytest.importorskip("polars")
    for table in (plain(2 * CHUNK + 5), plain(5)[1:4], UrlTable(), UrlTable.from_rows([{"loc": "x"}])):
        frame = polars.DataFrame(table)
        assert frame.columns == [name for name, *_ in URL_FIELDS]
        assert frame.height == len(table)
        assert frame["loc"].to_list() == table.locs()
        assert frame["lastmod"].to_list() == table.column("lastmod")
        assert frame["changefreq"].cast(polars.String).to_list() == table.column("changefreq")
        assert frame["images"].to_list() == [row["images"] for row in table.to_dicts()]
        assert frame["sitemap"].cast(polars.String).to_list() == table.column("sitemap")
        assert table.to_polars().equals(frame)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(rows(UrlTable))
def test_polars_says_what_the_objects_say(given_rows: list[dict[str, Any]]) -> None:
    """Nested columns reach polars whole."""
    polars = pytest.importorskip("polars")
    table = UrlTable.from_rows(given_rows)
    assert polars.DataFrame(table).to_dicts() == table.to_dicts()


def test_duckdb_queries_tables_directly() -> None:
    """A table in a local variable is a table in SQL."""
    duckdb = pytest.importorskip("duckdb")
    pages = plain(2 * CHUNK + 5)
    n = len(pages)
    dated = sum(1 for date in pages.column("lastmod") if date)
    query = "select count(*), count(lastmod), sum(position), sum(len(images)), count(distinct sitemap) from pages"
    expected = [(n, dated, n * (n - 1) // 2, n // 2, 2)]
    assert duckdb.sql(query).fetchall() == expected
    assert duckdb.from_arrow(pages).aggregate("count(*), sum(position)").fetchall() == [(n, n * (n - 1) // 2)]
    assert duckdb.sql("select loc from pages where position = 8200").fetchall() == [("https://example.com/8200",)]


def test_pandas_gets_a_frame() -> None:
    """`to_pandas` keeps rows, names and dates."""
    pandas = pytest.importorskip("pandas")
    table = plain(CHUNK + 5)
    frame = table.to_pandas()
    assert list(frame.columns) == [name for name, *_ in URL_FIELDS]
    assert frame["loc"].tolist() == table.locs()
    assert frame["position"].tolist() == list(range(len(table)))
    dates = [None if pandas.isna(date) else date.to_pydatetime() for date in frame["lastmod"]]
    assert dates == table.column("lastmod")
    assert frame["sitemap"].astype(str).tolist() == table.column("sitemap")


def test_to_arrow_is_the_same_table() -> None:
    """`to_arrow` gives what `pyarrow.table` gives."""
    table = plain(10)
    assert table.to_arrow().equals(pa.table(table))


def test_arro3_reads_tables_directly() -> None:
    """A second implementation of the interface agrees."""
    arro3 = pytest.importorskip("arro3.core")
    table = plain(CHUNK + 5)
    assert pa.table(arro3.Table.from_arrow(table)).to_pylist() == table.to_dicts()


def test_nanoarrow_reads_tables_directly() -> None:
    """A third implementation of the interface agrees."""
    nanoarrow = pytest.importorskip("nanoarrow")
    table = plain(10)
    array = nanoarrow.Array(table)
    assert len(array) == 10
    assert [row["loc"] for row in array.to_pylist()] == table.locs()


@pytest.mark.parametrize(
    ("method", "module"), [("to_arrow", "pyarrow"), ("to_polars", "polars"), ("to_pandas", "pandas")]
)
def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch, method: str, module: str) -> None:
    """The error says what to install."""
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ImportError, match=rf"UrlTable\.{method}\(\) needs {module}: pip install {module}"):
        getattr(plain(1), method)()


def test_a_requested_schema_is_ignored() -> None:
    """The interface lets a producer ignore the request where it cannot cast."""
    table = plain(3)
    other = pa.schema([("loc", pa.large_string())])
    capsule = table.__arrow_c_stream__(other.__arrow_c_schema__())
    assert pa.RecordBatchReader._import_from_c_capsule(capsule).read_all().to_pylist() == table.to_dicts()
    assert "arrow_array_stream" in repr(table.__arrow_c_stream__(requested_schema=None))
    assert "arrow_schema" in repr(table.__arrow_c_schema__())


def test_a_capsule_is_consumed_once() -> None:
    """A consumer that moved the stream out leaves a released one behind."""
    capsule = plain(3).__arrow_c_stream__()
    assert pa.RecordBatchReader._import_from_c_capsule(capsule).read_all().num_rows == 3
    with pytest.raises(pa.ArrowInvalid):
        pa.RecordBatchReader._import_from_c_capsule(capsule)


def test_exports_are_independent() -> None:
    """Two exports of a table, one half read, one dropped unread, do not disturb each other."""
    table = plain(2 * CHUNK + 5)
    first, second, third = (table.__arrow_c_stream__() for _ in range(3))
    reader = pa.RecordBatchReader._import_from_c_capsule(first)
    batch = reader.read_next_batch()
    del second
    reader.close()
    del reader, first
    assert batch.column("loc").to_pylist() == table.locs()[: len(batch)]
    assert pa.RecordBatchReader._import_from_c_capsule(third).read_all().num_rows == len(table)
    for _ in range(100):
        table.__arrow_c_stream__()
        table.__arrow_c_schema__()


def test_memory_is_given_back() -> None:
    """Every export is released exactly once: tables that were exported do not pile up."""
    code = """
import resource

import pyarrow as pa
from sitemapfast._core import UrlTable

rows = [{"loc": "x" * 2_000, "images": [{"loc": "y" * 500}]} for _ in range(4_000)]

def export():
    table = UrlTable.from_rows(rows)
    table.__arrow_c_stream__()
    arrow = pa.table(table)
    reader = pa.RecordBatchReader.from_stream(table)
    reader.read_next_batch()
    return arrow["loc"].chunk(0)[0].as_py()

for _ in range(3):
    export()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for _ in range(30):
    export()
grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
# One table is 10 MB, so thirty that were kept would be 300.
assert grown < 60, f"{grown:.0f} MB"
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=100)


def test_threads_export_one_table_at_once() -> None:
    """Exports need no lock (rule [93])."""
    table = plain(3_000)
    expected = table.to_dicts()
    with ThreadPoolExecutor(8) as pool:
        assert all(result == expected for result in pool.map(lambda _: pa.table(table).to_pylist(), range(12)))


def test_only_tables_speak_arrow() -> None:
    """A row is no table."""
    assert not hasattr(Url(loc="x"), "__arrow_c_stream__")
    assert not hasattr(Url(loc="x"), "__arrow_c_array__")
