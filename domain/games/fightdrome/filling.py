"""Filling unknown places with cards: decks hold what their characters say, and both come out of one box."""

from __future__ import annotations

from collections import Counter

import msgspec

from domain.games.fightdrome.cards import Card
from domain.games.fightdrome.tracing import Place, Traced
from domain.kernel.chance import Chance
from domain.kernel.game import NoWorldError
from domain.kernel.seats import Seat
from domain.kernel.zones import in_order


class Deal(msgspec.Struct):
    """What is still to be dealt to one seat."""

    places: list[int]  # unknown and not named yet
    owed: Counter[Card]  # cards that are among its 44, but have no place yet
    room: Counter[str]  # how many more cards of a pile, whichever


def fill(traced: Traced, chance: Chance) -> tuple[dict[int, Card], tuple[tuple[Card, ...], ...]]:
    """Return a card for each numbered place, and what stays in the box; raises `NoWorldError`.

    Places of which something is proved come first, the rest by chance.
    """
    cards = traced.state.cards
    filled = dict(traced.named)
    pool = Counter([card for pile in cards.piles for card in cards.in_pile[pile]])
    deals = [_open(traced, seat, pool) for seat in (0, 1)]
    if min(pool.values()) < 0:
        raise NoWorldError("more copies of a card lie somewhere than there are")
    _fill_proved(traced, filled, deals, pool, chance)
    loose = {}
    for pile in cards.piles:
        left = tuple([card for card in cards.print_of if cards.pile_of[card] == pile for _ in range(pool[card])])
        loose[pile] = list(in_order(left, chance.shuffle(len(left), "imagine")))
    for deal in deals:
        rest = list(deal.owed.elements())
        for pile, many in deal.room.items():
            rest += loose[pile][:many]
            del loose[pile][:many]
        order = in_order(tuple(rest), chance.shuffle(len(rest), "imagine"))
        filled |= zip(deal.places, order, strict=True)
    return filled, tuple([cards.in_order(loose[pile]) for pile in cards.piles])


def _open(traced: Traced, seat: Seat, pool: Counter[Card]) -> Deal:
    """Return what is to be dealt to a seat, and take out of the pool what is known to be in its deck."""
    state, cards = traced.state, traced.state.cards
    corner = state.fighters[seat].corner
    places = traced.places(seat)
    lying = Counter([cards.kind_of[place] for place in places if not isinstance(place, int)])
    lying.update([traced.named[place] for place in places if isinstance(place, int) and place in traced.named])
    if state.fight.standing is not None and state.fight.owner == seat:
        lying[cards.kind_of[state.fight.standing]] += 1
    known = lying | Counter(corner.seen) | traced.decked[seat] | Counter(cards.set_aside)
    room = Counter(dict(zip(cards.piles, corner.counts, strict=True)))
    for card, many in known.items():
        if card in pool:
            pool[card] -= many
            room[cards.pile_of[card]] -= many
    unnamed = [place for place in places if isinstance(place, int) and place not in traced.named]
    owed = known - lying
    if min(room.values()) < 0 or owed.total() + room.total() != len(unnamed):
        raise NoWorldError(f"the cards told of seat {seat} are not those of its character")
    return Deal(unnamed, owed, room)


def _fill_proved(
    traced: Traced, filled: dict[int, Card], deals: list[Deal], pool: Counter[Card], chance: Chance
) -> None:
    nothing: frozenset[Card] = frozenset()
    for deal in deals:
        for place in [place for place in deal.places if place in traced.without]:
            _take(traced, filled, deal, pool, chance, place, None)
    for hand, kinds in traced.holding:
        if any(_card(filled, place) in kinds for place in hand):
            continue
        open_places = [place for place in hand if isinstance(place, int) and place not in filled]
        open_places = [place for place in open_places if kinds - traced.without.get(place, nothing)]
        if not open_places:
            raise NoWorldError("a hand holds none of the cards that it must hold one of")
        place = open_places[chance.pick(len(open_places), "imagine")]
        deal = next(deal for deal in deals if place in deal.places)
        _take(traced, filled, deal, pool, chance, place, kinds)


def _card(filled: dict[int, Card], place: Place) -> Card | None:
    return filled.get(place) if isinstance(place, int) else place


def _take(
    traced: Traced,
    filled: dict[int, Card],
    deal: Deal,
    pool: Counter[Card],
    chance: Chance,
    place: int,
    kinds: frozenset[Card] | None,
) -> None:
    """Put some card that is proved possible into a place."""
    pile_of = traced.state.cards.pile_of
    barred = traced.without.get(place, frozenset())
    owed = [card for card in deal.owed.elements() if card not in barred and (kinds is None or card in kinds)]
    loose = [
        card
        for card in pool.elements()
        if deal.room[pile_of[card]] and card not in barred and (kinds is None or card in kinds)
    ]
    if not owed and not loose:
        raise NoWorldError("no card is left for a place")
    at = chance.pick(len(owed) + len(loose), "imagine")
    if at < len(owed):
        card = owed[at]
        deal.owed[card] -= 1
    else:
        card = loose[at - len(owed)]
        pool[card] -= 1
        deal.room[pile_of[card]] -= 1
    filled[place] = card
    deal.places.remove(place)
