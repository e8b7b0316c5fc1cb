"""The card set as data: what is shipped, and every check of the loader with file, line and reason (2.8)."""

from __future__ import annotations

from collections import Counter

import pytest

from domain.games.panic_clan_inviter.cards.card_file import SHIPPED, SHIPPED_TEXT, parse
from domain.games.panic_clan_inviter.rules import RULES
from domain.games.panic_clan_inviter.vocabulary import MagicCard, NumberCard, RuleCard
from domain.kernel.cards.card_sets import CardSetError, card_set_digest
from tests.games.panic_clan_inviter.given import A, B, awaited, given, hand, place, play, rows, started, texts

TEXT = SHIPPED_TEXT


def test_the_shipped_set_has_the_sums_of_the_rulebook() -> None:
    """2.1 [Components]."""
    copies = Counter(dict.fromkeys((NumberCard, RuleCard, MagicCard), 0))
    for card in SHIPPED.definitions:
        copies[type(card)] += card.copies
    assert copies == {NumberCard: 52, RuleCard: 8, MagicCard: 12}
    assert len(SHIPPED.kinds) == 39
    assert len(SHIPPED.pack) == 72
    assert len(SHIPPED.deck) == 71
    assert (SHIPPED.id, SHIPPED.start, SHIPPED.warnings) == ("reconstruction_1", "command", ())


def test_a_set_is_named_by_the_digest_of_its_bytes() -> None:
    assert SHIPPED.digest == card_set_digest(TEXT)
    assert RULES.data_sets == {SHIPPED.digest: SHIPPED}
    assert RULES.default_data == SHIPPED.digest
    assert RULES.load_data(texts(g6="draw(2)")).digest != SHIPPED.digest


def test_master_order_is_the_order_of_the_table_then_the_copy() -> None:
    assert SHIPPED.in_order(("fortune#1", "b1#2", "b1#1", "?", "command#1", "r7#2")) == (
        "r7#2",
        "b1#1",
        "b1#2",
        "command#1",
        "fortune#1",
        "?",
    )
    assert SHIPPED.rank["mimic#4"] < SHIPPED.rank["command"] < SHIPPED.rank["fortune"]


def test_every_card_has_its_names_and_its_mark() -> None:
    mimic = SHIPPED.by_kind["mimic"]
    assert (mimic.japanese, mimic.reading, mimic.english, mimic.provenance) == (
        "ミミック",
        "Mimikku",
        "Mimic",
        "rulebook",
    )
    marks = Counter(card.provenance for card in SHIPPED.definitions)
    assert marks == {"rulebook": 9, "rulebook-name": 10, "reconstructed": 20}


def test_a_corrected_number_is_played_without_touching_code() -> None:
    """Issue 4: one number changed."""
    cards = parse(texts(g6="draw(3)"))
    _, after = play(given(cards=cards, hands={A: "g6"}, top="r1 r2 r3"), place("g6"))
    assert (hand(after, A), awaited(after)) == ("r1 r2 r3", (B, "choose_action"))
    _, before = play(given(hands={A: "g6"}, top="r1 r2 r3"), place("g6"))
    assert hand(before, A) == "r1"


def test_the_view_leads_to_the_cards_and_says_only_their_name() -> None:
    cards = parse(texts(g6="draw(3)"))
    table = started(2, 1, cards=cards).state
    name = cards.name
    assert name.cards is table.cards is cards
    assert (name.id, name.digest) == ("corrected", cards.digest)


def line_of(kind: str) -> int:
    """Return the line of a kind in the shipped file, from 1."""
    return next(number for number, line in enumerate(TEXT.decode().splitlines(), 1) if line.startswith(f"{kind}\t"))


@pytest.mark.parametrize(
    ("kind", "column", "cell", "reason"),
    [
        ("r1", 0, "R1", "Expected `str` matching regex"),
        ("r2", 0, "r1", "the kind r1 stands on line 3 already"),
        ("r1", 1, "spell", "'spell' is none of the types number, rule, magic"),
        ("r1", 1, "rule", "only number cards have a number"),
        ("command", 3, "red", "only number cards have a colour"),
        ("r1", 2, "x", "'x' is no number of number"),
        ("r1", 2, "9", "Expected `int` <= 7"),
        ("r1", 3, "pink", "Invalid enum value 'pink'"),
        ("r1", 3, "all", "the colour `all` and `static all_colours` belong together"),
        ("mimic", 3, "red", "the colour `all` and `static all_colours` belong together"),
        ("r1", 4, "0", "Expected `int` >= 1"),
        ("r1", 5, "", "Expected `str` of length >= 1"),
        ("r1", 9, "guessed", "Invalid enum value 'guessed'"),
        ("r1", 8, "fly()", "'fly()' is not in the vocabulary of this type of card"),
        ("r1", 8, "draw(", "'draw(' is not in the vocabulary of this type of card"),
        ("r1", 8, "cost discard_from_hand(1)", "is not in the vocabulary of this type of card"),
        ("fortune", 8, "static all_colours", "is not in the vocabulary of this type of card"),
        ("r1", 8, "draw(0)", "Expected `int` >= 1"),
        ("r1", 8, "draw(two)", "Expected `int`, got `str`"),
        ("r1", 8, "draw()", "missing required field `count`"),
        ("r1", 8, "draw(1, 2)", "'draw(1, 2)' has too many parameters"),
        ("r1", 8, "draw(1, count=2)", "'draw(1, count=2)' gives count twice"),
        ("r1", 8, "draw(cards=2)", "unknown field `cards`"),
        ("r1", 8, "lose_turn(everybody)", "Invalid enum value 'everybody'"),
        ("r1", 8, "move_from_hand(next, random, deck)", "Invalid enum value 'deck'"),
        ("y1", 8, "enact_rule(discard, optional=maybe)", "Expected `bool`, got `str`"),
        ("y7", 8, "static follow_permit(yellow); static follow_only(red)", "a number card has at most one static"),
        ("menace", 8, "extra_turns(1); cost discard_from_hand(1)", "at most one cost, before its effects"),
        ("evolution", 8, "number above own_last", "Invalid enum value 'above'"),
        ("evolution", 8, "number ge their_last", "Invalid enum value 'their_last'"),
        ("evolution", 8, "number ge own_last +9", "Expected `int` <= 6"),
        ("evolution", 8, "colour same own_last +1", "unknown field `offset`"),
        ("evolution", 8, "anything goes", "'anything goes' is no condition"),
        ("r1", 2, "2", "there are more than 2 cards with the number 2, red"),
        ("r1", 4, "3", "there are more than 2 cards with the number 1, red"),
        ("evolution", 8, "starts active; number ge own_last", "2 rule cards start active instead of one"),
    ],
)
def test_a_bad_cell_is_refused_with_file_line_and_reason(kind: str, column: int, cell: str, reason: str) -> None:
    with pytest.raises(CardSetError) as raised:
        parse(rows({kind: {column: cell}}), "mine.tsv")
    where, _, said = str(raised.value).partition(": ")
    line = 4 if reason.startswith("the kind r1") or reason.endswith("number 2, red") else line_of(kind)
    assert where == f"mine.tsv:{line}"
    assert reason in said


LINES = TEXT.decode().splitlines()


def without(kind: str) -> list[str]:
    return [line for line in LINES if not line.startswith(f"{kind}\t")]


def copies(kind: str, count: int) -> list[str]:
    changed = []
    for line in LINES:
        cells = line.split("\t")
        if cells[0] == kind:
            cells[4] = str(count)
        changed.append("\t".join(cells))
    return changed


@pytest.mark.parametrize(
    ("lines", "end", "number", "reason"),
    [
        (["kinds", *LINES[1:]], "\n", 1, "the first line is `card_set`"),
        (["card_set\tBad Id", *LINES[1:]], "\n", 1, "the first line is `card_set`"),
        (LINES[:1], "\n", 2, "the second line names the columns"),
        (LINES[:1], "", 2, "the second line names the columns"),
        ([LINES[0], "kind\ttype", *LINES[2:]], "\n", 2, "the second line names the columns"),
        (LINES, "", 41, "the last line does not end"),
        ([*LINES[:3], "r2", *LINES[4:]], "\n", 4, "a card has 10 columns, not 1"),
        ([*LINES[:2], *LINES[-6:], *LINES[2:-6]], "\n", 9, "number cards come first"),
        (without("g7"), "\n", 40, "there are 0 of 2 cards with the number 7, green"),
        (copies("mimic", 3), "\n", 41, "there are 3 of 4 cards with the number 4, any colour"),
        (copies("fortune", 3), "\n", 41, "there are 13 magic cards instead of 12"),
        (without("rivalry"), "\n", 40, "there are 7 rule cards instead of 8"),
    ],
)
def test_a_bad_file_is_refused_with_file_line_and_reason(lines: list[str], end: str, number: int, reason: str) -> None:
    with pytest.raises(CardSetError) as raised:
        parse(("\n".join(lines) + end).encode(), "mine.tsv")
    where, _, said = str(raised.value).partition(": ")
    assert reason in said
    assert where == f"mine.tsv:{number}"


def test_no_rule_starts() -> None:
    with pytest.raises(CardSetError, match="0 rule cards start active"):
        parse(texts(command="colour same own_last"))


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(CardSetError, match=r"mine\.tsv:3: this is not UTF-8"):
        parse(TEXT.replace("ゴブリン略奪隊".encode(), b"\xff"), "mine.tsv")


def test_a_line_card_returned_by_a_number_card_is_a_warning() -> None:
    """Check 4: two players could undo each other for ever."""
    cards = parse(texts(r2="remove_from_line(chosen_other_last, owner_hand)"), "mine.tsv")
    (warning,) = cards.warnings
    assert warning.startswith("mine.tsv:4: r2 lets two players undo each other")
    assert parse(texts(menace="remove_from_line(chosen_other_last, owner_hand)")).warnings == ()


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("y6", "enact_rule(hand, optional=no)"),
        ("summon", "place_number(hand, obey_rule=no, optional=no)"),
        ("r2", "draw(1); place_number(hand, obey_rule=yes, optional=no)"),
    ],
)
def test_h2_a_hidden_hand_cannot_be_forced(kind: str, text: str) -> None:
    """R26, section 5: what is asked of a hidden hand can always be declined, so no card may say otherwise."""
    with pytest.raises(CardSetError, match=rf"^mine.tsv:{line_of(kind)}: .*optional=yes \(R26\)$"):
        parse(texts(**{kind: text}), "mine.tsv")
