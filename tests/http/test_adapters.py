"""The caller's own client as a fetcher: raw bytes, no redirect followed, failures told as by the default one."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import httpx2
import pytest
from tests.server import Behaviour, Reply, Server, client_context, urlset

from sitemapfast._http.adapters import AsyncHttpxFetcher, HttpxFetcher
from sitemapfast.typing import Answer, Body, Failure, HttpError, NotFound, Redirect, Request

if TYPE_CHECKING:
    from collections.abc import Callable

PAGE = urlset("/a", "/b")


def _sync(request: Request) -> Answer:
    with httpx2.Client(follow_redirects=True, verify=client_context(), headers={"User-Agent": "mine/1"}) as client:
        return HttpxFetcher(client).fetch(request)


def _async(request: Request) -> Answer:
    async def run() -> Answer:
        headers = {"User-Agent": "mine/1"}
        async with httpx2.AsyncClient(follow_redirects=True, verify=client_context(), headers=headers) as client:
            return await AsyncHttpxFetcher(client).fetch(request)

    return asyncio.run(run())


both = pytest.mark.parametrize("fetch", [_sync, _async], ids=["sync", "async"])


@both
def test_answers_are_those_of_the_default_fetcher(fetch: Callable[[Request], Answer]) -> None:
    """[100]: raw bytes, redirects told, whatever the client does by default."""
    script = {
        "/a": [Reply(body=b"\x1f\x8b raw", headers={"Content-Encoding": "gzip"})],
        "/b": [Reply(status=301, headers={"Location": "/a"})],
        "/c": [Reply(status=503, headers={"Retry-After": "3"})],
    }
    with Server(script) as server:
        answers = [fetch(Request(url=server.url(path), headers={"X-Own": "1"})) for path in ("/a", "/b", "/c", "/d")]
        received = server.requests[0].headers
    assert isinstance(answers[0], Body)
    assert answers[0].data == b"\x1f\x8b raw"
    assert answers[1:] == [Redirect(location="/a", status=301), HttpError(status=503, retry_after="3"), NotFound()]
    assert received["user-agent"] == "mine/1"
    assert received["accept-encoding"] == "gzip, deflate, br, zstd"
    assert received["x-own"] == "1"


@both
@pytest.mark.parametrize(
    ("how", "code"),
    [
        (Behaviour.RESET_BODY, "reset"),
        (Behaviour.CUT, "incomplete_body"),
        (Behaviour.BAD_CHUNKS, "bad_response"),
        (Behaviour.STALL, "timeout"),
        (Behaviour.DRIP_BODY, "timeout"),
        (Behaviour.ENDLESS, "size_limit"),
    ],
)
def test_failures_are_those_of_the_default_fetcher(
    fetch: Callable[[Request], Answer], how: Behaviour, code: str
) -> None:
    """[81]; a body that drips is cut between two chunks."""
    with Server({"/a": [Reply(body=PAGE, behaviour=how)]}) as server:
        began = time.monotonic()
        answer = fetch(Request(url=server.url("/a"), timeout=0.4, max_bytes=100_000))
        assert time.monotonic() - began < 3
    assert isinstance(answer, Failure)
    assert answer.code == code


@both
def test_tls_is_the_clients(fetch: Callable[[Request], Answer]) -> None:
    """Its certificates, its names."""
    with Server({"/a": [Reply(body=PAGE)]}) as server:
        assert isinstance(fetch(Request(url=server.url("/a", tls=True))), Body)


def test_a_mistake_of_the_caller_is_raised() -> None:
    """[104]: a closed client is no failure of the site."""
    client = httpx2.Client()
    client.close()
    with pytest.raises(RuntimeError, match="closed"):
        HttpxFetcher(client).fetch(Request(url="https://example.com/"))
