"""Games played by bots, step by step: what the tests of bots, sentences and pictures walk through."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domain.games.panzer_clash.bot import BOTS
from domain.games.panzer_clash.messages import PanzerCommand, PanzerFact, PanzerOptions
from domain.games.panzer_clash.rules import RULES
from domain.games.panzer_clash.state import State
from domain.kernel.acting import act, deal
from domain.kernel.bots import chosen
from domain.kernel.chance import QuickChance
from domain.kernel.seats import Seat
from domain.kernel.setup import Setup


class Step(NamedTuple):
    """The facts of the start or of one command, the states before and after them, and the command with its seat."""

    facts: tuple[PanzerFact, ...]
    before: State
    state: State
    seat: Seat | None = None
    command: PanzerCommand | None = None


def choice(state: State, seat: Seat = 0, bot: str = "sensible", chance: QuickChance | None = None) -> PanzerCommand:
    """Return what a bot chooses from its own seat."""
    return chosen(BOTS[bot], RULES, state, seat, chance or QuickChance(0))


def played(bots: Sequence[str], seed: int, options: PanzerOptions | None = None) -> Iterator[Step]:
    """Play a game to its end, the Supplies by one chance and the bots' whims by another."""
    cards, whims = QuickChance(seed), QuickChance(seed + 1_000_003)
    setup = Setup(seats=2, options=options or PanzerOptions(), edition=RULES.editions[1])
    facts, state = deal(RULES, setup, cards)
    yield Step(facts, RULES.empty(setup), state)
    while state.outcome is None:
        seat = min(RULES.to_act(state))
        command = RULES.prepared_answer(state, seat) or choice(state, seat, bots[seat], whims)
        assert RULES.refuse(state, seat, command) is None
        before = state
        facts, state = act(RULES, state, seat, command, cards)
        yield Step(facts, before, state, seat, command)


def last(bots: Sequence[str], seed: int, options: PanzerOptions | None = None) -> Step:
    """Return the last step of a game."""
    *_, step = played(bots, seed, options)
    return step
