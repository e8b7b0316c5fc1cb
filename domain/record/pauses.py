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

    A case is `decided`, or appealed.
    """

    by: str
    at: int
    reason: PauseReason
    waits_since: int | None = None
    decided: bool = False


class Wait(msgspec.Struct, frozen=True):
    """A case that took play back: until when it may be appealed, and whether an officer has claimed the appeal."""

    until: int
    claimed: bool = False


class Pause(msgspec.Struct, frozen=True):
    """A pause: since when every clock stands, its causes by name, and the cases for which the play waits, by id."""

    since: int
    causes: Mapping[str, Stop]
    waits: Mapping[str, Wait] = {}

    def lapses_of(self, cause: str) -> int | None:
        """Return when the clock takes a case away: nobody has claimed it, or no appeal against going back can come."""
        stop, until = self.causes[cause], max((wait.until for wait in self.waits.values()), default=None)
        if stop.waits_since is not None:
            return max(stop.waits_since + UNCLAIMED_MS, until or 0)
        return until if stop.decided else None

    @property
    def lapses(self) -> int | None:
        """When the clock takes the first case away; nothing where no case stops the play, or its officer ends that."""
        moments = (self.lapses_of(cause) for cause in self.causes)
        return min((moment for moment in moments if moment is not None), default=None)

    def lapsed(self, at: int) -> tuple[str, ...]:
        """Return which causes the clock takes away at this time."""
        moments = {cause: self.lapses_of(cause) for cause in self.causes}
        return tuple([cause for cause, moment in moments.items() if moment is not None and moment <= at])

    @property
    def binds_until(self) -> int:
        """Until when nobody lets play go on: whoever has claimed an appeal may decide that its case waits no longer."""
        return max((wait.until for wait in self.waits.values() if not wait.claimed), default=0)


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
        left = entry.by == CLOCK and pause.lapses_of(entry.cause) is None
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
    """Return the pause after an entry; nothing where play may go on. `until` is how long its case makes it last."""
    match entry:
        case Paused():
            stands = Pause(entry.at, {}) if pause is None else pause
            case = case_of(entry.cause)
            if case is None or until is None:
                stop = Stop(entry.by, entry.at, entry.reason, None if case is None else entry.at)
                return replace(stands, causes={**stands.causes, entry.cause: stop})
            stop = Stop(entry.by, entry.at, entry.reason, decided=True)
            return _waiting(replace(stands, causes={**stands.causes, entry.cause: stop}), case, until)
        case Resumed():
            assert pause is not None, "nothing goes on that does not stand"
            left = {cause: stop for cause, stop in pause.causes.items() if cause != entry.cause}
            return replace(pause, causes=left) if left else None
        case ResultAdjusted() | TableAbandoned():
            return None  # the game is over
        case CaseClaimed():
            return _case_is(_claimed(pause, entry.case, held=True), entry.case, waits_since=None)
        case CaseReleased():
            return _case_is(_claimed(pause, entry.case, held=False), entry.case, waits_since=entry.at)
        case CaseAppealed():
            return _case_is(pause, entry.case, waits_since=entry.at, decided=False)
        case CaseDismissed():
            return _case_is(pause, entry.case, decided=True)
        case RulingMade():
            return _case_is(_waiting(pause, entry.case, until), entry.case, decided=True)
        case RulingAccepted() if pause is not None and entry.case in pause.waits:
            return _waiting(pause, entry.case, until)
        case _:
            return pause


def _waiting(pause: Pause | None, case: str, until: int | None) -> Pause | None:
    """Return a pause that lasts until a case can be appealed no more, or waits for that case no longer."""
    if pause is None:
        return None
    others = {of: wait for of, wait in pause.waits.items() if of != case}
    return replace(pause, waits=others if until is None else {**others, case: Wait(until)})


def _claimed(pause: Pause | None, case: str, *, held: bool) -> Pause | None:
    """Return a pause whose wait for a case is by now in the hands of an officer, or of nobody."""
    if pause is None or case not in pause.waits:
        return pause
    return replace(pause, waits={**pause.waits, case: replace(pause.waits[case], claimed=held)})


def _case_is(pause: Pause | None, case: str, **changes: int | bool | None) -> Pause | None:
    """Return a pause whose case has gone on: nobody has claimed it since a moment, or it is decided."""
    cause = cause_of(case)
    if pause is None or cause not in pause.causes:
        return pause
    return replace(pause, causes={**pause.causes, cause: replace(pause.causes[cause], **changes)})


def is_early(entry: Entry, pause: Pause | None) -> bool:
    """Say whether the clock lets play go on before the 15 minutes of a case are over, or anybody before an appeal.

    `pause` is the one before the entry.
    """
    if not isinstance(entry, Resumed) or pause is None:
        return False
    return entry.at < ((pause.lapses_of(entry.cause) or 0) if entry.by == CLOCK else pause.binds_until)


def stood_ms(entry: Entry, pause: Pause | None, after: Pause | None) -> int:
    """Return for how long the clocks stood that an entry lets go on; `pause` is the one before it."""
    if isinstance(entry, Outage):
        return entry.until - entry.since
    ended = pause is not None and after is None and isinstance(entry, (Resumed, ResultAdjusted))
    return entry.at - pause.since if pause is not None and ended else 0
