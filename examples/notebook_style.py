"""A look at a site, cell by cell: for a notebook, or an editor that knows ``# %%``."""

# %%
from __future__ import annotations

import sys

import polars as pl

import sitemapfast as sf

SITE = sys.argv[1] if len(sys.argv) > 1 else "https://example.com"

# %% Where are the sitemaps?
found = sf.discover(SITE)
for sitemap in found.sitemaps:
    print(sitemap.loc, sitemap.outcome)

# %% Read them all.
result = sf.parse(f"{found.url}robots.txt")
print(len(result.urls), "pages,", len(result.sitemaps), "sitemaps,", len(result.errors), "errors")

# %% How many pages has each section of the site, and how fresh is it?
pages = pl.DataFrame(result.urls)
sections = (
    pages.with_columns(section=pl.col("loc").str.extract(r"^[^/]+//[^/]+(/[^/?]*)"))
    .group_by("section")
    .agg(pages=pl.len(), newest=pl.col("lastmod").max().dt.strftime("%Y-%m-%d"))
    .sort("pages", "section", descending=[True, False])
)
for row in sections.head(5).rows():
    print(*row)

# %% What is wrong?
for error in result.errors:
    print(error.code, error.reason)
for note in result.notes:
    print(note.code, note.line)
