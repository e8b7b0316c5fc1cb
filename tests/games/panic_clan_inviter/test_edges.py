"""Statements of the specification at their edges, which neither a worked example nor a ruling of its own shows."""

from __future__ import annotations

import pytest

from domain.games.panic_clan_inviter.messages import (
    CardMovedBetweenHands,
    CardsDiscarded,
    CardsDrawn,
    CostPaid,
    DecisionOpened,
    DeckReshuffled,
    EffectFizzled,
    GameEnded,
    LineCardRemoved,
    MagicPlayed,
    PanicCommand,
    Question,
    TurnStarted,
)
from domain.games.panic_clan_inviter.rules import RULES
from domain.games.panic_clan_inviter.state import State
from domain.kernel.acting import act
from domain.kernel.chance import QuickChance
from domain.kernel.messages import Concede, TimeOut
from domain.kernel.setup import Place
from tests.games.panic_clan_inviter.given import (
    DRAW,
    A,
    B,
    C,
    aim,
    awaited,
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

QUIT = Concede()
EIGHT = {B: "g1 g1 g2 g2 g3 g3 g5 g5", C: "y1 y1 y2 y2 y3 y3 y5 y5"}


class Unmixed(QuickChance):
    """Chance that leaves everything as it lay and picks the first."""

    def pick(self, n: int, purpose: str = "", *, open: bool = False) -> int:
        return 0

    def shuffle(self, n: int, purpose: str = "", *, open: bool = False) -> tuple[int, ...]:
        return tuple(range(n))


def test_4_a_reshuffle_begins_with_the_pile_in_master_order() -> None:
    table = given(discard="fortune command y2 r1 mimic", rule="evolution", top="b2 b3", deck=2)
    facts, _ = act(RULES, table, A, DRAW, Unmixed(1))
    assert only(facts, DeckReshuffled).order == ("r1", "y2", "mimic", "command", "fortune")


def test_4_a_random_pick_counts_the_hand_in_master_order() -> None:
    table = given(hands={A: "r1", B: "fortune y2 g1 b3"})
    facts, _ = act(RULES, table, A, place("r1"), Unmixed(1))
    assert only(facts, CardMovedBetweenHands).card == "b3"


def test_6_2_the_deck_is_made_anew_at_once_when_a_draw_takes_its_last_card() -> None:
    facts, after = play(given(discard="r1 r2", top="b2 b3", deck=2), DRAW)
    assert names(facts)[:2] == ["CardsDrawn", "DeckReshuffled"]
    assert (hand(after, A), len(after.deck), len(after.discard)) == ("b2 b3", 2, 0)


def test_6_2_the_replaced_rule_alone_becomes_the_deck() -> None:
    facts, after = play(given(hands={A: "evolution"}, deck=0), rule("evolution"))
    assert names(facts)[:3] == ["RuleChanged", "DeckReshuffled", "CardsDrawn"]
    assert (hand(after, A), len(after.deck), len(after.discard)) == ("command", 0, 0)


def test_6_1_labels_are_given_in_the_order_listed() -> None:
    """Equal cards that leave a hand together, and the cost beside the magic card it pays for."""
    facts, _ = play(given(hands={A: "menace menace r1"}), magic("menace", "menace"))
    assert (only(facts, MagicPlayed).card, only(facts, CostPaid).cards) == ("menace#1", ("menace#2",))
    table = given(hands={A: "r1 r1 r2 r3 r5 r6 b1"}, top="g7 y7")
    facts, _ = play(table, DRAW, drop("r1 r1"))
    assert only(facts, CardsDiscarded).cards == ("r1#1", "r1#2")


def test_6_1_the_rest_of_a_card_is_carried_out_after_an_effect_that_fizzled() -> None:
    cards = corrected(r2="take_from_discard(magic, optional=no); draw(1)")
    facts, after = play(given(cards=cards, hands={A: "r2"}, top="b3"), place("r2"))
    assert names(facts)[1:3] == ["EffectFizzled", "CardsDrawn"]
    assert hand(after, A) == "b3"


def test_8_3_the_rest_of_a_card_is_carried_out_after_its_target_left() -> None:
    cards = corrected(r2="move_from_hand(any, owner, actor); draw(1)")
    _, asked = play(given(cards=cards, hands={A: "r2", B: "g1"}, top="b3"), place("r2"), aim(B))
    facts, after = play(asked, QUIT, seat=B)
    assert names(facts)[:4] == ["PlayerConceded", "CardsDiscarded", "EffectFizzled", "CardsDrawn"]
    assert (hand(after, A), awaited(after)) == ("b3", (C, "choose_action"))


def test_7_a_magic_card_being_carried_out_is_not_in_the_discard_pile() -> None:
    """Elf Sorcery Unit, placed by Summon."""
    facts, after = play(given(hands={A: "summon g7"}), magic("summon"), choose("g7"))
    assert only(facts, EffectFizzled).reason == "nothing_in_discard"
    assert pile(after) == "summon"


def test_7_revive_on_an_empty_line_takes_any_number_card() -> None:
    table = given(rule="innovation", hands={A: "revive"}, lines={B: "r3"}, discard="mimic command r1 g7 menace")
    _, asked = play(table, magic("revive"))
    assert offered_cards(asked) == "r1#1 g7#1 mimic#1"


def test_7_menace_goes_round_in_the_current_direction() -> None:
    table = given(hands={A: "menace r1"}, lines={B: "b1", C: "g1"}, direction="counterclockwise")
    facts, _ = play(table, magic("menace", "r1"))
    assert [fact.line_seat for fact in every(facts, LineCardRemoved)] == [C, B]


def test_7_summon_can_win_and_then_the_card_does_nothing() -> None:
    """R5, R6; the magic card stays where it is (8.1)."""
    table = given(hands={A: "summon r7"}, lines={A: "r1 r1 r2 r2 r3 r5 r5"}, extra=1)
    facts, after = play(table, magic("summon"), choose("r7"))
    assert names(facts) == ["MagicPlayed", "DecisionOpened", "NumberCardPlaced", "GameEnded"]
    assert (after.direction, after.resolving, after.agenda) == ("clockwise", "summon#1", ())


def test_7_the_conscription_corps_counts_only_while_it_is_the_last_card() -> None:
    assert placing(given(rule="innovation", lines={A: "y7 y5"}), "mimic y1 r1") == "r1"
    assert placing(given(rule="innovation", lines={A: "r5", B: "y7", C: "y7"}), "mimic r1") == ""
    assert placing(given(rule="evolution", lines={A: "y7"}), "y1 r6 r7") == "y1 r7", "R20: others by the rule"


@pytest.mark.parametrize("in_force", ["heredity", "rivalry"])
def test_5_1_a_missing_neighbour_line_under_mimic_only(in_force: str) -> None:
    """The own empty line and the own last card are asked first."""
    for own, allowed in (("r3", "mimic"), ("y7", "y1 mimic"), ("", "r7 y1 mimic")):
        table = given(rule=in_force, lines={A: own}, missing_neighbour_line="mimic_only")
        assert placing(table, "r7 y1 mimic") == allowed


def test_r35_extra_turns_come_before_the_own_mark() -> None:
    facts, after = play(given(extra=1, marks={A: 1}), DRAW, DRAW)
    assert [(fact.seat, fact.extra) for fact in every(facts, TurnStarted)] == [(A, True), (B, False)]
    assert after.players[A].lost_turns == 1


@pytest.mark.parametrize(("command", "by"), [(QUIT, "concession"), (TimeOut(final=True), "time")])
def test_8_2_the_turn_limit_ends_a_turn_that_ended_by_leaving(command: PanicCommand, by: str) -> None:
    """The longest line among those who remain wins."""
    table = given(turn=180, lines={A: "r1 r2 r3", B: "b1", C: "g1"})
    facts, after = play(table, command)
    ended = only(facts, GameEnded)
    assert (ended.reason, ended.ended_by, ended.winners) == ("turn_limit", "limit", (B, C))
    assert ended.ranking == (Place(place=1, seats=(B, C)), Place(place=3, seats=(A,)))
    assert after.players[A].standing == ("conceded" if by == "concession" else "timed_out")


@pytest.mark.parametrize(("direction", "first"), [("clockwise", B), ("counterclockwise", C)])
def test_8_3_the_hand_limit_is_counted_on_from_the_place_of_the_seat_that_left(direction: str, first: int) -> None:
    table = given(hands=EIGHT, direction="clockwise" if direction == "clockwise" else "counterclockwise")
    facts, asked = play(table, QUIT)
    assert awaited(asked) == (first, "discard_to_limit")
    facts, asked = play(asked, TimeOut())
    assert [fact.seat for fact in every(facts, DecisionOpened)] == [B + C - first]
    assert awaited(play(asked, TimeOut()).state) == (first, "choose_action")


def test_8_3_nothing_is_left_to_do_for_a_seat_that_left() -> None:
    """The chain of effects is dropped, not only covered."""
    table = given(hands={A: "summon b6 r2", B: "g1 g2"})
    _, asked = play(table, magic("summon"), choose("b6"), aim(B))
    _, after = play(asked, QUIT, seat=A)
    assert after.agenda == (Question(seat=B, kind="choose_action"),)


def test_r44_a_seat_that_left_can_no_longer_be_chosen() -> None:
    _, asked = play(given(hands={A: "b1", B: "g1"}), place("b1"))
    facts, asked = play(asked, QUIT, seat=B)
    assert not every(facts, EffectFizzled)
    assert offered(asked) == [aim(A), aim(C)]
    assert code(asked, aim(B)) == "invalid_target"


def test_r44_what_may_be_declined_stays_open_without_an_option() -> None:
    cards = corrected(revive="place_number(discard, obey_rule=yes, optional=yes)")
    table = given(cards=cards, rule="heredity", lines={A: "r5", B: "g5", C: "b5"}, hands={A: "revive"}, discard="b2")
    _, asked = play(table, magic("revive"))
    facts, asked = play(asked, QUIT, seat=C)
    assert not every(facts, EffectFizzled)
    assert (awaited(asked), offered_cards(asked), len(offered(asked))) == ((A, "choose_from_discard"), "", 1)


HOLDING = given(hands={A: "evolution menace b2"}, lines={A: "r5"})
OVER_LIMIT = play(given(hands={A: "r1 r2 r3 r5 r6 b1 b2"}, top="g7 y7"), DRAW).state


@pytest.mark.parametrize(
    ("table", "command", "first"),
    [
        (HOLDING, place("mutation"), "card_not_in_hand"),
        (HOLDING, place("menace"), "not_a_number_card"),
        (HOLDING, rule("r6"), "card_not_in_hand"),
        (HOLDING, magic("r6", "joker"), "card_not_in_hand"),
        (HOLDING, magic("b2", "joker"), "not_a_magic_card"),
        (given(hands={A: "menace"}), magic("menace", "joker joker"), "cost_not_payable"),
        (OVER_LIMIT, drop("r1 joker r2 r3"), "card_not_in_hand"),
        (OVER_LIMIT, drop("r1 r2 r3"), "wrong_card_count"),
    ],
)
def test_6_the_first_check_that_fails_gives_the_code(table: State, command: PanicCommand, first: str) -> None:
    assert code(table, command) == first


def test_7_the_neighbours_in_a_line_are_not_checked_again() -> None:
    """Fascinate leaves a line that the rule would not allow."""
    table = given(rule="mutation", hands={A: "fascinate"}, lines={B: "r1 r2 r3"})
    _, after = play(table, magic("fascinate"), choose("r2#1"))
    assert line(after, B) == "r1 r3"


def test_r10_a_draw_that_finds_nothing_says_nothing() -> None:
    """R43: drawing no card as a part of an effect is no fact."""
    cards = corrected(r2="draw(1)")
    facts, _ = play(given(cards=cards, hands={A: "r2"}, deck=0), place("r2"))
    assert not every(facts, CardsDrawn)
    assert not every(facts, EffectFizzled)
