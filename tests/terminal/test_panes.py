"""The panes alone: what the kernel painted, the story, the timeline bar, and a terminal that is too small."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import pytest
from textual.app import ComposeResult
from textual.pilot import Pilot

from domain.audit.timeline import Address
from domain.kernel.display.board import CardPicture, Panel, Picture, Zone
from domain.kernel.display.lines import Ink
from domain.kernel.display.words import ENGLISH, words_in
from terminal.app import TableApp
from terminal.ink import PAINT, content_of
from terminal.keys import OnKey, Section, bindings_of, sign_of
from terminal.panes.ask import AskLine
from terminal.panes.board import BoardPane
from terminal.panes.choices import Choices, ChoicesPane
from terminal.panes.knowledge import KnowledgePane, Known
from terminal.panes.status import StatusBar
from terminal.panes.story import Sentence, StoryPane
from terminal.panes.timeline_bar import TimelineBar, column_of, entry_at
from terminal.table_screen import ALWAYS, TableScreen
from terminal.theme import Colours
from tests.terminal.piloted import piloted, text_of

pytestmark = pytest.mark.long

CARD = CardPicture(face="7♥", lit=True)
PICTURE = Picture(headline="A game", panels=(Panel(label="Anna", role="own", zones=(Zone("Hand", "hand", (CARD,)),)),))
WORDS = words_in(ENGLISH, "terminal")
STORY = [Sentence(Address(3, 0), "Anna draws."), Sentence(Address(4, 1), "Ben rests.", "now")]


class Panes(TableScreen):
    """All panes at once, with nothing behind them."""

    sections: ClassVar[tuple[Section, ...]] = (Section("Here", (OnKey("note", ("n",), "note it"),)), ALWAYS)
    BINDINGS = bindings_of(sections)
    CSS = "Pane { height: 1fr; }"

    def __init__(self) -> None:
        super().__init__(WORDS)
        self.heard: list[Any] = []

    def compose(self) -> ComposeResult:
        yield self.too_small()
        yield BoardPane()
        yield StoryPane()
        yield ChoicesPane("Nothing can be done.")
        yield KnowledgePane()
        yield TimelineBar()
        yield AskLine()
        yield StatusBar("? help")

    def on_mount(self) -> None:
        self.query_one(BoardPane).show(PICTURE)
        self.query_one(StoryPane).show(STORY)
        self.query_one(ChoicesPane).show([Choices("Anna", ("play 7♥",), ("9♥: no points",))])
        self.query_one(KnowledgePane).show([Known("Ben’s hand", ("not there: 7♥",))])
        self.query_one(TimelineBar).show(3, 9, {5: frozenset(["out", "turn"])})
        self.query_one(StatusBar).show(state="autoplay")

    def action_note(self) -> None:
        self.query_one(StatusBar).show(notice="noted")

    def on_story_pane_sought(self, message: StoryPane.Sought) -> None:
        self.heard.append(message.address)

    def on_timeline_bar_sought(self, message: TimelineBar.Sought) -> None:
        self.heard.append(message.n)

    def on_ask_line_typed(self, message: AskLine.Typed) -> None:
        self.heard.append(("typed", message.text))

    def on_ask_line_answered(self, message: AskLine.Answered) -> None:
        self.heard.append((message.kind, message.text))


class Shown(TableApp[None]):
    def __init__(self, colours: Colours = "many") -> None:
        super().__init__(WORDS, colours=colours)
        self.panes = Panes()

    def get_default_screen(self) -> Panes:
        return self.panes


@pytest.mark.parametrize("colours", ["many", "sixteen"])
def test_the_panes_show_the_same_words_in_any_colours(colours: Colours) -> None:
    async def drive(app: Shown, pilot: Pilot[None]) -> None:
        text = text_of(app)
        for said in ("A game", "Hand *7♥", "▸   4.1  Ben rests.", "• play 7♥", "✗ 9♥: no points", "? help"):
            assert said in text
        assert "  not there: 7♥" in text
        assert "✕" in text
        assert "autoplay" in text
        await pilot.press("n")
        assert "noted" in text_of(app)
        await pilot.press("ctrl+t")
        assert app.theme in ("day", "ansi-light")

    piloted(Shown(colours), drive)


def test_clicks_on_the_story_and_on_the_timeline_ask_for_places() -> None:
    async def drive(app: Shown, pilot: Pilot[None]) -> None:
        await pilot.click(StoryPane, offset=(12, 2))
        bar = app.panes.query_one(TimelineBar)
        await pilot.click(bar, offset=(bar.outer_size.width - 3, 1))
        assert app.panes.heard == [Address(4, 1), 9]

    piloted(Shown(), drive)


def test_a_question_tells_of_each_letter_and_of_its_answer() -> None:
    async def drive(app: Shown, pilot: Pilot[None]) -> None:
        line = app.panes.query_one(AskLine)
        line.ask("go", "Where?")
        await pilot.press("4", "n", "enter")
        assert app.panes.heard == [("typed", "4"), ("typed", "4n"), ("go", "4n")]
        line.ask("go", "Where?")
        await pilot.press("escape")
        assert not line.asking

    piloted(Shown(), drive)


def test_the_help_names_every_key_and_the_palette_every_action() -> None:
    async def drive(app: Shown, pilot: Pilot[None]) -> None:
        await pilot.press("question_mark")
        text = text_of(app)
        for section in Panes.sections:
            assert section.title in text
            assert all(keyed.text in text for keyed in section.keyed)
        await pilot.press("escape")
        assert [command.title for command in app.get_system_commands(app.screen)] == [
            keyed.text for section in Panes.sections for keyed in section.keyed
        ]

    piloted(Shown(), drive)


def test_a_terminal_too_small_says_so_and_comes_back() -> None:
    async def drive(app: Shown, pilot: Pilot[None]) -> None:
        for columns, rows in [(30, 8), (1, 1), (20, 40)]:
            await pilot.resize_terminal(columns, rows)
            await pilot.pause()
            assert "A game" not in text_of(app)
        assert "This terminal is too" in text_of(app)
        await pilot.resize_terminal(100, 40)
        await pilot.pause()
        assert "A game" in text_of(app)

    piloted(Shown(), drive)


@pytest.mark.parametrize(("last", "columns"), [(1, 10), (9, 80), (80, 80), (500, 40), (3, 1)])
def test_a_column_of_the_timeline_leads_to_an_entry_that_stands_there(last: int, columns: int) -> None:
    def there() -> Iterator[int]:
        for column in range(columns):
            yield entry_at(column, last, columns)

    assert all(1 <= n <= last for n in there())
    assert column_of(1, last, columns) == 0
    if last > 1 and columns > 1:
        assert column_of(last, last, columns) == columns - 1
        assert entry_at(columns - 1, last, columns) == last
        assert all(column_of(entry_at(column, last, columns), last, columns) >= column for column in range(columns))


def test_painted_lines_keep_their_words() -> None:
    line = f"{PAINT('strong', 'a')} b {PAINT('good', 'c')}"
    assert content_of([line, "plain"]).plain == "a b c\nplain"
    assert [span.style for span in content_of([line]).spans] == ["bold", "bold $text-success"]
    assert content_of([Ink(colour=False)("good", "x")]).spans == []


def test_keys_are_written_as_people_write_them() -> None:
    assert [sign_of(key) for key in ("right", "ctrl+p", "n", "G", "pageup")] == ["→", "Ctrl+P", "n", "G", "PgUp"]
