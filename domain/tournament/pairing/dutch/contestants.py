"""What the Dutch system knows of a player: score, colours, floats, byes (C.04.3, article 1)."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from domain.tournament.courses import Course, Step, courses
from domain.tournament.pairing.interface import Request
from domain.tournament.players import Pair, PlayerId, in_order, pair
from domain.tournament.points import NONE, Points

Colour: TypeAlias = Literal[0, 1]  # the seat: White is 0
Float: TypeAlias = Literal["down", "up", "none"]

NO_PREFERENCE, MILD, STRONG, ABSOLUTE = range(4)


class Contestant(msgspec.Struct, frozen=True, kw_only=True):
    """A player as the rules look at them before a round. `rank` is the place in the order of article 1.2, from 0."""

    rank: int
    id: PlayerId
    number: int
    score: Points
    colours: tuple[Colour, ...]  # of the tables that were played, the first round first
    wants: Colour | None  # the colour preference, and its strength
    strength: int
    imbalance: int  # how much more often one colour than the other
    twice: Colour | None  # the colour of both of the last two games
    floats: tuple[Float, Float]  # in the round before, and in the one before that
    may_have_bye: bool
    unplayed: int
    is_topscorer: bool


def contestants(request: Request) -> tuple[Contestant, ...]:
    """Return who is to be paired, in the order of article 1.2: by score, then by number."""
    ways = courses(request.history, request.scoring)
    scores = request.scores()
    before = _scores_before(ways, request)
    listed = sorted(in_order(request.players), key=lambda player: scores[player.id], reverse=True)
    played = request.round - 1
    half = request.scoring.win * played / 2
    return tuple(
        [
            _contestant(
                rank,
                player.id,
                player.number,
                scores[player.id],
                ways[player.id],
                before,
                win=request.scoring.win,
                is_topscorer=request.round == request.rounds and scores[player.id] > half,
            )
            for rank, player in enumerate(listed)
        ]
    )


def _scores_before(ways: dict[PlayerId, Course], request: Request) -> dict[PlayerId, list[Points]]:
    """Return everybody's score before each round."""
    before: dict[PlayerId, list[Points]] = {}
    for player, course in ways.items():
        total = request.adjusted.get(player, NONE)
        before[player] = []
        for step in course:
            before[player].append(total)
            total += step.points
    return before


def _contestant(
    rank: int,
    player: PlayerId,
    number: int,
    score: Points,
    course: Course,
    before: dict[PlayerId, list[Points]],
    *,
    win: Points,
    is_topscorer: bool,
) -> Contestant:
    colours: tuple[Colour, ...] = tuple([0 if step.was_first else 1 for step in course if step.meetings])
    wants, strength = preference(colours)
    floats = [_float(step, player, number, before) for number, step in enumerate(course)]
    last_two: list[Float] = ["none", "none", *floats][-2:]
    return Contestant(
        rank=rank,
        id=player,
        number=number,
        score=score,
        colours=colours,
        wants=wants,
        strength=strength,
        imbalance=abs(colours.count(0) - colours.count(1)),
        twice=colours[-1] if len(colours) > 1 and colours[-1] == colours[-2] else None,
        floats=(last_two[1], last_two[0]),
        may_have_bye=all(may_precede_bye(step, win) for step in course),
        unplayed=sum(not step.meetings for step in course),
        is_topscorer=is_topscorer,
    )


def may_precede_bye(step: Step, win: Points) -> bool:
    """Say whether a round lets its player have a pairing bye later (C.04.1, article 4).

    None follows a pairing bye, nor a round that gave the points of a win without a game.
    """
    return bool(step.meetings) or (step.kind != "pairing_bye" and step.points < win)


def preference(colours: tuple[Colour, ...]) -> tuple[Colour | None, int]:
    """Return the colour a player should get, and how strongly (article 1)."""
    if not colours:
        return None, NO_PREFERENCE
    difference = colours.count(0) - colours.count(1)
    other: Colour = 1 if colours[-1] == 0 else 0
    if abs(difference) > 1:
        return (1 if difference > 0 else 0), ABSOLUTE
    if len(colours) > 1 and colours[-1] == colours[-2]:
        return other, ABSOLUTE
    if difference:
        return (1 if difference > 0 else 0), STRONG
    return other, MILD


def _float(step: Step, player: PlayerId, round: int, before: dict[PlayerId, list[Points]]) -> Float:
    """Return which way a player floated in a round (article 1.4)."""
    if not step.meetings:
        return "down" if step.kind == "pairing_bye" or step.points > NONE else "none"
    own, other = before[player][round], before[step.meetings[0].opponent][round]
    return "down" if own > other else "up" if own < other else "none"


def met_before(request: Request) -> frozenset[Pair]:
    """Return who met whom at a table; a forfeit is no meeting."""
    return frozenset(
        [
            pair(*table.players)
            for played in request.history.rounds
            for table in played.tables
            if table.was_played and len(table.players) == 2
        ]
    )
