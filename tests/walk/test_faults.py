"""Servers that fail in every way: each fault ends in time and leaves the rest of the site intact.

Rules [81], [82], [110], [111].
"""

from __future__ import annotations

import asyncio
import gzip
import time
from typing import TYPE_CHECKING, Any

import pytest
from tests.server import Behaviour, Reply, Server, sitemapindex, trusted_by_environment, urlset

import sitemapfast as sf

if TYPE_CHECKING:
    from collections.abc import Callable

FAULTS = {
    Behaviour.STALL: "timeout",
    Behaviour.STALL_BODY: "timeout",
    Behaviour.DRIP_HEADERS: "timeout",
    Behaviour.DRIP_BODY: "timeout",
    Behaviour.RESET: "reset",
    Behaviour.RESET_BODY: "",
    Behaviour.CLOSE: "reset",
    Behaviour.CUT: "incomplete_body",
    Behaviour.CUT_CHUNKS: "incomplete_body",
    Behaviour.BAD_CHUNKS: "bad_response",
    Behaviour.ENDLESS: "size_limit",
    Behaviour.ENDLESS_HEADERS: "",
    Behaviour.GARBAGE: "bad_response",
}


def _sync(url: str, **settings: Any) -> sf.Result:
    return sf.parse(url, **settings)


def _async(url: str, **settings: Any) -> sf.Result:
    return asyncio.run(sf.aparse(url, **settings))


@pytest.fixture(params=[_sync, _async], ids=["sync", "async"])
def parse(request: pytest.FixtureRequest) -> Callable[..., sf.Result]:
    return request.param  # type: ignore[no-any-return]


def test_every_fault_at_once(parse: Callable[..., sf.Result]) -> None:
    """[81] Nothing of a body that is not whole is parsed, and the other documents are read."""
    with Server() as server:
        origin = server.url("")
        big = urlset(*(f"/{number}" for number in range(500)), origin=origin)
        script = {f"/{how.name}.xml": [Reply(body=big, behaviour=how)] for how in FAULTS}
        server.add(
            {
                **script,
                "/good.xml": [Reply(body=urlset("/page", origin=origin))],
                "/0.xml": [Reply(body=sitemapindex(*script, "/gone.xml", "/good.xml", origin=origin))],
            }
        )
        started = time.monotonic()
        result = parse(f"{origin}/0.xml", timeout=0.7, retries=0, max_size=1_000_000)
        took = time.monotonic() - started
    assert took < 15
    assert result.urls.locs() == [f"{origin}/page"]
    assert len(result.failures) == len(FAULTS) + 1
    assert [each.url for each in result.failures] == [f"{origin}{path}" for path in [*script, "/gone.xml"]]
    for failure, code in zip(result.failures, FAULTS.values(), strict=False):
        assert isinstance(failure.error, sf.NetworkError)
        assert failure.error.code == code or not code, failure


def test_a_refused_connection_and_a_certificate_nobody_vouches_for(parse: Callable[..., sf.Result]) -> None:
    """[83] Each ends as a failure of its own."""
    with Server() as server:
        children = ["http://127.0.0.1:9/closed.xml", server.url("/tls.xml", tls=True)]
        server.add({"/0.xml": [Reply(body=sitemapindex(*children))]})
        result = parse(server.url("/0.xml"), retries=0)
    assert [each.code for each in result.errors] == ["connect_failed", "tls_failed"]


def test_endless_redirects_and_an_index_that_lists_itself(parse: Callable[..., sf.Result]) -> None:
    """Rules [82], [84]."""
    with Server() as server:
        origin = server.url("")
        server.add(
            {
                "/0.xml": [Reply(body=sitemapindex("/0.xml", "/loop.xml", "/far.xml", "/good.xml", origin=origin))],
                "/loop.xml": [Reply(status=302, headers={"Location": "/loop.xml"})],
                **{f"/far{n}.xml": [Reply(status=302, headers={"Location": f"/far{n + 1}.xml"})] for n in range(20)},
                "/far.xml": [Reply(status=302, headers={"Location": "/far0.xml"})],
                "/good.xml": [Reply(body=urlset("/page", origin=origin))],
            }
        )
        result = parse(f"{origin}/0.xml")
        assert server.count("/0.xml") == 1
    assert [each.code for each in result.errors] == ["redirect_loop", "too_many_redirects"]
    assert len(result.urls) == 1


def test_fifty_thousand_children_are_listed_and_the_limit_is_kept(parse: Callable[..., sf.Result]) -> None:
    """Rule [85]."""
    with Server() as server:
        origin = server.url("")
        server.add({"/0.xml": [Reply(body=sitemapindex(*(f"/{n}.xml" for n in range(1, 50_001)), origin=origin))]})
        result = parse(f"{origin}/0.xml", max_sitemaps=20)
        assert len(server.requests) == 21
    assert (len(result.sitemaps), len(result.failures), len(result.frontier)) == (20, 20, 49_980)


def test_a_child_of_fifty_megabytes_is_read_and_a_larger_one_refused(parse: Callable[..., sf.Result]) -> None:
    """[22] Received and unpacked alike."""
    with Server() as server:
        origin = server.url("")
        head = urlset("/page", origin=origin)
        exact = head + b" " * (52_428_800 - len(head))
        server.add(
            {
                "/0.xml": [
                    Reply(body=sitemapindex("/exact.xml", "/over.xml", "/bomb.gz", "/coded.xml", origin=origin))
                ],
                "/exact.xml": [Reply(body=exact)],
                "/over.xml": [Reply(body=exact + b" ")],
                "/bomb.gz": [Reply(body=gzip.compress(exact + b" ", 1))],
                "/coded.xml": [Reply(body=gzip.compress(exact + b" ", 1), headers={"Content-Encoding": "gzip"})],
            }
        )
        result = parse(f"{origin}/0.xml", timeout=60, concurrency=1)
    assert len(result.urls) == 1
    assert [(type(each).__name__, each.limit) for each in result.errors] == [
        ("NetworkError", sf.Limit.SIZE),
        ("ParseError", sf.Limit.SIZE),
        ("NetworkError", sf.Limit.SIZE),
    ]


class TestGuard:
    """[110] A public site does not send the program inside."""

    def test_a_private_child_of_a_public_site_is_refused(self, parse: Callable[..., sf.Result]) -> None:
        with Server() as server:
            index = sitemapindex(server.url("/a.xml"), "http://169.254.169.254/latest.xml", "http://localhost/b.xml")
            result = parse("https://example.com/0.xml", content=index)
            assert server.connections == 0
        assert [each.code for each in result.errors] == ["address_refused"] * 3

    def test_the_caller_may_allow_it(self, parse: Callable[..., sf.Result]) -> None:
        with Server({"/a.xml": [Reply(body=urlset("/page"))]}) as server:
            index = sitemapindex(server.url("/a.xml"))
            result = parse("https://example.com/0.xml", content=index, allow_private_addresses=True)
        assert len(result.urls) == 1

    def test_a_private_site_may_list_and_redirect_to_itself(self, parse: Callable[..., sf.Result]) -> None:
        with Server() as server:
            server.add(
                {
                    "/0.xml": [Reply(status=301, headers={"Location": "/1.xml"})],
                    "/1.xml": [Reply(body=sitemapindex(server.url("/a.xml")))],
                    "/a.xml": [Reply(body=urlset("/page"))],
                }
            )
            assert parse(server.url("/0.xml")).complete

    def test_what_was_private_stays_so_in_a_later_round(self) -> None:
        with Server() as server:
            server.add(
                {"/0.xml": [Reply(body=sitemapindex(server.url("/a.xml")))], "/a.xml": [Reply(body=urlset("/page"))]}
            )
            with sf.SitemapParser() as parser:
                first = parser.walk(server.url("/0.xml"), max_sitemaps=1)
                assert parser.walk(first.frontier, seen=first.seen).complete


def test_credentials_do_not_leave_the_main_origin(parse: Callable[..., sf.Result]) -> None:
    """Rule [93]."""
    headers = {"Authorization": "Bearer t", "Cookie": "a=b", "X-Team": "data"}
    script = {
        "/0.xml": [Reply(body=sitemapindex("/a.xml", "https://example.org/b.xml"))],
        "/a.xml": [Reply(status=302, headers={"Location": "https://www.example.com/c.xml", "Set-Cookie": "x=y"})],
        "/c.xml": [Reply(body=urlset())],
        "/b.xml": [Reply(body=urlset())],
    }
    with trusted_by_environment(), Server(script) as server, server.names():
        assert parse("https://example.com/0.xml", headers=headers).complete
    for received in server.requests:
        sent = {name for name in ("authorization", "cookie", "x-team") if name in received.headers}
        assert sent == ({"authorization", "cookie", "x-team"} if received.host == "example.com" else {"x-team"})


def test_delay_is_kept_between_starts_to_one_host(parse: Callable[..., sf.Result]) -> None:
    """[94] At any concurrency."""
    with Server() as server:
        origin = server.url("")
        paths = [f"/{number}.xml" for number in range(4)]
        server.add({"/i.xml": [Reply(body=sitemapindex(*paths, origin=origin))]})
        started = time.monotonic()
        result = parse(f"{origin}/i.xml", delay=0.1, concurrency=16)
        assert time.monotonic() - started >= 0.4
    assert result.stats.requests == 5


def test_cancelling_shuts_the_sockets() -> None:
    """[91] A call that waits for a server returns at once, and nothing is left running."""
    import threading

    with Server({"/0.xml": [Reply(behaviour=Behaviour.STALL)]}) as server:
        for total in (None, 0.2):
            token = sf.CancelToken()
            timer = threading.Timer(0.2, token.cancel if total is None else lambda: None)
            timer.start()
            started = time.monotonic()
            result = sf.parse(server.url("/0.xml"), timeout=None, cancel=token, total_timeout=total)
            assert time.monotonic() - started < 0.9
            assert result.reasons in (("cancelled",), ("total_timeout",))
            assert not [each for each in threading.enumerate() if each.name.startswith("sitemapfast-read")]
