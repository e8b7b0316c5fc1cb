"""The measures of rulings: which entries they are, and what follows a ruling, or a call, at once. Part of check 1."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from domain.kernel.messages import tag_of
from domain.record.case_times import awaits_appeal
from domain.record.cases import Cases
from domain.record.desk import CaseOpened, Measure, RulingMade
from domain.record.entries import Entry, Paused, Resumed, RewoundTo
from domain.record.pauses import Pause, case_of, cause_of

MEASURES: Mapping[str, Measure] = {  # by the kind of the entry that a measure is
    "rewound_to": "rewind",
    "clock_adjusted": "clock",
    "result_adjusted": "result",
    "penalty": "penalty",
    "table_abandoned": "void",
}
WITHOUT_ENTRY: frozenset[Measure] = frozenset({"none", "words"})


def measures_fault(measures: tuple[Measure, ...]) -> str | None:
    """Return why a ruling cannot name these measures: each once, "none" alone, a result where the game ends."""
    if len({*measures}) < len(measures) or (len(measures) > 1 and "none" in measures):
        return "each measure is named once, and none is none"
    if "result" in measures and {"void", "rewind"} & {*measures}:
        return "a table that is void, or goes back, has no result"
    return None


def measure_fault(cases: Cases, name: str, measure: Measure, by: str) -> str | None:
    """Return why an entry cannot be a measure of a case: whoever ruled last names it, and writes it."""
    case = cases.get(name)
    if case is None or case.state != "ruled" or case.ruled_by != by or measure not in case.measures:
        return f"{by} has not ruled so on the case {name}"
    return None


class Due(msgspec.Struct, frozen=True):
    """What has to come next, by the same author: the pause of a case, and the measures that a ruling names."""

    case: str
    by: str
    measures: frozenset[Measure] = frozenset()
    pauses: bool = False  # before any measure


def due_after(due: Due | None, entry: Entry, cases: Cases, pause: Pause | None) -> Due | None:
    """Return what has to come after an entry, which could come after `due`; cases and pause are those after it."""
    if isinstance(entry, CaseOpened):
        return Due(entry.case, entry.by, pauses=True) if entry.stops_play else None
    if isinstance(entry, RulingMade):
        left = frozenset(entry.measures) - WITHOUT_ENTRY
        return Due(entry.case, entry.by, left) if left else None
    left = frozenset() if due is None else due.measures - {MEASURES.get(tag_of(entry), "none")}
    if isinstance(entry, RewoundTo) and entry.case is not None and _must_stop(entry.case, entry.at, cases, pause):
        return Due(entry.case, entry.by, left, pauses=True)
    return None if due is None or not left else Due(due.case, due.by, left)


def _must_stop(case: str, at: int, cases: Cases, pause: Pause | None) -> bool:
    """Say whether play that was taken back goes on, and somebody may appeal against that: an appeal comes first."""
    stands = pause is not None and cause_of(case) in pause.causes
    return not stands and awaits_appeal(cases[case], at)


def due_fault(entry: Entry, due: Due | None) -> str | None:
    """Return why an entry cannot come where something else is due, or why a case has no business to stop the play."""
    cause = case_of(entry.cause) if isinstance(entry, Paused) else None
    if due is None:
        return None if cause is None else f"nobody has called the arbiter just now for {cause}"
    if not due.pauses:
        fits = isinstance(entry, Resumed) or (tag_of(entry) in MEASURES and entry.by == due.by)
        return None if fits else f"the ruling on the case {due.case} names measures, and nothing comes between"
    if cause == due.case and entry.by == due.by:
        return None
    return f"the case {due.case} stops the play, and nothing comes between"
