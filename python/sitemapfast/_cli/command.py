"""What the commands of sitemapfast are to click: options in sections, examples that can be typed, exit codes.

Enters: options, each with the section of the help it stands in, and text. Leaves: `Command`, a `click.Command` whose
help is laid out so. Every command is made with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from sitemapfast._cli.report import EXIT_CODES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["SECTIONS", "Command", "command", "option"]

_Function = TypeVar("_Function", bound="Callable[..., Any]")

OUTPUT: Final = "What is written"
SECTIONS: Final = (OUTPUT, "What is left out", "Limits", "How documents are read", "How they are fetched", "Options")
"""The sections of the help, in their order; an option that names none stands in the last."""


class _Option(click.Option):
    """An option that knows the section of the help it stands in."""

    def __init__(self, *args: Any, section: str = SECTIONS[-1], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.section = section


def option(*names: str, section: str, **attributes: Any) -> Callable[[_Function], _Function]:
    """Add an option to a command, as `click.option` does, in a section of its help.

    Args:
        names: Its names, as click takes them.
        section: One of `SECTIONS`.
        attributes: What else `click.option` takes.
    """
    return click.option(*names, cls=_Option, section=section, **attributes)


class Command(click.Command):
    """A command whose help has its options in sections, then examples and exit codes.

    Args:
        examples: Pairs of a line to type, without ``sitemapfast``, and what it is for.
        exit_codes: The text on exit codes, a line each.
    """

    def __init__(
        self,
        *args: Any,
        examples: Sequence[tuple[str, str]] = (),
        exit_codes: str = EXIT_CODES,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.examples = tuple(examples)
        self.exit_codes = exit_codes

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, a section at a time."""
        sections: dict[str, list[tuple[str, str]]] = {name: [] for name in SECTIONS}
        for each in self.get_params(ctx):
            record = each.get_help_record(ctx)
            if record is not None and isinstance(each, click.Option):
                sections[getattr(each, "section", SECTIONS[-1])].append(record)
        for name, records in sections.items():
            if records:
                with formatter.section(name):
                    formatter.write_dl(records)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the examples, never wrapped, so that they can be copied, and the exit codes."""
        if self.examples:
            formatter.write_paragraph()
            formatter.write("Examples:\n")
            for line, purpose in self.examples:
                formatter.write(f"  # {purpose}\n  {line}\n")
        formatter.write_paragraph()
        for line in self.exit_codes.splitlines():
            if line != "\b":
                formatter.write(f"{line}\n")


def command(examples: Sequence[tuple[str, str]], **attributes: Any) -> Callable[[Callable[..., Any]], Command]:
    """Make a function a `Command`.

    Args:
        examples: Pairs of a whole line to type and what it is for.
        attributes: What else `Command` takes.
    """
    return click.command(cls=Command, examples=examples, **attributes)
