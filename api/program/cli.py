"""The `matchledger` program: the service, its keys, simulated games and tournaments, decks, and a table to play at."""

from __future__ import annotations

import click

from api.program.archive import archive
from api.program.command_line import OneLine
from api.program.completion import completion
from api.program.database import database
from api.program.decks import decks
from api.program.desk import desk
from api.program.desk_export import export
from api.program.keys import keys
from api.program.people import people
from api.program.play import play
from api.program.serve import serve
from api.program.simulate import simulate
from api.program.tournament import tournament
from domain.table.seating import RELEASE


@click.group(
    "matchledger", cls=OneLine, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(RELEASE.rpartition(" ")[2], prog_name="matchledger")
def main() -> None:
    """A card-game service that can prove what happened at every table.

    Records are read and verified by the other program, `replay`.
    """


main.add_command(serve)
main.add_command(keys)
main.add_command(people)
main.add_command(database)
main.add_command(archive)
main.add_command(simulate)
main.add_command(decks)
main.add_command(desk)
desk.add_command(export)
main.add_command(tournament)
main.add_command(play)
main.add_command(completion)
