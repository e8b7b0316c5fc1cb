"""Rulings and sections that no worked example shows: the end, leaving, time-outs, marks, labels."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.games.panic_clan_inviter.ending import ranking
from domain.games.panic_clan_inviter.messages import (
    CardMovedBetweenHands,
    CardsDiscarded,
    CardsDrawn,
    CostPaid,
    DecisionOpened,
    DeckReshuffled,
    EffectDeclined,
    EffectFizzled,
    GameEnded,
    HandsSwapped,
    MagicResolved,
    NumberCardPlaced,
    PlayerConceded,
    TurnEnded,
    TurnLost,
    TurnPassed,
    TurnStarted,
)
from domain.games.panic_clan_inviter.state import left_neighbour, next_seat, right_neighbour
from domain.kernel.cards.zones import Stack
from domain.kernel.messages import Concede, TimeOut
from domain.kernel.setup import Place
from tests.games.panic_clan_inviter.given import (
    DECLINE,
    DRAW,
    ONE_OF_EACH_RULE,
    PASS,
    A,
    B,
    C,
    aim,
    awaited,
    change,
    choose,
    code,
    corrected,
    drop,
    every,
    given,
    hand,
    line,
    magic,
    names,
    offered,
    offered_cards,
    only,
    pile,
    place,
    placing,
    play,
    rule,
)

D = 3
QUIT, LATE, TOO_LATE = Concede(), TimeOut(), TimeOut(final=True)


def test_r10_a_draw_from_nothing_ends_early_and_the_next_discard_is_drawn() -> None:
    """6.2 (b): the reshuffle waits until a card is to be drawn while the discard pile holds something."""
    table = given(hands={A: "r1", B: "fortune r2"}, top="b2", deck=1)
    facts, after = play(table, DRAW)
    assert [len(fact.cards) for fact in every(facts, CardsDrawn)] == [1]
    assert (len(after.deck), hand(after, A)) == (0, "r1 b2")
    facts, after = play(after, magic("fortune"))
    assert names(facts)[:4] == ["MagicPlayed", "CardsDiscarded", "DeckReshuffled", "CardsDrawn"]
    assert hand(after, B) == "r2"


def test_r11_one_card_is_drawn_if_there_is_only_one() -> None:
    table = given(top="b2", deck=1)
    assert code(table, DRAW) is None
    assert hand(play(table, DRAW).state, A) == "b2"


def test_r12_passing_is_legal_only_if_nothing_else_is() -> None:
    empty = given(rule="innovation", lines={A: "mimic"}, hands={A: "r2 menace"}, deck=0)
    assert code(empty, DRAW) == "nothing_to_draw"
    assert code(empty, PASS) == "pass_not_allowed", "the cost of Menace is payable"
    stuck = change(empty, A, hand=replace(empty.players[A].hand, cards=("r2", "b3")))
    assert offered(stuck) == [PASS]
    facts, after = play(stuck, PASS)
    assert names(facts) == ["TurnPassed", "TurnEnded", "TurnStarted"]
    assert only(facts, TurnPassed) == TurnPassed(seat=A, turn_no=1)
    assert (after.passed, awaited(after)) == ((A,), (B, "choose_action"))
    for held in ("evolution", "fortune"):
        able = change(empty, A, hand=replace(empty.players[A].hand, cards=(held,)))
        assert code(able, PASS) == "pass_not_allowed"
    able = given(rule="command", lines={A: "mimic"}, hands={A: "r7"}, deck=0)
    assert code(able, PASS) == "pass_not_allowed"
    assert code(given(hands={A: "menace"}, deck=0), PASS) is None, "a cost that cannot be paid"


def test_8_2_the_game_is_blocked_when_everybody_passed() -> None:
    table = given(rule="innovation", lines={A: "mimic", B: "mimic r1"}, hands={C: "summon r2"}, deck=0)
    facts, after = play(table, PASS, PASS)
    assert not every(facts, GameEnded)
    facts, after = play(after, magic("summon"), DECLINE)
    assert after.passed == (), "any other action starts the count anew"
    after = replace(after, discard=Stack())
    facts, after = play(after, PASS, PASS)
    assert after.passed == (A, B)
    facts, after = play(change(after, C, line=("mimic#3",), hand=replace(after.players[C].hand, cards=())), PASS)
    ended = only(facts, GameEnded)
    assert (ended.reason, ended.winners, ended.ended_by) == ("blocked", (B,), "limit")


def test_8_2_extra_turns_may_pass_too() -> None:
    table = given(seats=2, rule="innovation", lines={A: "mimic", B: "mimic"}, deck=0, extra=1)
    facts, after = play(table, PASS, PASS)
    assert [fact.extra for fact in every(facts, TurnStarted)] == [True, False]
    assert after.passed == (A, A)
    assert only(play(after, PASS).facts, GameEnded).reason == "blocked"


def test_8_2_a_concession_starts_the_count_of_passes_anew() -> None:
    table = given(rule="innovation", lines={A: "mimic", B: "mimic", C: "mimic"}, deck=0)
    _, after = play(table, PASS)
    assert after.passed == (A,)
    _, after = play(after, QUIT, seat=C)
    assert after.passed == ()


def test_r13_the_turn_limit_counts_extra_turns_but_no_lost_ones() -> None:
    table = given(turn=19, turn_limit=20, hands={A: "fortune"}, marks={B: 2})
    facts, _ = play(table, magic("fortune"), DRAW)
    assert only(facts, GameEnded).reason == "turn_limit"
    facts, after = play(given(turn=19, turn_limit=20, marks={B: 1}), DRAW)
    assert (after.turn.number, awaited(after)) == (20, (C, "choose_action"))


def test_r13_the_limit_comes_after_the_hand_limit() -> None:
    table = given(turn=20, turn_limit=20, hands={A: "r1 r2 r3 r5 r6 r7 b1"})
    _, asked = play(table, DRAW)
    assert awaited(asked) == (A, "discard_to_limit")


def test_r15_magic_may_be_played_for_nothing() -> None:
    facts, _ = play(given(hands={A: "menace r1"}), magic("menace", "r1"))
    assert [fact.affected_seat for fact in every(facts, EffectFizzled)] == [B, C]
    facts, _ = play(given(hands={A: "fascinate"}), magic("fascinate"))
    assert only(facts, EffectFizzled).reason == "no_line_card"
    facts, _ = play(given(hands={A: "revive"}, discard="evolution"), magic("revive"))
    assert only(facts, EffectFizzled).reason == "nothing_placeable"


def test_r17_neighbours_do_not_follow_the_direction_and_skip_who_left() -> None:
    table = given(seats=4, direction="counterclockwise", rule="heredity", lines={A: "r1", B: "g1", C: "y1", D: "b1"})
    assert placing(table, "b2 g2 y2") == "b2"
    assert (left_neighbour(table, A), right_neighbour(table, A), next_seat(table, A)) == (B, D, D)
    gone = play(table, QUIT, seat=D).state
    assert placing(gone, "b2 g2 y2") == "y2"
    assert right_neighbour(gone, A) == C


def test_r17_with_two_players_both_neighbours_are_the_opponent() -> None:
    table = given(seats=2)
    assert left_neighbour(table, A) == right_neighbour(table, A) == next_seat(table, A) == B


def test_r30_menace_and_the_rest_go_on_in_extra_turns() -> None:
    table = given(extra=1, hands={A: "r3 r5"})
    facts, after = play(table, place("r3"))
    assert only(facts, TurnStarted).extra
    assert (after.turn.extra, awaited(after)) == (0, (A, "choose_action"))


def test_r34_everybody_over_the_limit_discards_in_turn_order() -> None:
    """The swap gives B nine cards while A has more than seven, too."""
    table = given(
        lines={A: "b6"},
        direction="counterclockwise",
        hands={A: "b7 r1 r1 r2 r2 r3 r3 r5 r5", C: "g1 g1 g2 g2 g3 g3 g5 g5"},
    )
    facts, asked = play(table, place("b7"), aim(C))
    assert awaited(asked) == (A, "discard_to_limit")
    assert every(facts, DecisionOpened)[-1] == DecisionOpened(seat=A, kind="discard_to_limit")
    _, asked = play(asked, LATE)
    assert awaited(asked) == (C, "discard_to_limit")
    facts, after = play(asked, LATE)
    assert only(facts, CardsDiscarded) == CardsDiscarded(
        seat=C, cards=("r1#1",), reason="hand_limit", chosen_by="clock"
    )
    assert awaited(after) == (C, "choose_action")


def test_r35_marks_add_up_and_are_used_up_one_by_one() -> None:
    table = given(marks={B: 2, C: 1})
    facts, after = play(table, DRAW)
    assert [fact.seat for fact in every(facts, TurnLost)] == [B, C]
    assert awaited(after) == (A, "choose_action")
    facts, after = play(after, DRAW)
    assert [fact.seat for fact in every(facts, TurnLost)] == [B]
    assert awaited(after) == (C, "choose_action")


def test_r35_a_later_reversal_does_not_move_a_mark() -> None:
    table = given(hands={A: "r7"}, marks={B: 1})
    facts, after = play(table, place("r7"))
    assert awaited(after) == (C, "choose_action")
    facts, after = play(after, DRAW)
    assert only(facts, TurnLost).seat == B
    assert awaited(after) == (A, "choose_action")


def test_r39_command_is_an_ordinary_rule_card_once_it_has_left() -> None:
    table = given(rule="evolution", hands={A: "command"}, top="r1")
    _, after = play(table, rule("command"))
    assert (after.rule, pile(after)) == ("command#1", "evolution")


def test_r40_a_rule_card_may_be_played_although_it_changes_nothing() -> None:
    assert code(given(hands={A: "mutation"}), rule("mutation")) is None


def test_the_effect_of_a_placed_card_comes_before_the_rest_of_the_magic_card() -> None:
    cards = corrected(summon="place_number(hand, obey_rule=no, optional=yes); draw(1)")
    table = given(cards=cards, hands={A: "summon g6"}, top="r1 r2")
    facts, after = play(table, magic("summon"), choose("g6"))
    assert names(facts)[2:6] == ["NumberCardPlaced", "CardsDrawn", "CardsDrawn", "MagicResolved"]
    assert hand(after, A) == "r1 r2"


def test_a_card_gets_the_lowest_free_label() -> None:
    """2.1: labels are dropped when a card is hidden again."""
    table = given(lines={A: "r3", B: "r5"}, hands={A: "r3 fascinate", B: "r5"})
    facts, after = play(table, place("r3"))
    assert only(facts, NumberCardPlaced).card == "r3#2"
    _, after = play(given(lines={B: "r3 r3"}, hands={A: "fascinate"}), magic("fascinate"), choose("r3#1"))
    assert after.players[B].line == ("r3#2",)
    facts, _ = play(replace(after, turn=replace(after.turn, seat=A), agenda=given().agenda), place("r3"))
    assert only(facts, NumberCardPlaced).card == "r3#1"


def test_whole_hands_are_given_away_in_master_order() -> None:
    """Section 3: the order of arrival is nobody else's business."""
    table = given(lines={A: "b6"}, hands={A: "b7 g2 r5 y1", B: "fortune r2"})
    facts, after = play(table, place("b7"), aim(B))
    swapped = only(facts, HandsSwapped)
    assert (swapped.cards_a, swapped.cards_b) == (("r5", "y1", "g2"), ("r2", "fortune"))
    assert (hand(after, A), hand(after, B)) == ("r2 fortune", "r5 y1 g2")
    facts, _ = play(given(hands={A: "y1 fortune r5"}), magic("fortune"))
    assert only(facts, CardsDiscarded).cards == ("r5#1", "y1#1")


def test_r44_the_line_of_a_seat_that_left_is_no_option_any_more() -> None:
    table = given(hands={A: "fascinate"}, lines={B: "b1", C: "g1"})
    _, asked = play(table, magic("fascinate"))
    facts, asked = play(asked, QUIT, seat=C)
    assert offered_cards(asked) == "b1#1"
    facts, after = play(asked, QUIT, seat=B)
    assert names(facts) == ["PlayerConceded", "GameEnded"]
    table = given(hands={A: "fascinate"}, lines={C: "g1"})
    facts, after = play(play(table, magic("fascinate")).state, QUIT, seat=C)
    assert only(facts, EffectFizzled) == EffectFizzled(
        seat=A, source="fascinate", effect="remove_from_line", reason="player_left", affected_seat=C
    )
    assert awaited(after) == (B, "choose_action")


def test_r44_the_discards_of_a_seat_that_left_are_options() -> None:
    table = given(hands={A: "y1", B: "mutation"}, discard="evolution")
    _, asked = play(table, place("y1"))
    _, asked = play(asked, QUIT, seat=B)
    assert offered_cards(asked) == "evolution#1 mutation#1"


def test_r44_a_new_neighbour_may_leave_nothing_to_place() -> None:
    table = given(rule="heredity", lines={A: "r5", B: "g5", C: "b5"}, hands={A: "revive"}, discard="b2")
    _, asked = play(table, magic("revive"))
    assert offered_cards(asked) == "b2#1"
    facts, after = play(asked, QUIT, seat=C)
    assert only(facts, EffectFizzled).reason == "player_left", "B, the new neighbour, shows green"
    assert (pile(after), awaited(after)) == ("b2 b5 revive", (B, "choose_action"))


def test_8_3_a_seat_that_owes_a_card_leaves() -> None:
    table = given(lines={A: "b5"}, hands={A: "b6 r1", B: "g1 g2"})
    _, asked = play(table, place("b6"), aim(B))
    facts, after = play(asked, QUIT)
    assert names(facts) == ["PlayerConceded", "CardsDiscarded", "EffectFizzled", "TurnEnded", "TurnStarted"]
    assert only(facts, EffectFizzled).affected_seat == B
    assert (hand(after, A), awaited(after)) == ("r1", (C, "choose_action"))


def test_8_3_a_bystander_leaves_while_another_decides() -> None:
    table = given(lines={A: "b5"}, hands={A: "b6", B: "g1", C: "y1"})
    _, asked = play(table, place("b6"), aim(B))
    facts, after = play(asked, QUIT, seat=C)
    assert names(facts) == ["PlayerConceded", "CardsDiscarded"]
    assert awaited(after) == (B, "choose_card_to_give")


def test_8_3_the_active_seat_leaves_in_mid_effect() -> None:
    table = given(hands={A: "summon r1", B: "g1"}, lines={A: "y1"}, extra=2)
    _, asked = play(table, magic("summon"))
    facts, after = play(asked, QUIT)
    assert names(facts) == [
        "PlayerConceded",
        "CardsDiscarded",
        "LineCardRemoved",
        "MagicResolved",
        "TurnEnded",
        "TurnStarted",
    ]
    assert only(facts, MagicResolved) == MagicResolved(seat=A, card="summon#1")
    assert only(facts, TurnEnded).seat == A
    assert (after.turn.extra, after.resolving, awaited(after)) == (0, None, (B, "choose_action"))


def test_8_3_the_active_seat_leaves_while_another_owes_it_a_card() -> None:
    table = given(lines={A: "b5"}, hands={A: "b6", B: "g1"})
    _, asked = play(table, place("b6"), aim(B))
    facts, after = play(asked, QUIT, seat=A)
    assert not every(facts, EffectFizzled), "the chain of effects is dropped"
    assert (hand(after, B), awaited(after)) == ("g1", (B, "choose_action"))


def test_8_3_the_active_seat_leaves_while_another_is_over_the_limit() -> None:
    """The end of turn runs again from step 1 and the decision is opened anew."""
    table = given(lines={A: "b6"}, hands={A: "b7 r1 r1 r2 r2 r3 r3 r5 r5", B: "g1"})
    _, asked = play(table, place("b7"), aim(B))
    assert awaited(asked) == (B, "discard_to_limit")
    facts, after = play(asked, QUIT, seat=A)
    assert [fact.seat for fact in every(facts, DecisionOpened)] == [B]
    assert awaited(after) == (B, "discard_to_limit")
    facts, after = play(after, LATE)
    assert only(facts, TurnEnded).seat == A
    assert awaited(after) == (B, "choose_action")


def test_8_3_a_seat_over_the_limit_leaves() -> None:
    table = given(lines={A: "b6"}, hands={A: "b7 r1 r1 r2 r2 r3 r3 r5 r5", B: "g1"})
    _, asked = play(table, place("b7"), aim(B))
    facts, after = play(asked, QUIT)
    assert not every(facts, EffectFizzled)
    assert awaited(after) == (C, "choose_action")


def test_8_3_the_marks_of_a_seat_that_left_vanish() -> None:
    table = given(marks={B: 1})
    _, after = play(table, QUIT, seat=B)
    assert after.players[B].lost_turns == 0
    facts, after = play(after, DRAW)
    assert not every(facts, TurnLost)
    assert awaited(after) == (C, "choose_action")


def test_8_3_whoever_leaves_has_nothing_left_to_discard() -> None:
    facts, _ = play(given(), QUIT, seat=B)
    assert names(facts) == ["PlayerConceded"]


def test_8_4_the_last_player_by_time() -> None:
    facts, after = play(given(seats=2), TOO_LATE)
    assert only(facts, PlayerConceded) == PlayerConceded(seat=A, cause="time")
    ended = only(facts, GameEnded)
    assert (ended.reason, ended.winners, ended.ended_by) == ("last_player", (B,), "time")
    assert after.players[A].standing == "timed_out"


def test_ranking_by_length_then_those_who_left() -> None:
    table = given(seats=4, lines={B: "g1 g2", C: "y1", D: "b1"})
    _, after = play(table, QUIT, seat=D)
    assert ranking(after) == (
        Place(place=1, seats=(B,)),
        Place(place=2, seats=(C,)),
        Place(place=3, seats=(A,)),
        Place(place=4, seats=(D,)),
    )
    assert ranking(given(lines={A: "r1", B: "g1"}))[0] == Place(place=1, seats=(A, B))


@pytest.mark.parametrize(
    ("hands", "line_of_a", "command", "expected"),
    [
        ({A: "y6 evolution"}, "y5", "y6", EffectDeclined(seat=A, source="y6")),
        (
            {A: "g1 mimic"},
            "",
            "g1",
            CardsDiscarded(seat=A, cards=("r2#1",), reason="effect", chosen_by="clock"),
        ),
    ],
)
def test_8_4_default_answers(hands: dict[int, str], line_of_a: str, command: str, expected: object) -> None:
    """`decline` where allowed, otherwise the first option in master order."""
    table = given(hands=hands, lines={A: line_of_a}, top="r2 g3")
    facts, _ = play(table, place(command), LATE)
    assert expected in facts


def test_8_4_the_clock_draws_and_chooses_the_lowest() -> None:
    facts, _ = play(given(), LATE)
    assert [fact.reason for fact in every(facts, CardsDrawn)] == ["draw_two"]
    table = given(lines={A: "b5"}, hands={A: "b6", B: "mimic g2 b1"})
    _, asked = play(table, place("b6"))
    facts, asked = play(asked, LATE)
    assert only(facts, EffectFizzled).reason == "self_target", "the lowest seat is A itself"
    _, asked = play(table, place("b6"), aim(B))
    facts, after = play(asked, LATE)
    assert only(facts, CardMovedBetweenHands).chosen_by == "clock"
    assert hand(after, A) == "b1"
    _, asked = play(given(hands={A: "fascinate"}, lines={B: "g5 r7", C: "b1"}), magic("fascinate"))
    _, after = play(asked, LATE)
    assert hand(after, A) == "r7"


def test_8_4_the_clock_passes_where_nothing_can_be_drawn() -> None:
    facts, after = play(given(hands={A: "r1"}, deck=0), LATE)
    assert names(facts) == ["TurnPassed", "TurnEnded", "TurnStarted"]
    assert hand(after, A) == "r1"


def test_a_reshuffle_takes_no_open_card() -> None:
    """6.2: lines, hands, the rule and the magic card being carried out stay."""
    table = given(
        hands={A: "fortune r1", B: "g1"}, lines={B: "b1"}, rule="evolution", discard="command y2", top="b2", deck=1
    )
    facts, after = play(table, magic("fortune"))
    assert only(facts, DeckReshuffled).count == 3
    left = [*after.deck, *after.players[A].hand]
    assert sorted(left) == ["b2", "command", "r1", "y2"]
    assert after.discard.cards == ("fortune#1",)


def test_every_rule_card_can_be_in_force() -> None:
    for kind in ONE_OF_EACH_RULE.split():
        assert line(play(given(rule=kind, hands={A: "mimic"}), place("mimic")).state, A) == "mimic"


@pytest.mark.parametrize("held", ["b2 summon y3 r2", "r2 y3 summon b2"])
def test_h1_cards_leave_a_hand_in_master_order(held: str) -> None:
    """House ruling: neither the order in which they were held nor the one in which they were named is shown."""
    cards = corrected(quick_march="cost discard_from_hand(3); extra_turns(1)")
    for named in ("b2 r2 y3", "y3 b2 r2"):
        facts = play(given(cards=cards, hands={A: f"quick_march {held}"}), magic("quick_march", named)).facts
        assert only(facts, CostPaid).cards == ("r2#1", "b2#1", "y3#1")
        over = play(given(hands={A: f"{held} g2 g2 g3 g3"}), DRAW).state
        assert only(play(over, drop(named)).facts, CardsDiscarded).cards == ("r2#1", "b2#1", "y3#1")
    whole = ("r2#1", "b2#1", "y3#1", "summon#1")
    assert only(play(given(hands={A: f"fortune {held}"}), magic("fortune")).facts, CardsDiscarded).cards == whole
    assert only(play(given(hands={A: held}), Concede()).facts, CardsDiscarded).cards == whole
    swapped = play(given(hands={A: f"b7 {held}", B: "g3 g2"}), place("b7"), aim(B)).facts
    assert only(swapped, HandsSwapped).cards_a == ("r2", "b2", "y3", "summon")
    assert only(swapped, HandsSwapped).cards_b == ("g2", "g3")
