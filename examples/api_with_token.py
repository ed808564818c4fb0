"""Read the sitemaps of a server that wants a token.

    SITEMAP_TOKEN=… python api_with_token.py https://staging.example.com/sitemap.xml

``Authorization`` goes to the origin of the main document alone. A sitemap that it lists on another host, or a
redirect to one, is asked for without the token.
"""

from __future__ import annotations

import os
import sys

import sitemapfast as sf


def main(url: str) -> int:
    """Print the pages, and return 0 if nothing was lost."""
    headers = {"Authorization": f"Bearer {os.environ['SITEMAP_TOKEN']}"}
    with sf.SitemapParser(headers=headers, delay=0.01) as parser:
        try:
            result = parser.parse(url)
        except sf.NetworkError as error:
            hint = " (is the token still good?)" if error.status in {401, 403} else ""
            print(f"{error}{hint}", file=sys.stderr)
            return 2
    print(*result.urls.locs(), sep="\n")
    for error in result.errors:
        print(error, file=sys.stderr)
    return 0 if result.complete else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
