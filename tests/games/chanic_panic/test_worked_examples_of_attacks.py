"""The worked examples W14 to W38: the rulebook's own list of attacks, the Shield Bypass, elimination, limits."""

from __future__ import annotations

import pytest

from domain.games.chanic_panic.messages import AttackMade, CardsDestroyed, CardsDiscarded, PlayerEliminated
from domain.games.chanic_panic.state import State, Turn
from tests.games.chanic_panic.given import (
    X,
    Y,
    Z,
    attack,
    bypass,
    change,
    code,
    given,
    on_board,
    pile,
    play,
    utility,
)

BYPASSED = "H4 H6 D8 D7 D2 S3"  # the rulebook's own example of a board


def labels(suit: str, values: str) -> list[str]:
    return [f"{suit}{value}-1" for value in values.split()]


def against(suit: str, weapons: str, chosen: str, *, beside: str = "H10") -> tuple[State, str, str]:
    """Return a table where X has the Spades and Y the chosen cards, and both as labels."""
    spades, aims = labels("S", weapons), labels(suit, chosen)
    mine, theirs = (" ".join([card[:-2] for card in cards]) for cards in (spades, aims))
    return given(boards={X: mine, Y: f"{theirs} {beside}"}), " ".join(spades), " ".join(aims)


def holds_out(suit: str, weapons: str, chosen: str) -> None:
    table, spades, aims = against(suit, weapons, chosen)
    assert code(table, attack(spades, aims)) == "insufficient_power"


def falls(suit: str, weapons: str, chosen: str) -> None:
    """Assert that the chosen cards are destroyed, and that they and all Spades used lie on the discard pile."""
    table, spades, aims = against(suit, weapons, chosen)
    facts, after = play(table, attack(spades, aims))
    assert on_board(after, Y) == "H10"
    assert on_board(after, X) == ""
    assert pile(after) == f"{spades} {aims}"
    assert facts[1:] == (
        CardsDiscarded(seat=X, cards=tuple(spades.split()), from_="board", reason="attack"),
        CardsDestroyed(owner=Y, cards=tuple(aims.split()), by=X),
    )
    assert after.players[Y].standing == "in"


def test_w14_six_does_not_destroy_seven() -> None:
    holds_out("D", "6", "7")


def test_w15_three_and_two_do_not_destroy_six() -> None:
    holds_out("D", "3 2", "6")


def test_w16_six_destroys_six() -> None:
    falls("D", "6", "6")


def test_w17_five_destroys_four() -> None:
    falls("D", "5", "4")


def test_w18_six_destroys_four_and_two() -> None:
    falls("D", "6", "4 2")


def test_w19_eight_destroys_three_and_two_and_the_surplus_is_lost() -> None:
    falls("D", "8", "3 2")


def test_w20_five_and_four_destroy_eight() -> None:
    falls("D", "5 4", "8")


def test_w21_six_and_ace_destroy_seven() -> None:
    falls("D", "6 1", "7")


def test_w22_seven_and_three_destroy_six_and_four() -> None:
    falls("D", "7 3", "6 4")


def test_w23_six_and_five_destroy_seven_and_two() -> None:
    falls("D", "6 5", "7 2")


def test_w24_seven_destroys_four_two_and_ace() -> None:
    """R60: the rulebook's second "vs." in this line is a plus."""
    falls("D", "7", "4 2 1")


@pytest.mark.parametrize(("weapons", "chosen"), [("6", "7"), ("3 2", "6")])
def test_w25_hearts_hold_out_like_diamonds(weapons: str, chosen: str) -> None:
    holds_out("H", weapons, chosen)


@pytest.mark.parametrize(
    ("weapons", "chosen"),
    [
        ("6", "6"),
        ("5", "4"),
        ("6", "4 2"),
        ("8", "3 2"),
        ("5 4", "8"),
        ("6 1", "7"),
        ("7 3", "6 4"),
        ("6 5", "7 2"),
    ],
)
def test_w25_hearts_fall_like_diamonds(weapons: str, chosen: str) -> None:
    falls("H", weapons, chosen)


def test_w25_the_last_hearts_eliminate() -> None:
    table, spades, aims = against("H", "7", "4 2 1", beside="")
    after = play(table, attack(spades, aims)).state
    assert after.players[Y].standing == "eliminated"
    assert after.outcome is not None
    assert after.outcome.winners == (X,)


def test_w26_a_bypass_has_half_the_power_and_leaves_the_diamonds() -> None:
    facts, after = play(given(round=4, boards={X: "S8", Y: BYPASSED}), bypass("S8-1", "H4-1"))
    assert facts[0] == AttackMade(attacker=X, target=Y, kind="bypass", attack_cards=("S8-1",), raw=8, power=4, damage=4)
    assert on_board(after, Y) == "H6 D8 D7 D2 S3"


def test_w27_a_bypass_rounds_the_halved_sum_down_once() -> None:
    facts, after = play(given(round=4, boards={X: "S7 S6", Y: BYPASSED}), bypass("S7-1 S6-1", "H6-1"))
    assert facts[0] == AttackMade(
        attacker=X, target=Y, kind="bypass", attack_cards=("S7-1", "S6-1"), raw=13, power=6, damage=6
    )
    assert on_board(after, Y) == "H4 D8 D7 D2 S3"


def test_w28_no_bypass_in_round_three() -> None:
    assert code(given(round=3, boards={X: "S8", Y: BYPASSED}), bypass("S8-1", "H4-1")) == "bypass_too_early"


def test_w29_no_attack_in_round_two() -> None:
    assert code(given(round=2, boards={Y: "H4"}), attack("S8-1", "H4-1")) == "attack_too_early"


def test_w30_hearts_are_safe_while_a_diamond_stays() -> None:
    table = given(boards={X: "S10", Y: "H3 D5 D2"})
    assert code(table, attack("S10-1", "D5-1 H3-1")) == "shields_up"


def test_w31_all_diamonds_and_the_last_heart_win_the_game() -> None:
    facts, after = play(given(boards={X: "S10", Y: "H3 D5 D2"}), attack("S10-1", "D5-1 D2-1 H3-1"))
    made = facts[0]
    assert isinstance(made, AttackMade)
    assert made.damage == 10
    assert PlayerEliminated(seat=Y, by=X, kind="attack") in facts
    assert after.outcome is not None
    assert (after.outcome.winners, after.outcome.reason, after.outcome.ended_by) == ((X,), "elimination", "play")


def test_w32_surplus_over_one_diamond_is_lost() -> None:
    after = play(given(boards={X: "S10", Y: "H3 H9 D5 D2"}), attack("S10-1", "D2-1")).state
    assert on_board(after, Y) == "H3 H9 D5"
    assert after.players[Y].standing == "in"


def test_w33_an_eliminated_player_leaves_all_cards_and_the_game_goes_on() -> None:
    table = given(seats=3, hands={Y: "C2 D7"}, boards={X: "S9", Y: "H5 S6", Z: "H1"})
    after = play(table, attack("S9-1", "H5-1")).state
    assert pile(after) == "S9-1 H5-1 S6-1 D7-1 C2-1"
    assert after.players[Y].standing == "eliminated"
    assert after.outcome is None
    assert after.turn == Turn(X, "point_phase", 12, actions=1)


def test_6_3_spades_then_diamonds_then_hearts_are_discarded_each_in_row_order() -> None:
    table = given(seats=3, boards={X: "S10 S4", Y: "H3 H2 H9 D5 D2"})
    facts, after = play(table, attack("S4-1 S10-1", "D2-1 D5-1 H2-1 H3-1"))
    assert pile(after) == "S10-1 S4-1 D5-1 D2-1 H3-1 H2-1"
    assert facts[2] == CardsDestroyed(owner=Y, cards=("D5-1", "D2-1", "H3-1", "H2-1"), by=X)


def test_w34_any_power_eliminates_a_player_without_hearts_and_diamonds() -> None:
    facts, after = play(given(boards={X: "S1"}), attack("S1-1"))
    assert PlayerEliminated(seat=Y, by=X, kind="attack") in facts
    assert not any(isinstance(fact, CardsDestroyed) for fact in facts)
    assert after.outcome is not None


def test_w35_an_attack_on_nothing_is_illegal_while_a_heart_lies_there() -> None:
    assert code(given(boards={X: "S3", Y: "H4"}), attack("S3-1")) == "attack_without_effect"


def test_w36_there_is_nothing_to_bypass_without_diamonds() -> None:
    assert code(given(boards={X: "S8", Y: "H4"}), bypass("S8-1", "H4-1")) == "nothing_to_bypass"


def test_w37_two_attackers_keep_a_third_away() -> None:
    table = given(seats=4, turn=3, boards={0: "H4", 3: "S5"})
    table = change(table, 0, attackers=(1, 2))
    assert code(table, attack("S5-1", "H4-1", at=0)) == "attack_limit_reached"


def test_w38_a_spade_may_attack_in_the_turn_it_was_played() -> None:
    table = given(round=3, hands={X: "S9"}, boards={Y: "D9 H2"})
    table = play(table, utility("S9")).state
    assert on_board(play(table, attack("S9-1", "D9-1")).state, Y) == "H2"
