"""`matchledger people`: names of players, which lie outside the records."""

from __future__ import annotations

import click

from api import options


@click.group()
def people() -> None:
    """Names of players: entries hold a salted hash of them, which proves everything without the name."""


@people.command()
@click.argument("player")
@options.database
def erase(player: str, database: str) -> None:
    """Forget the name of PLAYER for good: the id that entries and tables show (p_…). Backups are not touched."""
    store = options.opened(database, there=True)
    done = store.people.erase(player)
    store.close()
    if not done:
        raise click.ClickException(f"no name is kept for {player}")
    click.echo(f"{player}: forgotten", err=True)
