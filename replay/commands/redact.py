"""`replay redact`: the copy of another viewer, byte for byte as the service gives it."""

from __future__ import annotations

import click

from domain.audit.copies import copy_for, opens_secrets
from programs.commands import Command
from replay.asked import source_argument, token_option
from replay.console import say
from replay.errors import InputError
from replay.output import out_option, write
from replay.reading.followed import parsed, seats_of, text_of
from replay.reading.sight import parse

OPEN = "This copy hides nothing: it opens the secrets, and every hand can be computed from them. Use --closed."


@click.command(cls=Command)
@source_argument
@token_option
@click.option("--viewer", required=True, metavar="WHO", help="Whose copy to make: seat:0, spectator or all.")
@click.option("--closed", is_flag=True, help="End the copy before the entry that opens the secrets.")
@out_option
def redact(source: str, token_file: str | None, viewer: str, out: str, *, closed: bool) -> None:
    """Write the copy of another viewer.

    Byte for byte what the service gives that viewer. A copy can only be cut down: a seat's or a spectator's from a
    full one, a spectator's from a seat's. Whoever has a copy whose secrets are open can compute every hand; with
    --closed it ends before the entry that opens them, as the viewer had it then. FILE is a record, - for the standard
    input, or the URL of a table.
    """
    record = parsed(text_of(source, token_file))
    seats = seats_of(record)
    seen_by, owner = parse(viewer, seats), parse(record.header.viewer, seats)
    if not owner.covers(seen_by):
        raise InputError(f"this copy was made for {owner}: it does not hold what {seen_by} may see")
    if not closed and not seen_by.everything and opens_secrets(record):
        say(OPEN)
    write(out, b"".join([line + b"\n" for line in copy_for(record, seen_by, closed=closed)]))
