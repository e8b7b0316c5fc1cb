"""Help for somebody who plays Fightdrome for the first time."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.fightdrome.cards import CardPrint, CardSet, Kind
from domain.games.fightdrome.narrate import spoken
from domain.kernel.display.hints import Hints
from domain.kernel.display.words import Words

_STRONG: Mapping[Kind, str] = {  # with a strength; 7.1
    "punch": "Attack. Meets a Punch or a Grapple that is no stronger.",
    "kick": "Attack. Meets a Kick or a Grapple that is no stronger.",
    "grapple": "Attack. Meets a Punch, a Kick or a Grapple that is no stronger.",
    "punch_block": "Meets a Punch or a Grapple that is no stronger; then the other must attack.",
    "kick_block": "Meets a Kick or a Grapple that is no stronger; then the other must attack.",
}
_ANY: Mapping[Kind, str] = {  # without one; the Neurochem forms of attacks among them
    "punch": "Attack that only a Neurochem meets. Meets a Punch or a Grapple, Neurochem or not. Costs you a card.",
    "kick": "Attack that only a Neurochem meets. Meets a Kick or a Grapple, Neurochem or not. Costs you a card.",
    "grapple": "Attack that only a Neurochem meets. Meets any attack. Costs you a card.",
    "neurochem_block": "Meets any attack; then the other must attack. Costs you a card.",
    "weave": "Meets any attack but a Neurochem; then the other must attack.",
    "feint": "Meets any attack but a Neurochem; you draw and must attack at once.",
}


def _text(card: str, words: Words) -> str | None:
    printed = _print(card, words)
    return None if printed is None else print_text(printed, words)


def print_text(printed: CardPrint, words: Words) -> str:
    """Return what a card does, in words."""
    return words.say(_ANY[printed.kind]) if printed.strength is None else words.say(_STRONG[printed.kind])


def _print(card: str, words: Words) -> CardPrint | None:
    box = words.cards
    return box.print_of.get(box.kind_of.get(card, card)) if isinstance(box, CardSet) else None


def _card(card: str, words: Words) -> str | None:
    printed = _print(card, words)
    return None if printed is None else spoken(words.cards.kind_of.get(card, card), words)


HINTS = Hints(
    first_deal="first-6",
    rules=(
        "Your hand is your health: without cards you are knocked out.",
        "An attack stands until it is met by a card of the right kind that is at least as strong.",
        "Whoever cannot answer is Staggered and lays a card down; the other attacks again, or rests.",
        "Whatever you play you draw a card for, but not for a Neurochem.",
        "If you can play, you must.",
    ),
    signs={"+": "or stronger"},
    remedies={
        "rest_not_offered": "Play a card.",
        "hand_full": "Attack instead.",
        "too_weak": "A stronger card of the right kind, a Weave, a Feint or a Neurochem may do.",
        "wrong_type": "The board lists what meets this attack.",
        "neurochem_required": "The board lists which Neurochems meet it.",
        "attack_required": "Play a Punch, a Kick or a Grapple.",
        "must_discard": "Lay down the card that you need least.",
        "must_choose_sleeve": "The board shows the fighters that are left to you.",
    },
    purposes={
        "play_card": "Attack, or meet the standing attack with a card of the right kind that is at least as strong.",
        "discard_card": "You could not answer: lay down the card that you need least.",
        "rest": "Draws a card instead of attacking: your hand is your health.",
        "choose_sleeve": "Send the fighter that is to fight this bout.",
    },
    text=_text,
    last=("rest",),
    careful=("discard_card",),
    card=_card,
)
