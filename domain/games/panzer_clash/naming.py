"""What cards, units and the things of a table are called in a language, for sentences and for the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import UNSET

from domain.games.panzer_clash.cards import Card, Pool, Side
from domain.games.panzer_clash.cards.card_file import SHIPPED
from domain.games.panzer_clash.messages import Choice, UnitId
from domain.games.panzer_clash.state import Item, Trigger
from domain.games.panzer_clash.view import View
from domain.kernel.display.words import Words
from domain.kernel.seats import Seat

SIDE_NAMES: Mapping[Side, str] = {"axis": "Axis", "allies": "Allies"}
_EFFECT: Mapping[str, str] = {
    "play": "the Play-Effect of {card}",
    "destroy": "the Destroy-Effect of {card}",
    "junkyard": "the Junkyard-Trigger of {card}",
    "ally_destroyed": "the effect of {card}",
    "end": "the effect of {card}",
}


def pool_of(words: Words) -> Pool:
    """Return the card pool that is spoken of; the shipped one unless the words belong to a table with another."""
    return words.cards if isinstance(words.cards, Pool) else SHIPPED


def seen(words: Words) -> View | None:
    """Return what the viewer saw just before, if the words know it."""
    view = None if words.before is None else words.before()
    return view if isinstance(view, View) else None


def card_name(card: Card, words: Words) -> str:
    """Return what is printed on a card, for example "Panzer IV"; what no card is called stays as it was said."""
    kind = pool_of(words).cards.get(card)
    return card if kind is None else words.say(kind.definition.english)


def named(card: Card, words: Words) -> str:
    """Return the name of a card as it stands in a sentence."""
    return words.say("{card}", card=card_name(card, words))


def cards_named(cards: Sequence[Card], words: Words) -> str:
    """Return several cards by their names, equal ones together."""
    listed = [
        named(card, words) if times == 1 else words.say("{card} ×{times}", card=named(card, words), times=times)
        for card, times in Counter(cards).items()
    ]
    return words.listed(listed)


def unit_called(unit_id: UnitId, card: Card, words: Words) -> str:
    """Return a unit whose card is known as it is spoken of: "Panzer IV (7)"."""
    return words.say("{card} ({number})", card=card_name(card, words), number=unit_id[1:])


def unit_named(unit_id: UnitId, words: Words, view: View | None) -> str:
    """Return a unit as it is spoken of; by its number alone where the viewer's table does not show it."""
    if view is not None and unit_id in view.units:
        return unit_called(unit_id, view.units[unit_id].card, words)
    return words.say("Unit {number}", number=unit_id[1:])


def source_named(source: str, words: Words, view: View | None) -> str:
    """Return where damage comes from: a unit or a card."""
    if source in pool_of(words).cards:
        return named(source, words)
    return unit_named(source, words, view)


def target_named(target: UnitId | Seat, words: Words, view: View | None) -> str:
    """Return whom an attack is aimed at: a unit, or the Supply of a seat."""
    if isinstance(target, int):
        return words.say("the Supply of {seat}", seat=words.seat(target))
    return unit_named(target, words, view)


def choices_named(choices: Sequence[Choice], words: Words, view: View | None) -> list[str]:
    """Return what was chosen for an effect, each choice in words; nothing for one of no spaces."""
    found = []
    for choice in choices:
        if choice.unit is not UNSET and choice.space is not UNSET:
            unit = unit_named(choice.unit, words, view)
            found.append(words.say("{unit} to {space}", unit=unit, space=choice.space))
        elif choice.unit is not UNSET:
            found.append(unit_named(choice.unit, words, view))
        elif choice.row is not UNSET:
            found.append(words.say("row {row}", row=choice.row))
        elif choice.space is not UNSET:
            found.append(choice.space)
        elif choice.spaces is not UNSET:
            found += choice.spaces
    return found


def item_named(item: Item, words: Words, view: View | None) -> str:
    """Return what lies on the chain as it is spoken of."""
    if item.kind == "main_start":
        return words.say("the start of the Main phase")
    if item.kind == "main_end":
        return words.say("the end of the Main phase")
    if item.card is not None:
        return named(item.card, words)
    assert item.unit is not None
    assert item.target is not None
    text = "the attack of {unit} on {target}" if item.kind == "attack" else "the Ranged Attack of {unit} on {target}"
    unit, target = unit_named(item.unit, words, view), target_named(item.target, words, view)
    return words.say(text, unit=unit, target=target)


def effect_named(trigger: Trigger, words: Words) -> str:
    """Return a trigger as it is spoken of."""
    return words.say(_EFFECT[trigger.when], card=named(trigger.card, words))
