"""lxml as a careful user writes it: the tree, one walk over it, each field in its type.

It resolves no location, checks none and records nothing: the least that such a program can do.
"""

from __future__ import annotations

from datetime import datetime
from email.utils import parsedate_to_datetime
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from peers import Job, Peer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

__all__ = ["PEER"]

_SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
_IMAGE = "{http://www.google.com/schemas/sitemap-image/1.1}"
_VIDEO = "{http://www.google.com/schemas/sitemap-video/1.1}"
_NEWS = "{http://www.google.com/schemas/sitemap-news/0.9}"
_ATOM = "{http://www.w3.org/2005/Atom}"
_LINK = "{http://www.w3.org/1999/xhtml}link"


def _import() -> None:
    import lxml.etree  # noqa: F401


def _root(data: bytes) -> Any:
    from lxml import etree

    # `huge_tree` because a document may be larger than libxml2 takes from strangers.
    return etree.fromstring(data, etree.XMLParser(huge_tree=True, resolve_entities=False))


def _urlset(data: bytes) -> list[Any]:
    rows = []
    loc_tag, lastmod_tag = f"{_SITEMAP}loc", f"{_SITEMAP}lastmod"
    changefreq_tag, priority_tag = f"{_SITEMAP}changefreq", f"{_SITEMAP}priority"
    for entry in _root(data).iterchildren(f"{_SITEMAP}url"):
        loc = lastmod = changefreq = priority = None
        for child in entry:
            tag = child.tag
            if tag == loc_tag:
                loc = child.text.strip()
            elif tag == lastmod_tag:
                lastmod = datetime.fromisoformat(child.text.strip())
            elif tag == changefreq_tag:
                changefreq = child.text.strip().lower()
            elif tag == priority_tag:
                priority = float(child.text)
        rows.append((loc, lastmod, changefreq, priority))
    return rows


def _fields(element: Any, readers: Mapping[str, Callable[[Any], Any]]) -> tuple[Any, ...]:
    """Return the values of the children that `readers` names, in its order."""
    values = dict.fromkeys(readers)
    for child in element:
        reader = readers.get(child.tag)
        if reader is not None:
            values[child.tag] = reader(child)
    return tuple(values.values())


def _text(element: Any) -> str:
    return element.text.strip()  # type: ignore[no-any-return]


def _date(element: Any) -> datetime:
    return datetime.fromisoformat(element.text.strip())


_IMAGE_READERS = {f"{_IMAGE}{name}": _text for name in ("loc", "title", "caption")}
_VIDEO_READERS: dict[str, Callable[[Any], Any]] = {
    **{f"{_VIDEO}{name}": _text for name in ("thumbnail_loc", "title", "description", "content_loc")},
    f"{_VIDEO}duration": lambda element: int(element.text),
    f"{_VIDEO}publication_date": _date,
}
_PUBLICATION_READERS = {f"{_NEWS}{name}": _text for name in ("name", "language")}
_NEWS_READERS: dict[str, Callable[[Any], Any]] = {
    f"{_NEWS}publication": lambda element: _fields(element, _PUBLICATION_READERS),
    f"{_NEWS}publication_date": _date,
    f"{_NEWS}title": _text,
}


def _rich(data: bytes) -> list[Any]:
    rows = []
    for entry in _root(data).iterchildren(f"{_SITEMAP}url"):
        loc = lastmod = news = None
        images, videos, links = [], [], []
        for child in entry:
            tag = child.tag
            if tag == f"{_SITEMAP}loc":
                loc = child.text.strip()
            elif tag == f"{_SITEMAP}lastmod":
                lastmod = _date(child)
            elif tag == f"{_IMAGE}image":
                images.append(_fields(child, _IMAGE_READERS))
            elif tag == f"{_VIDEO}video":
                tags = [_text(element) for element in child.iterchildren(f"{_VIDEO}tag")]
                videos.append((*_fields(child, _VIDEO_READERS), tags))
            elif tag == f"{_NEWS}news":
                publication, published, title = _fields(child, _NEWS_READERS)
                news = (*publication, published, title)
            elif tag == _LINK:
                links.append((child.get("rel"), child.get("hreflang"), child.get("href")))
        rows.append((loc, lastmod, images, videos, news, links))
    return rows


def _index(data: bytes) -> list[Any]:
    return [
        (entry.findtext(f"{_SITEMAP}loc").strip(), datetime.fromisoformat(entry.findtext(f"{_SITEMAP}lastmod").strip()))
        for entry in _root(data).iterchildren(f"{_SITEMAP}sitemap")
    ]


def _rss(data: bytes) -> list[Any]:
    return [
        (item.findtext("link").strip(), parsedate_to_datetime(item.findtext("pubDate").strip()))
        for item in _root(data).iterfind("channel/item")
    ]


def _atom(data: bytes) -> list[Any]:
    def rows() -> Iterator[tuple[str, datetime]]:
        for entry in _root(data).iterchildren(f"{_ATOM}entry"):
            link = next(link for link in entry.iterchildren(f"{_ATOM}link") if link.get("rel") in {None, "alternate"})
            yield link.get("href"), datetime.fromisoformat(entry.findtext(f"{_ATOM}updated").strip())

    return list(rows())


PEER = Peer(
    title="lxml, fields typed",
    version=lambda: version("lxml"),
    requires=("lxml",),
    jobs={
        name: Job(run=run, rows=lambda rows: rows, prepare=_import)
        for name, run in {"urlset": _urlset, "rich": _rich, "index": _index, "rss": _rss, "atom": _atom}.items()
    },
)
