"""The map as a grid of five columns: the field between the two Industry Zones, the viewer's own at the bottom."""

from __future__ import annotations

from typing import NamedTuple

from domain.games.panzer_clash.board.looks import ground_look, label_look, stack_look, unit_look
from domain.games.panzer_clash.bot.sight import Sight
from domain.games.panzer_clash.cards import Card
from domain.games.panzer_clash.field import ADJACENT, AHEAD, COLUMN, COLUMNS, PLACE
from domain.games.panzer_clash.messages import (
    AttackSupply,
    AttackUnit,
    MoveUnit,
    PanzerCommand,
    PlaceModifier,
    RangedAttack,
)
from domain.games.panzer_clash.naming import card_name, unit_called
from domain.games.panzer_clash.view import FieldView, StackView, UnitView, View
from domain.kernel.display.board import CardPicture, Zone, zone_id
from domain.kernel.display.look import Mark
from domain.kernel.display.words import Words
from domain.kernel.refusals import May
from domain.kernel.seats import Seat

ROWS = 6  # four of the field between two Industry Zones
MARKS = ("▲", "▼")  # of what belongs to the near and to the far seat
BACK, STRIP = "▒▒", "≡"  # terrain face down; a modifier
DAMAGE, STEPS, RANGE = "✸", "→", "⌖"  # damage on a unit; movement; Ranged Attack
ATTACKED, FRESH, STOPPED, LOCKED, LASTING, WAITING = "✓", "z", "■", "⊘", "∞", "…"


class Side(NamedTuple):
    """From which seat's side the table is drawn, and what may be asked."""

    view: View
    near: Seat
    may: May | None = None

    def mark(self, seat: Seat | None) -> str:
        """Return the mark of what belongs to a seat."""
        return MARKS[seat != self.near]

    def at(self, space: str) -> tuple[int, int]:
        """Return column and row of a space, seen from this side."""
        column, row = COLUMNS.index(space[0]), int(space[1])
        return (column, ROWS - 1 - row) if self.near == 0 else (len(COLUMNS) - 1 - column, row)


def map_zone(side: Side, words: Words) -> Zone:
    """Return the whole map."""
    cards: list[CardPicture] = []
    for player in side.view.players:
        for stack in player.stacks.values():
            cards += _stack(side, player.seat, stack, words)
    for lying in side.view.field.values():
        cards.append(_terrain(side, lying, words))
        if lying.modifier is not None:
            name = card_name(lying.modifier, words)
            cards.append(
                CardPicture(
                    f"{STRIP}{side.mark(lying.modifier_seat)}{name}",
                    name,
                    lit=_placing(side, lying.space),
                    at=side.at(lying.space),
                    kind="strip",
                    owner=lying.modifier_seat,
                    look=label_look(lying.modifier, words),
                )
            )
    cards += [_unit(side, unit, words) for unit in side.view.units.values()]
    return Zone(
        label=words.say("Map"), kind="grid", cards=tuple(cards), size=(len(COLUMNS), ROWS), id=zone_id(None, "map")
    )


def _placing(side: Side, space: str) -> bool | None:
    """Say whether a waiting modifier may be put on a space; nothing where none is to be placed."""
    view = side.view
    if side.may is None or view.awaited.get(side.near) != "modifier_placement":
        return None
    waiting = [
        stack.space for stack in view.players[side.near].stacks.values() if stack.card is not None and not stack.active
    ]
    return any(side.may(PlaceModifier(from_=origin, space=space)) is None for origin in waiting)


def _terrain(side: Side, lying: FieldView, words: Words) -> CardPicture:
    """Terrain face up, or its back; the arbiter looks under it. The name says which modifier lies there too."""
    space, terrain = lying.space, lying.terrain
    if terrain is not None:
        name = card_name(terrain, words)
        face = name
    elif side.view.terrain:
        name = card_name(side.view.terrain[PLACE[space]], words)
        face = BACK + name
    else:  # hidden, or not laid yet
        name, face = words.say("face down"), BACK
    return CardPicture(
        f"{space} {face}",
        _with(name, lying.modifier, words),
        space,
        back=terrain is None,
        lit=_placing(side, space),
        at=side.at(space),
        kind="tile",
        look=None if terrain is None else ground_look(terrain, name),
    )


def _with(name: str, card: str | None, words: Words) -> str:
    return name if card is None else words.say("{place} with {card}", place=name, card=card_name(card, words))


def _stack(side: Side, seat: Seat, stack: StackView, words: Words) -> list[CardPicture]:
    """An Industry space: its Factories as a number, a lock if something lies on it, and the event or modifier."""
    at = side.at(stack.space)
    blocked = stack.unit is not None or stack.card is not None
    face = f"{stack.space} ×{stack.factories}" if stack.factories or blocked else stack.space
    name = words.count("a stack of one Factory", "a stack of {n} Factories", stack.factories)
    if not stack.factories:
        name = words.say("a free space")
    top = side.view.units[stack.unit].card if stack.unit is not None else stack.card
    cards = [
        CardPicture(
            face,
            _with(name, top, words),
            stack.space,
            badges=(LOCKED,) if blocked else (),
            at=at,
            kind="tile",
            owner=seat,
            look=stack_look(stack.factories, words, blocked=blocked),
        )
    ]
    if stack.card is not None:
        cards.append(_on_top(side, seat, stack.card, words, active=stack.active, at=at))
    return cards


def _on_top(side: Side, seat: Seat, card: Card, words: Words, *, active: bool, at: tuple[int, int]) -> CardPicture:
    """The event or the modifier that lies on a stack."""
    text = card_name(card, words)
    modifier = side.view.pool.cards.cards[card].card_type == "modifier"
    badges = (LASTING,) if active else (WAITING,) if modifier else ()
    marks = [Mark("turn", "", words.say("in effect"))] if active else []
    if modifier:
        marks.append(Mark("wait", "", words.say("waits to be placed")))
    return CardPicture(
        f"{side.mark(seat)}{text}",
        text,
        badges=badges,
        at=at,
        kind="strip",
        owner=seat,
        look=label_look(card, words, *marks),
    )


def _unit(side: Side, unit: UnitView, words: Words) -> CardPicture:
    name = unit_called(unit.id, unit.card, words)
    full = words.say(
        "{unit}: attack {attack}, defense {defense}, damage {damage}, movement left {left} of {movement}",
        unit=name,
        attack=unit.attack,
        defense=unit.defense,
        damage=unit.damage,
        left=unit.movement_left,
        movement=unit.movement,
    )
    return CardPicture(
        face=f"{side.mark(unit.owner)}{unit.id} {card_name(unit.card, words)}",
        name=full,
        id=unit.id,
        lit=_usable(side, unit),
        badges=unit_badges(side, unit),
        at=side.at(unit.space),
        kind="piece",
        owner=unit.owner,
        look=unit_look(unit, words, near=unit.owner == side.near, moving=_on_the_move(side, unit)),
    )


def _on_the_move(side: Side, unit: UnitView) -> bool:
    return side.view.seat == unit.owner and side.view.phase == "main"


def unit_badges(side: Side, unit: UnitView) -> tuple[str, ...]:
    """Return attack and defense with an arrow where they are not as printed, movement, and what marks a unit bears."""
    kind = side.view.pool.cards.cards[unit.card]
    badges = [
        f"{_changed(unit.attack, kind.attack)}/{_changed(unit.defense, kind.defense)}",
        f"{STEPS}{unit.movement_left if _on_the_move(side, unit) else unit.movement}",
    ]
    if unit.ranged is not None:
        badges.append(f"{RANGE}{unit.ranged}")
    if unit.damage:
        badges.append(f"{DAMAGE}{unit.damage}")
    if unit.fresh:
        badges.append(FRESH)
    if unit.stopped:
        badges.append(STOPPED)
    if unit.attacked and not unit.attacks_left:
        badges.append(ATTACKED)
    return tuple(badges)


def _changed(value: int, printed: int) -> str:
    return f"{value}↑" if value > printed else f"{value}↓" if value < printed else str(value)


def _usable(side: Side, unit: UnitView) -> bool | None:
    """Say whether a unit can do anything: step, attack, fire; nothing where nobody is asked in a Main phase."""
    if side.may is None or side.view.awaited.get(side.near) != "main" or unit.owner != side.near:
        return None
    return any(side.may(command) is None for command in _deeds(side, unit))


def _deeds(side: Side, unit: UnitView) -> list[PanzerCommand]:
    """Return the simplest of what a unit might do."""
    near = (AHEAD[unit.space],) if unit.space in COLUMN else ADJACENT[unit.space]
    deeds: list[PanzerCommand] = [MoveUnit(unit_id=unit.id, path=(space,)) for space in near]
    if unit.space not in COLUMN:
        deeds += [
            AttackUnit(unit_id=unit.id, target_id=target)
            for space in near
            if (target := side.view.field[space].unit) is not None
        ]
        deeds += [AttackSupply(unit_id=unit.id), RangedAttack(unit_id=unit.id, target=1 - side.near)]
    return deeds


def deadly_steps(side: Side) -> list[tuple[UnitView, list[str]]]:
    """Return own units that a step out of their cover would destroy, and where to; source: R26."""
    sight = Sight(side.view, side.near)
    found = []
    for unit in side.view.units.values():
        if unit.owner != side.near or unit.space in COLUMN or not unit.damage or not unit.movement_left:
            continue
        known = [space for space in ADJACENT[unit.space] if sight.field[space].terrain and space not in sight.at]
        deadly = [space for space in known if sight.fight(unit, space)[1] <= 0]
        if deadly:
            found.append((unit, deadly))
    return found
