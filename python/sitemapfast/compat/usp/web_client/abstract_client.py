"""The web client protocol of ``usp.web_client.abstract_client``.

A caller's own client implements it: `AbstractWebClient.get` returns a success or an error and raises nothing. It is
asked for one document at a time, as the original does. Leaves: the classes, and `ClientFetcher`, which turns such a
client into the source of documents of a walk.
"""

from __future__ import annotations

import random
import time
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

import sitemapfast as sf

if TYPE_CHECKING:
    from sitemapfast import Answer, Request

__all__ = [
    "RETRYABLE_HTTP_STATUS_CODES",
    "AbstractWebClient",
    "AbstractWebClientResponse",
    "AbstractWebClientSuccessResponse",
    "ClientFetcher",
    "LocalWebClient",
    "LocalWebClientSuccessResponse",
    "NoWebClientException",
    "RequestWaiter",
    "WebClientErrorResponse",
]

RETRYABLE_HTTP_STATUS_CODES = {400, 408, 429, 499, 500, 502, 503, 504, 509, *range(520, 528), 530, 598}
"""The statuses after which asking again may help."""

# What is worth knowing of an answer; a client has undone content codings already, so they are not among them.
_HEADERS = ("Content-Type", "ETag", "Last-Modified")


class AbstractWebClientResponse(ABC):  # noqa: B024  the common base of success and error
    """What a client answers."""


class AbstractWebClientSuccessResponse(AbstractWebClientResponse):
    """A document."""

    @abstractmethod
    def status_code(self) -> int:
        """Return the HTTP status."""

    @abstractmethod
    def status_message(self) -> str:
        """Return its words."""

    @abstractmethod
    def header(self, case_insensitive_name: str) -> str | None:
        """Return a header field, or ``None``."""

    @abstractmethod
    def raw_data(self) -> bytes:
        """Return the body, content codings undone."""

    @abstractmethod
    def url(self) -> str:
        """Return the URL it was served from, redirects followed."""


class WebClientErrorResponse(AbstractWebClientResponse):
    """No document."""

    __slots__ = ("_message", "_retryable")

    def __init__(self, message: str, retryable: bool) -> None:
        self._message = message
        self._retryable = retryable

    def message(self) -> str:
        """Return what went wrong."""
        return self._message

    def retryable(self) -> bool:
        """Return whether asking again may help."""
        return self._retryable


class AbstractWebClient(ABC):
    """Fetches documents."""

    @abstractmethod
    def set_max_response_data_length(self, max_response_data_length: int | None) -> None:
        """Take the most bytes of body that are wanted, or ``None``."""

    @abstractmethod
    def get(self, url: str) -> AbstractWebClientResponse:
        """Return the document at a URL, or an error; raise nothing."""


class NoWebClientException(Exception):  # noqa: N818  the name is the API
    """A document was asked for where there is no web."""


class LocalWebClient(AbstractWebClient):
    """A client without a web, for text that is at hand."""

    def set_max_response_data_length(self, max_response_data_length: int | None) -> None:
        """Do nothing."""

    def get(self, url: str) -> AbstractWebClientResponse:  # noqa: ARG002  it asks nobody
        """Refuse.

        Raises:
            NoWebClientException: Always.
        """
        raise NoWebClientException


class LocalWebClientSuccessResponse(AbstractWebClientSuccessResponse):
    """Text that is at hand, as the answer of a client."""

    def __init__(self, url: str, data: str) -> None:
        self._url = url
        self._data = data

    def status_code(self) -> int:
        """Return 200."""
        return 200

    def status_message(self) -> str:
        """Return ``OK``."""
        return "OK"

    def header(self, case_insensitive_name: str) -> str | None:  # noqa: ARG002  it has none
        """Return ``None``."""
        return None

    def raw_data(self) -> bytes:
        """Return the text as UTF-8."""
        return self._data.encode()

    def url(self) -> str:
        """Return its URL."""
        return self._url


class RequestWaiter:
    """Waits between the requests of a client, not before the first."""

    def __init__(self, wait: float | None = None, random_wait: bool = True) -> None:
        """Take how long to wait.

        Args:
            wait: Seconds, or ``None`` for none.
            random_wait: Whether each wait is a random one, from half of it to one and a half.
        """
        self._seconds = wait or 0.0
        self._random = random_wait
        self._first = True

    def wait(self) -> None:
        """Wait, unless this is the first request."""
        if self._first:
            self._first = False
        elif self._seconds:
            time.sleep(self._seconds * (random.uniform(0.5, 1.5) if self._random else 1.0))  # noqa: S311


class ClientFetcher:
    """A caller's client as the source of documents of a walk."""

    def __init__(self, client: AbstractWebClient, max_bytes: int) -> None:
        """Take the client and tell it how large a document may be, in bytes."""
        self._client = client
        client.set_max_response_data_length(max_bytes)

    def fetch(self, request: Request) -> Answer:
        """Return what the client answers."""
        try:
            response = self._client.get(request.url)
        except NoWebClientException:
            return sf.Failure(reason="Un-fetched child sitemap", code="no_web_client")
        if isinstance(response, AbstractWebClientSuccessResponse):
            fields = {name: response.header(name) for name in _HEADERS}
            return sf.Body(
                data=response.raw_data(),
                headers={name: value for name, value in fields.items() if value is not None},
                url=response.url(),
            )
        if isinstance(response, WebClientErrorResponse):
            return sf.Failure(reason=response.message(), code="web_client", retry=response.retryable())
        raise TypeError(f"a web client answered with {type(response).__name__}")
