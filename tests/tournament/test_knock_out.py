"""Single and double elimination, with the case of issue 16 worked by hand."""

from __future__ import annotations

import pytest

from domain.kernel.chance import QuickChance
from domain.kernel.refusals import Refusal
from domain.tournament.pairing.brackets import seeded, size_for
from domain.tournament.pairing.interface import Request
from domain.tournament.pairing.knock_out import KnockOut
from domain.tournament.results import Bye, History, Result, Round
from tests.tournament.playing import Places, after, entrants, favourites, lines, paired, played

SINGLE, DOUBLE = KnockOut(), KnockOut(losses=2)


def whole(pairer: KnockOut, players: int, places: Places = favourites) -> tuple[list[str], History]:
    history, rounds = History(entrants(players)), []
    while pairer.progress(history).pending:
        pairing = paired(pairer, history)
        rounds.append(lines(pairing))
        history = after(history, played(pairing, places))
    return rounds, history


def test_double_elimination_of_eight() -> None:
    """Issue 16, worked case: double elimination of 8, favourites win, in 14 matches."""
    rounds, history = whole(DOUBLE, 8)
    assert rounds == ["1-8 4-5 2-7 3-6", "1-4 2-3 8-5 7-6", "5-3 6-4", "1-2 3-4", "2-3", "1-2"]
    assert sum(len(played.tables) for played in history.rounds) == 14
    assert [list(group) for group in DOUBLE.progress(history).places] == [
        ["1"], ["2"], ["3"], ["4"], ["5", "6"], ["7", "8"]
    ]  # fmt: skip


def test_double_elimination_of_eight_with_the_reset_of_the_final() -> None:
    """Issue 16, worked case: 15 matches with the reset."""

    finals = 0

    def upset(table: tuple[str, ...]) -> tuple[int, ...]:
        nonlocal finals
        finals += set(table) == {"1", "2"}
        return favourites(table)[::-1] if set(table) == {"1", "2"} and finals == 2 else favourites(table)

    rounds, history = whole(DOUBLE, 8, upset)
    assert rounds[-2:] == ["1-2", "2-1"]  # each begins one of them
    assert sum(len(played.tables) for played in history.rounds) == 15
    assert DOUBLE.progress(history).places[:2] == (("1",), ("2",))


def test_single_elimination_of_eight_and_of_six() -> None:
    rounds, history = whole(SINGLE, 8)
    assert rounds == ["1-8 4-5 2-7 3-6", "1-4 2-3", "1-2"]
    assert SINGLE.progress(history).places == (("1",), ("2",), ("3", "4"), ("5", "6", "7", "8"))
    first = paired(SINGLE, History(entrants(6)))
    assert (lines(first), first.byes) == ("4-5 3-6", ("1", "2"))


@pytest.mark.parametrize("players", [1, 2, 3, 5, 7, 11, 16, 21])
@pytest.mark.parametrize("pairer", [SINGLE, DOUBLE])
def test_favourites_take_the_places_of_their_seeds(pairer: KnockOut, players: int) -> None:
    _, history = whole(pairer, players)
    ranked = [player for group in pairer.progress(history).places for player in group]
    assert sorted(ranked, key=int) == [str(n) for n in range(1, players + 1)]
    assert ranked[: min(4, players)] == [str(n) for n in range(1, min(4, players) + 1)]
    matches = sum(len(played.tables) for played in history.rounds)
    assert matches == pairer.losses * (players - 1)


@pytest.mark.parametrize("players", [16, 32])
def test_nobody_meets_at_once_again_who_sent_them_down(players: int) -> None:
    _, history = whole(DOUBLE, players)
    met = [frozenset(table.players) for played in history.rounds[:-2] for table in played.tables]
    assert len(met) == len(set(met))


def test_seeds_meet_as_late_as_can_be() -> None:
    assert seeded(8) == (1, 8, 4, 5, 2, 7, 3, 6)
    assert [size_for(players) for players in (0, 1, 2, 3, 8, 9)] == [2, 2, 2, 4, 8, 16]


def test_a_drawn_match_goes_to_the_higher_seed_or_is_played_again() -> None:
    four = History(entrants(4))
    drawn = Round((Result(("4", "1"), (1, 1)), Result(("2", "3"), (1, 2))))
    assert lines(paired(SINGLE, after(four, drawn))) == "1-2"
    replay = KnockOut(drawn="replay")
    again = paired(replay, after(four, drawn))
    assert lines(again) == "1-4"  # 4 began before; the other match is decided
    assert lines(paired(replay, after(four, drawn, played(again)))) == "1-2"


def test_forfeits_send_on_who_came_and_nobody_where_nobody_came() -> None:
    four = History(entrants(4))
    one = after(four, Round((Result(("1", "4"), (0, 1)), Result(("2", "3"), (0, 0)))))
    final = paired(SINGLE, one)
    assert (final.tables, final.byes) == ((), ("4",))
    over = SINGLE.progress(after(one, played(final)))
    assert (over.pending, over.places) == ((), (("4",), ("1", "2", "3")))
    other = after(four, Round((Result(("1", "4"), (1, 0)), Result(("2", "3"), (2, 1)))))
    assert lines(paired(SINGLE, other)) == "1-3"  # 1 did not begin: a forfeit gives no first seat


def test_who_has_left_is_walked_over_and_an_empty_match_sends_on_nobody() -> None:
    four = History(entrants(4))
    first = paired(DOUBLE, four, away=["2", "3", "4"])
    assert (first.tables, first.byes) == ((), ("1",))
    one = after(four, played(first))
    assert DOUBLE.progress(one).pending == (("1", None), ("4", None))
    second = paired(DOUBLE, one, away=["2", "3", "4"])
    assert second.byes == ("1",)
    two = after(one, Round((), (Bye("1", "pairing"),)))
    progress = DOUBLE.progress(two)
    third = paired(DOUBLE, two)
    assert (progress.pending, third.byes) == ((("1", None),), ("1",))
    over = DOUBLE.progress(after(two, played(third)))
    assert (over.pending, over.places) == ((), (("1",), ("4",), ("2", "3")))


def test_after_the_final_there_is_no_pairing() -> None:
    _, history = whole(SINGLE, 2)
    answer = SINGLE.pair(Request(players=history.players, history=history, rounds=9), QuickChance(1))
    assert isinstance(answer, Refusal)
    assert answer.code == "rounds_played"


def test_scores_of_a_request_are_those_of_its_history() -> None:
    two = History(entrants(2), (Round((Result(("1", "2"), (1, 1)),)),))
    request = Request(players=two.players, history=two, rounds=3)
    assert (request.round, set(map(str, request.scores().values()))) == (2, {"1/2"})
