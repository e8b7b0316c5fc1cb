"""Where a key leads from a place in a record."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence

from domain.audit.timeline import Address, Timeline
from domain.kernel.seats import Seat, Viewer


def next_entry(timeline: Timeline, here: Address) -> Address:
    """Return the following entry; from within an entry, its end."""
    return Address(here.n) if here.fact is not None else Address(min(here.n + 1, len(timeline)))


def previous_entry(timeline: Timeline, here: Address) -> Address:
    """Return the end of the entry before."""
    return Address(max(here.n - 1, 1))


def next_fact(timeline: Timeline, here: Address) -> Address:
    """Return the next fact; after the last one of an entry its end, and from there the first one of the next entry."""
    if here.fact is not None:
        more = here.fact + 1 < len(timeline.moment(here.n).facts)
        return Address(here.n, here.fact + 1 if more else None)
    if here.n == len(timeline):
        return here
    return Address(here.n + 1, 0 if timeline.moment(here.n + 1).facts else None)


def previous_fact(timeline: Timeline, here: Address) -> Address:
    """Return the place from which `next_fact` leads here; the first place leads nowhere else."""
    if here.fact is None:
        facts = len(timeline.moment(here.n).facts)
        return Address(here.n, facts - 1) if facts else previous_entry(timeline, here)
    return Address(here.n, here.fact - 1) if here.fact else previous_entry(timeline, here)


def first(timeline: Timeline, here: Address) -> Address:
    """Return the first entry."""
    return Address(1)


def last(timeline: Timeline, here: Address) -> Address:
    """Return the last entry."""
    return Address(len(timeline))


MOVES: Mapping[str, Callable[[Timeline, Address], Address]] = {
    "next": next_entry,
    "previous": previous_entry,
    "next fact": next_fact,
    "previous fact": previous_fact,
    "first": first,
    "last": last,
}


def beside(numbers: Sequence[int], here: Address, *, back: bool = False) -> Address | None:
    """Return the nearest of some entries, which are in order, after a place or before it."""
    if back:
        place = bisect_left(numbers, here.n) - 1
        return Address(numbers[place]) if place >= 0 else None
    place = bisect_left(numbers, here.n) if here.fact is not None else bisect_right(numbers, here.n)
    return Address(numbers[place]) if place < len(numbers) else None


def decisions(timeline: Timeline, seats: Iterable[Seat]) -> list[int]:
    """Return the entries that put a new decision to one of some seats."""
    asked = frozenset(seats)
    return [
        moment.entry.n
        for moment in timeline.moments
        if any(seat in asked and one.n == moment.entry.n for seat, one in moment.table.decisions.items())
    ]


def seats_seen(timeline: Timeline, viewer: Viewer) -> list[Seat]:
    """Return the seats whose decisions concern a viewer: its own, or everybody's where it holds none."""
    return sorted(viewer.seats) or list(range(timeline.opening.seats))


def earlier(one: Address, other: Address) -> bool:
    """Say whether a place lies in an earlier entry than another one, or is an earlier fact of the same one."""
    return one.n < other.n or (one.n == other.n and (one.fact or 0) < (other.fact or 0))
