"""Writes the page of codes: ``python docs/generate_codes.py``.

Enters: the list of codes in the core, a document for each (`code_examples`), and the codes of fetching and of calls, which
are listed here. Leaves: `docs/codes.md`. `tests/test_docs.py` makes it again and compares, and searches the package for
codes that are not listed.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from code_examples import EXAMPLES, Example

import sitemapfast as sf
from sitemapfast._core import CODES

__all__ = ["OTHER_CODES", "OtherCode", "found", "render"]

PAGE = Path(__file__).with_name("codes.md")


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherCode:
    """A code that is not the core's.

    Attributes:
        code: The code.
        error: The class of the errors that have it.
        rule: The rule behind it.
        meaning: What it means, in a sentence or two.
        example: What causes it.
    """

    code: str
    error: type[sf.SitemapError]
    rule: str
    meaning: str
    example: str


def _network(code: str, rule: str, meaning: str, example: str) -> OtherCode:
    return OtherCode(code=code, error=sf.NetworkError, rule=rule, meaning=meaning, example=example)


def _call(code: str, rule: str, meaning: str, example: str) -> OtherCode:
    return OtherCode(code=code, error=sf.ParseError, rule=rule, meaning=meaning, example=example)


OTHER_CODES = (
    # No answer.
    _network("dns_failed", "[81]", "The name of the host was not found.", "`https://no-such-host.invalid/`"),
    _network(
        "connect_failed", "[83]", "No connection could be made. It is tried again.", "a port on which nobody listens"
    ),
    _network(
        "tls_failed", "[81]", "TLS failed, or the certificate was not accepted.", "a certificate that has expired"
    ),
    _network("proxy_failed", "[93]", "The proxy refused to connect.", "a proxy that wants a password"),
    _network(
        "timeout", "[80]", "No complete answer came within `timeout` seconds.", "a server that sends a byte a second"
    ),
    _network(
        "reset",
        "[81]",
        "The connection was lost before the answer was complete. It is tried again.",
        "a server that restarts",
    ),
    _network(
        "incomplete_body", "[81]", "The body ended early. It is tried again.", "fewer bytes than `Content-Length` says"
    ),
    _network("bad_response", "[81]", "What came is not HTTP.", "an SSH server"),
    _network("bad_request", "[81]", "The request cannot be sent as HTTP.", "a header field that HTTP has no room for"),
    _network("invalid_url", "[81]", "The URL cannot be requested.", "a host that is no domain name"),
    _network(
        "network_failure",
        "[81]",
        "The request failed in another way, or a fetcher of yours says no more than that.",
        '`Failure(reason="the disk is full")`',
    ),
    # An answer that is no document.
    _network(
        "http_status",
        "[81]",
        "The server answered with another status than 200; `error.status` has it. 429, 502, 503 and 504 are tried again.",
        "404 Not Found",
    ),
    _network(
        "too_many_redirects", "[82]", "More than 10 redirects followed each other.", "`/1` to `/2` to `/3` and on"
    ),
    _network("redirect_loop", "[82]", "The redirects lead back to where they have been.", "`/a` to `/b` to `/a`"),
    _network(
        "invalid_redirect",
        "[82]",
        "A redirect leads to what is no http or https URL with a host.",
        "`Location: ftp://example.com/`",
    ),
    _network(
        "size_limit",
        "[22]",
        "The body is larger than `max_size`, as it was sent or with its content coding undone; `error.limit` is `Limit.SIZE`.",
        "a body of 60 MB",
    ),
    _network(
        "unsupported_coding",
        "[20]",
        "The body has a content coding that is not read here, or too many of them.",
        "`Content-Encoding: compress`",
    ),
    _network(
        "broken_coding",
        "[20]",
        "The content coding of the body cannot be undone.",
        "`Content-Encoding: gzip` over bytes that are no gzip",
    ),
    # Not asked for.
    _network(
        "address_refused",
        "[110]",
        "A public site leads to an address or a name that is not public, or anybody to a metadata service; nothing was sent.",
        "a redirect to `http://127.0.0.1/`",
    ),
    _network("denied", "[100]", "Your `authorize` function refused the request.", '`Deny(reason="not ours")`'),
    # The call.
    _call(
        "depth_limit",
        "[84]",
        "An index is as deep as `max_depth` allows: its sitemaps are listed, not fetched; `error.limit` is `Limit.DEPTH`.",
        "`max_depth=0` and an index",
    ),
    _call(
        "sitemap_limit",
        "[85]",
        "`max_sitemaps` were asked for, or listed, and something was left out; `error.limit` is `Limit.SITEMAPS`.",
        "`max_sitemaps=1` and an index of two",
    ),
    _call(
        "url_limit",
        "[86]",
        "`max_urls` were kept and something was left out; `error.limit` is `Limit.URLS`.",
        "`max_urls=10`",
    ),
    _call(
        "validation_error_limit",
        "[6]",
        "`max_validation_errors` were recorded and some were left out; `error_count` has the true number; `error.limit` is `Limit.VALIDATION_ERRORS`.",
        "`max_validation_errors=10`",
    ),
    _call(
        "total_timeout",
        "[91]",
        "The call took longer than `total_timeout`; it returned what it had; `error.limit` is `Limit.TIME`.",
        "`total_timeout=60`",
    ),
    _call(
        "cancelled", "[91]", "The call was cancelled by its `CancelToken`; it returned what it had.", "`token.cancel()`"
    ),
    # Settings.
    OtherCode(
        code="invalid_setting",
        error=sf.ConfigError,
        rule="[3]",
        meaning="A setting has a value that it cannot have; `error.field` names it.",
        example="`max_urls=0`",
    ),
)

_HEAD = """\
# Codes

<!-- Generated by docs/generate_codes.py; tests/test_docs.py compares. -->

Every error and every note has a `code`: a word that stays the same when messages get better. Compare with it, not with
the message.

```python
import sitemapfast as sf

document = sf.parse_document("<urlset><url><loc>ftp://example.com/</loc></url></urlset>")
if any(error.code == "loc_scheme" for error in document.errors):
    print("there are pages that no browser would open")
```

```text
there are pages that no browser would open
```

[Errors and notes](errors.md) says when an error is raised and when it is recorded. The numbers in brackets name the
rules of the behaviour specification. What is said below an example is what is said about that very document: a test reads
them all.

"""

_SECTIONS = (
    (
        "parse",
        "Documents that cannot be read",
        "A `ParseError`: the document, or a part of it, could not be read.",
    ),
    (
        "validation",
        "Entries and values that are left out",
        "A `ValidationError`: an entry, a value or a part of an entry was left out.",
    ),
    (
        "note",
        "What is read past",
        "A `Note`: nothing was lost. `count` says how often it is found in the document, `line` where first.",
    ),
)

_OTHERS = (
    (
        sf.NetworkError,
        "Fetching",
        "A `NetworkError`: the document could not be fetched. A [fetcher of your own](sites.md#own-fetchers) may use codes of "
        "its own beside them.",
    ),
    (
        sf.ParseError,
        "The call",
        "A `ParseError` that names the URL the call was made for; for `depth_limit`, the index.",
    ),
    (sf.ConfigError, "Settings", "A `ConfigError`, raised where the setting is given."),
)


def found(example: Example) -> list[sf.SitemapError | sf.Note]:
    """Return what is said about an example: the error that it is refused with, or what is recorded."""
    try:
        document = sf.parse_document(example.document, url=example.url, **example.settings)
    except sf.ParseError as error:
        return [error]
    return [*document.errors, *document.notes]


def render() -> str:
    """Return the page."""
    parts = [_HEAD]
    for kind, title, about in _SECTIONS:
        parts.append(f"## {title}\n\n{about}\n\n")
        rows = [(code, rule, meaning, example) for code, of, rule, meaning, example in CODES if of == kind]
        parts.append("| code | rule | such as |\n|---|---|---|\n")
        parts += [f"| [`{code}`](#{code}) | {rule} | {_cell(example)} |\n" for code, rule, _, example in rows]
        parts.append("\n")
        parts += [_entry(code, rule, meaning) for code, rule, meaning, _ in rows]
    for error, title, about in _OTHERS:
        parts.append(f"## {title}\n\n{about}\n\n| code | rule | meaning | such as |\n|---|---|---|---|\n")
        parts += [
            f"| `{each.code}` | {each.rule} | {each.meaning} | {each.example} |\n"
            for each in OTHER_CODES
            if each.error is error
        ]
        parts.append("\n")
    return "".join(parts).rstrip("\n") + "\n"


def _entry(code: str, rule: str, meaning: str) -> str:
    example = EXAMPLES.get(code)
    entry = f"### {code}\n\n{meaning} {rule}\n\n"
    if example is None:
        return entry
    shown = (
        example.shown
        if example.shown is not None
        else str(example.document, "utf-8")
        if isinstance(example.document, bytes)
        else example.document
    )
    given = ", ".join(f"{name}={value!r}" for name, value in example.settings.items())
    return (
        f"{entry}```{'xml' if shown.startswith('<') else 'plain'}\n{shown}\n```\n\n"
        + (f"With `{given}`: " if given else "")
        + f"{_said(code, example)}\n\n"
    )


def _said(code: str, example: Example) -> str:
    for each in found(example):
        if each.code != code:
            continue
        place = "" if each.line is None else f"line {each.line}"  # type: ignore[union-attr]
        if isinstance(each, sf.Note):
            return f"noted for {place or 'the document'}."
        column = getattr(each, "column", None)
        place = f" ({place}{'' if column is None else f', column {column}'})" if place else ""
        message = str(each)
        if len(message) > 200:  # noqa: PLR2004
            message = f"{message[:80]}…{message[-80:]}"
        return f"`{message}`{place}"
    return "nothing."


def _cell(text: str) -> str:
    return "`" + text.replace("|", "\\|") + "`"


if __name__ == "__main__":
    PAGE.write_text(render(), encoding="utf-8")
    print(f"{PAGE.name}: {len(CODES)} codes of documents, {len(OTHER_CODES)} of calls")
