"""A call whose main URL is none: rules [4] and [102]."""

from __future__ import annotations

import pytest

import sitemapfast as sf


@pytest.mark.parametrize("url", ["ftp://example.com/", "https://", "sitemap.xml"])
def test_the_result_of_a_refused_url_says_why_and_is_partial(url: str) -> None:
    """[4] [102] What the exception carries is no complete result."""
    with pytest.raises(sf.ValidationError) as raised:
        sf.parse(url)
    result = raised.value.result
    assert (result.complete, list(result.errors), result.error_count) == (False, [raised.value], 1)
    with sf.SitemapParser() as parser, pytest.raises(sf.ValidationError):
        list(parser.stream(url))
