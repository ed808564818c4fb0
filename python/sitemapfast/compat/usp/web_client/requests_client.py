"""The client of ``usp.web_client.requests_client``, for those who give it a session, proxies or timeouts.

Needs `requests`, which sitemapfast does not: it is imported with this module. Without a client of their own callers
get the transport of sitemapfast, which is quicker and checks where it connects to.
"""

from __future__ import annotations

from typing import Final

import requests  # type: ignore[import-untyped,unused-ignore]  # it has no types of its own

import sitemapfast as sf
from sitemapfast.compat.usp.web_client.abstract_client import (
    RETRYABLE_HTTP_STATUS_CODES,
    AbstractWebClient,
    AbstractWebClientResponse,
    AbstractWebClientSuccessResponse,
    RequestWaiter,
    WebClientErrorResponse,
)

__all__ = ["RequestsWebClient", "RequestsWebClientErrorResponse", "RequestsWebClientSuccessResponse"]

_SUCCESS: Final = range(200, 300)
_PIECE: Final = 64 * 1024
# Seconds to connect and to wait for bytes, as the original has it.
_TIMEOUT: Final = (9.05, 60.0)


class RequestsWebClientErrorResponse(WebClientErrorResponse):
    """No document."""


class RequestsWebClientSuccessResponse(AbstractWebClientSuccessResponse):
    """A document that requests fetched."""

    def __init__(self, requests_response: requests.Response, max_response_data_length: int | None = None) -> None:
        """Take the response, and how many bytes of it are wanted at most."""
        self._response = requests_response
        self._data = _read(requests_response, max_response_data_length)

    def status_code(self) -> int:
        """Return the HTTP status."""
        return int(self._response.status_code)

    def status_message(self) -> str:
        """Return its words."""
        return str(self._response.reason or "")

    def header(self, case_insensitive_name: str) -> str | None:
        """Return a header field, or ``None``."""
        value = self._response.headers.get(case_insensitive_name)
        return None if value is None else str(value)

    def raw_data(self) -> bytes:
        """Return the body."""
        return self._data

    def url(self) -> str:
        """Return the URL it was served from."""
        return str(self._response.url)


class RequestsWebClient(AbstractWebClient):
    """Fetches with requests, one document after the other."""

    def __init__(
        self,
        verify: bool = True,
        wait: float | None = None,
        random_wait: bool = False,
        session: requests.Session | None = None,
    ) -> None:
        """Take how to fetch.

        Args:
            verify: Whether certificates are checked.
            wait: Seconds between two requests, or ``None``.
            random_wait: Whether that is varied.
            session: A session of the caller's; its own ``User-Agent``, if it has one, is sent.
        """
        self._session = session or requests.Session()
        self._verify = verify
        self._waiter = RequestWaiter(wait, random_wait)
        self._timeout: float | tuple[float, float] | None = _TIMEOUT
        self._proxies: dict[str, str] = {}
        self._max_length: int | None = None

    def set_timeout(self, timeout: float | tuple[float, float] | None) -> None:
        """Take the seconds to wait, or a pair of those to connect and those to read; ``None`` waits for ever."""
        self._timeout = timeout

    def set_proxies(self, proxies: dict[str, str]) -> None:
        """Take the proxies by scheme, as requests has them."""
        self._proxies = proxies

    def set_max_response_data_length(self, max_response_data_length: int | None) -> None:
        """Take the most bytes of body that are wanted."""
        self._max_length = max_response_data_length

    def get(self, url: str) -> AbstractWebClientResponse:
        """Return the document at a URL, or an error."""
        self._waiter.wait()
        headers = {}
        if self._session.headers.get("User-Agent") == requests.utils.default_user_agent():
            headers["User-Agent"] = f"sitemapfast/{sf.__version__}"
        try:
            with self._session.get(
                url,
                timeout=self._timeout,
                stream=True,
                headers=headers,
                proxies=self._proxies,
                verify=self._verify,
            ) as response:
                if response.status_code in _SUCCESS:
                    return RequestsWebClientSuccessResponse(response, self._max_length)
                return RequestsWebClientErrorResponse(
                    f"{response.status_code} {response.reason}", response.status_code in RETRYABLE_HTTP_STATUS_CODES
                )
        except requests.exceptions.Timeout as error:
            return RequestsWebClientErrorResponse(str(error), retryable=True)
        except requests.exceptions.RequestException as error:
            return RequestsWebClientErrorResponse(str(error), retryable=False)


def _read(response: requests.Response, most: int | None) -> bytes:
    """Return the body up to one byte more than is wanted, which is enough to refuse it."""
    data = bytearray()
    for piece in response.iter_content(_PIECE):
        data += piece
        if most is not None and len(data) > most:
            return bytes(data[: most + 1])
    return bytes(data)
