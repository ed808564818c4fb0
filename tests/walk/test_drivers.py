"""The drivers: how calls end, and that nothing is left running (rules [91], [101], [104])."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

import pytest
from tests.walk.site import AsyncSite, Clock, Site, at, engine_of, locs, messages, play, sitemapindex, urlset

import sitemapfast as sf

if TYPE_CHECKING:
    from collections.abc import Iterator

MANY = [f"/{number}.xml" for number in range(1, 30)]
TREE = {"/0.xml": sitemapindex(*MANY), **{path: urlset(path + "/page") for path in MANY}}


class Mine(Exception):  # noqa: N818
    """What a caller's own function raises."""


@pytest.fixture(autouse=True)
def nothing_is_left_running() -> Iterator[None]:
    """Rule [91]."""
    yield
    assert not [each for each in threading.enumerate() if each.name.startswith("sitemapfast-read")]


class TestCancel:
    """Rule [91]."""

    def test_returns_what_was_committed_with_one_error(self) -> None:
        token = sf.CancelToken()
        visited: list[str] = []

        def visit(document: sf.Document) -> None:
            visited.append(document.url)
            if len(visited) == 3:
                token.cancel()

        result = sf.SitemapParser(fetcher=Site(TREE), concurrency=4).walk(at("/0.xml"), on_document=visit, cancel=token)
        assert locs(result) == ["/1.xml/page", "/2.xml/page"]
        assert messages(result.errors) == ['parse "https://example.com/0.xml": the call was cancelled']
        assert (result.errors[0].code, result.errors[0].limit, result.reasons) == ("cancelled", None, ("cancelled",))
        assert len(result.frontier) == 27

    def test_before_anything_was_read(self) -> None:
        """[4] It returns even then."""
        token = sf.CancelToken()
        token.cancel()
        site = Site(TREE)
        parser = sf.SitemapParser(fetcher=site, cancel=token)
        for result in (parser.parse(at("/0.xml")), parser.read(at("/0.xml")), asyncio.run(_aparse(token))):
            assert [each.code for each in result.errors] == ["cancelled"]
            assert not result.complete
        assert not site.urls

    def test_from_another_thread_while_a_read_hangs(self) -> None:
        token, asked, go = sf.CancelToken(), threading.Event(), threading.Event()

        def hang(_: Any) -> bytes:
            asked.set()
            go.wait(20)
            return b""

        def cancel() -> None:
            asked.wait(20)
            token.cancel()
            go.set()

        thread = threading.Thread(target=cancel)
        thread.start()
        result = sf.SitemapParser(fetcher=Site(TREE | {"/5.xml": hang}), concurrency=1).parse(
            at("/0.xml"), cancel=token
        )
        thread.join()
        assert locs(result) == [f"/{number}.xml/page" for number in range(1, 5)]
        assert [str(each.outcome) for each in result.sitemaps][4:] == ["pending"] * 25

    def test_of_asyncio_from_another_thread(self) -> None:
        token = sf.CancelToken()

        class Hanging(AsyncSite):
            async def fetch(self, request: sf.Request) -> sf.Answer:  # type: ignore[override]
                if request.url.endswith("/5.xml"):
                    threading.Thread(target=token.cancel).start()
                    await asyncio.Event().wait()
                return await super().fetch(request)

        result = asyncio.run(_aparse(token, Hanging(TREE), concurrency=1))
        assert len(result.urls) == 4
        assert result.reasons == ("cancelled",)

    def test_after_the_last_document_changes_nothing(self) -> None:
        token = sf.CancelToken()
        result = sf.SitemapParser(fetcher=Site({"/a.xml": urlset("/1")})).walk(
            at("/a.xml"), on_document=lambda _: token.cancel(), cancel=token
        )
        assert (result.complete, len(result.urls)) == (True, 1)

    def test_a_cancelled_task_is_cancelled_and_leaves_nothing_running(self) -> None:
        """[91] `CancelledError` goes on its way."""
        ended: list[str] = []

        class Hanging(AsyncSite):
            async def fetch(self, request: sf.Request) -> sf.Answer:  # type: ignore[override]
                if request.url.endswith("/0.xml"):
                    return await super().fetch(request)
                try:
                    return await asyncio.Event().wait()  # type: ignore[return-value]
                finally:
                    ended.append(request.url)

        async def run() -> None:
            task = asyncio.create_task(_aparse(None, Hanging(TREE), concurrency=3))
            while len(asyncio.all_tasks()) < 5:
                await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert len(asyncio.all_tasks()) == 1

        asyncio.run(run())
        assert len(ended) == 3


async def _aparse(token: sf.CancelToken | None, site: Site | None = None, **settings: Any) -> sf.Result:
    async with sf.AsyncSitemapParser(fetcher=site or AsyncSite(TREE), **settings) as parser:
        return await parser.parse(at("/0.xml"), cancel=token)


class TestTotalTimeout:
    """Rule [91]."""

    def test_is_told_by_the_time_that_the_engine_is_given(self) -> None:
        clock = Clock()

        def visit(_: sf.Document) -> None:
            clock.now += 4

        engine = engine_of("/0.xml", total_timeout=10, concurrency=1)
        result = play(engine, Site(TREE), clock=clock, visit=visit).result
        assert len(result.urls) == 2
        assert messages(result.errors) == ['parse "https://example.com/0.xml": total timeout of 10 seconds reached']
        assert (result.errors[0].limit, result.errors[0].code) == (sf.Limit.TIME, "total_timeout")
        assert result.reasons == ("total_timeout",)
        assert str(result.sitemaps[-1].outcome) == "pending"

    @pytest.mark.parametrize("colour", ["sync", "async"])
    def test_cuts_a_read_that_hangs(self, colour: str) -> None:
        go = threading.Event()

        def hang(_: Any) -> bytes:
            go.wait(20)
            return b""

        class Hanging(AsyncSite):
            async def fetch(self, request: sf.Request) -> sf.Answer:  # type: ignore[override]
                return await asyncio.Event().wait()  # type: ignore[return-value]

        started = time.monotonic()
        if colour == "sync":
            timer = threading.Timer(0.3, go.set)
            timer.start()
            result = sf.SitemapParser(fetcher=Site({"/0.xml": hang})).parse(at("/0.xml"), total_timeout=0.1)
        else:
            result = asyncio.run(_aparse(None, Hanging({}), total_timeout=0.1))
        assert time.monotonic() - started < 10
        assert result.reasons == ("total_timeout",)
        assert [each["url"] for each in result.frontier] == [at("/0.xml")]


class TestCallersOwnFunctions:
    """[104] What they raise ends the walk and is raised as it is."""

    @pytest.mark.parametrize(
        "error", [Mine("mine"), KeyError("x"), TimeoutError("late"), KeyboardInterrupt(), OSError("no disk")]
    )
    def test_of_the_fetcher(self, error: BaseException) -> None:
        site = Site(TREE | {"/7.xml": error})
        with pytest.raises(type(error)) as raised:
            sf.SitemapParser(fetcher=site).parse(at("/0.xml"))
        assert raised.value is error

    def test_of_the_fetcher_under_asyncio(self) -> None:
        for error in (Mine("mine"), TimeoutError("late"), sf.ConfigError("x", field="y")):
            with pytest.raises(type(error)) as raised:
                asyncio.run(_aparse(None, AsyncSite(TREE | {"/7.xml": error})))
            assert raised.value is error

    def test_a_network_error_of_the_fetcher_is_an_answer(self) -> None:
        error = sf.NetworkError("no such file", url="file", code="missing")
        for result in (
            sf.SitemapParser(fetcher=Site(TREE | {"/7.xml": error})).parse(at("/0.xml")),
            asyncio.run(_aparse(None, AsyncSite(TREE | {"/7.xml": error}))),
        ):
            assert messages(result.errors) == ['fetch "https://example.com/7.xml": no such file']
            assert result.errors[0].code == "missing"

    def test_of_a_body_that_breaks(self) -> None:
        def chunks() -> Iterator[bytes]:
            yield b"<urlset>"
            raise Mine("mine")

        with pytest.raises(Mine):
            sf.SitemapParser(fetcher=Site(TREE | {"/7.xml": lambda _: sf.Body(data=chunks())})).parse(at("/0.xml"))

    @pytest.mark.parametrize("name", ["authorize", "on_progress", "follow", "rules"])
    def test_of_the_others(self, name: str) -> None:
        def mine(_: Any) -> None:
            raise Mine("mine")

        given: Any = {name: [mine] if name in ("follow", "rules") else mine}
        with pytest.raises(Mine):
            sf.SitemapParser(fetcher=Site(TREE), **given).parse(at("/0.xml"))
        with pytest.raises(Mine):
            asyncio.run(_aparse(None, **given))

    def test_of_the_visitor(self) -> None:
        def mine(document: sf.Document) -> None:
            if document.depth:
                raise Mine("mine")

        async def mine_async(document: sf.Document) -> None:
            mine(document)

        async def walk() -> None:
            await sf.AsyncSitemapParser(fetcher=AsyncSite(TREE)).walk(at("/0.xml"), on_document=mine_async)

        with pytest.raises(Mine):
            sf.SitemapParser(fetcher=Site(TREE)).walk(at("/0.xml"), on_document=mine)
        with pytest.raises(Mine):
            asyncio.run(walk())


class TestVisitor:
    """[101] Called once per document, in order, one at a time."""

    def test_is_never_entered_twice_at_once(self) -> None:
        inside = 0
        order: list[str] = []

        async def visit(document: sf.Document) -> None:
            nonlocal inside
            inside += 1
            assert inside == 1
            for _ in range(7):
                await asyncio.sleep(0)
            order.append(document.url.removeprefix(at("")))
            inside -= 1

        async def walk() -> None:
            await sf.AsyncSitemapParser(fetcher=AsyncSite(TREE), concurrency=8).walk(at("/0.xml"), on_document=visit)

        asyncio.run(walk())
        assert order == ["/0.xml", *MANY]

    def test_holds_the_traversal_back(self) -> None:
        """No more than the window is asked for while it runs."""
        site = Site(TREE)
        most = 0
        visited = 0

        def visit(_: sf.Document) -> None:
            nonlocal most, visited
            visited += 1
            most = max(most, len(site.urls) - visited)

        sf.SitemapParser(fetcher=site, concurrency=4).walk(at("/0.xml"), on_document=visit)
        assert most <= 4

    def test_runs_in_the_thread_of_the_call(self) -> None:
        threads: set[int] = set()
        sf.SitemapParser(fetcher=Site(TREE)).walk(
            at("/0.xml"), on_document=lambda _: threads.add(threading.get_ident())
        )
        assert threads == {threading.get_ident()}

    def test_an_asynchronous_one_is_refused_by_the_other_parser(self) -> None:
        async def visit(_: sf.Document) -> None: ...

        with pytest.raises(sf.ConfigError) as raised:
            sf.SitemapParser(fetcher=Site(TREE)).walk(at("/0.xml"), on_document=visit)
        assert raised.value.field == "on_document"


def test_reads_run_side_by_side() -> None:
    """[87] As many at once as `concurrency` says, and no more."""
    together = threading.Barrier(4, timeout=20)

    def meet(_: Any) -> bytes:
        together.wait()
        return urlset("/1")

    script = TREE | dict.fromkeys(MANY[:28], meet)
    result = sf.SitemapParser(fetcher=Site(script | {MANY[28]: urlset("/2")}), concurrency=4).parse(at("/0.xml"))
    assert len(result.urls) == 29


def test_one_instance_serves_many_threads() -> None:
    """Rule [93]."""
    parser = sf.SitemapParser(fetcher=Site(TREE), concurrency=3)
    results: list[sf.Result] = []
    threads = [threading.Thread(target=lambda: results.append(parser.parse(at("/0.xml")))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [locs(each) for each in results] == [[f"{path}/page" for path in MANY]] * 8


def test_one_instance_serves_many_tasks() -> None:
    """Rule [93]."""

    async def run() -> list[sf.Result]:
        async with sf.AsyncSitemapParser(fetcher=AsyncSite(TREE), concurrency=3) as parser:
            return await asyncio.gather(*(parser.parse(at("/0.xml")) for _ in range(8)))

    assert [len(each.urls) for each in asyncio.run(run())] == [29] * 8


def test_a_large_document_is_not_parsed_on_the_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small one is: the change of thread would take longer."""
    from sitemapfast._walk import aio

    threads: dict[str, int] = {}
    read = aio.read

    def watched(delivered: Any, *rest: Any) -> Any:
        threads[delivered.url.removeprefix(at(""))] = threading.get_ident()
        return read(delivered, *rest)

    monkeypatch.setattr(aio, "read", watched)
    script = {"/0.xml": sitemapindex("/large.xml"), "/large.xml": urlset("/1") + b" " * 100_000}
    assert asyncio.run(_aparse(None, AsyncSite(script))).complete
    assert (threads["/0.xml"] == threading.get_ident(), threads["/large.xml"] == threading.get_ident()) == (True, False)


@pytest.mark.parametrize(
    "code",
    [
        "import sitemapfast",
        "import sitemapfast; sitemapfast.parse_document(b'<urlset/>')",
        "import sitemapfast; sitemapfast.parse('', content=b'<urlset/>')",
    ],
)
def test_nothing_heavy_is_loaded_without_need(code: str) -> None:
    """Neither a transport nor an event loop nor the command line."""
    heavy = {"httpx2", "httpcore2", "asyncio", "ssl", "click", "rich"}
    check = f"{code}\nimport sys\nprint(sorted({heavy!r} & set(sys.modules)))"
    ended = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert ended.stdout.strip() == "[]"
