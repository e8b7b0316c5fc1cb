"""A possible world: the unknown wares of a redacted state, filled so that what is told can follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec

from domain.kernel.cards.unknowns import NoWorldError, Unknowns, is_unknown
from domain.kernel.cards.zones import Bag, Stack
from domain.kernel.chance import Chance
from domain.kernel.marks import HIDDEN
from domain.kernel.seats import Seat
from tests.harbour import messages as said
from tests.harbour.cards import kind_of
from tests.harbour.state import State

replace = msgspec.structs.replace
TRIES = 60  # shuffles of the unknown wares before giving up


class Traced(Unknowns):
    """Follows unknown wares, each under a token of its own, through what is told."""

    def __init__(self, state: State, chance: Chance) -> None:
        super().__init__()
        self._pick = partial(chance.pick, purpose="imagine")
        self.barred: list[tuple[list[str], str]] = []  # a hand that holds no ware of this kind
        self.hands = [self.tokens(player.hand.cards) for player in state.players]
        self.deck = self.tokens(state.deck.cards)
        self.pile = self.tokens(state.pile.cards)
        self.gift = self.tokens((state.gift.card,)) if state.gift is not None else []
        self.start = ([list(hand) for hand in self.hands], list(self.deck), list(self.pile), list(self.gift))

    def name(self, token: str, card: str) -> None:
        """Note that a token is a ware of this kind."""
        super().name(kind_of(token), kind_of(card))

    def _leave(self, seat: Seat, card: str) -> str:
        """Let a ware leave a hand; which of the unknown ones it is, chance says."""
        return self.leave(self.hands[seat], kind_of(card), self._pick)

    def follow(self, fact: Any) -> None:
        """Go on with one told fact."""
        match fact:
            case said.CardsDrawn(seat=seat, cards=cards):
                for card in cards:
                    self.hands[seat].append(self.draw(self.deck, card))
            case said.QuayTurned(card=card):
                self.draw(self.deck, card)
            case said.TopSeen(card=card):
                self.name(self.deck[0], card)
            case said.DeckStacked():
                self.deck = self.tokens((HIDDEN,) * fact.count)
                self.pile = []
            case said.CardLoaded(seat=seat, card=card) | said.CardShown(seat=seat, card=card):
                self._leave(seat, card)
            case said.CardStowed(seat=seat, card=card):
                self.pile.insert(0, self._leave(seat, card))
            case said.GiftOffered(giver=seat, card=card):
                self.gift = [self._leave(seat, card)]
            case said.GiftMoved(to=seat):
                self.hands[seat] += self.gift
            case said.CardsPaid(seat=seat, cards=cards, by="clock"):
                for card in cards:
                    self.leave(self.hands[seat], kind_of(card), lambda many: 0)
            case said.CardsPaid(seat=seat, cards=cards) | said.SeatLeft(seat=seat, cards=cards):
                for card in cards:
                    self._leave(seat, card)
            case said.CardsBuried(seat=seat, cards=cards):
                self.deck += [self._leave(seat, card) for card in cards]
            case said.WareBought(seat=seat, card=card):
                self.hands[seat].append(kind_of(card))
            case said.Denied(seat=seat, kind=kind):
                self.barred.append((list(self.hands[seat]), kind))
            case _:
                pass


def imagine(state: State, chance: Chance, told: Sequence[Any] = ()) -> State:
    """Return a world that agrees with a redacted state and with what is told of the coming entry."""
    traced = Traced(state, chance)
    for fact in told:
        traced.follow(fact)
    hands, deck, pile, gift = traced.start
    filled = _filled(state, traced, chance)

    def real(places: list[str]) -> tuple[str, ...]:
        return tuple([filled.get(place, place) for place in places])

    players = tuple(
        [
            replace(
                player,
                hand=Bag(real(hands[seat])),
                manifest=_manifest(state, seat, chance, told),
                gifts=("ask", "always", "never")[chance.pick(3, "gifts")] if player.gifts == HIDDEN else player.gifts,
                stake=_stake(state, seat, chance, told),
            )
            for seat, player in enumerate(state.players)
        ]
    )
    changed: dict[str, Any] = {"players": players, "deck": Stack(real(deck)), "pile": Stack(real(pile))}
    if state.gift is not None:
        changed["gift"] = replace(state.gift, card=real(gift)[0])
    return replace(state, **changed)


def _filled(state: State, traced: Traced, chance: Chance) -> dict[str, str]:
    """Return a kind for each unknown ware: first those that are told, then the rest by chance."""
    hands, deck, pile, gift = traced.start
    places = [place for zone in (*hands, deck, pile, gift) for place in zone]
    loaded = [kind_of(card) for player in state.players for berth in player.berths for card in berth]
    pool = Counter(state.wares.copies)
    pool.subtract(loaded)
    pool.subtract([kind_of(card) for card in state.quay])
    unknown = [place for place in places if is_unknown(place)]
    pool.subtract([kind_of(place) for place in places if not is_unknown(place)])
    pool.subtract([traced.named[place] for place in unknown if place in traced.named])
    rest = [kind for kind, count in pool.items() for _ in range(count)]
    open_places = [place for place in unknown if place not in traced.named]
    if min(pool.values()) < 0 or len(rest) != len(open_places):
        raise NoWorldError("the wares that are known are more than there are")
    for _ in range(TRIES):
        order = chance.shuffle(len(rest), "imagine")
        filled = {place: rest[i] for place, i in zip(open_places, order, strict=True)}
        filled |= {place: traced.named[place] for place in unknown if place in traced.named}
        if not any(kind in [filled.get(place, place) for place in hand] for hand, kind in traced.barred):
            return filled
    raise NoWorldError("no world agrees with what was denied")


def _manifest(state: State, seat: Seat, chance: Chance, told: Sequence[Any]) -> tuple[str, ...]:
    for fact in told:
        if isinstance(fact, said.HarbourClosed):
            return fact.manifests[seat]
    known = state.players[seat].manifest
    if known is not None:
        return known
    kinds = state.wares.kinds
    places = chance.shuffle(len(kinds), "manifest")[: 1 + chance.pick(2, "manifest_size")]
    return tuple([kinds[place] for place in places])


def _stake(state: State, seat: Seat, chance: Chance, told: Sequence[Any]) -> int | None:
    player = state.players[seat]
    if not player.staked or player.stake is not None:
        return player.stake
    for fact in told:
        if isinstance(fact, said.StormBroke) and seat in fact.seats:
            return fact.stakes[fact.seats.index(seat)]
    return chance.pick(min(2, player.coins) + 1, "stake")
