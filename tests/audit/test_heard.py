"""What one viewer has heard: the same sentences as in its record, followed from the stored entries."""

from __future__ import annotations

from typing import Any

import pytest

from domain.audit.heard import Heard
from domain.audit.narration import told
from domain.audit.timeline import Timeline
from domain.games import game
from domain.kernel.display.words import Words
from domain.kernel.seats import SPECTATOR, Viewer, seat_viewer
from domain.record.lines import read, split
from tests.audit.tables import Played, duel, harbour, went_back

WORDS = Words(("Anna", "Ben", "Cleo"))


def heard(played: Played, viewer: Viewer) -> Heard:
    return Heard(game(played.table.rules.name), played.table.setup, viewer)


@pytest.mark.parametrize("viewer", [SPECTATOR, seat_viewer(1)])
@pytest.mark.parametrize("table", [duel, harbour, went_back])
def test_it_is_told_what_the_record_of_the_viewer_tells(table: Any, viewer: Viewer) -> None:
    """Also across a rewind, and where the copy is read piece by piece."""
    played = table()
    words = WORDS.at_table(played.table.setup.data)
    half = len(played.entries) // 2
    followed = heard(played, viewer).going_on(played.entries[:half]).going_on(played.entries[half:])
    line = Timeline(read(split(played.record(viewer))))
    story = followed.story(0, len(line), words)
    assert [entry.n for entry, _ in story] == list(range(1, len(line) + 1))
    for entry, sentences in story:
        expected = [(one.address, one.text) for one in told(line, entry.n, viewer, words)]
        assert [(one.address, one.text) for one in sentences] == expected
    assert followed.story(half, half + 2, words) == story[half : half + 2]


def test_entries_follow_each_other() -> None:
    played = duel()
    with pytest.raises(AssertionError, match="does not follow"):
        heard(played, SPECTATOR).going_on(played.entries[1:])
