"""What several abilities ask of their parameters: cards of the hand, room in it, players, suits."""

from __future__ import annotations

from domain.games.chanic_panic.cards import CLUBS, KIND, STACKED, Card, stacked
from domain.games.chanic_panic.playing import held, not_ready
from domain.games.chanic_panic.refusals import no
from domain.games.chanic_panic.state import ROWS, State
from domain.games.chanic_panic.teams import teammates
from domain.games.chanic_panic.values import full_hand
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat


def no_room(state: State, seat: Seat) -> Refusal | None:
    """Say that the own hand takes no further card."""
    limit = full_hand(state, seat)
    return no("hand_full", limit=limit) if len(state.players[seat].hand) >= limit else None


def not_held(state: State, seat: Seat, cards: tuple[Card, ...]) -> Refusal | None:
    """Say which of several cards the own hand does not hold, or not as often as it is named; the Stack holds none."""
    left = list(state.players[seat].hand.cards)
    for card in cards:
        if card[:1] == STACKED:
            return _no_stack_card(state, card)
        kind = held(state.players[seat], card)
        if kind is None:
            return no("card_not_in_hand", card=card)
        if kind not in left:
            return no("duplicate_card", card=card)
        left.remove(kind)
    return None


def no_card_of_hand(state: State, seat: Seat, card: Card | None, *, stack: bool = False) -> Refusal | None:
    """Say why one card cannot be given from the hand; `stack`: a Stack Card may serve instead (7.5)."""
    if card is None:
        return no("wrong_number_of_cards", "ability", count=0)
    if not stack or card[:1] != STACKED or not state.options.stack:
        return not_held(state, seat, (card,))
    return not_ready(state, seat, stacked(card), card)


def _no_stack_card(state: State, card: Card) -> Refusal:
    """Say that a Stack Card does not serve here (7.5)."""
    return no("stack_not_allowed_here", card=card) if state.options.stack else no("option_disabled", option="the Stack")


def not_another(state: State, seat: Seat, target: Seat | None) -> Refusal | None:
    """Say why a seat is no other player still in the game."""
    if target is None or not 0 <= target < len(state.players) or state.players[target].standing != "in":
        return no("target_not_in_game", target=-1 if target is None else target)
    return no("target_is_self", "ability") if target == seat else None


def not_an_opponent(state: State, seat: Seat, target: Seat | None) -> Refusal | None:
    """Say why a seat is no opponent still in the game."""
    if target is None or not 0 <= target < len(state.players) or state.players[target].standing != "in":
        return no("target_not_in_game", target=-1 if target is None else target)
    return no("target_is_not_opponent") if target == seat or teammates(state, seat, target) else None


def owner_of(state: State, card: Card | None) -> Seat | None:
    """Return on whose board a card lies; nothing if it lies on none."""
    if card is None or card not in KIND or card[0] == CLUBS:
        return None
    row = ROWS[card[0]]
    return next((seat for seat, player in enumerate(state.players) if card in getattr(player, row)), None)


def not_on_board(card: Card | None) -> Refusal:
    """Say that a card does not lie on the board it should lie on; or that none is named."""
    if card is None:
        return no("wrong_number_of_cards", "ability", count=0)
    return no("card_not_on_board", card=card)
