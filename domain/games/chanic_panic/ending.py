"""Leaving the game and its end: the last player, the round limit, the ranking."""

from __future__ import annotations

from domain.games.chanic_panic.cards import by_rank
from domain.games.chanic_panic.messages import CardsDiscarded, EndReason, GameEnded
from domain.games.chanic_panic.procedures import open_labels, refill
from domain.games.chanic_panic.state import ChanicDraft, State, board, still_in
from domain.games.chanic_panic.values import total
from domain.kernel.ranking import by_score, ranked
from domain.kernel.seats import Seat
from domain.kernel.setup import EndedBy, Place


def lay_down(draft: ChanicDraft, seat: Seat) -> None:
    """Discard everything a seat owns as it leaves: board by rows, then the hand in the order of the pack.

    Source: 8.1, H1; rulebook "Elimination".
    """
    cards = board(draft.state.players[seat])
    if cards:
        draft.emit(CardsDiscarded(seat=seat, cards=cards, from_="board", reason="left"))
    hand = draft.state.players[seat].hand.cards
    if hand:
        labels = open_labels(draft.state, by_rank(hand))
        draft.emit(CardsDiscarded(seat=seat, cards=labels, from_="hand", reason="left"))
    refill(draft)


def won(draft: ChanicDraft, reason: EndReason, ended_by: EndedBy) -> bool:
    """End the game if only one player is left; source: 8.2; rulebook "Winning the Game"."""
    if len(still_in(draft.state)) > 1:
        return False
    finish(draft, reason, ended_by)
    return True


def finish(draft: ChanicDraft, reason: EndReason, ended_by: EndedBy) -> None:
    """End the game with the ranking as it stands."""
    places = ranking(draft.state)
    draft.emit(GameEnded(winners=places[0].seats, reason=reason, ended_by=ended_by, ranking=places))


def ranking(state: State) -> tuple[Place, ...]:
    """Rank those still in by 8.4, a full tie shared, then those who left, latest first; source: 8.5."""
    scores = {seat: score(state, seat) for seat in still_in(state)}
    return ranked([*by_score(scores), *[(seat,) for seat in reversed(state.left)]])


def score(state: State, seat: Seat) -> tuple[int, int, int, int]:
    """Return what the round limit compares: Health, shields, cards on board, cards in hand; source: 8.4 (R58)."""
    player = state.players[seat]
    return (
        total(state, seat, player.hearts),
        total(state, seat, player.diamonds),
        len(board(player)),
        len(player.hand),
    )
