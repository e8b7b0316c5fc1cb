"""The story: sentences in order, each behind its address, with marks for what is now and what was taken back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from textual import events
from textual.message import Message

from domain.audit.timeline import Address
from domain.kernel.display.lines import Style, broken, plain
from terminal.ink import PAINT
from terminal.panes.pane import Pane

NOW = "▸"  # before what happened last
MARGIN = 9  # columns before a sentence: mark and address


class Sentence(NamedTuple):
    """A line of the story. `now` is what happened last; `aside` is said beside a sentence, a note by somebody else."""

    address: Address
    text: str
    kind: Literal["told", "now", "aside", "note", "gone"] = "told"


_STYLES: dict[str, Style | None] = {"told": None, "now": "strong", "aside": "faint", "note": "warning", "gone": "faint"}


class StoryPane(Pane):
    """The story so far, its end in sight; a click on a sentence asks for its place."""

    class Sought(Message):
        """Somebody wants to see the place of a sentence."""

        def __init__(self, address: Address) -> None:
            super().__init__()
            self.address = address

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._sentences: tuple[Sentence, ...] = ()
        self._places: list[Address] = []  # of each line shown

    def show(self, sentences: Sequence[Sentence]) -> None:
        """Tell another story, and show its end."""
        told = tuple(sentences)
        if told != self._sentences:
            self._sentences = told
            self.redraw()
            self.scroll_end(animate=False, immediate=True)

    def lines(self, columns: int) -> Iterable[str]:
        """Return each sentence in as many lines as it needs."""
        found = [(sentence.address, line) for sentence in self._sentences for line in _lines(sentence, columns)]
        self._places = [address for address, _ in found]
        return [line for _, line in found]

    def on_resize(self, event: events.Resize) -> None:
        """Keep the end in sight in another size."""
        self.scroll_end(animate=False, immediate=True)

    def on_click(self, event: events.Click) -> None:
        """Ask for the place of the sentence that was clicked."""
        row = event.screen_y - self.content_region.y + self.scroll_offset.y
        if 0 <= row < len(self._places):
            self.post_message(self.Sought(self._places[row]))


def _lines(sentence: Sentence, columns: int) -> Iterator[str]:
    """Yield the lines of a sentence, the first one behind its mark and its address."""
    mark = NOW if sentence.kind == "now" else " "
    place = "" if sentence.kind == "aside" else str(sentence.address)
    style = _STYLES[sentence.kind]
    for line in broken(f"{mark}{place:>6}  {plain(sentence.text)}", columns, indent=MARGIN):
        yield PAINT(style, line)
