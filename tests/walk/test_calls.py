"""The calls: what they return, what they raise, sync and async alike (rules [4], [5], [80] to [95])."""

from __future__ import annotations

import asyncio
import inspect
import logging
import pickle
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any, ClassVar

import pytest
from tests.walk.site import AsyncSite, Site, at, locs, messages, outcomes, robots, sitemapindex, urlset

import sitemapfast as sf

if TYPE_CHECKING:
    from collections.abc import Callable

PAGE = urlset("/page")
TREE = {
    "/robots.txt": robots("/i.xml"),
    "/i.xml": sitemapindex("/a.xml", "/b.xml", "/gone.xml"),
    "/a.xml": urlset("/1", "/2"),
    "/b.xml": urlset("/3"),
}


class Caller:
    """One of the two parsers, its calls run to their end."""

    def __init__(self, colour: str) -> None:
        self.colour = colour

    def __call__(
        self, name: str, script: dict[str, Any], *args: Any, parser: dict[str, Any] | None = None, **given: Any
    ) -> Any:
        if self.colour == "sync":
            with sf.SitemapParser(fetcher=Site(script), **(parser or {})) as made:
                return (
                    self._all(getattr(made, name)(*args, **given))
                    if name == "stream"
                    else getattr(made, name)(*args, **given)
                )
        return asyncio.run(self._run(name, script, args, parser or {}, given))

    @staticmethod
    def _all(stream: sf.DocumentStream) -> tuple[list[sf.Document], sf.Result]:
        return list(stream), stream.result

    @staticmethod
    async def _run(name: str, script: Any, args: Any, parser: Any, given: Any) -> Any:
        async with sf.AsyncSitemapParser(fetcher=AsyncSite(script), **parser) as made:
            called = getattr(made, name)(*args, **given)
            return ([each async for each in called], called.result) if name == "stream" else await called


@pytest.fixture(params=["sync", "async"])
def call(request: pytest.FixtureRequest) -> Caller:
    return Caller(request.param)


class TestMainDocument:
    """[4] `parse`, `read` and `stream` raise for their main document alone, the result so far with the exception."""

    NAMES = ("parse", "read", "stream")

    @pytest.mark.parametrize("name", NAMES)
    def test_could_not_be_fetched(self, call: Caller, name: str) -> None:
        with pytest.raises(sf.NetworkError) as raised:
            call(name, {}, at("/none.xml"))
        result = raised.value.result
        assert messages(result.errors) == ['fetch "https://example.com/none.xml": HTTP status 404']
        assert not result.complete
        assert isinstance(result, sf.Document if name == "read" else sf.Result)

    @pytest.mark.parametrize("name", NAMES)
    def test_could_not_be_read(self, call: Caller, name: str) -> None:
        script = {"/page": sf.Redirect(location="/"), "/": b"<html></html>"}
        with pytest.raises(sf.ParseError) as raised:
            call(name, script, at("/page"))
        assert raised.value.url == at("/")
        assert messages(raised.value.result.errors) == [str(raised.value)]

    @pytest.mark.parametrize("name", NAMES)
    @pytest.mark.parametrize("url", ["", "page", "ftp://example.com/", "https://", "https:///x", "//example.com/"])
    def test_has_no_url_that_can_be_asked_for(self, call: Caller, name: str, url: str) -> None:
        with pytest.raises(sf.ValidationError) as raised:
            call(name, {}, url)
        assert raised.value.url == url
        assert isinstance(raised.value.result, sf.Result)

    @pytest.mark.parametrize("name", NAMES)
    def test_the_error_and_its_result_pickle(self, call: Caller, name: str) -> None:
        with pytest.raises(sf.NetworkError) as raised:
            call(name, {}, at("/none.xml"))
        again = pickle.loads(pickle.dumps(raised.value))
        assert again == raised.value
        assert messages(again.result.errors) == messages(raised.value.result.errors)

    def test_that_is_partial_is_recorded(self, call: Caller) -> None:
        result = call("parse", {"/0.xml": urlset("/1", "/2")[: -len("</urlset>")]}, at("/0.xml"))
        assert locs(result) == ["/1", "/2"]
        assert result.reasons == ("document_partial",)
        assert isinstance(result.errors[0], sf.ParseError)

    def test_further_down_is_recorded(self, call: Caller) -> None:
        result = call("parse", TREE, at("/robots.txt"))
        assert locs(result) == ["/1", "/2", "/3"]
        assert messages(result.errors) == ['fetch "https://example.com/gone.xml": HTTP status 404']
        assert [(each.url, each.parent, each.depth) for each in result.failures] == [(at("/gone.xml"), at("/i.xml"), 1)]

    def test_a_failed_root_of_a_walk_is_a_failure_like_others(self, call: Caller) -> None:
        result = call("walk", TREE, ["no url", at("/none.xml"), at("/a.xml")])
        assert [type(each.error).__name__ for each in result.failures] == ["ValidationError", "NetworkError"]
        assert locs(result) == ["/1", "/2"]


class TestSitemaps:
    """Rules [89], [95]."""

    def test_each_tells_what_became_of_it(self, call: Caller) -> None:
        headers = {"ETag": '"5"', "Last-Modified": "Thu, 01 Jan 2026 12:00:00 GMT", "Content-Type": "text/xml"}
        script = {
            "/robots.txt": robots("/i.xml"),
            "/i.xml": sitemapindex("/a.xml", "/gone.xml", "/html", "/not.xml", "/i.xml", lastmod="2024-05"),
            "/a.xml": sf.Body(data=PAGE, headers=headers),
            "/html": b"<html></html>",
        }
        result = call("parse", script, at("/robots.txt"), parser={"exclude_sitemaps": ["not"]})
        assert outcomes(result) == [
            ("/i.xml", "fetched"),
            ("/a.xml", "fetched"),
            ("/gone.xml", "failed"),
            ("/html", "failed"),
            ("/not.xml", "not followed"),
            ("/i.xml", "duplicate"),
        ]
        a, gone, html = result.sitemaps[1], result.sitemaps[2], result.sitemaps[3]
        assert (a.url, a.parent, a.depth, a.size, a.status) == (at("/a.xml"), at("/i.xml"), 1, len(PAGE), 200)
        assert (a.etag, a.last_modified, a.content_type) == tuple(headers.values())
        assert (a.lastmod, a.lastmod_precision) == (datetime(2024, 5, 1, tzinfo=UTC), "month")
        assert a.fetched_at is not None
        assert a.fetched_at.tzinfo is not None
        assert gone.error == 'fetch "https://example.com/gone.xml": HTTP status 404'
        assert (html.status, html.url) == (200, at("/html"))

    def test_documents_tell_it_too(self, call: Caller) -> None:
        documents, _ = call("stream", {"/0.xml": sf.Body(data=PAGE, headers={"etag": "x"})}, at("/0.xml"))
        assert (documents[0].etag, documents[0].status) == ("x", 200)


class TestRobots:
    """[11] Told by the URL asked for or served from, of a main document alone."""

    def test_by_either_end_of_the_redirects(self, call: Caller) -> None:
        for start, end in (("/robots.txt", "/x"), ("/x", "/ROBOTS.TXT?v=2")):
            document = call("read", {start: sf.Redirect(location=end), end: robots("/i.xml")}, at(start))
            assert document.format is sf.Format.ROBOTS
            assert document.sitemaps[0].depth == 0

    def test_one_that_is_listed_is_read_as_a_sitemap(self, call: Caller) -> None:
        result = call("parse", {"/0.xml": sitemapindex("/robots.txt"), "/robots.txt": robots("/i.xml")}, at("/0.xml"))
        assert [type(each).__name__ for each in result.errors] == ["ParseError"]

    def test_every_root_of_a_walk_is_a_main_document(self, call: Caller) -> None:
        """Rule [101]."""
        result = call("walk", TREE, [at("/b.xml"), at("/robots.txt")])
        assert locs(result) == ["/3", "/1", "/2"]


class TestContent:
    """Rule [90]."""

    def test_nothing_is_fetched_for_it_and_its_children_are(self, call: Caller) -> None:
        script = {path: body for path, body in TREE.items() if path != "/i.xml"}
        result = call("parse", script, at("/i.xml"), content=TREE["/i.xml"])
        assert locs(result) == ["/1", "/2", "/3"]
        assert result.stats.requests == 3

    def test_it_counts_as_requested(self, call: Caller) -> None:
        result = call("parse", {}, at("/i.xml"), content=sitemapindex("/i.xml"))
        assert outcomes(result) == [("/i.xml", "duplicate")]

    def test_it_may_have_no_url(self, call: Caller) -> None:
        result = call("parse", TREE, "", content=TREE["/i.xml"])
        assert locs(result) == ["/1", "/2", "/3"]
        assert call("read", {}, "", content=PAGE.decode()).urls.locs() == [at("/page")]


class TestRules:
    """Rule [88]."""

    def test_follow_is_for_what_is_listed(self, call: Caller) -> None:
        result = call("parse", TREE, at("/robots.txt"), follow=["/i", lambda ref: ref.loc.endswith("b.xml")])
        assert locs(result) == ["/3"]
        assert result.complete
        assert locs(call("parse", TREE, at("/a.xml"), follow=["nowhere"])) == ["/1", "/2"]

    def test_any_match_is_enough_and_what_is_excluded_is_out(self, call: Caller) -> None:
        given = {"rules": ["/1$", lambda url: url.loc.endswith("3")], "exclude_urls": [lambda url: "1" in url.loc]}
        assert locs(call("parse", TREE, at("/i.xml"), **given)) == ["/3"]

    def test_a_predicate_gets_a_row(self, call: Caller) -> None:
        seen: list[type] = []
        call(
            "parse",
            TREE,
            at("/i.xml"),
            follow=[lambda ref: seen.append(type(ref)) or True],
            rules=[lambda url: seen.append(type(url))],
        )
        assert set(seen) == {sf.SitemapRef, sf.Url}

    @pytest.mark.parametrize(
        ("lastmod", "kept"),
        [
            ("2024-05-10T12:00:00Z", True),
            ("2024-05-10T11:59:59Z", False),
            ("2024-05-10T11:59:59.999Z", False),
            ("2024-05-10T13:00+02:00", False),
            ("2024-05-10", True),
            ("2024-05-09", False),
            ("2024-05", True),
            ("2024-04", False),
            ("2024", True),
            ("2023", False),
            ("9999", True),
            ("", True),
        ],
    )
    def test_since_takes_a_coarse_date_by_its_end(self, call: Caller, lastmod: str, kept: bool) -> None:
        since = datetime(2024, 5, 10, 12, tzinfo=UTC)
        assert len(call("parse", {"/0.xml": urlset("/1", lastmod=lastmod)}, at("/0.xml"), since=since).urls) == kept
        index = {"/0.xml": sitemapindex("/a.xml", lastmod=lastmod), "/a.xml": PAGE}
        assert len(call("parse", index, at("/0.xml"), since=since).urls) == kept

    def test_undated_pages_may_be_left_out(self, call: Caller) -> None:
        script = {"/0.xml": sitemapindex("/a.xml", "/b.xml"), "/a.xml": PAGE, "/b.xml": urlset("/new", lastmod="2030")}
        result = call("parse", script, at("/0.xml"), since=date(2024, 5, 1), undated="drop")
        assert locs(result) == ["/new"]
        assert result.complete

    def test_hosts_keep_others_out(self, call: Caller) -> None:
        """Rule [47]."""
        script = {
            "/0.xml": sitemapindex("/a.xml", "https://example.org/b.xml"),
            "/a.xml": urlset("/1", "https://www.example.com/2", "https://example.org/3"),
        }
        for hosts, kept in (("same", 1), (["example.com", "*.example.com"], 2)):
            result = call("parse", script, at("/0.xml"), parser={"hosts": hosts})
            assert (len(result.urls), result.stats.outside_hosts, len(result.sitemaps)) == (kept, 4 - kept, 1)
            assert result.complete

    def test_same_is_the_host_asked_for_and_served_from(self, call: Caller) -> None:
        """Rule [47]."""
        script = {
            "/0.xml": sf.Redirect(location="https://www.example.com/1.xml"),
            "https://www.example.com/1.xml": sitemapindex("https://www.example.com/a.xml"),
            "https://www.example.com/a.xml": urlset("/1", "https://www.example.com/2", "https://example.org/3"),
        }
        assert len(call("parse", script, at("/0.xml"), parser={"hosts": "same"}).urls) == 2

    def test_dedupe_keeps_the_first_in_the_call(self, call: Caller) -> None:
        """Rule [44]."""
        script = {
            "/0.xml": sitemapindex("/a.xml", "/b.xml"),
            "/a.xml": urlset("/1", "/1"),
            "/b.xml": urlset("/2", "/1"),
        }
        assert locs(call("parse", script, at("/0.xml"), parser={"dedupe": True})) == ["/1", "/2"]
        assert locs(call("parse", script, at("/0.xml"))) == ["/1", "/1", "/2", "/1"]


class TestStream:
    """Rule [101]."""

    def test_documents_come_in_order_and_the_result_has_no_rows(self, call: Caller) -> None:
        documents, result = call("stream", TREE, at("/robots.txt"))
        assert [each.requested_url.removeprefix(at("")) for each in documents] == [
            "/robots.txt",
            "/i.xml",
            "/a.xml",
            "/b.xml",
        ]
        assert [(each.depth, each.parent and each.parent.removeprefix(at(""))) for each in documents] == [
            (0, None),
            (0, "/robots.txt"),
            (1, "/i.xml"),
            (1, "/i.xml"),
        ]
        assert (len(result.urls), len(result.sitemaps), result.retained, result.stats.urls) == (0, 0, False, 3)
        assert len(result.failures) == 1

    def test_rows_are_cut_as_in_parse(self, call: Caller) -> None:
        documents, result = call("stream", TREE, at("/i.xml"), max_urls=1)
        assert [each.urls.locs() for each in documents] == [[], [at("/1")]]
        assert (documents[-1].complete, result.reasons) == (False, ("url_limit",))

    def test_it_can_be_left_early(self) -> None:
        site = Site({"/0.xml": sitemapindex(*(f"/{n}.xml" for n in range(1, 100)))})
        with sf.SitemapParser(fetcher=site, concurrency=2).stream(at("/0.xml")) as stream:
            next(stream)
            result = stream.result
        assert len(result.frontier) == 99
        assert list(stream) == []
        assert len(site.urls) <= 4

    def test_asynchronously_too(self) -> None:
        async def run() -> int:
            site = AsyncSite({"/0.xml": sitemapindex(*(f"/{n}.xml" for n in range(1, 100)))})
            async with sf.AsyncSitemapParser(fetcher=site, concurrency=2).stream(at("/0.xml")) as stream:
                await anext(stream)
            return len(site.urls)

        assert asyncio.run(run()) <= 4


def test_read_reads_one_document(call: Caller) -> None:
    """What it lists is not fetched, and that leaves nothing out."""
    document = call("read", TREE, at("/i.xml"))
    assert (document.complete, len(document.sitemaps), list(document.errors)) == (True, 3, [])


def test_stats_are_exact(call: Caller) -> None:
    """Rule [101]."""
    script = TREE | {"/b.xml": [sf.HttpError(status=503, retry_after="0"), sf.Redirect(location="/a.xml")]}
    stats = call("parse", script, at("/i.xml")).stats
    received = len(TREE["/i.xml"]) + len(TREE["/a.xml"])
    assert stats == sf.Stats(documents=4, read=2, urls=2, sitemaps=3, requests=5, bytes=received)


def test_progress_can_be_drawn_from(call: Caller) -> None:
    """Rule [93]."""
    heard: list[sf.Progress] = []
    call("parse", TREE, at("/i.xml"), on_progress=heard.append)
    assert [(str(each.kind), each.url.removeprefix(at(""))) for each in heard] == [
        ("queued", "/i.xml"),
        ("fetched", "/i.xml"),
        ("queued", "/i.xml"),
        ("fetched", "/a.xml"),
        ("fetched", "/b.xml"),
        ("failed", "/gone.xml"),
    ]
    last = heard[-1]
    assert (last.queued, last.fetched, last.failed, last.urls) == (4, 3, 1, 3)
    assert last.bytes == sum(len(TREE[path]) for path in ("/i.xml", "/a.xml", "/b.xml"))


def test_one_debug_record_a_document(call: Caller, caplog: pytest.LogCaptureFixture) -> None:
    """Quiet by default, and nothing in it that a terminal would obey."""
    script = TREE | {"/gone.xml": sf.Failure(reason="\x1b[31mred\nline", code="x")}
    with caplog.at_level(logging.DEBUG, logger="sitemapfast"):
        call("parse", script, at("/i.xml"))
    assert len(caplog.records) == 4
    assert {record.levelno for record in caplog.records} == {logging.DEBUG}
    assert all(record.getMessage().isprintable() for record in caplog.records)


def test_results_and_documents_pickle(call: Caller) -> None:
    """Rule [1]."""
    result = call("parse", TREE, at("/robots.txt"))
    again = pickle.loads(pickle.dumps(result))
    assert again == result
    document = call("read", TREE, at("/i.xml"))
    assert pickle.loads(pickle.dumps(document)) == document


def test_representations_tell_what_there_is(call: Caller) -> None:
    """A notebook shows them."""
    result = call("parse", TREE, at("/i.xml"))
    assert repr(result) == "<Result 'https://example.com/i.xml': 3 URLs, 3 sitemaps, 1 errors, partial: read_failure>"
    assert repr(result.errors) == '<NetworkError: fetch "https://example.com/gone.xml": HTTP status 404>'
    assert repr(call("read", TREE, at("/a.xml"))) == (
        "<Document 'https://example.com/a.xml': urlset, 2 URLs, 0 sitemaps, 0 errors>"
    )


class TestDiscover:
    """Rule [92]."""

    def test_what_the_robots_txt_names(self, call: Caller) -> None:
        result = call("discover", TREE | {"/sitemap.xml": PAGE}, "example.com")
        assert outcomes(result) == [("/i.xml", "pending")]
        assert (result.complete, list(result.errors), result.stats.requests) == (True, [], 1)

    def test_the_well_known_places_where_it_names_none(self, call: Caller) -> None:
        script = {
            "/sitemap.xml": sf.Redirect(location="/sitemap_index.xml"),
            "/sitemap_index.xml": TREE["/i.xml"],
            "/feed": b"<html></html>",
        }
        result = call("discover", script, "https://example.com/some/page?x")
        assert outcomes(result) == [("/sitemap.xml", "fetched")]
        assert (result.sitemaps[0].url, result.sitemaps[0].parent) == (at("/sitemap_index.xml"), at("/"))
        assert (result.complete, list(result.errors)) == (True, [])

    def test_always_and_more_places(self, call: Caller) -> None:
        script = TREE | {"/sitemap.xml": PAGE, "/my/map.xml": PAGE, "/i.xml": PAGE}
        result = call("discover", script, "example.com", probe="always", extra_paths=["my/map.xml", "/i.xml"])
        assert outcomes(result) == [("/i.xml", "fetched"), ("/sitemap.xml", "fetched"), ("/my/map.xml", "fetched")]

    def test_what_is_no_answer_is_an_error(self, call: Caller) -> None:
        down = sf.Failure(reason="refused", code="connect_failed")
        result = call("discover", {"/robots.txt": down, "/sitemap.xml": sf.HttpError(status=500)}, "example.com")
        assert messages(result.errors) == [
            'fetch "https://example.com/robots.txt": refused',
            'fetch "https://example.com/sitemap.xml": HTTP status 500',
        ]
        assert result.reasons == ("read_failure",)

    @pytest.mark.parametrize("site", ["", "ftp://example.com", "https://"])
    def test_what_is_no_site(self, call: Caller, site: str) -> None:
        with pytest.raises(sf.ValidationError):
            call("discover", {}, site)

    @pytest.mark.parametrize("given", [{"probe": "never"}, {"extra_paths": "a"}, {"extra_paths": [5]}])
    def test_wrong_arguments(self, call: Caller, given: dict[str, Any]) -> None:
        with pytest.raises(sf.ConfigError):
            call("discover", {}, "example.com", **given)


@pytest.mark.parametrize("function", [sf.parse, sf.discover, lambda url, **given: asyncio.run(sf.aparse(url, **given))])
def test_functions_make_a_parser_for_one_call(function: Callable[..., sf.Result]) -> None:
    """The same settings, the same result."""
    fetcher = Site(TREE)
    assert function("https://example.com/robots.txt", fetcher=fetcher).sitemaps[0].loc == at("/i.xml")


def test_a_closed_parser_makes_no_calls() -> None:
    parser = sf.SitemapParser()
    parser.close()
    with pytest.raises(RuntimeError, match="closed"):
        parser.parse(at("/"))


class TestScreen:
    """[110] A caller's fetcher is not asked for what a public site lists and is local by its URL."""

    SCRIPT: ClassVar[dict[str, Any]] = {
        "/0.xml": sitemapindex("http://127.0.0.1/a.xml", "http://localhost/b.xml", "/c.xml", "http://2130706433/d.xml"),
        "/c.xml": sf.Redirect(location="http://169.254.169.254/latest"),
    }

    def test_by_default(self, call: Caller) -> None:
        result = call("parse", self.SCRIPT, at("/0.xml"))
        assert [each.code for each in result.errors] == ["address_refused"] * 4
        assert result.stats.requests == 6

    @pytest.mark.parametrize("given", [{"allow_private_addresses": True}, {"authorize": lambda _: None}])
    def test_unless_the_caller_takes_that_over(self, call: Caller, given: dict[str, Any]) -> None:
        result = call("parse", self.SCRIPT, at("/0.xml"), parser=given)
        assert {each.code for each in result.errors} == {"http_status"}

    def test_a_local_main_document_may_list_its_own(self, call: Caller) -> None:
        script = {"http://localhost/0.xml": sitemapindex("http://localhost/a.xml"), "http://localhost/a.xml": PAGE}
        assert call("parse", script, "http://localhost/0.xml").complete
        assert call("walk", script, ["http://localhost/0.xml"]).complete
        index = script.pop("http://localhost/0.xml")
        assert call("parse", script, "http://localhost/0.xml", content=index).complete


def test_signatures_show_the_settings() -> None:
    """In ``help()`` and notebooks; the defaults of a call are the parser's."""
    for function in (sf.SitemapParser, sf.AsyncSitemapParser, sf.parse, sf.aparse, sf.discover):
        shown = inspect.signature(function).parameters
        assert shown["max_depth"].default == 10
        assert shown["fetcher"].kind is inspect.Parameter.KEYWORD_ONLY
        assert "settings" not in shown
    shown = inspect.signature(sf.SitemapParser.stream).parameters
    assert shown["max_urls"].default is ...
    assert "fetcher" not in shown
    assert inspect.signature(sf.parse_document).parameters["max_urls"].default is None


def test_everything_that_is_offered_is_there() -> None:
    """``__all__`` is sorted and complete."""
    names = [name for name in sf.__all__ if name != "__version__"]
    assert names == sorted(names, key=lambda name: (name.islower(), name))
    assert all(getattr(sf, name) is not None for name in sf.__all__)
    with pytest.raises(AttributeError, match="nothing"):
        sf.nothing  # noqa: B018
