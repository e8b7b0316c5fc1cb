"""Teams: seats alternate between them; without teams everybody is a team of one (7.8, R37)."""

from __future__ import annotations

from domain.games.chanic_panic.messages import ChanicOptions
from domain.games.chanic_panic.state import State, after, still_in
from domain.kernel.seats import Seat


def team(state: State, seat: Seat) -> int:
    """Return the team of a seat."""
    return seat % (state.options.team_count or len(state.players))


def members(state: State, number: int) -> tuple[Seat, ...]:
    """Return all seats of a team, those that left included."""
    return tuple(range(number, len(state.players), state.options.team_count or len(state.players)))


def teammates(state: State, one: Seat, other: Seat) -> bool:
    """Say whether two different seats play together."""
    return one != other and team(state, one) == team(state, other)


def teams_in(state: State) -> tuple[int, ...]:
    """Return the teams that still have a member in the game, in the order of their first one."""
    return tuple(dict.fromkeys([team(state, seat) for seat in still_in(state)]))


def next_opponent(state: State, seat: Seat) -> Seat:
    """Return the first player in turn order after a seat who is no teammate; source: R33."""
    following = after(state, seat)
    while teammates(state, seat, following):
        following = after(state, following)
    return following


def has_ally(options: ChanicOptions) -> bool:
    """Say whether the table plays with the base ability Ally: by default with teams; source: 1.1."""
    return bool(options.team_count) if options.ally is not True and options.ally is not False else options.ally


def ally_uses(state: State, seat: Seat) -> int:
    """Return how often a turn Ally may be used: half the members of the team still in, rounded down; source: R38."""
    number = team(state, seat)
    return len([one for one in still_in(state) if team(state, one) == number]) // 2
