"""Fightdrome as the rest of the product sees it: the table of contents of this folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from domain.games.fightdrome import decide as deciding
from domain.games.fightdrome import evolve as evolving
from domain.games.fightdrome import imagine as imagining
from domain.games.fightdrome import offers as offering
from domain.games.fightdrome import refuse as refusing
from domain.games.fightdrome import setup as starting
from domain.games.fightdrome import view as viewing
from domain.games.fightdrome.card_file import SHIPPED, parse
from domain.games.fightdrome.cards import Card, CardSet, Sleeve
from domain.games.fightdrome.editions import EDITIONS
from domain.games.fightdrome.fight import FightdromeDraft
from domain.games.fightdrome.law_deals import LAW_DEALS
from domain.games.fightdrome.messages import (
    ChooseSleeve,
    DiscardCard,
    FightdromeCommand,
    FightdromeFact,
    FightdromeOptions,
    PlayCard,
    Rest,
)
from domain.games.fightdrome.state import State
from domain.games.fightdrome.view import View
from domain.kernel.chance import Chance
from domain.kernel.game import DecisionKind, GameRules
from domain.kernel.messages import Command, Concede
from domain.kernel.offers import Part
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat, Viewer
from domain.kernel.setup import BenchRow, Demonstration, Edition, Options, Outcome, Setup


class Fightdrome(GameRules[State, FightdromeCommand, FightdromeFact, View]):
    """All three modes for two seats."""

    name = "fightdrome"
    title = "Altered Carbon: Fightdrome"
    seat_counts = starting.SEATS
    editions: Mapping[int, Edition] = EDITIONS
    options: type[Options] = FightdromeOptions
    bad_options = "invalid_option"
    command_types: tuple[type[Command], ...] = (PlayCard, DiscardCard, Rest, ChooseSleeve)
    fact_types: Any = FightdromeFact
    anytime: frozenset[type[Command]] = frozenset((Concede,))
    card_types: frozenset[Any] = frozenset((Card, Sleeve))
    data_sets: Mapping[str, CardSet] = {SHIPPED.digest: SHIPPED}
    default_data = SHIPPED.digest

    def load_data(self, text: bytes) -> CardSet:
        """Parse a card set; raises `CardSetError` that names line and reason."""
        return parse(text, "card set")

    def refuse_setup(self, setup: Setup) -> Refusal | None:
        """Say why a game cannot start like this."""
        return starting.refuse_setup(setup)

    def empty(self, setup: Setup) -> State:
        """Return the table before its first fact."""
        return starting.empty(setup)

    def deal(self, draft: FightdromeDraft, setup: Setup) -> None:
        """Emit the facts of the start."""
        starting.deal(draft, setup)

    def refuse(self, state: State, seat: Seat, command: FightdromeCommand) -> Refusal | None:
        """Say why a command is not legal."""
        return refusing.refuse(state, seat, command)

    def decide(self, draft: FightdromeDraft, seat: Seat, command: FightdromeCommand) -> None:
        """Emit what a command does."""
        deciding.decide(draft, seat, command)

    def evolve(self, state: State, fact: FightdromeFact) -> State:
        """Return the state after a fact."""
        return evolving.evolve(state, fact)

    def normal(self, state: State, command: FightdromeCommand) -> FightdromeCommand:
        """Return the form in which a command is stored."""
        return offering.normal(state, command)

    def to_act(self, state: State) -> Mapping[Seat, DecisionKind]:
        """Return who is awaited, and for what."""
        return viewing.to_act(state)

    def menu(self, state: State, seat: Seat) -> tuple[Part, ...]:
        """Return the lazy parts of what a seat may do."""
        return offering.menu(state, seat)

    def view(self, state: State, viewer: Viewer) -> View:
        """Return what a viewer sees."""
        return viewing.view(state, viewer)

    def outcome(self, state: State) -> Outcome | None:
        """Return the result, or nothing while the game goes on."""
        return state.outcome

    def imagine(self, state: State, chance: Chance, told: Sequence[FightdromeFact] = ()) -> State:
        """Fill the unknowns of a redacted state."""
        return imagining.imagine(state, chance, told)


RULES = Fightdrome()

__all__ = ["BENCH", "DEMONSTRATIONS", "LAW_DEALS", "RULES"]

DEMONSTRATIONS = (Demonstration("A match to 300 Fame", {"mode": "fame_match"}, ("sensible", "sensible")),)

BENCH = (
    BenchRow("single bout", 2, {}),
    BenchRow("match to 300", 2, {"mode": "fame_match"}),
    BenchRow("epic tournament", 2, {"mode": "epic_tournament"}),
)
