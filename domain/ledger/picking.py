"""Single entries of a table, read in as few questions as there are runs of neighbours."""

from __future__ import annotations

from collections.abc import Iterable

from domain.ledger.store import Store
from domain.record.chain import SealedEntry

RUN_AT_MOST = 200  # entries read at once


def picked(store: Store, table: str, numbers: Iterable[int]) -> dict[int, SealedEntry]:
    """Return entries of a table by their numbers; raises as `Store.entries` does, and leaves out what is not there."""
    return {
        first + place: entry
        for first, last in _runs(numbers)
        for place, entry in enumerate(store.entries(table, first - 1, last))
    }


def _runs(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Return the first and the last of each run of neighbours."""
    runs: list[tuple[int, int]] = []
    for n in sorted({*numbers}):
        if runs and n == runs[-1][1] + 1 and n - runs[-1][0] < RUN_AT_MOST:
            runs[-1] = (runs[-1][0], n)
        else:
            runs.append((n, n))
    return runs
