"""What a person may complete on the command line: names of games, viewers."""

from __future__ import annotations

import click

from domain.games import names

VIEWERS = ("all", "spectator", "seat:")


def games(_: click.Context, __: click.Parameter, begun: str) -> list[str]:
    """Return the games whose names begin so."""
    return [name for name in names() if name.startswith(begun)]


def viewers(_: click.Context, __: click.Parameter, begun: str) -> list[str]:
    """Return the viewers that are written so."""
    return [viewer for viewer in VIEWERS if viewer.startswith(begun)]
