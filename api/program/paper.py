"""The terminal as paper: how large it is, and text broken into its lines."""

from __future__ import annotations

import os
import re
import shutil
import sys

import click

from domain.kernel.display.lines import broken, plain

_NUMBER = re.compile(r" *\d+  ")
MOST_COLUMNS = 120  # wider boards are harder to read


def columns() -> int:
    """Return the width to write for."""
    return min(shutil.get_terminal_size().columns, MOST_COLUMNS)


def rows() -> int:
    """Return how many lines are in sight."""
    return shutil.get_terminal_size().lines


def colour() -> bool:
    """Say whether the terminal shows colours and its user wants them."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def say(text: str, *, indent: int = 6, err: bool = False) -> None:
    """Print a text in lines that the terminal need not break; those after the first are indented.

    The number of a choice stays beside it: in a language without spaces the whole choice is one word.
    """
    found = _NUMBER.match(text)
    if found is None:
        lines = broken(plain(text), columns(), indent=indent)
    else:
        lines = broken(plain(text[found.end() :]), columns() - indent)
        lines = [f"{found[0] if place == 0 else ' ' * indent}{line}" for place, line in enumerate(lines)]
    for line in lines:
        click.echo(line, err=err)
