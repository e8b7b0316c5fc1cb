"""Panzer Clash as the rest of the product sees it: the table of contents of this folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from domain.games.panzer_clash import decide as deciding
from domain.games.panzer_clash import evolve as evolving
from domain.games.panzer_clash import imagine as imagining
from domain.games.panzer_clash import law_deals
from domain.games.panzer_clash import offers as offering
from domain.games.panzer_clash import refuse as refusing
from domain.games.panzer_clash import setup as starting
from domain.games.panzer_clash import view as viewing
from domain.games.panzer_clash.cards import Card, Pool
from domain.games.panzer_clash.editions import EDITIONS
from domain.games.panzer_clash.loader import SHIPPED, parse
from domain.games.panzer_clash.messages import PanzerCommand, PanzerFact, PanzerOptions, SetResponsePrefs
from domain.games.panzer_clash.procedures import PanzerDraft
from domain.games.panzer_clash.state import State
from domain.games.panzer_clash.view import View
from domain.kernel.chance import Chance
from domain.kernel.game import DecisionKind, GameRules
from domain.kernel.messages import Command, Concede, TimeOut
from domain.kernel.offers import Part
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat, Viewer
from domain.kernel.setup import BenchRow, Demonstration, Edition, Options, Outcome, Setup


class PanzerClash(GameRules[State, PanzerCommand, PanzerFact, View]):
    """The Basic Set for 2 seats: seat 0 is South, seat 1 is North."""

    name = "panzer_clash"
    title = "Panzer Clash"
    seat_counts = starting.SEATS
    editions: Mapping[int, Edition] = EDITIONS
    options: type[Options] = PanzerOptions
    bad_options = "invalid_option"
    command_types: tuple[type[Command], ...] = tuple([cls for cls in deciding.DECIDE if cls not in (Concede, TimeOut)])
    fact_types: Any = PanzerFact
    anytime: frozenset[type[Command]] = frozenset((Concede, SetResponsePrefs))
    card_types: frozenset[Any] = frozenset((Card,))
    prepares = True
    perform = deciding.PERFORM
    data_sets: Mapping[str, Any] = {SHIPPED.digest: SHIPPED}
    default_data: str | None = SHIPPED.digest

    def load_data(self, text: bytes) -> Pool:
        """Parse a card file; raises `ValueError` that names line, card, field and reason."""
        return parse(text)

    def refuse_setup(self, setup: Setup) -> Refusal | None:
        """Say why a game cannot start like this."""
        return starting.refuse_setup(setup)

    def empty(self, setup: Setup) -> State:
        """Return the table before its first fact."""
        return starting.empty(setup)

    def deal(self, draft: PanzerDraft, setup: Setup) -> None:
        """Emit the facts of the start."""
        starting.deal(draft, setup)

    def refuse(self, state: State, seat: Seat, command: PanzerCommand) -> Refusal | None:
        """Say why a command is not legal."""
        return refusing.refuse(state, seat, command)

    def decide(self, draft: PanzerDraft, seat: Seat, command: PanzerCommand) -> None:
        """Emit what a command does."""
        deciding.decide(draft, seat, command)

    def evolve(self, state: State, fact: PanzerFact) -> State:
        """Return the state after a fact."""
        return evolving.EVOLVE[type(fact)](state, fact)

    def normal(self, state: State, command: PanzerCommand) -> PanzerCommand:
        """Return the form in which a command is stored."""
        return offering.normal(state, command)

    def to_act(self, state: State) -> Mapping[Seat, DecisionKind]:
        """Return who is awaited, and for what."""
        return viewing.to_act(state)

    def menu(self, state: State, seat: Seat) -> tuple[Part, ...]:
        """Return the lazy parts of what a seat may do."""
        return offering.menu(state, seat)

    def prepared_answer(self, state: State, seat: Seat) -> PanzerCommand | None:
        """Return what a seat's response preferences answer."""
        return offering.prepared_answer(state, seat)

    def view(self, state: State, viewer: Viewer) -> View:
        """Return what a viewer sees."""
        return viewing.view(state, viewer)

    def outcome(self, state: State) -> Outcome | None:
        """Return the result, or nothing while the game goes on."""
        return state.outcome

    def imagine(self, state: State, chance: Chance, told: Sequence[PanzerFact] = ()) -> State:
        """Fill the unknowns of a redacted state."""
        return imagining.imagine(state, chance, told)


RULES = PanzerClash()

DEMONSTRATIONS = (
    Demonstration(
        "Axis against Allies, short decks", {"deck_size": 40, "opposing_sides": True}, ("sensible", "sensible")
    ),
)

BENCH = (
    BenchRow("40 cards", 2, {"deck_size": 40}),
    BenchRow("60 cards", 2, {}),
)

LAW_DEALS = law_deals.LAW_DEALS
