"""The playing screen: board, story, question and clocks of one seat."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Any, ClassVar, TypeAlias

from msgspec.structs import replace
from textual import events, work
from textual.app import ComposeResult
from textual.containers import Container
from textual.message import Message

from domain.audit.knowing import known
from domain.audit.narration import Told
from domain.audit.timeline import Address
from domain.kernel.display.text import render
from domain.kernel.display.words import Words
from terminal.keys import bindings_of
from terminal.panes.board import BoardPane
from terminal.panes.knowledge import KnowledgePane, Known
from terminal.panes.status import StatusBar
from terminal.panes.story import Sentence, StoryPane
from terminal.playing.asking import BACK, NO, YES, Asking, BackError, choose
from terminal.playing.clocks import running
from terminal.playing.explaining import explained, read_more
from terminal.playing.session import CONCEDE, Session, SessionError, Sight, WhyNot
from terminal.seat.keys import ANSWERING, HINT, SECTIONS
from terminal.seat.question import QuestionPane
from terminal.table_screen import TableScreen

LEAST_CHOICES = 3  # in sight, however low the terminal
TICK = 0.5  # seconds between two looks at the clocks
Questions: TypeAlias = Generator[Asking, str, Any]


class PlayScreen(TableScreen):
    """One seat at one table, until it is over or the player leaves."""

    sections = SECTIONS
    BINDINGS = bindings_of(SECTIONS)
    AUTO_FOCUS = ""  # the keys choose; Tab goes to the panes that scroll
    SETTLE: ClassVar[float] = 0.3  # seconds for which a new question is read before a key can answer it

    class Ready(Message):
        """The screen stands: the table may be shown."""

    class Over(Message):
        """The table is over: what follows?"""

    class Another(Message):
        """Whether the player wants another table."""

        def __init__(self, *, wanted: bool) -> None:
            super().__init__()
            self.wanted = wanted

    def __init__(self, session: Session, words: Words) -> None:
        super().__init__(words)
        self.session = session
        self.sight: Sight | None = None
        self._story: list[Told] = []
        self._mine = 0  # sentences of the story up to the own last action
        self._questions: Questions | None = None
        self._then: Callable[[Any], None] = self._send  # what is done with what the questions come to
        self._sending = False
        self._refusal: str | None = None  # of the last action, until the next one
        self._notice = ""
        self._stated = ("", "")  # what the last line says: drawn again only where it differs
        self._open_from = 0.0  # when a key may answer, by the clock of Textual's messages

    def compose(self) -> ComposeResult:
        """Set out the panes; where each stands is said by the styles."""
        words = self.words
        yield self.too_small()
        with Container(id="body"):
            yield BoardPane(id="board")
            with Container(id="side"):
                story = StoryPane(id="story")
                story.border_title = words.say("What happened")
                yield story
                knowledge = KnowledgePane(id="knowledge")
                knowledge.border_title = words.say("What you know")
                yield knowledge
                yield QuestionPane(words, id="question")
        yield StatusBar(words.say(HINT), id="status")

    def on_mount(self) -> None:
        """Show that the table is fetched, and let the clocks run."""
        self.question.wait(self.words.say("The table is fetched…"))
        self.set_interval(TICK, self.draw_clocks)
        self.post_message(self.Ready())

    def on_resize(self, event: events.Resize) -> None:
        """Leave room for board and story, however many choices there are."""
        rows = event.size.height
        if self.has_class("-wide"):
            self.question.fit(rows // 2 - 4)
        else:  # beside the story the styles give them all that is left
            self.question.fit(rows if self.has_class("-middle") else max(rows // 3 - 4, LEAST_CHOICES))

    @property
    def question(self) -> QuestionPane:
        """The pane that asks."""
        return self.query_one("#question", QuestionPane)

    # What comes from the table

    def show(self, sight: Sight) -> None:
        """Show the table as it stands now; a question that still stands stays as far as it was answered."""
        self._story += sight.fresh
        before = self.sight
        if before is not None and sight.n < before.n:  # two threads look, and this one was overtaken
            self._tell()
            return
        self.sight = sight
        self._mine = len(self._story) - len(sight.since)
        self._draw_board(sight)
        self._tell()
        stands = before is not None and before.n == sight.n and before.decision == sight.decision
        if sight.over:
            self._end()
        elif not stands or self._sending:
            self._sending = False
            self._ask(settle=before is None or sight.by_others)
        self.draw_clocks()

    def notify_player(self, text: str) -> None:
        """Say something about the service."""
        self._notice = text
        self.draw_clocks()

    def _draw_board(self, sight: Sight) -> None:
        """Draw the table, its end in sight: there lies the own hand. What is awaited stands above the question."""
        instead = [sight.wording.words.say("The game has not begun: waiting for the other seats.")]
        board = self.query_one("#board", BoardPane)
        board.show(instead if sight.picture is None else replace(sight.picture, prompt=None))
        self.call_after_refresh(board.scroll_end, animate=False)

    def _tell(self) -> None:
        """Show the story; what is new since the own last action is marked."""
        sentences = [
            Sentence(told.address, told.text, "now" if place >= self._mine else "told")
            for place, told in enumerate(self._story)
        ]
        self.query_one("#story", StoryPane).show(sentences)

    def draw_clocks(self) -> None:
        """Draw the last line: what the keys do or what there is to say, and the time of who is awaited."""
        sight = self.sight
        state = "" if sight is None else "  ".join(running(sight, self.session.now()))
        if (self._notice, state) != self._stated:
            self._stated = (self._notice, state)
            self.query_one("#status", StatusBar).show(notice=self._notice, state=state)

    # Questions

    def _ask(self, *, settle: bool) -> None:
        """Put the first question of the own decision, or say who is waited for."""
        sight = self.sight
        assert sight is not None
        if sight.decision is None:
            prompt = None if sight.picture is None else sight.picture.prompt
            self._wait(prompt or sight.wording.words.say("Waiting for the other seats."))
            return
        self._put(choose(sight.decision.offers, sight.wording), self._send)
        self._open_from = Message().time + (self.SETTLE if settle else 0.0)

    def _wait(self, text: str) -> None:
        self._questions = None
        self.question.wait(text)
        self.question.about("")

    def _put(self, questions: Questions, then: Callable[[Any], None]) -> None:
        """Begin with some questions; what they come to is for `then`."""
        self._questions, self._then = questions, then
        prompt = None if self.sight is None or self.sight.picture is None else self.sight.picture.prompt
        self.question.about(prompt or "")
        self._go_on(None)

    def _go_on(self, text: str | None) -> None:
        """Give an answer, if there is one, and put the next question or do what was chosen."""
        assert self._questions is not None
        try:
            asking = next(self._questions) if text is None else self._questions.send(text)
        except BackError:
            self._ask(settle=False)
        except StopIteration as chosen:
            self._then(chosen.value)
        else:
            if text is None and self._refusal is not None:
                asking = asking._replace(wrong=self._refusal)
            self.question.ask(asking)

    def on_question_pane_answered(self, message: QuestionPane.Answered) -> None:
        """Go on with an answer."""
        if self._questions is not None:
            self._notice = ""
            self.draw_clocks()
            self._go_on(message.text)

    def _send(self, command: dict[str, Any]) -> None:
        """Do what was chosen."""
        sight = self.sight
        assert sight is not None
        self._sending, self._refusal = True, None
        self._wait(self.words.say("Your action is on its way…"))
        self._carry_out(command, sight)

    @work(thread=True)
    def _carry_out(self, command: dict[str, Any], sight: Sight) -> None:
        """Send a command, however long it takes, and look what came of it."""
        try:
            refused = self.session.carry_out(command, sight)
            seen = self.session.look()
        except SessionError as error:
            self.app.call_from_thread(self._broken, str(error))
            return
        self.app.call_from_thread(self._carried, refused, seen)

    def _broken(self, why: str) -> None:
        """Say why the action could not be sent, and ask again."""
        self._sending = False
        self.notify_player(why)
        self._ask(settle=False)

    def _carried(self, refused: WhyNot | None, seen: Sight) -> None:
        if refused is not None:
            self._refusal = f"{refused.reason} ({refused.rule})" if refused.rule else refused.reason
        self.show(seen)

    def is_too_early(self, event: events.Key) -> bool:
        """Say whether a key would answer a question that was not in sight when it was pressed."""
        if self.has_class("-alone"):
            return event.key in ANSWERING - {"up", "down"}  # which scroll the board
        return event.key in ANSWERING and (self.question.asking is None or event.time < self._open_from)

    # What is done

    def on_key(self, event: events.Key) -> None:
        """Take what is typed as part of an answer."""
        if self.question.press(event):
            event.stop()
            event.prevent_default()

    def action_move(self, way: int) -> None:
        """Highlight the choice above or below."""
        self.question.move(way)

    def action_answer(self) -> None:
        """Answer."""
        self.question.answer()

    def action_mark(self) -> None:
        """Take one more of several choices."""
        self.question.mark()

    def action_back(self) -> None:
        """Go back to the first question; from a pane that scrolls, to the question."""
        if self.focused is not None and self.question.asking is not None and self.question.asking.kind != "text":
            self.set_focus(None)
        elif self._questions is not None:
            self._go_on(BACK)

    def action_concede(self) -> None:
        """Ask whether to give up."""
        if self.sight is not None and not self.sight.over and not self._sending:
            self.remove_class("-alone")  # the question is to be seen
            self.set_focus(None)
            self._put(agreed(self.words.say("Give up the game? y or n:")), self._give_up)
            self._open_from = Message().time

    def _give_up(self, wanted: Any) -> None:
        if wanted:
            self._send(dict(CONCEDE))
        else:
            self._ask(settle=False)

    def action_since(self) -> None:
        """Show the story, so that the keys scroll it."""
        self.remove_class("-knowledge", "-alone")
        self.query_one("#story").focus()

    def action_alone(self) -> None:
        """Give the board all the room, or share it again."""
        self.toggle_class("-alone")
        board = self.query_one("#board", BoardPane)
        if self.has_class("-alone"):
            board.focus()
        else:
            self.set_focus(None)
        self.call_after_refresh(board.scroll_end, animate=False)

    def action_knowledge(self) -> None:
        """Show what the own seat knows of what it cannot see, or the story again."""
        self.toggle_class("-knowledge")
        if self.has_class("-knowledge") and self.sight is not None:
            self._recall(self.sight)

    @work(thread=True, exclusive=True)
    def _recall(self, sight: Sight) -> None:
        """Find out what the seat knows, beside all else: it is counted from the first fact on."""
        found = known(sight.timeline, sight.seat, Address(sight.n), sight.wording.words)
        self.app.call_from_thread(self._recalled, [Known(place.title, place.said) for place in found])

    def _recalled(self, found: list[Known]) -> None:
        nothing = self.words.say("Nothing is known of what cannot be seen.")
        self.query_one("#knowledge", KnowledgePane).show(found, nothing)

    def explained(self) -> Iterable[tuple[str, tuple[tuple[str, str], ...]]]:
        """Yield the signs, cards and words on the board, and the game in short."""
        sight = self.sight
        if sight is None or sight.picture is None:
            return
        words, title = sight.wording.words, sight.timeline.title
        drawn = render(sight.picture, columns=self.app.size.width)
        for part in explained(title, sight.picture, words, drawn=drawn):
            if part.items:
                yield part.heading, tuple([(what, text) if what else ("·", text) for what, text in part.items])
        yield read_more(title, words), ()

    def _end(self) -> None:
        """Say that the table is over, once; the program says what follows."""
        if not self.has_class("-over"):
            self.add_class("-over")
            self._wait(self.words.say("The table is over."))
            self.post_message(self.Over())

    def offer(self) -> None:
        """Ask for another table."""
        self._put(agreed(self.words.say("Another game with the same options? y or n:")), self._decided)
        self._open_from = Message().time + self.SETTLE

    def _decided(self, wanted: Any) -> None:
        self._wait(self.words.say("The table is over."))
        self.post_message(self.Another(wanted=wanted))


def agreed(prompt: str) -> Questions:
    """Ask until somebody says yes or no; to go back is a no."""
    text = ""
    while text not in (*YES, *NO, BACK):
        text = (yield Asking("truth", prompt)).lower()
    return text in YES
