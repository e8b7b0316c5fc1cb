"""What the keys of the playing screen do."""

from __future__ import annotations

from terminal.keys import OnKey, Section
from terminal.table_screen import ALWAYS

SECTIONS = (
    Section(
        "Answering",
        (
            OnKey("move(-1)", ("up",), "the choice above"),
            OnKey("move(1)", ("down",), "the choice below"),
            OnKey("answer", ("enter",), "take the choice, or what was typed"),
            OnKey("mark", ("space",), "of several choices: take one more, or drop it"),
            OnKey("back", ("b", "escape"), "back to the first question"),
            OnKey("concede", ("c",), "concede the game"),
        ),
    ),
    Section(
        "Looking",
        (
            OnKey("knowledge", ("k",), "what you know, or the story again"),
            OnKey("since", ("w",), "what happened since your last action"),
            OnKey("alone", ("z", "v"), "the board alone, or with all panes"),
            OnKey("app.focus_next", ("tab",), "scroll the next pane"),
        ),
    ),
    ALWAYS,
)
HINT = "↑ ↓ Enter or a number · b back · w k z look · c concede · ? help · q leave"
ANSWERING = frozenset(
    ("enter", "space", "comma", "backspace", "y", "n", "up", "down", *"0123456789")
)  # keys that choose something
