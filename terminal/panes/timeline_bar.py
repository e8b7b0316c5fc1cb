"""A record from its first entry to its last on one line, with marks where something happened; a click goes there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from domain.audit.marks import Mark

SIGNS: Mapping[Mark, str] = {
    "end": "■",
    "out": "✕",
    "rewind": "↶",
    "pause": "‖",
    "clock": "◷",
    "note": "✎",
    "reshuffle": "↻",
    "turn": "┴",
}
HERE, TRACK = "●", "─"
MOST_TURNS = 4  # columns for each turn, or turns are not marked: they would fill the track


class TimelineBar(Static):
    """Two lines: the marks, and below them the track with the place where somebody stands; one if it is one line high.

    Where several marks fall on one column, the one that `Mark` names first is shown. Turns are marked on the track, and
    left out where they would fill it.
    """

    class Sought(Message):
        """Somebody wants to see an entry."""

        def __init__(self, n: int) -> None:
            super().__init__()
            self.n = n

    DEFAULT_CSS = """
    TimelineBar { height: 2; padding: 0 2; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self._last = 1
        self._here = 1
        self._marks: Mapping[int, frozenset[Mark]] = {}

    def show(self, here: int, last: int, marks: Mapping[int, frozenset[Mark]]) -> None:
        """Stand at another entry, or show another record."""
        if (here, last) != (self._here, self._last) or marks is not self._marks:
            self._here, self._last, self._marks = here, last, marks
            self.redraw()

    def on_resize(self) -> None:
        """Draw for the new width."""
        self.redraw()

    def redraw(self) -> None:
        """Draw both lines."""
        columns = self.content_size.width
        if columns < 1:
            return
        low = self.size.height < 2
        track = [TRACK] * columns
        above = track if low else [" "] * columns
        for mark in reversed(get_args(Mark)):
            entries = [n for n, marks in self._marks.items() if mark in marks]
            if mark == "turn" and len(entries) > columns // MOST_TURNS:
                continue
            for n in entries:
                line = track if mark == "turn" else above
                line[column_of(n, self._last, columns)] = SIGNS[mark]
        here = column_of(self._here, self._last, columns)
        self.update(
            Content.assemble(
                ("" if low else "".join(above) + "\n", "$text-warning"),
                ("".join(track[:here]), "$text-primary"),
                (HERE, "bold $text-accent"),
                ("".join(track[here + 1 :]), "$text-muted"),
            )
        )

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Go to the entry below the pointer, and follow it."""
        self.capture_mouse()
        self._seek(event)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Follow the pointer while its button is held."""
        if self.app.mouse_captured is self:
            self._seek(event)

    def on_mouse_up(self) -> None:
        """Let the pointer go."""
        self.release_mouse()

    def _seek(self, event: events.MouseEvent) -> None:
        offset = event.get_content_offset_capture(self)
        self.post_message(self.Sought(entry_at(offset.x, self._last, self.content_size.width)))


def column_of(n: int, last: int, columns: int) -> int:
    """Return the column of an entry: the first one in the first column, the last one in the last."""
    return 0 if last <= 1 else min(columns - 1, (n - 1) * (columns - 1) // (last - 1))


def entry_at(column: int, last: int, columns: int) -> int:
    """Return the first entry of a column."""
    if columns <= 1 or last <= 1:
        return 1
    column = min(max(column, 0), columns - 1)
    return min(last, 1 - -column * (last - 1) // (columns - 1))
