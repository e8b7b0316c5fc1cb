"""What a key does, said once: the bindings, the help screen and the command palette are all made from it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from textual.binding import Binding, BindingType


class OnKey(NamedTuple):
    """An action with the keys that bring it about, as Textual names them, and what it does, as a message id."""

    action: str
    keys: tuple[str, ...]
    text: str


class Section(NamedTuple):
    """Actions that belong together, under a title (a message id)."""

    title: str
    keyed: tuple[OnKey, ...]


_SIGNS = {
    "right": "→",
    "left": "←",
    "up": "↑",
    "down": "↓",
    "home": "Home",
    "end": "End",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "question_mark": "?",
    "slash": "/",
    "plus": "+",
    "equals_sign": "=",
    "minus": "-",
    "right_square_bracket": "]",
    "left_square_bracket": "[",
    "space": "Space",
    "tab": "Tab",
    "enter": "Enter",
    "escape": "Esc",
}


def bindings_of(sections: Iterable[Section]) -> list[BindingType]:
    """Return the bindings of a screen; its help and its palette say more than a footer could."""
    return [
        Binding(",".join(keyed.keys), keyed.action, keyed.text, show=False)
        for section in sections
        for keyed in section.keyed
        if keyed.keys
    ]


def sign_of(key: str) -> str:
    """Return a key as people write it: `→`, `Ctrl+P`, `G` for g with Shift."""
    *held, last = key.split("+")
    name = _SIGNS.get(last, last.capitalize() if held or len(last) > 1 else last)
    return "+".join([*(word.capitalize() for word in held), name])
