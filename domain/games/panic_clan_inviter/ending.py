"""The end of the game: who has won, and the ranking."""

from __future__ import annotations

from domain.games.panic_clan_inviter.messages import EndReason, GameEnded
from domain.games.panic_clan_inviter.procedures import PanicDraft
from domain.games.panic_clan_inviter.state import State, still_in
from domain.kernel.setup import EndedBy, Place


def finish(draft: PanicDraft, reason: EndReason, ended_by: EndedBy) -> None:
    """End the game with the ranking as it stands."""
    places = ranking(draft.state)
    draft.emit(GameEnded(reason=reason, winners=places[0].seats, ended_by=ended_by, ranking=places))


def ranking(state: State) -> tuple[Place, ...]:
    """Rank those who remain by the length of their lines, ties shared, and behind them those who left.

    Source: 8.1, 8.2; R13.
    """
    remaining = still_in(state)
    lengths = {seat: len(state.players[seat].line) for seat in remaining}
    groups = [
        tuple([seat for seat in remaining if lengths[seat] == length])
        for length in sorted(set(lengths.values()), reverse=True)
    ]
    gone = tuple([seat for seat in range(len(state.players)) if seat not in lengths])
    if gone:
        groups.append(gone)
    places = []
    ahead = 0
    for seats in groups:
        places.append(Place(place=ahead + 1, seats=seats))
        ahead += len(seats)
    return tuple(places)
