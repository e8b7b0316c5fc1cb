"""What cards, suits and abilities are called in a language, for sentences and for the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.chanic_panic.abilities.texts import TEXTS
from domain.games.chanic_panic.cards import BASE_VALUE, CLUBS, DIAMONDS, HEARTS, KIND, SPADES, Card, Suit, stacked
from domain.kernel.display.words import Words

SIGNS: Mapping[str, str] = {HEARTS: "♥", DIAMONDS: "♦", SPADES: "♠", CLUBS: "♣"}
SUITS: Mapping[str, str] = {HEARTS: "Hearts", DIAMONDS: "Diamonds", SPADES: "Spades", CLUBS: "Clubs"}

_NAMES: Mapping[str, str] = {
    HEARTS: "{value} of Hearts",
    DIAMONDS: "{value} of Diamonds",
    SPADES: "{value} of Spades",
    CLUBS: "{value} of Clubs",
}


def card_name(card: Card, words: Words) -> str:
    """Return a card's full name, for example "7 of Hearts"."""
    kind = KIND[card]
    value: object = words.say("Ace") if BASE_VALUE[kind] == 1 else BASE_VALUE[kind]
    return words.say(_NAMES[kind[0]], value=value)


def cards_named(cards: Sequence[Card], words: Words) -> str:
    """Return the names of some cards, the last one after "and"."""
    return words.listed([card_name(card, words) for card in cards])


def number(card: Card) -> str:
    """Return what is printed in a card's corner beside its suit."""
    return "A" if BASE_VALUE[card] == 1 else str(BASE_VALUE[card])


def face(card: Card) -> str:
    """Return a card in short, for example "7♥"."""
    return number(card) + SIGNS[KIND[card][0]]


def suit_name(suit: Suit, words: Words) -> str:
    """Return what a suit is called."""
    return words.say(SUITS[suit])


def ability_name(ability: str, words: Words) -> str:
    """Return what an ability is called."""
    name, _ = TEXTS[ability]
    return words.say(name)


def abilities_named(abilities: Sequence[str], words: Words) -> str:
    """Return the names of some abilities, the last one after "and"."""
    return words.listed([ability_name(ability, words) for ability in abilities])


def named(value: str, words: Words) -> str | None:
    """Return what a value of a command is called: a card, a Stack Card, a suit; nothing for any other word."""
    if value in KIND:
        return card_name(value, words)
    if value in SUITS:
        return words.say(SUITS[value])
    kind = stacked(value)
    return None if kind is None else words.say("{card} of the Stack", card=card_name(kind, words))
