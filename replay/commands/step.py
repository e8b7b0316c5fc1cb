"""`replay step`: a record in the terminal, entry by entry, with keys."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

import click
from wcwidth import width as columns_of

from domain.audit.timeline import Address, Timeline
from domain.kernel.display.lines import Ink, fit, plain
from domain.kernel.display.words import Words
from domain.kernel.seats import Viewer, every_viewer
from replay.asked import shared, viewer_option, words_for
from replay.errors import InputError
from replay.keys import ENDS, KEYS, LEAVES, RESIZED, RUBS_ALL, RUBS_OUT
from replay.reading.followed import address_of, followed_to_damage
from replay.reading.sight import owner_of, viewer_of
from replay.rendering import Screen
from replay.terminal import ink

if TYPE_CHECKING:
    from replay.keyboard import Keyboard

ENTER, LEAVE = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"  # the terminal's second screen, without a cursor
CLEAR = "\x1b[H\x1b[2J"
NARROWEST = 40  # columns; below that a board cannot be read
LONGEST_ANSWER = 40  # characters; an address is far shorter
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

    A damaged record is shown up to its damage. FILE is a record, or the URL of a table.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise InputError("step needs a terminal for its keys and its screen; `replay log` and `replay show` need none")
    try:
        from replay.keyboard import Keyboard  # it needs termios, which the other commands can do without
    except ImportError:
        raise InputError("step needs a terminal of Unix; `replay log` and `replay show` work everywhere") from None
    followed = followed_to_damage(source, token_file)
    timeline = followed.timeline
    seen_by = viewer_of(timeline, viewer)
    address = Address(1) if at is None else address_of(timeline, at)
    keyboard = Keyboard()
    words = words_for(timeline, lang, names)
    browser = Browser(timeline, seen_by, words, address, ink(), keyboard, mark=followed.mark(words))
    click.echo(ENTER, nl=False, color=True)
    try:
        with keyboard.single(), suppress(EOFError):
            browser.run()
    finally:
        click.echo(LEAVE, nl=False, color=True)


class Browser:
    """Where somebody stands in a record, and what a key does there."""

    def __init__(
        self,
        timeline: Timeline,
        viewer: Viewer,
        words: Words,
        address: Address,
        paint: Ink,
        keyboard: Keyboard,
        *,
        mark: str,
    ) -> None:
        self.timeline = timeline
        self.viewer = viewer
        self.words = words
        self.address = address
        self.paint = paint
        self.keyboard = keyboard
        self.mark = mark
        self.top = 0  # first line shown of a picture longer than the screen
        self.notice = ""
        self.viewers = [one for one in every_viewer(timeline.opening.seats) if owner_of(timeline).covers(one)]

    def run(self) -> None:
        """Draw, wait for a key, act, until somebody quits."""
        while True:
            rows = self.draw()
            self.notice = ""
            action = KEYS.get(self.keyboard.key())
            if action == "quit":
                return
            if action == "go to":
                self.ask()
            elif action is not None:
                self.act(action, rows)

    def draw(self) -> int:
        """Draw the screen and return how many rows it has; the cursor stays on the last one."""
        columns, rows = shutil.get_terminal_size()
        click.echo(CLEAR + "\n".join(self.page(columns, rows)), nl=False, color=True)
        return rows

    def page(self, columns: int, rows: int) -> list[str]:
        """Return the lines of the screen: as much of the picture as has room, and one line about keys.

        Where the terminal is too low or too narrow for the picture, that line says so.
        """
        width = max(columns, NARROWEST)
        screen = Screen(self.timeline, self.viewer, self.words, columns=width, ink=self.paint, mark=self.mark)
        lines = [*screen.heading(self.address), "", *screen.board(self.address), ""]
        lines += [self.paint("strong", self.words.say("What happened")), *screen.happened(self.address), ""]
        lines += screen.possible(self.address)
        room = max(rows - 1, 0)
        self.top = max(0, min(self.top, len(lines) - room))
        below = len(lines) - room - self.top
        more = self.words.say("{n} more below · ", n=below) if below > 0 else ""
        if any(columns_of(line) > columns for line in lines):
            more = self.words.say("too narrow: lines are cut · ") + more
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
            page = max(rows - 2, 1)
            self.top = max(0, self.top + {"down": 1, "up": -1, "page down": page, "page up": -page}[action])

    def go(self, address: Address) -> None:
        """Stand somewhere else, at the top of its picture."""
        self.address, self.top = address, 0

    def ask(self) -> None:
        """Ask for an address on the last line; Escape leaves it."""
        asked = self.typed(self.words.say("Go to entry: ")).strip()
        click.echo("\x1b[?25l", nl=False, color=True)
        if asked:
            try:
                self.go(address_of(self.timeline, asked))
            except InputError as error:
                self.notice = error.message

    def typed(self, prompt: str) -> str:
        """Return what somebody types behind a prompt; nothing after Escape. The keys are read as all others are, so
        what was typed ahead of the prompt counts."""
        text = ""
        while True:
            room = shutil.get_terminal_size().columns - 1
            click.echo(f"\r\x1b[K\x1b[?25h{fit(plain(prompt + text), room)}", nl=False, color=True)
            key = self.keyboard.key()
            if key in ENDS:
                return text
            if key in LEAVES:
                return ""
            if key == RESIZED:
                self.draw()
            elif key in RUBS_OUT:
                text = text[:-1]
            elif key in RUBS_ALL:
                text = ""
            elif len(key) == 1 and key.isprintable() and len(text) < LONGEST_ANSWER:
                text += key

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
