"""The active abilities of 7.4 that draw and take cards, each by its name: what it does, and where it must not."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.chanic_panic.messages import (
    AllowanceOpened,
    CardGiven,
    CardRevealed,
    CardsDiscarded,
    CardsDrawn,
    ChanicFact,
    ClubPlayed,
    CostZeroed,
    DeckPeeked,
    DeckReordered,
    DeckShuffled,
    HandChecked,
    PointPhaseStarted,
    PointsGained,
    PointsPaid,
)
from domain.kernel.messages import TimeOut
from tests.games.chanic_panic.given import (
    END_TURN,
    X,
    Y,
    Z,
    answer,
    club,
    code,
    drawn,
    given,
    hand,
    names,
    on_board,
    pile,
    play,
    trader,
    use,
    utility,
)

FULL = "H1 H2 H3 D1 D2 D3 D4 H4"
CLUB_PHASE: dict[str, Any] = {"phase": "club_phase", "points": 0, "last_club": 9, "allowance": True}


def discarded(facts: tuple[ChanicFact, ...]) -> list[str]:
    """Return from where cards were discarded, and which."""
    return [
        f"{fact.from_}: {' '.join(fact.cards)}" for fact in facts if isinstance(fact, CardsDiscarded) and fact.cards
    ]


def test_archaeologist_digs_for_a_suit_and_takes_the_last_card() -> None:
    table = given(abilities={X: "archaeologist"}, top="C1 D2 H3 S4")
    facts, after = play(table, use("archaeologist", suit="H"))
    assert after.turn.points == 8
    assert discarded(facts) == ["deck: C1-1 D2-1 H3-1"]
    assert hand(after, X) == "H3"
    assert pile(after) == "C1-1 D2-1"
    assert code(after, use("archaeologist", suit="H")) == "ability_exhausted"


def test_archaeologist_takes_the_last_card_even_of_another_suit() -> None:
    """R57: the top discard is taken first, then comes the reshuffle."""
    table = given(abilities={X: "archaeologist"}, top="C1 D2", deck=2)
    facts, after = play(table, use("archaeologist", suit="S"))
    assert hand(after, X) == "D2"
    assert names(facts)[-2:] == ["CardTaken", "DeckShuffled"]
    assert len(after.deck) == 39
    assert not after.discard


def test_archaeologist_needs_room_points_and_something_to_dig() -> None:
    table = given(abilities={X: "archaeologist"}, hands={X: FULL})
    assert code(table, use("archaeologist", suit="H")) == "hand_full"
    assert code(given(abilities={X: "archaeologist"}, points=3), use("archaeologist", suit="H")) == "not_enough_points"
    assert code(given(abilities={X: "archaeologist"}), use("archaeologist")) == "wrong_suit"
    assert code(given(abilities={X: "archaeologist"}, **CLUB_PHASE), use("archaeologist", suit="H")) == "wrong_phase"


def test_combiner_draws_three_and_allows_a_card_up_to_the_sum() -> None:
    """W43."""
    table = given(hands={X: "C7 C2 H9 H10"}, abilities={X: "combiner"})
    facts, after = play(table, use("combiner", clubs="C7 C2"))
    assert drawn(facts) == [3]
    assert AllowanceOpened(value=9, source="combined") in facts
    assert (after.turn.phase, after.turn.points) == ("club_phase", 0)
    assert code(after, utility("H10")) == "value_too_high"
    after = play(after, utility("H9")).state
    assert code(after, utility("H10")) == "no_allowance"


def test_combiner_opens_the_allowance_again_twice_a_turn_and_is_no_club_played() -> None:
    table = given(hands={X: "C7 C2 C3 C4 C5 C6"}, abilities={X: "combiner"}, **{**CLUB_PHASE, "allowance": False})
    facts, table = play(table, use("combiner", clubs="C7 C2"))
    assert not [fact for fact in facts if isinstance(fact, ClubPlayed)]
    table = play(table, use("combiner", clubs="C3 C4")).state
    assert table.turn.last_club == 7
    assert code(table, use("combiner", clubs="C5 C6")) == "ability_exhausted"


def test_combiner_takes_two_different_clubs_of_the_hand() -> None:
    table = given(hands={X: "C7 C2 H3"}, abilities={X: "combiner"})
    assert code(table, use("combiner", clubs="C7")) == "wrong_number_of_cards"
    assert code(table, use("combiner", clubs="C7 H3")) == "not_a_club"
    assert code(table, use("combiner", clubs="C7 C7")) == "duplicate_card"
    assert code(table, use("combiner", clubs="C7 C9")) == "card_not_in_hand"


def test_fisher_gets_a_card_of_the_shown_value_and_both_cost_nothing() -> None:
    table = given(hands={X: "H7", Y: "D7 S7 C1"}, abilities={X: "fisher"})
    facts, table = play(table, use("fisher", target=Y, reveal="H7"))
    assert CardRevealed(seat=X, card="H7") in facts
    assert HandChecked(seat=Y, value=7, found=True) in facts
    assert code(table, END_TURN) == "decision_pending"
    assert code(table, answer("choose_gift", card="C1"), seat=Y) == "card_not_in_hand"
    facts, table = play(table, answer("choose_gift", card="S7"), seat=Y)
    assert CardGiven(from_=Y, to=X, card="S7", into="hand") in facts
    assert hand(table, X) == "H7 S7"
    assert table.turn.points == 8
    for card in ("H7", "S7"):
        table = play(table, utility(card)).state
    assert table.turn.points == 8


def test_fisher_draws_where_nothing_matches_and_the_shown_card_keeps_its_cost() -> None:
    """R61: also against an empty hand."""
    for held in ("C1", ""):
        table = given(hands={X: "H7", Y: held}, abilities={X: "fisher"}, top="C3")
        facts, after = play(table, use("fisher", target=Y, reveal="H7"))
        assert HandChecked(seat=Y, value=7, found=False) in facts
        assert hand(after, X) == "H7 C3"
        assert not [fact for fact in facts if isinstance(fact, CostZeroed)]
        assert play(after, utility("H7")).state.turn.points == 1


def test_fisher_shows_a_drawn_card_that_matches() -> None:
    table = given(hands={X: "H7"}, abilities={X: "fisher"}, top="D7")
    facts, after = play(table, use("fisher", target=Y, reveal="H7"))
    assert CardRevealed(seat=X, card="D7", drawn=True) in facts
    assert play(after, utility("D7")).state.turn.points == 8


def test_fisher_names_another_player_and_needs_room() -> None:
    table = given(hands={X: "H7"}, abilities={X: "fisher"})
    assert code(table, use("fisher", target=X, reveal="H7")) == "target_is_self"
    assert code(table, use("fisher", target=Z, reveal="H7")) == "target_not_in_game"
    assert code(table, use("fisher", target=Y, reveal="H8")) == "card_not_in_hand"
    assert code(given(hands={X: FULL}, abilities={X: "fisher"}), use("fisher", target=Y, reveal="H1")) == "hand_full"


def test_fisher_asks_for_a_single_card_too_and_its_time_out_gives_the_earliest() -> None:
    """R71."""
    table = play(given(hands={X: "H7", Y: "D7"}, abilities={X: "fisher"}), use("fisher", target=Y, reveal="H7")).state
    assert code(table, END_TURN) == "decision_pending"
    table = given(hands={X: "H7", Y: "S7 D7"}, abilities={X: "fisher"})
    table = play(table, use("fisher", target=Y, reveal="H7")).state
    assert hand(play(table, TimeOut(), seat=Y).state, X) == "H7 S7"


def test_gambler_draws_two_for_a_lower_card_of_the_deck() -> None:
    """W44."""
    facts, after = play(given(hands={X: "D6"}, abilities={X: "gambler"}, top="S4"), use("gambler", discard="D6"))
    assert discarded(facts) == ["hand: D6-1", "deck: S4-1"]
    assert drawn(facts) == [2]
    assert after.turn.points == 12


@pytest.mark.parametrize("top", ["S6", "S7"])
def test_gambler_draws_nothing_for_an_equal_or_a_higher_card(top: str) -> None:
    facts, _ = play(given(hands={X: "D6 D5"}, abilities={X: "gambler"}, top=top), use("gambler", discard="D6"))
    assert drawn(facts) == []


def test_gambler_works_twice_a_turn_in_both_phases() -> None:
    table = given(hands={X: "D6 D5 D4"}, abilities={X: "gambler"}, **CLUB_PHASE)
    table = play(table, use("gambler", discard="D6")).state
    table = play(table, use("gambler", discard="D5")).state
    assert code(table, use("gambler", discard="D4")) == "ability_exhausted"


def test_grave_robber_takes_any_card_of_the_discard_pile_for_its_value() -> None:
    table = given(abilities={X: "grave_robber"}, discard="C2 H7 S1")
    facts, after = play(table, use("grave_robber", card="H7-1"))
    assert PointsPaid(seat=X, amount=7, reason="grave_robber", left=5) in facts
    assert hand(after, X) == "H7"
    assert pile(after) == "S1-1 C2-1"
    assert code(after, use("grave_robber", card="C2-1")) == "ability_exhausted"


def test_grave_robber_needs_room_points_and_the_card() -> None:
    """Haggler does not help: not a play."""
    table = given(abilities={X: "grave_robber haggler"}, discard="C2 H7", points=6)
    assert code(table, use("grave_robber", card="H7-1")) == "not_enough_points"
    assert code(table, use("grave_robber", card="H8-1")) == "card_not_in_discard"
    table = given(abilities={X: "grave_robber"}, discard="C2", hands={X: FULL})
    assert code(table, use("grave_robber", card="C2-1")) == "hand_full"


def test_hopeful_plays_a_drawn_heart_for_free() -> None:
    table = given(abilities={X: "hopeful"}, top="H9")
    facts, table = play(table, use("hopeful"))
    assert drawn(facts) == [1]
    facts, table = play(table, answer("choose_hopeful", play=True))
    assert on_board(table, X) == "H9"
    assert table.turn.points == 8
    assert code(table, use("hopeful")) is None, "any number of times"


def test_hopeful_asks_for_any_card_but_plays_hearts_only() -> None:
    """R71: being asked tells nothing."""
    table = play(given(abilities={X: "hopeful"}, top="C9"), use("hopeful")).state
    assert code(table, END_TURN) == "decision_pending"
    assert code(table, answer("choose_hopeful", play=True)) == "wrong_suit"
    table = play(table, answer("choose_hopeful", play=False)).state
    assert hand(table, X) == "C9"


def test_hopeful_makes_no_offer_with_a_full_heart_row_or_under_play_lock() -> None:
    table = play(given(abilities={X: "hopeful"}, boards={X: "H1 H2 H3"}), use("hopeful")).state
    assert code(table, END_TURN) is None
    table = given(hands={X: "D1"}, abilities={X: "hopeful indebted"})
    table = play(table, use("indebted", card="D1")).state
    assert code(play(table, use("hopeful")).state, END_TURN) is None
    assert code(given(abilities={X: "hopeful"}, hands={X: FULL}), use("hopeful")) == "hand_full"


def test_limiter_makes_an_opponent_with_the_suit_discard_a_card_of_its_choice() -> None:
    table = given(hands={Y: "H7 C1"}, abilities={X: "limiter"})
    facts, table = play(table, use("limiter", target=Y, suit="H"))
    assert HandChecked(seat=Y, suit="H", found=True) in facts
    facts, table = play(table, answer("choose_discard", card="C1"), seat=Y)
    assert hand(table, Y) == "H7"
    assert pile(table, 1) == "C1-1"
    assert table.turn.points == 8


def test_limiter_does_nothing_without_the_suit() -> None:
    """R61: also against an empty hand."""
    for held in ("C1 D1", ""):
        table = given(hands={Y: held}, abilities={X: "limiter"})
        facts, table = play(table, use("limiter", target=Y, suit="H"))
        assert HandChecked(seat=Y, suit="H", found=False) in facts
        assert hand(table, Y) == held
        assert code(table, END_TURN) is None


def test_limiter_takes_a_single_card_without_asking() -> None:
    table = play(given(hands={Y: "H7"}, abilities={X: "limiter"}), use("limiter", target=Y, suit="H")).state
    assert pile(table, 1) == "H7-1"
    assert code(table, END_TURN) is None


def test_limiter_names_an_opponent_and_a_suit() -> None:
    table = given(seats=4, hands={Z: "H7"}, abilities={X: "limiter"}, team_count=2)
    assert code(table, use("limiter", target=X, suit="H")) == "target_is_not_opponent"
    assert code(table, use("limiter", target=Z, suit="H")) == "target_is_not_opponent"
    assert code(table, use("limiter", target=9, suit="H")) == "target_not_in_game"
    assert code(table, use("limiter", target=Y)) == "wrong_suit"


def test_loaded_fills_the_hand_and_locks_play() -> None:
    table = given(hands={X: "H1 C1"}, abilities={X: "loaded trade_master"})
    facts, table = play(table, use("loaded"))
    assert drawn(facts) == [6]
    assert table.turn.points == 0
    assert code(table, utility("H1")) == "play_locked"
    assert code(table, club("C1")) == "play_locked"
    assert code(table, trader("H1 C1")) is None
    assert code(table, use("trade_master", discard="H1")) is None


def test_loaded_draws_nothing_into_a_full_hand_and_the_lock_ends_with_the_turn() -> None:
    assert code(given(hands={X: FULL}, abilities={X: "loaded"}), use("loaded")) == "hand_full"
    assert code(given(abilities={X: "loaded"}, points=11), use("loaded")) == "not_enough_points"
    table = play(given(hands={X: "H1"}, abilities={X: "loaded"}), use("loaded")).state
    table = play(play(table, END_TURN).state, END_TURN).state
    assert code(table, utility("H1")) is None


def test_loaded_draws_up_to_sixteen_with_large_capacity() -> None:
    table = given(abilities={X: "loaded large_capacity"})
    assert len(play(table, use("loaded")).state.players[X].hand) == 16


def test_manipulator_draws_and_puts_a_card_on_top_of_the_deck() -> None:
    table = given(hands={X: "H1 H2"}, abilities={X: "manipulator"}, top="C9")
    table = play(table, use("manipulator")).state
    assert hand(table, X) == "H1 H2 C9"
    table = play(table, answer("choose_topdeck", card="H1")).state
    assert table.deck.top == "H1"
    assert hand(table, X) == "H2 C9"
    assert table.turn.points == 9
    assert code(table, use("manipulator")) == "ability_exhausted"


def test_manipulator_may_put_the_drawn_card_back_and_puts_a_single_one_by_itself() -> None:
    table = play(given(hands={X: "H1"}, abilities={X: "manipulator"}, top="C9"), use("manipulator")).state
    assert play(table, answer("choose_topdeck", card="C9")).state.deck.top == "C9"
    table = play(given(abilities={X: "manipulator"}, top="C9 C8"), use("manipulator")).state
    assert table.deck.cards[:2] == ("C9", "C8")
    assert not table.players[X].hand


def test_manipulator_needs_room_and_three_points() -> None:
    assert code(given(hands={X: FULL}, abilities={X: "manipulator"}), use("manipulator")) == "hand_full"
    assert code(given(abilities={X: "manipulator"}, points=2), use("manipulator")) == "not_enough_points"
    table = play(given(hands={X: "H1"}, abilities={X: "manipulator"}), use("manipulator")).state
    assert code(table, answer("choose_topdeck", card="H10")) == "card_not_in_hand"


def test_options_skips_the_draw_phase_for_six_points() -> None:
    table = play(given(turn=Y, abilities={X: "options blessed large_capacity"}), END_TURN).state
    facts, table = play(table, answer("choose_draw", skip=True))
    assert drawn(facts) == []
    (started,) = [fact for fact in facts if isinstance(fact, PointPhaseStarted)]
    assert started.points == 18


def test_options_may_draw_and_is_not_asked_in_round_one() -> None:
    table = play(given(turn=Y, abilities={X: "options"}), END_TURN).state
    facts, table = play(table, answer("choose_draw", skip=False))
    assert drawn(facts) == [1]
    assert table.turn.points == 12
    facts, _ = play(given(turn=Y, round=0, abilities={X: "options"}), END_TURN)
    assert drawn(facts) == [5]


def test_options_is_not_used_by_a_command() -> None:
    assert code(given(abilities={X: "options"}), use("options")) == "ability_not_activatable"


def test_pacifist_discards_a_spade_and_draws() -> None:
    table = given(hands={X: "S1 S2 S3 S4"}, abilities={X: "pacifist"}, **CLUB_PHASE)
    for card in ("S1", "S2", "S3"):
        facts, table = play(table, use("pacifist", discard=card))
        assert drawn(facts) == [1]
    assert code(table, use("pacifist", discard="S4")) == "ability_exhausted"


def test_pacifist_discards_nothing_but_spades_of_the_hand() -> None:
    table = given(hands={X: "H1"}, boards={X: "S1"}, abilities={X: "pacifist"})
    assert code(table, use("pacifist", discard="H1")) == "wrong_suit"
    assert code(table, use("pacifist", discard="S1")) == "card_not_in_hand"


def test_purifier_discards_the_hand_and_draws_as_many() -> None:
    table = given(hands={X: "S1 H3 H2"}, abilities={X: "purifier"})
    facts, table = play(table, use("purifier"))
    assert discarded(facts) == ["hand: H2-1 H3-1 S1-1"], "in the order of the pack (H1)"
    assert drawn(facts) == [3]
    facts, table = play(table, answer("choose_shuffle", shuffle=True))
    (shuffled,) = [fact for fact in facts if isinstance(fact, DeckShuffled)]
    assert (shuffled.reason, shuffled.count) == ("purifier", 37)
    assert not table.discard
    assert code(table, use("purifier")) == "ability_exhausted", "R47"


def test_purifier_need_not_shuffle_and_needs_a_card() -> None:
    table = play(given(hands={X: "S1"}, abilities={X: "purifier"}), use("purifier")).state
    table = play(table, answer("choose_shuffle", shuffle=False)).state
    assert pile(table) == "S1-1"
    assert code(given(abilities={X: "purifier"}), use("purifier")) == "wrong_number_of_cards"


def test_replenished_draws_two_as_soon_as_the_hand_is_empty() -> None:
    facts, _ = play(given(hands={X: "H1"}, abilities={X: "replenished"}), utility("H1"))
    assert drawn(facts) == [2]
    (draw,) = [fact for fact in facts if isinstance(fact, CardsDrawn)]
    assert draw.reason == "replenished"


def test_replenished_works_once_a_turn_and_not_in_turns_of_others() -> None:
    table = given(hands={X: "H1"}, abilities={X: "replenished"}, top="D1 D2")
    table = play(table, utility("H1")).state
    table = play(table, utility("D1")).state
    assert drawn(play(table, utility("D2")).facts) == []
    table = given(turn=Y, hands={X: "H9"}, abilities={X: "replenished", Y: "limiter"})
    table = play(table, use("limiter", target=X, suit="H")).state
    assert not table.players[X].hand


def test_replenished_is_not_used_by_a_command() -> None:
    assert code(given(abilities={X: "replenished"}), use("replenished")) == "ability_not_activatable"


def test_replenished_begins_the_point_phase_after_the_points_are_counted() -> None:
    """R64: Assets counts before it."""
    table = given(turn=Y, abilities={X: "replenished assets options"})
    table = play(table, END_TURN).state
    facts, table = play(table, answer("choose_draw", skip=True))
    order = names(facts)
    assert order.index("PointPhaseStarted") < order.index("AbilityUsed")
    assert table.turn.points == 18
    assert len(table.players[X].hand) == 2


def test_seller_gives_half_the_sum_in_points_and_draws() -> None:
    table = given(hands={X: "H7 D4 S2"}, abilities={X: "seller"}, points=0)
    facts, table = play(table, use("seller", cards="H7 D4 S2"))
    assert PointsGained(seat=X, amount=6, reason="seller", left=6) in facts
    assert drawn(facts) == [1]
    assert discarded(facts) == ["hand: H7-1 D4-1 S2-1"]


def test_seller_draws_nothing_for_one_card_and_buys_no_clubs() -> None:
    table = given(hands={X: "H7 D4 C2 S1 S2"}, abilities={X: "seller"})
    facts, after = play(table, use("seller", cards="H7"))
    assert (after.turn.points, drawn(facts)) == (15, [])
    assert code(table, use("seller", cards="C2")) == "not_a_utility_card"
    assert code(table, use("seller")) == "wrong_number_of_cards"
    assert code(table, use("seller", cards="H7 D4 S1 S2")) == "wrong_number_of_cards"
    assert code(table, use("seller", cards="H7 H7")) == "duplicate_card"
    assert code(given(hands={X: "H7"}, abilities={X: "seller"}, **CLUB_PHASE), use("seller", cards="H7")) == (
        "wrong_phase"
    )


def test_trade_master_discards_draws_two_and_discards_again() -> None:
    table = given(hands={X: "H7 D4"}, abilities={X: "trade_master bargainer"}, top="C1 C2")
    facts, table = play(table, use("trade_master", discard="H7"))
    assert drawn(facts) == [2]
    facts, table = play(table, answer("choose_discard", card="C1"))
    assert hand(table, X) == "D4 C2"
    assert table.turn.points == 12, "Bargainer is for the Trader alone"
    assert code(table, use("trade_master", discard="D4")) == "ability_exhausted"


def test_trade_master_works_with_a_full_hand_but_not_with_an_empty_one() -> None:
    facts, _ = play(given(hands={X: FULL}, abilities={X: "trade_master"}), use("trade_master", discard="H1"))
    assert drawn(facts) == [1], "one of the two is lost to the full hand"
    assert code(given(abilities={X: "trade_master"}), use("trade_master", discard="H1")) == "card_not_in_hand"


def test_wisdom_orders_the_top_three_cards() -> None:
    table = given(abilities={X: "wisdom"}, top="C1 C2 C3 C4")
    facts, table = play(table, use("wisdom"))
    assert DeckPeeked(seat=X, count=3, cards=("C1", "C2", "C3")) in facts
    facts, table = play(table, answer("choose_order", cards="C3 C1 C2"))
    assert DeckReordered(seat=X, count=3, cards=("C3", "C1", "C2")) in facts
    assert table.deck.cards[:4] == ("C3", "C1", "C2", "C4")
    assert not table.players[X].hand, "the cards stay in the deck"


def test_wisdom_sees_fewer_where_there_are_fewer_and_takes_no_other_cards() -> None:
    table = play(given(abilities={X: "wisdom"}, top="C1 C2", deck=2), use("wisdom")).state
    assert code(table, answer("choose_order", cards="C1")) == "wrong_number_of_cards"
    assert code(table, answer("choose_order", cards="C1 C1")) == "duplicate_card"
    assert code(table, answer("choose_order", cards="C2 C1")) is None
    table = play(given(abilities={X: "wisdom"}, top="C1", deck=1), use("wisdom")).state
    assert code(table, END_TURN) is None, "one card has one order"


def test_an_ability_that_is_not_owned_is_not_used() -> None:
    assert code(given(abilities={Y: "wisdom"}), use("wisdom")) == "ability_not_owned"
    assert code(given(abilities={X: "wealth"}), use("wealth")) == "ability_not_activatable"


def test_uses_are_counted_anew_each_turn() -> None:
    table = play(given(abilities={X: "wisdom"}, top="C1", deck=1), use("wisdom")).state
    assert code(table, use("wisdom")) == "ability_exhausted"
    table = play(play(table, END_TURN).state, END_TURN).state
    assert code(table, use("wisdom")) is None
