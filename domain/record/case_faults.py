"""What contradicts the cases of a table: who may call, claim, decide, appeal and close, and when. Part of check 1."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import NamedTuple

from domain.record.cases import CLAIMED, DECIDED, MOST_CASES, MOST_PENALTIES, Case, Cases
from domain.record.desk import (
    CaseAppealed,
    CaseClaimed,
    CaseClosed,
    CaseDismissed,
    CaseOpened,
    CaseReleased,
    OfCases,
    Penalty,
    RulingAccepted,
    RulingMade,
)
from domain.record.entries import CLOCK, TABLE, Entry, Resumed, TableOpened
from domain.record.measures import measure_fault, measures_fault
from domain.record.pauses import Pause, case_of, cause_of


class Around(NamedTuple):
    """What an entry about cases is compared with, all of it as it is before the entry."""

    cases: Cases
    opening: TableOpened
    players: Mapping[int, str]  # who holds each seat that is taken
    sat: Collection[str]  # whoever has held a seat, now or before
    pause: Pause | None
    in_play: bool  # seats may act


_ID = re.compile("[a-z0-9][a-z0-9_-]{0,63}").fullmatch
_OPENS = re.compile(r"(seat|opener|player|organiser|operator|arbiter)(:[\s\S]*)?").fullmatch
_OFFICE = re.compile(r"(operator|arbiter)(:[\s\S]*)?").fullmatch


def role_of(by: str) -> str:
    """Return the office of an author, without a name."""
    return by.partition(":")[0]


def is_officer(by: str) -> bool:
    """Say whether somebody may decide cases: an arbiter, or an operator."""
    return _OFFICE(by) is not None


def has_sat(by: str, sat: Collection[str]) -> bool:
    """Say whether an officer plays or has played at this table."""
    name = by.partition(":")[2]
    return bool(name) and name in sat


def has_interest(by: str, called_by: str, opening: TableOpened, sat: Collection[str]) -> bool:
    """Say whether an officer plays or has played at this table, has called the arbiter, or has opened it as a player.

    What an operator has called for an operator may decide: there may be nobody else.
    """
    name = by.partition(":")[2]
    called = called_by in (f"player:{name}", f"arbiter:{name}")
    return has_sat(by, sat) or (bool(name) and (called or opening.by == f"player:{name}"))


def may_release(by: str, case: Case, opening: TableOpened) -> bool:
    """Say whether somebody gives a claimed case out of hand: its officer, an operator, the organiser of the table."""
    return by == case.claimed_by or role_of(by) == "operator" or (role_of(by) == "organiser" and by == opening.by)


def case_fault(entry: OfCases, around: Around) -> str | None:
    """Return why an entry about cases cannot come here."""
    if isinstance(entry, CaseOpened):
        return _opening_fault(entry, around)
    case = around.cases.get(entry.case)
    if case is None:
        return f"there is no case {entry.case}"
    match entry:
        case CaseClaimed():
            return _claiming_fault(entry, case, around)
        case CaseReleased():
            released = case.state in CLAIMED and may_release(entry.by, case, around.opening)
            return None if released else f"{entry.by} cannot release the case {entry.case}"
        case CaseDismissed():
            dismissed = case.state == "claimed" and entry.by == case.claimed_by
            return None if dismissed else f"{entry.by} cannot dismiss the case {entry.case}"
        case RulingMade():
            return _ruling_fault(entry, case)
        case CaseAppealed():
            return _appealing_fault(entry, case, around)
        case RulingAccepted():
            return _accepting_fault(entry, case, around)
        case CaseClosed():
            return _closing_fault(entry, case, around)
        case _:
            return _penalty_fault(entry, case, around)


def _opening_fault(entry: CaseOpened, around: Around) -> str | None:
    if entry.case in around.cases:
        return f"there is a case {entry.case} already"
    if len(around.cases) >= MOST_CASES:
        return f"a table has at most {MOST_CASES} cases"
    n, _, _ = entry.moment.partition(".")
    if not _ID(entry.case) or entry.moment.endswith("\n") or not _OPENS(entry.by):
        return f"{entry.by} cannot open the case {entry.case} for {entry.moment}"
    if int(n) >= entry.n:
        return f"entry {n} comes later"
    if not around.opening.at <= entry.filed_at <= entry.at:
        return "a case is filed while there is a table, and before it is written down"
    if role_of(entry.by) == "seat":
        return _seat_fault(entry, around)
    return _stop_fault(entry, around)


def _seat_fault(entry: CaseOpened, around: Around) -> str | None:
    """Return why a seat cannot call an arbiter so."""
    if entry.by not in {f"seat:{seat}" for seat in around.players}:
        return f"nobody calls the arbiter as {entry.by}"
    if around.opening.arbiter_call == "none":
        return "no seat of this table calls the arbiter"
    if entry.stops_play and has_stopped(around.cases, entry.by):
        return f"{entry.by} has stopped the play already"
    return _stop_fault(entry, around)


def _stop_fault(entry: CaseOpened, around: Around) -> str | None:
    if not entry.stops_play:
        return "a case that does not stop the play comes when nobody may act" if around.in_play else None
    if around.opening.arbiter_call != "stop":
        return "no case stops the play of this table"
    return None if around.in_play or around.pause is not None else "there is no play to stop"


def has_stopped(cases: Cases, by: str) -> bool:
    """Say whether a seat has stopped the play for a case in which nothing was found, or not yet."""
    return any(case.stops_play and case.opened_by == by and not case.upheld for case in cases.values())


def _claiming_fault(entry: CaseClaimed, case: Case, around: Around) -> str | None:
    if not is_officer(entry.by) or case.state not in ("open", "appealed"):
        return f"{entry.by} cannot claim the case {entry.case}"
    if has_interest(entry.by, case.opened_by, around.opening, around.sat):
        return f"{entry.by} has an interest in the case {entry.case}"
    return f"{entry.by} has decided the case {entry.case} before" if entry.by == case.ruled_by else None


def _ruling_fault(entry: RulingMade, case: Case) -> str | None:
    if case.state not in CLAIMED or entry.by != case.claimed_by:
        return f"{entry.by} cannot rule on the case {entry.case}"
    return measures_fault(entry.measures)


def _appealing_fault(entry: CaseAppealed, case: Case, around: Around) -> str | None:
    if entry.by not in {f"seat:{seat}" for seat in around.players}:
        return f"{entry.by} cannot appeal"
    if case.state not in DECIDED or case.final:
        return f"the case {entry.case} cannot be appealed"
    if any(entry.by == f"seat:{seat}" for seat in case.accepted):
        return f"{entry.by} has accepted what was decided"
    return None


def _accepting_fault(entry: RulingAccepted, case: Case, around: Around) -> str | None:
    if case.state not in DECIDED or case.final:
        return f"nothing of the case {entry.case} can be accepted"
    if entry.seat not in around.players:
        return f"nobody holds seat {entry.seat}"
    if entry.by not in (f"seat:{entry.seat}", TABLE):
        return f"{entry.by} cannot accept what was decided for seat {entry.seat}"
    return f"seat {entry.seat} has accepted what was decided already" if entry.seat in case.accepted else None


def _closing_fault(entry: CaseClosed, case: Case, around: Around) -> str | None:
    if case.state not in DECIDED or not (entry.by == CLOCK or is_officer(entry.by)):
        return f"{entry.by} cannot close the case {entry.case}"
    if around.pause is not None and cause_of(entry.case) in around.pause.causes:
        return f"the case {entry.case} stops the play"
    return None


def _penalty_fault(entry: Penalty, case: Case, around: Around) -> str | None:
    if entry.seat >= around.opening.seats:
        return f"the table has no seat {entry.seat}"
    if len(case.penalties) >= MOST_PENALTIES:
        return f"a case brings at most {MOST_PENALTIES} penalties"
    return measure_fault(around.cases, entry.case, "penalty", entry.by)


def resuming_fault(entry: Entry, cases: Cases) -> str | None:
    """Return why somebody cannot let the play go on for a case: after an appeal that is up to whoever claimed it."""
    case = cases.get(case_of(entry.cause) or "") if isinstance(entry, Resumed) else None
    if case is None or case.state not in ("appealed", "reclaimed") or entry.by in (CLOCK, case.claimed_by):
        return None
    return f"the case was appealed, and {entry.by} has not claimed it"
