"""Notes beside a record: where they lie, read and written, and the lines that show them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from domain.audit.timeline import Timeline
from domain.kernel.display.lines import plain
from domain.kernel.display.words import Words
from domain.kernel.seats import Viewer
from domain.record.lines import Record
from replay.console import say
from replay.errors import InputError
from replay.notes.note import Note, Notes, NotesError, decode, encode, header_of
from replay.output import write_quietly
from replay.reading.gathered import NOTES
from replay.reading.packed import why
from replay.reading.source import is_url

SIGN = "✎"  # before a note, beside its glyph


def path_of(source: str, asked: str | None) -> Path | None:
    """Return where the notes on a record lie: beside its file, or where the caller says."""
    if asked is not None:
        return Path(asked)
    return None if source == "-" or is_url(source) else Path(source + NOTES)


def read_notes(path: Path, record: Record) -> Notes:
    """Return the notes in a file, none if it is not there; raises `InputError`."""
    try:
        return decode(path.read_bytes(), record)
    except FileNotFoundError:
        return Notes(header=header_of(record))
    except OSError as error:
        raise InputError(f"{path}: {why(error)}") from None
    except NotesError as error:
        raise InputError(f"{path}: {error}") from None


def write_notes(path: Path, notes: Notes) -> None:
    """Write the notes to their file, whole or not at all; raises `InputError`."""
    write_quietly(os.fspath(path), [encode(notes)])


def notes_for(source: str, timeline: Timeline, viewer: Viewer) -> dict[int, list[Note]]:
    """Return the notes beside a record that a viewer may read, by entry; notes of another record are said on stderr."""
    path = path_of(source, None)
    if path is None:
        return {}
    try:
        notes = read_notes(path, timeline.record)
    except InputError as error:
        say(f"The notes are left out: {error.message}")
        return {}
    found: dict[int, list[Note]] = {}
    for note in notes.standing:
        if note.for_eyes_of(viewer, timeline.opening.seats):
            found.setdefault(note.place.n, []).append(note)
    return found


def note_lines(notes: list[Note], words: Words) -> Iterator[tuple[str, str]]:
    """Yield the address and the text of each note, with who wrote it, its glyph and its tag."""
    for note in notes:
        marks = " ".join([SIGN, *([note.glyph] if note.glyph else []), *([f"[{note.tag}]"] if note.tag else [])])
        said = words.say("{what}: {choices}", what=note.author, choices=note.text) if note.author else note.text
        yield note.address, plain(f"{marks} {' '.join(said.split())}")
