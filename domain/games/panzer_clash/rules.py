"""Panzer Clash as the rest of the product sees it: the table of contents of this folder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.games.panzer_clash.cards import Card
from domain.games.panzer_clash.cards.card_file import SHIPPED, parse
from domain.games.panzer_clash.decide import DECIDE, PERFORM, decide
from domain.games.panzer_clash.editions import EDITIONS
from domain.games.panzer_clash.evolve import evolve
from domain.games.panzer_clash.imagine import imagine
from domain.games.panzer_clash.law_deals import LAW_DEALS
from domain.games.panzer_clash.messages import PanzerCommand, PanzerFact, PanzerOptions, SetResponsePrefs
from domain.games.panzer_clash.offers import menu, normal, prepared_answer
from domain.games.panzer_clash.refusals import REFUSALS
from domain.games.panzer_clash.refuse import refuse
from domain.games.panzer_clash.setup import SEATS, deal, empty, refuse_setup
from domain.games.panzer_clash.state import State
from domain.games.panzer_clash.unseen import reshuffle_unseen
from domain.games.panzer_clash.view import View, outcome, to_act, view
from domain.kernel.draft import Perform
from domain.kernel.game import GameRules
from domain.kernel.messages import Command, Concede, own_commands
from domain.kernel.setup import BenchRow, Demonstration, Edition, Options


class PanzerClash(GameRules[State, PanzerCommand, PanzerFact, View]):
    """The Basic Set for 2 seats: seat 0 is South, seat 1 is North."""

    name = "panzer_clash"
    title = "Panzer Clash"
    seat_counts = SEATS
    editions: Mapping[int, Edition] = EDITIONS
    options: type[Options] = PanzerOptions
    bad_options = REFUSALS.bad_options_code
    first_seat_begins: Mapping[str, Any] = {"first_player": "seat0"}

    command_types: tuple[type[Command], ...] = own_commands(DECIDE)
    anytime: frozenset[type[Command]] = frozenset((Concede, SetResponsePrefs))
    fact_types: Any = PanzerFact
    card_types: frozenset[Any] = frozenset((Card,))

    data_sets: Mapping[str, Any] = {SHIPPED.digest: SHIPPED}
    default_data: str | None = SHIPPED.digest
    load_data = staticmethod(parse)

    refuse_setup = staticmethod(refuse_setup)
    empty = staticmethod(empty)
    deal = staticmethod(deal)

    refuse = staticmethod(refuse)
    normal = staticmethod(normal)
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


RULES = PanzerClash()

__all__ = ["BENCH", "DEMONSTRATIONS", "LAW_DEALS", "RULES"]

DEMONSTRATIONS = (
    Demonstration(
        "Axis against Allies, short decks", {"deck_size": 40, "opposing_sides": True}, ("sensible", "sensible")
    ),
)

BENCH = (
    BenchRow("40 cards", 2, {"deck_size": 40}),
    BenchRow("60 cards", 2, {}),
)
