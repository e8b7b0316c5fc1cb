"""`replay list`: the records in a folder, or the tables of a service."""

from __future__ import annotations

import click
import msgspec

from programs.commands import Command
from programs.files import FILE
from replay.asked import json_option, token_option
from replay.console import columns, is_shown, say
from replay.listing.folder import rows_of_folder
from replay.listing.rows import ORDERS, STATUSES, Wanted, ordered
from replay.listing.service import rows_of_service
from replay.listing.table import table
from replay.paths import games
from replay.reading.source import is_url


@click.command("list", cls=Command)
@click.argument("place", type=FILE, metavar="DIR|URL")
@token_option
@click.option("--game", metavar="GAME", shell_complete=games, help="Only this game.")
@click.option("--status", type=click.Choice(STATUSES), help="Only tables in this status.")
@click.option("--seats", type=click.IntRange(min=1), metavar="N", help="Only tables with so many seats.")
@click.option("--player", metavar="TEXT", help="Only where a player or a bot is called so, or in part.")
@click.option("--label", metavar="TEXT", help="Only labels with this text.")
@click.option("--wrong", is_flag=True, help="Only records that do not verify at sight.")
@click.option("--sort", type=click.Choice(tuple(ORDERS)), help="What to order by; name is where a record lies.")
@click.option("--reverse", is_flag=True, help="The other way round.")
@json_option
def list_records(
    place: str,
    token_file: str | None,
    game: str | None,
    status: str | None,
    seats: int | None,
    player: str | None,
    label: str | None,
    sort: str | None,
    *,
    wrong: bool,
    reverse: bool,
    as_json: bool,
) -> None:
    """List the records in a folder, or the tables of a service.

    Files of a folder count as records if they end in .ndjson, .jsonl or .record and begin with a header; others are
    passed over, and those that cannot be read at all are named on stderr. A record that does not verify at sight is
    marked with what is wrong and where. URL is the service's own (https://host) or that of its list of tables with
    whatever it is to be filtered by. With --json: one object a line.
    """
    wanted = Wanted(game=game, status=status, seats=seats, player=player, label=label, wrong=wrong)
    rows = rows_of_service(place, token_file, wanted) if is_url(place) else rows_of_folder(place)
    found = ordered([row for row in rows if wanted.takes(row)], sort, backwards=reverse)
    if as_json:
        for row in found:
            click.echo(msgspec.json.encode(row))
    elif found:
        for line in table(found, columns() if is_shown() else None):
            click.echo(line)
    else:
        say("There are no records here." if wanted == Wanted() else "There are no such records here.")
