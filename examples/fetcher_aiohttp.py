"""Fetch documents with a session of aiohttp.

    python fetcher_aiohttp.py https://example.com/robots.txt

For asynchronous programs that have a session already. Redirects, retries and sizes stay with sitemapfast, and so does
the undoing of content codings. Which addresses are connected to, only the session knows; `same_host` keeps requests
to the host of the main document.
"""

from __future__ import annotations

import asyncio
import sys
from urllib.parse import urlsplit

import aiohttp

import sitemapfast as sf

SECONDS = 10.0
OK = 200
PIECE = 1 << 16


class AiohttpFetcher:
    """A fetcher over the caller's session, which must not decompress (``auto_decompress=False``)."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        """Take the session."""
        self._session = session

    async def fetch(self, request: sf.Request) -> sf.Answer:
        """Return the answer to one request."""
        headers = {"User-Agent": "example/1.0", "Accept-Encoding": "gzip", **request.headers}
        timeout = aiohttp.ClientTimeout(total=SECONDS)
        try:
            async with self._session.get(
                request.url, headers=headers, timeout=timeout, allow_redirects=False
            ) as response:
                if response.status != OK:
                    return answer_of(response)
                data = bytearray()
                async for piece in response.content.iter_chunked(PIECE):
                    data += piece
                    if request.max_bytes is not None and len(data) > request.max_bytes:
                        break  # one byte more than is allowed is enough to be refused
                return sf.Body(data=bytes(data), headers=response.headers)
        except TimeoutError as error:
            return sf.Failure(reason=f"no answer within {SECONDS:g} s", code="timeout", cause=error)
        except aiohttp.ClientError as error:
            return sf.Failure(reason=str(error), code="network_failure", retry=True, cause=error)


def answer_of(response: aiohttp.ClientResponse) -> sf.Answer:
    """Return what another status than 200 means."""
    if response.status in {301, 302, 303, 307, 308} and "Location" in response.headers:
        return sf.Redirect(location=response.headers["Location"], status=response.status)
    if response.status in {404, 410}:
        return sf.NotFound(status=response.status)
    return sf.HttpError(status=response.status, retry_after=response.headers.get("Retry-After"))


async def main(url: str) -> int:
    """Print the pages, and return 0 if nothing was lost."""
    host = urlsplit(url).hostname

    def same_host(request: sf.Request) -> sf.Deny | None:
        return None if urlsplit(request.url).hostname == host else sf.Deny(reason=f"not on {host}")

    async with aiohttp.ClientSession(auto_decompress=False) as session:
        result = await sf.aparse(url, fetcher=AiohttpFetcher(session), authorize=same_host)
    print(*result.urls.locs(), sep="\n")
    for error in result.errors:
        print(error, file=sys.stderr)
    return 0 if result.complete else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main(*sys.argv[1:2])))
