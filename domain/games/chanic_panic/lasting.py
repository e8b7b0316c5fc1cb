"""What lasts until the end of a turn and goes with a card: no cost, and a doubled Spade (7.1, R69).

`Turn.free` has a kind for each card of the turn player's hand that costs nothing, and a label for each that lies open.
Of equal cards of a hand the marked one is played first and leaves it last otherwise (H3). A card that is hidden again,
in the deck, in a Stack or in another hand, is not recognised any more (section 2): it loses its mark.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from domain.games.chanic_panic.cards import KIND, Card
from domain.games.chanic_panic.messages import (
    CardGiven,
    CardPutOnDeck,
    CardReturned,
    CardsDestroyed,
    CardsDiscarded,
    CardTaken,
    ChanicFact,
    ClubPlayed,
    DeckShuffled,
    StackAdded,
    UtilityPlayed,
)
from domain.games.chanic_panic.state import State

Marks = tuple[Card, ...]


def follow(before: State, fact: ChanicFact, after: State) -> State:
    """Return the state after a fact with its marks where their cards are now."""
    turn = after.turn
    free = _follow(before, fact, turn.free)
    boosted = None if turn.boosted in _off_boards(fact) else turn.boosted
    return replace(after, turn=replace(turn, free=free, boosted=boosted))


def _off_boards(fact: ChanicFact) -> tuple[Card, ...]:
    match fact:
        case CardsDiscarded(from_="board", cards=cards) | CardsDestroyed(cards=cards):
            return cards
        case CardReturned(card=card):
            return (card,)
        case _:
            return ()


def _follow(before: State, fact: ChanicFact, free: Marks) -> Marks:
    turn = before.turn
    hand = before.players[turn.seat].hand.cards
    match fact:
        case UtilityPlayed(seat=turn.seat, card=label):
            return _opened(free, label)
        case ClubPlayed(card=label, from_="hand"):
            return _opened(free, label)
        case CardsDiscarded(seat=turn.seat, from_="hand", cards=labels):
            return _discarded(free, hand, labels)
        case StackAdded(card=kind) | CardPutOnDeck(card=kind) | CardGiven(from_=turn.seat, card=kind):
            return _left(free, hand, kind)
        case CardReturned(owner=turn.seat, card=label) | CardTaken(card=label):
            return _replaced(free, label, KIND[label])
        case DeckShuffled():
            return tuple([card for card in free if card not in before.discard.cards])
        case _:
            return free


def _opened(free: Marks, label: Card) -> Marks:
    """A card is played: it comes open with its mark, if one of its kind bears one."""
    return _replaced(free, KIND[label], label)


def _discarded(free: Marks, hand: Marks, labels: Iterable[Card]) -> Marks:
    left = Counter(hand)
    for label in labels:
        kind = KIND[label]
        if left[kind] <= free.count(kind):
            free = _replaced(free, kind, label)
        left[kind] -= 1
    return free


def _left(free: Marks, hand: Marks, kind: Card) -> Marks:
    return _without(free, kind) if kind in free and hand.count(kind) <= free.count(kind) else free


def _replaced(free: Marks, old: Card, new: Card) -> Marks:
    return (*_without(free, old), new) if old in free else free


def _without(free: Marks, card: Card) -> Marks:
    place = free.index(card)
    return free[:place] + free[place + 1 :]
