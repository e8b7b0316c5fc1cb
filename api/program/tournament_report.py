"""`matchledger tournament report`: a record as a file that FIDE's programs read."""

from __future__ import annotations

import click

from api.requests.tournaments.reports import zone_of
from domain.tournament.exchange.columns import Edition
from domain.tournament.exchange.trf import NotInThisFormatError
from domain.tournament.exchange.trf import report as report_of
from domain.tournament.log.book import book_of
from domain.tournament.log.check import check
from domain.tournament.log.lines import read
from programs.commands import Command
from programs.files import FILE
from programs.hearing import heard
from programs.tournaments import Unreadable, exit_code, told


@click.command("report", cls=Command)
@click.argument("path", metavar="FILE", type=click.Path(dir_okay=False, allow_dash=True))
@click.option("--format", "edition", type=click.Choice(("trf26", "trf16")), default="trf26", show_default=True)
@click.option("--out", required=True, type=FILE, metavar="PATH", help="The report; - is stdout.")
def report(path: str, edition: Edition, out: str) -> None:
    """Write a tournament of two seats as a Tournament Report File.

    FILE is the record of a tournament, and is checked first: what is wrong with it is told, and nothing is written. The
    player who begins has white. The format is FIDE's (TRF26, or TRF16 with the extensions of pairing programs); names
    are the players' ids, for a record holds no others.
    """
    try:
        with click.open_file(path, "rb") as file:
            lines = file.read().splitlines()
        checks = check(lines)
        if exit_code(checks):
            for line in told(checks):
                click.echo(line, err=True)
            raise SystemExit(exit_code(checks))
        book = book_of([one.entry for one in read(lines)])
        text = report_of(book, edition=edition, zone=zone_of(book.opened.time_zone))
        with click.open_file(out, "wb") as target:
            target.write(text.encode())
    except NotInThisFormatError as error:
        raise click.ClickException(heard(str(error))) from None
    except OSError as error:
        raise Unreadable(f"{error.filename}: {error.strerror}") from None
