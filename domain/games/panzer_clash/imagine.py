"""Possible worlds: fill what is unknown in a redacted state."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.panzer_clash.messages import PanzerFact
from domain.games.panzer_clash.state import State
from domain.kernel.chance import Chance


def imagine(state: State, chance: Chance, told: Sequence[PanzerFact] = ()) -> State:
    """Return a full state that agrees with what is known and lets the told facts follow."""
    return state
