"""What an import loads: a script that reads one document must not pay for a transport, an event loop or a table library."""

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

READ = "d = sitemapfast.parse_document(b'<urlset><url><loc>https://example.com/</loc></url></urlset>'); d.urls.locs(); repr(d.urls)"


@pytest.mark.parametrize("work", ["pass", READ], ids=["import", "parse_document"])
def test_reading_a_document_loads_no_heavy_module(work: str) -> None:
    code = f"import sys, sitemapfast; {work}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=60)
    assert not HEAVY & set(done.stdout.split())
