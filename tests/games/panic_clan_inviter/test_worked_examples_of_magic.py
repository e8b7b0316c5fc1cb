"""The worked examples E27 to E36, E38 and E39: magic, extra turns, the end of the game."""

from __future__ import annotations

from domain.games.panic_clan_inviter.messages import (
    CardsDiscarded,
    CardsDrawn,
    CostPaid,
    EffectFizzled,
    ExtraTurnsGranted,
    GameEnded,
    LineCardRemoved,
    PanicCommand,
    TurnStarted,
)
from domain.games.panic_clan_inviter.state import State, left_neighbour, right_neighbour
from domain.kernel.messages import Concede
from tests.games.panic_clan_inviter.given import (
    DRAW,
    A,
    B,
    C,
    awaited,
    choose,
    code,
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
    play,
)


def test_e27_fortune_discards_draws_three_and_goes_on() -> None:
    """R31."""
    facts, after = play(given(hands={A: "fortune r1 y2"}, top="b1 b2 b3"), magic("fortune"))
    assert names(facts) == [
        "MagicPlayed",
        "CardsDiscarded",
        "CardsDrawn",
        "ExtraTurnsGranted",
        "MagicResolved",
        "TurnEnded",
        "TurnStarted",
    ]
    assert only(facts, CardsDiscarded).chosen_by == "nobody"
    assert only(facts, TurnStarted) == TurnStarted(turn_no=2, seat=A, extra=True)
    assert (hand(after, A), pile(after)) == ("b1 b2 b3", "r1 y2 fortune")
    facts, after = play(given(hands={A: "fortune"}), magic("fortune"))
    assert not every(facts, CardsDiscarded)
    assert len(only(facts, CardsDrawn).cards) == 3
    assert awaited(after) == (A, "choose_action")


def turns_from(table: State, *commands: PanicCommand) -> list[tuple[int, int]]:
    """Return number and seat of each turn that the commands began."""
    facts, _ = play(table, *commands)
    return [(fact.turn_no, fact.seat) for fact in every(facts, TurnStarted)]


def test_e28_quick_march_inside_quick_march() -> None:
    """R30."""
    table = given(turn=10, hands={A: "quick_march b2 quick_march r2"})
    assert turns_from(table, magic("quick_march", "b2"), DRAW, DRAW) == [(11, A), (12, A), (13, B)]
    twice = (magic("quick_march", "b2"), magic("quick_march", "r2"))
    assert turns_from(table, *twice, DRAW, DRAW, DRAW) == [(11, A), (12, A), (13, A), (14, A), (15, B)]
    assert [fact.pending for fact in every(play(table, *twice).facts, ExtraTurnsGranted)] == [2, 3]


def test_e29_fortune_inside_quick_march() -> None:
    table = given(turn=10, hands={A: "quick_march b2 fortune"})
    commands = (magic("quick_march", "b2"), magic("fortune"), DRAW, DRAW)
    assert turns_from(table, *commands) == [(11, A), (12, A), (13, A), (14, B)]


def test_e30_menace_takes_the_last_card_of_everybody_else() -> None:
    """R32."""
    table = given(lines={A: "g2", B: "b2 b5"}, hands={A: "menace r1"})
    facts, after = play(table, magic("menace", "r1"))
    assert [type(fact) for fact in facts[:4]] == [type(facts[0]), CostPaid, LineCardRemoved, EffectFizzled]
    assert only(facts, LineCardRemoved) == LineCardRemoved(line_seat=B, index=1, card="b5#1", to="discard")
    fizzled = only(facts, EffectFizzled)
    assert (fizzled.reason, fizzled.affected_seat) == ("line_empty", C)
    assert (line(after, A), line(after, B), pile(after)) == ("g2", "b2", "r1 b5 menace")


def test_e31_fascinate_takes_any_card_of_any_line() -> None:
    """R33."""
    table = given(lines={B: "b1 b3 b5"}, hands={A: "fascinate"})
    facts, after = play(table, magic("fascinate"), choose("b3#1"))
    assert only(facts, LineCardRemoved) == LineCardRemoved(line_seat=B, index=1, card="b3#1", to="hand", to_seat=A)
    assert (hand(after, A), line(after, B)) == ("b3", "b1 b5")
    _, after = play(given(lines={A: "r7"}, hands={A: "fascinate"}), magic("fascinate"), choose("r7#1"))
    assert (hand(after, A), line(after, A)) == ("r7", "")


def test_e32_summon_ignores_the_rule_and_the_card_takes_effect() -> None:
    """R4."""
    table = given(lines={A: "r6"}, hands={A: "summon y1"}, discard="evolution")
    _, asked = play(table, magic("summon"))
    assert awaited(asked) == (A, "choose_number_from_hand")
    _, asked = play(asked, choose("y1"))
    assert (line(asked, A), awaited(asked)) == ("r6 y1", (A, "choose_from_discard"))
    assert asked.resolving == "summon#1"
    _, after = play(asked, choose("evolution#1"))
    assert (after.rule, pile(after), after.resolving) == ("evolution#1", "command summon", None)


def test_e33_a_cost_must_be_payable() -> None:
    """R14."""
    table = given(hands={A: "quick_march"})
    assert code(table, magic("quick_march")) == "cost_not_payable"
    assert offered(table) == [DRAW]
    assert code(given(hands={A: "quick_march b2"}), magic("quick_march")) == "cost_mismatch"


def test_e34_the_hand_limit_counts_at_the_end_of_each_turn_extra_turns_included() -> None:
    """R34."""
    table = given(hands={A: "quick_march r1 r2 r3 r5 r6 r7"})
    _, first = play(table, magic("quick_march", "r1"))
    assert len(first.players[A].hand) == 5
    _, second = play(first, DRAW)
    assert (len(second.players[A].hand), awaited(second)) == (7, (A, "choose_action"))
    _, third = play(second, DRAW)
    assert (len(third.players[A].hand), awaited(third)) == (9, (A, "discard_to_limit"))
    assert awaited(play(third, drop("r2 r3")).state) == (B, "choose_action")


def test_e35_the_winning_card_takes_no_effect() -> None:
    """R5, R7."""
    table = given(lines={A: "r1 r1 r2 r2 r3 r3 r5"}, hands={A: "r7"})
    facts, after = play(table, place("r7"))
    assert names(facts) == ["NumberCardPlaced", "GameEnded"]
    ended = only(facts, GameEnded)
    assert (ended.reason, ended.winners, after.direction) == ("line_completed", (A,), "clockwise")
    for seat in (A, B, C):
        assert code(after, DRAW, seat=seat) == "game_over"


def test_e36_an_effect_can_win() -> None:
    """R6."""
    table = given(
        seats=4, rule="evolution", lines={A: "r1 r2 r3 g1 g2 g3"}, hands={A: "revive", B: "b1"}, discard="b6 r2"
    )
    _, asked = play(table, magic("revive"))
    assert offered_cards(asked) == "b6#1"
    assert code(asked, choose("r2#2")) == "invalid_choice"
    facts, after = play(asked, choose("b6#1"))
    assert names(facts) == ["NumberCardPlaced", "GameEnded"]
    assert only(facts, GameEnded).winners == (A,)
    assert after.resolving == "revive#1", "a magic card still resolving stays where it is"


def test_e38_the_turn_limit_ends_the_game() -> None:
    """R13."""
    table = given(turn=180, lines={A: "r1 r2", B: "b1 b2", C: "g1"})
    ended = only(play(table, DRAW).facts, GameEnded)
    assert (ended.reason, ended.winners, ended.ended_by) == ("turn_limit", (A, B), "limit")


def test_e39_a_concession_on_turn_and_the_last_player() -> None:
    """R38."""
    table = given(hands={A: "r3 r1"}, lines={A: "g1 g2"})
    facts, after = play(table, Concede())
    assert names(facts) == [
        "PlayerConceded",
        "CardsDiscarded",
        "LineCardRemoved",
        "LineCardRemoved",
        "TurnEnded",
        "TurnStarted",
    ]
    assert pile(after) == "r1 r3 g1 g2"
    assert awaited(after) == (B, "choose_action")
    assert (right_neighbour(after, B), left_neighbour(after, B)) == (C, C)
    facts, after = play(after, Concede(), seat=C)
    assert names(facts) == ["PlayerConceded", "GameEnded"]
    ended = only(facts, GameEnded)
    assert (ended.reason, ended.winners, ended.ended_by) == ("last_player", (B,), "concession")
