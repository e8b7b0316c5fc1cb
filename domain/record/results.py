"""Results: since when one stands, who has accepted it, when it may be confirmed, and rulings that put another there.

Part of check 1; what comes too early or too late is part of check 9, a head that was verified part of check 4.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeAlias

import msgspec

from domain.kernel.setup import Outcome
from domain.record.case_faults import has_sat, is_officer
from domain.record.case_times import Untimely, may_measure, settled_at
from domain.record.cases import Cases
from domain.record.desk import ResultAdjusted, Verified
from domain.record.entries import (
    CLOCK,
    TABLE,
    Entry,
    GameFinished,
    ResultAccepted,
    ResultConfirmed,
    RewoundTo,
    TableOpened,
)
from domain.record.measures import measure_fault

RULING = "ruling"  # how a result that a ruling gave ended the game, and why

OfResult: TypeAlias = ResultAccepted | ResultConfirmed


class Result(msgspec.Struct, frozen=True):
    """A result that is not final yet: since when it stands, and the seats that have accepted it."""

    since: int
    accepted: frozenset[int] = frozenset()


def result_fault(entry: OfResult, result: Result, opening: TableOpened) -> str | None:
    """Return why an entry about a result that is not final cannot come here."""
    if isinstance(entry, ResultConfirmed):
        late = opening.confirm is not None and entry.by != CLOCK
        return f"{entry.by} cannot confirm a result that the clock confirms" if late else None
    if opening.confirm is None:
        return "the result of this table is final at once"
    if entry.seat >= opening.seats:
        return f"the table has no seat {entry.seat}"
    if entry.by not in (f"seat:{entry.seat}", TABLE):
        return f"{entry.by} cannot accept the result for seat {entry.seat}"
    return f"seat {entry.seat} has accepted the result already" if entry.seat in result.accepted else None


def outcome_fault(entry: GameFinished | ResultAdjusted, seats: int) -> str | None:
    """Return why a result is none of this table, or none that its rules, or a ruling, could give."""
    outcome = entry.outcome
    placed = [seat for place in outcome.places for seat in place.seats]
    if len(set(placed)) < len(placed) or max(placed, default=0) >= seats:
        return "the places are not those of the seats of this table"
    if outcome.points is not None and len(outcome.points) != seats:
        return "the points are not those of the seats of this table"
    if isinstance(entry, ResultAdjusted) and len(placed) < seats:
        return "a ruling places every seat"
    if isinstance(entry, GameFinished):
        return "no rules end a game by a ruling" if outcome.ended_by == RULING else None
    return None if (outcome.ended_by, outcome.reason) == (RULING, RULING) else "a ruling gives its result by itself"


def adjusting_fault(entry: ResultAdjusted, opening: TableOpened, cases: Cases) -> str | None:
    """Return why a result cannot be adjusted like this: whoever ruled so on the case writes it."""
    return outcome_fault(entry, opening.seats) or measure_fault(cases, entry.case, "result", entry.by)


def verifying_fault(entry: Verified, opening: TableOpened, sat: Collection[str]) -> str | None:
    """Return why nobody can have verified this like this: an officer who has never played does, of closed secrets."""
    if opening.secrets_open_at != "never":
        return "the secrets of this table open, and everybody can verify it"
    if not is_officer(entry.by) or has_sat(entry.by, sat):
        return f"{entry.by} cannot say what was verified"
    if entry.head.n >= entry.n:
        return f"entry {entry.head.n} comes later"
    wrong = "failed" in entry.checks
    return None if wrong is (entry.result == "wrong") else "what was found is not what the checks say"


def result_after(result: Result | None, entry: Entry, *, over: bool) -> Result | None:
    """Return the result that waits to be final after an entry; nothing where none does, as once the table is over.

    One that a ruling puts in its place has to be accepted anew; given while the game runs it waits like any other.
    """
    match entry:
        case GameFinished():
            return Result(entry.at)
        case ResultAccepted():
            assert result is not None, "the order of entries shows that there is one"
            return Result(result.since, result.accepted | {entry.seat})
        case ResultAdjusted() if not over:
            return Result(entry.at if result is None else result.since)
        case RewoundTo() | ResultConfirmed():
            return None
        case _:
            return result


def final_at(result: Result, opening: TableOpened, cases: Cases) -> int | None:
    """Return from when on a result may be confirmed; nothing as long as an officer has to decide a case.

    Once every seat has accepted it or its window is over, and no case is open nor can be appealed. A table without a
    window waits for nothing.
    """
    if opening.confirm is None:
        return result.since
    all_accept = len(result.accepted) == opening.seats
    due = result.since if all_accept else result.since + opening.confirm.window_ms
    settled = settled_at(cases)
    return None if settled is None else max(due, settled)


def untimely_result(
    entry: Entry, result: Result | None, cases: Cases, opening: TableOpened, over_at: int | None
) -> Untimely | None:
    """Return why a result is confirmed too early, or adjusted too late; all of it is as before the entry.

    `over_at` is when the result was confirmed: until `file_ms` after that it may be adjusted, and later on appeal.
    """
    if isinstance(entry, ResultConfirmed) and result is not None and opening.confirm is not None:
        due = final_at(result, opening, cases)
        early = due is None or entry.at < due
        return Untimely("early_confirmation", "the result was not final yet") if early else None
    if isinstance(entry, ResultAdjusted) and over_at is not None:
        in_time = may_measure(cases.get(entry.case), entry.at, opening, over_at)
        return None if in_time else Untimely("late_adjustment", "the result could not be adjusted any more")
    return None


def by_ruling(outcome: Outcome) -> Outcome:
    """Return a result as a ruling gives it."""
    return msgspec.structs.replace(outcome, ended_by=RULING, reason=RULING)
