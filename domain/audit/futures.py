"""What might have come of a moment: bots play on from it, in the world as it was or in imagined ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from domain.audit.knowledge import told_states
from domain.audit.timeline import Address, Timeline
from domain.kernel.acting import act
from domain.kernel.bots import Bot, chosen
from domain.kernel.cards.unknowns import NoWorldError
from domain.kernel.chance import QuickChance
from domain.kernel.game import Rules, State
from domain.kernel.seats import Seat, Viewer
from domain.kernel.setup import Outcome

MOST_ACTIONS = 2_000  # of one game that bots play on; one that still goes on has no result
ENDED = ("finished", "confirmed", "abandoned")  # while a table runs, nobody is told how it may end


class RunningError(ValueError):
    """The table runs still: what might come of it is for study, and never for a game that goes on."""


def refuse_running(timeline: Timeline) -> None:
    """Raise `RunningError` for a table that has not ended."""
    if timeline.moments[-1].table.book.status not in ENDED:
        raise RunningError("the table has not ended: this is for study, not for a game that goes on")


def futures(
    timeline: Timeline, n: int, viewer: Viewer, *, bots: Mapping[Seat, Bot], worlds: int, seed: int
) -> Iterator[Outcome | None]:
    """Yield how the game ends in so many worlds after entry `n`; `None` where no world is found, or it does not end.

    For whoever sees everything they play on from the table as it was, with other draws; for anybody else from worlds
    that agree with what the viewer's own copy told. Nothing is yielded before the deal. Raises `RunningError`.
    """
    refuse_running(timeline)
    rules = timeline.title.rules
    state = None
    for _, state in told_states(timeline, viewer, Address(n)):  # noqa: B007
        pass
    if state is None:
        return
    for number in range(worlds):
        chance = QuickChance(seed + number)
        try:
            world = state if viewer.everything else rules.imagine(state, chance)
        except NoWorldError:
            yield None
        else:
            yield played_on(rules, world, bots.__getitem__, chance)


def played_on(rules: Rules, world: State, bot_of: Callable[[Seat], Bot], chance: QuickChance) -> Outcome | None:
    """Let bots play a game to its end and return how it ended; `None` after 2,000 actions without one."""
    for _ in range(MOST_ACTIONS):
        outcome: Outcome | None = rules.outcome(world)
        if outcome is not None:
            return outcome
        seat = min(rules.to_act(world))
        world = act(rules, world, seat, chosen(bot_of(seat), rules, world, seat, chance), chance).state
    return None
