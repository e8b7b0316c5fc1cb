"""Players of the harbour."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.kernel.bots import Bot, random_bot
from domain.kernel.chance import QuickChance
from domain.kernel.legal import sample_offers
from domain.kernel.offers import Offer
from domain.kernel.refusals import May
from tests.harbour import messages as said
from tests.harbour.cards.card_file import SHIPPED
from tests.harbour.rules import RULES
from tests.harbour.view import View


def sensible(view: View, offers: tuple[Offer, ...], may: May, chance: QuickChance) -> Any:
    """Load the dearest ware while there is room, else do anything legal."""
    for player in view.players:
        for card in sorted(player.hand or (), key=lambda card: -SHIPPED.worth.get(card, 0)):
            for berth in range(len(player.berths)):
                command = said.Load(cargo=(said.Cargo(card, berth),))
                if may(command) is None:
                    return command
    return sample_offers(RULES, offers, may, chance)


BOTS: Mapping[str, Bot] = {"random": random_bot(RULES), "sensible": sensible}
