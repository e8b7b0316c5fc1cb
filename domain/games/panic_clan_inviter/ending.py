"""The end of the game: who has won, and the ranking."""

from __future__ import annotations

from domain.games.panic_clan_inviter.messages import EndReason, GameEnded
from domain.games.panic_clan_inviter.state import PanicDraft, State, still_in
from domain.kernel.ranking import by_score, ranked
from domain.kernel.setup import EndedBy, Place


def finish(draft: PanicDraft, reason: EndReason, ended_by: EndedBy) -> None:
    """End the game with the ranking as it stands."""
    places = ranking(draft.state)
    draft.emit(GameEnded(reason=reason, winners=places[0].seats, ended_by=ended_by, ranking=places))


def ranking(state: State) -> tuple[Place, ...]:
    """Rank those who remain by the length of their lines, ties shared, and behind them those who left.

    Source: 8.1, 8.2; R13.
    """
    lengths = {seat: len(state.players[seat].line) for seat in still_in(state)}
    gone = tuple([seat for seat in range(len(state.players)) if seat not in lengths])
    return ranked([*by_score(lengths), gone])
