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
from tests.games.chanic_panic.given import X, Y, bypass, given, play, use

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
