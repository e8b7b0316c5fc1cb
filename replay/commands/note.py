"""`replay note`: notes on places of a record, in a file of their own beside it."""

from __future__ import annotations

import getpass
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import msgspec

from domain.audit.opened import read_record
from domain.audit.timeline import Address, parse_address
from domain.kernel.display.lines import plain
from domain.kernel.display.words import Words
from domain.kernel.seats import ARBITER
from domain.record.canonical import b64
from domain.record.lines import LineError, Record
from programs.commands import Group
from programs.files import FILE
from replay.asked import json_option
from replay.errors import InputError
from replay.notes.beside import note_lines, path_of, read_notes, write_notes
from replay.notes.note import GLYPHS, OPEN, Note, Notes, NotesError, decode, new_id
from replay.reading.followed import seats_of, text_of
from replay.reading.packed import ERRORS, why
from replay.reading.sight import parse
from replay.reading.source import read_file
from replay.times import now, stamp

notes_option = click.option(
    "--notes", type=FILE, metavar="PATH", help="The file of notes; by default beside the record."
)
source_argument = click.argument("source", type=FILE, metavar="FILE")
_FIELDS = (
    click.option("--glyph", type=click.Choice(GLYPHS), help="A sign, as in books about chess."),
    click.option("--tag", metavar="TAG", help="A word to find the note by."),
    click.option("--for", "visibility", metavar="WHO", help="Who may read it: open, or a viewer such as seat:1."),
)


def _fields(command: Callable[..., Any]) -> Callable[..., Any]:
    for option in reversed(_FIELDS):
        command = option(command)
    return command


@click.group("note", cls=Group, no_args_is_help=True)
def note() -> None:
    """Write notes on a record, read and merge them.

    Notes lie beside the record, as FILE.notes.ndjson, and never in it; they are bound to its table and its entries, so
    that notes on another record are refused. FILE is a record.
    """


@note.command()
@source_argument
@click.option("--at", metavar="N[.F]", required=True, help="The entry, or one fact of it.")
@click.option("--text", required=True, help="What the note says.")
@click.option("--author", metavar="NAME", help="Who writes it; by default the name of your login.")
@_fields
@click.option("--reply-to", metavar="ID", help="The note that this one answers.")
@notes_option
def add(
    source: str,
    at: str,
    text: str,
    author: str | None,
    glyph: str | None,
    tag: str | None,
    visibility: str | None,
    reply_to: str | None,
    notes: str | None,
) -> None:
    """Add a note and print its id."""
    record, path, known = _opened(source, notes)
    address = _address(record, at)
    if reply_to is not None:
        _find(known, reply_to)
    written, writer = stamp(now()), getpass.getuser() if author is None else author
    made = _checked(
        {
            "id": new_id(str(address), writer, written, text),
            "address": str(address),
            "hash": b64(record.entries[address.n - 1].hash),
            "author": writer,
            "written": written,
            "changed": written,
            "text": text,
            "glyph": glyph,
            "tag": tag,
            "visibility": _visibility(visibility, record) or OPEN,
            "reply_to": reply_to,
        }
    )
    write_notes(path, known.merged([made]))
    click.echo(made.id)


@note.command("list")
@source_argument
@click.option("--viewer", metavar="WHO", help="Only what this viewer may read.")
@click.option("--tag", metavar="TAG", help="Only notes with this tag.")
@notes_option
@json_option
def list_notes(source: str, viewer: str | None, tag: str | None, notes: str | None, *, as_json: bool) -> None:
    """List the notes on a record."""
    record, _, known = _opened(source, notes)
    seats = seats_of(record)
    eyes = ARBITER if viewer is None else parse(viewer, seats)
    for one in known.standing:
        if tag in (None, one.tag) and (viewer is None or one.for_eyes_of(eyes, seats)):
            click.echo(msgspec.json.encode(one) if as_json else _line(one))


def _line(one: Note) -> str:
    ((address, text),) = note_lines([one], Words())
    reply = "" if one.reply_to is None else f" ↳{one.reply_to}"
    return plain(f"{one.id}  {address:>7}  {one.written[:10]}  {text}{reply}")


@note.command()
@source_argument
@click.argument("id")
@click.option("--text", help="What the note says from now on.")
@_fields
@notes_option
def edit(
    source: str,
    id: str,
    text: str | None,
    glyph: str | None,
    tag: str | None,
    visibility: str | None,
    notes: str | None,
) -> None:
    """Change a note; what is not said stays."""
    record, path, known = _opened(source, notes)
    said = {"text": text, "glyph": glyph, "tag": tag, "visibility": _visibility(visibility, record)}
    new = {name: value for name, value in said.items() if value is not None}
    one = _find(known, id)
    write_notes(path, known.merged([_checked({**msgspec.to_builtins(one), **new, "changed": _after(one)})]))


@note.command()
@source_argument
@click.argument("id")
@notes_option
def remove(source: str, id: str, notes: str | None) -> None:
    """Remove a note; its id stays, so that merging does not bring it back."""
    _, path, known = _opened(source, notes)
    one = _find(known, id)
    kept = Note(id=one.id, address=one.address, hash=one.hash, written=one.written, changed=_after(one), removed=True)
    write_notes(path, known.merged([kept]))


@note.command()
@source_argument
@click.argument("others", type=FILE, metavar="NOTES...", nargs=-1, required=True)
@notes_option
def merge(source: str, others: tuple[str, ...], notes: str | None) -> None:
    """Take in the notes of other files on the same record."""
    record, path, known = _opened(source, notes)
    for other in others:
        try:
            known = known.merged(decode(read_file(other), record).notes)
        except NotesError as error:
            raise InputError(f"{other}: {error}") from None
        except ERRORS as error:
            raise InputError(f"{other}: {why(error)}") from None
    write_notes(path, known)


def _opened(source: str, notes: str | None) -> tuple[Record, Path, Notes]:
    """Return a record and the notes on it; raises `InputError`."""
    path = path_of(source, notes)
    if path is None:
        raise InputError("notes lie beside a file: say with --notes where those on this record are to lie")
    try:
        record = read_record(text_of(source, None))
    except LineError as error:
        raise InputError(f"{source}: {error}") from None
    return record, path, read_notes(path, record)


def _address(record: Record, asked: str) -> Address:
    try:
        address = parse_address(asked)
    except ValueError as error:
        raise InputError(str(error)) from None
    if not 1 <= address.n <= len(record.entries):
        raise InputError(f"the record has entries 1 to {len(record.entries)}, not {address.n}")
    return address


def _visibility(asked: str | None, record: Record) -> str | None:
    return asked if asked in (None, OPEN) else str(parse(asked, seats_of(record)))


def _find(known: Notes, id: str) -> Note:
    found = next((one for one in known.standing if one.id == id), None)
    if found is None:
        raise InputError(f"there is no note {id!r} on this record")
    return found


def _checked(said: dict[str, Any]) -> Note:
    """Return a note that keeps the limits of the format; raises `InputError`."""
    if not str(said.get("text", "x")).strip() and not said.get("glyph") and not said.get("tag"):
        raise InputError("no such note can be written: it says nothing")
    try:
        return msgspec.convert(said, Note)
    except msgspec.ValidationError as error:
        raise InputError(f"no such note can be written: {error}") from None


def _after(one: Note) -> str:
    """Return the time of a change, which comes after the last one whatever the clock says."""
    return max(stamp(now()), one.changed)
