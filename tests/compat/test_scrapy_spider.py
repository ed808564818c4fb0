"""`SitemapSpider` in real crawls of a served site, beside Scrapy's own in the same process of its own."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from tests.compat.usp_corpus import index, rss, urlset
from tests.server import Reply, Server

pytest.importorskip("scrapy", reason="Scrapy is not installed")

if TYPE_CHECKING:
    from collections.abc import Iterator

# A crawl needs a reactor, of which a process has one.
PROGRAM = """
import json, sys
from scrapy.crawler import AsyncCrawlerProcess
module, body, settings = sys.argv[1:]
Base = getattr(__import__(module, fromlist=["SitemapSpider"]), "SitemapSpider")
seen = []

def parse(self, response):
    seen.append(["parse", response.url])

def parse_shop(self, response):
    seen.append(["shop", response.url])

def sitemap_filter(self, entries):
    for entry in entries:
        if entry.get("lastmod", "2024") >= "2024":
            yield entry

members = {"name": "crawl", "parse": parse, "parse_shop": parse_shop, **json.loads(body)}
if members.pop("filter", False):
    members["sitemap_filter"] = sitemap_filter
Spider = type("Spider", (Base,), members)
process = AsyncCrawlerProcess({"LOG_LEVEL": "WARNING", "TELNETCONSOLE_ENABLED": False, **json.loads(settings)})
process.crawl(Spider)
process.start()
print(json.dumps(sorted(seen)))
"""


def crawl(module: str, settings: dict[str, Any] | None = None, **members: Any) -> tuple[list[list[str]], str]:
    """Return the pages that were visited, with the callback that got them, and what was logged."""
    arguments = [module, json.dumps(members), json.dumps(settings or {})]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments], capture_output=True, text=True, timeout=100, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), done.stderr


OURS, THEIRS = "sitemapfast.compat.scrapy", "scrapy.spiders"


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as running:
        link = f'<xhtml:link rel="alternate" hreflang="de" href="{running.url("/de")}"/>'
        old = "<lastmod>2020-01-01</lastmod>"
        xml = {"Content-Type": "application/xml"}
        bodies = {
            "/robots.txt": f"User-agent: *\nSitemap: /i.xml\nSitemap: {running.url('/b.xml.gz')}\n".encode(),
            "/i.xml": index(running.url("/a.xml"), running.url("/skipped.xml")).encode(),
            "/a.xml": urlset(
                f"<loc>{running.url('/shop/1')}</loc>{link}", f"<loc>{running.url('/old')}</loc>{old}"
            ).encode(),
            "/skipped.xml": urlset(f"<loc>{running.url('/skipped')}</loc>").encode(),
            "/b.xml.gz": gzip.compress(urlset(f"<loc>{running.url('/2')}</loc>").encode()),
            "/html.xml": b"<html></html>",
        }
        running.add({path: [Reply(body=body, headers=xml)] for path, body in bodies.items()})
        # Scrapy takes gzip that is said to be XML for XML.
        packed = Reply(body=bodies["/b.xml.gz"], headers={"Content-Type": "application/gzip"})
        running.add({"/b.xml.gz": [packed]})
        pages = ("/shop/1", "/old", "/de", "/skipped", "/2", "/3", "/4", "/5")
        running.add({path: [Reply(body=b"<p>", headers={"Content-Type": "text/html"})] for path in pages})
        yield running


@pytest.mark.parametrize(
    "members",
    [
        {},
        {"sitemap_rules": [["/shop/", "parse_shop"]]},
        {"sitemap_rules": [["/shop/", "parse_shop"], ["", "parse"]], "sitemap_follow": ["/a", "/i"]},
        {"sitemap_alternate_links": True},
        {"filter": True},
    ],
    ids=["all", "rules", "follow", "alternates", "filter"],
)
def test_a_crawl_visits_what_scrapys_spider_visits(server: Server, members: dict[str, Any]) -> None:
    urls = {"sitemap_urls": [server.url("/robots.txt")]}
    mine, logged = crawl(OURS, **urls, **members)
    theirs, _ = crawl(THEIRS, **urls, **members)
    assert mine == theirs
    assert mine
    assert "Ignoring" not in logged


def test_a_crawl_goes_where_scrapys_spider_does_not(server: Server) -> None:
    """A query behind the name, XML served as HTML, a feed, a relative location, a sitemap among pages."""
    html = {"Content-Type": "text/html"}
    page = urlset("<loc>/3</loc>").encode()
    mixed = (
        f"<urlset><url><loc>{server.url('/5')}</loc></url><sitemap><loc>{server.url('/feed')}</loc></sitemap></urlset>"
    )
    server.add(
        {
            "/s.xml?page=2": [Reply(body=page, headers=html)],
            "/feed": [Reply(body=rss(f"<link>{server.url('/4')}</link>").encode(), headers=html)],
            "/mixed.xml": [Reply(body=mixed.encode(), headers=html)],
        }
    )
    urls = [server.url("/s.xml?page=2"), server.url("/mixed.xml")]
    mine, _ = crawl(OURS, sitemap_urls=urls)
    assert mine == [["parse", server.url(path)] for path in ("/3", "/4", "/5")]
    theirs, logged = crawl(THEIRS, sitemap_urls=urls[:1])
    assert theirs == []
    assert "Ignoring invalid sitemap" in logged


def test_what_is_no_sitemap_is_ignored_with_a_warning_that_says_why(server: Server) -> None:
    mine, logged = crawl(OURS, sitemap_urls=[server.url("/html.xml")])
    assert mine == []
    assert "Ignoring invalid sitemap" in logged
    assert 'unrecognized sitemap format (root element: "html")' in logged
    assert "Traceback" not in logged


def test_scrapys_limit_of_size_holds_for_what_is_unpacked(server: Server) -> None:
    server.add(
        {"/bomb.xml.gz": [Reply(body=gzip.compress(urlset(f"<loc>{server.url('/2')}</loc>{' ' * 100_000}").encode()))]}
    )
    mine, logged = crawl(OURS, {"DOWNLOAD_MAXSIZE": 10_000}, sitemap_urls=[server.url("/bomb.xml.gz")])
    assert mine == []
    assert "Ignoring invalid sitemap" in logged


def test_it_is_one_of_scrapys_spiders() -> None:
    from scrapy.spiders import SitemapSpider as Theirs

    from sitemapfast.compat.scrapy import SitemapSpider

    assert issubclass(SitemapSpider, Theirs)
