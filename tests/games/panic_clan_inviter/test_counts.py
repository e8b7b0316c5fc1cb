"""Counts of legal sequences from small tables: a change of the rules, or of what is offered, shows here first."""

from __future__ import annotations

import pytest

from domain.games.panic_clan_inviter.rules import RULES
from domain.games.panic_clan_inviter.state import State
from domain.kernel.acting import act
from domain.kernel.chance import QuickChance
from domain.kernel.legal import legal_actions
from tests.games.panic_clan_inviter.given import A, B, C, awaited, given, started


def sequences(state: State, depth: int) -> int:
    """Count the legal sequences of so many commands; draws are the same wherever a sequence branches."""
    if depth == 0:
        return 1
    if state.outcome is not None:
        return 0
    seat, _ = awaited(state)
    return sum(
        sequences(act(RULES, state, seat, command, QuickChance(depth)).state, depth - 1)
        for command in legal_actions(RULES, state, seat)
    )


OPENING = started(2, seed=4, start_player=0).state
FAIRIES = given(hands={A: "b6 b7 r1", B: "b1 mimic", C: "y6 evolution"}, top="r3 g5 y2 fortune", goal=3)
MAGIC = given(
    seats=2,
    hands={A: "menace fascinate summon", B: "revive g1 y1"},
    lines={A: "r2", B: "g1 mimic"},
    discard="innovation b5",
    top="quick_march r7 g7 y7",
    deck=4,
    goal=4,
)


@pytest.mark.parametrize(
    ("table", "counts"),
    [(OPENING, [6, 47, 279, 1685]), (FAIRIES, [4, 10, 28, 86]), (MAGIC, [5, 12, 36, 125])],
    ids=["opening", "fairies", "magic"],
)
def test_legal_sequences(table: State, counts: list[int]) -> None:
    """Counted by hand to depth 2. Fairies: a draw leaves B 3 actions, b6 3 targets, b7 2, r1 leaves B a card: 2."""
    assert [sequences(table, depth) for depth in range(1, len(counts) + 1)] == counts
