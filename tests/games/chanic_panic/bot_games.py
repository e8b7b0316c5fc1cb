"""Games played by bots, step by step: what the tests of bots, sentences and pictures walk through."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domain.games.chanic_panic.bot import BOTS
from domain.games.chanic_panic.messages import ChanicCommand, ChanicFact, ChanicOptions
from domain.games.chanic_panic.rules import RULES
from domain.games.chanic_panic.state import State
from domain.games.chanic_panic.view import view
from domain.kernel.chance import QuickChance
from domain.kernel.draft import act, deal
from domain.kernel.offers import offers
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat, seat_viewer
from domain.kernel.setup import Setup


class Step(NamedTuple):
    """The facts of the start or of one command, the state after them, and the command with its seat."""

    facts: tuple[ChanicFact, ...]
    state: State
    seat: Seat | None = None
    command: ChanicCommand | None = None


class May:
    """`refuse` bound to a state and a seat."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.state, self.seat = state, seat

    def __call__(self, command: ChanicCommand) -> Refusal | None:
        return RULES.refuse(self.state, self.seat, command)


def choice(state: State, seat: Seat, bot: str, chance: QuickChance) -> ChanicCommand:
    """Return what a bot chooses from its own seat."""
    command: ChanicCommand = BOTS[bot](
        view(state, seat_viewer(seat)), offers(RULES, state, seat), May(state, seat), chance
    )
    return command


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
