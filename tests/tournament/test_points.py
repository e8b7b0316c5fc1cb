"""Points from places, as issue 16 works them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from domain.tournament.players import Player
from domain.tournament.points import PODS, TWO_SEATS, Scoring, exact, rounded, scores
from domain.tournament.results import Bye, History, Result, Round, is_ranking

POD = ("a", "b", "c", "d")


def test_places_of_a_pod_give_five_three_two_one() -> None:
    assert PODS.of(Result(POD, (2, 1, 4, 3))) == {"a": 3, "b": 5, "c": 1, "d": 2}


def test_tied_second_places_share_what_they_take() -> None:
    """Points 5/3/2/1: tied second 5, 5/2, 5/2, 1."""
    assert list(PODS.of(Result(POD, (1, 2, 2, 4))).values()) == [5, Fraction(5, 2), Fraction(5, 2), 1]


def test_three_first_places_get_ten_thirds_each() -> None:
    """Points 5/3/2/1: three first 10/3 each, 1."""
    assert list(PODS.of(Result(POD, (1, 1, 1, 4))).values()) == [Fraction(10, 3)] * 3 + [1]


def test_draw_points_are_for_ties_of_the_first_place_alone() -> None:
    football = Scoring(by_place=(Fraction(3), Fraction(0)), tie="draw_points", draw_points=Fraction(1))
    assert football.of(Result(("a", "b"), (1, 1))) == {"a": 1, "b": 1}
    assert football.of(Result(("a", "b"), (1, 2))) == {"a": 3, "b": 0}
    pods = Scoring(by_place=PODS.by_place, tie="draw_points", draw_points=Fraction(2))
    assert list(pods.of(Result(POD, (1, 1, 3, 3))).values()) == [2, 2, Fraction(3, 2), Fraction(3, 2)]


def test_who_does_not_come_gets_the_forfeit_and_the_others_play_for_the_first_places() -> None:
    assert PODS.of(Result(POD, (0, 2, 1, 3))) == {"a": 0, "b": 3, "c": 5, "d": 2}
    assert TWO_SEATS.of(Result(("a", "b"), (1, 0))) == {"a": 1, "b": 0}
    assert TWO_SEATS.of(Result(("a", "b"), (0, 0))) == {"a": 0, "b": 0}


def test_byes_are_worth_a_win_half_a_win_and_nothing_unless_stated() -> None:
    assert [PODS.bye(kind) for kind in ("pairing", "full", "half", "zero")] == [5, 5, Fraction(5, 2), 0]
    assert Scoring(by_place=PODS.by_place, pairing_bye=Fraction(2)).bye("pairing") == 2


def test_scores_add_up_rounds_late_entries_and_penalties() -> None:
    players = tuple(Player(id=name, number=number) for number, name in enumerate("abc", 1))
    rounds = (
        Round((Result(("a", "b"), (1, 1)),), (Bye("c", "pairing"),)),
        Round((Result(("c", "a"), (2, 1)),)),
    )
    adjusted = {"b": Fraction(1, 2), "c": Fraction(-1, 4)}
    assert scores(History(players, rounds), TWO_SEATS, adjusted=adjusted) == {
        "a": Fraction(3, 2),
        "b": 1,
        "c": Fraction(3, 4),
    }


@pytest.mark.parametrize(
    ("places", "is_one"),
    [((1, 2), True), ((1, 1, 3), True), ((2, 1, 2), True), ((1, 3), False), ((1, 1, 2), False), ((0, 1), True)],
)
def test_places_are_a_ranking_with_ties_or_are_none(places: tuple[int, ...], is_one: bool) -> None:
    assert is_ranking(places) is is_one


def test_points_are_written_exactly() -> None:
    assert str(exact("10/3")) == "10/3"
    assert exact("-5") == -5
    for text in ("20/6", "1.5", "1/0", "", " 1"):
        with pytest.raises(ValueError, match=r"exact number|below the line|Invalid literal"):
            exact(text)


def test_points_are_rounded_for_display_only() -> None:
    assert [rounded(Fraction(10, 3)), rounded(Fraction(5)), rounded(Fraction(-1, 8)), rounded(Fraction(-1, 999))] == [
        "3.33",
        "5",
        "-0.13",
        "0",
    ]
    assert rounded(Fraction(7, 2), 0) == "4"
