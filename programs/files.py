"""Arguments that are files."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem


class FileText(click.types.StringParamType):
    """Any text, a URL too, for which shells offer files; nothing is looked at here."""

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:
        """Let the shell offer its files."""
        return [CompletionItem(incomplete, type="file")]


FILE = FileText()
