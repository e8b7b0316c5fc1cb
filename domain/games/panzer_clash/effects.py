"""Effects of cards: what each word may be given, whether it has a target, and what it does.

`Source` says whose ability works and from where. The engine knows words, never cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from msgspec import UNSET

from domain.games.panzer_clash import values
from domain.games.panzer_clash.field import COLUMN, ORDER
from domain.games.panzer_clash.given import free_spaces
from domain.games.panzer_clash.messages import (
    CardSalvaged,
    CardsDiscarded,
    Choice,
    FactoryAllowanceRaised,
    FactoryDestroyed,
    ItemCancelled,
    ModifierDestroyed,
    PermanentDestroyed,
    PickCards,
    UnitBoosted,
    UnitReadied,
    UnitRepaired,
    UnitRepositioned,
    UnitStopped,
)
from domain.games.panzer_clash.procedures import check, damage_supply, damage_unit, destroy, draw, enter, reveal
from domain.games.panzer_clash.state import PanzerDraft, State, Unit
from domain.games.panzer_clash.vocabulary import (
    Ability,
    Boost,
    CancelAttack,
    CancelEvent,
    DamageSupply,
    DamageUnit,
    DestroyFactory,
    DestroyModifier,
    DestroyPermanent,
    DestroyUnit,
    DiscardHand,
    DrawCards,
    ExtraFactory,
    Immobilize,
    Ready,
    Repair,
    Reposition,
    Reveal,
    Salvage,
    Target,
)
from domain.kernel.seats import Seat


class Source(NamedTuple):
    """Where an effect comes from: its controller, the card, and the unit or space of the card."""

    seat: Seat
    card: str
    unit: str | None = None
    space: str | None = None


_NOTHING = Choice()


def run(draft: PanzerDraft, source: Source, word: Ability, choice: Choice = _NOTHING) -> None:
    """Carry one ability out, then check the state; what cannot be done is left out (7.2, 7.3)."""
    RUN[type(word)](draft, source, word, choice)
    if draft.state.outcome is None:
        check(draft)


def targets(state: State, source: Source, target: Target, choice: Choice) -> list[Unit]:
    """Return the units that an effect reaches now, by unit id; only units on the field (R54)."""
    wanted, seat = target.filter, source.seat
    match target.select:
        case "all":
            return values.matching(state, wanted, seat)
        case "row":
            return [unit for unit in values.matching(state, wanted, seat) if unit.space[1] == str(choice.row)]
        case "here":
            at = state.at.get(source.space or "")
            found = None if at is None else state.units[at]
            if found is not None and state.pool.cards[found.card].fly:
                found = None
        case "self":
            found = state.units.get(source.unit or "")
        case _:
            found = None if choice.unit is UNSET else state.units.get(choice.unit)
    if found is None or found.space in COLUMN or not values.matches(state.pool, wanted, found, seat):
        return []
    return [found]


def salvageable(state: State, seat: Seat, types: tuple[str, ...]) -> tuple[str, ...]:
    """Return the unit cards of these types in a Junkyard, the top first, each copy counted."""
    cards = state.pool.cards
    return tuple(
        [
            card
            for card in state.players[seat].junkyard
            if cards[card].card_type == "unit" and (not types or cards[card].type in types)
        ]
    )


def has_work(state: State, source: Source, word: Ability) -> bool:
    """Say whether a trigger of this ability is worth queueing at the end of a turn: some repair is not; source: 5.7."""
    if not isinstance(word, Repair):
        return True
    if word.target.select in ("one", "row"):
        return any(unit.damage for unit in values.matching(state, word.target.filter, source.seat))
    return any(unit.damage for unit in targets(state, source, word.target, _NOTHING))


def _damage_unit(draft: PanzerDraft, source: Source, word: DamageUnit, choice: Choice) -> None:
    for unit in targets(draft.state, source, word.target, choice):
        damage_unit(draft, unit.id, word.amount, source.card)


def _damage_supply(draft: PanzerDraft, source: Source, word: DamageSupply, choice: Choice) -> None:
    seat = source.seat if word.player == "self" else 1 - source.seat
    damage_supply(draft, seat, word.amount, source.card, by_unit=False)


def _repair(draft: PanzerDraft, source: Source, word: Repair, choice: Choice) -> None:
    for unit in targets(draft.state, source, word.target, choice):
        if unit.damage:
            draft.emit(UnitRepaired(unit_id=unit.id, amount=min(unit.damage, word.amount)))


def _boost(draft: PanzerDraft, source: Source, word: Boost, choice: Choice) -> None:
    for unit in targets(draft.state, source, word.target, choice):
        draft.emit(UnitBoosted(unit_id=unit.id, attack=word.attack, movement=word.movement))


def _ready(draft: PanzerDraft, source: Source, word: Ready, choice: Choice) -> None:
    for unit in targets(draft.state, source, word.target, choice):
        draft.emit(UnitReadied(unit_id=unit.id))


def _immobilize(draft: PanzerDraft, source: Source, word: Immobilize, choice: Choice) -> None:
    for unit in targets(draft.state, source, word.target, choice):
        draft.emit(UnitStopped(unit_id=unit.id))


def _reposition(draft: PanzerDraft, source: Source, word: Reposition, choice: Choice) -> None:
    for unit in targets(draft.state, source, word.target, choice):
        if choice.space in free_spaces(draft.state, unit.owner):
            draft.emit(UnitRepositioned(unit_id=unit.id, from_=unit.space, to=str(choice.space)))
            enter(draft, unit.id)


def _destroy_unit(draft: PanzerDraft, source: Source, word: DestroyUnit, choice: Choice) -> None:
    destroy(draft, targets(draft.state, source, word.target, choice))


def _destroy_factory(draft: PanzerDraft, source: Source, word: DestroyFactory, choice: Choice) -> None:
    """Take Factories off a stack; a unit under which none is left is destroyed; source: 7.3, R18, R19."""
    enemy, space = 1 - source.seat, str(choice.space)
    for _ in range(word.count):
        stack = draft.state.players[enemy].stacks[COLUMN[space]]
        if not stack.factories:
            return
        draft.emit(FactoryDestroyed(space=space, left=stack.factories - 1))
        if stack.factories == 1 and stack.unit is not None:
            destroy(draft, [draft.state.units[stack.unit]])


def _destroy_permanent(draft: PanzerDraft, source: Source, word: DestroyPermanent, choice: Choice) -> None:
    for seat, space, card in draft.state.permanents:
        if space == choice.space:
            draft.emit(PermanentDestroyed(seat=seat, card=card, space=space))


def _destroy_modifier(draft: PanzerDraft, source: Source, word: DestroyModifier, choice: Choice) -> None:
    placed = None if choice.space is UNSET else draft.state.modifiers.get(choice.space)
    if placed is not None:
        draft.emit(ModifierDestroyed(seat=placed.seat, card=placed.card, space=str(choice.space)))


def _reveal(draft: PanzerDraft, source: Source, word: Reveal, choice: Choice) -> None:
    for space in () if choice.spaces is UNSET else sorted(choice.spaces, key=ORDER.__getitem__):
        if space not in draft.state.face_up:
            reveal(draft, space)


def _draw(draft: PanzerDraft, source: Source, word: DrawCards, choice: Choice) -> None:
    draw(draft, source.seat, word.count, "effect")


def _discard_hand(draft: PanzerDraft, source: Source, word: DiscardHand, choice: Choice) -> None:
    """Let the opponent discard: all of a small hand, else of its choice; source: 7.3, 5.1."""
    seat = 1 - source.seat
    hand = draft.state.players[seat].hand
    if len(hand) > word.count:
        draft.push(PickCards(seat=seat, why="discard_hand", n=word.count))
    elif len(hand):
        draft.emit(CardsDiscarded(seat=seat, cards=tuple(sorted(hand)), reason="effect", by="rule"))


def _salvage(draft: PanzerDraft, source: Source, word: Salvage, choice: Choice) -> None:
    """Let the controller choose a unit card of its Junkyard; a single one returns by itself; source: 7.3, 5.1."""
    cards = salvageable(draft.state, source.seat, word.filter.types)
    if len(cards) == 1:
        draft.emit(CardSalvaged(seat=source.seat, card=cards[0]))
    elif cards:
        draft.push(PickCards(seat=source.seat, why="salvage", n=1, types=word.filter.types))


def _extra_factory(draft: PanzerDraft, source: Source, word: ExtraFactory, choice: Choice) -> None:
    if source.seat == draft.state.seat:
        left = draft.state.factories_left + word.count
        draft.emit(FactoryAllowanceRaised(count=word.count, left=left))


def _cancel(draft: PanzerDraft, source: Source, word: CancelAttack | CancelEvent, choice: Choice) -> None:
    """Remove the item below, which is still what it was when this event was played: only items above have gone."""
    draft.emit(ItemCancelled(item_id=draft.state.chain[-1].id))


def cancellable(state: State, seat: Seat, word: CancelAttack | CancelEvent) -> bool:
    """Say whether the top item of the chain is an opposing one that this word cancels."""
    kinds = ("event",) if isinstance(word, CancelEvent) else ("attack", "ranged")
    return bool(state.chain) and state.chain[-1].seat != seat and state.chain[-1].kind in kinds


RUN: Mapping[type[Any], Callable[[PanzerDraft, Source, Any, Choice], None]] = {
    DamageUnit: _damage_unit,
    DamageSupply: _damage_supply,
    Repair: _repair,
    Boost: _boost,
    Ready: _ready,
    Immobilize: _immobilize,
    Reposition: _reposition,
    DestroyUnit: _destroy_unit,
    DestroyFactory: _destroy_factory,
    DestroyPermanent: _destroy_permanent,
    DestroyModifier: _destroy_modifier,
    Reveal: _reveal,
    DrawCards: _draw,
    DiscardHand: _discard_hand,
    Salvage: _salvage,
    ExtraFactory: _extra_factory,
    CancelAttack: _cancel,
    CancelEvent: _cancel,
}
