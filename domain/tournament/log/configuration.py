"""What is wrong with a tournament as somebody wants it, all of it at once, and what so many players will meet."""

from __future__ import annotations

from typing import NamedTuple, assert_never

from domain.kernel.refusals import Refusal
from domain.tournament.log.entries import KnockOutSaid, Method, PodsSaid, RoundRobinSaid, SwissSaid, TournamentOpened
from domain.tournament.log.refuse import unfit
from domain.tournament.log.refusing.reasons import BAD_POINTS
from domain.tournament.pairing.brackets import Bracket, double, single, size_for
from domain.tournament.pairing.pods.sizes import least, sizes
from domain.tournament.pairing.round_robin import RoundRobin, dealt
from domain.tournament.points import Scoring
from domain.tournament.settings import CutSaid

RULE = "tournament: configuration"
TWO = 2  # seats of every table but a pod


class Expected(NamedTuple):
    """What a number of players leads to: rounds, the seats of each table in the first one, and how many have a bye."""

    rounds: int
    tables: tuple[int, ...]
    byes: int


def _fault(code: str, text: str, **values: str | int) -> Refusal:
    return Refusal(code, "setup", text, RULE, values)


EVEN_MATCH = _fault("even_match", "A match has an odd number of games.")
TIE_BREAK_TWICE = _fault("tie_break_twice", "A tie-break is named once.")
POINTS_RISE = _fault("points_rise", "No place is worth more than the one before it.")


def seats_of(method: Method) -> int:
    """Return how many seats a whole table has."""
    return method.seats if isinstance(method, PodsSaid) else TWO


def table_sizes(method: Method, cut: CutSaid | None = None) -> tuple[int, ...]:
    """Return with how many seats tables may be opened; smaller ones only where the organiser pairs so."""
    if not isinstance(method, PodsSaid):
        return (TWO,)
    sizes = tuple(range(least(method.seats), method.seats + 1))
    return sizes if cut is None or TWO in sizes else (TWO, *sizes)


def faults(opened: TournamentOpened) -> tuple[Refusal, ...]:
    """Return everything that is wrong with an opening, as far as no game is asked."""
    found: list[Refusal] = []
    try:
        found += _of_points(opened.scoring.exact(), seats_of(opened.method))
    except ValueError:
        found.append(BAD_POINTS)
    if len(set(opened.tie_breaks)) < len(opened.tie_breaks):
        found.append(TIE_BREAK_TWICE)
    matches = [opened.best_of, opened.cut.best_of if opened.cut is not None else None]
    matches += [one.best_of for one in opened.at_rounds]
    if any(games is not None and games % 2 == 0 for games in matches):
        found.append(EVEN_MATCH)
    found += unfit(opened)
    return tuple(found)


def _of_points(scoring: Scoring, seats: int) -> list[Refusal]:
    found: list[Refusal] = []
    stated = [*scoring.by_place, scoring.draw_points, scoring.forfeit_loss, scoring.pairing_bye or scoring.win]
    if min(stated) < 0:
        found.append(BAD_POINTS)
    if len(scoring.by_place) < seats:
        text = "Points are stated for {stated} places, and a table has {seats} seats."
        found.append(_fault("points_missing", text, stated=len(scoring.by_place), seats=seats))
    if any(one < next for one, next in zip(scoring.by_place, scoring.by_place[1:], strict=False)):
        found.append(POINTS_RISE)
    return found


def expected(method: Method, players: int, cut: CutSaid | None = None) -> Expected:
    """Return what so many players, two at least, will meet; in double elimination the second final counts."""
    found = _expected(method, players)
    if cut is None:
        return found
    return found._replace(rounds=found.rounds + len(_bracket(min(cut.players, players), cut.losses).stages))


def _bracket(players: int, losses: int) -> Bracket:
    return single(players) if losses == 1 else double(players)


def _expected(method: Method, players: int) -> Expected:
    match method:
        case RoundRobinSaid(cycles=cycles, groups=groups):
            sizes_of = [len(group) for group in dealt(["x"] * players, groups)]
            tables, odd = sum(size // 2 for size in sizes_of), sum(size % 2 for size in sizes_of)
            return Expected(RoundRobin(cycles, groups).rounds(players), (TWO,) * tables, odd)
        case SwissSaid(rounds=rounds):
            return Expected(rounds, (TWO,) * (players // 2), players % 2)
        case PodsSaid(rounds=rounds, seats=seats):
            pods, byes = sizes(players, seats)
            return Expected(rounds, pods, byes)
        case KnockOutSaid(losses=losses):
            bracket = _bracket(players, losses)
            places = size_for(players)
            byes = places - players
            return Expected(len(bracket.stages), (TWO,) * (places // 2 - byes), byes)
        case _ as never:
            assert_never(never)


def too_many_rounds(method: Method, players: int) -> Refusal | None:
    """Say that two-seat Swiss with so many players runs out of opponents."""
    if not isinstance(method, SwissSaid) or method.rounds < players + players % 2:
        return None
    text = "{players} players have {most} rounds without meeting twice."
    return _fault("too_many_rounds", text, players=players, most=players + players % 2 - 1)
