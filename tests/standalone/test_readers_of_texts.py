"""Who may read a text is checked too: a copy that holds one for other eyes is found by all three verifiers."""

from __future__ import annotations

import pytest

from domain.kernel.seats import ARBITER, SPECTATOR, Viewer, every_viewer, seat_viewer
from domain.record.lines import read, split
from domain.record.texts import note_line
from tests.audit.tables import Played, worded, worded_so_far
from tests.standalone.verifiers import complaints, sound

CALL, RULING, SEALED = "/text of the call", "/text of the ruling", "/sealed_text of the ruling"


def lines(played: Played) -> dict[str, bytes]:
    """Return the note lines of a full copy."""
    notes = [note for _, note in read(split(played.record(ARBITER))).notes]
    return {name: note_line(note) + b"\n" for name, note in zip((CALL, RULING, SEALED), notes, strict=True)}


@pytest.mark.parametrize(
    ("viewer", "text"),
    [(SPECTATOR, CALL), (SPECTATOR, SEALED), (seat_viewer(0), CALL), (seat_viewer(1), SEALED)],
    ids=str,
)
def test_a_text_for_other_eyes_is_found_before_the_end(viewer: Viewer, text: str) -> None:
    copy = worded_so_far().record(viewer)
    line = lines(worded_so_far())[text]
    assert line not in copy
    assert complaints(copy + line) == {"replay": {3}, "python": {3}, "node": {3}}


def test_what_a_viewer_may_read_is_nobody_elses_business() -> None:
    """Its own words, those of an arbiter to all, everything after the end: each copy as the service gives it."""
    assert sound(*[played.record(viewer) for played in (worded(), worded_so_far()) for viewer in every_viewer(2)])
    assert lines(worded_so_far())[CALL] in worded_so_far().record(seat_viewer(1))
    assert lines(worded())[SEALED] in worded().record(SPECTATOR)
