"""Panic★Clan★Inviter as the rest of the product sees it: the table of contents of this folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.games.panic_clan_inviter import decide as deciding
from domain.games.panic_clan_inviter import evolve as evolving
from domain.games.panic_clan_inviter import imagine as imagining
from domain.games.panic_clan_inviter import loader as loading
from domain.games.panic_clan_inviter import offers as offering
from domain.games.panic_clan_inviter import refuse as refusing
from domain.games.panic_clan_inviter import setup as starting
from domain.games.panic_clan_inviter import view as viewing
from domain.games.panic_clan_inviter.cards import Card, CardSet
from domain.games.panic_clan_inviter.editions import EDITIONS
from domain.games.panic_clan_inviter.loader import SHIPPED
from domain.games.panic_clan_inviter.messages import (
    ChooseCard,
    ChoosePlayer,
    Decline,
    DiscardToLimit,
    DrawTwo,
    PanicCommand,
    PanicFact,
    PanicOptions,
    PassTurn,
    PlaceCard,
    PlayMagic,
    PlayRule,
)
from domain.games.panic_clan_inviter.procedures import PanicDraft
from domain.games.panic_clan_inviter.state import State
from domain.games.panic_clan_inviter.view import View
from domain.kernel.chance import Chance
from domain.kernel.draft import Perform
from domain.kernel.game import DecisionKind, GameRules
from domain.kernel.messages import Command, Concede
from domain.kernel.offers import Part
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat, Viewer
from domain.kernel.setup import BenchRow, Demonstration, Edition, LawDeal, Options, Outcome, Setup


class PanicClanInviter(GameRules[State, PanicCommand, PanicFact, View]):
    """The whole game for 2 to 5 seats, with any card set of its vocabulary."""

    name = "panic_clan_inviter"
    title = "Panic★Clan★Inviter"
    seat_counts = starting.SEATS
    editions: Mapping[int, Edition] = EDITIONS
    options: type[Options] = PanicOptions
    bad_options = "invalid_option"
    command_types: tuple[type[Command], ...] = (
        DrawTwo,
        PlaceCard,
        PlayRule,
        PlayMagic,
        PassTurn,
        ChoosePlayer,
        ChooseCard,
        Decline,
        DiscardToLimit,
    )
    fact_types: Any = PanicFact
    anytime: frozenset[type[Command]] = frozenset((Concede,))
    card_types: frozenset[Any] = frozenset((Card,))
    perform: Perform = deciding.PERFORM
    data_sets: Mapping[str, CardSet] = {SHIPPED.digest: SHIPPED}
    default_data = SHIPPED.digest

    def load_data(self, text: bytes) -> CardSet:
        """Parse a card set; raises `ValueError` that names line and reason."""
        return loading.parse(text)

    def refuse_setup(self, setup: Setup) -> Refusal | None:
        """Say why a game cannot start like this."""
        return starting.refuse_setup(setup)

    def empty(self, setup: Setup) -> State:
        """Return the table before its first fact."""
        return starting.empty(setup)

    def deal(self, draft: PanicDraft, setup: Setup) -> None:
        """Emit the facts of the start."""
        starting.deal(draft, setup)

    def refuse(self, state: State, seat: Seat, command: PanicCommand) -> Refusal | None:
        """Say why a command is not legal."""
        return refusing.refuse(state, seat, command)

    def decide(self, draft: PanicDraft, seat: Seat, command: PanicCommand) -> None:
        """Emit what a command does."""
        deciding.decide(draft, seat, command)

    def evolve(self, state: State, fact: PanicFact) -> State:
        """Return the state after a fact."""
        return evolving.EVOLVE[type(fact)](state, fact)

    def normal(self, state: State, command: PanicCommand) -> PanicCommand:
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

    def imagine(self, state: State, chance: Chance, told: Sequence[PanicFact] = ()) -> State:
        """Fill the unknowns of a redacted state."""
        return imagining.imagine(state, chance, told)


RULES = PanicClanInviter()

DEMONSTRATIONS = (Demonstration("Three clans", {}, ("sensible",) * 3),)

_LONG = {"line_goal": 8, "turn_limit": 2000}  # so that records reach 1,000 entries

BENCH = (
    BenchRow("2 seats", 2, _LONG),
    BenchRow("3 seats", 3, _LONG),
    BenchRow("5 seats", 5, _LONG),
)


def _top(*kinds: Card) -> Callable[[int], tuple[int, ...]]:
    """Return an order of the shuffled cards that has these on top in this order, the rest as it lay."""

    def order(n: int) -> tuple[int, ...]:
        wanted = list(kinds)
        first = []
        for kind in wanted:
            first.append(next(i for i, card in enumerate(SHIPPED.deck) if card == kind and i not in first))
        return (*first, *[i for i in range(n) if i not in first])

    return order


_GIVERS = ("b6", "b6", "mimic", "mimic", "mimic")  # under Command they follow each other in any order
_SHORT = {"start_player": 0, "turn_limit": 20}

LAW_DEALS = (
    LawDeal(
        "A card handed over in secret, two seats",
        2,
        _SHORT,
        {"deck": _top(*_GIVERS, "r2", "y3", "g5", "menace", "fortune", "b7", "revive", "b1", "r1")},
    ),
    LawDeal(
        "Fairies: hands are given, swapped and picked from",
        2,
        _SHORT,
        {"deck": _top("b6", "b7", "b1", "r1", "mimic", "b7", "b6", "b1", "r1", "mimic", "evolution", "innovation")},
    ),
    LawDeal(
        "Magic in every hand",
        3,
        {"start_player": 0, "turn_limit": 30},
        {
            "deck": _top(
                *("fortune", "quick_march", "menace", "r2", "r3"),
                *("fascinate", "summon", "revive", "b2", "b6"),
                *("fortune", "menace", "summon", "g7", "g1"),
            )
        },
    ),
    LawDeal(
        "A card handed over in secret, three seats",
        3,
        _SHORT,
        {"deck": _top(*_GIVERS, *("r2", "y3", "g5", "menace", "evolution"), *("r2", "y3", "g5", "menace", "fortune"))},
    ),
    LawDeal(
        "Dwarves and Elves: rules from hand and discard pile, discards of choice",
        4,
        _SHORT | {"missing_neighbour_line": "mimic_only"},
        {
            "deck": _top(
                *("y6", "y6", "mimic", "mimic", "g1"),
                *("summon", "summon", "g1", "g7", "rivalry"),
                *("y1", "y7", "g6", "mutation", "r1"),
                *("b7", "b6", "b1", "innovation", "mimic"),
            )
        },
    ),
    LawDeal(
        "A card handed over in secret, two hands that hold it",
        3,
        _SHORT,
        {"deck": _top("b6", "mimic", "mimic", "b5", "b5", "b6", "mimic", "mimic", "b3", "b3", "g1", "r2", "y2")},
    ),
    LawDeal(
        "Five seats, long lines: the deck runs out, hands at the limit",
        5,
        {"start_player": 0, "turn_limit": 90, "line_goal": 8, "reverse_with_two": "extra_turn"},
        {"deck": _top("r1", "b6", "b7", "r7", "r6", "b6", "b1", "r1", "fortune", "b7")},
    ),
)
