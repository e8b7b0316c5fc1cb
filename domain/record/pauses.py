"""Pauses of a table as its entries name them: what stops the play, by whom, since when; time that no clock counts.

Part of check 1, and the arithmetic of check 9.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from domain.record.entries import (
    CLOCK,
    ClockAdjusted,
    Entry,
    Outage,
    Paused,
    PauseReason,
    Resumed,
    TableOpened,
)

ARBITER = "arbiter"
RULER = "ruler"
UNCLAIMED_MS = 15 * 60 * 1000  # then play goes on without the case that stopped it

OfClocks: TypeAlias = Paused | Resumed | ClockAdjusted | Outage  # what changes the clocks without an action


class Stop(msgspec.Struct, frozen=True):
    """One cause of a pause: who wrote it, when and why."""

    by: str
    at: int
    reason: PauseReason


class Pause(msgspec.Struct, frozen=True):
    """A pause: since when every clock stands, and its causes by name."""

    since: int
    causes: Mapping[str, Stop]

    @property
    def lapses(self) -> int | None:
        """When the first case that nobody has claimed lets play go on; nothing where no case stops it."""
        return min((stop.at + UNCLAIMED_MS for cause, stop in self.causes.items() if is_case(cause)), default=None)


def is_case(cause: str) -> bool:
    """Say whether a case stops the play, and no office."""
    return cause not in (ARBITER, RULER)


_PAUSES = re.compile(  # cause and author
    r"(arbiter arbiter|ruler (opener|player|organiser|operator)"
    r"|case:\S+ (seat|opener|player|organiser|operator|arbiter))(:[\s\S]*)?"
).fullmatch
_RESUMES = re.compile(
    r"(arbiter (arbiter|operator)|ruler (opener|player|organiser|operator)"
    r"|case:\S+ (arbiter|operator|clock))(:[\s\S]*)?"
).fullmatch
_ADJUSTS = re.compile(r"(opener|player|organiser|operator|arbiter)(:[\s\S]*)?").fullmatch


def pausing_fault(entry: OfClocks, pause: Pause | None, opening: TableOpened, at: int) -> str | None:
    """Return why an entry about pauses and clocks cannot come here; the entry before is of this time."""
    if isinstance(entry, Paused):
        if not _PAUSES(f"{entry.cause} {entry.by}"):
            return f"{entry.by} cannot stop the play as {entry.cause}"
        return f"{entry.cause} stops the play already" if _has(pause, entry.cause) else None
    if isinstance(entry, Resumed):
        if not _RESUMES(f"{entry.cause} {entry.by}"):
            return f"{entry.by} cannot let the play go on for {entry.cause}"
        return None if _has(pause, entry.cause) else f"{entry.cause} does not stop the play"
    if isinstance(entry, ClockAdjusted):
        return _adjusting_fault(entry, opening)
    if pause is not None:
        return "while the play is stopped an outage takes no time"
    return None if at <= entry.since < entry.until <= entry.at else "an outage lies between two entries"


def _has(pause: Pause | None, cause: str) -> bool:
    return pause is not None and cause in pause.causes


def _adjusting_fault(entry: ClockAdjusted, opening: TableOpened) -> str | None:
    if not _ADJUSTS(entry.by):
        return f"{entry.by} cannot adjust a clock"
    if entry.seat >= opening.seats:
        return f"the table has no seat {entry.seat}"
    if (entry.bank_ms is None) is (entry.move_ms is None):
        return "either a bank is adjusted, or the time for a decision"
    clock = opening.clock
    limit = None if clock is None else clock.move_ms if entry.bank_ms is None else clock.bank_ms
    return "the table has no such clock" if limit is None else None


def pause_after(pause: Pause | None, entry: Entry) -> Pause | None:
    """Return the pause after an entry; nothing where play may go on."""
    match entry:
        case Paused():
            since, causes = (entry.at, {}) if pause is None else (pause.since, dict(pause.causes))
            return Pause(since, {**causes, entry.cause: Stop(entry.by, entry.at, entry.reason)})
        case Resumed():
            assert pause is not None, "nothing goes on that does not stand"
            left = {cause: stop for cause, stop in pause.causes.items() if cause != entry.cause}
            return Pause(pause.since, left) if left else None
        case _:
            return pause


def is_early(entry: Entry, pause: Pause | None) -> bool:
    """Say whether the clock lets play go on before the 15 minutes of a case are over; `pause` is the one before it."""
    if not isinstance(entry, Resumed) or entry.by != CLOCK or pause is None:
        return False
    return entry.at < pause.causes[entry.cause].at + UNCLAIMED_MS


def stood_ms(entry: Entry, pause: Pause | None, after: Pause | None) -> int:
    """Return for how long the clocks stood that an entry lets go on; `pause` is the one before it."""
    if isinstance(entry, Outage):
        return entry.until - entry.since
    return entry.at - pause.since if pause is not None and after is None and isinstance(entry, Resumed) else 0
