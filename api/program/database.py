"""`matchledger database`: the database itself, apart from any service."""

from __future__ import annotations

import click

from api.program import service_options
from domain.ledger.database import SCHEMA
from domain.ledger.opening import shown
from domain.ledger.store import StoreError, upgraded


@click.group()
def database() -> None:
    """Make and upgrade the tables of a database."""


@database.command()
@click.option("--quiet", "-q", is_flag=True, help="Say nothing where there is nothing to do.")
@service_options.database
def upgrade(*, quiet: bool, database: str) -> None:
    """Make the tables of an empty database, or bring older ones to the form of this release.

    In one transaction; no entry ever changes. `serve` does it by itself for a file, never in PostgreSQL: there run it
    as the owner of the database, and give the service its rights after it.
    """
    try:
        before, named = upgraded(database), shown(database)
    except StoreError as error:
        raise click.ClickException(str(error)) from None
    if before == SCHEMA:
        if not quiet:
            click.echo(f"{named}: form {SCHEMA}, nothing to do", err=True)
    else:
        click.echo(f"{named}: {f'form {before} is now' if before else 'made in'} form {SCHEMA}", err=True)
