"""The typed face of the compiled core.

Documents: `parse` and `Parser` read one, a `Parsed` is what was read, `Diagnostics` its errors. Rows and tables: `Url` and `SitemapRef` are views of a row, `UrlTable` and `SitemapTable` hold the columns.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, Self, TypeAlias, TypedDict, Unpack, final, overload

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
from sitemapfast.exceptions import Note, SitemapError

_Fields: TypeAlias = Mapping[str, Any]

__version__: Final[str]

DEFAULTS: Final[dict[str, int | float]]
"""The default of every limit, by the name of its setting (rule [80])."""

CODES: Final[list[tuple[str, str, str, str, str]]]
"""The codes of errors and notes: code, class (parse, validation or note), rule, meaning, an example."""

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

_Data: TypeAlias = bytes | bytearray | memoryview | str | Any
"""What a document is read from: bytes, text, or any buffer of bytes such as `mmap`, which is copied."""

class _Settings(TypedDict, total=False):
    url: str
    robots: bool
    strict: bool
    format: str | None
    salvage: bool
    lenient_dates: bool
    raw: bool
    dedupe: bool
    content_type: str | None
    max_size: int | None
    max_urls: int | None
    max_validation_errors: int | None
    origins: Sequence[str]
    hosts: Sequence[str] | None
    child_depth: int

def parse(data: _Data, /, **settings: Unpack[_Settings]) -> Parsed:
    """Read one document; the work is done detached from the interpreter.

    Raises:
        ParseError: If the document is refused as a whole; ``.result`` is the `Parsed` so far.
        ValidationError: If ``url`` is no http or https URL with a host.
        ConfigError: If a setting has a value it cannot have.
    """

@final
class Parser:
    """Reads one document by pieces."""

    def __new__(cls, **settings: Unpack[_Settings]) -> Self: ...
    def feed(self, data: _Data) -> UrlTable:
        """Read on, and return the pages completed since; provisional until `finish` returns."""
    def finish(self) -> Parsed:
        """Read the rest, and return the document; its pages are those that `feed` has not returned."""

@final
class Parsed:
    """What was read of one document."""

    def __new__(
        cls,
        *,
        url: str,
        format: str | None,
        urls: UrlTable,
        sitemaps: SitemapTable,
        errors: Diagnostics,
        notes: list[Note],
        error_count: int,
        complete: bool,
        size: int,
        compressed: bool,
        encoding: str,
        outside_hosts: int,
    ) -> Self: ...
    @property
    def url(self) -> str:
        """The URL it was served from."""
    @property
    def format(self) -> str | None:
        """Its format, or ``None`` where it could not be told."""
    @property
    def urls(self) -> UrlTable:
        """The pages."""
    @property
    def sitemaps(self) -> SitemapTable:
        """The sitemaps it lists."""
    @property
    def errors(self) -> Diagnostics:
        """What was lost."""
    @property
    def notes(self) -> list[Note]:
        """What was read past."""
    @property
    def error_count(self) -> int:
        """How many errors there were, recorded or not."""
    @property
    def complete(self) -> bool:
        """Whether it was read to its end."""
    @property
    def size(self) -> int:
        """Its size in bytes, decompressed."""
    @property
    def compressed(self) -> bool:
        """Whether it was gzip."""
    @property
    def encoding(self) -> str:
        """Its encoding, by the name of the WHATWG standard."""
    @property
    def outside_hosts(self) -> int:
        """Pages and sitemaps that `hosts` kept out."""

@final
class Diagnostics:
    """The errors of one document, as exceptions that are made when they are looked at."""

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, key: int, /) -> SitemapError: ...
    @overload
    def __getitem__(self, key: slice, /) -> list[SitemapError]: ...
    def __iter__(self) -> DiagnosticsIterator: ...
    @property
    def validation_count(self) -> int:
        """How many validation errors the document holds, recorded or not (rule [6])."""
    def limited(self, count: int | None) -> Diagnostics:
        """Return the same with at most `count` validation errors; ``None`` keeps all."""
    def before(self, entry_index: int) -> Diagnostics:
        """Return the same without the errors of the entries at `entry_index` and behind it."""

@final
class DiagnosticsIterator:
    """The exceptions of a document, one after the other."""

    def __iter__(self) -> Self: ...
    def __next__(self) -> SitemapError: ...

@final
class Deduper:
    """Tells the first of identical locations, over any number of tables (rule [44])."""

    def __new__(cls) -> Self: ...
    def __len__(self) -> int: ...
    def mask(self, table: UrlTable) -> bytes:
        """Return a byte for each row: 1 where its location is met for the first time."""

def check_location(
    text: str,
    *,
    base: str = "",
    strict: bool = False,
    origins: Sequence[str] = ...,
    hosts: Sequence[str] | None = None,
) -> str:
    """Check a location as that of a page, and return it as a document would give it (rules [41] to [43]).

    Raises:
        ValidationError: If it is rejected, or `base` is no http or https URL.
    """

def sitemap_key(url: str) -> str:
    """Return what is the same for every spelling of one sitemap's URL (rule [46])."""

def is_robots_url(url: str) -> bool:
    """Return whether a URL is that of a robots.txt (rule [11])."""

def _load_parsed(fields: dict[str, Any]) -> Parsed: ...
def _load_diagnostics(document: str, rows: list[tuple[Any, ...]], validation_count: int) -> Diagnostics: ...
def _load_table(data: bytes) -> UrlTable | SitemapTable: ...
def _load_row(data: bytes) -> Url | SitemapRef: ...
