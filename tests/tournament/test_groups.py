"""Round robins in groups."""

from __future__ import annotations

import pytest

from domain.kernel.refusals import RefusedError
from domain.tournament.exchange.trf import report
from domain.tournament.log.configuration import Expected, expected
from domain.tournament.log.entries import PlayerDisqualified, RoundRobinSaid
from domain.tournament.log.simulation import Plan, simulate
from domain.tournament.pairing.round_robin import RoundRobin, dealt
from domain.tournament.results import History
from domain.tournament.settings import CutSaid
from tests.tournament.playing import after as later
from tests.tournament.playing import entrants, lines, paired, played
from tests.tournament.test_cut import started
from tests.tournament.test_log import play, running
from tests.tournament.test_simulation import obey_the_laws
from tests.tournament.test_spoken import told


def test_players_are_dealt_to_and_fro() -> None:
    assert dealt("123456", 2) == (("1", "4", "5"), ("2", "3", "6"))
    assert [len(group) for group in dealt([str(i) for i in range(11)], 3)] == [3, 4, 4]


def test_each_group_plays_its_own_tables_and_a_smaller_one_sits_out() -> None:
    history = History(entrants(7))
    rounds = []
    for _ in range(3):
        pairing = paired(RoundRobin(groups=2), history)
        rounds.append((lines(pairing), pairing.byes))
        history = later(history, played(pairing))
    assert [byes for _, byes in rounds] == [("1",), ("5",), ("4",)]
    assert rounds[0][0] == "4-5 2-7 3-6"
    small = History(entrants(5))
    for _ in range(2):
        small = later(small, played(paired(RoundRobin(groups=2), small)))
    assert RoundRobin(groups=2).rounds(5) == 3
    assert RoundRobin(2, 2).rounds(8) == 6
    last = paired(RoundRobin(groups=2), small)
    assert {player for table in last.tables for player in table} | set(last.byes) == {"1", "4", "5"}


def test_the_place_in_the_group_comes_first_and_a_cut_takes_as_many_of_each() -> None:
    organiser = started(RoundRobinSaid(groups=2), 8, CutSaid(players=4))
    for _ in range(3):
        play(organiser)
    order = [row.player for row in organiser.book.standings()]
    groups = RoundRobin(groups=2).groups_of(organiser.book.numbered)
    assert groups == (("p1", "p4", "p5", "p8"), ("p2", "p3", "p6", "p7"))
    assert [set(order[place : place + 2]) for place in range(0, 8, 2)] == [
        {"p1", "p2"},
        {"p3", "p4"},
        {"p5", "p6"},
        {"p7", "p8"},
    ]
    organiser.tell(PlayerDisqualified, 5_000, player="p1", reason="x")
    assert {row.player for row in organiser.book.standings()[:2]} == {"p2", "p4"}
    organiser.cut(6_000)
    assert organiser.book.cut is not None
    assert len(set(organiser.book.cut.players) & set(groups[0])) == 2
    assert "CUSTOM_GROUPS" in report(organiser.book)


def test_each_group_needs_two_players() -> None:
    with pytest.raises(RefusedError, match="Each group needs two players"):
        running(RoundRobinSaid(groups=3), 5)


def test_what_groups_lead_to() -> None:
    assert expected(RoundRobinSaid(groups=2), 7) == Expected(3, (2, 2, 2), 1)
    assert expected(RoundRobinSaid(groups=2), 10) == Expected(5, (2, 2, 2, 2), 2)
    assert told(RoundRobinSaid(groups=2), 8)[0] == "This is a table of group 1."


@pytest.mark.parametrize("number", range(4))
def test_random_tournaments_in_groups(number: int) -> None:
    cut = CutSaid(players=4) if number % 2 else None
    method = RoundRobinSaid(groups=2 + number // 2, cycles=2 if number == 3 else 1)
    obey_the_laws(simulate(Plan(method, 9 + number, bytes([number]), troubles=number > 0, cut=cut)))
