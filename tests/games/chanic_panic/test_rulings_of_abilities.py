"""The rulings of section 9 on abilities and how they meet, and the worked examples W42 to W49 by number."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.chanic_panic.messages import (
    AttackMade,
    CardCompared,
    CardReturned,
    CardsDestroyed,
    CardsDiscarded,
    CardsDrawn,
    ChanicFact,
    DeckPeeked,
    DeckShuffled,
    HandChecked,
    PointPhaseStarted,
    PointsGained,
    PointsPaid,
    StackAdd,
    UtilityPlayed,
)
from domain.games.chanic_panic.state import State
from domain.games.chanic_panic.view import view
from domain.kernel.cards.zones import Bag, Stack
from domain.kernel.messages import Concede, TimeOut
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


def began(facts: tuple[ChanicFact, ...]) -> PointPhaseStarted:
    (fact,) = [fact for fact in facts if isinstance(fact, PointPhaseStarted)]
    return fact


def power(facts: tuple[ChanicFact, ...]) -> int:
    (fact,) = [fact for fact in facts if isinstance(fact, AttackMade)]
    return fact.power


def discards(facts: tuple[ChanicFact, ...]) -> list[str]:
    """Return the cards of each discard, with its reason."""
    return [f"{fact.reason}: {' '.join(fact.cards)}" for fact in facts if isinstance(fact, CardsDiscarded)]


def healths(table: State, seat: int) -> list[int]:
    return [card.value for card in view(table, SPECTATOR).players[seat].hearts]


def test_w42_assets_with_seven_cards_begins_with_fifteen_points() -> None:
    table = given(turn=Y, hands={X: "H1 H2 H3 D1 D2 D3"}, abilities={X: "assets"})
    fact = began(play(table, END_TURN).facts)
    assert fact.points == 15
    assert [(part.source, part.points) for part in fact.parts] == [("turn", 12), ("assets", 3)]


def test_w43_combiner_with_seven_and_two_admits_a_nine() -> None:
    table = given(hands={X: "C7 C2 D9"}, abilities={X: "combiner"})
    facts, table = play(table, use("combiner", clubs="C7 C2"))
    assert (drawn(facts), table.turn.phase, table.turn.last_club) == ([3], "club_phase", 9)
    assert code(table, utility("D9")) is None


@pytest.mark.parametrize(("top", "draws"), [("S4", [2]), ("S6", [])])
def test_w44_gambler_wins_against_a_lower_card_only(top: str, draws: list[int]) -> None:
    table = given(hands={X: "D6 H1"}, abilities={X: "gambler"}, top=top)
    facts, _ = play(table, use("gambler", discard="D6"))
    assert discards(facts) == ["gambler: D6-1", f"gambler: {top}-1"]
    assert drawn(facts) == draws


def test_w45_healthy_with_eight_and_five_has_a_health_of_eighteen() -> None:
    assert view(given(boards={X: "H8 H5"}, abilities={X: "healthy"}), SPECTATOR).players[X].health == 18


def test_w46_innovator_with_five_and_four_alone_has_a_power_of_four() -> None:
    table = given(boards={X: "D5 D4", Y: "H4 H9"}, abilities={X: "innovator"})
    assert power(play(table, attack("D5-1 D4-1", "H4-1")).facts) == 4


def test_w47_maximizer_returns_a_six_for_a_nine_but_not_for_a_ten() -> None:
    table = given(hands={X: "H9 H10"}, boards={X: "H6"}, abilities={X: "maximizer"})
    assert code(table, use("maximizer", return_card="H6-1", play_card="H9")) is None
    assert code(table, use("maximizer", return_card="H6-1", play_card="H10")) == "cost_gap_too_large"


def test_w48_resourceful_plays_an_ace_of_clubs_as_a_three() -> None:
    facts, table = play(given(hands={X: "C1 D3"}, abilities={X: "resourceful"}), club("C1"))
    assert (drawn(facts), table.turn.last_club) == ([2], 3)
    assert code(table, utility("D3")) is None


def test_w49_investor_with_three_diamonds_and_three_spades_has_twenty_four_points() -> None:
    table = given(turn=Y, boards={X: "D1 D2 D3 S1 S2 S3"}, abilities={X: "investor"})
    assert began(play(table, END_TURN).facts).points == 24


def test_r45_the_reference_holds_where_the_app_differs() -> None:
    """Healthy doubles one Heart; Large Capacity is 16; Seller works again and again."""
    assert healths(given(boards={X: "H8 H5"}, abilities={X: "healthy"}), X) == [8, 10]
    table = given(hands={X: "H1 H2"}, abilities={X: "large_capacity seller"})
    assert view(table, SPECTATOR).players[X].hand_limit == 16
    table = play(table, use("seller", cards="H1")).state
    assert code(table, use("seller", cards="H2")) is None


def test_r46_an_ability_without_a_limit_is_used_as_often_as_it_is_paid() -> None:
    table = given(boards={Y: "D4 D3 D2 S1"}, abilities={X: "illusionist"})
    for card in ("D4-1", "D3-1", "D2-1", "S1-1"):
        table = play(table, use("illusionist", target_card=card)).state
    assert table.turn.points == 2


def test_r47_purifier_is_used_once_a_turn() -> None:
    table = play(given(hands={X: "H1"}, abilities={X: "purifier"}), use("purifier")).state
    table = play(table, answer("choose_shuffle", shuffle=False)).state
    assert code(table, use("purifier")) == "ability_exhausted"


def test_r48_gambler_costs_a_card_of_the_hand() -> None:
    assert code(given(abilities={X: "gambler"}), use("gambler")) == "wrong_number_of_cards"
    assert code(given(abilities={X: "gambler"}), use("gambler", discard="H1")) == "card_not_in_hand"


def test_r49_plagued_hits_all_boards_the_own_and_those_of_teammates() -> None:
    table = given(
        seats=4, hands={X: "C4"}, boards={X: "H4", Y: "D4", Z: "S4", 3: "H5"}, abilities={X: "plagued"}, team_count=2
    )
    table = play(table, use("plagued", discard="C4")).state
    assert [on_board(table, seat) for seat in range(4)] == ["", "", "", "H5"]


def test_r50_resourceful_compares_clubs_by_their_raised_values_and_utility_cards_by_base_value() -> None:
    table = play(given(hands={X: "C5 C6 H7 H8"}, abilities={X: "resourceful"}), club("C5")).state
    assert [code(table, command) for command in (club("C6"), utility("H7"), utility("H8"))] == [
        "value_too_high",
        None,
        "value_too_high",
    ]


def test_r50_resourceful_counts_for_both_clubs_of_combiner() -> None:
    table = given(hands={X: "C5 C1"}, abilities={X: "resourceful combiner"})
    assert play(table, use("combiner", clubs="C5 C1")).state.turn.last_club == 10


def test_r51_deadly_comes_before_resilient() -> None:
    """The random discard may take the Heart that Resilient would have played, or the last card: then none is asked."""
    table = given(hands={Y: "H7"}, boards={X: "S9", Y: "H4 H5"}, abilities={X: "deadly", Y: "resilient"})
    facts, table = play(table, attack("S9-1", "H4-1"))
    assert discards(facts)[-1] == "deadly: H7-1"
    assert code(table, END_TURN) is None


def test_r51_victims_of_deadly_and_owners_of_resilient_follow_in_turn_order() -> None:
    table = given(
        seats=3,
        turn=Y,
        hands={Y: "C5", Z: "D1 D2", X: "S1 S2"},
        boards={X: "H5 H1", Z: "H5 H2"},
        abilities={Y: "plagued deadly", X: "resilient"},
    )
    facts, table = play(table, use("plagued", discard="C5"))
    assert [fact.seat for fact in facts if isinstance(fact, CardsDiscarded) and fact.reason == "deadly"] == [Z, X]
    assert code(table, answer("choose_resilient"), seat=X) is None


def test_r52_the_draw_phase_has_its_order() -> None:
    """Fulfilled, then Large Capacity on what is held, then Blessed; all dropped by Options."""
    table = given(turn=Y, hands={X: "C1"}, abilities={X: "fulfilled large_capacity blessed options"})
    table = play(table, END_TURN).state
    facts, _ = play(table, answer("choose_draw", skip=False))
    draws = [(fact.reason, len(fact.cards)) for fact in facts if isinstance(fact, CardsDrawn)]
    assert draws == [("turn", 4), ("large_capacity", 1), ("blessed", 1)]
    facts, _ = play(table, answer("choose_draw", skip=True))
    assert names(facts)[:3] == ["DecisionMade", "DrawPhaseSkipped", "PointPhaseStarted"]


def test_r53_cards_off_the_board_have_their_base_value() -> None:
    """Seller pays for 9, not for what Warrior and Toughness would make of it; Gambler compares numbers."""
    table = given(hands={X: "S5 D4"}, abilities={X: "seller warrior toughness"}, points=0)
    assert play(table, use("seller", cards="S5 D4")).state.turn.points == 4
    table = given(abilities={X: "grave_robber haggler"}, discard="S5")
    assert (
        PointsPaid(seat=X, amount=5, reason="grave_robber", left=7)
        in play(table, use("grave_robber", card="S5-1")).facts
    )


def test_r54_healthy_doubles_the_heart_that_has_lain_longest_and_moves_at_once() -> None:
    table = given(seats=3, hands={X: "H3"}, boards={X: "H5 H5"}, abilities={X: "healthy"})
    assert healths(table, X) == [10, 5]
    assert healths(play(table, utility("H3")).state, X) == [5, 5, 6]


def test_r54_the_values_at_declaration_hold_within_one_attack() -> None:
    table = given(boards={X: "S10 S9", Y: "H4 H9 H10"}, abilities={Y: "healthy"})
    facts, _ = play(table, attack("S10-1 S9-1", "H4-1 H9-1"))
    (made,) = [fact for fact in facts if isinstance(fact, AttackMade)]
    assert made.damage == 8 + 9


def test_r55_three_of_each_is_a_full_board_with_landowner_too() -> None:
    board = "H4 H5 H6 H7 D4 D5 D6 S4 S5 S6"
    table = given(boards={X: "S9", Y: board}, abilities={Y: "impenetrable landowner"})
    assert code(table, attack("S9-1", "D4-1")) == "target_impenetrable"


def test_r56_maximizer_compares_current_costs() -> None:
    """Haggler shifts both, but no cost below 0; a card made free by Fisher costs 0."""
    table = given(hands={X: "H4"}, boards={X: "H1"}, abilities={X: "maximizer haggler"})
    assert code(table, use("maximizer", return_card="H1-1", play_card="H4")) is None
    table = given(hands={X: "H5"}, boards={X: "H1"}, abilities={X: "maximizer haggler"})
    assert code(table, use("maximizer", return_card="H1-1", play_card="H5")) == "cost_gap_too_large"
    table = given(hands={X: "H9", Y: "D9"}, boards={X: "H1"}, abilities={X: "maximizer fisher"})
    assert code(table, use("maximizer", return_card="H1-1", play_card="H9")) == "cost_gap_too_large"
    table = play(table, use("fisher", target=Y, reveal="H9")).state
    table = play(table, answer("choose_gift", card="D9"), seat=Y).state
    assert code(table, use("maximizer", return_card="H1-1", play_card="H9")) is None


def test_r57_archaeologist_takes_the_top_discard_before_the_reshuffle() -> None:
    table = given(abilities={X: "archaeologist"}, top="C1 D2", deck=2)
    facts, table = play(table, use("archaeologist", suit="S"))
    assert hand(table, X) == "D2"
    assert names(facts)[-3:] == ["CardsDiscarded", "CardTaken", "DeckShuffled"]


def test_r61_fisher_and_limiter_work_against_an_empty_hand() -> None:
    facts, table = play(given(hands={X: "H7"}, abilities={X: "fisher"}), use("fisher", target=Y, reveal="H7"))
    assert drawn(facts) == [1]
    facts, table = play(given(abilities={X: "limiter"}), use("limiter", target=Y, suit="C"))
    assert discards(facts) == []
    assert table.turn.points == 8


def test_r63_resilient_offers_as_many_hearts_as_were_lost() -> None:
    table = given(hands={Y: "H7 H8 H9"}, boards={X: "S9", Y: "H1 H2 H5"}, abilities={Y: "resilient"})
    table = play(table, attack("S9-1", "H1-1 H2-1")).state
    table = play(table, answer("choose_resilient", card="H7"), seat=Y).state
    assert code(table, END_TURN) == "decision_pending"
    table = play(table, answer("choose_resilient", card="H8"), seat=Y).state
    assert on_board(table, Y) == "H5 H7 H8"
    assert code(table, END_TURN) is None


def test_r63_resilient_needs_a_card_in_hand_at_that_moment() -> None:
    table = given(hands={Y: "H7"}, boards={X: "S9", Y: "H1 H2 H5"}, abilities={Y: "resilient"})
    table = play(table, attack("S9-1", "H1-1 H2-1")).state
    table = play(table, answer("choose_resilient", card="H7"), seat=Y).state
    assert code(table, END_TURN) is None, "the hand is empty, and everybody sees it"


def test_r64_the_reshuffle_comes_before_replenished() -> None:
    table = given(hands={X: "C9", Y: FULL}, top="D9", deck=1, abilities={X: "replenished"})
    table = replace(table, deck=Stack(), discard=Stack())
    facts, table = play(table, club("C9"))
    order = names(facts)
    assert order.index("DeckShuffled") < order.index("AbilityUsed")


def test_r64_the_use_of_replenished_is_spent_even_if_no_card_comes() -> None:
    table = replace(given(hands={X: "H9"}, abilities={X: "replenished"}), deck=Stack(("C1",)), discard=Stack())
    facts, table = play(table, utility("H9"))
    assert names(facts)[-2:] == ["CardsDrawn", "DrawSkipped"]
    assert drawn(play(table, club("C1")).facts) == [1], "the Club's own draw, none by Replenished"


def test_r64_replenished_draws_between_the_cost_and_the_effect() -> None:
    """Gambler: the deck card is discarded after the two are drawn."""
    table = given(hands={X: "D6"}, abilities={X: "gambler replenished"}, top="C1 C2 S9")
    facts, table = play(table, use("gambler", discard="D6"))
    assert discards(facts) == ["gambler: D6-1", "gambler: S9-1"]
    assert hand(table, X) == "C1 C2"


def test_h4_replenished_can_leave_gambler_without_a_card_of_the_deck() -> None:
    table = given(hands={X: "D6"}, abilities={X: "gambler replenished"})
    table = replace(table, deck=Stack(("C1",)), discard=Stack())
    facts, table = play(table, use("gambler", discard="D6"))
    assert discards(facts) == ["gambler: D6-1"]
    assert sorted(table.players[X].hand) == ["C1", "D6"]


def test_r65_a_reshuffle_takes_the_card_from_recycler() -> None:
    """Nothing is played, the cost stays paid, the allowance stays open."""
    table = given(hands={X: "H7 H8"}, abilities={X: "recycler"}, **CLUB_PHASE)
    table = replace(table, deck=Stack(), discard=Stack())
    facts, table = play(table, use("recycler", discard="H7", play_card="H7-1"))
    assert names(facts) == ["AbilityUsed", "CardsDiscarded", "DeckShuffled"]
    assert table.turn.allowance
    assert hand(table, X) == "H8"


def test_r66_attachments_that_go_back_to_the_stack_are_not_fresh() -> None:
    table = given(boards={X: "H6"}, attached={X: {"H6-1": "D1 D2"}}, abilities={X: "illusionist"})
    facts, table = play(table, use("illusionist", target_card="H6-1"))
    assert CardReturned(owner=X, card="H6-1", attached=2) in facts
    assert table.turn.points == 2, "its value with two attachments is 10"
    assert (sorted(table.players[X].stack), table.players[X].fresh) == (["D1", "D2"], 0)


def test_r68_plagued_destroys_boards_in_turn_order_attachments_after_their_hosts() -> None:
    table = given(
        seats=3,
        turn=Y,
        hands={Y: "C5"},
        boards={X: "H5", Y: "D5 S5", Z: "S5"},
        attached={X: {"H5-1": "C1"}, Y: {"D5-1": "C2"}},
        abilities={Y: "plagued"},
    )
    table = play(table, use("plagued", discard="C5")).state
    assert pile(table) == "C5-1 D5-1 C2-1 S5-1 S5-2 H5-1 C1-1"


def test_r69_the_doubling_ends_when_the_spade_leaves_the_board_and_the_ban_stays() -> None:
    table = given(hands={X: "C1"}, boards={X: "S5 S9", Y: "D9 H9"}, abilities={X: "sorcerer illusionist"})
    table = play(table, use("sorcerer", spade="S5-1")).state
    table = replace(table, turn=replace(table.turn, points=12))
    table = play(table, use("illusionist", target_card="S5-1")).state
    table = play(replace(table, turn=replace(table.turn, points=12)), utility("S5")).state
    assert [card.value for card in view(table, SPECTATOR).players[X].spades] == [9, 5]
    assert code(table, attack("S9-1", "D9-1")) == "sorcerer_bound"
    assert code(table, attack("S5-1", "D9-1")) == "sorcerer_bound"


def fished(held: str, gift: str, **options: Any) -> State:
    """Return a table on which X has shown the first card of its hand and got one of Y's."""
    table = given(hands={X: held, Y: gift}, **options)
    table = play(table, use("fisher", target=Y, reveal=held.split(maxsplit=1)[0])).state
    return play(table, answer("choose_gift", card=gift.split(maxsplit=1)[0]), seat=Y).state


def test_r69_fishers_mark_stays_with_a_card_that_comes_back_from_the_board() -> None:
    table = fished("H7 H1", "D7", abilities={X: "fisher illusionist"})
    table = play(table, utility("D7")).state
    table = play(replace(table, turn=replace(table.turn, points=7)), use("illusionist", target_card="D7-1")).state
    assert table.turn.points == 0
    assert code(table, utility("D7")) is None
    assert code(table, utility("H1")) == "not_enough_points"


def test_r69_fishers_mark_stays_with_a_card_that_comes_back_from_the_discard_pile() -> None:
    table = fished("H7", "D7", abilities={X: "fisher gambler grave_robber"}, top="D10")
    table = play(table, use("gambler", discard="D7")).state
    table = play(table, use("grave_robber", card="D7-1")).state
    assert table.turn.points == 1
    assert code(table, utility("D7")) is None


def test_r69_fishers_mark_ends_with_the_turn() -> None:
    table = fished("H10", "D10", abilities={X: "fisher"})
    table = play(play(table, END_TURN).state, END_TURN).state
    assert play(table, utility("D10")).state.turn.points == 2


def test_h3_of_equal_cards_the_marked_one_is_played_first_and_discarded_last() -> None:
    table = fished("H7 D1", "H7", seats=4, abilities={X: "fisher"})
    table = change(table, X, hand=table.players[X].hand.add(("H7",)))
    table = play(table, trader("H7 D1")).state
    assert table.turn.free == ("H7", "H7"), "the unmarked one is discarded"
    for _ in range(2):
        table = play(table, utility("H7")).state
    assert table.turn.points == 8


def test_h3_a_card_that_is_hidden_again_loses_its_mark() -> None:
    """In the deck, in a Stack, in another hand: section 2 lets nobody recognise it."""
    table = fished("H7 D1", "D7", abilities={X: "fisher manipulator"}, top="C1")
    table = play(table, use("manipulator")).state
    table = play(table, answer("choose_topdeck", card="D7")).state
    assert table.turn.free == ("H7",)
    table = fished("H7 D1", "D7", abilities={X: "fisher"}, stack=True)
    assert play(table, StackAdd(card="H7")).state.turn.free == ("D7",)


def test_h3_a_reshuffle_takes_the_mark() -> None:
    table = fished("H7 D1", "D7", abilities={X: "fisher purifier"})
    table = play(table, use("purifier")).state
    assert sorted(table.turn.free) == ["D7-1", "H7-1"]
    table = play(table, answer("choose_shuffle", shuffle=True)).state
    assert table.turn.free == ()


def test_r70_club_member_has_one_card_on_a_combined_allowance() -> None:
    table = given(hands={X: "C5 C4 H4 D3"}, abilities={X: "club_member combiner"}, club_member=True)
    table = play(table, use("combiner", clubs="C5 C4")).state
    table = play(table, utility("H4")).state
    assert code(table, utility("D3")) == "no_allowance"


def test_r70_recycler_lowers_the_allowance_of_club_member() -> None:
    table = given(
        hands={X: "C1 H3"}, discard="D6", abilities={X: "club_member recycler"}, club_member=True, **CLUB_PHASE
    )
    table = play(table, use("recycler", discard="C1", play_card="D6-1")).state
    assert (table.turn.last_club, table.turn.allowance) == (3, True)
    assert code(table, utility("H3")) is None


def test_r71_hopeful_asks_whatever_was_drawn() -> None:
    for top in ("H4", "S4", "C4"):
        table = play(given(abilities={X: "hopeful"}, top=top), use("hopeful")).state
        assert code(table, answer("choose_hopeful", play=False)) is None


def test_r71_fishers_target_is_asked_for_a_single_card_too() -> None:
    table = play(given(hands={X: "H7", Y: "D7"}, abilities={X: "fisher"}), use("fisher", target=Y, reveal="H7")).state
    assert code(table, answer("choose_gift", card="D7"), seat=Y) is None


def test_r71_resilient_is_asked_without_a_heart_in_hand() -> None:
    table = given(hands={Y: "C1"}, boards={X: "S9", Y: "H4 H5"}, abilities={Y: "resilient"})
    table = play(table, attack("S9-1", "H4-1")).state
    assert code(table, END_TURN) == "decision_pending"
    assert code(table, answer("choose_resilient", card="C1"), seat=Y) == "wrong_suit"
    assert play(table, TimeOut(), seat=Y).state.players[Y].hand == Bag(("C1",))


@pytest.mark.parametrize(
    ("ability", "kind", "default"),
    [
        ("limiter", "choose_discard", "C1 H9"),
        ("fisher", "choose_gift", "C1 H9 H1"),
    ],
)
def test_8_3_the_open_decision_of_who_concedes_is_answered_with_the_default(
    ability: str, kind: str, default: str
) -> None:
    parameters: dict[str, Any] = {"suit": "H"} if ability == "limiter" else {"reveal": "H9"}
    table = given(seats=3, hands={X: "H9", Y: "C9 H9 D9 C1"}, abilities={X: ability})
    table = play(table, use(ability, target=Y, **parameters)).state  # type: ignore[arg-type]
    facts, table = play(table, Concede(), seat=Y)
    made = [fact for fact in facts if getattr(fact, "kind", None) == kind]
    assert made
    assert table.players[Y].standing == "conceded"
    assert code(table, END_TURN) is None


def test_7_5_a_stack_card_serves_trade_master_and_recycler_and_nothing_else_of_abilities() -> None:
    table = given(hands={X: "H7"}, stacks={X: "D3"}, abilities={X: "trade_master"})
    facts, after = play(table, use("trade_master", discard="*D3"))
    assert discards(facts) == ["trade_master: D3-1"]
    assert code(table, use("trade_master", discard="*D4")) == "card_not_in_stack"
    assert code(change(table, X, fresh=1), use("trade_master", discard="*D3")) == "stack_card_fresh"
    table = given(hands={X: "S7"}, stacks={X: "S3"}, abilities={X: "pacifist gambler plagued"})
    for ability in ("pacifist", "gambler", "plagued"):
        assert code(table, use(ability, discard="*S3")) == "stack_not_allowed_here"
    assert code(given(abilities={X: "trade_master"}), use("trade_master", discard="*D3")) == "option_disabled"
    table = given(hands={X: "H7"}, stacks={X: "D3"}, abilities={X: "recycler"}, **CLUB_PHASE)
    after = play(table, use("recycler", discard="*D3", play_card="D3-1")).state
    assert on_board(after, X) == "D3"
    assert hand(after, X) == "H7"


def test_7_5_a_stack_card_serves_neither_combiner_nor_seller() -> None:
    table = given(hands={X: "C3 H7"}, stacks={X: "C7 D3"}, abilities={X: "combiner seller"})
    assert code(table, use("combiner", clubs="C3 *C7")) == "stack_not_allowed_here"
    assert code(table, use("seller", cards="H7 *D3")) == "stack_not_allowed_here"
    table = given(hands={X: "C3 C7"}, abilities={X: "combiner"})
    assert code(table, use("combiner", clubs="C3 *C7")) == "option_disabled"


def test_6_2_nothing_is_attached_without_the_stack_whatever_else_is_wrong() -> None:
    table = given(hands={X: "C3"}, abilities={X: "indebted gambler"}, phase="club_phase", points=0)
    assert code(table, use("indebted", card="C3", attach="H1")) == "option_disabled"
    assert code(table, use("gambler", discard="C3", attach="H1")) is None, "it reads no such parameter (H6)"
    table = play(given(abilities={X: "hopeful"}, top="C4"), use("hopeful")).state
    assert code(table, answer("choose_hopeful", play=True, attach="H1")) == "option_disabled"
    table = given(hands={Y: "C1"}, boards={X: "S9", Y: "H4 H5"}, abilities={Y: "resilient"})
    table = play(table, attack("S9-1", "H4-1")).state
    assert code(table, answer("choose_resilient", card="C1", attach="H1"), seat=Y) == "option_disabled"


def test_8_1_who_left_on_turn_sees_no_top_of_the_deck_any_more() -> None:
    """While others are still offered Hearts (R67): abilities stop, and who left sees what spectators see."""
    table = given(
        seats=3, hands={Y: "H7"}, boards={X: "S9", Y: "H4 H5"}, abilities={X: "seer", Y: "resilient"}, deck=1, top="D1"
    )
    table = play(replace(table, turn=replace(table.turn, top_seen=True)), attack("S9-1", "H4-1")).state
    assert view(table, seat_viewer(X)).deck_top == "D1"
    table = play(table, Concede()).state
    assert code(table, answer("choose_resilient"), seat=Y) is None
    assert view(table, seat_viewer(X)).deck_top is None


def test_h7_recycler_attaches_no_card_that_it_discards_and_nothing_under_a_club() -> None:
    table = given(hands={X: "H7"}, stacks={X: "D3 D4"}, discard="C3", abilities={X: "recycler"}, **CLUB_PHASE)
    assert code(table, use("recycler", discard="*D3", play_card="D3-1", attach="D3")) == "duplicate_card"
    assert code(table, use("recycler", discard="H7", play_card="C3-1", attach="D3")) == "wrong_number_of_cards"
    after = play(table, use("recycler", discard="*D3", play_card="D3-1", attach="D4")).state
    assert not after.players[X].stack
    assert code(change(table, X, fresh=1), use("recycler", discard="H7", play_card="H7-1", attach="D4")) == (
        "stack_card_fresh"
    )


def test_7_5_free_plays_take_attachments() -> None:
    table = given(hands={X: "H7"}, stacks={X: "D3 D4"}, abilities={X: "indebted"})
    facts, table = play(table, use("indebted", card="H7", attach="D4"))
    (laid,) = [fact for fact in facts if isinstance(fact, UtilityPlayed)]
    assert laid.attached == ("D4",)
    assert table.players[X].stack == Bag(("D3",))


def test_7_2_points_are_asked_last() -> None:
    table = given(hands={X: "C4"}, abilities={X: "indebted"}, points=0)
    assert code(table, use("indebted", card="C4")) == "not_a_utility_card"
    assert code(given(hands={X: "H4"}, abilities={X: "indebted"}, points=0), use("indebted", card="H4")) == (
        "not_enough_points"
    )


def test_section_3_seer_is_shown_each_new_top_of_the_deck() -> None:
    table = given(hands={X: "C9"}, abilities={X: "seer gambler"}, top="D1 D2 D3")
    facts, table = play(table, club("C9"))
    assert [fact.cards for fact in facts if isinstance(fact, DeckPeeked)] == [("D1",), ("D2",)]
    assert view(table, seat_viewer(X)).deck_top == "D2"
    facts, table = play(table, use("gambler", discard="D1"))
    assert view(table, seat_viewer(X)).deck_top == table.deck.top


def test_seer_and_wisdom_see_the_new_top_after_ordering() -> None:
    table = given(abilities={X: "seer wisdom"}, top="D1 D2 D3")
    table = play(table, use("wisdom")).state
    assert view(table, seat_viewer(X)).deck_seen == ("D1", "D2", "D3")
    assert view(table, seat_viewer(Y)).deck_seen == ()
    facts, table = play(table, answer("choose_order", cards="D3 D2 D1"))
    assert facts[-2] == DeckPeeked(seat=X, count=1, cards=("D3",))
    assert view(table, seat_viewer(X)).deck_seen == ()


def test_neutralizer_destroys_no_heart_and_triggers_nothing() -> None:
    table = given(hands={Y: "H1"}, boards={X: "D9", Y: "H4 S4"}, abilities={X: "neutralizer deadly", Y: "resilient"})
    facts, table = play(table, use("neutralizer", diamond="D9-1", target_card="S4-1"))
    assert [fact.owner for fact in facts if isinstance(fact, CardsDestroyed)] == [X, Y]
    assert hand(table, Y) == "H1"
    assert code(table, END_TURN) is None


def test_a_bypass_triggers_deadly_too() -> None:
    table = given(hands={Y: "C1"}, boards={X: "S10", Y: "H5 H9 D1"}, abilities={X: "deadly"})
    facts, _ = play(table, bypass("S10-1", "H5-1"))
    assert discards(facts)[-1] == "deadly: C1-1"


def test_bargainer_gains_points_for_each_use_of_the_trader() -> None:
    table = given(hands={X: "D1 D2 D3 D4"}, abilities={X: "bargainer"}, points=0)
    for cards, left in (("D1 D2", 2), ("D3 D4", 4)):
        facts, table = play(table, trader(cards))
        assert PointsGained(seat=X, amount=2, reason="bargainer", left=left) in facts


def test_purifier_shuffles_the_deck_followed_by_the_discard_pile() -> None:
    table = play(given(hands={X: "H1"}, abilities={X: "purifier"}, discard="C9"), use("purifier")).state
    facts, after = play(table, answer("choose_shuffle", shuffle=True))
    (shuffled,) = [fact for fact in facts if isinstance(fact, DeckShuffled)]
    assert sorted(shuffled.order or ()) == sorted([*table.deck, "H1", "C9"])
    assert len(after.deck) == shuffled.count


def test_h5_what_was_found_in_a_hand_is_told() -> None:
    facts, _ = play(given(hands={Y: "D8"}, abilities={X: "limiter"}), use("limiter", target=Y, suit="H"))
    assert facts[-1] == HandChecked(seat=Y, suit="H", found=False)
    facts, _ = play(given(hands={X: "H7"}, abilities={X: "fisher"}, top="D8"), use("fisher", target=Y, reveal="H7"))
    assert facts[-1] == CardCompared(seat=X, value=7, equal=False)
