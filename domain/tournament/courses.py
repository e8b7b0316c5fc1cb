"""A player's way through a tournament, round by round: what tie-breaks and pairings look back on."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal, TypeAlias

import msgspec

from domain.tournament.players import PlayerId
from domain.tournament.points import NONE, Points, Scoring
from domain.tournament.results import ABSENT, Bye, History, Result

Kind: TypeAlias = Literal[
    "table", "forfeit_win", "forfeit_loss", "pairing_bye", "full_bye", "half_bye", "zero_bye", "away"
]

BEATEN, TIED, LOST = Fraction(1), Fraction(1, 2), Fraction(0)


class Meeting(msgspec.Struct, frozen=True):
    """One opponent met at a table: 1 if placed before them, 1/2 if tied, 0 if behind."""

    opponent: PlayerId
    against: Points


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """What one round was for a player. Only a table that was played has meetings, a place and a seat."""

    kind: Kind
    points: Points = NONE
    meetings: tuple[Meeting, ...] = ()
    scheduled: tuple[PlayerId, ...] = ()  # whom a forfeit kept from a meeting
    place: int = ABSENT
    shared: bool = False  # whether somebody shares the place
    seat: int = -1

    @property
    def was_first(self) -> bool:
        """Whether the player began; what chess calls White."""
        return self.seat == 0

    @property
    def voluntary(self) -> bool:
        """Whether the round was not played by the player's own choice or fault (C.07, 16.2: VUR)."""
        return self.kind in ("forfeit_loss", "half_bye", "zero_bye", "away")

    @property
    def won(self) -> bool:
        """Whether the first place was the player's alone, at a table that was played."""
        return self.place == 1 and not self.shared


AWAY = Step(kind="away")
Course: TypeAlias = tuple[Step, ...]


def courses(history: History, scoring: Scoring) -> dict[PlayerId, Course]:
    """Return everybody's course. Who is in no table and no bye of a round was away."""
    steps: dict[PlayerId, list[Step]] = {player.id: [] for player in history.players}
    for played in history.rounds:
        here = {bye.player: _of_bye(bye, scoring) for bye in played.byes}
        for table in played.tables:
            here.update(_of_table(table, scoring.of(table, played.tables)))
        for player, course in steps.items():
            course.append(here.get(player, AWAY))
    return {player: tuple(course) for player, course in steps.items()}


def _of_bye(bye: Bye, scoring: Scoring) -> Step:
    kinds: dict[str, Kind] = {
        "pairing": "pairing_bye",
        "full": "full_bye",
        "half": "half_bye",
        "zero": "zero_bye",
    }
    return Step(kind=kinds[bye.kind], points=scoring.bye(bye.kind))


def _of_table(table: Result, points: Mapping[PlayerId, Points]) -> dict[PlayerId, Step]:
    places = dict(zip(table.players, table.places, strict=True))
    here = table.present
    steps: dict[PlayerId, Step] = {}
    for seat, player in enumerate(table.players):
        others = tuple([other for other in table.players if other != player])
        if player not in here:
            steps[player] = Step(kind="forfeit_loss", points=points[player], scheduled=others)
        elif not table.was_played:
            steps[player] = Step(kind="forfeit_win", points=points[player], scheduled=others)
        else:
            steps[player] = Step(
                kind="table",
                points=points[player],
                meetings=tuple([Meeting(other, _against(places, player, other)) for other in here if other != player]),
                place=places[player],
                shared=table.places.count(places[player]) > 1,
                seat=seat,
            )
    return steps


def _against(places: dict[PlayerId, int], player: PlayerId, other: PlayerId) -> Points:
    if places[player] == places[other]:
        return TIED
    return BEATEN if places[player] < places[other] else LOST


def opponents(course: Course) -> frozenset[PlayerId]:
    """Return everybody a player met at a table."""
    return frozenset([meeting.opponent for step in course for meeting in step.meetings])
