"""The cases of a table, folded from all its entries: from the call to the ruling, its appeal and the end.

Part of check 1; what comes too early or too late is part of check 9. A case is open, then claimed, then ruled or
dismissed; a seat may appeal once, and another officer rules finally; then it is closed. Nothing is ever taken back.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Literal, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from domain.kernel.messages import tag_of
from domain.record.desk import (
    About,
    CaseAppealed,
    CaseClaimed,
    CaseClosed,
    CaseDismissed,
    CaseOpened,
    CaseReleased,
    Finding,
    Measure,
    OfCases,
    OfOpenCase,
    Penalty,
    PenaltyKind,
    RulingMade,
)
from domain.record.entries import CLOCK, Entry, Paused, Resumed, TableOpened
from domain.record.pauses import Pause, case_of, cause_of

MOST_CASES = 1_000  # of a table; these two bound what a hostile record makes a verifier compute
MOST_PENALTIES = 100  # of a case
DAY_MS = 24 * 60 * 60 * 1000  # to file a case after the end, to appeal what was decided, where entry 1 says nothing

MEASURES: Mapping[str, Measure] = {  # by the kind of the entry that a measure is
    "rewound_to": "rewind",
    "clock_adjusted": "clock",
    "result_adjusted": "result",
    "penalty": "penalty",
    "table_abandoned": "void",
}
WITHOUT_ENTRY: frozenset[Measure] = frozenset({"none", "words"})

CaseState = Literal["open", "claimed", "ruled", "dismissed", "appealed", "reclaimed", "closed"]
DECIDED: tuple[CaseState, ...] = ("ruled", "dismissed")  # an appeal may follow, or the end
CLAIMED: tuple[CaseState, ...] = ("claimed", "reclaimed")  # somebody decides


class Penalised(msgspec.Struct, frozen=True):
    """A penalty that a case brought."""

    seat: int
    penalty: PenaltyKind
    points: int | None = None


class Case(msgspec.Struct, frozen=True):
    """A case after some entry; times in milliseconds since 1970. `ruled_by` and `ruled_at` are of dismissals too."""

    state: CaseState
    about: About
    moment: str
    opened_by: str
    filed_at: int
    stops_play: bool
    claimed_by: str | None = None
    ruled_by: str | None = None
    ruled_at: int | None = None
    finding: Finding | None = None  # nothing where the case was dismissed
    measures: tuple[Measure, ...] = ()  # of the last ruling
    appeal_until: int | None = None  # what was decided may be appealed before then
    final: bool = False  # it was decided after an appeal
    penalties: tuple[Penalised, ...] = ()

    @property
    def upheld(self) -> bool:
        """Say whether there was something in it: whoever stopped the play for it may do so again."""
        return self.finding not in (None, "no_infraction")

    @property
    def may_change(self) -> bool:
        """Say whether somebody has still to decide, however long it takes."""
        return self.state in ("open", "claimed", "appealed", "reclaimed")


Cases: TypeAlias = Mapping[str, Case]  # by id, in the order of their entries


class Around(NamedTuple):
    """What an entry about cases is compared with, all of it as it is before the entry."""

    cases: Cases
    opening: TableOpened
    players: Mapping[int, str]  # who holds each seat that is taken
    sat: Collection[str]  # whoever has held a seat, now or before
    pause: Pause | None
    in_play: bool  # seats may act


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


def penalties_of(cases: Iterable[Case], seat: int) -> tuple[Penalised, ...]:
    """Return what a seat has been penalised with so far, repeats and all."""
    return tuple(given for case in cases for given in case.penalties if given.seat == seat)


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
            released = case.state in CLAIMED and (entry.by == case.claimed_by or role_of(entry.by) == "operator")
            return None if released else f"{entry.by} cannot release the case {entry.case}"
        case CaseDismissed():
            dismissed = case.state == "claimed" and entry.by == case.claimed_by
            return None if dismissed else f"{entry.by} cannot dismiss the case {entry.case}"
        case RulingMade():
            return _ruling_fault(entry, case)
        case CaseAppealed():
            return _appealing_fault(entry, case, around)
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


def measures_fault(measures: tuple[Measure, ...]) -> str | None:
    """Return why a ruling cannot name these measures: each once, none beside "none", a result or a void table."""
    if len({*measures}) < len(measures) or (len(measures) > 1 and "none" in measures):
        return "each measure is named once, and none is none"
    if {"result", "void"} <= {*measures}:
        return "a table that is void has no result"
    return None


def _appealing_fault(entry: CaseAppealed, case: Case, around: Around) -> str | None:
    if entry.by not in {f"seat:{seat}" for seat in around.players}:
        return f"{entry.by} cannot appeal"
    if case.state not in DECIDED or case.final:
        return f"the case {entry.case} cannot be appealed"
    return None


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


def measure_fault(cases: Cases, name: str, measure: Measure, by: str) -> str | None:
    """Return why an entry cannot be a measure of a case: whoever ruled last names it, and writes it."""
    case = cases.get(name)
    if case is None or case.state != "ruled" or case.ruled_by != by or measure not in case.measures:
        return f"{by} has not ruled so on the case {name}"
    return None


class Due(msgspec.Struct, frozen=True):
    """What has to come next, by the same author: the pause of a case, or the measures that a ruling names."""

    case: str
    by: str
    measures: frozenset[Measure] = frozenset()  # none for a pause


def due_after(due: Due | None, entry: Entry) -> Due | None:
    """Return what has to come after an entry, which could come after `due`."""
    if isinstance(entry, CaseOpened):
        return Due(entry.case, entry.by) if entry.stops_play else None
    if isinstance(entry, RulingMade):
        left = frozenset(entry.measures) - WITHOUT_ENTRY
        return Due(entry.case, entry.by, left) if left else None
    left = frozenset() if due is None else due.measures - {MEASURES.get(tag_of(entry), "none")}
    return None if due is None or not left else Due(due.case, due.by, left)


def due_fault(entry: Entry, due: Due | None) -> str | None:
    """Return why an entry cannot come where something else is due, or why a case has no business to stop the play."""
    cause = case_of(entry.cause) if isinstance(entry, Paused) else None
    if due is None:
        return None if cause is None else f"nobody has called the arbiter just now for {cause}"
    if due.measures:
        fits = isinstance(entry, Resumed) or (tag_of(entry) in MEASURES and entry.by == due.by)
        return None if fits else f"the ruling on the case {due.case} names measures, and nothing comes between"
    if cause == due.case and entry.by == due.by:
        return None
    return f"the case {due.case} stops the play, and nothing comes between"


class Untimely(NamedTuple):
    """What comes too early or too late: a code of check 9 and a sentence."""

    code: str
    reason: str


def untimely(entry: Entry, cases: Cases, opening: TableOpened, over_at: int | None) -> Untimely | None:
    """Return why an entry about cases comes too early or too late; `over_at` is when the table was over.

    A case is filed until `file_ms` after that; an appeal comes within `appeal_ms` of what was decided; nothing is
    closed before, unless it was decided finally.
    """
    if isinstance(entry, CaseOpened):
        late = over_at is not None and entry.filed_at - over_at > file_ms(opening)
        return Untimely("late_case", f"the case {entry.case} was filed too late") if late else None
    if not isinstance(entry, (CaseAppealed, CaseClosed)):
        return None
    case = cases[entry.case]
    assert case.appeal_until is not None, "the order of entries shows that it was decided"
    if isinstance(entry, CaseAppealed):
        late = entry.at >= case.appeal_until
        return Untimely("late_appeal", f"the case {entry.case} was appealed too late") if late else None
    early = entry.at < case.appeal_until
    return Untimely("early_closing", f"the case {entry.case} could still be appealed") if early else None


def resuming_fault(entry: Entry, cases: Cases) -> str | None:
    """Return why somebody cannot let the play go on for a case: after an appeal that is up to whoever claimed it."""
    case = cases.get(case_of(entry.cause) or "") if isinstance(entry, Resumed) else None
    if case is None or case.state not in ("appealed", "reclaimed") or entry.by in (CLOCK, case.claimed_by):
        return None
    return f"the case was appealed, and {entry.by} has not claimed it"


def lasts_until(entry: Entry, cases: Cases, opening: TableOpened) -> int | None:
    """Return for how long the play stays stopped as a rewind that is ruled may be appealed; `cases` after the entry.

    Only where entry 1 says how long: a day that nobody has asked for would end most games.
    """
    if not isinstance(entry, RulingMade) or "rewind" not in entry.measures:
        return None
    case = cases[entry.case]
    return None if case.final or not opening.appeal_ms else case.appeal_until


def file_ms(opening: TableOpened) -> int:
    """Return for how long after the end a case may be filed."""
    return DAY_MS if opening.file_ms is None else opening.file_ms


def appeal_ms(opening: TableOpened) -> int:
    """Return for how long what is decided may be appealed."""
    return DAY_MS if opening.appeal_ms is None else opening.appeal_ms


def cases_after(cases: Cases, entry: OfCases, opening: TableOpened) -> Cases:
    """Return the cases after an entry about one of them."""
    if isinstance(entry, CaseOpened):
        case = Case("open", entry.about, entry.moment, entry.by, entry.filed_at, entry.stops_play)
    else:
        case = _after(cases[entry.case], entry, opening)
    return {**cases, entry.case: case}


def _after(case: Case, entry: OfOpenCase, opening: TableOpened) -> Case:
    match entry:
        case CaseClaimed():
            return replace(case, state="claimed" if case.state == "open" else "reclaimed", claimed_by=entry.by)
        case CaseReleased():
            return replace(case, state="open" if case.state == "claimed" else "appealed", claimed_by=None)
        case CaseDismissed():
            until = entry.at + appeal_ms(opening)
            return replace(case, state="dismissed", ruled_by=entry.by, ruled_at=entry.at, appeal_until=until)
        case RulingMade():
            return _ruled(case, entry, opening)
        case CaseAppealed():
            return replace(case, state="appealed", claimed_by=None)
        case CaseClosed():
            return replace(case, state="closed")
        case _:
            given = Penalised(entry.seat, entry.penalty, entry.points)
            return replace(case, penalties=(*case.penalties, given))


def _ruled(case: Case, entry: RulingMade, opening: TableOpened) -> Case:
    final = case.state == "reclaimed"
    return replace(
        case,
        state="ruled",
        ruled_by=entry.by,
        ruled_at=entry.at,
        finding=entry.finding,
        measures=entry.measures,
        appeal_until=entry.at if final else entry.at + appeal_ms(opening),
        final=final,
    )
