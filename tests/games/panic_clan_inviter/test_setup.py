"""How a game starts (section 4), and what its options do to it (section 1)."""

from __future__ import annotations

import msgspec
import pytest

from domain.games.panic_clan_inviter.cards.card_file import SHIPPED, parse
from domain.games.panic_clan_inviter.messages import (
    DeckShuffled,
    GameStarted,
    HandDealt,
    PanicOptions,
    StartPlayerChosen,
    TurnStarted,
)
from domain.games.panic_clan_inviter.rules import BENCH, DEMONSTRATIONS, LAW_DEALS, RULES
from domain.kernel.acting import deal
from domain.kernel.cards.law_deals import LawDeal
from domain.kernel.chance import QuickChance
from domain.kernel.seats import Seat
from domain.kernel.setup import Setup
from tests.games.panic_clan_inviter.given import A, awaited, every, names, only, setup_of, started

EXPECTED = {2: (61, 8, 120), 3: (56, 8, 180), 4: (51, 7, 240), 5: (46, 6, 300)}


@pytest.mark.parametrize("seats", range(2, 6))
def test_the_start_of_every_size_of_table(seats: int) -> None:
    facts, table = started(seats, 1)
    assert names(facts) == [
        "GameStarted",
        "DeckShuffled",
        *["HandDealt"] * seats,
        "StartPlayerChosen",
        "TurnStarted",
    ]
    deck, goal, limit = EXPECTED[seats]
    assert (len(table.deck), table.goal, table.turn_limit) == (deck, goal, limit)
    assert [len(player.hand) for player in table.players] == [5] * seats
    assert (table.rule, table.direction, table.discard.cards) == ("command#1", "clockwise", ())
    assert only(facts, GameStarted) == GameStarted(
        seats=seats,
        options=PanicOptions(),
        line_goal=goal,
        turn_limit=limit,
        card_set="reconstruction_1",
        rule="command#1",
    )
    first = only(facts, StartPlayerChosen)
    assert first.random
    assert only(facts, TurnStarted) == TurnStarted(turn_no=1, seat=first.seat)
    assert awaited(table) == (first.seat, "choose_action")


def test_hands_are_dealt_from_the_top_of_the_shuffled_deck() -> None:
    facts, table = started(3, 8)
    order = only(facts, DeckShuffled).order
    assert order is not None
    assert [fact.cards for fact in every(facts, HandDealt)] == [order[0:5], order[5:10], order[10:15]]
    assert table.deck.cards == order[15:]
    assert len(order) == 71
    assert "command" not in order


@pytest.mark.parametrize("first", [0, 1, 2])
def test_r36_a_start_player_may_be_given(first: Seat) -> None:
    chance = QuickChance(3)
    facts, table = deal(RULES, setup_of(3, start_player=first), chance)
    assert only(facts, StartPlayerChosen) == StartPlayerChosen(seat=first, random=False)
    assert awaited(table) == (first, "choose_action")


def test_r36_a_random_start_player_may_be_anybody() -> None:
    assert {started(3, seed).state.turn.seat for seed in range(30)} == {0, 1, 2}


def test_goal_and_turn_limit_may_be_given() -> None:
    table = started(5, 1, line_goal=3, turn_limit=20).state
    assert (table.goal, table.turn_limit) == (3, 20)


@pytest.mark.parametrize(
    "options",
    [
        {"start_player": "first"},
        {"line_goal": "short"},
        {"turn_limit": 20.5},
        {"turn_limit": 2**53},
        {"reverse_with_two": "again"},
        {"missing_neighbour_line": "never"},
        {"card_set": 1},
        {"teams": 2},
    ],
)
def test_options_of_other_types_are_not_read(options: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(options, PanicOptions)


def setup_of_deal(rigged: LawDeal) -> Setup:
    """Return the setup of a law deal, of the card set that it brings if it brings one."""
    cards = SHIPPED if rigged.card_set is None else parse(rigged.card_set)
    options = {name: value for name, value in rigged.options.items() if name != "card_set"}  # that follows from `cards`
    return setup_of(rigged.seats, cards=cards, **options)


def test_the_tables_shown_measured_and_watched_can_be_set_up() -> None:
    plays = [
        *[(len(table.bots), table.options) for table in DEMONSTRATIONS],
        *[(row.seats, row.options) for row in BENCH],
    ]
    for seats, options in plays:
        assert RULES.refuse_setup(setup_of(seats, **options)) is None
    for rigged in LAW_DEALS:
        assert RULES.refuse_setup(setup_of_deal(rigged)) is None
    assert {rigged.seats for rigged in LAW_DEALS} == {2, 3, 4, 5}


def test_rigged_decks_deal_what_they_say() -> None:
    dealt = []

    class Rigged(QuickChance):
        def shuffle(self, n: int, purpose: str = "", *, open: bool = False) -> tuple[int, ...]:
            order = rigged.orders[purpose](n)
            assert sorted(order) == list(range(n))
            return order

    for rigged in [rigged for rigged in LAW_DEALS if rigged.orders]:
        setup = setup_of_deal(rigged)
        dealt.append(" ".join(deal(RULES, setup, Rigged(1)).state.players[A].hand))
    assert dealt == [
        "b6 b6 mimic mimic mimic",
        "b6 b7 b1 r1 mimic",
        "fortune quick_march menace r2 r3",
        "b6 b6 mimic mimic mimic",
        "y6 y6 mimic mimic g1",
        "b6 mimic mimic b5 b5",
        "r1 b6 b7 r7 r6",
    ]
