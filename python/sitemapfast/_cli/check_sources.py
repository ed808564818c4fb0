"""What `sitemapfast check` looks at: sites, files, folders, patterns, standard input, read to be audited.

Enters: the arguments and settings. Leaves: a `Subject` for each document, a robots.txt before what it names. The only
part of the audit that does I/O. Called by `check`.
"""

from __future__ import annotations

import glob
import threading
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote, urljoin, urlsplit

import click

import sitemapfast as sf
from sitemapfast._cli.audit.subject import Http, Subject
from sitemapfast._cli.options import DEFAULTS
from sitemapfast._cli.report import printable
from sitemapfast._cli.source import Source, parse_source

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from types import TracebackType
    from typing import Self

__all__ = ["expand", "local_subjects", "site_subjects"]

_NAMES: Final = ("*.xml", "*.xml.gz", "*.txt", "*.txt.gz", "*.rss", "*.atom", "*.gz")
_ROBOTS: Final = "robots.txt"
_MAGIC: Final = frozenset("*?[")
_UNCLAIMED: Final = 4


def expand(arguments: Sequence[str], url: str) -> list[tuple[Source, str]]:
    """Return what the arguments mean, each with the URL where it is from, robots.txt first.

    Args:
        arguments: URLs, files, folders, patterns, ``-``.
        url: Where a file is from; if it ends in a slash, what the names of files are joined to.

    Raises:
        click.BadParameter: There is no such file, or nothing in a folder.
        click.UsageError: One URL is given for several files.
    """
    found: list[tuple[Source, str]] = []
    for text in arguments:
        found += _expand(text)
    local = [relative for source, relative in found if not source.url]
    if url and len(local) != len(found):
        message = "--url is for files and standard input"
        raise click.UsageError(message)
    if url and not url.endswith("/") and len(local) > 1:
        message = "--url is for one file; for several, end it in / and the names of the files are joined to it"
        raise click.UsageError(message)
    found.sort(key=lambda each: Path(each[1]).name.lower() != _ROBOTS)
    return [(source, "" if source.url or not url else _joined(url, relative)) for source, relative in found]


def _joined(url: str, relative: str) -> str:
    return urljoin(url, quote(relative)) if url.endswith("/") else url


def _expand(text: str) -> list[tuple[Source, str]]:
    """Return the sources of an argument, each with its name below that argument."""
    path = Path(text)
    if "://" not in text and path.is_dir():
        files = sorted({file for pattern in _NAMES for file in path.rglob(pattern) if file.is_file()})
        if not files:
            message = f"{printable(text)} holds no sitemap"
            raise click.BadParameter(message)
        return [(Source(path=file, name=str(file)), file.relative_to(path).as_posix()) for file in files]
    if "://" not in text and not path.exists() and _MAGIC & set(text):
        files = sorted(Path(name) for name in glob.glob(text, recursive=True) if Path(name).is_file())  # noqa: PTH207
        if not files:
            message = f"no file fits {printable(text)}"
            raise click.BadParameter(message)
        return [(Source(path=file, name=str(file)), file.name) for file in files]
    source = parse_source(text)
    return [(source, "" if source.path is None else source.path.name)]


def local_subjects(sources: Sequence[tuple[Source, str]], settings: Mapping[str, Any]) -> Iterator[Subject]:
    """Yield the documents that are here already.

    Raises:
        OSError: A file cannot be read.
        ValidationError: The URL where it is from is none.
    """
    max_size = settings.get("max_size", DEFAULTS["max_size"])
    for source, url in sources:
        yield Subject.of(source.name, source.content(max_size), url=url, max_size=max_size)


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

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._fetcher.close()


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}".lower()


def site_subjects(url: str, settings: Mapping[str, Any], *, robots: bool) -> Iterator[Subject]:
    """Yield the documents of a site, the robots.txt first, then in the order of the traversal, then those that failed.

    Args:
        url: The document to begin with.
        settings: Those of the command line.
        robots: Whether to read the robots.txt of its site too.

    Raises:
        ConfigError: A setting has a value it cannot have.
    """
    ours = {name: value for name, value in settings.items() if name not in ("user_agent", "headers", "timeout")}
    with _Tap(settings) as tap, sf.SitemapParser(fetcher=tap.at(url), raw=True, **ours) as parser:
        place = urljoin(url, "/" + _ROBOTS)
        if robots and urlsplit(url).path != "/" + _ROBOTS:
            yield from _robots(parser, tap, place, settings)
        try:
            with parser.stream(url) as documents:
                for document in documents:
                    yield _subject(tap, document, settings)
                failures = documents.result.failures
        except (sf.NetworkError, sf.ParseError) as error:
            yield _failed(tap, error, url, None, settings)
            return
        for failure in failures:
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
