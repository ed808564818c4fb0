"""The server of the tests, as far as other tests rely on it: it says what the cases say."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING, Any

import pytest
from tests.http_cases import build_case, load_cases
from tests.server import Reply, Server, sitemapindex, trusted_by_environment, urlset

from sitemapfast._http.content import decode
from sitemapfast.typing import Body, Failure, HttpError, NotFound, Redirect, Request

if TYPE_CHECKING:
    from tests.http.conftest import Fetch

CASES = load_cases()


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_case_can_be_served(fetch: Fetch, case: dict[str, Any]) -> None:
    """Every recipe of the cases is understood, and every start answers by it."""
    script = build_case(case)
    with Server(script) as server, server.names():
        [answer] = fetch(Request(url=case["start"], timeout=10))
        assert sum(server.counts().values()) == 1
    replies = case["script"][next(key for key in case["script"] if key.partition("<n>")[0] in case["start"])]
    first = next(each for each in replies if each.get("when") != "method HEAD")
    if "behaviour" in first:
        assert isinstance(answer, Failure)
    elif first["status"] == 200:
        assert isinstance(answer, Body)
    elif "Location" in first["headers"]:
        assert answer == Redirect(location=first["headers"]["Location"], status=first["status"], private=True)
    else:
        assert isinstance(answer, HttpError)


def test_a_template_is_filled_with_its_number(fetch: Fetch) -> None:
    """Every index lists a new index."""
    with Server(build_case(CASES["h25"])) as server, server.names():
        index, pages = fetch(Request(url="https://example.com/i/7.xml"), Request(url="https://example.com/s/7.xml"))
    assert isinstance(index, Body)
    assert isinstance(pages, Body)
    assert index.data == sitemapindex("/i/8.xml", "/s/7.xml")
    assert pages.data == urlset("/p/7")


def test_codings_are_applied_from_the_innermost(fetch: Fetch) -> None:
    """The transport's is undone, the file's is left."""
    with Server(build_case(CASES["h02"])) as server, server.names():
        [answer] = fetch(Request(url=CASES["h02"]["start"]))
    assert isinstance(answer, Body)
    assert isinstance(answer.data, bytes)
    assert gzip.decompress(decode(answer.data, answer.headers, None)) == urlset("/a")


def test_hosts_have_scripts_of_their_own_and_replies_come_in_order(fetch: Fetch) -> None:
    """A path is for every host that has no script of its own for it; the last reply repeats."""
    script = {
        "/a": [Reply(status=404), Reply(body=b"2")],
        "https://www.example.org/a": [Reply(body=b"org")],
    }
    with Server(script) as server, server.names(), trusted_by_environment():
        urls = ["https://example.com/a"] * 3 + ["https://www.example.org/a"]
        answers = fetch(*map(_request, urls), ssl_context=None)
        assert server.count("/a") == 4
        assert server.count("/a", host="www.example.org") == 1
    assert isinstance(answers[0], NotFound)
    assert [each.data for each in answers if isinstance(each, Body)] == [b"2", b"2", b"org"]


def _request(url: str) -> Request:
    return Request(url=url)
