"""Documents that ultimate-sitemap-parser and its counterpart read alike, and those of which they make something else.

Enters: nothing. Leaves: `ALIKE`, documents by name; `DIFFERENCES`, one for each row of the table in
``docs/migrate/usp.md``, with what the two make of it; `shown`, a tree as plain values.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

_NAMES = (
    'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
    'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" '
    'xmlns:video="http://www.google.com/schemas/sitemap-video/1.1" '
    'xmlns:news="http://www.google.com/schemas/sitemap-news/0.9" '
    'xmlns:xhtml="http://www.w3.org/1999/xhtml"'
)


def urlset(*entries: str) -> str:
    """Return a sitemap of entries, each the content of a ``<url>``."""
    urls = "".join(f"<url>{entry}</url>" for entry in entries)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset {_NAMES}>{urls}</urlset>'


def page(rest: str = "", loc: str = "https://example.com/1") -> str:
    """Return the content of a ``<url>``."""
    return f"<loc>{loc}</loc>{rest}"


def index(*locs: str) -> str:
    """Return an index."""
    sitemaps = "".join(f"<sitemap><loc>{loc}</loc></sitemap>" for loc in locs)
    return f"<sitemapindex {_NAMES}>{sitemaps}</sitemapindex>"


def rss(*items: str) -> str:
    """Return an RSS feed of items."""
    inside = "".join(f"<item>{item}</item>" for item in items)
    return f'<rss version="2.0"><channel><title>c</title><link>https://example.com/</link>{inside}</channel></rss>'


def atom(*entries: str) -> str:
    """Return an Atom feed of entries."""
    inside = "".join(f"<entry>{entry}</entry>" for entry in entries)
    return f'<feed xmlns="http://www.w3.org/2005/Atom"><title>f</title>{inside}</feed>'


_STORY = (
    "<news:news><news:publication><news:name>The Times</news:name><news:language>en</news:language>"
    "</news:publication><news:publication_date>2024-01-01T08:00:00Z</news:publication_date>"
    "<news:title>A title</news:title><news:access>Subscription</news:access>"
    "<news:keywords>one, two</news:keywords><news:stock_tickers>NASDAQ:A, B:C</news:stock_tickers></news:news>"
)
_IMAGES = (
    "<image:image><image:loc>https://example.com/1.jpg</image:loc><image:title>t &amp;amp; u</image:title>"
    "<image:caption>c</image:caption><image:geo_location>Ulm</image:geo_location>"
    "<image:license>https://example.com/l</image:license></image:image>"
    "<image:image><image:loc>https://cdn.example.org/2.jpg</image:loc></image:image>"
)
_LINKS = (
    '<xhtml:link rel="alternate" hreflang="de" href="https://example.com/de"/>'
    '<xhtml:link rel="alternate" hreflang="x-default" href="https://example.com/x"/>'
)

ALIKE: dict[str, str] = {
    "nothing but locations": urlset(page(), page(loc="https://example.com/2")),
    "no page": urlset(),
    "white space around a location": urlset(page(loc="\n   https://example.com/1?a=1&amp;b=2\t")),
    "a location twice": urlset(page("<priority>0.1</priority>"), page("<priority>0.9</priority>")),
    "an entry without a location": urlset("<lastmod>2024-01-01</lastmod>", page()),
    "a date": urlset(page("<lastmod>2024-01-02</lastmod>")),
    "a time in UTC": urlset(page("<lastmod>2024-01-02T10:11:12Z</lastmod>")),
    "a time with an offset": urlset(page("<lastmod>2024-01-02T10:11:12.345678-05:30</lastmod>")),
    "no date at all": urlset(page("<lastmod>yes</lastmod>")),
    "change frequencies": urlset(
        page("<changefreq>daily</changefreq>"), page("<changefreq>NEVER</changefreq>", "http://example.com/2")
    ),
    "priorities": urlset(
        *(
            page(f"<priority>{text}</priority>", f"http://example.com/{at}")
            for at, text in enumerate(("0.0", "1", "0.80", "7", "-1", "high", ""))
        )
    ),
    "a relative location": urlset(page(loc="/rel")),
    "images": urlset(page(_IMAGES)),
    "alternates": urlset(page(_LINKS)),
    "a news story": urlset(page(_STORY)),
    "a news story without a title": urlset(
        page("<news:news><news:publication_date>2024-01-01</news:publication_date></news:news>")
    ),
    "a news title with an entity": urlset(page(_STORY.replace("A title", "A &amp; B"))),
    "a video": urlset(page("<video:video><video:title>v</video:title></video:video>")),
    "a prefix for everything": '<s:urlset xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9"><s:url><s:loc>https://example.com/1</s:loc></s:url></s:urlset>',
    "no namespace": "<urlset><url><loc>https://example.com/1</loc></url></urlset>",
    "a cut document": urlset(page(), page(loc="https://example.com/2")).removesuffix("2</loc></url></urlset>"),
    "a comment and CDATA": urlset("<!-- c --><loc><![CDATA[https://example.com/1?a=1&b=2]]></loc>"),
    "an index": index("https://example.com/a.xml", "https://example.org/b.xml.gz"),
    "an index with a sitemap twice": index("https://example.com/a.xml", "https://example.com/a.xml"),
    "an empty index": index(),
    "RSS": rss(
        "<title>A &amp;amp; B</title><link>https://example.com/1</link><pubDate>Tue, 02 Jan 2024 10:00:00 +0100</pubDate>",
        "<title>two</title><link>https://example.com/2</link>",
    ),
    "an RSS item twice": rss(*["<title>one</title><link>https://example.com/1</link>"] * 2),
    "an RSS item without a link": rss("<title>one</title>"),
    "Atom": atom('<title>one</title><link href="https://example.com/1"/><updated>2024-01-02T00:00:00Z</updated>'),
    "text": "https://example.com/1\n\n  https://example.com/2  \r\nwords\nhttps://example.com/1\n",
    "HTML": "<html><body>no</body></html>",
}


def shown(tree: Any) -> Any:
    """Return a tree of either library as plain values; the words of a reason are not compared."""
    return (
        type(tree).__name__,
        tree.url,
        [_page(each) for each in tree.pages],
        [shown(each) for each in tree.sub_sitemaps],
    )


def _page(page: Any) -> Any:
    story, frequency = page.news_story, page.change_frequency
    return (
        page.url,
        page.priority,
        page.last_modified,
        None if frequency is None else (type(frequency).__name__, frequency.name, frequency.value),
        None if story is None else story.to_dict(),
        None if page.images is None else [image.to_dict() for image in page.images],
        page.alternates,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A document of which the two make something else.

    Attributes:
        document: The document.
        look: What of the tree is looked at.
        theirs: What it is in the original.
        ours: What it is here.
    """

    document: str
    look: Callable[[Any], Any]
    theirs: Any
    ours: Any


def _urls(tree: Any) -> list[str]:
    return [each.url for each in tree.all_pages()]


def _first(tree: Any) -> Any:
    return next(iter(tree.all_pages()))


def _kind(tree: Any) -> str:
    return type(tree).__name__


_BERLIN = timezone(timedelta(hours=1))

# The keys stand in the first column of the table in docs/migrate/usp.md.
DIFFERENCES: dict[str, Difference] = {
    "unknown change frequency": Difference(
        document=urlset(page("<changefreq>sometimes</changefreq>")),
        look=lambda tree: getattr(_first(tree).change_frequency, "value", None),
        theirs="always",
        ours=None,
    ),
    "year or month alone": Difference(
        document=urlset(page("<lastmod>1996</lastmod>"), page("<lastmod>1996-02</lastmod>", "http://example.com/2")),
        # Two of them: what the original fills in, the day of today, cannot be right for both.
        look=lambda tree: [f"{each.last_modified:%m-%d}" for each in tree.all_pages()],
        theirs=[f"{datetime.now():%m-%d}", f"{datetime.now():02-%d}"],  # noqa: DTZ005
        ours=["01-01", "02-01"],
    ),
    "empty date": Difference(
        document=urlset(page("<lastmod></lastmod>")),
        look=lambda tree: _first(tree).last_modified,
        theirs="",
        ours=None,
    ),
    "time without a zone": Difference(
        document=urlset(page("<lastmod>2024-01-02T10:00:00</lastmod>")),
        look=lambda tree: _first(tree).last_modified,
        theirs=datetime(2024, 1, 2, 10),
        ours=datetime(2024, 1, 2, 10, tzinfo=UTC),
    ),
    "date in words": Difference(
        document=urlset(page("<lastmod>January 2, 2024</lastmod>")),
        look=lambda tree: _first(tree).last_modified,
        theirs=datetime(2024, 1, 2),
        ours=None,
    ),
    "news date without a time": Difference(
        document=urlset(page(_STORY.replace("T08:00:00Z", ""))),
        look=lambda tree: _first(tree).news_story.publish_date,
        theirs=datetime(2024, 1, 1),
        ours=datetime(2024, 1, 1, tzinfo=UTC),
    ),
    "news date with an offset": Difference(
        document=urlset(page(_STORY.replace("T08:00:00Z", "T08:00:00+01:00"))),
        look=lambda tree: _first(tree).news_story.publish_date.isoformat(),
        theirs=datetime(2024, 1, 1, 8, tzinfo=_BERLIN).isoformat(),
        ours="2024-01-01T07:00:00+00:00",
    ),
    "news genres": Difference(
        document=urlset(
            page(_STORY.replace("<news:access>", "<news:genres>Blog, UserGenerated</news:genres><news:access>"))
        ),
        look=lambda tree: _first(tree).news_story.genres,
        theirs=[],
        ours=["Blog", "UserGenerated"],
    ),
    "entities that were escaped twice": Difference(
        document=urlset(page(loc="https://example.com/?a=1&amp;copy=2")),
        look=_urls,
        theirs=["https://example.com/?a=1©=2"],
        ours=["https://example.com/?a=1&copy=2"],
    ),
    "location that is no http URL": Difference(
        document=urlset(page(loc="ftp://example.com/1"), page()),
        look=_urls,
        theirs=["ftp://example.com/1", "https://example.com/1"],
        ours=["https://example.com/1"],
    ),
    "blank within a location": Difference(
        document=urlset(page(loc="https://example.com/a b")),
        look=_urls,
        theirs=["https://example.com/a b"],
        ours=["https://example.com/a%20b"],
    ),
    "malformed XML": Difference(
        document=urlset(page(), page(loc="https://example.com/2?a&b"), page(loc="https://example.com/3")),
        look=_urls,
        theirs=["https://example.com/1"],
        ours=["https://example.com/1", "https://example.com/2?a&b", "https://example.com/3"],
    ),
    "empty location": Difference(
        document=urlset("<loc></loc>", page()),
        look=_urls,
        theirs=[],
        ours=["https://example.com/1"],
    ),
    "DOCTYPE": Difference(
        document="<!DOCTYPE urlset><urlset><url><loc>https://example.com/1</loc></url></urlset>",
        look=_kind,
        theirs="InvalidSitemap",
        ours="PagesXMLSitemap",
    ),
    "blank line before the declaration": Difference(
        document=f"\n{urlset(page())}",
        look=_kind,
        theirs="InvalidSitemap",
        ours="PagesXMLSitemap",
    ),
    "alternates without a namespace": Difference(
        document='<urlset xmlns:xhtml="http://www.w3.org/1999/xhtml"><url><loc>https://example.com/1</loc>'
        '<xhtml:link rel="alternate" hreflang="de" href="https://example.com/de"/></url></urlset>',
        look=lambda tree: _first(tree).alternates,
        theirs=None,
        ours=[("de", "https://example.com/de")],
    ),
    "image without a location": Difference(
        document=urlset(page("<image:image><image:title>t</image:title></image:image>")),
        look=lambda tree: _first(tree).images is None,
        theirs=False,
        ours=True,
    ),
    "document that is no sitemap": Difference(
        document="The page was not found", look=_kind, theirs="PagesTextSitemap", ours="InvalidSitemap"
    ),
    "empty document": Difference(document="", look=_kind, theirs="PagesTextSitemap", ours="InvalidSitemap"),
    "RSS 1.0": Difference(
        document='<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">'
        '<item rdf:about="https://example.com/1"><title>t</title><link>https://example.com/1</link></item></rdf:RDF>',
        look=_kind,
        theirs="InvalidSitemap",
        ours="PagesRSSSitemap",
    ),
    "feed entry without a title": Difference(
        document=rss(
            "<link>https://example.com/1</link><description>words</description>", "<link>https://example.com/2</link>"
        ),
        look=lambda tree: [(each.url, each.news_story.title) for each in tree.all_pages()],
        theirs=[("https://example.com/1", "words")],
        ours=[("https://example.com/1", ""), ("https://example.com/2", "")],
    ),
    "elements of other namespaces in a feed": Difference(
        document=rss(
            '<title>one</title><link>https://example.com/1</link><m:title xmlns:m="http://search.yahoo.com/mrss/">two</m:title>'
        ),
        look=lambda tree: _first(tree).news_story.title,
        theirs="two",
        ours="one",
    ),
    "which link of an Atom entry": Difference(
        document=atom(
            '<title>t</title><link rel="alternate" href="https://example.com/1"/><link rel="self" href="https://example.com/1.atom"/>'
        ),
        look=_urls,
        theirs=["https://example.com/1.atom"],
        ours=["https://example.com/1"],
    ),
    "which date of an Atom entry": Difference(
        document=atom(
            '<title>t</title><link href="https://example.com/1"/><published>2024-01-01T00:00:00Z</published>'
            "<updated>2024-01-02T00:00:00Z</updated>"
        ),
        look=lambda tree: _first(tree).news_story.publish_date,
        theirs=datetime(2024, 1, 1, tzinfo=UTC),
        ours=datetime(2024, 1, 2, tzinfo=UTC),
    ),
    "sitemaps among pages": Difference(
        document="<urlset><url><loc>https://example.com/1</loc></url><sitemap><loc>https://example.com/a.xml</loc></sitemap></urlset>",
        look=lambda tree: (_kind(tree), [_kind(each) for each in tree.sub_sitemaps]),
        theirs=("PagesXMLSitemap", []),
        ours=("IndexXMLSitemap", ["PagesXMLSitemap", "InvalidSitemap"]),
    ),
}
