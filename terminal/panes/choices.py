"""What could be done, and why something could not: groups of choices, each under the name of its seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domain.kernel.display.lines import broken, plain
from terminal.ink import PAINT
from terminal.panes.pane import Pane


class Choices(NamedTuple):
    """What one seat could do, in sentences, and what it could not, each with its reason."""

    title: str
    possible: tuple[str, ...]
    refused: tuple[str, ...] = ()


class ChoicesPane(Pane):
    """Choices to read; `nothing` is said where there are none."""

    def __init__(self, nothing: str, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._nothing = nothing
        self._choices: tuple[Choices, ...] | None = None

    def show(self, choices: Sequence[Choices]) -> None:
        """Show other choices, from the first one on."""
        if tuple(choices) != self._choices:
            self._choices = tuple(choices)
            self.redraw()
            self.scroll_home(animate=False)

    def lines(self, columns: int) -> Iterator[str]:
        """Yield what is possible under each title, then what is not."""
        if not self._choices:
            yield from [PAINT("faint", line) for line in broken(self._nothing, columns)]
        for choices in self._choices or ():
            yield PAINT("strong", plain(choices.title))
            for text in choices.possible:
                yield from broken(f"• {plain(text)}", columns, indent=2)
            for text in choices.refused:
                yield from [PAINT("faint", line) for line in broken(f"✗ {plain(text)}", columns, indent=2)]
