"""The `matchledger` program: the service, its keys, simulated games and tournaments, decks, and a table to play at."""

from __future__ import annotations

import click

from api.program.command_line import OneLine
from domain.table.seating import RELEASE
from programs.commands import Modules

COMMANDS = {  # by name: the module of `api.program`, and its member
    "serve": ("serve", "serve"),
    "keys": ("keys", "keys"),
    "people": ("people", "people"),
    "database": ("database", "database"),
    "archive": ("archive", "archive"),
    "simulate": ("simulate", "simulate"),
    "decks": ("decks", "decks"),
    "desk": ("desk", "desk"),
    "tournament": ("tournament", "tournament"),
    "play": ("play", "play"),
    "completion": ("completion", "completion"),
}


@click.group(
    "matchledger",
    cls=OneLine,
    commands=Modules("api.program", COMMANDS),
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(RELEASE.rpartition(" ")[2], prog_name="matchledger")
def main() -> None:
    """A card-game service that can prove what happened at every table.

    Records are read and verified by the other program, `replay`.
    """
