"""Values and offers in words."""

from __future__ import annotations

from typing import Any

import pytest

from domain.audit.choices import offered, scalar
from domain.audit.possible import Possible
from domain.kernel.display.hints import Hints
from domain.kernel.display.words import Words
from domain.kernel.offers import Arrangement, Domain, Flag, Free, Offer, OneOf, Range, Subset

ENGLISH = Words()


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "nothing"),
        (True, "yes"),
        (False, "no"),
        (7, "7"),
        ("point_phase", "point phase"),
        ("H7-1", "H7-1"),
        ("", "nothing"),
        ("a\x1b[31mb", "a[31mb"),
        (["A", "B"], "A, B"),
        ([], "nothing"),
        ({"card": "H7", "value": 7}, "H7 (value 7)"),
        ({"card": "H7"}, "H7"),
        ({"n": 1, "hand_count": 2}, "n 1, hand count 2"),
        ({}, "nothing"),
    ],
)
def test_a_value_of_a_view_is_told_in_words(value: Any, text: str) -> None:
    assert scalar(value, ENGLISH) == text


@pytest.mark.parametrize(
    ("fields", "ways", "text"),
    [
        ({}, 1, "end turn"),
        ({"card": OneOf(("H1", "H2"))}, 2, "end turn; card: H1 or H2  (2 ways)"),
        ({"card": OneOf((None,)), "loud": Flag()}, 2, "end turn; loud: no or yes  (2 ways)"),
        ({"targets/0/unit": Range(1, 3)}, None, "end turn; target 1, unit: 1 to 3"),
        ({"costs/1/card": OneOf(("A", "B"))}, None, "end turn; costs 2, card: A or B"),
        ({"some": Subset(("A", "B", "C"), 1, 9)}, 7, "end turn; some: 1 to 3 of A, B, C  (7 ways)"),
        ({"some": Subset(("A", "B"), 2, 2)}, 1, "end turn; some: 2 of A, B"),
        ({"some": Subset((), 0, 3)}, 1, "end turn"),
        ({"some": Arrangement(("A", "B"), 2, 2)}, 2, "end turn; some: 2 of A, B in any order  (2 ways)"),
        ({"text": Free({})}, None, "end turn; text: anything that fits"),
    ],
)
def test_an_offer_is_told_in_words(fields: dict[str, Domain], ways: int | None, text: str) -> None:
    assert offered(Possible(Offer("end_turn", fields), ways), ENGLISH) == text


def test_a_word_of_the_game_has_its_name() -> None:
    hints = Hints((), {}, {}, glossary={"seer": ("Seer", "You see the top card.")})
    keep = Offer("keep", {"abilities": Subset(("seer", "grave_robber"), 1, 1)})
    assert offered(Possible(keep, 2), ENGLISH, hints) == "keep; abilities: 1 of Seer, grave robber  (2 ways)"
    assert scalar({"seat": 1, "abilities": ["seer"]}, ENGLISH, hints) == "seat 1, abilities Seer"


def test_a_hint_of_an_offer_is_told() -> None:
    assert offered(Possible(Offer("end_turn", {}, "your turn ends"), 1), ENGLISH) == "end turn – your turn ends"
