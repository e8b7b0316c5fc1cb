"""Which table a report is about, which moment, who sits there, and whose copy it was made from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from domain.audit.timeline import Address, Timeline
from domain.kernel.display.lines import plain
from domain.kernel.display.words import Words
from domain.kernel.seats import Viewer
from domain.record.order import Status
from domain.table.book import Holder
from dossier.report.times import stamp

STATUSES: Mapping[Status, str] = {
    "open": "it had not begun",
    "running": "it was being played",
    "finished": "it was over, and the result waited",
    "confirmed": "it was over, and the result was final",
    "abandoned": "it was given up",
}


class Row(NamedTuple):
    """A name and what stands beside it."""

    name: str
    value: str


class Heading(NamedTuple):
    """What a report is called, and what it is about."""

    title: str
    about: str
    rows: tuple[Row, ...]


def heading_of(timeline: Timeline, address: Address, words: Words) -> Heading:
    """Return what stands at the head of the report."""
    opening = timeline.opening
    game = timeline.title.rules.title
    label = plain(opening.label or opening.table)
    return Heading(
        title=words.say("Report on entry {address}", address=address),
        about=f"{words.say(game)} · {label}",
        rows=tuple(_rows(timeline, address, words)),
    )


def _rows(timeline: Timeline, address: Address, words: Words) -> Iterator[Row]:
    opening, moment, last = timeline.opening, timeline.moment(address.n), timeline.moments[-1]
    yield Row(words.say("Table"), opening.table)
    if opening.label is not None:
        yield Row(words.say("Label"), plain(opening.label))
    version = words.say("rules version {version}", version=opening.version)
    yield Row(words.say("Game"), words.row([words.say(timeline.title.rules.title), version]))
    yield Row(words.say("Opened"), stamp(opening.at))
    place = words.say("entry {address} of {last}", address=address, last=len(timeline))
    yield Row(words.say("Moment"), words.row([place, stamp(moment.entry.at)]))
    yield Row(words.say("The table then"), words.say(STATUSES[moment.table.book.status]))
    if address.n in timeline.taken_back:
        yield Row("", words.say("A rewind took this moment back later."))
    end = words.say(STATUSES[last.table.book.status])
    yield Row(words.say("At the end of this record"), words.row([end, stamp(last.entry.at)]))
    yield Row(words.say("Made from the copy"), whose(timeline.owner, words))


def whose(viewer: Viewer, words: Words) -> str:
    """Say whose copy it is."""
    if viewer.everything:
        return words.say("with everything open")
    if not viewer.seats:
        return words.say("of a spectator, without hands")
    return words.say("of {seats}", seats=plain(words.seats(sorted(viewer.seats))))


class SeatRow(NamedTuple):
    """A seat, who held it, and what that was."""

    seat: str
    player: str
    kind: str


def seats_at(timeline: Timeline, address: Address, words: Words) -> tuple[SeatRow, ...]:
    """Return who held the seats after an entry."""
    holders = timeline.moment(address.n).table.book.holders
    return tuple([_seat_row(seat, holder, words) for seat, holder in enumerate(holders)])


def _seat_row(seat: int, holder: Holder | None, words: Words) -> SeatRow:
    name = plain(words.seat(seat))
    if holder is None:
        return SeatRow(name, "–", words.say("nobody sat there"))
    if holder.bot is None:
        return SeatRow(name, plain(holder.player), words.say("a person"))
    return SeatRow(name, plain(holder.player), words.say("the bot “{bot}”", bot=plain(holder.bot)))
