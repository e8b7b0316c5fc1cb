"""A pane of lines that scrolls: whoever fills it says the lines for a width, so that another size only asks again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual

from terminal.ink import content_of


class Pane(ScrollView, can_focus=True, inherit_bindings=False):
    """Lines below a title, of which only those in sight are drawn. A subclass gives the lines; left and right, Home and
    End belong to the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll_up", show=False),
        Binding("down", "scroll_down", show=False),
        Binding("pageup", "page_up", show=False),
        Binding("pagedown", "page_down", show=False),
    ]
    DEFAULT_CSS = """
    Pane {
        border: round $pane-border;
        border-title-color: $text-muted;
        border-subtitle-color: $text-muted;
        padding: 0 1;
        overflow-x: hidden;
        scrollbar-size-vertical: 1;
        scrollbar-background: $background;
        scrollbar-color: $pane-border;
        background: $background;
    }
    Pane:focus { border: round $primary; border-title-color: $primary; border-title-style: bold; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines: list[str] = []
        self._columns = 0

    def lines(self, columns: int) -> Iterable[str]:
        """Return what the pane shows, painted, in so many columns."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Ask for the lines again and show them."""
        if self._columns > 0:
            before = len(self._lines)
            self._lines = [*self.lines(self._columns)]
            self.virtual_size = Size(self._columns, len(self._lines))
            self.refresh(layout=len(self._lines) != before)

    def render_line(self, y: int) -> Strip:
        """Return one row in sight."""
        row = y + self.scroll_offset.y
        line = self._lines[row] if row < len(self._lines) else ""
        columns = max(self.scrollable_content_region.width, 1)
        (strip,) = Visual.to_strips(self, content_of([line]), columns, 1, self.visual_style, pad=True)
        return strip

    def on_resize(self, event: events.Resize) -> None:
        """Draw for the new width; a scroll bar takes one column of it, so it is kept free."""
        columns = self.content_size.width - self.styles.scrollbar_size_vertical
        if columns != self._columns:
            self._columns = columns
            self.redraw()
