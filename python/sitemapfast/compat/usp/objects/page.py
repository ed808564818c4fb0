"""The pages of ``usp.objects.page``: a page, its news story, its images.

Enters: the values of an entry. Leaves: read-only objects that compare, pickle and turn into dicts like the originals.
`_reading` makes them by the ten thousand, callers make single ones.
"""

from __future__ import annotations

from decimal import Decimal
from enum import Enum
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime
    from typing import Self

__all__ = [
    "SITEMAP_PAGE_DEFAULT_PRIORITY",
    "SitemapImage",
    "SitemapNewsStory",
    "SitemapPage",
    "SitemapPageChangeFrequency",
]

Row: TypeAlias = (
    "tuple[str, Decimal, datetime | None, SitemapPageChangeFrequency | None, SitemapNewsStory | None, "
    "list[SitemapImage] | None, list[tuple[str, str]] | None]"
)

SITEMAP_PAGE_DEFAULT_PRIORITY = Decimal("0.5")
"""The priority of a page that has none, as the protocol has it."""


class SitemapPageChangeFrequency(Enum):
    """How often a page changes."""

    ALWAYS = "always"
    HOURLY = "hourly"
    DAILY = "daily"
    WEEKLY = "weekly"
    MONTHLY = "monthly"
    YEARLY = "yearly"
    NEVER = "never"

    @classmethod
    def has_value(cls, value: str) -> bool:
        """Return whether a word is one of the seven."""
        return value in cls._value2member_map_


class _Record:
    """A value with read-only fields, named by `_fields` in the order in which they are shown."""

    __slots__ = ()

    _fields: tuple[str, ...] = ()

    def _values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self._fields)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash(tuple(tuple(each) if isinstance(each, list) else each for each in self._values()))

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)}" for name in self._fields)
        return f"{type(self).__name__}({shown})"


class SitemapNewsStory(_Record):
    """The article that a page is."""

    __slots__ = (
        "_access",
        "_genres",
        "_keywords",
        "_publication_language",
        "_publication_name",
        "_publish_date",
        "_stock_tickers",
        "_title",
    )

    _fields = (
        "title",
        "publish_date",
        "publication_name",
        "publication_language",
        "access",
        "genres",
        "keywords",
        "stock_tickers",
    )

    def __init__(  # noqa: PLR0917  the signature is the API
        self,
        title: str,
        publish_date: datetime | None,
        publication_name: str | None = None,
        publication_language: str | None = None,
        access: str | None = None,
        genres: list[str] | None = None,
        keywords: list[str] | None = None,
        stock_tickers: list[str] | None = None,
    ) -> None:
        self._title = title
        self._publish_date = publish_date
        self._publication_name = publication_name
        self._publication_language = publication_language
        self._access = access
        self._genres = genres or []
        self._keywords = keywords or []
        self._stock_tickers = stock_tickers or []

    def to_dict(self) -> dict[str, Any]:
        """Return all fields; the date stays a datetime."""
        return dict(zip(self._fields, self._values(), strict=True))

    @property
    def title(self) -> str:
        """The title of the article."""
        return self._title

    @property
    def publish_date(self) -> datetime | None:
        """When it was published; of a feed's entry, the entry's date."""
        return self._publish_date

    @property
    def publication_name(self) -> str | None:
        """The name of the publication."""
        return self._publication_name

    @property
    def publication_language(self) -> str | None:
        """Its language."""
        return self._publication_language

    @property
    def access(self) -> str | None:
        """Who may read it, such as ``Subscription``."""
        return self._access

    @property
    def genres(self) -> list[str]:
        """What kind of article it is."""
        return self._genres

    @property
    def keywords(self) -> list[str]:
        """What it is about."""
        return self._keywords

    @property
    def stock_tickers(self) -> list[str]:
        """The stocks it is about."""
        return self._stock_tickers


class SitemapImage(_Record):
    """An image of a page."""

    __slots__ = ("_caption", "_geo_location", "_license", "_loc", "_title")

    _fields = ("loc", "caption", "geo_location", "title", "license")

    def __init__(
        self,
        loc: str,
        caption: str | None = None,
        geo_location: str | None = None,
        title: str | None = None,
        license_: str | None = None,
    ) -> None:
        self._loc = loc
        self._caption = caption
        self._geo_location = geo_location
        self._title = title
        self._license = license_

    def to_dict(self) -> dict[str, str | None]:
        """Return all fields."""
        return dict(zip(self._fields, self._values(), strict=True))

    @property
    def loc(self) -> str:
        """Where it is."""
        return self._loc

    @property
    def caption(self) -> str | None:
        """Its caption."""
        return self._caption

    @property
    def geo_location(self) -> str | None:
        """Where it was taken, in words."""
        return self._geo_location

    @property
    def title(self) -> str | None:
        """Its title."""
        return self._title

    @property
    def license(self) -> str | None:
        """The URL of its licence."""
        return self._license


class SitemapPage(_Record):
    """A page that a sitemap lists."""

    __slots__ = (
        "_alternates",
        "_change_frequency",
        "_images",
        "_last_modified",
        "_news_story",
        "_priority",
        "_url",
    )

    # The alternates count when pages are compared, but are neither shown nor in the dict.
    _fields = ("url", "priority", "last_modified", "change_frequency", "news_story", "images")

    def __init__(  # noqa: PLR0917  the signature is the API
        self,
        url: str,
        priority: Decimal = SITEMAP_PAGE_DEFAULT_PRIORITY,
        last_modified: datetime | None = None,
        change_frequency: SitemapPageChangeFrequency | None = None,
        news_story: SitemapNewsStory | None = None,
        images: list[SitemapImage] | None = None,
        alternates: list[tuple[str, str]] | None = None,
    ) -> None:
        self._url = url
        self._priority = priority
        self._last_modified = last_modified
        self._change_frequency = change_frequency
        self._news_story = news_story
        self._images = images
        self._alternates = alternates

    @classmethod
    def _all(cls, rows: Iterable[Row]) -> list[Self]:
        """Return a page for each row, the arguments of the constructor: sitemaps make them by the ten thousand."""
        made: list[Self] = []
        new, keep = cls.__new__, made.append
        for url, priority, last_modified, change_frequency, news_story, images, alternates in rows:
            page = new(cls)
            page._url = url  # noqa: SLF001  the constructor in line, which is several times quicker
            page._priority = priority  # noqa: SLF001
            page._last_modified = last_modified  # noqa: SLF001
            page._change_frequency = change_frequency  # noqa: SLF001
            page._news_story = news_story  # noqa: SLF001
            page._images = images  # noqa: SLF001
            page._alternates = alternates  # noqa: SLF001
            keep(page)
        return made

    def _values(self) -> tuple[Any, ...]:
        return (*super()._values(), self._alternates)

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other)

    def __hash__(self) -> int:
        return hash((self._url,))

    def to_dict(self) -> dict[str, Any]:
        """Return all fields but the alternates; priority and date keep their types."""
        frequency, story, images = self._change_frequency, self._news_story, self._images
        return {
            "url": self._url,
            "priority": self._priority,
            "last_modified": self._last_modified,
            "change_frequency": None if frequency is None else frequency.value,
            "news_story": None if story is None else story.to_dict(),
            "images": None if images is None else [each.to_dict() for each in images],
        }

    @property
    def url(self) -> str:
        """Where it is."""
        return self._url

    @property
    def priority(self) -> Decimal:
        """How important it is within its site, 0 to 1."""
        return self._priority

    @property
    def last_modified(self) -> datetime | None:
        """When it was last modified: naive where the sitemap has a date without a time, else aware."""
        return self._last_modified

    @property
    def change_frequency(self) -> SitemapPageChangeFrequency | None:
        """How often it changes."""
        return self._change_frequency

    @property
    def news_story(self) -> SitemapNewsStory | None:
        """The article it is."""
        return self._news_story

    @property
    def images(self) -> list[SitemapImage] | None:
        """Its images, or ``None``."""
        return self._images

    @property
    def alternates(self) -> list[tuple[str, str]] | None:
        """The same page in other languages, as pairs of language and URL, or ``None``."""
        return self._alternates
