"""The times of cases: what comes too early or too late, when nothing can change any more, how long the play waits.

Part of check 9.
"""

from __future__ import annotations

from typing import NamedTuple

from domain.record.cases import DECIDED, Case, Cases, file_ms
from domain.record.desk import CaseAppealed, CaseClosed, CaseOpened, Penalty, RulingAccepted, RulingMade
from domain.record.entries import Entry, Paused, TableOpened
from domain.record.pauses import case_of


def settled_at(cases: Cases) -> int | None:
    """Return from when on no case can change the result any more, by time alone; 0 if it is so already.

    Nothing where an officer has still to decide one.
    """
    if any(case.may_change for case in cases.values()):
        return None
    return max((case.appeal_until or 0 for case in cases.values() if case.state in DECIDED), default=0)


def is_settled(cases: Cases, at: int) -> bool:
    """Say whether at this time no case can change the result any more."""
    moment = settled_at(cases)
    return moment is not None and moment <= at


def may_measure(case: Case | None, at: int, opening: TableOpened, over_at: int | None) -> bool:
    """Say whether a case may still bring another result, or a penalty: until `file_ms` after the table was over.

    What is decided after an appeal may do so later, as long as the first decision came in that time.
    """
    moment = case.decided_at if case is not None and case.final and case.decided_at is not None else at
    return over_at is None or moment - over_at <= file_ms(opening)


class Untimely(NamedTuple):
    """What comes too early or too late: a code of check 9 and a sentence."""

    code: str
    reason: str


def untimely(entry: Entry, cases: Cases, opening: TableOpened, over_at: int | None) -> Untimely | None:
    """Return why an entry about cases comes too early or too late; `over_at` is when the table was over.

    A case is filed, and brings a penalty, until `file_ms` after that; an appeal, or consent, comes within `appeal_ms`
    of what was decided; nothing is closed before, unless it was decided finally, or every seat consents.
    """
    if isinstance(entry, CaseOpened):
        late = over_at is not None and entry.filed_at - over_at > file_ms(opening)
        return Untimely("late_case", f"the case {entry.case} was filed too late") if late else None
    if isinstance(entry, Penalty):
        in_time = may_measure(cases[entry.case], entry.at, opening, over_at)
        return None if in_time else Untimely("late_penalty", f"the case {entry.case} brings no penalty any more")
    if not isinstance(entry, (CaseAppealed, RulingAccepted, CaseClosed)):
        return None
    case = cases[entry.case]
    assert case.appeal_until is not None, "the order of entries shows that it was decided"
    if isinstance(entry, CaseAppealed):
        late = entry.at >= case.appeal_until
        return Untimely("late_appeal", f"the case {entry.case} was appealed too late") if late else None
    if isinstance(entry, RulingAccepted):
        late = entry.at >= case.appeal_until
        return Untimely("late_acceptance", f"it was too late to accept the case {entry.case}") if late else None
    early = entry.at < case.appeal_until
    return Untimely("early_closing", f"the case {entry.case} could still be appealed") if early else None


def lasts_until(entry: Entry, cases: Cases) -> int | None:
    """Return until when play stands as its case was ruled to go back and may be appealed; `cases` after the entry.

    A ruling says so, its pause, and every seat's consent; nothing for any other entry, or where nobody can appeal.
    """
    name = case_of(entry.cause) if isinstance(entry, Paused) else None
    if isinstance(entry, (RulingMade, RulingAccepted)):
        name = entry.case
    case = None if name is None else cases[name]
    if case is None or not case.goes_back:
        return None
    return case.appeal_until if isinstance(entry, RulingAccepted) or awaits_appeal(case, entry.at) else None


def awaits_appeal(case: Case, at: int) -> bool:
    """Say whether a case took play back, and somebody may still appeal against that."""
    return case.goes_back and case.appeal_until is not None and at < case.appeal_until
