"""What the active abilities are worth to the sensible bot in a turn, each use with its profit.

A profit is what is gained, in the worth of cards (`DRAW_WORTH` a draw), less what is given and what the points paid
could have bought.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from domain.games.chanic_panic.abilities.names import AbilityId
from domain.games.chanic_panic.bot.attacks import best_targets, within_reach
from domain.games.chanic_panic.bot.outlook import (
    DRAW_WORTH,
    Outlook,
    basket,
    buys,
    cost,
    gain,
    hand,
    held,
    least,
    spared,
    toll,
    unseen,
)
from domain.games.chanic_panic.bot.plays import attached, combinations_of_clubs, laying, play, worth_laid
from domain.games.chanic_panic.cards import BASE_VALUE, CLUBS, HEARTS, KIND, SPADES, SUITS, Card
from domain.games.chanic_panic.messages import BuyCard, ChanicCommand, UseAbility
from domain.games.chanic_panic.view import BoardCard

MARGIN = 0.5  # profit below which nothing is done: estimates are rough
STRUCK = 0.9  # what a destroyed card of an opponent is worth, of its value
SENT_HOME = 0.35  # the same of a card that may be laid again
SPOILT = 1.0  # what it is worth that an opponent draws one's worst card
RELIEVED = 5.0  # what it is worth that Hearts are out of reach again
SOONER = 0.4  # what it is worth to lay a card a turn sooner, of its gain
LOCKED = 2.0  # what each Club in hand loses that waits for another turn

Profit: TypeAlias = tuple[float, ChanicCommand]
Uses: TypeAlias = Iterator[Profit]


def uses(seen: Outlook, table: Mapping[AbilityId, Callable[[Outlook], Uses]]) -> Iterator[ChanicCommand]:
    """Yield what abilities of a table promise a profit, the best first; some of it may not be legal."""
    found = [use for name in seen.me.abilities if name in table for use in table[name](seen)]
    yield from _profitable(found)


def bargains_of_the_market(seen: Outlook) -> Iterator[ChanicCommand]:
    """Yield what is worth its price in the Shop (7.6), the best first."""
    view = seen.view
    slots = enumerate(view.market, start=1)
    found: list[Profit] = [
        (_acquired(seen, KIND[label], (BASE_VALUE[label] + 1) // 2), BuyCard(slot=slot))
        for slot, label in slots
        if label
    ]
    if view.phase == "point_phase":
        yield from _profitable(found)


def _profitable(found: list[Profit]) -> Iterator[ChanicCommand]:
    yield from (command for profit, command in sorted(found, key=lambda use: -use[0]) if profit > MARGIN)


def _acquired(seen: Outlook, kind: Card, price: int) -> float:
    """Return the profit of a card that is taken into hand for points; one that can be laid at once is worth that."""
    total = price + (0 if kind[0] == CLUBS else cost(seen.me, kind))
    if kind[0] != CLUBS and total <= seen.view.points:
        return max(gain(seen.needs, kind) - toll(seen, total), held(seen, kind) - toll(seen, price))
    return held(seen, kind) - toll(seen, price)


def _archaeologist(seen: Outlook) -> Uses:
    """Dig for the suit that is needed most."""
    weights = {suit: need.weight if need.room else 0.0 for suit, need in seen.needs.items()}
    suit = max(SUITS, key=lambda suit: weights.get(suit, 1.1))
    yield DRAW_WORTH * 1.3 - toll(seen, 4), UseAbility(ability="archaeologist", suit=suit)  # type: ignore[arg-type]


def _fisher(seen: Outlook) -> Uses:
    """Ask whoever holds most for a card like one of the own: it and that card cost nothing if there is one."""
    target = max(seen.opponents, key=lambda foe: foe.hand_count)
    hidden = unseen(seen)
    for kind in hand(seen.me):
        alike = sum([count for card, count in hidden.items() if BASE_VALUE[card] == BASE_VALUE[kind]])
        chance = _likely(seen, alike, target.hand_count)
        saved = 0.0 if kind[0] == CLUBS else 0.5 * cost(seen.me, kind)
        profit = DRAW_WORTH + chance * (DRAW_WORTH + saved) - toll(seen, 4)
        yield profit, UseAbility(ability="fisher", target=target.seat, reveal=kind)


def _likely(seen: Outlook, alike: int, count: int) -> float:
    """Return how likely it is that a hand of so many cards holds one of so many among all that are unseen."""
    hidden = max(1, unseen(seen).total())
    return 1.0 - (1.0 - alike / hidden) ** count


def _gambler(seen: Outlook) -> Uses:
    """Discard a card that beats the top of the deck, which may be in sight."""
    top = unseen(seen) if seen.view.deck_top is None else {seen.view.deck_top: 1}
    for kind in hand(seen.me):
        lower = sum([count for card, count in top.items() if BASE_VALUE[card] < BASE_VALUE[kind]])
        profit = 2 * DRAW_WORTH * lower / max(1, sum(top.values())) - held(seen, kind)
        yield profit, UseAbility(ability="gambler", discard=kind)


def _grave_robber(seen: Outlook) -> Uses:
    for label in seen.view.discard:
        yield _acquired(seen, KIND[label], BASE_VALUE[label]), UseAbility(ability="grave_robber", card=label)


def _hopeful(seen: Outlook) -> Uses:
    hidden = unseen(seen)
    hearts = sum([count * max(0.0, gain(seen.needs, kind)) for kind, count in hidden.items() if kind[0] == HEARTS])
    profit = DRAW_WORTH + hearts / max(1, hidden.total()) - toll(seen, 4)
    yield profit, UseAbility(ability="hopeful")


def _illusionist(seen: Outlook) -> Uses:
    """Send home what an opponent has to pay for again; points that nothing else needs are enough."""
    for foe in seen.opponents:
        for card in (*foe.hearts, *foe.diamonds, *foe.spades):
            profit = SENT_HOME * card.value - toll(seen, card.value)
            yield profit, UseAbility(ability="illusionist", target_card=card.card)


def _indebted(seen: Outlook) -> Uses:
    """Lay the dearest card for four points once the other points are spent; Clubs wait for the next turn."""
    view, mine = seen.view, hand(seen.me)
    if view.locked or view.points < 4:
        return
    clubs = LOCKED * len([kind for kind in mine if kind[0] == CLUBS])
    now = buys(seen, view.points)
    for kind, worth in laying(seen).items():
        others, first = basket(seen, spared(mine, (kind,)), view.points - 4)
        profit = worth + others - now - clubs
        lay = UseAbility(ability="indebted", card=kind, attach=attached(seen, kind))
        yield profit, play(seen, first[-1]) if first else lay


def _limiter(seen: Outlook) -> Uses:
    """Make an opponent discard; the fewer cards one holds, the better the one that goes."""
    hidden = unseen(seen)
    for foe in seen.opponents:
        for suit in SUITS:
            alike = sum([count for card, count in hidden.items() if card[0] == suit])
            worth = (1.0 + DRAW_WORTH / max(1, foe.hand_count)) * _likely(seen, alike, foe.hand_count)
            yield worth - toll(seen, 4), UseAbility(ability="limiter", target=foe.seat, suit=suit)  # type: ignore[arg-type]


def _loaded(seen: Outlook) -> Uses:
    """Fill an empty hand instead of playing from it."""
    drawn = seen.me.hand_limit - seen.me.hand_count
    clubs = LOCKED * len([kind for kind in hand(seen.me) if kind[0] == CLUBS])
    yield DRAW_WORTH * drawn - toll(seen, 12) - clubs, UseAbility(ability="loaded")


def _manipulator(seen: Outlook) -> Uses:
    """Exchange the worst card, which the next player draws."""
    worst = min([held(seen, kind) for kind in hand(seen.me)], default=DRAW_WORTH)
    yield DRAW_WORTH - worst + SPOILT - toll(seen, 3), UseAbility(ability="manipulator")


def _maximizer(seen: Outlook) -> Uses:
    """Lay a better card in the place of a worse one, where a row is full."""
    me = seen.me
    for row in (me.hearts, me.diamonds, me.spades):
        for lying in row:
            suit = lying.card[0]
            for kind in [kind for kind in hand(me) if kind[0] == suit and not seen.needs[suit].room]:
                better = BASE_VALUE[kind] - BASE_VALUE[lying.card]
                profit = max(1.0, seen.needs[suit].weight) * better - toll(seen, 3)
                yield profit, UseAbility(ability="maximizer", return_card=lying.card, play_card=kind)


def _neutralizer(seen: Outlook) -> Uses:
    """Give a Diamond for a Spade of an opponent, above all if the own Hearts can be reached past the Diamonds."""
    bypassed = seen.needs[HEARTS].weight >= 2.0
    for foe in seen.opponents:
        for spade in foe.spades:
            for diamond in seen.me.diamonds:
                profit = STRUCK * (spade.value - diamond.value) + RELIEVED * bypassed
                yield profit, UseAbility(ability="neutralizer", diamond=diamond.card, target_card=spade.card)


def _pacifist(seen: Outlook) -> Uses:
    for kind in [kind for kind in hand(seen.me) if kind[0] == SPADES]:
        yield DRAW_WORTH - held(seen, kind), UseAbility(ability="pacifist", discard=kind)


def _plagued(seen: Outlook) -> Uses:
    """Strike the value that costs opponents more than the bot and its team."""
    for kind in hand(seen.me):
        lost = 0.0
        for player in seen.view.players:
            struck = [card for card in _board(player.hearts, player.diamonds, player.spades) if _alike(card, kind)]
            share = 1 / len(seen.opponents) if player in seen.opponents else -1.0
            lost += share * sum([card.value for card in struck])
        yield STRUCK * lost - held(seen, kind) - toll(seen, 4), UseAbility(ability="plagued", discard=kind)


def _board(*rows: tuple[BoardCard, ...]) -> list[BoardCard]:
    return [card for row in rows for card in row]


def _alike(card: BoardCard, kind: Card) -> bool:
    return BASE_VALUE[card.card] == BASE_VALUE[kind]


def _purifier(seen: Outlook) -> Uses:
    mine = hand(seen.me)
    worth = sum([max(held(seen, kind), laying(seen).get(kind, 0.0)) for kind in mine])
    yield DRAW_WORTH * len(mine) - worth, UseAbility(ability="purifier")


def _recycler(seen: Outlook) -> Uses:
    """Play the best card of the discard pile for the worst of the hand, if the hand has no better one to play."""
    view = seen.view
    limit = view.last_club or 0
    instead = worth_laid(limit, laying(seen))
    for worst in least(seen, hand(seen.me))[:1]:
        for label in view.discard:
            if label[0] != CLUBS and BASE_VALUE[label] <= limit:
                profit = gain(seen.needs, label) - instead - held(seen, worst)
                yield profit, UseAbility(ability="recycler", discard=worst, play_card=label)


def _seller(seen: Outlook) -> Uses:
    """Sell what can be spared: two or three cards bring another one, and points."""
    points = seen.view.points
    spare = least(seen, [kind for kind in hand(seen.me) if kind[0] != CLUBS])
    for size in range(2, min(3, len(spare)) + 1):
        sold = tuple(spare[:size])
        brought = sum([BASE_VALUE[kind] for kind in sold]) // 2
        given = sum([held(seen, kind) for kind in sold])
        left = buys(seen, points, without=sold)
        sooner = buys(seen, points + brought, without=sold) - left
        profit = DRAW_WORTH + SOONER * sooner + left - buys(seen, points) - given
        yield profit, UseAbility(ability="seller", cards=sold)


def _sorcerer(seen: Outlook) -> Uses:
    """Double a Spade for an attack that is worth it."""
    foes = [foe for foe in seen.opponents if within_reach(seen.view, seen.me, foe)]
    for card in seen.me.spades:
        base = BASE_VALUE[card.card]
        for foe in foes:
            damage, _, _ = best_targets(foe, card.value + base)
            profit = STRUCK * damage - card.value - toll(seen, base)
            yield profit, UseAbility(ability="sorcerer", spade=card.card)


def _trade_master(seen: Outlook) -> Uses:
    spare = least(seen, hand(seen.me))[:2]
    profit = 2 * DRAW_WORTH - sum([held(seen, kind) for kind in spare]) - DRAW_WORTH * (2 - len(spare))
    for kind in spare[:1]:
        yield profit, UseAbility(ability="trade_master", discard=kind)


def _wisdom(seen: Outlook) -> Uses:
    """Leave the worst of the next cards to the next player."""
    yield 2 * SPOILT, UseAbility(ability="wisdom")


def _combiner(seen: Outlook) -> Uses:
    yield from combinations_of_clubs(seen)


USES: Mapping[AbilityId, Callable[[Outlook], Uses]] = {
    "archaeologist": _archaeologist,
    "fisher": _fisher,
    "gambler": _gambler,
    "grave_robber": _grave_robber,
    "hopeful": _hopeful,
    "illusionist": _illusionist,
    "indebted": _indebted,
    "limiter": _limiter,
    "loaded": _loaded,
    "manipulator": _manipulator,
    "maximizer": _maximizer,
    "neutralizer": _neutralizer,
    "pacifist": _pacifist,
    "plagued": _plagued,
    "recycler": _recycler,
    "seller": _seller,
    "sorcerer": _sorcerer,
    "trade_master": _trade_master,
}

LAST_USES: Mapping[AbilityId, Callable[[Outlook], Uses]] = {
    "combiner": _combiner,
    "purifier": _purifier,
    "wisdom": _wisdom,
}  # once points and Clubs are spent
