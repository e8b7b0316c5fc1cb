"""Sentences about cards that go from one place to another."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.chanic_panic import messages as said
from domain.games.chanic_panic.abilities.texts import SPECIAL
from domain.games.chanic_panic.cards import BASE_VALUE
from domain.games.chanic_panic.naming import ability_name, card_name, cards_named
from domain.games.chanic_panic.values import ATTACHED_VALUE
from domain.kernel.display.words import Words
from domain.kernel.marks import HIDDEN


def deck_shuffled(fact: said.DeckShuffled, words: Words) -> str:
    if fact.reason == "setup":
        return words.say("The deck of {count} cards is shuffled.", count=fact.count)
    if fact.reason == "purifier":
        return words.say("The discard pile is shuffled into the deck, which has {count} cards now.", count=fact.count)
    return words.count(
        "The deck is used up: the discard pile, one card, becomes the new deck.",
        "The deck is used up: the discard pile is shuffled and becomes the new deck of {n} cards.",
        fact.count,
    )


def cards_drawn(fact: said.CardsDrawn, words: Words) -> str:
    seat = words.seat(fact.seat)
    if fact.reason in SPECIAL:
        return _drawn_by_ability(fact, seat, ability_name(fact.reason, words), words)
    if HIDDEN in fact.cards:
        return words.count("{seat} draws one card.", "{seat} draws {n} cards.", len(fact.cards), seat=seat)
    return words.say("{seat} draws {cards}.", seat=seat, cards=cards_named(fact.cards, words))


def _drawn_by_ability(fact: said.CardsDrawn, seat: str, ability: str, words: Words) -> str:
    if HIDDEN in fact.cards:
        return words.count(
            "{seat} draws one card thanks to {ability}.",
            "{seat} draws {n} cards thanks to {ability}.",
            len(fact.cards),
            seat=seat,
            ability=ability,
        )
    cards = cards_named(fact.cards, words)
    return words.say("{seat} draws {cards} thanks to {ability}.", seat=seat, cards=cards, ability=ability)


def draw_skipped(fact: said.DrawSkipped, words: Words) -> str:
    seat = words.seat(fact.seat)
    if fact.reason == "full_hand":
        return words.count(
            "{seat} has a full hand: one draw is lost.",
            "{seat} has a full hand: {n} draws are lost.",
            fact.missing,
            seat=seat,
        )
    return words.count(
        "No cards are left for {seat}: one draw is lost.",
        "No cards are left for {seat}: {n} draws are lost.",
        fact.missing,
        seat=seat,
    )


def utility_played(fact: said.UtilityPlayed, words: Words) -> str:
    told = _played(fact, words)
    if not fact.attached:
        return told
    if HIDDEN in fact.attached:
        return words.count(
            "{told} One Stack Card goes under it.",
            "{told} {n} Stack Cards go under it.",
            len(fact.attached),
            told=told,
        )
    return words.say("{told} Under it, from the Stack: {cards}.", told=told, cards=cards_named(fact.attached, words))


def _played(fact: said.UtilityPlayed, words: Words) -> str:
    seat, card = words.seat(fact.seat), card_name(fact.card, words)
    if fact.source in SPECIAL:
        ability = ability_name(fact.source, words)
        return words.say("{seat} plays {card} thanks to {ability}.", seat=seat, card=card, ability=ability)
    text = "{seat} plays {card} on the Club." if fact.source == "club" else "{seat} plays {card}."
    return words.say(text, seat=seat, card=card)


def club_played(fact: said.ClubPlayed, words: Words) -> str:
    """Say what the Club counts where that is not its number."""
    seat, card = words.seat(fact.seat), card_name(fact.card, words)
    if fact.value != BASE_VALUE[fact.card]:
        text = "{seat} plays {card}, which counts {value}."
        return words.say(text, seat=seat, card=card, value=fact.value)
    return words.say("{seat} plays {card}.", seat=seat, card=card)


_DISCARDED: Mapping[str, str] = {
    "attack": "{seat} discards {cards} after the attack.",
    "trader": "{seat} gives {cards} to the Trader.",
    "panic": "{seat} discards {cards} in the panic.",
    "deadly": "Deadly: {seat} discards {cards}, picked by chance.",
    "limiter": "{seat} discards {cards} because of Limiter.",
}
_FROM: Mapping[str, str] = {  # whatever the reason is
    "deck": "{seat} discards from the top of the deck: {cards}.",
    "stack": "{seat} discards from the Stack: {cards}.",
}
_LEFT: Mapping[str, str] = {  # as a player leaves or loses a life; by where the cards were
    "board": "The board of {seat} is discarded: {cards}.",
    "hand": "{seat} lays down the cards in hand: {cards}.",
    "stack": "The Stack of {seat} is discarded: {cards}.",
}


def cards_discarded(fact: said.CardsDiscarded, words: Words) -> str:
    seat = words.seat(fact.seat)
    if not fact.cards:  # only a panic says so; what is not there becomes known too
        return words.say("{seat} holds no Spades.", seat=seat)
    if fact.reason in ("left", "life"):
        text = _LEFT[fact.from_]
    elif fact.from_ in _FROM:
        text = _FROM[fact.from_]
    else:
        text = _DISCARDED.get(fact.reason, "{seat} discards {cards}.")
    return words.say(text, seat=seat, cards=cards_named(fact.cards, words))


def attachments_discarded(fact: said.AttachmentsDiscarded, words: Words) -> str:
    return words.say(
        "With {host} its Stack Cards are discarded: {cards}.",
        cards=cards_named(fact.cards, words),
        host=card_name(fact.host, words),
    )


def ally_used(fact: said.AllyUsed, words: Words) -> str:
    seat, mate = words.seat(fact.seat), words.seat(fact.teammate)
    if fact.card == HIDDEN:
        return words.say("{seat} has a card for {mate}.", seat=seat, mate=mate)
    return words.say("{seat} has {card} for {mate}.", seat=seat, mate=mate, card=card_name(fact.card, words))


def card_given(fact: said.CardGiven, words: Words) -> str:
    giver, taker = words.seat(fact.from_), words.seat(fact.to)
    stack = fact.into == "stack"
    if fact.card == HIDDEN:
        text = "{seat} gives a card to {taker}, into the Stack." if stack else "{seat} gives a card to {taker}."
        return words.say(text, seat=giver, taker=taker)
    text = "{seat} gives {card} to {taker}, into the Stack." if stack else "{seat} gives {card} to {taker}."
    return words.say(text, seat=giver, taker=taker, card=card_name(fact.card, words))


def card_returned(fact: said.CardReturned, words: Words) -> str:
    seat, card = words.seat(fact.owner), card_name(fact.card, words)
    if not fact.attached:
        return words.say("{card} goes back to the hand of {seat}.", card=card, seat=seat)
    return words.count(
        "{card} goes back to the hand of {seat}, the card under it to the Stack.",
        "{card} goes back to the hand of {seat}, the {n} cards under it to the Stack.",
        fact.attached,
        card=card,
        seat=seat,
    )


def card_taken(fact: said.CardTaken, words: Words) -> str:
    return words.say(
        "{seat} takes {card} from the discard pile.", seat=words.seat(fact.seat), card=card_name(fact.card, words)
    )


def stack_added(fact: said.StackAdded, words: Words) -> str:
    if fact.card == HIDDEN:
        return words.say("{seat} puts a card into the Stack.", seat=words.seat(fact.seat))
    return words.say("{seat} puts {card} into the Stack.", seat=words.seat(fact.seat), card=card_name(fact.card, words))


def attachments_active(fact: said.AttachmentsActive, words: Words) -> str:
    hosts = [
        words.say(
            "{more} more for {card} of {seat}",
            card=card_name(host.host, words),
            seat=words.seat(host.seat),
            more=ATTACHED_VALUE * host.count,
        )
        for host in fact.hosts
    ]
    return words.say("Stack Cards under a card count from now on: {hosts}.", hosts=words.listed(hosts))


def card_bought(fact: said.CardBought, words: Words) -> str:
    return words.say("{seat} buys {card}.", seat=words.seat(fact.seat), card=card_name(fact.card, words))


def market_filled(fact: said.MarketFilled, words: Words) -> str:
    return words.say("{card} comes into slot {slot} of the market.", card=card_name(fact.card, words), slot=fact.slot)


def deck_peeked(fact: said.DeckPeeked, words: Words) -> str:
    seat = words.seat(fact.seat)
    if HIDDEN in fact.cards:
        return words.count(
            "{seat} looks at the top card of the deck.",
            "{seat} looks at the top {n} cards of the deck.",
            fact.count,
            seat=seat,
        )
    return words.say("{seat} sees on top of the deck: {cards}.", seat=seat, cards=cards_named(fact.cards, words))


def card_put_on_deck(fact: said.CardPutOnDeck, words: Words) -> str:
    if fact.card == HIDDEN:
        return words.say("{seat} puts a card on top of the deck.", seat=words.seat(fact.seat))
    return words.say(
        "{seat} puts {card} on top of the deck.", seat=words.seat(fact.seat), card=card_name(fact.card, words)
    )


def deck_reordered(fact: said.DeckReordered, words: Words) -> str:
    seat = words.seat(fact.seat)
    if HIDDEN in fact.cards:
        return words.say("{seat} puts them back, perhaps in another order.", seat=seat)
    return words.say("{seat} puts them back, from the top: {cards}.", seat=seat, cards=cards_named(fact.cards, words))
