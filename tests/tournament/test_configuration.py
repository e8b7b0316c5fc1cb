"""What is wrong with a tournament as somebody wants it, what so many players meet, why a round is paired as it is."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from domain.kernel.chance import QuickChance
from domain.kernel.refusals import Refusal, RefusedError
from domain.tournament.log.book import Book
from domain.tournament.log.check import check
from domain.tournament.log.configuration import Expected, expected, faults, table_sizes, too_many_rounds
from domain.tournament.log.draws import table_id
from domain.tournament.log.entries import (
    ByeRequested,
    Counted,
    KnockOutSaid,
    Method,
    PodsSaid,
    ResultCorrected,
    ResultCounted,
    RoundPaired,
    RoundRobinSaid,
    ScoringSaid,
    SwissSaid,
    TournamentOpened,
)
from domain.tournament.log.explaining import why_not
from domain.tournament.log.organiser import Organiser
from tests.tournament.test_log import opened, play, refused, running


def configured(method: Method, scoring: ScoringSaid, *tie_breaks: Any, **more: Any) -> TournamentOpened:
    return TournamentOpened(
        n=1, at=0, by="x", format="matchledger/tournament/1", tournament="t", game="any", version=1, method=method,
        scoring=scoring, tie_breaks=tie_breaks, commitment="A" * 43, **more,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("method", "scoring", "tie_breaks", "codes"),
    [
        (SwissSaid(rounds=3), ScoringSaid(by_place=("1", "0")), ("wins", "buchholz"), []),
        (SwissSaid(rounds=3), ScoringSaid(by_place=("2/2", "0")), ("wins", "wins"), ["bad_points", "tie_break_twice"]),
        (PodsSaid(rounds=3, seats=4), ScoringSaid(by_place=("0", "1")), (), ["points_missing", "points_rise"]),
        (KnockOutSaid(), ScoringSaid(by_place=("1", "0"), draw_points="-1"), (), ["bad_points"]),
        (RoundRobinSaid(), ScoringSaid(by_place=("1", "0"), pairing_bye="-1/2"), (), ["bad_points"]),
    ],
)
def test_all_faults_of_a_configuration_are_told_at_once(
    method: Method, scoring: ScoringSaid, tie_breaks: tuple[Any, ...], codes: list[str]
) -> None:
    assert [fault.code for fault in faults(configured(method, scoring, *tie_breaks))] == codes


def test_a_match_has_an_odd_number_of_games_and_two_seats() -> None:
    def codes(method: Method, games: int) -> list[str]:
        by_place = ("1",) * 4
        return [fault.code for fault in faults(configured(method, ScoringSaid(by_place=by_place), best_of=games))]

    assert codes(KnockOutSaid(), 3) == []
    assert codes(SwissSaid(rounds=3), 4) == ["even_match"]
    assert codes(PodsSaid(rounds=3, seats=4), 5) == ["no_matches"]


@pytest.mark.parametrize(
    ("method", "players", "meets"),
    [
        (RoundRobinSaid(cycles=2), 5, Expected(10, (2, 2), 1)),
        (SwissSaid(rounds=6), 64, Expected(6, (2,) * 32, 0)),
        (PodsSaid(rounds=5, seats=4), 30, Expected(5, (4,) * 6 + (3, 3), 0)),
        (KnockOutSaid(), 6, Expected(3, (2, 2), 2)),
        (KnockOutSaid(losses=2), 8, Expected(7, (2,) * 4, 0)),
    ],
)
def test_what_so_many_players_meet(method: Method, players: int, meets: Expected) -> None:
    """Issue 16: 30 players in pods of four are six of 4 and two of 3; double elimination of 8 ends with a reset."""
    assert expected(method, players) == meets


def test_tables_have_the_sizes_of_their_format() -> None:
    assert table_sizes(PodsSaid(rounds=1, seats=4)) == (3, 4)
    assert table_sizes(PodsSaid(rounds=1, seats=3)) == (2, 3)
    assert table_sizes(SwissSaid(rounds=1)) == (2,)


def test_swiss_runs_out_of_opponents() -> None:
    fault = too_many_rounds(SwissSaid(rounds=6), 5)
    assert fault is not None
    assert (fault.code, fault.values) == ("too_many_rounds", {"players": 5, "most": 5})
    assert too_many_rounds(SwissSaid(rounds=5), 5) is None
    assert too_many_rounds(RoundRobinSaid(), 2) is None


def paired(organiser: Organiser) -> tuple[Book, RoundPaired]:
    before = organiser.book
    entry = organiser.pair(6_000)
    assert isinstance(entry, RoundPaired)
    return before, entry


def test_why_two_do_not_meet() -> None:
    organiser = running(SwissSaid(rounds=4), 7)
    play(organiser)
    one, other = organiser.book.rounds[0].tables[0]
    organiser.tell(ByeRequested, 5_500, player="p7", round=2, bye="half")
    before, entry = paired(organiser)
    assert why_not(before, entry, one, other).criterion == "met"
    assert why_not(before, entry, *entry.tables[0]).criterion == "together"
    assert why_not(before, entry, "p1", "p7").criterion == "away"


def test_why_two_do_not_sit_in_a_pod() -> None:
    before, entry = paired(running(PodsSaid(rounds=2, seats=3), 6))
    one, other = entry.tables[0][0], entry.tables[1][0]
    assert why_not(before, entry, one, other).criterion in ("drawn", "first_seats")


def test_schedules_leave_no_choice_and_organisers_say_why_themselves() -> None:
    before, entry = paired(running(RoundRobinSaid(), 4))
    apart = entry.tables[0][0], entry.tables[1][0]
    assert why_not(before, entry, *apart).criterion == "schedule"
    organiser = running(SwissSaid(rounds=2), 4)
    before = organiser.book
    own = organiser.tell(
        RoundPaired, 6_000, round=1, attempt=1, tables=(("p1", "p2"), ("p3", "p4")), reason="they asked for it"
    )
    assert isinstance(own, RoundPaired)
    assert why_not(before, own, "p1", "p3").criterion == "organiser"


def test_the_bracket_ranks_before_points_do() -> None:
    """Who came through the losers' side may have won more matches than whoever won the final."""
    organiser = running(KnockOutSaid(losses=2), 4)
    number = {f"p{number}": number for number in range(1, 5)}
    while True:
        pairing = organiser.book.pairer.pair(organiser.book.request(), QuickChance(1))
        if isinstance(pairing, Refusal):
            break
        organiser.pair(4_000)
        organiser.start_round(4_000)
        for table, players in enumerate(organiser.book.rounds[-1].tables, 1):
            first = len(organiser.book.rounds) == 1 and "p2" in players  # p2 loses once, at the very beginning
            ranked = sorted(players, key=number.__getitem__, reverse=first)
            places = tuple(1 + ranked.index(player) for player in players)
            organiser.tell(ResultCounted, 5_000, round=len(organiser.book.rounds), table=table, places=places)
    rows = organiser.book.standings()
    assert [row.player for row in rows[:2]] == ["p1", "p2"]
    assert [row.place for row in rows] == [1, 2, 3, 4]
    organiser.end(9_000)
    assert {checked.status for checked in check(organiser.lines)} == {"passed"}


def test_a_tournament_is_given_up_at_any_time() -> None:
    organiser = opened(SwissSaid(rounds=3), options={"x": 1})
    organiser.cancel(2_000, "nobody came", by="organiser:1")
    assert organiser.book.cancelled
    assert organiser.book.ended
    assert refused(organiser, ByeRequested, player="p1", round=1, bye="half") == "tournament_over"
    assert {checked.status for checked in check(organiser.lines)} == {"passed"}


def test_after_the_end_nothing_is_paired_or_frozen() -> None:
    organiser = running(SwissSaid(rounds=2), 4)
    play(organiser)
    organiser.cancel(6_000, "rain")
    for late in (organiser.pair, organiser.freeze):
        with pytest.raises(RefusedError) as caught:
            late(7_000)
        assert caught.value.refusal.code == "tournament_over"


def test_a_round_is_published_when_it_begins_and_standings_can_be_those_of_before() -> None:
    organiser = running(SwissSaid(rounds=2), 4)
    play(organiser)
    before = organiser.book.standings()
    organiser.pair(6_000)
    assert len(organiser.book.published) == 1
    organiser.start_round(6_000)
    for table in (1, 2):
        organiser.tell(ResultCounted, 7_000, round=2, table=table, places=(1, 2))
    assert len(organiser.book.published) == 2
    assert organiser.book.standings() != before
    assert organiser.book.after_rounds(1).standings() == before


def test_what_a_result_rests_on_is_that_of_its_last_word() -> None:
    organiser = running(SwissSaid(rounds=2), 2)
    organiser.pair(4_000)
    organiser.start_round(4_000)
    rests_on = Counted(table=table_id("open-2026", 1, 1), n=9, hash="A" * 43, kind="result_confirmed")
    organiser.tell(ResultCounted, 5_000, round=1, table=1, places=(1, 2), rests_on=rests_on)
    assert organiser.book.rounds[0].rests_on == {0: rests_on}
    organiser.tell(ResultCorrected, 6_000, round=1, table=1, places=(2, 1), reason="ruling 3")
    assert organiser.book.rounds[0].rests_on == {}


def test_the_id_of_a_table_follows_from_its_place() -> None:
    digits = hashlib.sha256(b"matchledger/tournament/1/table/cup/2/11").hexdigest()[:20]
    assert table_id("cup", 2, 11) == digits != table_id("cup", 21, 1)
