"""`matchledger people`: names of players, which lie outside the records."""

from __future__ import annotations

import click

from api.program import service_options
from programs.commands import Group
from programs.hearing import heard


@click.group(cls=Group)
def people() -> None:
    """Forget names of players.

    Entries hold a salted hash of a name, which proves everything without it.
    """


@people.command()
@click.argument("player")
@service_options.database
def erase(player: str, database: str) -> None:
    """Forget the name of a player for good.

    PLAYER is the id that entries and tables show (p_…). Backups are not touched.
    """
    store = service_options.opened(database, there=True)
    done = store.people.erase(player)
    store.close()
    if not done:
        raise click.ClickException(f"no name is kept for {player}")
    click.echo(heard(f"{player}: forgotten"), err=True)
