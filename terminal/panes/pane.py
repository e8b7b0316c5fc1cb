"""A pane of lines that scrolls: whoever fills it says the lines for a width, so that another size only asks again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from terminal.ink import content_of


class Pane(VerticalScroll, inherit_bindings=False):
    """Lines below a title. A subclass gives the lines; left and right, Home and End belong to the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll_up", show=False),
        Binding("down", "scroll_down", show=False),
        Binding("pageup", "page_up", show=False),
        Binding("pagedown", "page_down", show=False),
    ]
    DEFAULT_CSS = """
    Pane {
        border: round $panel-lighten-2;
        border-title-color: $text-muted;
        border-subtitle-color: $text-muted;
        padding: 0 1;
        scrollbar-size-vertical: 1;
        background: $background;
    }
    Pane:focus { border: round $primary; border-title-color: $primary; border-title-style: bold; }
    Pane > .lines { width: 100%; height: auto; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._body = Static(classes="lines", markup=False)
        self._columns = 0

    def compose(self) -> ComposeResult:
        """Hold one text."""
        yield self._body

    def lines(self, columns: int) -> Iterable[str]:
        """Return what the pane shows, painted, in so many columns."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Ask for the lines again and show them."""
        if self._columns > 0:
            self._body.update(content_of(self.lines(self._columns)))

    def on_resize(self, event: events.Resize) -> None:
        """Draw for the new width; a scroll bar takes one column of it, so it is kept free."""
        columns = self.content_size.width - self.scrollbar_size_vertical
        if columns != self._columns:
            self._columns = columns
            self.redraw()
