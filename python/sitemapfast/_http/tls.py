"""TLS on top of any stream, so that a proxy's TLS may carry a site's, and time and cancellation stay the socket's.

Enters: a stream and the name its certificate has to bear. Leaves: a stream of what is inside. Made by `backend.Wire`.
"""

from __future__ import annotations

import ssl
from typing import TYPE_CHECKING, Any, TypeVar

import httpcore2

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Tls"]

_T = TypeVar("_T")

_RECORDS = 1 << 16


class Tls(httpcore2.NetworkStream):
    """A TLS connection; the handshake is done when it is made."""

    def __init__(
        self, wire: httpcore2.NetworkStream, context: ssl.SSLContext, hostname: str | None, timeout: float | None
    ) -> None:
        """Shake hands over a stream, which is closed where that fails."""
        self._wire = wire
        self._incoming = ssl.MemoryBIO()
        self._outgoing = ssl.MemoryBIO()
        try:
            self._tls = context.wrap_bio(self._incoming, self._outgoing, server_hostname=hostname)
            self._run(self._tls.do_handshake, timeout)
        except httpcore2.TimeoutException as error:
            wire.close()
            raise httpcore2.ConnectTimeout("the TLS handshake did not end in time") from error
        except (OSError, ValueError, httpcore2.NetworkError) as error:
            wire.close()
            raise httpcore2.ConnectError(str(error)) from error
        except BaseException:
            wire.close()
            raise

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Return what came, or nothing at the end."""
        try:
            return self._run(lambda: self._tls.read(max_bytes), timeout)
        except (ssl.SSLZeroReturnError, ssl.SSLEOFError):
            # Many servers just close; whether the body is whole, its length or its last chunk tells.
            return b""
        except ssl.SSLError as error:
            raise httpcore2.ReadError(str(error)) from error

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Send everything."""
        view = memoryview(buffer)
        try:
            while view:
                view = view[self._run(lambda rest=view: self._tls.write(rest), timeout) :]  # type: ignore[misc]
        except ssl.SSLError as error:
            raise httpcore2.WriteError(str(error)) from error

    def _run(self, operation: Callable[[], _T], timeout: float | None) -> _T:
        """Do something with records, which come and go over the stream as it asks for them."""
        while True:
            try:
                done = operation()
            except ssl.SSLWantReadError:
                self._flush(timeout)
                data = self._wire.read(_RECORDS, timeout)
                if data:
                    self._incoming.write(data)
                else:
                    self._incoming.write_eof()
            except ssl.SSLWantWriteError:
                self._flush(timeout)
            else:
                self._flush(timeout)
                return done

    def _flush(self, timeout: float | None) -> None:
        data = self._outgoing.read()
        if data:
            self._wire.write(data, timeout)

    def close(self) -> None:
        """Close the stream below."""
        self._wire.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore2.NetworkStream:
        """Shake hands inside: the TLS of a site through that of its proxy."""
        return Tls(self, ssl_context, server_hostname, timeout)

    def get_extra_info(self, info: str) -> Any:
        """Return what httpcore2 asks about a connection."""
        return self._tls if info == "ssl_object" else self._wire.get_extra_info(info)
