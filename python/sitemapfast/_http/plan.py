"""A request as it goes out: its header fields, its proxy, its time and its permission.

Enters: the settings of a client, once, then requests. Leaves: a `Plan` that the pools of httpcore2 can send, or the
exception that says why it may not be sent. `client` is the only caller.
"""

from __future__ import annotations

import base64
import functools
import importlib.util
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sitemapfast._http import base, guard
from sitemapfast._http.exchange import Exchange
from sitemapfast.exceptions import ConfigError
from sitemapfast.typing import Found

if TYPE_CHECKING:
    import ssl
    from collections.abc import Mapping

    import httpcore2

    from sitemapfast.typing import Request

__all__ = ["Plan", "Planner", "proxy_of"]

_MAX_PORT = 65535
_PROXY_SCHEMES = frozenset({"http", "https", "socks5", "socks5h"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What to send.

    Attributes:
        message: The request, with its `Exchange` where a timeout would be.
        proxy: The URL of the proxy that connects, or ``None``.
        refusal: Why the host is local by itself, known only where a proxy connects.
    """

    message: httpcore2.Request
    proxy: str | None
    refusal: guard.Refusal | None


class Planner:
    """The settings of a client, checked, and what they make of a request.

    Attributes:
        credentials: The credentials among the header fields; never sent from here.
    """

    credentials: Mapping[str, str]

    def __init__(
        self,
        *,
        user_agent: str,
        headers: Mapping[str, str],
        timeout: float | None,
        proxy: str | None,
        allow_private_addresses: bool,
    ) -> None:
        """Check the settings; see `sitemapfast._http.client.HttpClient`."""
        if not user_agent.strip():
            raise ConfigError("must not be empty: requests name who sends them", field="user_agent")
        base.check_headers({"User-Agent": user_agent}, field="user_agent")
        plain, self.credentials = base.credentials_apart(base.check_headers(headers))
        self._headers = {"User-Agent": user_agent, **plain}
        self._timeout = timeout
        self._environment = proxy == "env"
        self._proxy = None if proxy is None or self._environment else _checked_proxy(proxy)
        self._allow_private = allow_private_addresses

    def exchange(self, request: Request) -> Exchange:
        """Return the time and the permission of a request (rules [80], [110])."""
        allowed = self._allow_private or request.allow_private or request.found is Found.ROOT
        return Exchange(self._timeout if request.timeout is None else request.timeout, allow_private=allowed)

    def plan(self, request: Request, exchange: Exchange) -> Plan:
        """Work out what is sent.

        Raises:
            AddressRefusedError: A proxy would connect, and the host is local by itself.
            httpx2.InvalidURL: It is no URL of a host.
        """
        import httpcore2
        import httpx2

        url = httpx2.URL(request.url)
        if url.scheme not in {"http", "https"} or not url.host or not 0 < (url.port or 1) <= _MAX_PORT:
            raise httpx2.InvalidURL("it has to be http or https, with a host and a port up to 65535")
        host = url.raw_host.decode("ascii")
        proxy = self._proxy_for(url.scheme, host)
        refusal = None if proxy is None else guard.check_host(host)
        exchange.admit(refusal)
        message = httpcore2.Request(
            "GET",
            httpcore2.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path),
            headers=[(b"Host", url.netloc), *self._fields(request, url.username, url.password)],
            extensions={"timeout": {"connect": exchange, "read": exchange, "write": exchange}},
        )
        return Plan(message=message, proxy=proxy, refusal=refusal)

    @functools.cached_property
    def _accept_encoding(self) -> str:
        # To look for a library that is not there takes as long as to send a request.
        return base.accept_encoding()

    def _fields(self, request: Request, username: str, password: str) -> list[tuple[bytes, bytes]]:
        fields = {"Accept": "*/*", "Accept-Encoding": self._accept_encoding}
        if username and request.found is Found.ROOT:
            # Only what the caller wrote: a URL that a document lists brings no credentials of its own.
            pair = base64.b64encode(f"{username}:{password}".encode())
            fields["Authorization"] = f"Basic {pair.decode()}"
        named = {
            name.lower(): (name.encode("ascii"), value.encode("latin-1"))
            for each in (fields, self._headers, request.headers)
            for name, value in each.items()
        }
        return list(named.values())

    def _proxy_for(self, scheme: str, host: str) -> str | None:
        if not self._environment:
            return self._proxy
        import urllib.request

        proxies = urllib.request.getproxies()
        found = proxies.get(scheme) or proxies.get("all")
        if not found or urllib.request.proxy_bypass(host):
            return None
        return _checked_proxy(found if "://" in found else f"http://{found}")


def _checked_proxy(proxy: str) -> str:
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(proxy)
        usable = parts.scheme in _PROXY_SCHEMES and parts.hostname and (parts.port or 1)
    except ValueError:
        usable = False
    if not usable:
        raise ConfigError('has to be "env" or a URL of http, https, socks5 or socks5h with a host', field="proxy")
    if parts.scheme.startswith("socks") and importlib.util.find_spec("socksio") is None:
        raise ConfigError("SOCKS needs a package that is not installed: pip install 'httpx2[socks]'", field="proxy")
    return proxy


def proxy_of(url: str, ssl_context: ssl.SSLContext) -> httpcore2.Proxy:
    """Return a checked proxy URL as the pools want it, its credentials beside it."""
    import httpcore2
    import httpx2

    parts = httpx2.URL(url)
    auth = (parts.username.encode(), parts.password.encode()) if parts.username or parts.password else None
    return httpcore2.Proxy(
        httpcore2.URL(scheme=parts.raw_scheme, host=parts.raw_host, port=parts.port, target=b"/"),
        auth=auth,
        ssl_context=ssl_context if parts.scheme == "https" else None,
    )
