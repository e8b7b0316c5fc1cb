"""How the sensible bot spends points and Clubs, and what it trades away (section 12.1, 3, 4 and 9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from domain.games.chanic_panic.bot.outlook import (
    AVERAGE_DRAW,
    DRAW_WORTH,
    Outlook,
    basket,
    buys,
    club_draws,
    club_value,
    gain,
    hand,
    held,
    kept,
    ready,
)
from domain.games.chanic_panic.cards import BASE_VALUE, CLUBS, RANK, SPADES, Card
from domain.games.chanic_panic.messages import ChanicCommand, PlayClub, PlayUtility, UseAbility, UseTrader

CROWDED, RELIEF = 7, 4.0  # cards in hand, and what room for the next draw is worth then; section 12.1, 9
HIGHEST = 10  # value of a card; the first Club of a turn knows no limit (R12)
SPARE_STACK = 3  # Stack Cards that are kept for points and for draws from an emptied hand; the others are attached
COMBINED_DRAW = 3  # cards


def purchases(seen: Outlook) -> Iterator[ChanicCommand]:
    """Section 12.1, 3: spend the points on what is worth most together, the dearest first."""
    view = seen.view
    if view.phase != "point_phase":
        return
    if "fisher" in view.used:  # it may have made cards free; which ones the rules know
        yield from (play(seen, kind) for kind in _dearest(seen) if gain(seen.needs, kind) > 0)
    _, kinds = basket(seen, hand(seen.me), view.points)
    yield from (play(seen, kind) for kind in sorted(kinds, key=lambda kind: -BASE_VALUE[kind]))


def _dearest(seen: Outlook) -> list[Card]:
    dear = [kind for kind in hand(seen.me) if kind[0] != CLUBS and BASE_VALUE[kind] > seen.view.points]
    return sorted(dear, key=lambda kind: -BASE_VALUE[kind])


def play(seen: Outlook, kind: Card) -> PlayUtility:
    """Return the play of a card, with Stack Cards under it if it stays on the board for long."""
    return PlayUtility(card=kind, attach=attached(seen, kind))


def attached(seen: Outlook, kind: Card) -> tuple[Card, ...]:
    """Return the Stack Cards that go under a card: what is more than the spare ones, and none under a weapon."""
    return () if kind[0] == SPADES else ready(seen.me)[SPARE_STACK:]


def trades(seen: Outlook) -> Iterator[ChanicCommand]:
    """Section 12.1, 9: give the Trader two cards worth less than an average draw together."""
    me, needs = seen.me, seen.needs
    spare = sorted((kept(needs, kind), RANK[kind], kind) for kind in hand(me) if kind[0] != CLUBS)[:2]
    gained = AVERAGE_DRAW + (RELIEF if me.hand_count >= CROWDED else 0.0)
    if len(spare) == 2 and sum(worth for worth, _, _ in spare) < gained:
        yield UseTrader(discards=tuple([kind for _, _, kind in spare]))


def club_plays(seen: Outlook) -> Iterator[ChanicCommand]:
    """Section 12.1, 3 and 4: chain Clubs from high to low, and end the chain with the best card that fits."""
    view = seen.view
    if view.phase == "club_phase" and not view.allowance:
        return
    limit = view.last_club or club_value(seen.me, f"C{HIGHEST}")
    clubs = tuple(sorted((kind for kind in hand(seen.me) if kind[0] == CLUBS), key=lambda kind: -BASE_VALUE[kind]))
    gains = laying(seen)
    chained = [
        (_chain(seen, clubs[place:], gains), kind)
        for place, kind in enumerate(clubs)
        if club_value(seen.me, kind) <= limit
    ]
    if view.phase == "club_phase":
        laid = best_laid(limit, gains)
        if laid is not None and all(gains[laid] >= worth for worth, _ in chained):
            yield play(seen, laid)
    yield from (PlayClub(card=kind) for _, kind in sorted(chained, key=lambda pair: -pair[0]))


def laying(seen: Outlook) -> Mapping[Card, float]:
    """Return what laying each utility card of the hand is worth."""
    return {kind: gain(seen.needs, kind) for kind in hand(seen.me) if kind[0] != CLUBS}


def _chain(seen: Outlook, clubs: tuple[Card, ...], gains: Mapping[Card, float]) -> float:
    """Return what playing the first of these Clubs is worth, with the best that may follow."""
    follow = [_chain(seen, clubs[place:], gains) for place in range(1, len(clubs))]
    laid = worth_laid(club_value(seen.me, clubs[0]), gains)
    return DRAW_WORTH * club_draws(seen.me, clubs[0]) + max([laid, *follow])


def best_laid(limit: int, gains: Mapping[Card, float]) -> Card | None:
    """Return the best card that a Club of this value lets one lay."""
    fitting = [kind for kind, worth in gains.items() if worth > 0 and BASE_VALUE[kind] <= limit]
    return max(fitting, key=lambda kind: gains[kind], default=None)


def worth_laid(limit: int, gains: Mapping[Card, float]) -> float:
    """Return what the best card is worth that a Club of this value lets one lay."""
    laid = best_laid(limit, gains)
    return 0.0 if laid is None else gains[laid]


def combinations_of_clubs(seen: Outlook) -> Iterator[tuple[float, ChanicCommand]]:
    """Yield each use of Combiner with what it brings: three draws and another card laid, for two Clubs.

    In the Point Phase the points are lost, in the Club Phase an allowance that is still open.
    """
    view = seen.view
    gains = laying(seen)
    lost = buys(seen, view.points) + (worth_laid(view.last_club or 0, gains) if view.allowance else 0.0)
    clubs = [kind for kind in hand(seen.me) if kind[0] == CLUBS]
    for pair in combinations(clubs, 2):
        laid = worth_laid(sum([club_value(seen.me, kind) for kind in pair]), gains)
        profit = COMBINED_DRAW * DRAW_WORTH + laid - lost - sum([held(seen, kind) for kind in pair])
        yield profit, UseAbility(ability="combiner", clubs=pair)
