"""The clocks at a moment: what each seat had left, since when it was awaited, and how long it had thought."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from domain.audit.timeline import Address, Timeline
from domain.kernel.display.lines import plain
from domain.kernel.display.words import Words
from domain.record.entries import ACTIONS, Clock
from domain.table.table import Table
from dossier.report.times import length, stamp

NONE = "–"


class SeatClock(NamedTuple):
    """The clock of a seat, in words."""

    seat: str
    bank: str
    since: str
    until: str


class Clocks(NamedTuple):
    """The clocks of a table: sentences, and a row for each seat where there is something to say."""

    sentences: tuple[str, ...]
    seats: tuple[SeatClock, ...]


def clocks_at(timeline: Timeline, address: Address, words: Words) -> Clocks:
    """Return the clocks as they stood after an entry."""
    table = timeline.moment(address.n).table
    clock = timeline.opening.clock
    sentences = tuple(_sentences(timeline, address, words))
    if table.live is None or clock is None:
        return Clocks(sentences, ())
    return Clocks(sentences, tuple([_row(table, seat, clock, words) for seat in range(timeline.opening.seats)]))


def _sentences(timeline: Timeline, address: Address, words: Words) -> Iterator[str]:
    clock, moment = timeline.opening.clock, timeline.moment(address.n)
    if clock is None:
        yield words.say("The table had no clock.")
    else:
        yield from _rules(clock, words)
    if isinstance(moment.entry, ACTIONS):
        seat, thought = plain(words.seat(moment.entry.seat)), length(moment.entry.used_ms)
        yield words.say("{seat} thought for {time} about entry {n}.", seat=seat, time=thought, n=moment.entry.n)
    pause = moment.table.book.pause
    if pause is not None:
        yield words.say("The play was stopped since {time}: every clock stood.", time=stamp(pause.since))


def _rules(clock: Clock, words: Words) -> Iterator[str]:
    """Yield what the clock of the table allows."""
    if clock.move_ms is not None:
        yield words.say("Each decision had {time}.", time=length(clock.move_ms))
    if clock.bank_ms is not None:
        more = length(clock.increment_ms or 0)
        yield words.say(
            "Each bank began with {time} and got {more} after each action.", time=length(clock.bank_ms), more=more
        )
    if clock.delay_ms:
        yield words.say("The first {time} of each decision counted for nothing.", time=length(clock.delay_ms))


def _row(table: Table, seat: int, clock: Clock, words: Words) -> SeatClock:
    live = table.live
    assert live is not None, "something was dealt"
    asked, deadline = live.decisions.get(seat), live.deadline(seat, clock)
    stopped = table.book.pause is not None
    return SeatClock(
        seat=plain(words.seat(seat)),
        bank=NONE if live.bank is None else length(live.bank[seat]),
        since=NONE if asked is None else stamp(asked.at),
        until=NONE if deadline is None or stopped else stamp(deadline),
    )
