"""Our recorder keeps the contract that the `eventsourcing` library has with its recorders.

The library's own suite for adapters needs a cipher package that we do not install; the cases are the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from eventsourcing.persistence import IntegrityError, NotSupportedError, StoredEvent

from domain.ledger.entries import EntryMapper, StoredEntry
from domain.ledger.recorder import Recorder
from domain.ledger.rooms import everything
from domain.ledger.sqlite import SqliteDatabase


@pytest.fixture
def recorder(tmp_path: Path) -> Iterator[Recorder]:
    database = SqliteDatabase(str(tmp_path / "entries.db"))
    database.make(everything(), lambda connection, form: None)
    yield Recorder(database)
    database.close()


def event(table: str, n: int, topic: str = "action_taken") -> StoredEvent:
    return StoredEvent(table, n, topic, f"{table}{n}".encode())


def test_entries_come_back_as_they_were(recorder: Recorder) -> None:
    events = [event("a", n) for n in (1, 2, 3)]
    assert recorder.insert_events(events) == [1, 2, 3]
    assert recorder.insert_events([event("b", 1)]) == [4]
    assert recorder.select_events("a") == events
    assert recorder.select_events("b") == [event("b", 1)]
    assert recorder.select_events("c") == []


def test_entries_are_selected_by_number(recorder: Recorder) -> None:
    events = [event("a", n) for n in range(6)]
    recorder.insert_events(events)
    assert recorder.select_events("a", gt=1, lte=3) == events[2:4]
    assert recorder.select_events("a", limit=2) == events[:2]
    assert recorder.select_events("a", desc=True) == events[::-1]
    assert recorder.select_events("a", desc=True, lte=4, limit=1) == [events[4]]


def test_a_taken_number_stores_nothing_of_the_batch(recorder: Recorder) -> None:
    recorder.insert_events([event("a", 2)])
    with pytest.raises(IntegrityError):
        recorder.insert_events([event("a", 1), event("a", 2), event("a", 3)])
    assert recorder.select_events("a") == [event("a", 2)]


def test_everything_has_one_order(recorder: Recorder) -> None:
    assert recorder.max_notification_id() is None
    recorder.insert_events([event("a", 1, "table_opened"), event("a", 2)])
    recorder.insert_events([event("b", 1, "table_opened")])
    assert [note.originator_id for note in recorder.select_notifications(None, 10)] == ["a", "a", "b"]
    assert [note.id for note in recorder.select_notifications(1, 10, inclusive_of_start=False)] == [2, 3]
    assert [note.id for note in recorder.select_notifications(1, 10, stop=2)] == [1, 2]
    assert [note.id for note in recorder.select_notifications(None, 10, topics=["table_opened"])] == [1, 3]
    assert [note.id for note in recorder.select_notifications(None, 1, topics=["action_taken"])] == [2]
    assert [note.id for note in recorder.select_notifications(None, 2, topics=["table_opened"])] == [1, 3]
    assert recorder.max_notification_id() == 3


def test_nobody_is_told_of_entries_who_does_not_ask(recorder: Recorder) -> None:
    """SQLite cannot tell, and what waits asks both stores alike."""
    with pytest.raises(NotSupportedError):
        recorder.subscribe()


def test_the_library_stores_an_entry_as_we_do() -> None:
    """Under its stable kind tag, both parts in one blob."""
    entry, mapper = StoredEntry("t1", 1, "table_opened", b"\x01" + bytes(32) + b"{}", b"[]"), EntryMapper()
    stored = mapper.to_stored_event(entry)
    assert (stored.topic, stored.state) == ("table_opened", entry.public + b"\0" + entry.private)
    assert mapper.to_domain_event(stored) == entry
