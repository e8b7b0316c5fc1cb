"""How a turn starts and ends."""

from __future__ import annotations

from typing import Literal

from domain.games.chanic_panic.ending import finish
from domain.games.chanic_panic.messages import PointPhaseStarted, ProtectionEnded, TurnEnded, TurnStarted
from domain.games.chanic_panic.procedures import draw
from domain.games.chanic_panic.state import ChanicDraft, after
from domain.games.chanic_panic.values import point_parts, turn_draw
from domain.kernel.seats import Seat


def start_turn(draft: ChanicDraft, seat: Seat) -> None:
    """Begin a seat's turn: its round, the Draw Phase, the points.

    Source: 5.2 to 5.4; rulebook "1. Draw Phase", "2. Point Phase"; R2, R3.
    """
    draft.emit(TurnStarted(seat=seat, round=draft.state.players[seat].turns + 1))
    draw(draft, seat, turn_draw(draft.state, seat), "turn")
    parts = point_parts(draft.state, seat)
    draft.emit(PointPhaseStarted(seat=seat, points=sum([part.points for part in parts]), parts=parts))


def end_turn(draft: ChanicDraft, reason: Literal["chosen", "panic", "timeout", "conceded"]) -> None:
    """End the turn in progress; the next seat still in begins, or the round limit is reached.

    Source: 5.7; 8.4; R34.
    """
    seat = draft.state.turn.seat
    draft.emit(TurnEnded(seat=seat, reason=reason))
    player = draft.state.players[seat]
    if player.protected_through == player.turns:
        draft.emit(ProtectionEnded(seat=seat, through_turn=player.turns))
    state = draft.state
    following = after(state, seat)
    if state.players[following].turns >= state.options.round_limit:
        finish(draft, "round_limit", "limit")
    else:
        start_turn(draft, following)
