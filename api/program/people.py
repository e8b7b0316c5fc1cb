"""`matchledger people`: names of players, which lie outside the records."""

from __future__ import annotations

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

    PLAYER is the id that entries and tables show (p_…). Backups are not touched.
    """
    store = service_options.opened(database, there=True)
    done = store.people.erase(player)
    store.close()
    if not done:
        raise click.ClickException(f"nothing is kept of {player}")
    click.echo(heard(f"{player}: forgotten"), err=True)
