"""Every refusal code, and the order of the checks (section 6, R42)."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.panic_clan_inviter.messages import PanicCommand
from domain.games.panic_clan_inviter.refusals import BAD_OPTIONS, CODES
from domain.games.panic_clan_inviter.rules import RULES
from domain.games.panic_clan_inviter.state import State
from domain.kernel.messages import Concede, TimeOut
from tests.games.panic_clan_inviter.given import (
    DECLINE,
    DRAW,
    PASS,
    A,
    B,
    C,
    aim,
    choose,
    code,
    corrected,
    drop,
    given,
    magic,
    place,
    play,
    rule,
    setup_of,
)

TABLE = given(hands={A: "r3 r5 evolution menace b2", B: "g1"}, lines={A: "r5", B: "g2"})
OVER = play(given(seats=2), Concede()).state
LEFT = play(given(), Concede(), seat=B).state
AIMING = play(given(hands={A: "b7 r1", B: "g1"}), place("b7")).state
GIVING = play(given(hands={A: "b6", B: "r1 g1"}), place("b6"), aim(B)).state
TAKING = play(given(hands={A: "y1"}, discard="evolution r2"), place("y1")).state
LISTING = play(given(hands={A: "y6 r2 evolution"}), place("y6")).state
LIMITED = play(given(hands={A: "r1 r2 r3 r5 r6 b1 b2"}, top="g7 y7"), DRAW).state
FOLLOWED = given(cards=corrected(y7="static follow_only(yellow)"), lines={A: "y7"}, hands={A: "r7"})
ALONE = given(rule="heredity", lines={A: "r3"}, hands={A: "r3"}, missing_neighbour_line="mimic_only")

CASES: list[tuple[str, State, int, PanicCommand]] = [
    ("game_over", OVER, A, DRAW),
    ("game_over", OVER, B, Concede()),
    ("game_over", OVER, 9, DRAW),
    ("not_seated", TABLE, 3, DRAW),
    ("not_seated", TABLE, -1, Concede()),
    ("not_seated left", LEFT, B, Concede()),
    ("not_your_decision", TABLE, B, DRAW),
    ("not_your_decision", TABLE, B, TimeOut()),
    ("not_your_decision", TABLE, B, choose("r3")),
    ("wrong_phase", TABLE, A, choose("r3")),
    ("wrong_phase", TABLE, A, aim(B)),
    ("wrong_phase", TABLE, A, DECLINE),
    ("wrong_phase", TABLE, A, drop("r3")),
    ("wrong_phase", AIMING, A, DRAW),
    ("wrong_phase", AIMING, A, PASS),
    ("wrong_phase", AIMING, A, choose("r1")),
    ("wrong_phase", GIVING, B, place("r1")),
    ("wrong_phase", LIMITED, A, DECLINE),
    ("wrong_phase", LIMITED, A, DRAW),
    ("nothing_to_draw", given(deck=0), A, DRAW),
    ("card_not_in_hand", TABLE, A, place("r6")),
    ("card_not_in_hand", TABLE, A, place("joker")),
    ("card_not_in_hand", TABLE, A, place("r3#3")),
    ("card_not_in_hand", TABLE, A, rule("mutation")),
    ("card_not_in_hand", TABLE, A, magic("fortune")),
    ("card_not_in_hand", LIMITED, A, drop("r1 r1")),
    ("card_not_in_hand", LIMITED, A, drop("r1 r2#9")),
    ("card_not_in_hand", LIMITED, A, drop("joker")),
    ("not_a_number_card", TABLE, A, place("evolution")),
    ("placement_not_allowed colour", TABLE, A, place("b2")),
    ("placement_not_allowed number", TABLE, A, place("r3")),
    ("placement_not_allowed follow", FOLLOWED, A, place("r7")),
    ("placement_not_allowed neighbour", ALONE, A, place("r3")),
    ("not_a_rule_card", TABLE, A, rule("r3")),
    ("not_a_magic_card", TABLE, A, magic("r3")),
    ("cost_not_payable", given(hands={A: "menace"}), A, magic("menace", "r3")),
    ("cost_mismatch", TABLE, A, magic("menace")),
    ("cost_mismatch", TABLE, A, magic("menace", "r3 r5")),
    ("cost_mismatch", TABLE, A, magic("menace", "menace")),
    ("cost_mismatch", TABLE, A, magic("menace", "joker")),
    ("cost_mismatch", given(hands={A: "fortune r1"}), A, magic("fortune", "r1")),
    ("pass_not_allowed", TABLE, A, PASS),
    ("invalid_target", AIMING, A, aim(A)),
    ("invalid_target", AIMING, A, aim(7)),
    ("invalid_choice", GIVING, B, choose("mimic")),
    ("invalid_choice", GIVING, B, choose("joker")),
    ("invalid_choice", TAKING, A, choose("r2#1")),
    ("invalid_choice", TAKING, A, choose("evolution")),
    ("invalid_choice", LISTING, A, choose("r2")),
    ("decline_not_allowed", AIMING, A, DECLINE),
    ("decline_not_allowed", GIVING, B, DECLINE),
    ("decline_not_allowed", TAKING, A, DECLINE),
    ("wrong_card_count", LIMITED, A, drop("r1")),
    ("wrong_card_count", LIMITED, A, drop("")),
]


@pytest.mark.parametrize(("expected", "table", "seat", "command"), CASES)
def test_a_refusal_has_its_code(expected: str, table: State, seat: int, command: PanicCommand) -> None:
    wanted, _, detail = expected.partition(" ")
    assert code(table, command, seat=seat) == wanted
    refusal = RULES.refuse(table, seat, command)
    assert refusal is not None
    assert refusal.text == CODES[expected].text
    assert refusal.category == CODES[expected].category
    assert not detail or wanted in ("not_seated", "placement_not_allowed")


def test_every_code_and_sentence_is_tested() -> None:
    assert {expected for expected, *_ in CASES} == set(CODES)


def test_a_held_card_may_be_called_by_any_of_its_labels() -> None:
    assert code(TABLE, place("r5#2")) is None
    assert code(TABLE, magic("menace#1", "r3#2")) is None
    assert code(LIMITED, drop("r1#1 r2#2")) is None
    assert code(GIVING, choose("r1#2")) is None
    assert code(LISTING, choose("evolution#1")) is None


def test_who_still_sits_may_always_leave_and_the_clock_is_never_refused() -> None:
    for table in (TABLE, AIMING, GIVING, TAKING, LISTING, LIMITED):
        for seat in (A, B, C):
            assert RULES.refuse(table, seat, Concede()) is None
        (asked,) = RULES.to_act(table)
        for final in (False, True):
            assert RULES.refuse(table, asked, TimeOut(final=final)) is None


@pytest.mark.parametrize(
    ("detail", "seats", "options"),
    [
        ("seats", 1, {}),
        ("seats", 6, {}),
        ("start_player", 2, {"start_player": 2}),
        ("start_player", 2, {"start_player": -1}),
        ("line_goal", 2, {"line_goal": 2}),
        ("line_goal", 5, {"line_goal": 9}),
        ("turn_limit", 2, {"turn_limit": 19}),
    ],
)
def test_a_bad_option_is_refused(detail: str, seats: int, options: dict[str, Any]) -> None:
    refusal = RULES.refuse_setup(setup_of(seats, **options))
    assert refusal is not None
    assert (refusal.code, refusal.text) == ("invalid_option", BAD_OPTIONS[detail].text)
    assert "{" not in refusal.message


def test_the_card_set_named_must_be_the_one_in_play() -> None:
    good = setup_of(2, cards=corrected(g6="draw(2)"))
    assert RULES.refuse_setup(good) is None
    for named, setup in (("reconstruction_1", good), ("corrected", setup_of(2))):
        wrong = type(setup)(
            seats=2,
            options=type(setup.options)(card_set=named),
            edition=setup.edition,
            data=setup.data,
        )
        refusal = RULES.refuse_setup(wrong)
        assert refusal is not None
        assert refusal.text == BAD_OPTIONS["card_set"].text
