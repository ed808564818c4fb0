"""The API of ultimate-sitemap-parser 1.8: ``usp`` becomes ``sitemapfast.compat.usp``, the rest of the import stays.

`tree` and `fetch_parse` read sites, `objects` has what they return, `web_client` the protocol of a client of one's
own. What is different stands in ``docs/migrate/usp.md``.
"""

from __future__ import annotations

from typing import Any

__all__ = ["__version__", "tree"]


def __getattr__(name: str) -> Any:
    """Import what is asked for: the version and the tree need the whole package."""
    if name == "__version__":
        import sitemapfast as sf

        return sf.__version__
    if name == "tree":
        from importlib import import_module

        return import_module(f"{__name__}.tree")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
