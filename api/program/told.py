"""The table as a player at it is told of it: the board, what happened since the own last action, what helps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from api.program.client import Offered, TableClient
from api.program.explaining import Asked, explained
from api.program.paper import colour, columns, say
from api.program.wording import Wording, cards_of
from domain.audit.narration import told
from domain.audit.opened import read_record
from domain.audit.timeline import Timeline
from domain.kernel.display.board import Picture
from domain.kernel.display.lines import broken, plain
from domain.kernel.display.text import render
from domain.kernel.display.words import Words, words_in
from domain.kernel.seats import seat_viewer
from domain.record.entries import SeatLeft, SeatReplaced, SeatTaken

SEATING = (SeatTaken, SeatReplaced, SeatLeft)


class Told:
    """What one seat has seen of its table, from the first request on."""

    def __init__(self, client: TableClient, words: Words) -> None:
        self._client = client
        self._known = 0  # the last entry that was read
        self._timeline: Timeline | None = None
        self._picture: Picture | None = None
        self._prompt: str | None = None  # the last one that was printed
        self._fresh: list[str] = []
        self._words = words  # the game's and the players' names come with the table
        self.seat = 0
        self.since: list[str] = []  # sentences since the own last action
        self.overtaken = False  # by what others did since the last question
        self.wording = Wording(words)

    def follow(self, offered: Offered) -> bool:
        """Read what is new at the table; say whether anything is."""
        if offered.n == self._known:
            return False
        self.seat = offered.seat
        timeline = Timeline(read_record(self._client.record()))
        new = range(self._known + 1, len(timeline) + 1)
        if any(isinstance(timeline.moment(n).entry, SEATING) for n in new):
            self._name(timeline)
        if self._timeline is not None:
            self.overtaken |= any(timeline.moment(n).entry.by != f"seat:{self.seat}" for n in new)
        viewer = seat_viewer(self.seat)  # the copy may be everybody's once the secrets are open
        self._fresh = [sentence.text for n in new for sentence in told(timeline, n, viewer, self._words)]
        self.since += self._fresh
        self._known = len(timeline)
        self._timeline = timeline
        self._look(timeline)
        return True

    def acted(self) -> None:
        """Forget what happened before the own action."""
        self.since = []

    def draw(self) -> None:
        """Print the board."""
        if self._picture is None:
            say(self._words.say("The game has not begun: waiting for the other seats."))
        else:
            self._prompt = self._picture.prompt
            click.echo("\n" + render(self._picture, columns=columns(), colour=colour()) + "\n")

    def wait(self) -> None:
        """Print what happened while others act, and the board if it has not been seen."""
        if self._prompt is None:
            self.draw()
        self.happened(self._fresh)
        prompt = None if self._picture is None else self._picture.prompt
        if prompt is not None and prompt != self._prompt:
            say(f"> {prompt}", indent=2)
            self._prompt = prompt

    def happened(self, sentences: Sequence[str], *, most: int | None = None) -> None:
        """Print sentences, of many the last, in `most` lines."""
        lines = [line for text in sentences for line in broken(f"  {plain(text)}", columns(), indent=4)]
        if most is not None and len(lines) > most:
            hidden = len(lines) - most + 1
            say(self._words.count("… one more line: w shows it", "… {n} more lines: w shows them", hidden))
            lines = lines[hidden:]
        for line in lines:
            click.echo(line)

    def explain(self) -> None:
        """Print what the board and the cards mean."""
        if self._timeline is None or self._picture is None:
            say(self._words.say("The game has not begun: waiting for the other seats."))
            return
        for line in explained(self._timeline.title, self._picture, self._words):
            say(line)

    def remedy(self, code: str) -> str | None:
        """Return what would help after a refusal."""
        return self.wording.hints.remedy(code, self._words)

    def _name(self, timeline: Timeline) -> None:
        """Learn who sits where."""
        words = words_in(self._words.language, timeline.title.package, "api")
        seats = self._client.table()["seats"]
        self._words = words.calling(_labels(seats, self.seat, words)).at_table(timeline.moment(1).table.setup.data)

    def _look(self, timeline: Timeline) -> None:
        """Picture the table as it stands."""
        title, last = timeline.title, timeline.moment(len(timeline))
        if last.state is None:
            return
        state, rules, seat = last.state, title.rules, self.seat
        asked = Asked(lambda command: rules.refuse(state, seat, command))
        drawn = title.picture(rules.view(state, seat_viewer(seat)), self._words, asked)
        self._picture = asked.helped(drawn, title, self._words)
        self.wording = Wording(self._words, cards_of(drawn), title.hints)


def _labels(seats: Sequence[Mapping[str, Any]], own: int, words: Words) -> list[str]:
    """Return what each seat is called: by its player's name where only one has it, bots by their number."""
    names = [words.say("Bot {number}", number=place["seat"]) if place["bot"] else place["name"] for place in seats]
    labels = [
        words.say("{name} ({number})", name=name, number=seat) if name and names.count(name) > 1 else name or ""
        for seat, name in enumerate(names)
    ]
    labels[own] = words.say("{seat} (you)", seat=labels[own] or words.seat(own))
    return labels
