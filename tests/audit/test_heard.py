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


@pytest.mark.parametrize("viewer", [SPECTATOR, seat_viewer(0)])
def test_who_asked_a_bot_is_told_before_the_entry_that_followed(viewer: Viewer) -> None:
    """First of all that the entry tells, to everybody; where nothing has followed nothing is told yet."""
    played = duel()
    last = len(played.entries)
    hints = {last - 2: (0, 1), last: (0,)}
    record = read(split(played.record(viewer)))
    line, plain = Timeline(record, hints=hints), Timeline(record)
    asked = [f"{name} asked the bot before entry {last - 1}." for name in ("Anna", "Ben")]
    followed = heard(played, viewer).going_on(played.entries)
    for entry, sentences in followed.story(0, last, WORDS, hints):
        expected = [one.text for one in told(plain, entry.n, viewer, WORDS)]
        expected = [*asked, *expected] if entry.n == last - 1 else expected
        assert [one.text for one in sentences] == expected
        assert [one.text for one in told(line, entry.n, viewer, WORDS)] == expected


def test_entries_follow_each_other() -> None:
    played = duel()
    with pytest.raises(AssertionError, match="does not follow"):
        heard(played, SPECTATOR).going_on(played.entries[1:])
