"""`matchledger people`: names of players, which lie outside the records."""

from __future__ import annotations

from contextlib import closing

import click

from api.program import service_options
from programs.commands import Group
from programs.hearing import heard


@click.group(cls=Group)
def people() -> None:
    """Forget players: their names, and what they wrote.

    Entries hold salted hashes, which prove everything without them.
    """


@people.command()
@click.argument("player")
@service_options.database
def erase(player: str, database: str) -> None:
    """Forget the name of a player, and the texts that it wrote on cases, for good.

    PLAYER is the id that entries and tables show (p_…). Backups are not touched. Where it is broken off, doing it again
    goes on.
    """
    with closing(service_options.opened(database, there=True)) as store:
        known = store.people.erase(player)
    if known:
        click.echo(heard(f"{player}: forgotten"), err=True)
    else:
        click.echo(heard(f"nothing is kept of {player}; what was deleted before is cleared"), err=True)
