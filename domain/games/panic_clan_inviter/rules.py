"""Panic★Clan★Inviter as the rest of the product sees it: the table of contents of this folder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.games.panic_clan_inviter.cards import Card
from domain.games.panic_clan_inviter.cards.card_file import SHIPPED, parse
from domain.games.panic_clan_inviter.decide import DECIDE, PERFORM, decide
from domain.games.panic_clan_inviter.editions import EDITIONS
from domain.games.panic_clan_inviter.evolve import evolve
from domain.games.panic_clan_inviter.imagine import imagine
from domain.games.panic_clan_inviter.law_deals import LAW_DEALS
from domain.games.panic_clan_inviter.messages import PanicCommand, PanicFact, PanicOptions
from domain.games.panic_clan_inviter.offers import menu, normal
from domain.games.panic_clan_inviter.refusals import REFUSALS
from domain.games.panic_clan_inviter.refuse import refuse
from domain.games.panic_clan_inviter.setup import SEATS, deal, empty, refuse_setup
from domain.games.panic_clan_inviter.state import State
from domain.games.panic_clan_inviter.unseen import reshuffle_unseen
from domain.games.panic_clan_inviter.view import View, outcome, to_act, view
from domain.kernel.draft import Perform
from domain.kernel.game import GameRules
from domain.kernel.messages import Command, Concede, own_commands
from domain.kernel.setup import BenchRow, Demonstration, Edition, Options


class PanicClanInviter(GameRules[State, PanicCommand, PanicFact, View]):
    """The whole game for 2 to 5 seats, with any card set of its vocabulary."""

    name = "panic_clan_inviter"
    title = "Panic★Clan★Inviter"
    seat_counts = SEATS
    editions: Mapping[int, Edition] = EDITIONS
    options: type[Options] = PanicOptions
    bad_options = REFUSALS.bad_options_code
    first_seat_begins: Mapping[str, Any] = {"start_player": 0}

    command_types: tuple[type[Command], ...] = own_commands(DECIDE)
    anytime: frozenset[type[Command]] = frozenset((Concede,))
    fact_types: Any = PanicFact
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

    view = staticmethod(view)
    outcome = staticmethod(outcome)
    imagine = staticmethod(imagine)
    reshuffle_unseen = staticmethod(reshuffle_unseen)


RULES = PanicClanInviter()

__all__ = ["BENCH", "DEMONSTRATIONS", "LAW_DEALS", "RULES"]

DEMONSTRATIONS = (Demonstration("Three clans", {}, ("sensible",) * 3),)

_LONG = {"line_goal": 8, "turn_limit": 2000}  # so that records reach 1,000 entries

BENCH = (
    BenchRow("2 seats", 2, _LONG),
    BenchRow("3 seats", 3, _LONG),
    BenchRow("5 seats", 5, _LONG),
)
