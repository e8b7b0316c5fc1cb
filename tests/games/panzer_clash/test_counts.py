"""Counts of legal sequences to depth 4 from small rigged tables: a change of any rule of Main shows here."""

from __future__ import annotations

import pytest

from domain.games.panzer_clash.rules import RULES
from domain.games.panzer_clash.state import State
from domain.kernel.acting import act
from domain.kernel.chance import QuickChance
from domain.kernel.legal import legal_actions
from tests.games.panzer_clash.given import given

DEPTH = 4


def count(state: State, depth: int) -> int:
    """Return how many sequences of so many legal actions there are."""
    if depth == 0 or RULES.outcome(state) is not None:
        return 1
    ((seat, _),) = RULES.to_act(state).items()
    return sum(
        [
            count(act(RULES, state, seat, command, QuickChance(0)).state, depth - 1)
            for command in legal_actions(RULES, state, seat)
        ]
    )


TABLES = {
    "factories": (given(hands={0: "factory"}, stacks={"a0": "1"}), (6, 6, 36, 61)),
    "a duel": (given(units=["c2 0 ger_panzer4", "c3 1 sov_kv1"]), (5, 28, 132, 647)),
    "windows": (
        given(
            hands={0: "factory", 1: "sov_maskirovka factory"},
            stacks={"a5": "1"},
            units=["c2 0 ger_tiger", "c3 1 sov_kv1"],
        ),
        (10, 46, 76, 290),
    ),
    "triggers": (given(units=["c4 0 ger_tiger"], supplies={1: "jpn_ambush sov_conscripts factory"}), (5, 8, 37, 202)),
    "a scout": (given(hands={0: "ger_scout_car"}, stacks={"a0": "1"}, down="a1 b1"), (2, 5, 10, 30)),
}


@pytest.mark.parametrize("name", TABLES)
def test_numbers_of_sequences(name: str) -> None:
    """Depth 1 to 4."""
    state, wanted = TABLES[name]
    assert tuple([count(state, depth) for depth in range(1, DEPTH + 1)]) == wanted
