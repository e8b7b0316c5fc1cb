"""The colours of pages: one set of tokens with the drawings, twice written the same, and legible in every theme."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import get_args

import pytest

from domain import games
from domain.kernel.display.look import PLAIN, Shades, Tone
from drawing.themes import contrast, mixed, shades

TEXT, LINE = 4.5, 3.0  # WCAG 2.2: 1.4.3 and 1.4.11
READ = (
    ("ink", "table"), ("ink", "panel"), ("ink2", "panel"), ("ink2", "table"), ("face-ink", "face"),
    ("dim-ink", "dim-face"), ("accent", "panel"), ("on-accent", "accent"), ("on-act", "act"), ("good", "panel"),
    ("warn", "panel"),
)  # fmt: skip
SEEN = (("act", "panel"), ("act", "table"), ("aim", "panel"), ("must", "panel"))


@cache
def tokens() -> dict[str, list[dict[str, str]]]:
    """Return the colours of each theme, as often as the style sheet says them."""
    text = (resources.files("web") / "static/styles/tokens.css").read_text("utf-8")
    found: dict[str, list[dict[str, str]]] = {}
    parts = re.split(r"/\* tokens: (\w+)", text)
    for name, part in zip(parts[1::2], parts[2::2], strict=True):
        for block in re.findall(r"\{([^{}]*)\}", part):
            colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", block))
            if "table" in colours:
                found.setdefault(name, []).append(colours)
    return found


def test_a_theme_that_is_chosen_is_the_one_that_is_preferred() -> None:
    assert [(name, len(said)) for name, said in tokens().items()] == [("light", 1), ("dark", 2), ("contrast", 2)]
    for said in tokens().values():
        assert all(one == said[0] for one in said)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pages_and_drawings_have_the_same_colours(theme: str) -> None:
    drawn = shades("light" if theme == "light" else "dark", PLAIN)
    said = tokens()[theme][0]
    assert [said[role] for role in drawn] == list(drawn.values())


@pytest.mark.parametrize("name", sorted(games.shipped()))
@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_every_text_and_every_ring_stands_out(theme: str, name: str) -> None:
    costume = games.game(name).costume
    own: Shades = {"light": costume.light, "dark": costume.dark}.get(theme, PLAIN.light)
    colour = dict(tokens()[theme][0])
    colour.update({str(role): shade for role, shade in own.items()})
    for least, pairs in ((TEXT, READ), (LINE, SEEN)):
        for one, other in pairs:
            assert contrast(colour[one], colour[other]) >= least - 0.05, (one, other)
    for tone in get_args(Tone):
        face = mixed(colour[tone], colour["face"], costume.tint)
        assert contrast(colour[tone], face) >= TEXT - 0.05, tone
