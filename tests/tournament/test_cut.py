"""A cut to a knock-out after the other rounds, and prizes: both cite one frozen standings entry."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.refusals import RefusedError
from domain.tournament.exchange.trf import report
from domain.tournament.log.configuration import expected, faults, table_sizes
from domain.tournament.log.entries import (
    CutMade,
    KnockOutSaid,
    Method,
    PlayerEnteredLate,
    PlayerRegistered,
    PlayerWithdrawn,
    PodsSaid,
    Prize,
    PrizesGiven,
    ResultCounted,
    RoundPaired,
    RoundRobinSaid,
    ScoringSaid,
    SwissSaid,
    TournamentEnded,
)
from domain.tournament.log.organiser import Organiser
from domain.tournament.log.simulation import Plan, simulate
from domain.tournament.settings import CutSaid
from tests.tournament.test_configuration import configured
from tests.tournament.test_log import NO_ENTROPY, opened, play, refused
from tests.tournament.test_simulation import obey_the_laws


def started(method: Method, players: int, cut: CutSaid | None) -> Organiser:
    organiser = opened(method, cut=cut)
    for number in range(1, players + 1):
        organiser.tell(PlayerRegistered, 2_000, player=f"p{number}", rating=2_000 - number, entropy=NO_ENTROPY)
    organiser.start(3_000)
    return organiser


def test_the_first_of_a_round_robin_go_on_and_come_first() -> None:
    organiser = started(RoundRobinSaid(), 6, CutSaid(players=4))
    with pytest.raises(RefusedError) as early:
        organiser.cut(3_500)
    assert (early.value.refusal.code, early.value.refusal.values) == ("rounds_left", {"left": 5})
    for _ in range(5):
        play(organiser)
    with pytest.raises(RefusedError, match="All 5 rounds"):
        organiser.pair(5_000)
    organiser.cut(6_000)
    before = [(row.player, row.score, row.values) for row in organiser.book.standings()]
    assert organiser.book.stage.rounds == ()
    organiser.pair(6_000)
    organiser.start_round(6_000)
    assert organiser.book.rounds[5].tables == (("p1", "p4"), ("p2", "p3"))
    for table in (1, 2):
        organiser.tell(ResultCounted, 7_000, round=6, table=table, places=(2, 1))
    assert [row.player for row in organiser.book.standings()] == ["p3", "p4", "p1", "p2", "p5", "p6"]
    play(organiser)
    assert {frozenset(table) for table in organiser.book.rounds[6].tables} == {frozenset(("p3", "p4"))}
    rows = organiser.book.standings()
    assert [row.player for row in rows] == ["p3", "p4", "p1", "p2", "p5", "p6"]
    assert sorted((row.player, row.score, row.values) for row in rows) == sorted(before), "points are those of before"
    assert [row.player for row in organiser.book.after_rounds(5).standings()] == [row[0] for row in before]
    assert organiser.book.before_cut().cut is None
    with pytest.raises(RefusedError, match="played to its end"):
        organiser.pair(8_000)
    organiser.end(9_000)


def test_who_has_left_is_passed_over_and_nobody_comes_in_after_the_cut() -> None:
    organiser = started(SwissSaid(rounds=1), 5, CutSaid(players=2, best_of=3))
    play(organiser)
    organiser.tell(PlayerWithdrawn, 5_000, player="p1")
    organiser.cut(6_000)
    assert organiser.book.cut is not None
    assert "p1" not in organiser.book.cut.players
    assert organiser.book.best_of == 3
    assert refused(organiser, PlayerEnteredLate, player="late", points="0") == "no_late_entries"
    own = organiser.book.cut.players
    assert refused(organiser, RoundPaired, round=2, attempt=1, tables=(own,), reason="x") == "own_pairing"
    with pytest.raises(RefusedError, match="no cut"):
        organiser.cut(7_000)
    organiser.pair(7_000)
    assert organiser.book.rounds[1].best_of == 3


def test_a_cut_takes_the_first_of_the_standings_that_it_cites() -> None:
    organiser = started(SwissSaid(rounds=1), 4, CutSaid(players=2))
    play(organiser)
    assert refused(organiser, CutMade, standings=1, players=("p1", "p2")) == "not_frozen"
    frozen = organiser.freeze(6_000)
    assert refused(organiser, CutMade, standings=frozen.n, players=("p4", "p1")) == "bad_cut"
    first = organiser.book.rows[0].player
    for row in organiser.book.rows[1:]:
        organiser.tell(PlayerWithdrawn, 6_000, player=row.player)
    frozen = organiser.freeze(6_000)
    assert refused(organiser, CutMade, standings=frozen.n, players=(first,)) == "bad_cut", "nobody is left to meet"


def test_no_cut_without_a_word_at_the_opening_and_none_of_a_knock_out() -> None:
    organiser = started(SwissSaid(rounds=1), 4, None)
    play(organiser)
    with pytest.raises(RefusedError, match="stated no cut"):
        organiser.cut(6_000)
    assert refused(organiser, CutMade, standings=1, players=("p1", "p2")) == "no_cut"
    with pytest.raises(RefusedError, match="knock-out has no cut"):
        opened(KnockOutSaid(), cut=CutSaid(players=2))
    with pytest.raises(RefusedError, match="has not started"):
        opened(SwissSaid(rounds=1), cut=CutSaid(players=2)).cut(1_000)


def test_prizes_name_places_of_the_standings_that_they_cite() -> None:
    organiser = started(SwissSaid(rounds=1), 4, None)
    play(organiser)
    prize = Prize(place=1, player="p4", prize="the cup")
    assert refused(organiser, PrizesGiven, standings=2, prizes=(prize,)) == "not_frozen"
    frozen = organiser.freeze(6_000)
    assert refused(organiser, PrizesGiven, standings=frozen.n, prizes=(prize,)) == "bad_prizes"
    with pytest.raises(RefusedError, match="A prize names"):
        organiser.give_prizes(6_000, [(9, "the cup")])
    organiser.give_prizes(6_500, [(1, "the cup"), ("p4", "the youngest")])
    places = {row.player: row.place for row in organiser.book.rows}
    assert [(one.place, one.prize) for one in organiser.book.prizes] == [(1, "the cup"), (places["p4"], "the youngest")]
    assert refused(organiser, PrizesGiven, standings=frozen.n, prizes=(prize,)) == "prizes_given"
    assert refused(organiser, TournamentEnded, standings=1) == "not_frozen"
    at = organiser.book.n
    organiser.end(7_000)
    assert organiser.book.n == at + 2, "the standings that the prizes cite are those of the end"


CUTS: tuple[tuple[Method, CutSaid], ...] = (
    (SwissSaid(rounds=3), CutSaid(players=4)),
    (PodsSaid(rounds=2, seats=4), CutSaid(players=3, losses=2, drawn="replay")),
    (RoundRobinSaid(), CutSaid(players=8, best_of=3)),
    (PodsSaid(rounds=2, seats=3), CutSaid(players=2)),
)


@pytest.mark.parametrize("number", range(8))
def test_random_tournaments_with_a_cut(number: int) -> None:
    method, cut = CUTS[number % 4]
    obey_the_laws(simulate(Plan(method, 6 + number, bytes([number]), troubles=number > 3, cut=cut)))


def test_what_a_cut_leads_to() -> None:
    assert expected(SwissSaid(rounds=3), 9, CutSaid(players=4)).rounds == 5
    assert expected(SwissSaid(rounds=3), 3, CutSaid(players=4, losses=2)).rounds == 3 + 5
    assert table_sizes(PodsSaid(rounds=2, seats=4), CutSaid(players=4)) == (2, 3, 4)
    assert table_sizes(PodsSaid(rounds=2, seats=3), CutSaid(players=4)) == (2, 3)
    assert table_sizes(SwissSaid(rounds=2), CutSaid(players=4)) == (2,)

    def codes(method: Method, cut: Any) -> list[str]:
        return [fault.code for fault in faults(configured(method, ScoringSaid(by_place=("1", "0")), cut=cut))]

    assert codes(KnockOutSaid(), CutSaid(players=2)) == ["no_cut_here"]
    assert codes(SwissSaid(rounds=2), CutSaid(players=2, best_of=2)) == ["even_match"]  # type: ignore[arg-type]
    assert codes(SwissSaid(rounds=2), CutSaid(players=2)) == []


def test_a_report_file_has_the_rounds_before_the_cut() -> None:
    organiser = started(SwissSaid(rounds=2), 4, CutSaid(players=2))
    play(organiser)
    play(organiser)
    before = report(organiser.book)
    organiser.cut(6_000)
    play(organiser)
    assert [line for line in report(organiser.book).splitlines() if line[:3] in ("001", "142")] == [
        line for line in before.splitlines() if line[:3] in ("001", "142")
    ]
