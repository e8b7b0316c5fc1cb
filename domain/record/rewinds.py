"""Rewinds as their entries name them: who takes a table back, to where, and what each one has undone.

Part of check 1.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from domain.record.cases import Cases
from domain.record.entries import RewoundTo, TableOpened
from domain.record.measures import measure_fault

_RULER = re.compile(r"(opener|player|organiser|operator|arbiter)(:[\s\S]*)?").fullmatch


class Back(NamedTuple):
    """A rewind: its entry, and the one that the live line goes on from."""

    n: int
    to: int


def rewinding_fault(entry: RewoundTo[Any], opening: TableOpened, dealt: int | None, cases: Cases) -> str | None:
    """Return why a table cannot be taken back like this; `dealt` is the entry of the deal.

    One that names a case is written by whoever ruled so.
    """
    if not _RULER(entry.by):
        return f"{entry.by} cannot take the table back"
    if dealt is None or not dealt <= entry.to < entry.n:
        return f"entry {entry.to} is no place to go on from"
    if entry.order is None and (entry.facts or entry.draws):
        return "a rewind that keeps the orders has facts or draws"
    if entry.case is not None and (fault := measure_fault(cases, entry.case, "rewind", entry.by)) is not None:
        return fault
    if entry.clocks is None:
        return None
    if opening.clock is None or opening.clock.bank_ms is None:
        return "the table has no banks"
    return None if len(entry.clocks) == opening.seats else "the banks are not those of the seats of this table"


def undone_by(n: int, backs: Sequence[Back]) -> int | None:
    """Return which rewind has taken entry `n` back, if it is not on the live line; one may restore what one undid."""
    undone: int | None = None
    for last, back in enumerate(backs):
        if back.n <= n:
            continue
        live = _is_live(n, backs[: last + 1])
        undone = None if live else back.n if undone is None else undone
    return undone


def _is_live(n: int, backs: Sequence[Back]) -> bool:
    """Say whether entry `n` leads to where the last of these rewinds goes on."""
    place = backs[-1].n  # how far from its end the live line is known
    for back in reversed(backs):
        if n < back.n <= place:  # those behind that place were undone themselves
            place = back.to
    return n <= place
