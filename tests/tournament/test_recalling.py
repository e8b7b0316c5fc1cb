"""A round that has begun is taken back for a stated fault, as long as nothing of it counts."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.refusals import RefusedError
from domain.record.keys import commitment as of_table
from domain.tournament.log.check import check
from domain.tournament.log.draws import board_secret, table_id
from domain.tournament.log.entries import (
    ByeSaid,
    Counted,
    DrawOffered,
    PlayerEnteredLate,
    ResultCounted,
    RoundPaired,
    RoundRecalled,
    RoundStarted,
    SwissSaid,
    TablesSaid,
)
from domain.tournament.log.organiser import Organiser
from tests.tournament.test_log import SECRET, forged, play, refused, running
from tests.tournament.test_matches import count, matches
from tests.tournament.test_words import begun

SWISS = SwissSaid(rounds=2)
FAULT = "two results of the day before were swapped"


def anew(organiser: Organiser) -> None:
    organiser.recall_round(5_000, 1, FAULT, by="organiser")
    organiser.pair(5_500)
    organiser.start_round(5_500)


def test_what_was_taken_back_is_paired_anew_and_counts_for_nothing() -> None:
    organiser = begun(SWISS, 4, draw_by_agreement="any_time")
    first = organiser.book.rounds[0]
    organiser.tell(DrawOffered, 4_500, player=first.tables[0][0], round=1, table=1)
    organiser.recall_round(5_000, 1, FAULT)
    book = organiser.book
    assert (book.published, book.next_round, book.attempt, book.is_pairing) == ((), 1, 1, False)
    assert book.rounds[0].offers == {}
    assert refused(organiser, RoundStarted, round=1, attempt=1) == "not_paired"
    assert refused(organiser, ResultCounted, round=1, table=1, places=(1, 2)) == "no_such_table"
    organiser.tell(PlayerEnteredLate, 5_200, player="late", rating=2_900, points="0")
    own = ((first.tables[0][0], first.tables[1][0]), (first.tables[0][1], "late"))
    bye = (ByeSaid(player=first.tables[1][1], kind="full"),)
    with pytest.raises(RefusedError, match="attempt 2"):
        organiser.tell(RoundPaired, 5_300, round=1, attempt=1, tables=own, byes=bye, reason=FAULT)
    organiser.tell(RoundPaired, 5_500, round=1, attempt=2, tables=own, byes=bye, reason=FAULT)
    assert organiser.book.is_pairing
    organiser.start_round(5_500)
    assert organiser.book.published[0].tables == own
    for table in (1, 2):
        organiser.tell(ResultCounted, 6_000, round=1, table=table, places=(1, 2))
    assert len(organiser.book.history.rounds) == 1
    play(organiser)
    organiser.end(9_000)
    assert {checked.status for checked in check(organiser.lines)} == {"passed"}


def test_only_the_round_that_is_played_is_taken_back_and_only_before_its_results() -> None:
    organiser = running(SWISS, 4)
    said: Any = {"round": 1, "attempt": 1, "reason": FAULT}
    assert refused(organiser, RoundRecalled, **said) == "not_begun"
    organiser.pair(4_000)
    assert refused(organiser, RoundRecalled, **said) == "not_begun"
    organiser.start_round(4_000)
    for other in ({"round": 2}, {"attempt": 2}):
        assert refused(organiser, RoundRecalled, **{**said, **other}) == "not_begun"
    organiser.tell(ResultCounted, 5_000, round=1, table=1, places=(1, 2))
    assert refused(organiser, RoundRecalled, **said) == "results_counted"


def test_a_counted_game_of_a_match_keeps_the_round_too() -> None:
    organiser = matches(SwissSaid(rounds=1), "a", "b")
    count(organiser, 1, 1, 2)
    assert refused(organiser, RoundRecalled, round=1, attempt=1, reason=FAULT) == "results_counted"


def test_a_round_without_tables_is_over_at_once() -> None:
    organiser = running(SWISS, 2)
    byes = tuple([ByeSaid(player=player, kind="half") for player in ("p1", "p2")])
    organiser.tell(RoundPaired, 4_000, round=1, attempt=1, tables=(), byes=byes, reason="the hall is closed")
    organiser.start_round(4_000)
    assert refused(organiser, RoundRecalled, round=1, attempt=1, reason=FAULT) == "results_counted"


def test_nobody_meets_the_same_deal_twice() -> None:
    """A board that is taken back is dealt anew from a secret of its own; the checker tells one from the other."""
    organiser = begun(SwissSaid(rounds=1), 4, same_deal=True)
    secrets = [organiser.board_secret(1)]
    for _ in range(2):
        anew(organiser)
        secrets.append(organiser.board_secret(1))
    assert len(set(secrets)) == 3
    entropy, name = organiser.book.entropy, organiser.book.opened.tournament
    assert secrets == [board_secret(SECRET, entropy, name, board) for board in (1, "1.2", "1.3")]
    started = [one.entry.board for one in organiser.written if isinstance(one.entry, RoundStarted)]
    assert started == [of_table("deal", secret) for secret in secrets]
    for table in (1, 2):
        organiser.tell(ResultCounted, 8_000, round=1, table=table, places=(1, 2))
    organiser.end(9_000)
    organiser.open_secret(9_000)
    assert {one.status for one in check(organiser.lines)} == {"passed"}

    def same_again(entries: list[dict[str, Any]]) -> None:
        first, *others = [entry for entry in entries if entry["kind"] == "round_started"]
        others[-1]["board"] = first["board"]

    found = [one for one in check(forged(organiser.lines, same_again)) if one.status == "failed"]
    assert [(one.name, one.why) for one in found] == [("draws", "the secret does not give the board of round 1")]


def test_its_tables_are_other_ones_at_every_attempt() -> None:
    organiser = begun(SWISS, 4, tables=TablesSaid())
    ids = []
    for attempt in (1, 2, 3):
        assert organiser.book.rounds[0].attempt == attempt
        ids.append(organiser.book.table_id(1, 1))
        assert organiser.book.game_of(ids[-1], 1, 1) == 1
        anew(organiser)
        assert organiser.book.game_of(ids[-1], 1, 1) is None
    name = organiser.book.opened.tournament
    assert ids == [table_id(name, 1, 1), table_id(name, "1.2", 1), table_id(name, "1.3", 1)]
    assert organiser.book.table_id(2, 1) == table_id(name, 2, 1), "the round after it is called as ever"
    organiser.recall_round(7_000, 1, FAULT)
    assert organiser.book.game_of(organiser.book.table_id(1, 1), 1, 1) is None, "it was taken back"
    organiser.pair(7_500)
    organiser.start_round(7_500)
    of_old = Counted(table=ids[0], n=9, hash="A" * 43, kind="result_confirmed")
    assert refused(organiser, ResultCounted, round=1, table=1, places=(1, 2), rests_on=of_old) == "other_table"


def test_each_game_of_a_match_is_known_by_its_table() -> None:
    book = matches(SwissSaid(rounds=1), "a", "b").book
    assert [book.game_of(book.table_id(1, 1, game), 1, 1) for game in (1, 2, 3, 4)] == [1, 2, 3, None]


def test_paired_again_before_it_is_published_the_tables_are_called_as_ever() -> None:
    organiser = running(SWISS, 4)
    organiser.pair(4_000)
    organiser.pair(4_100)
    organiser.start_round(4_200)
    assert organiser.book.table_id(1, 1) == table_id(organiser.book.opened.tournament, 1, 1)
