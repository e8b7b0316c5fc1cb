"""Every refusal code of section 6 and of the options, each with its sentence and rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain.games.panzer_clash.cards.card_file import SHIPPED, SHIPPED_TEXT, parse
from domain.games.panzer_clash.messages import (
    AnswerTrigger,
    AttackSupply,
    Choice,
    ChooseDeck,
    ChooseNextTrigger,
    DecideMulligan,
    OrderTriggers,
    PickCards,
    PlaceModifiers,
    ResolveTrigger,
    SetResponsePrefs,
)
from domain.games.panzer_clash.refusals import BAD_OPTIONS, CODES
from domain.games.panzer_clash.rules import RULES
from domain.games.panzer_clash.state import Player, State
from domain.kernel.messages import Concede, TimeOut
from tests.games.panzer_clash.given import (
    AGAIN,
    DECLINE,
    END,
    KEEP,
    PASS,
    after,
    asked,
    at,
    attack,
    choose,
    code,
    event,
    factory,
    given,
    modifier,
    move,
    on,
    opened,
    play,
    put,
    raid,
    setup_of,
    shoot,
    started,
    unit,
)

GERMAN = dict(SHIPPED.decks["deck_german_60"].cards)
FIELD = ["a0 0 ger_tiger", "b1 0 ger_tiger fresh", "c1 0 ger_tiger", "c2 1 sov_kv1", "e5 1 sov_kv1"]


def ended() -> State:
    return play(given(), Concede(), seat=1).state


def triggered() -> State:
    """A Chi-Ha and a B-17 destroyed each other: the order is asked."""
    return play(given(units=["c2 0 jpn_chi_ha damage=1", "c3 1 usa_b17", "e4 1 sov_kv1"]), attack("u1", "u2")).state


def stuka() -> State:
    """A Stuka has come: one of two tanks must be hit."""
    state = given(hands={0: "ger_stuka"}, stacks={"a0": "2"}, units=["e4 1 sov_kv1", "d4 1 sov_kv1"])
    return play(state, unit("ger_stuka", "a0")).state


def salvaging() -> State:
    """A choice among the Junkyard's Infantry."""
    step = PickCards(seat=0, why="salvage", n=1, types=("Infantry",))
    return given(junkyards={0: "sov_conscripts sov_t34 sov_conscripts"}, agenda=[step])


def placing(*units: str) -> State:
    """A Bunker waits on a0."""
    return given(
        stacks={"a0": "1 mod_bunker"}, units=units, modifiers={"b1": "mod_trenches 0"}, agenda=[PlaceModifiers(seat=0)]
    )


def holding(card: str) -> State:
    """One card, one stack, nothing on the field."""
    return given(hands={0: card}, stacks={"a0": "1"})


def responding(hand: str = "ger_panzerfaust ger_blitzkrieg usa_code_breakers") -> State:
    """Seat 1 attacks, seat 0 may respond."""
    state = given(seat=1, hands={0: hand}, stacks={"a0": "3"}, units=["c2 0 ger_panzer3", "c3 1 usa_sherman"])
    return play(state, attack("u2", "u1")).state


def limited() -> State:
    """Seven mulligans have been taken."""
    state = started(("deck_german_60", "deck_soviet_60"), first_player="seat0")
    return after(state, *[AGAIN] * 7)


def taken() -> State:
    """Seat 0 is Axis at a table of opposed sides."""
    return play(opened(opposing_sides=True), ChooseDeck(deck_id="deck_german_60"), seat=0).state


Made = Callable[[], State]
CASES: list[tuple[str, Made, Any]] = [
    ("game_over", ended, END),
    ("not_your_decision", given, KEEP),
    ("not_your_decision", given, PASS),
    ("unknown_deck", opened, ChooseDeck()),
    ("unknown_deck", opened, ChooseDeck(deck_id="deck_of_cards")),
    ("unknown_deck", opened, ChooseDeck(deck_id="deck_german_60", cards=GERMAN, side="axis")),
    ("unknown_card", opened, ChooseDeck(cards={"ger_maus": 60}, side="axis")),
    ("not_a_supply_card", opened, ChooseDeck(cards={"ter_road": 4, "factory": 56}, side="axis")),
    ("bad_copies", opened, ChooseDeck(cards={"ger_tiger": 0, "factory": 60}, side="axis")),
    ("too_many_copies", opened, ChooseDeck(cards={"ger_tiger": 5, "factory": 55}, side="axis")),
    ("wrong_deck_size", opened, ChooseDeck(cards={"factory": 59}, side="axis")),
    ("wrong_deck_size", opened, ChooseDeck(deck_id="deck_german_40")),
    ("mixed_sides", opened, ChooseDeck(cards=GERMAN, side="allies")),
    ("mixed_sides", opened, ChooseDeck(cards=GERMAN)),
    ("mixed_sides", opened, ChooseDeck(deck_id="deck_german_60", side="allies")),
    ("side_taken", taken, ChooseDeck(deck_id="deck_japanese_60")),
    ("mulligan_limit", limited, AGAIN),
    ("card_not_in_hand", given, factory("a0")),
    ("card_not_in_hand", given, unit("ger_tiger", "a0")),
    ("card_not_in_hand", lambda: given(hands={0: "?"}), unit("?", "a0")),
    ("wrong_card_type", lambda: given(hands={0: "mod_bunker"}), unit("mod_bunker", "a0")),
    ("wrong_card_type", lambda: given(hands={0: "ger_tiger"}), modifier("ger_tiger", "a0")),
    ("wrong_card_type", lambda: given(hands={0: "ger_tiger"}), event("ger_tiger", "a0")),
    ("not_own_industry", lambda: given(hands={0: "factory"}), factory("a5")),
    ("not_own_industry", lambda: given(hands={0: "ger_tiger"}), unit("ger_tiger", "a1")),
    ("factory_limit", lambda: given(hands={0: "factory"}, factories_left=0), factory("a0")),
    ("space_occupied", lambda: given(hands={0: "factory"}, stacks={"a0": "0 sov_winter"}), factory("a0")),
    ("space_occupied", lambda: given(hands={0: "factory"}, units=["a0 0 ger_tiger"]), factory("a0")),
    ("no_stack", lambda: given(hands={0: "ger_tiger"}), unit("ger_tiger", "a0")),
    ("stack_blocked", lambda: given(hands={0: "ger_tiger"}, stacks={"a0": "3 sov_winter"}), unit("ger_tiger", "a0")),
    ("stack_too_small", lambda: given(hands={0: "ger_tiger"}, stacks={"a0": "2"}), unit("ger_tiger", "a0")),
    (
        "stack_too_small",  # the bonus is for units
        lambda: given(hands={0: "mod_fortress"}, stacks={"a0": "2", "b0": "1 ger_armaments"}),
        modifier("mod_fortress", "a0"),
    ),
    ("no_waiting_modifier", placing, put("b0", "a1")),
    ("space_has_modifier", placing, put("a0", "b1")),
    ("space_has_modifier", placing, put("a0", "b0")),
    ("illegal_placement", placing, put("a0", "c3")),
    (
        "illegal_placement",
        lambda: placing("a1 1 sov_kv1"),
        put("a0", "a1"),
    ),
    ("wrong_timing", responding, event("ger_blitzkrieg", "a0")),
    ("nothing_to_cancel", responding, event("usa_code_breakers", "a0")),
    (
        "nothing_to_cancel",
        lambda: holding("sov_maskirovka"),
        event("sov_maskirovka", "a0"),
    ),
    (
        "no_legal_target",
        lambda: holding("ger_panzerfaust"),
        event("ger_panzerfaust", "a0"),
    ),
    (
        "no_legal_target",
        lambda: holding("axis_saboteurs"),
        event("axis_saboteurs", "a0", on("a5")),
    ),
    ("illegal_target", responding, event("ger_panzerfaust", "a0")),
    ("illegal_target", responding, event("ger_panzerfaust", "a0", at("u1"))),
    ("illegal_target", responding, event("ger_panzerfaust", "a0", at("u2"), at("u2"))),
    ("illegal_target", responding, event("ger_panzerfaust", "a0", Choice(unit="u2", space="a1"))),
    ("not_your_unit", lambda: given(units=FIELD), move("u4", "c3")),
    ("not_your_unit", lambda: given(units=FIELD), move("u9", "c3")),
    ("unit_fresh", lambda: given(units=FIELD), move("u2", "b2")),
    ("unit_stopped", lambda: given(units=["c1 0 ger_tiger stopped"]), move("u1", "c2")),
    ("bad_path", lambda: given(units=FIELD), move("u3")),
    ("bad_path", lambda: given(units=FIELD), move("u3", "c0")),
    ("bad_path", lambda: given(units=FIELD), move("u3", "c1")),
    ("bad_path", lambda: given(units=FIELD), move("u3", "d1", "d1")),
    ("not_adjacent", lambda: given(units=FIELD), move("u3", "d2")),
    ("not_adjacent", lambda: given(units=FIELD), move("u1", "b1")),
    ("path_not_minimal", lambda: given(units=FIELD), move("u3", "d1", "d2")),
    ("blocked_by_enemy", lambda: given(units=FIELD), move("u3", "c2", "c3")),
    ("destination_occupied", lambda: given(units=FIELD), move("u3", "b1")),
    (
        "cannot_pass",
        lambda: given(units=["c1 0 ger_panzer4", "c2 0 ger_tiger"], terrain={"c2": "swamp"}),
        move("u1", "c2", "c3"),
    ),
    (
        "cannot_pass",
        lambda: given(units=["c1 0 ger_panzer4", "c2 0 ger_tiger"], modifiers={"c2": "mod_tank_traps 1"}),
        move("u1", "c2", "c3"),
    ),
    ("not_enough_movement", lambda: given(units=["c1 0 ger_tiger spent=1"]), move("u1", "c2")),
    ("not_enough_movement", lambda: given(units=["c1 0 ger_tiger", "c2 0 ger_tiger"]), move("u1", "c2", "c3")),
    ("not_your_unit", lambda: given(units=FIELD), attack("u4", "u3")),
    ("not_your_unit", lambda: given(units=FIELD), raid("u4")),
    ("not_your_unit", lambda: given(units=FIELD), shoot("u4", "u3")),
    ("not_on_field", lambda: given(units=FIELD), attack("u1", "u4")),
    ("not_on_field", lambda: given(units=FIELD), AttackSupply(unit_id="u1")),
    ("unit_fresh", lambda: given(units=FIELD), attack("u2", "u4")),
    ("no_attack_left", lambda: given(units=["c1 0 ger_tiger attacks_left=0"]), attack("u1", "u4")),
    ("no_attack_left", lambda: given(units=["c4 0 ger_tiger attacks_left=0"]), raid("u1")),
    ("no_attack_left", lambda: given(units=["c4 0 ger_flak88 attacks_left=0"]), shoot("u1", 1)),
    ("illegal_target", lambda: given(units=FIELD), attack("u3", "u2")),
    ("illegal_target", lambda: given(units=FIELD), attack("u3", "u5")),
    ("illegal_target", lambda: given(units=FIELD), attack("u3", "u9")),
    ("not_adjacent", lambda: given(units=["c1 0 ger_tiger", "c3 1 sov_kv1"]), attack("u1", "u2")),
    ("not_in_enemy_back_line", lambda: given(units=FIELD), raid("u3")),
    ("no_ranged_attack", lambda: given(units=FIELD), shoot("u3", "u4")),
    ("no_ranged_attack", lambda: given(units=["c4 0 ger_flak88"], terrain={"c4": "jungle"}), shoot("u1", 1)),
    ("illegal_target", lambda: given(units=["c4 0 ger_flak88"]), shoot("u1", "u1")),
    ("illegal_target", lambda: given(units=["c4 0 ger_flak88", "c1 1 jpn_snipers"]), shoot("u1", "u2")),
    ("illegal_target", lambda: given(units=["c4 0 ger_flak88", "c0 0 ger_tiger"]), shoot("u1", "u2")),
    ("illegal_target", lambda: given(units=["c4 0 ger_flak88"]), shoot("u1", 2)),
    ("unknown_trigger", triggered, ChooseNextTrigger(trigger_id="t9")),
    ("not_optional", stuka, DECLINE),
    ("illegal_target", stuka, ResolveTrigger()),
    ("illegal_target", stuka, ResolveTrigger(targets=(at("u1"),), space="a1")),
    ("wrong_count", salvaging, choose("")),
    ("card_not_there", salvaging, choose("ger_tiger")),
    ("illegal_card", salvaging, choose("sov_t34")),
]


@pytest.mark.parametrize(("wanted", "made", "command"), CASES, ids=[f"{case[0]}-{i}" for i, case in enumerate(CASES)])
def test_refused_with_its_code(wanted: str, made: Made, command: Any) -> None:
    """Section 6: each precondition has its code."""
    assert code(made(), command) == wanted


def test_every_code_has_a_case() -> None:
    """No code without a test."""
    assert {case[0] for case in CASES} == {name.partition(" ")[0] for name in CODES}


@pytest.mark.parametrize("command", [ChooseDeck(cards={}, side="axis"), ChooseDeck(cards={})])
def test_h2_an_empty_list_has_the_wrong_size(command: ChooseDeck) -> None:
    """6.1, house ruling: it is a list, of 0 cards."""
    assert code(opened(), command) == "wrong_deck_size"


def test_h1_a_ready_made_deck_keeps_its_own_side() -> None:
    """6.1, R2, house ruling: what is stored of a named deck is its name, so no other side may be said beside it."""
    neutral = b"deck\tdeck_works\tFactory Works\taxis\tfactory 40\treconstructed\n"
    state = opened(parse(SHIPPED_TEXT + neutral), deck_size=40)
    another = ChooseDeck(deck_id="deck_works", side="allies")
    refusal = RULES.refuse(state, 0, another)
    assert refusal is not None
    assert (refusal.code, refusal.message) == ("mixed_sides", "deck_works is a deck of the side axis.")
    for command in (ChooseDeck(deck_id="deck_works"), ChooseDeck(deck_id="deck_works", side="axis")):
        assert RULES.normal(state, command) == ChooseDeck(deck_id="deck_works")
        assert play(state, command, seat=0).state.players[0].side == "axis"


@pytest.mark.parametrize(("wanted", "options"), [("deck_size", {"deck_size": 39}), ("deck_size", {"deck_size": 101})])
def test_bad_options(wanted: str, options: dict[str, Any]) -> None:
    """Section 1: other values are refused with `invalid_option`."""
    refusal = RULES.refuse_setup(setup_of(**options))
    assert refusal is not None
    assert refusal.code == RULES.bad_options == "invalid_option"
    assert refusal.text == BAD_OPTIONS[wanted].text


def test_two_seats_play() -> None:
    """Section 1: exactly 2."""
    refusal = RULES.refuse_setup(setup_of(seats=3))
    assert refusal is not None
    assert refusal.message == "The game is for 2 seats, not 3."
    assert RULES.refuse_setup(setup_of()) is None


def test_what_may_be_said_at_any_time_needs_a_seat_of_the_table() -> None:
    """5.1: `concede` and `set_response_prefs` are accepted from either seat at any time."""
    for state in (opened(), given(), triggered(), responding()):
        for seat in (0, 1):
            assert code(state, Concede(), seat=seat) is None
            assert code(state, SetResponsePrefs(), seat=seat) is None
        assert code(state, Concede(), seat=2) == "not_your_decision"
    assert code(given(), TimeOut(), seat=1) == "not_your_decision"
    assert code(given(), TimeOut(), seat=0) is None


def test_a_card_can_be_named_only_as_often_as_it_is_there() -> None:
    """6.9: copies count."""
    state = given(hands={0: "factory ger_tiger"}, agenda=[PickCards(seat=0, why="discard_hand", n=2)])
    assert code(state, choose("factory factory")) == "card_not_there"
    assert code(state, choose("factory ger_tiger")) is None


def test_an_order_is_asked_of_the_active_player_only() -> None:
    """Footnote 3; R48."""
    state = triggered()
    assert asked(state) == (0, "trigger_order")
    assert isinstance(state.agenda[-1], OrderTriggers)
    assert code(state, ChooseNextTrigger(trigger_id="t1"), seat=1) == "not_your_decision"


def test_steps_of_the_agenda_name_their_seat() -> None:
    """Architecture 2: steps are control only."""
    assert [type(step) for step in stuka().agenda][-1] is AnswerTrigger
    state = started(("deck_german_60", "deck_soviet_60"), first_player="seat1")
    assert state.agenda == (DecideMulligan(seat=1),)
    assert Player().side is None
