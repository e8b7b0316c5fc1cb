"""Leaving the game and its end: the last player or team, Presence, the round limit, the ranking."""

from __future__ import annotations

from domain.games.chanic_panic.messages import DiscardReason, EndReason, GameEnded
from domain.games.chanic_panic.presence import reached
from domain.games.chanic_panic.procedures import discard_from_board, discard_from_hand, discard_from_stack, refill
from domain.games.chanic_panic.state import ChanicDraft, State, board, still_in
from domain.games.chanic_panic.teams import members, team, teams_in
from domain.games.chanic_panic.values import total
from domain.kernel.ranking import by_score, ranked
from domain.kernel.seats import Seat
from domain.kernel.setup import EndedBy, Place

Score = tuple[int, ...]


def lay_down(draft: ChanicDraft, seat: Seat, reason: DiscardReason = "left") -> None:
    """Discard everything a seat owns: board by rows, hand and Stack each in the order of the pack.

    Source: 8.1, 7.7, H1; rulebook "Elimination".
    """
    player = draft.state.players[seat]
    cards = board(player)
    if cards:
        discard_from_board(draft, seat, cards, reason)
    if player.hand.cards:
        discard_from_hand(draft, seat, player.hand.cards, reason)
    if player.stack.cards:
        discard_from_stack(draft, seat, player.stack.cards, reason)
    refill(draft)


def won(draft: ChanicDraft, reason: EndReason, ended_by: EndedBy) -> bool:
    """End the game if only one player or team is left; source: 8.2; rulebook "Winning the Game"."""
    if len(teams_in(draft.state)) > 1:
        return False
    finish(draft, reason, ended_by)
    return True


def won_by_presence(draft: ChanicDraft, gone: Seat) -> bool:
    """End the game if the team that lost a member has the Presence to win now; source: 8.2, R40."""
    number = team(draft.state, gone)
    mate = next((seat for seat in members(draft.state, number) if draft.state.players[seat].standing == "in"), None)
    if mate is None or not reached(draft.state, number):
        return False
    finish(draft, "presence", "play", by=mate)
    return True


def finish(draft: ChanicDraft, reason: EndReason, ended_by: EndedBy, *, by: Seat | None = None) -> None:
    """End the game with the ranking as it stands; the team of `by` has won, whatever the others have."""
    places = ranking(draft.state, winner=None if by is None else team(draft.state, by))
    draft.emit(GameEnded(winners=places[0].seats, reason=reason, ended_by=ended_by, ranking=places))


def ranking(state: State, winner: int | None = None) -> tuple[Place, ...]:
    """Rank the teams: a winner, those still in by 8.4, a full tie shared, then the others, last out first.

    A team is ranked as one by its members still in, or by the moment when the last of them left. Source: 8.5.
    """
    scores = {number: team_score(state, number) for number in teams_in(state) if number != winner}
    gone = dict.fromkeys([team(state, seat) for seat in reversed(state.left)])
    out = [number for number in gone if number not in scores and number != winner]
    groups: list[tuple[int, ...]] = [(winner,)] if winner is not None else []
    groups += [*by_score(scores), *[(number,) for number in out]]
    return ranked([_seats(state, group) for group in groups])


def _seats(state: State, teams: tuple[int, ...]) -> tuple[Seat, ...]:
    return tuple(sorted([seat for number in teams for seat in members(state, number)]))


def team_score(state: State, number: int) -> Score:
    """Return what the round limit compares of a team, summed over its members still in; source: 8.4."""
    playing = [score(state, seat) for seat in still_in(state) if team(state, seat) == number]
    return tuple([sum(values) for values in zip(*playing, strict=True)])


def score(state: State, seat: Seat) -> Score:
    """Return what the round limit compares: lives, Presence, Health, shields, cards on board, cards in hand (R58).

    An option that is off makes no difference: with one life each, a team of more members has no more lives.
    """
    player = state.players[seat]
    return (
        player.lives if state.options.lives > 1 else 0,
        player.presence,
        total(state, seat, player.hearts),
        total(state, seat, player.diamonds),
        len(board(player)),
        len(player.hand),
    )
