"""The last line of a screen: what the keys do, or what there is to say; on its right, what goes on."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static
from wcwidth import width

from domain.kernel.display.lines import fit, plain


class StatusBar(Static):
    """One line: `hint` unless a notice stands there, and a state at its right end."""

    DEFAULT_CSS = """
    StatusBar { height: 1; padding: 0 1; background: $panel; color: $foreground; }
    """

    def __init__(self, hint: str, *, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self._hint = hint
        self._notice = ""
        self._state = ""

    def show(self, *, notice: str = "", state: str = "") -> None:
        """Say something else."""
        self._notice, self._state = plain(notice), plain(state)
        self.redraw()

    def on_resize(self) -> None:
        """Draw for the new width."""
        self.redraw()

    def redraw(self) -> None:
        """Draw the line: the state has its room first."""
        columns = self.content_size.width
        state = fit(self._state, columns)
        room = max(columns - width(state) - (2 if state else 0), 0)
        text = fit(self._notice or self._hint, room)
        gap = " " * (columns - width(text) - width(state))
        look = "bold $text-warning" if self._notice else "$text-muted"
        self.update(Content.assemble((text, look), gap, (state, "bold $text-accent")))
