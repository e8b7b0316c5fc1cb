"""Going back with new orders: nobody sees a difference, and nothing learned about coming cards holds any more.

Source: issue 15, section 3. `reshuffle_unseen` is tried on random tables at random places.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Mapping
from copy import copy
from typing import Any, NamedTuple

import msgspec
import pytest

from domain import games
from domain.kernel.acting import Acted, reshuffle
from domain.kernel.cards.reordering import reorder
from domain.kernel.chance import QuickChance
from domain.kernel.display.words import Words
from domain.kernel.game import Rules
from domain.kernel.marks import HIDDEN, redact
from domain.kernel.messages import UnseenReordered
from domain.kernel.seats import SPECTATOR, seat_viewer
from tests.laws.copies import Copy, compare, shown
from tests.laws.tables import Run, played, runs, state_bytes

pytestmark = pytest.mark.no_cover

GAMES = games.names()
QUICK, MANY, SOAK = 5, 50, 1_000  # tables a game; of 20 a planted order that keeps some cards would not be found
MOST_ENTRIES = 150  # of a table: by then every pile has been used up at least once, in most games
ORDERS = 10  # new orders of one table, for what can only be counted
WORDS = Words()

Pile = tuple[str, int | None]  # what it is called, and whose it is
Piles = Mapping[Pile, tuple[str, ...]]


class Backwards:
    """Chance that turns every pile round."""

    def shuffle(self, n: int, purpose: str, *, open: bool = False) -> tuple[int, ...]:
        return tuple(range(n - 1, -1, -1))

    def pick(self, n: int, purpose: str, *, open: bool = False) -> int:
        raise AssertionError("a new order is a shuffle")


class Place(NamedTuple):
    """A random place of a random table: the full state, and what each seat's copy gives."""

    run: Run
    state: Any
    told: tuple[Any, ...]


def some_place(run: Run, rules: Rules, most: int) -> Place:
    """Play a table, which goes back now and then itself, and return a place of it by chance."""
    goal = QuickChance(run.seed ^ 0x60A1).pick(most)
    copies: list[Copy] = []
    state: Any = None
    for step in itertools.islice(played(run, rules, rewinding=True), goal + 1):
        copies = copies or [Copy(rules, step.before, seat_viewer(seat)) for seat in range(run.deal.seats)]
        for own in copies:
            own.read(step)
        assert step.after.live is not None
        state = step.after.live.state
    return Place(run, state, tuple([own.state for own in copies]))


def face_down(name: str, state: Any) -> Piles:
    """Return what lies face down for everybody."""
    circuits = games.game(name).circuits
    if circuits is None:
        deck = getattr(state, "deck", None)
        return {} if deck is None else {("deck", None): deck.cards}
    return {
        (place.label, place.seat): place.cards
        for circuit in circuits(state, WORDS)
        for place in circuit.places
        if place.face_down
    }


def unknown_places(name: str, place: Place) -> set[tuple[Pile, int]]:
    """Return every place face down of which no seat can tell the card."""
    return {
        (pile, i)
        for pile, cards in face_down(name, place.state).items()
        for i in range(len(cards))
        if all(face_down(name, known)[pile][i] == HIDDEN for known in place.told)
    }


def words_in(state: Any) -> Counter[str]:
    """Return every string in a state: cards among them."""
    text = msgspec.json.decode(state_bytes(state))
    found: Counter[str] = Counter()
    rest = [text]
    while rest:
        value = rest.pop()
        if isinstance(value, dict):
            rest += value.values()
        elif isinstance(value, list):
            rest += value
        elif isinstance(value, str):
            found[value] += 1
    return found


def nobody_sees_a_difference(rules: Rules, place: Place, after: Acted[Any, Any]) -> None:
    """Nothing that is shown differs, and neither does a copy: hands stay, and so does what a seat lawfully knew."""
    for viewer in (SPECTATOR, *map(seat_viewer, range(len(place.told)))):
        compare(
            "a new order", f"{viewer}", shown(rules, place.state, viewer, ()), shown(rules, after.state, viewer, ())
        )
    for seat, known in enumerate(place.told):
        now = known
        for fact in after.facts:
            now = rules.evolve(now, redact(fact, seat_viewer(seat)))
        assert state_bytes(now) == state_bytes(known), (place.run, seat)


def cards_are_conserved(rules: Rules, place: Place, after: Acted[Any, Any]) -> None:
    """No card comes or goes; where a seat may know a card it stays."""
    assert words_in(after.state) == words_in(place.state), place.run
    unknown = unknown_places(rules.name, place)
    for pile, cards in face_down(rules.name, place.state).items():
        now = face_down(rules.name, after.state)[pile]
        moved = [i for i, (old, new) in enumerate(zip(cards, now, strict=True)) if old != new]
        assert all((pile, i) in unknown for i in moved), (place.run, pile)


def all_that_is_unseen_is_moved(rules: Rules, place: Place, after: Acted[Any, Any]) -> int:
    """Every place of which no seat can tell the card is drawn anew; one alone has no other order. Return how many."""
    assert all(isinstance(fact, UnseenReordered) and fact.count > 1 for fact in after.facts)
    drawn: int = sum(fact.count for fact in after.facts)
    assert drawn == sum(len(lot) for lot in _lots(unknown_places(rules.name, place)) if len(lot) > 1), place.run
    return drawn


def matches(rules: Rules, place: Place, chance: QuickChance) -> tuple[float, int]:
    """Return how many places whoever knew the old orders would tell right, by chance alone and in fact."""
    state = reshuffle(rules, place.state, chance).state
    before, after = face_down(rules.name, place.state), face_down(rules.name, state)
    expected, right = 0.0, 0
    for lot in _lots(unknown_places(rules.name, place)):
        cards = Counter([before[pile][i] for pile, i in lot])
        expected += sum([count * count for count in cards.values()]) / len(lot)
        right += sum([before[pile][i] == after[pile][i] for pile, i in lot])
    return expected, right


def _lots(unknown: set[tuple[Pile, int]]) -> list[list[tuple[Pile, int]]]:
    """Return the places that are drawn anew together: those of each seat, and those of nobody."""
    return [
        [place for place in unknown if place[0][1] == owner]
        for owner in sorted({pile[1] for pile, _ in unknown}, key=str)
    ]


def law(name: str, rules: Rules, *, tables: int, seed: int = 15) -> int:
    """Try it on so many tables; return how many cards were drawn anew."""
    drawn, expected, right = 0, 0.0, 0
    for run in itertools.islice(runs(name, seed, rules), tables):
        place = some_place(run, rules, MOST_ENTRIES)
        for chance in (Backwards(), QuickChance(run.seed)):
            after = reshuffle(rules, place.state, chance)
            nobody_sees_a_difference(rules, place, after)
            cards_are_conserved(rules, place, after)
            drawn += all_that_is_unseen_is_moved(rules, place, after)
        for number in range(ORDERS):
            by_chance, told = matches(rules, place, QuickChance(run.seed + number))
            expected, right = expected + by_chance, right + told
    assert abs(right - expected) <= 6 * expected**0.5 + 1, (name, right, expected)
    return drawn


@pytest.mark.parametrize("name", GAMES)
def test_new_orders_are_seen_by_nobody_and_make_void_what_was_learned_of_them(name: str) -> None:
    drawn = law(name, games.game(name).rules, tables=QUICK)
    assert drawn > 0 or name == "undercut"  # its undealt cards are in no pile


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_new_orders_in_fifty_tables(name: str) -> None:
    law(name, games.game(name).rules, tables=MANY, seed=16)


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
def test_new_orders_in_a_thousand_tables(name: str) -> None:
    law(name, games.game(name).rules, tables=SOAK, seed=17)


def with_orders(name: str, reshuffle_unseen: Callable[[Any], None]) -> Rules:
    """Return the rules of a game with another way to put cards in a new order."""
    rules = copy(games.game(name).rules)
    vars(rules)["reshuffle_unseen"] = reshuffle_unseen
    return rules


def nothing(draft: Any) -> None:
    """Leave every order as it is."""


def all_of_the_deck(draft: Any) -> None:
    """Move what a seat knows as well."""
    reorder(draft, draft.state.deck.cards, pile="deck")


def all_but_the_top(draft: Any) -> None:
    """Leave a card where it is that nobody knows."""
    known = draft.state.known
    reorder(draft, draft.state.deck.cards, pile="deck", above=known + 1)


def half_of_the_deck(draft: Any) -> None:
    """Move the upper half only."""
    cards = draft.state.deck.cards
    reorder(draft, cards, pile="deck", above=draft.state.known, below=len(cards) // 2)


@pytest.mark.long
@pytest.mark.parametrize("wrong", [nothing, all_of_the_deck, all_but_the_top, half_of_the_deck])
def test_the_law_finds_wrong_orders(wrong: Callable[[Any], None]) -> None:
    with pytest.raises(AssertionError):
        law("chanic_panic", with_orders("chanic_panic", wrong), tables=MANY, seed=16)


def test_the_law_finds_a_supply_that_keeps_its_order() -> None:
    def terrain_alone(draft: Any) -> None:
        reorder(draft, draft.state.unseen_terrain, pile="terrain")

    with pytest.raises(AssertionError):
        law("panzer_clash", with_orders("panzer_clash", terrain_alone), tables=QUICK)


@pytest.mark.long
def test_the_law_finds_chance_that_is_none() -> None:
    """Orders turned round tell as much as orders kept."""

    def turned(draft: Any) -> None:
        draft.chance = Backwards()
        games.game("panic_clan_inviter").rules.reshuffle_unseen(draft)

    with pytest.raises(AssertionError):
        law("panic_clan_inviter", with_orders("panic_clan_inviter", turned), tables=MANY)
