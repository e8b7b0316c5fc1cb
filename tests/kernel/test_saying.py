"""What values and commands are called, and how a list of commands tells each from the others."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.display.board import CardPicture, Panel, Picture, Zone
from domain.kernel.display.helping import Asked
from domain.kernel.display.hints import NOTHING, Hints
from domain.kernel.display.saying import distinct, plainly
from domain.kernel.display.wording import Wording, cards_of
from domain.kernel.display.words import Words
from domain.kernel.messages import Command
from domain.kernel.refusals import Refusal

ACE = CardPicture("A♦", "Ace of Diamonds", "D1")
TANK = CardPicture("▲u7 Panzer IV", "Panzer IV (7): attack 4", "u7")
NINE = CardPicture("9♣", "9 of Clubs", "slot/1", badges=("slot 1",))
BACK = CardPicture("▒", back=True)
HINTS = NOTHING._replace(
    glossary={"seer": ("Seer", "You see the top card.")},
    called=lambda value, words: "Hearts" if value == "H" else None,
)
WORDING = Wording(Words(["Ada", "Ben"]), {"D1": ACE, "u7": TANK, "slot/1": NINE}, HINTS)


@pytest.mark.parametrize(
    ("value", "field", "short", "full", "key"),
    [
        ("D1", "card", "Ace of Diamonds", "Ace of Diamonds", "D1"),
        ("u7", "unit", "▲u7 Panzer IV", "u7  Panzer IV (7): attack 4", "u7"),
        (1, "slot", "9 of Clubs", "9 of Clubs (slot 1)", "slot/1"),
        (1, "target", "Ben", "Ben", "1"),
        ("seer", "ability", "Seer", "Seer: You see the top card.", "seer"),
        ("H", "suit", "Hearts", "Hearts", "H"),
        ("grave_robber", "ability", "grave robber", "grave robber", "grave_robber"),
        (True, "skip", "yes", "yes", "true"),
        (False, "skip", "no", "no", "false"),
        (None, "card", "none", "none", "null"),
        (("c1", "c2"), "path", "c1 c2", "c1 c2", '["c1","c2"]'),
        ({"a": 1}, "odd", '{"a":1}', '{"a":1}', '{"a":1}'),
    ],
)
def test_a_value_has_words_and_one_key(value: Any, field: str, short: str, full: str, key: str) -> None:
    assert (WORDING.short(value, field), WORDING.full(value, field), WORDING.key(value, field)) == (short, full, key)


def test_values_stand_as_they_lie_on_the_board() -> None:
    """The own cards first; what lies nowhere comes last."""
    zones = Zone("Row", "row", (BACK, ACE, ACE)), Zone("Hand", "hand", (TANK,))
    picture = Picture("", panels=(Panel("Ben", "other", zones=zones[:1]), Panel("Ada", "own", zones=zones[1:])))
    assert list(cards_of(picture)) == ["u7", "D1"]
    assert Wording(Words(), cards_of(picture)).in_order(("x", "D1", 3, "u7")) == [3, 1, 0, 2]


def test_a_command_without_a_sentence_is_told_by_its_fields() -> None:
    body = {"card": "D1", "targets": [{"unit": "u7"}, {"seat": 1}], "none": []}
    assert plainly("play_it", body, WORDING) == "Play it: card Ace of Diamonds, targets ▲u7 Panzer IV, Ben."
    assert plainly("stake", {"coins": 1, "on": 1}, WORDING, {"coins"}) == "Stake: coins 1, on Ben."
    assert plainly("pass", {}, WORDING) == "Pass."
    assert WORDING.name("attack", "with all") == "Attack (with all)"
    assert WORDING.called("targets/0/unit") == "unit"


def test_no_two_commands_of_a_list_say_the_same() -> None:
    """Two copies of a card differ in their labels, an order in its places; what is alike is not repeated."""
    bodies = [{"target": 1, "cards": ["D1-1"]}, {"target": 1, "cards": ["D1-2"]}, {"target": 2, "cards": ["D2-1"]}]
    told = distinct(["Destroy an Ace.", "Destroy an Ace.", "Destroy a Two."], bodies, Words())
    assert told == ["Destroy an Ace. (D1-1)", "Destroy an Ace. (D1-2)", "Destroy a Two."]
    assert distinct(["A.", "A."], [{"n": 1}, {"n": True}], Words()) == ["A. (1)", "A. (true)"]


class Place(Command, tag="place", frozen=True, kw_only=True):
    """A command that names a card."""

    card: str


def test_a_card_that_cannot_be_used_says_what_would_help() -> None:
    """The refusal that tells most is the later one in the game's table; other cards keep their reasons."""
    hints = Hints((), {}, {"early": "Wait.", "dear": "Play a lower card."})
    reasons = {"D1": "dear", "D2": "early", "D3": "strange"}

    def may(command: Any) -> Refusal | None:
        return Refusal(reasons[command.card], "rule", "No.", "R1") if command.card in reasons else None

    asked = Asked(may)
    cards = [
        CardPicture("", id=card, why_not="No." if asked(Place(card=card)) else None)
        for card in ("D1", "D2", "D3", "D4")
    ]
    picture = Picture("", panels=(Panel("", "own", zones=(Zone("", "hand", tuple(cards)),)),))
    (zone,) = asked.helped(picture, hints, Words()).panels[0].zones
    assert [card.why_not for card in zone.cards] == ["No. Play a lower card.", "No. Wait.", "No.", None]
