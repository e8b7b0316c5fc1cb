"""Random tournaments of every format: each record verifies, and what must hold of tournaments holds."""

from __future__ import annotations

from fractions import Fraction

import pytest

from domain.tournament.log.book import Book
from domain.tournament.log.check import check
from domain.tournament.log.entries import KnockOutSaid, Method, PodsSaid, RoundRobinSaid, SwissSaid
from domain.tournament.log.organiser import Organiser
from domain.tournament.log.simulation import Ended, Plan, simulate
from domain.tournament.matches import BestOf
from domain.tournament.results import ABSENT
from domain.tournament.settings import CutSaid

METHODS: tuple[Method, ...] = (
    RoundRobinSaid(),
    SwissSaid(rounds=5),
    PodsSaid(rounds=4, seats=4),
    KnockOutSaid(),
    SwissSaid(rounds=3),
    KnockOutSaid(losses=2, drawn="replay"),
    PodsSaid(rounds=3, seats=3),
    RoundRobinSaid(cycles=2),
)


def plan(number: int) -> Plan:
    """Return one of many plans: every format, odd sizes and even ones, two of three with troubles; matches, cuts."""
    method, players = METHODS[number % len(METHODS)], 4 + number * 5 % 9
    cut = CutSaid(players=4) if number % 5 == 1 and not isinstance(method, KnockOutSaid) else None
    best_of: BestOf = 3 if number % 7 == 0 and not isinstance(method, PodsSaid) else 1
    seed = number.to_bytes(4, "big")
    return Plan(method, players, seed, troubles=number % 3 != 0, best_of=best_of, cut=cut)


def obey_the_laws(organiser: Organiser) -> None:
    assert {checked.status for checked in check(organiser.lines)} == {"passed"}
    book = organiser.book
    for played in book.rounds:
        seated = [player for table in played.tables for player in table] + [bye.player for bye in played.byes]
        assert len(seated) == len(set(seated)), "nobody plays twice in a round"
    _points_are_conserved(book)


def _points_are_conserved(book: Book) -> None:
    """A table gives the points of its first places, whatever ties there are; nobody's score comes from elsewhere."""
    total = sum(book.adjusted.values(), Fraction(0))
    for played in book.before_cut().rounds:
        total += sum((book.scoring.bye(bye.kind) for bye in played.byes), Fraction(0))
        for i, table in enumerate(played.tables):
            came = len(table) - played.results[i].count(ABSENT)
            total += sum(book.scoring.by_place[:came], Fraction(0))
    out = [one.id for one in book.players.values() if one.disqualified]
    scores = book.before_cut().request().scores()
    rows = book.standings()
    assert sum(scores.values(), Fraction(0)) == total
    assert {row.player: row.score for row in rows} == {player: scores[player] for player in scores if player not in out}


@pytest.mark.parametrize("number", [*range(12), 19, 28])
def test_some_random_tournaments(number: int) -> None:
    obey_the_laws(simulate(plan(number)))


@pytest.mark.long
@pytest.mark.parametrize("tenth", range(10))
def test_a_hundred_random_tournaments(tenth: int) -> None:
    for number in range(100 + tenth * 10, 110 + tenth * 10):
        obey_the_laws(simulate(plan(number)))


@pytest.mark.soak
@pytest.mark.parametrize("part", range(50))
def test_five_thousand_random_tournaments(part: int) -> None:
    for number in range(1_000 + part * 100, 1_100 + part * 100):
        obey_the_laws(simulate(plan(number)))


def test_the_same_plan_gives_the_same_record() -> None:
    assert simulate(plan(5)).lines == simulate(plan(5)).lines
    assert simulate(plan(5)).lines != simulate(plan(13)).lines


def test_results_may_come_from_elsewhere() -> None:
    organiser = simulate(Plan(RoundRobinSaid(), 4, b"seed"), lambda table, number: Ended((1, 2)))
    assert {places for played in organiser.book.rounds for places in played.results.values()} == {(1, 2)}
