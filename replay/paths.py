"""What a person may complete on the command line: files, names of games, viewers."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from domain.games import names


class FileText(click.types.StringParamType):
    """Any text, a URL too, for which shells offer files; nothing is looked at here."""

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
        """Let the shell offer its files."""
        return [CompletionItem(incomplete, type="file")]


FILE = FileText()
VIEWERS = ("all", "spectator", "seat:")


def games(_: click.Context, __: click.Parameter, begun: str) -> list[str]:
    """Return the games whose names begin so."""
    return [name for name in names() if name.startswith(begun)]


def viewers(_: click.Context, __: click.Parameter, begun: str) -> list[str]:
    """Return the viewers that are written so."""
    return [viewer for viewer in VIEWERS if viewer.startswith(begun)]
