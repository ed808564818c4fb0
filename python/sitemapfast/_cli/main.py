"""The `sitemapfast` command: finds the command asked for and loads that one alone.

Enters: the arguments of the process. Leaves: its exit code. Called by the script `sitemapfast` and by
`python -m sitemapfast`.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import Final

import click

from sitemapfast._cli.report import EXIT_CODES

__all__ = ["COMMANDS", "main"]

# Name -> module of that name in this package, which has a command of that name; and its line in the help, here so
# that the list of commands can be shown without loading them.
COMMANDS: Final = {
    "urls": "Write the URLs that a site, a file or standard input lists.",
    "check": "Hold sitemaps to the protocol and to what search engines ask for.",
    "tree": "Show the sitemaps of a site as a tree.",
    "discover": "Find the sitemaps of a site.",
    "diff": "Show what is new, gone or re-dated between two runs or sites.",
    "stats": "Count URLs by host, section, month and changefreq, with bars.",
    "completion": "Write the script that lets your shell complete what you type.",
    "demo": "Serve a small site on this machine and read it.",
}


_EXAMPLES: Final = """\b
Examples:
  # see what it does, on a small site on this machine
  sitemapfast demo
  # all URLs of a site
  sitemapfast urls https://example.com/robots.txt
  # what a command can do, with examples
  sitemapfast urls --help

"""


class _Commands(click.Group):
    """A group whose commands are imported when they are called, so that none pays for another's imports."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - the signature of click
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(f"sitemapfast._cli.{cmd_name}"), cmd_name)
        if not isinstance(command, click.Command):
            message = f"sitemapfast._cli.{cmd_name} has no command of its name"
            raise TypeError(message)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=_EXAMPLES + EXIT_CODES,
)
@click.version_option(package_name="sitemapfast", message="%(prog)s %(version)s")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Read what web sites list about themselves: robots.txt, sitemaps and their indexes, RSS, Atom, text lists."""
    if os.environ.get("NO_COLOR"):
        ctx.color = False
