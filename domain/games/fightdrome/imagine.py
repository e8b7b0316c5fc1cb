"""stub"""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.fightdrome.messages import FightdromeFact
from domain.games.fightdrome.state import State
from domain.kernel.chance import Chance


def imagine(state: State, chance: Chance, told: Sequence[FightdromeFact] = ()) -> State:
    return state
