"""How a table starts: options, first seat, deck (1.1, 4)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.games.chanic_panic.cards import packs, whole_deck
from domain.games.chanic_panic.messages import CardsDrawn, ChanicOptions, DeckShuffled, FirstSeatChosen, TurnStarted
from domain.games.chanic_panic.rules import BENCH, DEMONSTRATIONS, LAW_DEALS, RULES
from domain.games.chanic_panic.state import Turn
from domain.kernel.acting import deal
from domain.kernel.chance import QuickChance
from tests.games.chanic_panic.given import names, setup_of, started


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (1, {}),
        (11, {}),
        (2, {"first_seat": 2}),
        (2, {"first_seat": -1}),
        (3, {"previous_first_out": 3}),
        (3, {"previous_first_out": -1}),
        (2, {"round_limit": 9}),
        (2, {"round_limit": 301}),
        (2, {"turn_action_limit": 49}),
        (2, {"turn_action_limit": 1001}),
    ],
)
def test_bad_options(seats: int, options: dict[str, Any]) -> None:
    refusal = RULES.refuse_setup(setup_of(seats, **options))
    assert refusal is not None
    assert (refusal.code, refusal.category) == ("bad_options", "setup")
    assert "{" not in refusal.message


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {}),
        (10, {"first_player": "seat", "first_seat": 9, "previous_first_out": 0}),
        (2, {"round_limit": 10, "turn_action_limit": 50}),
        (2, {"round_limit": 300, "turn_action_limit": 1000}),
    ],
)
def test_good_options(seats: int, options: dict[str, Any]) -> None:
    assert RULES.refuse_setup(setup_of(seats, **options)) is None


def test_an_option_that_is_none_of_1_1_is_unknown() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"first_player": "youngest"}, ChanicOptions)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"jokers": True}, ChanicOptions)


def test_options_at_their_defaults_are_the_base_game() -> None:
    said = {"presence": False, "stack": False, "shop": False, "lives": 1, "specials": 0, "team_count": 0}
    assert msgspec.convert(said, ChanicOptions) == ChanicOptions()


def test_options_left_out_are_absent_from_their_json() -> None:
    """An open record has no `null`."""
    assert "previous_first_out" not in msgspec.to_builtins(ChanicOptions())
    assert msgspec.to_builtins(ChanicOptions(previous_first_out=1))["previous_first_out"] == 1


@pytest.mark.parametrize("seats", range(2, 11))
def test_the_start_of_every_size_of_table(seats: int) -> None:
    facts, state = started(seats, seed=seats)
    assert names(facts) == [
        "GameStarted",
        "FirstSeatChosen",
        "DeckShuffled",
        "TurnStarted",
        "CardsDrawn",
        "PointPhaseStarted",
    ]
    shuffled = facts[2]
    assert isinstance(shuffled, DeckShuffled)
    assert sorted(shuffled.order or ()) == sorted(whole_deck(seats))
    assert len(shuffled.order or ()) == 40 * packs(seats)
    assert shuffled.order != whole_deck(seats)
    assert state.turn == Turn(state.turn.seat, "point_phase", 12)
    assert RULES.to_act(RULES.empty(setup_of(seats))) == {}


def test_the_deck_is_built_pack_by_pack_before_the_shuffle() -> None:
    """Section 4, step 3: the input order of the permutation."""
    pack = tuple([f"{suit}{value}" for suit in "HDSC" for value in range(1, 11)])
    assert whole_deck(3) == pack + pack


@pytest.mark.parametrize(
    ("options", "asked"),
    [
        ({}, [("pick", "first_seat", 4, True), ("shuffle", "deck", 80, False)]),
        ({"first_player": "first_eliminated"}, [("pick", "first_seat", 4, True), ("shuffle", "deck", 80, False)]),
        ({"first_player": "first_eliminated", "previous_first_out": 2}, [("shuffle", "deck", 80, False)]),
        ({"first_player": "seat"}, [("shuffle", "deck", 80, False)]),
    ],
)
def test_chance_chooses_the_first_seat_in_the_open_and_then_the_deck(
    options: dict[str, Any], asked: list[tuple[str, str, int, bool]]
) -> None:
    """Section 4: RND 1 only where the first player is random, before RND 2."""
    heard: list[tuple[str, str, int, bool]] = []

    class Heard(QuickChance):
        def pick(self, n: int, purpose: str = "", *, open: bool = False) -> int:
            heard.append(("pick", purpose, n, open))
            return 3

        def shuffle(self, n: int, purpose: str = "", *, open: bool = False) -> tuple[int, ...]:
            heard.append(("shuffle", purpose, n, open))
            return tuple(range(n))

    facts = deal(RULES, setup_of(4, **options), Heard(0)).facts
    assert heard == asked
    assert isinstance(facts[1], FirstSeatChosen)
    assert facts[3] == TurnStarted(seat=facts[1].seat, round=1)
    assert facts[4] == CardsDrawn(seat=facts[1].seat, reason="turn", cards=("H1", "H2", "H3", "H4", "H5"))


def test_demonstrations_and_rigged_deals_fit_the_options() -> None:
    for demonstration in DEMONSTRATIONS:
        setup_of(len(demonstration.bots), **demonstration.options)
    for row in BENCH:
        assert RULES.refuse_setup(setup_of(row.seats, **row.options)) is None
    for rigged in LAW_DEALS:
        assert RULES.refuse_setup(setup_of(rigged.seats, **rigged.options)) is None
        for order in rigged.orders.values():
            assert sorted(order(40)) == list(range(40))
