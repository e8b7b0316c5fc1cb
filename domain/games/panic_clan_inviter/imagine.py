"""Possible worlds: fill the unknown hands and the unknown deck of a redacted state.

Every place of a hidden card is a token: the card itself where it is known, else `?` and a number. What is told of the
coming entry moves tokens and names some; then the rest gets the cards that are left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from domain.games.panic_clan_inviter.cards import Card, CardSet
from domain.games.panic_clan_inviter.messages import (
    CardMovedBetweenHands,
    CardsDiscarded,
    CardsDrawn,
    CardTakenFromDiscard,
    CostPaid,
    DeckReshuffled,
    HandsSwapped,
    LineCardRemoved,
    MagicPlayed,
    NumberCardPlaced,
    PanicFact,
    RuleChanged,
)
from domain.games.panic_clan_inviter.state import State
from domain.kernel.cards.unknowns import NoWorldError, Unknowns, is_unknown, left_over
from domain.kernel.cards.zones import Bag, Stack
from domain.kernel.chance import Chance
from domain.kernel.marks import HIDDEN
from domain.kernel.seats import Seat


def imagine(state: State, chance: Chance, told: Sequence[PanicFact] = ()) -> State:
    """Return a full state that agrees with what is known and lets the told facts follow.

    Unknown cards are the whole pack without the open and the known ones. A world is built at the first try or there
    is none: raises `NoWorldError`.
    """
    trace = _Trace(state, chance)
    hands, deck = [list(hand) for hand in trace.hands], list(trace.deck)
    for fact in told:
        trace.follow(fact)
    filled = _filled(state, [*hands, deck], trace, chance)
    players = tuple(
        [
            replace(player, hand=Bag(tuple([filled.get(token, token) for token in hand])))
            for player, hand in zip(state.players, hands, strict=True)
        ]
    )
    return replace(state, players=players, deck=Stack(tuple([filled.get(token, token) for token in deck])))


class _Trace(Unknowns):
    """Where the tokens are, and the lowest rank that a token may have."""

    def __init__(self, state: State, chance: Chance) -> None:
        super().__init__()
        self._cards: CardSet = state.cards
        self._pick = partial(chance.pick, purpose="imagine")
        self.floor: dict[str, int] = {}
        self.hands = [self.tokens(player.hand.cards) for player in state.players]
        self.deck = self.tokens(state.deck.cards)

    def follow(self, fact: PanicFact) -> None:
        """Go on with one told fact."""
        match fact:
            case NumberCardPlaced(from_="hand") | RuleChanged(from_="hand") | MagicPlayed():
                self._leave(fact.seat, fact.card)
            case CostPaid():
                self._leave_all(fact.seat, fact.cards)
            case CardsDiscarded():
                self._leave_all(fact.seat, fact.cards)
                if fact.chosen_by == "clock":
                    self._raise_floor(fact.seat, fact.cards)
            case CardMovedBetweenHands():
                self.hands[fact.to_seat].append(self._leave(fact.from_seat, fact.card))
                if fact.chosen_by == "clock":
                    self._raise_floor(fact.from_seat, (fact.card,))
            case HandsSwapped(seat_a=one, seat_b=other):
                given, taken = self._leave_all(one, fact.cards_a), self._leave_all(other, fact.cards_b)
                self.hands[one] += taken
                self.hands[other] += given
            case CardsDrawn():
                self.hands[fact.seat] += [self.draw(self.deck, card) for card in fact.cards]
            case DeckReshuffled():
                self.deck = self.tokens((HIDDEN,) * fact.count)
            case CardTakenFromDiscard():
                self.hands[fact.seat].append(self._cards.kind.get(fact.card, HIDDEN))
            case LineCardRemoved(to_seat=int(seat)):
                self.hands[seat].append(self._cards.kind.get(fact.card, HIDDEN))
            case _:
                pass

    def _leave_all(self, seat: Seat, cards: Sequence[Card]) -> list[str]:
        return [self._leave(seat, card) for card in cards]

    def _leave(self, seat: Seat, card: Card) -> str:
        """Let a card leave a hand; which of the unknown ones it is, chance says."""
        return self.leave(self.hands[seat], self._cards.kind.get(card, HIDDEN), self._pick)

    def _raise_floor(self, seat: Seat, cards: Sequence[Card]) -> None:
        """Note that the clock took the lowest cards: none of those that stay is lower."""
        rank = self._cards.rank
        floor = max([rank[self._cards.kind[card]] for card in cards if card != HIDDEN], default=0)
        for token in self.hands[seat]:
            self.floor[token] = max(floor, self.floor.get(token, 0))


def _filled(state: State, places: Sequence[Sequence[str]], trace: _Trace, chance: Chance) -> dict[str, Card]:
    """Return a kind for each unknown token: the names told, then the rest by chance, the highest floors first."""
    cards = state.cards
    tokens = [token for place in places for token in place]
    filled = {token: trace.named[token] for token in tokens if token in trace.named}
    pool = Counter(cards.pack)
    pool.subtract([cards.kind[card] for card in _open_cards(state)])
    pool.subtract([token for token in tokens if not is_unknown(token)])
    pool.subtract(filled.values())
    left = [token for token in tokens if is_unknown(token) and token not in filled]
    rest = left_over(pool, chance)
    if len(rest) != len(left):
        raise NoWorldError(f"{len(rest)} cards are left for {len(left)} unknown places")
    for token in sorted([token for token in left if trace.floor.get(token)], key=trace.floor.__getitem__, reverse=True):
        fitting = next((i for i, kind in enumerate(rest) if cards.rank[kind] >= trace.floor[token]), None)
        if fitting is None:
            raise NoWorldError("no card is left that is as high as what the clock chose")
        filled[token] = rest.pop(fitting)
    filled.update(zip([token for token in left if token not in filled], rest, strict=True))
    return filled


def _open_cards(state: State) -> list[Card]:
    resolving = () if state.resolving is None else (state.resolving,)
    return [*state.discard, state.rule, *resolving, *[card for player in state.players for card in player.line]]
