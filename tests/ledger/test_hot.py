"""Tables kept in memory."""

from __future__ import annotations

import msgspec

from domain.ledger.hot import HotTables
from domain.ledger.store import open_store
from tests.ledger.tables import evidence, opened


def test_the_table_used_longest_ago_leaves_first() -> None:
    store = open_store(":memory:")
    tables = [opened(store, name) for name in ("a", "b", "c")]
    hot = HotTables(size=2)
    hot.put(tables[0])
    hot.put(tables[1])
    assert hot.get("a") is tables[0]
    hot.put(tables[2])
    assert hot.get("b") is None
    assert hot.get("a") is tables[0]
    assert hot.get("c") is tables[2]


def test_an_older_state_does_not_replace_a_newer_one() -> None:
    store = open_store(":memory:")
    first = opened(store)
    second = store.perform("t1", evidence).table
    hot = HotTables()
    hot.put(second)
    hot.put(first)
    assert hot.get("t1") is second
    same = msgspec.structs.replace(second)
    hot.put(same)
    assert hot.get("t1") is same
