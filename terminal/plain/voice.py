"""Who is spoken to in the plain mode: one who hears lines and answers with lines."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import Protocol

import click

from domain.kernel.display.lines import plain
from domain.kernel.display.words import Words
from terminal.plain.typed import Typed

ENDS = ".!?:…。！？：…"  # of a sentence, and of what a list follows


class Voice(Protocol):
    """Says lines and hears lines, and moves no cursor."""

    live: bool  # whether a person sees the questions and answers them, not a script that knows them beforehand

    def say(self, line: str) -> None:
        """Say one line."""
        ...

    def line(self) -> str:
        """Wait for a line and take it; raises `EOFError` at the end."""
        ...

    def next(self, seconds: float) -> str | None:
        """Return the line that `line` would take, without taking it, if it comes in time; raises `EOFError`."""
        ...

    def forget(self) -> None:
        """Throw away what a person said before there was a question."""
        ...


class Standard:
    """The standard input and output: a terminal, or pipes."""

    def __init__(self) -> None:
        self._typed = Typed()
        self.live = self._typed.live

    def say(self, line: str) -> None:
        """Write a line; what steers a terminal is left out."""
        click.echo(plain(line))

    def line(self) -> str:
        """Return the next line; in a pipe it is written down, as a terminal does."""
        text = self._typed.line()
        if not self.live:
            click.echo(plain(text))
        return text

    def next(self, seconds: float) -> str | None:
        """Return the line that comes next, if it comes in time."""
        return self._typed.next(seconds)

    def forget(self) -> None:
        """Throw away what a person typed ahead."""
        self._typed.forget()


def has_screen() -> bool:
    """Say whether both ends are a terminal that can show screens."""
    ends = (sys.stdin, sys.stdout)
    return all(end is not None and end.isatty() for end in ends) and os.environ.get("TERM") != "dumb"


def sentence(text: str, words: Words) -> str:
    """Return a text as a sentence: with a full stop, unless something ends it."""
    return text if not text or text[-1] in ENDS else words.say("{text}.", text=text)


def numbered(lines: Iterable[str], words: Words) -> list[str]:
    """Return choices as sentences with their numbers, from 1."""
    return [f"{number}. {sentence(line, words)}" for number, line in enumerate(lines, 1)]
