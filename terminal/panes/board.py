"""The board: the neutral picture as the kernel's text renderer draws it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from domain.kernel.display.board import Picture
from domain.kernel.display.text import render
from terminal.panes.pane import Pane


class BoardPane(Pane):
    """The table for one viewer; before the deal, lines that somebody else says."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._shown: Picture | Sequence[str] = ()

    def show(self, picture: Picture | Sequence[str]) -> None:
        """Draw another picture."""
        if picture != self._shown:
            self._shown = picture
            self.redraw()

    def lines(self, columns: int) -> Iterable[str]:
        """Return the lines of the picture."""
        if isinstance(self._shown, Picture):
            return render(self._shown, columns=columns, colour=True).split("\n")
        return self._shown

    def height_at(self, columns: int) -> int:
        """Return how many rows the board has in so many columns."""
        return len([*self.lines(columns)])
