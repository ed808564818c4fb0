"""One request, one answer: what the default fetchers send, and what they make of what comes."""

from __future__ import annotations

import asyncio
import importlib.util
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any
from unittest import mock

import pytest
from tests.server import Behaviour, Reply, Server, client_context, urlset

from sitemapfast._http.client import AsyncHttpClient, HttpClient
from sitemapfast.exceptions import ConfigError
from sitemapfast.typing import Body, Failure, Found, HttpError, NotFound, Redirect, Request

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.http.conftest import Fetch

AGENT = "test/1 (+https://example.com/)"
PAGE = urlset("/a", "/b")


def _failure(answer: object) -> Failure:
    assert isinstance(answer, Failure), answer
    return answer


def test_a_200_is_a_body_as_it_was_sent(fetch: Fetch) -> None:
    """[81]; the coding is left to the traversal."""
    headers = {"Content-Type": "text/xml", "Content-Encoding": "gzip", "ETag": '"1"'}
    with Server({"/s.xml": [Reply(body=b"\x1f\x8bnot touched", headers=headers)]}) as server:
        [answer] = fetch(Request(url=server.url("/s.xml")))
    assert isinstance(answer, Body)
    assert answer.data == b"\x1f\x8bnot touched"
    assert {name: answer.headers[name.lower()] for name in headers} == headers


@pytest.mark.parametrize("how", [Behaviour.CHUNKED, Behaviour.UNTIL_CLOSE, Behaviour.DRIP_HEADERS])
def test_a_body_is_whole_however_it_is_framed(fetch: Fetch, how: Behaviour) -> None:
    """[81]"""
    with Server({"/s.xml": [Reply(body=b"<urlset/>", behaviour=how)]}) as server:
        [answer] = fetch(Request(url=server.url("/s.xml"), timeout=30))
    assert isinstance(answer, Body)
    assert answer.data == b"<urlset/>"


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_told_and_not_followed(fetch: Fetch, status: int) -> None:
    """[82] belongs to the traversal."""
    script = {"/a": [Reply(status=status, headers={"Location": "../b?c"}, body=b"moved")], "/b": [Reply()]}
    with Server(script) as server:
        answers = fetch(Request(url=server.url("/a")))
        assert server.counts() == {"/a": 1}
    assert answers == [Redirect(location="../b?c", status=status, private=True)]


@pytest.mark.parametrize("status", [301, 204, 206, 300, 304, 400, 403, 429, 500, 503])
def test_any_other_status_is_an_http_error(fetch: Fetch, status: int) -> None:
    """[81]; a redirect without a place is one too."""
    with Server({"/a": [Reply(status=status, headers={"Retry-After": "7"})]}) as server:
        answers = fetch(Request(url=server.url("/a")))
    assert answers == [HttpError(status=status, retry_after="7")]


@pytest.mark.parametrize("status", [404, 410])
def test_a_document_that_is_not_there_is_not_found(fetch: Fetch, status: int) -> None:
    """[100]"""
    with Server({"/a": [Reply(status=status, body=PAGE)]}) as server:
        assert fetch(Request(url=server.url("/a"))) == [NotFound(status=status)]


def test_a_request_names_who_sends_it_and_what_can_be_undone(fetch: Fetch) -> None:
    """[80]: an honest User-Agent, no coding that could not be bounded, nothing of httpx2's own."""
    with Server({"/a": [Reply()]}) as server:
        fetch(Request(url=server.url("/a?b=c%20d#e"), headers={"X-Own": "1"}), headers={"x-Team": "data"})
        [received] = server.requests
        address = f"127.0.0.1:{server.port}"
    assert (received.method, received.target) == ("GET", "/a?b=c%20d")
    assert received.headers == {
        "host": address,
        "user-agent": AGENT,
        "accept": "*/*",
        "accept-encoding": "gzip, deflate, br, zstd",
        "x-team": "data",
        "x-own": "1",
    }


def test_cookies_are_not_kept_and_credentials_stay_with_the_caller(fetch: Fetch) -> None:
    """[82], [93]: the client cannot know which origin they belong to."""
    headers = {"Authorization": "Bearer t", "Cookie": "b=2"}
    with Server({"/a": [Reply(headers={"Set-Cookie": "a=1; Path=/"})]}) as server:
        fetch(Request(url=server.url("/a")), Request(url=server.url("/a")), headers=headers)
        assert not any({"cookie", "authorization"} & set(each.headers) for each in server.requests)
    client = HttpClient(user_agent=AGENT, headers=headers)
    assert client.credentials == headers
    client.close()


def test_credentials_in_a_url_are_sent_for_a_root_alone(fetch: Fetch) -> None:
    """A URL that a document lists brings no credentials of its own."""
    with Server({"/a": [Reply()]}) as server:
        url = server.url("/a").replace("://", "://me:p%40ss@")
        fetch(Request(url=url), Request(url=url, found=Found.CHILD, allow_private=True))
        first, second = server.requests
    assert first.headers["authorization"] == "Basic bWU6cEBzcw=="
    assert "authorization" not in second.headers


def test_a_connection_is_used_again_also_after_answers_without_a_document(fetch: Fetch) -> None:
    """A site of 50,000 sitemaps is not 50,000 handshakes."""
    script = {
        "/a": [Reply(body=PAGE)],
        "/b": [Reply(status=404, body=b"x" * 5000)],
        "/c": [Reply(status=302, headers={"Location": "/a"}, body=b"moved")],
    }
    with Server(script) as server:
        fetch(*(Request(url=server.url(path)) for path in ("/a", "/b", "/c", "/a")))
        assert server.connections == 1


def test_a_kept_connection_that_was_closed_is_no_failure(fetch: Fetch) -> None:
    """The server may close while it is idle; that is no answer to the next request."""
    script = {"/a": [Reply(), Reply(behaviour=Behaviour.CLOSE), Reply(body=PAGE)]}
    with Server(script) as server:
        answers = fetch(Request(url=server.url("/a")), Request(url=server.url("/a")))
        assert server.connections == 2
    assert [type(each) for each in answers] == [Body, Body]


@pytest.mark.parametrize(
    ("how", "code", "retry"),
    [
        (Behaviour.RESET, "reset", True),
        (Behaviour.RESET_BODY, "reset", True),
        (Behaviour.CLOSE, "reset", True),
        (Behaviour.CUT, "incomplete_body", True),
        (Behaviour.CUT_CHUNKS, "incomplete_body", True),
        (Behaviour.BAD_CHUNKS, "bad_response", False),
        (Behaviour.GARBAGE, "bad_response", False),
        (Behaviour.ENDLESS_HEADERS, "bad_response", False),
    ],
)
def test_an_answer_that_is_not_whole_is_a_failure(fetch: Fetch, how: Behaviour, code: str, retry: bool) -> None:
    """[81], [83]: which of them may be asked for again, the failure tells."""
    with Server({"/a": [Reply(body=PAGE, behaviour=how)]}) as server:
        [answer] = fetch(Request(url=server.url("/a"), timeout=10))
    assert (_failure(answer).code, _failure(answer).retry) == (code, retry)
    assert _failure(answer).reason.isprintable()


@pytest.mark.parametrize("tls", [False, True], ids=["plain", "tls"])
@pytest.mark.parametrize(
    "how",
    [
        Behaviour.STALL,
        Behaviour.STALL_BODY,
        Behaviour.DRIP_HEADERS,
        Behaviour.DRIP_BODY,
        Behaviour.ENDLESS,
    ],
)
def test_the_total_time_of_a_request_holds_whatever_the_server_does(fetch: Fetch, how: Behaviour, tls: bool) -> None:
    """[80], [81]: a drip keeps every timeout per read from firing."""
    with Server({"/a": [Reply(body=PAGE, behaviour=how)]}) as server:
        began = time.monotonic()
        [answer] = fetch(Request(url=server.url("/a", tls=tls), timeout=0.3))
        assert time.monotonic() - began < 2
    assert _failure(answer).code == "timeout"
    assert _failure(answer).reason == "timed out: no complete answer within 0.3 s"
    assert not _failure(answer).retry


def test_a_tls_handshake_that_stalls_is_cut_in_time(fetch: Fetch) -> None:
    """[80]: the plain side of the server waits for a request that never comes."""
    with Server() as server:
        began = time.monotonic()
        [answer] = fetch(Request(url=server.url("/a").replace("http:", "https:"), timeout=0.3))
        assert time.monotonic() - began < 2
    assert (_failure(answer).code, _failure(answer).retry) in {("timeout", True), ("reset", True)}


def test_a_connection_that_nobody_answers_is_cut_in_time(fetch: Fetch) -> None:
    """[80]: a full backlog drops what comes, as a firewall does."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(0)
        fillers = [socket.socket() for _ in range(3)]
        for each in fillers:
            each.setblocking(False)
            each.connect_ex(listener.getsockname())
        [answer] = fetch(Request(url=f"http://127.0.0.1:{listener.getsockname()[1]}/", timeout=0.3))
        for each in fillers:
            each.close()
    assert (_failure(answer).code, _failure(answer).retry) == ("timeout", True)


def test_a_connection_that_is_refused_may_be_tried_again(fetch: Fetch) -> None:
    """[83]"""
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        [answer] = fetch(Request(url=f"http://127.0.0.1:{unused.getsockname()[1]}/", timeout=5))
    failure = _failure(answer)
    assert (failure.code, failure.retry, failure.reason) == ("connect_failed", True, "connection refused")
    assert isinstance(failure.cause, ConnectionRefusedError)


def test_a_certificate_that_nobody_vouches_for_fails(fetch: Fetch) -> None:
    """Nothing was sent, and asking again does not help."""
    with Server({"/a": [Reply()]}) as server:
        [answer] = fetch(Request(url=server.url("/a", tls=True)), ssl_context=None)
        assert not server.requests
    assert (_failure(answer).code, _failure(answer).retry) == ("tls_failed", False)


def test_a_certificate_of_another_name_fails(fetch: Fetch) -> None:
    """The name, not the address, is what TLS vouches for."""
    with Server({"/a": [Reply()]}) as server, server.names("other.example"):
        good, bad = fetch(Request(url="https://example.com/a"), Request(url="https://other.example/a"))
        assert [(each.scheme, each.headers["host"]) for each in server.requests] == [("https", "example.com")]
    assert isinstance(good, Body)
    assert _failure(bad).code == "tls_failed"


@pytest.mark.parametrize("how", [None, Behaviour.CHUNKED, Behaviour.ENDLESS])
def test_a_body_over_the_limit_is_cut_as_it_comes(fetch: Fetch, how: Behaviour | None) -> None:
    """[22]: whether its length is told or not."""
    with Server({"/a": [Reply(body=PAGE, behaviour=how)]}) as server:
        [answer] = fetch(Request(url=server.url("/a"), max_bytes=len(PAGE) - 1, timeout=10))
    reason = f"response size exceeds limit of {len(PAGE) - 1} bytes"
    assert answer == Failure(code="size_limit", reason=reason)


def test_a_body_of_exactly_the_limit_passes(fetch: Fetch) -> None:
    """[22]"""
    with Server({"/a": [Reply(body=PAGE)]}) as server:
        [answer] = fetch(Request(url=server.url("/a"), max_bytes=len(PAGE)))
    assert isinstance(answer, Body)


def test_an_answer_is_told_in_time_though_its_body_never_ends(fetch: Fetch) -> None:
    """What is not read of a 404 must not turn it into a timeout, or hold the caller."""
    with Server({"/a": [Reply(status=404, body=PAGE, behaviour=Behaviour.STALL_BODY)]}) as server:
        began = time.monotonic()
        assert fetch(Request(url=server.url("/a"), timeout=20)) == [NotFound(status=404)]
        assert time.monotonic() - began < 5


@pytest.mark.parametrize(
    "url", ["ftp://example.com/", "http:///a", "http://example.com:99999/", "no url", "http://[::1/"]
)
def test_what_is_no_url_of_a_host_is_a_failure(fetch: Fetch, url: str) -> None:
    """A redirect may name anything."""
    [answer] = fetch(Request(url=url))
    assert (_failure(answer).code, _failure(answer).retry) == ("invalid_url", False)


def test_a_closed_client_says_so() -> None:
    """A mistake of the caller is no failure of the site."""
    client = HttpClient(user_agent=AGENT, ssl_context=client_context())
    client.close()
    client.close()
    with pytest.raises(RuntimeError, match="closed"):
        client.fetch(Request(url="http://127.0.0.1:1/"))


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"user_agent": " "}, "user_agent"),
        ({"user_agent": "a\r\nX: 1"}, "user_agent"),
        ({"headers": {"X-A": "1\n2"}}, "headers"),
        ({"headers": {"X-A": " 1"}}, "headers"),
        ({"headers": {"X A": "1"}}, "headers"),
        ({"headers": {"Host": "example.org"}}, "headers"),
        ({"headers": {"X-A": "\u20ac"}}, "headers"),
        ({"proxy": "127.0.0.1:8080"}, "proxy"),
        ({"proxy": "http://"}, "proxy"),
        ({"proxy": "http://a:b"}, "proxy"),
        ({"proxy": ""}, "proxy"),
    ],
)
@pytest.mark.parametrize("kind", [HttpClient, AsyncHttpClient])
def test_a_wrong_setting_is_raised_where_it_is_given(
    kind: Callable[..., Any], settings: dict[str, Any], field: str
) -> None:
    """[3]"""
    with pytest.raises(ConfigError) as raised:
        kind(**{"user_agent": AGENT} | settings)
    assert raised.value.field == field


def test_a_socks_proxy_needs_a_package() -> None:
    """[3]: said where the proxy is given, not by the first request."""
    with (
        mock.patch.object(importlib.util, "find_spec", return_value=None),
        pytest.raises(ConfigError, match="httpx2.socks"),
    ):
        HttpClient(user_agent=AGENT, proxy="socks5://127.0.0.1:1080")


def test_environment_proxies_are_not_read(fetch: Fetch) -> None:
    """[93]: unless the caller says so, which then also heeds ``no_proxy``."""
    with Server({"/a": [Reply(body=PAGE)], "http://example.com/b": [Reply(body=b"by proxy")]}) as server:
        environment = {"http_proxy": server.url(), "no_proxy": "127.0.0.1"}
        with mock.patch.dict("os.environ", environment):
            straight, by_proxy = Request(url=server.url("/a")), Request(url="http://example.com/b")
            [plain] = fetch(straight)
            around, through = fetch(straight, by_proxy, proxy="env")
            assert [each.target for each in server.requests] == ["/a", "/a", "http://example.com/b"]
    assert isinstance(plain, Body)
    assert isinstance(around, Body)
    assert isinstance(through, Body)
    assert through.data == b"by proxy"


def test_behind_a_proxy_local_hosts_are_refused_by_what_they_are(fetch: Fetch) -> None:
    """[110]: the proxy looks names up, so that only the host itself can be checked; the proxy's own address is not."""
    with Server({"http://example.com/a": [Reply()]}) as server:
        urls = ["http://example.com/a", "http://2130706433/", "http://db.internal/", "http://[::ffff:7f00:1]/"]
        through, *refused = fetch(*(Request(url=url, found=Found.CHILD) for url in urls), proxy=server.url())
        assert len(server.requests) == 1
    assert isinstance(through, Body)
    assert not through.private
    assert {_failure(each).code for each in refused} == {"address_refused"}


@pytest.mark.parametrize("tls", [False, True], ids=["http proxy", "https proxy"])
def test_a_site_is_reached_through_a_tunnel(fetch: Fetch, tls: bool) -> None:
    """The TLS of the site goes through the TLS of the proxy, and each is verified."""
    script = {"example.com:443": [Reply(behaviour=Behaviour.TUNNEL)], "/a": [Reply(body=PAGE)]}
    with Server(script) as server:
        [answer] = fetch(Request(url="https://example.com/a", found=Found.CHILD), proxy=server.url(tls=tls))
        assert [(each.method, each.headers["host"]) for each in server.requests] == [
            ("CONNECT", "example.com:443"),
            ("GET", "example.com"),
        ]
    assert isinstance(answer, Body)
    assert answer.data == PAGE


def test_a_proxy_is_held_to_the_time_of_the_request(fetch: Fetch) -> None:
    """A tunnel that never opens: the CONNECT is a request of the same exchange."""
    with Server({"example.com:443": [Reply(behaviour=Behaviour.STALL)]}) as server:
        began = time.monotonic()
        [answer] = fetch(Request(url="https://example.com/a", timeout=0.3), proxy=server.url())
        assert time.monotonic() - began < 2
        assert [each.method for each in server.requests] == ["CONNECT"]
    assert _failure(answer).code == "timeout"


def test_a_proxy_that_refuses_is_a_failure_of_its_own(fetch: Fetch) -> None:
    """407 and the like come from the proxy, not from the site."""
    with Server({"example.com:443": [Reply(status=407)]}) as server:
        [answer] = fetch(Request(url="https://example.com/a"), proxy=server.url())
    assert (_failure(answer).code, _failure(answer).retry) == ("proxy_failed", False)


def test_aborting_from_another_thread_ends_what_is_in_flight_and_nothing_else() -> None:
    """[91]: each call has a scope of its own over the one pool."""
    script = {"/stall": [Reply(behaviour=Behaviour.STALL)], "/a": [Reply(body=PAGE)]}
    with Server(script) as server, HttpClient(user_agent=AGENT, ssl_context=client_context()) as client:
        scope, other = client.scope(), client.scope()
        with ThreadPoolExecutor(4) as threads:
            requests = [Request(url=server.url("/stall", tls=tls)) for tls in (False, True)]
            waiting = [threads.submit(scope.fetch, each) for each in requests]
            _until(lambda: server.count("/stall") == 2)
            scope.abort()
            assert [_failure(each.result(5)).code for each in waiting] == ["cancelled", "cancelled"]
        assert _failure(scope.fetch(Request(url=server.url("/a")))).code == "cancelled"
        assert isinstance(other.fetch(Request(url=server.url("/a"))), Body)
        assert server.count("/a") == 1


def test_closing_the_client_ends_what_is_in_flight() -> None:
    """Nothing is left running."""
    with Server({"/stall": [Reply(behaviour=Behaviour.STALL_BODY, body=PAGE)]}) as server:
        client = HttpClient(user_agent=AGENT)
        with ThreadPoolExecutor(1) as threads:
            waiting = threads.submit(client.fetch, Request(url=server.url("/stall")))
            _until(lambda: server.count("/stall") == 1)
            client.close()
            assert _failure(waiting.result(5)).code == "cancelled"


def test_a_cancelled_task_ends_its_request_and_leaves_the_client_usable() -> None:
    """[91]: the `CancelledError` goes on its way, nothing is left running."""
    script = {"/stall": [Reply(behaviour=Behaviour.STALL_BODY, body=PAGE)], "/a": [Reply(body=PAGE)]}

    async def run(server: Server) -> None:
        async with AsyncHttpClient(user_agent=AGENT) as client:
            task = asyncio.create_task(client.fetch(Request(url=server.url("/stall"))))
            while not server.count("/stall"):
                await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert asyncio.all_tasks() == {asyncio.current_task()}
            assert isinstance(await client.fetch(Request(url=server.url("/a"))), Body)

    with Server(script) as server:
        asyncio.run(run(server))


def test_many_threads_share_a_client() -> None:
    """[93]"""
    script = {f"/{n}": [Reply(body=b"%d" % n)] for n in range(64)}
    with (
        Server(script) as server,
        HttpClient(user_agent=AGENT, concurrency=4) as client,
        ThreadPoolExecutor(16) as threads,
    ):
        answers = list(threads.map(client.fetch, [Request(url=server.url(f"/{n}")) for n in range(64)]))
        assert [each.data for each in answers if isinstance(each, Body)] == [b"%d" % n for n in range(64)]
        assert server.connections < 64


def test_many_tasks_share_a_client() -> None:
    """[93]"""
    script = {f"/{n}": [Reply(body=b"%d" % n)] for n in range(64)}

    async def run(server: Server) -> list[object]:
        async with AsyncHttpClient(user_agent=AGENT) as client:
            return [
                answer.data
                for answer in await asyncio.gather(*(client.fetch(Request(url=server.url(f"/{n}"))) for n in range(64)))
                if isinstance(answer, Body)
            ]

    with Server(script) as server:
        assert asyncio.run(run(server)) == [b"%d" % n for n in range(64)]


def test_the_http_library_is_imported_by_the_first_request() -> None:
    """Who parses bytes pays nothing for it."""
    code = (
        "import sys; from sitemapfast._http.client import HttpClient, AsyncHttpClient; HttpClient(user_agent='a')\n"
        "from sitemapfast._http import adapters, base, content, guard\n"
        "assert not {'httpx2', 'httpcore2', 'anyio', 'ssl', 'brotli', 'asyncio'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def _until(condition: Callable[[], bool]) -> None:
    """Wait for what a server thread is about to note."""
    waiting = threading.Event()
    while not condition():
        waiting.wait(0.001)
