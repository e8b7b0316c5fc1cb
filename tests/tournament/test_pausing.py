"""A tournament that is paused, and rounds that begin by themselves."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.refusals import RefusedError
from domain.tournament.log.check import check
from domain.tournament.log.entries import (
    ResultCorrected,
    ResultCounted,
    RoundStarted,
    SwissSaid,
    TournamentPaused,
    TournamentResumed,
)
from domain.tournament.log.organiser import Organiser
from tests.tournament.test_log import opened, refused
from tests.tournament.test_words import begun

SWISS = SwissSaid(rounds=2)


def pause(organiser: Organiser, at: int) -> None:
    organiser.tell(TournamentPaused, at, reason="fire alarm")


def count(organiser: Organiser, at: int, table: int = 1) -> None:
    organiser.tell(ResultCounted, at, round=1, table=table, places=(1, 2))


def test_no_round_is_paired_or_begins_while_it_is_paused() -> None:
    organiser = begun(SWISS, 4, rounds=0)
    pause(organiser, 4_000)
    assert refused(organiser, TournamentPaused, reason="again") == "tournament_paused"
    with pytest.raises(RefusedError, match="is paused"):
        organiser.pair(4_500)
    organiser.tell(TournamentResumed, 5_000)
    organiser.pair(6_000)
    pause(organiser, 6_000)
    assert refused(organiser, RoundStarted, round=1, attempt=1) == "tournament_paused"
    organiser.tell(TournamentResumed, 7_000)
    organiser.start_round(7_000)
    assert (organiser.book.rounds[0].started_at, organiser.book.rounds[0].stood_ms) == (7_000, 0)
    assert refused(organiser, TournamentResumed) == "tournament_not_paused"
    assert refused(opened(SWISS), TournamentPaused, reason="early") == "tournament_not_started"


def test_a_round_that_is_played_has_as_much_more_time() -> None:
    organiser = begun(SWISS, 4)
    for since, until in ((5_000, 6_000), (7_000, 7_500)):
        pause(organiser, since)
        organiser.tell(TournamentResumed, until)
    assert organiser.book.rounds[0].stood_ms == 1_500
    pause(organiser, 8_000)
    count(organiser, 8_500)
    organiser.tell(TournamentResumed, 9_000)
    count(organiser, 9_000, table=2)
    organiser.end(9_500)
    assert {checked.status for checked in check(organiser.lines)} == {"passed"}


def test_the_next_round_is_due_so_long_after_the_last_result() -> None:
    organiser = begun(SWISS, 4, next_round_ms=60_000)
    count(organiser, 5_000)
    assert organiser.book.next_round_due is None
    count(organiser, 6_000, table=2)
    assert organiser.book.next_round_due == 66_000
    said: Any = {"round": 1, "table": 1, "places": (2, 1), "reason": "wrong way"}
    organiser.tell(ResultCorrected, 7_000, **said)
    assert organiser.book.next_round_due == 67_000
    pause(organiser, 8_000)
    assert organiser.book.next_round_due is None
    organiser.tell(TournamentResumed, 9_000)
    organiser.pair(9_000)
    assert organiser.book.next_round_due is None, "the organiser has it in hand"
    assert begun(SWISS, 4, rounds=0, next_round_ms=0).book.next_round_due is None
    ended = begun(SwissSaid(rounds=1), 2, next_round_ms=0)
    count(ended, 5_000)
    ended.end(6_000)
    assert ended.book.next_round_due is None
