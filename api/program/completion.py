"""`matchledger completion`: the script by which a shell completes commands, options and files."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from programs.commands import Command

SHELLS = ("bash", "zsh", "fish")


@click.command(cls=Command)
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print what lets a shell complete this program's words.

    For this shell: `. <(matchledger completion bash)`. For every new one put the same line into ~/.bashrc; with zsh
    into ~/.zshrc, after `compinit`; with fish `matchledger completion fish | source` into ~/.config/fish/config.fish.
    """
    kind = get_completion_class(shell)
    assert kind is not None, "click completes for each of these"
    made = kind(context.find_root().command, {}, "matchledger", "_MATCHLEDGER_COMPLETE")
    click.echo(made.source_template % made.source_vars())
