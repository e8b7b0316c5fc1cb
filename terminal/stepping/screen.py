"""The stepping screen: draws where somebody stands, and hears keys, clicks and what comes from a running table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Literal

from textual import events, work
from textual.app import ComposeResult
from textual.containers import Container
from textual.timer import Timer
from textual.widgets import Static

from domain.audit.timeline import Address
from domain.kernel.seats import Seat
from terminal.ink import content_of
from terminal.keys import bindings_of
from terminal.panes.ask import AskLine
from terminal.panes.board import BoardPane
from terminal.panes.choices import ChoicesPane
from terminal.panes.knowledge import KnowledgePane, Known
from terminal.panes.pane import Pane
from terminal.panes.status import StatusBar
from terminal.panes.story import StoryPane
from terminal.panes.timeline_bar import SIGNS, TimelineBar
from terminal.stepping.asked import NotThereError, place_of
from terminal.stepping.keys import EXAMPLES, HINT, LEGEND, NO_MORE, SECTIONS
from terminal.stepping.moves import earlier
from terminal.stepping.replayed import Replayed
from terminal.stepping.standing import Standing
from terminal.table_screen import LOW, TableScreen

PACE = 1 / 40  # seconds between two pictures: keys that come faster move on at once and are drawn together
SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)  # entries a second
FRAME, LOW_FRAME = 5, 3  # rows for heading, timeline and status; on a low screen each has one
BESIDE = 60  # columns that panes take beside the board
TALL = 0.6  # of the rows: a higher board stands beside the panes where there is room
BELOW = 6  # rows that are left below the board: of a story as few as can be followed
PANES = ("story", "choices", "knowledge")


class StepScreen(TableScreen):
    """One record, one place, one viewer."""

    sections = SECTIONS
    BINDINGS = bindings_of(SECTIONS)
    SETTLE: ClassVar[float] = 0.15  # seconds after the last key until what takes longer to tell is told

    def __init__(self, standing: Standing, *, live: bool = False) -> None:
        super().__init__(standing.replayed.words)
        self.standing = standing
        self.live = live
        self.speed = SPEEDS.index(2.0)
        self._notice = ""
        self._pacing: Timer | None = None
        self._waiting = False
        self._settling: Timer | None = None
        self._playing: Timer | None = None
        self._recalling = False  # one recollection at a time: they count on from one another
        self._hits: Sequence[Address] = ()
        self._from = standing.address  # where a search began

    def compose(self) -> ComposeResult:
        """Set out the panes; where each stands is said by the styles."""
        words = self.words
        yield self.too_small()
        yield Static(id="heading", markup=False)
        with Container(id="body"):
            yield BoardPane(id="board")
            with Container(id="side"):
                yield StoryPane(id="story")
                yield ChoicesPane(words.say("Nobody whose hand is seen was awaited here."), id="choices")
                yield KnowledgePane(id="knowledge")
        yield TimelineBar(id="timeline")
        yield AskLine(id="ask")
        yield StatusBar(words.say(HINT), id="status")

    def on_mount(self) -> None:
        """Name the panes and draw the first picture."""
        self.query_one("#story", Pane).border_title = self.words.say("What happened")
        self.query_one("#choices", Pane).border_title = self.words.say("What could be done")
        self.action_pane("story")
        self.set_class(True, "-second-choices")
        self.query_one("#board").focus()
        self.draw_soon()

    def explained(self) -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
        """Yield what else the help says: hands, places to go to, marks of the timeline."""
        words = self.words
        yield words.say("Hands"), (("0 … 9", words.say("add the hand of a seat to what is seen, or drop it")),)
        yield words.say("Places to go to"), tuple((sign, words.say(EXAMPLES[sign])) for sign in EXAMPLES)
        yield words.say("On the timeline"), tuple((SIGNS[mark], words.say(LEGEND[mark])) for mark in LEGEND)

    # What is shown

    def draw_soon(self) -> None:
        """Draw now, or with whatever else comes until the pace allows it: no key ever waits for a picture."""
        if self._pacing is not None:
            self._waiting = True
            return
        self._waiting = False
        self._draw()
        self._pacing = self.set_timer(PACE, self._paced)

    def _paced(self) -> None:
        self._pacing = None
        if self._waiting:
            self.draw_soon()

    def _draw(self) -> None:
        standing, replayed = self.standing, self.standing.replayed
        here, viewer = standing.address, standing.viewer
        self._draw_heading()
        picture = replayed.picture(here, viewer)
        self.query_one("#board", BoardPane).show(replayed.before_the_deal(here) if picture is None else picture)
        self._leave_room()
        self.query_one("#story", StoryPane).show(standing.story.up_to(here))
        self.query_one("#timeline", TimelineBar).show(here.n, standing.last, standing.marked)
        self._draw_status()
        if self._settling is not None:
            self._settling.stop()
        self._settling = self.set_timer(self.SETTLE, self._settled)

    def _draw_heading(self) -> None:
        standing = self.standing
        columns = self.size.width - 2
        self.query_one("#heading", Static).update(
            content_of(standing.replayed.heading(standing.address, standing.viewer, columns))
        )

    def _draw_status(self) -> None:
        pieces = [self.words.say("● live")] if self.live else []
        if self._playing is not None:
            pieces.append(self.words.say("▶ {speed:g}/s", speed=SPEEDS[self.speed]))
        self.query_one("#status", StatusBar).show(notice=self._notice, state="  ".join(pieces))

    def _settled(self) -> None:
        """Tell what takes longer, once nobody moves on at once."""
        standing = self.standing
        choices = standing.replayed.possible(standing.address, standing.viewer)
        self.query_one("#choices", ChoicesPane).show(choices)
        pane, seat = self.query_one("#knowledge", KnowledgePane), standing.knower
        if seat is None:
            pane.border_title = self.words.say("What was known")
            pane.show((), self.words.say("A spectator knows what everybody knows."))
            return
        pane.border_title = self.words.say("What {seat} knew", seat=self.words.seat(seat))
        if pane.display and not self._recalling:
            self._recalling = True
            self._recall(standing.replayed, standing.address, seat)

    @work(thread=True)
    def _recall(self, replayed: Replayed, address: Address, seat: Seat) -> None:
        """Find out what a seat knew, beside all else: it is counted, which takes a while in a long game."""
        known = replayed.knowledge(address, seat)
        self.app.call_from_thread(self._recalled, address, seat, known)

    def _recalled(self, address: Address, seat: Seat, known: Sequence[Known]) -> None:
        """Show what was found out, or find out again where somebody has moved on meanwhile."""
        self._recalling = False
        if not self.is_attached:
            return
        if (address, seat) != (self.standing.address, self.standing.knower):
            self._settled()
            return
        nothing = self.words.say("Nothing is hidden from this seat, or nothing is known of it.")
        self.query_one("#knowledge", KnowledgePane).show(known, nothing)

    def on_resize(self, event: events.Resize) -> None:
        """Draw the heading for the new width, and share out the rows anew; the panes draw themselves."""
        self.remove_class("-tall")
        self._draw_heading()
        self._leave_room()

    def _leave_room(self) -> None:
        """Let the board be as high as it is, but for a few rows below it; alone, or with panes beside it, it has all.

        Once a board has been too high it stays beside the panes until the terminal has another size.
        """
        rows = self.size.height
        room = rows - (LOW_FRAME if rows < LOW else FRAME)
        board = self.query_one("#board", BoardPane)
        if board.height_at(self.size.width - BESIDE) > room * TALL:
            self.add_class("-tall")
        whole = self.has_class("-alone") or (self.has_class("-tall") and self.has_class("-wide"))
        board.styles.max_height = rows if whole else max(room - BELOW, 1)

    # What is done

    def stand(self, address: Address) -> None:
        """Go somewhere."""
        self.standing.address = address
        self._said("")

    def _said(self, notice: str) -> None:
        self._notice = notice
        self.draw_soon()

    def action_go(self, move: str) -> None:
        """Move by a step, or to an end."""
        self.standing.go(move)
        self._said("")

    def action_jump(self, what: str, way: int) -> None:
        """Jump to what comes next, or came before."""
        found = self.standing.jump(what, way)
        self._said("" if found else self.words.say(NO_MORE[what]))

    def action_view(self, way: int) -> None:
        """Look through other eyes."""
        self.standing.view(way)
        self._said("")

    def on_key(self, event: events.Key) -> None:
        """Add a hand to what is seen, or drop it, by the number of its seat."""
        if event.character is not None and event.character in "0123456789":
            event.stop()
            allowed = self.standing.hold(int(event.character))
            refused = self.words.say("this copy does not show the hand of seat {seat}", seat=event.character)
            self._said("" if allowed else refused)

    def action_pane(self, name: Literal["story", "choices", "knowledge"]) -> None:
        """Show a pane where there is no room for all, and let the keys scroll it."""
        for other in PANES:
            self.set_class(other == name, f"-{other}")
        if name != "story":
            for other in PANES[1:]:
                self.set_class(other == name, f"-second-{other}")
        self.remove_class("-alone")
        self._leave_room()
        self.query_one(f"#{name}").focus()
        self.draw_soon()

    def action_alone(self) -> None:
        """Give the board all the room, or share it again."""
        self.toggle_class("-alone")
        self.query_one("#board").focus()
        self._leave_room()

    def action_autoplay(self) -> None:
        """Begin to go on by itself, or stop."""
        if self._playing is not None:
            self._stop()
        else:
            self._playing = self.set_interval(1 / SPEEDS[self.speed], self._play_on)
        self._said("")

    def action_speed(self, way: int) -> None:
        """Play faster or slower."""
        self.speed = min(max(self.speed + way, 0), len(SPEEDS) - 1)
        if self._playing is not None:
            self._stop()
            self._playing = self.set_interval(1 / SPEEDS[self.speed], self._play_on)
        self._said(self.words.say("{speed:g} entries a second", speed=SPEEDS[self.speed]))

    def _stop(self) -> None:
        if self._playing is not None:
            self._playing.stop()
        self._playing = None

    def _play_on(self) -> None:
        """Go on by one entry; stop at the end unless more may come."""
        if self.standing.address != Address(self.standing.last):
            self.standing.go("next")
        elif not self.live:
            self._stop()
        self.draw_soon()

    # Going to a place, and searching

    def action_ask(self, kind: Literal["go", "search"]) -> None:
        """Ask where to go, or what to search for."""
        self._from = self.standing.address
        prompt = self.words.say("Go to:") if kind == "go" else self.words.say("Search:")
        self.query_one("#ask", AskLine).ask(kind, prompt)

    def on_ask_line_typed(self, message: AskLine.Typed) -> None:
        """Search for what was typed so far."""
        if message.kind == "search":
            self._hits = self.standing.story.found(message.text)
            after = [hit for hit in self._hits if not earlier(hit, self._from)]
            self._stand_at((after or [*self._hits, self._from])[0], searched=bool(message.text.strip()))

    def _stand_at(self, hit: Address, *, searched: bool = True) -> None:
        self.stand(hit)
        found = self.words.say("nothing found") if searched else ""
        if hit in self._hits:
            found = self.words.say("{n} of {hits}", n=self._hits.index(hit) + 1, hits=len(self._hits))
        self.query_one("#ask", AskLine).found(found)

    def on_ask_line_turned(self, message: AskLine.Turned) -> None:
        """Go to another place that was found."""
        self.action_hit(1 if message.text == "down" else -1)

    def action_hit(self, way: int) -> None:
        """Go to the next place that was found, or the one before, round and round."""
        if not self._hits:
            self._said(self.words.say(NO_MORE["hit"]))
            return
        here = self.standing.address
        at = self._hits.index(here) if here in self._hits else -1 if way > 0 else 0
        self._stand_at(self._hits[(at + way) % len(self._hits)])

    def on_ask_line_answered(self, message: AskLine.Answered) -> None:
        """Go where somebody asked to go; what was searched for is found already."""
        self.query_one("#board").focus()
        if message.kind == "go" and message.text.strip():
            try:
                self.stand(place_of(self.standing.marks, self.standing.address, message.text, self.words))
            except NotThereError as error:
                self._said(str(error))

    def on_ask_line_left(self, message: AskLine.Left) -> None:
        """Go back to where the search began."""
        self.query_one("#board").focus()
        if message.kind == "search":
            self.stand(self._from)

    # What comes from panes, and from a running table

    def on_story_pane_sought(self, message: StoryPane.Sought) -> None:
        """Go to a sentence that was clicked."""
        self.stand(message.address)

    def on_timeline_bar_sought(self, message: TimelineBar.Sought) -> None:
        """Go to an entry on the timeline."""
        self.stand(Address(message.n))

    def grown(self, replayed: Replayed) -> None:
        """Show that the record has more entries."""
        self.standing.grown(replayed)
        self.draw_soon()

    def ended(self, why: str) -> None:
        """Say that no more entries come."""
        self.live = False
        self._said(why)
