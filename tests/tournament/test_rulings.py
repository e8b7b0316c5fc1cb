"""Rulings that stand against what the tables said are allowed, and named by the checker."""

from __future__ import annotations

from typing import Any

import pytest

from domain.tournament.log.check import check
from domain.tournament.log.entries import Counted, ResultCorrected, ResultCounted, SwissSaid
from domain.tournament.log.organiser import Organiser
from domain.tournament.log.rulings import MOST_NAMED, standing_rulings, told
from tests.tournament.test_log import NO_ENTROPY, running
from tests.tournament.test_matches import count, matches


def begun(players: int = 4) -> Organiser:
    organiser = running(SwissSaid(rounds=1), players)
    organiser.pair(4_000)
    organiser.start_round(4_000)
    return organiser


def why(organiser: Organiser) -> str:
    (standings,) = [one for one in check(organiser.lines) if one.name == "standings"]
    assert standings.status == "passed"
    return standings.why


def rests_on(kind: Any) -> Counted:
    return Counted(table="a-table", n=9, hash=NO_ENTROPY, kind=kind)


def test_a_ruling_against_its_table_is_named_until_it_is_taken_back() -> None:
    organiser = begun()
    assert why(organiser) == ""
    organiser.tell(ResultCounted, 5_000, round=1, table=2, places=(2, 1))
    organiser.tell(ResultCounted, 5_000, round=1, table=1, places=(1, 2), reason="nobody knows what happened")
    assert why(organiser) == "", "the table had said nothing"
    n = organiser.book.n
    organiser.tell(ResultCorrected, 6_000, round=1, table=2, places=(1, 2), reason="he had moved twice")
    assert why(organiser) == f"rulings against what the tables say: 1: round 1, table 2 (entry {n + 1})"
    organiser.tell(ResultCorrected, 7_000, round=1, table=2, places=(2, 1), reason="he had not")
    assert why(organiser) == ""


def test_what_a_ruling_at_the_table_says_is_the_tables_word() -> None:
    organiser = begun(2)
    organiser.tell(ResultCounted, 5_000, round=1, table=1, places=(1, 2), rests_on=rests_on("result_confirmed"))
    said: dict[str, Any] = {"round": 1, "table": 1, "places": (2, 1), "reason": "adjusted"}
    organiser.tell(ResultCorrected, 6_000, rests_on=rests_on("result_adjusted"), **said)
    assert (why(organiser), standing_rulings(one.entry for one in organiser.written)) == ("", ())
    organiser.tell(ResultCorrected, 7_000, rests_on=rests_on("table_abandoned"), **{**said, "places": (1, 2)})
    assert "round 1, table 1" in why(organiser)


@pytest.mark.parametrize(("places", "is_told"), [((2, 1), True), ((1, 2), False)])
def test_a_ruling_about_a_whole_match_is_compared_with_its_games(places: tuple[int, int], is_told: bool) -> None:
    organiser = matches(SwissSaid(rounds=1), "a", "b")
    count(organiser, 1, 1, 2)
    organiser.tell(ResultCounted, 9_000, round=1, table=1, places=places, reason="the hall closes")
    assert bool(why(organiser)) is is_told


def test_many_are_named_up_to_a_line() -> None:
    one = ResultCorrected(n=9, at=0, by="organiser", round=1, table=1, places=(1, 2), reason="so be it")
    assert told([one] * (MOST_NAMED + 2)).endswith("(entry 9) and 2 more")
