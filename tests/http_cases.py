"""The cases of ``http-cases.json`` as scripts for the server of the tests.

Enters: a case, whose replies are recipes in words (see the ``about`` of the file). Leaves: what
`tests.server.Server` takes.
"""

from __future__ import annotations

import functools
import gzip
import json
import re
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from tests.server import Behaviour, Received, Reply, sitemapindex, urlset

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_UNREAD = re.compile(r"<n(\+1)?>")
_CASES = Path(__file__).parent / "data" / "cases" / "http-cases.json"


def load_cases() -> dict[str, dict[str, Any]]:
    """Return the cases by their ids."""
    return {case["id"]: case for case in json.loads(_CASES.read_text(encoding="utf-8"))["cases"]}


def build_case(case: Mapping[str, Any]) -> dict[str, list[Reply]]:
    """Return the script of a case: its paths, with replies whose bodies are made."""
    return {path: [_reply(each) for each in replies] for path, replies in case["script"].items()}


def _reply(recipe: Mapping[str, Any]) -> Reply:
    text = recipe["body"]
    encodings = recipe.get("body_encoding", [])
    templated = _UNREAD.search(text) is not None
    whole = _encoded(_body(text), encodings)
    headers = dict(recipe["headers"])
    behaviour, cut = _behaviour(recipe.get("behaviour", ""), whole)
    claimed = headers.pop("Content-Length", None)
    return Reply(
        status=recipe["status"],
        headers=headers,
        body=functools.partial(_numbered, text, encodings) if templated else whole,
        behaviour=behaviour,
        cut=cut,
        length=None if claimed is None else len(whole) + int(re.findall(r"\d+", claimed)[0]),
        when=_condition(recipe.get("when")),
    )


def _numbered(text: str, encodings: Sequence[str], number: int) -> bytes:
    return _encoded(_body(_UNREAD.sub(lambda found: str(number + bool(found[1])), text)), encodings)


def _body(recipe: str) -> bytes:
    locs = [word.strip(",") for word in recipe.split() if word.startswith("/") or urlsplit(word).netloc]
    if "spaces inside the root" in recipe:
        return urlset("/a").replace(b"</urlset>", b" " * (8 << 20) + b"</urlset>")
    if recipe.startswith("sitemapindex"):
        return sitemapindex(*locs)
    if recipe.startswith("urlset"):
        return urlset(*locs)
    if recipe.startswith("text: "):
        return "".join(f"Sitemap: https://example.com{loc}\n" for loc in locs).encode()
    known = {"": b"", "html page": b"<!DOCTYPE html><html><body>Hello</body></html>", "opaque bytes": b"\xff\x00" * 40}
    return known[recipe]


def _encoded(body: bytes, encodings: Sequence[str]) -> bytes:
    for name in encodings:
        body = gzip.compress(body, mtime=0) if name == "gzip" else zlib.compress(body)
    return body


def _behaviour(words: str, body: bytes) -> tuple[Behaviour | None, int | None]:
    if not words:
        return None, None
    if words.startswith("reset"):
        return Behaviour.RESET_BODY, None
    if words.startswith("stall"):
        return Behaviour.STALL, None
    if words.startswith("close early"):
        return Behaviour.CUT, body.rindex(b"</loc>") - 1
    raise ValueError(words)


def _condition(words: str | None) -> Callable[[Received], bool] | None:
    if words is None:
        return None
    if words.startswith("User-Agent"):
        return lambda received: bool(received.headers.get("user-agent"))
    if words.startswith("method "):
        return lambda received: received.method == words.removeprefix("method ")
    if words == "otherwise":
        return lambda _: True
    raise ValueError(words)
