"""One document over HTTP, with answers from a script and time from the test (rules [81] to [83], [93], [94])."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar

import pytest
from tests.walk.site import WALL, Site, at, engine_of, messages, play, robots, sitemapindex, urlset

from sitemapfast import Body, Deny, Failure, Found, HttpError, NetworkError, NotFound, Redirect, Result
from sitemapfast._walk.policy import MAX_REDIRECTS, MAX_RETRY_AFTER, Pace, back_off, retry_after

PAGE = urlset("/page")


def fetch(*answers: Any, **settings: Any) -> tuple[Result, Site, list[float]]:
    """Play a call whose only document answers so."""
    site = Site({"/0.xml": list(answers)})
    played = play(engine_of("/0.xml", **settings), site)
    return played.result, site, played.paused


class TestStatus:
    """Rule [81]."""

    @pytest.mark.parametrize("answer", [NotFound(), NotFound(status=410), HttpError(status=403), HttpError(status=202)])
    def test_only_200_is_success(self, answer: Any) -> None:
        result, site, _ = fetch(answer)
        error = result.errors[0]
        assert isinstance(error, NetworkError)
        assert (error.status, error.code, error.url) == (answer.status, "http_status", at("/0.xml"))
        assert str(error) == f'fetch "https://example.com/0.xml": HTTP status {answer.status}'
        assert len(site.requests) == 1

    def test_plain_bytes_are_a_body(self) -> None:
        """Rule [100]."""
        assert fetch(PAGE)[0].urls.locs() == [at("/page")]

    def test_chunks_are_a_body_and_are_closed(self) -> None:
        """Rule [100]."""
        closed = []

        def chunks() -> Any:
            try:
                yield PAGE[:20]
                yield PAGE[20:]
            finally:
                closed.append(True)

        assert fetch(Body(data=chunks()))[0].complete
        assert closed

    def test_what_a_failure_tells_is_kept(self) -> None:
        cause = OSError("no route")
        error = fetch(Failure(reason="no route to the host", code="connect_failed", cause=cause))[0].errors[0]
        assert isinstance(error, NetworkError)
        assert (error.code, error.status, error.__cause__) == ("connect_failed", None, cause)

    def test_what_is_no_answer_is_the_fetchers_mistake(self) -> None:
        """Rule [104]."""
        with pytest.raises(TypeError, match="NoneType"):
            fetch(None)


class TestRetries:
    """Rule [83]."""

    @pytest.mark.parametrize("status", [429, 502, 503, 504])
    def test_what_may_pass_is_asked_for_again(self, status: int) -> None:
        result, site, paused = fetch(HttpError(status=status), HttpError(status=status), PAGE)
        assert result.complete
        assert (len(site.requests), result.stats.requests, len(paused)) == (3, 3, 2)
        assert 0 < paused[0] < paused[1] * 1.7

    @pytest.mark.parametrize("answer", [HttpError(status=500), NotFound(), Failure(reason="x", code="tls_failed")])
    def test_what_does_not_pass_is_not(self, answer: Any) -> None:
        assert len(fetch(answer, PAGE)[1].requests) == 1

    def test_a_connection_that_failed_is_tried_again(self) -> None:
        assert fetch(Failure(reason="refused", code="connect_failed", retry=True), PAGE)[0].complete
        assert fetch(NetworkError("reset", url="x", code="reset"), PAGE)[0].complete

    @pytest.mark.parametrize("retries", [0, 1, 5])
    def test_so_many_times_and_no_more(self, retries: int) -> None:
        result, site, _ = fetch(HttpError(status=503), retries=retries)
        assert len(site.requests) == retries + 1
        assert "503" in str(result.errors[0])

    def test_the_number_is_the_documents_redirects_included(self) -> None:
        site = Site({"/0.xml": [HttpError(status=503), Redirect(location="/1.xml")], "/1.xml": HttpError(status=503)})
        play(engine_of("/0.xml", retries=2), site)
        assert site.urls == [at("/0.xml"), at("/0.xml"), at("/1.xml"), at("/1.xml")]

    def test_retry_after_says_when(self) -> None:
        assert fetch(HttpError(status=503, retry_after="7"), PAGE)[2] == [7.0]

    @pytest.mark.parametrize(
        ("field", "seconds"),
        [
            ("0", 0.0),
            (" 5 ", 5.0),
            ("99999999999999999999999999", MAX_RETRY_AFTER),
            ("Thu, 01 Jan 2026 12:00:30 GMT", 30.0),
            ("Thursday, 01-Jan-26 12:00:30 GMT", 30.0),
            ("Thu Jan  1 12:00:30 2026", 30.0),
            ("Thu, 01 Jan 2026 11:00:00 GMT", 0.0),
            ("Fri, 02 Jan 2026 12:00:00 GMT", MAX_RETRY_AFTER),
            ("-5", None),
            ("1.5", None),
            ("soon", None),
            ("", None),
            ("²", None),
            (None, None),
        ],
    )
    def test_retry_after_in_seconds_or_as_a_date(self, field: str | None, seconds: float | None) -> None:
        assert retry_after(field, WALL) == seconds

    def test_back_off_doubles_and_ends(self) -> None:
        waits = [back_off(attempt, "https://example.com/") for attempt in range(1, 50)]
        assert waits == sorted(waits)
        assert 0.3 < waits[0] < 0.7
        assert waits[-1] <= 10


class TestRedirects:
    """Rule [82]."""

    def test_a_document_is_located_where_it_was_served_from(self) -> None:
        site = Site(
            {
                "/0.xml": Redirect(location="sub/1.xml"),
                "/sub/1.xml": sitemapindex()[:-15] + b"<sitemap><loc>2.xml</loc></sitemap></sitemapindex>",
            }
        )
        played = play(engine_of("/0.xml"), site)
        document = played.documents[0]
        assert (document.url, document.requested_url) == (at("/sub/1.xml"), at("/0.xml"))
        assert site.urls[-1] == at("/sub/2.xml")
        assert [request.found for request in site.requests] == [Found.ROOT, Found.REDIRECT, Found.CHILD]

    @pytest.mark.parametrize(("hops", "read"), [(MAX_REDIRECTS, True), (MAX_REDIRECTS + 1, False)])
    def test_ten_are_followed(self, hops: int, read: bool) -> None:
        script: dict[str, Any] = {f"/{n}.xml": Redirect(location=f"/{n + 1}.xml") for n in range(hops)}
        result = play(engine_of("/0.xml"), Site({**script, f"/{hops}.xml": PAGE})).result
        assert result.complete is read
        assert [each.code for each in result.errors] == ([] if read else ["too_many_redirects"])

    def test_a_circle_is_an_error_that_names_the_url_asked_for(self) -> None:
        script = {"/0.xml": Redirect(location="/1.xml"), "/1.xml": Redirect(location="/0.xml")}
        assert messages(play(engine_of("/0.xml"), Site(script)).result.errors) == [
            'fetch "https://example.com/0.xml": the redirects go in a circle'
        ]

    @pytest.mark.parametrize(
        "location", ["ftp://example.com/", "//", "https:///x", "javascript:alert(1)", "http://a:99999/"]
    )
    def test_a_hop_is_checked_like_a_first_request(self, location: str) -> None:
        result = play(engine_of("/0.xml"), Site({"/0.xml": Redirect(location=location)})).result
        assert result.errors[0].code == "invalid_redirect"

    def test_a_fetcher_may_follow_them_itself(self) -> None:
        """Rule [100]."""
        site = Site(
            {"/0.xml": sitemapindex("/a.xml", "/b.xml"), "/a.xml": Body(data=PAGE, url=at("/b.xml")), "/b.xml": PAGE}
        )
        played = play(engine_of("/0.xml", concurrency=1), site)
        assert played.documents[-1].url == at("/b.xml")
        assert [str(each.outcome) for each in played.result.sitemaps] == ["fetched", "duplicate"]


class TestHeaders:
    """Rule [93]."""

    HEADERS: ClassVar[dict[str, Any]] = {"X-Team": "data", "Authorization": "Bearer t", "cookie": "a=b"}

    def sent(self, script: dict[str, Any]) -> dict[str, set[str]]:
        from sitemapfast._walk.policy import Policy

        site = Site(script)
        engine = engine_of("/0.xml")
        engine._policy = Policy(
            retries=0,
            delay=0,
            timeout=1,
            max_size=None,
            headers={"X-Team": "data"},
            credentials=self.HEADERS,
            authorize=False,
            allow_private=False,
        )
        play(engine, site)
        return {request.url: set(request.headers) for request in site.requests}

    def test_credentials_go_to_the_main_origin_alone(self) -> None:
        elsewhere = ["https://example.com:444/b.xml", "http://example.com/c.xml", "https://example.org/d.xml"]
        sent = self.sent({"/0.xml": sitemapindex("/a.xml", *elsewhere)})
        assert sent[at("/a.xml")] == sent[at("/0.xml")] == set(self.HEADERS)
        assert [sent[url] for url in elsewhere] == [{"X-Team"}] * 3

    def test_a_redirect_away_and_back(self) -> None:
        """Rule [82]."""
        sent = self.sent(
            {"/0.xml": Redirect(location="https://example.org/1"), "https://example.org/1": Redirect(location=at("/2"))}
        )
        assert [set(each) for each in sent.values()] == [set(self.HEADERS), {"X-Team"}, set(self.HEADERS)]


class TestPrivate:
    """[110] What a public site lists may not be private; what a private one lists may."""

    def allowed(self, script: dict[str, Any], **settings: Any) -> list[bool]:
        site = Site(script)
        play(engine_of("/0.xml", **settings), site)
        return [request.allow_private for request in site.requests]

    def test_a_private_main_document_lets_its_children_be(self) -> None:
        for private in (True, False):
            main = Body(data=sitemapindex("/a.xml"), private=private)
            assert self.allowed({"/0.xml": main}) == [False, private]

    def test_a_private_main_document_may_redirect_inside(self) -> None:
        for private in (True, False):
            script = {"/0.xml": Redirect(location="/1.xml", private=private), "/1.xml": Redirect(location="/2.xml")}
            assert self.allowed(script) == [False, private, private]

    def test_a_private_child_lets_nothing_be(self) -> None:
        script = {"/0.xml": sitemapindex("/a.xml"), "/a.xml": Redirect(location="/b.xml", private=True)}
        assert self.allowed(script) == [False, False, False]

    def test_the_caller_may_allow_it(self) -> None:
        assert self.allowed({"/0.xml": sitemapindex("/a.xml")}, allow_private_addresses=True) == [True, True]


class TestAuthorize:
    """Rule [100]."""

    def test_asked_before_every_root_hop_and_child(self) -> None:
        asked: list[tuple[str, str, int]] = []

        def authorize(request: Any) -> None:
            asked.append((request.url.removeprefix(at("")), str(request.found), request.depth))

        site = Site(
            {
                "/robots.txt": robots("/0.xml"),
                "/0.xml": sitemapindex("/a.xml"),
                "/a.xml": Redirect(location="/b.xml"),
                "/b.xml": [HttpError(status=503), PAGE],
            }
        )
        play(engine_of("/robots.txt", authorize=authorize), site)
        assert asked == [
            ("/robots.txt", "root", 0),
            ("/0.xml", "robots", 0),
            ("/a.xml", "child", 1),
            ("/b.xml", "redirect", 1),
        ]

    @pytest.mark.parametrize(
        ("verdict", "reason"), [(Deny(reason="not today"), "not today"), (False, "no reason was given")]
    )
    def test_a_denial_is_a_network_error(self, verdict: Any, reason: str) -> None:
        site = Site({"/0.xml": sitemapindex("/a.xml", "/b.xml"), "/a.xml": PAGE, "/b.xml": PAGE})
        result = play(
            engine_of("/0.xml", authorize=lambda each: verdict if each.url.endswith("a.xml") else None), site
        ).result
        error = result.errors[0]
        assert isinstance(error, NetworkError)
        assert (error.code, str(error)) == ("denied", f'fetch "https://example.com/a.xml": denied: {reason}')
        assert at("/a.xml") not in site.urls
        assert result.stats.documents == 3


class TestPace:
    """Rule [94]."""

    def test_starts_are_parted_for_each_host(self) -> None:
        pace = Pace(2.0)
        assert [pace.turn("a", 10.0), pace.turn("a", 10.0), pace.turn("b", 10.5), pace.turn("a", 11.0)] == [
            10,
            12,
            10.5,
            14,
        ]
        assert pace.turn("a", 100.0) == 100

    def test_hosts_are_forgotten(self) -> None:
        pace = Pace(1.0)
        for number in range(10_000):
            pace.turn(f"host{number}", float(number))
        assert len(pace._next) < 2_000

    def test_every_request_waits_its_turn(self) -> None:
        from sitemapfast._walk.policy import Policy, Send, Trail, Turn, exchange

        engine = engine_of("/0.xml", delay=1.0, retries=1)
        steps = exchange(next(iter(engine._frontier)), Trail(), Policy.of(engine.options))
        first = next(steps)
        assert isinstance(first, Turn)
        assert first.host == "example.com"
        assert isinstance(steps.send(None), Send)


def test_dates_far_away_do_not_overflow() -> None:
    """Rule [111]."""
    assert retry_after("Fri, 31 Dec 9999 23:59:59 GMT", datetime.min.replace(tzinfo=UTC) + timedelta(days=1)) == 60
