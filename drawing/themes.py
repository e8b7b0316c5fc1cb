"""Colours by what they are for: a light and a dark theme, one for paper, and what a game's costume changes in them.

The values and their measured contrast are those of the design. On paper a table costs no ink: white grounds, light
backs, and the tones of the light theme whatever the costume says.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

from domain.kernel.display.look import Costume, Role, Shades

Theme: TypeAlias = Literal["light", "dark", "print"]
THEMES: tuple[Theme, ...] = get_args(Theme)

_LIGHT: Shades = {
    "table": "#e9ecea", "panel": "#f8faf8", "line": "#c9d0cb", "ink": "#1a1f1c", "ink2": "#4d5751",
    "accent": "#17603a", "on-accent": "#ffffff", "act": "#0b57d0", "on-act": "#ffffff", "good": "#17603a",
    "warn": "#8a4b00", "shadow": "#1a1f1c",
    "face": "#ffffff", "face-ink": "#1a1f1c", "edge": "#b9c2bc", "dim-face": "#eef1ef", "dim-ink": "#66706a",
    "back-a": "#17603a", "back-b": "#2c7a52",
    "red": "#b3261e", "orange": "#a1440a", "yellow": "#755700", "green": "#1c6a36", "teal": "#0b6470",
    "blue": "#1d4eb3", "violet": "#6a35b0", "slate": "#2f363d",
}  # fmt: skip
_DARK: Shades = {
    "table": "#14181a", "panel": "#1e2427", "line": "#3a4348", "ink": "#eef2f0", "ink2": "#aab4b0",
    "accent": "#6fd49a", "on-accent": "#08140d", "act": "#8ab8ff", "on-act": "#06152e", "good": "#79d6a0",
    "warn": "#f3c15f", "shadow": "#000000",
    "face": "#262d31", "face-ink": "#f1f4f2", "edge": "#465056", "dim-face": "#1f2528", "dim-ink": "#8d9893",
    "back-a": "#1d6a47", "back-b": "#2b8059",
    "red": "#ff8f86", "orange": "#ffab6b", "yellow": "#f0cd57", "green": "#80d896", "teal": "#62d3dd",
    "blue": "#96b9ff", "violet": "#cbaaff", "slate": "#cbd3da",
}  # fmt: skip
_PRINT: Shades = {
    **_LIGHT,
    "table": "#ffffff", "panel": "#ffffff", "line": "#9aa29d", "ink": "#000000", "ink2": "#3d4440",
    "accent": "#000000", "act": "#000000", "good": "#000000", "warn": "#000000",
    "face": "#ffffff", "face-ink": "#000000", "edge": "#6d746f", "dim-face": "#ffffff", "dim-ink": "#66706a",
    "back-a": "#ffffff", "back-b": "#9aa29d",
}  # fmt: skip


def shades(theme: Theme, costume: Costume) -> Mapping[Role, str]:
    """Return every colour of a game's table in a theme."""
    match theme:
        case "light":
            return {**_LIGHT, **costume.light}
        case "dark":
            return {**_DARK, **costume.dark}
        case "print":
            return _PRINT


def mixed(one: str, other: str, share: float) -> str:
    """Return a colour between two: `share` of the first."""
    pairs = zip(_channels(one), _channels(other), strict=True)
    return "#" + "".join([f"{round(share * a + (1 - share) * b):02x}" for a, b in pairs])


def _channels(colour: str) -> tuple[int, ...]:
    return tuple([int(colour[i : i + 2], 16) for i in (1, 3, 5)])


def contrast(one: str, other: str) -> float:
    """Return the ratio of contrast between two colours. Source: WCAG 2.2, "contrast ratio"."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    linear = [
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
        for channel in [value / 255 for value in _channels(colour)]
    ]
    red, green, blue = linear
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
