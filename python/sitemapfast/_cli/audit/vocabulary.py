"""The schemas of sitemaps and their extensions, as data: which element may hold what, in which order.

Enters: nothing. Leaves: `ELEMENTS`, and what the namespaces stand for. `structure` holds documents to it. From the
schemas of 2008 (sitemaps.org) and of Google's extensions.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["CORE", "ELEMENTS", "PREFIXES", "Attribute", "Element", "namespace_kind", "root_namespace"]

CORE: Final = "core"
_SITEMAPS: Final = "http://www.sitemaps.org/schemas/sitemap/0.9"
_GOOGLE: Final = "http://www.google.com/schemas/"

# What follows the scheme -> what it is called here. Scheme, www and a slash at the end are no difference to a reader.
_KINDS: Final = {
    "sitemaps.org/schemas/sitemap/0.9": CORE,
    "google.com/schemas/sitemap/0.84": CORE,
    "google.com/schemas/sitemap/0.9": CORE,
    "google.com/schemas/sitemap/0.90": CORE,
    "google.com/schemas/sitemap-image/1.1": "image",
    "google.com/schemas/sitemap-video/1.0": "video",
    "google.com/schemas/sitemap-video/1.1": "video",
    "google.com/schemas/sitemap-news/0.9": "news",
    "google.com/schemas/sitemap-news/0.84": "news",
    "google.com/schemas/sitemap-mobile/1.0": "mobile",
    "google.com/schemas/sitemap-pagemap/1.0": "pagemap",
    "google.com/codesearch/schemas/sitemap/1.0": "codesearch",
    "baidu.com/schemas/sitemap-mobile/1": "mobile",
    "w3.org/1999/xhtml": "xhtml",
    "w3.org/2001/XMLSchema-instance": "xsi",
    "search.yahoo.com/mrss": "media",
}

PREFIXES: Final = {
    "image": "image",
    "video": "video",
    "news": "news",
    "mobile": "mobile",
    "PageMap": "pagemap",
    "codesearch": "codesearch",
    "xhtml": "xhtml",
    "xsi": "xsi",
    "media": "media",
}
"""Prefixes that stand for an extension even where they are not declared."""

_LEGACY: Final = re.compile(r"https?://www\.google\.com/schemas/sitemap/0\.(84|9|90)")


def namespace_kind(uri: str) -> str | None:
    """Return which vocabulary a namespace is, or ``None`` if it is none that an engine reads.

    Example:
        >>> namespace_kind("https://www.google.com/schemas/sitemap-image/1.1/")
        'image'
    """
    return _KINDS.get(re.sub(r"^https?://(www\.)?", "", uri.strip()).rstrip("/"))


def root_namespace(uri: str) -> str | None:
    """Return the code of the rule that the namespace of a root element breaks, or ``None``.

    Example:
        >>> root_namespace("https://www.sitemaps.org/schemas/sitemap/0.9")
        'namespace-http-variant'
    """
    if uri == _SITEMAPS:
        return None
    if not uri:
        return "namespace-missing"
    if _LEGACY.fullmatch(uri):
        return "namespace-legacy"
    return "namespace-http-variant" if namespace_kind(uri) == CORE else "namespace-unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribute:
    """An attribute of an element.

    Attributes:
        values: What a value has to match as a whole.
        required: Whether it has to be there.
    """

    values: re.Pattern[str] = field(default=re.compile(r"(?s).*"))
    required: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Element:
    """What an element may hold.

    Attributes:
        order: The names of its children, in the order of the schema.
        required: Those that have to be there, and the code of the rule that is broken where one is not.
        repeatable: Those that may stand more than once.
        extensible: Whether elements of other vocabularies may follow.
        text: Whether it holds text instead.
        may_be_empty: Whether that text may be empty.
        attributes: Its attributes.
    """

    order: tuple[str, ...] = ()
    required: Mapping[str, str] = field(default_factory=dict)
    repeatable: frozenset[str] = frozenset()
    extensible: bool = False
    text: bool = False
    may_be_empty: bool = False
    attributes: Mapping[str, Attribute] = field(default_factory=dict)


def _parent(kind: str, children: str, *, extensible: bool = False, **codes: str) -> Element:
    """Return an element with children, each marked as in a DTD: ``*`` any number, ``?`` at most one, else one."""
    prefix = "" if kind == CORE else f"{kind}:"
    marked = children.split()
    bare = [each.rstrip("?*") for each in marked]
    return Element(
        order=tuple(prefix + name for name in bare),
        required={
            prefix + name: codes.get(name, codes.get("rest", "missing-tag"))
            for name, mark in zip(bare, marked, strict=True)
            if name == mark
        },
        repeatable=frozenset(prefix + name for name, mark in zip(bare, marked, strict=True) if mark.endswith("*")),
        extensible=extensible,
    )


def _text(**attributes: Attribute) -> Element:
    return Element(text=True, attributes=attributes)


def _one_of(words: str, *, required: bool = False) -> Attribute:
    return Attribute(values=re.compile("|".join(words.split())), required=required)


_RELATION: Final = _one_of("allow deny", required=True)
_SECONDS: Final = Attribute(values=re.compile(r"\s*0*([01]?\d{1,4}|2[0-7]\d{3}|28[0-7]\d\d|28800)\s*"))

ELEMENTS: Final[dict[str, Element]] = {
    "urlset": _parent(CORE, "url*"),
    "url": _parent(CORE, "loc lastmod? changefreq? priority?", extensible=True),
    "sitemapindex": _parent(CORE, "sitemap*"),
    "sitemap": _parent(CORE, "loc lastmod?"),
    "image:image": _parent("image", "loc caption? geo_location? title? license?"),
    "video:video": _parent(
        "video",
        "thumbnail_loc title description content_loc? player_loc? duration? expiration_date? rating?"
        " content_segment_loc* view_count? publication_date? tag* category? family_friendly? restriction? gallery_loc?"
        " price* requires_subscription? uploader? tvshow? platform? live? id*",
        thumbnail_loc="video-missing-thumbnail",
        title="video-missing-title",
    ),
    "video:tvshow": _parent(
        "video", "show_title video_type episode_title? season_number? episode_number? premier_date?"
    ),
    "news:news": _parent(
        "news", "publication access? genres? publication_date title keywords? stock_tickers?", rest="news-missing"
    ),
    "news:publication": _parent("news", "name language", rest="news-missing"),
    "xhtml:link": Element(
        may_be_empty=True,
        text=True,
        attributes={"rel": Attribute(required=True), "href": Attribute(required=True)},
    ),
    "video:player_loc": _text(allow_embed=_one_of("yes Yes YES no No NO")),
    "video:content_segment_loc": _text(duration=_SECONDS),
    "video:restriction": Element(text=True, may_be_empty=True, attributes={"relationship": _RELATION}),
    "video:platform": Element(text=True, may_be_empty=True, attributes={"relationship": _RELATION}),
    "video:price": Element(
        text=True,
        may_be_empty=True,
        attributes={
            "currency": Attribute(values=re.compile("[A-Z]{3}")),
            "type": _one_of("purchase PURCHASE rent RENT own"),
            "resolution": _one_of("sd SD hd HD"),
        },
    ),
    "video:id": _text(type=_one_of("tms:series tms:program rovi:series rovi:program freebase url", required=True)),
}
"""Element -> what it may hold. Children that stand in an `order` and not here hold text."""
