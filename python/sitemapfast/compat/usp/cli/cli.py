"""The command ``usp``: its arguments and its two forms of output.

Enters: the command line. Leaves: a tree with tabs, or pages a line each, on standard output; exit code 0, or 2 for
arguments that make no sense. What is logged goes to standard error, or to a file.
"""

from __future__ import annotations

import argparse
import logging
import sys
from typing import TYPE_CHECKING, NoReturn

import sitemapfast as sf
from sitemapfast.compat.usp.exceptions import SitemapException
from sitemapfast.compat.usp.helpers import strip_url_to_homepage
from sitemapfast.compat.usp.tree import sitemap_tree_for_homepage

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sitemapfast.compat.usp.objects.sitemap import AbstractSitemap

__all__ = ["main"]

_LEVELS = (logging.WARNING, logging.INFO, logging.DEBUG)


def main(argv: Sequence[str] | None = None) -> NoReturn:
    """Run the command, and exit."""
    parser, ls = _parsers()
    arguments = parser.parse_args(argv)
    if arguments.command is None:
        parser.print_help()
        parser.exit()
    _log_to(arguments.log_file, arguments.verbose)
    try:
        tree = sitemap_tree_for_homepage(
            arguments.url, use_robots=not arguments.no_robots, use_known_paths=not arguments.no_known
        )
    except SitemapException as error:
        ls.error(str(error))
    prefix = strip_url_to_homepage(arguments.url).rstrip("/") if arguments.strip_url else ""
    lines = _nested(tree, prefix) if arguments.format == "tabtree" else _pages(tree, prefix)
    try:
        for line in lines:
            sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read has enough, and the interpreter must not complain about it at its end.
        sys.stderr.close()
    sys.exit(0)


def _parsers() -> tuple[argparse.ArgumentParser, argparse.ArgumentParser]:
    parser = argparse.ArgumentParser(
        prog="usp", description="Sitemaps of a site, as ultimate-sitemap-parser lists them"
    )
    parser.add_argument("-v", "--version", action="version", version=f"%(prog)s (sitemapfast {sf.__version__})")
    commands = parser.add_subparsers(title="commands", dest="command", metavar="")
    text = "download, parse and list the sitemap structure"
    ls = commands.add_parser("ls", help="List sitemap pages", description=text)
    ls.add_argument("url", help="URL of the site including protocol")
    ls.add_argument(
        "-f",
        "--format",
        choices=("tabtree", "pages"),
        default="tabtree",
        help="tabtree: sitemaps and pages, nested with tabs (default); pages: pages alone, one a line",
    )
    ls.add_argument("-r", "--no-robots", action="store_true", help="don't discover sitemaps through robots.txt")
    ls.add_argument("-k", "--no-known", action="store_true", help="don't discover sitemaps through well-known URLs")
    ls.add_argument("-u", "--strip-url", action="store_true", help="leave the site's URL out of the others")
    ls.add_argument("-v", "--verbose", action="count", default=0, help="log more; twice for all there is")
    ls.add_argument("-l", "--log-file", help="write the log to this file instead")
    return parser, ls


def _log_to(path: str | None, verbose: int) -> None:
    handler: logging.Handler = logging.StreamHandler() if path is None else logging.FileHandler(path, encoding="utf-8")
    handler.setFormatter(logging.Formatter("%(levelname)s:%(name)s:%(message)s"))
    logger = logging.getLogger("sitemapfast")
    logger.addHandler(handler)
    logger.setLevel(_LEVELS[min(verbose, len(_LEVELS) - 1)])


def _nested(tree: AbstractSitemap, prefix: str, depth: int = 0) -> Iterator[str]:
    """Return the lines of a tree: a sitemap, the sitemaps below it, its pages."""
    # The root is the site itself and keeps its URL.
    yield "\t" * depth + _shown(tree.url, prefix if depth else "")
    for each in tree.sub_sitemaps:
        yield from _nested(each, prefix, depth + 1)
    if not tree.sub_sitemaps:
        for page in tree.all_pages():
            yield "\t" * (depth + 1) + _shown(page.url, prefix)


def _pages(tree: AbstractSitemap, prefix: str) -> Iterator[str]:
    return (_shown(page.url, prefix) for page in tree.all_pages())


def _shown(url: str, prefix: str) -> str:
    # What a server sends must not move the cursor of a terminal.
    shown = "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in url)
    return shown.removeprefix(prefix)
