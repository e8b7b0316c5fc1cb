"""The chain: windows for the responder, and items that resolve.

Source: 5.6, 6.5, 6.7, 6.8, R21 to R30, R44, R46; rulebook "Flash-Events", "Units", "Ranged Attack".
"""

from __future__ import annotations

from domain.games.panzer_clash import values
from domain.games.panzer_clash.effects import Source, run
from domain.games.panzer_clash.field import ADJACENT, BACK_LINE, COLUMN
from domain.games.panzer_clash.messages import (
    Chain,
    Effects,
    ItemFizzled,
    ItemResolved,
    ResolveTop,
    Respond,
    ResponseOpened,
    Triggers,
)
from domain.games.panzer_clash.procedures import check, damage_supply, damage_unit
from domain.games.panzer_clash.state import Item, PanzerDraft, Player, State, Unit

_AFTER = (Triggers(), Chain())


def may_respond(player: Player) -> bool:
    """Say whether a seat is eligible: a hand, and a stack with nothing on it; both are public; source: 5.6, R44."""
    if not player.hand.cards:
        return False
    return any(stack.factories and stack.unit is None and stack.card is None for stack in player.stacks)


def open_window(draft: PanzerDraft, step: Chain) -> None:
    """Ask the responder of the top item, or let it resolve if that seat is not eligible; source: 5.6."""
    chain = draft.state.chain
    if not chain:
        return
    item = chain[-1]
    seat = 1 - item.seat
    if may_respond(draft.state.players[seat]):
        draft.emit(ResponseOpened(seat=seat, item_id=item.id))
        draft.push(Respond(seat=seat, item_id=item.id))
    else:
        resolve_top(draft, ResolveTop())


def resolve_top(draft: PanzerDraft, step: ResolveTop) -> None:
    """Let the top item take effect; triggers and the next item follow."""
    item = draft.state.chain[-1]
    draft.push(*_AFTER)
    if item.kind == "attack":
        _attack(draft, item)
    elif item.kind == "ranged":
        _ranged_attack(draft, item)
    elif item.kind == "event":
        _event(draft, item)
    else:
        draft.emit(ItemResolved(item_id=item.id))


def _event(draft: PanzerDraft, item: Item) -> None:
    draft.emit(ItemResolved(item_id=item.id))
    check(draft)
    assert item.card is not None
    places = draft.state.pool.cards[item.card].at.get("resolve")
    if places:
        draft.push(Effects(of="item", ability=places[0]))


def _fighter(state: State, unit_id: object) -> Unit | None:
    """Return a unit if it is on the field."""
    unit = state.units.get(str(unit_id))
    return None if unit is None or unit.space in COLUMN else unit


def _attack(draft: PanzerDraft, item: Item) -> None:
    """Carry an attack out, or let it fizzle if it is not possible any more; source: 6.7, R30."""
    state = draft.state
    unit = _fighter(state, item.unit)
    if isinstance(item.target, int):
        if unit is None or unit.space not in BACK_LINE[item.target]:
            draft.emit(ItemFizzled(item_id=item.id))
            return
        draft.emit(ItemResolved(item_id=item.id))
        amount = values.attack(state, unit) + state.pool.cards[unit.card].supply_bonus
        damage_supply(draft, item.target, amount, unit.id, by_unit=True)
    else:
        target = _fighter(state, item.target)
        if unit is None or target is None or target.space not in ADJACENT[unit.space]:
            draft.emit(ItemFizzled(item_id=item.id))
            return
        draft.emit(ItemResolved(item_id=item.id))
        _battle(draft, unit, target)
    _after_attack(draft, unit)


def _battle(draft: PanzerDraft, unit: Unit, target: Unit) -> None:
    """Let two units deal damage to each other, at once or one first; source: 6.7, R29."""
    state = draft.state
    cards = state.pool.cards
    dealt = values.attack(state, unit) + values.against(state, unit, target)
    taken = values.attack(state, target) + values.against(state, target, unit)
    blows = [(target.id, dealt, unit.id), (unit.id, taken, target.id)]
    first, second = cards[unit.card].first_strike, cards[target.card].first_strike
    if second and not first:
        blows.reverse()
    damage_unit(draft, *blows[0])
    if first is not second:
        check(draft)
        if blows[1][2] not in draft.state.units:
            return
    damage_unit(draft, *blows[1])
    check(draft)


def _after_attack(draft: PanzerDraft, unit: Unit) -> None:
    """Carry out what a unit does after its attack, if it is still there; source: 6.7, 7.1."""
    kind = draft.state.pool.cards[unit.card]
    for place in kind.at.get("after_attack", ()):
        if _fighter(draft.state, unit.id) is not None:
            run(draft, Source(unit.owner, unit.card, unit.id), kind.abilities[place])


def _ranged_attack(draft: PanzerDraft, item: Item) -> None:
    """Carry a Ranged Attack out, or let it fizzle; no damage comes back; source: 6.8, R24."""
    state = draft.state
    unit = _fighter(state, item.unit)
    if unit is None or not values.may_shoot(state, unit):
        draft.emit(ItemFizzled(item_id=item.id))
    elif isinstance(item.target, int):
        draft.emit(ItemResolved(item_id=item.id))
        damage_supply(draft, item.target, values.ranged(state, unit), unit.id, by_unit=True)
    elif (target := _fighter(state, item.target)) is None:
        draft.emit(ItemFizzled(item_id=item.id))
    else:
        draft.emit(ItemResolved(item_id=item.id))
        damage_unit(draft, target.id, values.shot(state, unit, target), unit.id)
        check(draft)
