"""What goes wrong before any work is done: one clear line on stderr, exit code 2."""

from __future__ import annotations

from typing import IO, Any

import click
import msgspec

from domain.kernel.display.lines import plain
from programs.hearing import heard
from programs.language import language

NOT_JSON = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)  # what decoding somebody's JSON raises
LONGEST = 500  # characters of a message: it may quote a file


def one_line(message: str) -> str:
    """Return a message as one line of bearable length, without control characters."""
    text = " ".join(plain(message).split())
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


class InputError(click.ClickException):
    """An input that cannot be used; the message is one sentence for people."""

    exit_code = 2

    def __init__(self, message: str) -> None:
        super().__init__(one_line(message))
        self._language = language()

    def show(self, file: IO[Any] | None = None) -> None:
        """Write the line to stderr, in the language of the command."""
        click.echo(f"replay: {heard(self.message, self._language)}", err=True)
