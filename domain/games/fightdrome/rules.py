"""Fightdrome as the rest of the product sees it: the table of contents of this folder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.games.fightdrome.cards import Card, Sleeve
from domain.games.fightdrome.cards.card_file import SHIPPED, parse
from domain.games.fightdrome.decide import DECIDE, decide
from domain.games.fightdrome.editions import EDITIONS
from domain.games.fightdrome.evolve import evolve
from domain.games.fightdrome.imagine import imagine
from domain.games.fightdrome.law_deals import LAW_DEALS
from domain.games.fightdrome.messages import FightdromeCommand, FightdromeFact, FightdromeOptions
from domain.games.fightdrome.offers import menu, normal
from domain.games.fightdrome.refusals import REFUSALS
from domain.games.fightdrome.refuse import refuse
from domain.games.fightdrome.setup import SEATS, deal, empty, refuse_setup
from domain.games.fightdrome.state import State
from domain.games.fightdrome.unseen import reshuffle_unseen
from domain.games.fightdrome.view import View, outcome, to_act, view
from domain.kernel.game import GameRules
from domain.kernel.messages import Command, Concede, own_commands
from domain.kernel.setup import BenchRow, Demonstration, Edition, Options


class Fightdrome(GameRules[State, FightdromeCommand, FightdromeFact, View]):
    """All three modes for two seats."""

    name = "fightdrome"
    title = "Altered Carbon: Fightdrome"
    seat_counts = SEATS
    editions: Mapping[int, Edition] = EDITIONS
    options: type[Options] = FightdromeOptions
    bad_options = REFUSALS.bad_options_code
    first_seat_begins: Mapping[str, Any] = {"first_player": "seat_0"}

    command_types: tuple[type[Command], ...] = own_commands(DECIDE)
    anytime: frozenset[type[Command]] = frozenset((Concede,))
    fact_types: Any = FightdromeFact
    card_types: frozenset[Any] = frozenset(
        (
            Card,
            Sleeve,
        )
    )

    data_sets: Mapping[str, Any] = {SHIPPED.digest: SHIPPED}
    default_data: str | None = SHIPPED.digest
    load_data = staticmethod(parse)

    refuse_setup = staticmethod(refuse_setup)
    empty = staticmethod(empty)
    deal = staticmethod(deal)

    refuse = staticmethod(refuse)
    normal = staticmethod(normal)
    decide = staticmethod(decide)
    evolve = staticmethod(evolve)

    to_act = staticmethod(to_act)
    menu = staticmethod(menu)

    view = staticmethod(view)
    outcome = staticmethod(outcome)
    imagine = staticmethod(imagine)
    reshuffle_unseen = staticmethod(reshuffle_unseen)


RULES = Fightdrome()

__all__ = ["BENCH", "DEMONSTRATIONS", "LAW_DEALS", "RULES"]

DEMONSTRATIONS = (
    Demonstration("A single bout", {"mode": "single_bout"}, ("sensible", "sensible")),  # the first is a newcomer's, too
    Demonstration("A match to 300 Fame", {"mode": "fame_match"}, ("sensible", "sensible")),
)

BENCH = (
    BenchRow("single bout", 2, {}),
    BenchRow("match to 300", 2, {"mode": "fame_match"}),
    BenchRow("epic tournament", 2, {"mode": "epic_tournament"}),
)
