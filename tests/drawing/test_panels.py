"""What belongs to a seat: its head, its places, and the squares of a map, where there is little room."""

from __future__ import annotations

import re

import pytest

from domain.kernel.display.board import Badge, CardPicture, Counter, Panel, Zone
from domain.kernel.display.look import PLAIN, Look, Mark
from drawing.brush import Brush
from drawing.grid import ABOVE, draw_grid
from drawing.panels import PADDING, Form, draw_panel
from drawing.zones import Saying, Sizes, draw_zones

FORM = Form(Sizes(44, 44, thin=True), small=True)


def brush() -> Brush:
    return Brush("light", PLAIN)


@pytest.mark.parametrize("room", [80, 112, 150])
def test_a_badge_is_no_wider_than_its_panel(room: float) -> None:
    seat = Panel(label="Seat 1", role="other", seat=1, badges=(Badge("one card short", "warning"),))
    drawn = draw_panel(brush(), seat, room, FORM, Saying(), ()).svg
    outlines = [float(end) + 22 for end in re.findall(r'<path d="M11 0h([\d.]+)', drawn)]
    assert outlines
    assert max(outlines) <= room - 2 * PADDING


@pytest.mark.parametrize(("left", "struck"), [(0, True), (1, False)])
def test_a_seat_of_which_nothing_is_left_is_struck_out(left: int, struck: bool) -> None:
    """Wherever it is drawn: the panel at the bottom keeps its empty places."""
    places = (Zone("Hearts", kind="row", cards=(), slots=3),)
    seat = Panel(label="Seat 1", role="other", seat=1, counters=(Counter("Health", left),), zones=places)
    assert ('<path d="M0 10H' in draw_panel(brush(), seat, 300, FORM, Saying(), places).svg) is struck


def test_empty_places_become_thin_before_cards_overlap() -> None:
    cards = tuple(CardPicture(str(i), look=Look(rank=str(i))) for i in (1, 2))
    zones = [Zone("a", kind="row", cards=cards, slots=5), Zone("b", kind="row", cards=cards, slots=5)]
    wide = Sizes(60, 60, thin=False)
    tight = draw_zones(brush(), zones, wide, 420, Saying())
    roomy = draw_zones(brush(), zones, wide, 900, Saying())
    assert tight.width <= 420
    assert tight.svg.count("translate(69 0)") == 2, "each second card lies a whole card beyond the first"
    assert roomy.width > 2 * 5 * 60, "where there is room, an empty place is as wide as a card"


@pytest.mark.parametrize("square", [48, 55, 80, 120])
def test_a_piece_leaves_the_name_and_the_marks_of_its_square_free(square: float) -> None:
    """Where a square is small, a number and two marks stand beside its name."""
    marks = (Mark("works", "3", "three Factories"), Mark("lock", "", "locked"))
    tile = CardPicture("b5", kind="tile", id="b5", at=(0, 0), look=Look(marks=marks))
    piece = CardPicture("Guard", kind="piece", owner=0, at=(0, 0), look=Look(title="Guard"))
    drawn = draw_grid(brush(), Zone("Field", kind="grid", cards=(tile, piece), size=(1, 1)), square, "", 0).svg
    (begun,) = re.findall(r'translate\([\d.]+ ([\d.]+)\)"><g><title>Guard', drawn)
    assert float(begun) >= ABOVE
    assert ("-lock" in drawn) is (square >= 55), "smaller than on a phone there is no room"
