"""Matches: best of several games, the first player alternating."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.refusals import RefusedError
from domain.tournament.log.draws import table_id
from domain.tournament.log.entries import (
    KnockOutSaid,
    PlayerRegistered,
    PodsSaid,
    ResultCorrected,
    ResultCounted,
    SwissSaid,
)
from domain.tournament.log.organiser import Organiser
from domain.tournament.log.simulation import Plan, simulate
from domain.tournament.matches import BestOf, as_it_stands, result_of, turned
from tests.tournament.test_log import NO_ENTROPY, opened, refused
from tests.tournament.test_simulation import obey_the_laws

WIN, LOSS, DRAW, ALONE, EMPTY = (1, 2), (2, 1), (1, 1), (1, 0), (0, 0)


@pytest.mark.parametrize(
    ("games", "best_of", "result"),
    [
        ([WIN], 3, None),
        ([WIN, LOSS], 3, None),
        ([WIN, WIN], 3, (1, 2)),
        ([LOSS, WIN, LOSS], 3, (2, 1)),
        ([WIN, DRAW], 3, None),
        ([DRAW, DRAW, DRAW], 3, (1, 1)),
        ([WIN, DRAW, DRAW], 3, (1, 2)),
        ([WIN, WIN, DRAW], 5, None),
        ([WIN, WIN, DRAW, DRAW], 5, (1, 2)),
        ([ALONE, ALONE], 3, (1, 0)),
        ([ALONE, LOSS, ALONE], 3, (1, 2)),
        ([EMPTY, EMPTY, EMPTY], 3, (0, 0)),
        ([EMPTY, WIN], 3, None),
        ([EMPTY, EMPTY, WIN], 3, (1, 2)),
    ],
)
def test_a_match_ends_when_nobody_can_catch_up(
    games: list[tuple[int, int]], best_of: int, result: tuple[int, int] | None
) -> None:
    assert result_of(games, best_of) == result


def test_a_match_as_it_stands_and_the_first_player_who_alternates() -> None:
    assert as_it_stands([WIN, LOSS]) == (1, 1)
    assert [turned(("a", "b"), game) for game in (1, 2, 3)] == [("a", "b"), ("b", "a"), ("a", "b")]


def test_each_game_has_a_table_of_its_own() -> None:
    ids = [table_id("cup", 1, 4, game) for game in range(1, 6)]
    assert len(set(ids)) == 5
    assert ids[0] == table_id("cup", 1, 4), "a table that is all is the first game"


def matches(method: KnockOutSaid | SwissSaid, *names: str) -> Organiser:
    organiser = opened(method, best_of=3)
    for number, name in enumerate(names):
        organiser.tell(PlayerRegistered, 2_000, player=name, rating=2_000 - number, entropy=NO_ENTROPY)
    organiser.start(3_000)
    organiser.pair(4_000)
    organiser.start_round(4_000)
    return organiser


def count(organiser: Organiser, game: int, *places: int) -> None:
    organiser.tell(ResultCounted, 5_000, round=len(organiser.book.rounds), table=1, game=game, places=places)


def test_the_places_of_a_game_stand_in_the_order_of_its_own_seats() -> None:
    organiser = matches(KnockOutSaid(), "a", "b")
    played = organiser.book.rounds[0]
    assert [played.seated(0, game) for game in (1, 2)] == [played.tables[0], played.tables[0][::-1]]
    assert played.game(0) == 1
    count(organiser, 1, 1, 2)
    assert organiser.book.rounds[0].game(0) == 2
    count(organiser, 2, 2, 1)
    played = organiser.book.rounds[0]
    assert played.done
    assert (played.results, played.game(0)) == ({0: (1, 2)}, 2)
    assert [game.places for game in played.games[0]] == [(1, 2), (1, 2)]


def test_what_may_not_be_counted_of_a_match() -> None:
    organiser = matches(KnockOutSaid(), "a", "b")
    said: Any = {"round": 1, "table": 1, "places": (1, 2)}
    assert refused(organiser, ResultCounted, **said) == "game_needed"
    assert refused(organiser, ResultCounted, game=2, **said) == "wrong_game"
    assert refused(organiser, ResultCorrected, game=1, reason="x", **said) == "not_counted"
    organiser.tell(ResultCounted, 5_000, reason="the hall closes", **said)
    assert refused(organiser, ResultCounted, game=1, **said) == "counted_already"
    assert organiser.book.rounds[0].game(0) == 1
    with pytest.raises(RefusedError, match="tables of two"):
        opened(PodsSaid(rounds=1, seats=4), best_of=3)


def test_a_pairing_that_is_one_game_has_no_others() -> None:
    organiser = opened(SwissSaid(rounds=1))
    for name in "ab":
        organiser.tell(PlayerRegistered, 2_000, player=name, entropy=NO_ENTROPY)
    organiser.start(3_000)
    organiser.pair(4_000)
    organiser.start_round(4_000)
    assert refused(organiser, ResultCounted, round=1, table=1, game=1, places=(1, 2)) == "one_game"


def test_a_corrected_game_reopens_a_match_of_the_last_round() -> None:
    organiser = matches(SwissSaid(rounds=2), "a", "b", "c")
    count(organiser, 1, 1, 2)
    count(organiser, 2, 2, 1)
    said: Any = {"round": 1, "table": 1, "places": (1, 2), "reason": "they had it the wrong way"}
    organiser.tell(ResultCorrected, 6_000, game=2, **said)
    assert not organiser.book.rounds[0].done
    count(organiser, 3, 1, 2)
    assert organiser.book.rounds[0].results == {0: (1, 2)}


def test_a_corrected_game_of_an_earlier_round_leaves_the_match_as_its_games_stand() -> None:
    organiser = matches(SwissSaid(rounds=2), "a", "b", "c")
    count(organiser, 1, 1, 2)
    count(organiser, 2, 2, 1)
    organiser.pair(7_000)
    organiser.tell(ResultCorrected, 8_000, round=1, table=1, game=1, places=(2, 1), reason="wrong way")
    assert organiser.book.rounds[0].results == {0: (1, 1)}
    organiser.tell(ResultCorrected, 8_000, round=1, table=1, places=(2, 1), reason="so be it")
    assert organiser.book.rounds[0].results == {0: (2, 1)}


@pytest.mark.parametrize("number", range(4))
def test_random_tournaments_of_matches(number: int) -> None:
    methods = (KnockOutSaid(), SwissSaid(rounds=3), KnockOutSaid(losses=2, drawn="replay"), SwissSaid(rounds=2))
    games: tuple[BestOf, ...] = (3, 5, 3, 7)
    organiser = simulate(Plan(methods[number], 5 + number, bytes([number]), troubles=number > 0, best_of=games[number]))
    assert any(len(games) > 1 for played in organiser.book.rounds for games in played.games.values())
    obey_the_laws(organiser)


def test_one_game_is_what_it_was() -> None:
    organiser = opened(SwissSaid(rounds=1))
    assert b"best_of" not in organiser.lines[0]
