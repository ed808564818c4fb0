"""The documents that are measured: made here, from seeds, the same on every machine.

Enters: a name. Leaves: a file in `benches/cache`, made once. Called by `compare.py`, by the peers and by the site
server. Every input looks like what generators write: pretty-printed, with entities and with dates in several forms.

The coarse dates, ``2024`` and ``2024-03``, are left out on purpose: ultimate-sitemap-parser fills what they lack from
today's date, so that no two libraries could agree on them.
"""

from __future__ import annotations

import gzip
import os
import sys
from datetime import UTC, datetime, timedelta, timezone
from email.utils import format_datetime
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["INPUTS", "SITE_PAGES", "SITE_SITEMAPS", "make", "site_folder"]

CACHE: Final = Path(__file__).parent / "cache"
# Part of every path: raise it when an input changes, and old files are never mistaken for new ones.
VERSION: Final = "v1"
ORIGIN: Final = "https://www.example.com"
SITE_SITEMAPS: Final = 100
SITE_PAGES: Final = 10_000

_DECLARATION: Final = '<?xml version="1.0" encoding="UTF-8"?>\n'
_NAMESPACE: Final = "http://www.sitemaps.org/schemas/sitemap/0.9"
_FREQUENCIES: Final = ("always", "hourly", "daily", "weekly", "monthly", "yearly", "never")
_OFFSETS: Final = tuple(timezone(timedelta(minutes=minutes)) for minutes in (0, 60, 120, 330, -300, -480, -210))
_WORDS: Final = (  # noqa: SIM905 - read as words, not as syntax
    "alpine amber anchor autumn badger barley beacon birch bramble bridge canvas cedar chalk cinder clover cobalt "
    "copper coral cotton crimson delta drift ember fennel ferry flint forest garnet ginger granite harbour hazel "
    "heather heron indigo island ivory juniper kestrel lantern larch laurel lichen linen lumber maple marble meadow "
    "mellow mineral mosaic nettle north oak oasis olive onyx orchard otter pebble pepper pine plum prairie quarry "
    "quartz raven reed ridge river rowan russet saffron sage salt sandal shale sierra silver slate sorrel spruce "
    "summit teal thistle timber tundra umber valley velvet walnut willow winter wool wren yarrow zephyr"
).split()
_BEGIN: Final = datetime(2015, 1, 1, tzinfo=UTC)
_SECONDS: Final = 11 * 365 * 24 * 3600


def _urlset(names: str = "") -> str:
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"{names}>\n'
    )


def _slug(random: Random, words: int) -> str:
    return "-".join(random.choices(_WORDS, k=words))


def _sentence(random: Random, words: int) -> str:
    return " ".join(random.choices(_WORDS, k=words)).capitalize() + "."


def _page(random: Random, number: int) -> str:
    """Return a URL that needs no repair: what is compared is the reading, not the URL standard."""
    path = f"{ORIGIN}/{random.choice(_WORDS)}/{_slug(random, random.randint(3, 7))}-{number}"
    kind = random.random()
    if kind < 0.1:
        return f"{path}?colour={random.choice(_WORDS)}&size={random.randint(1, 60)}"
    if kind < 0.15:
        return f"{path}/caf%C3%A9"
    return path


def _instant(random: Random) -> datetime:
    return (_BEGIN + timedelta(seconds=random.randrange(_SECONDS))).astimezone(random.choice(_OFFSETS))


def _w3c(random: Random) -> str:
    """Return a date in one of the forms of W3C, in about the shares in which sites use them."""
    when = _instant(random)
    kind = random.random()
    if kind < 0.3:
        return f"{when:%Y-%m-%d}"
    if kind < 0.4:
        return when.astimezone(UTC).strftime("%Y-%m-%dT%H:%MZ")
    if kind < 0.6:
        return when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    if kind < 0.75:
        return when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.") + f"{random.randrange(1000):03}Z"
    return when.isoformat(timespec="seconds")


def _urls(random: Random, count: int) -> Iterator[str]:
    yield _urlset()
    for number in range(count):
        yield (
            f"  <url>\n    <loc>{escape(_page(random, number))}</loc>\n    <lastmod>{_w3c(random)}</lastmod>\n"
            f"    <changefreq>{random.choice(_FREQUENCIES)}</changefreq>\n"
            f"    <priority>{random.randint(0, 10) / 10}</priority>\n  </url>\n"
        )
    yield "</urlset>\n"


def _rich_entry(random: Random, number: int) -> Iterator[str]:
    page = escape(_page(random, number))
    yield f"  <url>\n    <loc>{page}</loc>\n    <lastmod>{_w3c(random)}</lastmod>\n"
    for place in range(random.randint(1, 4)):
        yield (
            f"    <image:image>\n      <image:loc>{ORIGIN}/media/{_slug(random, 3)}-{place}.jpg</image:loc>\n"
            f"      <image:title>{_sentence(random, 5)}</image:title>\n"
            f"      <image:caption>{_sentence(random, 9)} &amp; {random.choice(_WORDS)}</image:caption>\n"
            "    </image:image>\n"
        )
    if random.random() < 0.6:
        tags = "".join(f"      <video:tag>{random.choice(_WORDS)}</video:tag>\n" for _ in range(random.randint(1, 6)))
        yield (
            "    <video:video>\n"
            f"      <video:thumbnail_loc>{ORIGIN}/media/{_slug(random, 3)}.jpg</video:thumbnail_loc>\n"
            f"      <video:title>{_sentence(random, 6)}</video:title>\n"
            f"      <video:description><![CDATA[{_sentence(random, 20)} <b>{_sentence(random, 4)}</b>]]>"
            "</video:description>\n"
            f"      <video:content_loc>{ORIGIN}/media/{_slug(random, 3)}.mp4</video:content_loc>\n"
            f"      <video:duration>{random.randint(1, 28_800)}</video:duration>\n"
            f"      <video:publication_date>{_w3c(random)}</video:publication_date>\n{tags}    </video:video>\n"
        )
    if random.random() < 0.3:
        yield (
            "    <news:news>\n      <news:publication>\n"
            f"        <news:name>The {random.choice(_WORDS).capitalize()} Times</news:name>\n"
            "        <news:language>en</news:language>\n      </news:publication>\n"
            f"      <news:publication_date>{_w3c(random)}</news:publication_date>\n"
            f"      <news:title>{_sentence(random, 8)}</news:title>\n    </news:news>\n"
        )
    for language in random.sample(("en", "de", "fr", "es", "it", "nl", "pl", "pt-BR", "ja", "zh-Hant", "sv"), k=7):
        yield f'    <xhtml:link rel="alternate" hreflang="{language}" href="{ORIGIN}/{language}/{_slug(random, 4)}"/>\n'
    yield "  </url>\n"


def _rich(random: Random) -> Iterator[str]:
    yield _urlset(
        '\n        xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
        '\n        xmlns:video="http://www.google.com/schemas/sitemap-video/1.1"'
        '\n        xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"'
        '\n        xmlns:xhtml="http://www.w3.org/1999/xhtml"'
    )
    for number in range(10_000):
        yield from _rich_entry(random, number)
    yield "</urlset>\n"


def _article(random: Random) -> str:
    return "".join(f"<p>{_sentence(random, random.randint(38, 82))}</p>\n" for _ in range(7))


def _rss(random: Random) -> Iterator[str]:
    yield (
        f'{_DECLARATION}<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"'
        ' xmlns:dc="http://purl.org/dc/elements/1.1/">\n  <channel>\n    <title>Example</title>\n'
        f"    <link>{ORIGIN}/</link>\n    <description>All of it</description>\n"
    )
    for number in range(5_000):
        yield (
            f"    <item>\n      <title>{_sentence(random, 7)}</title>\n"
            f"      <link>{escape(_page(random, number))}</link>\n"
            f'      <guid isPermaLink="false">example-{number}</guid>\n'
            f"      <dc:creator>{random.choice(_WORDS)}</dc:creator>\n"
            f"      <pubDate>{format_datetime(_instant(random))}</pubDate>\n"
            f"      <description>{_sentence(random, 30)}</description>\n"
            f"      <content:encoded><![CDATA[{_article(random)}]]></content:encoded>\n    </item>\n"
        )
    yield "  </channel>\n</rss>\n"


def _atom(random: Random) -> Iterator[str]:
    yield (
        f'{_DECLARATION}<feed xmlns="http://www.w3.org/2005/Atom">\n  <title>Example</title>\n'
        f"  <id>{ORIGIN}/</id>\n  <updated>2026-01-01T00:00:00Z</updated>\n"
    )
    for number in range(5_000):
        page = escape(_page(random, number), {'"': "&quot;"})
        yield (
            f'  <entry>\n    <title>{_sentence(random, 7)}</title>\n    <link rel="alternate" href="{page}"/>\n'
            f"    <id>urn:example:{number}</id>\n"
            f"    <updated>{_instant(random).isoformat(timespec='seconds')}</updated>\n"
            f'    <content type="html">{escape(_article(random))}</content>\n  </entry>\n'
        )
    yield "</feed>\n"


def _text(random: Random) -> Iterator[str]:
    for number in range(50_000):
        yield f"{_page(random, number)}\n"


def _index(random: Random) -> Iterator[str]:
    yield f'{_DECLARATION}<sitemapindex xmlns="{_NAMESPACE}">\n'
    for number in range(50_000):
        yield (
            f"  <sitemap>\n    <loc>{ORIGIN}/sitemaps/{_slug(random, 2)}-{number}.xml.gz</loc>\n"
            f"    <lastmod>{_w3c(random)}</lastmod>\n  </sitemap>\n"
        )
    yield "</sitemapindex>\n"


INPUTS: Final[dict[str, Callable[[Random], Iterator[str]]]] = {
    "urlset.xml": lambda random: _urls(random, 50_000),
    "large.xml": lambda random: _urls(random, 235_000),
    "rich.xml": _rich,
    "rss.xml": _rss,
    "atom.xml": _atom,
    "list.txt": _text,
    "index.xml": _index,
}
"""File name -> what makes its text. With ``.gz`` after the name, `make` compresses it."""


def make(name: str) -> Path:
    """Return the path of an input, which is made where it does not exist yet.

    Args:
        name: A name in `INPUTS`, or one with ``.gz`` after it.

    Raises:
        KeyError: If there is no such input.
    """
    path = CACHE / VERSION / name
    if path.exists():
        return path
    plain = name.removesuffix(".gz")
    if plain != name:
        return _write(path, gzip.compress(make(plain).read_bytes(), 6, mtime=0))
    return _write(path, "".join(INPUTS[name](Random(f"sitemapfast {name}"))).encode())


def site_folder() -> Path:
    """Return the folder with the sitemaps of a site of 1,000,000 pages, every other one compressed."""
    folder = CACHE / VERSION / "site"
    for number in range(SITE_SITEMAPS):
        name = f"{number:03}.xml" + ".gz" * (number % 2)
        if not (folder / name).exists():
            data = "".join(_urls(Random(f"sitemapfast site {number}"), SITE_PAGES)).encode()
            _write(folder / name, gzip.compress(data, 6, mtime=0) if number % 2 else data)
    return folder


def _write(path: Path, data: bytes) -> Path:
    """Write so that an interrupted run leaves no half file behind."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(f".part{os.getpid()}")
    part.write_bytes(data)
    part.replace(path)
    return path


if __name__ == "__main__":
    for wanted in sys.argv[1:] or [*INPUTS, "urlset.xml.gz"]:
        made = make(wanted)
        print(f"{made.stat().st_size:>12,}  {made}")
