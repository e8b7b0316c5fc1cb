"""`replay step`: a record in the terminal, entry by entry, with keys."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from domain.audit.timeline import Address, Timeline
from domain.kernel.lines import Ink, fit
from domain.kernel.seats import Viewer, every_viewer
from domain.kernel.words import Words
from replay.asked import address_of, covers, owner_of, shared, timeline_of, viewer_of, viewer_option, words_for
from replay.errors import InputError
from replay.rendering import Screen
from replay.terminal import ink

if TYPE_CHECKING:
    from replay.keyboard import Keyboard

ENTER, LEAVE = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"  # the terminal's second screen, without a cursor
CLEAR = "\x1b[H\x1b[2J"
NARROWEST = 40  # columns; below that a board cannot be read
KEYS: Mapping[str, str] = {
    "n": "next",
    " ": "next",
    "\x1b[C": "next",
    "\x1bOC": "next",
    "p": "previous",
    "\x1b[D": "previous",
    "\x1bOD": "previous",
    "f": "next fact",
    "b": "previous fact",
    "\x1b[H": "first",
    "\x1bOH": "first",
    "\x1b[1~": "first",
    "\x1b[7~": "first",
    "\x1b[F": "last",
    "\x1bOF": "last",
    "\x1b[4~": "last",
    "\x1b[8~": "last",
    "\x1b[B": "down",
    "\x1bOB": "down",
    "j": "down",
    "\x1b[A": "up",
    "\x1bOA": "up",
    "k": "up",
    "\x1b[6~": "page down",
    "\x1b[5~": "page up",
    "v": "viewer",
    "g": "go to",
    "q": "quit",
    "\x04": "quit",
}
FOOTER = "← → entry · f b fact · ↑ ↓ scroll · g go to · v viewer · q quit"


@click.command()
@shared
@click.option("--at", metavar="N[.F]", help="Where to begin; by default at the first entry.")
@viewer_option
def step(
    source: str, token_file: str | None, lang: str, names: dict[int, str], at: str | None, viewer: str | None
) -> None:
    """Step through a record in the terminal.

    Shows the board, what happened, and what the seat could have done.

    \b
    right, n, space   next entry          f   next fact
    left, p           previous entry      b   previous fact
    Home, End         first, last entry   g   go to an entry or fact (41 or 41.3)
    up, down          scroll              v   through the eyes of the next viewer
    q                 quit

    FILE is a record, or the URL of a table.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise InputError("step needs a terminal for its keys and its screen; `replay log` and `replay show` need none")
    try:
        from replay.keyboard import Keyboard  # it needs termios, which the other commands can do without
    except ImportError:
        raise InputError("step needs a terminal of Unix; `replay log` and `replay show` work everywhere") from None
    timeline = timeline_of(source, token_file)
    seen_by = viewer_of(timeline, viewer)
    address = Address(1) if at is None else address_of(timeline, at)
    keyboard = Keyboard()
    browser = Browser(timeline, seen_by, words_for(timeline, lang, names), address, ink(), keyboard)
    click.echo(ENTER, nl=False, color=True)
    try:
        with keyboard.single(), suppress(EOFError):
            browser.run()
    finally:
        click.echo(LEAVE, nl=False, color=True)


class Browser:
    """Where somebody stands in a record, and what a key does there."""

    def __init__(
        self, timeline: Timeline, viewer: Viewer, words: Words, address: Address, paint: Ink, keyboard: Keyboard
    ) -> None:
        self.timeline = timeline
        self.viewer = viewer
        self.words = words
        self.address = address
        self.paint = paint
        self.keyboard = keyboard
        self.top = 0  # first line shown of a picture longer than the screen
        self.notice = ""
        self.viewers = [one for one in every_viewer(timeline.opening.seats) if covers(owner_of(timeline), one)]

    def run(self) -> None:
        """Draw, wait for a key, act, until somebody quits."""
        while True:
            columns, rows = shutil.get_terminal_size()
            click.echo(CLEAR + "\n".join(self.page(columns, rows)), nl=False, color=True)
            self.notice = ""
            action = KEYS.get(self.keyboard.key())
            if action == "quit":
                return
            if action == "go to":
                self.ask()
            elif action is not None:
                self.act(action, rows)

    def page(self, columns: int, rows: int) -> list[str]:
        """Return the lines of the screen: as much of the picture as has room, and one line about keys."""
        width = max(columns, NARROWEST)
        screen = Screen(self.timeline, self.viewer, self.words, columns=width, ink=self.paint)
        lines = [*screen.heading(self.address), "", *screen.board(self.address), ""]
        lines += [self.paint("strong", self.words.say("What happened")), *screen.happened(self.address), ""]
        lines += screen.possible(self.address)
        room = max(rows - 1, 1)
        self.top = max(0, min(self.top, len(lines) - room))
        below = len(lines) - room - self.top
        more = self.words.say("{n} more below · ", n=below) if below > 0 else ""
        shown = [fit(line, columns) for line in lines[self.top : self.top + room]]
        shown += [""] * (room - len(shown))
        return [*shown, self.paint("faint", fit(self.notice or f"{more}{self.words.say(FOOTER)}", columns - 1))]

    def act(self, action: str, rows: int) -> None:
        """Move, scroll, or look through other eyes."""
        if action in MOVES:
            self.go(MOVES[action](self.timeline, self.address))
        elif action == "viewer":
            self.viewer = self._following()
        else:
            self.top = max(0, self.top + {"down": 1, "up": -1, "page down": rows - 2, "page up": 2 - rows}[action])

    def go(self, address: Address) -> None:
        """Stand somewhere else, at the top of its picture."""
        self.address, self.top = address, 0

    def ask(self) -> None:
        """Ask for an address on the last line."""
        with self.keyboard.lines():
            click.echo("\r\x1b[K\x1b[?25h" + self.words.say("Go to entry: "), nl=False, color=True)
            asked = sys.stdin.readline()
        click.echo("\x1b[?25l", nl=False, color=True)
        if asked.strip():
            try:
                self.go(address_of(self.timeline, asked.strip()))
            except InputError as error:
                self.notice = error.message

    def _following(self) -> Viewer:
        place = self.viewers.index(self.viewer) + 1 if self.viewer in self.viewers else 0
        return self.viewers[place % len(self.viewers)]


def places(timeline: Timeline) -> Iterator[Address]:
    """Yield every address in order: the facts of an entry, then the entry."""
    for moment in timeline.moments:
        yield from (Address(moment.entry.n, fact) for fact in range(len(moment.facts)))
        yield Address(moment.entry.n)


def _next(timeline: Timeline, here: Address) -> Address:
    """Return the following entry; from within an entry, its end."""
    return Address(here.n) if here.fact is not None else Address(min(here.n + 1, len(timeline)))


def _previous(timeline: Timeline, here: Address) -> Address:
    return Address(max(here.n - 1, 1))


def _next_fact(timeline: Timeline, here: Address) -> Address:
    every = list(places(timeline))
    return every[min(every.index(here) + 1, len(every) - 1)]


def _previous_fact(timeline: Timeline, here: Address) -> Address:
    every = list(places(timeline))
    return every[max(every.index(here) - 1, 0)]


def _first(timeline: Timeline, here: Address) -> Address:
    return Address(1)


def _last(timeline: Timeline, here: Address) -> Address:
    return Address(len(timeline))


MOVES: Mapping[str, Callable[[Timeline, Address], Address]] = {
    "next": _next,
    "previous": _previous,
    "next fact": _next_fact,
    "previous fact": _previous_fact,
    "first": _first,
    "last": _last,
}
