"""What the tests of the transport share: both clients as one, over a server that does what it is told."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Protocol

import pytest
from tests.server import client_context

from sitemapfast._http.client import AsyncHttpClient, HttpClient

if TYPE_CHECKING:
    from collections.abc import Callable

    from sitemapfast.typing import Answer, Request


class Fetch(Protocol):
    """One client, made and closed for the requests given: their answers."""

    def __call__(self, *requests: Request, **settings: Any) -> list[Answer]: ...


def _complete(settings: dict[str, Any]) -> dict[str, Any]:
    return {"user_agent": "test/1 (+https://example.com/)", "ssl_context": client_context()} | settings


def _sync(*requests: Request, **settings: Any) -> list[Answer]:
    with HttpClient(**_complete(settings)) as client:
        return [client.fetch(request) for request in requests]


def _async(*requests: Request, **settings: Any) -> list[Answer]:
    async def run() -> list[Answer]:
        async with AsyncHttpClient(**_complete(settings)) as client:
            return [await client.fetch(request) for request in requests]

    return asyncio.run(run())


@pytest.fixture(params=[_sync, _async], ids=["sync", "async"])
def fetch(request: pytest.FixtureRequest) -> Callable[..., list[Answer]]:
    """Give the two clients, one after the other: what holds for one holds for the other."""
    return request.param  # type: ignore[no-any-return]
