"""`replay redact`: the copy of another viewer, byte for byte as the service gives it."""

from __future__ import annotations

import click

from domain.audit.copies import copy_for
from replay.asked import covers, parse, parsed, seats_of, source_argument, token_option
from replay.errors import InputError
from replay.output import out_option, write
from replay.source import fetch_record


@click.command()
@source_argument
@token_option
@click.option("--viewer", required=True, metavar="WHO", help="Whose copy to make: seat:0, spectator or all.")
@out_option
def redact(source: str, token_file: str | None, viewer: str, out: str) -> None:
    """Write the copy of another viewer.

    Byte for byte what the service gives that viewer. A copy can only be cut down: a seat's or a spectator's from a
    full one, a spectator's from a seat's. FILE is a record, - for the standard input, or the URL of a table.
    """
    record = parsed(fetch_record(source, token_file))
    seats = seats_of(record)
    seen_by, owner = parse(viewer, seats), parse(record.header.viewer, seats)
    if not covers(owner, seen_by):
        raise InputError(f"this copy was made for {owner}: it does not hold what {seen_by} may see")
    write(out, b"".join([line + b"\n" for line in copy_for(record, seen_by)]))
