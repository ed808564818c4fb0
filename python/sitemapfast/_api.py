"""A whole site: the functions and parsers that fetch. The only place where the parts are put together.

Enters: URLs and settings. Leaves: `Result`, `Document`, streams of them, or the error of the main document (rule
[4]). What a call is, the engine of `_walk` knows; here it gets its settings, its driver and its source of documents.
Neither asyncio nor a transport is imported before it is needed.
"""

from __future__ import annotations

import threading
import time
from contextlib import aclosing, closing
from datetime import UTC, datetime
from inspect import isawaitable, iscoroutinefunction
from typing import TYPE_CHECKING, Any, Literal, Unpack

from sitemapfast import _wiring as wiring
from sitemapfast._core import __version__
from sitemapfast._discover import Search
from sitemapfast._options import CallSettings, Options, Settings, spelled_out
from sitemapfast._stream import AsyncDocumentStream, DocumentStream
from sitemapfast._walk import sync
from sitemapfast._walk.engine import Engine, Mode
from sitemapfast._walk.policy import Pace
from sitemapfast._walk.ports import Ports
from sitemapfast.exceptions import ConfigError, SitemapError, ValidationError

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Generator, Iterable, Mapping
    from types import TracebackType
    from typing import Self

    from sitemapfast._document import Document
    from sitemapfast._walk.frontier import Entry
    from sitemapfast._walk.result import Result
    from sitemapfast.typing import Request

__all__ = ["AsyncSitemapParser", "SitemapParser", "adiscover", "aparse", "discover", "parse"]

Content = bytes | bytearray | memoryview | str


class _Parser:
    """What both parsers are, but for the driver."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        self._options = Options.of(settings)
        self._pace = Pace(self._options.delay)
        self._lock = threading.Lock()
        self._closed = False

    def _call(self, given: Mapping[str, Any]) -> Options:
        if self._closed:
            raise RuntimeError("this parser has been closed")
        return self._options.for_call(given)

    def _turn(self, host: str, now: float) -> float:
        with self._lock:
            return self._pace.turn(host, now)

    def _ports(self, options: Options, *, fetch: Any, abort: Any, collect: Any) -> Ports:
        return Ports(
            fetch=fetch,
            abort=abort,
            authorize=options.authorize,
            collect=collect,
            decode=wiring.decode,
            turn=self._turn,
            clock=time.monotonic,
            wall=lambda: datetime.now(UTC),
            report=wiring.reporter(options.on_progress),
            cancel=options.cancel,
        )

    def _fetch_of_caller(self) -> Callable[[Request], Any]:
        """Return the caller's fetcher, screened unless the caller has taken that over."""
        options = self._options
        fetch: Callable[[Request], Any] = options.fetcher.fetch
        return fetch if options.allow_private_addresses or options.authorize else wiring.screened(fetch)

    def _client_settings(self) -> dict[str, Any]:
        from sitemapfast._http import base

        options = self._options
        return {
            "user_agent": options.user_agent or base.user_agent(__version__),
            "headers": options.headers,
            "timeout": options.timeout,
            "proxy": options.proxy,
            "allow_private_addresses": options.allow_private_addresses,
            "concurrency": options.concurrency,
        }


def _nothing() -> None:
    """A caller's fetcher cannot be told to give up."""


def _no_documents() -> Generator[Document, None, None]:
    yield from ()


def _refused(url: str, error: SitemapError) -> DocumentStream:
    """Return the stream of a call whose main document cannot be asked for."""
    return DocumentStream(_no_documents(), lambda: wiring.refused(url, error), lambda: error)


def _refused_async(url: str, error: SitemapError) -> AsyncDocumentStream:
    async def nothing() -> AsyncGenerator[Document, None]:
        return
        yield

    return AsyncDocumentStream(nothing(), lambda: wiring.refused(url, error), lambda: error)


class SitemapParser(_Parser):
    """Reads sites, any number of them, over one pool of connections and from any number of threads (rule [93]).

    Settings do not change after construction; limits and rules may be given to a call and hold for it alone.

    Examples:
        >>> class Shelf:
        ...     def fetch(self, request):
        ...         return b"<urlset><url><loc>https://example.com/page</loc></url></urlset>"
        >>> with SitemapParser(fetcher=Shelf()) as parser:
        ...     parser.parse("https://example.com/sitemap.xml").urls[0].loc
        'https://example.com/page'
    """

    @spelled_out(Settings)
    def __init__(self, **settings: Unpack[Settings]) -> None:
        """Take the settings, all by keyword and all optional; `Settings` lists them.

        Raises:
            ConfigError: One has a value it cannot have (rule [3]).
        """
        super().__init__(settings)
        for name in ("fetcher", "authorize"):
            given = getattr(self._options, name)
            if iscoroutinefunction(getattr(given, "fetch", given)):
                raise ConfigError("it is asynchronous: give it to AsyncSitemapParser or aparse", field=name)
        self._client: Any = None
        if self._options.fetcher is None:
            from sitemapfast._http.client import HttpClient

            self._client = HttpClient(**self._client_settings())

    @spelled_out(CallSettings)
    def parse(self, url: str, *, content: Content | None = None, **settings: Unpack[CallSettings]) -> Result:
        """Read a document and all that it leads to.

        Args:
            url: The robots.txt, sitemap, index or feed to begin with.
            content: That document itself, if it is at hand: nothing is fetched for it (rule [90]), and its URL may be
                empty.
            **settings: Limits and rules for this call.

        Returns:
            The pages and sitemaps in breadth-first order, and what was lost on the way.

        Raises:
            ValidationError: The URL is no http or https URL with a host.
            NetworkError: The document could not be fetched.
            ParseError: The document could not be read.
            ConfigError: A setting has a value it cannot have.
        """
        engine = Engine([wiring.main_entry(url, content)], self._call(settings), content=content)
        self._run(engine)
        return wiring.settled(engine)

    @spelled_out(CallSettings)
    def stream(self, url: str, *, content: Content | None = None, **settings: Unpack[CallSettings]) -> DocumentStream:
        """Read a document and all that it leads to, handing over each document in order, in bounded memory.

        Args and errors are those of `parse`; those of the main document are raised on the first step.
        """
        options = self._call(settings)
        try:
            engine = Engine([wiring.main_entry(url, content)], options, retain=False, content=content)
        except ValidationError as error:
            return _refused(url, error)
        return DocumentStream(
            self._drive(engine), lambda: engine.result(rows=False), lambda: wiring.main_error(engine, rows=False)
        )

    @spelled_out(CallSettings)
    def read(self, url: str, *, content: Content | None = None, **settings: Unpack[CallSettings]) -> Document:
        """Read one document; what it lists is not fetched. Args and errors are those of `parse`."""
        engine = Engine([wiring.main_entry(url, content)], self._call(settings), mode=Mode.READ, content=content)
        return wiring.document(engine, self._run(engine), url)

    @spelled_out(CallSettings)
    def walk(
        self,
        roots: str | Iterable[str | Mapping[str, Any]],
        *,
        seen: Mapping[str, str] | Iterable[str] | None = None,
        retention: Literal["all", "none"] = "all",
        on_document: Callable[[Document], object] | None = None,
        **settings: Unpack[CallSettings],
    ) -> Result:
        """Walk from several roots, or on from where an earlier walk stopped (rules [100] to [105]).

        Args:
            roots: URLs, and entries of a result's `frontier`.
            seen: What an earlier result had as `seen`; or the URLs of documents that are not to be read again.
            retention: ``"all"`` keeps the rows for the result, ``"none"`` keeps nothing once a document was visited.
            on_document: Called with each document that was read, in order, one at a time.
            **settings: Limits and rules for this call.

        Returns:
            What was found; ``frontier`` and ``seen`` go on from there. A failed root is a failure like others.

        Raises:
            ConfigError: A setting has a value it cannot have.
            Exception: What the caller's own functions raised, as it is (rule [104]).
        """
        engine = wiring.walking(roots, seen, retention, on_document, self._call(settings))
        with closing(self._drive(engine)) as documents:
            for document in documents:
                if on_document is not None:
                    sync.refuse_awaitable(on_document(document), "on_document")
        return engine.result()

    @spelled_out(CallSettings)
    def discover(
        self,
        site: str,
        *,
        extra_paths: Collection[str] = (),
        probe: Literal["auto", "always"] = "auto",
        **settings: Unpack[CallSettings],
    ) -> Result:
        """Find the sitemaps of a site; see `sitemapfast.discover`."""
        search = Search(site, self._call(settings), extra_paths=extra_paths, probe=probe)
        places = search.places(self._read_all([search.robots], search, retain=True))
        return search.result(self._read_all(places, search, retain=False) if places else None)

    def close(self) -> None:
        """End what is in flight and close the connections."""
        self._closed = True
        if self._client is not None:
            self._client.close()

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()

    def _drive(self, engine: Engine) -> Generator[Document, None, None]:
        options = engine.options
        if self._client is None:
            fetch, abort = self._fetch_of_caller(), _nothing
        else:
            scope = self._client.scope()
            fetch, abort = scope.fetch, scope.abort
        return sync.drive(engine, self._ports(options, fetch=fetch, abort=abort, collect=wiring.collect))

    def _run(self, engine: Engine) -> Document | None:
        last = None
        with closing(self._drive(engine)) as documents:
            for document in documents:
                last = document
        return last

    def _read_all(self, entries: list[Entry], search: Search, *, retain: bool) -> Result:
        engine = Engine(entries, search.options, mode=Mode.READ, retain=retain)
        self._run(engine)
        return engine.result()


class AsyncSitemapParser(_Parser):
    """The same under asyncio: the same names, awaited. It belongs to the event loop of its first call.

    Examples:
        >>> import asyncio
        >>> class Shelf:
        ...     async def fetch(self, request):
        ...         return b"<urlset><url><loc>https://example.com/page</loc></url></urlset>"
        >>> async def first():
        ...     async with AsyncSitemapParser(fetcher=Shelf()) as parser:
        ...         return (await parser.parse("https://example.com/sitemap.xml")).urls[0].loc
        >>> asyncio.run(first())
        'https://example.com/page'
    """

    @spelled_out(Settings)
    def __init__(self, **settings: Unpack[Settings]) -> None:
        """Take the settings, all by keyword and all optional; `Settings` lists them.

        Raises:
            ConfigError: One has a value it cannot have (rule [3]).
        """
        super().__init__(settings)
        self._client: Any = None
        if self._options.fetcher is None:
            from sitemapfast._http.client import AsyncHttpClient

            self._client = AsyncHttpClient(**self._client_settings())

    @spelled_out(CallSettings)
    async def parse(self, url: str, *, content: Content | None = None, **settings: Unpack[CallSettings]) -> Result:
        """Read a document and all that it leads to; see `SitemapParser.parse`."""
        engine = Engine([wiring.main_entry(url, content)], self._call(settings), content=content)
        await self._run(engine)
        return wiring.settled(engine)

    @spelled_out(CallSettings)
    def stream(
        self, url: str, *, content: Content | None = None, **settings: Unpack[CallSettings]
    ) -> AsyncDocumentStream:
        """Read a document and all that it leads to, one at a time; see `SitemapParser.stream`."""
        options = self._call(settings)
        try:
            engine = Engine([wiring.main_entry(url, content)], options, retain=False, content=content)
        except ValidationError as error:
            return _refused_async(url, error)
        return AsyncDocumentStream(
            self._drive(engine), lambda: engine.result(rows=False), lambda: wiring.main_error(engine, rows=False)
        )

    @spelled_out(CallSettings)
    async def read(self, url: str, *, content: Content | None = None, **settings: Unpack[CallSettings]) -> Document:
        """Read one document; see `SitemapParser.read`."""
        engine = Engine([wiring.main_entry(url, content)], self._call(settings), mode=Mode.READ, content=content)
        return wiring.document(engine, await self._run(engine), url)

    @spelled_out(CallSettings)
    async def walk(
        self,
        roots: str | Iterable[str | Mapping[str, Any]],
        *,
        seen: Mapping[str, str] | Iterable[str] | None = None,
        retention: Literal["all", "none"] = "all",
        on_document: Callable[[Document], Awaitable[object] | object] | None = None,
        **settings: Unpack[CallSettings],
    ) -> Result:
        """Walk from several roots, or on from where an earlier walk stopped; see `SitemapParser.walk`.

        `on_document` may be asynchronous: it is awaited before the traversal goes on.
        """
        engine = wiring.walking(roots, seen, retention, on_document, self._call(settings))
        async with aclosing(self._drive(engine)) as documents:
            async for document in documents:
                visited = None if on_document is None else on_document(document)
                if isawaitable(visited):
                    await visited
        return engine.result()

    @spelled_out(CallSettings)
    async def discover(
        self,
        site: str,
        *,
        extra_paths: Collection[str] = (),
        probe: Literal["auto", "always"] = "auto",
        **settings: Unpack[CallSettings],
    ) -> Result:
        """Find the sitemaps of a site; see `sitemapfast.discover`."""
        search = Search(site, self._call(settings), extra_paths=extra_paths, probe=probe)
        places = search.places(await self._read_all([search.robots], search, retain=True))
        return search.result(await self._read_all(places, search, retain=False) if places else None)

    async def aclose(self) -> None:
        """Close the connections."""
        self._closed = True
        if self._client is not None:
            await self._client.aclose()

    async def __aenter__(self) -> Self:
        """Return itself."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        await self.aclose()

    def _drive(self, engine: Engine) -> AsyncGenerator[Document, None]:
        from sitemapfast._walk import aio

        fetch = self._fetch_of_caller() if self._client is None else self._client.fetch
        ports = self._ports(engine.options, fetch=fetch, abort=_nothing, collect=wiring.collect_async)
        return aio.drive(engine, ports)

    async def _run(self, engine: Engine) -> Document | None:
        last = None
        async with aclosing(self._drive(engine)) as documents:
            async for document in documents:
                last = document
        return last

    async def _read_all(self, entries: list[Entry], search: Search, *, retain: bool) -> Result:
        engine = Engine(entries, search.options, mode=Mode.READ, retain=retain)
        await self._run(engine)
        return engine.result()


@spelled_out(Settings)
def parse(url: str, *, content: Content | None = None, **settings: Unpack[Settings]) -> Result:
    """Read a site: a robots.txt, sitemap, index or feed and all that it leads to.

    Args:
        url: The document to begin with.
        content: That document itself, if it is at hand: nothing is fetched for it (rule [90]). Its URL may be empty.
        **settings: Any of `Settings`, such as ``max_urls=1_000_000`` or ``rules=[r"/product/"]``.

    Returns:
        The pages and sitemaps in breadth-first order (rule [87]), and what was lost on the way.

    Raises:
        ValidationError: The URL is no http or https URL with a host.
        NetworkError: The document could not be fetched.
        ParseError: The document could not be read.
        ConfigError: A setting has a value it cannot have.

    Examples:
        >>> page = b"<urlset><url><loc>https://example.com/page</loc></url></urlset>"
        >>> parse("https://example.com/sitemap.xml", content=page).urls[0].loc
        'https://example.com/page'
    """
    with SitemapParser(**settings) as parser:
        return parser.parse(url, content=content)


@spelled_out(Settings)
async def aparse(url: str, *, content: Content | None = None, **settings: Unpack[Settings]) -> Result:
    """Read a site under asyncio; see `parse`."""
    async with AsyncSitemapParser(**settings) as parser:
        return await parser.parse(url, content=content)


@spelled_out(Settings)
def discover(
    site: str,
    *,
    extra_paths: Collection[str] = (),
    probe: Literal["auto", "always"] = "auto",
    **settings: Unpack[Settings],
) -> Result:
    """Find the sitemaps of a site (rule [92]).

    Args:
        site: The name of a host, or the URL of any page.
        extra_paths: Further places to try.
        probe: ``"auto"`` tries the well-known places where the robots.txt names no sitemap, ``"always"`` tries them all
            the same.
        **settings: Any of `Settings`.

    Returns:
        A result whose `sitemaps` are those found: ``pending`` if the robots.txt names them, ``fetched`` if they were
        tried.
        A place where nothing is, or no sitemap, is no error.

    Raises:
        ValidationError: The site is neither.
        ConfigError: A setting has a value it cannot have.
    """
    with SitemapParser(**settings) as parser:
        return parser.discover(site, extra_paths=extra_paths, probe=probe)


@spelled_out(Settings)
async def adiscover(
    site: str,
    *,
    extra_paths: Collection[str] = (),
    probe: Literal["auto", "always"] = "auto",
    **settings: Unpack[Settings],
) -> Result:
    """Find the sitemaps of a site under asyncio; see `discover`."""
    async with AsyncSitemapParser(**settings) as parser:
        return await parser.discover(site, extra_paths=extra_paths, probe=probe)
