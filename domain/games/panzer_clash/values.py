"""What counts now: attack, defense, movement and ranged value of a unit, power of a stack, armor of a Supply.

Auras and bonuses work on the field only; in the Industry Zone the printed values count (section 3).
"""

from __future__ import annotations

from domain.games.panzer_clash.cards import NO_BONUS, Bonus, Kind, Pool, fits
from domain.games.panzer_clash.field import ADJACENT, COLUMN
from domain.games.panzer_clash.state import State, Unit
from domain.games.panzer_clash.vocabulary import Filter
from domain.kernel.seats import Seat

LEAST_MOVEMENT = 1  # R34: no unit is stuck for ever


def here(state: State, unit: Unit) -> tuple[Bonus, Bonus]:
    """Return what terrain and modifier of a unit's space add to it; nothing off the field or for one that flies."""
    pool = state.pool
    if pool.cards[unit.card].fly:
        return NO_BONUS, NO_BONUS
    space = unit.space
    terrain = state.face_up.get(space)
    placed = state.modifiers.get(space)
    return (
        NO_BONUS if terrain is None else pool.bonus(terrain, unit.card, own=None),
        NO_BONUS if placed is None else pool.bonus(placed.card, unit.card, own=placed.seat == unit.owner),
    )


def everywhere(state: State, unit: Unit) -> list[Bonus]:
    """Return what each permanent event adds to a unit on the field; several copies add up (R11)."""
    pool, card, owner = state.pool, unit.card, unit.owner
    return [pool.bonus(source, card, own=seat == owner) for seat, _, source in state.permanents]


def _own(state: State, unit: Unit, kind: Kind) -> Bonus:
    """Return what a unit's own terrain bonus gives where it stands."""
    terrain = state.face_up.get(unit.space)
    return NO_BONUS if terrain is None else kind.terrain_bonus.get(terrain, NO_BONUS)


def attack(state: State, unit: Unit) -> int:
    """Return the attack of a unit; source: section 3."""
    kind = state.pool.cards[unit.card]
    value = kind.attack + unit.attack
    if unit.space not in COLUMN:
        terrain, modifier = here(state, unit)
        value += terrain.attack + modifier.attack
        if state.permanents:
            value += sum([bonus.attack for bonus in everywhere(state, unit)])
        if kind.terrain_bonus:
            value += _own(state, unit, kind).attack
        for bonus in kind.adjacent_bonus:
            if any(
                fits(bonus.filter, state.pool.cards[other.card], own=other.owner == unit.owner)
                for other in neighbours(state, unit.space)
            ):
                value += bonus.attack
    return max(0, value)


def neighbours(state: State, space: str) -> list[Unit]:
    """Return the units on the spaces next to one."""
    at, units = state.at, state.units
    return [units[at[near]] for near in ADJACENT[space] if near in at]


def defense(state: State, unit: Unit) -> int:
    """Return what is left of the defense of a unit, its damage taken off; source: section 3."""
    kind = state.pool.cards[unit.card]
    value = kind.defense - unit.damage
    if unit.space not in COLUMN:
        terrain, modifier = here(state, unit)
        value += terrain.defense + modifier.defense
        if state.permanents:
            value += sum([bonus.defense for bonus in everywhere(state, unit)])
        if kind.terrain_bonus:
            value += _own(state, unit, kind).defense
    return value


def movement(state: State, unit: Unit) -> int:
    """Return the movement of a unit where it is, never below 1; source: section 3, R34."""
    value = state.pool.cards[unit.card].movement + unit.movement
    if unit.space not in COLUMN:
        terrain, modifier = here(state, unit)
        value += terrain.movement + modifier.movement
        if state.permanents:
            value += sum([bonus.movement for bonus in everywhere(state, unit)])
    return max(LEAST_MOVEMENT, value)


def movement_left(state: State, unit: Unit) -> int:
    """Return the movement that a unit can still spend where it is."""
    if unit.fresh or unit.stopped:
        return 0
    return max(0, movement(state, unit) - unit.spent)


def ranged(state: State, unit: Unit) -> int:
    """Return the damage of a Ranged Attack, of a unit on the field that has one; source: section 3."""
    terrain, modifier = here(state, unit)
    value = state.pool.cards[unit.card].ranged_attack + terrain.ranged + modifier.ranged
    return max(0, value + sum([bonus.ranged for bonus in everywhere(state, unit)]))


def may_shoot(state: State, unit: Unit) -> bool:
    """Say whether a unit on the field has a Ranged Attack and stands on nothing that forbids it."""
    if not state.pool.cards[unit.card].ranged_attack:
        return False
    terrain, modifier = here(state, unit)
    return not (terrain.no_ranged or modifier.no_ranged)


def against(state: State, unit: Unit, other: Unit) -> int:
    """Return what a unit's `bonus_vs` adds to its attack in a battle with another."""
    bonuses = state.pool.cards[unit.card].bonus_vs
    if not bonuses:
        return 0
    kind, own = state.pool.cards[other.card], other.owner == unit.owner
    return sum([bonus.attack for bonus in bonuses if fits(bonus.filter, kind, own=own)])


def shot(state: State, unit: Unit, target: Unit) -> int:
    """Return the packet of a Ranged Attack on a unit, reductions applied; source: 6.8."""
    kind, own = state.pool.cards[target.card], target.owner == unit.owner
    amount = ranged(state, unit)
    for bonus in state.pool.cards[unit.card].bonus_vs:
        if fits(bonus.filter, kind, own=own):
            amount += bonus.ranged
    terrain, modifier = here(state, target)
    amount -= terrain.reduction + modifier.reduction
    amount -= sum([word.amount for word in kind.reductions if fits(word.filter, kind, own=True)])
    return max(0, amount)


def armor(state: State, seat: Seat) -> int:
    """Return by how much each packet of a unit's attack on this Supply is smaller; source: 7.4."""
    cards = state.pool.cards
    return sum([cards[card].supply_armor for owner, _, card in state.permanents if owner == seat])


def power(state: State, seat: Seat, factories: int, kind: Kind) -> int:
    """Return how large a stack counts for a card; `power_bonus` is for units; source: 6.3, 7.5."""
    if kind.card_type != "unit" or not state.permanents:
        return factories
    cards = state.pool.cards
    return factories + sum(
        [
            bonus.amount
            for owner, _, card in state.permanents
            if owner == seat
            for bonus in cards[card].power_bonus
            if fits(bonus.filter, kind, own=True)
        ]
    )


def matches(pool: Pool, wanted: Filter, unit: Unit, seat: Seat) -> bool:
    """Say whether a unit is meant by a filter; `seat` controls the source."""
    if wanted.controller is not None and (wanted.controller == "own") is not (unit.owner == seat):
        return False
    if wanted.types and pool.cards[unit.card].type not in wanted.types:
        return False
    if wanted.damaged and not unit.damage:
        return False
    return not wanted.attacked or (unit.attacked and not unit.attacks_left)


def matching(state: State, wanted: Filter, seat: Seat) -> list[Unit]:
    """Return the units on the field that a filter means, by unit id (R54)."""
    pool = state.pool
    return [unit for unit in state.units.values() if unit.space not in COLUMN and matches(pool, wanted, unit, seat)]
