"""What the rules do again and again: draw, damage, destroy, queue triggers, let a unit enter a space."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from domain.games.panzer_clash import values
from domain.games.panzer_clash.cards import Kind, fits
from domain.games.panzer_clash.field import COLUMN
from domain.games.panzer_clash.messages import (
    CardsDrawn,
    DrawReason,
    EndReason,
    GameEnded,
    Packet,
    SupplyDamaged,
    TerrainRevealed,
    TriggerKind,
    TriggerQueued,
    UnitDamaged,
    UnitDestroyed,
    UnitStopped,
)
from domain.games.panzer_clash.state import PanzerDraft, State, Unit
from domain.games.panzer_clash.vocabulary import DamageUnit, Stop
from domain.kernel.seats import Seat
from domain.kernel.setup import EndedBy


class Arisen(NamedTuple):
    """A trigger about to be queued: whose it is, its card and ability, and the source's unit or space."""

    seat: Seat
    card: str
    ability: int
    when: TriggerKind
    unit: str | None = None
    space: str | None = None


def end_game(draft: PanzerDraft, loser: Seat, reason: EndReason, ended_by: EndedBy) -> None:
    """End the game; nothing pending is carried out; source: section 8."""
    draft.emit(GameEnded(winner=1 - loser, reason=reason, ended_by=ended_by))


def draw(draft: PanzerDraft, seat: Seat, count: int, reason: DrawReason) -> None:
    """Draw what is there; whoever cannot draw enough loses.

    Source: section 8; rulebook "The Goal of the Game", footnote 1.
    """
    cards = draft.state.players[seat].supply.cards[:count]
    if cards:
        draft.emit(CardsDrawn(seat=seat, reason=reason, cards=cards))
    if len(cards) < count:
        end_game(draft, seat, "supply_exhausted", "play")


def queue(draft: PanzerDraft, batch: Iterable[Arisen]) -> None:
    """Queue triggers that arose at the same moment, as one batch; source: 5.7."""
    number = draft.state.batches + 1
    for arisen in batch:
        draft.emit(
            TriggerQueued(
                trigger_id=f"t{draft.state.trigger_count + 1}",
                batch=number,
                seat=arisen.seat,
                card=arisen.card,
                ability=arisen.ability,
                when=arisen.when,
                unit_id=arisen.unit,
                space=arisen.space,
            )
        )


def queue_play_effects(draft: PanzerDraft, seat: Seat, unit_id: str, card: str) -> None:
    """Queue the Play-Effects of a unit that came into play; source: 7.1, R20; rulebook "Play-Effect"."""
    places = draft.state.pool.cards[card].at.get("play")
    if places:
        queue(draft, [Arisen(seat, card, place, "play", unit=unit_id) for place in places])


def damage_supply(draft: PanzerDraft, seat: Seat, amount: int, source: str, *, by_unit: bool) -> None:
    """Deal a packet to a Supply and queue the Junkyard-Triggers of its cards, each by itself.

    Source: 7.4, R40, R65; rulebook "The Goal of the Game", "Junkyard-Trigger".
    """
    state = draft.state
    if by_unit:
        amount = max(0, amount - values.armor(state, seat))
    cards = state.players[seat].supply.cards[:amount]
    draft.emit(SupplyDamaged(seat=seat, amount=amount, source=source, discarded=cards))
    kinds = state.pool.cards
    seen: dict[str, int] = {}
    for card in cards:
        if kinds[card].junkyard_trigger:
            seen[card] = seen.get(card, 0) + 1
            draft.emit(
                TriggerQueued(
                    trigger_id=f"t{draft.state.trigger_count + 1}",
                    batch=draft.state.batches + 1,
                    seat=seat,
                    card=card,
                    ability=0,
                    when="junkyard",
                    packet=Packet(number=draft.state.packets, copy=seen[card], copies=cards.count(card)),
                )
            )


def check(draft: PanzerDraft) -> None:
    """Destroy all units on the field with no defense left, until none is left; source: 5.7, R26."""
    while dead := _dead(draft.state):
        destroy(draft, dead)


def _dead(state: State) -> list[Unit]:
    every = state.pool.defense_can_fall
    return [
        unit
        for unit in state.units.values()
        if (unit.damage or every) and unit.space not in COLUMN and values.defense(state, unit) <= 0
    ]


def destroy(draft: PanzerDraft, units: Sequence[Unit]) -> None:
    """Destroy units at the same moment, by unit id, and queue what that sets off as one batch.

    Source: 5.7, R62, R63, R64; rulebook "Destroy-Effect".
    """
    cards = draft.state.pool.cards
    batch: list[Arisen] = []
    for unit in units:
        draft.emit(UnitDestroyed(unit_id=unit.id, card=unit.card, owner=unit.owner, space=unit.space))
        batch += [
            Arisen(unit.owner, unit.card, place, "destroy", unit=unit.id)
            for place in cards[unit.card].at.get("destroy", ())
        ]
    for seat, space, card in draft.state.permanents:
        for unit in units:
            batch += [
                Arisen(seat, card, place, "ally_destroyed", space=space)
                for place in cards[card].at.get("ally_destroyed", ())
                if unit.owner == seat and _sets_off(cards[card], place, cards[unit.card])
            ]
    if batch:
        queue(draft, batch)


def _sets_off(source: Kind, ability: int, unit: Kind) -> bool:
    by = source.abilities[ability].by
    return by is None or fits(by, unit, own=True)


def damage_unit(draft: PanzerDraft, unit_id: str, amount: int, source: str) -> None:
    """Deal a packet to a unit; the state check is the caller's."""
    draft.emit(UnitDamaged(unit_id=unit_id, amount=amount, source=source))


def reveal(draft: PanzerDraft, space: str) -> None:
    """Turn a face-down terrain up for good."""
    draft.emit(TerrainRevealed(space=space, terrain=draft.state.laid_on(space)))


def enter(draft: PanzerDraft, unit_id: str) -> None:
    """Let a unit enter the field space on which it now is: terrain before modifier; then a state check.

    Source: 6.6, 7.1, R32; whatever flies ignores it.
    """
    state = draft.state
    unit = state.units[unit_id]
    space = unit.space
    if space not in COLUMN and not state.pool.cards[unit.card].fly:
        placed = state.modifiers.get(space)
        _apply(draft, unit_id, state.face_up[space], None)
        if placed is not None:
            _apply(draft, unit_id, placed.card, placed.seat)
    check(draft)


def _apply(draft: PanzerDraft, unit_id: str, card: str, placer: Seat | None) -> None:
    kind = draft.state.pool.cards[card]
    for place in kind.at.get("enter", ()):
        unit = draft.state.units.get(unit_id)
        if unit is None:
            return
        _enter_effect(draft, unit, kind.abilities[place], card, placer)


def _enter_effect(draft: PanzerDraft, unit: Unit, word: Any, card: str, placer: Seat | None) -> None:
    """Carry out one enter effect; terrain has no controller, and no filter that asks for one."""
    state = draft.state
    controller = unit.owner if placer is None else placer
    if isinstance(word, Stop):
        if not unit.stopped and fits(word.filter, state.pool.cards[unit.card], own=controller == unit.owner):
            draft.emit(UnitStopped(unit_id=unit.id))
        return
    wanted = word.target.filter
    hit = [unit] if values.matches(state.pool, wanted, unit, controller) else []
    if word.target.select == "all":
        hit = values.matching(state, wanted, controller)
    if isinstance(word, DamageUnit):
        for target in hit:
            damage_unit(draft, target.id, word.amount, card)
    else:
        destroy(draft, hit)
    check(draft)
