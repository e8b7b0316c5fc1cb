"""The table in sentences: whatever a picture shows is said, and signs that stand alone have their meanings."""

from __future__ import annotations

from domain.kernel.display.board import Badge, CardPicture, Counter, Panel, Picture, Zone
from domain.kernel.display.hints import Hints
from domain.kernel.display.words import Words
from terminal.plain.board import spoken

SIGNS = Hints((), {"▲": "yours", "z": "rests", "◂": "the last card"}, {})


def said(*zones: Zone, role: str = "own") -> list[str]:
    """Return what is said of a seat's places."""
    assert role in ("own", "centre")
    panel = Panel("Ada", "own" if role == "own" else "centre", zones=zones)
    return spoken(Picture("A game", panels=(panel,)), Words(), SIGNS)[2:]


def test_a_table_is_said_from_top_to_bottom() -> None:
    panel = Panel(
        "Ada", "own", 0, (Counter("Health", 3), Counter("Hand", 2, 8)), (Badge("turn", "turn"), Badge("team A"))
    )
    picture = Picture("A game, round 1", ("Two rounds are left.",), (panel,), "Your turn: play a card")
    assert spoken(picture, Words()) == [
        "A game, round 1.",
        "Two rounds are left.",
        "Ada: turn, team A, Health 3, Hand 2 of 8.",
        "Your turn: play a card.",
    ]


def test_cards_are_said_in_their_order_by_name_with_their_marks() -> None:
    cards = (
        CardPicture("A♦", "Ace of Diamonds", "D1", lit=True, badges=("slot 1",)),
        CardPicture("7♥", "7 of Hearts", lit=False),
        CardPicture("▒▒", back=True),
        CardPicture("▒▒", back=True),
        CardPicture("u7", badges=("z",)),
    )
    assert said(Zone("Hand", "hand", cards)) == [
        "Hand: Ace of Diamonds (slot 1, can be used now); 7 of Hearts; 2 times face down; u7 (rests)."
    ]


def test_why_cards_cannot_be_used_is_said_once_for_each_reason() -> None:
    cards = tuple([CardPicture(face, face, lit=False, why_not="Too early.") for face in ("S1", "S2", "S2")])
    assert said(Zone("Hand", "hand", cards))[1:] == ["S1, S2 cannot be used now: Too early."]


def test_places_tell_how_much_is_there() -> None:
    top = (CardPicture("7♥", "7 of Hearts"),)
    assert said(
        Zone("Deck", "pile", count=30),
        Zone("Last", "pile", count=1),
        Zone("Discard", "pile", top, count=10),
        Zone("Row", "row", top, slots=3),
        Zone("Full", "row", top, slots=1, count=1),
        Zone("Stack", "row"),
        Zone("Line", "row", top, note="◂ Ace of Diamonds"),
        Zone("Market", "row", note="closed"),
    ) == [
        "Deck: 30 cards.",
        "Last: one card.",
        "Discard: 7 of Hearts; 10 cards in all.",
        "Row: 7 of Hearts; 2 empty places.",
        "Full: 7 of Hearts.",
        "Stack: nothing there.",
        "Line: 7 of Hearts; the last card: Ace of Diamonds.",
        "Market: closed.",
    ]


def test_a_grid_is_said_place_by_place() -> None:
    """Row after row; where the same lies the places are named together; a unit says whose it is."""
    cards = (
        CardPicture("a1 ▒▒", "face down", "a1", back=True, at=(0, 1)),
        CardPicture("b1 ▒▒", "face down", "b1", back=True, at=(1, 1)),
        CardPicture("a2 Road", "Road", "a2", at=(0, 0)),
        CardPicture("▲u7 Tank", "Tank (7)", "u7", badges=("z",), at=(0, 0)),
        CardPicture("Hills", "Hills", at=(1, 0)),
    )
    assert said(Zone("Map", "grid", cards, size=(2, 2)), role="centre") == [
        "Map: a2 Road, Tank (7) (yours, rests); column 2, row 1 Hills; a1, b1 face down."
    ]
