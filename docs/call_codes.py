"""The codes of fetching, of calls and of settings, which the core does not know.

Enters: nothing. Leaves: `CALL_CODES`. `generate_codes` shows them; `tests/test_codes.py` searches the package for codes
that are missing here, and makes every one of them.
"""

from __future__ import annotations

from dataclasses import dataclass

from sitemapfast import ConfigError, Limit, NetworkError, ParseError, SitemapError

__all__ = ["CALL_CODES", "CallCode"]


@dataclass(frozen=True, slots=True)
class CallCode:
    """A code.

    Attributes:
        code: The code.
        rule: The rule behind it.
        meaning: What it means.
        example: What causes it.
        error: The class of the errors that have it.
        limit: The limit that these errors name.
    """

    code: str
    rule: str
    meaning: str
    example: str
    error: type[SitemapError] = NetworkError
    limit: Limit | None = None


CALL_CODES = (
    # No answer.
    CallCode("dns_failed", "[81]", "The name of the host was not found.", "`https://no-such-host.invalid/`"),
    CallCode("connect_failed", "[83]", "No connection could be made. It is tried again.", "a port nobody listens on"),
    CallCode("tls_failed", "[81]", "TLS failed, or the certificate was not accepted.", "an expired certificate"),
    CallCode("proxy_failed", "[93]", "The proxy refused to connect.", "a proxy that wants a password"),
    CallCode("timeout", "[80]", "No complete answer came within `timeout` seconds.", "a byte a second"),
    CallCode(
        "reset", "[81]", "The connection was lost before the answer. It is tried again.", "a server that restarts"
    ),
    CallCode("incomplete_body", "[81]", "The body ended early. It is tried again.", "less than `Content-Length` says"),
    CallCode("bad_response", "[81]", "What came is not HTTP.", "an SSH server"),
    CallCode("bad_request", "[81]", "The request cannot be sent as HTTP.", "a header field that HTTP has no room for"),
    CallCode("invalid_url", "[81]", "The URL cannot be requested.", "a host that is no domain name"),
    CallCode(
        "network_failure",
        "[81]",
        "The request failed in another way, or a fetcher of yours says no more than that.",
        '`Failure(reason="the disk is full")`',
    ),
    # An answer that is no document.
    CallCode(
        "http_status",
        "[81]",
        "Another status than 200; `error.status` has it. 429, 502, 503 and 504 are tried again.",
        "404 Not Found",
    ),
    CallCode("too_many_redirects", "[82]", "More than 10 redirects followed each other.", "`/1` to `/2` to `/3` …"),
    CallCode("redirect_loop", "[82]", "The redirects lead back to where they have been.", "`/a` to `/b` to `/a`"),
    CallCode(
        "invalid_redirect",
        "[82]",
        "A redirect leads to what is no http or https URL with a host.",
        "`Location: ftp://example.com/`",
    ),
    CallCode(
        "size_limit",
        "[22]",
        "The body is larger than `max_size`, as it was sent or with its content coding undone.",
        "a body of 60 MB",
        limit=Limit.SIZE,
    ),
    CallCode(
        "unsupported_coding",
        "[20]",
        "The body has a content coding that is not read here, or too many of them.",
        "`Content-Encoding: compress`",
    ),
    CallCode(
        "broken_coding",
        "[20]",
        "The content coding of the body cannot be undone.",
        "`Content-Encoding: gzip` over what is no gzip",
    ),
    # Not asked for.
    CallCode(
        "address_refused",
        "[110]",
        "A public site leads to an address that is not public, or anybody to a metadata service. Nothing was sent.",
        "a redirect to `http://127.0.0.1/`",
    ),
    CallCode("denied", "[100]", "Your `authorize` function refused the request.", '`Deny(reason="not ours")`'),
    # The call.
    CallCode(
        "depth_limit",
        "[84]",
        "An index is as deep as `max_depth` allows: its sitemaps are listed, not fetched.",
        "`max_depth=0` and an index",
        ParseError,
        Limit.DEPTH,
    ),
    CallCode(
        "sitemap_limit",
        "[85]",
        "`max_sitemaps` were asked for, or listed, and something was left out.",
        "`max_sitemaps=1` and an index of two",
        ParseError,
        Limit.SITEMAPS,
    ),
    CallCode(
        "url_limit",
        "[86]",
        "`max_urls` were kept and something was left out.",
        "`max_urls=10`",
        ParseError,
        Limit.URLS,
    ),
    CallCode(
        "validation_error_limit",
        "[6]",
        "`max_validation_errors` were recorded and some were left out; `error_count` has the true number.",
        "`max_validation_errors=10`",
        ParseError,
        Limit.VALIDATION_ERRORS,
    ),
    CallCode(
        "total_timeout",
        "[91]",
        "The call took longer than `total_timeout`; it returned what it had.",
        "`total_timeout=60`",
        ParseError,
        Limit.TIME,
    ),
    CallCode(
        "cancelled",
        "[91]",
        "The call was cancelled by its `CancelToken`; it returned what it had.",
        "`token.cancel()`",
        ParseError,
    ),
    # Settings.
    CallCode(
        "invalid_setting",
        "[3]",
        "A setting has a value that it cannot have; `error.field` names it.",
        "`max_urls=0`",
        ConfigError,
    ),
)
