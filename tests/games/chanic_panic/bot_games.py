"""Games played by bots, step by step: what the tests of bots, sentences and pictures walk through."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domain.games.chanic_panic.bot import BOTS
from domain.games.chanic_panic.messages import ChanicCommand, ChanicFact, ChanicOptions
from domain.games.chanic_panic.rules import RULES
from domain.games.chanic_panic.state import State
from domain.kernel.acting import act, deal
from domain.kernel.bots import chosen
from domain.kernel.chance import QuickChance
from domain.kernel.seats import Seat
from domain.kernel.setup import Setup


class Step(NamedTuple):
    """The facts of the start or of one command, the state after them, and the command with its seat."""

    facts: tuple[ChanicFact, ...]
    state: State
    seat: Seat | None = None
    command: ChanicCommand | None = None


def choice(state: State, seat: Seat, bot: str, chance: QuickChance) -> ChanicCommand:
    """Return what a bot chooses from its own seat."""
    return chosen(BOTS[bot], RULES, state, seat, chance)


def played(bots: Sequence[str], seed: int, options: ChanicOptions | None = None) -> Iterator[Step]:
    """Play a game to its end, the deck by one chance and the bots' whims by another."""
    cards, whims = QuickChance(seed), QuickChance(seed + 1_000_003)
    setup = Setup(seats=len(bots), options=options or ChanicOptions(), edition=RULES.editions[1])
    facts, state = deal(RULES, setup, cards)
    yield Step(facts, state)
    while state.outcome is None:
        (seat,) = RULES.to_act(state)
        command = choice(state, seat, bots[seat], whims)
        assert RULES.refuse(state, seat, command) is None
        facts, state = act(RULES, state, seat, command, cards)
        yield Step(facts, state, seat, command)
