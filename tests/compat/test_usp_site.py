"""A served site through ultimate-sitemap-parser and through its counterpart: trees, callbacks, clients, requests."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING, Any

import pytest
from tests.compat.originals import original, quiet
from tests.compat.usp_corpus import index, rss, shown, urlset
from tests.server import Reply, Server

import sitemapfast.compat.usp.tree as ours
from sitemapfast.compat.usp.exceptions import SitemapException
from sitemapfast.compat.usp.fetch_parse import SitemapFetcher, XMLSitemapParser
from sitemapfast.compat.usp.objects.sitemap import InvalidSitemap
from sitemapfast.compat.usp.web_client import abstract_client

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def _pages(server: Server, *paths: str) -> bytes:
    return urlset(*(f"<loc>{server.url(path)}</loc>" for path in paths)).encode()


def _index(server: Server, *paths: str) -> bytes:
    return index(*map(server.url, paths)).encode()


@pytest.fixture
def server() -> Iterator[Server]:
    """Serve a site with everything that the two read alike."""
    with Server() as running:
        robots = (
            f"User-agent: *\nDisallow: /x\nSitemap: {running.url('/index.xml')}\nsite-map: {running.url('/list.txt')}\n"
            f"Sitemap: {running.url('/moved.xml')}\nSitemap: {running.url('/index.xml')}\n"
        )
        feed = rss(f"<title>t</title><link>{running.url('/5')}</link>").encode()
        packed = gzip.compress(_pages(running, "/3"))
        bodies = {
            "/robots.txt": robots.encode(),
            "/index.xml": _index(running, "/a.xml", "/b.xml.gz", "/missing.xml", "/index.xml", "/deeper.xml"),
            "/a.xml": _pages(running, "/1", "/2"),
            "/b.xml.gz": packed,
            "/deeper.xml": _index(running, "/index.xml", "/page.html", "/feed"),
            "/page.html": b"<html></html>",
            "/feed": feed,
            "/list.txt": running.url("/4").encode(),
            "/target.xml": _pages(running, "/6"),
            "/sitemap.xml": _pages(running, "/7"),
            "/extra.xml": _pages(running, "/8"),
        }
        running.add({path: [Reply(body=body)] for path, body in bodies.items()})
        moved = [Reply(status=302, headers={"Location": "/target.xml"})]
        running.add({"/moved.xml": moved, "/sitemap_index.xml": moved})
        yield running


def _theirs(server: Server, **arguments: Any) -> Any:
    tree = original("usp.tree", "ultimate-sitemap-parser")
    with quiet():
        return tree.sitemap_tree_for_homepage(server.url("/any?page"), **arguments)


def test_the_tree_of_a_site_is_that_of_the_original(server: Server) -> None:
    assert shown(ours.sitemap_tree_for_homepage(server.url("/any?page"))) == shown(_theirs(server))


@pytest.mark.parametrize(
    "arguments",
    [
        {"use_known_paths": False},
        {"use_robots": False},
        {"use_robots": False, "extra_known_paths": {"extra.xml"}},
        {"normalize_homepage_url": False},
        {"use_robots": False, "use_known_paths": False},
    ],
    ids=str,
)
def test_its_arguments_mean_the_same(server: Server, arguments: dict[str, Any]) -> None:
    """What is at known places comes in any order from the original, whose places are a set."""
    mine = shown(ours.sitemap_tree_for_homepage(server.url("/any?page"), **arguments))
    theirs = shown(_theirs(server, **arguments))
    assert mine[:3] == theirs[:3]
    assert sorted(mine[3], key=repr) == sorted(theirs[3], key=repr)


def _recorder() -> tuple[list[Any], dict[str, Callable[..., Any]]]:
    calls: list[Any] = []

    def one(url: str, level: int, parents: set[str]) -> bool:
        calls.append((url, level, sorted(parents)))
        return "b.xml" not in url

    def several(urls: list[str], level: int, parents: set[str]) -> list[str]:
        calls.append((urls, level, sorted(parents)))
        return [url for url in urls if "list.txt" not in url]

    return calls, {"recurse_callback": one, "recurse_list_callback": several}


def test_callbacks_are_asked_the_same_and_obeyed(server: Server) -> None:
    """The original goes down first, this one across: the calls are the same, their order is not."""
    asked, callbacks = _recorder()
    mine = shown(ours.sitemap_tree_for_homepage(server.url(), use_known_paths=False, **callbacks))
    requested = server.counts()
    theirs_asked, callbacks = _recorder()
    assert mine == shown(_theirs(server, use_known_paths=False, **callbacks))
    assert sorted(asked, key=repr) == sorted(theirs_asked, key=repr)
    assert not requested["/b.xml.gz"]
    assert not requested["/list.txt"]


def test_a_shared_sitemap_is_fetched_once_and_stands_once(server: Server) -> None:
    """[84]: the original fetches it for each index that lists it, and gives its pages as often."""
    server.add(
        {"/robots.txt": [Reply(body=f"Sitemap: {server.url('/i.xml')}\nSitemap: {server.url('/j.xml')}".encode())]}
    )
    server.add({f"/{name}.xml": [Reply(body=_index(server, "/a.xml"))] for name in "ij"})
    tree = ours.sitemap_tree_for_homepage(server.url(), use_known_paths=False)
    assert [page.url for page in tree.all_pages()] == [server.url("/1"), server.url("/2")]
    assert server.count("/a.xml") == 1
    twice = _theirs(server, use_known_paths=False)
    assert len(list(twice.all_pages())) == 4


def test_an_endless_chain_ends_where_that_of_the_original_ends(server: Server) -> None:
    def chain(number: int) -> bytes:
        return _index(server, f"/deep{number + 1}.xml")

    server.add({"/deep<n>.xml": [Reply(body=chain)]})
    fetch = original("usp.fetch_parse", "ultimate-sitemap-parser")
    with quiet():
        theirs = shown(fetch.SitemapFetcher(url=server.url("/deep0.xml"), recursion_level=0).sitemap())
    assert shown(SitemapFetcher(url=server.url("/deep0.xml"), recursion_level=0).sitemap()) == theirs


@pytest.mark.parametrize("path", ["/index.xml", "/list.txt", "/missing.xml", "/moved.xml", "/robots.txt"])
def test_a_sitemap_can_be_begun_at(server: Server, path: str) -> None:
    fetch = original("usp.fetch_parse", "ultimate-sitemap-parser")
    with quiet():
        theirs = shown(fetch.SitemapFetcher(url=server.url(path), recursion_level=0).sitemap())
    assert shown(SitemapFetcher(url=server.url(path), recursion_level=0).sitemap()) == theirs


def test_text_at_hand_is_read_and_what_it_lists_is_fetched_with_the_client_given(server: Server) -> None:
    client = Shelf({server.url("/a.xml"): urlset("<loc>https://example.com/1</loc>").encode()})
    parser = XMLSitemapParser(
        url=server.url("/index.xml"),
        content=index(server.url("/a.xml"), server.url("/b.xml")),
        recursion_level=0,
        web_client=client,
        parent_urls=set(),
    )
    tree = parser.sitemap()
    assert [page.url for page in tree.all_pages()] == ["https://example.com/1"]
    assert client.asked == [server.url("/a.xml"), server.url("/b.xml")]
    assert not server.requests


def test_a_local_client_leaves_children_unfetched() -> None:
    parser = XMLSitemapParser(
        "http://example.com/i.xml", index("http://example.com/a.xml"), 0, abstract_client.LocalWebClient(), set()
    )
    (child,) = parser.sitemap().sub_sitemaps
    assert isinstance(child, InvalidSitemap)
    assert child.reason == "Un-fetched child sitemap"


class Answer(abstract_client.AbstractWebClientSuccessResponse):
    """A document of the shelf."""

    def __init__(self, url: str, data: bytes) -> None:
        self._url, self._data = url, data

    def status_code(self) -> int:
        return 200

    def status_message(self) -> str:
        return "OK"

    def header(self, case_insensitive_name: str) -> str | None:
        return None

    def raw_data(self) -> bytes:
        return self._data

    def url(self) -> str:
        return self._url


class Shelf(abstract_client.AbstractWebClient):
    """A client of a caller's own: documents by URL."""

    def __init__(self, documents: dict[str, bytes], message: str = "404 Not Found") -> None:
        self._documents, self._message = documents, message
        self.asked: list[str] = []
        self.most: int | None = None

    def set_max_response_data_length(self, max_response_data_length: int | None) -> None:
        self.most = max_response_data_length

    def get(self, url: str) -> abstract_client.AbstractWebClientResponse:
        self.asked.append(url)
        if url not in self._documents:
            return abstract_client.WebClientErrorResponse(self._message, retryable=False)
        return Answer(url, self._documents[url])


def test_a_client_of_the_callers_fetches_everything() -> None:
    home = "https://example.com/"
    client = Shelf(
        {f"{home}robots.txt": f"Sitemap: {home}i.xml".encode(), f"{home}i.xml": index(f"{home}a.xml").encode()}
    )
    tree = ours.sitemap_tree_for_homepage(home, web_client=client, use_known_paths=False)
    (child,) = tree.sub_sitemaps[0].sub_sitemaps[0].sub_sitemaps
    assert child.to_dict()["reason"] == f"Unable to fetch sitemap from {home}a.xml: 404 Not Found"
    assert client.asked == [f"{home}robots.txt", f"{home}i.xml", f"{home}a.xml"]
    assert client.most == 100 * 1024 * 1024


def test_the_original_asks_such_a_client_for_the_same(server: Server) -> None:
    theirs = original("usp.web_client.abstract_client", "ultimate-sitemap-parser")
    tree = original("usp.tree", "ultimate-sitemap-parser")

    class TheirAnswer(Answer, theirs.AbstractWebClientSuccessResponse):  # type: ignore[misc, name-defined]
        pass

    class TheirShelf(Shelf, theirs.AbstractWebClient):  # type: ignore[misc, name-defined]
        def get(self, url: str) -> Any:
            self.asked.append(url)
            if url not in self._documents:
                return theirs.WebClientErrorResponse(self._message, retryable=False)
            return TheirAnswer(url, self._documents[url])

    documents = {server.url(path): _pages(server, "/1") for path in ("/a.xml", "/sitemap.xml")}
    documents[server.url("/robots.txt")] = f"Sitemap: {server.url('/a.xml')}".encode()
    mine, other = Shelf(documents), TheirShelf(documents)
    tree_of_mine = shown(ours.sitemap_tree_for_homepage(server.url(), web_client=mine))
    with quiet():
        assert tree_of_mine == shown(tree.sitemap_tree_for_homepage(server.url(), web_client=other))
    assert sorted(mine.asked) == sorted(other.asked)


@pytest.mark.parametrize("url", ["foo", "ftp://example.com/", ""])
def test_what_is_no_site_is_refused(url: str) -> None:
    with pytest.raises(SitemapException, match="is not a HTTP"):
        ours.sitemap_tree_for_homepage(url)


def test_a_client_that_raises_ends_the_call() -> None:
    class Broken(Shelf):
        def get(self, url: str) -> abstract_client.AbstractWebClientResponse:
            raise RuntimeError(url)

    with pytest.raises(RuntimeError, match=r"robots\.txt"):
        ours.sitemap_tree_for_homepage("https://example.com/", web_client=Broken({}))
