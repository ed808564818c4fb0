"""Tables, trees of rows and bars: for a terminal by rich where it is installed, plain and never folded for a pipe.

Enters: cells that strangers wrote. Leaves: lines on standard output that no terminal obeys. Called by the commands
that report instead of listing URLs.
"""

from __future__ import annotations

import os
import shutil
import sys
from typing import TYPE_CHECKING, Final

import click

from sitemapfast._cli.report import printable

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

__all__ = ["bar", "bytes_of", "columns_of_terminal", "cut", "heading", "show"]

_UNITS: Final = ("B", "kB", "MB", "GB", "TB")
_THOUSAND: Final = 1000
_USUAL: Final = 100
_NARROWEST: Final = 30
_EIGHTHS: Final = ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")


def heading(text: str) -> None:
    """Write a heading."""
    click.echo(click.style(printable(text), bold=True))


def show(
    title: str,
    header: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    numbers: Collection[str] = (),
    framed: bool = True,
) -> None:
    """Write a table; columns in which nothing stands are left out.

    Args:
        title: What stands above it; empty for nothing.
        header: The names of its columns.
        rows: Its cells, a row after the other.
        numbers: The columns that are aligned to the right.
        framed: Whether a terminal gets lines around cells, which are folded where they are too long; else the first
            column is cut to what the width of the terminal leaves it.
    """
    # A column in which nothing stands takes the width from those in which something does.
    kept = [place for place in range(len(header)) if any(row[place] for row in rows)]
    shown = [[printable(row[place]) for place in kept] for row in rows]
    header = [header[place] for place in kept]
    if framed and sys.stdout.isatty() and _show_rich(title, header, shown, numbers):
        return
    if title:
        heading(title)
    widths = [max(map(len, column)) for column in zip(header, *shown, strict=True)]
    if not framed and sys.stdout.isatty():
        widths[0] = min(widths[0], max(columns_of_terminal() - sum(widths[1:]) - 2 * len(widths), _NARROWEST))
        for row in shown:
            row[0] = cut(row[0], widths[0])
    for row in [header, ["-" * width for width in widths], *shown]:
        cells = [
            text.rjust(width) if name in numbers else text.ljust(width)
            for name, text, width in zip(header, row, widths, strict=True)
        ]
        click.echo("  " + "  ".join(cells).rstrip())
    click.echo()


def _show_rich(title: str, header: Sequence[str], rows: Sequence[Sequence[str]], numbers: Collection[str]) -> bool:
    """Write a table by rich, and return whether there is one."""
    try:
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text
    except ImportError:
        return False
    table = Table(title=Text(title, style="bold") if title else None, title_justify="left")
    for name in header:
        table.add_column(name, justify="right" if name in numbers else "left", overflow="fold")
    for row in rows:
        # Text, never markup: a site may write "[bold]" where it likes.
        table.add_row(*map(Text, row))
    # An empty NO_COLOR is none, for rich as for the rest of the command.
    console = Console(no_color=bool(os.environ.get("NO_COLOR")))
    console.print(table)
    console.print()
    return True


def cut(text: str, width: int) -> str:
    """Return a text that is no longer than `width`, its middle left out: names differ at their ends.

    Example:
        >>> cut("/sitemaps/products-1.xml", 13)
        '/sitem…-1.xml'
    """
    if len(text) <= width:
        return text
    kept = max(width - 1, 0)
    return f"{text[: kept // 2]}…{text[len(text) - (kept - kept // 2) :]}"


def columns_of_terminal() -> int:
    """Return the width of the terminal, or of a usual one."""
    return shutil.get_terminal_size((_USUAL, 24)).columns


def bar(value: int, most: int, width: int) -> str:
    """Return a bar as long as its share of the longest one, in characters that standard output can hold.

    Args:
        value: What it stands for.
        most: What the longest bar stands for.
        width: How many characters that one has.
    """
    eighths = 0 if most <= 0 else round(value * width * 8 / most)
    try:
        "".join((*_EIGHTHS, "█")).encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return "#" * max(round(eighths / 8), int(value > 0))
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8] or ("▏" if value > 0 else "")


def bytes_of(size: int | None) -> str:
    """Return a number of bytes in words.

    Example:
        >>> bytes_of(1_234_567), bytes_of(12), bytes_of(None)
        ('1.2 MB', '12 B', '')
    """
    if size is None:
        return ""
    amount, unit = float(size), 0
    while amount >= _THOUSAND and unit + 1 < len(_UNITS):
        amount, unit = amount / _THOUSAND, unit + 1
    return f"{amount:.1f} {_UNITS[unit]}" if unit else f"{size} B"
