"""Bots: players that see what a person in their seat sees, and never the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from domain.kernel.chance import QuickChance
from domain.kernel.offers import Offer, sample_offers
from domain.kernel.refusals import Refusal

if TYPE_CHECKING:
    from domain.kernel.game import GameRules

May: TypeAlias = Callable[[Any], Refusal | None]  # `refuse` bound to the bot's seat

Bot: TypeAlias = Callable[[Any, tuple[Offer, ...], May, QuickChance], Any]
"""Called as `choose(view, offers, may, chance)` for an awaited seat; returns a command that `may` accepts."""


def random_bot(rules: GameRules[Any, Any, Any, Any]) -> Bot:
    """Return a bot that draws one of the offers and then something legal of it."""

    def choose(view: Any, offers: tuple[Offer, ...], may: May, chance: QuickChance) -> Any:
        return sample_offers(rules, offers, may, chance)

    return choose
