"""Tournaments whose rounds are boards: one deal for all tables, compared seat by seat."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from domain.kernel.refusals import RefusedError
from domain.record.canonical import b64
from domain.record.keys import commitment as of_table
from domain.tournament.courses import courses
from domain.tournament.exchange.trf import NotInThisFormatError, report
from domain.tournament.log.check import check
from domain.tournament.log.draws import board_secret
from domain.tournament.log.entries import (
    KnockOutSaid,
    Method,
    PlayerRegistered,
    PodsSaid,
    ResultCounted,
    RoundRobinSaid,
    RoundStarted,
    ScoringSaid,
    SwissSaid,
)
from domain.tournament.log.organiser import Organiser
from domain.tournament.log.simulation import Plan, simulate
from domain.tournament.players import Player
from domain.tournament.points import PODS, Scoring
from domain.tournament.results import ABSENT, History, Result, Round
from domain.tournament.settings import CutSaid, OfRounds
from tests.tournament.test_log import forged

HALF = Fraction(1, 2)
COMPARED = Scoring(by_place=(Fraction(1), Fraction(0)), compared=True)
SECRET = bytes(range(32))


def opened(players: int = 4, method: Method | None = None, **more: Any) -> Organiser:
    """Return a tournament of boards in which everybody has registered."""
    organiser = Organiser.open(
        "cup",
        secret=SECRET,
        at=0,
        game="any",
        version=1,
        method=method or SwissSaid(rounds=2),
        scoring=ScoringSaid(by_place=("1", "0")),
        tie_breaks=(),
        **{"same_deal": True, **more},
    )
    for number in range(players):
        entropy = b64(bytes([number]) * 32)
        organiser.tell(PlayerRegistered, 0, player=f"p{number}", entropy=entropy)
    return organiser


def begun(players: int = 4) -> Organiser:
    """Return a tournament of boards in its first round."""
    organiser = opened(players)
    organiser.start(0)
    organiser.pair(0)
    organiser.start_round(0)
    return organiser


def refused(organiser: Organiser, *said: Any, **more: Any) -> str:
    with pytest.raises(RefusedError) as caught:
        organiser.tell(*said, **more)
    return caught.value.refusal.code


def test_a_place_counts_against_the_same_seat_elsewhere() -> None:
    """Four tables: first seats won, won, lost and drew: 1 beats two and ties one of three, and so on."""
    field = [Result((f"a{i}", f"b{i}"), places) for i, places in enumerate(((1, 2), (1, 2), (2, 1), (1, 1)))]
    points = COMPARED.of_round(Round(tuple(field)))
    assert [points[f"a{i}"] for i in range(4)] == [Fraction(2, 3), Fraction(2, 3), 0, Fraction(2, 3)]
    assert [points[f"b{i}"] for i in range(4)] == [Fraction(1, 6), Fraction(1, 6), Fraction(5, 6), Fraction(5, 6)]
    assert sum(points.values()) == 4, "as many as the tables, as where they are not compared"


def test_the_best_of_the_field_has_what_the_first_place_is_worth() -> None:
    pods = Scoring(by_place=PODS.by_place, compared=True)
    field = (Result(tuple("abcd"), (1, 2, 3, 4)), Result(tuple("efgh"), (4, 3, 2, 1)), Result(tuple("xyz"), (1, 2, 3)))
    points = pods.of_round(Round(field))
    assert [points[player] for player in "abcd"] == [5, 5, 0, 0]
    assert [points[player] for player in "efgh"] == [0, 0, 5, 5]
    assert [points[player] for player in "xyz"] == [pods.draw] * 3 == [Fraction(5, 2)] * 3, "a smaller table is alone"


def test_what_was_not_the_same_deal_to_the_end_is_compared_with_none() -> None:
    """A table that was dealt anew, and one that somebody missed: half of it for who played; a forfeit is a forfeit."""
    pods = Scoring(by_place=PODS.by_place, compared=True)
    field = (
        Result(tuple("abc"), (1, 2, 3)),
        Result(tuple("def"), (1, 2, 3), redealt=True),
        Result(tuple("ghi"), (1, 2, ABSENT)),
        Result(tuple("jkl"), (1, ABSENT, ABSENT)),
    )
    points = pods.of_round(Round(field))
    assert [points[player] for player in "abcdef"] == [Fraction(5, 2)] * 6
    assert [points[player] for player in "ghi"] == [Fraction(5, 2), Fraction(5, 2), 0]
    assert [points[player] for player in "jkl"] == [5, 0, 0]


def test_tie_breaks_look_back_on_the_same_points() -> None:
    players = tuple(Player(id=name, number=number) for number, name in enumerate("abcd", 1))
    field = (Result(("a", "b"), (1, 2)), Result(("c", "d"), (1, 1)))
    steps = courses(History(players, (Round(field),)), COMPARED)
    assert [steps[player][0].points for player in "abcd"] == [HALF, 0, HALF, 1]


def test_each_round_commits_to_a_deal_of_its_own_before_its_tables() -> None:
    organiser = begun()
    (first,) = [one.entry for one in organiser.written if isinstance(one.entry, RoundStarted)]
    assert first.board == of_table("deal", organiser.board_secret(1))
    assert organiser.board_secret(1) != organiser.board_secret(2)
    entropy = organiser.book.entropy
    assert organiser.board_secret(1) == board_secret(SECRET, entropy, "cup", 1)
    assert organiser.board_secret(1) != board_secret(SECRET, entropy[::-1], "cup", 1)


def test_a_round_commits_where_the_tournament_says_so_and_nowhere_else() -> None:
    organiser = opened()
    organiser.start(0)
    organiser.pair(0)
    assert refused(organiser, RoundStarted, 0, round=1, attempt=1) == "bad_board"
    plain = opened(same_deal=False)
    plain.start(0)
    plain.pair(0)
    assert refused(plain, RoundStarted, 0, round=1, attempt=1, board="A" * 43) == "bad_board"
    plain.start_round(0)
    assert refused(plain, ResultCounted, 0, round=1, table=1, places=(1, 2), redealt=True) == "not_redealt"


def test_the_board_is_played_until_its_last_table_has_a_result() -> None:
    organiser = opened()
    played = [organiser.book.is_board_played]
    organiser.start(0)
    organiser.pair(0)
    played.append(organiser.book.is_board_played)
    organiser.start_round(0)
    for table in (1, 2):
        played.append(organiser.book.is_board_played)
        organiser.tell(ResultCounted, 0, round=1, table=table, places=(1, 2))
    played.append(organiser.book.is_board_played)
    assert played == [False, False, True, True, False]


def test_a_tournament_that_is_given_up_keeps_its_secret_until_its_tables_are_over() -> None:
    organiser = begun()
    organiser.cancel(0, "Rain.")
    assert (organiser.book.ended, organiser.book.secret, organiser.book.is_board_played) == (True, None, True)
    organiser.open_secret(0)
    assert (organiser.book.secret, organiser.book.is_board_played) == (SECRET, False)
    assert {one.status for one in check(organiser.lines)} == {"passed"}


@pytest.mark.parametrize(
    "more",
    [
        {"method": KnockOutSaid()},
        {"cut": CutSaid(players=2)},
        {"best_of": 3},
        {"at_rounds": (OfRounds(first=1, best_of=3),)},
        {"draw_by_agreement": "any_time"},
    ],
)
def test_what_needs_the_result_of_one_table_does_not_go_with_boards(more: dict[str, Any]) -> None:
    with pytest.raises(RefusedError) as caught:
        opened(**more)
    assert caught.value.refusal.code == "no_boards_here"


@pytest.mark.parametrize("method", [SwissSaid(rounds=3), PodsSaid(rounds=3, seats=4), RoundRobinSaid()])
@pytest.mark.parametrize("troubles", [False, True])
def test_random_tournaments_of_boards_obey_the_laws(method: Method, troubles: bool) -> None:
    """Every check passes, and a table that was played gives on average half of what the first place is worth."""
    book = (organiser := simulate(Plan(method, 9, b"board", troubles=troubles, same_deal=True))).book
    assert {one.status for one in check(organiser.lines)} == {"passed"}
    scoring = book.scoring
    for played in book.history.rounds:
        points = scoring.of_round(played)
        total = sum((points[player] for table in played.tables for player in table.players), Fraction(0))
        came = [len(table.present) for table in played.tables]
        assert total == sum((scoring.win if here == 1 else scoring.draw * here for here in came), Fraction(0))


def test_another_board_than_the_secret_gives_is_found() -> None:
    lines = simulate(Plan(SwissSaid(rounds=1), 4, b"board", same_deal=True)).lines

    def forge(entries: list[dict[str, Any]]) -> None:
        next(entry for entry in entries if entry["kind"] == "round_started")["board"] = "A" * 43

    found = check(forged(lines, forge))
    assert [(one.name, one.why) for one in found if one.status == "failed"] == [
        ("draws", "the secret does not give the board of round 1")
    ]


def test_the_report_of_ratings_has_no_such_points() -> None:
    book = simulate(Plan(SwissSaid(rounds=1), 4, b"board", same_deal=True)).book
    with pytest.raises(NotInThisFormatError, match="dealt the same"):
        report(book)
