"""Whatever the reads do, the result is that of one read after the other (rules [84] to [87], [101])."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.walk.site import AsyncSite, Site, engine_of, play, sitemapindex, summary, urlset
from tests.walk.trees import budgets, sites

from sitemapfast import AsyncSitemapParser, Redirect, SitemapParser
from sitemapfast._walk.engine import Mode

if TYPE_CHECKING:
    from sitemapfast import Result


@pytest.mark.parametrize("mode", [Mode.PARSE, Mode.WALK])
@given(script=sites(), limits=budgets, concurrency=st.sampled_from([2, 3, 4, 64]), data=st.data())
@settings(max_examples=200, deadline=None)
def test_order_of_arrival_changes_nothing(
    mode: Mode, script: dict[str, Any], limits: dict[str, Any], concurrency: int, data: st.DataObject
) -> None:
    """[87] Reads that end in any order, at any concurrency, give the result of one read after the other."""
    alone = play(engine_of("/0.xml", mode=mode, concurrency=1, **limits), Site(script))
    mixed = play(
        engine_of("/0.xml", mode=mode, concurrency=concurrency, **limits),
        Site(script),
        choose=lambda count: data.draw(st.integers(0, count - 1)),
    )
    assert summary(mixed.result) == summary(alone.result)
    assert [each.requested_url for each in mixed.documents] == [each.requested_url for each in alone.documents]
    assert [each.urls.locs() for each in mixed.documents] == [each.urls.locs() for each in alone.documents]
    assert mixed.most_open <= concurrency


@given(script=sites(), concurrency=st.sampled_from([1, 2, 4, 64]), data=st.data())
@settings(max_examples=200, deadline=None)
def test_no_url_is_asked_for_twice(script: dict[str, Any], concurrency: int, data: st.DataObject) -> None:
    """[84] A URL is requested once in a call, whether it is listed or redirected to."""
    site = Site(script)
    play(
        engine_of("/0.xml", concurrency=concurrency, retries=0),
        site,
        choose=lambda count: data.draw(st.integers(0, count - 1)),
    )
    assert max(Counter(site.urls).values()) == 1


@given(script=sites(), limits=budgets)
@settings(max_examples=40, deadline=None)
def test_drivers_agree_at_any_concurrency(script: dict[str, Any], limits: dict[str, Any]) -> None:
    """[93] Threads and asyncio, with one read at a time or many, give one result."""
    expected = _outcome(lambda: SitemapParser(fetcher=Site(script), concurrency=1, **QUICK, **limits).parse(START))
    for concurrency in (4, 64):
        parser = SitemapParser(fetcher=Site(script), concurrency=concurrency, **QUICK, **limits)
        assert _outcome(lambda parser=parser: parser.parse(START)) == expected  # type: ignore[misc]
    for concurrency in (1, 4, 64):
        settings_ = {"fetcher": AsyncSite(script), "concurrency": concurrency, **QUICK, **limits}
        assert _outcome(lambda given=settings_: asyncio.run(_aparse(given))) == expected  # type: ignore[misc]


START = "https://example.com/0.xml"
QUICK: dict[str, Any] = {"retries": 0}


async def _aparse(given: dict[str, Any]) -> Result:
    async with AsyncSitemapParser(**given) as parser:
        return await parser.parse(START)


def _outcome(call: Any) -> dict[str, Any]:
    return summary(call())


@pytest.mark.parametrize("order", [[0, 0], [1, 0], [0, 1]])
def test_a_redirect_onto_a_listed_sitemap_is_read_once(order: list[int]) -> None:
    """[85] The first in order is read, the other is a duplicate, whichever request came first."""
    script = {
        "/0.xml": sitemapindex("/a.xml", "/b.xml"),
        "/a.xml": Redirect(location="/b.xml"),
        "/b.xml": urlset("/page"),
    }
    site = Site(script)
    picks = [0, *order]
    played = play(engine_of("/0.xml"), site, choose=lambda count: min(count - 1, picks.pop(0) if picks else 0))
    assert [(each.requested_url[-6:], each.url[-6:]) for each in played.documents[1:]] == [("/a.xml", "/b.xml")]
    assert [str(each.outcome) for each in played.result.sitemaps] == ["fetched", "duplicate"]
    assert [each.url for each in played.result.sitemaps] == ["https://example.com/b.xml"] * 2
    assert played.result.stats.documents == 3
    assert sorted(site.urls) == [f"https://example.com/{each}.xml" for each in "0ab"]


def test_a_redirect_onto_the_main_document_is_not_asked_for_again() -> None:
    """[84] The main document counts as requested."""
    site = Site({"/0.xml": sitemapindex("/a.xml"), "/a.xml": Redirect(location="/0.xml")})
    result = play(engine_of("/0.xml"), site).result
    assert result.complete
    assert [str(each.outcome) for each in result.sitemaps] == ["duplicate"]
    assert len(site.urls) == 2


def test_what_was_led_to_a_document_that_failed_fails_with_it() -> None:
    """[84] It is not asked for again, and each names its own URL [5]."""
    site = Site({"/0.xml": sitemapindex("/a.xml", "/b.xml", "/c.xml"), "/a.xml": Redirect(location="/c.xml")})
    result = play(engine_of("/0.xml", concurrency=1), site).result
    assert [str(each) for each in result.errors] == [
        'fetch "https://example.com/a.xml": HTTP status 404',
        'fetch "https://example.com/b.xml": HTTP status 404',
        'fetch "https://example.com/c.xml": HTTP status 404',
    ]
    assert len(site.urls) == 4
