"""What an import loads: who reads one document must not pay for a transport, an event loop or a table library."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = {
    "asyncio",
    "click",
    "duckdb",
    "httpcore2",
    "httpx2",
    "pandas",
    "polars",
    "pyarrow",
    "rich",
    "socket",
    "ssl",
}

DOCUMENT = b"<urlset><url><loc>https://example.com/</loc></url></urlset>"
READ = f"d = sitemapfast.parse_document({DOCUMENT!r}); d.urls.locs(); repr(d.urls)"


@pytest.mark.parametrize("work", ["pass", READ], ids=["import", "parse_document"])
def test_reading_a_document_loads_no_heavy_module(work: str) -> None:
    code = f"import sys, sitemapfast; {work}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=60)
    assert not HEAVY & set(done.stdout.split())
