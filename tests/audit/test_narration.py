"""What happened, in sentences."""

from __future__ import annotations

import pytest

from domain.audit.narration import book_sentence, told
from domain.audit.timeline import Address, Timeline
from domain.kernel.display.words import Words
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer, seat_viewer
from domain.kernel.setup import Outcome, Place
from domain.record.entries import (
    ActionForced,
    ActionTaken,
    CasterAdmitted,
    CasterDismissed,
    Clock,
    EvidenceViewed,
    GameFinished,
    GameStarted,
    SeatTaken,
)
from domain.record.lines import read, split
from tests.audit.tables import OTHERS, Game, Played, duel, harbour, unfinished, went_back

WORDS = Words(("Anna", "Ben", "Cleo"))
TABLES = (duel, harbour, went_back, unfinished, *OTHERS)


def timeline(played: Played, viewer: Viewer = ARBITER) -> Timeline:
    return Timeline(read(split(played.record(viewer))))


def texts(played: Played, viewer: Viewer = ARBITER) -> list[str]:
    line = timeline(played)
    return [item.text for n in range(1, len(line) + 1) for item in told(line, n, viewer, WORDS)]


@pytest.mark.no_cover
@pytest.mark.parametrize("table", TABLES)
def test_every_entry_has_a_sentence_for_everybody(table: object) -> None:
    assert callable(table)
    line = timeline(table())
    for n in range(1, len(line) + 1):
        for viewer in (ARBITER, SPECTATOR, seat_viewer(0)):
            items = told(line, n, viewer, WORDS)
            assert items
            assert all(item.address.n == n and item.text for item in items)


@pytest.mark.parametrize("table", TABLES)
def test_no_sentence_of_ours_shows_the_inside_of_an_entry(table: object) -> None:
    assert callable(table)
    for text in texts(table()):
        assert "_" not in text
        assert "seat:" not in text
        assert text[-1] in ".!?;" or "game is over" in text or ": " in text


def test_the_book_is_told_in_plain_sentences() -> None:
    found = texts(harbour())
    assert found[:8] == [
        "A table for Harbour is opened, with 3 seats.",
        "Anna sits down.",
        "Ben sits down: the bot “random”.",
        "Cleo sits down: the bot “random”.",
        "Anna stands up.",
        "Anna sits down.",
        "The bot “random” plays on for Anna.",
        "Anna is handed on: somebody else may hold it now.",
    ]
    assert any(text.startswith("Arbiter a has looked at what was hidden in entries 1 to ") for text in found)
    assert found[-2:] == ["The result is final.", "Both secrets are opened: every draw can be computed again."]


@pytest.mark.parametrize(
    ("by", "named"),
    [
        ("operator", "The operator"),
        ("operator:k1", "Operator k1"),
        ("arbiter:a", "Arbiter a"),
        ("arbiter", "An arbiter"),
        ("organiser:o", "Organiser o"),
        ("seat:1", "Ben"),
        ("seat:x", "x"),
        ("table", "table"),
    ],
)
def test_whoever_looked_is_named_in_words(by: str, named: str) -> None:
    entry = EvidenceViewed(n=9, at=0, by=by, viewer="all", first=1, last=8)
    text = book_sentence(entry, "Whist", WORDS)
    assert text == f"{named} has looked at what was hidden in entries 1 to 8."


def test_whoever_casts_is_named_with_the_seats_in_words() -> None:
    admitted = CasterAdmitted(n=9, at=0, by="opener", caster=2, player="c", name_hash="h", seats=(0, 1))
    assert book_sentence(admitted, "Whist", WORDS) == "From now on caster 2 sees what these seats see: Anna, Ben."
    dismissed = CasterDismissed(n=10, at=0, by="opener", caster=2)
    assert book_sentence(dismissed, "Whist", WORDS) == "Caster 2 sees no hands any more."


def test_a_table_with_a_label_is_called_by_it() -> None:
    assert texts(duel())[0] == "The table “A duel” for Chanic Panic is opened, with 2 seats."


def test_a_table_that_is_given_up_says_why() -> None:
    played = Game("chanic_panic", 2).start().play(3).abandon().done()
    assert texts(played)[-2] == "The table is given up: an emergency."


def test_a_rewind_says_where_to_and_why() -> None:
    assert f"The table goes back to entry {went_back().table.book.started}: a mistake." in texts(went_back())


def test_a_time_out_comes_before_what_it_did() -> None:
    line = timeline(harbour())
    forced = next(moment.entry for moment in line.moments if isinstance(moment.entry, ActionForced))
    first = told(line, forced.n, SPECTATOR, WORDS)[0]
    assert first.text == f"The time of {WORDS.seat(forced.seat)} is up."
    assert first.address == Address(forced.n)


def test_what_a_reveal_opens_is_said() -> None:
    line = timeline(harbour())
    entry = next(
        moment.entry
        for moment in line.moments
        if isinstance(moment.entry, ActionTaken | ActionForced) and moment.entry.reveals
    )
    numbers = sorted({int(key.split("/")[0]) for key in entry.reveals})
    listed = ", ".join(map(str, numbers))
    assert told(line, entry.n, SPECTATOR, WORDS)[-1].text == f"What was sealed in entry {listed} is opened for all."


def test_where_the_others_heard_less_their_sentence_stands_beside() -> None:
    line = timeline(duel())
    drawn = [
        item
        for n in range(1, len(line) + 1)
        for item in told(line, n, seat_viewer(0), WORDS)
        if item.text.startswith("Anna draws")
    ]
    assert drawn
    for item in drawn:
        assert item.others in ("Anna draws one card.", "Anna draws 2 cards.", "Anna draws 5 cards.")
    assert all(item.others is None for n in range(1, len(line) + 1) for item in told(line, n, SPECTATOR, WORDS))


def test_an_action_that_no_sentence_tells_of_is_told_by_its_seat() -> None:
    line = timeline(harbour())
    silent = [
        moment.entry
        for moment in line.moments
        if isinstance(moment.entry, ActionTaken)
        and not line.sentences(moment.entry.n, SPECTATOR, WORDS)
        and not moment.entry.reveals
    ]
    assert silent
    for entry in silent:
        assert [item.text for item in told(line, entry.n, SPECTATOR, WORDS)] == [f"{WORDS.seat(entry.seat)} acts."]


def test_a_deal_that_no_sentence_tells_of_is_the_begin() -> None:
    assert book_sentence(GameStarted(n=4, at=0, by="table", facts=()), "Whist", WORDS) == "The game begins."


@pytest.mark.parametrize(
    ("points", "text"),
    [
        (None, "The game is over. 1. Ben; 2. Anna, Cleo"),
        ((3, 9, 3), "The game is over. 1. Ben; 2. Anna, Cleo. Points: Anna 3, Ben 9, Cleo 3"),
    ],
)
def test_the_result_names_places_and_points(points: tuple[int, ...] | None, text: str) -> None:
    places = (Place(place=1, seats=(1,)), Place(place=2, seats=(0, 2)))
    outcome = Outcome(places=places, ended_by="play", reason="cards", points=points)
    assert book_sentence(GameFinished(n=9, at=0, by="table", outcome=outcome), "Whist", WORDS) == text


def test_without_names_a_seat_is_called_by_its_number() -> None:
    entry = SeatTaken(n=2, at=0, by="seat:0", seat=0, player="p", name_hash="", entropy="")
    assert book_sentence(entry, "Whist", Words()) == "Seat 0 sits down."


def test_a_no_show_is_told_with_who_declared_it() -> None:
    """No time-out: nobody's clock ran down."""
    game = Game("chanic_panic", 2, clock=Clock(no_show_ms=60_000)).start()
    seat = min(game.table.decisions)
    game.miss(seat, 60_000)
    found = texts(game.done())
    assert f"Organiser o declares {WORDS.seat(seat)} a no-show." in found
    assert not any("is up" in text for text in found)
