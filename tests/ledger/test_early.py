"""Requests stored before their own entry remembered the last one."""

from __future__ import annotations

from domain.kernel.marks import Secret
from domain.ledger.early import early_batch
from domain.ledger.store import open_store
from domain.record.chain import SealedEntry
from tests.audit.tables import unfinished
from tests.ledger.tables import move, started


def numbers(entries: list[SealedEntry]) -> list[int]:
    return [sealed.n for sealed in early_batch(entries)]


def test_whoever_opened_seated_all_and_the_table_dealt() -> None:
    store = open_store(":memory:")
    started(store)
    store.perform("t1", move)
    assert numbers(store.entries("t1")) == [1, 2, 3, 4]
    assert numbers(store.entries("t1", after=4)) == [5]
    store.close()


def test_whoever_sat_down_later_asked_for_that() -> None:
    """The last of them made the table deal."""
    assert numbers(list(unfinished().entries)) == [1]
    assert numbers(list(unfinished().entries[1:])) == [2]
    assert numbers(list(unfinished().entries[2:])) == [3, 4]


def test_an_action_that_was_prepared_follows_the_one_before() -> None:
    asked, prepared, acted = unfinished().entries[4:7]
    prepared = prepared._replace(secrets=(Secret("/origin", "prepared", (0,)),))
    assert numbers([asked, prepared, acted]) == [asked.n, prepared.n]
    by_hand = prepared._replace(secrets=(Secret("/origin", "hand", (0,)),))
    assert numbers([asked, by_hand, acted]) == [asked.n]
