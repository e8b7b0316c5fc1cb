"""A person at the terminal in a seat of a branch: the board, what can be done as a numbered list, and a choice."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple, TypeAlias

from domain.audit.called import Called
from domain.audit.opened import read_record
from domain.audit.timeline import Address, Timeline
from domain.kernel.display.lines import Ink, broken, plain
from domain.kernel.display.words import Words
from domain.kernel.game import AnyCommand
from domain.kernel.legal import legal_actions
from domain.kernel.seats import Seat, seat_viewer
from domain.table.branching import Branch
from replay.commands.advise import action_in_words
from replay.rendering import Screen

SHOWN = 30  # actions that are listed at once
MOST_LEGAL = 5_000  # actions that are looked at, as the API lists them
STOP = "q"

Ask: TypeAlias = Callable[[str], str | None]  # `None` where nothing more is written
Say: TypeAlias = Callable[[str], None]


class Choice(NamedTuple):
    """What a person chose, and how long that took."""

    command: AnyCommand
    thought_ms: int


class Person:
    """Plays seats of a branch; what happened since the last choice is told first, as the seat learnt it."""

    def __init__(self, words: Words, ask: Ask, say: Say, *, width: int, ink: Ink) -> None:
        self._words = words
        self._ask = ask
        self._say = say
        self._width = width
        self._ink = ink
        self._told = 0  # entries

    def choose(self, made: Branch, seat: Seat) -> Choice | None:
        """Ask for an action of an awaited seat; nothing once the person stops."""
        timeline = _followed(made)
        for line in self._before(timeline, seat):
            self._say(line)
        state, rules = timeline.moments[-1].state, timeline.title.rules
        commands = list(islice(legal_actions(rules, state, seat), MOST_LEGAL))
        called = Called(timeline, self._words)
        named = [action_in_words(command, self._words, called) for command in commands]
        begun = time.monotonic()
        place = self._place(named)
        return None if place is None else Choice(commands[place], round((time.monotonic() - begun) * 1000))

    def end(self, made: Branch, seat: Seat) -> None:
        """Tell how it ended, as a seat learnt it."""
        timeline = _followed(made)
        screen = self._screen(timeline, seat)
        for line in [*self._news(screen, timeline), *screen.board(Address(len(timeline)))]:
            self._say(line)

    def _screen(self, timeline: Timeline, seat: Seat) -> Screen:
        return Screen(timeline, seat_viewer(seat), self._words, columns=self._width, ink=self._ink)

    def _news(self, screen: Screen, timeline: Timeline) -> Iterator[str]:
        """Yield what nobody was told yet; what happened before the branch is in its log."""
        started, last = timeline.started or 0, len(timeline)
        for n in range(max(self._told, started) + 1, last + 1):
            yield from screen.happened(Address(n))
        self._told = last

    def _before(self, timeline: Timeline, seat: Seat) -> Iterator[str]:
        screen, here = self._screen(timeline, seat), Address(len(timeline))
        yield from self._news(screen, timeline)
        yield ""
        yield from screen.heading(here)
        yield from screen.board(here)
        yield self._ink("strong", self._words.say("{seat} decides", seat=plain(self._words.seat(seat))))

    def _place(self, named: Sequence[str]) -> int | None:
        """Ask until one of the actions is chosen by its number; a part of its words shows those that hold it."""
        shown: Sequence[int] = range(len(named))
        while True:
            self._list(named, shown)
            said = self._ask(self._words.say("Number, a part of the words, or q to stop:"))
            text = STOP if said is None else said.strip()
            if text == STOP:
                return None
            if text.isascii() and text.isdigit() and 1 <= int(text) <= len(named):
                return int(text) - 1
            found = [place for place, name in enumerate(named) if text.casefold() in name.casefold()]
            if not found:
                self._say(self._words.say("No action is called so."))
            shown = found or range(len(named))

    def _list(self, named: Sequence[str], shown: Sequence[int]) -> None:
        for place in shown[:SHOWN]:
            for line in broken(f"{place + 1:>4}  {named[place]}", self._width, indent=6):
                self._say(line)
        if len(shown) > SHOWN:
            self._say(f"      {self._words.count('and one more', 'and {n} more', len(shown) - SHOWN)}")


def _followed(made: Branch) -> Timeline:
    return Timeline(read_record(b"".join([line + b"\n" for line in made.lines()])))
