"""The rules on images, videos and news.

Enters: a subject. Leaves: findings. Called by `run`. What is missing from the markup, `structure` tells.
"""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from sitemapfast._cli.audit.locations import key

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    import sitemapfast as sf
    from sitemapfast._cli.audit.report import Report
    from sitemapfast._cli.audit.subject import Subject

__all__ = ["check_media", "check_news"]

_MAX_ARTICLES: Final = 1_000
_AGE: Final = timedelta(days=2)
_LANGUAGE: Final = re.compile(r"[a-z]{2,3}|zh-(?:cn|tw)")
_DEAD_OF_NEWS: Final = ("access", "genres", "keywords", "stock_tickers")

_MAX_IMAGES: Final = 1_000
_DEAD_OF_IMAGE: Final = ("caption", "geo_location", "title", "license")
_DEAD_OF_VIDEO: Final = (
    "player_loc_allow_embed",
    "player_loc_autoplay",
    "category",
    "gallery_loc",
    "gallery_loc_title",
    "prices",
    "tvshow",
)
_LENGTHS: Final = {"title": 100, "description": 2_048, "category": 256, "uploader": 255}
_MAX_SECONDS: Final = 28_800
_MAX_RATING: Final = 5
_MAX_TAGS: Final = 32
_YES_NO: Final = frozenset({"yes", "Yes", "YES", "no", "No", "NO"})
_PLATFORMS: Final = frozenset({"web", "mobile", "tv"})
_TYPES: Final = frozenset({"full", "preview", "clip", "interview", "news", "other"})
_COUNTRIES: Final = re.compile(r"(?:[A-Z]{2}(?: [A-Z]{2})*)?")
_PAGE: Final = re.compile(r"\.(?:x?html?|php|aspx?|jsp|cfm|swf)$", re.IGNORECASE)


def check_media(subject: Subject, report: Report) -> None:
    """Report images and videos that search engines refuse or ignore."""
    document = subject.document
    if document is None:
        return
    for loc, images, videos, line, entry in document.urls.rows("loc", "images", "videos", "line", "position"):
        if not images and not videos:
            continue
        if len(images) > _MAX_IMAGES:
            report.add("image-too-many", subject, f"{len(images):,} images", line=line, entry=entry, loc=loc)
        dead = _dead(images, _DEAD_OF_IMAGE)
        if dead:
            report.add("image-deprecated", subject, f"there is {dead}", line=line, entry=entry, loc=loc)
        dead = _dead(videos, _DEAD_OF_VIDEO)
        if dead:
            report.add("video-deprecated", subject, f"there is {dead}", line=line, entry=entry, loc=loc)
        for video in videos:
            for code, message in _faults(video, loc, subject.now):
                report.add(code, subject, message, line=line, entry=entry, loc=loc)


def _dead(items: tuple[sf.Image | sf.Video, ...], names: tuple[str, ...]) -> str:
    return ", ".join(name for name in names if any(getattr(item, name) for item in items))


def _faults(video: sf.Video, page: str, now: datetime) -> Iterator[tuple[str, str]]:
    """Yield the codes of the rules that a video breaks, each with what was found."""
    for name in ("content_loc", "player_loc"):
        target = getattr(video, name)
        if target and key(target) == key(page):
            yield "video-location-is-page", f"{name} is the page itself"
    if video.content_loc and _PAGE.search(urlsplit(video.content_loc).path):
        yield "video-location-is-page", f"content_loc looks like a page: {video.content_loc}"
    if video.expiration_date is not None and video.expiration_date < now:
        yield "video-expired", f"it expired on {video.expiration_date.date()}"
    said = "; ".join(_values(video))
    if said:
        yield "video-value", said


def _values(video: sf.Video) -> Iterator[str]:
    """Yield what is out of range."""
    yield from _numbers(video)
    yield from _words(video)
    yield from _parts(video)


def _numbers(video: sf.Video) -> Iterator[str]:
    if video.duration is not None and not 1 <= video.duration <= _MAX_SECONDS:
        yield f"duration is {video.duration}, not from 1 to {_MAX_SECONDS:,}"
    if video.rating is not None and not 0 <= video.rating <= _MAX_RATING:
        yield f"rating is {video.rating}, not from 0 to {_MAX_RATING}"
    if len(video.tags) > _MAX_TAGS:
        yield f"there are {len(video.tags)} tags, more than {_MAX_TAGS}"
    if video.view_count is not None and video.view_count < 0:
        yield f"view_count is {video.view_count}"


def _words(video: sf.Video) -> Iterator[str]:
    for name, limit in _LENGTHS.items():
        if len(getattr(video, name) or "") > limit:
            yield f"{name} has more than {limit:,} characters"
    for name in ("family_friendly", "requires_subscription", "live"):
        value = getattr(video, name)
        if value and value not in _YES_NO:
            yield f'{name} is "{value}", not yes or no'
    if video.restriction and not _COUNTRIES.fullmatch(video.restriction.strip()):
        yield f'restriction is "{video.restriction}", not country codes in capitals'
    if video.platform and not set(video.platform.split()) <= _PLATFORMS:
        yield f'platform is "{video.platform}", not web, mobile or tv'


def _parts(video: sf.Video) -> Iterator[str]:
    show = video.tvshow
    if show is not None:
        if show.video_type and show.video_type not in _TYPES:
            yield f'video_type is "{show.video_type}"'
        for name in ("season_number", "episode_number"):
            number = getattr(show, name)
            if number is not None and number < 1:
                yield f"{name} is {number}"
    for price in video.prices:
        if price.value is not None and price.value < 0:
            yield f"price is {price.value}"
        elif price.value is not None and not price.currency:
            yield "a price has no currency"


def check_news(subject: Subject, report: Report) -> None:
    """Report articles that Google News refuses or ignores."""
    document = subject.document
    if document is None:
        return
    articles = 0
    for loc, news, line, entry in document.urls.rows("loc", "news", "line", "position"):
        if news is None:
            continue
        articles += 1
        published = news.publication_date
        if published is not None and published < subject.now - _AGE:
            report.add("news-old", subject, f"it is of {published.date()}", line=line, entry=entry, loc=loc)
        language = news.publication_language
        if language and not _LANGUAGE.fullmatch(language):
            report.add("news-language", subject, f'the language is "{language}"', line=line, entry=entry, loc=loc)
        dead = ", ".join(name for name in _DEAD_OF_NEWS if getattr(news, name))
        if dead:
            report.add("news-deprecated", subject, f"there is {dead}", line=line, entry=entry, loc=loc)
    if articles > _MAX_ARTICLES:
        report.add("news-too-many", subject, f"{articles:,} articles; {_MAX_ARTICLES:,} are allowed")
