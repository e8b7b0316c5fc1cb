"""What cards, colours and rules are called in a language, for sentences and for the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from domain.games.panic_clan_inviter.cards import ALL_COLOURS, COLOURS, Card, CardSet
from domain.games.panic_clan_inviter.cards.card_file import SHIPPED
from domain.games.panic_clan_inviter.vocabulary import (
    ColourCondition,
    Condition,
    Reference,
    Relation,
)
from domain.kernel.display.words import Words

_COLOUR: Mapping[int, str] = {
    COLOURS["red"]: "red",
    COLOURS["blue"]: "blue",
    COLOURS["yellow"]: "yellow",
    COLOURS["green"]: "green",
}

_LAST: Mapping[Reference, str] = {
    "own_last": "{conditions}, compared with your last card",
    "left_last": "{conditions}, compared with the left-hand neighbour's last card",
    "right_last": "{conditions}, compared with the right-hand neighbour's last card",
}

_COLOUR_RULE: Mapping[str, str] = {
    "same": "same colour",
    "different": "no colour in common",
}

_NUMBER_RULE: Mapping[Relation, str] = {
    "eq": "same number",
    "ge": "same or higher number",
    "le": "same or lower number",
    "gt": "higher number",
    "lt": "lower number",
    "ne": "another number",
    "adjacent": "one higher or lower",
}


def card_set(words: Words) -> CardSet:
    """Return the card set that is spoken of; the shipped one unless the words belong to a table with another."""
    return words.cards if isinstance(words.cards, CardSet) else SHIPPED


def card_name(card: Card, words: Words) -> str:
    """Return what is printed on a card, for example "Goblin Archers"; what no card is called stays as it was said."""
    cards = card_set(words)
    kind = cards.kind.get(card)
    if kind is None:
        return card
    printed = cards.by_kind[kind]
    if words.language == "ja" and cards is not SHIPPED:  # the owner of the printed game has typed the names
        return printed.japanese
    return words.say(printed.english)


def named(card: Card, words: Words) -> str:
    """Return the name of a card as it stands in a sentence."""
    return words.say("{card}", card=card_name(card, words))


def called(card: Card, words: Words) -> str:
    """Return a card as it is spoken of: its name, with colour and number where it has them."""
    cards, name = card_set(words), card_name(card, words)
    if card not in cards.number:
        return named(card, words)
    number, colours = cards.number[card], cards.colours[card]
    if colours == ALL_COLOURS:
        return words.say("{card} ({number})", card=name, number=number)
    return words.say("{card} ({colour} {number})", card=name, colour=colour_name(colours, words), number=number)


def cards_called(cards: Sequence[Card], words: Words) -> str:
    """Return several cards as they are spoken of, equal ones together."""
    kind = card_set(words).kind
    counted = Counter([kind.get(card, card) for card in cards])
    listed = [
        called(card, words) if times == 1 else words.say("{card} ×{times}", card=called(card, words), times=times)
        for card, times in counted.items()
    ]
    return words.listed(listed)


def colour_name(colours: int, words: Words) -> str:
    """Return the name of one colour."""
    return words.say(_COLOUR[colours])


def rule_in_words(rule: Card, words: Words) -> str:
    """Return what a rule card asks: with which card it compares, and how."""
    conditions = card_set(words).conditions[rule]
    compared = []
    for reference in dict.fromkeys([condition.reference for condition in conditions]):
        asked = [_condition(condition, words) for condition in conditions if condition.reference == reference]
        compared.append(words.say(_LAST[reference], conditions=words.listed(asked)))
    return words.say("; ").join(compared)


def _condition(condition: Condition, words: Words) -> str:
    if isinstance(condition, ColourCondition):
        return words.say(_COLOUR_RULE[condition.relation])
    text = words.say(_NUMBER_RULE[condition.relation])
    if not condition.offset:
        return text
    return words.say("{condition}, counted from its number {offset}", condition=text, offset=f"{condition.offset:+}")
