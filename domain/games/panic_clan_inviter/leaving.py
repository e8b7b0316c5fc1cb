"""Leaving the game: concession, and the time-out that is final (8.3, R44)."""

from __future__ import annotations

from typing import Literal

from domain.games.panic_clan_inviter.choices import choices
from domain.games.panic_clan_inviter.effects import fizzle
from domain.games.panic_clan_inviter.ending import finish
from domain.games.panic_clan_inviter.messages import (
    Effects,
    FinishTurn,
    LineCardRemoved,
    PlayerConceded,
    Question,
    Resolve,
)
from domain.games.panic_clan_inviter.procedures import discard, whole_hand
from domain.games.panic_clan_inviter.state import PanicDraft, still_in
from domain.games.panic_clan_inviter.turns import resolve
from domain.kernel.seats import Seat


def leave(draft: PanicDraft, seat: Seat, cause: Literal["concession", "time"]) -> None:
    """Take a seat out of the game: the last one left wins, else its cards are discarded and play goes on."""
    was_active = draft.state.turn.seat == seat
    draft.emit(PlayerConceded(seat=seat, cause=cause))
    if len(still_in(draft.state)) == 1:
        finish(draft, "last_player", cause)
        return
    discard(draft, seat, whole_hand(draft.state, seat), "concession", "nobody")
    for card in draft.state.players[seat].line:
        draft.emit(LineCardRemoved(line_seat=seat, index=0, card=card, to="discard"))
    if was_active:
        if draft.state.resolving is not None:
            resolve(draft, Resolve(seat=seat))
        draft.agenda.clear()
        draft.push(FinishTurn(seat=seat))
    else:
        _close_question(draft, seat)


def _close_question(draft: PanicDraft, gone: Seat) -> None:
    """Take a question off whose seat left, or that has no answer any more; its effect fizzles (R44)."""
    asked = draft.agenda[-1]
    assert isinstance(asked, Question)
    if asked.seat != gone and (asked.optional or not _unanswerable(draft, asked)):
        return
    draft.pop()
    if asked.source:
        work = Effects(seat=draft.state.turn.seat, source=asked.source, at=asked.at)
        fizzle(draft, work, "player_left", gone)


def _unanswerable(draft: PanicDraft, asked: Question) -> bool:
    return asked.kind in ("choose_from_discard", "choose_line_card") and not choices(draft.state, asked)
