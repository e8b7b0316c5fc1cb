"""`matchledger database`: the database itself, apart from any service."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path

import click

from api.program import service_options
from domain.audit.many import WRONG
from domain.ledger.database import SCHEMA
from domain.ledger.opening import file_of, is_server, shown
from domain.ledger.store import copied, upgraded
from processes.pool import cores
from programs.commands import Group
from programs.files import FILE
from programs.hearing import heard


@click.group(cls=Group)
def database() -> None:
    """Make, check and copy what a service keeps.

    DATABASE is a file, or postgresql://USER@HOST/NAME.
    """


@database.command()
@click.option("--quiet", "-q", is_flag=True, help="Speak only of an older database that was changed.")
@service_options.database
def upgrade(*, quiet: bool, database: str) -> None:
    """Make the tables of an empty database, or bring older ones to the form of this release.

    In one transaction; no entry ever changes. `serve` does it by itself for a file, never in PostgreSQL: there run it
    as the owner of the database, and give the service its rights after it.
    """
    before, named = upgraded(database), shown(database)
    if before == SCHEMA:
        if not quiet:
            click.echo(heard(f"{named}: form {SCHEMA}, nothing to do"), err=True)
    elif before or not quiet:
        click.echo(heard(f"{named}: {f'form {before} is now' if before else 'made in'} form {SCHEMA}"), err=True)


@database.command()
@click.option("--jobs", type=click.IntRange(1, 512), help="Processes; by default one a processor.")
@service_options.database
def check(*, jobs: int | None, database: str) -> None:
    """Verify every stored table: all proofs of its record, and its row in the list; and every tournament's record.

    May run while the service does. What is wrong is told in one line each. The exit code is 0 if nothing is wrong, 1 if
    something is, 2 if the database cannot be read.
    """
    from api.program.stored_tables import check_all, tournament_faults

    with closing(service_options.opened(database, there=True)) as store:
        tables, faults = store.listings.known(), [*tournament_faults(store)]
    wrong = 0
    for line in (*faults, *check_all(database, tables, jobs or cores())):
        click.echo(line)
        wrong += 1
    found = f"{wrong} faults" if wrong > 1 else "1 fault" if wrong else "nothing is wrong"
    click.echo(
        heard(f"{shown(database)}: {len(tables)} table{'' if len(tables) == 1 else 's'} checked, {found}"), err=True
    )
    if wrong:
        raise SystemExit(WRONG)


@database.command()
@click.argument("source", metavar="FROM", type=FILE)
@click.argument("target", metavar="TO", type=FILE)
def copy(source: str, target: str) -> None:
    """Copy everything from one database into another, of whatever kind, and compare the two.

    No service may run on either. The target is empty, or holds what an earlier copy has left, which is gone on with. In
    PostgreSQL it is written as the owner of its tables. The server key is no part of a database: copy its file too.
    """
    if _same(source, target):
        raise click.UsageError("FROM and TO are the same database")
    service_options.opened(source, there=True).close()
    with click.progressbar(length=0, label=heard("copying"), file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:

        def show(done: int, in_all: int) -> None:
            bar.length = in_all
            bar.update(done - bar.pos)

        entries = copied(source, target, show)
    click.echo(heard(f"{shown(target)}: {entries} entries, the same as in {shown(source)}"), err=True)


def _same(source: str, target: str) -> bool:
    if is_server(source) or is_server(target):
        return source == target
    return Path(file_of(source)).resolve() == Path(file_of(target)).resolve()
