"""Possible worlds: fill unknown hands, Supplies, deck lists, terrain and preferences of a redacted state.

Every place of a hidden card is a token: the card itself where it is known, else `?` and a number. What is told of the
coming entry moves tokens and names some; then the rest gets the cards that a legal deck of that side can still hold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from domain.games.panzer_clash.cards import FACTORY, Card
from domain.games.panzer_clash.deck_rules import COPIES
from domain.games.panzer_clash.field import PLACE
from domain.games.panzer_clash.messages import (
    CardSalvaged,
    CardsDiscarded,
    CardsDrawn,
    EventPlayed,
    FactoryPlayed,
    ModifierPlayed,
    PanzerFact,
    Prefs,
    SupplyDamaged,
    SupplyShuffled,
    TerrainRevealed,
    UnitPlayed,
    Windows,
)
from domain.games.panzer_clash.places import laid_open
from domain.games.panzer_clash.state import Player, State
from domain.kernel.cards.unknowns import NoWorldError, Unknowns, is_unknown, left_over
from domain.kernel.cards.zones import Bag, Stack
from domain.kernel.chance import Chance
from domain.kernel.marks import HIDDEN
from domain.kernel.seats import Seat

FACTORY_SHARE = 3  # every third unknown card of an unknown deck or so is a Factory


def imagine(state: State, chance: Chance, told: Sequence[PanzerFact] = ()) -> State:
    """Return a full state that agrees with what is known and lets the told facts follow.

    A world is built at the first try or there is none: raises `NoWorldError`.
    """
    trace = _Trace(state, chance)
    hands, supplies = [list(hand) for hand in trace.hands], [list(supply) for supply in trace.supplies]
    for fact in told:
        trace.follow(fact)
    players = tuple(
        [_player(state, seat, hands[seat], supplies[seat], trace, chance) for seat in range(len(state.players))]
    )
    laid, aside = _terrain(state, trace, chance)
    return replace(state, players=players, laid=laid, aside=aside)


class _Trace(Unknowns):
    """Where the tokens are, and the lowest card id that a token may have."""

    def __init__(self, state: State, chance: Chance) -> None:
        super().__init__()
        self._pick = partial(chance.pick, purpose="imagine")
        self.floor: dict[str, Card] = {}
        self.terrain: dict[str, Card] = {}  # space -> terrain that will be turned up
        self.hands = [self.tokens(player.hand.cards) for player in state.players]
        self.supplies = [self.tokens(player.supply.cards) for player in state.players]

    def follow(self, fact: PanzerFact) -> None:
        """Go on with one told fact."""
        match fact:
            case CardsDrawn():
                self.hands[fact.seat] += [self.draw(self.supplies[fact.seat], card) for card in fact.cards]
            case SupplyDamaged():
                for card in fact.discarded:
                    self.draw(self.supplies[fact.seat], card)
            case SupplyShuffled():
                self.hands[fact.seat] = []
                self.supplies[fact.seat] = self.tokens((HIDDEN,) * fact.count)
            case FactoryPlayed():
                self.leave(self.hands[fact.seat], FACTORY, self._pick)
            case UnitPlayed() | ModifierPlayed() | EventPlayed():
                self.leave(self.hands[fact.seat], fact.card, self._pick)
            case CardsDiscarded():
                for card in sorted(fact.cards, key=HIDDEN.__eq__):  # the known ones before others take their places
                    self.leave(self.hands[fact.seat], card, self._pick)
                if fact.by == "clock" and HIDDEN not in fact.cards:
                    self.floor.update(dict.fromkeys(self.hands[fact.seat], fact.cards[-1]))
            case CardSalvaged():
                self.hands[fact.seat] += self.tokens((fact.card,))
            case TerrainRevealed():
                self.terrain[fact.space] = fact.terrain
            case _:
                pass


def _player(state: State, seat: Seat, hand: list[str], supply: list[str], trace: _Trace, chance: Chance) -> Player:
    player = state.players[seat]
    prefs = _prefs(chance) if player.prefs is None else player.prefs
    if player.side is None:
        return replace(player, prefs=prefs)
    tokens = [token for token in (*hand, *supply) if is_unknown(token)]
    filled = {token: trace.named[token] for token in tokens if token in trace.named}
    known = Counter([*laid_open(state, seat), *filled.values()])
    known.update([card for card in (*hand, *supply) if not is_unknown(card)])
    left = [token for token in tokens if token not in filled]
    if player.deck is None:
        wanted = state.options.deck_size - known.total()
        cards = _legal_cards(state, seat, known, wanted, [trace.floor.get(token, "") for token in left], chance)
        deck: Mapping[Card, int] = Counter(cards) + known
    else:
        deck = player.deck
        loose = Counter(deck)
        loose.subtract(known)
        cards = left_over(loose, chance)
    filled.update(zip(left, cards, strict=False))
    return replace(
        player,
        deck=dict(sorted(deck.items())),
        hand=Bag(tuple([filled.get(token, token) for token in hand])),
        supply=Stack(tuple([filled.get(token, token) for token in supply])),
        prefs=prefs,
    )


def _legal_cards(
    state: State, seat: Seat, known: Mapping[Card, int], count: int, floors: Sequence[Card], chance: Chance
) -> list[Card]:
    """Return so many more cards that a legal deck of a seat's side may hold; the first ones not below their floors."""
    side = state.players[seat].side
    kinds = [kind for kind in state.pool.cards.values() if kind.card_type != "terrain" and kind.side in (None, side)]
    every = [
        kind.id
        for kind in kinds
        for _ in range(count // FACTORY_SHARE if kind.id == FACTORY else COPIES - known.get(kind.id, 0))
    ]
    loose = [every[place] for place in chance.shuffle(len(every), "imagine")]
    cards: list[Card] = []
    for floor in floors:
        place = next((place for place, card in enumerate(loose) if card >= floor), None)
        if place is None:
            raise NoWorldError("no card is left that is as high as what the clock discarded")
        cards.append(loose.pop(place))
    missing = count - len(cards)
    return cards + loose[:missing] + [FACTORY] * max(0, missing - len(loose))


def _prefs(chance: Chance) -> Prefs:
    asks = [bool(chance.pick(2, "imagine")) for _ in Windows.__struct_fields__]
    return Prefs(Windows(**dict(zip(Windows.__struct_fields__, asks, strict=True))), not chance.pick(4, "imagine"))


def _terrain(state: State, trace: _Trace, chance: Chance) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return the terrain of the field and aside, all forty cards of the pool."""
    laid = list(state.laid)
    for space, terrain in trace.terrain.items():
        if laid and laid[PLACE[space]] == HIDDEN:
            laid[PLACE[space]] = terrain
    loose = Counter(state.pool.terrain)
    loose.subtract([card for card in (*laid, *state.aside) if card != HIDDEN])
    order = iter(left_over(loose, chance))
    return (
        tuple([next(order) if card == HIDDEN else card for card in laid]),
        tuple([next(order) if card == HIDDEN else card for card in state.aside]),
    )
