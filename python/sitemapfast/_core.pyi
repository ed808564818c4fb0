"""The typed face of the compiled core.

Rows and tables: `Url` and `SitemapRef` are views of a row, `UrlTable` and `SitemapTable` hold the columns.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, Final, Self, TypeAlias, final, overload

import polars

from sitemapfast.entries import (
    Alternate,
    Changefreq,
    Extra,
    Image,
    Media,
    News,
    Outcome,
    PageMapObject,
    Precision,
    Video,
)

_Fields: TypeAlias = Mapping[str, Any]

URL_FIELDS: Final[list[tuple[str, str, bool, str]]]
"""The columns of a `UrlTable`: name, Arrow type, whether a row may be without a value, meaning."""

SITEMAP_FIELDS: Final[list[tuple[str, str, bool, str]]]
"""The columns of a `SitemapTable`: name, Arrow type, whether a row may be without a value, meaning."""

@final
class Url:
    """A page that a sitemap or feed lists (rules [50] to [60]).

    Its attributes are made when they are read, from the columns it is a row of. Two are equal if all their fields are,
    place and line included. It keeps alive the chunk it lies in; pickled, it takes along nothing but itself.

    Example:
        >>> from sitemapfast._core import Url
        >>> Url(loc="https://example.com/", priority=0.8)
        <Url https://example.com/ priority=0.8>
    """

    __match_args__: Final = ("loc", "lastmod", "changefreq", "priority")

    def __new__(
        cls,
        *,
        loc: str,
        lastmod: datetime | None = None,
        lastmod_offset: int | None = None,
        lastmod_precision: str | None = None,
        changefreq: str | None = None,
        priority: float | None = None,
        images: Iterable[Image | _Fields] | None = (),
        videos: Iterable[Video | _Fields] | None = (),
        news: News | _Fields | None = None,
        alternates: Iterable[Alternate | _Fields] | None = (),
        media: Media | _Fields | None = None,
        mobile: bool | None = False,
        pagemap: Iterable[PageMapObject | _Fields] | None = (),
        title: str | None = None,
        sitemap: str | None = "",
        position: int | None = 0,
        line: int | None = 0,
        extra: Iterable[Extra | _Fields] | None = (),
        raw: _Fields | None = None,
    ) -> Self:
        """Make a row from its fields, the names of the columns.

        Args:
            loc: Where the page is.
            lastmod: An aware datetime; it tells the offset and the precision where these are not given.
            lastmod_offset: The offset of that date in minutes.
            lastmod_precision: How exact it is, a `Precision` or its value.
            changefreq: How often the page changes.
            priority: How important it is within its site.
            images: Its images; these and the other entries can be the dataclasses or dicts of their fields.
            videos: Its videos.
            news: The article it is.
            alternates: The same page in other languages or for other media.
            media: What Media RSS says of it.
            mobile: Whether it is marked as made for mobile phones.
            pagemap: The data objects of its PageMap.
            title: The title of a feed's entry.
            sitemap: The URL of the document it stands in.
            position: Its place in that document, from 0.
            line: The line its entry begins on, from 1.
            extra: Elements that no vocabulary knows.
            raw: The core values as they were written.

        Raises:
            TypeError: A field is unknown, missing or of another type.
            ValueError: A datetime is naive.
            OverflowError: A number does not fit into its column.
        """

    @property
    def loc(self) -> str:
        """Where the page is."""

    @property
    def lastmod(self) -> datetime | None:
        """When it was last modified."""

    @property
    def lastmod_offset(self) -> int | None:
        """The offset that date was written with, in minutes."""

    @property
    def lastmod_precision(self) -> Precision | None:
        """How exact it is: year, month, day, minute, second or fraction."""

    @property
    def changefreq(self) -> Changefreq | str | None:
        """How often it changes."""

    @property
    def priority(self) -> float | None:
        """How important it is within its site."""

    @property
    def images(self) -> tuple[Image, ...]:
        """Its images."""

    @property
    def videos(self) -> tuple[Video, ...]:
        """Its videos."""

    @property
    def news(self) -> News | None:
        """The article it is."""

    @property
    def alternates(self) -> tuple[Alternate, ...]:
        """The same page in other languages or for other media."""

    @property
    def media(self) -> Media | None:
        """What Media RSS says of it."""

    @property
    def mobile(self) -> bool:
        """Whether it is marked as made for mobile phones."""

    @property
    def pagemap(self) -> tuple[PageMapObject, ...]:
        """The data objects of its PageMap."""

    @property
    def title(self) -> str | None:
        """The title of a feed's entry."""

    @property
    def sitemap(self) -> str:
        """The URL of the document it stands in, as served."""

    @property
    def position(self) -> int:
        """Its place in that document, from 0, rejected entries counted."""

    @property
    def line(self) -> int:
        """The line its entry begins on, from 1."""

    @property
    def extra(self) -> tuple[Extra, ...]:
        """Elements that no vocabulary knows (with `raw=True`)."""

    @property
    def raw(self) -> dict[str, str | None] | None:
        """The core values as they were written (with `raw=True`)."""

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as plain builtins: dicts, lists, strings, numbers and aware datetimes."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class SitemapRef:
    """A sitemap that a document or a call lists, and what became of it (rules [89], [95]).

    Its attributes are made when they are read. Two are equal if all their fields are.

    Example:
        >>> from sitemapfast._core import SitemapRef
        >>> SitemapRef(loc="https://example.com/a.xml").outcome
        <Outcome.PENDING: 'pending'>
    """

    __match_args__: Final = ("loc", "outcome")

    def __new__(
        cls,
        *,
        loc: str,
        url: str | None = None,
        lastmod: datetime | None = None,
        lastmod_offset: int | None = None,
        lastmod_precision: str | None = None,
        parent: str | None = "",
        depth: int | None = 0,
        outcome: str | None = "pending",
        error: str | None = None,
        size: int | None = None,
        status: int | None = None,
        etag: str | None = None,
        last_modified: str | None = None,
        content_type: str | None = None,
        fetched_at: datetime | None = None,
        line: int | None = None,
    ) -> Self:
        """Make a row from its fields, the names of the columns.

        Args:
            loc: Where the sitemap is, as it was listed and resolved.
            url: The URL it was served from.
            lastmod: An aware datetime; it tells the offset and the precision where these are not given.
            lastmod_offset: The offset of that date in minutes.
            lastmod_precision: How exact it is, a `Precision` or its value.
            parent: The URL of the document that lists it.
            depth: Its level.
            outcome: What became of it, an `Outcome` or its value.
            error: Why it failed.
            size: Its size in bytes, decompressed.
            status: The HTTP status.
            etag: The entity tag.
            last_modified: The Last-Modified field.
            content_type: The Content-Type field.
            fetched_at: When it was fetched, an aware datetime.
            line: The line it is listed on, from 1.

        Raises:
            TypeError: A field is unknown, missing or of another type.
            ValueError: A datetime is naive.
            OverflowError: A number does not fit into its column.
        """

    @property
    def loc(self) -> str:
        """Where the sitemap is, as it was listed and resolved."""

    @property
    def url(self) -> str | None:
        """The URL it was served from."""

    @property
    def lastmod(self) -> datetime | None:
        """The date its index gives for it."""

    @property
    def lastmod_offset(self) -> int | None:
        """The offset that date was written with, in minutes."""

    @property
    def lastmod_precision(self) -> Precision | None:
        """How exact it is: year, month, day, minute, second or fraction."""

    @property
    def parent(self) -> str:
        """The URL of the document that lists it."""

    @property
    def depth(self) -> int:
        """Its level."""

    @property
    def outcome(self) -> Outcome:
        """What became of it."""

    @property
    def error(self) -> str | None:
        """Why it failed."""

    @property
    def size(self) -> int | None:
        """Its size in bytes, decompressed."""

    @property
    def status(self) -> int | None:
        """The HTTP status."""

    @property
    def etag(self) -> str | None:
        """The entity tag."""

    @property
    def last_modified(self) -> str | None:
        """The Last-Modified field."""

    @property
    def content_type(self) -> str | None:
        """The Content-Type field."""

    @property
    def fetched_at(self) -> datetime | None:
        """When it was fetched."""

    @property
    def line(self) -> int | None:
        """The line it is listed on, from 1."""

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as plain builtins: strings, numbers and aware datetimes."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class UrlTable:
    """Pages, as columns; a `Url` is made when a row is read.

    Behaves like a sequence of `Url`; a slice is a table. `polars.DataFrame(table)`, `pyarrow.table(table)` and whatever
    else knows the Arrow capsule interface read it directly. Frozen, and safe to share between threads.

    Example:
        >>> from sitemapfast._core import UrlTable
        >>> table = UrlTable.from_rows([{"loc": "https://example.com/"}])
        >>> table[0].loc, table.locs()
        ('https://example.com/', ['https://example.com/'])
    """

    def __new__(cls) -> Self:
        """Make an empty table; tables with rows come from documents, `from_rows` and `concat`."""

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, key: int, /) -> Url: ...
    @overload
    def __getitem__(self, key: slice, /) -> UrlTable: ...
    def __iter__(self) -> Iterator[Url]: ...
    def __reversed__(self) -> Iterator[Url]: ...
    def __contains__(self, value: object, /) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: None  # type: ignore[assignment]

    def index(self, value: object, start: int = 0, stop: int | None = None) -> int:
        """Return the number of the first row that equals a value.

        Args:
            value: A row.
            start: The first row to look at.
            stop: The row to stop before.

        Raises:
            ValueError: No row equals it.
        """

    def count(self, value: object) -> int:
        """Return how many rows equal a value."""

    def locs(self) -> list[str]:
        """Return all locations."""

    def column(self, name: str) -> list[Any]:
        """Return the values of one column, in the form the attributes of a row have.

        Args:
            name: The name of the column.

        Raises:
            KeyError: There is no such column.
        """

    def rows(self, *columns: str) -> list[tuple[Any, ...]]:
        """Return a tuple a row: the values of some columns, or of all if none is named.

        One crossing instead of one an attribute: the quickest way to Python objects.

        Args:
            columns: The names of the columns.

        Raises:
            KeyError: There is no such column.
        """

    def sample(self, n: int, seed: int | None = None) -> UrlTable:
        """Return different rows in random order.

        Args:
            n: How many; all rows if there are fewer.
            seed: A number from 0 below 2**64; the same one gives the same rows.

        Raises:
            ValueError: `n` is negative.
        """

    def filter(self, mask: Iterable[object] | bytes) -> UrlTable:
        """Return the rows whose place in a mask is true.

        Args:
            mask: As many truth values, or bytes, as there are rows.

        Raises:
            ValueError: There are more or fewer.
        """

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return a dict of plain builtins a row."""

    def to_arrow(self) -> Any:
        """Return a `pyarrow.Table` that shares the memory of this one.

        Raises:
            ImportError: pyarrow is not installed.
        """

    def to_polars(self) -> polars.DataFrame:
        """Return a `polars.DataFrame`.

        Raises:
            ImportError: polars is not installed.
        """

    def to_pandas(self) -> Any:
        """Return a `pandas.DataFrame`.

        Raises:
            ImportError: pandas or pyarrow is not installed.
        """

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Return the rows as a stream of Arrow record batches (the capsule interface)."""

    def __arrow_c_schema__(self) -> object:
        """Return the Arrow schema (the capsule interface)."""

    @property
    def nbytes(self) -> int:
        """The bytes that the table holds in memory; what tables share counts for each."""

    @staticmethod
    def concat(tables: Iterable[UrlTable]) -> UrlTable:
        """Return the rows of several tables, one table after the other.

        Small tables are copied together, so that Arrow consumers get batches of at least 8,192 rows; large ones are
        shared.

        Args:
            tables: The tables.
        """

    @staticmethod
    def from_rows(rows: Iterable[Url | Mapping[str, Any]]) -> UrlTable:
        """Return a table of rows.

        Args:
            rows: Row objects, or dicts as `to_dicts` gives them.

        Raises:
            TypeError: A field is unknown, missing or of another type.
            ValueError: A datetime is naive.
            OverflowError: A number does not fit into its column.
        """

    def _repr_html_(self) -> str: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class SitemapTable:
    """Sitemaps and what became of them, as columns; a `SitemapRef` is made when a row is read.

    Behaves like a sequence of `SitemapRef`; a slice is a table. Whatever knows the Arrow capsule interface reads it
    directly. Frozen, and safe to share between threads.

    Example:
        >>> from sitemapfast._core import SitemapTable
        >>> table = SitemapTable.from_rows([{"loc": "https://example.com/a.xml"}])
        >>> table[0].loc, table.locs()
        ('https://example.com/a.xml', ['https://example.com/a.xml'])
    """

    def __new__(cls) -> Self:
        """Make an empty table; tables with rows come from documents, `from_rows` and `concat`."""

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, key: int, /) -> SitemapRef: ...
    @overload
    def __getitem__(self, key: slice, /) -> SitemapTable: ...
    def __iter__(self) -> Iterator[SitemapRef]: ...
    def __reversed__(self) -> Iterator[SitemapRef]: ...
    def __contains__(self, value: object, /) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: None  # type: ignore[assignment]

    def index(self, value: object, start: int = 0, stop: int | None = None) -> int:
        """Return the number of the first row that equals a value.

        Args:
            value: A row.
            start: The first row to look at.
            stop: The row to stop before.

        Raises:
            ValueError: No row equals it.
        """

    def count(self, value: object) -> int:
        """Return how many rows equal a value."""

    def locs(self) -> list[str]:
        """Return all locations."""

    def column(self, name: str) -> list[Any]:
        """Return the values of one column, in the form the attributes of a row have.

        Args:
            name: The name of the column.

        Raises:
            KeyError: There is no such column.
        """

    def rows(self, *columns: str) -> list[tuple[Any, ...]]:
        """Return a tuple a row: the values of some columns, or of all if none is named.

        One crossing instead of one an attribute: the quickest way to Python objects.

        Args:
            columns: The names of the columns.

        Raises:
            KeyError: There is no such column.
        """

    def sample(self, n: int, seed: int | None = None) -> SitemapTable:
        """Return different rows in random order.

        Args:
            n: How many; all rows if there are fewer.
            seed: A number from 0 below 2**64; the same one gives the same rows.

        Raises:
            ValueError: `n` is negative.
        """

    def filter(self, mask: Iterable[object] | bytes) -> SitemapTable:
        """Return the rows whose place in a mask is true.

        Args:
            mask: As many truth values, or bytes, as there are rows.

        Raises:
            ValueError: There are more or fewer.
        """

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return a dict of plain builtins a row."""

    def to_arrow(self) -> Any:
        """Return a `pyarrow.Table` that shares the memory of this one.

        Raises:
            ImportError: pyarrow is not installed.
        """

    def to_polars(self) -> polars.DataFrame:
        """Return a `polars.DataFrame`.

        Raises:
            ImportError: polars is not installed.
        """

    def to_pandas(self) -> Any:
        """Return a `pandas.DataFrame`.

        Raises:
            ImportError: pandas or pyarrow is not installed.
        """

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Return the rows as a stream of Arrow record batches (the capsule interface)."""

    def __arrow_c_schema__(self) -> object:
        """Return the Arrow schema (the capsule interface)."""

    @property
    def nbytes(self) -> int:
        """The bytes that the table holds in memory; what tables share counts for each."""

    @staticmethod
    def concat(tables: Iterable[SitemapTable]) -> SitemapTable:
        """Return the rows of several tables, one table after the other.

        Small tables are copied together, so that Arrow consumers get batches of at least 8,192 rows; large ones are
        shared.

        Args:
            tables: The tables.
        """

    @staticmethod
    def from_rows(rows: Iterable[SitemapRef | Mapping[str, Any]]) -> SitemapTable:
        """Return a table of rows.

        Args:
            rows: Row objects, or dicts as `to_dicts` gives them.

        Raises:
            TypeError: A field is unknown, missing or of another type.
            ValueError: A datetime is naive.
            OverflowError: A number does not fit into its column.
        """

    def _repr_html_(self) -> str: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class RowIterator:
    """The rows of a table, one after the other, each made when it is asked for."""

    def __iter__(self) -> Self: ...
    def __next__(self) -> Any: ...
    def __length_hint__(self) -> int: ...

def _load_table(data: bytes) -> UrlTable | SitemapTable: ...
def _load_row(data: bytes) -> Url | SitemapRef: ...
