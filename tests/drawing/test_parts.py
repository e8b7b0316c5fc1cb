"""The parts of a picture: signs, colours, texts that are made to fit."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from domain import games
from domain.kernel.display.board import CardPicture
from domain.kernel.display.look import PLAIN, Costume, Ground, Icon, Look, Motif, Role, Tone
from drawing import THEMES
from drawing.boxes import NONE, Box, below, beside, flow, number, padded, wide
from drawing.brush import Brush, drawings
from drawing.cards import draw_card
from drawing.lettering import balanced, fitted, measured, wrapped
from drawing.themes import Theme, contrast, mixed, shades

COSTUMES = [PLAIN, *[games.game(name).costume for name in sorted(games.shipped())]]


def test_every_sign_that_a_game_may_name_is_drawn_and_no_other() -> None:
    named = {*get_args(Motif), *get_args(Icon), *get_args(Ground)}
    assert drawings().keys() == named
    assert len({drawing for _, _, drawing in drawings().values()}) == len(named), "two signs look alike"
    for _, how, drawing in drawings().values():
        assert how
        assert not re.search(r"#[0-9a-f]{3}|<text|<image|href", drawing), "a sign has one colour and no text"


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("costume", COSTUMES)
def test_texts_and_tones_stand_out_from_what_is_behind_them(costume: Costume, theme: Theme) -> None:
    """WCAG 2.2, 1.4.3 and 1.4.11: 4.5 for text and ranks, 3 for lines and rings."""
    found = shades(theme, costume)
    brush = Brush(theme, costume)
    pairs: tuple[tuple[Role, Role], ...] = (
        ("ink", "table"), ("ink", "panel"), ("ink2", "table"), ("ink2", "panel"), ("face-ink", "face"),
        ("dim-ink", "dim-face"), ("good", "panel"), ("warn", "panel"), ("on-accent", "accent"),
    )  # fmt: skip
    for ink, ground in pairs:
        assert contrast(found[ink], found[ground]) >= 4.5, (ink, ground)
    for tone in get_args(Tone):
        assert contrast(found[tone], brush.face(tone)) >= 4.5, tone
    assert contrast(found["act"], found["panel"]) >= 3


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert mixed("#ff0000", "#0000ff", 0.25) == "#4000bf"


def test_each_tone_has_a_pattern_of_its_own() -> None:
    brush = Brush("print", PLAIN)
    for tone in get_args(Tone):
        brush.pattern(tone, "#000000")
    assert len({re.sub(r'id="[^"]*"', "", drawn) for drawn in brush.definitions.values()}) == len(get_args(Tone))


def test_a_text_is_made_smaller_before_it_is_cut() -> None:
    full = measured("Reinforcements", 12)
    assert fitted("Reinforcements", 12, full) == ("Reinforcements", 12)
    text, size = fitted("Reinforcements", 12, full * 0.9)
    assert text == "Reinforcements"
    assert 10 < size < 12
    text, size = fitted("Reinforcements", 12, full * 0.5)
    assert text.endswith("…")
    assert measured(text, size) <= full * 0.5
    assert fitted("Reinforcements", 12, 0)[0] == "…"


def test_lines_end_between_words_and_between_japanese_letters() -> None:
    assert wrapped("one two three", 10, measured("one two", 10)) == ["one two", "three"]
    assert wrapped("山札を切る。", 10, 40) == ["山札を切", "る。"]
    assert wrapped("山札を切る。", 10, 59) == ["山札を切", "る。"]
    assert wrapped("", 10, 40) == []


def test_lines_of_a_title_are_about_as_long() -> None:
    room = measured("Goblin Disruption", 10)
    assert wrapped("Goblin Disruption Unit", 10, room) == ["Goblin Disruption", "Unit"]
    assert balanced("Goblin Disruption Unit", 10, room) == ["Goblin", "Disruption Unit"]
    assert balanced("ゴブリン略奪隊", 10, 61) == ["ゴブリン", "略奪隊"]
    assert balanced("Kick", 10, 61) == ["Kick"]
    assert balanced("Reinforcements arrive", 10, measured("Reinforcements", 10)) == ["Reinforcements", "arrive"]


def test_boxes_stand_beside_and_below_each_other() -> None:
    one, two = Box(10, 5, "<a/>"), Box(20, 8, "<b/>")
    assert beside((one, two), 4)[:2] == (34, 8)
    assert below((one, two), 4)[:2] == (20, 17)
    assert beside((), 4) == below((), 4) == NONE
    assert flow((one, two, one), 35, (4, 2))[:2] == (34, 15)
    assert padded(one, 3)[:2] == (16, 11)
    assert wide(one, 30, align="middle").svg == '<g transform="translate(10 0)"><a/></g>'
    assert [number(value) for value in (-0.04, 1.25, 3.0)] == ["0", "1.2", "3"]


@pytest.mark.parametrize("free", [2.0, 8.0, 14.0, 24.0, 60.0])
def test_a_value_is_never_cut(free: float) -> None:
    """However little of a card is in sight below the next one."""
    card = CardPicture(id="x", face="10♦", look=Look(rank="10", tone="blue"))
    drawn = draw_card(Brush("light", PLAIN), card, 60.0, "a card", free=free).svg
    assert ">10</text>" in drawn
    assert ">…</text>" not in drawn
