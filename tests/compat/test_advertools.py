"""`sitemap_to_df` and `robotstxt_to_df` beside those of advertools: the same files and the same served site."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.compat.originals import original, quiet
from tests.compat.usp_corpus import index, page, rss, urlset
from tests.server import Reply, Server

import sitemapfast as sf
from sitemapfast.compat.advertools import robotstxt_to_df, sitemap_to_df

if TYPE_CHECKING:
    from collections.abc import Iterator

pd = pytest.importorskip("pandas", reason="pandas is not installed")

PAGE = Path(__file__).parents[2] / "docs" / "migrate" / "advertools.md"
IMAGE = "<image:image><image:loc>https://example.com/{0}.jpg</image:loc>{1}</image:image>"
NEWS = (
    "<news:news><news:publication><news:name>The Times</news:name><news:language>en</news:language></news:publication>"
    "<news:title>A title</news:title><news:keywords>one, two</news:keywords></news:news>"
)
VIDEO = (
    "<video:video><video:thumbnail_loc>https://example.com/t.jpg</video:thumbnail_loc><video:title>v</video:title>"
    '<video:duration>12</video:duration><video:restriction relationship="allow">DE</video:restriction>'
    '<video:uploader info="https://example.com/u">u</video:uploader><video:tag>x</video:tag></video:video>'
)
LOCS = [f"https://example.com/{n}" for n in range(5)]

ALIKE: dict[str, str] = {
    "locations": urlset(page(), page(loc=LOCS[2])),
    "no page": urlset(),
    "dates": urlset(page("<lastmod>2024-01-02</lastmod>"), page("", LOCS[2]), page("<lastmod>2024-03-04</lastmod>", LOCS[3])),
    "times": urlset(page("<lastmod>2024-01-02T10:00:00+02:00</lastmod>"), page("<lastmod>2024-01-02T10:00:00Z</lastmod>", LOCS[2])),
    "core values": urlset(page("<changefreq>daily</changefreq><priority>0.5</priority>"), page("<priority>1</priority>", LOCS[2])),
    "an image": urlset(page(IMAGE.format(1, "<image:title>t</image:title><image:license>l</image:license>")), page("", LOCS[2])),
    "news": urlset(page(NEWS), page("", LOCS[2])),
    "a video": urlset(page(VIDEO), page("", LOCS[2])),
    "a PageMap": urlset(page('<PageMap xmlns="http://www.google.com/schemas/sitemap-pagemap/1.0"><DataObject><Attribute name="n">v</Attribute></DataObject></PageMap>')),
    "no namespace": "<urlset><url><loc>https://example.com/1</loc></url></urlset>",
}  # fmt: skip

# The keys stand in the first column of the table in docs/migrate/advertools.md: document, column, there, here.
DIFFERENCES: dict[str, tuple[str, str, Any, Any]] = {
    "dates in several forms": (
        urlset(page("<lastmod>2024-01-02</lastmod>"), page("<lastmod>2024-01-02T10:00:00Z</lastmod>", LOCS[2])),
        "lastmod",
        ["2024-01-02", "2024-01-02T10:00:00Z"],
        ["2024-01-02 00:00:00+00:00", "2024-01-02 10:00:00+00:00"],
    ),
    "value that cannot be read": (
        urlset(page("<priority>high</priority>"), page("<priority>0.5</priority>", LOCS[2])),
        "priority",
        ["high", "0.5"],
        ["nan", "0.5"],
    ),
    "change frequency in capitals": (
        urlset(page("<changefreq>DAILY</changefreq>")),
        "changefreq",
        ["DAILY"],
        ["daily"],
    ),
    "several images": (
        urlset(page(IMAGE.format(1, "<image:title>one</image:title>") + IMAGE.format(2, ""))),
        "image_loc",
        ["https://example.com/2.jpg"],
        ["https://example.com/1.jpg@@https://example.com/2.jpg"],
    ),
    "several tags of a video": (
        urlset(page(VIDEO.replace("</video:video>", "<video:tag>y</video:tag></video:video>"))),
        "video_tag",
        ["y"],
        ["x@@y"],
    ),
    "links to other languages": (
        urlset(page('<xhtml:link rel="alternate" hreflang="de" href="https://example.com/de"/>')),
        "link_href",
        None,
        ["https://example.com/de"],
    ),
    "dates of news and videos": (
        urlset(
            page(NEWS.replace("<news:title>", "<news:publication_date>2024-01-02</news:publication_date><news:title>"))
        ),
        "news_publication_date",
        ["2024-01-02"],
        ["2024-01-02T00:00:00+00:00"],
    ),
    "a location twice": (
        urlset(page("<priority>0.1</priority>"), page("<priority>0.9</priority>")),
        "priority",
        ["0.9"],
        ["0.1", "0.9"],
    ),
    "white space around a value": (urlset(page(loc=f"\n  {LOCS[1]}\n")), "loc", [f"\n  {LOCS[1]}\n"], [LOCS[1]]),
    "elements that no extension knows": (urlset(page("<colour>red</colour>")), "colour", ["red"], None),
    "malformed XML": (urlset(page(), page(loc=f"{LOCS[2]}?a&b")), "loc", "ParseError", [LOCS[1], f"{LOCS[2]}?a&b"]),
    "an entry without a location": (urlset("<priority>1</priority>", page()), "loc", "IndexError", [LOCS[1], "nan"]),
    "feeds": (rss("<title>t</title><link>https://example.com/1</link>"), "loc", "IndexError", [LOCS[1]]),
    "text": ("https://example.com/1\n", "loc", "ParseError", [LOCS[1]]),
}

# Nobody can know them.
TIMES = ["download_date"]


def _theirs(name: str) -> Any:
    return getattr(original("advertools", "advertools"), name)


def _alike(mine: Any, theirs: Any) -> None:
    """The same columns of the same types with the same rows; rows and columns in any order."""
    assert set(mine) == set(theirs)
    by = [name for name in ("sitemap", "loc", "errors") if name in mine]
    frames = [
        frame.drop(columns=TIMES, errors="ignore")[sorted(set(frame) - set(TIMES))]
        .sort_values(by)
        .reset_index(drop=True)
        for frame in (mine, theirs)
    ]
    pd.testing.assert_frame_equal(*frames)
    assert mine["download_date"].dtype == theirs["download_date"].dtype


@pytest.mark.parametrize("name", ALIKE)
def test_a_document_becomes_the_same_frame(name: str, tmp_path: Path) -> None:
    path = tmp_path / "sitemap.xml"
    path.write_text(ALIKE[name], encoding="utf-8")
    with quiet():
        theirs = _theirs("sitemap_to_df")(path.as_uri())
    _alike(sitemap_to_df(path.as_uri()), theirs)


def _cells(call: Any, url: str, column: str) -> Any:
    try:
        with quiet():
            frame = call(url)
    except Exception as error:  # noqa: BLE001  whatever it is, it is what the difference is
        return type(error).__name__
    return [str(each) for each in frame[column]] if column in frame else None


@pytest.mark.parametrize("name", DIFFERENCES)
def test_a_listed_difference_is_there(name: str, tmp_path: Path) -> None:
    document, column, there, here = DIFFERENCES[name]
    path = tmp_path / "sitemap.xml"
    path.write_text(document, encoding="utf-8")
    assert there != here
    assert _cells(_theirs("sitemap_to_df"), path.as_uri(), column) == there
    assert _cells(sitemap_to_df, path.as_uri(), column) == here


def test_the_page_lists_each_difference_with_its_reason() -> None:
    section = PAGE.read_text(encoding="utf-8").split("## What is different in a document")[1].split("\n## ")[0]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in section.splitlines() if line.startswith("| ")]
    assert [row[0] for row in rows[1:]] == list(DIFFERENCES)
    assert all(all(row) for row in rows)


@pytest.fixture
def server() -> Iterator[Server]:
    """Serve a site that the two read alike."""
    said = {"ETag": '"abc"', "Last-Modified": "Tue, 02 Jan 2024 10:00:00 GMT"}
    with Server() as running:
        bodies = {
            "/robots.txt": f"User-agent: *\nSitemap: {running.url('/a.xml')}\nsitemap: {running.url('/i.xml')}\n".encode(),
            "/a.xml": urlset(page("<priority>0.5</priority>"), page("", LOCS[2])).encode(),
            "/b.xml.gz": gzip.compress(urlset(page("<lastmod>2024-01-02</lastmod>", LOCS[3])).encode()),
            "/i.xml": index(running.url("/b.xml.gz"), running.url("/c.xml")).encode(),
            "/self.xml": index(running.url("/self.xml"), running.url("/a.xml")).encode(),
            "/broken.xml": index(running.url("/a.xml"), running.url("/missing.xml")).encode(),
            "/c.xml": urlset().encode(),
            "/empty/robots.txt": b"User-agent: *\n",
        }
        running.add({path: [Reply(body=body, headers=said)] for path, body in bodies.items()})
        yield running


@pytest.mark.parametrize("recursive", [True, False])
@pytest.mark.parametrize("path", ["/a.xml", "/i.xml", "/robots.txt", "/self.xml"])
def test_a_served_sitemap_becomes_the_same_frame(server: Server, path: str, recursive: bool) -> None:
    if path == "/robots.txt" and not recursive:
        server.add({path: [Reply(body=f"Sitemap: {server.url('/i.xml')}".encode())]})
    with quiet():
        theirs = _theirs("sitemap_to_df")(server.url(path), recursive=recursive)
    _alike(sitemap_to_df(server.url(path), recursive=recursive), theirs)


def test_a_child_that_fails_is_a_row_with_its_error(server: Server) -> None:
    """The words of the error are sitemapfast's."""
    with quiet():
        mine, theirs = (call(server.url("/broken.xml")) for call in (sitemap_to_df, _theirs("sitemap_to_df")))
    for frame in (mine, theirs):
        (row,) = frame[frame["errors"].notna()].to_dict("records")
        assert row["sitemap"] == server.url("/missing.xml")
        assert "404" in row["errors"]
        assert pd.isna(row["loc"])
    assert set(mine) == set(theirs)
    assert list(mine.dtypes[sorted(mine)]) == list(theirs.dtypes[sorted(theirs)])


def test_what_cannot_be_fetched_is_raised(server: Server) -> None:
    with pytest.raises(sf.NetworkError, match="404"):
        sitemap_to_df(server.url("/missing.xml"))
    with pytest.raises(FileNotFoundError):
        sitemap_to_df("file:///no/such/file.xml")


def test_a_robots_txt_without_sitemaps_is_an_empty_frame(server: Server) -> None:
    """The original raises ValueError; a listed difference."""
    assert sitemap_to_df(server.url("/empty/robots.txt")).empty
    with pytest.raises(ValueError, match="No objects"), quiet():
        _theirs("sitemap_to_df")(server.url("/empty/robots.txt"))


def test_headers_reach_every_request(server: Server) -> None:
    sitemap_to_df(server.url("/i.xml"), request_headers={"User-Agent": "mine/1", "X-Team": "seo"})
    assert {(each.headers["user-agent"], each.headers["x-team"]) for each in server.requests} == {("mine/1", "seo")}
    assert len(server.requests) == 3


def test_files_lead_to_files_and_the_web_does_not(tmp_path: Path) -> None:
    """[111]: what is on the disk is nothing that a site can ask for."""
    (tmp_path / "a.xml").write_text(urlset(page()), encoding="utf-8")
    lists = index((tmp_path / "a.xml").as_uri(), (tmp_path / "none.xml").as_uri())
    (tmp_path / "i.xml").write_text(lists, encoding="utf-8")
    frame = sitemap_to_df((tmp_path / "i.xml").as_uri())
    assert [each for each in frame["loc"] if isinstance(each, str)] == [LOCS[1]]
    assert "No such file" in frame["errors"].iloc[-1]
    with Server({"/i.xml": [Reply(body=lists.encode())]}) as server:
        frame = sitemap_to_df(server.url("/i.xml"))
    assert "loc" not in frame or frame["loc"].isna().all()


def test_frames_are_the_same_without_arrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "sitemap.xml"
    path.write_text(
        urlset(
            *(page("<lastmod>2024-01-02T10:11:12.345678+02:00</lastmod>", loc) for loc in LOCS),
            page("", "http://example.com/"),
        ),
        encoding="utf-8",
    )
    with_arrow = sitemap_to_df(path.as_uri())
    monkeypatch.setattr("sitemapfast.compat._frame.find_spec", lambda name: None)
    pd.testing.assert_frame_equal(with_arrow.drop(columns=TIMES), sitemap_to_df(path.as_uri()).drop(columns=TIMES))


def test_a_value_that_cannot_be_read_stands_in_errors_beside_its_page(tmp_path: Path) -> None:
    path = tmp_path / "sitemap.xml"
    path.write_text(
        urlset(page("<lastmod>soon</lastmod><priority>high</priority>"), page("", LOCS[2])), encoding="utf-8"
    )
    frame = sitemap_to_df(path.as_uri())
    assert frame["errors"].iloc[0] == 'invalid <lastmod> value "soon"; invalid <priority> value "high"'
    assert pd.isna(frame["errors"].iloc[1])


@pytest.mark.parametrize("many", [False, True])
def test_the_sitemaps_of_a_robots_txt_are_those_of_the_original(server: Server, many: bool) -> None:
    """Other directives are not read; a listed difference."""
    urls: Any = [server.url("/robots.txt"), server.url("/missing/robots.txt")] if many else server.url("/robots.txt")
    with quiet():
        mine, theirs = robotstxt_to_df(urls), _theirs("robotstxt_to_df")(urls)
    theirs = theirs[theirs["directive"].isna() | theirs["directive"].str.lower().eq("sitemap")]
    assert set(mine) == set(theirs)
    assert dict(mine.dtypes) == {name: theirs.dtypes[name] for name in mine}
    shown = ["content", "robotstxt_url", "etag", "robotstxt_last_modified"]
    lines = [frame[frame["directive"].notna()][shown].to_dict("records") for frame in (mine, theirs)]
    assert lines[0] == lines[1]
    if many:
        assert [list(frame[frame["errors"].notna()]["robotstxt_url"]) for frame in (mine, theirs)] == [[urls[1]]] * 2


def test_rows_are_appended_to_a_file(server: Server, tmp_path: Path) -> None:
    path = tmp_path / "robots.jl"
    for _ in range(2):
        assert robotstxt_to_df(server.url("/robots.txt"), output_file=str(path)) is None
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [row["content"] for row in rows] == [server.url("/a.xml"), server.url("/i.xml")] * 2
    with pytest.raises(ValueError, match="jl"):
        robotstxt_to_df(server.url("/robots.txt"), output_file="robots.csv")


def test_a_robots_txt_that_names_nothing_gives_the_columns(server: Server) -> None:
    frame = robotstxt_to_df(server.url("/empty/robots.txt"))
    assert list(frame) == ["directive", "content", "robotstxt_url", "download_date"]
    assert frame.empty
