"""The file format of notes, `matchledger-notes/1`: NDJSON, a header that names the table, then a note on each line.

A note that was removed stays as its id alone, so that merging with an older file does not bring it back.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from domain.audit.timeline import Address, parse_address
from domain.kernel.seats import Viewer, parse_viewer
from domain.record.canonical import b64, sha256
from domain.record.lines import Record
from replay.errors import NOT_JSON
from replay.reading.followed import seats_of

FORMAT = "matchledger-notes/1"
OPEN = "open"  # the visibility of a note that everybody may read
GLYPHS = ("!", "?", "!!", "??", "!?", "?!")
MOST_NOTES = 10_000  # of a file
Glyph: TypeAlias = Literal["!", "?", "!!", "??", "!?", "?!"]
Text: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=4_000)]
Name: TypeAlias = Annotated[str, msgspec.Meta(max_length=80)]
Id: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{12}$")]
Time: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")]
Hash: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{43}$")]


class NotesError(ValueError):
    """A file of notes that cannot be used; the message says why."""


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The table whose notes these are, and the hash of its entry 1, which no other table has."""

    format: Literal["matchledger-notes/1"] = FORMAT  # type: ignore[assignment]
    table: str
    opening: Hash


class Note(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One note: on which place, which hash that entry has, by whom, when, and for whose eyes.

    `visibility` is `open`, or a viewer such as `seat:1`: who sees what that viewer sees may read it. `changed` is the
    time of the last change; of a removed note nothing else is left but where it stood.
    """

    id: Id
    address: str
    hash: Hash
    author: Name = ""
    written: Time
    changed: Time
    text: Annotated[str, msgspec.Meta(max_length=4_000)] = ""
    glyph: Glyph | None = None
    tag: Name | None = None
    visibility: str = OPEN
    reply_to: Id | None = None
    removed: bool = False

    @property
    def place(self) -> Address:
        """Where the note stands."""
        return parse_address(self.address)

    def for_eyes_of(self, viewer: Viewer, seats: int) -> bool:
        """Say whether a viewer may read the note."""
        return self.visibility == OPEN or viewer.covers(parse_viewer(self.visibility, seats))


class Notes(msgspec.Struct, frozen=True, kw_only=True):
    """All notes of a file in the order of their places, removed ones among them."""

    header: Header
    notes: tuple[Note, ...] = ()

    @property
    def standing(self) -> tuple[Note, ...]:
        """The notes that were not removed."""
        return tuple([note for note in self.notes if not note.removed])

    def merged(self, notes: Iterable[Note]) -> Notes:
        """Return these notes and others; of one that stands in both, the form that was changed last."""
        found = {note.id: note for note in self.notes}
        for note in notes:
            known = found.get(note.id)
            if known is None or (known.changed, known.removed) < (note.changed, note.removed):
                found[note.id] = note
        return msgspec.structs.replace(self, notes=tuple(sorted(found.values(), key=_order)))


def _order(note: Note) -> tuple[int, int, str, str]:
    n, fact = note.place
    return n, -1 if fact is None else fact, note.written, note.id


def new_id(address: str, author: str, written: str, text: str) -> str:
    """Return what names a note for ever, also when it is changed."""
    return sha256(msgspec.json.encode((address, author, written, text))).hex()[:12]


def header_of(record: Record) -> Header:
    """Return the header of notes on a record."""
    return Header(table=record.header.table, opening=b64(record.entries[0].hash))


def encode(notes: Notes) -> bytes:
    """Return the bytes of a file of notes."""
    lines = [msgspec.json.encode(line, order="sorted") for line in (notes.header, *notes.notes)]
    return b"".join([line + b"\n" for line in lines])


def decode(text: bytes, record: Record) -> Notes:
    """Read notes on a record; raises `NotesError` for what is no such file, and for notes on another record."""
    header, *lines = [line for line in text.split(b"\n") if line] or [b""]
    try:
        found = msgspec.json.decode(header, type=Header)
    except NOT_JSON as error:
        raise NotesError(f"line 1: {error}") from None
    if found != header_of(record):
        raise NotesError(f"these are notes on another record, of table {found.table}")
    if len(lines) > MOST_NOTES:
        raise NotesError(f"more than {MOST_NOTES} notes")
    return Notes(header=found).merged([_note(number, line, record) for number, line in enumerate(lines, 2)])


def _note(number: int, line: bytes, record: Record) -> Note:
    try:
        note = msgspec.json.decode(line, type=Note)
        n = note.place.n
        if note.visibility != OPEN:
            parse_viewer(note.visibility, seats_of(record))
    except (*NOT_JSON, ValueError) as error:
        raise NotesError(f"line {number}: {error}") from None
    if not 1 <= n <= len(record.entries):
        raise NotesError(f"line {number}: a note on entry {n}, and the record has {len(record.entries)}")
    if note.hash != b64(record.entries[n - 1].hash):
        raise NotesError(f"line {number}: a note on another entry {n} than the record has")
    return note


def notes_schema() -> dict[str, Any]:
    """Return a JSON Schema that is true of each line of a file of notes."""
    (header, note), parts = msgspec.json.schema_components((Header, Note), ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:matchledger:notes:1",
        "title": "A line of notes on a Matchledger record: the first is the header",
        "oneOf": [header, note],
        "$defs": parts,
    }
