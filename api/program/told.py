"""The table as a player at it is told of it: the board, what happened since the own last action, what helps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from api.program.client import Offered, TableClient
from api.program.explaining import Asked, explained
from api.program.own_decks import OwnDecks
from api.program.paper import colour, columns, rows, say
from api.program.wording import Wording, cards_of
from domain.audit.narration import told
from domain.audit.opened import read_record
from domain.audit.timeline import Timeline
from domain.kernel.display.board import Picture
from domain.kernel.display.lines import broken, plain
from domain.kernel.display.text import render
from domain.kernel.display.words import Words, words_in
from domain.kernel.seats import Seat, seat_viewer
from domain.record.canonical import b64
from domain.record.entries import SeatLeft, SeatReplaced, SeatTaken

LEAST_TOLD = 6  # lines of what happened, however low the screen
SEATING = (SeatTaken, SeatReplaced, SeatLeft)


class Told:
    """What one seat has seen of its table, from the first request on."""

    def __init__(self, client: TableClient, words: Words) -> None:
        self._client = client
        self.known = 0  # the last entry that was read
        self._timeline: Timeline | None = None
        self._picture: Picture | None = None
        self._awaited: frozenset[Seat] = frozenset()
        self._bots: frozenset[Seat] = frozenset()
        self._prompt: str | None = None  # the last one that was printed
        self._drawn = 0  # the last entry that the board was drawn after
        self._unsaid: list[str] = []
        self._words = words  # the game's and the players' names come with the table
        self.seat = 0
        self.since: list[str] = []  # sentences since the own last action
        self.overtaken = False  # by what others did since the last question
        self.wording = Wording(words)

    def follow(self, offered: Offered) -> bool:
        """Read what is new at the table; say whether these offers are still those of the table as it is read."""
        if offered.n > self.known:
            self._read(offered.seat)
        return offered.n == self.known

    @property
    def bots_decide(self) -> bool:
        """Whether a bot is asked at the same time; what it answers may change what is left to choose."""
        return not self._bots.isdisjoint(self._awaited)

    def acted(self) -> None:
        """Forget what happened before the own action."""
        self.since = self._unsaid = []

    def draw(self) -> None:
        """Print the board."""
        self._drawn = self.known
        if self._picture is None:
            say(self._words.say("The game has not begun: waiting for the other seats."))
        else:
            self._prompt = self._picture.prompt
            click.echo("\n" + render(self._picture, columns=columns(), colour=colour()) + "\n")

    def show(self) -> None:
        """Print what happened, then the board, which stays beside the question; each once."""
        if self._drawn < self.known:
            self._tell(most=max(LEAST_TOLD, rows() // 2))
            self.draw()

    def end(self) -> None:
        """Print the last board and how it came to it."""
        self.draw()
        self._tell()

    def wait(self) -> None:
        """Print what happened while others act, and the board if it has not been seen."""
        self._tell()
        if self._prompt is None and self._drawn < self.known:
            self.draw()
            return
        prompt = None if self._picture is None else self._picture.prompt
        if prompt is not None and prompt != self._prompt:
            say(f"> {prompt}", indent=2)
            self._prompt = prompt

    def again(self) -> None:
        """Print what happened since the own last action."""
        self._happened(self.since)

    def _tell(self, *, most: int | None = None) -> None:
        """Print what has not been said yet."""
        unsaid, self._unsaid = self._unsaid, []
        self._happened(unsaid, most=most)

    def _happened(self, sentences: Sequence[str], *, most: int | None = None) -> None:
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

    def _read(self, seat: Seat) -> None:
        """Read the table as it stands, which may be later than what was asked for."""
        self.seat = seat
        timeline = Timeline(read_record(self._client.record()))
        self._compare(timeline)
        new = range(self.known + 1, len(timeline) + 1)
        if any(isinstance(timeline.moment(n).entry, SEATING) for n in new):
            self._name(timeline)
        if self._timeline is not None:
            self.overtaken |= any(timeline.moment(n).entry.by != f"seat:{seat}" for n in new)
        viewer = seat_viewer(seat)  # the copy may be everybody's once the secrets are open
        fresh = [sentence.text for n in new for sentence in told(timeline, n, viewer, self._words)]
        self.since = self.since + fresh
        self._unsaid = self._unsaid + fresh
        self.known = len(timeline)
        self._timeline = timeline
        self._look(timeline)

    @property
    def head(self) -> str | None:
        """The number and hash of the last entry that was read, as `replay verify --head` takes them."""
        return None if self._timeline is None else f"{self.known}:{_hash(self._timeline, self.known)}"

    def _compare(self, timeline: Timeline) -> None:
        """Say so if the record is not the one that was shown before, with another hash at the last entry seen then."""
        before = self._timeline
        if before is None:
            return
        if len(timeline) < self.known or _hash(timeline, self.known) != _hash(before, self.known):
            head = f"{self.known}:{_hash(before, self.known)}"
            say(
                self._words.say(
                    "This is another record than before: what was shown has the head {head}. Keep it.", head=head
                )
            )

    def _name(self, timeline: Timeline) -> None:
        """Learn who sits where."""
        words = words_in(self._words.language, timeline.title.package, "api")
        seats = self._client.table()["seats"]
        self._bots = frozenset([place["seat"] for place in seats if place["bot"] is not None])
        self._words = words.calling(_labels(seats, self.seat, words)).at_table(timeline.moment(1).table.setup.data)

    def _look(self, timeline: Timeline) -> None:
        """Picture the table as it stands."""
        title, last = timeline.title, timeline.moment(len(timeline))
        if last.state is None:
            return
        state, rules, seat = last.state, title.rules, self.seat
        self._awaited = frozenset(rules.to_act(state))
        asked = Asked(lambda command: rules.refuse(state, seat, command))
        drawn = title.picture(rules.view(state, seat_viewer(seat)), self._words, asked)
        self._picture = asked.helped(drawn, title, self._words)
        self.wording = Wording(self._words, cards_of(drawn), title.hints, self._own_decks(timeline))

    def _own_decks(self, timeline: Timeline) -> OwnDecks | None:
        title = timeline.title
        if title.decks is None:
            return None
        return OwnDecks(title.decks, title, timeline.moment(1).table.setup, self._words)


def _labels(seats: Sequence[Mapping[str, Any]], own: int, words: Words) -> list[str]:
    """Return what each seat is called: by its player's name where only one has it, bots by their number."""
    names = [words.say("Bot {number}", number=place["seat"]) if place["bot"] else place["name"] for place in seats]
    labels = [
        words.say("{name} ({number})", name=name, number=seat) if name and names.count(name) > 1 else name or ""
        for seat, name in enumerate(names)
    ]
    labels[own] = words.say("{seat} (you)", seat=labels[own] or words.seat(own))
    return labels


def _hash(timeline: Timeline, n: int) -> str:
    return b64(timeline.moment(n).opened.copied.hash)
