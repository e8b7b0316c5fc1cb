"""The colours of the screens: by night, by day, and the sixteen of the terminal itself, which do without colour too."""

from __future__ import annotations

from typing import Literal, TypeAlias

from rich.console import Console
from textual.theme import BUILTIN_THEMES, Theme

Colours: TypeAlias = Literal["many", "sixteen"]

NIGHT = Theme(
    name="night",
    dark=True,
    primary="#96b9ff",
    secondary="#62d3dd",
    accent="#f0cd57",
    warning="#ffab6b",
    error="#ff8f86",
    success="#80d896",
    foreground="#e8e6e1",
    background="#15181c",
    surface="#1c2026",
    panel="#262c33",
    variables={"pane-border": "#454d57"},
)
DAY = Theme(
    name="day",
    dark=False,
    primary="#1d4eb3",
    secondary="#0b6470",
    accent="#755700",
    warning="#a1440a",
    error="#b3261e",
    success="#1c6a36",
    foreground="#1c1f23",
    background="#fbfaf7",
    surface="#f3f1ec",
    panel="#e6e3dc",
    variables={"pane-border": "#b9b5ab"},
)
THEMES: dict[Colours, tuple[Theme, Theme]] = {
    "many": (NIGHT, DAY),
    "sixteen": (BUILTIN_THEMES["ansi-dark"], BUILTIN_THEMES["ansi-light"]),
}


def colours_here() -> Colours:
    """Return how many colours the terminal has, as `TERM` and `COLORTERM` say; without colour it has sixteen."""
    console = Console(force_terminal=True)
    return "sixteen" if console.no_color or console.color_system in (None, "standard") else "many"
