"""Possible worlds: fill the unknown hands and the unknown deck of a redacted state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from domain.games.chanic_panic.cards import KIND, SPADES, Card, whole_deck
from domain.games.chanic_panic.messages import (
    CardsDiscarded,
    CardsDrawn,
    ChanicFact,
    ClubPlayed,
    DeckShuffled,
    UtilityPlayed,
)
from domain.games.chanic_panic.state import State, board
from domain.kernel.cards.unknowns import NoWorldError, left_over
from domain.kernel.cards.zones import Bag, Stack
from domain.kernel.chance import Chance
from domain.kernel.marks import HIDDEN
from domain.kernel.seats import Seat


class Told(msgspec.Struct):
    """What coming facts say about the cards that lie hidden now."""

    leaving: dict[Seat, list[Card]] = {}  # kinds that will leave a hand, in their order
    spades_spent: set[Seat] = set()  # hands that hold no other Spade than those: Panic lays down all
    top: list[Card] = []  # of the deck as it lies, unknown where nothing is told


def imagine(state: State, chance: Chance, told: Sequence[ChanicFact] = ()) -> State:
    """Return a full state that agrees with what is known and lets the told facts follow.

    Unknown cards are the whole deck without the open and the known ones. A world is built at the first try or there
    is none: raises `NoWorldError`.
    """
    news = _listen(told)
    deck = _top(state.deck.cards, news.top)
    hands = [
        _leaving(player.hand.cards, news.leaving.get(seat, []), chance) for seat, player in enumerate(state.players)
    ]
    loose = _loose(state, [*hands, deck], chance)
    for seat, hand in enumerate(hands):
        if seat in news.spades_spent:
            _fill(hand, loose, spades=False)
    for place in (*hands, deck):
        _fill(place, loose, spades=True)
    players = tuple([replace(player, hand=Bag(tuple(hands[seat]))) for seat, player in enumerate(state.players)])
    return replace(state, players=players, deck=Stack(tuple(deck)))


def _listen(told: Sequence[ChanicFact]) -> Told:
    """Collect what the facts of one entry say; after a reshuffle draws come from another deck."""
    news = Told()
    reshuffled = False
    for fact in told:
        match fact:
            case UtilityPlayed() | ClubPlayed():
                _leave(news, fact.seat, (fact.card,))
            case CardsDiscarded(seat=seat, cards=cards, from_="hand"):
                _leave(news, seat, cards)
                if fact.reason == "panic" and HIDDEN not in cards:
                    news.spades_spent.add(seat)
            case DeckShuffled():
                reshuffled = True
            case CardsDrawn() if not reshuffled:
                news.top += fact.cards
            case _:
                pass
    return news


def _leave(news: Told, seat: Seat, cards: tuple[Card, ...]) -> None:
    known = [KIND.get(card, card) for card in cards if card != HIDDEN]
    news.leaving.setdefault(seat, []).extend(known)


def _top(deck: tuple[Card, ...], top: list[Card]) -> list[Card]:
    """Return the deck with the told cards on top."""
    if len(top) > len(deck):
        raise NoWorldError(f"{len(top)} cards are drawn from a deck of {len(deck)}")
    filled = list(deck)
    for place, card in enumerate(top):
        if HIDDEN not in (card, filled[place]) and card != filled[place]:
            raise NoWorldError(f"{card} is drawn where {filled[place]} lies")
        if card != HIDDEN:
            filled[place] = card
    return filled


def _leaving(hand: tuple[Card, ...], leaving: list[Card], chance: Chance) -> list[Card]:
    """Return the hand with the cards that will leave it, those not known yet at places and in an order by chance."""
    filled = list(hand)
    known = Counter(card for card in hand if card != HIDDEN)
    missing = []
    for card in leaving:
        if known[card]:
            known[card] -= 1
        else:
            missing.append(card)
    unknown = [place for place, card in enumerate(hand) if card == HIDDEN]
    if len(missing) > len(unknown):
        raise NoWorldError(f"{', '.join(missing)} leave a hand with {len(unknown)} unknown cards")
    for place, card in zip(chance.shuffle(len(unknown), "imagine"), missing, strict=False):
        filled[unknown[place]] = card
    return filled


def _loose(state: State, places: list[list[Card]], chance: Chance) -> list[Card]:
    """Return the cards that lie in no known place yet, shuffled."""
    pool = Counter(whole_deck(len(state.players)))
    pool.subtract(KIND[card] for card in state.discard)
    for player in state.players:
        pool.subtract(KIND[card] for card in board(player))
    for place in places:
        pool.subtract(card for card in place if card != HIDDEN)
    return left_over(pool, chance)


def _fill(place: list[Card], loose: list[Card], *, spades: bool) -> None:
    """Put loose cards into the unknown places of a hand or the deck, taking them off the list."""
    for at, card in enumerate(place):
        if card == HIDDEN:
            fitting = next((i for i in reversed(range(len(loose))) if spades or loose[i][0] != SPADES), None)
            if fitting is None:
                raise NoWorldError("no card is left for an unknown place")
            place[at] = loose.pop(fitting)
