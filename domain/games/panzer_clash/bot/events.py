"""What the sensible bot thinks an effect is worth, word by word of the vocabulary."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import UNSET

from domain.games.panzer_clash import vocabulary as word
from domain.games.panzer_clash.bot.sight import SAFE_SUPPLY, Sight, printed_worth
from domain.games.panzer_clash.cards import FACTORY, Kind
from domain.games.panzer_clash.field import COLUMN
from domain.games.panzer_clash.messages import Choice
from domain.games.panzer_clash.state import Item
from domain.games.panzer_clash.view import UnitView
from domain.games.panzer_clash.vocabulary import Target, Word

BOARD_CHOICE = (word.Reposition, word.DestroyFactory, word.DestroyPermanent, word.DestroyModifier, word.Reveal)
LASTING = 4.0  # what a permanent event is worth
DRAW = 1.6  # what a card in hand is worth, less the one of the Supply
PERMANENT, FACTORY_LOST, FACTORY_MORE, MODIFIER = 6.0, 2.5, 3.0, 3.0
LOOK = 0.3  # a terrain turned up
HALT, STEP, SWING = 1.2, 0.4, 1.1  # an enemy that stands still; a point more of movement; a point more of attack
NOTHING = Choice()


def event_worth(sight: Sight, kind: Kind, targets: tuple[Choice, ...]) -> float:
    """Return what playing an event, or setting it off from the Junkyard, is worth."""
    if kind.subtype == "permanent":
        return LASTING
    return sum(worths(sight, kind, kind.at.get("resolve", ()), targets))


def worths(sight: Sight, kind: Kind, places: tuple[int, ...], targets: tuple[Choice, ...]) -> list[float]:
    """Return what each of a card's abilities at these places is worth with the choices made for them."""
    left = list(targets)
    found = []
    for place in places:
        ability = kind.abilities[place]
        choice = left.pop(0) if left and needs_choice(ability) else NOTHING
        found.append(ability_worth(sight, ability, choice))
    return found


def needs_choice(ability: Word) -> bool:
    """Say whether an ability is given a choice on the board; source: 7.2."""
    target: Target | None = getattr(ability, "target", None)
    if isinstance(ability, BOARD_CHOICE):
        return True
    return target is not None and target.select in ("one", "row")


def ability_worth(sight: Sight, ability: Any, choice: Choice) -> float:
    """Return what an ability of the bot's own is worth."""
    weigh = WEIGH.get(type(ability))
    return 0.0 if weigh is None else weigh(sight, ability, choice)


def _reached(sight: Sight, target: Target, choice: Choice) -> list[UnitView]:
    """Return the units that an effect would reach now."""
    if choice.unit is not UNSET:
        return [sight.units[choice.unit]] if choice.unit in sight.units else []
    meant = target.filter
    units = [unit for unit in sight.units.values() if unit.space not in COLUMN]
    if meant.controller is not None:
        units = [unit for unit in units if (unit.owner == sight.seat) == (meant.controller == "own")]
    if meant.types:
        units = [unit for unit in units if sight.kind(unit).type in meant.types]
    if choice.row is not UNSET:
        units = [unit for unit in units if unit.space[1] == str(choice.row)]
    return units


def _damage_unit(sight: Sight, ability: word.DamageUnit, choice: Choice) -> float:
    return sum([sight.damage(unit, ability.amount) for unit in _reached(sight, ability.target, choice)])


def _destroy_unit(sight: Sight, ability: word.DestroyUnit, choice: Choice) -> float:
    return sum([sight.damage(unit, unit.defense) for unit in _reached(sight, ability.target, choice)])


def _damage_supply(sight: Sight, ability: word.DamageSupply, choice: Choice) -> float:
    if ability.player == "opponent":
        return sight.card(1 - sight.seat, ability.amount)
    return -0.5 * sight.card(sight.seat, ability.amount)  # half of it comes back by Junkyard-Triggers and salvage


def _repair(sight: Sight, ability: word.Repair, choice: Choice) -> float:
    units = [unit for unit in _reached(sight, ability.target, choice) if unit.owner == sight.seat]
    return sum([0.9 * min(unit.damage, ability.amount) for unit in units])


def _boost(sight: Sight, ability: word.Boost, choice: Choice) -> float:
    """Return what more attack and movement is worth; only units that may still attack profit."""
    if sight.view.seat != sight.seat:
        return _parry(sight, ability, choice)
    value = 0.0
    for unit in _reached(sight, ability.target, choice):
        if unit.owner == sight.seat and unit.attacks_left and not unit.fresh:
            busy = sight.reached(unit.space, unit.owner) >= 3
            value += (SWING * ability.attack if busy else 0.0) + STEP * ability.movement
    return value - 1.5


def _parry(sight: Sight, ability: word.Boost, choice: Choice) -> float:
    """Return what a boost of the attacked unit saves and destroys."""
    item = _below(sight)
    if item is None or item.kind != "attack" or item.target != choice.unit or item.unit not in sight.units:
        return 0.0
    attacker, target = sight.units[item.unit], sight.units[str(item.target)]
    return sight.battle(attacker, target) - sight.battle(attacker, target, more=ability.attack)


def _ready(sight: Sight, ability: word.Ready, choice: Choice) -> float:
    return sum([sight.strike(unit, unit.space) for unit in _reached(sight, ability.target, choice)])


def _immobilize(sight: Sight, ability: word.Immobilize, choice: Choice) -> float:
    units = _reached(sight, ability.target, choice)
    return sum([HALT for unit in units if unit.owner != sight.seat and unit.movement_left]) - 1.0


def _reposition(sight: Sight, ability: word.Reposition, choice: Choice) -> float:
    """Return how much better off a unit is on another space."""
    if choice.unit is UNSET or choice.space is UNSET:
        return 0.0
    unit = sight.units[choice.unit]
    return sight.place(unit, choice.space) - sight.place(unit, unit.space) - 0.5


def _destroy_factory(sight: Sight, ability: word.DestroyFactory, choice: Choice) -> float:
    if choice.space is UNSET or choice.space not in sight.foe.stacks:
        return 0.0
    stack = sight.foe.stacks[choice.space]
    if stack.factories <= ability.count and stack.unit is not None:
        return FACTORY_LOST + sight.worth(sight.units[stack.unit])
    return FACTORY_LOST


def _destroy_permanent(sight: Sight, ability: word.DestroyPermanent, choice: Choice) -> float:
    return PERMANENT if choice.space in sight.foe.stacks else -PERMANENT


def _destroy_modifier(sight: Sight, ability: word.DestroyModifier, choice: Choice) -> float:
    if choice.space is UNSET:
        return 0.0
    return MODIFIER if sight.field[choice.space].modifier_seat != sight.seat else -MODIFIER


def _reveal(sight: Sight, ability: word.Reveal, choice: Choice) -> float:
    spaces = () if choice.spaces is UNSET else choice.spaces
    return sum([LOOK * (3 - abs(sight.reached(space, sight.seat) - 2)) for space in spaces])


def _draw(sight: Sight, ability: word.DrawCards, choice: Choice) -> float:
    """Return what cards are worth: only while the Supply is large; section 12, 7."""
    left = sight.me.supply_count
    return DRAW * ability.count if left - ability.count >= SAFE_SUPPLY else -float(ability.count)


def _discard_hand(sight: Sight, ability: word.DiscardHand, choice: Choice) -> float:
    return DRAW * min(ability.count, sight.foe.hand_count)


def _salvage(sight: Sight, ability: word.Salvage, choice: Choice) -> float:
    cards = [sight.pool.cards[card] for card in sight.me.junkyard]
    worths = [printed_worth(kind) for kind in cards if kind.type in ability.filter.types]
    return 0.5 * max(worths, default=0.0)


def _extra_factory(sight: Sight, ability: word.ExtraFactory, choice: Choice) -> float:
    held = (sight.me.hand or ()).count(FACTORY)
    return FACTORY_MORE if held > sight.view.factories_left else 0.0


def _below(sight: Sight) -> Item | None:
    """Return the item that is to be answered."""
    return sight.view.chain[-1] if sight.view.chain else None


def _cancel_attack(sight: Sight, ability: word.CancelAttack, choice: Choice) -> float:
    item = _below(sight)
    return 0.0 if item is None else attack_worth(sight, item)


def attack_worth(sight: Sight, item: Item) -> float:
    """Return what a declared attack is worth to its attacker."""
    if item.unit not in sight.units:
        return 0.0
    unit = sight.units[item.unit]
    if isinstance(item.target, int):
        if item.kind == "attack":
            return sight.siege(unit)
        return sight.card(item.target, max((unit.ranged or 0) - sight.armor(item.target), 0))
    if item.target not in sight.units:
        return 0.0
    target = sight.units[item.target]
    if item.kind == "attack":
        return sight.battle(unit, target)
    return abs(sight.shot(unit, target))


def _cancel_event(sight: Sight, ability: word.CancelEvent, choice: Choice) -> float:
    item = _below(sight)
    return 0.0 if item is None or item.card is None else 2.0 + 1.5 * sight.pool.cards[item.card].cost


WEIGH: Mapping[type[Any], Callable[[Sight, Any, Choice], float]] = {
    word.DamageUnit: _damage_unit,
    word.DestroyUnit: _destroy_unit,
    word.DamageSupply: _damage_supply,
    word.Repair: _repair,
    word.Boost: _boost,
    word.Ready: _ready,
    word.Immobilize: _immobilize,
    word.Reposition: _reposition,
    word.DestroyFactory: _destroy_factory,
    word.DestroyPermanent: _destroy_permanent,
    word.DestroyModifier: _destroy_modifier,
    word.Reveal: _reveal,
    word.DrawCards: _draw,
    word.DiscardHand: _discard_hand,
    word.Salvage: _salvage,
    word.ExtraFactory: _extra_factory,
    word.CancelAttack: _cancel_attack,
    word.CancelEvent: _cancel_event,
}
