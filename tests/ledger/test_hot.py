"""Tables kept in memory."""

from __future__ import annotations

import msgspec

from domain.ledger.hot import Hot, HotTables
from domain.ledger.store import open_store
from domain.table.table import Table
from tests.ledger.tables import evidence, opened


def held(hot: HotTables, name: str) -> Table | None:
    found = hot.get(name)
    return None if found is None else found.table


def test_the_table_used_longest_ago_leaves_first() -> None:
    store = open_store(":memory:")
    tables = [opened(store, name) for name in ("a", "b", "c")]
    hot = HotTables(size=2)
    hot.looked(tables[0], 1, told=hot.told)
    hot.wrote(tables[1])
    assert held(hot, "a") is tables[0]
    hot.looked(tables[2], 1, told=hot.told)
    assert held(hot, "b") is None
    assert held(hot, "a") is tables[0]
    assert held(hot, "c") is tables[2]


def test_an_older_state_does_not_replace_a_newer_one() -> None:
    store = open_store(":memory:")
    first = opened(store)
    second = store.perform("t1", evidence).table
    hot = HotTables()
    hot.wrote(second)
    hot.looked(first, 1, told=hot.told)
    hot.wrote(first)
    assert hot.get("t1") == Hot(second, None)
    same = msgspec.structs.replace(second)
    hot.looked(same, 2, told=hot.told)
    assert held(hot, "t1") is same


def test_what_was_written_here_is_known_as_of_the_look_before() -> None:
    store = open_store(":memory:")
    hot = HotTables()
    hot.looked(opened(store), 7, told=hot.told)
    second = store.perform("t1", evidence).table
    hot.wrote(second)
    assert hot.get("t1") == Hot(second, 7)
    hot.doubt("t1")
    hot.doubt("t2")
    assert hot.get("t1") == Hot(second, None)


def test_a_later_head_that_was_heard_of_is_looked_for() -> None:
    store = open_store(":memory:")
    hot = HotTables()
    first = opened(store)
    hot.looked(first, 7, told=hot.told)
    hot.heard("t1", 1)
    hot.heard("t2", 9)
    assert hot.get("t1") == Hot(first, 7)
    hot.heard("t1", 2)
    assert hot.get("t1") == Hot(first, None)


def test_a_state_that_the_database_has_lost_is_replaced_by_an_older_one() -> None:
    """Unless somebody else has put another state here since."""
    store = open_store(":memory:")
    first = opened(store)
    second, third = (store.perform("t1", evidence).table for _ in range(2))
    hot = HotTables()
    hot.looked(third, 1, told=hot.told)
    hot.looked(first, 2, since=second, told=hot.told)
    assert hot.get("t1") == Hot(third, 1)
    hot.looked(first, 2, since=third, told=hot.told)
    assert hot.get("t1") == Hot(first, 2)


def test_what_was_told_of_while_a_table_was_read_may_be_missing_in_it() -> None:
    """Of whichever table: then it is read once more before it is trusted."""
    store = open_store(":memory:")
    table, hot = opened(store), HotTables()
    told = hot.told
    hot.tell("t2")
    hot.looked(table, 7, told=told)
    assert hot.get("t1") == Hot(table, None)
    hot.looked(table, 7, told=hot.told)
    assert hot.get("t1") == Hot(table, 7)
    hot.tell("t1")
    assert hot.get("t1") == Hot(table, None)
