"""What callers and officers do with a case, written by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.record.desk import CaseAppealed, CaseClaimed, CaseDismissed, CaseOpened, RulingMade
from domain.table.table import Table
from domain.table.writing import Batch, Written

ARBITER = "arbiter:a"
Action = Callable[[Table], Written]


def _writing(entry: type[Any], at: int, by: str, case: str, **members: Any) -> Action:
    def action(table: Table) -> Written:
        batch = Batch(table, at)
        batch.write(entry(n=batch.n, at=batch.at, by=by, case=case, **members))
        return batch.done()

    return action


def called(at: int, by: str = "seat:1", case: str = "c7", *, text: str | None = None) -> Action:
    """Return a call about the deal."""
    said = {"moment": "4.1", "about": "rule", "stops_play": False, "filed_at": at, "text": text}
    return _writing(CaseOpened, at, by, case, **said)


def claimed(at: int, by: str = ARBITER, case: str = "c7") -> Action:
    """Return that an officer takes the case over."""
    return _writing(CaseClaimed, at, by, case)


def dismissed(at: int, by: str = ARBITER, case: str = "c7") -> Action:
    """Return that nothing is decided."""
    return _writing(CaseDismissed, at, by, case, code="unfounded")


def appealed(at: int, by: str = "seat:1", case: str = "c7") -> Action:
    """Return that another officer is asked."""
    return _writing(CaseAppealed, at, by, case)


def ruled(at: int, by: str = ARBITER, case: str = "c7", measures: tuple[str, ...] = ("none",)) -> Action:
    """Return a ruling."""
    return _writing(RulingMade, at, by, case, finding="infraction", grounds=("R14",), measures=measures)
