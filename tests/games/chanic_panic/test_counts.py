"""Counts of legal sequences from small tables: a change of the rules, or of what is offered, shows here first."""

from __future__ import annotations

import pytest

from domain.games.chanic_panic.rules import RULES
from domain.games.chanic_panic.state import State
from domain.kernel.acting import act
from domain.kernel.chance import QuickChance
from domain.kernel.legal import legal_actions
from tests.games.chanic_panic.given import X, Y, given, started


def sequences(state: State, depth: int) -> int:
    """Count the legal sequences of so many commands; draws are the same wherever a sequence branches."""
    if depth == 0:
        return 1
    return sum(
        sequences(act(RULES, state, seat, command, QuickChance(depth)).state, depth - 1)
        for seat in RULES.to_act(state)
        for command in legal_actions(RULES, state, seat)
    )


OPENING = started(2, seed=4, first_player="seat").state
FIGHT = given(
    hands={X: "H3 C4", Y: "C2"},
    boards={X: "H1 S5 S8", Y: "H4 H6 D8 D2 S3"},
    top="D1 C9 S1 H9",
    panic=True,
    trader=False,
)


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("table", "counts"),
    [(OPENING, [15, 182, 1863, 16069]), (FIGHT, [13, 74, 335, 1368])],
    ids=["opening", "fight"],
)
def test_legal_sequences(table: State, counts: list[int]) -> None:
    assert [sequences(table, depth) for depth in range(1, len(counts) + 1)] == counts
