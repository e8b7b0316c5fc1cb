"""The state after a fact: one function for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from domain.kernel.cards.reordering import reordered
from domain.kernel.cards.zones import Stack, unknown
from domain.kernel.marks import HIDDEN
from domain.kernel.messages import Awaited, UnseenReordered
from domain.kernel.seats import Seat, at_seat
from domain.kernel.setup import Outcome
from tests.harbour import messages as said
from tests.harbour.cards import kind_of
from tests.harbour.state import Gift, Player, State

replace = msgspec.structs.replace


def evolve(state: State, fact: said.HarbourFact) -> State:
    """Return the state after a fact; asks no rule."""
    return EVOLVE[type(fact)](state, fact)


def _with(state: State, seat: Seat, **changed: Any) -> State:
    players = state.players
    player: Player = replace(players[seat], **changed)
    return replace(state, players=at_seat(players, seat, player))


def _same(state: State, fact: Any) -> State:
    return state


def _deck_stacked(state: State, fact: said.DeckStacked) -> State:
    order = unknown(fact.count) if fact.order is None else fact.order
    return replace(state, deck=Stack(order), pile=Stack(), top_known=0, bottom_known=0)


def _new_order(state: State, fact: UnseenReordered) -> State:
    return replace(state, deck=Stack(reordered(state.deck.cards, fact)))


def _from_the_top(state: State, cards: tuple[str, ...]) -> State:
    """Return the state after cards left the top of the deck."""
    deck = state.deck.draw(cards)
    top = max(0, state.top_known - len(cards))
    return replace(state, deck=deck, top_known=top, bottom_known=min(state.bottom_known, len(deck)))


def _cards_drawn(state: State, fact: said.CardsDrawn) -> State:
    hand = state.players[fact.seat].hand.add(fact.cards)
    return _with(_from_the_top(state, fact.cards), fact.seat, hand=hand)


def _manifest_drawn(state: State, fact: said.ManifestDrawn) -> State:
    return _with(state, fact.seat, manifest=fact.kinds)


def _quay_turned(state: State, fact: said.QuayTurned) -> State:
    return replace(_from_the_top(state, (kind_of(fact.card),)), quay=(*state.quay, fact.card))


def _card_loaded(state: State, fact: said.CardLoaded) -> State:
    player = state.players[fact.seat]
    berths = tuple([(*berth, fact.card) if i == fact.berth else berth for i, berth in enumerate(player.berths)])
    return _with(state, fact.seat, hand=player.hand.take(kind_of(fact.card)), berths=berths)


def _card_stowed(state: State, fact: said.CardStowed) -> State:
    hand = state.players[fact.seat].hand.take(fact.card)
    return _with(replace(state, pile=state.pile.put((fact.card,))), fact.seat, hand=hand)


def _gift_offered(state: State, fact: said.GiftOffered) -> State:
    hand = state.players[fact.giver].hand.take(fact.card)
    return _with(replace(state, gift=Gift(fact.giver, fact.taker, fact.card)), fact.giver, hand=hand)


def _gift_moved(state: State, fact: said.GiftMoved) -> State:
    return _with(replace(state, gift=None), fact.to, hand=state.players[fact.to].hand.add((fact.card,)))


def _laid_open(state: State, fact: said.CardsPaid | said.SeatLeft) -> State:
    hand = state.players[fact.seat].hand.take_all([kind_of(card) for card in fact.cards])
    gone = isinstance(fact, said.SeatLeft) or state.players[fact.seat].gone
    return _with(replace(state, pile=state.pile.put(fact.cards)), fact.seat, hand=hand, gone=gone)


def _cards_buried(state: State, fact: said.CardsBuried) -> State:
    hand = state.players[fact.seat].hand.take_all(fact.cards)
    below = state.bottom_known + len(fact.cards)
    state = replace(state, deck=Stack((*state.deck.cards, *fact.cards)), bottom_known=below)
    return _with(state, fact.seat, hand=hand)


def _card_shown(state: State, fact: said.CardShown) -> State:
    hand = state.players[fact.seat].hand.take(kind_of(fact.card))
    return _with(replace(state, pile=state.pile.put((fact.card,))), fact.seat, hand=hand)


def _braced(state: State, fact: said.Braced) -> State:
    return _with(state, fact.seat, staked=True, stake=fact.stake)


def _storm_broke(state: State, fact: said.StormBroke) -> State:
    for seat, loss in zip(fact.seats, fact.losses, strict=True):
        state = _with(state, seat, coins=state.players[seat].coins - loss)
    return replace(state, players=tuple([replace(player, staked=False, stake=None) for player in state.players]))


def _top_seen(state: State, fact: said.TopSeen) -> State:
    if fact.card != HIDDEN:
        state = replace(state, deck=Stack((fact.card, *state.deck.draw((fact.card,)).cards)))
    state = replace(state, top_known=max(1, state.top_known))
    return _with(state, fact.seat, coins=state.players[fact.seat].coins - 1)


def _ware_bought(state: State, fact: said.WareBought) -> State:
    quay = tuple([card for card in state.quay if card != fact.card])
    player = state.players[fact.seat]
    hand = player.hand.add((kind_of(fact.card),))
    return _with(replace(state, quay=quay), fact.seat, hand=hand, coins=player.coins - 1)


def _gifts_preferred(state: State, fact: said.GiftsPreferred) -> State:
    return _with(state, fact.seat, gifts=fact.gifts)


def _turn_ended(state: State, fact: said.TurnEnded) -> State:
    return replace(state, turns=state.turns + 1)


def _harbour_closed(state: State, fact: said.HarbourClosed) -> State:
    for seat, manifest in enumerate(fact.manifests):
        state = _with(state, seat, manifest=manifest)
    outcome = Outcome(places=fact.places, ended_by=fact.ended_by, reason="closed", points=fact.points)
    return replace(state, outcome=outcome)


def _awaited(state: State, fact: Awaited[said.HarbourStep]) -> State:
    return replace(state, agenda=fact.agenda)


EVOLVE: Mapping[type[Any], Callable[[State, Any], State]] = {
    said.HarbourOpened: _same,
    said.DeckStacked: _deck_stacked,
    said.CardsDrawnBefore: _cards_drawn,
    said.CardsDrawn: _cards_drawn,
    said.ManifestDrawn: _manifest_drawn,
    said.QuayTurned: _quay_turned,
    said.CardLoaded: _card_loaded,
    said.CardStowed: _card_stowed,
    said.GiftOffered: _gift_offered,
    said.GiftMoved: _gift_moved,
    said.CardsPaid: _laid_open,
    said.CardsBuried: _cards_buried,
    said.CardShown: _card_shown,
    said.Denied: _same,
    said.StormCalled: _same,
    said.Braced: _braced,
    said.StormBroke: _storm_broke,
    said.TopSeen: _top_seen,
    said.WareBought: _ware_bought,
    said.Hailed: _same,
    said.TurnPassed: _same,
    said.GiftsPreferred: _gifts_preferred,
    said.SeatLeft: _laid_open,
    said.TurnEnded: _turn_ended,
    said.HarbourClosed: _harbour_closed,
    Awaited: _awaited,
    UnseenReordered: _new_order,
}
