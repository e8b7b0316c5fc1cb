"""FIDE's Dutch system: C.04.1 and C.04.3, applied from 1 February 2026."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import get_args

import pytest
from msgspec.structs import replace

from domain.kernel.chance import QuickChance
from domain.kernel.refusals import Refusal
from domain.tournament.courses import courses
from domain.tournament.pairing.dutch import bracketing, ideal
from domain.tournament.pairing.dutch.colours import colour_of, first_and_second
from domain.tournament.pairing.dutch.contestants import Colour, Contestant, contestants, may_precede_bye, preference
from domain.tournament.pairing.dutch.criteria import clashes, gets_a_third
from domain.tournament.pairing.dutch.rules import Dutch
from domain.tournament.pairing.interface import Because, Pairing, Request
from domain.tournament.players import PlayerId, pair
from domain.tournament.points import TWO_SEATS
from domain.tournament.results import Bye, ByeKind, History, Result, Round
from tests.tournament.playing import after, entrants, lines, paired, played


def won(first: str, second: str) -> Result:
    return Result((first, second), (1, 2))


def lost(first: str, second: str) -> Result:
    return Result((first, second), (2, 1))


def test_the_first_round_pairs_the_upper_half_with_the_lower_and_colours_alternate() -> None:
    assert lines(paired(Dutch(), History(entrants(8)))) == "1-5 6-2 3-7 8-4"
    assert lines(paired(Dutch(initial=1), History(entrants(4)))) == "3-1 2-4"
    odd = paired(Dutch(), History(entrants(5)))
    assert (lines(odd), odd.byes) == ("1-3 4-2", ("5",))


def test_c5_the_bye_goes_to_the_lowest_score_before_pairs_are_counted() -> None:
    """Fixture `dutch_2025_C5` of bbpPairings 6: 1-5 3-2, bye 6."""
    history = History(
        entrants(6),
        (
            Round((won("1", "4"), lost("5", "2"), won("3", "6"))),
            Round((lost("2", "1"), lost("4", "3"), lost("6", "5"))),
        ),
    )
    pairing = paired(Dutch(), history, away=["4"], rounds=3)
    assert (lines(pairing), pairing.byes) == ("1-5 3-2", ("6",))


def test_c9_the_bye_goes_to_who_missed_the_fewest_games() -> None:
    """Fixture `dutch_2025_C9` of bbpPairings 6: 2-1 3-5, bye 4."""
    history = History(entrants(5), (Round((won("1", "3"), lost("4", "2")), (Bye("5", "zero"),)),))
    pairing = paired(Dutch(), history, rounds=3)
    assert (lines(pairing), pairing.byes) == ("2-1 3-5", ("4",))


def _step(kind: ByeKind | str) -> bool:
    """Say whether a pairing bye may follow a round of this kind."""
    table = {"forfeit_win": (1, 0), "forfeit_loss": (0, 1)}.get(kind)
    result = Round((Result(("1", "2"), table),)) if table else Round((), (Bye("1", kind),))  # type: ignore[arg-type]
    step = courses(History(entrants(2), (result,)), TWO_SEATS)["1"][0]
    return may_precede_bye(step, Fraction(1))


def test_a_pairing_bye_is_refused_after_a_pairing_bye_full_point_bye_or_forfeit_win() -> None:
    """Issue 16, worked case: C.04.1, article 4."""
    kinds = (*get_args(ByeKind), "forfeit_win", "forfeit_loss")
    assert {kind: _step(kind) for kind in kinds} == {
        "pairing": False,
        "full": False,
        "forfeit_win": False,
        "half": True,
        "zero": True,
        "forfeit_loss": True,
    }
    no_bye = History(entrants(3), (Round((won("1", "2"),), (Bye("3", "full"),)),))
    assert paired(Dutch(), no_bye).byes == ("2",)


def test_who_has_floated_down_is_spared_the_next_time() -> None:
    """C14: of the residents with one score, the one who had the bye in the round before does not float again."""
    after_bye = History(
        entrants(5),
        (Round((won("1", "3"), Result(("4", "2"), (1, 1))), (Bye("5", "half"),)),),
    )
    names = {contestant.id: contestant.floats for contestant in contestants(_asked(after_bye))}
    assert names["5"] == ("down", "none")


def _asked(history: History, **changes: object) -> Request:
    return replace(Request(players=history.players, history=history, rounds=9), **changes)


def _contestant(**changes: object) -> Contestant:
    plain = contestants(_asked(History(entrants(1))))[0]
    if isinstance(colours := changes.get("colours"), tuple):
        wants, strength = preference(colours)
        twice = colours[-1] if colours[-2:] in ((0, 0), (1, 1)) else None
        imbalance = abs(colours.count(0) - colours.count(1))
        changes = {"wants": wants, "strength": strength, "twice": twice, "imbalance": imbalance, **changes}
    return replace(plain, **changes)


@pytest.mark.parametrize(
    ("colours", "wants", "strength"),
    [
        ((), None, 0),
        ((0, 1), 0, 1),
        ((0,), 1, 2),
        ((0, 1, 1), 0, 3),
        ((1, 0, 0), 1, 3),
        ((0, 0, 1, 0), 1, 3),
        ((1, 1, 0, 1), 0, 3),
        ((1, 0, 1), 0, 2),
    ],
)
def test_preferences_are_absolute_strong_or_mild(
    colours: tuple[Colour, ...], wants: Colour | None, strength: int
) -> None:
    assert preference(colours) == (wants, strength)


@pytest.mark.parametrize(
    ("higher", "lower", "colour"),
    [
        ((0,), (1,), 1),  # both preferences
        ((), (1,), 1),
        ((0,), (), 1),
        ((0, 1), (1,), 1),  # strong beats mild
        ((1,), (0, 1), 0),
        ((0, 1, 1), (1, 1), 1),  # both absolute, and the wider difference is the lower one's
        ((1, 0, 1), (0, 1, 1, 0, 1), 0),  # they differ in the third game from the end
        ((0, 1), (0, 1), 0),  # the higher ranked one
    ],
)
def test_colours_go_by_the_first_rule_that_decides(
    higher: tuple[Colour, ...], lower: tuple[Colour, ...], colour: Colour
) -> None:
    one, other = _contestant(colours=higher, rank=0), _contestant(colours=lower, rank=1)
    assert colour_of(one, other, 0) == colour


def test_without_any_game_odd_numbers_have_the_initial_colour() -> None:
    one, other = _contestant(rank=0, number=2, id="2"), _contestant(rank=1, number=5, id="5")
    assert [first.id for first in first_and_second(other, one, 0)] == ["5", "2"]
    assert [first.id for first in first_and_second(one, other, 1)] == ["2", "5"]


def test_floats_are_of_different_scores_and_of_points_without_a_game() -> None:
    history = History(
        entrants(4),
        (
            Round((won("1", "2"),), (Bye("3", "pairing"), Bye("4", "zero"))),
            Round((won("2", "3"), Result(("4", "1"), (0, 1)))),
        ),
    )
    floats = {contestant.id: contestant.floats for contestant in contestants(_asked(history))}
    assert floats == {"1": ("down", "none"), "2": ("up", "none"), "3": ("down", "down"), "4": ("none", "none")}


def test_late_points_count_for_floats_and_order() -> None:
    history = History(entrants(2), (Round((won("1", "2"),)),))
    listed = contestants(_asked(history, adjusted={"2": Fraction(2)}))
    assert [(contestant.id, contestant.floats[0]) for contestant in listed] == [("2", "down"), ("1", "up")]


def test_topscorers_of_the_last_round_may_have_the_same_absolute_preference() -> None:
    """C3: the two leaders have both begun twice running."""
    history = History(
        entrants(6),
        (
            Round((won("1", "3"), won("2", "4"), won("5", "6"))),
            Round((won("1", "5"), won("2", "6"), won("3", "4"))),
        ),
    )
    last = contestants(_asked(history, rounds=3))
    assert clashes(last[0], last[1])
    assert [contestant.is_topscorer for contestant in last] == [True, True, False, False, False, False]
    assert pair("1", "2") in map(frozenset, paired(Dutch(), history, rounds=3).tables)
    assert pair("1", "2") not in map(frozenset, paired(Dutch(), history, rounds=4).tables)
    assert _refused(history, players=history.players[:2]) == "colours"


def test_c11_the_one_with_the_smaller_difference_gets_a_colour_a_third_time() -> None:
    """Of two with the same absolute preference the wider difference is granted (article 5)."""
    twice, wide = _contestant(colours=(0, 1, 1)), _contestant(colours=(1, 0, 1, 1, 1, 0, 1))
    assert gets_a_third(twice, wide)
    assert gets_a_third(wide, twice)
    assert not gets_a_third(_contestant(colours=(1, 1, 0, 1)), wide)
    assert gets_a_third(_contestant(colours=(1, 1)), _contestant(colours=(0, 1, 0, 1, 1, 1)))


def _refused(history: History, **changes: object) -> object:
    answer = Dutch().pair(_asked(history, **changes), QuickChance(1))
    assert isinstance(answer, Refusal)
    assert answer.code == "no_legal_pairing"
    return answer.values["constraint"]


def test_what_leaves_no_legal_pairing_is_named() -> None:
    two = History(entrants(2))
    assert _refused(two, forbidden=frozenset({pair("1", "2")})) == "forbidden_pairs"
    assert _refused(after(two, Round((won("1", "2"),)))) == "repeats"
    everybody_idle = Round((), tuple(Bye(player.id, "full") for player in entrants(3)))
    assert _refused(History(entrants(3), (everybody_idle,))) == "bye"


def test_forbidden_pairs_do_not_meet() -> None:
    request = _asked(History(entrants(4)), forbidden=frozenset({pair("1", "3")}))
    answer = Dutch().pair(request, QuickChance(1))
    assert answer == Pairing((("1", "4"), ("3", "2")))


def test_tables_are_published_by_the_higher_score_then_the_sum_then_the_number() -> None:
    history = History(
        entrants(6),
        (Round((won("1", "4"), won("5", "2"), Result(("3", "6"), (1, 1)))),),
    )
    first = paired(Dutch(), history)
    assert [set(table) for table in first.tables] == [{"1", "5"}, {"2", "3"}, {"4", "6"}]


OUTCOMES = ((1, 2), (2, 1), (1, 1), (1, 2), (2, 1), (1, 0), (0, 1), (0, 0))


def _whole(seed: int, count: int, rounds: int) -> list[tuple[Request, Pairing]]:
    """Play a random tournament with forfeits, asked byes and absences, as far as it can be paired."""
    chance = QuickChance(seed)
    history, pairings = History(entrants(count)), []
    for _ in range(rounds):
        away = [player.id for player in history.players if chance.pick(12) == 0]
        request = Request(
            players=tuple(player for player in history.players if player.id not in away),
            history=history,
            rounds=rounds,
        )
        answer = Dutch().pair(request, chance)
        if isinstance(answer, Refusal):
            break
        pairings.append((request, answer))
        places = [OUTCOMES[chance.pick(8)] for _ in answer.tables]
        tables = tuple(Result(table, place) for table, place in zip(answer.tables, places, strict=True))
        asked: tuple[ByeKind, ...] = ("half", "zero", "full")
        byes = [Bye(player, "pairing") for player in answer.byes]
        byes += [Bye(player, asked[chance.pick(3)]) for player in away]
        history = after(history, Round(tables, tuple(byes)))
    return pairings


@pytest.mark.parametrize("seed", range(24))
def test_laws_of_every_swiss_round(seed: int) -> None:
    """Nobody twice, nobody again, the bye once and to the lowest it can; no colour three times or by three."""
    for request, pairing in _whole(seed, 5 + seed % 9, 5 + seed % 3):
        seated = [player for table in pairing.tables for player in table] + list(pairing.byes)
        assert sorted(seated) == sorted(request.present)
        assert len(pairing.byes) == len(request.players) % 2
        field = {contestant.id: contestant for contestant in contestants(request)}
        met: set[frozenset[PlayerId]] = {
            pair(*table.players) for part in request.history.rounds for table in part.tables if table.was_played
        }
        for table in pairing.tables:
            assert pair(*table) not in met
            for seat, player in enumerate(table):
                contestant = field[player]
                if request.round < request.rounds:
                    assert contestant.twice != seat
                    assert abs((*contestant.colours, seat).count(0) * 2 - len(contestant.colours) - 1) <= 2
        assert all(field[player].may_have_bye for player in pairing.byes)


def test_a_round_is_paired_the_same_way_every_time() -> None:
    assert _whole(3, 11, 6) == _whole(3, 11, 6)


def test_a_played_round_keeps_its_first_players() -> None:
    first = paired(Dutch(), History(entrants(4)))
    assert [table.players for table in played(first).tables] == list(first.tables)


def _why(history: History, one: str, other: str, **changes: object) -> Because:
    return Dutch().why_not(_asked(history, **changes), one, other)


def test_why_two_do_not_meet() -> None:
    """Four players after 1 beat 3 and 4 drew with 2."""
    history = History(entrants(4), (Round((won("1", "3"), Result(("4", "2"), (1, 1)))),))
    assert lines(paired(Dutch(), history)) == "2-1 3-4"
    assert _why(history, "1", "3") == Because("met")
    assert _why(history, "1", "4", forbidden=frozenset({pair("1", "4")})) == Because("forbidden")
    assert _why(history, "1", "2") == Because("together")
    assert _why(history, "1", "4") == Because("C12", 1, 0)  # 1 and 4 have both begun
    assert _why(History(entrants(4)), "1", "2") == Because("order")
    assert _why(history, "2", "3", forbidden=frozenset({pair("1", "4")})) == Because("completion")
    assert _why(history, "2", "3", players=history.players[1:3], forbidden=frozenset()) == Because("together")


@pytest.mark.parametrize("seed", [0, pytest.param(7, marks=pytest.mark.long)])
def test_no_round_in_which_two_others_met_would_have_been_better(seed: int) -> None:
    for request, pairing in _whole(seed, 5 + seed % 9, 5):
        tables = {frozenset(table) for table in pairing.tables}
        for one, other in combinations([player.id for player in request.players], 2):
            because = Dutch().why_not(request, one, other)
            assert (because.criterion == "together") is (frozenset((one, other)) in tables)
            assert because.here > because.otherwise or not because.criterion.startswith("C")


def test_a_round_without_a_legal_pairing_has_no_completion() -> None:
    three = History(entrants(3), (Round((), tuple(Bye(player.id, "full") for player in entrants(3))),))
    assert _why(three, "1", "2") == Because("completion")
    twice = History(
        entrants(6),
        (
            Round((won("1", "3"), won("2", "4"), won("5", "6"))),
            Round((won("1", "5"), won("2", "6"), won("3", "4"))),
        ),
    )
    assert _why(twice, "1", "2") == Because("colours")


def _slowly(monkeypatch: pytest.MonkeyPatch, request: Request) -> object:
    with monkeypatch.context() as patch:
        patch.setattr(bracketing, "ideal", lambda *_: None)
        return Dutch().pair(request, QuickChance(1))


@pytest.mark.parametrize("seed", [1, 6, 12, *[pytest.param(seed, marks=pytest.mark.long) for seed in range(24, 54)]])
def test_the_quick_way_finds_what_the_whole_search_finds(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for request, pairing in _whole(seed, 5 + seed % 14, 4 + seed % 4):
        assert _slowly(monkeypatch, request) == pairing


def test_the_quick_way_gives_up_after_so_many_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ideal, "STEPS", 0)
    request = _asked(History(entrants(6)))
    assert Dutch().pair(request, QuickChance(1)) == Pairing((("1", "4"), ("5", "2"), ("3", "6")))
