"""Valid documents as tokens that know their entry, and the damage that is done to them.

Used by the tests of repair: because every token knows the entry it belongs to, it is known which entries are untouched.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Callable

TOKEN = re.compile(r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<[^>]*>|[^<]+", re.DOTALL)


@dataclass(frozen=True)
class Token:
    """A tag, a text, a comment or a CDATA section, and the number of its entry."""

    text: str
    entry: int | None

    @property
    def is_tag(self) -> bool:
        return self.text.startswith("<") and not self.text.startswith("<!")


@dataclass(frozen=True)
class Document:
    """A valid document. Damage is done behind its root's start tag only: without a root there is no sitemap ([12])."""

    head: str
    tokens: tuple[Token, ...]

    @property
    def text(self) -> str:
        return self.head + "".join(token.text for token in self.tokens)

    @property
    def entries(self) -> set[int]:
        return {token.entry for token in self.tokens if token.entry is not None}


@dataclass(frozen=True)
class Damaged:
    """What became of a document: its text, the entries that were touched, and spellings a touched location may have."""

    text: str
    touched: frozenset[int]
    what: str


def document(head: str, before: str, entries: list[str], after: str, pad: str) -> Document:
    """Puts together a document from its parts, `pad` between any two."""
    tokens = [Token(text, None) for text in TOKEN.findall(before)]
    for number, entry in enumerate(entries):
        tokens += [Token(pad, None)] if pad else []
        tokens += [Token(text, number) for text in TOKEN.findall(entry)]
    tokens += [Token(text, None) for text in TOKEN.findall(pad + after)]
    return Document(head, tuple(tokens))


# Values: each location is the only one of its spelling, so that a row tells its entry.

WORDS = st.sampled_from(["a", "news/today", "p?x=1&y=2", "é", "b%20c", "deep/er/page.html", "q;r=s"])
DATES = st.sampled_from(["2024-01-08", "2023", "2024-05-06T07:08:09Z", "2024-05-06T07:08+02:00"])
TITLES = st.sampled_from(["Hello", "A & B", "1 < 2", "Grüße", "x"])
DECLARATIONS = (
    ' xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
    ' xmlns:video="http://www.google.com/schemas/sitemap-video/1.1"'
    ' xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"'
    ' xmlns:xhtml="http://www.w3.org/1999/xhtml"'
)


def shown(text: str, *, cdata: bool = False) -> str:
    """A text as it stands in a document."""
    return f"<![CDATA[{text}]]>" if cdata else escape(text, quote=False)


@st.composite
def extensions(draw: st.DrawFn, number: int, pad: str) -> str:
    """Some children of a `url` in the namespaces of extensions."""
    page = f"https://cdn.example/{number}"
    title = shown(draw(TITLES))
    known = [
        f"<image:image>{pad}<image:loc>{page}.png</image:loc>{pad}<image:title>{title}</image:title></image:image>",
        f"<image:image><image:loc>{page}-2.png</image:loc></image:image>",
        (
            f"<video:video><video:thumbnail_loc>{page}.jpg</video:thumbnail_loc>{pad}<video:title>{title}</video:title>"
            f"<video:description>d</video:description><video:content_loc>{page}.mp4</video:content_loc>"
            f"<video:tag>t</video:tag></video:video>"
        ),
        (
            f"<news:news><news:publication><news:name>N</news:name>{pad}<news:language>en</news:language>"
            f"</news:publication><news:publication_date>2024-01-08</news:publication_date>"
            f"<news:title>{title}</news:title></news:news>"
        ),
        f'<xhtml:link rel="alternate" hreflang="de" href="{page}/de"/>',
        f"<other><!-- none of ours --><deeper>{page}</deeper></other>",
    ]
    return pad.join(draw(st.lists(st.sampled_from(known), unique=True, max_size=3)))


@st.composite
def sitemaps(draw: st.DrawFn, *, index: bool = False) -> Document:
    """A `urlset` or a `sitemapindex`, prefixed or not, pretty or compact."""
    pad = draw(st.sampled_from(["", "\n", "\n  "]))
    prefix = draw(st.sampled_from(["", "s:"]))
    root, entry = ("sitemapindex", "sitemap") if index else ("urlset", "url")
    declared = f'xmlns{":s" if prefix else ""}="http://www.sitemaps.org/schemas/sitemap/0.9"'
    head = '<?xml version="1.0" encoding="UTF-8"?>\n' if draw(st.booleans()) else ""
    head += f"<{prefix}{root} {declared}{DECLARATIONS}>"
    entries = []
    for number in range(draw(st.integers(1, 6))):
        location = f"https://example.com/{number}/{draw(WORDS)}"
        parts = [f"<{prefix}loc>{shown(location, cdata=draw(st.booleans()) and not index)}</{prefix}loc>"]
        if draw(st.booleans()):
            parts.append(f"<{prefix}lastmod>{draw(DATES)}</{prefix}lastmod>")
        if not index:
            if draw(st.booleans()):
                parts.append(f"<{prefix}changefreq>daily</{prefix}changefreq>")
            if draw(st.booleans()):
                parts.append(f"<{prefix}priority>0.5</{prefix}priority>")
            if draw(st.booleans()):
                parts.append(draw(extensions(number, pad)))
        if draw(st.integers(0, 3)) == 0:
            parts = draw(st.permutations(parts))
        inner = pad.join(["", *(part for part in parts if part), ""])
        entries.append(f"<{prefix}{entry}>{inner}</{prefix}{entry}>")
    before = f"{pad}<!-- made by hand -->" if draw(st.booleans()) else ""
    return document(head, before, entries, f"</{prefix}{root}>", pad)


@st.composite
def rss(draw: st.DrawFn, *, rdf: bool = False) -> Document:
    """RSS 2.0 or 1.0 with what channels and items usually hold."""
    pad = draw(st.sampled_from(["", "\n", "\n  "]))
    spaces = ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/"'
    if rdf:
        head = f'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"{spaces}>'
        channel = '<channel rdf:about="https://example.com/">', "</channel>"
    else:
        head = f'<?xml version="1.0"?><rss version="2.0"{spaces}>'
        channel = "<channel>", ""
    before = f"{channel[0]}{pad}<title>T</title>{pad}<link>https://example.com/</link>{pad}"
    before += f"<image><url>https://example.com/i.png</url><title>T</title></image>{channel[1]}"
    entries = []
    for number in range(draw(st.integers(1, 6))):
        location = f"https://example.com/{number}/{draw(WORDS)}"
        parts = [
            f"<title>{shown(draw(TITLES), cdata=draw(st.booleans()))}</title>",
            f"<link>{shown(location)}</link>",
            f"<guid>{shown(location)}</guid>",
            f"<description>{shown('<p>text</p>', cdata=draw(st.booleans()))}</description>",
        ]
        if draw(st.booleans()):
            parts.append("<dc:date>2024-01-08</dc:date>" if rdf else "<pubDate>Mon, 08 Jan 2024 10:00:00 GMT</pubDate>")
        if draw(st.booleans()):
            parts.append(
                f'<media:content url="https://cdn.example/{number}.png"><media:title>m</media:title></media:content>'
            )
        about = f' rdf:about="https://example.com/{number}/about"' if rdf else ""
        inner = pad.join(["", *draw(st.permutations(parts)), ""])
        entries.append(f"<item{about}>{inner}</item>")
    return document(head, before, entries, "</rdf:RDF>" if rdf else f"</channel>{pad}</rss>", pad)


@st.composite
def atom(draw: st.DrawFn) -> Document:
    """Atom 1.0 with XHTML titles, authors and categories."""
    pad = draw(st.sampled_from(["", "\n", "\n  "]))
    head = '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom">'
    before = f'{pad}<title>T</title>{pad}<link href="https://example.com/"/><author><name>N</name></author>'
    entries = []
    for number in range(draw(st.integers(1, 6))):
        location = escape(f"https://example.com/{number}/{draw(WORDS)}")
        title = f"<title>{shown(draw(TITLES))}</title>"
        if draw(st.booleans()):
            title = '<title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">A <b>B</b></div></title>'
        parts = [
            title,
            f'<link href="{location}"/>',
            f"<id>{location}</id>",
            "<updated>2024-01-08T00:00:00Z</updated>",
            f'<category term="c"/>{pad}<author><name>N</name></author>',
        ]
        entries.append(f"<entry>{pad.join(['', *draw(st.permutations(parts)), ''])}</entry>")
    return document(head, before, entries, "</feed>", pad)


DOCUMENTS = st.one_of(sitemaps(), sitemaps(), sitemaps(index=True), rss(), rss(rdf=True), atom())

# Damage: what is done, as a function of a document and of where.


def between(tokens: list[Token], index: int) -> set[int]:
    """The entry that a place between two tokens is inside of."""
    if 0 < index < len(tokens) and tokens[index - 1].entry is not None:
        return {tokens[index - 1].entry} & {tokens[index].entry}  # type: ignore[return-value]
    return set()


def own(token: Token) -> set[int]:
    return set() if token.entry is None else {token.entry}


def drop(draw: st.DrawFn, tokens: list[Token]) -> set[int]:
    index = draw(st.sampled_from([i for i, token in enumerate(tokens) if token.is_tag]))
    return own(tokens.pop(index))


def double(draw: st.DrawFn, tokens: list[Token]) -> set[int]:
    index = draw(st.sampled_from([i for i, token in enumerate(tokens) if token.is_tag]))
    tokens.insert(index, tokens[index])
    return own(tokens[index])


def misplace(draw: st.DrawFn, tokens: list[Token]) -> set[int]:
    source = draw(st.sampled_from([i for i, token in enumerate(tokens) if token.is_tag]))
    token = tokens.pop(source)
    target = draw(st.integers(0, len(tokens)))
    touched = own(token) | between(tokens, target)
    tokens.insert(target, Token(token.text, next(iter(between(tokens, target)), None)))
    return touched


def stray(draw: st.DrawFn, tokens: list[Token]) -> set[int]:
    """A further tag, anywhere: in the middle of a text, too."""
    text = draw(st.sampled_from([token.text for token in tokens if token.is_tag]))
    return splice(draw, tokens, text)


def insert(draw: st.DrawFn, tokens: list[Token]) -> set[int]:
    return splice(draw, tokens, draw(st.sampled_from(["&", "<", "\x01", "\x08", "\x1f", "&&", "<<", "& "])))


def insert_text(draw: st.DrawFn, tokens: list[Token]) -> set[int]:
    """Text where none belongs; added to another text it would be no damage."""
    is_value = [not token.is_tag and not token.text.isspace() for token in tokens]
    places = [i for i in range(len(tokens) + 1) if not any(is_value[max(0, i - 1) : i + 1])]
    target = draw(st.sampled_from(places))
    touched = between(tokens, target)
    text = draw(st.sampled_from(["junk", "a b", "]]>", "&amp;"]))
    tokens.insert(target, Token(text, next(iter(touched), None)))
    return touched


def splice(draw: st.DrawFn, tokens: list[Token], text: str) -> set[int]:
    """Puts `text` at any place but in comments and CDATA sections, whose ends no reader could miss ([36])."""
    index = draw(st.sampled_from([i for i, token in enumerate(tokens) if not token.text.startswith("<!")]))
    token = tokens[index]
    at = draw(st.integers(0, len(token.text)))
    if cut_reference := re.search(r"&\w*$", token.text[:at]):
        at = cut_reference.start()  # Half a reference says nothing of what it was.
    tokens[index] = Token(token.text[:at] + text + token.text[at:], token.entry)
    return own(token)


DAMAGE: list[Callable[[st.DrawFn, list[Token]], set[int]]] = [drop, double, misplace, stray, insert, insert_text]
# Of several damages: what puts a tag far from its entry, or into a text, may make another valid document of it.
NEAR: list[Callable[[st.DrawFn, list[Token]], set[int]]] = [drop, double, insert, insert_text]


@st.composite
def damaged(draw: st.DrawFn, times: int = 1) -> tuple[Document, Damaged]:
    """A document and what becomes of it by damage, `times` at the most."""
    original = draw(DOCUMENTS)
    tokens = list(original.tokens)
    touched: set[int] = set()
    what = []
    for _ in range(draw(st.integers(1, times))):
        damage = draw(st.sampled_from(DAMAGE if times == 1 else NEAR))
        if any(token.is_tag for token in tokens):
            touched |= damage(draw, tokens)
            what.append(damage.__name__)
    return original, Damaged(original.head + "".join(t.text for t in tokens), frozenset(touched), "+".join(what))


@st.composite
def cut(draw: st.DrawFn) -> tuple[Document, Damaged]:
    """A document and its beginning; an entry is whole only with its end tag."""
    original = draw(DOCUMENTS)
    text = original.text
    at = draw(st.integers(len(original.head), len(text) - 1))
    touched = set()
    position = len(original.head)
    for token in original.tokens:
        position += len(token.text)
        if position > at:
            touched |= own(token)
    return original, Damaged(text[:at], frozenset(touched), "cut")
