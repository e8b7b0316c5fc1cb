"""What a viewer sees of the table, built up from nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from domain.games.panzer_clash import values
from domain.games.panzer_clash.cards import Card, Pool, Side
from domain.games.panzer_clash.field import COLUMN, FIELD, INDUSTRY
from domain.games.panzer_clash.messages import (
    AnswerTrigger,
    DecideMulligan,
    Main,
    OrderTriggers,
    PanzerOptions,
    PanzerStep,
    Phase,
    PickCards,
    PlaceModifiers,
    Prefs,
    Respond,
    UnitId,
)
from domain.games.panzer_clash.state import Item, Player, State, Trigger, Unit, question
from domain.kernel.game import DecisionKind
from domain.kernel.seats import Seat, Viewer
from domain.kernel.setup import Outcome


class PoolName(msgspec.Struct, frozen=True, dict=True):
    """What a view says of the card pool: its id and digest in JSON; within the process it leads to the pool itself."""

    id: str
    digest: str

    @property
    def cards(self) -> Pool:
        """The pool of this name; only a name that came from a state has it."""
        pool: Pool = self.__dict__["pool"]
        return pool


class StackView(msgspec.Struct, frozen=True):
    """An Industry space: its Factories and the card on top, a unit by its id."""

    space: str
    factories: int
    unit: UnitId | None
    card: Card | None  # an event or a waiting modifier
    active: bool  # a permanent event that works


class PlayerView(msgspec.Struct, frozen=True):
    """What a viewer sees of one seat; `None` stands for what the viewer may not see."""

    seat: Seat
    side: Side | None
    deck: dict[Card, int] | None  # card id -> copies
    hand_count: int
    hand: tuple[Card, ...] | None  # in order of arrival
    supply_count: int
    supply: tuple[Card, ...] | None  # the top first; for the arbiter alone
    junkyard: tuple[Card, ...]  # the top first
    stacks: dict[str, StackView]  # by space, columns a to e
    mulligans: int
    prefs: Prefs | None


class UnitView(msgspec.Struct, frozen=True):
    """A unit in play with its present values."""

    id: UnitId
    card: Card
    owner: Seat
    space: str
    attack: int
    defense: int  # its damage taken off
    damage: int
    movement: int
    movement_left: int
    ranged: int | None  # damage of its Ranged Attack; `None` if it has none here
    attacks_left: int
    attacked: bool
    fresh: bool
    stopped: bool
    attack_boost: int
    movement_boost: int


class FieldView(msgspec.Struct, frozen=True):
    """A field space: terrain if it lies face up, the modifier and who placed it, the unit."""

    space: str
    terrain: Card | None
    modifier: Card | None
    modifier_seat: Seat | None
    unit: UnitId | None


class View(msgspec.Struct, frozen=True):
    """The table as one viewer sees it; `pool.cards` tells what is printed on the cards."""

    options: PanzerOptions
    pool: PoolName
    players: tuple[PlayerView, ...]
    first: Seat | None
    turn: int
    seat: Seat  # the active player
    phase: Phase | None
    factories_left: int
    field: dict[str, FieldView]  # by space, a1 to e4, row by row
    units: dict[UnitId, UnitView]  # in order of entering play
    chain: tuple[Item, ...]  # the top last
    triggers: tuple[Trigger, ...]  # the next first
    question: Any  # the step of the agenda that is asked, `None` at the end
    awaited: dict[Seat, DecisionKind]
    terrain: tuple[Card, ...] | None  # of a1 to e4, face down or up; for the arbiter alone
    aside: tuple[Card, ...] | None  # terrain never used; for the arbiter alone
    outcome: Outcome | None


_ASKED: Mapping[type[PanzerStep], DecisionKind] = {  # questions to one seat
    Main: "main",
    Respond: "response",
    AnswerTrigger: "trigger_choice",
    OrderTriggers: "trigger_order",
    PlaceModifiers: "modifier_placement",
    DecideMulligan: "mulligan",
}


def to_act(state: State) -> dict[Seat, DecisionKind]:
    """Return who is awaited, and for what (5.1)."""
    if not state.agenda or state.outcome is not None:
        return {}
    step: Any = state.agenda[-1]
    asked = _ASKED.get(type(step))
    if asked is not None:
        return {step.seat: asked}
    if isinstance(step, PickCards):
        return {step.seat: "hand_limit" if step.why == "hand_limit" else "card_choice"}
    return {seat: "deck_selection" for seat, player in enumerate(state.players) if player.side is None}


def outcome(state: State) -> Outcome | None:
    """Return the result, or nothing while the game goes on."""
    return state.outcome


def view(state: State, viewer: Viewer) -> View:
    """Return what a viewer sees (section 3)."""
    everything = viewer.everything
    return View(
        options=state.options,
        pool=_pool(state.pool),
        players=tuple([_player(player, seat, viewer) for seat, player in enumerate(state.players)]),
        first=state.first,
        turn=state.turn,
        seat=state.seat,
        phase=state.phase,
        factories_left=state.factories_left,
        field={space: _field(state, space) for space in FIELD},
        units={unit.id: _unit(state, unit) for unit in state.units.values()},
        chain=state.chain,
        triggers=state.triggers,
        question=question(state),
        awaited=to_act(state),
        terrain=state.laid if everything else None,
        aside=state.aside if everything else None,
        outcome=state.outcome,
    )


def _pool(pool: Pool) -> PoolName:
    name = PoolName(pool.name, pool.digest)
    name.__dict__["pool"] = pool
    return name


def _player(player: Player, seat: Seat, viewer: Viewer) -> PlayerView:
    own = viewer.may_know((seat,))
    return PlayerView(
        seat=seat,
        side=player.side,
        deck=player.deck if own else None,
        hand_count=len(player.hand),
        hand=player.hand.cards if own else None,
        supply_count=len(player.supply),
        supply=player.supply.cards if viewer.everything else None,
        junkyard=player.junkyard,
        stacks={
            space: StackView(space, stack.factories, stack.unit, stack.card, stack.active)
            for space, stack in zip(INDUSTRY[seat], player.stacks, strict=True)
        },
        mulligans=player.mulligans,
        prefs=player.prefs if own else None,
    )


def _unit(state: State, unit: Unit) -> UnitView:
    shoots = unit.space not in COLUMN and values.may_shoot(state, unit)
    return UnitView(
        id=unit.id,
        card=unit.card,
        owner=unit.owner,
        space=unit.space,
        attack=values.attack(state, unit),
        defense=values.defense(state, unit),
        damage=unit.damage,
        movement=values.movement(state, unit),
        movement_left=values.movement_left(state, unit),
        ranged=values.ranged(state, unit) if shoots else None,
        attacks_left=unit.attacks_left,
        attacked=unit.attacked,
        fresh=unit.fresh,
        stopped=unit.stopped,
        attack_boost=unit.attack,
        movement_boost=unit.movement,
    )


def _field(state: State, space: str) -> FieldView:
    placed = state.modifiers.get(space)
    return FieldView(
        space=space,
        terrain=state.face_up.get(space),
        modifier=None if placed is None else placed.card,
        modifier_seat=None if placed is None else placed.seat,
        unit=state.at.get(space),
    )
