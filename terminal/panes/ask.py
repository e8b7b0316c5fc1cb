"""A line that asks for something: where to go, what to search for."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Input, Static

from domain.kernel.display.lines import plain

LONGEST = 80  # characters: an address, a few words


class AskLine(Horizontal):
    """A question with room for its answer, out of sight until it is asked. `kind` tells one question from another."""

    class _Said(Message):
        def __init__(self, kind: str, text: str) -> None:
            super().__init__()
            self.kind = kind
            self.text = text

    class Typed(_Said):
        """The answer so far."""

    class Answered(_Said):
        """The answer; the line has gone."""

    class Left(_Said):
        """Nobody answers; the line has gone."""

    class Turned(_Said):
        """Down or up was pressed (`text` says which): another one of what was found is wanted."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,ctrl+d", "leave", show=False, priority=True),
        Binding("down,ctrl+n", "turn('down')", show=False, priority=True),
        Binding("up", "turn('up')", show=False, priority=True),
    ]
    DEFAULT_CSS = """
    AskLine { display: none; height: 1; background: $panel; padding: 0 1; }
    AskLine.-asking { display: block; layout: horizontal; }
    AskLine > Static { width: auto; color: $text-accent; text-style: bold; }
    AskLine > Input, AskLine > Input:focus { width: 1fr; height: 1; border: none; padding: 0; background: $panel; }
    AskLine > .found { color: $text-muted; text-style: none; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._kind = ""
        self._prompt = Static(markup=False)
        self._input = Input(max_length=LONGEST, select_on_focus=False)
        self._found = Static(markup=False, classes="found")

    def compose(self) -> ComposeResult:
        """Set the question, its answer and what was found side by side."""
        yield self._prompt
        yield self._input
        yield self._found

    @property
    def asking(self) -> bool:
        """Say whether the question stands."""
        return self.has_class("-asking")

    def ask(self, kind: str, prompt: str) -> None:
        """Put a question."""
        self._kind = kind
        self._prompt.update(f"{prompt} ")
        self._found.update("")
        self._input.value = ""
        self.add_class("-asking")
        self._input.focus()

    def found(self, text: str) -> None:
        """Say at the right end what the answer so far leads to."""
        self._found.update(plain(text))

    def on_input_changed(self, event: Input.Changed) -> None:
        """Tell of the answer so far."""
        event.stop()
        if self.asking:
            self.post_message(self.Typed(self._kind, event.value))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Tell of the answer."""
        event.stop()
        self._close()
        self.post_message(self.Answered(self._kind, event.value))

    def action_leave(self) -> None:
        """Take the question back."""
        self._close()
        self.post_message(self.Left(self._kind, ""))

    def action_turn(self, way: str) -> None:
        """Tell that another one is wanted."""
        self.post_message(self.Turned(self._kind, way))

    def _close(self) -> None:
        self.remove_class("-asking")
        self.screen.set_focus(None)
