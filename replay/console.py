"""What the console can do: whether it shows colours, and how wide it is."""

from __future__ import annotations

import os
import shutil
import sys

import click

from domain.kernel.display.lines import Ink
from programs.hearing import heard

COLUMNS = 100  # where the output is no terminal
PAPER = Ink(colour=False)


def is_shown() -> bool:
    """Say whether the output is a terminal; a closed one is none."""
    return sys.stdout is not None and sys.stdout.isatty()


def has_colour() -> bool:
    """Say whether the output may be coloured: a terminal, not a dumb one, and `NO_COLOR` not set (no-color.org)."""
    return is_shown() and not os.environ.get("NO_COLOR") and os.environ.get("TERM", "dumb") != "dumb"


def columns(asked: int | None = None) -> int:
    """Return the width to draw for."""
    if asked is not None:
        return asked
    return shutil.get_terminal_size((COLUMNS, 24)).columns if is_shown() else COLUMNS


def ink() -> Ink:
    """Return what paints the output."""
    return Ink(colour=has_colour())


def say(message: str) -> None:
    """Write a message for the person, in their language, to stderr."""
    click.echo(heard(message), err=True)
