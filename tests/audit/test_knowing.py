"""What a seat knows, in words."""

from __future__ import annotations

from domain.audit.called import Called
from domain.audit.knowing import KnownPlace, in_words, known
from domain.audit.knowledge import Bounds, Knowledge, Known, Seen
from domain.audit.opened import read_record
from domain.audit.timeline import Address, Timeline
from domain.kernel.cards.circuits import Place
from domain.kernel.display.words import Words
from tests.audit.tables import harbour, unfinished


def told(place: Known, *seen: Seen) -> KnownPlace:
    """Return what is told of a place of a duel."""
    line = Timeline(read_record(unfinished().record()))
    (said,) = in_words(Knowledge((place,), seen, ()), Called(line, Words()), Words()).places
    return said


def test_nothing_is_known_before_the_deal_nor_where_a_game_does_not_say_where_its_cards_lie() -> None:
    line = Timeline(read_record(unfinished().record()))
    assert known(line, 0, Address(1), Words()) == []
    assert known(line, 0, Address(len(line)), Words()) != []
    other = Timeline(read_record(harbour().record()))
    assert known(other, 0, Address(len(other)), Words()) == []


def test_what_counting_proves_is_told_apart_from_what_was_seen() -> None:
    place = Place("hand", 1, ("?", "?"))
    bounds = {"H7": Bounds(1, 1), "S2": Bounds(0, 0), "C3": Bounds(0, 1)}
    known_place = Known(place, 2, told={}, certain={"H7": 1}, bounds=bounds)
    said = told(known_place)
    assert said.title == "Seat 1, hand: 2 cards"
    assert [text.partition(":")[0] for text in said.said] == ["by counting, for certain", "not there"]


def test_what_was_seen_is_told_with_when_and_apart_from_what_may_have_left() -> None:
    """A card that was seen in another place is not told of here."""
    place = Known(Place("hand", 1, ("?", "?")), 2, told={"H7": 1}, certain={"H7": 1}, bounds=None)
    seen = [
        Seen("H7", "hand", 1, Address(5, 2), None),
        Seen("S2", "hand", 1, Address(6, 0), Address(8, 1)),
        Seen("S3", "hand", 1, Address(6, 0), Address(8, 1)),
        Seen("C3", "hand", 0, Address(5, 2), None),
    ]
    assert told(place, *seen).said == (
        "for certain, since 5.2: 7 of Hearts",
        "there from 6.0, and since 8.1 nobody can say: 2 of Spades, 3 of Spades",
    )


def test_a_place_of_which_every_card_is_known_is_told_at_once() -> None:
    place = Known(Place("hand", 1, ("?", "?")), 2, told={"H7": 1}, certain={"H7": 1, "S2": 1}, bounds=None)
    said = told(place, Seen("H7", "hand", 1, Address(5, 2), None))
    assert said.said == ("it is known which: 7 of Hearts, 2 of Spades",)
