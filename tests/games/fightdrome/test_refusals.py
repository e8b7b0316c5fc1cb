"""Every refusal code of section 6, and the order of the checks."""

from __future__ import annotations

import pytest

from domain.games.fightdrome.messages import FightdromeCommand, PlayCard
from domain.games.fightdrome.refusals import CODES
from domain.games.fightdrome.rules import RULES
from domain.games.fightdrome.state import State
from domain.kernel.messages import Concede, TimeOut
from tests.games.fightdrome.given import REST, A, S, card, choose, code, discard, given, legal, play, started

OPEN = given(alice="P20 K20 W NB", simon="P20 K20")
ANSWER = given(alice="P20", simon="P30 P80 K20 W KB80 NK", standing="P50")
TO_NEUROCHEM = given(alice="P20", simon="K80 NB NP", standing="NK")
STAGGERED = given(alice="P20", simon="P30 K20", phase="stagger_discard", asked=S, staggered=S, unmet="NP")
AFTER_STAGGER = given(alice="P20 P30 K20 K30 G20 G30 W", simon="P20", cause="after_stagger", staggered=S)
FOLLOW = given(alice="P20", simon="P30 W", phase="follow_feint", asked=S)
STABLES = started(1, mode="epic_tournament").state
OVER = play(OPEN, Concede()).state
(MINE, *_), (YOURS, *_) = [fighter.corner.stable for fighter in STABLES.fighters]

CASES: list[tuple[str, State, int, FightdromeCommand]] = [
    ("game_over", OVER, A, card("P20")),
    ("game_over", OVER, S, Concede()),
    ("game_over", OVER, 7, REST),
    ("not_a_player", OPEN, 2, card("P20")),
    ("not_a_player", OPEN, -1, Concede()),
    ("not_your_decision", OPEN, S, card("P20")),
    ("not_your_decision", OPEN, S, TimeOut(final=True)),
    ("not_your_decision", play(STABLES, choose(MINE), seat=A).state, A, choose(MINE)),
    ("must_choose_sleeve", STABLES, A, card("P20")),
    ("must_choose_sleeve", STABLES, A, REST),
    ("must_discard", STAGGERED, S, card("P30")),
    ("must_discard", STAGGERED, S, REST),
    ("card_not_in_hand", OPEN, A, card("G20")),
    ("card_not_in_hand", STAGGERED, S, discard("G20")),
    ("card_not_in_hand", OPEN, A, PlayCard(card_id="?")),
    ("card_not_in_hand", OPEN, A, PlayCard(card_id="punch_20_4")),
    ("attack_required", OPEN, A, card("W")),
    ("attack_required", OPEN, A, card("NB")),
    ("attack_required", FOLLOW, S, card("W")),
    ("neurochem_required", TO_NEUROCHEM, S, card("K80")),
    ("wrong_type", TO_NEUROCHEM, S, card("NP")),
    ("wrong_type", ANSWER, S, card("K20")),
    ("wrong_type", ANSWER, S, card("KB80")),
    ("wrong_type", ANSWER, S, card("NK")),
    ("too_weak", ANSWER, S, card("P30")),
    ("discard_not_offered", OPEN, A, discard("P20")),
    ("discard_not_offered", STABLES, A, discard("P20")),
    ("rest_not_offered", OPEN, A, REST),
    ("rest_not_offered", ANSWER, S, REST),
    ("rest_not_offered", FOLLOW, S, REST),
    ("hand_full", AFTER_STAGGER, A, REST),
    ("sleeve_not_offered", OPEN, A, choose("sleeve_a")),
    ("sleeve_not_offered", STABLES, A, choose(YOURS)),
    ("sleeve_not_offered", STABLES, A, choose("sleeve_z")),
]


@pytest.mark.parametrize(("expected", "table", "seat", "command"), CASES)
def test_refused(expected: str, table: State, seat: int, command: FightdromeCommand) -> None:
    assert code(table, command, seat=seat) == expected


def test_every_code_is_given_by_some_command() -> None:
    """Each code in the table appears among the cases above."""
    assert {case[0] for case in CASES} == {name.partition(" ")[0] for name in CODES}


def test_a_refusal_says_the_cards_by_their_names() -> None:
    refusal = RULES.refuse(ANSWER, S, card("P30"))
    assert refusal is not None
    assert refusal.message == "Punch 30 is weaker than Punch 50."
    refusal = RULES.refuse(TO_NEUROCHEM, S, card("K80"))
    assert refusal is not None
    assert refusal.message == "Only a Neurochem answers Neurochem Kick."


def test_why_there_is_no_rest_is_true_with_breathing_space_too() -> None:
    """R26, R39."""
    told = []
    for breathing_space in (False, True):
        refusal = RULES.refuse(given(alice="P20", simon="P20", breathing_space=breathing_space), A, REST)
        assert refusal is not None
        assert refusal.code == "rest_not_offered"
        told.append((refusal.message, refusal.rule))
    assert told == [
        ("You may rest only right after the other fighter was Staggered.", 'fightdrome R26; rulebook "Resting"'),
        (
            "You may rest only right after the other fighter was Staggered, or after a rest that followed.",
            'fightdrome R26, R39; rulebook "Breathing Space"',
        ),
    ]


def test_a_card_that_is_no_attack_is_refused_in_words_that_leave_room_for_a_rest() -> None:
    refusal = RULES.refuse(given(alice="W P20", simon="P20", cause="after_stagger", staggered=S), A, card("W"))
    assert refusal is not None
    assert refusal.message == "Weave is no Attack card, and nothing else can be played now."


def test_a_label_in_the_hand_is_read_as_its_kind() -> None:
    """Section 2: any copy of a kind held may be named."""
    for label in ("punch_20", "punch_20_1", "punch_20_3"):
        assert code(OPEN, PlayCard(card_id=label)) is None


def test_who_is_not_asked_may_still_concede() -> None:
    """R43."""
    assert [code(table, Concede(), seat=seat) for table in (OPEN, STABLES) for seat in (A, S)] == [None] * 4


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (OPEN, {"P20", "K20"}),
        (ANSWER, {"P80", "W"}),
        (TO_NEUROCHEM, {"NB"}),
        (STAGGERED, {"discard P30", "discard K20"}),
        (FOLLOW, {"P30"}),
        (AFTER_STAGGER, {"P20", "P30", "K20", "K30", "G20", "G30"}),
    ],
)
def test_what_is_legal_in_each_state(table: State, expected: set[str]) -> None:
    assert legal(table) == expected
