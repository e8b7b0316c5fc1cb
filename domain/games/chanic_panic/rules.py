"""Chanic Panic as the rest of the product sees it: the table of contents of this folder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.games.chanic_panic.cards import Card
from domain.games.chanic_panic.decide import DECIDE, PERFORM, decide
from domain.games.chanic_panic.editions import EDITIONS
from domain.games.chanic_panic.evolve import evolve
from domain.games.chanic_panic.imagine import imagine
from domain.games.chanic_panic.law_deals import LAW_DEALS
from domain.games.chanic_panic.messages import Ability, ChanicCommand, ChanicFact, ChanicOptions
from domain.games.chanic_panic.offers import menu, normal
from domain.games.chanic_panic.refusals import REFUSALS
from domain.games.chanic_panic.refuse import refuse
from domain.games.chanic_panic.setup import SEATS, deal, empty, refuse_setup
from domain.games.chanic_panic.state import State
from domain.games.chanic_panic.unseen import reshuffle_unseen
from domain.games.chanic_panic.view import View, eliminated, outcome, to_act, view
from domain.kernel.game import GameRules
from domain.kernel.messages import Command, Concede, own_commands
from domain.kernel.setup import BenchRow, Demonstration, Edition, Options


class ChanicPanic(GameRules[State, ChanicCommand, ChanicFact, View]):
    """2 to 10 seats, alone or in teams, with the base abilities, special abilities, Presence, Stack, Shop and Lives."""

    name = "chanic_panic"
    title = "Chanic Panic"
    seat_counts = SEATS
    editions: Mapping[int, Edition] = EDITIONS
    options: type[Options] = ChanicOptions
    bad_options = REFUSALS.bad_options_code
    first_seat_begins: Mapping[str, Any] = {"first_player": "seat", "first_seat": 0}

    command_types: tuple[type[Command], ...] = own_commands(DECIDE)
    anytime: frozenset[type[Command]] = frozenset((Concede,))
    fact_types: Any = ChanicFact
    card_types: frozenset[Any] = frozenset((Card, Ability))
    perform = PERFORM

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
    eliminated = staticmethod(eliminated)
    imagine = staticmethod(imagine)
    reshuffle_unseen = staticmethod(reshuffle_unseen)


RULES = ChanicPanic()

__all__ = ["BENCH", "DEMONSTRATIONS", "LAW_DEALS", "RULES"]

DEMONSTRATIONS = (
    Demonstration("A duel", {}, ("sensible", "sensible")),
    Demonstration("Four players, with Panic", {"panic": True}, ("sensible",) * 4),
    Demonstration(
        "Two teams, with abilities, Presence, Stack and Shop",
        {"team_count": 2, "specials": 2, "presence": True, "stack": True, "shop": True},
        ("sensible",) * 4,
    ),
)

_LONG = {"round_limit": 300}  # so that records reach 1,000 entries
_EVERYTHING = {
    "specials": 3,
    "club_member": True,
    "panic": True,
    "presence": True,
    "stack": True,
    "shop": True,
}
_LASTING = {"presence_target": 500, "lives": 5}  # the same: a table that ends late

BENCH = (
    BenchRow("2 seats", 2, _LONG),
    BenchRow("4 seats", 4, _LONG),
    BenchRow("10 seats", 10, _LONG),
    BenchRow("2 seats, everything on", 2, {**_LONG, **_EVERYTHING, **_LASTING}),
    BenchRow("4 seats, everything on", 4, {**_LONG, **_EVERYTHING, **_LASTING, "team_count": 2}),
    BenchRow("10 seats, everything on", 10, {**_LONG, **_EVERYTHING, **_LASTING, "team_count": 2}),
)
