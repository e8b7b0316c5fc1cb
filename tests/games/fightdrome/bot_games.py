"""Games played by bots, step by step: what the tests of bots, sentences and pictures walk through."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domain.games.fightdrome.bot import BOTS
from domain.games.fightdrome.card_file import SHIPPED
from domain.games.fightdrome.messages import FightdromeCommand, FightdromeFact, FightdromeOptions
from domain.games.fightdrome.rules import RULES
from domain.games.fightdrome.state import State
from domain.games.fightdrome.view import view
from domain.kernel.chance import QuickChance
from domain.kernel.draft import act, deal
from domain.kernel.offers import offers
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat, seat_viewer
from domain.kernel.setup import Setup


class Step(NamedTuple):
    """The facts of the start or of one command, the state after them, and the command with its seat."""

    facts: tuple[FightdromeFact, ...]
    state: State
    seat: Seat | None = None
    command: FightdromeCommand | None = None


class May:
    """`refuse` bound to a state and a seat."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.state, self.seat = state, seat

    def __call__(self, command: FightdromeCommand) -> Refusal | None:
        return RULES.refuse(self.state, self.seat, command)


def choice(state: State, seat: Seat, bot: str, chance: QuickChance) -> FightdromeCommand:
    """Return what a bot chooses from its own seat."""
    command: FightdromeCommand = BOTS[bot](
        view(state, seat_viewer(seat)), offers(RULES, state, seat), May(state, seat), chance
    )
    return command


def played(bots: Sequence[str], seed: int, options: FightdromeOptions | None = None) -> Iterator[Step]:
    """Play a game to its end, the cards by one chance and the bots' whims by another."""
    cards, whims = QuickChance(seed), QuickChance(seed + 1_000_003)
    setup = Setup(seats=2, options=options or FightdromeOptions(), edition=RULES.editions[1], data=SHIPPED)
    facts, state = deal(RULES, setup, cards)
    yield Step(facts, state)
    while state.outcome is None:
        seat = min(RULES.to_act(state))
        command = choice(state, seat, bots[seat], whims)
        assert RULES.refuse(state, seat, command) is None
        facts, state = act(RULES, state, seat, command, cards)
        yield Step(facts, state, seat, command)
