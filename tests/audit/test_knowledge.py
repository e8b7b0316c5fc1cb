"""What a seat knows of hidden places: what it saw go there, and what counting proves."""

from __future__ import annotations

from collections import Counter

import pytest

from domain.audit.knowledge import KEPT, Bounds, Known, Recollection, knowledge, known_of, told_states
from domain.audit.timeline import Address, Timeline
from domain.games import game, shipped
from domain.kernel.cards.circuits import Circuit, Place
from domain.kernel.display.words import Words
from domain.kernel.seats import ARBITER, Viewer, seat_viewer
from domain.record.lines import read, split
from tests.audit.tables import Game, Played, duel, harbour

WORDS = Words(("Anna", "Ben", "Cleo"))
ANNA = seat_viewer(0)
LOT = {"A": 2, "B": 2, "C": 1}


def timeline(played: Played, viewer: Viewer = ARBITER) -> Timeline:
    return Timeline(read(split(played.record(viewer))))


def counted(*places: Place, lot: dict[str, int] | None = LOT) -> list[Known]:
    return known_of((Circuit(places, lot),), seat=0)


def test_what_lies_nowhere_else_lies_in_the_only_hidden_place() -> None:
    (deck,) = counted(Place("Hand", 0, ("A", "B")), Place("Deck", None, ("?", "?", "?")))
    assert deck.certain == {"A": 1, "B": 1, "C": 1}
    assert deck.whole
    assert deck.told == {}
    assert deck.ruled_out == ()


def test_of_two_hidden_places_each_has_bounds() -> None:
    hand, deck = counted(Place("Hand", 0, ("C",)), Place("Hand", 1, ("A", "?")), Place("Deck", None, ("?", "?")))
    assert (hand.size, hand.told) == (2, {"A": 1})
    assert hand.bounds == {"A": Bounds(1, 2), "B": Bounds(0, 1), "C": Bounds(0, 0)}
    assert deck.bounds == {"A": Bounds(0, 1), "B": Bounds(1, 2), "C": Bounds(0, 0)}
    assert (hand.ruled_out, deck.ruled_out) == (("C",), ("C",))
    assert deck.certain == {"B": 1}
    assert not deck.whole


@pytest.mark.parametrize(
    ("lot", "places"),
    [
        (None, (Place("Deck", None, ("A", "?")),)),
        (LOT, (Place("Deck", None, ("A", "?")),)),  # the others are on their way
        ({"A": 1, "B": 1}, (Place("Deck", None, ("A", "A")),)),  # a record that contradicts itself
    ],
)
def test_nothing_is_ruled_out_where_the_lot_is_not_known_to_be_there(
    lot: dict[str, int] | None, places: tuple[Place, ...]
) -> None:
    (deck,) = counted(*places, lot=lot)
    assert deck.bounds is None
    assert deck.ruled_out == ()
    assert deck.certain["A"]


def test_what_lies_open_and_the_own_hand_are_not_told_of() -> None:
    own, unseen = Place("Hand", 0, ("A",)), Place("Deck", 0, ("?",))
    assert [known.place for known in counted(own, unseen, Place("Table", None, ("B",), closed=False))] == [unseen]


@pytest.mark.parametrize("name", sorted(shipped()))
@pytest.mark.parametrize("bot", ["sensible", "random"])
def test_a_seat_knows_the_same_by_the_full_record_and_by_its_own(name: str, bot: str) -> None:
    """And all of it is true at the table."""
    made = Game(name, 2, bot=bot, seed=3).start().play(24).done()
    full = timeline(made)
    last = Address(len(full))
    circuits = game(name).circuits
    assert circuits is not None
    lying = {(p.label, p.seat): Counter(p.cards) for c in circuits(full.state(last), WORDS) for p in c.places}
    for seat in (0, 1):
        found = knowledge(full, seat, last, WORDS)
        assert found is not None
        assert found == knowledge(timeline(made, seat_viewer(seat)), seat, last, WORDS)
        assert found.places
        for known in found.places:
            there = lying[known.place.label, known.place.seat]
            assert Counter(known.certain) <= there
            assert not any(there[card] for card in known.ruled_out)
        for item in found.seen:
            if item.until is None:
                assert lying[item.label, item.seat][item.card]
        assert all(item.there or item.ruled_out for item in found.learnt)


def test_a_game_that_does_not_say_where_its_cards_lie_is_not_counted() -> None:
    assert knowledge(timeline(harbour()), 0, Address(9), WORDS) is None


def test_knowledge_ends_at_the_address_and_leaves_out_what_was_taken_back() -> None:
    line = timeline(duel())
    assert list(told_states(line, ANNA, Address(3))) == []
    begun = line.started
    assert begun is not None
    assert [here for here, _ in told_states(line, ANNA, Address(begun, 1))] == [Address(begun, 0), Address(begun, 1)]
    back = Game("chanic_panic", 2, seed=3).start().play(8)
    to = back.table.book.n - 4
    back.rewind(to)
    gone = timeline(back.play(2).done())
    told = {here.n for here, _ in told_states(gone, ANNA, Address(len(gone)))}
    assert not told & gone.taken_back
    assert max(told) > to


def test_a_card_that_was_seen_may_have_left() -> None:
    """All of the box is known before the decks are dealt; which of it stayed there nobody can say."""
    line = timeline(Game("fightdrome", 2).start().play(3).done())
    found = knowledge(line, 0, Address(len(line)), WORDS)
    assert found is not None
    gone = [item for item in found.seen if item.until is not None]
    assert {item.label for item in gone} == {"Box"}
    assert all(item.until is not None and item.since < item.until for item in gone)
    kept = [item for item in found.seen if item.until is None]
    assert {item.label for item in kept} <= {"Discard", "Hand", "Deck"}


def test_a_recollection_says_the_same_wherever_it_was_asked_before() -> None:
    """Forward, back, within an entry, across a rewind, and in a record that has grown."""
    back = Game("chanic_panic", 2, seed=3).start().play(8)
    back.rewind(back.table.book.n - 4)
    short = timeline(back.done())
    whole = timeline(back.play(2 * KEPT).done())
    recollection = Recollection(0, WORDS)
    for line, asked in [
        *[(short, Address(n)) for n in (3, 9, 12, 11, len(short))],
        *[(whole, Address(n)) for n in (len(short), len(whole), len(whole) - 2, KEPT, len(whole), 10)],
        (whole, Address(len(whole) - 4, 0)),
        (whole, Address(len(whole) - 4)),
    ]:
        assert recollection.at(line, asked) == knowledge(line, 0, asked, WORDS), asked
