"""Bots: players that see what a person in their seat sees, and never the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

from domain.kernel.chance import QuickChance
from domain.kernel.game import GameRules, Rules
from domain.kernel.legal import may_of, offers, sample_offers
from domain.kernel.offers import Offer
from domain.kernel.refusals import May
from domain.kernel.seats import Seat, seat_viewer

S = TypeVar("S")
C = TypeVar("C")
F = TypeVar("F")
V = TypeVar("V")

Bot: TypeAlias = Callable[[Any, tuple[Offer, ...], May, QuickChance], Any]
"""Called as `choose(view, offers, may, chance)` for an awaited seat; returns a command that `may` accepts."""


def chosen(bot: Bot, rules: GameRules[S, C, F, V], state: S, seat: Seat, chance: QuickChance) -> C:
    """Return the command that a bot chooses for an awaited seat: it sees that seat's view and offers, nothing else."""
    command: C = bot(
        rules.view(state, seat_viewer(seat)), offers(rules, state, seat), may_of(rules, state, seat), chance
    )
    return command


def random_bot(rules: Rules) -> Bot:
    """Return a bot that draws one of the offers and then something legal of it."""

    def choose(view: Any, offers: tuple[Offer, ...], may: May, chance: QuickChance) -> Any:
        return sample_offers(rules, offers, may, chance)

    return choose
