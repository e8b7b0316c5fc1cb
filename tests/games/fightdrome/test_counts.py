"""Counts of legal sequences from small tables: a change of the rules, or of what is offered, shows here first."""

from __future__ import annotations

import pytest

from domain.games.fightdrome.rules import RULES
from domain.games.fightdrome.state import State
from domain.kernel.acting import act
from domain.kernel.chance import QuickChance
from domain.kernel.legal import legal_actions
from tests.games.fightdrome.given import S, given


def sequences(state: State, depth: int) -> int:
    """Count the legal sequences of so many commands; draws are the same wherever a sequence branches."""
    if depth == 0:
        return 1
    return sum(
        sequences(act(RULES, state, seat, command, QuickChance(depth)).state, depth - 1)
        for seat in RULES.to_act(state)
        for command in legal_actions(RULES, state, seat)
    )


OPENING = given(
    alice="P20 P50 K30 G40 NP W KB60", simon="P30 K50 G60 NG F PB40 W", cause="bout_start", tops={0: "K20", 1: "P80"}
)
STAGGER = given(
    alice="P80 K40 NB",
    simon="P30 K20 G20 W",
    cause="after_stagger",
    staggered=S,
    breathing_space=True,
    last_gasp=True,
)


@pytest.mark.parametrize(
    ("table", "counts"), [(OPENING, [5, 22, 80, 287]), (STAGGER, [3, 6, 15, 24])], ids=["opening", "stagger"]
)
def test_legal_sequences(table: State, counts: list[int]) -> None:
    assert [sequences(table, depth) for depth in range(1, 5)] == counts
