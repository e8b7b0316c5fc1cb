"""A sentence for every fact, as it was redacted for who hears it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.games.chanic_panic import messages as said
from domain.games.chanic_panic.abilities.texts import SPECIAL
from domain.games.chanic_panic.cards import BASE_VALUE, CLUBS, DIAMONDS, HEARTS, KIND, SPADES, Card
from domain.kernel.display.words import Words
from domain.kernel.marks import HIDDEN
from domain.kernel.messages import Awaited, Fact
from domain.kernel.refusals import Refusal

_NAMES: Mapping[str, str] = {
    HEARTS: "{value} of Hearts",
    DIAMONDS: "{value} of Diamonds",
    SPADES: "{value} of Spades",
    CLUBS: "{value} of Clubs",
}

_SUITS: Mapping[str, str] = {HEARTS: "Hearts", DIAMONDS: "Diamonds", SPADES: "Spades", CLUBS: "Clubs"}


def sentence(fact: said.ChanicFact, words: Words) -> str | None:
    """Return what is said of a fact; nothing where the next fact tells it better."""
    return SENTENCES[type(fact)](fact, words)


def card_name(card: Card, words: Words) -> str:
    """Return a card's full name, for example "7 of Hearts"."""
    kind = KIND[card]
    value: object = words.say("Ace") if BASE_VALUE[kind] == 1 else BASE_VALUE[kind]
    return words.say(_NAMES[kind[0]], value=value)


_OPTIONS: Mapping[str, str] = {
    "Trader": "Trader",
    "Panic": "Panic",
    "Ally": "Ally",
    "the Stack": "the Stack",
    "the Shop": "the Shop",
}


def refusal(refused: Refusal, words: Words) -> str:
    """Return a refusal's sentence with a card by its name; what names no card stays as it was said."""
    named = {key: _name(key, value, words) for key, value in refused.values.items()}
    return words.say(refused.text, **named)


def _name(key: str, value: str | int, words: Words) -> str | int:
    if key == "card" and isinstance(value, str) and value in KIND:
        return card_name(value, words)
    return words.say(_OPTIONS[value]) if key == "option" and isinstance(value, str) else value


def _named(cards: Sequence[Card], words: Words) -> str:
    return words.listed([card_name(card, words) for card in cards])


def _game_started(fact: said.GameStarted, words: Words) -> str:
    return words.count(
        "A game for {seats} players begins with one pack of cards.",
        "A game for {seats} players begins with {n} packs of cards.",
        fact.packs,
        seats=fact.seats,
    )


def _deck_shuffled(fact: said.DeckShuffled, words: Words) -> str:
    if fact.reason == "setup":
        return words.say("The deck of {count} cards is shuffled.", count=fact.count)
    if fact.reason == "purifier":
        return words.say("The discard pile is shuffled into the deck, which has {count} cards now.", count=fact.count)
    return words.count(
        "The deck is used up: the discard pile, one card, becomes the new deck.",
        "The deck is used up: the discard pile is shuffled and becomes the new deck of {n} cards.",
        fact.count,
    )


def _turn_started(fact: said.TurnStarted, words: Words) -> str:
    return words.say("Round {round}: it is the turn of {seat}.", round=fact.round, seat=words.seat(fact.seat))


def _cards_drawn(fact: said.CardsDrawn, words: Words) -> str:
    seat = words.seat(fact.seat)
    if HIDDEN in fact.cards:
        return words.count("{seat} draws one card.", "{seat} draws {n} cards.", len(fact.cards), seat=seat)
    return words.say("{seat} draws {cards}.", seat=seat, cards=_named(fact.cards, words))


def _draw_skipped(fact: said.DrawSkipped, words: Words) -> str:
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


def _point_phase(fact: said.PointPhaseStarted, words: Words) -> str:
    return words.count(
        "{seat} has one point to spend.", "{seat} has {n} points to spend.", fact.points, seat=words.seat(fact.seat)
    )


def _points_paid(fact: said.PointsPaid, words: Words) -> str:
    return words.count(
        "{seat} pays one point; {left} remain.",
        "{seat} pays {n} points; {left} remain.",
        fact.amount,
        seat=words.seat(fact.seat),
        left=fact.left,
    )


def _utility_played(fact: said.UtilityPlayed, words: Words) -> str:
    seat, card = words.seat(fact.seat), card_name(fact.card, words)
    if fact.attached:
        return words.count(
            "{seat} plays {card} and puts one Stack Card under it.",
            "{seat} plays {card} and puts {n} Stack Cards under it.",
            len(fact.attached),
            seat=seat,
            card=card,
        )
    text = _PLAYED.get(fact.source, "{seat} plays {card} for free.")
    return words.say(text, seat=seat, card=card)


_PLAYED: Mapping[str, str] = {"points": "{seat} plays {card}.", "club": "{seat} plays {card} on the Club."}


def _club_played(fact: said.ClubPlayed, words: Words) -> str:
    return words.say("{seat} plays {card}.", seat=words.seat(fact.seat), card=card_name(fact.card, words))


def _club_phase(fact: said.ClubPhaseStarted, words: Words) -> str:
    seat = words.seat(fact.seat)
    if not fact.points_lost:
        return words.say("{seat} is in the Club Phase.", seat=seat)
    return words.count(
        "{seat} is in the Club Phase and loses the last point.",
        "{seat} is in the Club Phase and loses the last {n} points.",
        fact.points_lost,
        seat=seat,
    )


_DISCARDED: Mapping[str, str] = {
    "attack": "{seat} discards {cards} after the attack.",
    "trader": "{seat} gives {cards} to the Trader.",
    "panic": "{seat} discards {cards} in the panic.",
}
_LEFT: Mapping[str, str] = {  # as a player leaves; by where the cards were
    "board": "The board of {seat} is discarded: {cards}.",
    "hand": "{seat} lays down the cards in hand: {cards}.",
    "stack": "The Stack of {seat} is discarded: {cards}.",
}


def _cards_discarded(fact: said.CardsDiscarded, words: Words) -> str:
    if not fact.cards:  # only a panic says so; what is not there becomes known too
        return words.say("{seat} holds no Spades.", seat=words.seat(fact.seat))
    if fact.from_ == "deck":
        return words.say("{cards} go from the deck to the discard pile.", cards=_named(fact.cards, words))
    if fact.reason in ("left", "life"):
        sentence = _LEFT[fact.from_]
    else:
        sentence = _DISCARDED.get(fact.reason, "{seat} discards {cards}.")
    return words.say(sentence, seat=words.seat(fact.seat), cards=_named(fact.cards, words))


def _panic_used(fact: said.PanicUsed, words: Words) -> str:
    return words.say(
        "{seat} panics: no Spades stay on the board of {target} either.",
        seat=words.seat(fact.seat),
        target=words.seat(fact.target),
    )


def _attack_made(fact: said.AttackMade, words: Words) -> str:
    if fact.kind == "attack":
        text = "{attacker} attacks {target} with {cards}, power {power}."
    else:
        text = "{attacker} goes around the shields of {target} with {cards}: half of {raw}, power {power}."
    return words.say(
        text,
        attacker=words.seat(fact.attacker),
        target=words.seat(fact.target),
        cards=_named(fact.attack_cards, words),
        raw=fact.raw,
        power=fact.power,
    )


def _cards_destroyed(fact: said.CardsDestroyed, words: Words) -> str:
    return words.say("{owner} loses {cards}.", owner=words.seat(fact.owner), cards=_named(fact.cards, words))


def _eliminated(fact: said.PlayerEliminated, words: Words) -> str:
    return words.say("{seat} is out, beaten by {by}.", seat=words.seat(fact.seat), by=words.seat(fact.by))


def _conceded(fact: said.PlayerConceded, words: Words) -> str:
    text = "{seat} concedes." if fact.why == "conceded" else "{seat} is out: the time is used up."
    return words.say(text, seat=words.seat(fact.seat))


_TURN_ENDED: Mapping[str, str] = {
    "chosen": "{seat} ends the turn.",
    "panic": "The panic ends the turn of {seat}.",
    "timeout": "The time is up: the turn of {seat} ends.",
    "conceded": "The turn of {seat} is over.",
}


def _turn_ended(fact: said.TurnEnded, words: Words) -> str:
    return words.say(_TURN_ENDED[fact.reason], seat=words.seat(fact.seat))


_WON: Mapping[str, str] = {
    "elimination": "{winners} wins: nobody else is left.",
    "bypass_elimination": "{winners} wins around the last shields: nobody else is left.",
    "concession": "{winners} wins: the last opponent gave up.",
    "round_limit": "{winners} wins by the count after the last round.",
    "presence": "{winners} has the Presence that wins.",
}
_WON_TOGETHER: Mapping[str, str] = {
    "elimination": "{winners} win together: nobody else is left.",
    "bypass_elimination": "{winners} win together around the last shields: nobody else is left.",
    "concession": "{winners} win together: the last opponent is gone.",
    "round_limit": "{winners} win together by the count after the last round.",
    "presence": "{winners} have the Presence that wins.",
}


def _game_ended(fact: said.GameEnded, words: Words) -> str:
    winners = words.listed([words.seat(seat) for seat in fact.winners])
    if len(fact.winners) > 1:
        return words.say(_WON_TOGETHER[fact.reason], winners=winners)
    if fact.ended_by == "time":
        return words.say("{winners} wins: the last opponent ran out of time.", winners=winners)
    return words.say(_WON[fact.reason], winners=winners)


def _seated(text: str) -> Callable[[Any, Words], str]:
    """Return a sentence about the seat of a fact."""
    return lambda fact, words: words.say(text, seat=words.seat(fact.seat))


def _allowance(fact: said.AllowanceOpened, words: Words) -> str:
    return words.say("One more card up to {value} may be played.", value=fact.value)


def ability_name(ability: str, words: Words) -> str:
    """Return what an ability is called."""
    name, _ = SPECIAL[ability]
    return words.say(name)


def _abilities(names: Sequence[str], words: Words) -> str:
    return words.listed([ability_name(name, words) for name in names])


def _abilities_dealt(fact: said.AbilitiesDealt, words: Words) -> str:
    seat = words.seat(fact.seat)
    if HIDDEN in fact.abilities:
        return words.count(
            "{seat} may choose from one ability.",
            "{seat} may choose from {n} abilities.",
            len(fact.abilities),
            seat=seat,
        )
    return words.say("{seat} may choose from {abilities}.", seat=seat, abilities=_abilities(fact.abilities, words))


def _abilities_kept(fact: said.AbilitiesKept, words: Words) -> str:
    seat = words.seat(fact.seat)
    if HIDDEN in fact.abilities:
        return words.say("{seat} has chosen.", seat=seat)
    return words.say("{seat} keeps {abilities}.", seat=seat, abilities=_abilities(fact.abilities, words))


def _abilities_revealed(fact: said.AbilitiesRevealed, words: Words) -> str:
    kept = [
        words.say("{seat} with {abilities}", seat=words.seat(one.seat), abilities=_abilities(one.abilities, words))
        for one in fact.kept
    ]
    return words.say("Everybody has chosen and plays: {kept}.", kept=words.listed(kept))


def _presence_gained(fact: said.PresenceGained, words: Words) -> str:
    return words.say(
        "{seat} gains {amount} Presence and has {total}.",
        seat=words.seat(fact.seat),
        amount=fact.amount,
        total=fact.total,
    )


def _points_gained(fact: said.PointsGained, words: Words) -> str:
    return words.count(
        "{seat} gains one point; {left} can be spent.",
        "{seat} gains {n} points; {left} can be spent.",
        fact.amount,
        seat=words.seat(fact.seat),
        left=fact.left,
    )


def _attachments_discarded(fact: said.AttachmentsDiscarded, words: Words) -> str:
    return words.say(
        "{cards} lay under {host} and follow it to the discard pile.",
        cards=_named(fact.cards, words),
        host=card_name(fact.host, words),
    )


def _ally_used(fact: said.AllyUsed, words: Words) -> str:
    return words.say("{seat} has a card for {mate}.", seat=words.seat(fact.seat), mate=words.seat(fact.teammate))


def _card_given(fact: said.CardGiven, words: Words) -> str:
    giver, taker = words.seat(fact.from_), words.seat(fact.to)
    stack = fact.into == "stack"
    if fact.card == HIDDEN:
        text = "{seat} gives a card for the Stack of {taker}." if stack else "{seat} gives a card to {taker}."
        return words.say(text, seat=giver, taker=taker)
    text = "{seat} gives {card} for the Stack of {taker}." if stack else "{seat} gives {card} to {taker}."
    return words.say(text, seat=giver, taker=taker, card=card_name(fact.card, words))


def _ability_used(fact: said.AbilityUsed, words: Words) -> str:
    text = "{seat} uses {ability}." if fact.target is None else "{seat} uses {ability} on {target}."
    target = "" if fact.target is None else words.seat(fact.target)
    return words.say(text, seat=words.seat(fact.seat), ability=ability_name(fact.ability, words), target=target)


def _card_returned(fact: said.CardReturned, words: Words) -> str:
    return words.say(
        "{card} goes back to the hand of {seat}.", card=card_name(fact.card, words), seat=words.seat(fact.owner)
    )


def _stack_added(fact: said.StackAdded, words: Words) -> str:
    if fact.card == HIDDEN:
        return words.say("{seat} puts a card into the Stack.", seat=words.seat(fact.seat))
    return words.say("{seat} puts {card} into the Stack.", seat=words.seat(fact.seat), card=card_name(fact.card, words))


def _attachments_active(fact: said.AttachmentsActive, words: Words) -> str:
    return words.say("The Stack Cards attached in this turn count from now on.")


def _card_bought(fact: said.CardBought, words: Words) -> str:
    return words.say("{seat} buys {card}.", seat=words.seat(fact.seat), card=card_name(fact.card, words))


def _market_filled(fact: said.MarketFilled, words: Words) -> str:
    return words.say("{card} comes into the market.", card=card_name(fact.card, words))


def _deck_peeked(fact: said.DeckPeeked, words: Words) -> str:
    if HIDDEN in fact.cards:
        return words.say("{seat} looks at the top of the deck.", seat=words.seat(fact.seat))
    return words.say(
        "{seat} sees on top of the deck: {cards}.", seat=words.seat(fact.seat), cards=_named(fact.cards, words)
    )


def _card_taken(fact: said.CardTaken, words: Words) -> str:
    return words.say(
        "{seat} takes {card} from the discard pile.", seat=words.seat(fact.seat), card=card_name(fact.card, words)
    )


def _card_revealed(fact: said.CardRevealed, words: Words) -> str:
    text = "{seat} shows the card drawn: {card}." if fact.drawn else "{seat} shows {card}."
    return words.say(text, seat=words.seat(fact.seat), card=card_name(fact.card, words))


def _hand_checked(fact: said.HandChecked, words: Words) -> str:
    seat = words.seat(fact.seat)
    if fact.suit is not None:
        text = "{seat} holds {suit}." if fact.found else "{seat} holds no {suit}."
        return words.say(text, seat=seat, suit=words.say(_SUITS[fact.suit]))
    text = "{seat} holds a card that shows {value}." if fact.found else "{seat} holds no card that shows {value}."
    return words.say(text, seat=seat, value=fact.value)


def _card_compared(fact: said.CardCompared, words: Words) -> str:
    text = "The card drawn shows {value} too." if fact.equal else "The card drawn does not show {value}."
    return words.say(text, value=fact.value)


def _card_put_on_deck(fact: said.CardPutOnDeck, words: Words) -> str:
    if fact.card == HIDDEN:
        return words.say("{seat} puts a card on top of the deck.", seat=words.seat(fact.seat))
    return words.say(
        "{seat} puts {card} on top of the deck.", seat=words.seat(fact.seat), card=card_name(fact.card, words)
    )


def _deck_reordered(fact: said.DeckReordered, words: Words) -> str:
    seat = words.seat(fact.seat)
    if HIDDEN in fact.cards:
        return words.say("{seat} puts them back in an order of its own.", seat=seat)
    return words.say("{seat} puts them back, from the top: {cards}.", seat=seat, cards=_named(fact.cards, words))


def _spade_boosted(fact: said.SpadeBoosted, words: Words) -> str:
    return words.say(
        "{card} counts {value} in this turn, and nothing else of {seat} may attack.",
        card=card_name(fact.card, words),
        value=fact.value,
        seat=words.seat(fact.seat),
    )


def _life_lost(fact: said.LifeLost, words: Words) -> str:
    return words.count(
        "{seat} loses a life and has one left.",
        "{seat} loses a life and has {n} left.",
        fact.left,
        seat=words.seat(fact.seat),
    )


def _nothing(fact: Fact, words: Words) -> None:
    return None


SENTENCES: Mapping[type[Fact], Callable[[Any, Words], str | None]] = {
    said.GameStarted: _game_started,
    said.FirstSeatChosen: _seated("{seat} has the first turn."),
    said.DeckShuffled: _deck_shuffled,
    said.TurnStarted: _turn_started,
    said.AbilitiesDealt: _abilities_dealt,
    said.AbilitiesKept: _abilities_kept,
    said.AbilitiesRevealed: _abilities_revealed,
    said.PresenceGained: _presence_gained,
    said.DrawPhaseSkipped: _seated("{seat} skips the Draw Phase."),
    said.PointsGained: _points_gained,
    said.AttachmentsDiscarded: _attachments_discarded,
    said.AllyUsed: _ally_used,
    said.CardGiven: _card_given,
    said.AbilityUsed: _ability_used,
    said.CardReturned: _card_returned,
    said.StackAdded: _stack_added,
    said.AttachmentsActive: _attachments_active,
    said.CardBought: _card_bought,
    said.MarketFilled: _market_filled,
    said.DeckPeeked: _deck_peeked,
    said.CardTaken: _card_taken,
    said.CardRevealed: _card_revealed,
    said.HandChecked: _hand_checked,
    said.CardCompared: _card_compared,
    said.CostZeroed: _seated("Both cards cost {seat} nothing in this turn."),
    said.CardPutOnDeck: _card_put_on_deck,
    said.DeckReordered: _deck_reordered,
    said.SpadeBoosted: _spade_boosted,
    said.PlayLocked: _seated("{seat} plays no more cards in this turn."),
    said.LifeLost: _life_lost,
    said.DecisionOpened: _nothing,  # what is asked shows on the board
    said.DecisionMade: _nothing,  # what it did is told next
    Awaited: _nothing,
    said.CardsDrawn: _cards_drawn,
    said.DrawSkipped: _draw_skipped,
    said.PointPhaseStarted: _point_phase,
    said.PointsPaid: _points_paid,
    said.UtilityPlayed: _utility_played,
    said.ClubPlayed: _club_played,
    said.ClubPhaseStarted: _club_phase,
    said.AllowanceOpened: _allowance,
    said.AllowanceUsed: _nothing,  # the card played on the Club is told next
    said.CardsDiscarded: _cards_discarded,
    said.TraderUsed: _nothing,  # the cards given to the Trader are told next
    said.PanicUsed: _panic_used,
    said.ProtectionStarted: _seated("{seat} cannot be attacked until the end of the next own turn."),
    said.ProtectionEnded: _seated("{seat} can be attacked again."),
    said.AttackMade: _attack_made,
    said.CardsDestroyed: _cards_destroyed,
    said.PlayerEliminated: _eliminated,
    said.PlayerConceded: _conceded,
    said.TurnEnded: _turn_ended,
    said.GameEnded: _game_ended,
}
