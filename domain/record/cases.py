"""The cases of a table, folded from all its entries: from the call to the ruling, its appeal and the end.

A case is open, then claimed, then ruled or dismissed; a seat may appeal once, and another officer rules finally. It is
closed once nobody can appeal any more: that time is over, or every seat has accepted what was decided. Nothing is ever
taken back. What contradicts a case is in `case_faults`, what comes too early or too late in `case_times`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

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
    PenaltyKind,
    RulingAccepted,
    RulingMade,
)
from domain.record.entries import TableOpened

MOST_CASES = 1_000  # of a table; these two bound what a hostile record makes a verifier compute
MOST_PENALTIES = 100  # of a case
DAY_MS = 24 * 60 * 60 * 1000  # to file a case after the end, to appeal what was decided, where entry 1 says nothing

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
    decided_at: int | None = None  # when it was decided first: an appeal may follow, and another decision
    finding: Finding | None = None  # nothing where the case was dismissed
    measures: tuple[Measure, ...] = ()  # of the last ruling
    appeal_until: int | None = None  # what was decided may be appealed before then
    final: bool = False  # it was decided after an appeal
    accepted: tuple[int, ...] = ()  # the seats that let stand what was decided last
    penalties: tuple[Penalised, ...] = ()

    @property
    def upheld(self) -> bool:
        """Say whether there was something in it: whoever stopped the play for it may do so again."""
        return self.finding not in (None, "no_infraction")

    @property
    def goes_back(self) -> bool:
        """Say whether it was ruled to take play back, and the play waits for an appeal against that."""
        return self.state == "ruled" and not self.final and "rewind" in self.measures

    @property
    def is_appealed(self) -> bool:
        """Say whether another officer has to decide once more."""
        return self.state in ("appealed", "reclaimed")

    @property
    def may_change(self) -> bool:
        """Say whether somebody has still to decide, however long it takes."""
        return self.state in ("open", "claimed", "appealed", "reclaimed")


Cases: TypeAlias = Mapping[str, Case]  # by id, in the order of their entries


def penalties_of(cases: Iterable[Case], seat: int) -> tuple[Penalised, ...]:
    """Return what a seat has been penalised with so far, repeats and all."""
    return tuple(given for case in cases for given in case.penalties if given.seat == seat)


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
            return replace(
                case, state="dismissed", ruled_by=entry.by, ruled_at=entry.at, decided_at=entry.at, appeal_until=until
            )
        case RulingMade():
            return _ruled(case, entry, opening)
        case CaseAppealed():
            return replace(case, state="appealed", claimed_by=None)
        case RulingAccepted():
            return _accepted(case, entry, opening)
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
        decided_at=case.decided_at if final else entry.at,
        finding=entry.finding,
        measures=entry.measures,
        appeal_until=entry.at if final else entry.at + appeal_ms(opening),
        final=final,
        accepted=(),
    )


def _accepted(case: Case, entry: RulingAccepted, opening: TableOpened) -> Case:
    """Return a case that one seat more lets stand; with the last one the time for an appeal is over."""
    assert case.appeal_until is not None, "the order of entries shows that it was decided"
    accepted = tuple(sorted((*case.accepted, entry.seat)))
    until = min(case.appeal_until, entry.at) if len(accepted) == opening.seats else case.appeal_until
    return replace(case, accepted=accepted, appeal_until=until)
