"""Chanic Panic as the rest of the product sees it: the table of contents of this folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.games.chanic_panic import decide as deciding
from domain.games.chanic_panic import imagine as imagining
from domain.games.chanic_panic import offers as offering
from domain.games.chanic_panic import refuse as refusing
from domain.games.chanic_panic import setup as starting
from domain.games.chanic_panic import view as viewing
from domain.games.chanic_panic.cards import CLUBS, HEARTS, PACK, SPADES, Card
from domain.games.chanic_panic.editions import EDITIONS
from domain.games.chanic_panic.evolve import EVOLVE
from domain.games.chanic_panic.messages import (
    Attack,
    Bypass,
    ChanicCommand,
    ChanicFact,
    ChanicOptions,
    EndTurn,
    PlayClub,
    PlayUtility,
    UsePanic,
    UseTrader,
)
from domain.games.chanic_panic.procedures import ChanicDraft
from domain.games.chanic_panic.state import State
from domain.games.chanic_panic.view import View
from domain.kernel.chance import Chance
from domain.kernel.game import DecisionKind, GameRules
from domain.kernel.messages import Command, Concede
from domain.kernel.offers import Part
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat, Viewer
from domain.kernel.setup import BenchRow, Demonstration, Edition, LawDeal, Options, Outcome, Setup


class ChanicPanic(GameRules[State, ChanicCommand, ChanicFact, View]):
    """The base game for 2 to 10 seats, with the base abilities Trader and Panic."""

    name = "chanic_panic"
    title = "Chanic Panic"
    seat_counts = starting.SEATS
    editions: Mapping[int, Edition] = EDITIONS
    options: type[Options] = ChanicOptions
    bad_options = "bad_options"
    command_types: tuple[type[Command], ...] = (PlayUtility, PlayClub, Attack, Bypass, UseTrader, UsePanic, EndTurn)
    fact_types: Any = ChanicFact
    anytime: frozenset[type[Command]] = frozenset((Concede,))
    card_types: frozenset[Any] = frozenset((Card,))

    def refuse_setup(self, setup: Setup) -> Refusal | None:
        """Say why a game cannot start like this."""
        return starting.refuse_setup(setup)

    def empty(self, setup: Setup) -> State:
        """Return the table before its first fact."""
        return starting.empty(setup)

    def deal(self, draft: ChanicDraft, setup: Setup) -> None:
        """Emit the facts of the start."""
        starting.deal(draft, setup)

    def refuse(self, state: State, seat: Seat, command: ChanicCommand) -> Refusal | None:
        """Say why a command is not legal."""
        return refusing.refuse(state, seat, command)

    def decide(self, draft: ChanicDraft, seat: Seat, command: ChanicCommand) -> None:
        """Emit what a command does."""
        deciding.decide(draft, seat, command)

    def evolve(self, state: State, fact: ChanicFact) -> State:
        """Return the state after a fact."""
        return EVOLVE[type(fact)](state, fact)

    def normal(self, state: State, command: ChanicCommand) -> ChanicCommand:
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

    def imagine(self, state: State, chance: Chance, told: Sequence[ChanicFact] = ()) -> State:
        """Fill the unknowns of a redacted state."""
        return imagining.imagine(state, chance, told)


RULES = ChanicPanic()

DEMONSTRATIONS = (
    Demonstration("A duel", {}, ("sensible", "sensible")),
    Demonstration("Four players, with Panic", {"panic": True}, ("sensible",) * 4),
)

_LONG = {"round_limit": 300}  # so that records reach 1,000 entries

BENCH = (
    BenchRow("2 seats", 2, _LONG),
    BenchRow("4 seats", 4, _LONG),
    BenchRow("10 seats", 10, _LONG),
)


def _first(wanted: Callable[[str], bool]) -> Callable[[int], tuple[int, ...]]:
    """Return an order of the deck that has the wanted kinds on top, else as it was built."""
    return lambda n: tuple(sorted(range(n), key=lambda place: not wanted(PACK[place % len(PACK)])))


def _unmoved(n: int) -> tuple[int, ...]:
    return tuple(range(n))


_FIRST_SEAT = {"first_player": "seat", "panic": True}

LAW_DEALS = (
    LawDeal(
        "Clubs on top: long Club Phases, full hands, reshuffles soon and in mid-draw",
        2,
        _FIRST_SEAT,
        {"deck": _first(lambda kind: kind[0] == CLUBS), "exhausted": _unmoved},
    ),
    LawDeal(
        "Spades on top: Panic with a full hand, attacks on players without Hearts",
        3,
        _FIRST_SEAT,
        {"deck": _first(lambda kind: kind[0] == SPADES)},
    ),
    LawDeal(
        "Hearts on top: full rows, cards nobody can play",
        4,
        _FIRST_SEAT | {"round_limit": 10},
        {"deck": _first(lambda kind: kind[0] == HEARTS)},
    ),
    LawDeal(
        "Low cards on top: whole boards in few turns, and weapons in the third round",
        2,
        _FIRST_SEAT | {"round_limit": 10},
        {"deck": _first(lambda kind: kind[1:] in ("1", "2", "3"))},
    ),
    LawDeal(
        "Copies of the same kinds on top of three packs: labels given and dropped",
        5,
        _FIRST_SEAT,
        {"deck": _first(lambda kind: kind[1:] in ("5", "6"))},
    ),
)
