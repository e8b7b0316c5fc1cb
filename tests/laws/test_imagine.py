"""`imagine`: its worlds agree with what a viewer has seen, and the rules can go on from them."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from domain import games
from domain.kernel.acting import act
from domain.kernel.chance import QuickChance
from domain.kernel.game import Rules
from domain.kernel.legal import sample
from tests.laws.copies import Copy, compare, shown, viewers
from tests.laws.luck import Luck
from tests.laws.tables import played, runs

pytestmark = pytest.mark.no_cover

GAMES = games.names()
TABLES = 6
FURTHER = 15  # actions played on from an imagined world


def play_on(rules: Rules, state: Any, quick: QuickChance) -> int:
    """Play random actions from a world and return their number; raises whatever the rules raise."""
    for number in range(FURTHER):
        awaited = sorted(rules.to_act(state))
        assert bool(awaited) is (rules.outcome(state) is None)
        if not awaited:
            return number
        seat = quick.choice(awaited)
        command = sample(rules, state, seat, quick)
        state = act(rules, state, seat, command, Luck(quick, {}, rotating=False, use=0)).state
    return FURTHER


@pytest.mark.parametrize("number", range(TABLES))
@pytest.mark.parametrize("name", GAMES)
def test_imagined_worlds_contradict_nothing_and_can_be_played(name: str, number: int) -> None:
    """Not one world differs from what its viewer sees, none fails to be found, every one can be played on."""
    rules = games.game(name).rules
    run = next(itertools.islice(runs(name, 31), number, None))
    quick = QuickChance(number)
    copies: list[Copy] = []
    actions = 0
    for step in itertools.islice(played(run, rules), 80):
        copies = copies or [Copy(rules, step.before, viewer) for viewer in viewers(run.deal.seats)]
        for copy in copies:
            copy.read(step)
        copy = quick.choice(copies)
        world = rules.imagine(copy.state, quick)
        mine = shown(rules, copy.state, copy.viewer, ())
        compare("imagine", str(copy.viewer), mine, shown(rules, world, copy.viewer, ()))
        actions += play_on(rules, world, quick)
    assert actions
