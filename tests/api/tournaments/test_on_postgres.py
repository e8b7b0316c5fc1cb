"""Tournaments on PostgreSQL, where the store matters: what holds for a file holds for processes on one server."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

import pytest

from domain.ledger.store import open_store
from tests.api.tournaments.cup import Cup
from tests.api.tournaments.test_boards import test_the_list_says_of_a_tournament_what_its_own_page_says
from tests.api.tournaments.test_chaos import run_through
from tests.api.tournaments.test_following import (
    test_the_feed_the_stream_and_the_record_are_the_same_lines,
    test_who_waits_is_answered_by_the_next_entry,
)
from tests.api.tournaments.test_life import (
    test_a_link_is_used_once_and_given_anew,
    test_a_request_that_is_sent_again_acts_once,
    test_a_round_is_paired_once_however_often_it_is_asked_for,
    test_who_does_not_come_has_lost_by_forfeit,
)
from tests.api.tournaments.test_recalling import (
    test_a_board_that_is_taken_back_is_dealt_from_another_secret,
    test_a_case_at_a_table_that_was_given_up_holds_no_round,
)
from tests.api.tournaments.test_webhooks import (
    hooked,
    test_after_three_days_a_letter_is_dead_skipped_listed_and_fetched,
    test_letters_are_forgotten_after_thirty_days,
    test_two_processes_share_the_letters_without_double_work,
    test_what_a_killed_process_had_in_hand_comes_again,
)
from tests.api.world import World
from tests.ledger.postgres import Postgres

__all__ = [
    "hooked",
    "test_a_board_that_is_taken_back_is_dealt_from_another_secret",
    "test_a_case_at_a_table_that_was_given_up_holds_no_round",
    "test_a_link_is_used_once_and_given_anew",
    "test_a_request_that_is_sent_again_acts_once",
    "test_a_round_is_paired_once_however_often_it_is_asked_for",
    "test_after_three_days_a_letter_is_dead_skipped_listed_and_fetched",
    "test_letters_are_forgotten_after_thirty_days",
    "test_the_feed_the_stream_and_the_record_are_the_same_lines",
    "test_the_list_says_of_a_tournament_what_its_own_page_says",
    "test_two_processes_share_the_letters_without_double_work",
    "test_what_a_killed_process_had_in_hand_comes_again",
    "test_who_does_not_come_has_lost_by_forfeit",
    "test_who_waits_is_answered_by_the_next_entry",
]
pytestmark = pytest.mark.long

PLAYERS = 12


@pytest.fixture
def world(postgres: Postgres) -> Iterator[World]:
    """A service on the server."""
    with closing(open_store(postgres.service)) as store:
        yield World(store)


@pytest.fixture
def other(postgres: Postgres) -> Iterator[World]:
    """Another process's service on the same database."""
    with closing(open_store(postgres.service)) as store:
        yield World(store)


def elsewhere(cup: Cup, other: World) -> Cup:
    """Return the same tournament as another process has it."""
    same = Cup(other)
    same.id, same.token = cup.id, cup.token
    return same


def at_once(does: Sequence[Callable[[], Any]]) -> list[Any]:
    """Do all in threads that set out together; return what each brought."""
    start, brought = Barrier(len(does)), [None] * len(does)

    def go(number: int) -> None:
        start.wait()
        brought[number] = does[number]()

    threads = [Thread(target=go, args=(number,)) for number in range(len(does))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return brought


def test_processes_that_race_pair_a_round_once_and_open_each_table_once(world: World, other: World) -> None:
    cup = Cup(world)
    same = elsewhere(cup, other)
    cup.bots(PLAYERS)
    cup.do("/start")
    answers = at_once([partial(one.do, "/rounds", {"round": 1}) for one in (cup, same) * 2])
    assert [answer["tables"] for answer in answers] == [answers[0]["tables"]] * 4
    opened = at_once([cup.runner.look, same.runner.look] * 2)
    assert sum(opened) >= PLAYERS // 2
    assert [cup.runner.look(), same.runner.look()] == [0, 0]
    kinds = [line["entry"]["kind"] for line in same.get("/feed?limit=200").json["entries"]]
    assert kinds.count("round_paired") == kinds.count("round_started") == 1
    tables = world.get(f"/tables?series={cup.id}", token=cup.token).json["tables"]
    assert {table["id"] for table in tables} == {table["table"] for table in same.get("/rounds/1").json["tables"]}
    assert len(tables) == PLAYERS // 2


def test_entries_of_processes_that_race_are_one_feed(world: World, other: World) -> None:
    """Without a gap, each once, in the same order for whoever reads them."""
    cup = Cup(world)
    same = elsewhere(cup, other)
    at_once([partial(one.register, f"Player {n}") for n, one in enumerate((cup, same) * 4)])
    lines = [one.get("/feed?limit=200").json["entries"] for one in (cup, same)]
    assert lines[0] == lines[1]
    assert [line["entry"]["n"] for line in lines[0]] == [*range(1, 10)]
    names = {one["name"] for one in same.get("/players").json["players"]}
    assert names == {f"Player {n}" for n in range(8)}


def test_a_tournament_survives_kills_in_mid_round(postgres: Postgres, tmp_path: Path) -> None:
    run_through(tmp_path / "out", 1, database=postgres.service, rounds=2)
