"""sitemapfast in the shape of advertools: what a program gains that changes nothing but its import."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from peers import Job, Peer
from peers.advertools_df import Files, rows

__all__ = ["PEER"]

_FILES = Files()


def _import() -> None:
    import pandas as pd

    import sitemapfast.compat.advertools  # noqa: F401

    # What pandas imports when the first frame is made is a part of neither.
    pd.DataFrame({"loc": ["x"]})


def _frame(data: bytes) -> Any:
    from sitemapfast.compat.advertools import sitemap_to_df

    return sitemap_to_df(_FILES.url(data))


PEER = Peer(
    title="sitemapfast.compat.advertools",
    version=lambda: version("sitemapfast"),
    requires=("pandas", "pyarrow"),
    jobs={"urlset": Job(run=_frame, rows=rows, prepare=_import)},
)
