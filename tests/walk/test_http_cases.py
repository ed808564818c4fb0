"""The cases of ``http-cases.json``, served for real, through both parsers.

Each case says what a server answers, what the call raises or returns, the pages in order, the errors recorded, and how
often each path is asked for.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

import pytest
from tests.http_cases import build_case, load_cases
from tests.server import Server, trusted_by_environment

import sitemapfast as sf

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

CASES = load_cases()
# Tested by itself, below.
STRICT_DIFFERS = {"h20"}


def _sync(url: str, **settings: Any) -> sf.Result:
    return sf.parse(url, **settings)


def _async(url: str, **settings: Any) -> sf.Result:
    return asyncio.run(sf.aparse(url, **settings))


@pytest.fixture(params=[_sync, _async], ids=["sync", "async"])
def parse(request: pytest.FixtureRequest) -> Callable[..., sf.Result]:
    return request.param  # type: ignore[no-any-return]


@pytest.fixture(autouse=True, scope="module")
def _trust() -> Iterator[None]:
    with trusted_by_environment():
        yield


def _run(parse: Callable[..., sf.Result], case: Mapping[str, Any], **settings: Any) -> tuple[sf.Result, Any, Server]:
    with Server(build_case(case)) as server, server.names():
        try:
            result, error = parse(case["start"], **case.get("options", {}), **settings), None
        except sf.SitemapError as raised:
            result, error = raised.result, raised
    return result, error, server


@pytest.mark.parametrize(
    ("name", "strict", "concurrency"),
    [
        *((name, False, concurrency) for name in CASES for concurrency in (1, 64)),
        *((name, True, 4) for name in CASES if name not in STRICT_DIFFERS),
    ],
)
def test_a_case_ends_as_it_says(parse: Callable[..., sf.Result], name: str, strict: bool, concurrency: int) -> None:
    """Rules [80] to [95]."""
    expected = CASES[name]["expected"]
    result, error, server = _run(parse, CASES[name], strict=strict, concurrency=concurrency)
    assert (None if error is None else type(error).__name__) == expected["main_error"]
    if "locs" in expected:
        assert result.urls.locs() == expected["locs"]
    if "errors" in expected:
        assert [(type(each).__name__, each.url) for each in result.errors] == [  # type: ignore[attr-defined]
            (each["type"], each["url"]) for each in expected["errors"]
        ]
        for found, wanted in zip(result.errors, expected["errors"], strict=True):
            assert wanted.get("message_contains", "") in str(found)
    for path, count in expected.get("requests", {}).items():
        assert server.count(path) == count, path
    if "document_url" in expected:
        assert {url.sitemap for url in result.urls} == {expected["document_url"]}


def test_strict_mode_compares_with_the_host_that_served(parse: Callable[..., sf.Result]) -> None:
    """Rule [43]."""
    result, error, _ = _run(parse, CASES["h20"], strict=True)
    assert error is None
    assert result.urls.locs() == ["https://www.example.org/a"]
    assert [type(each).__name__ for each in result.errors] == ["ValidationError"]


def test_retry_after_is_waited_for_and_without_retries_it_fails(parse: Callable[..., sf.Result]) -> None:
    """Rule [83]."""
    started = time.monotonic()
    _, error, _ = _run(parse, CASES["h10"])
    assert error is None
    assert time.monotonic() - started >= 1
    once = {**CASES["h10"], "options": {}}
    _, error, server = _run(parse, once, retries=0)
    assert isinstance(error, sf.NetworkError)
    assert (error.status, server.count("/sitemap.xml")) == (503, 1)
