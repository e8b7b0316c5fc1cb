"""Sides of many games in groups: how often each won, between which bounds, how long games and thoughts were."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import median
from typing import Literal, TypeAlias

import msgspec

from replay.tallies.played import Game, Side

By: TypeAlias = Literal["game", "options", "deck", "player"]
BYS: tuple[By, ...] = ("game", "options", "deck", "player")
Z95 = 1.959963984540054  # of the normal distribution: 95 % lie between -z and z


class Interval(msgspec.Struct, frozen=True):
    """A share and the bounds between which the true one lies, in 95 of 100 samples."""

    rate: float
    low: float
    high: float


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """A group of sides. `won` counts first places, `tied` those of them that were shared.

    Medians are of all games, also those without a result; nothing where no game tells.
    """

    game: str
    group: str
    seat: int | None
    games: int
    decided: int
    won: int
    tied: int
    interval: Interval | None
    actions: float
    played_ms: float | None
    thought_ms: float | None


def wilson(won: int, of: int) -> Interval | None:
    """Return a share with its interval of 95 %; nothing of nothing.

    Source: E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", JASA 22 (1927).
    """
    if not of:
        return None
    share = won / of
    spread = Z95 * sqrt(share * (1 - share) / of + Z95**2 / (4 * of**2))
    middle, whole = share + Z95**2 / (2 * of), 1 + Z95**2 / of
    return Interval(share, max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole))


def tallies(games: Iterable[Game], by: By) -> list[Tally]:
    """Return a tally for each group; by game and by options each seat is one, since who begins may matter."""
    games = list(games)
    told = _telling(games)
    groups: dict[tuple[str, str, int], list[tuple[Game, Side]]] = {}
    for game in games:
        options = ", ".join(
            [f"{name}={value}" for name, value in sorted(game.options.items()) if (game.game, name) in told]
        )
        for side in game.sides:
            group = group_of(side, by, options)
            seat = side.seat if by in ("game", "options") else -1
            groups.setdefault((game.game, group, seat), []).append((game, side))
    return [_tally(key, groups[key]) for key in sorted(groups)]


def _telling(games: Iterable[Game]) -> set[tuple[str, str]]:
    """Return the options, by game and name, that are not alike in all records of their game."""
    values: dict[tuple[str, str], set[str]] = {}
    for game in games:
        for name, value in game.options.items():
            values.setdefault((game.game, name), set()).add(value)
    return {option for option, found in values.items() if len(found) > 1}


def group_of(side: Side, by: By, options: str) -> str:
    """Return the group in which a side counts."""
    match by:
        case "game":
            return ""
        case "options":
            return options
        case "deck":
            return side.deck or "–"
        case "player":
            return side.player


def _tally(key: tuple[str, str, int], sides: Sequence[tuple[Game, Side]]) -> Tally:
    game, group, seat = key
    winners = [(side.seat, played.result.winners) for played, side in sides if played.result is not None]
    won = sum(seat in first for seat, first in winners)
    return Tally(
        game=game,
        group=group,
        seat=None if seat < 0 else seat,
        games=len(sides),
        decided=len(winners),
        won=won,
        tied=sum(seat in first and len(first) > 1 for seat, first in winners),
        interval=wilson(won, len(winners)),
        actions=median([played.actions for played, _ in sides]),
        played_ms=_median([played.played_ms for played, _ in sides]),
        thought_ms=_median([side.thought_ms for _, side in sides]),
    )


def _median(values: Iterable[int | None]) -> float | None:
    known = [value for value in values if value is not None]
    return median(known) if known else None
