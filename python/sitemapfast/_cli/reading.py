"""Reads all SOURCEs of a command, one after the other, and keeps account of what came of them.

Enters: sources and settings. Leaves: documents, or results, as they come; then the errors, one summary line and the
exit code. Ctrl-C ends it with what there is. Called by the commands that read sites.
"""

from __future__ import annotations

import sys
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Self

import click

import sitemapfast as sf
from sitemapfast._cli.interrupt import Interruption
from sitemapfast._cli.options import DEFAULTS
from sitemapfast._cli.progress import ProgressLine
from sitemapfast._cli.report import Exit, describe, report_errors

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from types import TracebackType

    from sitemapfast._cli.source import Source

__all__ = ["Account", "Reader"]

# Settings of a document that a robots.txt without a URL is read with; the others are about what follows it.
_OF_A_DOCUMENT: Final = ("strict", "salvage", "max_size", "max_validation_errors")

# Errors kept though they are not shown: a page may show them.
_KEPT: Final = 100

_SPENT: Final = "of the whole command; what is left was not read"


@dataclass(slots=True, kw_only=True)
class Account:
    """What came of the sources so far.

    Attributes:
        keep: How many errors have to be kept, or ``None`` for all; a folder may have any number of broken files.
        errors: The errors of each source, and what to call it.
        error_count: How many there are, those beyond a cap included.
        notes: How many notes there are.
        reasons: Why the whole is partial.
        failed: Sources whose main document could not be read.
        read: Sources whose main document was read.
        documents: Documents read.
        failures: Documents that failed.
        urls: URLs found.
    """

    keep: int | None = None
    errors: list[tuple[str, Iterable[BaseException]]] = field(default_factory=list)
    _kept: int = 0
    error_count: int = 0
    notes: int = 0
    reasons: dict[str, None] = field(default_factory=dict)
    failed: int = 0
    read: int = 0
    documents: int = 0
    failures: int = 0
    urls: int = 0

    def ended(self, source: Source, result: sf.Result) -> None:
        """Take what came of a source whose main document was read."""
        self.read += 1
        self._keep(source, result.errors)
        self.error_count += result.error_count
        self.notes += len(result.notes)
        self.reasons |= dict.fromkeys(map(str, result.reasons))
        self.documents += result.stats.read
        self.failures += len(result.failures)

    def refused(self, source: Source, error: BaseException) -> None:
        """Take that the main document of a source could not be read."""
        recorded = (
            [other for other in getattr(error.result, "errors", ()) if other != error]
            if isinstance(error, sf.SitemapError)
            else []
        )
        self.failed += 1
        self.failures += 1
        self._keep(source, [error, *recorded])
        self.error_count += 1 + len(recorded)
        if isinstance(error, sf.ParseError) and error.code == "unrecognized_format" and source.local and not source.url:
            self.errors.append((source.name, [_HintError()]))

    def limit(self, source: Source, error: sf.ParseError) -> None:
        """Take that a limit of the command as a whole leaves a source and those after it unread."""
        self._keep(source, [error])
        self.error_count += 1
        self.reasons[error.code] = None

    def _keep(self, source: Source, errors: Sequence[BaseException]) -> None:
        if errors and (self.keep is None or self._kept < self.keep):
            self.errors.append((source.name, errors))
            self._kept += len(errors)


class _HintError(Exception):
    """What to do about a robots.txt that was not recognised."""

    def __str__(self) -> str:
        return "hint: a robots.txt is told by its URL; say it with --url https://HOST/robots.txt"


class Reader:
    """Reads the sources; a context manager, which takes over Ctrl-C.

    Args:
        sources: What to read, in this order.
        settings: Those of `sitemapfast.SitemapParser` that were given.
        quiet: Draw no progress bar, write no summary.
        shown: Error lines to write at most, or ``None`` for all.

    Attributes:
        account: What came of the sources so far.
        progress: The progress bar, to be wiped before something else is written to a terminal.
        conclusion: What stands in the place of the summary, if anything.

    Raises:
        sf.ConfigError: A setting has a value it cannot have.
    """

    def __init__(
        self, sources: list[Source], settings: dict[str, Any], *, quiet: bool = False, shown: int | None = None
    ) -> None:
        self.account = Account(keep=None if shown is None else max(shown, _KEPT))
        self.conclusion = ""
        self.progress = ProgressLine(wanted=not quiet)
        self._sources = sources
        self._settings = settings
        self._quiet = quiet
        self._shown = shown
        self._cancel = sf.CancelToken()
        self._parser = sf.SitemapParser(cancel=self._cancel, on_progress=self.progress.update, **settings)
        self._interruption = Interruption(self._cancel)
        self._deadline = _deadline(settings.get("total_timeout"))
        self._stack = ExitStack()
        self._read_once: set[str] | None = set() if settings.get("dedupe") and len(sources) > 1 else None

    @property
    def interrupted(self) -> bool:
        """Whether there was a Ctrl-C."""
        return self._interruption.happened

    @property
    def read_something(self) -> bool:
        """Whether any main document was read."""
        return self.account.read > 0

    def documents(self) -> Iterator[tuple[Source, sf.Document]]:
        """Yield the documents of all sources, in bounded memory."""
        for source, content, limits in self._turns():
            try:
                if source.robots and content is not None and limits.get("max_depth") == 0:
                    document = self._robots(content)
                    self.account.ended(source, _result_of(document))
                    yield source, document
                    continue
                stream = self._parser.stream(source.url, content=content, **limits)
                for document in stream:
                    kept = self._first_only(document.urls)
                    self.account.urls += len(kept)
                    yield source, document if kept is document.urls else _with(document, kept)
                self.account.ended(source, stream.result)
            except sf.ConfigError:
                raise
            except sf.SitemapError as error:
                self.account.refused(source, error)

    def results(self) -> Iterator[tuple[Source, sf.Result]]:
        """Yield a result for each source, rows and all."""
        for source, content, limits in self._turns():
            try:
                if source.robots and content is not None and limits.get("max_depth") == 0:
                    result = _result_of(self._robots(content))
                else:
                    result = self._parser.parse(source.url, content=content, **limits)
            except sf.ConfigError:
                raise
            except sf.SitemapError as error:
                self.account.refused(source, error)
            else:
                self.account.ended(source, result)
                self.account.urls += len(result.urls)
                yield source, result

    def discovered(self, how: dict[str, Any]) -> Iterator[sf.Result]:
        """Yield what each source, the name of a site, offers.

        Args:
            how: ``extra_paths`` and ``probe`` of `sitemapfast.discover`.
        """
        for source, _, _ in self._turns():
            try:
                result = self._parser.discover(source.url, **how)
            except sf.ConfigError:
                raise
            except sf.SitemapError as error:
                self.account.refused(source, error)
            else:
                self.account.ended(source, result)
                yield result

    def report(self, *, summary: bool = True) -> None:
        """Write the errors, and if wanted a summary of one line, to standard error."""
        self.progress.wipe()
        left = self._shown
        written = 0
        for name, errors in self.account.errors:
            for error in errors:
                if isinstance(error, _HintError):
                    click.echo(describe(error), err=True)
                    continue
                if left is not None and written >= left:
                    break
                report_errors([error], name=name)
                written += 1
        unseen = self.account.error_count - written
        if unseen > 0 and left != 0:
            click.echo(f"… and {unseen:,} more errors; --errors none shows all that were kept", err=True)
        if summary and not self._quiet and self.read_something:
            click.echo(self.conclusion or self._summary(), err=True)

    def exit_code(self) -> Exit:
        """Return how the command ends."""
        account = self.account
        if self.interrupted:
            return Exit.INTERRUPTED
        if account.failed and not account.read:
            return Exit.MAIN_DOCUMENT_FAILED
        return Exit.PARTIAL if account.failed or account.error_count or account.reasons else Exit.COMPLETE

    def __enter__(self) -> Self:
        """Begin."""
        self._stack.enter_context(self._parser)
        self._stack.callback(self.progress.wipe)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End what is in flight, and give Ctrl-C back."""
        self._stack.close()

    def _turns(self) -> Iterator[tuple[Source, bytes | None, dict[str, Any]]]:
        """Yield each source that is still to be read, its bytes if they are read here, and the limits left to it."""
        size = self._settings.get("max_size", DEFAULTS["max_size"])
        for number, source in enumerate(self._sources):
            if self.interrupted:
                return
            limits = self._limits_left(source)
            if limits is None:
                return
            content = None
            if source.local:
                try:
                    # Before Ctrl-C is taken over: whoever typed nothing yet has nothing that could be kept.
                    content = source.content(size)
                except OSError as error:
                    if len(self._sources) == 1:
                        raise
                    self.account.refused(source, error)
                    continue
            if number:
                self.progress.next_source()
            with self._interruption:
                yield source, content, limits

    def _limits_left(self, source: Source) -> dict[str, Any] | None:
        """Return what limits a call has of the command as a whole, or ``None`` if one of them is reached."""
        limits: dict[str, Any] = {}
        if source.local and "max_depth" not in self._settings:
            limits["max_depth"] = 0
        if len(self._sources) == 1:
            return limits
        most = self._settings.get("max_urls", DEFAULTS["max_urls"])
        if most is not None and isinstance(most, int):
            limits["max_urls"] = most - self.account.urls
            if limits["max_urls"] <= 0:
                self._spent(source, f"limit of {most} URLs reached", "url_limit", sf.Limit.URLS)
                return None
        if self._deadline is not None:
            limits["total_timeout"] = self._deadline - time.monotonic()
            if limits["total_timeout"] <= 0:
                self._spent(source, "the total timeout was reached", "total_timeout", sf.Limit.TIME)
                return None
        return limits

    def _spent(self, source: Source, reason: str, code: str, limit: sf.Limit) -> None:
        self.account.limit(source, sf.ParseError(f"{reason} {_SPENT}", url=source.url, code=code, limit=limit))

    def _robots(self, content: bytes) -> sf.Document:
        chosen = {name: self._settings[name] for name in _OF_A_DOCUMENT if name in self._settings}
        return sf.parse_document(content, format="robots", **chosen)

    def _first_only(self, table: sf.UrlTable) -> sf.UrlTable:
        """Return the rows whose location no earlier source had; within a source the call sees to that."""
        if self._read_once is None:
            return table
        seen = self._read_once
        mask = bytearray()
        for loc in table.locs():
            mask.append(loc not in seen)
            seen.add(loc)
        return table.filter(bytes(mask))

    def _summary(self) -> str:
        account = self.account
        parts = [_counted(account.failures, "failed", "failed"), _counted(account.error_count, "error", "errors")]
        parts.append(_counted(account.notes, "note", "notes"))
        documents = _counted(account.documents, "document", "documents") or "no document"
        text = f"{_counted(account.urls, 'URL', 'URLs') or '0 URLs'} from {documents}"
        said = ", ".join(filter(None, parts))
        if said:
            text += f"; {said}"
        if account.reasons:
            text += f"; partial: {', '.join(account.reasons)}"
        if sys.stderr.isatty():
            text += f"; {self.progress.seconds:,.1f} s"
        return text


def _counted(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}" if number else ""


def _deadline(seconds: object) -> float | None:
    return time.monotonic() + seconds if isinstance(seconds, int | float) else None


def _with(document: sf.Document, urls: sf.UrlTable) -> sf.Document:
    from dataclasses import replace

    return replace(document, urls=urls)


def _result_of(document: sf.Document) -> sf.Result:
    return sf.Result(
        url=document.url,
        urls=document.urls,
        sitemaps=document.sitemaps,
        errors=document.errors,
        error_count=document.error_count,
        notes=document.notes,
        reasons=() if document.complete else (sf.Reason.DOCUMENT_PARTIAL,),
        stats=sf.Stats(documents=1, read=1, urls=len(document.urls), sitemaps=len(document.sitemaps)),
    )
