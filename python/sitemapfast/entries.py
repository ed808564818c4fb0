"""What an entry of a sitemap can hold besides its four core values.

Enters: nothing. Leaves: the closed sets of words, and the frozen values that ``Url.images``, ``Url.videos``,
``Url.news`` and their like consist of (rules [54] to [59]). The fields are those of the columns, whose list is in the
core (``_core.URL_FIELDS``); a date is an aware ``datetime`` in UTC, a list is a tuple. Imports nothing of ours, so that
the core can import it at any time.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

__all__ = [
    "Alternate",
    "Changefreq",
    "Extra",
    "Format",
    "Image",
    "Media",
    "MediaContent",
    "MediaThumbnail",
    "News",
    "Outcome",
    "PageMapAttribute",
    "PageMapObject",
    "Precision",
    "TvShow",
    "Video",
    "VideoId",
    "VideoPrice",
    "VideoSegment",
]


class Outcome(StrEnum):
    """What became of a sitemap that was found (rule [89])."""

    FETCHED = "fetched"
    FAILED = "failed"
    NOT_FOLLOWED = "not followed"
    OVER_LIMIT = "over a limit"
    DUPLICATE = "duplicate"
    PENDING = "pending"


class Changefreq(StrEnum):
    """How often a page changes; tolerant mode also keeps other words, as plain strings (rule [51])."""

    ALWAYS = "always"
    HOURLY = "hourly"
    DAILY = "daily"
    WEEKLY = "weekly"
    MONTHLY = "monthly"
    YEARLY = "yearly"
    NEVER = "never"


class Precision(StrEnum):
    """How exact a date was written: the smallest unit it names (rule [50])."""

    YEAR = "year"
    MONTH = "month"
    DAY = "day"
    MINUTE = "minute"
    SECOND = "second"
    FRACTION = "fraction"


class Format(StrEnum):
    """What kind of document was read (rules [30] to [38])."""

    URLSET = "urlset"
    SITEMAPINDEX = "sitemapindex"
    RSS = "rss"
    ATOM = "atom"
    TEXT = "text"
    ROBOTS = "robots"


@dataclass(frozen=True, slots=True, kw_only=True)
class Image:
    """An image of a page (rule [54]).

    Attributes:
        loc: Where it is.
        title: Its title.
        caption: Its caption.
        geo_location: Where it was taken, in words.
        license: The URL of its licence.
    """

    loc: str
    title: str | None = None
    caption: str | None = None
    geo_location: str | None = None
    license: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class VideoPrice:
    """What a video costs.

    Attributes:
        value: The amount.
        currency: The ISO 4217 code.
        type: ``purchase`` or ``rent``.
        resolution: ``hd`` or ``sd``.
    """

    value: float | None = None
    currency: str | None = None
    type: str | None = None
    resolution: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class VideoSegment:
    """One of the parts a video is made of.

    Attributes:
        loc: Where it is.
        duration: Its length in seconds.
    """

    loc: str
    duration: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class VideoId:
    """The identifier of a video in another catalogue.

    Attributes:
        value: The identifier.
        type: Whose it is, such as ``tms:series``.
    """

    value: str
    type: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TvShow:
    """The episode that a video is.

    Attributes:
        show_title: The title of the show.
        video_type: ``full``, ``preview``, ``clip``, ``interview``, ``news`` or ``other``.
        episode_title: The title of the episode.
        season_number: The season, from 1.
        episode_number: The episode, from 1.
        premier_date: When it was first broadcast.
    """

    show_title: str | None = None
    video_type: str | None = None
    episode_title: str | None = None
    season_number: int | None = None
    episode_number: int | None = None
    premier_date: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Video:
    """A video of a page (rule [56]).

    Attributes:
        thumbnail_loc: Where the preview image is.
        title: The title.
        description: The description.
        content_loc: Where the media file is.
        player_loc: Where a player for it is.
        player_loc_allow_embed: Whether it may be embedded: ``yes`` or ``no``.
        player_loc_autoplay: What to add to the player's URL to start it.
        duration: The length in seconds.
        expiration_date: After this it is not available.
        rating: The rating, 0.0 to 5.0.
        view_count: How often it was watched.
        publication_date: When it was first published.
        tags: Short descriptions.
        category: A broad subject.
        family_friendly: ``yes`` or ``no``.
        restriction: Country codes, parted by blanks.
        restriction_relationship: ``allow`` or ``deny``.
        gallery_loc: A page of videos it stands in.
        gallery_loc_title: The title of that page.
        prices: What it costs.
        requires_subscription: ``yes`` or ``no``.
        uploader: Who put it there.
        uploader_info: A page about the uploader.
        platform: ``web``, ``mobile`` and ``tv``, parted by blanks.
        platform_relationship: ``allow`` or ``deny``.
        live: Whether it is a live stream: ``yes`` or ``no``.
        content_segments: The parts it is made of, in order.
        tvshow: The episode it is.
        ids: Identifiers in other catalogues.
    """

    thumbnail_loc: str
    title: str | None = None
    description: str | None = None
    content_loc: str | None = None
    player_loc: str | None = None
    player_loc_allow_embed: str | None = None
    player_loc_autoplay: str | None = None
    duration: int | None = None
    expiration_date: datetime | None = None
    rating: float | None = None
    view_count: int | None = None
    publication_date: datetime | None = None
    tags: tuple[str, ...] = ()
    category: str | None = None
    family_friendly: str | None = None
    restriction: str | None = None
    restriction_relationship: str | None = None
    gallery_loc: str | None = None
    gallery_loc_title: str | None = None
    prices: tuple[VideoPrice, ...] = ()
    requires_subscription: str | None = None
    uploader: str | None = None
    uploader_info: str | None = None
    platform: str | None = None
    platform_relationship: str | None = None
    live: str | None = None
    content_segments: tuple[VideoSegment, ...] = ()
    tvshow: TvShow | None = None
    ids: tuple[VideoId, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class News:
    """The article that a page is (rule [55]).

    Attributes:
        publication_name: The name of the publication.
        publication_language: Its language.
        publication_date: When the article was first published.
        title: The title of the article.
        access: ``Subscription`` or ``Registration`` (retired).
        genres: Genres, parted by commas (retired).
        keywords: Keywords, parted by commas (retired).
        stock_tickers: Stock symbols, parted by commas (retired).
    """

    publication_name: str | None = None
    publication_language: str | None = None
    publication_date: datetime | None = None
    title: str | None = None
    access: str | None = None
    genres: str | None = None
    keywords: str | None = None
    stock_tickers: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternate:
    """The same page in another language or for other media (rule [57]).

    Attributes:
        rel: The relation, ``alternate``.
        hreflang: The language, and perhaps region, of the other page.
        href: Where the other page is.
        media: The media query it is meant for.
    """

    rel: str | None = None
    hreflang: str | None = None
    href: str
    media: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MediaContent:
    """One rendition of what a feed's item is about (rule [58]).

    Attributes:
        url: Where it is.
        type: The media type.
        medium: ``image``, ``audio``, ``video``, ``document`` or ``executable``.
        width: Pixels.
        height: Pixels.
        duration: Seconds.
        title: The title.
        description: The description.
    """

    url: str | None = None
    type: str | None = None
    medium: str | None = None
    width: int | None = None
    height: int | None = None
    duration: float | None = None
    title: str | None = None
    description: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MediaThumbnail:
    """A preview of what a feed's item is about (rule [58]).

    Attributes:
        url: Where the image is.
        width: Pixels.
        height: Pixels.
    """

    url: str
    width: int | None = None
    height: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Media:
    """What Media RSS says of an item (rule [58]).

    Attributes:
        contents: The renditions.
        thumbnails: The thumbnails.
    """

    contents: tuple[MediaContent, ...] = ()
    thumbnails: tuple[MediaThumbnail, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PageMapAttribute:
    """An attribute of a PageMap's data object.

    Attributes:
        name: The name.
        value: The value, from its attribute or its text.
    """

    name: str
    value: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PageMapObject:
    """A data object of a PageMap (rule [58]).

    Attributes:
        type: The type.
        id: The identifier.
        attributes: Its attributes.
    """

    type: str | None = None
    id: str | None = None
    attributes: tuple[PageMapAttribute, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Extra:
    """An element of an entry that no known vocabulary has, with ``raw=True`` (rule [59]).

    Attributes:
        namespace: Its namespace, empty for none.
        name: Its local name.
        text: Its text.
    """

    namespace: str
    name: str
    text: str
