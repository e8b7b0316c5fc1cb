"""Single entries of a table, in as few questions as may be."""

from __future__ import annotations

import pytest

from domain.ledger.picking import RUN_AT_MOST, _runs, picked
from domain.ledger.store import open_store
from tests.ledger.tables import started


@pytest.mark.parametrize(
    ("numbers", "runs"),
    [
        ((), []),
        ((5,), [(5, 5)]),
        ((2, 1, 1, 4, 5, 9), [(1, 2), (4, 5), (9, 9)]),
        (range(3, 3 + RUN_AT_MOST + 1), [(3, 2 + RUN_AT_MOST), (3 + RUN_AT_MOST, 3 + RUN_AT_MOST)]),
    ],
)
def test_neighbours_are_read_at_once(numbers: list[int], runs: list[tuple[int, int]]) -> None:
    assert _runs(numbers) == runs


def test_entries_are_found_by_their_numbers_and_what_is_not_there_is_left_out() -> None:
    store = open_store(":memory:")
    last = started(store).book.n
    entries = store.entries("t1")
    assert picked(store, "t1", [1, last, last + 1]) == {1: entries[0], last: entries[-1]}
    store.close()
