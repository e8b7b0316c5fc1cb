"""The passive abilities of 7.4, each by its name: what it does, and a case where it must not."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.chanic_panic.messages import (
    AllowanceOpened,
    AttackMade,
    CardsDiscarded,
    DrawSkipped,
    PointPhaseStarted,
    PointsGained,
    TurnStarted,
)
from domain.games.chanic_panic.state import State
from domain.games.chanic_panic.view import view
from domain.kernel.messages import Concede
from domain.kernel.seats import SPECTATOR, seat_viewer
from tests.games.chanic_panic.given import (
    END_TURN,
    X,
    Y,
    Z,
    answer,
    attack,
    bypass,
    change,
    club,
    code,
    drawn,
    given,
    names,
    on_board,
    pile,
    play,
    trader,
    utility,
)

FULL_BOARD = "H4 H5 H6 D4 D5 D6 S4 S5 S6"


def before_turn(ability: str, **options: Any) -> State:
    """Return a table on which Y ends its turn in round 5, and X, who has the ability, comes next."""
    return given(turn=Y, abilities={X: ability}, **options)


def points(table: State) -> int:
    """Return with how many points the next turn begins."""
    (started,) = [fact for fact in play(table, END_TURN).facts if isinstance(fact, PointPhaseStarted)]
    assert sum([part.points for part in started.parts]) == started.points
    return started.points


def draws(table: State) -> list[int]:
    """Return how many cards the draws of the next Draw Phase give."""
    return drawn(play(table, END_TURN).facts)


def test_assets_gives_a_point_for_every_two_cards_in_hand() -> None:
    """W42: counted after the Draw Phase, rounded down."""
    assert points(before_turn("assets", hands={X: "H1 H2 H3 H5 D1 D2"})) == 15
    assert points(before_turn("assets", hands={X: "H1 H2 H3 H5 D1"})) == 15
    assert points(before_turn("assets", hands={X: "H1 H2 H3 H5"})) == 14


def test_assets_counts_no_hand_but_its_owners() -> None:
    assert points(given(turn=X, hands={Y: "H1 H2 H3 H5 D1 D2"}, abilities={X: "assets"})) == 12


def test_bargainer_gains_two_points_with_the_trader() -> None:
    facts, table = play(given(hands={X: "D1 S1"}, abilities={X: "bargainer"}, points=5), trader("D1 S1"))
    assert facts[-1] == PointsGained(seat=X, amount=2, reason="bargainer", left=7)
    assert table.turn.points == 7


def test_bargainer_gains_nothing_in_the_club_phase_and_for_others() -> None:
    table = given(hands={X: "D1 S1 C9"}, abilities={X: "bargainer"}, phase="club_phase", points=0)
    facts, table = play(table, trader("D1 S1"))
    assert "PointsGained" not in names(facts)
    assert table.turn.points == 0
    assert "PointsGained" not in names(
        play(given(hands={X: "D1 S1"}, abilities={Y: "bargainer"}), trader("D1 S1")).facts
    )


def test_blessed_draws_one_more_with_fewer_than_two_hearts() -> None:
    assert draws(before_turn("blessed", boards={X: "H4 D1 D2"})) == [1, 1]


def test_blessed_draws_nothing_with_two_hearts_or_in_round_one() -> None:
    assert draws(before_turn("blessed", boards={X: "H4 H5"})) == [1]
    assert draws(before_turn("blessed", round=0)) == [5]


def test_deadly_discards_a_random_card_for_each_heart_destroyed() -> None:
    table = given(hands={Y: "C1 C2 C3"}, boards={X: "S10 S9", Y: "H4 H5 H6"}, abilities={X: "deadly"})
    facts, after = play(table, attack("S10-1", "H4-1 H5-1"))
    lost = [fact for fact in facts if isinstance(fact, CardsDiscarded) and fact.reason == "deadly"]
    assert [(fact.seat, fact.from_, len(fact.cards)) for fact in lost] == [(Y, "hand", 1), (Y, "hand", 1)]
    assert len(after.players[Y].hand) == 1
    assert {play(table, attack("S10-1", "H4-1"), seed=seed).state.players[Y].hand.cards for seed in range(30)} == {
        ("C1", "C2"),
        ("C1", "C3"),
        ("C2", "C3"),
    }


def test_deadly_takes_nothing_for_diamonds_from_an_empty_hand_or_from_who_is_out() -> None:
    table = given(seats=3, hands={Y: "C1 C2"}, boards={X: "S10", Y: "H4 D4"}, abilities={X: "deadly"})
    facts, _ = play(table, attack("S10-1", "D4-1"))
    assert [fact.reason for fact in facts if isinstance(fact, CardsDiscarded)] == ["attack"]
    facts, _ = play(table, attack("S10-1", "D4-1 H4-1"))
    assert "PlayerEliminated" in names(facts)
    assert [fact.reason for fact in facts if isinstance(fact, CardsDiscarded)] == ["attack", "left"]
    table = given(hands={Y: "C1"}, boards={X: "S10", Y: "H1 H2 H5"}, abilities={X: "deadly"})
    facts, after = play(table, attack("S10-1", "H1-1 H2-1"))
    assert [fact.reason for fact in facts if isinstance(fact, CardsDiscarded)] == ["attack", "deadly"]
    assert not after.players[Y].hand


def test_direct_hitter_bypasses_with_three_quarters_of_the_power() -> None:
    """Rounded down once, after the multiplication."""
    table = given(boards={X: "S7 S6", Y: "H9 H10 D1 D2"}, abilities={X: "direct_hitter"})
    facts, _ = play(table, bypass("S7-1 S6-1", "H9-1"))
    (blow,) = [fact for fact in facts if isinstance(fact, AttackMade)]
    assert (blow.raw, blow.power) == (13, 9)


def test_direct_hitter_has_half_the_power_against_one_diamond_and_all_of_it_in_an_attack() -> None:
    table = given(boards={X: "S7 S6", Y: "H6 H7 H10 D1"}, abilities={X: "direct_hitter"})
    assert code(table, bypass("S7-1 S6-1", "H7-1")) == "insufficient_power"
    assert code(table, bypass("S7-1 S6-1", "H6-1")) is None
    table = given(boards={X: "S7 S6", Y: "H10 H7 D1 D5"}, abilities={X: "direct_hitter"})
    assert code(table, attack("S7-1 S6-1", "D1-1 D5-1 H7-1")) is None


def test_fulfilled_draws_up_to_five_cards() -> None:
    assert draws(before_turn("fulfilled")) == [5]
    assert draws(before_turn("fulfilled", hands={X: "C1 C2 C3"})) == [2]


def test_fulfilled_draws_nothing_with_five_cards_and_does_not_replace_the_opening_draw() -> None:
    facts, _ = play(before_turn("fulfilled", hands={X: "C1 C2 C3 C4 C5"}), END_TURN)
    assert "CardsDrawn" not in names(facts)
    assert "DrawSkipped" not in names(facts), "there is no draw to lose"
    assert draws(before_turn("fulfilled", hands={X: "C1"}, round=0)) == [5]


def test_haggler_pays_one_point_less() -> None:
    table = given(hands={X: "H7 D1"}, abilities={X: "haggler"}, points=6)
    table = play(table, utility("H7")).state
    assert table.turn.points == 0
    assert play(table, utility("D1")).state.turn.points == 0


def test_haggler_does_not_raise_the_allowance_and_helps_nobody_else() -> None:
    table = given(hands={X: "H7"}, abilities={X: "haggler"}, phase="club_phase", points=0, last_club=6, allowance=True)
    assert code(table, utility("H7")) == "value_too_high"
    assert code(given(hands={X: "H7"}, abilities={Y: "haggler"}, points=6), utility("H7")) == "not_enough_points"


def test_healthy_doubles_the_lowest_heart() -> None:
    """W45: 8 + 10."""
    table = given(boards={X: "H8 H5"}, abilities={X: "healthy"})
    shown = view(table, SPECTATOR).players[X]
    assert shown.health == 18
    assert [card.value for card in shown.hearts] == [8, 10]
    assert view(given(boards={X: "H5"}, abilities={X: "healthy"}), SPECTATOR).players[X].health == 10


def test_healthy_doubles_one_heart_alone_and_no_diamond() -> None:
    """R54: of equal ones the one that has lain longest; it moves at once when that Heart leaves."""
    table = given(seats=4, boards={X: "H5 H5 H9 D2", Y: "S10"}, turn=Y, abilities={X: "healthy"})
    shown = view(table, SPECTATOR).players[X]
    assert [card.value for card in shown.hearts] == [10, 5, 9]
    assert shown.shields == 2
    table = play(table, bypass("S10-1", "H5-2", at=X)).state
    table = given(boards={X: "H5 H9", Y: "S10"}, turn=Y, abilities={X: "healthy"})
    assert code(table, attack("S10-1", "H5-1", at=X)) is None
    after = play(table, attack("S10-1", "H5-1", at=X)).state
    assert [card.value for card in view(after, SPECTATOR).players[X].hearts] == [18]


def test_impenetrable_neither_attacks_nor_is_attacked_before_round_four() -> None:
    table = given(round=3, boards={X: "S9", Y: "H4"}, abilities={X: "impenetrable"})
    assert code(table, attack("S9-1", "H4-1")) == "attacker_impenetrable"
    table = given(round=3, boards={X: "S9", Y: "H4"}, abilities={Y: "impenetrable"})
    assert code(table, attack("S9-1", "H4-1")) == "target_impenetrable"


def test_impenetrable_cannot_be_attacked_with_a_full_board() -> None:
    """R55: three of each is full."""
    table = given(boards={X: "S9", Y: FULL_BOARD}, abilities={Y: "impenetrable"})
    assert code(table, attack("S9-1", "D4-1")) == "target_impenetrable"
    assert code(table, bypass("S9-1", "H4-1")) == "target_impenetrable"


def test_impenetrable_destroys_a_card_of_a_full_board_at_the_start_of_the_own_turn() -> None:
    facts, table = play(before_turn("impenetrable", boards={X: FULL_BOARD}), END_TURN)
    assert "CardsDrawn" not in names(facts), "the sacrifice comes before the Draw Phase"
    facts, table = play(table, answer("choose_sacrifice", card="S5-1"))
    assert on_board(table, X) == "H4 H5 H6 D4 D5 D6 S4 S6"
    assert pile(table, 1) == "S5-1"
    assert table.turn.phase == "point_phase"
    assert drawn(facts) == [1]


def test_impenetrable_is_attacked_and_sacrifices_nothing_without_a_full_board() -> None:
    table = given(round=4, boards={X: "S9", Y: FULL_BOARD[3:]}, abilities={Y: "impenetrable"})
    assert code(table, attack("S9-1", "D4-1")) is None
    facts, table = play(before_turn("impenetrable", boards={X: FULL_BOARD[3:]}), END_TURN)
    assert table.turn.phase == "point_phase"
    assert "CardsDestroyed" not in names(facts)


def test_innovator_attacks_with_diamonds_at_half_their_sum() -> None:
    """W46: floor(9 / 2); the used ones are discarded."""
    table = given(boards={X: "D5 D4", Y: "H4 H9"}, abilities={X: "innovator"})
    facts, after = play(table, attack("D5-1 D4-1", "H4-1"))
    (blow,) = [fact for fact in facts if isinstance(fact, AttackMade)]
    assert (blow.raw, blow.power) == (4, 4)
    assert on_board(after, X) == ""
    assert pile(after, 3) == "D5-1 D4-1 H4-1"


def test_innovator_adds_the_half_to_the_spades_and_a_bypass_halves_the_total_again() -> None:
    table = given(boards={X: "S6 D5 D4", Y: "H5 H9 D1"}, abilities={X: "innovator"})
    facts, _ = play(table, bypass("D5-1 S6-1 D4-1", "H5-1"))
    (blow,) = [fact for fact in facts if isinstance(fact, AttackMade)]
    assert (blow.raw, blow.power) == (10, 5)


def test_innovator_uses_no_hearts_and_nobody_else_uses_diamonds() -> None:
    table = given(boards={X: "H5 D5", Y: "H1"}, abilities={X: "innovator"})
    assert code(table, attack("H5-1", "H1-1")) == "not_an_attack_card"
    table = given(boards={X: "D5", Y: "H1"}, abilities={Y: "innovator"})
    assert code(table, attack("D5-1", "H1-1")) == "not_an_attack_card"


def test_investor_gives_two_points_for_each_diamond_and_spade() -> None:
    """W49."""
    assert points(before_turn("investor", boards={X: "D1 D2 D3 S1 S2 S3"})) == 24


def test_investor_gives_nothing_for_hearts_or_boards_of_others() -> None:
    assert points(before_turn("investor", boards={X: "H1 H2", Y: "D1 S1"})) == 12


@pytest.mark.parametrize("row", ["H", "D", "S"])
def test_landowner_has_rows_of_four(row: str) -> None:
    table = given(hands={X: f"{row}4 {row}5"}, boards={X: f"{row}1 {row}2 {row}3"}, abilities={X: "landowner"})
    table = play(table, utility(f"{row}4")).state
    assert code(table, utility(f"{row}5")) == "row_full"


def test_landowner_lengthens_no_row_of_another() -> None:
    table = given(hands={X: "H4"}, boards={X: "H1 H2 H3"}, abilities={Y: "landowner"})
    assert code(table, utility("H4")) == "row_full"


def test_large_capacity_holds_sixteen_cards_and_draws_one_for_every_four() -> None:
    """Counted after the regular draw: 8 and 1 make 9, so 2 more."""
    table = before_turn("large_capacity", hands={X: "C1 C2 C3 C4 C5 C6 C7 C8"})
    assert draws(table) == [1, 2]
    assert view(table, SPECTATOR).players[X].hand_limit == 16


def test_large_capacity_draws_nothing_more_below_four_cards_or_in_round_one_and_never_beyond_sixteen() -> None:
    assert draws(before_turn("large_capacity", hands={X: "C1"})) == [1]
    assert draws(before_turn("large_capacity", round=0)) == [5]
    many = "C1 C2 C3 C4 C5 C6 C7 C8 C9 C10 H1 H2 H3 H4"
    facts, table = play(before_turn("large_capacity", hands={X: many}), END_TURN)
    assert drawn(facts) == [1, 1]
    assert DrawSkipped(seat=X, missing=2, reason="full_hand") in facts
    assert len(table.players[X].hand) == 16


def test_lifeline_cannot_be_bypassed_with_exactly_one_heart() -> None:
    table = given(boards={X: "S9", Y: "H4 D2"}, abilities={Y: "lifeline"})
    assert code(table, bypass("S9-1", "H4-1")) == "lifeline"


def test_lifeline_stops_no_attack_and_no_bypass_of_two_hearts_or_of_none() -> None:
    table = given(boards={X: "S9", Y: "H4 D2"}, abilities={Y: "lifeline"})
    assert code(table, attack("S9-1", "D2-1")) is None
    assert code(given(boards={X: "S9", Y: "H4 H5 D2"}, abilities={Y: "lifeline"}), bypass("S9-1", "H4-1")) is None
    assert code(given(boards={X: "S9", Y: "D2"}, abilities={Y: "lifeline"}), bypass("S9-1")) is None


def test_resilient_plays_a_heart_for_free_when_one_is_destroyed() -> None:
    table = given(hands={Y: "H7 C1"}, boards={X: "S9", Y: "H4 H5"}, abilities={Y: "resilient"})
    table = play(table, attack("S9-1", "H4-1")).state
    assert code(table, END_TURN) == "decision_pending"
    table = play(table, answer("choose_resilient", card="H7"), seat=Y).state
    assert on_board(table, Y) == "H5 H7"
    assert code(table, END_TURN) is None


def test_resilient_may_be_declined() -> None:
    table = given(hands={Y: "H7 H8"}, boards={X: "S9", Y: "H3 H4 H5"}, abilities={Y: "resilient"})
    table = play(table, attack("S9-1", "H3-1 H4-1")).state
    table = play(table, answer("choose_resilient"), seat=Y).state
    assert on_board(table, Y) == "H5"
    assert code(table, END_TURN) is None, "a refusal ends the series (R63)"


def test_resilient_is_not_asked_for_diamonds_without_cards_or_when_out() -> None:
    table = given(hands={Y: "H7"}, boards={X: "S9", Y: "H4 D5"}, abilities={Y: "resilient"})
    assert code(play(table, attack("S9-1", "D5-1")).state, END_TURN) is None
    table = given(boards={X: "S9", Y: "H4 H5"}, abilities={Y: "resilient"})
    assert code(play(table, attack("S9-1", "H4-1")).state, END_TURN) is None
    table = given(seats=3, hands={Y: "H7"}, boards={X: "S9", Y: "H4"}, abilities={Y: "resilient"})
    assert code(play(table, attack("S9-1", "H4-1")).state, END_TURN) is None


def test_resourceful_adds_two_to_clubs() -> None:
    """W48: value 3, draws 2, 3♦ playable."""
    table = given(hands={X: "C1 D3 D4"}, abilities={X: "resourceful"})
    facts, table = play(table, club("C1"))
    assert AllowanceOpened(value=3, source="played") in facts
    assert drawn(facts) == [2]
    assert code(table, utility("D4")) == "value_too_high"
    assert code(table, utility("D3")) is None


def test_resourceful_changes_nothing_between_clubs_and_for_others() -> None:
    """R50: both gain 2."""
    table = play(given(hands={X: "C5 C6 C4"}, abilities={X: "resourceful"}), club("C5")).state
    assert code(table, club("C6")) == "value_too_high"
    assert code(table, club("C4")) is None
    assert play(given(hands={X: "C5"}, abilities={Y: "resourceful"}), club("C5")).state.turn.last_club == 5


def test_seer_sees_the_top_of_the_deck_in_the_own_turn() -> None:
    table = play(before_turn("seer", top="C9 C8 C7"), END_TURN).state
    assert view(table, seat_viewer(X)).deck_top == "C8", "C9 was drawn"
    table = play(change(table, X, hand=table.players[X].hand.add(("C1",))), club("C1")).state
    assert view(table, seat_viewer(X)).deck_top == table.deck.top


def test_seer_sees_nothing_in_turns_of_others_and_nobody_else_sees_it() -> None:
    table = play(before_turn("seer", top="C9 C8 C7"), END_TURN).state
    assert view(table, seat_viewer(Y)).deck_top is None
    assert view(table, SPECTATOR).deck_top is None
    table = play(table, END_TURN).state
    assert view(table, seat_viewer(X)).deck_top is None


def test_standardization_draws_two_for_every_club() -> None:
    assert drawn(play(given(hands={X: "C9"}, abilities={X: "standardization"}), club("C9")).facts) == [2]
    assert drawn(play(given(hands={X: "C3"}, abilities={X: "standardization"}), club("C3")).facts) == [2]


def test_standardization_changes_no_club_of_another() -> None:
    assert drawn(play(given(hands={X: "C9"}, abilities={Y: "standardization"}), club("C9")).facts) == [1]


def test_toughness_adds_one_to_diamonds() -> None:
    table = given(boards={X: "S9", Y: "D9 H4"}, abilities={Y: "toughness"})
    assert view(table, SPECTATOR).players[Y].shields == 10
    assert code(table, attack("S9-1", "D9-1")) == "insufficient_power"


def test_toughness_adds_nothing_to_hearts_and_spades() -> None:
    shown = view(given(boards={Y: "D9 H4 S3"}, abilities={Y: "toughness"}), SPECTATOR).players[Y]
    assert (shown.health, shown.weapons) == (4, 3)


def test_warrior_adds_one_to_spades() -> None:
    table = given(boards={X: "S9", Y: "D10 H4"}, abilities={X: "warrior"})
    assert view(table, SPECTATOR).players[X].weapons == 10
    assert code(table, attack("S9-1", "D10-1")) is None


def test_warrior_adds_nothing_to_others_and_other_cards() -> None:
    table = given(boards={X: "S9 D3 H3", Y: "D10 H4"}, abilities={Y: "warrior"})
    assert code(table, attack("S9-1", "D10-1")) == "insufficient_power"
    shown = view(given(boards={X: "S9 D3 H3"}, abilities={X: "warrior"}), SPECTATOR).players[X]
    assert (shown.shields, shown.health) == (3, 3)


def test_wealth_begins_with_fifteen_points() -> None:
    assert points(before_turn("wealth")) == 15


def test_wealth_gives_nothing_to_others() -> None:
    assert points(given(turn=X, abilities={X: "wealth"})) == 12


def test_an_ability_stops_when_its_owner_leaves() -> None:
    """8.1: the triggers of who is out are no longer met."""
    table = given(seats=3, hands={Y: "C1"}, boards={Y: "H4 H5"}, abilities={Y: "resilient"})
    table = play(table, Concede(), seat=Y).state
    assert table.turn.seat == X
    assert code(table, END_TURN) is None
    assert TurnStarted(seat=Z, round=5) in play(table, END_TURN).facts


def test_a_diamond_without_innovator_is_no_attack_card_whatever_else_is_owned() -> None:
    table = given(boards={X: "D10 S3", Y: "H9 D4"}, abilities={X: "warrior"})
    assert code(table, attack("D10-1", "D4-1")) == "not_an_attack_card"
    assert play(table, attack("S3-1 ", "D4-1")).state.players[Y].diamonds == ()
