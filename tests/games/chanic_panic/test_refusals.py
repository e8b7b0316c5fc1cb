"""Every refusal code that the base game gives, and the order of the checks (6.1, 6.3)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.games.chanic_panic.messages import ChanicCommand, PlayUtility
from domain.games.chanic_panic.state import State
from domain.kernel.messages import Concede, TimeOut
from tests.games.chanic_panic.given import (
    END_TURN,
    PANIC,
    X,
    Y,
    Z,
    attack,
    bypass,
    change,
    club,
    code,
    given,
    play,
    trader,
    utility,
)

TABLE = given(seats=3, boards={X: "S5 D1", Y: "H4 D2", Z: "H6"}, hands={X: "H5 C3 S2 D4"}, panic=True)
CLUBBED = replace(TABLE, turn=replace(TABLE.turn, phase="club_phase", points=0, last_club=3, allowance=True))
OVER = play(given(), Concede()).state
SPENT = replace(CLUBBED, turn=replace(CLUBBED.turn, allowance=False))
TIRED = replace(TABLE, turn=replace(TABLE.turn, actions=200))


CASES: list[tuple[str, State, int, ChanicCommand]] = [
    ("game_over", OVER, X, END_TURN),
    ("unknown_seat", TABLE, 3, END_TURN),
    ("unknown_seat", TABLE, -1, Concede()),
    ("player_out", change(TABLE, Y, standing="eliminated"), Y, Concede()),
    ("not_your_turn", TABLE, Y, END_TURN),
    ("not_your_turn", TABLE, Y, TimeOut()),
    ("turn_limit_reached", TIRED, X, utility("H5")),
    ("option_disabled", replace(TABLE, options=replace(TABLE.options, trader=False)), X, trader("H5 C3")),
    ("option_disabled", replace(TABLE, options=replace(TABLE.options, panic=False)), X, PANIC),
    ("option_disabled", TABLE, X, PlayUtility(card="H5", attach=("S2",))),
    ("card_not_in_hand", TABLE, X, utility("H6")),
    ("card_not_in_hand", TABLE, X, utility("Joker")),
    ("card_not_in_hand", TABLE, X, club("C4")),
    ("card_not_in_hand", TABLE, X, trader("H5 H6")),
    ("duplicate_card", TABLE, X, trader("H5-1 H5-2")),
    ("wrong_number_of_cards", TABLE, X, trader("H5 C3 S2")),
    ("not_a_utility_card", TABLE, X, utility("C3")),
    ("not_a_club", TABLE, X, club("H5")),
    ("row_full", change(TABLE, X, hearts=("H1-1", "H2-1", "H3-1")), X, utility("H5")),
    ("spades_too_early", change(TABLE, X, turns=2), X, utility("S2")),
    ("not_enough_points", replace(TABLE, turn=replace(TABLE.turn, points=4)), X, utility("H5")),
    ("no_allowance", SPENT, X, utility("S2")),
    ("no_allowance", SPENT, X, club("C3")),
    ("value_too_high", CLUBBED, X, utility("D4")),
    ("value_too_high", replace(CLUBBED, turn=replace(CLUBBED.turn, last_club=2)), X, club("C3")),
    ("panic_spent", change(TABLE, X, panic_used=True), X, PANIC),
    ("target_not_in_game", TABLE, X, attack("S5-1", at=3)),
    ("target_not_in_game", TABLE, X, attack("S5-1", at=-1)),
    ("target_not_in_game", change(TABLE, Y, standing="conceded"), X, attack("S5-1", at=Y)),
    ("target_is_self", TABLE, X, attack("S5-1", "D1-1", at=X)),
    ("attack_too_early", change(TABLE, X, turns=2), X, attack("S5-1", "D2-1")),
    ("attack_too_early", change(TABLE, X, turns=2), X, bypass("S5-1", "H4-1")),
    ("bypass_too_early", change(TABLE, X, turns=3), X, bypass("S5-1", "H4-1")),
    ("target_protected", change(TABLE, Y, protected_through=6), X, attack("S5-1", "D2-1")),
    ("attack_limit_reached", change(TABLE, Y, attackers=(Z, 3)), X, attack("S5-1", "D2-1")),
    ("no_attack_cards", TABLE, X, attack("", "D2-1")),
    ("duplicate_card", TABLE, X, attack("S5-1 S5-1", "D2-1")),
    ("card_not_on_board", TABLE, X, attack("S5-1 S6-1", "D2-1")),
    ("card_not_on_board", TABLE, X, attack("S5", "D2-1")),
    ("not_an_attack_card", TABLE, X, attack("S5-1 D1-1", "D2-1")),
    ("nothing_to_bypass", TABLE, X, bypass("S5-1", "H6-1", at=Z)),
    ("card_not_on_board", TABLE, X, attack("S5-1", "D3-1")),
    ("card_not_on_board", TABLE, X, attack("S5-1", "D2-1 H6-1")),
    ("card_not_on_board", TABLE, X, bypass("S5-1", "D2-1")),
    ("duplicate_card", TABLE, X, attack("S5-1", "D2-1 D2-1")),
    ("duplicate_card", TABLE, X, bypass("S5-1", "H4-1 H4-1")),
    ("shields_up", TABLE, X, attack("S5-1", "H4-1")),
    ("insufficient_power", TABLE, X, attack("S5-1", "D2-1 H4-1")),
    ("insufficient_power", TABLE, X, bypass("S5-1", "H4-1")),
    ("attack_without_effect", TABLE, X, attack("S5-1")),
    ("attack_without_effect", TABLE, X, bypass("S5-1")),
    ("attack_without_effect", change(TABLE, Y, hearts=(), diamonds=("D5-1",)), X, attack("S5-1")),
    ("attack_without_effect", change(change(TABLE, Y, hearts=()), X, spades=("S1-1",)), X, bypass("S1-1")),
]


@pytest.mark.parametrize(("expected", "table", "seat", "command"), CASES)
def test_refused(expected: str, table: State, seat: int, command: ChanicCommand) -> None:
    assert code(table, command, seat=seat) == expected


@pytest.mark.parametrize(
    ("first", "table", "command"),
    [
        ("card_not_in_hand", change(TABLE, X, hearts=("H1-1", "H2-1", "H3-1")), utility("H6")),
        ("row_full", change(TABLE, X, turns=2, spades=("S7-1", "S8-1", "S9-1")), utility("S2")),
        ("spades_too_early", replace(change(TABLE, X, turns=2), turn=replace(TABLE.turn, points=0)), utility("S2")),
        ("no_allowance", SPENT, utility("D4")),
        ("option_disabled", replace(TABLE, options=replace(TABLE.options, trader=False)), trader("H5")),
        ("turn_limit_reached", replace(TIRED, options=replace(TIRED.options, trader=False)), trader("H5")),
        ("target_protected", change(TABLE, Y, protected_through=6, attackers=(Z, 3)), attack("S5-1", "D2-1")),
        ("attack_limit_reached", change(TABLE, Y, attackers=(Z, 3)), attack("", "D2-1")),
        ("duplicate_card", TABLE, attack("S6-1 S6-1", "D2-1")),
        ("card_not_on_board", TABLE, attack("D1-1 S6-1", "D2-1")),
        ("not_an_attack_card", TABLE, bypass("D1-1", "H6-1", at=Z)),
        ("nothing_to_bypass", TABLE, bypass("S5-1", "H4-1", at=Z)),
        ("card_not_on_board", TABLE, attack("S5-1", "D2-1 D2-1 D3-1")),
        ("shields_up", change(TABLE, X, spades=("S1-1",)), attack("S1-1", "H4-1")),
        ("option_disabled", TABLE, PlayUtility(card="H6", attach=("S2",))),
        ("row_full", change(SPENT, X, hearts=("H1-1", "H2-1", "H3-1")), utility("H5")),
        ("spades_too_early", change(SPENT, X, turns=2), utility("S2")),
        ("not_a_club", SPENT, club("H5")),
        ("not_a_utility_card", SPENT, utility("C3")),
        ("target_is_self", change(TABLE, X, turns=2), attack("S5-1", at=X)),
        ("target_not_in_game", change(change(TABLE, X, turns=2), Y, standing="conceded"), attack("S5-1")),
        ("attack_too_early", change(change(TABLE, X, turns=2), Y, protected_through=6), attack("S5-1", "D2-1")),
        ("bypass_too_early", change(change(TABLE, X, turns=3), Y, protected_through=6), bypass("S5-1", "H4-1")),
        ("no_attack_cards", TABLE, bypass("", "H6-1", at=Z)),
        ("card_not_on_board", TABLE, attack("S5-1", "D2-1 D2-1 H6-1")),
        ("duplicate_card", change(TABLE, Y, diamonds=("D2-1", "D3-1")), attack("S5-1", "D2-1 H4-1 H4-1")),
    ],
)
def test_the_first_failing_check_gives_the_code(first: str, table: State, command: ChanicCommand) -> None:
    """6.1 and 6.3: each of these is wrong in at least two ways."""
    assert code(table, command) == first


def test_the_turn_limit_leaves_ending_conceding_and_the_clock() -> None:
    """R59."""
    assert [code(TIRED, command) for command in (END_TURN, Concede(), TimeOut())] == [None, None, None]
    assert code(TIRED, Concede(), seat=Z) is None
    assert code(TIRED, utility("H5"), seat=Y) == "not_your_turn"


def test_a_label_in_the_hand_is_read_as_its_kind() -> None:
    assert code(TABLE, utility("H5-3")) is None
    assert code(given(seats=3, hands={X: "H5 H5"}), trader("H5-1 H5-1")) is None
