"""Stored bytes that are not what was written give an error that names table and entry."""

from __future__ import annotations

import pickle
import sqlite3
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from domain.ledger.errors import DamagedError
from domain.ledger.feeds import Owner
from domain.ledger.store import Store, open_store
from domain.record.canonical import canonical
from domain.record.chain import genesis, link
from tests.ledger.tables import change, move, started


@pytest.fixture
def path(tmp_path: Path) -> str:
    path = str(tmp_path / "tables.db")
    store = open_store(path)
    started(store)
    store.perform("t1", move)
    store.close()
    return path


def relinked(edit: Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
    """Change the public text of entry 1 and give it the hash that fits."""

    def whole(state: bytes) -> bytes:
        end = state.index(b"\0", 33)
        public = edit(state[33:end])
        return state[:1] + link(genesis("t1"), public) + public + state[end:]

    return whole


@pytest.mark.parametrize(
    ("n", "edit", "reason"),
    [
        (3, lambda state: state.replace(b'"player":"p1"', b'"player":"p7"'), "its hash does not follow"),
        (3, lambda state: b"\x07" + state[1:], "unknown format"),
        (3, lambda state: state[:50], "private part is missing"),
        (3, lambda state: state + b"x", "damaged entry"),
        (3, lambda state: state.replace(b'"n":3', b'"n":4'), "its hash does not follow"),
        (4, lambda state: state[: state.index(b"\0", 33) + 1] + b"{}", "seals stand beside 0 values"),
        (1, lambda state: state[:33] + b"[]" + state[33:], "damaged entry"),
        (1, relinked(lambda text: text.replace(b'"game":"chanic_panic",', b"")), "game"),
        (1, relinked(lambda text: text.replace(b'"seats":2', b'"seats":"2"')), "seats"),
        (1, relinked(lambda text: text.replace(b'"n":1', b'"n":2')), "it says that it is entry 2"),
    ],
)
def test_damage_is_named(path: str, n: int, edit: Callable[[bytes], bytes], reason: str) -> None:
    change(path, n, edit)
    store = open_store(path)
    with pytest.raises(DamagedError, match=reason) as error:
        store.table("t1")
    assert error.value.table == "t1"
    store.close()


def test_damage_is_named_where_a_request_is_looked_up(path: str) -> None:
    change(path, 3, lambda state: state + b"x")
    store = open_store(path)
    with pytest.raises(DamagedError, match="entry 3 of 't1' is damaged: the store holds a damaged entry"):
        store.batch("t1", 3)
    store.close()


def test_a_feed_has_nothing_in_the_place_of_a_damaged_entry(path: str) -> None:
    """It goes on behind it: others stand in the same order."""
    change(path, 3, lambda state: b"\x07" + state[1:])
    store = open_store(path)
    store.players.put("p1", "t1")
    placed = store.feeds.after(Owner(None, "p1"), 0, 9)
    assert [one.entry and one.entry.n for one in placed] == [1, 2, None, 4, 5]
    store.close()


def test_a_setup_that_no_release_knows_is_named(path: str) -> None:
    change(path, 1, relinked(lambda text: text.replace(b'"version":1', b'"version":9')))
    store = open_store(path)
    with pytest.raises(DamagedError, match="do not fit together: chanic_panic has no rules version 9"):
        store.table_at("t1", 1)
    store.close()


def test_an_entry_under_another_kind_is_named(path: str) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("DROP TRIGGER entries_stay")
        connection.execute("UPDATE stored_events SET topic = 'seat_left' WHERE originator_version = 3")
    connection.close()
    store = open_store(path)
    for read in (store.table, store.entries):
        with pytest.raises(DamagedError, match="entry 3 of 't1' is damaged: it says that it is entry 3, seat_taken"):
            read("t1")
    store.close()


def test_a_rewind_to_nowhere_is_named(path: str) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("DROP TRIGGER entries_stay")
        connection.execute("UPDATE stored_events SET topic = 'rewound_to' WHERE originator_version = 3")
    connection.close()
    store = open_store(path)
    with pytest.raises(DamagedError, match="entry 3 of 't1' is damaged: Object missing required field `to`"):
        store.table("t1")
    store.close()


def test_a_missing_entry_is_named(path: str) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("DROP TRIGGER entries_remain")
        connection.execute("DELETE FROM stored_events WHERE originator_version = 3")
    connection.close()
    store = open_store(path)
    with pytest.raises(DamagedError, match="entry 3 of 't1' is damaged: the next entry stored is 4"):
        store.table("t1")
    store.close()


def test_entries_that_contradict_the_ones_before_are_named(path: str, tmp_path: Path) -> None:
    """A well-linked entry that cannot come where it stands, met by a folded table and by one that is folded anew."""
    store = open_store(path)
    now = store.table("t1")
    seat_left = canonical({"n": now.book.n + 1, "at": now.book.at, "by": "x", "kind": "seat_left", "seat": 0})
    state = b"\x01" + link(now.book.head, seat_left) + seat_left + b"\0{}"
    with sqlite3.connect(path) as connection:
        connection.execute("INSERT INTO stored_events VALUES ('t1', ?, 'seat_left', ?)", (now.book.n + 1, state))
    connection.close()
    with pytest.raises(DamagedError, match="seat_left cannot come while the table is running"):
        store.table("t1")
    store.close()
    cold: Store = open_store(path)
    with pytest.raises(DamagedError, match="do not fit together"):
        cold.table("t1")
    cold.close()


def test_a_card_set_that_is_gone_is_named(path: str) -> None:
    """Entry 1 names a card set by a digest that neither the game nor the store has."""

    def name_a_card_set(text: bytes) -> bytes:
        entry = msgspec.json.decode(text)
        return canonical({**entry, "data": "A" * 43})

    change(path, 1, relinked(name_a_card_set))
    store = open_store(path)
    with pytest.raises(DamagedError, match="not at hand"):
        store.table_at("t1", 1)
    store.close()


def test_damage_found_in_another_process_is_said_as_here() -> None:
    error = DamagedError("t1", 3, "it is cut off")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.table, again.n, again.reason) == (str(error), "t1", 3, "it is cut off")
