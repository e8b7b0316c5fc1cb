"""Games played by bots, step by step: what the tests of bots, sentences and pictures walk through."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from domain.games.chanic_panic.bot import BOTS, wishes
from domain.games.chanic_panic.messages import ChanicCommand, ChanicFact, ChanicOptions, ChooseDraw, UseAbility
from domain.games.chanic_panic.rules import RULES
from domain.games.chanic_panic.state import State
from domain.games.chanic_panic.view import View
from domain.kernel.acting import act, deal
from domain.kernel.bots import Bot, chosen
from domain.kernel.chance import QuickChance
from domain.kernel.offers import Offer
from domain.kernel.refusals import May
from domain.kernel.seats import Seat
from domain.kernel.setup import Setup


class Step(NamedTuple):
    """The facts of the start or of one command, the state after them, and the command with its seat."""

    facts: tuple[ChanicFact, ...]
    state: State
    seat: Seat | None = None
    command: ChanicCommand | None = None


def idle(view: View, offers: tuple[Offer, ...], may: May, chance: QuickChance) -> ChanicCommand:
    """Choose as the sensible bot does, but never use an active ability, nor skip a draw by one."""
    wanted = (wish for wish in wishes(view) if not isinstance(wish, UseAbility))
    return next(wish for wish in map(_unskipped, wanted) if may(wish) is None)


def _unskipped(wish: ChanicCommand) -> ChanicCommand:
    return ChooseDraw(skip=False) if isinstance(wish, ChooseDraw) else wish


PLAYERS: dict[str, Bot] = {**BOTS, "idle": idle}


def choice(state: State, seat: Seat, bot: str, chance: QuickChance) -> ChanicCommand:
    """Return what a bot chooses from its own seat."""
    return chosen(PLAYERS[bot], RULES, state, seat, chance)


def won(bot: str, against: str, seeds: range, **options: Any) -> float:
    """Return the share of duels that a bot wins alone, seats alternating, one for each seed."""
    wins = 0
    for seed in seeds:
        bots = (bot, against) if seed % 2 else (against, bot)
        *_, last = played(bots, seed, ChanicOptions(**options))
        assert last.state.outcome is not None
        wins += last.state.outcome.winners == (bots.index(bot),)
    return wins / len(seeds)


def played(bots: Sequence[str], seed: int, options: ChanicOptions | None = None) -> Iterator[Step]:
    """Play a game to its end, the deck by one chance and the bots' whims by another."""
    cards, whims = QuickChance(seed), QuickChance(seed + 1_000_003)
    setup = Setup(seats=len(bots), options=options or ChanicOptions(), edition=RULES.editions[1])
    facts, state = deal(RULES, setup, cards)
    yield Step(facts, state)
    while state.outcome is None:
        seat = min(RULES.to_act(state))
        command = choice(state, seat, bots[seat], whims)
        assert RULES.refuse(state, seat, command) is None
        facts, state = act(RULES, state, seat, command, cards)
        yield Step(facts, state, seat, command)
