"""`matchledger archive`: tables that have ended, out of a service and into one."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path

import click

from api.program import service_options
from api.service import now_ms
from domain.audit.many import WRONG
from domain.ledger.opening import shown
from programs.commands import Group
from programs.hearing import heard

FOLDER = click.Path(file_okay=False, path_type=Path)


@click.group(cls=Group)
def archive() -> None:
    """Write tables that have ended to a folder, and take such a folder in.

    An archive is a folder with a record of each table and a manifest with their hashes; `replay` reads it. To move a
    whole service use `matchledger database copy`.
    """


@archive.command("export")
@click.argument("parent", metavar="DIR", type=FOLDER)
@service_options.database
def export_(parent: Path, database: str) -> None:
    """Write every table that has ended to a new folder in DIR, named after the day.

    Of a table whose secrets are open the full copy is written, of any other what a spectator may see; private and
    delayed tables too, names of players never. May run while the service does. One that was interrupted is gone on
    with. The exit code is 1 if a table could not be read; it is told in one line and left out.
    """
    from api.archives.exporting import exported

    with (
        closing(service_options.opened(database, there=True)) as store,
        click.progressbar(
            length=store.listings.count(), label=heard("writing"), file=sys.stderr, hidden=not sys.stderr.isatty()
        ) as bar,
    ):
        try:
            made = exported(store, parent, at=now_ms(), told=lambda done: bar.update(done - bar.pos))
        except OSError as error:
            raise click.ClickException(f"{error.filename or parent}: {error.strerror}") from None
    for fault in made.faults:
        click.echo(heard(fault))
    click.echo(heard(f"{made.folder}: {_records(made.records)}; SHA-256 of the manifest {made.sha256}"), err=True)
    if made.faults:
        raise SystemExit(WRONG)


@archive.command("import")
@click.argument("folder", metavar="DIR", type=FOLDER)
@service_options.database
def import_(folder: Path, database: str) -> None:
    """Take in the tables of the archive DIR, to be read and never changed.

    Every file is compared with the manifest and every record verified; the first damage ends it, is told in one line
    and the exit code is 1 (2 where no complete archive is there). What has been taken in stays, and is passed over when
    it is run again. May run while the service does.
    """
    from api.archives.files import ArchiveError, NoArchiveError
    from api.archives.importing import imported

    with (
        closing(service_options.opened(database, there=True)) as store,
        click.progressbar(length=0, label=heard("taking in"), file=sys.stderr, hidden=not sys.stderr.isatty()) as bar,
    ):

        def told(done: int, in_all: int) -> None:
            bar.length = in_all
            bar.update(done - bar.pos)

        try:
            found = imported(store, folder, told)
        except NoArchiveError as error:
            raise click.ClickException(str(error)) from None
        except ArchiveError as error:
            click.echo(f"matchledger: {heard(str(error))}", err=True)
            raise SystemExit(WRONG) from None
    here = f", {found.there} {'was' if found.there == 1 else 'were'} there" if found.there else ""
    click.echo(heard(f"{shown(database)}: {_records(found.taken)} taken in{here}"), err=True)


def _records(count: int) -> str:
    return f"{count} record{'' if count == 1 else 's'}"
