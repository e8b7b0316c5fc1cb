"""Players: one that does anything legal, and a sensible one that follows section 12.1 of the specification.

They see what a person in their seat sees. The sensible one lists what it would like to do, the best first, and does the
first of it that is legal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from domain.games.chanic_panic.bot.attacks import arms_of, bargains, fatal, fatal_bypass, knockouts, within_reach
from domain.games.chanic_panic.cards import BASE_VALUE, CLUBS, DIAMONDS, HEARTS, RANK, SPADES, Card
from domain.games.chanic_panic.messages import ChanicCommand, EndTurn, PlayClub, PlayUtility, UsePanic, UseTrader
from domain.games.chanic_panic.rules import RULES
from domain.games.chanic_panic.values import LOW_CLUB, POINTS, SPADES_FROM
from domain.games.chanic_panic.view import BoardCard, PlayerView, View
from domain.kernel.bots import Bot, random_bot
from domain.kernel.chance import QuickChance
from domain.kernel.legal import sample_offers
from domain.kernel.offers import Offer
from domain.kernel.refusals import May

AVERAGE_DRAW = 5.5  # value; mean of 1 to 10
CROWDED, RELIEF = 7, 4.0  # cards in hand, and what room for the next draw is worth then; section 12.1, 9
DRAW_WORTH = 3.0  # what one more card is worth beside a card's worth on the board
FLOORS = (2.5, 3.5, 5.0)  # value that the next card of a row must exceed: places are permanent; section 12.1, 5
HIGHEST = 10  # value of a card; the first Club of a turn knows no limit (R12)
FEAR = 0.5  # share of a full turn's points that an opponent is expected to add in Spades


def sensible(view: View, offers: tuple[Offer, ...], may: May, chance: QuickChance) -> ChanicCommand:
    """Return the first legal one of this seat's wishes; the last of them, to end the turn, always is.

    What it is asked in the middle of an effect, and before the first turn, it answers at random.
    """
    if view.question is not None or view.phase == "ability_choice":
        answer: ChanicCommand = sample_offers(RULES, offers, may, chance)
        return answer
    return next(wish for wish in wishes(view) if may(wish) is None)


def wishes(view: View) -> Iterator[ChanicCommand]:
    """Yield what the turn player would like to do, the best first; some of it may not be legal."""
    me = view.players[view.turn]
    foes = [player for player in view.players if within_reach(view, me, player)]
    arms = arms_of(me.spades)
    for foe in foes:
        yield from knockouts(view, foe, arms)
    needs = _needs(view, me)
    yield from _reinforcements(view, me, foes)
    if not _room(me, me.spades):  # a Spade kept is a threat, and with two more a knockout
        yield from bargains(foes, arms)
    yield from _purchases(view, me, needs)
    yield from _trades(me, needs)
    yield from _club_plays(view, me, needs)
    if view.options.panic and not me.panic_used:
        yield from _panic(view, me)
    yield EndTurn()


def _reinforcements(view: View, me: PlayerView, foes: list[PlayerView]) -> Iterator[ChanicCommand]:
    """Lay Spades from the hand if with them a player can be put out in this turn."""
    room = _room(me, me.spades)
    spades = [kind for kind in _hand(me) if kind[0] == SPADES]
    if not foes or not room or not spades:
        return
    least = min(min(fatal(foe), fatal_bypass(view, foe) or fatal(foe)) for foe in foes)
    if view.phase == "point_phase":
        choices = [some for size in range(1, room + 1) for some in combinations(spades, size)]
        choices = [some for some in choices if _sum(some) <= view.points]
    else:
        choices = [(kind,) for kind in spades if view.allowance and BASE_VALUE[kind] <= (view.last_club or 0)]
    enough = [some for some in choices if me.weapons + _sum(some) >= least]
    if enough:
        yield from (PlayUtility(card=kind) for kind in min(enough, key=_sum))


def _sum(kinds: Iterable[Card]) -> int:
    return sum([BASE_VALUE[kind] for kind in kinds])


def _hand(me: PlayerView) -> tuple[Card, ...]:
    return me.hand or ()


class Need(NamedTuple):
    """What a suit is worth on the own board: a weight, and the value a card must exceed to deserve its place."""

    weight: float
    floor: float
    room: int


def _needs(view: View, me: PlayerView) -> Mapping[str, Need]:
    """Section 12.1, 2 and 5: Hearts and shields against what an opponent can muster before the next turn."""
    threat = max(_threat(view, foe) for foe in view.players if foe is not me and foe.standing == "in")
    bypassed = me.health * 2 <= threat
    overrun = me.health + me.shields <= threat
    hearts = Need(1.0 + 1.0 * bypassed + 0.5 * overrun, _floor(me.hearts, urgent=bypassed), _room(me, me.hearts))
    diamonds = Need(0.9 + 0.7 * overrun, _floor(me.diamonds, urgent=overrun), _room(me, me.diamonds))
    wanted = 1.6 if view.round >= SPADES_FROM else 0.0  # kept for later until then
    spades = Need(wanted, _floor(me.spades, urgent=False), _room(me, me.spades))
    return {HEARTS: hearts, DIAMONDS: diamonds, SPADES: spades}


def _threat(view: View, foe: PlayerView) -> int:
    """Return the Spades that an opponent may have on its board in its next turn."""
    if foe.turns + 1 < SPADES_FROM:
        return 0
    return foe.weapons + (int(FEAR * POINTS) if _room(foe, foe.spades) else 0)


def _room(player: PlayerView, row: tuple[BoardCard, ...]) -> int:
    return player.row_limit - len(row)


def _floor(row: tuple[BoardCard, ...], *, urgent: bool) -> float:
    return 0.0 if urgent else FLOORS[min(len(row), len(FLOORS) - 1)]


def _gain(kind: Card, needs: Mapping[str, Need]) -> float:
    """Return what laying this utility card is worth; nothing or less if it does not deserve its place."""
    need = needs[kind[0]]
    if not need.room:
        return 0.0
    return need.weight * (BASE_VALUE[kind] - need.floor)


def _purchases(view: View, me: PlayerView, needs: Mapping[str, Need]) -> Iterator[ChanicCommand]:
    """Section 12.1, 3: spend the points on what is worth most together, the dearest first."""
    if view.phase != "point_phase":
        return
    wanted = [(kind, _gain(kind, needs)) for kind in _hand(me) if kind[0] != CLUBS]
    wanted = sorted([pair for pair in wanted if pair[1] > 0 and BASE_VALUE[pair[0]] <= view.points])
    rooms = {suit: need.room for suit, need in needs.items()}
    basket = _basket(tuple(wanted), view.points, rooms)[1]
    yield from (PlayUtility(card=kind) for kind in sorted(basket, key=lambda kind: -BASE_VALUE[kind]))


def _basket(
    wanted: tuple[tuple[Card, float], ...], points: int, rooms: Mapping[str, int]
) -> tuple[float, tuple[Card, ...]]:
    """Return the most that points and places can buy."""
    best: tuple[float, tuple[Card, ...]] = (0.0, ())
    for place, (kind, gain) in enumerate(wanted):
        cost, suit = BASE_VALUE[kind], kind[0]
        if cost <= points and rooms[suit]:
            rest, kinds = _basket(wanted[place + 1 :], points - cost, {**rooms, suit: rooms[suit] - 1})
            best = max(best, (gain + rest, (kind, *kinds)))
    return best


def _trades(me: PlayerView, needs: Mapping[str, Need]) -> Iterator[ChanicCommand]:
    """Section 12.1, 9: give the Trader two cards worth less than an average draw together.

    A card for which there is no place counts half.
    """
    spare = sorted((_kept(kind, needs), RANK[kind], kind) for kind in _hand(me) if kind[0] != CLUBS)[:2]
    gain = AVERAGE_DRAW + (RELIEF if me.hand_count >= CROWDED else 0.0)
    if len(spare) == 2 and sum(kept for kept, _, _ in spare) < gain:
        yield UseTrader(discards=tuple([kind for _, _, kind in spare]))


def _kept(kind: Card, needs: Mapping[str, Need]) -> float:
    return BASE_VALUE[kind] if needs[kind[0]].room else BASE_VALUE[kind] / 2


def _club_plays(view: View, me: PlayerView, needs: Mapping[str, Need]) -> Iterator[ChanicCommand]:
    """Section 12.1, 3 and 4: chain Clubs from high to low, and end the chain with the best card that fits."""
    if view.phase == "club_phase" and not view.allowance:
        return
    limit = view.last_club or HIGHEST
    clubs = tuple(sorted((kind for kind in _hand(me) if kind[0] == CLUBS), key=lambda kind: -BASE_VALUE[kind]))
    gains = {kind: _gain(kind, needs) for kind in _hand(me) if kind[0] != CLUBS}
    chained = [(_chain(clubs[place:], gains), kind) for place, kind in enumerate(clubs) if BASE_VALUE[kind] <= limit]
    if view.phase == "club_phase":
        laid = _laid(limit, gains)
        if laid is not None and all(gains[laid] >= worth for worth, _ in chained):
            yield PlayUtility(card=laid)
    yield from (PlayClub(card=kind) for _, kind in sorted(chained, key=lambda pair: -pair[0]))


def _chain(clubs: tuple[Card, ...], gains: Mapping[Card, float]) -> float:
    """Return what playing the first of these Clubs is worth, with the best that may follow."""
    value = BASE_VALUE[clubs[0]]
    laid = _laid(value, gains)
    follow = [_chain(clubs[place:], gains) for place in range(1, len(clubs))]
    return DRAW_WORTH * (2 if value <= LOW_CLUB else 1) + max([0.0 if laid is None else gains[laid], *follow])


def _laid(limit: int, gains: Mapping[Card, float]) -> Card | None:
    """Return the best card that a Club of this value lets one lay."""
    fitting = [kind for kind, gain in gains.items() if gain > 0 and BASE_VALUE[kind] <= limit]
    return max(fitting, key=lambda kind: gains[kind], default=None)


def _panic(view: View, me: PlayerView) -> Iterator[ChanicCommand]:
    """Section 12.1, 8: panic when the next opponent can strike the seat down and the own Spades are the weaker ones."""
    count = len(view.players)
    following = (view.players[(me.seat + step) % count] for step in range(1, count))
    foe = next(player for player in following if player.standing == "in")
    own = me.weapons + _sum(kind for kind in _hand(me) if kind[0] == SPADES)
    fatal = min(me.health + me.shields, 2 * me.health if me.diamonds else me.health)
    if _threat(view, foe) >= fatal and own < foe.weapons:
        yield UsePanic()


BOTS: dict[str, Bot] = {"random": random_bot(RULES), "sensible": sensible}
