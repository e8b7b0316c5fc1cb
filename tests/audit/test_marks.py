"""Where something happened in a record."""

from __future__ import annotations

import pytest

from domain.audit.marks import Marks
from domain.audit.timeline import Timeline
from domain.kernel.seats import ARBITER, SPECTATOR
from domain.record.entries import Paused
from domain.record.lines import read, split
from tests.audit.tables import OTHERS_BEGUN, stopped
from tests.replay.records import RECORD


def test_marks_say_where_something_happened() -> None:
    marks = Marks(Timeline(read(split(RECORD.read_bytes()))))
    assert marks.entries("clock") == [20]
    assert marks.entries("rewind") == [37]
    assert marks.entries("out") == [29]
    assert marks.turns[:4] == [5, 10, 13, 17]
    assert marks.by_entry[20] == {"clock", "turn"}
    assert marks.with_notes([20, 21])[20] == {"clock", "turn", "note"}
    assert marks.with_notes([20, 21])[21] == {"note"}


@pytest.mark.parametrize("table", OTHERS_BEGUN)
def test_every_game_has_turns_whoever_looks(table: object) -> None:
    """Fightdrome says by no fact that a turn begins: then others are awaited than before."""
    assert callable(table)
    for viewer in (ARBITER, SPECTATOR):
        marks = Marks(Timeline(read(split(table().record(viewer)))))
        assert len(marks.turns) > 1
        assert marks.by_entry.keys() >= set(marks.turns)


def test_where_play_is_stopped_is_marked() -> None:
    line = Timeline(read(split(stopped().record())))
    found = Marks(line).entries("pause")
    assert found
    assert found == [moment.entry.n for moment in line.moments if isinstance(moment.entry, Paused)]
