"""How a card looks on the board: tribe emblem, colour and number, so that colours are never the only sign."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.panic_clan_inviter.board.looks import look
from domain.games.panic_clan_inviter.cards import COLOURS, Card
from domain.games.panic_clan_inviter.naming import called, card_name, card_set
from domain.games.panic_clan_inviter.vocabulary import ColourCondition, Condition, Reference, Relation
from domain.kernel.display.board import CardPicture
from domain.kernel.display.words import Words

EMBLEM: Mapping[int, str] = {  # by colour: swords of Goblins, blossom of Fairies, hammer of Dwarves, leaf of Elves
    COLOURS["red"]: "⚔",
    COLOURS["blue"]: "✿",
    COLOURS["yellow"]: "⚒",
    COLOURS["green"]: "☘",
}
_LETTER: Mapping[int, str] = {
    COLOURS["red"]: "R",
    COLOURS["blue"]: "B",
    COLOURS["yellow"]: "Y",
    COLOURS["green"]: "G",
}
_COLOUR_SIGN: Mapping[str, str] = {"same": "◑=", "different": "◑≠"}
_NUMBER_SIGN: Mapping[Relation, str] = {
    "eq": "#=",
    "ge": "#≥",
    "le": "#≤",
    "gt": "#>",
    "lt": "#<",
    "ne": "#≠",
    "adjacent": "#±1",
}
_LOOKS: Mapping[Reference, str] = {"own_last": "", "left_last": "◁", "right_last": "▷"}


def face(card: Card, words: Words) -> str:
    """Return the short face of a card: "⚔R3", "⚔✿⚒☘4" with all colours, the name of a rule or magic card."""
    cards = card_set(words)
    if card not in cards.number:
        return card_name(card, words)
    colours = cards.colours[card]
    emblems = "".join([emblem for colour, emblem in EMBLEM.items() if colours & colour])
    letter = words.say(_LETTER[colours]) if colours in _LETTER else ""
    return f"{emblems}{letter}{cards.number[card]}"


def card_picture(
    card: Card, words: Words, *, lit: bool | None = None, why_not: str | None = None, badges: tuple[str, ...] = ()
) -> CardPicture:
    """Return a card that lies open."""
    return CardPicture(
        face=face(card, words),
        name=called(card, words),
        id=card,
        lit=lit,
        why_not=why_not,
        badges=badges,
        look=look(card, words),
    )


def rule_signs(rule: Card, words: Words) -> tuple[str, ...]:
    """Return a rule's conditions as signs: "◑=" same colour, "#≥◁" the left-hand neighbour's number or higher."""
    return tuple([_sign(condition) for condition in card_set(words).conditions[rule]])


def _sign(condition: Condition) -> str:
    if isinstance(condition, ColourCondition):
        return _COLOUR_SIGN[condition.relation] + _LOOKS[condition.reference]
    offset = f"{condition.offset:+}" if condition.offset else ""
    return _NUMBER_SIGN[condition.relation] + offset + _LOOKS[condition.reference]
