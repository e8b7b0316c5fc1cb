"""The help screen: what each key does, and what the signs mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen
from wcwidth import width

from domain.kernel.display.lines import broken, pad, plain
from domain.kernel.display.words import Words
from terminal.ink import PAINT
from terminal.keys import Section, sign_of
from terminal.panes.pane import Pane

Explained = Iterable[tuple[str, tuple[tuple[str, str], ...]]]


class HelpScreen(ModalScreen[None]):
    """A window above the screen that it explains; Escape, `?` or `q` closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,f1,q,enter", "dismiss", show=False),
    ]
    DEFAULT_CSS = """
    HelpScreen { align: center middle; }
    HelpScreen > HelpPane { width: 90%; max-width: 84; height: 90%; background: $surface; }
    """

    def __init__(self, words: Words, sections: Iterable[Section], explained: Explained = ()) -> None:
        super().__init__()
        self.words = words
        self._parts = [
            *[
                (
                    words.say(section.title),
                    tuple((" ".join(map(sign_of, keyed.keys)), words.say(keyed.text)) for keyed in section.keyed),
                )
                for section in sections
            ],
            *explained,
        ]

    def compose(self) -> ComposeResult:
        """Show one pane that scrolls."""
        pane = HelpPane(self._parts)
        pane.border_title = self.words.say("Help")
        pane.border_subtitle = self.words.say("Esc closes")
        yield pane

    def on_mount(self) -> None:
        """Let the keys scroll."""
        self.query_one(HelpPane).focus()


class HelpPane(Pane):
    """Titles, and under each signs beside their meanings."""

    def __init__(self, parts: Iterable[tuple[str, tuple[tuple[str, str], ...]]]) -> None:
        super().__init__()
        self._parts = [*parts]

    def lines(self, columns: int) -> Iterator[str]:
        """Yield the signs in one column and the meanings in another."""
        signs = [sign for _, rows in self._parts for sign, _ in rows]
        margin = min(max(map(width, signs), default=0) + 2, columns // 2)
        for title, rows in self._parts:
            yield PAINT("strong", plain(title))
            for sign, meaning in rows:
                first, *rest = broken(plain(meaning), columns - margin - 2) or [""]
                yield f"  {PAINT('turn', pad(sign, margin))}{first}"
                yield from [f"  {' ' * margin}{line}" for line in rest]
            yield ""
