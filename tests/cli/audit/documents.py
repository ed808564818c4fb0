"""The examples of the rules: a document that breaks one, and one that keeps it.

Enters: `examples/*.toml`; there, an entry alone stands for a document with that entry, at
``https://example.com/sitemap.xml``. Leaves: what the audit takes. Used by the tests of the rules and by the rules page.
"""

from __future__ import annotations

import gzip
import re
import tomllib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import sitemapfast as sf
from sitemapfast._cli.audit.subject import Http, Subject

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
URL = "https://example.com/sitemap.xml"

_GOOGLE = "http://www.google.com/schemas/sitemap"
_HEAD = (
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
    + "".join(f' xmlns:{name}="{_GOOGLE}-{name}/{version}"' for name, version in [("image", "1.1"), ("video", "1.1")])
    + f' xmlns:news="{_GOOGLE}-news/0.9" xmlns:mobile="{_GOOGLE}-mobile/1.0" xmlns:xhtml="http://www.w3.org/1999/xhtml">'
)
_INDEX = '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
_SHORT = {
    "{video}": "<video:thumbnail_loc>https://example.com/a.png</video:thumbnail_loc><video:title>A</video:title>"
    "<video:description>B</video:description><video:content_loc>https://example.com/a.mp4</video:content_loc>",
    "{news}": "<news:publication><news:name>Journal</news:name><news:language>en</news:language></news:publication>"
    "<news:publication_date>2026-11-01</news:publication_date><news:title>A</news:title>",
}


def load() -> dict[str, dict[str, Any]]:
    """Return the examples of each rule."""
    examples: dict[str, dict[str, Any]] = {}
    for path in sorted((Path(__file__).parent / "examples").glob("*.toml")):
        examples |= tomllib.loads(path.read_text(encoding="utf-8"))
    return examples


def pieces(example: str | dict[str, Any] | list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the documents of an example."""
    if isinstance(example, str):
        return [{"text": example}]
    return example if isinstance(example, list) else [example]


def expanded(piece: dict[str, Any]) -> str:
    """Return the text of a document, what was written short in full."""
    text: str = piece["text"]
    for short, long in _SHORT.items():
        text = text.replace(short, long)
    text = re.sub(
        r"\{link:(\S+) (\S+)\}",
        r'<xhtml:link rel="alternate" hreflang="\1" href="https://example.com\2"/>',
        text,
    )
    inner = re.search(r"\{inner:(.*)\}", text)
    if inner:
        many = "".join(inner[1].replace("{n}", str(n)) for n in range(piece["inner"]))
        text = text.replace(inner[0], many)
    if "long" in piece:
        text = text.replace("{long}", "a" * (piece["long"] - len("https://example.com/")))
    if "repeat" in piece:
        text = "\n".join(text.replace("{n}", str(n)) for n in range(piece["repeat"]))
    if text.lstrip().startswith("<url>"):
        return f"{_HEAD}{text}</urlset>"
    if text.lstrip().startswith("<sitemap>"):
        return f"{_INDEX}{text}</sitemapindex>"
    if text.startswith("<x0>"):
        return f"{_HEAD}<url><loc>https://example.com/</loc>{text}"
    return text


def subject(piece: dict[str, Any]) -> Subject:
    """Return a document to be audited."""
    url = piece.get("url", URL)
    http = Http(
        requested_url=piece.get("requested_url", url),
        status=piece.get("status", 200),
        content_type=piece.get("content_type"),
        last_modified=piece.get("last_modified"),
    )
    if "status" in piece or "network" in piece:
        reason = piece.get("network", f"HTTP status {piece.get('status')}")
        error = sf.NetworkError(reason, url=url, code="http_status", status=piece.get("status"))
        return Subject(name=url, url=url, error=error, http=http, now=NOW)
    data = expanded(piece).encode(piece.get("encoding", "utf-8"))
    if "pad" in piece:
        data += b" " * (piece["pad"] - len(data))
    if piece.get("gzip"):
        data = gzip.compress(data, mtime=0)
    if "cut" in piece:
        data = data[: -piece["cut"]]
    # Only a document that was fetched has a response; the examples say so by what it is about.
    fetched = (
        {"requested_url", "content_type", "last_modified"} & piece.keys()
        or url.endswith(".gz")
        or "<html" in expanded(piece)
    )
    return Subject.of(url, data, url=url, http=http if fetched else None, now=NOW)
