"""What the sensible bot thinks a command is worth: nothing for leaving things as they are, more for the better."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from domain.games.panzer_clash import messages as said
from domain.games.panzer_clash import vocabulary as word
from domain.games.panzer_clash.bot.events import attack_worth, event_worth, worths
from domain.games.panzer_clash.bot.sight import Sight, printed_worth
from domain.games.panzer_clash.cards import FACTORY, Kind
from domain.games.panzer_clash.field import AHEAD, COLUMN
from domain.games.panzer_clash.view import StackView, UnitView

FACTORY_FIRST = 30.0  # before anything is played onto its stack
UNIT, UNIT_SHARE = 3.0, 0.4  # what a unit in play is worth beside one in hand
WASTE = 0.5  # for each Factory of a stack that a card does not need
SHUT_IN, QUEUED = 2.0, 0.5  # an enemy, or a friend, on the space ahead of the stack
CARD = 1.5  # what an event in hand is worth
ANSWER = 2.0  # what a flash event in hand is worth while the enemy attacks
PLAYED_MODIFIER = 2.5
STEP = 0.4  # what a move must be worth
STACKS = ((1,), (2,), (2, 1), (3, 1), (3, 2), (3, 3), (3, 3, 1), (3, 3, 2), (3, 3, 2, 1))  # section 12, 5
MIDDLE = 2  # column from which every lane is near
FEW, MANY = 2, 5  # Factories of an opening hand that is kept
ENOUGH_MULLIGANS = 2
DEPLOYED, AT_THE_FRONT = 3.0, 0.5


def command_worth(sight: Sight, command: said.PanzerCommand) -> float:
    """Return what a command is worth to the bot."""
    return WORTH[type(command)](sight, command)


def _nothing(sight: Sight, command: said.PanzerCommand) -> float:
    return 0.0


def _factory(sight: Sight, command: said.PlayFactory) -> float:
    """Return whether a Factory brings the stacks nearer to two of 3 and some small ones; section 12, 5."""
    return FACTORY_FIRST if command.space == wanted_stack(sight.me.stacks.values()) else FACTORY_FIRST / 2


def wanted_stack(stacks: Iterable[StackView]) -> str | None:
    """Return the Industry space where the next Factory helps most; the first that is free where none is wanted."""
    ordered = sorted(stacks, key=lambda stack: (-stack.factories, abs(COLUMN[stack.space] - MIDDLE)))
    usable = [stack for stack in ordered if stack.factories or (stack.unit is None and stack.card is None)]
    for sizes in STACKS:
        for stack, size in zip(usable, sizes, strict=False):
            if stack.factories < size:
                return stack.space
    return None


def _stack(sight: Sight, space: str) -> StackView:
    return sight.me.stacks[space]


def _unit(sight: Sight, command: said.PlayUnit) -> float:
    kind = sight.pool.cards[command.card]
    value = UNIT + UNIT_SHARE * printed_worth(kind) - WASTE * max(_stack(sight, command.space).factories - kind.cost, 0)
    ahead = sight.at.get(AHEAD[command.space])
    if ahead is not None and not kind.paradrop and not kind.fly:
        value -= QUEUED if ahead.owner == sight.seat else SHUT_IN
    return value


def _modifier(sight: Sight, command: said.PlayModifier) -> float:
    kind = sight.pool.cards[command.card]
    return PLAYED_MODIFIER - WASTE * (_stack(sight, command.space).factories - kind.cost)


def _place(sight: Sight, command: said.PlaceModifier) -> float:
    """Return what a modifier is worth on a space: strength for an own unit, a trap where nobody stands."""
    kind = sight.pool.cards[str(sight.me.stacks[command.from_].card)]
    unit = sight.at.get(command.space)
    if "enter" in kind.at:
        return -1.0 if unit is not None else 1.0 + (sight.reached(command.space, sight.seat) <= 2)
    if unit is None:
        return 0.5
    bonus = sight.pool.bonus(kind.id, unit.card, own=True)
    if sight.kind(unit).fly:
        return 0.0
    shoots = sight.kind(unit).ranged_attack > 0
    return (
        1.0
        + 2.0 * (bonus.attack + bonus.defense)
        + bonus.movement
        + (3.0 * bonus.ranged if shoots else 0.0)
        + (unit.damage if "end" in kind.at else 0.0)
        + 0.3 * sight.reached(command.space, sight.seat)
    )


def _event(sight: Sight, command: said.PlayEvent) -> float:
    kind = sight.pool.cards[command.card]
    value = event_worth(sight, kind, command.targets)
    if not sight.view.chain:
        spare = sum(
            [stack.factories > 0 and stack.unit is None and stack.card is None for stack in sight.me.stacks.values()]
        )
        blocked = CARD if kind.subtype == "permanent" and spare < 2 else 0.0  # a lasting one takes a stack for good
        return value - CARD - blocked - (ANSWER if kind.subtype == "flash" else 0.0)
    return value + _saved(sight, kind, command) - ANSWER


def _saved(sight: Sight, kind: Kind, command: said.PlayEvent) -> float:
    """Return what is saved if the event destroys or removes the unit whose attack it answers."""
    item = sight.view.chain[-1]
    attacker = sight.units.get(item.unit or "")
    if attacker is None or not command.targets or command.targets[0].unit != attacker.id:
        return 0.0
    fatal = any(
        isinstance(ability, word.DamageUnit) and ability.amount >= attacker.defense for ability in kind.abilities
    )
    return max(attack_worth(sight, item), 0.0) if fatal else 0.0


def _move(sight: Sight, command: said.MoveUnit) -> float:
    """Return how much better a unit stands, with what it may strike from there; section 12, 2 to 4."""
    unit, space = sight.units[command.unit_id], command.path[-1]
    value = sight.place(unit, space) - _standing(sight, unit) - _trap(sight, unit, space) - STEP
    return value + sight.strike(unit, space) if unit.attacks_left else value


def _standing(sight: Sight, unit: UnitView) -> float:
    """Return what the present place of a unit is worth; in the Industry Zone it blocks its stack."""
    return -2.0 if unit.space in COLUMN else sight.place(unit, unit.space)


def _trap(sight: Sight, unit: UnitView, space: str) -> float:
    """Return what entering a modifier costs."""
    modifier = sight.field[space].modifier
    if modifier is None or sight.kind(unit).fly:
        return 0.0
    kind = sight.pool.cards[modifier]
    traps = [kind.abilities[place] for place in kind.at.get("enter", ())]
    return sum([-sight.damage(unit, trap.amount) for trap in traps if isinstance(trap, word.DamageUnit)])


def _attack(sight: Sight, command: said.AttackUnit) -> float:
    return sight.battle(sight.units[command.unit_id], sight.units[command.target_id])


def _siege(sight: Sight, command: said.AttackSupply) -> float:
    return sight.siege(sight.units[command.unit_id])


def _shot(sight: Sight, command: said.RangedAttack) -> float:
    unit = sight.units[command.unit_id]
    if isinstance(command.target, int):
        value = sight.card(command.target, max((unit.ranged or 0) - sight.armor(command.target), 0))
        return value if command.target != sight.seat else -value
    return sight.shot(unit, sight.units[command.target])


def _resolve(sight: Sight, command: said.ResolveTrigger) -> float:
    """Return what a trigger is worth with these choices."""
    step = sight.view.question
    trigger = next(trigger for trigger in sight.view.triggers if trigger.id == step.trigger_id)
    kind = sight.pool.cards[trigger.card]
    if isinstance(command.space, str):
        return _deploy(sight, command.space)
    if trigger.when == "junkyard":
        return event_worth(sight, kind, command.targets)
    return sum(worths(sight, kind, (trigger.ability,), command.targets))


def _deploy(sight: Sight, space: str) -> float:
    """Return what a unit out of the Junkyard is worth on a space: best where it blocks no stack."""
    if space not in COLUMN:
        return DEPLOYED + AT_THE_FRONT
    return DEPLOYED - (1.0 if _stack(sight, space).factories else 0.0)


def _keep(sight: Sight, command: said.KeepHand) -> float:
    return 1.0


def _mulligan(sight: Sight, command: said.Mulligan) -> float:
    """Return whether a hand is worth less than another: too few or too many Factories, or nothing cheap."""
    hand = sight.me.hand or ()
    cheap = [card for card in hand if sight.pool.cards[card].card_type == "unit" and sight.pool.cards[card].cost < 3]
    good = FEW <= hand.count(FACTORY) <= MANY and cheap
    return 0.0 if good or sight.me.mulligans >= ENOUGH_MULLIGANS else 2.0


def cards_kept(sight: Sight, hand: tuple[str, ...]) -> list[str]:
    """Return a hand in the order in which it is given away, the least wanted first."""
    built = sum([stack.factories for stack in sight.me.stacks.values()])
    kept: list[tuple[float, str]] = []
    factories = 0
    for card in hand:
        kind = sight.pool.cards[card]
        if card == FACTORY:
            factories += 1
            value = 10.0 - factories - built / 2
        elif kind.card_type == "unit":
            value = printed_worth(kind)
        else:
            value = 5.0
        kept.append((value, card))
    return [card for _, card in sorted(kept)]


WORTH: Mapping[type[Any], Callable[[Sight, Any], float]] = {
    said.KeepHand: _keep,
    said.Mulligan: _mulligan,
    said.PlayFactory: _factory,
    said.PlayUnit: _unit,
    said.PlayModifier: _modifier,
    said.PlaceModifier: _place,
    said.PlayEvent: _event,
    said.MoveUnit: _move,
    said.AttackUnit: _attack,
    said.AttackSupply: _siege,
    said.RangedAttack: _shot,
    said.EndMain: _nothing,
    said.PassResponse: _nothing,
    said.ChooseNextTrigger: _nothing,
    said.ResolveTrigger: _resolve,
    said.DeclineTrigger: _nothing,
}
