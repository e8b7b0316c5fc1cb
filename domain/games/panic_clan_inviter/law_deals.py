"""Rigged deals for the laws: what play by chance meets too seldom."""

from __future__ import annotations

from functools import partial

from domain.games.panic_clan_inviter.cards.card_file import SHIPPED, SHIPPED_TEXT
from domain.kernel.cards.law_deals import LawDeal, cards_on_top

_top = partial(cards_on_top, of=SHIPPED.deck)

_GIVERS = ("b6", "b6", "mimic", "mimic", "mimic")  # under Command they follow each other in any order
_SHORT = {"start_player": 0, "turn_limit": 20}
_TYPE, _TEXT = 1, 8  # columns
_SINGLE_CARDS = ("discard_hand(); draw(1)", "move_from_hand(next, owner, actor)")  # of number cards, by turns


def _single_cards() -> bytes:
    """Return the text of a card set in which hands shrink to one card and have to give it; every card follows any."""
    lines = SHIPPED_TEXT.decode("utf-8").splitlines()
    lines[0] = "card_set\tlaws"
    for number, line in enumerate(lines[2:], 2):
        cells = line.split("\t")
        if cells[_TYPE] == "number" and not cells[_TEXT].startswith("static"):
            cells[_TEXT] = _SINGLE_CARDS[number % 2]
        elif cells[_TYPE] == "rule":
            cells[_TEXT] = ("starts active; " if "starts active" in cells[_TEXT] else "") + "number le own_last +6"
        lines[number] = "\t".join(cells)
    return "\n".join([*lines, ""]).encode("utf-8")


SINGLE_CARDS = _single_cards()

LAW_DEALS = (
    LawDeal(
        "A card handed over in secret, two seats",
        2,
        _SHORT,
        {"deck": _top(*_GIVERS, "r2", "y3", "g5", "menace", "fortune", "b7", "revive", "b1", "r1")},
    ),
    LawDeal(
        "Fairies: hands are given, swapped and picked from",
        2,
        _SHORT,
        {"deck": _top("b6", "b7", "b1", "r1", "mimic", "b7", "b6", "b1", "r1", "mimic", "evolution", "innovation")},
    ),
    LawDeal(
        "Magic in every hand",
        3,
        {"start_player": 0, "turn_limit": 30},
        {
            "deck": _top(
                *("fortune", "quick_march", "menace", "r2", "r3"),
                *("fascinate", "summon", "revive", "b2", "b6"),
                *("fortune", "menace", "summon", "g7", "g1"),
            )
        },
    ),
    LawDeal(
        "A card handed over in secret, three seats",
        3,
        _SHORT,
        {"deck": _top(*_GIVERS, *("r2", "y3", "g5", "menace", "evolution"), *("r2", "y3", "g5", "menace", "fortune"))},
    ),
    LawDeal(
        "Dwarves and Elves: rules from hand and discard pile, discards of choice",
        4,
        _SHORT | {"missing_neighbour_line": "mimic_only"},
        {
            "deck": _top(
                *("y6", "y6", "mimic", "mimic", "g1"),
                *("summon", "summon", "g1", "g7", "rivalry"),
                *("y1", "y7", "g6", "mutation", "r1"),
                *("b7", "b6", "b1", "innovation", "mimic"),
            )
        },
    ),
    LawDeal(
        "A card handed over in secret, two hands that hold it",
        3,
        _SHORT,
        {"deck": _top("b6", "mimic", "mimic", "b5", "b5", "b6", "mimic", "mimic", "b3", "b3", "g1", "r2", "y2")},
    ),
    LawDeal(
        "Five seats, long lines: the deck runs out, hands at the limit",
        5,
        {"start_player": 0, "turn_limit": 90, "line_goal": 8, "reverse_with_two": "extra_turn"},
        {"deck": _top("r1", "b6", "b7", "r7", "r6", "b6", "b1", "r1", "fortune", "b7")},
    ),
    LawDeal(
        "Hands of one card, which has to be given",
        3,
        {"card_set": "laws", "line_goal": 8, "turn_limit": 60},
        {},
        SINGLE_CARDS,
    ),
)
