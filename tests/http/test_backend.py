"""The guard in the sockets: what is looked up, what is connected to, and for whom (rule [110])."""

from __future__ import annotations

import contextlib
import socket
import threading
from typing import TYPE_CHECKING, Any
from unittest import mock

import pytest
from tests.server import Behaviour, Reply, Server

from sitemapfast._http.client import HttpClient
from sitemapfast.typing import Body, Failure, Found, Redirect, Request

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.http.conftest import Fetch

    from sitemapfast.typing import Answer

# TEST-NET addresses would be refused themselves, and a public one might answer: this one is public to the guard and
# unreachable from where tests run, or refuses.
PUBLIC = "93.184.215.14"


def _code(answer: Answer) -> str:
    return answer.code if isinstance(answer, Failure) else type(answer).__name__


@contextlib.contextmanager
def _answers(*rounds: Sequence[str], port: int) -> Iterator[mock.Mock]:
    """Have the name server answer one round after the other, the last for ever."""
    waiting = list(rounds)

    def lookup(_host: str, _port: int, *_: Any, **__: Any) -> list[Any]:
        found = waiting.pop(0) if len(waiting) > 1 else waiting[0]
        return [
            (socket.AF_INET6, socket.SOCK_STREAM, 6, "", (each, port, 0, 0))
            if ":" in each
            else (socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port))
            for each in found
        ]

    with mock.patch.object(socket, "getaddrinfo", side_effect=lookup) as patched:
        yield patched


@contextlib.contextmanager
def _no_way_to_public() -> Iterator[list[Any]]:
    """Have connections to `PUBLIC` refused at once, without the network; yield what was tried."""
    tried: list[Any] = []
    real = socket.socket.connect_ex
    real_connect = socket.socket.connect

    def connect_ex(self: socket.socket, address: Any) -> int:
        tried.append(address[0])
        return 111 if address[0] == PUBLIC else real(self, address)

    def connect(self: socket.socket, address: Any) -> None:
        tried.append(address[0])
        if address[0] == PUBLIC:
            raise ConnectionRefusedError(111, "refused")
        real_connect(self, address)

    with (
        mock.patch.object(socket.socket, "connect_ex", connect_ex),
        mock.patch.object(socket.socket, "connect", connect),
    ):
        yield tried


def test_a_name_is_looked_up_once_and_the_answer_that_was_checked_is_connected_to(fetch: Fetch) -> None:
    """DNS rebinding: the second answer, loopback, is never asked for."""
    with (
        Server({"/a": [Reply()]}) as server,
        _no_way_to_public() as tried,
        _answers([PUBLIC], ["127.0.0.1"], port=server.port) as lookups,
    ):
        [answer] = fetch(Request(url="http://example.com/a", found=Found.CHILD, timeout=5))
        assert lookups.call_count == 1
        assert tried == [PUBLIC]
        assert not server.connections
    assert _code(answer) == "connect_failed"


def test_every_connection_is_looked_up_and_checked_again(fetch: Fetch) -> None:
    """The next connection is another chance to rebind, and is refused without a byte."""
    with (
        Server({"/a": [Reply()]}) as server,
        _no_way_to_public(),
        _answers([PUBLIC], ["127.0.0.1"], port=server.port) as lookups,
    ):
        request = Request(url="http://example.com/a", found=Found.CHILD, timeout=5)
        answers = fetch(request, request)
        assert lookups.call_count == 2
        assert not server.connections
    assert [_code(each) for each in answers] == ["connect_failed", "address_refused"]


@pytest.mark.parametrize("found", [Found.CHILD, Found.REDIRECT, Found.ROBOTS])
def test_what_a_site_names_is_refused_at_a_private_address(fetch: Fetch, found: Found) -> None:
    """[110]: a literal address, a name that stands for one, one that has a public address besides."""
    with Server({"/a": [Reply()]}) as server:
        with server.names() as lookups:
            by_name = fetch(Request(url="https://example.com/a", found=found))
            assert lookups.call_count == 1
        literal = fetch(
            *(Request(url=f"http://{host}:{server.port}/a", found=found) for host in ("127.1", "[::ffff:7f00:1]"))
        )
        with _answers([PUBLIC, "127.0.0.1"], port=server.port):
            mixed = fetch(Request(url="http://example.com/a", found=found))
        assert not server.connections
    answers = [*by_name, *literal, *mixed]
    assert [_code(each) for each in answers] == ["address_refused"] * 4
    assert not any(each.retry for each in answers if isinstance(each, Failure))


def test_a_local_name_is_refused_before_it_is_looked_up(fetch: Fetch) -> None:
    """A lookup would tell the network what was asked for."""
    with Server() as server, server.names("db.internal", "intranet") as lookups:
        answers = fetch(
            *(Request(url=f"http://{each}/", found=Found.CHILD) for each in ("db.internal", "intranet", "localhost"))
        )
        assert lookups.call_count == 0
    assert [_code(each) for each in answers] == ["address_refused"] * 3


@pytest.mark.parametrize("how", ["root", "descends", "setting"])
def test_a_private_address_is_connected_to_by_permission(fetch: Fetch, how: str) -> None:
    """[110]: the main URL itself, what descends from it, what the caller allows; the answer tells what it was."""
    with Server({"/a": [Reply()], "/b": [Reply(status=302, headers={"Location": "/a"})]}) as server, server.names():
        found = Found.ROOT if how == "root" else Found.CHILD
        requests = [
            Request(url=f"https://example.com/{path}", found=found, allow_private=how == "descends") for path in "ab"
        ]
        body, redirect = fetch(*requests, allow_private_addresses=how == "setting")
    assert isinstance(body, Body)
    assert isinstance(redirect, Redirect)
    assert body.private
    assert redirect.private


@pytest.mark.parametrize("address", ["169.254.169.254", "100.100.100.200", "::ffff:169.254.169.254", "fd00:ec2::254"])
def test_metadata_is_refused_to_everybody(fetch: Fetch, address: str) -> None:
    """protocol.md, 10.3: to roots, to what descends from private ones, and with every setting."""
    with _no_way_to_public() as tried:
        host = f"[{address}]" if ":" in address else address
        literal = fetch(
            Request(url=f"http://{host}/latest/meta-data/", allow_private=True), allow_private_addresses=True
        )
        with _answers([address], port=80):
            named = fetch(Request(url="http://example.com/", allow_private=True), allow_private_addresses=True)
        assert not tried
    assert [_code(each) for each in (*literal, *named)] == ["address_refused"] * 2


def test_a_kept_connection_is_checked_for_whom_it_serves_next(fetch: Fetch) -> None:
    """A connection that a root may use is not a way in for what another site lists."""
    with Server({"/a": [Reply()]}) as server:
        url = server.url("/a")
        answers = fetch(Request(url=url), Request(url=url, found=Found.CHILD), Request(url=url))
        assert server.count("/a") == 2
    assert [_code(each) for each in answers] == ["Body", "address_refused", "Body"]


def test_the_name_stays_in_host_and_sni(fetch: Fetch) -> None:
    """The address is pinned below TLS, which still vouches for the name."""
    with Server({"/a": [Reply()]}) as server, server.names():
        answers = fetch(Request(url="https://www.example.org/a"))
        [received] = server.requests
    assert isinstance(answers[0], Body)
    assert received.headers["host"] == "www.example.org"


def test_a_name_that_does_not_exist_is_not_asked_again(fetch: Fetch) -> None:
    """[83]: a resolver that could not tell is another matter."""
    errors = [socket.gaierror(socket.EAI_NONAME, "no such name"), socket.gaierror(socket.EAI_AGAIN, "try again")]
    with mock.patch.object(socket, "getaddrinfo", side_effect=errors):
        answers = fetch(*[Request(url="http://example.com/", timeout=5)] * 2)
    assert [(_code(each), each.retry) for each in answers if isinstance(each, Failure)] == [
        ("dns_failed", False),
        ("dns_failed", True),
    ]


def test_a_name_that_no_name_server_takes_is_a_failure(fetch: Fetch) -> None:
    """A label of 64 letters is an error of the codec, not of the socket."""
    [answer] = fetch(Request(url=f"http://{'a' * 64}.com/", timeout=5))
    assert _code(answer) == "dns_failed"


def test_a_resolver_that_hangs_is_given_up_in_time(fetch: Fetch) -> None:
    """[80]: the lookup counts, and its thread holds nobody."""
    release = threading.Event()
    with mock.patch.object(socket, "getaddrinfo", side_effect=lambda *_, **__: release.wait(30) and []):
        [answer] = fetch(Request(url="http://example.com/", timeout=0.2))
        release.set()
    assert _code(answer) == "timeout"


def test_the_next_address_is_tried_where_one_does_not_answer(fetch: Fetch) -> None:
    """A name with an address that is dead, or that drops what comes, is reached by the other."""
    with socket.socket() as full, Server({"/a": [Reply()]}) as server:
        full.bind(("127.0.0.2", server.port))
        full.listen(0)
        fillers = [socket.socket() for _ in range(3)]
        for each in fillers:
            each.setblocking(False)
            each.connect_ex(full.getsockname())
        with _answers(["127.0.0.3", "127.0.0.2", "127.0.0.1"], port=server.port):
            [answer] = fetch(Request(url="http://example.com/a", timeout=5))
        for each in fillers:
            each.close()
    assert isinstance(answer, Body)


def test_a_lookup_and_a_connect_can_be_aborted() -> None:
    """[91]: nothing that waits is out of reach."""
    release, asked = threading.Event(), threading.Event()

    def hang(*_: Any, **__: Any) -> list[Any]:
        asked.set()
        release.wait(30)
        return []

    answers: list[Answer] = []
    with HttpClient(user_agent="a") as client, mock.patch.object(socket, "getaddrinfo", side_effect=hang):
        scope = client.scope()
        thread = threading.Thread(target=lambda: answers.append(scope.fetch(Request(url="http://example.com/"))))
        thread.start()
        assert asked.wait(5)
        scope.abort()
        thread.join(5)
        release.set()
    assert [_code(each) for each in answers] == ["cancelled"]


@pytest.mark.parametrize("how", [Behaviour.STALL, Behaviour.DRIP_BODY])
def test_abort_without_a_scope_ends_everything(how: Behaviour) -> None:
    """[91]"""
    answers: list[Answer] = []
    with Server({"/a": [Reply(body=b"x" * 1000, behaviour=how)]}) as server, HttpClient(user_agent="a") as client:
        request = Request(url=server.url("/a"))
        thread = threading.Thread(target=lambda: answers.append(client.fetch(request)))
        thread.start()
        waiting = threading.Event()
        while not server.requests:
            waiting.wait(0.001)
        client.abort()
        thread.join(5)
    assert [_code(each) for each in answers] == ["cancelled"]
