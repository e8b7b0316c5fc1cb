"""The worked examples E15 to E26: the effects of number cards."""

from __future__ import annotations

import pytest

from domain.games.panic_clan_inviter.messages import (
    CardMovedBetweenHands,
    CardsDiscarded,
    CardTakenFromDiscard,
    DecisionOpened,
    DirectionReversed,
    EffectFizzled,
    ExtraTurnsGranted,
    HandsSwapped,
    RuleChanged,
    TurnLost,
)
from domain.kernel.marks import redact
from domain.kernel.seats import seat_viewer
from tests.games.panic_clan_inviter.given import (
    DECLINE,
    DRAW,
    A,
    B,
    C,
    aim,
    awaited,
    choose,
    code,
    every,
    given,
    hand,
    names,
    offered,
    offered_cards,
    only,
    pile,
    place,
    play,
    started,
)


def test_e15_the_direction_flips_and_the_next_game_is_clockwise_again() -> None:
    """R37."""
    facts, after = play(given(lines={A: "r5"}, hands={A: "r7"}), place("r7"))
    assert only(facts, DirectionReversed) == DirectionReversed(direction="counterclockwise")
    assert awaited(after) == (C, "choose_action")
    assert started(3, 1).state.direction == "clockwise"


def test_e16_a_reversal_with_two_players() -> None:
    """R16."""
    table = given(seats=2, hands={A: "r7"})
    facts, after = play(table, place("r7"))
    assert (after.direction, awaited(after)) == ("counterclockwise", (B, "choose_action"))
    assert not every(facts, ExtraTurnsGranted)
    facts, after = play(given(seats=2, hands={A: "r7"}, reverse_with_two="extra_turn"), place("r7"))
    assert names(facts)[1:3] == ["DirectionReversed", "ExtraTurnsGranted"]
    assert awaited(after) == (A, "choose_action")
    assert awaited(play(given(hands={A: "r7"}, reverse_with_two="extra_turn"), place("r7")).state)[0] == C


def test_e17_the_medical_corps_discards_a_new_or_an_old_card() -> None:
    """R23."""
    table = given(hands={A: "g1 b2"}, top="r1 y2")
    facts, asked = play(table, place("g1"))
    assert names(facts) == ["NumberCardPlaced", "CardsDrawn", "DecisionOpened"]
    assert awaited(asked) == (A, "choose_own_discard")
    assert offered_cards(asked) == "r1 b2 y2"
    for card, left in (("b2", "r1 y2"), ("r1", "b2 y2"), ("y2", "b2 r1")):
        _, after = play(asked, choose(card))
        assert (hand(after, A), pile(after), awaited(after)) == (left, card, (B, "choose_action"))


def test_e18_the_sorcery_unit_takes_a_magic_card() -> None:
    """R24."""
    table = given(lines={A: "g6"}, hands={A: "g7"}, discard="r1 evolution")
    facts, after = play(table, place("g7"))
    assert only(facts, EffectFizzled) == EffectFizzled(
        seat=A, source="g7", effect="take_from_discard", reason="nothing_in_discard"
    )
    assert awaited(after) == (B, "choose_action")
    facts, after = play(given(lines={A: "g6"}, hands={A: "g7"}, discard="r1 menace"), place("g7"), choose("menace#1"))
    assert only(facts, CardTakenFromDiscard).card == "menace#1"
    assert (hand(after, A), pile(after)) == ("menace", "r1")


def test_e19_the_excavation_corps_puts_a_discarded_rule_into_force_without_a_draw() -> None:
    """R25."""
    table = given(hands={A: "y1 b3"}, discard="r2 innovation evolution")
    _, asked = play(table, place("y1"))
    assert offered_cards(asked) == "innovation#1 evolution#1", "not the rule that is about to be replaced"
    _, after = play(asked, choose("innovation#1"))
    assert (after.rule, pile(after), hand(after, A)) == ("innovation#1", "evolution r2 command", "b3")


def test_e20_no_rule_card_in_the_discard_pile() -> None:
    facts, after = play(given(hands={A: "y1 b3"}, discard="r2"), place("y1"))
    assert only(facts, EffectFizzled).reason == "nothing_in_discard"
    assert after.rule == "command#1"


def test_e21_the_strategist_may_put_a_rule_of_the_hand_into_force() -> None:
    """R26."""
    table = given(lines={A: "y5"}, hands={A: "y6 mutation"})
    _, asked = play(table, place("y6"))
    facts, after = play(asked, choose("mutation"))
    assert only(facts, RuleChanged) == RuleChanged(seat=A, card="mutation#1", replaced="command#1", from_="hand")
    assert (after.rule, pile(after), hand(after, A)) == ("mutation#1", "command", "")
    facts, after = play(asked, DECLINE)
    assert names(facts)[0] == "EffectDeclined"
    assert (after.rule, hand(after, A)) == ("command#1", "mutation")
    _, asked = play(given(lines={A: "y5"}, hands={A: "y6 r2"}), place("y6"))
    assert offered(asked) == [DECLINE]


def test_e22_the_covert_corps_discards_a_random_card() -> None:
    """R27."""
    table = given(hands={A: "b1 r2", C: "g1 g2 g3"})
    _, asked = play(table, place("b1"))
    assert offered(asked) == [aim(A), aim(B), aim(C)]
    facts, _ = play(asked, aim(B))
    assert only(facts, EffectFizzled).reason == "hand_empty"
    facts, after = play(asked, aim(A))
    assert only(facts, CardsDiscarded) == CardsDiscarded(seat=A, cards=("r2#1",), reason="random", chosen_by="chance")
    assert hand(after, A) == ""
    met = {pile(play(asked, aim(C), seed=seed).state) for seed in range(30)}
    assert met == {"g1", "g2", "g3"}


def test_e23_the_assault_corps_takes_a_card_that_only_two_know() -> None:
    """R28."""
    table = given(lines={A: "b5"}, hands={A: "b6", B: "r1 mimic fortune"})
    _, asked = play(table, place("b6"), aim(B))
    assert awaited(asked) == (B, "choose_card_to_give")
    assert code(asked, choose("r1"), seat=A) == "not_your_decision"
    assert offered_cards(asked) == "r1 mimic fortune"
    facts, after = play(asked, choose("r1"))
    moved = only(facts, CardMovedBetweenHands)
    assert moved == CardMovedBetweenHands(from_seat=B, to_seat=A, card="r1", source="b6", chosen_by="seat")
    assert [redact(moved, seat_viewer(seat)).card for seat in (A, B, C)] == ["r1", "r1", "?"]
    assert (hand(after, A), hand(after, B)) == ("r1", "mimic fortune")
    facts, _ = play(given(lines={A: "b5"}, hands={A: "b6 r1"}), place("b6"), aim(B))
    assert only(facts, EffectFizzled) == EffectFizzled(
        seat=A, source="b6", effect="move_from_hand", reason="hand_empty", affected_seat=B
    )
    facts, after = play(table, place("b6"), aim(A))
    assert only(facts, EffectFizzled).reason == "self_target"
    assert len(every(facts, DecisionOpened)) == 1, "no card is asked for"


@pytest.mark.parametrize(
    ("mine", "theirs"), [("r2", "g1 g2 g3"), ("", "g1 g2 g3"), ("r2", "")], ids=["both", "own hand empty", "theirs"]
)
def test_e24_the_bewitching_troupe_swaps_hands(mine: str, theirs: str) -> None:
    """R29."""
    table = given(lines={A: "b6"}, hands={A: f"b7 {mine}", B: theirs})
    _, asked = play(table, place("b7"))
    assert code(asked, aim(A)) == "invalid_target"
    facts, after = play(asked, aim(B))
    assert (hand(after, A), hand(after, B)) == (theirs, mine)
    assert only(facts, HandsSwapped).cards_b == tuple(theirs.split())


def test_e24_two_empty_hands_are_not_swapped() -> None:
    facts, _ = play(given(lines={A: "b6"}, hands={A: "b7"}), place("b7"), aim(B))
    assert only(facts, EffectFizzled).reason == "both_hands_empty"


def test_e25_the_raiders_take_a_random_card_of_the_next_seat() -> None:
    table = given(hands={A: "r1", B: "g1 g2", C: "y1"})
    facts, after = play(table, place("r1"))
    moved = only(facts, CardMovedBetweenHands)
    assert (moved.from_seat, moved.to_seat, moved.chosen_by) == (B, A, "chance")
    assert hand(after, A) == moved.card
    assert len(after.players[B].hand) == 1
    table = given(hands={A: "r1", B: "g1 g2", C: "y1"}, direction="counterclockwise")
    facts, after = play(table, place("r1"))
    assert (hand(after, A), hand(after, C), awaited(after)) == ("y1", "", (C, "choose_action"))


def test_e26_the_obstructors_cost_the_next_seat_a_turn() -> None:
    """R35."""
    facts, after = play(given(lines={A: "r5"}, hands={A: "r6"}), place("r6"))
    assert names(facts)[1:] == ["TurnLossMarked", "TurnEnded", "TurnLost", "TurnStarted"]
    assert only(facts, TurnLost).seat == B
    assert awaited(after)[0] == C
    for seat in (C, A, B):
        assert awaited(after)[0] == seat
        after = play(after, DRAW).state
    assert awaited(play(given(seats=2, lines={A: "r5"}, hands={A: "r6"}), place("r6")).state)[0] == A
