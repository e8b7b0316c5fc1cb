"""The table: supplies, hands, stacks, the field with its units, the chain and the queue of triggers.

Frozen; only `evolve` makes the next one. Dicts are copied on write.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from domain.games.panzer_clash.cards import Card, Pool, Side, Subtype
from domain.games.panzer_clash.editions import PanzerEdition
from domain.games.panzer_clash.field import PLACE
from domain.games.panzer_clash.messages import (
    Choices,
    ItemKind,
    Packet,
    PanzerFact,
    PanzerOptions,
    PanzerStep,
    Phase,
    Prefs,
    TriggerKind,
    UnitId,
)
from domain.kernel.cards.zones import Bag, Stack
from domain.kernel.draft import Draft
from domain.kernel.seats import Seat
from domain.kernel.setup import Outcome


class Unit(msgspec.Struct, frozen=True):
    """A unit in play; its owner controls it for the whole game."""

    id: UnitId
    card: Card
    owner: Seat
    space: str
    fresh: bool = True
    damage: int = 0
    spent: int = 0  # movement points, this turn
    attacks_left: int = 0
    attacked: bool = False  # this turn
    stopped: bool = False  # until end of turn
    attack: int = 0  # boost until end of turn
    movement: int = 0  # boost until end of turn


class Industry(msgspec.Struct, frozen=True):
    """An Industry space: a stack of Factories, and at most one card on top.

    A unit on top is found by its space; `card` is an event or a modifier.
    """

    factories: int = 0
    unit: UnitId | None = None
    card: Card | None = None
    subtype: Subtype | None = None  # of an event on top
    active: bool = False  # a permanent event that has resolved


class Placed(msgspec.Struct, frozen=True):
    """A Terrain Modifier on the field, and who placed it."""

    card: Card
    seat: Seat


class Player(msgspec.Struct, frozen=True):
    """What belongs to one seat."""

    side: Side | None = None
    deck: dict[Card, int] | None = None  # card id -> copies; unknown to others
    hand: Bag = Bag()
    supply: Stack = Stack()
    junkyard: tuple[Card, ...] = ()  # the top first
    stacks: tuple[Industry, ...] = (Industry(),) * 5  # columns a to e
    mulligans: int = 0
    prefs: Prefs | None = None  # unknown to others once set


class Item(msgspec.Struct, frozen=True):
    """What lies on the chain: an attack, an event, or the start or end of Main."""

    id: int
    kind: ItemKind
    seat: Seat
    unit: UnitId | None = None  # of an attack
    target: UnitId | Seat | None = None  # of an attack
    card: Card | None = None  # of an event
    space: str | None = None  # of an event
    subtype: Subtype | None = None  # of an event
    targets: Choices = ()  # of an event


class Trigger(msgspec.Struct, frozen=True):
    """An ability that waits for its turn."""

    id: str
    batch: int
    seat: Seat
    card: Card
    ability: int
    when: TriggerKind
    unit: UnitId | None = None
    space: str | None = None
    packet: Packet | None = None
    deployed: int = 0  # copies of its packet's card that were deployed already
    targets: Choices = ()  # chosen when it resolved


Units: TypeAlias = dict[str, Unit]


class State(msgspec.Struct, frozen=True):
    """Everything about the game."""

    options: PanzerOptions
    edition: PanzerEdition
    pool: Pool
    players: tuple[Player, ...]
    agenda: tuple[PanzerStep, ...] = ()
    first: Seat | None = None
    turn: int = 0
    seat: Seat = 0  # the active player
    phase: Phase | None = None  # `None` before the first draw and in Standby
    factories_left: int = 0
    laid: tuple[Card, ...] = ()  # terrain of a1 to e4, row by row
    aside: tuple[Card, ...] = ()
    face_up: dict[str, Card] = {}  # space -> terrain
    units: Units = {}  # in order of entering play
    at: dict[str, UnitId] = {}  # space -> unit, Industry Zones included
    modifiers: dict[str, Placed] = {}  # field space -> modifier
    permanents: tuple[tuple[Seat, str, Card], ...] = ()  # active: seat, space, card, by space
    chain: tuple[Item, ...] = ()  # the top last
    triggers: tuple[Trigger, ...] = ()  # the next first
    resolved: Item | None = None  # the item that resolved last
    carried_out: Trigger | None = None  # the trigger that resolved last
    items: int = 0  # ever put on the chain
    unit_count: int = 0  # units ever
    trigger_count: int = 0  # triggers ever
    batches: int = 0  # of triggers ever
    packets: int = 0  # of Supply damage ever
    outcome: Outcome | None = None

    def laid_on(self, space: str) -> Card:
        """Return the terrain of a field space, face down or up; unknown in a redacted copy."""
        return self.laid[PLACE[space]]

    @property
    def face_down(self) -> tuple[int, ...]:
        """The places of the field whose terrain lies face down, row by row; none before it is laid."""
        return tuple([place for space, place in PLACE.items() if space not in self.face_up]) if self.laid else ()

    @property
    def unseen_terrain(self) -> tuple[Card, ...]:
        """The terrain that lies face down: on the field, then set aside."""
        return (*[self.laid[place] for place in self.face_down], *self.aside)


PanzerDraft: TypeAlias = Draft[State, PanzerFact]


def changed_player(state: State, seat: Seat, player: Player) -> tuple[Player, ...]:
    """Return the players with one exchanged."""
    return (player, state.players[1]) if seat == 0 else (state.players[0], player)


def question(state: State) -> Any:
    """Return the step that somebody is asked, or `None`."""
    return state.agenda[-1] if state.agenda else None
