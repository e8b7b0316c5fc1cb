"""Swiss in pods: sizes, the cost, the search, and why two do not sit together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest
from msgspec.structs import replace

from domain.kernel.chance import QuickChance
from domain.kernel.refusals import Refusal
from domain.tournament.pairing.interface import Because, Pairing, Request
from domain.tournament.pairing.pods.costs import CRITERIA, costs, packed, unpacked
from domain.tournament.pairing.pods.rules import PodSwiss
from domain.tournament.pairing.pods.search import EXACT, Pods, dealt, improved, search
from domain.tournament.pairing.pods.sizes import sizes
from domain.tournament.players import pair
from domain.tournament.points import PODS
from domain.tournament.results import Bye, History, Result, Round
from tests.tournament.playing import after, entrants

FOUR = PodSwiss(4)


@pytest.mark.parametrize(
    ("players", "pods", "byes"),
    [
        (5, [4], 1),
        (6, [3, 3], 0),
        (7, [4, 3], 0),
        (9, [3, 3, 3], 0),
        (10, [4, 3, 3], 0),
        (13, [4, 3, 3, 3], 0),
        (30, [4] * 6 + [3] * 2, 0),
        (3, [3], 0),
        (4, [4], 0),
        (2, [], 2),
        (0, [], 0),
    ],
)
def test_sizes_of_pods_of_four(players: int, pods: list[int], byes: int) -> None:
    """Issue 16: 5 = 4 + bye, 6 = 3+3, 7 = 4+3, 9 = 3+3+3, 10 = 4+3+3, 13 = 4+3+3+3, 30 = six of 4 and two of 3."""
    assert sizes(players, 4) == (tuple(pods), byes)


@pytest.mark.parametrize("seats", range(3, 11))
def test_there_is_no_bye_once_two_pods_can_be_made(seats: int) -> None:
    for players in range(6, 120):
        pods, byes = sizes(players, seats)
        assert (sum(pods), byes) == (players, 0)
        assert max(pods) <= seats
        assert max(pods) - min(pods) <= 1


def asked(history: History, **changes: object) -> Request:
    return replace(Request(players=history.players, history=history, rounds=9, scoring=PODS), **changes)


def seated(request: Request, pairer: PodSwiss = FOUR, seed: int = 1) -> Pairing:
    answer = pairer.pair(request, QuickChance(seed))
    assert not isinstance(answer, Refusal), answer.message
    return answer


def with_places(pairing: Pairing, chance: QuickChance) -> Round:
    """Return a round with places by chance; now and then somebody does not come."""
    tables = []
    for table in pairing.tables:
        places = [place + 1 for place in chance.shuffle(len(table))]
        if chance.pick(6) == 0:
            places = [max(0, place - 1) for place in places]
        tables.append(Result(table, tuple(places)))
    return Round(tuple(tables), tuple(Bye(player, "pairing") for player in pairing.byes))


def some_rounds(count: int, rounds: int, seed: int, pairer: PodSwiss = FOUR) -> History:
    chance = QuickChance(seed)
    history = History(entrants(count))
    for _ in range(rounds):
        history = after(history, with_places(seated(asked(history), pairer, seed), chance))
    return history


def all_ways(players: tuple[int, ...], left: list[int], idle: int) -> Iterator[Pods]:
    """Yield every way to seat players in pods of these sizes, each size with each set of players."""
    if len(players) == idle:
        yield Pods((), players)
        return
    for pod in combinations(players, left[0]):
        others = tuple(player for player in players if player not in pod)
        for rest in all_ways(others, left[1:], idle):
            yield Pods((pod, *rest.pods), rest.byes)


@pytest.mark.parametrize(("players", "seats"), [(5, 4), (6, 4), (7, 4), (8, 4), (7, 3), (6, 5)])
@pytest.mark.parametrize("seed", [1, 2])
def test_the_search_is_exact_for_few_players(players: int, seats: int, seed: int) -> None:
    """Compared with brute force: every way to seat them, one after the other."""
    pairer = PodSwiss(seats)
    history = some_rounds(players, 3, seed, pairer)
    table = costs(asked(history), [player.id for player in history.players], seats)
    pods, byes = sizes(players, seats)
    least = min(way.cost(table) for way in all_ways(tuple(range(players)), list(pods), byes))
    assert search(table, pods, byes).cost(table) == least


@pytest.mark.long
@pytest.mark.parametrize(("players", "seats"), [(9, 4), (10, 4), (12, 4), (12, 6)])
def test_the_search_is_exact_up_to_twelve(players: int, seats: int) -> None:
    history = some_rounds(players, 3, 7, PodSwiss(seats))
    table = costs(asked(history), [player.id for player in history.players], seats)
    pods, byes = sizes(players, seats)
    least = min(way.cost(table) for way in all_ways(tuple(range(players)), list(pods), byes))
    assert (players <= EXACT, search(table, pods, byes).cost(table)) == (True, least)


@pytest.mark.parametrize("count", [13, pytest.param(30, marks=pytest.mark.long)])
def test_above_twelve_it_is_never_worse_than_dealing_the_players_out(count: int) -> None:
    history = some_rounds(count, 2, count)
    table = costs(asked(history), [player.id for player in history.players], 4)
    floor = dealt(table, *sizes(count, 4))
    assert improved(table, floor).cost(table) <= floor.cost(table)


LONG = pytest.mark.long


@pytest.mark.parametrize("seed", [0, 1, 2, 3, pytest.param(4, marks=LONG), pytest.param(5, marks=LONG)])
def test_laws_of_every_round_of_pods(seed: int) -> None:
    """Everybody sits once, the sizes are as stated, and the first player is one who was first least often."""
    count = (5, 6, 9, 13, 19, 26)[seed]
    chance = QuickChance(seed)
    history = History(entrants(count))
    for _ in range(3):
        request = asked(history)
        pairing = seated(request, seed=seed)
        assert sorted([player for pod in pairing.tables for player in pod] + list(pairing.byes)) == sorted(
            request.present
        )
        assert (tuple(sorted(map(len, pairing.tables), reverse=True)), len(pairing.byes)) == sizes(count, 4)
        table = costs(request, [player.id for player in history.players], 4)
        begun = {player.id: times for player, times in zip(history.players, table.begun, strict=True)}
        assert all(begun[pod[0]] == min(begun[player] for player in pod) for pod in pairing.tables)
        assert seated(request, seed=seed) == pairing
        history = after(history, with_places(pairing, chance))


@LONG
def test_nobody_meets_again_while_that_can_be_avoided() -> None:
    history = some_rounds(16, 3, 4)
    met = [pair(*two) for part in history.rounds for table in part.tables for two in combinations(table.present, 2)]
    assert len(met) == len(set(met))


def test_the_bye_goes_to_the_lowest_score_and_to_nobody_twice() -> None:
    history = History(entrants(5), (Round((Result(("1", "2", "3", "4"), (1, 2, 3, 4)),), (Bye("5", "zero"),)),))
    assert seated(asked(history)).byes == ("5",)  # it had a bye that it had asked for
    after_bye = History(entrants(5), (Round((Result(("1", "2", "3", "4"), (1, 2, 3, 4)),), (Bye("5", "pairing"),)),))
    assert seated(asked(after_bye)).byes == ("4",)


def test_what_costs_the_same_is_drawn() -> None:
    request = asked(History(entrants(8)))
    assert len({seated(request, seed=seed) for seed in range(8)}) > 1


def test_a_forbidden_pair_sits_apart_or_there_is_no_legal_pairing() -> None:
    eight = asked(History(entrants(8)), forbidden=frozenset({pair("1", "2"), pair("3", "4")}))
    for pod in seated(eight).tables:
        assert not {"1", "2"} <= set(pod)
        assert not {"3", "4"} <= set(pod)
    four = FOUR.pair(asked(History(entrants(4)), forbidden=frozenset({pair("1", "2")})), QuickChance(1))
    assert isinstance(four, Refusal)
    assert (four.code, four.values["constraint"]) == ("no_legal_pairing", "forbidden_pairs")


def test_too_few_players_are_no_table() -> None:
    answer = FOUR.pair(asked(History(entrants(2))), QuickChance(1))
    assert isinstance(answer, Refusal)
    assert answer.values == {"constraint": "sizes", "players": 2}


def test_costs_compare_by_their_criteria_in_order() -> None:
    assert [packed(**{name: 1}) for name in CRITERIA] == sorted([packed(**{name: 1}) for name in CRITERIA])[::-1]
    assert packed(repeats=1) > packed(second_shorts=9, spread=10**9, first_seats=4)
    assert unpacked(packed(spread=7, forbidden=2)) == {**dict.fromkeys(CRITERIA, 0), "forbidden": 2, "spread": 7}


def test_a_pairing_says_what_it_costs() -> None:
    """1 to 4 met in the first round; 1 leads, then 2 and 5, then 3 and 6, then 4."""
    first = Round((Result(("1", "2", "3", "4"), (1, 2, 3, 4)), Result(("5", "6"), (1, 2))))
    history = History(entrants(6), (first,))
    cost = FOUR.cost(asked(history), Pairing((("1", "2", "3"), ("4", "5", "6"))))
    assert cost["repeats"] == 3 + 1
    assert cost["second_shorts"] == 2  # 5 and 6
    assert (cost["spread"], cost["short_height"]) == (1 + 4 + 1 + 9 + 4 + 1, 3 + 2 + 1 + 0 + 3 + 2)
    assert cost["first_seats"] == 0  # 2 and 3 were never first, nor were 4 and 6


def test_why_two_do_not_sit_together() -> None:
    """They have met; at few players it is compared with the best pairing that has them at one table."""
    history = History(entrants(8), (Round((Result(tuple("1234"), (1, 2, 3, 4)), Result(tuple("5678"), (1, 2, 3, 4)))),))
    request = asked(history)
    best = Pairing((tuple("1256"), tuple("3478")))
    assert FOUR.cost(request, best)["repeats"] == 4
    assert FOUR.why_not(request, best, "1", "8") == Because("spread", 8, 32)
    fresh = asked(History(entrants(8)))
    assert FOUR.why_not(fresh, Pairing((tuple("1234"), tuple("5678"))), "1", "8") == Because("drawn", 0, 0)


def test_why_somebody_has_the_bye_and_not_a_seat_beside_another() -> None:
    """5 scored least; if 5 sat with 4, somebody of a higher score group would have the bye."""
    history = History(entrants(5), (Round((Result(tuple("1234"), (1, 2, 3, 4)),), (Bye("5", "zero"),)),))
    pairing = Pairing((tuple("1234"),), ("5",))
    assert FOUR.why_not(asked(history), pairing, "5", "4") == Because("bye_height", 0, 2)


def test_why_two_do_not_sit_together_among_many() -> None:
    """Above twelve players it is compared with the best that one exchange gives."""
    history = some_rounds(16, 1, 3)
    request = asked(history)
    pairing = seated(request)
    met = history.rounds[0].tables[0].players
    one, other = next(two for two in combinations(met, 2) if not any(set(two) <= set(pod) for pod in pairing.tables))
    assert FOUR.why_not(request, pairing, one, other) == Because("repeats", 0, 1)


def test_a_forfeit_is_no_meeting_and_a_table_that_shrank_is_short() -> None:
    history = History(entrants(4), (Round((Result(tuple("1234"), (0, 1, 2, 3)),)),))
    table = costs(asked(history), list("1234"), 4)
    assert [unpacked(table.pairs[0][1])["repeats"], unpacked(table.pairs[1][2])["repeats"]] == [0, 1]
    assert [unpacked(cost)["second_shorts"] for cost in table.short] == [0, 1, 1, 1]
    assert table.begun == (0, 0, 0, 0)


@pytest.mark.long
def test_two_hundred_players_in_pods() -> None:
    history = some_rounds(200, 3, 2)
    pairing = seated(asked(history))
    cost = FOUR.cost(asked(history), pairing)
    assert (len(pairing.tables), cost["repeats"], cost["second_byes"]) == (50, 0, 0)
