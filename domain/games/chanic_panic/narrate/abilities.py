"""Sentences about special abilities and the decisions in the middle of an effect."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.chanic_panic import messages as said
from domain.games.chanic_panic.naming import abilities_named, ability_name, card_name, suit_name
from domain.kernel.display.words import Words
from domain.kernel.marks import HIDDEN


def dealt(fact: said.AbilitiesDealt, words: Words) -> str:
    seat = words.seat(fact.seat)
    if HIDDEN in fact.abilities:
        return words.count(
            "{seat} may choose from one ability.",
            "{seat} may choose from {n} abilities.",
            len(fact.abilities),
            seat=seat,
        )
    return words.say("{seat} may choose from {abilities}.", seat=seat, abilities=abilities_named(fact.abilities, words))


def kept(fact: said.AbilitiesKept, words: Words) -> str:
    seat = words.seat(fact.seat)
    if HIDDEN in fact.abilities:
        return words.say("{seat} has chosen.", seat=seat)
    return words.say("{seat} keeps {abilities}.", seat=seat, abilities=abilities_named(fact.abilities, words))


def revealed(fact: said.AbilitiesRevealed, words: Words) -> str:
    shown = [
        words.say("{seat} with {abilities}", seat=words.seat(one.seat), abilities=abilities_named(one.abilities, words))
        for one in fact.kept
    ]
    return words.say("The abilities are shown: {kept}.", kept=words.say("; ").join(shown))


_USES: Mapping[tuple[bool, bool, bool], str] = {  # with a target, a card, a suit
    (False, False, False): "{seat} uses {ability}.",
    (True, False, False): "{seat} uses {ability} on {target}.",
    (False, True, False): "{seat} uses {ability}: {card}.",
    (True, True, False): "{seat} uses {ability}: {card} of {target}.",
    (False, False, True): "{seat} uses {ability}: {suit}.",
    (True, False, True): "{seat} uses {ability} on {target}: {suit}.",
}


def used(fact: said.AbilityUsed, words: Words) -> str:
    seat, ability = words.seat(fact.seat), ability_name(fact.ability, words)
    if fact.automatic:
        return words.say("{ability} of {seat} works by itself.", seat=seat, ability=ability)
    return words.say(
        _USES[fact.target is not None, fact.card is not None, fact.suit is not None],
        seat=seat,
        ability=ability,
        target="" if fact.target is None else words.seat(fact.target),
        card="" if fact.card is None else card_name(fact.card, words),
        suit="" if fact.suit is None else suit_name(fact.suit, words),
    )


def card_revealed(fact: said.CardRevealed, words: Words) -> str:
    text = "{seat} shows the card drawn: {card}." if fact.drawn else "{seat} shows {card}."
    return words.say(text, seat=words.seat(fact.seat), card=card_name(fact.card, words))


def hand_checked(fact: said.HandChecked, words: Words) -> str:
    seat = words.seat(fact.seat)
    if fact.suit is not None:
        text = "{seat} holds {suit}." if fact.found else "{seat} holds no {suit}."
        return words.say(text, seat=seat, suit=suit_name(fact.suit, words))
    text = "{seat} holds a card that shows {value}." if fact.found else "{seat} holds no card that shows {value}."
    return words.say(text, seat=seat, value=fact.value)


def card_compared(fact: said.CardCompared, words: Words) -> str:
    text = "The card drawn shows {value} too." if fact.equal else "The card drawn does not show {value}."
    return words.say(text, value=fact.value)


def spade_boosted(fact: said.SpadeBoosted, words: Words) -> str:
    return words.say(
        "{card} counts {value} in this turn, and nothing else of {seat} may attack.",
        card=card_name(fact.card, words),
        value=fact.value,
        seat=words.seat(fact.seat),
    )


_ASKED: Mapping[said.QuestionKind, str] = {
    "choose_sacrifice": "{seat} has to destroy a card of the own full board.",
    "choose_draw": "{seat} may skip the Draw Phase for points.",
    "choose_gift": "{seat} has to give such a card.",
    "choose_discard": "{seat} chooses a card to discard.",
    "choose_topdeck": "{seat} chooses a card to put on top of the deck.",
    "choose_hopeful": "{seat} may play the card just drawn if it is a Heart.",
    "choose_resilient": "{seat} may play a Heart for one that was destroyed.",
    "choose_shuffle": "{seat} may shuffle the discard pile into the deck.",
    "choose_order": "{seat} may put these cards in another order.",
    "choose_ally_stack": "{seat} may take the card in hand or into the Stack.",
}


def asked(fact: said.DecisionOpened, words: Words) -> str:
    return words.say(_ASKED[fact.kind], seat=words.seat(fact.seat))


DECLINABLE = frozenset(("choose_draw", "choose_hopeful", "choose_resilient", "choose_shuffle"))


def answered(fact: said.DecisionMade, words: Words) -> str | None:
    """Say that a seat has decided where nothing may come of it; anything else is told by what it does."""
    return words.say("{seat} has decided.", seat=words.seat(fact.seat)) if fact.kind in DECLINABLE else None
