"""Presence, the second way to win: gained for what one has on the board and in the Stack (5.2, 8.2, R39, R40)."""

from __future__ import annotations

from domain.games.chanic_panic.messages import PresenceGained
from domain.games.chanic_panic.state import ChanicDraft, State, board, stack_owned
from domain.games.chanic_panic.teams import members, team
from domain.kernel.seats import Seat

BOARD_CARD, STACK_CARD = 2, 1  # Presence a turn


def gain(draft: ChanicDraft, seat: Seat) -> None:
    """Let the turn player gain Presence; source: 5.2, R39; W40."""
    player = draft.state.players[seat]
    amount = BOARD_CARD * len(board(player)) + STACK_CARD * stack_owned(player)
    draft.emit(PresenceGained(seat=seat, amount=amount, total=player.presence + amount))


def reached(state: State, number: int) -> bool:
    """Say whether a team still in has the Presence that wins: the average, rounded down, of who was not eliminated.

    Conceded members stay in the average. Source: R40.
    """
    if not state.options.presence:
        return False
    counted = [state.players[seat] for seat in members(state, number) if state.players[seat].standing != "eliminated"]
    return sum([player.presence for player in counted]) // len(counted) >= state.options.presence_target


def has_won(state: State, seat: Seat) -> bool:
    """Say whether the team of a seat has won by Presence."""
    return reached(state, team(state, seat))
