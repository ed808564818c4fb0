"""Write all pages of a site to a Parquet file, in constant memory.

    python to_parquet.py https://example.com/robots.txt urls.parquet

Documents come one after the other and are let go once they are written. Small ones are joined first: a Parquet file
with a row group for each of 50,000 tiny sitemaps would be slow to read.
"""

from __future__ import annotations

import sys

import pyarrow as pa
import pyarrow.parquet as pq

import sitemapfast as sf

ROWS = 65_536


def main(url: str, path: str) -> int:
    """Write the pages, and return 0 if none is missing."""
    waiting: list[sf.UrlTable] = []
    written = 0
    schema = pa.table(sf.UrlTable()).schema
    with (
        sf.SitemapParser(max_urls=None) as parser,
        parser.stream(url) as documents,
        pq.ParquetWriter(path, schema) as file,
    ):
        for document in documents:
            waiting.append(document.urls)
            if sum(map(len, waiting)) >= ROWS:
                written += write(file, waiting)
        written += write(file, waiting)
        result = documents.result
    for error in result.errors:
        print(error, file=sys.stderr)
    print(f"{written} pages of {result.stats.read} documents in {path}", *result.reasons)
    return 0 if result.complete else 1


def write(file: pq.ParquetWriter, tables: list[sf.UrlTable]) -> int:
    """Write the tables as one, empty the list, and return how many rows there were."""
    table = sf.UrlTable.concat(tables)
    tables.clear()
    if len(table):
        file.write_table(pa.table(table))
    return len(table)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
