"""The standings: everybody in order, with the values that decided it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from domain.record.members import Count, Part
from domain.tournament.courses import courses
from domain.tournament.players import Name, PlayerId
from domain.tournament.points import Points, Scoring, scores
from domain.tournament.results import History, Round
from domain.tournament.tie_breaks import LOWER_IS_BETTER, RULES, Field, TieBreak, Value


class Row(msgspec.Struct, frozen=True):
    """One player's line: the place, the score, the value of each tie-break in the chosen order."""

    place: int
    player: PlayerId
    score: Points
    values: tuple[Value, ...]


class Standing(Part, frozen=True, kw_only=True):
    """A line of frozen standings: the place, the score, the values of the tie-breaks in their order."""

    place: Count
    player: Name
    score: str
    values: tuple[str, ...]


def standings(
    history: History,
    scoring: Scoring,
    tie_breaks: Sequence[TieBreak],
    *,
    adjusted: Mapping[PlayerId, Points] | None = None,
    disqualified: Collection[PlayerId] = (),
    lots: Mapping[PlayerId, int] | None = None,
    ranked: Sequence[Sequence[PlayerId]] | None = None,
    everybody_meets: bool = False,
) -> tuple[Row, ...]:
    """Return the standings, the best first.

    Who is still tied shares a place and stands in the initial order, unless `lots` (the lowest first) part them.
    `ranked` are groups, the best first, that come before all points: what a bracket says. `everybody_meets` is a round
    robin. Places close up where somebody is disqualified; their tables stay, and count for their opponents.
    """
    total = scores(history, scoring, adjusted=adjusted)
    field = Field(total, courses(history, scoring), scoring.win, scoring.draw, everybody_meets)
    listed = [player.id for player in sorted(history.players, key=lambda player: player.number)]
    listed = [player for player in listed if player not in disqualified]
    values: dict[PlayerId, list[Value]] = {player: [] for player in listed}
    before = [listed] if ranked is None else [[one for one in listed if one in group] for group in ranked]
    groups = _split([group for group in before if group], total, lower=False)
    for name in tie_breaks:
        amounts: dict[PlayerId, Points] = {}
        for group in groups:
            for player in group:
                value = RULES[name](field, player, group)
                values[player].append(value)
                amounts[player] = value.amount
        groups = _split(groups, amounts, lower=name in LOWER_IS_BETTER)
    if lots is not None:
        groups = [[player] for group in groups for player in sorted(group, key=lots.__getitem__)]
    rows: list[Row] = []
    for group in groups:
        place = len(rows) + 1
        rows.extend([Row(place, player, total[player], tuple(values[player])) for player in group])
    return tuple(rows)


def in_groups(
    history: History,
    scoring: Scoring,
    tie_breaks: Sequence[TieBreak],
    groups: Sequence[Sequence[PlayerId]],
    adjusted: Mapping[PlayerId, Points],
    disqualified: Collection[PlayerId],
) -> tuple[tuple[PlayerId, ...], ...]:
    """Return everybody by the place in the own group of a round robin: all winners, then all seconds, and so on."""
    places: dict[int, list[PlayerId]] = {}
    for group in groups:
        for row in standings(
            _among(history, group),
            scoring,
            tie_breaks,
            adjusted={player: points for player, points in adjusted.items() if player in group},
            disqualified=disqualified,
            everybody_meets=True,
        ):
            places.setdefault(row.place, []).append(row.player)
    return tuple([tuple(places[place]) for place in sorted(places)])


def _among(history: History, group: Collection[PlayerId]) -> History:
    """Return what a tournament was for a group: nobody of it meets anybody else."""
    rounds = [
        Round(
            tuple([table for table in played.tables if table.players[0] in group]),
            tuple([bye for bye in played.byes if bye.player in group]),
        )
        for played in history.rounds
    ]
    return History(tuple([player for player in history.players if player.id in group]), tuple(rounds))


def _split(groups: list[list[PlayerId]], amounts: Mapping[PlayerId, Points], *, lower: bool) -> list[list[PlayerId]]:
    """Part each group of tied players by an amount, the better first."""
    parted: list[list[PlayerId]] = []
    for group in groups:
        best_first = sorted({amounts[player] for player in group}, reverse=not lower)
        parted.extend([[player for player in group if amounts[player] == amount] for amount in best_first])
    return parted
