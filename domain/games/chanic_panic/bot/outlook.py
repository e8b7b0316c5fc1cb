"""What the sensible bot makes of a table: what it needs, what cards are worth to it, and what points can buy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from domain.games.chanic_panic.cards import BASE_VALUE, CLUBS, DIAMONDS, HEARTS, KIND, RANK, SPADES, Card, whole_deck
from domain.games.chanic_panic.values import LOW_CLUB, POINTS, SPADES_FROM
from domain.games.chanic_panic.view import BoardCard, PlayerView, View

AVERAGE_DRAW = 5.5  # value; mean of 1 to 10
DRAW_WORTH = 3.0  # what one more card is worth beside a card's worth on the board
CLUB_WORTH = 1.5  # what a Club's allowance is worth in hand, beside its draw
FLOORS = (2.5, 3.5, 5.0, 6.0)  # value that the next card of a row must exceed: places are permanent; section 12.1, 5
PRESENT = 0.4  # share of the floors with Presence, where every card on the board counts; section 12.1, 8
FEAR = 0.5  # share of a full turn's points that an opponent is expected to add in Spades


class Need(NamedTuple):
    """What a suit is worth on the own board: a weight, and the value a card must exceed to deserve its place."""

    weight: float
    floor: float
    room: int


class Outlook(NamedTuple):
    """The view of the seat that decides, and what it makes of it."""

    view: View
    me: PlayerView
    opponents: tuple[PlayerView, ...]  # still in the game
    needs: Mapping[str, Need]


def outlook(view: View, me: PlayerView) -> Outlook:
    """Return what a seat makes of the table."""
    opponents = tuple([other for other in view.players if other.standing == "in" and opposed(me, other)])
    return Outlook(view, me, opponents, _needs(view, me, opponents))


def opposed(me: PlayerView, other: PlayerView) -> bool:
    """Say whether two seats play against each other."""
    return other.seat != me.seat and (other.team is None or other.team != me.team)


def hand(me: PlayerView) -> tuple[Card, ...]:
    """Return the own hand."""
    return me.hand or ()


def summed(kinds: Iterable[Card]) -> int:
    """Return the summed numbers of cards."""
    return sum([BASE_VALUE[kind] for kind in kinds])


def room(player: PlayerView, row: tuple[BoardCard, ...]) -> int:
    """Return how many more cards a row takes."""
    return player.row_limit - len(row)


def ready(me: PlayerView) -> tuple[Card, ...]:
    """Return the own Stack Cards that may be used in this turn (R42)."""
    stack = me.stack or ()
    return stack[: len(stack) - (me.fresh or 0)]


def threat(foe: PlayerView) -> int:
    """Return the Spades that an opponent may have on its board in its next turn."""
    if foe.turns + 1 < SPADES_FROM:
        return 0
    return foe.weapons + (int(FEAR * POINTS) if room(foe, foe.spades) else 0)


def _needs(view: View, me: PlayerView, opponents: Iterable[PlayerView]) -> Mapping[str, Need]:
    """Section 12.1, 2 and 5: Hearts and shields against what an opponent can muster before the next turn."""
    feared = max(map(threat, opponents), default=0)
    bypassed = me.health * 2 <= feared
    overrun = me.health + me.shields <= feared
    share = PRESENT if view.options.presence else 1.0
    wanted = 1.6 if view.round >= SPADES_FROM else 0.0  # kept for later until then
    return {
        HEARTS: Need(
            1.0 + 1.0 * bypassed + 0.5 * overrun, _floor(me.hearts, share * (not bypassed)), room(me, me.hearts)
        ),
        DIAMONDS: Need(0.9 + 0.7 * overrun, _floor(me.diamonds, share * (not overrun)), room(me, me.diamonds)),
        SPADES: Need(wanted, _floor(me.spades, share), room(me, me.spades)),
    }


def _floor(row: tuple[BoardCard, ...], share: float) -> float:
    return share * FLOORS[min(len(row), len(FLOORS) - 1)]


def gain(needs: Mapping[str, Need], kind: Card) -> float:
    """Return what laying this utility card is worth; nothing or less if it does not deserve its place."""
    need = needs[kind[0]]
    if not need.room:
        return 0.0
    return need.weight * (BASE_VALUE[kind] - need.floor)


def kept(needs: Mapping[str, Need], kind: Card) -> float:
    """Return what a utility card in hand is worth, by value; one for which there is no place counts half."""
    return BASE_VALUE[kind] if needs[kind[0]].room else BASE_VALUE[kind] / 2


def club_draws(me: PlayerView, kind: Card) -> int:
    """Return how many cards a Club draws for its player."""
    return 2 if BASE_VALUE[kind] <= LOW_CLUB or "standardization" in me.abilities else 1


def club_value(me: PlayerView, kind: Card) -> int:
    """Return up to what value a Club lets its player lay a card."""
    return BASE_VALUE[kind] + (2 if "resourceful" in me.abilities else 0)


def held(seen: Outlook, kind: Card) -> float:
    """Return what a card in hand is worth beside a draw (`DRAW_WORTH`)."""
    if kind[0] == CLUBS:
        return DRAW_WORTH * club_draws(seen.me, kind) + CLUB_WORTH
    return max(kept(seen.needs, kind) * DRAW_WORTH / AVERAGE_DRAW, gain(seen.needs, kind))


def least(seen: Outlook, kinds: Iterable[Card]) -> list[Card]:
    """Return cards in the order in which they can be spared."""
    return sorted(kinds, key=lambda kind: (held(seen, kind), RANK[kind]))


def cost(me: PlayerView, kind: Card) -> int:
    """Return the points that playing a utility card takes."""
    return max(0, BASE_VALUE[kind] - ("haggler" in me.abilities))


def basket(seen: Outlook, kinds: Iterable[Card], points: int) -> tuple[float, tuple[Card, ...]]:
    """Return what is worth most together among these cards, as far as points and places go, and its worth."""
    pairs = [(kind, gain(seen.needs, kind)) for kind in kinds if kind[0] != CLUBS]
    wanted = sorted([pair for pair in pairs if pair[1] > 0 and cost(seen.me, pair[0]) <= points])
    rooms = {suit: need.room for suit, need in seen.needs.items()}
    return _basket(seen.me, tuple(wanted), points, rooms)


def _basket(
    me: PlayerView, wanted: tuple[tuple[Card, float], ...], points: int, rooms: Mapping[str, int]
) -> tuple[float, tuple[Card, ...]]:
    best: tuple[float, tuple[Card, ...]] = (0.0, ())
    for place, (kind, worth) in enumerate(wanted):
        price, suit = cost(me, kind), kind[0]
        if price <= points and rooms[suit]:
            rest, kinds = _basket(me, wanted[place + 1 :], points - price, {**rooms, suit: rooms[suit] - 1})
            best = max(best, (worth + rest, (kind, *kinds)))
    return best


def buys(seen: Outlook, points: int, *, without: tuple[Card, ...] = ()) -> float:
    """Return the worth of what points buy from the hand, some cards of it left aside."""
    return basket(seen, spared(hand(seen.me), without), points)[0]


def spared(kinds: Iterable[Card], without: Iterable[Card]) -> tuple[Card, ...]:
    """Return cards without some of them."""
    return tuple((Counter(kinds) - Counter(without)).elements())


def toll(seen: Outlook, points: int) -> float:
    """Return what can be bought no more once so many points are paid."""
    if points > seen.view.points:
        return float("inf")
    return buys(seen, seen.view.points) - buys(seen, seen.view.points - points)


def unseen(seen: Outlook) -> Counter[Card]:
    """Return the kinds of all cards that this seat cannot see: the deck and what others hold."""
    view, me = seen.view, seen.me
    cards = Counter(whole_deck(len(view.players)))
    cards.subtract(hand(me))
    cards.subtract(me.stack or ())
    cards.subtract([KIND[label] for label in (*view.discard, *[slot for slot in view.market if slot])])
    for player in view.players:
        lying = player.hearts + player.diamonds + player.spades
        cards.subtract([KIND[card.card] for card in lying])
        cards.subtract([kind for card in lying for kind in card.attached_cards or ()])
    return +cards
