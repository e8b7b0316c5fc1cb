"""Berger tables, as FIDE's C.05 prints them and issue 16 quotes them."""

from __future__ import annotations

import itertools

import pytest

from domain.kernel.chance import QuickChance
from domain.kernel.refusals import Refusal
from domain.tournament.pairing.interface import Request
from domain.tournament.pairing.round_robin import RoundRobin, berger
from domain.tournament.results import History, Round
from tests.tournament.playing import after, entrants, lines, paired, played

BERGER_6 = "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1"
BERGER_8_ROUND_2 = "8-5 6-4 7-3 1-2"


def whole(players: int, cycles: int = 1) -> list[str]:
    history, rounds = History(entrants(players)), []
    for _ in range(RoundRobin(cycles).rounds(players)):
        pairing = paired(RoundRobin(cycles), history)
        rounds.append(lines(pairing))
        history = after(history, played(pairing))
    return rounds


def test_berger_table_of_six() -> None:
    """Issue 16, worked case: Berger 6."""
    assert " | ".join(whole(6)) == BERGER_6


def test_berger_table_of_eight() -> None:
    assert " ".join(f"{one}-{two}" for one, two in berger(8, 2)) == BERGER_8_ROUND_2


def test_with_five_players_the_sixth_is_the_bye() -> None:
    """Issue 16, worked case: with 5 players 6 is the bye."""
    history = History(entrants(5))
    byes: list[str] = []
    for _ in range(5):
        pairing = paired(RoundRobin(), history)
        byes += pairing.byes
        history = after(history, played(pairing))
    assert byes == ["1", "4", "2", "5", "3"]


@pytest.mark.parametrize("players", range(2, 17))
def test_everybody_meets_everybody_once_and_begins_as_often_as_not(players: int) -> None:
    tables = [tuple(table.split("-")) for text in whole(players) for table in text.split()]
    assert len(tables) == players * (players - 1) // 2
    assert {frozenset(table) for table in tables} == {
        frozenset(two) for two in itertools.combinations(map(str, range(1, players + 1)), 2)
    }
    for player in map(str, range(1, players + 1)):
        begun = sum(table[0] == player for table in tables)
        assert abs(begun - sum(table[1] == player for table in tables)) <= 1


@pytest.mark.parametrize("players", [3, 4, 6, 9])
def test_two_cycles_exchange_the_first_players_and_nobody_begins_three_times_running(players: int) -> None:
    rounds = whole(players, cycles=2)
    tables = [tuple(table.split("-")) for text in rounds for table in text.split()]
    assert len(set(tables)) == len(tables) == players * (players - 1)
    for player in map(str, range(1, players + 1)):
        seats = [table.index(player) for text in rounds for t in text.split() if player in (table := t.split("-"))]
        assert all(seats[i : i + 3] not in ([0] * 3, [1] * 3) for i in range(len(seats) - 2))


def test_two_players_meet_twice_in_two_cycles() -> None:
    assert whole(2, cycles=2) == ["1-2", "2-1"]


def test_who_is_not_there_leaves_the_opponent_with_the_bye() -> None:
    pairing = paired(RoundRobin(), History(entrants(6)), away=["6", "2", "5"])
    assert (lines(pairing), pairing.byes) == ("3-4", ("1",))


@pytest.mark.parametrize("history", [History(entrants(3), (Round(()),) * 3), History(())])
def test_after_the_last_round_there_is_no_pairing(history: History) -> None:
    answer = RoundRobin().pair(Request(players=history.players, history=history, rounds=3), QuickChance(1))
    assert isinstance(answer, Refusal)
    assert answer.code == "rounds_played"
