"""What the sensible bot does beside points and Clubs: the Stack, cards for teammates, Panic (7.3, 7.5)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.chanic_panic.bot.outlook import (
    DRAW_WORTH,
    Outlook,
    hand,
    held,
    least,
    opposed,
    ready,
    room,
    summed,
    threat,
)
from domain.games.chanic_panic.bot.plays import CROWDED
from domain.games.chanic_panic.cards import BASE_VALUE, CLUBS, SPADES, Card
from domain.games.chanic_panic.messages import ChanicCommand, StackAdd, StackDraw, UseAlly, UsePanic
from domain.games.chanic_panic.stack import EMPTIED_HAND
from domain.games.chanic_panic.state import ROWS
from domain.games.chanic_panic.view import PlayerView

GIFT = 4  # value from which a card without a place is worth giving away


def refills(seen: Outlook) -> Iterator[ChanicCommand]:
    """Draw two for a Stack Card whenever the hand is emptied: the lowest goes."""
    if seen.me.hand_count < EMPTIED_HAND:
        yield from (StackDraw(stack_card=kind) for kind in least(seen, ready(seen.me))[:1])


def stores(seen: Outlook) -> Iterator[ChanicCommand]:
    """Put the card that can best be spared into the Stack, if it is worth less than what comes of it there."""
    for kind in least(seen, hand(seen.me))[:1]:
        if seen.view.options.stack and not seen.view.stack_added and held(seen, kind) < DRAW_WORTH:
            yield StackAdd(card=kind)


def gifts(seen: Outlook) -> Iterator[ChanicCommand]:
    """Give a teammate what has a place on its board and none on the own."""
    me = seen.me
    mates = [other for other in seen.view.players if other.seat != me.seat and not opposed(me, other)]
    for mate in mates:
        for kind in sorted(hand(me), key=lambda kind: -BASE_VALUE[kind]):
            if mate.standing == "in" and _fits_better(seen, mate, kind):
                yield UseAlly(teammate=mate.seat, card=kind)


def _fits_better(seen: Outlook, mate: PlayerView, kind: Card) -> bool:
    if kind[0] == CLUBS or seen.needs[kind[0]].room or mate.hand_count >= CROWDED:
        return False
    return BASE_VALUE[kind] >= GIFT and room(mate, getattr(mate, ROWS[kind[0]])) > 0


def panic(seen: Outlook) -> Iterator[ChanicCommand]:
    """Section 12.1, 8: panic when the next opponent can strike the seat down and the own Spades are the weaker ones."""
    view, me = seen.view, seen.me
    if not view.options.panic or me.panic_used:
        return
    count = len(view.players)
    foe = min(seen.opponents, key=lambda foe: (foe.seat - me.seat) % count)
    own = me.weapons + summed(kind for kind in hand(me) if kind[0] == SPADES)
    fatal = min(me.health + me.shields, 2 * me.health if me.diamonds else me.health)
    if threat(foe) >= fatal and own < foe.weapons:
        yield UsePanic()
