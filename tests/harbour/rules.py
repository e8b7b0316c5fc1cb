"""Harbour: the rules as a table of contents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from domain.kernel.chance import Chance
from domain.kernel.draft import Draft
from domain.kernel.game import GameRules
from domain.kernel.messages import Concede
from domain.kernel.offers import Part
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat, Viewer
from domain.kernel.setup import BenchRow, Demonstration, LawDeal, Outcome, Setup
from tests.harbour import decide, imagine, offers, refuse, view
from tests.harbour import messages as said
from tests.harbour.cards import SHIPPED, Card, parse
from tests.harbour.editions import EDITIONS
from tests.harbour.evolve import evolve
from tests.harbour.state import Player, State


class Harbour(GameRules[State, Any, Any, view.View]):
    """The rules."""

    name = "harbour"
    title = "Harbour"
    seat_counts = range(2, 4)
    editions = EDITIONS
    options = said.HarbourOptions
    bad_options = "bad_options"
    command_types = tuple([cls for cls in decide.DECIDE if cls.__module__ == said.__name__])
    fact_types = said.HarbourFact
    anytime = frozenset({Concede, said.Prefer})
    card_types = frozenset({Card})
    upcasts = {
        said.CardsDrawnBefore: lambda fact: said.CardsDrawn(
            seat=fact.seat, cards=fact.cards, why="deal" if len(fact.cards) > 1 else "turn"
        )
    }
    prepares = True
    perform = decide.PERFORM
    data_sets = {SHIPPED.digest: SHIPPED}
    default_data: str | None = SHIPPED.digest

    def load_data(self, text: bytes) -> Any:
        return parse(text, "card set")

    def refuse_setup(self, setup: Setup) -> Refusal | None:
        if setup.seats not in self.seat_counts:
            return Refusal("wrong_seats", "setup", "Two or three seats play.", "harbour 1")
        if not 1 <= setup.options.rounds <= 9 or not 0 <= setup.options.coins <= 9:
            return Refusal("bad_options", "setup", "Play 1 to 9 rounds with up to 9 coins.", "harbour 1")
        return None

    def empty(self, setup: Setup) -> State:
        players = (Player(setup.options.coins),) * setup.seats
        return State(setup.options, setup.edition, setup.data, players)

    def deal(self, draft: Draft[State, Any], setup: Setup) -> None:
        decide.deal(draft, setup)

    def refuse(self, state: State, seat: Seat, command: Any) -> Refusal | None:
        return refuse.refuse(state, seat, command)

    def decide(self, draft: Draft[State, Any], seat: Seat, command: Any) -> None:
        decide.decide(draft, seat, command)

    def evolve(self, state: State, fact: Any) -> State:
        return evolve(state, fact)

    def normal(self, state: State, command: Any) -> Any:
        return command

    def to_act(self, state: State) -> Mapping[Seat, str]:
        return refuse.to_act(state)

    def menu(self, state: State, seat: Seat) -> tuple[Part, ...]:
        return offers.menu(state, seat)

    def prepared_answer(self, state: State, seat: Seat) -> Any:
        return offers.prepared_answer(state, seat)

    def view(self, state: State, viewer: Viewer) -> view.View:
        return view.view(state, viewer)

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    def imagine(self, state: State, chance: Chance, told: Sequence[Any] = ()) -> State:
        return imagine.imagine(state, chance, told)


RULES = Harbour()
DEMONSTRATIONS = (Demonstration("A short day", {"rounds": 2}, ("sensible", "random")),)
BENCH = (BenchRow("harbour, 2 seats", 2, {}),)


def _sorted(n: int) -> tuple[int, ...]:
    return tuple(range(n))


def _backwards(n: int) -> tuple[int, ...]:
    return tuple(range(n - 1, -1, -1))


LAW_DEALS = (
    LawDeal("hands of one kind", 2, {"rounds": 4}, {"deck": _sorted}),
    LawDeal("three seats, gold on top", 3, {"rounds": 3, "coins": 9}, {"deck": _backwards}),
    LawDeal("a long day: the deck runs out", 2, {"rounds": 9}, {"deck": _sorted, "manifest": _backwards}),
    LawDeal("no coins", 3, {"rounds": 2, "coins": 0}, {}),
)
