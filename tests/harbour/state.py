"""The harbour as it stands; only `evolve` makes the next one."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from domain.kernel.cards.zones import Bag, Stack
from domain.kernel.draft import Draft
from domain.kernel.seats import Seat
from domain.kernel.setup import Outcome
from tests.harbour.cards import Card, CardSet
from tests.harbour.editions import HarbourEdition
from tests.harbour.messages import HarbourOptions, HarbourStep

BERTHS = 2  # a seat


class Gift(msgspec.Struct, frozen=True):
    """A ware between two seats."""

    giver: Seat
    taker: Seat
    card: Card


class Player(msgspec.Struct, frozen=True):
    """What belongs to one seat; berths hold labels, the hand holds kinds."""

    coins: int
    hand: Bag = Bag()
    berths: tuple[tuple[Card, ...], ...] = ((),) * BERTHS
    manifest: tuple[Card, ...] | None = None
    gifts: str = "ask"
    staked: bool = False
    stake: int | None = None
    gone: bool = False


class State(msgspec.Struct, frozen=True):
    """Everything about the game; the pile holds labels where open, kinds where face down, its top first."""

    options: HarbourOptions
    edition: HarbourEdition
    wares: CardSet
    players: tuple[Player, ...]
    deck: Stack = Stack()
    pile: Stack = Stack()
    quay: tuple[Card, ...] = ()
    gift: Gift | None = None
    turns: int = 0  # ended
    agenda: tuple[HarbourStep, ...] = ()
    outcome: Outcome | None = None
    top_known: int = 0  # cards on top of the deck that some seat has seen
    bottom_known: int = 0  # cards at the bottom that some seat has buried


HarbourDraft: TypeAlias = Draft[State, Any]


def still_in(state: State) -> tuple[Seat, ...]:
    """Return the seats that have not left."""
    return tuple([seat for seat, player in enumerate(state.players) if not player.gone])


def room(state: State) -> int:
    """Return how many wares a berth takes."""
    return 3 if state.edition.deep_berths else 2


def open_labels(state: State) -> tuple[Card, ...]:
    """Return every label that lies open."""
    loaded = [card for player in state.players for berth in player.berths for card in berth]
    return (*loaded, *state.quay, *[card for card in state.pile if "#" in card])
