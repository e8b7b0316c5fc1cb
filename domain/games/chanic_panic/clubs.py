"""Clubs: how one is played, and what its allowance still admits (5.5; rulebook "Club Mechanics", "Club Chaining")."""

from __future__ import annotations

from typing import Literal

from domain.games.chanic_panic.cards import KIND, Card
from domain.games.chanic_panic.messages import (
    AllowanceOpened,
    AllowanceUsed,
    ClubPhaseStarted,
    ClubPlayed,
    PlaySource,
    UtilityPlayed,
)
from domain.games.chanic_panic.procedures import complete, draw
from domain.games.chanic_panic.state import ChanicDraft
from domain.games.chanic_panic.values import allowance_left, club_draw, club_value
from domain.kernel.seats import Seat


def play_club(draft: ChanicDraft, seat: Seat, label: Card, from_: Literal["hand", "discard"]) -> None:
    """Discard a Club, begin the Club Phase if need be, open the allowance and draw; source: 6.2; R7, R8, R10."""
    state = draft.state
    kind = KIND[label]
    value = club_value(state, seat, kind)
    draft.emit(ClubPlayed(seat=seat, card=label, value=value, from_=from_))
    if state.turn.phase == "point_phase":
        draft.emit(ClubPhaseStarted(seat=seat, points_lost=state.turn.points))
    complete(draft)
    draft.emit(AllowanceOpened(value=value, source="played"))
    draw(draft, seat, club_draw(draft.state, seat, kind), "club")


def play_on_club(
    draft: ChanicDraft,
    seat: Seat,
    label: Card,
    source: PlaySource,
    attached: tuple[Card, ...],
    from_: Literal["hand", "discard"] = "hand",
) -> None:
    """Lay a card on the board under the last Club's allowance; what that still admits stays open; source: R11, R70."""
    turn = draft.state.turn
    left = allowance_left(draft.state, seat, KIND[label])
    draft.emit(AllowanceUsed(value=turn.last_club, source=turn.source))
    draft.emit(UtilityPlayed(seat=seat, card=label, source=source, from_=from_, attached=attached))
    if left > 0:
        draft.emit(AllowanceOpened(value=left, source="played"))
