"""The card set: what is shipped, and every reason why another one is refused (section 2)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from itertools import combinations, permutations, product

import pytest

from domain.games.fightdrome.cards import Answer
from domain.games.fightdrome.cards.card_file import FIRST_LINE, LONGEST_TEXT, SHIPPED, SHIPPED_TEXT, parse
from domain.games.fightdrome.narrate import spoken
from domain.games.fightdrome.rules import RULES
from domain.kernel.acting import act, deal
from domain.kernel.cards.card_sets import CardSetError, card_set_digest
from domain.kernel.chance import QuickChance
from domain.kernel.display.words import Words
from domain.kernel.legal import sample
from tests.games.fightdrome.given import kind, setup_of

LINES = SHIPPED_TEXT.decode().split("\n")
STRENGTHS = range(20, 90, 10)


def test_the_box_holds_what_the_rulebook_lists() -> None:
    """ "Components"; 101 + 6 + 11 + 2 = 120."""
    kinds = Counter({(card.kind, card.neurochem): 0 for card in SHIPPED.prints})
    for card in SHIPPED.prints:
        kinds[card.kind, card.neurochem] += card.copies
    assert sorted(kinds.values(), reverse=True) == [21, 21, 21, 9, 9, 4, 4, 3, 3, 3, 3]
    assert (len(SHIPPED.every_card()), len(SHIPPED.sleeves), len(SHIPPED.stacks)) == (101, 6, 11)


def test_every_row_of_the_card_table() -> None:
    """2.1: strengths, copies and Fame."""
    strong = [(f"{name}_{worth}", worth, 3, worth) for name in ("punch", "kick", "grapple") for worth in STRENGTHS]
    blocks = [(f"{name}_block_{worth}", worth, 3, 25) for name in ("punch", "kick") for worth in (40, 60, 80)]
    neurochems = [(f"neurochem_{name}", None, 3, 50) for name in ("punch", "kick", "grapple", "block")]
    found = [(card.card, card.strength, card.copies, card.fame) for card in SHIPPED.prints]
    assert found == [*strong, *blocks, *neurochems, ("weave", None, 4, 0), ("feint", None, 4, 0)]


def test_every_row_of_the_stacks() -> None:
    """2.3."""
    rows = "10-9-8-8-5 10-10-7-8-5 10-8-8-9-5 10-10-5-9-6 11-8-6-9-6 10-10-10-6-4 9-9-9-8-5 10-9-9-6-6"
    rows += " 10-10-9-8-3 10-9-6-9-6 10-10-8-7-5"
    assert ["-".join(map(str, numbers)) for numbers in SHIPPED.stacks.values()] == rows.split()
    assert list(SHIPPED.stacks) == [f"stack_{number:02}" for number in range(1, 12)]


def test_r01_the_sleeves_are_the_six_orders_of_the_attacks() -> None:
    orders = [(*order, "block", "neurochem") for order in permutations(("punch", "kick", "grapple"))]
    assert list(SHIPPED.sleeves.values()) == orders


def test_r03_blocks_and_neurochems_are_one_mixed_pile_each() -> None:
    assert SHIPPED.piles == ("punch", "kick", "grapple", "block", "neurochem")
    assert len(SHIPPED.in_pile["block"]) == 18
    assert len(SHIPPED.in_pile["neurochem"]) == 12


def test_all_3300_deals_are_supplied_and_the_tightest_use_whole_piles() -> None:
    """2.4."""
    most = [0] * 5
    deals = 0
    for (one, other), (first, second) in product(combinations(SHIPPED.sleeves, 2), permutations(SHIPPED.stacks, 2)):
        needs = zip(SHIPPED.counts[one, first], SHIPPED.counts[other, second], strict=True)
        most = [max(before, sum(need)) for before, need in zip(most, needs, strict=True)]
        deals += 2
    assert deals == 3300
    assert most == [21, 21, 21, 18, 12]


WORDS = {
    "Punch": "P50",
    "Kick": "K50",
    "Grapple": "G50",
    "Punch Block": "PB60",
    "Kick Block": "KB60",
    "Weave": "W",
    "Feint": "F",
    "NP": "NP",
    "NK": "NK",
    "NG": "NG",
    "NB": "NB",
}
NEED, TYPE = "neurochem_required", "wrong_type"


@pytest.mark.parametrize(
    ("answer", "row"),
    [
        ("Punch", [None, TYPE, None, NEED, NEED, NEED]),
        ("Kick", [TYPE, None, None, NEED, NEED, NEED]),
        ("Grapple", [None, None, None, NEED, NEED, NEED]),
        ("Punch Block", [None, TYPE, None, NEED, NEED, NEED]),
        ("Kick Block", [TYPE, None, None, NEED, NEED, NEED]),
        ("Weave", [None, None, None, NEED, NEED, NEED]),
        ("Feint", [None, None, None, NEED, NEED, NEED]),
        ("NP", [None, TYPE, None, None, TYPE, None]),
        ("NK", [TYPE, None, None, TYPE, None, None]),
        ("NG", [None] * 6),
        ("NB", [None] * 6),
    ],
)
def test_which_card_answers_which_attack(answer: str, row: list[Answer | None]) -> None:
    """The table of 7.1, at equal strength or above it."""
    card = kind(WORDS[answer])
    assert [SHIPPED.replies[kind(attack)][card] for attack in ("P50", "K50", "G50", "NP", "NK", "NG")] == row


@pytest.mark.parametrize("card", ["P40", "K40", "G40", "PB40", "KB40"])
def test_a_weaker_card_answers_nothing(card: str) -> None:
    for attack in ("P50", "K50", "G50"):
        assert SHIPPED.replies[kind(attack)][kind(card)] in ("too_weak", "wrong_type")
    assert SHIPPED.replies[kind("G50")][kind(card)] == "too_weak"


def changed(line: int, text: str | None) -> bytes:
    """Return the shipped file with another line, or without it."""
    lines = list(LINES)
    lines[line - 1 : line] = [] if text is None else [text]
    return "\n".join(lines).encode()


def cell(line: int, place: int, text: str) -> bytes:
    """Return the shipped file with another cell."""
    cells = LINES[line - 1].split("\t")
    cells[place] = text
    return changed(line, "\t".join(cells))


PUNCH_20, PB_40, NP, WEAVE, FEINT, SLEEVE_A, STACK_01 = 2, 23, 29, 33, 34, 35, 41
LAST = len(LINES) - 1
PEACEFUL = re.sub(rb"\tattack\t\w+", b"\tblock\tkick_block", SHIPPED_TEXT).replace(b"neurochem,attack", b"neurochem")
PEACEFUL = re.sub(rb"\tneurochem\t(punch|kick|grapple)", b"\tneurochem\tneurochem_block", PEACEFUL)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (b"x" * (LONGEST_TEXT + 1), 1, "more than"),
        (SHIPPED_TEXT.replace(b"Feint", b"F\xff", 1), FEINT, "not UTF-8"),
        (changed(1, "fightdrome cards\t2"), 1, f"the first line is {FIRST_LINE!r}"),
        (b"", 1, "the first line"),
        (SHIPPED_TEXT[:-1], LAST, "does not end"),
        (changed(PUNCH_20, "card\tpunch_20"), PUNCH_20, "no card (11 cells)"),
        (changed(PUNCH_20, ""), PUNCH_20, "no card"),
        (changed(SLEEVE_A, "sleeve\tsleeve_a\trulebook"), SLEEVE_A, "no card"),
        (changed(STACK_01, "stack\tstack_01\trulebook"), STACK_01, "no card"),
        (cell(PUNCH_20, 1, "Punch 20"), PUNCH_20, "small letters"),
        (changed(9, LINES[PUNCH_20 - 1]), 9, "stands in line 2 already"),
        (cell(SLEEVE_A, 1, "punch_20"), SLEEVE_A, "stands in line 2 already"),
        (cell(PUNCH_20, 2, ""), PUNCH_20, "is no name"),
        (cell(PUNCH_20, 2, "a\x1bb"), PUNCH_20, "is no name"),
        (cell(PUNCH_20, 3, "assault"), PUNCH_20, "is no category"),
        (cell(PUNCH_20, 4, "weave"), PUNCH_20, "is punch or kick or grapple, not 'weave'"),
        (cell(PUNCH_20, 5, "-"), PUNCH_20, "has a strength"),
        (cell(NP, 5, "90"), NP, "has no strength"),
        (cell(PUNCH_20, 5, "22"), PUNCH_20, "in steps of 5"),
        (cell(PUNCH_20, 5, "020"), PUNCH_20, "a strength is a number"),
        (cell(PUNCH_20, 6, "0"), PUNCH_20, "number of copies"),
        (cell(PUNCH_20, 7, "21"), PUNCH_20, "Fame is a number from 0 to 995"),
        (cell(PUNCH_20, 8, "set_aside"), PUNCH_20, "not the pile"),
        (cell(WEAVE, 8, "punch"), WEAVE, "not the pile"),
        (cell(PUNCH_20, 8, "Punch"), PUNCH_20, "not the pile"),
        (cell(PUNCH_20, 9, "guessed"), PUNCH_20, "reconstructed or rulebook"),
        (cell(SLEEVE_A, 2, "guessed"), SLEEVE_A, "reconstructed or rulebook"),
        (cell(STACK_01, 2, "guessed"), STACK_01, "reconstructed or rulebook"),
        (cell(STACK_01, 3, "ten"), STACK_01, "a row is a number"),
        (cell(WEAVE, 6, "3"), WEAVE, "shared evenly"),
        (
            cell(PUNCH_20, 1, "punch_25"),
            PUNCH_20,
            "punch_25 is not how an id spells 'Punch' with its strength; punch_20",
        ),
        (cell(PUNCH_20, 5, "25"), PUNCH_20, "punch_20 is not how an id spells 'Punch' with its strength; punch_25 is"),
        (cell(PUNCH_20, 2, "Jab"), PUNCH_20, "jab_20 is"),
        (cell(PB_40, 2, "Punch block"), PB_40, "nothing is"),
        (cell(WEAVE, 2, "Weave 3"), WEAVE, "nothing is"),
        (cell(PUNCH_20, 6, "4"), LAST, "the box has 21 punch cards, the file 22"),
        (cell(NP, 6, "2"), LAST, "the box has 3 neurochem punch cards, the file 2"),
        (changed(PB_40, None), LAST - 1, "9 punch_block cards"),
        (changed(SLEEVE_A, None), LAST - 1, "6 Sleeves, the file 5"),
        (changed(STACK_01, None), LAST - 1, "11 Stacks, the file 10"),
        (cell(STACK_01, 1, "punch_20_1"), STACK_01, "what a copy of another card is called"),
        (changed(SLEEVE_A + 1, LINES[SLEEVE_A] + "\tpunch"), SLEEVE_A + 1, "has 6 rows, others have 5"),
        (changed(STACK_01, LINES[STACK_01 - 1] + "\t0"), STACK_01, "has 6 rows, others have 5"),
        (cell(SLEEVE_A, 3, "bite"), SLEEVE_A, "names no pile: bite"),
        (cell(STACK_01, 3, "9"), STACK_01, "makes 39 cards, not 40"),
        (changed(STACK_01, "stack\tstack_01\trulebook\t0\t18\t0\t18\t4"), STACK_01 + 1, "need 25 cards of kick"),
        (PEACEFUL, STACK_01, "may make a deck without an Attack"),
    ],
)
def test_a_card_set_that_cannot_be_played_is_refused_with_file_line_and_reason(
    text: bytes, line: int, reason: str
) -> None:
    with pytest.raises(CardSetError, match=rf"^box\.tsv:{line}: ") as error:
        parse(text, "box.tsv")
    assert reason in str(error.value)


def test_the_record_names_a_set_as_the_table_does() -> None:
    assert SHIPPED.digest == card_set_digest(SHIPPED_TEXT)
    assert RULES.load_data(SHIPPED_TEXT).digest == RULES.default_data
    with pytest.raises(CardSetError, match="card set:1: "):
        RULES.load_data(b"")


def test_narration_reads_every_name_and_strength_off_the_id() -> None:
    """The sentence of a fact knows no card set: the loader sees to it that the id tells what the set says."""
    for printed in RULES.load_data(stronger(SHIPPED_TEXT)).prints:
        strength = [] if printed.strength is None else [str(printed.strength)]
        assert spoken(printed.card, Words()) == " ".join([printed.name, *strength])


def four_neurochem_piles(text: bytes) -> bytes:
    """Return the set with a pile for each kind of Neurochem and eight rows (R3)."""
    lines = []
    for line in text.decode().split("\n"):
        cells = line.split("\t")
        if cells[0] == "card" and cells[8] == "neurochem":
            cells[8] = cells[1]
        elif cells[0] == "sleeve":
            cells = [*cells[:-1], "neurochem_punch", "neurochem_kick", "neurochem_grapple", "neurochem_block"]
        elif cells[0] == "stack":
            cells = [*cells[:5], *_spread(int(cells[5]), int(cells[6]), int(cells[7]) - 4), "1", "1", "1", "1"]
        lines.append("\t".join(cells))
    return "\n".join(lines).encode()


def _spread(third: int, blocks: int, more: int) -> tuple[str, str]:
    """Put the Neurochems beyond four into rows that the box can supply."""
    added = min(more, max(0, 7 - blocks))
    return str(third + more - added), str(blocks + added)


def stronger(text: bytes) -> bytes:
    """Return the set with Punches of 95 instead of 80, as an owner of the printed game might correct it."""
    return text.replace(b"punch_80\tPunch\tattack\tpunch\t80\t3\t80", b"punch_95\tPunch\tattack\tpunch\t95\t3\t95")


@pytest.mark.parametrize("edit", [four_neurochem_piles, stronger])
def test_another_set_is_played_without_touching_the_rules(edit: Callable[[bytes], bytes]) -> None:
    text = edit(SHIPPED_TEXT)
    data = RULES.load_data(text)
    assert data.digest != SHIPPED.digest
    chance = QuickChance(5)
    state = deal(RULES, setup_of(data, mode="fame_match"), chance).state
    for _ in range(80):
        if state.outcome is not None:
            break
        (seat,) = RULES.to_act(state)
        state = act(RULES, state, seat, sample(RULES, state, seat, chance), chance).state
    assert state.fight.counter > 0 or state.outcome is not None
