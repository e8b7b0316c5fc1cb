"""Games played by bots, step by step: what the tests of bots, sentences and pictures walk through."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from domain.games.panic_clan_inviter.bot import BOTS
from domain.games.panic_clan_inviter.messages import PanicCommand, PanicFact
from domain.games.panic_clan_inviter.rules import RULES
from domain.games.panic_clan_inviter.state import State
from domain.kernel.acting import act
from domain.kernel.bots import chosen
from domain.kernel.chance import QuickChance
from domain.kernel.seats import Seat
from tests.games.panic_clan_inviter.given import awaited, started


class Step(NamedTuple):
    """The facts of the start or of one command, the state after them, and the command with its seat."""

    facts: tuple[PanicFact, ...]
    state: State
    seat: Seat | None = None
    command: PanicCommand | None = None


def choice(state: State, seat: Seat, bot: str, chance: QuickChance) -> PanicCommand:
    """Return what a bot chooses from its own seat."""
    return chosen(BOTS[bot], RULES, state, seat, chance)


def wanted(state: State) -> PanicCommand:
    """Return what the sensible bot answers for the seat that is asked."""
    return choice(state, awaited(state)[0], "sensible", QuickChance(1))


def played(bots: Sequence[str], seed: int, **options: Any) -> Iterator[Step]:
    """Play a game to its end, the deck by one chance and the bots' whims by another."""
    cards, whims = QuickChance(seed + 1), QuickChance(seed + 1_000_003)
    facts, state = started(len(bots), seed, **options)
    yield Step(facts, state)
    while state.outcome is None:
        seat, _ = awaited(state)
        command = choice(state, seat, bots[seat], whims)
        assert RULES.refuse(state, seat, command) is None
        facts, state = act(RULES, state, seat, command, cards)
        yield Step(facts, state, seat, command)
