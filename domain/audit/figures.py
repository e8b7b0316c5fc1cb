"""A record in figures: who did what how often, how long it took, what was drawn, how large it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import median

import msgspec

from domain.audit.timeline import Moment, Timeline
from domain.kernel.seats import Seat
from domain.record.entries import ACTIONS, CLOCK, WITH_FACTS, RewoundTo


class SeatFigures(msgspec.Struct, frozen=True, kw_only=True):
    """One seat on the live line: its commands by tag, and its thinking times in milliseconds."""

    seat: Seat
    actions: int
    commands: dict[str, int]
    timeouts: int
    thought_ms: int
    median_ms: int
    longest_ms: int


class DrawFigures(msgspec.Struct, frozen=True, kw_only=True):
    """How often the live line drew for a purpose, and how many cards or numbers were in it altogether."""

    purpose: str
    kind: str
    times: int
    items: int


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """A whole record. Times are in milliseconds; `played_ms` runs from the deal to the last entry of play.

    `public_bytes` are the entries as everybody's copy has them, `line_bytes` the lines of this copy: hashes and opened
    values come on top.
    """

    table: str
    game: str
    viewer: str
    entries: int
    actions: int
    taken_back: int
    rewinds: int
    facts: int
    played_ms: int
    public_bytes: int
    line_bytes: int
    bytes_an_action: int
    seats: tuple[SeatFigures, ...]
    draws: tuple[DrawFigures, ...]


def figures(timeline: Timeline, line_bytes: Sequence[int]) -> Figures:
    """Return a record's figures; `line_bytes` has the length of each entry's line in the file."""
    dropped = timeline.taken_back
    played = [
        moment for moment in timeline.moments if isinstance(moment.entry, WITH_FACTS) and moment.entry.n not in dropped
    ]
    acts = [moment for moment in played if isinstance(moment.entry, ACTIONS)]
    public = sum(len(moment.opened.copied.public) for moment in timeline.moments)
    action_bytes = [len(moment.opened.copied.public) for moment in acts]
    return Figures(
        table=timeline.opening.table,
        game=timeline.opening.game,
        viewer=timeline.record.header.viewer,
        entries=len(timeline),
        actions=len(acts),
        taken_back=len(dropped),
        rewinds=sum(isinstance(moment.entry, RewoundTo) for moment in timeline.moments),
        facts=sum(len(moment.facts) for moment in played),
        played_ms=played[-1].entry.at - played[0].entry.at if played else 0,
        public_bytes=public,
        line_bytes=sum(line_bytes),
        bytes_an_action=round(sum(action_bytes) / len(action_bytes)) if action_bytes else 0,
        seats=tuple([_seat(seat, acts) for seat in range(timeline.opening.seats)]),
        draws=_draws(played),
    )


def _seat(seat: Seat, acts: Sequence[Moment]) -> SeatFigures:
    commands: Counter[str] = Counter()
    times = []
    timeouts = 0
    for moment in acts:
        entry = moment.entry
        assert isinstance(entry, ACTIONS)
        if entry.seat != seat:
            continue
        commands[entry.command.tag] += 1
        times.append(entry.used_ms)
        timeouts += entry.by == CLOCK
    return SeatFigures(
        seat=seat,
        actions=len(times),
        commands=dict(sorted(commands.items())),
        timeouts=timeouts,
        thought_ms=sum(times),
        median_ms=round(median(times)) if times else 0,
        longest_ms=max(times, default=0),
    )


def _draws(played: Sequence[Moment]) -> tuple[DrawFigures, ...]:
    times: Counter[tuple[str, str]] = Counter()
    items: Counter[tuple[str, str]] = Counter()
    for moment in played:
        assert isinstance(moment.entry, WITH_FACTS)
        for draw in moment.entry.draws:
            key = (draw.label.split("/", 2)[-1], draw.kind)
            times[key] += 1
            items[key] += draw.n
    return tuple(
        [DrawFigures(purpose=key[0], kind=key[1], times=times[key], items=items[key]) for key in sorted(times)]
    )
