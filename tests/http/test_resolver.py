"""Lookups that can be given up, by a bounded number of threads that nobody waits for."""

from __future__ import annotations

import socket
import threading
from typing import Any
from unittest import mock

import pytest

from sitemapfast._http.resolver import Address, Resolver

ANSWER = [
    (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("192.0.2.1", 80)),
    (socket.AF_INET6, socket.SOCK_STREAM, 6, "", ("fe80::1", 80, 0, 3)),
    (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("192.0.2.1", 80)),
]


def test_a_name_has_each_of_its_addresses_once() -> None:
    """With the zone of those that have one."""
    resolver = Resolver()
    with mock.patch.object(socket, "getaddrinfo", return_value=ANSWER):
        found = resolver.lookup("example.com", 80).result(5)
    resolver.close()
    assert [(each.host, each.port) for each in found] == [("192.0.2.1", 80), ("fe80::1%3", 80)]


@pytest.mark.parametrize(
    ("host", "family", "address"),
    [
        ("127.1", socket.AF_INET, "127.0.0.1"),
        ("::1", socket.AF_INET6, "::1"),
        ("0x7f000001", socket.AF_INET, "127.0.0.1"),
    ],
)
def test_an_address_is_not_looked_up(host: str, family: int, address: str) -> None:
    """What it spells does not depend on the machine."""
    with mock.patch.object(socket, "getaddrinfo") as lookups:
        [found] = Resolver().lookup(host, 80).result(0)
    assert (found.family, found.host, lookups.call_count) == (family, address, 0)


@pytest.mark.parametrize(
    "error", [UnicodeError("label too long"), ValueError("embedded null byte"), socket.gaierror(-2, "no")]
)
def test_every_error_is_one_of_the_lookup(error: Exception) -> None:
    """The codec of host names raises what no caller expects."""
    resolver = Resolver()
    with mock.patch.object(socket, "getaddrinfo", side_effect=error), pytest.raises(socket.gaierror):
        resolver.lookup("example.com", 80).result(5)
    with mock.patch.object(socket, "getaddrinfo", return_value=[]), pytest.raises(socket.gaierror):
        resolver.lookup("example.com", 80).result(5)
    resolver.close()


def test_lookups_that_hang_hold_so_many_threads_and_no_more() -> None:
    """[111]: one that was given up does not even start; those that wait have their turn."""
    release = threading.Event()
    running = threading.Semaphore(0)
    asked: list[str] = []

    def hang(host: str, *_: Any, **__: Any) -> list[Any]:
        asked.append(host)
        running.release()
        release.wait(30)
        return ANSWER[:1]

    resolver = Resolver(threads=2)
    with mock.patch.object(socket, "getaddrinfo", side_effect=hang):
        futures = [resolver.lookup(f"{n}.example", 80) for n in range(5)]
        assert running.acquire(timeout=5)
        assert running.acquire(timeout=5)
        assert not running.acquire(blocking=False)
        futures[2].cancel()
        assert futures[0].cancel()
        release.set()
        for each in (futures[1], futures[3], futures[4]):
            assert each.result(5) == [Address(socket.AF_INET, ("192.0.2.1", 80))]
    resolver.close()
    assert sorted(asked) == ["0.example", "1.example", "3.example", "4.example"]


def test_a_resolver_that_is_closed_leaves_no_thread() -> None:
    """Nothing is left running."""
    resolver = Resolver()
    with mock.patch.object(socket, "getaddrinfo", return_value=ANSWER):
        resolver.lookup("example.com", 80).result(5)
    resolver.close()
    for thread in threading.enumerate():
        if thread.name == "sitemapfast-resolver":
            thread.join(5)
            assert not thread.is_alive()
