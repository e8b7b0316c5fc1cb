"""The Shop: three open cards of which the turn player may buy one a turn (7.6)."""

from __future__ import annotations

from domain.games.chanic_panic.cards import BASE_VALUE, KIND, Card
from domain.games.chanic_panic.messages import BuyCard, CardBought, MarketFilled, PointsPaid, Slot
from domain.games.chanic_panic.procedures import complete, open_labels, refill
from domain.games.chanic_panic.refusals import no
from domain.games.chanic_panic.state import MARKET, ChanicDraft, State
from domain.games.chanic_panic.values import full_hand
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat


def price(card: Card) -> int:
    """Return what a card of the market costs: half its base value, rounded up."""
    return (BASE_VALUE[card] + 1) // 2


def refuse_buy(state: State, seat: Seat, command: BuyCard) -> Refusal | None:
    """Say why a card cannot be bought; source: 6.2."""
    turn = state.turn
    if not state.options.shop:
        return no("option_disabled", option="the Shop")
    if turn.bought:
        return no("purchase_spent")
    if turn.phase != "point_phase":
        return no("wrong_phase")
    card = state.market[command.slot - 1] if 1 <= command.slot <= MARKET else None
    if card is None:
        return no("slot_empty", slot=command.slot)
    if len(state.players[seat].hand) >= full_hand(state, seat):
        return no("hand_full", limit=full_hand(state, seat))
    if price(card) > turn.points:
        return no("not_enough_points", card=card, cost=price(card), points=turn.points)
    return None


def buy(draft: ChanicDraft, seat: Seat, command: BuyCard) -> None:
    """Pay for a card of the market, take it and fill its slot; source: 7.6; W54."""
    state = draft.state
    card = state.market[command.slot - 1]
    assert card is not None
    paid = price(card)
    draft.emit(PointsPaid(seat=seat, amount=paid, reason="market", left=state.turn.points - paid))
    draft.emit(CardBought(seat=seat, slot=command.slot, card=card, price=paid))
    _fill_slot(draft, command.slot)
    complete(draft)


def fill(draft: ChanicDraft) -> None:
    """Fill the empty slots as the game or a turn starts; source: section 4, 5.2, 7.6."""
    for place, card in enumerate(draft.state.market):
        if card is None:
            _fill_slot(draft, place + 1)


def _fill_slot(draft: ChanicDraft, slot: Slot) -> None:
    """Lay the top card of the deck into a slot, if there is one."""
    if draft.state.deck.cards:
        (label,) = open_labels(draft.state, (KIND[draft.state.deck.top],))
        draft.emit(MarketFilled(slot=slot, card=label))
        refill(draft)
