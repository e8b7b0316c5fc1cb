"""Pauses of a table as its entries name them: what stops the play, by whom, since when; time that no clock counts.

Part of check 1, and the arithmetic of check 9.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from domain.record.desk import (
    CaseAppealed,
    CaseClaimed,
    CaseDismissed,
    CaseReleased,
    ResultAdjusted,
    RulingAccepted,
    RulingMade,
)
from domain.record.entries import (
    CLOCK,
    ClockAdjusted,
    Entry,
    Outage,
    Paused,
    PauseReason,
    Resumed,
    TableAbandoned,
    TableOpened,
)

ARBITER = "arbiter"
RULER = "ruler"
UNCLAIMED_MS = 15 * 60 * 1000  # then play goes on without the case that stopped it

OfClocks: TypeAlias = Paused | Resumed | ClockAdjusted | Outage  # what changes the clocks without an action


class Stop(msgspec.Struct, frozen=True):
    """One cause of a pause: who wrote it, when and why; for a case, since when nobody has claimed it, or nothing.

    It stays `until` a rewind that was ruled meanwhile can be appealed no more; a case is `decided`, or appealed.
    """

    by: str
    at: int
    reason: PauseReason
    waits_since: int | None = None
    until: int | None = None
    decided: bool = False

    @property
    def lapses(self) -> int | None:
        """When the clock lets play go on, as nobody has claimed the case, or nobody can appeal against going back."""
        if self.waits_since is not None:
            return max(self.waits_since + UNCLAIMED_MS, self.until or 0)
        return self.until if self.decided else None


class Pause(msgspec.Struct, frozen=True):
    """A pause: since when every clock stands, and its causes by name."""

    since: int
    causes: Mapping[str, Stop]

    @property
    def lapses(self) -> int | None:
        """When the clock takes the first case away; nothing where no case stops the play, or it is decided."""
        moments = (stop.lapses for stop in self.causes.values())
        return min((moment for moment in moments if moment is not None), default=None)


def case_of(cause: str) -> str | None:
    """Return the case that stops the play; nothing for an office."""
    return None if cause in (ARBITER, RULER) else cause.removeprefix("case:")


def cause_of(case: str) -> str:
    """Return how a pause names a case."""
    return f"case:{case}"


_PAUSES = re.compile(  # cause and author
    r"(arbiter arbiter|ruler (opener|player|organiser|operator)"
    r"|case:\S+ (seat|opener|player|organiser|operator|arbiter))(:[\s\S]*)?"
).fullmatch
_RESUMES = re.compile(
    r"(arbiter (arbiter|operator)|ruler (opener|player|organiser|operator)"
    r"|case:\S+ (arbiter|operator|clock))(:[\s\S]*)?"
).fullmatch
_ADJUSTS = re.compile(r"(operator|arbiter)(:[\s\S]*)?").fullmatch


def pausing_fault(entry: OfClocks, pause: Pause | None, opening: TableOpened, at: int) -> str | None:
    """Return why an entry about pauses and clocks cannot come here; the entry before is of this time."""
    if isinstance(entry, Paused):
        if not _PAUSES(f"{entry.cause} {entry.by}"):
            return f"{entry.by} cannot stop the play as {entry.cause}"
        there = pause is not None and entry.cause in pause.causes
        return f"{entry.cause} stops the play already" if there else None
    if isinstance(entry, Resumed):
        if not _RESUMES(f"{entry.cause} {entry.by}"):
            return f"{entry.by} cannot let the play go on for {entry.cause}"
        if pause is None or entry.cause not in pause.causes:
            return f"{entry.cause} does not stop the play"
        left = entry.by == CLOCK and pause.causes[entry.cause].lapses is None
        return f"{entry.cause} is claimed, and the clock leaves it" if left else None
    if isinstance(entry, ClockAdjusted):
        return _adjusting_fault(entry, opening)
    if pause is not None:
        return "while the play is stopped an outage takes no time"
    return None if at <= entry.since < entry.until <= entry.at else "an outage lies between two entries"


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


def pause_after(pause: Pause | None, entry: Entry, until: int | None = None) -> Pause | None:
    """Return the pause after an entry; nothing where play may go on. `until` is for how long a ruling makes it last."""
    match entry:
        case Paused():
            since, causes = (entry.at, {}) if pause is None else (pause.since, dict(pause.causes))
            stop = Stop(entry.by, entry.at, entry.reason, None if case_of(entry.cause) is None else entry.at)
            return Pause(since, {**causes, entry.cause: stop})
        case Resumed():
            assert pause is not None, "nothing goes on that does not stand"
            left = {cause: stop for cause, stop in pause.causes.items() if cause != entry.cause}
            return Pause(pause.since, left) if left else None
        case ResultAdjusted() | TableAbandoned():
            return None  # the game is over
        case CaseClaimed():
            return _case_is(pause, entry.case, waits_since=None)
        case CaseReleased():
            return _case_is(pause, entry.case, waits_since=entry.at)
        case CaseAppealed():
            return _case_is(_lasting(pause, None), entry.case, waits_since=entry.at, decided=False)
        case CaseDismissed():
            return _case_is(pause, entry.case, decided=True)
        case RulingMade():
            return _case_is(pause if until is None else _lasting(pause, until), entry.case, decided=True)
        case RulingAccepted() if until is not None:
            return _lasting(pause, until, anew=False)
        case _:
            return pause


def _lasting(pause: Pause | None, until: int | None, *, anew: bool = True) -> Pause | None:
    """Return a pause whose causes stay until a moment, or for no set time: `anew`, or those that stayed for one."""
    if pause is None:
        return None
    stay = {of: replace(stop, until=until) for of, stop in pause.causes.items() if anew or stop.until is not None}
    return Pause(pause.since, {**pause.causes, **stay})


def _case_is(pause: Pause | None, case: str, **changes: int | bool | None) -> Pause | None:
    """Return a pause whose case has gone on: nobody has claimed it since a moment, or it is decided."""
    cause = cause_of(case)
    if pause is None or cause not in pause.causes:
        return pause
    return Pause(pause.since, {**pause.causes, cause: replace(pause.causes[cause], **changes)})


def is_early(entry: Entry, pause: Pause | None) -> bool:
    """Say whether the clock lets play go on before the 15 minutes of a case are over, or anybody before an appeal.

    `pause` is the one before the entry.
    """
    if not isinstance(entry, Resumed) or pause is None:
        return False
    stop = pause.causes[entry.cause]
    return entry.at < ((stop.lapses if entry.by == CLOCK else stop.until) or 0)


def stood_ms(entry: Entry, pause: Pause | None, after: Pause | None) -> int:
    """Return for how long the clocks stood that an entry lets go on; `pause` is the one before it."""
    if isinstance(entry, Outage):
        return entry.until - entry.since
    ended = pause is not None and after is None and isinstance(entry, (Resumed, ResultAdjusted))
    return entry.at - pause.since if pause is not None and ended else 0
