"""Filling unknown places with cards: decks hold what their characters say, and both come out of one box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

import msgspec

from domain.games.fightdrome.cards import Card
from domain.games.fightdrome.imagine.tracing import Traced
from domain.kernel.cards.unknowns import NoWorldError, is_unknown
from domain.kernel.cards.zones import in_order
from domain.kernel.chance import Chance
from domain.kernel.seats import Seat


class Share(msgspec.Struct):
    """What one seat is still to get."""

    places: list[str]  # unknown and not named yet
    owed: Counter[Card]  # cards that are among its 44, but have no place yet
    room: Counter[str]  # how many more cards of a pile, whichever


class Filling:
    """A card for each token, `filled`, and what stays in the `box`.

    Places of which something is proved come first, the rest by chance. Making one raises `NoWorldError`.
    """

    def __init__(self, traced: Traced, chance: Chance) -> None:
        self._traced, self._chance = traced, chance
        self._cards = cards = traced.state.cards
        self.filled = dict(traced.named)
        self._pool = Counter([card for pile in cards.piles for card in cards.in_pile[pile]])
        self._shares = [self._share(seat) for seat in (0, 1)]
        if min(self._pool.values()) < 0:
            raise NoWorldError("more copies of a card lie somewhere than there are")
        self._fill_barred()
        self._fill_holding()
        self.box = self._fill_rest()

    def _share(self, seat: Seat) -> Share:
        """Return what a seat is still to get, and take out of the pool what is known to be in its deck."""
        traced, cards = self._traced, self._cards
        state = traced.state
        corner, fight = state.fighters[seat].corner, state.fight
        places = traced.places(seat)
        numbered = [place for place in places if is_unknown(place)]
        lying = Counter([cards.kind_of[place] for place in places if not is_unknown(place)])
        lying.update([traced.named[place] for place in numbered if place in traced.named])
        if fight.standing is not None and fight.owner == seat:
            lying[cards.kind_of[fight.standing]] += 1
        known = lying | Counter(corner.seen) | traced.decked[seat] | Counter(cards.set_aside)
        room = Counter(dict(zip(cards.piles, corner.counts, strict=True)))
        for card, many in known.items():
            if card in self._pool:
                self._pool[card] -= many
                room[cards.pile_of[card]] -= many
        unnamed = [place for place in numbered if place not in traced.named]
        owed = known - lying
        if min(room.values()) < 0 or owed.total() + room.total() != len(unnamed):
            raise NoWorldError(f"the cards told of seat {seat} are not those of its character")
        return Share(unnamed, owed, room)

    def _fill_barred(self) -> None:
        """Fill the places that are told not to hold some kinds."""
        for share in self._shares:
            for place in [place for place in share.places if place in self._traced.without]:
                self._take(share, place, self._cards.print_of)

    def _fill_holding(self) -> None:
        """Put a card into each hand that must hold one of some kinds and does not yet."""
        nothing: frozenset[Card] = frozenset()
        for hand, kinds in self._traced.holding:
            lying = [self.filled.get(place, place) for place in hand]
            if not kinds.isdisjoint(lying):
                continue
            open_places = [
                place
                for place in hand
                if is_unknown(place)
                if place not in self.filled and kinds - self._traced.without.get(place, nothing)
            ]
            if not open_places:
                raise NoWorldError("a hand holds none of the cards that it must hold one of")
            place = open_places[self._chance.pick(len(open_places), "imagine")]
            share = next(share for share in self._shares if place in share.places)
            self._take(share, place, kinds)

    def _take(self, share: Share, place: str, kinds: Collection[Card]) -> None:
        """Fill a place with one of the kinds, as far as it may hold them."""
        pile_of, barred = self._cards.pile_of, self._traced.without.get(place, frozenset())
        owed = [card for card in share.owed.elements() if card in kinds and card not in barred]
        loose = [
            card for card in self._pool.elements() if card in kinds and card not in barred and share.room[pile_of[card]]
        ]
        if not owed and not loose:
            raise NoWorldError("no card is left for a place")
        at = self._chance.pick(len(owed) + len(loose), "imagine")
        if at < len(owed):
            card = owed[at]
            share.owed[card] -= 1
        else:
            card = loose[at - len(owed)]
            self._pool[card] -= 1
            share.room[pile_of[card]] -= 1
        self.filled[place] = card
        share.places.remove(place)

    def _fill_rest(self) -> tuple[tuple[Card, ...], ...]:
        """Deal what is left of each pile, and return what stays in the box."""
        cards = self._cards
        loose = {}
        for pile in cards.piles:
            left = tuple([card for card in self._pool.elements() if cards.pile_of[card] == pile])
            loose[pile] = list(in_order(left, self._chance.shuffle(len(left), "imagine")))
        for share in self._shares:
            rest = list(share.owed.elements())
            for pile, many in share.room.items():
                rest += loose[pile][:many]
                del loose[pile][:many]
            order = in_order(tuple(rest), self._chance.shuffle(len(rest), "imagine"))
            self.filled |= zip(share.places, order, strict=True)
        return tuple([cards.in_order(loose[pile]) for pile in cards.piles])
