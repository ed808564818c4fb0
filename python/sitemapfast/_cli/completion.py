"""`sitemapfast completion`: the script that lets a shell complete commands and options.

Enters: the name of a shell. Leaves: a script of click's on standard output. Called by `main`.
"""

from __future__ import annotations

from typing import Final

import click

from sitemapfast._cli.command import command

__all__ = ["completion"]

_SHELLS: Final = ("bash", "zsh", "fish")
_EXAMPLES: Final = (
    ('eval "$(sitemapfast completion bash)"', "in ~/.bashrc"),
    ('eval "$(sitemapfast completion zsh)"', "in ~/.zshrc, after compinit"),
    ("sitemapfast completion fish > ~/.config/fish/completions/sitemapfast.fish", "once, for fish"),
)


@command(_EXAMPLES, exit_codes="Exit codes:\n  0    the script is written\n  2    wrong usage\n")
@click.argument("shell", type=click.Choice(_SHELLS))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Write the script that lets SHELL complete what is typed after sitemapfast."""
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"there is no completion for {shell}")
    click.echo(kind(ctx.find_root().command, {}, "sitemapfast", "_SITEMAPFAST_COMPLETE").source())
