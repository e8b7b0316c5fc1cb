"""What a seat knows, in words."""

from __future__ import annotations

from domain.audit.called import Called
from domain.audit.knowing import in_words, known
from domain.audit.knowledge import Bounds, Knowledge, Known
from domain.audit.opened import read_record
from domain.audit.timeline import Address, Timeline
from domain.kernel.cards.circuits import Place
from domain.kernel.display.words import Words
from tests.audit.tables import harbour, unfinished


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
    line = Timeline(read_record(unfinished().record()))
    (said,) = in_words(Knowledge((known_place,), (), ()), Called(line, Words()), Words()).places
    assert said.title == "Seat 1, hand: 2 cards"
    assert [text.partition(":")[0] for text in said.said] == ["by counting, for certain", "not there"]
