"""Fetch documents with a pool of urllib3.

    python fetcher_urllib3.py https://example.com/robots.txt

For programs whose HTTP goes through urllib3 already: its proxies, certificates and connections hold. Redirects,
retries and sizes stay with sitemapfast, and so does the undoing of content codings. Which addresses are connected to,
only the pool knows; `same_host` keeps requests to the host of the main document.
"""

from __future__ import annotations

import sys
from urllib.parse import urlsplit

import urllib3

import sitemapfast as sf

SECONDS = 10.0
OK = 200


class Urllib3Fetcher:
    """A fetcher over the caller's pool."""

    def __init__(self, pool: urllib3.PoolManager) -> None:
        """Take the pool."""
        self._pool = pool

    def fetch(self, request: sf.Request) -> sf.Answer:
        """Return the answer to one request."""
        headers = {"User-Agent": "example/1.0", "Accept-Encoding": "gzip", **request.headers}
        try:
            response = self._pool.request(
                "GET",
                request.url,
                headers=headers,
                timeout=urllib3.Timeout(SECONDS),
                redirect=False,
                retries=False,
                preload_content=False,
            )
            try:
                if response.status != OK:
                    return answer_of(response)
                # One byte more than is allowed is enough to be refused.
                wanted = None if request.max_bytes is None else request.max_bytes + 1
                data = response.read(wanted, decode_content=False)
                return sf.Body(data=data, headers=response.headers)
            finally:
                response.close()
                response.release_conn()
        except urllib3.exceptions.TimeoutError as error:
            return sf.Failure(reason=str(error), code="timeout", cause=error)
        except urllib3.exceptions.HTTPError as error:
            return sf.Failure(reason=str(error), code="network_failure", retry=True, cause=error)


def answer_of(response: urllib3.BaseHTTPResponse) -> sf.Answer:
    """Return what another status than 200 means."""
    if response.status in {301, 302, 303, 307, 308} and "Location" in response.headers:
        return sf.Redirect(location=response.headers["Location"], status=response.status)
    if response.status in {404, 410}:
        return sf.NotFound(status=response.status)
    return sf.HttpError(status=response.status, retry_after=response.headers.get("Retry-After"))


def main(url: str) -> int:
    """Print the pages, and return 0 if nothing was lost."""
    host = urlsplit(url).hostname

    def same_host(request: sf.Request) -> sf.Deny | None:
        return None if urlsplit(request.url).hostname == host else sf.Deny(reason=f"not on {host}")

    result = sf.parse(url, fetcher=Urllib3Fetcher(urllib3.PoolManager(maxsize=16)), authorize=same_host)
    print(*result.urls.locs(), sep="\n")
    for error in result.errors:
        print(error, file=sys.stderr)
    return 0 if result.complete else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
