"""What goes wrong before any work is done: one clear line on stderr, exit code 2."""

from __future__ import annotations

from typing import IO, Any

import click

from domain.kernel.lines import plain

LONGEST = 500  # characters of a message: it may quote a file


class InputError(click.ClickException):
    """An input that cannot be used; the message is one sentence for people."""

    exit_code = 2

    def __init__(self, message: str) -> None:
        text = " ".join(plain(message).split())
        super().__init__(text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…")

    def show(self, file: IO[Any] | None = None) -> None:
        """Write the line to stderr."""
        click.echo(f"replay: {self.message}", err=True)
