"""Harbour: the rules as a table of contents."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.draft import Perform
from domain.kernel.game import GameRules
from domain.kernel.messages import Command, Concede, Fact, own_commands
from domain.kernel.setup import BenchRow, Demonstration, Edition, Options
from tests.harbour.cards import Card
from tests.harbour.cards.card_file import SHIPPED, parse
from tests.harbour.decide import DECIDE, PERFORM, decide, reshuffle_unseen
from tests.harbour.editions import EDITIONS
from tests.harbour.evolve import evolve
from tests.harbour.imagine import imagine
from tests.harbour.law_deals import LAW_DEALS
from tests.harbour.messages import CardsDrawn, CardsDrawnBefore, HarbourFact, HarbourOptions, Prefer
from tests.harbour.offers import menu, prepared_answer
from tests.harbour.refusals import REFUSALS
from tests.harbour.refuse import refuse
from tests.harbour.setup import SEATS, deal, empty, refuse_setup
from tests.harbour.state import State
from tests.harbour.view import View, outcome, to_act, view


class Harbour(GameRules[State, Any, Any, View]):
    """The rules."""

    name = "harbour"
    title = "Harbour"
    seat_counts = SEATS
    editions: Mapping[int, Edition] = EDITIONS
    options: type[Options] = HarbourOptions
    bad_options = REFUSALS.bad_options_code

    command_types: tuple[type[Command], ...] = own_commands(DECIDE)
    anytime: frozenset[type[Command]] = frozenset((Concede, Prefer))
    fact_types: Any = HarbourFact
    upcasts: Mapping[type[Fact], Callable[[Any], Any]] = {
        CardsDrawnBefore: lambda fact: CardsDrawn(
            seat=fact.seat, cards=fact.cards, why="deal" if len(fact.cards) > 1 else "turn"
        )
    }
    card_types: frozenset[Any] = frozenset((Card,))

    data_sets: Mapping[str, Any] = {SHIPPED.digest: SHIPPED}
    default_data: str | None = SHIPPED.digest
    load_data = staticmethod(parse)

    refuse_setup = staticmethod(refuse_setup)
    empty = staticmethod(empty)
    deal = staticmethod(deal)

    refuse = staticmethod(refuse)
    decide = staticmethod(decide)
    perform: Perform = PERFORM
    evolve = staticmethod(evolve)

    to_act = staticmethod(to_act)
    menu = staticmethod(menu)
    prepares = True
    prepared_answer = staticmethod(prepared_answer)

    view = staticmethod(view)
    outcome = staticmethod(outcome)
    imagine = staticmethod(imagine)
    reshuffle_unseen = staticmethod(reshuffle_unseen)


RULES = Harbour()

__all__ = ["BENCH", "DEMONSTRATIONS", "LAW_DEALS", "RULES"]

DEMONSTRATIONS = (Demonstration("A short day", {"rounds": 2}, ("sensible", "random")),)
BENCH = (BenchRow("harbour, 2 seats", 2, {}),)
