"""What a document that is committed turns into: the `Document` that is handed over, and the entries it lists.

Enters: a reading and its entry. Leaves: values; what is counted and recorded is `engine`'s to do.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from sitemapfast._core import SitemapTable, sitemap_key
from sitemapfast._document import Document
from sitemapfast._errors import ErrorList
from sitemapfast._walk.frontier import Entry
from sitemapfast.entries import Outcome
from sitemapfast.exceptions import ValidationError
from sitemapfast.typing import Found

if TYPE_CHECKING:
    from collections.abc import Callable

    from sitemapfast._core import Diagnostics, Parsed, UrlTable
    from sitemapfast._walk.frontier import Meta
    from sitemapfast._walk.ledger import Fate
    from sitemapfast._walk.reading import Reading
    from sitemapfast._walk.rules import Selection

__all__ = ["Children", "Cut", "children", "document_of", "fitting", "level_of", "levelled"]


@dataclass(frozen=True, slots=True)
class Cut:
    """The part of a document that is kept.

    Attributes:
        pages: Its pages.
        errors: Its errors; of one that is cut short a plain list.
        short: Whether pages were left out.
    """

    pages: UrlTable
    errors: Diagnostics | list[ValidationError]
    short: bool


def fitting(pages: UrlTable, errors: Diagnostics, room: int | None) -> Cut:
    """Return the pages for which there is room; what follows them counts as unread, errors included (rule [86])."""
    if room is None or len(pages) <= room:
        return Cut(pages, errors, short=False)
    kept = pages[:room]
    # An error that is no entry's says how the document ends, and that was not read.
    before = [each for each in errors.before(kept[-1].position + 1) if isinstance(each, ValidationError)]
    return Cut(kept, before, short=True)


def level_of(reading: Reading, entry: Entry) -> int:
    """Return the level of what a document lists; a robots.txt is none (rule [84])."""
    return entry.depth if reading.robots else entry.depth + 1


def levelled(table: SitemapTable, level: int) -> SitemapTable:
    """Return a list of sitemaps with their level: another one if it was read for a job further down."""
    if not len(table) or table[0].depth == level:
        return table
    return SitemapTable.from_rows([row | {"depth": level} for row in table.to_dicts()])


def document_of(parsed: Parsed, entry: Entry, meta: Meta, cut: Cut, sitemaps: SitemapTable) -> Document:
    """Return the document as it is handed over."""
    document = replace(
        Document.of(parsed, requested_url=entry.url),
        url=meta.url,
        depth=entry.depth,
        parent=entry.parent,
        urls=cut.pages,
        sitemaps=sitemaps,
        status=meta.status,
        etag=meta.etag,
        last_modified=meta.last_modified,
        content_type=meta.content_type,
        fetched_at=meta.fetched_at,
    )
    if not cut.short:
        return document
    return replace(document, errors=ErrorList([cut.errors]), error_count=len(cut.errors), complete=False)


@dataclass(slots=True)
class Children:
    """What a document lists.

    Attributes:
        fates: What becomes of each, in listed order.
        wanted: Those that are asked for.
        stopped: Whether one would have been, had it not been too deep.
    """

    fates: list[Fate]
    wanted: list[Entry]
    stopped: bool = False


def children(
    reading: Reading,
    parent: Entry,
    table: SitemapTable,
    selection: Selection,
    known: Callable[[str], bool],
    *,
    follow: bool,
    deeper: bool,
) -> Children:
    """Sort out what a document lists (rules [84], [88]).

    Args:
        reading: The document.
        parent: Its entry.
        table: What it lists.
        selection: The rules of the call.
        known: Whether a URL was asked for before, by key.
        follow: Whether anything is followed at all.
        deeper: Whether the next level may be asked for.
    """
    found = Children([], [])
    if not follow:
        found.fates = [Outcome.PENDING] * len(table)
        return found
    origins = _origins(reading, parent)
    listed: set[str] = set()
    for loc, followed in zip(table.locs(), selection.followed(table), strict=True):
        key = sitemap_key(loc)
        if not followed:
            found.fates.append(Outcome.NOT_FOLLOWED)
        elif key in listed or known(key):
            found.fates.append(Outcome.DUPLICATE)
        elif not deeper:
            found.stopped = True
            found.fates.append(Outcome.OVER_LIMIT)
        else:
            listed.add(key)
            entry = Entry(
                url=loc,
                key=key,
                depth=level_of(reading, parent),
                parent=reading.meta.url,
                found=Found.ROBOTS if reading.robots else Found.CHILD,
                root=parent.root,
                origins=origins,
            )
            found.wanted.append(entry)
            found.fates.append(entry)
    return found


def _origins(reading: Reading, parent: Entry) -> tuple[str, ...]:
    """Return the origins that strict mode admits in what a document lists (rule [43]).

    A sitemap that a robots.txt names may list its own pages or those of the robots.txt, and so may what it lists.
    """
    if not reading.robots and not parent.origins:
        return ()
    parts = urlsplit(reading.meta.url)
    own = parts._replace(path="/", query="", fragment="").geturl()
    return tuple(dict.fromkeys((*parent.origins, own)))
