"""The worked examples E11 to E14 and E37: drawing, rule cards, the hand limit, the reshuffle, passing."""

from __future__ import annotations

from domain.games.panic_clan_inviter.messages import CardsDiscarded, CardsDrawn, DeckReshuffled, RuleChanged
from tests.games.panic_clan_inviter.given import (
    DRAW,
    PASS,
    A,
    B,
    awaited,
    code,
    drop,
    every,
    given,
    hand,
    names,
    only,
    pile,
    play,
    rule,
)


def test_e11_nine_cards_are_brought_down_to_seven() -> None:
    table = given(hands={A: "r1 r2 r3 r5 r6 b1 b2"}, top="g7 y7")
    facts, drawn = play(table, DRAW)
    assert names(facts) == ["CardsDrawn", "DecisionOpened"]
    assert hand(drawn, A) == "r1 r2 r3 r5 r6 b1 b2 g7 y7"
    assert awaited(drawn) == (A, "discard_to_limit")
    assert code(drawn, drop("r1")) == "wrong_card_count"
    facts, after = play(drawn, drop("g7 r1"))
    assert only(facts, CardsDiscarded) == CardsDiscarded(
        seat=A, cards=("r1#1", "g7#1"), reason="hand_limit", chosen_by="seat"
    )
    assert len(after.players[A].hand) == 7
    assert awaited(after) == (B, "choose_action")


def test_e12_a_rule_card_replaces_the_rule_and_draws_one() -> None:
    facts, after = play(given(hands={A: "evolution"}, top="b2"), rule("evolution"))
    assert names(facts) == ["RuleChanged", "CardsDrawn", "TurnEnded", "TurnStarted"]
    assert only(facts, RuleChanged) == RuleChanged(seat=A, card="evolution#1", replaced="command#1", from_="hand")
    assert (after.rule, pile(after), hand(after, A)) == ("evolution#1", "command", "b2")
    assert awaited(after) == (B, "choose_action")


def test_e13_the_replaced_rule_is_part_of_the_reshuffle() -> None:
    """R9."""
    table = given(hands={A: "evolution g3"}, discard="r1 fortune y5", top="b2", deck=1)
    facts, after = play(table, rule("evolution"))
    assert hand(after, A) == "g3 b2"
    assert only(facts, DeckReshuffled).count == 4
    assert sorted(after.deck) == ["command", "fortune", "r1", "y5"]
    assert (len(after.discard), after.rule) == (0, "evolution#1")


def test_e14_a_reshuffle_in_mid_draw() -> None:
    table = given(discard="r1 r2 r3 r5", top="b2", deck=1)
    facts, after = play(table, DRAW)
    assert names(facts)[:3] == ["CardsDrawn", "DeckReshuffled", "CardsDrawn"]
    assert [len(fact.cards) for fact in every(facts, CardsDrawn)] == [1, 1]
    assert (len(after.deck), len(after.discard), len(after.players[A].hand)) == (3, 0, 2)


def test_e37_passing_is_not_allowed_while_drawing_is_possible() -> None:
    assert code(given(), PASS) == "pass_not_allowed"
