"""Games played by bots, step by step: what the tests of bots, sentences and pictures walk through."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domain.games.fightdrome.bot import BOTS
from domain.games.fightdrome.cards.card_file import SHIPPED
from domain.games.fightdrome.messages import FightdromeCommand, FightdromeFact, FightdromeOptions
from domain.games.fightdrome.rules import RULES
from domain.games.fightdrome.state import State
from domain.kernel.acting import act, deal
from domain.kernel.bots import chosen
from domain.kernel.chance import QuickChance
from domain.kernel.seats import Seat
from domain.kernel.setup import Setup


class Step(NamedTuple):
    """The facts of the start or of one command, the state after them, and the command with its seat."""

    facts: tuple[FightdromeFact, ...]
    state: State
    seat: Seat | None = None
    command: FightdromeCommand | None = None


def choice(state: State, seat: Seat, bot: str, chance: QuickChance) -> FightdromeCommand:
    """Return what a bot chooses from its own seat."""
    return chosen(BOTS[bot], RULES, state, seat, chance)


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
