"""Every code that is documented is really made, and every code that is made is documented (issue 4, rules [1], [7])."""

from __future__ import annotations

import ast
import importlib
import socket
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest import mock

import httpx2
import pytest
from tests.server import Behaviour, Reply, Server, sitemapindex, urlset

import sitemapfast as sf
from sitemapfast._core import CODES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import ModuleType

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "python" / "sitemapfast"
CLASSES = {"parse": sf.ParseError, "validation": sf.ValidationError, "note": sf.Note}


@pytest.fixture(name="page")
def import_generator(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script that writes the page of codes; it stands beside what it imports."""
    monkeypatch.syspath_prepend(ROOT / "docs")
    return importlib.import_module("generate_codes")


@pytest.mark.parametrize(("code", "kind"), [(code, kind) for code, kind, *_ in CODES])
def test_the_example_of_a_code_of_the_core_produces_it(code: str, kind: str, page: Any) -> None:
    found = page.found(page.EXAMPLES[code])
    assert {type(each) for each in found if each.code == code} == {CLASSES[kind]}


def test_the_codes_of_the_package_are_those_that_are_listed(page: Any) -> None:
    # What the shapes of other libraries tell each other is no error of ours.
    own = [path for path in sorted(PACKAGE.rglob("*.py")) if "compat" not in path.parts]
    used = {code for path in own for code in codes_in(path)}
    listed = {each.code for each in page.CALL_CODES}
    assert used - {code for code, *_ in CODES} <= listed
    assert listed <= used


def codes_in(path: Path) -> Iterator[str]:
    """Yield the codes that a module writes down: ``code="…"``, defaults of `code`, first words of what brings one."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.keyword(arg="code", value=value):
                yield from words(value)
            case ast.Call(func=ast.Name(id="_Meaning" | "ContentError"), args=[value, *_]):
                yield from words(value)
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name.endswith("_CODE"):
                yield from words(value)
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                yield from words(*(v for n, v in zip(names, values, strict=True) if ast.unparse(n) == "code"))
            case ast.arguments(kwonlyargs=names, kw_defaults=values):
                yield from words(*(v for n, v in zip(names, values, strict=True) if n.arg == "code"))
            case ast.AnnAssign(target=ast.Name(id="code"), value=value):
                yield from words(value)
            case _:
                pass


def words(*values: ast.expr | None) -> Iterator[str]:
    for value in values:
        if isinstance(value, ast.Constant) and isinstance(value.value, str) and value.value:
            yield value.value


def reply(**fields: Any) -> Callable[[Server], sf.SitemapError]:
    """Have the server answer so, once for all, and return the error of reading it."""

    def read(server: Server) -> sf.SitemapError:
        server.add({"/sitemap.xml": [Reply(**fields)]})
        return failure(server.url("/sitemap.xml"), timeout=0.3, retries=0)

    return read


def failure(url: str, **settings: Any) -> sf.SitemapError:
    with pytest.raises(sf.SitemapError) as caught:
        sf.parse(url, **settings)
    return caught.value


def raised(error: httpx2.HTTPError) -> Callable[[Server], sf.SitemapError]:
    """Return the error of reading with a client that raises so."""

    def refuse(_: httpx2.Request) -> httpx2.Response:
        raise error

    def read(_: Server) -> sf.SitemapError:
        with httpx2.Client(transport=httpx2.MockTransport(refuse)) as client:
            return failure(
                "https://example.com/", fetcher=sf.HttpxFetcher(client), allow_private_addresses=True, retries=0
            )

    return read


def recorded(content: bytes, code: str, **settings: Any) -> Callable[[Server], sf.SitemapError]:
    """Return the error that is recorded for a document that is passed in."""

    def read(_: Server) -> sf.SitemapError:
        result = sf.parse("https://example.com/sitemap.xml", content=content, **settings)
        return next(error for error in result.errors if error.code == code)

    return read


def unknown_name(_: Server) -> sf.SitemapError:
    with mock.patch.object(socket, "getaddrinfo", side_effect=socket.gaierror(socket.EAI_NONAME, "unknown")):
        return failure("https://no-such-host.invalid/")


def nobody_listens(_: Server) -> sf.SitemapError:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return failure(f"http://127.0.0.1:{sock.getsockname()[1]}/", retries=0)


def many_hops(server: Server) -> sf.SitemapError:
    server.add({f"/{n}": [Reply(status=302, headers={"Location": f"/{n + 1}"})] for n in range(20)})
    return failure(server.url("/0"))


def oversize(server: Server) -> sf.SitemapError:
    server.add({"/": [Reply(body=urlset("/a"))]})
    return failure(server.url("/"), max_size=len(urlset("/a")) - 1)


def round_trip(server: Server) -> sf.SitemapError:
    server.add(
        {"/a": [Reply(status=302, headers={"Location": "/b"})], "/b": [Reply(status=302, headers={"Location": "/a"})]}
    )
    return failure(server.url("/a"))


def stubborn_proxy(server: Server) -> sf.SitemapError:
    server.add({"example.com:443": [Reply(status=403)]})
    return failure("https://example.com/", proxy=server.url(""), retries=0)


def cancelled() -> sf.CancelToken:
    token = sf.CancelToken()
    token.cancel()
    return token


def wrong_setting(_: Server) -> sf.SitemapError:
    with pytest.raises(sf.ConfigError) as caught:
        sf.SitemapParser(max_urls=0)
    return caught.value


TWO = sitemapindex("/a.xml", "/b.xml")
CAUSES: dict[str, Callable[[Server], sf.SitemapError]] = {
    "dns_failed": unknown_name,
    "connect_failed": nobody_listens,
    "tls_failed": lambda server: failure(server.url("/", tls=True), retries=0),
    "proxy_failed": stubborn_proxy,
    "timeout": reply(behaviour=Behaviour.STALL),
    "reset": reply(behaviour=Behaviour.RESET),
    "incomplete_body": reply(body=urlset("/a"), behaviour=Behaviour.CUT),
    "bad_response": reply(behaviour=Behaviour.GARBAGE),
    "bad_request": raised(httpx2.LocalProtocolError("a header field")),
    "invalid_url": raised(httpx2.UnsupportedProtocol("a scheme")),
    "network_failure": raised(httpx2.HTTPError("in another way")),
    "http_status": reply(status=404),
    "too_many_redirects": many_hops,
    "redirect_loop": round_trip,
    "invalid_redirect": reply(status=302, headers={"Location": "ftp://example.com/"}),
    "size_limit": oversize,
    "unsupported_coding": reply(body=b"x", headers={"Content-Encoding": "compress"}),
    "broken_coding": reply(body=b"\x1f\x8b\x08broken", headers={"Content-Encoding": "gzip"}),
    "address_refused": recorded(sitemapindex("http://127.0.0.1/"), "address_refused"),
    "denied": recorded(TWO, "denied", authorize=lambda _: sf.Deny(reason="not ours")),
    "depth_limit": recorded(TWO, "depth_limit", max_depth=0),
    "sitemap_limit": recorded(TWO, "sitemap_limit", max_sitemaps=1, authorize=lambda _: False),
    "url_limit": recorded(urlset("/a", "/b"), "url_limit", max_urls=1),
    "validation_error_limit": recorded(urlset("ftp://a", "ftp://b"), "validation_error_limit", max_validation_errors=1),
    "total_timeout": recorded(TWO, "total_timeout", total_timeout=1e-9),
    "cancelled": recorded(TWO, "cancelled", cancel=cancelled()),
    "invalid_setting": wrong_setting,
}


@pytest.mark.parametrize("code", CAUSES)
def test_a_code_of_fetching_or_of_a_call_is_made_by_its_cause(code: str, page: Any) -> None:
    """Rules [1], [2]: the class and the limit are those of the page."""
    listed = next(each for each in page.CALL_CODES if each.code == code)
    with Server() as server:
        error = CAUSES[code](server)
    assert (error.code, type(error), error.limit) == (code, listed.error, listed.limit)


def test_every_code_that_is_listed_has_a_cause_here(page: Any) -> None:
    assert {each.code for each in page.CALL_CODES} == set(CAUSES)
