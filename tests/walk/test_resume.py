"""A walk in rounds is one walk (rules [103], [105])."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.walk.site import HOST, Site, at, sitemapindex, urlset
from tests.walk.trees import sites

from sitemapfast import CancelToken, ConfigError, Redirect, Result, SitemapParser

ROOTS = ["/0.xml", "/3.xml"]


class _Rounds:
    """A walk that is taken up again until nothing is left, its state through JSON each time."""

    def __init__(self, script: dict[str, Any], rounds: list[dict[str, Any]], **settings_: Any) -> None:
        self.site = Site(script)
        self.documents: list[str] = []
        self.urls: list[str] = []
        self.results: list[Result] = []
        parser = SitemapParser(fetcher=self.site, retries=0, **settings_)
        roots: Any = [at(path) for path in ROOTS]
        seen: Any = None
        for number in range(200):
            limits = dict(rounds[number % len(rounds)])
            after = limits.pop("cancel_after", None)
            token = CancelToken()
            visited = 0

            def visit(document: Any, token: CancelToken = token, after: int | None = after) -> None:
                nonlocal visited
                visited += 1
                self.documents.append(document.requested_url.removeprefix(HOST))
                self.urls += document.urls.locs()
                if visited == after:
                    token.cancel()

            result = parser.walk(roots, seen=seen, on_document=visit, retention="none", cancel=token, **limits)
            self.results.append(result)
            roots, seen = json.loads(json.dumps([result.frontier, result.seen]))
            if not roots:
                return
        raise AssertionError("the rounds do not come to an end")


ROUNDS = st.lists(
    st.fixed_dictionaries(
        {},
        optional={
            "max_sitemaps": st.integers(1, 4),
            "max_urls": st.integers(1, 6),
            "cancel_after": st.integers(1, 4),
            "concurrency": st.sampled_from([1, 2, 16]),
        },
    ),
    min_size=1,
    max_size=4,
)


@given(script=sites(steady=True), rounds=ROUNDS, depth=st.none() | st.integers(0, 3))
@settings(max_examples=150, deadline=None)
def test_rounds_of_any_size_are_one_walk(
    script: dict[str, Any], rounds: list[dict[str, Any]], depth: int | None
) -> None:
    """[105] The documents visited and the URLs seen are those of one uninterrupted walk, in the same order."""
    whole = _Rounds(script, [{}], max_depth=depth)
    parts = _Rounds(script, rounds, max_depth=depth)
    assert len(whole.results) == 1
    assert parts.documents == whole.documents
    assert parts.urls == whole.urls
    assert {k for k, v in parts.results[-1].seen.items() if v == "committed"} == {
        k for k, v in whole.results[-1].seen.items() if v == "committed"
    }


@given(script=sites(steady=True), sizes=st.lists(st.integers(1, 4), min_size=1, max_size=4))
@settings(max_examples=100, deadline=None)
def test_no_document_is_read_twice_over_the_rounds(script: dict[str, Any], sizes: list[int]) -> None:
    """[103] What was committed is not asked for again, redirects included."""
    parts = _Rounds(script, [{"max_sitemaps": size, "concurrency": 1} for size in sizes])
    committed = {key for key, state in parts.results[-1].seen.items() if state == "committed"}
    assert all(parts.site.urls.count(url) == 1 for url in committed)


def _walk(site: Site, roots: Any, **given_: Any) -> tuple[Result, list[str]]:
    visited: list[str] = []
    result = SitemapParser(fetcher=site).walk(
        roots, on_document=lambda each: visited.append(each.requested_url.removeprefix(HOST)), **given_
    )
    return result, visited


TREE = {
    "/robots.txt": b"Sitemap: https://example.com/i.xml\nSitemap: https://cdn.example.net/c.xml\n",
    "/i.xml": sitemapindex("/a.xml", "/b.xml"),
    "/a.xml": urlset("/1", "/2", "/3"),
    "/b.xml": urlset("/4"),
    "https://cdn.example.net/c.xml": urlset("/5"),
}


def test_a_frontier_entry_carries_root_origin_and_way() -> None:
    """[101] So that strict mode and credentials mean the same after a break as before it."""
    site = Site(TREE)
    first, _ = _walk(site, at("/robots.txt"), max_sitemaps=1)
    assert [(each["url"], each["depth"], each["found"], each["root"]) for each in first.frontier] == [
        (at("/i.xml"), 0, "robots", at("/robots.txt")),
        ("https://cdn.example.net/c.xml", 0, "robots", at("/robots.txt")),
    ]
    assert {each["parent"] for each in first.frontier} == {at("/robots.txt")}
    assert first.frontier[0]["origins"] == ["https://example.com/"]


def test_strict_mode_admits_the_same_origins_after_a_break() -> None:
    """[43] What a robots.txt names on another host lists pages of the robots.txt's host in a later round too."""
    for size in (1, 2, 3, 10):
        site, urls, roots, seen = Site(TREE), [], at("/robots.txt"), None
        for _ in range(10):
            parser = SitemapParser(fetcher=site, strict=True)
            result = parser.walk(roots, seen=seen, max_sitemaps=size)
            urls += result.urls.locs()
            assert not result.errors or "limit of" in str(result.errors[0])
            roots, seen = result.frontier, result.seen  # type: ignore[assignment]
            if not roots:
                break
        assert sorted(urls) == [at(f"/{number}") for number in range(1, 6)]


def test_the_document_that_crosses_the_budget_heads_the_frontier() -> None:
    """[103] It is neither visited nor kept; by itself it is visited all the same, when it is first in its round."""
    site = Site(
        {"/0.xml": sitemapindex("/a.xml", "/b.xml"), "/a.xml": urlset("/1", "/2", "/3"), "/b.xml": urlset("/4")}
    )
    first, visited = _walk(site, at("/0.xml"), max_urls=2)
    assert visited == ["/0.xml"]
    assert not len(first.urls)
    assert [each["url"] for each in first.frontier] == [at("/a.xml"), at("/b.xml")]
    assert [str(each) for each in first.errors] == ['parse "https://example.com/0.xml": limit of 2 URLs reached']
    second, visited = _walk(site, first.frontier, seen=first.seen, max_urls=2)
    assert visited == ["/a.xml"]
    assert len(second.urls) == 3
    assert second.reasons == ("url_limit",)
    third, visited = _walk(site, second.frontier, seen=second.seen, max_urls=2)
    assert (visited, third.complete, third.frontier) == (["/b.xml"], True, [])


def test_parse_keeps_what_fits_and_puts_the_document_first() -> None:
    """[103] The document that was cut heads the frontier and is not among those seen."""
    site = Site(
        {"/0.xml": sitemapindex("/a.xml", "/b.xml"), "/a.xml": urlset("/1", "/2", "/3"), "/b.xml": urlset("/4")}
    )
    result = SitemapParser(fetcher=site).parse(at("/0.xml"), max_urls=2)
    assert result.urls.locs() == [at("/1"), at("/2")]
    assert [each["url"] for each in result.frontier] == [at("/a.xml"), at("/b.xml")]
    assert at("/a.xml") not in result.seen
    rest, visited = _walk(site, result.frontier, seen=result.seen)
    assert visited == ["/a.xml", "/b.xml"]
    assert rest.complete


def test_children_too_deep_and_documents_that_failed_are_not_in_the_frontier() -> None:
    """[103] So that a walk that is taken up again does not get past its depth."""
    site = Site(
        {"/0.xml": sitemapindex("/a.xml", "/gone.xml"), "/a.xml": sitemapindex("/b.xml"), "/b.xml": urlset("/1")}
    )
    result, visited = _walk(site, at("/0.xml"), max_depth=1)
    assert visited == ["/0.xml", "/a.xml"]
    assert result.frontier == []
    assert result.reasons == ("read_failure", "depth_limit")
    assert [(each.url, each.parent, each.depth) for each in result.failures] == [(at("/gone.xml"), at("/0.xml"), 1)]


def test_a_failed_child_is_skipped_and_a_failed_entry_is_tried_again() -> None:
    """[103] Listed: skipped if committed or failed. Passed in: skipped if committed alone."""
    site = Site({"/0.xml": sitemapindex("/a.xml", "/b.xml"), "/a.xml": urlset("/1"), "/b.xml": urlset("/2")})
    seen = {at("/a.xml"): "failed", at("/b.xml"): "committed"}
    result, visited = _walk(site, [at("/0.xml")], seen=seen)
    assert visited == ["/0.xml"]
    assert [str(each.outcome) for each in result.sitemaps] == ["duplicate", "duplicate"]
    _, visited = _walk(site, [at("/a.xml"), at("/b.xml")], seen=seen)
    assert visited == ["/a.xml"]


def test_a_plain_list_of_urls_means_committed() -> None:
    """[103] Spelt in any way that [46] calls the same."""
    site = Site({"/a.xml": urlset("/1"), "/b.xml": urlset("/2")})
    _, visited = _walk(site, [at("/a.xml"), at("/b.xml")], seen=["HTTPS://EXAMPLE.com:443/a.xml#top"])
    assert visited == ["/b.xml"]


def test_a_read_that_was_cut_off_is_pending() -> None:
    """[103] It has not failed: it is in the frontier."""
    token = CancelToken()

    def cancel(_: Any) -> Any:
        token.cancel()
        return Redirect(location="/never.xml")

    site = Site({"/0.xml": sitemapindex("/a.xml", "/b.xml"), "/a.xml": cancel, "/b.xml": urlset("/2")})
    result = SitemapParser(fetcher=site, concurrency=1).walk(at("/0.xml"), cancel=token)
    assert [each["url"] for each in result.frontier] == [at("/a.xml"), at("/b.xml")]
    assert [str(each.outcome) for each in result.sitemaps] == ["pending", "pending"]
    assert not result.failures
    assert result.reasons == ("cancelled",)


@pytest.mark.parametrize(
    ("roots", "seen", "field"),
    [
        (5, None, "roots"),
        ([5], None, "roots"),
        ([{"depth": 1}], None, "roots"),
        ([{"url": at("/"), "depth": -1}], None, "roots"),
        ([{"url": at("/"), "depth": True}], None, "roots"),
        ([{"url": at("/"), "found": "luck"}], None, "roots"),
        ([{"url": at("/"), "origins": [1]}], None, "roots"),
        ([{"url": "ftp://example.com/", "found": "child"}], None, "roots"),
        ([], at("/"), "seen"),
        ([], [1], "seen"),
        ([], {at("/"): "lost"}, "seen"),
    ],
)
def test_damaged_state_is_a_config_error(roots: Any, seen: Any, field: str) -> None:
    """[3] Frontier and seen may have been on a disk."""
    with pytest.raises(ConfigError) as raised:
        SitemapParser(fetcher=Site({})).walk(roots, seen=seen)
    assert raised.value.field == field
