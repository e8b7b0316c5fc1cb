"""What is otherwise in single rounds."""

from __future__ import annotations

import pytest

from domain.tournament.log.configuration import faults
from domain.tournament.log.entries import Method, PodsSaid, ScoringSaid, SwissSaid
from domain.tournament.settings import ALL_ROUNDS, CutSaid, OfRounds, are_apart, of_round
from tests.tournament.test_configuration import configured
from tests.tournament.test_log import play
from tests.tournament.test_words import begun

SAID = (OfRounds(first=4), OfRounds(first=1, last=2, best_of=3))


def test_what_is_said_of_a_round_holds_from_the_first_to_the_last() -> None:
    assert [of_round(SAID, round) for round in range(6)] == [ALL_ROUNDS, SAID[1], SAID[1], ALL_ROUNDS, SAID[0], SAID[0]]


@pytest.mark.parametrize(
    ("spans", "apart"),
    [
        ([], True),
        ([(3, None), (1, 2)], True),
        ([(1, 2), (2, 3)], False),
        ([(1, None), (5, 6)], False),
        ([(4, 3)], False),
    ],
)
def test_of_each_round_something_is_said_once(spans: list[tuple[int, int | None]], apart: bool) -> None:
    assert are_apart([OfRounds(first=first, last=last) for first, last in spans]) is apart


def test_matches_differ_by_round_by_cut_and_not_in_pods() -> None:
    organiser = begun(SwissSaid(rounds=2), 4, rounds=0, at_rounds=(OfRounds(first=1, last=1, best_of=1),), best_of=3)
    assert organiser.book.best_of == 1
    play(organiser)
    assert organiser.book.best_of == 3
    at_rounds = (OfRounds(first=1, last=2, best_of=3),)
    pods = begun(
        PodsSaid(rounds=1, seats=4), 4, rounds=0, at_rounds=at_rounds, cut=CutSaid(players=4, best_of=5, losses=2)
    )
    play(pods)
    assert pods.book.rounds[0].best_of == 1
    pods.cut(6_000)
    pods.pair(6_000)
    assert pods.book.rounds[1].best_of == 3


def test_what_cannot_be_said_of_rounds() -> None:
    def codes(method: Method, *said: OfRounds) -> list[str]:
        by_place = ("1",) * 4
        return [fault.code for fault in faults(configured(method, ScoringSaid(by_place=by_place), at_rounds=said))]

    assert codes(SwissSaid(rounds=3), *SAID) == []
    assert codes(SwissSaid(rounds=3), *SAID, OfRounds(first=2)) == ["rounds_twice"]
    assert codes(PodsSaid(rounds=3, seats=4), *SAID) == ["no_matches"]
    assert codes(SwissSaid(rounds=3), OfRounds(first=2, best_of=2)) == ["even_match"]  # type: ignore[arg-type]
