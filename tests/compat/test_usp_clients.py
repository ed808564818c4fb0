"""The client on requests, and the waiter: what is asked for, with what, and what comes of it."""

from __future__ import annotations

from unittest import mock

import pytest
from tests.compat.originals import original
from tests.compat.usp_corpus import urlset
from tests.server import Behaviour, Reply, Server

from sitemapfast.compat.usp.tree import sitemap_tree_for_homepage
from sitemapfast.compat.usp.web_client import abstract_client

requests = pytest.importorskip("requests", reason="requests is not installed")
from sitemapfast.compat.usp.web_client.requests_client import RequestsWebClient  # noqa: E402  needs requests


def test_a_site_is_read_with_requests() -> None:
    with Server() as server:
        server.add({"/sitemap.xml": [Reply(body=urlset(f"<loc>{server.url('/1')}</loc>").encode())]})
        tree = sitemap_tree_for_homepage(server.url(), web_client=RequestsWebClient())
        assert [page.url for page in tree.all_pages()] == [server.url("/1")]
        assert all(each.headers["user-agent"].startswith("sitemapfast/") for each in server.requests)


def test_the_user_agent_of_a_session_is_sent() -> None:
    """The original sends its own in place of it; a listed difference."""
    with Server({"/a": [Reply(body=b"x")]}) as server, requests.Session() as session:
        session.headers["User-Agent"] = "mine/1"
        response = RequestsWebClient(session=session).get(server.url("/a"))
        assert isinstance(response, abstract_client.AbstractWebClientSuccessResponse)
        assert (response.raw_data(), response.status_code(), response.status_message()) == (b"x", 200, "X")
        assert (response.url(), response.header("CONTENT-length"), response.header("No")) == (
            server.url("/a"),
            "1",
            None,
        )
        assert server.requests[0].headers["user-agent"] == "mine/1"


@pytest.mark.parametrize(("status", "retryable"), [(404, False), (500, True), (503, True), (403, False)])
def test_an_error_says_whether_asking_again_helps_as_in_the_original(status: int, retryable: bool) -> None:
    theirs = original("usp.web_client.requests_client", "ultimate-sitemap-parser")
    with Server({"/a": [Reply(status=status)]}) as server:
        for client in (RequestsWebClient(), theirs.RequestsWebClient()):
            response = client.get(server.url("/a"))
            assert response.retryable() is retryable
            assert response.message() == f"{status} X"


def test_a_timeout_can_be_tried_again_and_a_refused_connection_cannot() -> None:
    client = RequestsWebClient()
    client.set_timeout(0.1)
    with Server({"/a": [Reply(behaviour=Behaviour.STALL)]}) as server:
        stalled = client.get(server.url("/a"))
        url = server.url("/a")
    refused = client.get(url)
    assert isinstance(stalled, abstract_client.WebClientErrorResponse)
    assert isinstance(refused, abstract_client.WebClientErrorResponse)
    assert (stalled.retryable(), refused.retryable()) == (True, False)


def test_no_more_is_read_than_is_wanted() -> None:
    client = RequestsWebClient()
    client.set_max_response_data_length(10)
    with Server({"/a": [Reply(behaviour=Behaviour.ENDLESS)]}) as server:
        response = client.get(server.url("/a"))
        assert isinstance(response, abstract_client.AbstractWebClientSuccessResponse)
        assert len(response.raw_data()) == 11


def test_proxies_are_used() -> None:
    with Server({"http://example.com/a": [Reply(body=b"by proxy")]}) as proxy:
        client = RequestsWebClient(verify=False)
        client.set_proxies({"http": proxy.url()})
        client.get("http://example.com/a")
        assert proxy.requests[0].target == "http://example.com/a"


@pytest.mark.parametrize(("random_wait", "least", "most"), [(False, 2.0, 2.0), (True, 1.0, 3.0)])
def test_the_waiter_waits_between_requests(random_wait: bool, least: float, most: float) -> None:
    waiter = abstract_client.RequestWaiter(wait=2.0, random_wait=random_wait)
    with mock.patch("time.sleep") as sleep:
        waiter.wait()
        assert not sleep.called
        waiter.wait()
    assert least <= sleep.call_args.args[0] <= most


def test_statuses_that_can_be_tried_again_are_those_of_the_original() -> None:
    theirs = original("usp.web_client.abstract_client", "ultimate-sitemap-parser")
    assert theirs.RETRYABLE_HTTP_STATUS_CODES == abstract_client.RETRYABLE_HTTP_STATUS_CODES
