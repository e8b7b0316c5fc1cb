"""Tie-breaks and standings, worked by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from domain.tournament.courses import courses, opponents
from domain.tournament.players import Player, in_order, pair
from domain.tournament.points import PODS, TWO_SEATS, Scoring
from domain.tournament.results import Bye, History, Result, Round
from domain.tournament.standings import standings
from domain.tournament.tie_breaks import RULES, TieBreak


def field(names: str, *rounds: Round) -> History:
    """Return a history of players who entered in this order."""
    return History(tuple(Player(id=name, number=number) for number, name in enumerate(names, 1)), rounds)


def won(first: str, second: str) -> Result:
    return Result((first, second), (1, 2))


def drawn(first: str, second: str) -> Result:
    return Result((first, second), (1, 1))


def column(history: History, tie_break: TieBreak, scoring: Scoring = TWO_SEATS) -> dict[str, Fraction]:
    return {row.player: row.values[0].amount for row in standings(history, scoring, [tie_break])}


# a 2 (beat b, c), b 1 (lost to a, bye), c 1 (beat d by forfeit, lost to a), d 1/2 (forfeit, half-point bye)
SMALL = field(
    "abcd",
    Round((won("a", "b"), Result(("c", "d"), (1, 0)))),
    Round((Result(("c", "a"), (2, 1)),), (Bye("b", "pairing"), Bye("d", "half"))),
)


def test_buchholz_adds_the_opponents_scores_and_a_dummys_for_what_was_not_played() -> None:
    """C.07, 16.4: the dummy is as strong as the player, but no stronger than who did not come (c against d's 1/2)."""
    half = Fraction(1, 2)
    assert column(SMALL, "buchholz") == {"a": 1 + 1, "b": 2 + 1, "c": half + 2, "d": half + half}


def test_a_dummy_is_no_stronger_than_somebody_who_draws_every_round() -> None:
    """C.07, 16.4.2: a has 2 of 2 points, and the dummy of the bye 1."""
    byes = field("abc", Round((won("a", "b"),), (Bye("c", "zero"),)), Round((won("c", "b"),), (Bye("a", "pairing"),)))
    assert column(byes, "buchholz")["a"] == 0 + 1


def test_byes_and_absences_at_the_end_count_as_draws_for_the_opponents() -> None:
    """C.07, 16.3: b lost and left, c had a zero-point bye in between, d lost and did not come."""
    left = field(
        "abcd",
        Round((won("a", "b"), won("c", "d"))),
        Round((won("a", "d"),), (Bye("c", "zero"),)),
        Round((Result(("c", "d"), (1, 0)),), (Bye("a", "half"),)),
    )
    halves = {"b": 1, "d": 0}  # what b (twice 1/2 after the loss) and d (a forfeit is none) are worth
    assert column(left, "buchholz")["a"] == halves["b"] + halves["d"] + Fraction(3, 2)  # and the dummy


def test_a_round_robin_counts_forfeits_as_if_they_had_been_played() -> None:
    """C.07, 16.1: and leaves out rounds without an opponent."""
    played = field(
        "abc",
        Round((Result(("a", "b"), (1, 0)),), (Bye("c", "zero"),)),
        Round((won("c", "a"),), (Bye("b", "zero"),)),
        Round((won("b", "c"),), (Bye("a", "zero"),)),
    )

    def values(name: TieBreak) -> dict[str, Fraction]:
        rows = standings(played, TWO_SEATS, [name], everybody_meets=True)
        return {row.player: row.values[0].amount for row in rows}

    assert values("buchholz") == dict.fromkeys("abc", 2)
    assert values("buchholz_cut_1") == dict.fromkeys("abc", 1)
    assert values("sonneborn_berger") == dict.fromkeys("abc", 1)
    assert values("direct_encounter") == dict.fromkeys("abc", 0)  # each beat one of the others
    two = Result(("a", "b"), (1, 0))
    rows = standings(field("ab", Round((two,)), Round((Result(("b", "a"), (1, 2)),))), TWO_SEATS, ["direct_encounter"])
    assert [row.place for row in rows] == [1, 2]  # elsewhere a forfeit is no meeting


def test_buchholz_cut_1_leaves_out_the_weakest_round_and_says_which() -> None:
    assert column(SMALL, "buchholz_cut_1") == {"a": 1, "b": 2, "c": 2, "d": Fraction(1, 2)}
    skipped = field("abc", Round((), (Bye("a", "half"),)), Round((won("a", "b"),)), Round((won("a", "c"),)))
    assert column(skipped, "buchholz_cut_1")["a"] == column(skipped, "buchholz")["a"] - Fraction(3, 2)  # 16.5
    row = next(row for row in standings(SMALL, TWO_SEATS, ["buchholz_cut_1"]) if row.player == "b")
    assert [(term.round, term.opponents, term.amount, term.counts) for term in row.values[0].terms] == [
        (1, ("a",), Fraction(2), True),
        (2, (), Fraction(1), False),
    ]
    assert column(field("a"), "buchholz_cut_1") == {"a": 0}


def test_sonneborn_berger_counts_the_scores_of_the_beaten_and_half_of_the_drawn() -> None:
    drawn_twice = field("abc", Round((drawn("a", "b"),), (Bye("c", "zero"),)), Round((won("c", "a"),)))
    # a 1/2, b 1/2 (as an opponent 1), c 1: a drew b and lost to c; b drew a and was away; c was idle and beat a
    assert column(drawn_twice, "sonneborn_berger") == {"a": Fraction(1, 2), "b": Fraction(1, 4), "c": Fraction(1, 2)}
    assert column(SMALL, "sonneborn_berger") == {"a": 2, "b": 1, "c": Fraction(1, 2), "d": Fraction(1, 4)}


def test_sonneborn_berger_of_a_tournament_without_points_is_nothing() -> None:
    nothing = Scoring(by_place=(Fraction(0), Fraction(0)))
    assert set(column(SMALL, "sonneborn_berger", nothing).values()) == {Fraction(0)}


def test_the_direct_encounter_is_among_those_who_tie() -> None:
    """C.07, 6: of four who tie, two never met; of two who tie and have met, the winner stands ahead."""
    pair = field("abcd", Round((won("b", "a"), won("c", "d"))), Round((won("a", "c"), won("d", "b"))))
    assert column(pair, "direct_encounter") == dict.fromkeys("abcd", 0)
    two = field("abc", Round((won("b", "a"),), (Bye("c", "half"),)), Round((won("a", "c"),), (Bye("b", "zero"),)))
    assert column(two, "direct_encounter") == {"a": 0, "b": 1, "c": 0}
    assert [row.player for row in standings(two, TWO_SEATS, ["direct_encounter"])] == ["b", "a", "c"]


def test_whom_nobody_can_reach_stands_ahead_although_not_all_have_met() -> None:
    """C.07, 6.2 and 6.3: a beat b and c, who have not met; then b and c are compared alone, and stay tied."""
    history = field("abcde", Round((won("a", "b"), won("c", "d"))), Round((won("a", "c"), won("b", "e"))))
    lost = Round((Result(("d", "a"), (1, 2)), Result(("e", "a"), (1, 2))))
    tied = History(history.players, (*history.rounds, Round((won("b", "d"), won("c", "e"))), lost))
    rows = standings(tied, TWO_SEATS, ["direct_encounter"])
    assert [(row.place, row.player, int(row.values[0].amount)) for row in rows[:3]] == [
        (1, "a", 2),
        (2, "b", 0),
        (2, "c", 0),
    ]


def test_who_is_parted_from_others_is_compared_again() -> None:
    """C.07, 6.3: four tie and won 2, 3/2, 3/2 and 1 of each other; b and c are compared alone, and b beat c."""
    met = field(
        "abcd",
        Round((won("a", "b"), won("c", "d"))),
        Round((drawn("a", "c"), drawn("b", "d"))),
        Round((drawn("a", "d"), won("b", "c"))),
        Round((), (Bye("b", "half"), Bye("c", "half"), Bye("d", "full"))),
    )
    assert column(met, "direct_encounter") == {"a": 3, "b": 2, "c": 1, "d": 0}


def test_wins_are_of_tables_that_were_played_and_not_shared() -> None:
    assert column(SMALL, "wins") == {"a": 2, "b": 0, "c": 0, "d": 0}
    assert column(field("ab", Round((drawn("a", "b"),))), "wins") == {"a": 0, "b": 0}


PODS_PLAYED = field(
    "abcdefg",
    Round((Result(tuple("abcd"), (1, 2, 3, 4)), Result(tuple("efg"), (1, 1, 3)))),
    Round((Result(tuple("aef"), (3, 2, 1)), Result(tuple("bcdg"), (0, 1, 2, 3)))),
)


def test_opponents_average_place_is_of_all_their_tables_and_the_lower_is_the_better() -> None:
    """Average places: a 2, b 2, c 2, d 3, e 3/2, f 1, g 3."""
    values = column(PODS_PLAYED, "opponents_average_place", PODS)
    assert values["a"] == (Fraction(7, 3) + Fraction(5, 4)) / 2
    assert values["b"] == Fraction(7, 3)  # the second round was a forfeit
    assert values["c"] == (Fraction(7, 3) + Fraction(3)) / 2
    tied = field("abcd", Round((won("a", "b"), won("d", "c"))), Round((won("c", "b"),)))
    assert column(tied, "opponents_average_place") == {
        "a": 2,
        "b": Fraction(5, 4),
        "c": Fraction(3, 2),
        "d": Fraction(3, 2),
    }
    rows = standings(tied, TWO_SEATS, ["opponents_average_place"])
    assert [(row.place, row.player) for row in rows] == [(1, "c"), (1, "d"), (3, "a"), (4, "b")]


def test_opponents_win_share_has_a_floor_of_one_third_and_a_shared_first_place_is_half() -> None:
    """Win shares: a 1/2, b 0 -> 1/3, c 1/2, d 1/3, e 1/4 -> 1/3, f 3/4, g 1/3."""
    values = column(PODS_PLAYED, "opponents_win_share", PODS)
    third, half = Fraction(1, 3), Fraction(1, 2)
    assert values["a"] == ((third + half + third) / 3 + (third + Fraction(3, 4)) / 2) / 2
    assert column(SMALL, "opponents_win_share")["d"] == 0  # met nobody


def test_a_pods_round_counts_as_the_mean_of_its_opponents() -> None:
    """Scores: a 7, b 3, c 7, d 4, e 7, f 9, g 4."""
    values = column(PODS_PLAYED, "buchholz", PODS)
    assert values["a"] == Fraction(3 + 7 + 4, 3) + Fraction(7 + 9, 2)
    assert values["b"] == Fraction(7 + 7 + 4, 3) + 3


def test_every_tie_break_has_a_rule_and_terms_that_make_its_value() -> None:
    for name in set(RULES) - {"direct_encounter"}:  # which is a rank
        for row in standings(PODS_PLAYED, PODS, [name]):
            counted = [term.amount for term in row.values[0].terms if term.counts]
            total = sum(counted, Fraction(0))
            assert row.values[0].amount in (total, total / max(len(counted), 1))


def test_who_is_tied_to_the_end_shares_a_place_unless_lots_part_them() -> None:
    idle = field("abc", Round((), (Bye("b", "pairing"),)))
    assert [(row.place, row.player) for row in standings(idle, TWO_SEATS, ["wins"])] == [(1, "b"), (2, "a"), (2, "c")]
    lots = {"a": 2, "b": 1, "c": 0}
    rows = standings(idle, TWO_SEATS, ["wins"], lots=lots)
    assert [(row.place, row.player) for row in rows] == [(1, "b"), (2, "c"), (3, "a")]


def test_places_close_up_over_who_is_disqualified_and_their_tables_stay() -> None:
    rows = standings(SMALL, TWO_SEATS, ["buchholz"], disqualified={"a"})
    assert [(row.place, row.player, row.values[0].amount) for row in rows] == [
        (1, "b", Fraction(3)),
        (2, "c", Fraction(5, 2)),
        (3, "d", Fraction(1)),
    ]


def test_a_course_tells_tables_forfeits_byes_and_absence_apart() -> None:
    late = field(
        "abcd",
        Round((won("a", "b"),), (Bye("c", "full"),)),
        Round((Result(("a", "c"), (0, 1)),), (Bye("b", "zero"), Bye("d", "half"))),
        Round((), (Bye("a", "pairing"),)),
    )
    way = courses(late, TWO_SEATS)
    assert [step.kind for step in way["a"]] == ["table", "forfeit_loss", "pairing_bye"]
    assert [step.kind for step in way["b"]] == ["table", "zero_bye", "away"]
    assert [step.kind for step in way["c"]] == ["full_bye", "forfeit_win", "away"]
    assert [step.kind for step in way["d"]] == ["away", "half_bye", "away"]
    assert [opponents(way[name]) for name in "ac"] == [{"b"}, frozenset()]
    assert [step.was_first for step in way["a"]] == [True, False, False]


@pytest.mark.parametrize("tie_break", list(RULES))
def test_a_tie_break_never_overrules_the_score(tie_break: TieBreak) -> None:
    rows = standings(PODS_PLAYED, PODS, [tie_break])
    assert [row.score for row in rows] == sorted([row.score for row in rows], reverse=True)


def test_a_pair_is_in_no_order() -> None:
    assert pair("a", "b") == pair("b", "a") != pair("a", "c")


def test_the_initial_order_is_by_number() -> None:
    two, one = Player(id="x", number=2), Player(id="y", number=1)
    assert in_order([two, one]) == (one, two)
