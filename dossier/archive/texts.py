"""What was written about a case, as an archive has it: the note lines of the record, then notes of the desk.

Notes of the desk stand in no record: they are for the arbiters' own archive, and nothing proves them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import msgspec

from domain.audit.timeline import Timeline
from domain.record.canonical import canonical, decode
from domain.record.texts import TEXT_AT_MOST, note_line


class Private(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A note of the desk: when it was written, by whom."""

    at: str
    by: str
    text: Annotated[str, msgspec.Meta(max_length=TEXT_AT_MOST)]


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    private: Private


def texts_text(timeline: Timeline, case: str, private: Iterable[Private] = ()) -> bytes:
    """Return the member."""
    of_case = {moment.entry.n for moment in timeline.moments if getattr(moment.entry, "case", None) == case}
    lines = [note_line(note) for _, note in timeline.record.notes if note.n in of_case]
    lines += [canonical(msgspec.to_builtins(_Line(note))) for note in private]
    return b"".join([line + b"\n" for line in lines])


def private_in(text: bytes) -> tuple[Private, ...]:
    """Return the notes of the desk in the member; raises `ValueError` for a line that is of no text."""
    found = []
    for line in text.splitlines():
        value = decode(line)
        if not (isinstance(value, dict) and value.keys() == {"note"}):
            found.append(msgspec.convert(value, _Line).private)
    return tuple(found)
