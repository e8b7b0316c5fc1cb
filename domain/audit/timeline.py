"""The timeline of a record: every state kept, so that going anywhere is an index; facts are addressed `41.3`."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property, partial
from typing import Any, NamedTuple

from msgspec.structs import replace

from domain.audit.opened import CONTRADICTIONS, OpenedEntry, card_set_of, contradiction, open_entry, rules_of
from domain.games import Title, game
from domain.kernel.display.board import Picture
from domain.kernel.display.words import Words
from domain.kernel.game import Rules, State
from domain.kernel.legal import offers
from domain.kernel.marks import redact
from domain.kernel.messages import Fact
from domain.kernel.offers import Offer
from domain.kernel.refusals import May
from domain.kernel.seats import Seat, Viewer, parse_viewer
from domain.record.desk import ResultAdjusted
from domain.record.entries import (
    WITH_FACTS,
    ActionForced,
    ActionTaken,
    Entry,
    GameFinished,
    GameStarted,
    RewoundTo,
    TableOpened,
)
from domain.record.lines import Copied, Record
from domain.table.book import BookError
from domain.table.live import Live
from domain.table.table import Table, begin, follow, rewound


class TimelineError(ValueError):
    """A record that cannot be followed; the message names the line, where one line is to blame."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason if line is None else f"line {line}: {reason}")
        self.reason = reason
        self.line = line


@contextmanager
def reading(line: int) -> Iterator[None]:
    """Turn what a damaged entry makes the rules raise into a `TimelineError` that names its line."""
    try:
        yield
    except TimelineError:  # which says it already
        raise
    except CONTRADICTIONS as error:
        raise TimelineError(contradiction(error), line) from None


class Address(NamedTuple):
    """A place in a record: after entry `n`, or after its fact `fact` (from 0)."""

    n: int
    fact: int | None = None

    def __str__(self) -> str:
        return str(self.n) if self.fact is None else f"{self.n}.{self.fact}"


def parse_address(text: str) -> Address:
    """Parse `41` or `41.3`; raises `ValueError`."""
    n, dot, fact = text.partition(".")
    if not (n.isascii() and n.isdigit()) or (dot and not (fact.isascii() and fact.isdigit())):
        raise ValueError(f"{text!r} is no address: use 41, or 41.3 for the state after fact 3 of entry 41")
    return Address(int(n), int(fact) if dot else None)


class Moment(NamedTuple):
    """An entry as this copy knows it, and the table after it."""

    entry: Entry
    opened: OpenedEntry
    table: Table

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts of the entry, if it has any."""
        return self.entry.facts if isinstance(self.entry, WITH_FACTS) else ()

    @property
    def state(self) -> State:
        """The state after the entry; `None` before the deal."""
        return None if self.table.live is None else self.table.live.state


class Timeline:
    """All moments of a record. Shows what the copy can show: on a redacted copy the rest stays unknown.

    `to_damage` follows a record that contradicts itself as far as it goes; `damage` then says where it ends.
    `before` is the timeline of an earlier copy: the moments of what both begin with, byte for byte, are kept.
    `hints` are no part of the record: the seats that asked a bot, by the entry after which they did.
    """

    def __init__(
        self,
        record: Record,
        progress: Callable[[int, int], None] | None = None,
        *,
        to_damage: bool = False,
        before: Timeline | None = None,
        hints: Mapping[int, Sequence[Seat]] = {},
    ) -> None:
        rules = rules_of(record.header.game)
        if rules is None:
            raise TimelineError(f"this release has no game called {record.header.game!r}")
        self.damage: TimelineError | None = None
        self.record = record
        self.hints = hints
        self.title: Title = game(record.header.game)
        self.moments: tuple[Moment, ...] = tuple(self._moments(rules, before, progress, to_damage=to_damage))

    def _moments(
        self,
        rules: Rules,
        before: Timeline | None,
        progress: Callable[[int, int], None] | None,
        *,
        to_damage: bool,
    ) -> list[Moment]:
        moments = [] if before is None else _common(before, self.record)
        lives: dict[int, Live | None] = {moment.entry.n: moment.table.live for moment in moments}
        for copied in self.record.entries[len(moments) :]:
            try:
                with reading(copied.line):
                    moment = self._moment(rules, copied, moments[-1].table if moments else None, lives)
            except TimelineError as error:
                if not (to_damage and moments):
                    raise
                self.damage = error
                break
            lives[moment.entry.n] = moment.table.live
            moments.append(moment)
            if progress is not None:
                progress(len(moments), len(self.record.entries))
        return moments

    def _moment(self, rules: Rules, copied: Copied, table: Table | None, lives: dict[int, Live | None]) -> Moment:
        """Return an entry and the table after it; raises what a damaged entry makes the rules raise."""
        opened = open_entry(rules, copied)
        entry, head = opened.full, copied.hash
        if table is None:
            if not isinstance(entry, TableOpened):
                raise BookError("the record does not begin with a table's opening")
            table = begin(rules, entry, head, data=card_set_of(rules, self.record.card_sets, entry))
        elif isinstance(entry, RewoundTo):
            table = rewound(table, entry, head, lives)
        else:
            table = follow(table, entry, head)
        return Moment(entry, opened, table)

    def __len__(self) -> int:
        return len(self.moments)

    @property
    def opening(self) -> TableOpened:
        """Entry 1."""
        return self.moments[0].table.book.opened

    @property
    def owner(self) -> Viewer:
        """The viewer this copy was made for, as its header says."""
        return parse_viewer(self.record.header.viewer, self.opening.seats)

    @property
    def started(self) -> int | None:
        """The number of the entry that dealt, if the game has begun."""
        return self.moments[-1].table.book.started

    @cached_property
    def taken_back(self) -> frozenset[int]:
        """The entries of play that a rewind dropped from the live line, rewinds with new orders among them."""
        live = frozenset(moment.entry.n for moment in self.live_line(len(self.moments)))
        played = (ActionTaken, ActionForced, GameFinished, ResultAdjusted)
        return frozenset(
            moment.entry.n
            for moment in self.moments
            if moment.entry.n not in live and (isinstance(moment.entry, played) or moment.facts)
        )

    def live_line(self, n: int) -> list[Moment]:
        """Return the moments that led to the one of entry `n`: what was taken back before it is left out."""
        return [*self.back_from(n)][::-1]

    def back_from(self, n: int) -> Iterator[Moment]:
        """Yield the same moments, the last one first."""
        while n:
            moment = self.moments[n - 1]
            yield moment
            n = moment.entry.to if isinstance(moment.entry, RewoundTo) else n - 1

    def moment(self, n: int) -> Moment:
        """Return the moment of entry `n`; raises `IndexError`."""
        if not 1 <= n <= len(self.moments):
            raise IndexError(f"the record has entries 1 to {len(self.moments)}, not {n}")
        return self.moments[n - 1]

    def state(self, address: Address) -> State:
        """Return the state at an address (`None` before the deal); raises `IndexError`."""
        moment = self.moment(address.n)
        if address.fact is None:
            return moment.state
        facts = moment.facts
        if address.fact >= len(facts):
            raise IndexError(f"entry {address.n} has {len(facts)} facts, counted from 0")
        rules, state = self.title.rules, self._before(moment)
        with reading(moment.opened.copied.line):
            for fact in facts[: address.fact + 1]:
                state = rules.evolve(state, fact)
        return state

    def _before(self, moment: Moment) -> State:
        """Return the state that an entry's facts change: a rewind's is the one that it goes back to."""
        entry = moment.entry
        if isinstance(entry, GameStarted):
            return self.title.rules.empty(moment.table.setup)
        return self.moment(entry.to if isinstance(entry, RewoundTo) else entry.n - 1).state

    def view(self, address: Address, viewer: Viewer) -> Any:
        """Return what a viewer saw at an address; `None` before the deal."""
        state = self.state(address)
        with reading(self.moment(address.n).opened.copied.line):
            return None if state is None else self.title.rules.view(state, viewer)

    def could_do(self, address: Address, seat: Seat) -> tuple[Offer, ...]:
        """Return what a seat could have done after an entry: its offers; none where the seat is not awaited."""
        moment = self.moment(address.n)
        if address.fact is not None or seat not in moment.table.decisions:
            return ()
        return offers(self.title.rules, moment.state, seat)

    def sentences(self, n: int, viewer: Viewer, words: Words) -> list[tuple[Address, str]]:
        """Return what happened in entry `n` as this viewer learnt it, a sentence for each fact that has one."""
        moment = self.moment(n)
        if not moment.facts:
            return []
        setup, state = moment.table.setup, self._before(moment)
        with reading(moment.opened.copied.line):
            sentences, _ = sentences_of(self.title, moment.facts, state, viewer, words.at_table(setup.data))
        return [(Address(n, i), sentence) for i, sentence in sentences]

    def picture(self, address: Address, viewer: Viewer, words: Words, may: May | None = None) -> Picture | None:
        """Return the table at an address as a neutral picture; `None` before the deal. `may` lights what is legal."""
        view, moment = self.view(address, viewer), self.moment(address.n)
        with reading(moment.opened.copied.line):
            return None if view is None else picture_of(self.title, moment.table, view, words, may)

    def pictures_within(self, n: int, viewer: Viewer, words: Words) -> Iterator[Picture]:
        """Yield the table after each fact of an entry but the last, whose picture is that of the entry."""
        moment, rules = self.moment(n), self.title.rules
        state = self._before(moment) if moment.facts else None
        for fact in moment.facts[:-1]:
            with reading(moment.opened.copied.line):
                state = rules.evolve(state, fact)
                picture = self.title.picture(rules.view(state, viewer), words, None)
            yield picture


def picture_of(title: Title, table: Table, view: Any, words: Words, may: May | None = None) -> Picture:
    """Return the picture of a table; while its play is stopped it asks nobody for anything, and nothing is legal."""
    if table.book.pause is None and table.book.due is None:
        return title.picture(view, words, may)
    prompt = words.say("The play is stopped: nobody acts, and no clock runs.")
    return replace(title.picture(view, words, None), prompt=prompt)


def sentences_of(
    title: Title, facts: Sequence[Fact], state: State, viewer: Viewer, words: Words
) -> tuple[list[tuple[int, str]], State]:
    """Return the sentences for facts by their place, as this viewer learnt them, and the state after the last one.

    `state` is the one before them, `words` are those of the table.
    """
    rules, found = title.rules, []
    for i, fact in enumerate(facts):
        before = words.at_table(words.cards, partial(rules.view, state, viewer))
        sentence = title.sentence(redact(fact, viewer), before)
        state = rules.evolve(state, fact)
        if sentence is not None:
            found.append((i, sentence))
    return found, state


def _common(before: Timeline, record: Record) -> list[Moment]:
    """Return the moments of a timeline for the entries that stand in this record too, byte for byte, from the first."""
    if before.record.header.game != record.header.game or before.record.card_sets != record.card_sets:
        return []
    pairs = zip(before.moments, record.entries, strict=False)
    return [moment for moment, copied in itertools.takewhile(lambda pair: pair[0].opened.copied == pair[1], pairs)]
