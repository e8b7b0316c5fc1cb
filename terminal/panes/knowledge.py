"""What a seat knows of what it cannot see: titles, and under each what can be said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domain.kernel.display.lines import broken, plain
from terminal.ink import PAINT
from terminal.panes.pane import Pane


class Known(NamedTuple):
    """A title and what is said under it."""

    title: str
    said: tuple[str, ...]


class KnowledgePane(Pane):
    """What is known, or one sentence where nothing is to be said."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._known: tuple[Known, ...] = ()
        self._instead = ""

    def show(self, known: Sequence[Known], instead: str = "") -> None:
        """Show what is known; `instead` where that is nothing."""
        if (tuple(known), instead) != (self._known, self._instead):
            self._known, self._instead = tuple(known), instead
            self.redraw()

    def lines(self, columns: int) -> Iterator[str]:
        """Yield each title with what is said under it."""
        if not self._known:
            yield from [PAINT("faint", line) for line in broken(plain(self._instead), columns)]
        for known in self._known:
            yield from [PAINT("strong", line) for line in broken(plain(known.title), columns)]
            for text in known.said:
                yield from broken(f"  {plain(text)}", columns, indent=4)
