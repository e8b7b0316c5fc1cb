"""What the sensible bot does with special abilities, and how strong that makes it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.chanic_panic.abilities.names import ABILITIES
from domain.games.chanic_panic.abilities.pool import ACTIVE
from domain.games.chanic_panic.bot.answers import PREFERRED
from domain.games.chanic_panic.bot.uses import LAST_USES, USES
from domain.games.chanic_panic.messages import ChanicCommand, UseAbility
from domain.games.chanic_panic.state import State
from domain.kernel.chance import QuickChance
from tests.games.chanic_panic.bot_games import choice, played, won
from tests.games.chanic_panic.given import END_TURN, X, Y, attack, bypass, change, given, play, use, utility

STURDY = "H10 H9 D10 D9"  # nothing that lies near can strike it down


def chosen(state: State, seat: int = X) -> ChanicCommand:
    """Return what the sensible bot does in a seat."""
    return choice(state, seat, "sensible", QuickChance(1))


def turned(state: State, **fields: Any) -> State:
    """Return the table with other fields of the turn."""
    return replace(state, turn=replace(state.turn, **fields))


def used(state: State) -> str:
    """Return the ability that the sensible bot uses; nothing if it uses none."""
    command = chosen(state)
    return command.ability if isinstance(command, UseAbility) else ""


def test_every_active_ability_has_its_place_and_every_ability_its_rank() -> None:
    """Replenished and Options ask for no use."""
    assert {*USES, *LAST_USES} == {*ACTIVE}
    assert sorted(PREFERRED) == sorted(ABILITIES)


@pytest.mark.long
def test_abilities_win_more_duels_than_the_same_ones_unused_in_a_sample() -> None:
    """60 games: about 65 % are won; fewer than 45 % would happen once in a thousand samples."""
    assert won("sensible", "idle", range(60), specials=2) > 0.45


@pytest.mark.soak
@pytest.mark.parametrize("first", [0, 1_000, 2_000])
def test_abilities_win_more_duels_than_the_same_ones_unused(first: int) -> None:
    """Two seats with two abilities each, seats alternating: at least 60 % of 200 games."""
    assert won("sensible", "idle", range(first, first + 200), specials=2) >= 0.6


def test_the_twin_uses_no_ability() -> None:
    steps = list(played(["idle", "idle"], 5))
    assert not [step for step in steps if isinstance(step.command, UseAbility)]


def test_hearts_are_sent_home_when_that_lets_a_player_be_put_out() -> None:
    """Illusionist: the cheapest way is begun, and gone to its end."""
    table = given(boards={X: f"{STURDY} S6", Y: "H7 H3 D4"}, abilities={X: "illusionist"}, points=7)
    assert chosen(table) == use("illusionist", target_card="H7-1")
    table = play(table, use("illusionist", target_card="H7-1")).state
    assert chosen(table) == bypass("S6-1", "H3-1")


def test_a_struck_value_or_a_doubled_spade_puts_a_player_out() -> None:
    """Plagued, if no own Spade has the value; Sorcerer, with the Spade that lies there or one of the hand."""
    table = given(hands={X: "C7"}, boards={X: f"{STURDY} S6", Y: "H7 D3 D2"}, abilities={X: "plagued"}, points=4)
    assert chosen(table) == use("plagued", discard="C7")
    assert (
        used(given(hands={X: "C7"}, boards={X: f"{STURDY} S7", Y: "H7 D3"}, abilities={X: "plagued"}, points=4)) == ""
    )
    table = given(boards={X: f"{STURDY} S6", Y: "H7 D5"}, abilities={X: "sorcerer"}, points=6)
    assert chosen(table) == use("sorcerer", spade="S6-1")
    assert chosen(play(table, use("sorcerer", spade="S6-1")).state) == attack("S6-1", "D5-1 H7-1")
    table = given(hands={X: "S6"}, boards={X: STURDY, Y: "H7 D5"}, abilities={X: "sorcerer"})
    assert chosen(table) == utility("S6")


def test_a_spade_of_the_hand_and_a_heart_sent_home_put_a_player_out_together() -> None:
    table = given(hands={X: "S6"}, boards={X: STURDY, Y: "H3 H2 D4"}, abilities={X: "illusionist"}, points=9)
    assert chosen(table) == use("illusionist", target_card="H2-1")
    table = play(table, use("illusionist", target_card="H2-1")).state
    assert chosen(table) == utility("S6")


def test_a_lone_heart_under_lifeline_is_not_gone_around() -> None:
    table = given(boards={X: f"{STURDY} S8", Y: "H4 D8 D7"}, abilities={Y: "lifeline"})
    assert chosen(table) == END_TURN
    assert chosen(change(table, Y, abilities=())) == bypass("S8-1", "H4-1")
    table = given(boards={X: f"{STURDY} S8", Y: "H4 H1 D7"}, abilities={X: "illusionist", Y: "lifeline"}, points=1)
    assert used(table) == ""
    assert used(change(table, Y, abilities=())) == "illusionist"


def test_a_direct_hitter_needs_less_to_go_around_two_shields() -> None:
    table = given(boards={X: f"{STURDY} S6", Y: "H4 D7 D8"}, abilities={X: "direct_hitter"})
    assert chosen(table) == bypass("S6-1", "H4-1")
    assert chosen(change(table, X, abilities=())) == END_TURN


def test_an_innovator_strikes_with_diamonds_too() -> None:
    table = given(boards={X: "H10 D10 D9 S5", Y: "H9 D5"}, abilities={X: "innovator"})
    assert chosen(table) == attack("S5-1 D10-1 D9-1", "D5-1 H9-1")


def test_who_is_impenetrable_is_left_alone_and_does_not_strike_early() -> None:
    early = given(boards={X: f"{STURDY} S9", Y: "H3"}, abilities={X: "impenetrable"}, round=3)
    assert chosen(early) == END_TURN
    assert chosen(given(boards={X: f"{STURDY} S9", Y: "H3"}, abilities={X: "impenetrable"})) == attack("S9-1", "H3-1")
    full = {X: f"{STURDY} S10", Y: "H1 H2 H3 D1 D2 D3 S1 S2 S3"}
    assert chosen(given(boards=full, abilities={Y: "impenetrable"})) == END_TURN


@pytest.mark.parametrize(
    ("ability", "table", "expected"),
    [
        ("archaeologist", {}, {"suit": "S"}),
        ("fisher", {"hands": {X: "S9", Y: "C8 C7 C9"}, "points": 4}, {"target": Y, "reveal": "S9"}),
        ("gambler", {"hands": {X: "H1 D10"}, "boards": {X: "H10 H9 H8 D4 D9 D8"}}, {"discard": "D10"}),
        ("grave_robber", {"discard": "S1 C3 S2"}, {"card": "C3-1"}),
        ("hopeful", {}, {}),
        ("illusionist", {"boards": {X: STURDY, Y: "H8 H7 S3 S2 S1 D8"}}, {"target_card": "H8-1"}),
        ("indebted", {"hands": {X: "S10"}, "points": 4}, {"card": "S10"}),
        ("limiter", {"hands": {Y: "H1"}}, {"target": Y}),
        ("loaded", {}, {}),
        ("manipulator", {"hands": {X: "S1"}, "points": 3}, {}),
        (
            "maximizer",
            {"hands": {X: "H9"}, "boards": {X: "H10 H6 H5 D10 D9"}},
            {"return_card": "H6-1", "play_card": "H9"},
        ),
        (
            "neutralizer",
            {"boards": {X: "H2 D4 D9", Y: "H10 D10 S9 S8 S7"}},
            {"diamond": "D9-1", "target_card": "S9-1"},
        ),
        ("pacifist", {"hands": {X: "S1"}, "points": 0}, {"discard": "S1"}),
        ("plagued", {"hands": {X: "C10 C8"}, "boards": {X: STURDY, Y: "H8 D8 S8 H7"}}, {"discard": "C8"}),
        ("seller", {"hands": {X: "H1 D1"}, "points": 0}, {"cards": "H1 D1"}),
        ("sorcerer", {"boards": {X: f"{STURDY} S9", Y: "H8 H7 D7 D8"}}, {"spade": "S9-1"}),
        ("trade_master", {"hands": {X: "S1 H1"}, "points": 0}, {"discard": "H1"}),
        ("combiner", {"hands": {X: "C9 C8 H3 D6"}, "phase": "club_phase", "points": 0}, {"clubs": "C9 C8"}),
        ("purifier", {"hands": {X: "S1 H1"}, "points": 0, "trader": False}, {}),
        ("wisdom", {"points": 0}, {}),
        (
            "recycler",
            {"hands": {X: "H1"}, "boards": {X: "H10 D10"}, "discard": "D6 D2 D3", "phase": "club_phase", "points": 0},
            {"discard": "H1", "play_card": "D6-1"},
        ),
    ],
)
def test_an_ability_is_used_where_it_pays(ability: Any, table: dict[str, Any], expected: dict[str, Any]) -> None:
    in_club_phase = {"last_club": 8, "allowance": ability == "recycler"} if table.get("phase") else {}
    state = given(**{"boards": {X: STURDY, Y: "H8 H7 D8 D7"}, **in_club_phase, **table, "abilities": {X: ability}})
    command = chosen(state)
    assert isinstance(command, UseAbility)
    assert command == replace(use(ability, **expected), suit=expected.get("suit", command.suit))
    assert chosen(change(state, X, abilities=())) != command
