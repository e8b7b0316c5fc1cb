"""Every refusal code that options and abilities bring, but for those that only one ability gives (6.1)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.chanic_panic.messages import (
    BuyCard,
    ChanicCommand,
    ChooseAbilities,
    ChooseAllyStack,
    ChooseDraw,
    ChooseResilient,
    Question,
    StackAdd,
    StackDraw,
)
from domain.games.chanic_panic.refusals import CODES
from domain.games.chanic_panic.state import State
from domain.kernel.messages import Concede, TimeOut
from tests.games.chanic_panic import test_refusals
from tests.games.chanic_panic.given import (
    END_TURN,
    X,
    Y,
    Z,
    ally,
    attack,
    change,
    code,
    given,
    started,
    trader,
    use,
    utility,
)

OF_ABILITIES = {  # given by the tests of abilities
    "ability_exhausted",
    "stack_not_allowed_here",
    "attacker_impenetrable",
    "target_impenetrable",
    "lifeline",
    "cost_gap_too_large",
    "deck_empty",
    "card_not_in_discard",
    "target_is_not_opponent",
}
W = 3
FULL = " ".join(f"H{value}" for value in range(1, 9))


def turn(state: State, **fields: Any) -> State:
    return replace(state, turn=replace(state.turn, **fields))


def asked(state: State, question: Question) -> State:
    return replace(state, agenda=(question,))


TEAMS = given(seats=4, hands={X: "H7 D3"}, boards={X: "S5", Z: "H4"}, team_count=2)
STACK = given(seats=4, hands={X: "H7"}, stacks={X: "D3 D4"}, team_count=2)
FRESH = change(STACK, X, fresh=1)
SHOP = given(hands={X: "H7"}, market="D3 C9 -")
CHOICE = started(2, seed=3, first_player="seat", specials=2).state
DEALT = CHOICE.players[X].dealt
RESILIENT = asked(
    given(hands={Y: "H7 D3"}, abilities={Y: "resilient"}, stacks={Y: "D5"}),
    Question(seat=Y, kind="choose_resilient", source="resilient"),
)
BOUND = turn(given(boards={X: "S5 S6", Y: "H4"}), bound="S5-1")

CASES: list[tuple[str, State, int, ChanicCommand]] = [
    ("no_such_decision", SHOP, X, ChooseDraw(skip=True)),
    ("no_such_decision", RESILIENT, X, ChooseResilient()),
    ("no_such_decision", RESILIENT, Y, ChooseDraw(skip=True)),
    ("no_such_decision", RESILIENT, Y, ChooseAbilities(abilities=())),
    ("no_such_decision", CHOICE, X, ChooseAllyStack(to_stack=True)),
    ("decision_pending", RESILIENT, X, END_TURN),
    ("decision_pending", RESILIENT, X, TimeOut()),
    ("decision_pending", CHOICE, X, utility("H7")),
    ("not_your_turn", RESILIENT, Y, END_TURN),
    ("not_your_turn", CHOICE, Y, END_TURN),
    ("wrong_number_of_cards", CHOICE, X, ChooseAbilities(abilities=DEALT[:1])),  # type: ignore[arg-type]
    ("duplicate_card", CHOICE, X, ChooseAbilities(abilities=DEALT[:1] * 2)),  # type: ignore[arg-type]
    ("ability_not_owned", CHOICE, X, ChooseAbilities(abilities=CHOICE.players[Y].dealt[:2])),  # type: ignore[arg-type]
    ("ability_not_owned", SHOP, X, use("gambler", discard="H7")),
    ("ability_not_activatable", given(abilities={X: "seer"}), X, use("seer")),
    ("sorcerer_bound", BOUND, X, attack("S6-1", "H4-1")),
    ("sorcerer_bound", BOUND, X, attack("S5-1 S6-1", "H4-1")),
    ("play_locked", turn(SHOP, locked=True), X, utility("H7")),
    ("target_is_teammate", TEAMS, X, attack("S5-1", "H4-1", at=Z)),
    ("option_disabled", SHOP, X, ally("H7", to=Y)),
    ("option_disabled", replace(TEAMS, options=replace(TEAMS.options, ally=False)), X, ally("H7", to=Z)),
    ("ally_exhausted", turn(TEAMS, helped=(Z,)), X, ally("D3", to=Z)),
    ("not_a_teammate", TEAMS, X, ally("H7", to=Y)),
    ("not_a_teammate", TEAMS, X, ally("H7", to=X)),
    ("not_a_teammate", TEAMS, X, ally("H7", to=4)),
    (
        "target_not_in_game",
        change(given(seats=6, hands={X: "H7"}, team_count=2), 4, standing="eliminated"),
        X,
        ally("H7", to=4),
    ),
    ("ally_same_teammate", turn(given(seats=8, hands={X: "H7"}, team_count=2), helped=(Z,)), X, ally("H7", to=Z)),
    ("target_hand_full", given(seats=4, hands={X: "H9", Z: FULL}, team_count=2), X, ally("H9", to=Z)),
    ("card_not_in_hand", TEAMS, X, ally("C7", to=Z)),
    ("option_disabled", SHOP, X, StackAdd(card="H7")),
    ("stack_add_spent", turn(STACK, stack_added=True), X, StackAdd(card="H7")),
    ("card_not_in_hand", STACK, X, StackAdd(card="D3")),
    ("stack_cap_reached", given(hands={X: "H7"}, stacks={X: "D1 D2 D3 D4 D5"}), X, StackAdd(card="H7")),
    (
        "stack_cap_reached",
        given(hands={X: "H7"}, boards={X: "H1"}, stacks={X: "D1 D2"}, attached={X: {"H1-1": "D3 D4 D5"}}),
        X,
        StackAdd(card="H7"),
    ),
    ("option_disabled", SHOP, X, StackDraw(stack_card="D3")),
    ("hand_too_large", given(hands={X: "H7 H8"}, stacks={X: "D3"}), X, StackDraw(stack_card="D3")),
    ("card_not_in_stack", STACK, X, StackDraw(stack_card="H7")),
    ("card_not_in_stack", STACK, X, StackDraw(stack_card="Joker")),
    ("stack_card_fresh", FRESH, X, StackDraw(stack_card="D4")),
    ("option_disabled", given(hands={X: "H7 H8"}), X, trader("H7 *H8")),
    ("card_not_in_stack", STACK, X, trader("H7 *H7")),
    ("card_not_in_stack", STACK, X, trader("H7 *Joker")),
    ("stack_card_fresh", FRESH, X, trader("H7 *D4")),
    ("duplicate_card", STACK, X, trader("*D3 *D3")),
    ("option_disabled", SHOP, X, utility("H7", "D3")),
    ("card_not_in_stack", STACK, X, utility("H7", "D5")),
    ("duplicate_card", STACK, X, utility("H7", "D3 D3-2")),
    ("stack_card_fresh", FRESH, X, utility("H7", "D4")),
    ("option_disabled", TEAMS, X, BuyCard(slot=1)),
    ("purchase_spent", turn(SHOP, bought=True), X, BuyCard(slot=1)),
    ("wrong_phase", turn(SHOP, phase="club_phase", points=0), X, BuyCard(slot=1)),
    ("slot_empty", SHOP, X, BuyCard(slot=3)),
    ("slot_empty", SHOP, X, BuyCard(slot=0)),
    ("slot_empty", SHOP, X, BuyCard(slot=4)),
    ("hand_full", given(hands={X: FULL}, market="D3 C9 -"), X, BuyCard(slot=1)),
    ("not_enough_points", turn(SHOP, points=4), X, BuyCard(slot=2)),
    ("card_not_in_hand", RESILIENT, Y, ChooseResilient(card="H8")),
    ("wrong_suit", RESILIENT, Y, ChooseResilient(card="D3")),
    ("row_full", change(RESILIENT, Y, hearts=("H1-1", "H2-1", "H3-1")), Y, ChooseResilient(card="H7")),
    ("card_not_in_stack", RESILIENT, Y, ChooseResilient(card="H7", attach=("D3",))),
    ("wrong_number_of_cards", RESILIENT, Y, ChooseResilient(attach=("D5",))),
]


@pytest.mark.parametrize(("expected", "table", "seat", "command"), CASES)
def test_refused(expected: str, table: State, seat: int, command: ChanicCommand) -> None:
    assert code(table, command, seat=seat) == expected


def test_every_code_is_given_by_some_command() -> None:
    """Each code in the table appears among the cases above, or in a test of the abilities."""
    given_here = {case[0] for case in (*CASES, *test_refusals.CASES)}
    assert given_here | OF_ABILITIES == {key.partition(" ")[0] for key in CODES}


@pytest.mark.parametrize(
    ("first", "table", "command"),
    [
        ("stack_add_spent", turn(STACK, stack_added=True), StackAdd(card="C9")),
        ("purchase_spent", turn(SHOP, bought=True, phase="club_phase", points=0), BuyCard(slot=3)),
        ("wrong_phase", turn(SHOP, phase="club_phase", points=0), BuyCard(slot=3)),
        ("ally_exhausted", turn(TEAMS, helped=(Z,)), ally("H7", to=Y)),
        ("stack_card_fresh", turn(FRESH, points=0), utility("H7", "D4")),
        ("hand_too_large", change(given(hands={X: "H7 H8"}, stacks={X: "D3"}), X, fresh=1), StackDraw(stack_card="D3")),
    ],
)
def test_the_first_failing_check_gives_the_code(first: str, table: State, command: ChanicCommand) -> None:
    """6.1 and 6.2: each of these is wrong in at least two ways; points come last."""
    assert code(table, command) == first


def test_whoever_is_asked_may_answer_and_the_clock_may_for_it() -> None:
    """6.4, 6.5."""
    assert code(RESILIENT, ChooseResilient(), seat=Y) is None
    assert code(RESILIENT, ChooseResilient(card="H7", attach=("D5",)), seat=Y) is None
    assert [code(RESILIENT, TimeOut(), seat=seat) for seat in (X, Y)] == ["decision_pending", None]
    assert [code(CHOICE, TimeOut(), seat=seat) for seat in (X, Y)] == [None, None]
    assert [code(RESILIENT, Concede(), seat=seat) for seat in (X, Y)] == [None, None]
