"""What players and arbiters wrote: shown at its entry to whoever may read it, and said to be missing to the others."""

from __future__ import annotations

import pytest

from domain.audit.opened import read_record
from domain.audit.timeline import Timeline
from domain.audit.written import written, written_lines
from domain.kernel.display.words import Words, words_in
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer, seat_viewer
from tests.audit.tables import duel, worded, worded_so_far

WORDS = Words(("Anna", "Ben"))
CALL, RULING, SEALED = "Seat 0 has looked at my hand", "Nobody could see anything.", "Seat 1 holds H7."


def lines(timeline: Timeline, viewer: Viewer) -> str:
    return "\n".join(line for items in written(timeline, viewer).values() for line in written_lines(items, WORDS))


@pytest.mark.parametrize(
    ("viewer", "reads"),
    [
        (ARBITER, (True, True, True)),
        (seat_viewer(1), (True, True, False)),
        (seat_viewer(0), (False, True, False)),
        (SPECTATOR, (False, True, False)),
    ],
    ids=str,
)
def test_a_text_is_read_by_its_author_and_the_desk_until_the_end(viewer: Viewer, reads: tuple[bool, ...]) -> None:
    """Through other eyes than those of the copy too."""
    whole = Timeline(read_record(worded_so_far().record()))
    own = Timeline(read_record(worded_so_far().record(viewer)))
    for timeline in (whole, own):
        said = lines(timeline, viewer)
        assert tuple(text in said for text in (CALL, RULING, SEALED)) == reads
        assert said.count("has written something that is not in this copy.") == reads.count(False)


def test_after_the_end_everybody_reads_everything_but_private_notes() -> None:
    timeline = Timeline(read_record(worded().record(SPECTATOR)))
    said = lines(timeline, SPECTATOR)
    assert "not in this copy" not in said
    assert said.splitlines() == [
        f"Ben has written: {CALL}: Aω \U0001d11e",
        f"Arbiter b has written: {RULING}",
        f"Arbiter b has written, to be read after the end: {SEALED}",
    ]
    assert [item.part for items in written(timeline, SPECTATOR).values() for item in items] == [
        "/text",
        "/text",
        "/sealed_text",
    ]
    (first, *_) = written(timeline, SPECTATOR).values()
    assert [*written_lines(first, words_in("ja"))] == [f"席1の記述：{CALL}: Aω \U0001d11e"]


def test_a_text_that_is_not_the_one_that_was_hashed_is_not_shown() -> None:
    changed = worded().record(ARBITER).replace(RULING.encode(), b"Everybody could see everything.")
    said = lines(Timeline(read_record(changed)), ARBITER)
    assert "everything" not in said
    assert "Arbiter b has written something that is not in this copy." in said


def test_a_table_without_cases_has_no_texts() -> None:
    assert written(Timeline(read_record(duel().record())), ARBITER) == {}
