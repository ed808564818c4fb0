"""Whatever the reads do, the result is that of one read after the other (rules [84] to [87], [101])."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.walk.site import Site, engine_of, play, summary
from tests.walk.trees import budgets, sites

from sitemapfast._walk.engine import Mode


@pytest.mark.parametrize("mode", [Mode.PARSE, Mode.WALK])
@given(script=sites(), limits=budgets, concurrency=st.sampled_from([2, 3, 4, 64]), data=st.data())
@settings(max_examples=200, deadline=None)
def test_order_of_arrival_changes_nothing(mode, script, limits, concurrency, data) -> None:
    """[87] Reads that end in any order, at any concurrency, give the result of one read after the other."""
    alone = play(engine_of("/0.xml", mode=mode, concurrency=1, **limits), Site(script))
    mixed = play(
        engine_of("/0.xml", mode=mode, concurrency=concurrency, **limits),
        Site(script),
        choose=lambda count: data.draw(st.integers(0, count - 1)),
    )
    assert summary(mixed.result) == summary(alone.result)
    assert [each.requested_url for each in mixed.documents] == [each.requested_url for each in alone.documents]
    assert [each.urls.locs() for each in mixed.documents] == [each.urls.locs() for each in alone.documents]
    assert mixed.most_open <= concurrency
