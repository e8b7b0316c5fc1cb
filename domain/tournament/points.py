"""Points from places, in exact fractions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal, TypeAlias

import msgspec

from domain.tournament.players import PlayerId
from domain.tournament.results import ByeKind, History, Result, Round

Points: TypeAlias = Fraction
NONE = Fraction(0)


class Scoring(msgspec.Struct, frozen=True, kw_only=True):
    """How places become points.

    `by_place` gives the points of the first place, the second, and so on; a smaller table uses its first entries.
    Players who tie share the points of the places they take together, or, with `tie: draw_points`, each player of a
    tie for the first place gets `draw_points` (ties for other places are shared).
    What is not stated of byes and forfeits follows from the first place: a pairing bye, a full-point bye and a win by
    forfeit are worth as much, a half-point bye half of it, a zero-point bye and a loss by forfeit nothing.
    Where all tables of a round are dealt the same, places are `compared` with those of the same seat elsewhere: each
    one beaten is 1, each equal one 1/2, of as many as there are; all of them are worth the first place.
    """

    by_place: tuple[Points, ...]
    tie: Literal["share", "draw_points"] = "share"
    draw_points: Points = NONE
    pairing_bye: Points | None = None
    forfeit_loss: Points = NONE
    compared: bool = False

    @property
    def win(self) -> Points:
        """What the first place alone is worth."""
        return self.by_place[0]

    @property
    def draw(self) -> Points:
        """What everybody gets where a whole table ties, or who is compared with nobody."""
        return self.win / 2 if self.compared else self._each(0, len(self.by_place))

    def bye(self, kind: ByeKind) -> Points:
        """Return what a bye is worth."""
        if kind == "pairing":
            return self.win if self.pairing_bye is None else self.pairing_bye
        return {"full": self.win, "half": self.win / 2, "zero": NONE}[kind]

    def of(self, result: Result, field: Sequence[Result] = ()) -> dict[PlayerId, Points]:
        """Return the points of each player of a table; `field` are all tables of its round."""
        points = dict.fromkeys(result.players, self.forfeit_loss)
        if self.compared and result.was_played:
            points.update({player: self._in_field(result, player, field) for player in result.present})
            return points
        ahead = 0
        for group in result.groups:
            points.update(dict.fromkeys(group, self._each(ahead, len(group))))
            ahead += len(group)
        return points

    def _in_field(self, result: Result, player: PlayerId, field: Sequence[Result]) -> Points:
        """Return what a place is worth against those of the same seat at tables of the same size.

        A table that was dealt anew, or that somebody did not come to, is compared with none: half of it all.
        """
        seat = result.players.index(player)
        others = [one.places[seat] for one in field if one is not result and one.is_like(result)]
        if not others:
            return self.draw
        own = result.places[seat]
        halves = sum(2 if own < other else 1 if own == other else 0 for other in others)
        return self.win * halves / (2 * len(others))

    def _each(self, ahead: int, players: int) -> Points:
        if self.tie == "draw_points" and players > 1 and ahead == 0:
            return self.draw_points
        return sum(self.by_place[ahead : ahead + players], NONE) / players

    def of_round(self, played: Round) -> dict[PlayerId, Points]:
        """Return the points of everybody who took part in a round, by table or bye."""
        points = {bye.player: self.bye(bye.kind) for bye in played.byes}
        for table in played.tables:
            points.update(self.of(table, played.tables))
        return points


TWO_SEATS = Scoring(by_place=(Fraction(1), Fraction(0)))  # 1, 1/2, 0
PODS = Scoring(by_place=(Fraction(5), Fraction(3), Fraction(2), Fraction(1)))


def scores(
    history: History, scoring: Scoring, *, adjusted: Mapping[PlayerId, Points] | None = None
) -> dict[PlayerId, Points]:
    """Return everybody's points so far. `adjusted` is added: points of a late entry, and penalties below zero."""
    total = dict.fromkeys([player.id for player in history.players], NONE)
    for played in history.rounds:
        for player, points in scoring.of_round(played).items():
            total[player] += points
    for player, points in (adjusted or {}).items():
        total[player] += points
    return total


def exact(text: str) -> Points:
    """Return the points that stand in a record as `10/3` or `5`; raises `ValueError` unless in lowest terms."""
    try:
        points = Fraction(text)
    except ZeroDivisionError:
        raise ValueError(f"{text!r} has nothing below the line") from None
    if str(points) != text:
        raise ValueError(f"{text!r} is no exact number in lowest terms")
    return points


def rounded(points: Points, digits: int = 2) -> str:
    """Return points as a decimal for display, halves away from zero; what counts is the exact fraction."""
    scale = 10**digits
    whole = (abs(points.numerator) * scale * 2 + points.denominator) // (points.denominator * 2)
    text = f"{whole // scale}.{whole % scale:0{digits}}".rstrip("0").rstrip(".")
    return f"-{text}" if points < 0 and whole else text
