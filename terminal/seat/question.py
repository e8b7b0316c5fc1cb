"""A question with its choices: answered by a number, by the highlighted line, by a click, or in writing."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option
from wcwidth import width

from domain.kernel.display.lines import plain
from domain.kernel.display.words import Words
from terminal.playing.asking import Asking

LONGEST = 4_000  # characters of an answer in writing: a deck as JSON
FRAME = 6  # columns that corners and gaps of the frame take
NUMBERS = "0123456789"
BETWEEN = " ,"  # numbers


class Lines(OptionList, can_focus=False):
    """The choices; the keys belong to the screen, which hears them wherever the focus is."""


class Written(Input):
    """An answer in writing."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "screen.back", show=False)]


class QuestionPane(Vertical):
    """One question; without one it says what is waited for."""

    DEFAULT_CSS = """
    QuestionPane { border: round $primary; border-title-color: $primary; padding: 0 1; height: auto; }
    QuestionPane.-waiting { border: round $panel-lighten-2; border-title-color: $text-muted; }
    QuestionPane > Lines { height: auto; border: none; padding: 0; background: $background; }
    QuestionPane > Static { height: auto; }
    QuestionPane > .prompt { color: $text-accent; }
    QuestionPane > .about { color: $text-primary; }
    QuestionPane > .wrong { color: $text-warning; }
    QuestionPane > Written, QuestionPane > Written:focus { height: 1; border: none; padding: 0; }
    QuestionPane .-none { display: none; }
    """

    class Answered(Message):
        """The answer, as text."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def __init__(self, words: Words, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.words = words
        self.asking: Asking | None = None
        self._typed = ""
        self._marked: set[int] = set()
        self._about = ""
        self._whole = Static(markup=False, classes="about")
        self._head = Static(markup=False)
        self._lines = Lines(markup=False)
        self._wrong = Static(markup=False, classes="wrong")
        self._prompt = Static(markup=False, classes="prompt")
        self._written = Written(max_length=LONGEST)

    def compose(self) -> ComposeResult:
        """Set one below the other: what it is about, what was wrong, the answer, and the choices, which may scroll."""
        yield self._whole
        yield self._head
        yield self._wrong
        yield self._prompt
        yield self._written
        yield self._lines

    def about(self, text: str) -> None:
        """Say what all the questions are about: in the frame, or below it where it is too long for that."""
        self._about = plain(text)
        self._draw_about()

    def on_resize(self) -> None:
        """Find the place for what the questions are about anew."""
        self._draw_about()

    def _draw_about(self) -> None:
        fits = width(self._about) + FRAME <= self.size.width
        self.border_title = self._about if fits else ""
        self._say(self._whole, None if fits else self._about)

    def fit(self, rows: int) -> None:
        """Let the choices take so many rows; of more they show those around the highlighted one."""
        self._lines.styles.max_height = rows

    def ask(self, asking: Asking) -> None:
        """Put a question."""
        self.asking, self._typed, self._marked = asking, "", set()
        self.remove_class("-waiting")
        self._say(self._head, asking.head)
        self._say(self._wrong, asking.wrong)
        self._list()
        self._written.set_class(asking.kind != "text", "-none")
        self._written.value = ""
        if asking.kind == "text":
            self._written.focus()
        elif self._written.has_focus:
            self.screen.set_focus(None)
        self._draw_prompt()

    def wait(self, text: str) -> None:
        """Ask nothing, and say why."""
        self.asking = None
        self.add_class("-waiting")
        self._say(self._head, text)
        self._say(self._wrong, None)
        self._say(self._prompt, None)
        self._list()
        self._written.add_class("-none")
        if self._written.has_focus:
            self.screen.set_focus(None)

    def _say(self, where: Static, text: str | None) -> None:
        where.update(plain(text or ""))
        where.set_class(not text, "-none")

    @property
    def _choices(self) -> tuple[str, ...]:
        """The lines to choose from; of a yes or no, a no first: what cannot be undone takes a step more."""
        if self.asking is None:
            return ()
        if self.asking.kind == "truth":
            return (self.words.say("no"), self.words.say("yes"))
        return self.asking.lines

    def _list(self) -> None:
        """Draw the choices, with a mark before those that are taken of several."""
        choices, highlighted = self._choices, self._lines.highlighted
        several = self.asking is not None and self.asking.kind == "several"
        signs = ["" if not several else "[x] " if n in self._marked else "[ ] " for n in range(len(choices))]
        digits = len(str(len(choices)))
        options = [
            Option(Content(f"{sign}{n:>{digits}}  {plain(text)}"))
            for n, (sign, text) in enumerate(zip(signs, choices, strict=True), 1)
        ]
        same = self._lines.option_count == len(options)
        self._lines.clear_options()
        self._lines.add_options(options)
        self._lines.highlighted = (highlighted if same and self._marked else 0) if options else None
        self._lines.set_class(not options, "-none")

    def _draw_prompt(self) -> None:
        asking = self.asking
        self._say(self._prompt, None if asking is None else f"{asking.prompt} {self._typed}".rstrip())

    def move(self, way: int) -> None:
        """Highlight the choice above or below."""
        if self._lines.option_count:
            here = self._lines.highlighted or 0
            self._lines.highlighted = (here + way) % self._lines.option_count

    def press(self, event: events.Key) -> bool:
        """Take a key that is part of an answer, and say whether it was one."""
        asking = self.asking
        if asking is None or asking.kind == "text":
            return False
        mark = event.character or "none"
        if asking.kind == "truth" and mark in ("y", "n"):
            self.post_message(self.Answered(mark))
        elif event.key == "backspace":
            self._typed = self._typed[:-1]
        elif mark in NUMBERS or (mark in BETWEEN and asking.kind == "several" and self._typed):
            self._typed += mark
        else:
            return False
        self._draw_prompt()
        return True

    def mark(self) -> None:
        """Of several choices take the highlighted one too, or drop it."""
        here = self._lines.highlighted
        if self.asking is None or self.asking.kind != "several" or here is None:
            return
        self._marked ^= {here}
        self._list()
        self._lines.highlighted = here

    def answer(self) -> None:
        """Answer with what was typed, else with what is marked, else with the highlighted line."""
        asking, here = self.asking, self._lines.highlighted
        if asking is None or asking.kind == "text":
            return
        if self._typed:
            self.post_message(self.Answered(self._typed))
        elif asking.kind == "several":
            self.post_message(self.Answered(" ".join([str(place + 1) for place in sorted(self._marked)])))
        elif here is not None:
            self._take(here)

    def _take(self, place: int) -> None:
        truth = self.asking is not None and self.asking.kind == "truth"
        self.post_message(self.Answered("ny"[place] if truth else str(place + 1)))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take a line that was clicked; of several it is marked."""
        event.stop()
        if self.asking is not None and self.asking.kind == "several":
            self._lines.highlighted = event.option_index
            self.mark()
        elif self.asking is not None:
            self._take(event.option_index)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take what was written."""
        event.stop()
        self.post_message(self.Answered(event.value))
