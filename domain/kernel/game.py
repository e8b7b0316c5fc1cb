"""The contract of a game: a decider with viewers and offers. A game is one object that keeps this contract."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

from domain.kernel.chance import Chance
from domain.kernel.draft import Draft, Perform
from domain.kernel.messages import Command, Fact
from domain.kernel.offers import Part
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat, Viewer
from domain.kernel.setup import Edition, Options, Outcome, Setup

S = TypeVar("S")
C = TypeVar("C")
F = TypeVar("F")
V_co = TypeVar("V_co", covariant=True)

DecisionKind: TypeAlias = (
    str  # what a seat is asked: `point_phase`, `respond`; compared to tell whether it is still the same
)


class GameRules(Protocol[S, C, F, V_co]):
    """S state, C commands, F facts, V_co view. Subclass it: the members with a value here are optional."""

    name: str  # folder, URL segment, stored tag
    title: str  # for people
    seat_counts: range
    editions: Mapping[int, Edition]
    options: type[Options]
    bad_options: str  # the game's code for a setup that is not accepted
    command_types: tuple[type[Command], ...]
    fact_types: Any  # the union of the game's facts, as the record decodes them
    anytime: frozenset[type[Command]]  # legal out of turn, never offered
    card_types: frozenset[Any]  # annotations that name a card: fields of them need a mark
    prepares: bool = False  # seats may answer by themselves; only then an action has an origin, sealed
    upcasts: Mapping[type[Fact], Callable[[Any], Any]] = {}  # old form of a fact -> its present form
    perform: Perform = {}  # work steps of the agenda; steps without an entry are questions
    data_sets: Mapping[str, Any] = {}  # shipped card data by digest
    default_data: str | None = None  # digest
    first_seat_begins: Mapping[str, Any] = {}  # the options by which seat 0 begins, where no game begins so by itself

    def load_data(self, text: bytes) -> Any:
        """Parse a card set; raises `ValueError` that names line and reason. Only games with data have it."""
        raise ValueError(f"{self.name} has no card sets")

    def refuse_setup(self, setup: Setup) -> Refusal | None:
        """Say why a game cannot start like this."""

    def empty(self, setup: Setup) -> S:
        """Return the table before its first fact."""

    def deal(self, draft: Draft[S, F], setup: Setup) -> None:
        """Emit the facts of the start."""

    def refuse(self, state: S, seat: Seat, command: C) -> Refusal | None:
        """Say why a command is not legal; the one source of legality, a function of the seat's view."""

    def decide(self, draft: Draft[S, F], seat: Seat, command: C) -> None:
        """Emit what a command does; called only when `refuse` accepts it."""

    def evolve(self, state: S, fact: F) -> S:
        """Return the state after a fact; total over the facts and their redactions, asks no rule."""

    def normal(self, state: S, command: C) -> C:
        """Return the form in which a command is stored: as it was said, unless it can be said in several ways."""
        return command

    def to_act(self, state: S) -> Mapping[Seat, DecisionKind]:
        """Return who is awaited, and for what; public."""

    def menu(self, state: S, seat: Seat) -> tuple[Part, ...]:
        """Return the lazy parts of what a seat may do."""

    def prepared_answer(self, state: S, seat: Seat) -> C | None:
        """Return what this seat answers by itself, if anything; `refuse` accepts it. Asked if the game `prepares`."""
        return None

    def view(self, state: S, viewer: Viewer) -> V_co:
        """Return what a viewer sees, built up from nothing."""

    def outcome(self, state: S) -> Outcome | None:
        """Return the result, or nothing while the game goes on."""

    def eliminated(self, state: S) -> Collection[Seat]:
        """Return the seats that the rules have put out of the game; public. One that left by itself need not be here.

        A game that puts nobody out before its end need not say it.
        """
        return ()

    def reshuffle_unseen(self, draft: Draft[S, F]) -> None:
        """Put everything that lies face down for everybody in a new order; source: architecture 4, `RewoundTo`.

        Hands stay, and so does each place that some seat may know: which cards are moved follows from public facts. A
        game in which nothing lies face down need not say it.
        """
        return

    def imagine(self, state: S, chance: Chance, told: Sequence[F] = ()) -> S:
        """Fill the unknowns of a redacted state so that the facts in `told` can follow; raises `NoWorldError`."""


Rules: TypeAlias = GameRules[Any, Any, Any, Any]
"""The rules of some game: its states, commands, facts and views are its own."""

State: TypeAlias = Any
"""The state of some game: only its own rules look inside."""

AnyCommand: TypeAlias = Any
"""A command of some game, which its own rules take as theirs."""
