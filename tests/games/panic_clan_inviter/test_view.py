"""What each viewer sees (section 3)."""

from __future__ import annotations

import msgspec

from domain.games.panic_clan_inviter.messages import Question
from domain.games.panic_clan_inviter.rules import RULES
from domain.kernel.messages import Concede
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer, seat_viewer
from tests.games.panic_clan_inviter.given import A, B, C, aim, given, magic, place, play

TABLE = given(
    hands={A: "b6 r1", B: "g1 mimic", C: "y1"},
    lines={A: "b5", B: "r3"},
    discard="r2 evolution",
    top="r7",
    marks={B: 1},
    extra=2,
    turn=7,
    direction="counterclockwise",
)


def test_hands_are_shown_to_their_owners_alone() -> None:
    for viewer, open_hands in ((SPECTATOR, ()), (seat_viewer(B), (B,)), (Viewer(frozenset((A, C))), (A, C))):
        seen = RULES.view(TABLE, viewer)
        assert [player.seat for player in seen.players if player.hand is not None] == list(open_hands)
        assert [player.hand_count for player in seen.players] == [2, 2, 1]
        assert seen.deck is None
    seen = RULES.view(TABLE, ARBITER)
    assert [player.hand for player in seen.players] == [("b6", "r1"), ("g1", "mimic"), ("y1",)]
    assert seen.deck is not None
    assert (seen.deck[0], len(seen.deck)) == ("r7", seen.deck_count)


def test_everything_else_is_public() -> None:
    seen = RULES.view(TABLE, SPECTATOR)
    assert [player.line for player in seen.players] == [("b5#1",), ("r3#1",), ()]
    assert [player.lost_turns for player in seen.players] == [0, 1, 0]
    assert (seen.rule, seen.discard, seen.resolving) == ("command#1", ("r2#1", "evolution#1"), None)
    assert (seen.turn, seen.turn_no, seen.extra_turns, seen.direction) == (A, 7, 2, "counterclockwise")
    assert (seen.goal, seen.turn_limit) == (8, 180)
    assert seen.question == Question(seat=A, kind="choose_action")
    assert seen.awaited == {A: "choose_action"}
    assert [(player.left_neighbour, player.right_neighbour) for player in seen.players] == [(B, C), (C, A), (A, B)]
    assert msgspec.json.decode(msgspec.json.encode(seen))["card_set"] == {
        "id": "reconstruction_1",
        "digest": TABLE.cards.digest,
    }


def test_a_question_names_the_card_and_the_place_of_its_effect() -> None:
    asked = play(TABLE, place("b6"), aim(B)).state
    seen = RULES.view(asked, SPECTATOR)
    assert seen.question == Question(seat=B, kind="choose_card_to_give", source="b6")
    assert seen.awaited == {B: "choose_card_to_give"}
    asked = play(given(hands={A: "summon r1"}), magic("summon")).state
    assert RULES.view(asked, SPECTATOR).resolving == "summon#1"


def test_a_seat_that_left_sees_what_is_public() -> None:
    gone = play(TABLE, Concede(), seat=C).state
    seen = RULES.view(gone, seat_viewer(C))
    left = seen.players[C]
    assert (left.standing, left.hand, left.left_neighbour, left.right_neighbour) == ("conceded", None, None, None)
    over = play(gone, Concede(), seat=B).state
    seen = RULES.view(over, seat_viewer(B))
    assert (seen.players[B].hand, seen.players[B].hand_count) == (None, 2), "it still lies there, but nobody looks"
    assert (seen.question, seen.awaited) == (None, {})
    assert (seen.players[A].left_neighbour, seen.players[A].right_neighbour) == (None, None), "nobody else is left"
    assert seen.outcome is not None
    assert seen.outcome.winners == (A,)
