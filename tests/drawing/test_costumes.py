"""Costumes as styles: colours by theme, shapes once, and what a style chooses by as attributes."""

from __future__ import annotations

import re

from domain.kernel.display.look import PLAIN, Costume
from drawing.costumes import costume_marks, costume_styles, page_files

ROUND = Costume(voice="round", corner=14, ghost=True, tint=0.13, light={"ink": "#241a30"}, dark={"ink": "#f4eefb"})


def test_colours_go_by_the_theme_that_is_chosen_or_preferred() -> None:
    styles = costume_styles({"duel": ROUND})
    assert '[data-game="duel"] { --r-card: 14px; --r-panel: 10px; --tint: 13%; }' in styles
    chosen = re.findall(r'^:root\[data-theme="(\w+)"\] \S+, \S+ \{ (.*) \}$', styles, re.MULTILINE)
    assert chosen == [("light", "--ink: #241a30;"), ("dark", "--ink: #f4eefb;")]
    unsaid = re.findall(r"@media (.*) \{\n:root:not\(\[data-theme\]\) .* \{ (.*) \}\n\}", styles)
    assert unsaid == [
        ("(not (prefers-color-scheme: dark)) and (not (prefers-contrast: more))", "--ink: #241a30;"),
        ("(prefers-color-scheme: dark) and (not (prefers-contrast: more))", "--ink: #f4eefb;"),
    ]


def test_a_plain_game_has_shapes_and_no_colours() -> None:
    styles = costume_styles({"plain": PLAIN})
    assert ":root" not in styles
    assert "--r-card: 7px" in styles


def test_what_styles_choose_by_stands_in_attributes() -> None:
    assert costume_marks("duel", ROUND) == {
        "data-game": "duel",
        "data-voice": "round",
        "data-back": "lines",
        "data-ghost": "",
    }
    assert "data-cut" in costume_marks("duel", Costume(cut=True))


def test_the_signs_are_a_file_of_pages() -> None:
    assert b'<symbol id="fist"' in page_files({})["signs.svg"]
