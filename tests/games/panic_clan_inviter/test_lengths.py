"""How long games last: the table of section 11, over seeded games of players who choose at random.

Such a player draws an action by its type and its card or player, and then how it is paid.
"""

from __future__ import annotations

from statistics import mean, median

import pytest

from domain.games.panic_clan_inviter.messages import PanicCommand
from domain.games.panic_clan_inviter.rules import RULES
from domain.kernel.acting import act
from domain.kernel.chance import QuickChance
from domain.kernel.legal import legal_actions
from tests.games.panic_clan_inviter.given import awaited, started

pytestmark = pytest.mark.long

GAMES = 150  # of each seat count; the trials of the specification had 400 to 500


def choose(actions: list[PanicCommand], chance: QuickChance) -> PanicCommand:
    """Return a random action."""
    groups: dict[object, list[PanicCommand]] = {}
    for action in actions:
        about = getattr(action, "card", getattr(action, "seat", None))
        groups.setdefault((type(action), about), []).append(action)
    return chance.choice(groups[chance.choice(list(groups))])


@pytest.mark.parametrize(("seats", "expected"), [(2, 40), (3, 57), (4, 63), (5, 65)])
def test_random_games_last_as_long_as_the_specification_says(seats: int, expected: int) -> None:
    turns, commands, limit = [], 0, 60 * seats
    for game in range(GAMES):
        chance = QuickChance(1000 * seats + game)
        state = started(seats, chance.word()).state
        while state.outcome is None:
            seat, _ = awaited(state)
            command = choose(list(legal_actions(RULES, state, seat)), chance)
            state = act(RULES, state, seat, command, chance).state
            commands += 1
        turns.append(state.turn.number)
    assert expected * 0.85 <= median(turns) <= expected * 1.15
    assert expected * 0.9 <= mean(turns) <= expected * 1.25
    assert max(turns) < limit, "every trial game ended before the limit"
    assert 1.2 <= commands / sum(turns) <= 1.45, "about 1.3 commands a turn"
