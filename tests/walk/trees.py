"""Random sites and budgets for the property tests of the traversal."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from tests.walk.site import sitemapindex, urlset

from sitemapfast import Failure, HttpError, NotFound, Redirect

# No chain of redirects is longer than what is followed: where that ends depends on who began it.
NODES = 9


def path(node: int) -> str:
    """Return the path of a document."""
    return f"/{node}.xml"


nodes = st.integers(0, NODES - 1)


KINDS = ["pages", "pages", "index", "index", "index", "redirect", "missing", "broken"]


@st.composite
def documents(draw: st.DrawFn, *, steady: bool) -> Any:
    """Draw what a document answers with."""
    kind = draw(st.sampled_from(KINDS if steady else [*KINDS, "shy"]))
    if kind == "pages":
        pages = draw(st.lists(st.integers(0, 12), max_size=5))
        return urlset(*(f"/page/{page}" for page in pages))
    if kind == "index":
        return sitemapindex(*(path(each) for each in draw(st.lists(nodes, max_size=6))))
    if kind == "redirect":
        return Redirect(location=path(draw(nodes)))
    if kind == "missing":
        return draw(
            st.sampled_from([NotFound(), HttpError(status=500), Failure(reason="refused", code="connect_failed")])
        )
    if kind == "broken":
        whole = urlset("/page/1", "/page/2")
        return draw(
            st.sampled_from(
                [b"<html></html>", b"", whole[:-12], urlset("/page/3") + b"<!--", urlset("https:///", "/page/4")]
            )
        )
    return [HttpError(status=503), urlset("/page/7")]


@st.composite
def sites(draw: st.DrawFn, *, steady: bool = False) -> dict[str, Any]:
    """Draw a site: documents that list and redirect to each other, circles included.

    One that is not steady answers otherwise when it is asked again.
    """
    script = {path(node): draw(documents(steady=steady)) for node in range(NODES)}
    script[path(0)] = sitemapindex(*(path(each) for each in draw(st.lists(nodes, min_size=1, max_size=7))))
    return script


budgets = st.fixed_dictionaries(
    {},
    optional={
        "max_sitemaps": st.integers(1, 8),
        "max_urls": st.integers(1, 12),
        "max_depth": st.integers(0, 3),
        "max_validation_errors": st.integers(1, 3),
        "dedupe": st.just(True),
        "rules": st.just([r"/page/\d$"]),
    },
)
