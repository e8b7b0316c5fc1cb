"""Laying cards on the own board, by whatever route: what keeps a card off, what goes under it (6.2, 7.2, 7.5)."""

from __future__ import annotations

from domain.games.chanic_panic.cards import BASE_VALUE, CLUBS, KIND, SPADES, STACKED, Card, by_rank
from domain.games.chanic_panic.messages import PlaySource, UtilityPlayed
from domain.games.chanic_panic.procedures import open_labels
from domain.games.chanic_panic.refusals import no
from domain.games.chanic_panic.state import ROWS, ChanicDraft, Player, State
from domain.games.chanic_panic.values import ROW, club_value, cost, may_arm, row_limit
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat


def held(player: Player, card: Card) -> Card | None:
    """Return the kind of a card that a player holds, whatever label it is called by; `None` if it is not held."""
    kind = KIND.get(card)
    return kind if kind in player.hand.cards else None


def unplaceable(state: State, seat: Seat, kind: Card) -> Refusal | None:
    """Say why a card cannot be laid on the own board now, however it is paid for; source: 6.2; 7.2, 8 and 9."""
    suit = kind[0]
    if suit == CLUBS:
        return no("not_a_utility_card", card=kind)
    if state.turn.locked and seat == state.turn.seat:
        return no("play_locked")
    player = state.players[seat]
    lying = len(getattr(player, ROWS[suit]))
    if lying >= ROW and lying >= row_limit(state, seat):  # which no ability lowers
        return no("row_full", limit=row_limit(state, seat))
    if suit == SPADES and not may_arm(state, player):
        return no("spades_too_early")
    return None


def unplayable_utility(state: State, seat: Seat, kind: Card, attach: tuple[Card, ...] = ()) -> Refusal | None:
    """Say why a card of the own hand cannot be laid on the board now; points are looked at last; source: 6.1, 6.2."""
    refusal = unplaceable(state, seat, kind)
    if refusal is not None:
        return refusal
    if state.turn.phase == "club_phase":
        refusal = beyond_allowance(state, kind, BASE_VALUE[kind])
        return unattachable(state, seat, attach) if refusal is None and attach else refusal
    if attach:
        refusal = unattachable(state, seat, attach)
        if refusal is not None:
            return refusal
    price = cost(state, seat, kind)
    points = state.turn.points
    return no("not_enough_points", card=kind, cost=price, points=points) if price > points else None


def unplayable_club(state: State, seat: Seat, kind: Card) -> Refusal | None:
    """Say why a card of the own hand cannot be played as a Club now; source: 6.2."""
    if kind[0] != CLUBS:
        return no("not_a_club", card=kind)
    if state.turn.locked:
        return no("play_locked")
    if state.turn.phase == "club_phase":
        return beyond_allowance(state, kind, club_value(state, seat, kind))
    return None


def beyond_allowance(state: State, kind: Card, value: int) -> Refusal | None:
    """Say why the last Club does not allow a card: one card, no higher than its value; source: R9 to R13."""
    turn = state.turn
    if not turn.allowance:
        return no("no_allowance")
    if value > turn.last_club:
        return no("value_too_high", card=kind, limit=turn.last_club)
    return None


def ready(player: Player) -> tuple[Card, ...]:
    """Return the Stack Cards that may be used: those that were not added in this turn (R42)."""
    return player.stack.cards[: len(player.stack) - player.fresh]


def payable(player: Player) -> tuple[Card, ...]:
    """Return what a cost that admits Stack Cards may be paid with: the hand, and `*H7` for a Stack Card."""
    hand = player.hand.cards
    return hand + tuple([STACKED + kind for kind in ready(player)]) if player.stack.cards else hand


def not_ready(state: State, seat: Seat, kind: Card | None, named: Card) -> Refusal | None:
    """Say why a card cannot be used from the own Stack; `named` as the command calls it."""
    player = state.players[seat]
    if kind is None or kind not in player.stack.cards:
        return no("card_not_in_stack", card=named)
    return None if kind in ready(player) else no("stack_card_fresh", card=named)


def no_stack(state: State, attach: tuple[Card, ...]) -> Refusal | None:
    """Say that nothing can be attached at a table without the Stack: the first thing that is looked at; source: 6.2."""
    return no("option_disabled", option="the Stack") if attach and not state.options.stack else None


def unattachable(state: State, seat: Seat, attach: tuple[Card, ...]) -> Refusal | None:
    """Say why Stack Cards cannot go under a card that is played; source: 6.2, 7.5."""
    if not attach or not state.options.stack:
        return no_stack(state, attach)
    player = state.players[seat]
    left, usable = list(player.stack.cards), list(ready(player))
    for card in attach:
        kind = KIND.get(card, card)
        if kind not in left:
            return no("duplicate_card", card=card) if kind in player.stack.cards else no("card_not_in_stack", card=card)
        left.remove(kind)
        if kind not in usable:
            return no("stack_card_fresh", card=card)
        usable.remove(kind)
    return None


def lay(draft: ChanicDraft, seat: Seat, kind: Card, source: PlaySource, attach: tuple[Card, ...] = ()) -> None:
    """Lay a card of the hand on the board, Stack Cards under it; source: 6.2, 7.5."""
    (label,) = open_labels(draft.state, (kind,))
    draft.emit(UtilityPlayed(seat=seat, card=label, source=source, attached=by_rank(attach)))
