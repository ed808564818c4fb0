"""What `sitemapfast check` looks at: sites, files, folders, patterns, standard input, read to be audited.

Enters: sources and settings. Leaves: a `Subject` for each document, a robots.txt before what it names. The only part of
the audit that does I/O. Called by `check`.
"""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urljoin, urlsplit

import sitemapfast as sf
from sitemapfast._cli.audit.subject import Http, Subject
from sitemapfast._cli.options import DEFAULTS
from sitemapfast._cli.source import ROBOTS, Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from types import TracebackType
    from typing import Self

__all__ = ["subjects"]

# What the fetcher is made with, where the parser is not.
_OF_THE_FETCHER: Final = frozenset({"user_agent", "headers", "timeout", "proxy"})
_UNCLAIMED: Final = 4
# Reasons why a result is partial that the rules tell.
_FINDINGS: Final = frozenset({sf.Reason.READ_FAILURE, sf.Reason.DOCUMENT_PARTIAL})
_ABOUT: Final = "https://sitemapfast.readthedocs.io/"


def subjects(
    sources: Sequence[Source],
    settings: Mapping[str, Any],
    cancel: sf.CancelToken,
    partial: Callable[[str], object],
    *,
    robots: bool,
) -> Iterator[Subject]:
    """Yield all documents: what is here first, then the sites.

    Args:
        sources: What to read.
        settings: Those of the command line.
        cancel: Ends it, with what there is until then.
        partial: Told why something was left out: a limit, an interruption.
        robots: Whether to read the robots.txt of a site too.

    Raises:
        ConfigError: A setting has a value it cannot have.
        OSError: A file cannot be read.
        ValidationError: The URL where a file is from is none.
    """
    local = sorted((each for each in sources if each.local), key=lambda each: not _is_robots(each))
    max_size = settings.get("max_size", DEFAULTS["max_size"])
    for source in local:
        yield Subject.of(source.name, source.content(max_size), url=source.url, max_size=max_size)
    seen: set[str] = set()
    for source in sources:
        if source.local or cancel.cancelled:
            continue
        for subject in _site(source.url, settings, cancel, partial, robots=robots):
            # Several sources may lead to the same document.
            if subject.url not in seen:
                seen.add(subject.url)
                yield subject


def _is_robots(source: Source) -> bool:
    return source.path is not None and source.path.name.lower() == ROBOTS


class _Tap:
    """A fetcher that remembers what it brought, until it is asked for: the audit looks at bytes too."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        concurrency = settings.get("concurrency", DEFAULTS["concurrency"])
        self._fetcher = sf.HttpFetcher(
            user_agent=settings.get(
                "user_agent", f"sitemapfast/{sf.__version__} (+https://sitemapfast.readthedocs.io/)"
            ),
            headers=settings.get("headers"),
            timeout=settings.get("timeout", DEFAULTS["timeout"]),
            proxy=settings.get("proxy"),
            concurrency=concurrency,
        )
        self._home = ""
        self._limit = _UNCLAIMED * max(concurrency, 1)
        self._brought: dict[str, tuple[bytes, Mapping[str, str]]] = {}
        self._lock = threading.Lock()

    def at(self, url: str) -> Self:
        """Hold credentials among the header fields to the site of a URL."""
        self._home = _origin(url)
        return self

    def fetch(self, request: sf.Request) -> sf.Answer:
        """Return the answer to a request."""
        # The one coding that the parser undoes by itself, so that the bytes can be read again.
        headers = {**request.headers, "Accept-Encoding": "gzip"}
        if _origin(request.url) == self._home:
            headers |= self._fetcher.credentials
        answer = self._fetcher.fetch(replace(request, headers=headers))
        if isinstance(answer, sf.Body) and isinstance(answer.data, bytes):
            with self._lock:
                self._brought[request.url] = answer.data, answer.headers
                if len(self._brought) > self._limit:
                    # Nobody came for it: a document that turned out to be another one.
                    del self._brought[next(iter(self._brought))]
        return answer

    def take(self, url: str) -> tuple[bytes | None, Mapping[str, str]]:
        """Return the bytes of a document and its header fields, and forget them."""
        with self._lock:
            return self._brought.pop(url, (None, {}))

    def abort(self) -> None:
        """End what is in flight."""
        self._fetcher.abort()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._fetcher.close()


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}".lower()


def _site(
    url: str,
    settings: Mapping[str, Any],
    cancel: sf.CancelToken,
    partial: Callable[[str], object],
    *,
    robots: bool,
) -> Iterator[Subject]:
    """Yield the documents of a site: the robots.txt, what is read in the order of the traversal, what failed."""
    ours = {name: value for name, value in settings.items() if name not in _OF_THE_FETCHER}
    with _Tap(settings) as tap, sf.SitemapParser(fetcher=tap.at(url), raw=True, cancel=cancel, **ours) as parser:
        cancel.watch(tap.abort)
        if robots and urlsplit(url).path != "/" + ROBOTS:
            yield from _robots(parser, tap, urljoin(url, "/" + ROBOTS), settings)
        try:
            with parser.stream(url) as documents:
                for document in documents:
                    yield _subject(tap, document, settings)
                result = documents.result
        except (sf.NetworkError, sf.ParseError) as error:
            if not cancel.cancelled:
                yield _failed(tap, error, url, None, settings)
            return
        for reason in result.reasons:
            if reason not in _FINDINGS:
                partial(str(reason))
        for failure in result.failures:
            yield _failed(tap, failure.error, failure.url, failure.parent, settings)


def _robots(parser: sf.SitemapParser, tap: _Tap, url: str, settings: Mapping[str, Any]) -> Iterator[Subject]:
    try:
        yield _subject(tap, parser.read(url), settings)
    except sf.SitemapError:
        # A site need not have one.
        return


def _subject(tap: _Tap, document: sf.Document, settings: Mapping[str, Any]) -> Subject:
    data, _ = tap.take(document.url)
    http = Http(
        requested_url=document.requested_url,
        status=document.status,
        content_type=document.content_type,
        last_modified=document.last_modified,
    )
    known: dict[str, Any] = {"url": document.url, "document": document, "http": http, "parent": document.parent}
    if document.fetched_at is not None:
        known["now"] = document.fetched_at
    if data is None:
        return Subject(name=document.url, **known)
    return Subject.of(document.url, data, max_size=settings.get("max_size", DEFAULTS["max_size"]), **known)


def _failed(tap: _Tap, error: sf.SitemapError, url: str, parent: str | None, settings: Mapping[str, Any]) -> Subject:
    # A parse error names the document as it was served, a network error as it was asked for.
    served = error.url if isinstance(error, sf.ParseError) and error.url else url
    data, headers = tap.take(served)
    fields = {name.lower(): text for name, text in headers.items()}
    http = Http(
        requested_url=url,
        status=getattr(error, "status", None),
        content_type=fields.get("content-type"),
        last_modified=fields.get("last-modified"),
    )
    if data is None or isinstance(error, sf.NetworkError):
        return Subject(name=url, url=served, error=error, http=http, parent=parent)
    max_size = settings.get("max_size", DEFAULTS["max_size"])
    return Subject.of(served, data, url=served, http=http, parent=parent, max_size=max_size)
