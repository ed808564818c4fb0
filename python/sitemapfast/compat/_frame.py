"""Documents as the columns of advertools: pages flattened, one row each, with what is known of their sitemap.

Enters: the documents of a call, in order, and what failed. Leaves: a `pandas.DataFrame`. `advertools` calls it; pandas
is imported when it is called, and pyarrow, where it is installed, hands over the large columns without copying.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

import sitemapfast as sf

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

__all__ = ["JOIN", "Frame"]

JOIN: Final = "@@"
"""What stands between the values of one cell, as in the crawls of advertools."""

_MEBIBYTE: Final = 1024 * 1024
_MICROSECONDS: Final = 1_000_000

_IMAGE: Final = {name: f"image_{name}" for name in ("loc", "title", "caption", "geo_location", "license")}
_NEWS: Final = {
    "publication_name": "publication_name",
    "publication_language": "publication_language",
    "publication_date": "news_publication_date",
    "title": "news_title",
    "access": "news_access",
    "genres": "news_genres",
    "keywords": "news_keywords",
    "stock_tickers": "news_stock_tickers",
}
_VIDEO: Final = {
    name: f"video_{name}"
    for name in (
        "thumbnail_loc",
        "title",
        "description",
        "content_loc",
        "player_loc",
        "duration",
        "expiration_date",
        "rating",
        "view_count",
        "publication_date",
        "category",
        "family_friendly",
        "restriction",
        "gallery_loc",
        "requires_subscription",
        "uploader",
        "platform",
        "live",
    )
}
_TVSHOW: Final = {
    name: f"tvshow_{name}"
    for name in ("show_title", "video_type", "episode_title", "season_number", "episode_number", "premier_date")
}
_LINK: Final = {"hreflang": "link_hreflang", "href": "link_href"}


@dataclass(slots=True)
class Frame:
    """What becomes a frame.

    Attributes:
        pages: The documents whose pages are rows, each with the URL that was asked for.
        indexes: Those whose sitemaps are rows.
        failures: Rows of sitemaps that could not be read.
    """

    pages: list[tuple[str, sf.Document]] = field(default_factory=list)
    indexes: list[tuple[str, sf.Document]] = field(default_factory=list)
    failures: list[dict[str, Any]] = field(default_factory=list)

    def fail(self, url: str, reason: object) -> None:
        """Take a sitemap that could not be read, or something of it."""
        self.failures.append({"sitemap": url, "errors": str(reason)})

    def build(self) -> Any:
        """Return the frame."""
        import pandas as pd  # type: ignore[import-untyped,unused-ignore]  # stubs are not installed everywhere

        empty = [(url, document) for url, document in self.pages if not len(document.urls)]
        parts = [
            _joined([(url, document, document.urls) for url, document in self.pages]),
            # That it was read is worth a row.
            pd.DataFrame(_about(empty)) if empty else None,
            _joined([(url, document, document.sitemaps) for url, document in self.indexes]),
            pd.DataFrame(self.failures) if self.failures else None,
        ]
        given = [each for each in parts if each is not None]
        if not given:
            return pd.DataFrame()
        return given[0] if len(given) == 1 else pd.concat(given, ignore_index=True)


def _joined(listed: list[tuple[str, sf.Document, Any]]) -> Any:
    """Return the rows of documents, or ``None`` where there are none."""
    import pandas as pd

    full = [each for each in listed if len(each[2])]
    if not full:
        return None
    tables = [table for _, _, table in full]
    table = tables[0] if len(tables) == 1 else type(tables[0]).concat(tables)
    columns = {"loc": _text(table, "loc")}
    columns |= _dates(table)
    if isinstance(table, sf.UrlTable):
        columns |= _core(table) | _extensions(table) | _remarks([document for _, document, _ in full], len(table))
    counts = [len(each) for each in tables]
    about = _about([(url, document) for url, document, _ in full])
    columns |= {name: values.repeat(counts) for name, values in about.items()}
    return pd.DataFrame(columns)


def _about(documents: list[tuple[str, sf.Document]]) -> dict[str, Any]:
    """Return what is known of sitemaps, an array each."""
    import pandas as pd

    about: dict[str, list[Any]] = {
        "sitemap": [url for url, _ in documents],
        "etag": [document.etag for _, document in documents],
        "sitemap_last_modified": [document.last_modified for _, document in documents],
        "sitemap_size_mb": [document.size / _MEBIBYTE for _, document in documents],
        "download_date": [document.fetched_at or pd.Timestamp.now(tz="UTC") for _, document in documents],
    }
    for name in ("etag", "sitemap_last_modified"):
        if not any(about[name]):
            del about[name]
    arrays = {name: pd.Series(values).array for name, values in about.items()}
    if "sitemap_last_modified" in about:
        stamps = pd.to_datetime(pd.Series(about["sitemap_last_modified"]), utc=True, errors="coerce", format="mixed")
        arrays["sitemap_last_modified"] = _in_microseconds(stamps.array)
    arrays["download_date"] = _in_microseconds(pd.to_datetime(about["download_date"], utc=True).array)
    return arrays


def _in_microseconds(stamps: Any) -> Any:
    return stamps.as_unit("us")


def _with_arrow() -> bool:
    """Return whether columns can be handed over as they are: pandas has had text in Arrow's layout since 3.0."""
    import pandas as pd

    return find_spec("pyarrow") is not None and int(pd.__version__.split(".")[0]) >= 3  # noqa: PLR2004


def _text(table: Any, name: str) -> Any:
    import pandas as pd

    if _with_arrow():
        return pd.Series(table.to_arrow().column(name), dtype="str")
    return pd.Series(table.column(name))


def _dates(table: Any) -> dict[str, Any]:
    """Return the column of dates, if there is one, in UTC."""
    import pandas as pd

    if not any(table.column("lastmod_precision")):
        return {}
    if _with_arrow():
        stamps = table.to_arrow().column("lastmod").to_pandas()
    else:
        stamp = datetime.timestamp
        seconds = [None if each is None else stamp(each) for each in table.column("lastmod")]
        micro = (pd.Series(seconds, dtype="float64") * _MICROSECONDS).round()
        stamps = pd.to_datetime(micro, unit="us", utc=True)
    return {"lastmod": _in_microseconds(stamps.dt)}


def _core(table: sf.UrlTable) -> dict[str, Any]:
    import pandas as pd

    columns = {}
    changefreq, priority = table.column("changefreq"), table.column("priority")
    if any(changefreq):
        # Members of an enumeration are text of their own kind, which not everything that reads a frame knows.
        words = {each: str(each) for each in {*changefreq} - {None}}
        columns["changefreq"] = pd.Series(list(map(words.get, changefreq)))
    if any(each is not None for each in priority):
        columns["priority"] = pd.Series(priority, dtype="float64")
    return columns


def _extensions(table: sf.UrlTable) -> dict[str, Any]:
    import pandas as pd

    cells: dict[str, list[str | None]] = {}
    _flatten(cells, _single(table.column("news")), _NEWS)
    _flatten(cells, table.column("images"), _IMAGE)
    videos = table.column("videos")
    if any(videos):
        _flatten(cells, videos, _VIDEO)
        for names, take in _WITHIN:
            _flatten(cells, [[one for each in row for one in take(each)] for row in videos], names)
    _flatten(cells, table.column("alternates"), _LINK)
    maps = table.column("pagemap")
    if any(maps):
        attributes = [[one for each in row for one in each.attributes] for row in maps]
        _flatten(cells, attributes, {"value": "DataObject_Attribute"})
    _flatten(cells, _single(table.column("title")), {"": "title"})
    return {name: pd.Series(values) for name, values in cells.items()}


def _single(values: list[Any]) -> list[Any]:
    """Return values of which a row has one at most as lists."""
    return [() if each is None else (each,) for each in values] if any(values) else []


# The lists within a video: the columns of their fields, and how they are got; "" is the value itself.
_WITHIN: Final[tuple[tuple[Mapping[str, str], Callable[[sf.Video], Iterable[Any]]], ...]] = (
    ({"": "video_tag"}, lambda video: video.tags),
    ({"value": "video_price"}, lambda video: video.prices),
    ({"loc": "video_content_segment_loc"}, lambda video: video.content_segments),
    ({"value": "video_id"}, lambda video: video.ids),
    (_TVSHOW, lambda video: () if video.tvshow is None else (video.tvshow,)),
)


def _flatten(cells: dict[str, list[str | None]], rows: list[Any], names: Mapping[str, str]) -> None:
    """Add a column for each field that any value of any row has; several values of a row are joined."""
    if not any(rows):
        return
    for name, column in names.items():
        found = [[_plain(getattr(each, name) if name else each) for each in row] for row in rows]
        if any(any(row) for row in found):
            cells[column] = [JOIN.join(row) if any(row) else None for row in found]


def _plain(value: Any) -> str:
    if value is None:
        return ""
    return value.isoformat() if isinstance(value, datetime) else str(value)


def _remarks(documents: list[sf.Document], count: int) -> dict[str, Any]:
    """Return what was left out of rows that are there, beside them: a date or a number that cannot be read."""
    import pandas as pd

    if not any(document.error_count for document in documents):
        return {}
    said: list[str | None] = [None] * count
    start = 0
    for document in documents:
        reasons: dict[int | None, list[str]] = {}
        for each in document.errors if document.error_count else ():
            if isinstance(each, sf.ValidationError):
                reasons.setdefault(each.entry_index, []).append(each.reason)
        if reasons:
            for at, position in enumerate(document.urls.column("position"), start):
                if position in reasons:
                    said[at] = "; ".join(reasons[position])
        start += len(document.urls)
    return {"errors": pd.Series(said)} if any(said) else {}
