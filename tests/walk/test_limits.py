"""Every limit of a call: what is kept, what is told, and only if something was left out (rules [6], [84] to [86])."""

from __future__ import annotations

import gc
from typing import Any, ClassVar

import pytest
from tests.walk.site import Site, at, engine_of, locs, messages, outcomes, play, robots, sitemapindex, urlset

from sitemapfast import Body, Document, Limit, NetworkError, ParseError, Redirect, Result, SitemapParser
from sitemapfast._walk.engine import Mode
from sitemapfast._walk.reading import Reading

# No host: the entry is left out and recorded.
BAD = "https:///"

TREE = {
    "/0.xml": sitemapindex("/a.xml", "/b.xml", "/c.xml"),
    "/a.xml": urlset("/1", "/2"),
    "/b.xml": urlset("/3", "/4"),
    "/c.xml": urlset("/5"),
}


def parse(script: dict[str, Any], start: str = "/0.xml", **settings: Any) -> Result:
    return play(engine_of(start, **settings), Site(script)).result


def last_limit(result: Result) -> tuple[str, Limit | None]:
    return str(result.errors[-1]), result.errors[-1].limit


class TestUrls:
    """Rule [86]."""

    def test_the_rest_of_the_document_is_left_unread(self) -> None:
        result = parse(TREE, max_urls=3)
        assert locs(result) == ["/1", "/2", "/3"]
        assert last_limit(result) == ('parse "https://example.com/0.xml": limit of 3 URLs reached', Limit.URLS)
        assert len(result.errors) == 1
        assert outcomes(result) == [("/a.xml", "fetched"), ("/b.xml", "fetched"), ("/c.xml", "over a limit")]
        assert result.reasons == ("url_limit",)

    @pytest.mark.parametrize("concurrency", [1, 4])
    def test_a_sitemap_that_would_have_been_requested_counts_as_left_out(self, concurrency: int) -> None:
        result = parse(TREE, max_urls=4, concurrency=concurrency)
        assert locs(result) == ["/1", "/2", "/3", "/4"]
        assert messages(result.errors) == ['parse "https://example.com/0.xml": limit of 4 URLs reached']
        assert [each["url"] for each in result.frontier] == [at("/c.xml")]

    def test_nothing_is_told_where_nothing_was_left_out(self) -> None:
        result = parse(TREE, max_urls=5)
        assert (len(result.urls), result.complete, list(result.errors)) == (5, True, [])

    def test_no_errors_come_from_what_was_left_unread(self) -> None:
        broken = urlset("/1", BAD, "/2", BAD, "/3")[: -len("</urlset>")]
        result = parse({"/0.xml": broken}, max_urls=2)
        assert locs(result) == ["/1", "/2"]
        assert [type(each).__name__ for each in result.errors] == ["ValidationError", "ParseError"]
        assert result.errors[-1].limit is Limit.URLS
        assert result.error_count == 2
        assert result.reasons == ("url_limit",)

    def test_pages_count_after_the_rules(self) -> None:
        result = parse(TREE, max_urls=2, rules=["/[25]$"])
        assert (locs(result), result.complete) == (["/2", "/5"], True)

    def test_pages_count_after_duplicates_in_a_parse(self) -> None:
        script = {
            "/0.xml": sitemapindex("/a.xml", "/b.xml"),
            "/a.xml": urlset("/1", "/1"),
            "/b.xml": urlset("/1", "/2"),
        }
        result = parse(script, max_urls=2, dedupe=True)
        assert (locs(result), result.complete, result.stats.urls) == (["/1", "/2"], True, 2)

    def test_pages_count_with_duplicates_in_a_walk(self) -> None:
        """[101] Whatever `dedupe` and `retention` say."""
        script = {
            "/0.xml": sitemapindex("/a.xml", "/b.xml"),
            "/a.xml": urlset("/1", "/1"),
            "/b.xml": urlset("/1", "/2"),
        }
        for retain in (True, False):
            played = play(engine_of("/0.xml", mode=Mode.WALK, retain=retain, max_urls=3, dedupe=True), Site(script))
            assert [each.urls.locs() for each in played.documents] == [[], [at("/1")]]
            assert played.result.stats.urls == 2
            assert played.result.retained is retain

    def test_no_limit_reads_all(self) -> None:
        assert len(parse(TREE, max_urls=None, max_sitemaps=None, max_depth=None).urls) == 5


class TestSitemaps:
    """Rule [85]."""

    def test_sitemaps_beyond_the_limit_are_left_out(self) -> None:
        result = parse(TREE, max_sitemaps=2)
        assert locs(result) == ["/1", "/2", "/3", "/4"]
        assert last_limit(result) == ('parse "https://example.com/0.xml": limit of 2 sitemaps reached', Limit.SITEMAPS)
        assert result.reasons == ("document_limit",)
        assert [each["url"] for each in result.frontier] == [at("/c.xml")]

    def test_the_main_document_does_not_count(self) -> None:
        assert parse(TREE, max_sitemaps=3).complete

    def test_in_a_walk_roots_count(self) -> None:
        """Rule [101]."""
        played = play(engine_of("/0.xml", mode=Mode.WALK, max_sitemaps=3), Site(TREE))
        assert [each.requested_url for each in played.documents] == [at("/0.xml"), at("/a.xml"), at("/b.xml")]

    def test_failed_ones_count_and_those_listed_twice_count_once(self) -> None:
        script = {
            "/0.xml": sitemapindex("/x.xml", "/x.xml", "/a.xml", "/b.xml"),
            "/a.xml": urlset("/1"),
            "/b.xml": urlset(),
        }
        result = parse(script, max_sitemaps=2)
        assert locs(result) == ["/1"]
        assert result.reasons == ("read_failure", "document_limit")

    def test_as_many_are_listed_and_that_is_told_once(self) -> None:
        """[85] The same number, counted apart, bounds the sitemaps listed, never those that are asked for."""
        script = {"/0.xml": sitemapindex("/x/1.xml", "/x/2.xml", "/a.xml"), "/a.xml": urlset("/1")}
        result = parse(script, max_sitemaps=2, follow=["/a"])
        assert outcomes(result) == [("/x/1.xml", "not followed"), ("/x/2.xml", "not followed")]
        assert messages(result.errors) == ['parse "https://example.com/0.xml": limit of 2 sitemaps reached']
        assert locs(result) == ["/1"]
        assert result.stats.sitemaps == 3

    def test_a_duplicate_of_an_earlier_redirect_counts_in_its_turn(self) -> None:
        script = {
            "/0.xml": sitemapindex("/r.xml", "/a.xml", "/b.xml"),
            "/r.xml": Redirect(location="/a.xml"),
            "/a.xml": urlset("/1"),
            "/b.xml": urlset("/2"),
        }
        for concurrency in (1, 3):
            result = parse(script, max_sitemaps=2, concurrency=concurrency)
            assert locs(result) == ["/1"]
            assert result.reasons == ("document_limit",)


class TestDepth:
    """Rule [84]."""

    CHAIN: ClassVar[dict[str, Any]] = {
        "/0.xml": sitemapindex("/1.xml", "/p0.xml"),
        "/1.xml": sitemapindex("/2.xml", "/p1.xml"),
        "/2.xml": sitemapindex("/3.xml", "/p2.xml"),
        **{f"/p{n}.xml": urlset(f"/page/{n}") for n in range(3)},
    }

    def test_an_index_at_the_limit_is_read_and_not_followed(self) -> None:
        result = parse(self.CHAIN, max_depth=1)
        assert locs(result) == ["/page/0"]
        assert last_limit(result) == (
            'parse "https://example.com/1.xml": max recursion depth of 1 reached',
            Limit.DEPTH,
        )
        assert outcomes(result)[2:] == [("/2.xml", "over a limit"), ("/p1.xml", "over a limit")]
        assert [each.depth for each in result.sitemaps] == [1, 1, 2, 2]
        assert result.reasons == ("depth_limit",)

    def test_the_error_names_the_index_by_the_url_it_was_served_from(self) -> None:
        script = {"/0.xml": Redirect(location="/real.xml"), "/real.xml": sitemapindex("/a.xml")}
        assert messages(parse(script, max_depth=0).errors) == [
            'parse "https://example.com/real.xml": max recursion depth of 0 reached'
        ]

    def test_with_zero_the_main_document_alone_is_read(self) -> None:
        """Rule [80]."""
        site = Site(TREE)
        result = play(engine_of("/0.xml", max_depth=0), site).result
        assert len(site.urls) == 1
        assert [str(each.outcome) for each in result.sitemaps] == ["over a limit"] * 3

    def test_a_robots_txt_is_no_level(self) -> None:
        script = {"/robots.txt": robots("/0.xml"), **TREE}
        assert parse(script, "/robots.txt", max_depth=1).complete
        flat = parse(script, "/robots.txt", max_depth=0)
        assert outcomes(flat) == [("/0.xml", "over a limit")]
        assert [each.depth for each in flat.sitemaps] == [0]
        assert messages(flat.errors) == ['parse "https://example.com/robots.txt": max recursion depth of 0 reached']

    def test_nothing_is_told_where_no_child_would_have_been_requested(self) -> None:
        """[84] Not for children that are not followed, or were asked for."""
        assert parse({"/0.xml": sitemapindex("/0.xml")}, max_depth=0).complete
        assert parse({"/0.xml": sitemapindex("/a.xml")}, max_depth=0, follow=["nowhere"]).complete
        assert parse({"/0.xml": urlset("/1")}, max_depth=0).complete


class TestValidationErrors:
    """Rule [6]."""

    SCRIPT: ClassVar[dict[str, Any]] = {
        "/0.xml": sitemapindex("/a.xml", "/b.xml"),
        "/a.xml": urlset(BAD, "/1", BAD),
        "/b.xml": urlset(BAD, "/2", BAD, BAD),
    }

    def test_the_cap_is_the_calls_and_is_told_once(self) -> None:
        result = parse(self.SCRIPT, max_validation_errors=3)
        kinds = [each.code for each in result.errors]
        assert kinds == ["loc_host"] * 3 + ["validation_error_limit"]
        assert last_limit(result) == (
            'parse "https://example.com/0.xml": limit of 3 validation errors reached',
            Limit.VALIDATION_ERRORS,
        )
        assert result.error_count == 6
        assert result.complete

    @pytest.mark.parametrize("cap", [1, 2])
    def test_one_document_that_holds_more_than_the_cap(self, cap: int) -> None:
        result = parse(self.SCRIPT, max_validation_errors=cap)
        assert [each.code for each in result.errors] == ["loc_host"] * cap + ["validation_error_limit"]
        assert result.errors[-1].url == at("/0.xml")  # type: ignore[attr-defined]
        assert result.error_count == 6

    def test_nothing_is_told_where_none_was_left_out(self) -> None:
        result = parse(self.SCRIPT, max_validation_errors=5)
        assert (len(result.errors), result.error_count) == (5, 5)


class TestSize:
    """Rule [22]."""

    def test_a_body_over_the_limit_is_a_network_error(self) -> None:
        body = urlset("/1")
        script = {"/0.xml": sitemapindex("/a.xml"), "/a.xml": [body + b" " * 2000]}
        result = parse(script, max_size=len(body) + 1999)
        assert isinstance(result.errors[0], NetworkError)
        assert result.errors[0].limit is Limit.SIZE
        assert not len(result.urls)
        assert parse(script, max_size=len(body) + 2000).complete

    def test_a_body_in_chunks_is_cut_while_it_is_read(self) -> None:
        taken = []

        def chunks() -> Any:
            for number in range(1000):
                taken.append(number)
                yield b" " * 100

        result = parse({"/0.xml": sitemapindex("/a.xml"), "/a.xml": Body(data=chunks())}, max_size=450)
        assert result.errors[0].limit is Limit.SIZE
        assert len(taken) == 5

    def test_content_passed_in_is_a_parse_error(self) -> None:
        with pytest.raises(ParseError) as raised:
            SitemapParser(max_size=10).parse("", content=urlset("/1"))
        assert raised.value.limit is Limit.SIZE


def test_memory_of_a_walk_is_the_windows() -> None:
    """[101] With `retention="none"` no document outlives its visit, and no more are held than the window."""
    names = [f"/{number}.xml" for number in range(1, 40)]
    script = {"/0.xml": sitemapindex(*names), **{name: urlset("/1") for name in names}}
    held: list[tuple[int, int]] = []

    def count(_: Document | None = None) -> None:
        alive = [type(each) for each in gc.get_objects()]
        held.append((alive.count(Document), alive.count(Reading)))

    gc.collect()
    count()
    SitemapParser(fetcher=Site(script), concurrency=4).walk(at("/0.xml"), retention="none", on_document=count)
    (documents, readings), *during = held
    assert len(during) == 40
    assert max(now for now, _ in during) == documents + 1
    assert max(now for _, now in during) <= readings + 4
