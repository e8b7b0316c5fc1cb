"""What a bot is given: its seat's view and offers, and the right to ask."""

from __future__ import annotations

from typing import Any

from domain.kernel.acting import deal
from domain.kernel.bots import chosen
from domain.kernel.chance import QuickChance
from domain.kernel.legal import legal_actions, may_of, offers
from domain.kernel.offers import Offer
from domain.kernel.refusals import May
from domain.kernel.seats import seat_viewer
from domain.kernel.setup import Setup
from tests.harbour.cards.card_file import SHIPPED
from tests.harbour.messages import HarbourOptions
from tests.harbour.rules import RULES

SETUP = Setup(seats=2, options=HarbourOptions(), edition=RULES.editions[1], data=SHIPPED)
STATE = deal(RULES, SETUP, QuickChance(1)).state
(SEAT,) = RULES.to_act(STATE)


def test_a_bot_sees_its_seat_and_may_ask() -> None:
    """It never holds the state; what it chooses is returned as it is."""
    shown: list[Any] = []
    wanted = next(legal_actions(RULES, STATE, SEAT))

    def choose(view: Any, offered: tuple[Offer, ...], may: May, chance: QuickChance) -> Any:
        shown.append((view, offered))
        assert may(wanted) is None
        return wanted

    assert chosen(choose, RULES, STATE, SEAT, QuickChance(2)) is wanted
    assert shown == [(RULES.view(STATE, seat_viewer(SEAT)), offers(RULES, STATE, SEAT))]


def test_what_a_seat_may_do_is_what_the_rules_do_not_refuse() -> None:
    """For each seat its own: the other one is not asked."""
    command = next(legal_actions(RULES, STATE, SEAT))
    assert may_of(RULES, STATE, SEAT)(command) is None
    assert may_of(RULES, STATE, 1 - SEAT)(command) == RULES.refuse(STATE, 1 - SEAT, command) is not None
