"""How a turn starts and ends: hand limit, turn limit, extra turns, lost turns (section 5)."""

from __future__ import annotations

from domain.games.panic_clan_inviter.ending import finish
from domain.games.panic_clan_inviter.messages import (
    FinishTurn,
    MagicResolved,
    Question,
    Resolve,
    TurnEnded,
    TurnLost,
    TurnStarted,
)
from domain.games.panic_clan_inviter.procedures import ask
from domain.games.panic_clan_inviter.state import HAND_LIMIT, PanicDraft, State, next_seat, still_in
from domain.kernel.seats import Seat


def start_turn(draft: PanicDraft, seat: Seat, *, extra: bool = False) -> None:
    """Begin a turn: its seat is asked for an action."""
    draft.emit(TurnStarted(turn_no=draft.state.turn.number + 1, seat=seat, extra=extra))
    draft.push(Question(seat=seat, kind="choose_action"))


def resolve(draft: PanicDraft, step: Resolve) -> None:
    """Put the magic card that was carried out on the discard pile; source: R8."""
    card = draft.state.resolving
    assert card is not None
    draft.emit(MagicResolved(seat=step.seat, card=card))


def finish_turn(draft: PanicDraft, step: FinishTurn) -> None:
    """Ask the first seat over the hand limit, or end the turn and begin the next one.

    Source: section 5, steps 1 to 5; 8.2; R13, R34, R35.
    """
    over = over_limit(draft.state, step.seat)
    if over is not None:
        draft.push(step)
        ask(draft, Question(seat=over, kind="discard_to_limit"))
        return
    number = draft.state.turn.number
    draft.emit(TurnEnded(seat=step.seat, turn_no=number, passed=step.passed))
    state = draft.state
    if number >= state.turn_limit:
        finish(draft, "turn_limit", "limit")
    elif state.passed and set(still_in(state)) <= set(state.passed):
        finish(draft, "blocked", "limit")
    elif state.turn.extra:
        start_turn(draft, step.seat, extra=True)
    else:
        _pass_on(draft, step.seat)


def over_limit(state: State, seat: Seat) -> Seat | None:
    """Return the first seat with too many cards, from this one onward in the current direction."""
    over = [here for here, player in enumerate(state.players) if len(player.hand.cards) > HAND_LIMIT]
    if not over:
        return None
    step = 1 if state.direction == "clockwise" else -1
    return min(over, key=lambda here: (here - seat) * step % len(state.players))


def _pass_on(draft: PanicDraft, seat: Seat) -> None:
    """Begin the turn of the next seat that loses none."""
    following = next_seat(draft.state, seat)
    while draft.state.players[following].lost_turns:
        draft.emit(TurnLost(seat=following))
        following = next_seat(draft.state, following)
    start_turn(draft, following)
