"""What all screens with a table have in common: their keys, and a sentence where the terminal is too small for them."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from typing import Any, ClassVar

from textual import events
from textual.screen import Screen
from textual.widgets import Static

from domain.kernel.display.words import Words
from terminal.keys import OnKey, Section

LEAST = (40, 15)  # columns and rows: below that neither a board nor a story can be read
LOW = 30  # rows: a terminal with fewer shows no frames
ALWAYS = Section(
    "The program",
    (
        OnKey("app.explain", ("question_mark", "f1"), "show this help"),
        OnKey("app.command_palette", ("ctrl+p",), "search for a command"),
        OnKey("app.other_theme", ("ctrl+t",), "change between dark and light"),
        OnKey("app.quit", ("q", "ctrl+d"), "quit"),
    ),
)


def is_too_small(columns: int, rows: int) -> bool:
    """Say whether a terminal has no room for a table."""
    return columns < LEAST[0] or rows < LEAST[1]


class TableScreen(Screen[None]):
    """A screen with panes. `sections` say what its keys do; a subclass binds them by `bindings_of`."""

    sections: ClassVar[tuple[Section, ...]] = (ALWAYS,)
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-middle"), (140, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (LOW, "-high")]
    DEFAULT_CSS = """
    TableScreen { layers: base over; }
    TableScreen > .too-small { layer: over; display: none; width: 100%; height: 100%; background: $background; }
    TableScreen.-too-small > .too-small { display: block; }
    """

    def __init__(self, words: Words) -> None:
        super().__init__()
        self.words = words

    def too_small(self) -> Static:
        """Return the widget that stands before all others where the terminal is too small; each screen has it."""
        columns, rows = LEAST
        text = self.words.say(
            "This terminal is too small: {columns} columns and {rows} rows are needed.", columns=columns, rows=rows
        )
        return Static(text, classes="too-small", markup=False)

    def on_resize(self, event: events.Resize) -> None:
        """Show the sentence, or what it stood before."""
        self.set_class(is_too_small(*event.size), "-too-small")

    def explained(self) -> Iterable[tuple[str, tuple[tuple[str, str], ...]]]:
        """Yield what the help says beside the keys: titles, and under each signs with their meanings."""
        return ()

    def doing(self, action: str) -> Callable[[], Coroutine[Any, Any, None]]:
        """Return what does an action of this screen."""
        return partial(self.run_action, action)
