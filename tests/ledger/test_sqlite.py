"""A store in a file: opened again, shared by several processes, refused when it cannot be right."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from eventsourcing.persistence import IntegrityError

from domain.kernel.messages import Concede
from domain.ledger.attempts import Attempt
from domain.ledger.database import IDLE_READERS, Database
from domain.ledger.errors import UnavailableError
from domain.ledger.listing import TableQuery
from domain.ledger.recorder import Recorder
from domain.ledger.store import TRIES, ConflictError, Store, StoreError, UnknownTableError, open_store
from domain.record.entries import Series
from domain.table.play import take_action
from domain.table.table import Table
from domain.table.writing import Written
from tests.ledger.processes import run
from tests.ledger.suite import StoreSuite
from tests.ledger.tables import AT, evidence, move, opened, rewind, started


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "tables.db")


@pytest.fixture
def store(path: str) -> Iterator[Store]:
    store = open_store(path)
    yield store
    store.close()


@pytest.fixture
def other(path: str, store: Store) -> Iterator[Store]:
    """Another process's store, as far as the file is concerned."""
    other = open_store(path)
    yield other
    other.close()


class TestFile(StoreSuite):
    """The suite in a file."""


def test_everything_is_there_after_a_restart(path: str, store: Store) -> None:
    before = started(store)
    store.close()
    again = open_store(path)
    assert again.table("t1") == before
    again.close()


@pytest.mark.parametrize("prefix", ["", "sqlite:///"])
def test_a_database_is_named_by_its_file(path: str, prefix: str) -> None:
    opened(open_store(prefix + path))
    assert Path(path).exists()


def test_only_the_owner_may_read_the_file(path: str, store: Store) -> None:
    """It holds the secrets of tables that have not ended."""
    opened(store)
    for name in os.listdir(Path(path).parent):
        assert (Path(path).parent / name).stat().st_mode & 0o077 == 0, name


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("postgresql://localhost/x", "'postgresql' is not supported"),
        ("", "no file name"),
        ("sqlite:///", "no file name"),
        ("{folder}", "cannot be opened"),
        ("{folder}/no/such/folder.db", "cannot be opened"),
    ],
)
def test_what_is_no_database_is_refused(tmp_path: Path, url: str, reason: str) -> None:
    with pytest.raises(StoreError, match=reason):
        open_store(url.format(folder=tmp_path))


def test_another_kind_of_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ann, " * 100)
    with pytest.raises(StoreError, match="not a database"):
        open_store(str(file))
    assert file.read_text() == "Dear Ann, " * 100


def test_a_database_that_does_not_answer_is_said_in_the_ledgers_words(path: str, store: Store) -> None:
    """Reading and writing: here the tables are gone."""
    opened(store)
    with sqlite3.connect(path) as connection:
        connection.execute("DROP TABLE people")
    connection.close()
    with pytest.raises(UnavailableError, match="no such table: people"):
        store.people.get("p")
    with pytest.raises(UnavailableError, match="no such table: people"):
        store.people.add("Ann")
    assert store.perform("t1", evidence).table.book.n == 2


def test_a_closed_store_does_not_answer(store: Store) -> None:
    """What a request meets that comes while the service stops."""
    opened(store)
    store.close()
    with pytest.raises(UnavailableError, match="closed"):
        store.perform("t1", evidence)


def test_opening_a_second_store_drops_no_locks(path: str, store: Store, other: Store) -> None:
    """POSIX drops all locks of a process on a file when it closes it once: another process could throw the log away."""
    opened(store)
    opened(other, "t2")
    take_over = "import sqlite3, sys; sqlite3.connect(sys.argv[1], timeout=0).execute('PRAGMA journal_mode = DELETE')"
    tried = subprocess.run([sys.executable, "-c", take_over, path], capture_output=True, text=True, check=False)
    assert "database is locked" in tried.stderr


def test_a_database_of_a_newer_release_is_refused(path: str, store: Store) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(StoreError, match="form 99"):
        open_store(path)


def test_a_database_of_the_form_before_is_brought_to_this_one(path: str, store: Store) -> None:
    """Its list gains what the entries say, its attempts who made them; a damaged table keeps nobody waiting."""
    opened(store, "t0", series=Series(id="cup", number=1))
    for table in ("t1", "t2"):
        started(store, table)
        store.perform(table, lambda now: take_action(now, 1, Concede(), at=AT + 3))
    attempt = Attempt(at=AT, by="seat:1", tag="attack", code="x", seen=1)
    store.attempts.note("t1", attempt)
    before, form = [store.listings.one(table) for table in ("t0", "t1")], _columns(path)
    store.close()
    with sqlite3.connect(path) as connection:
        connection.execute("DROP INDEX listing_series")
        for column in ("series_id", "series", "players", "outcome"):
            connection.execute(f"ALTER TABLE listing DROP COLUMN {column}")
        connection.execute("ALTER TABLE attempts DROP COLUMN said_by")
        _back_to_form_2(connection)
        connection.execute("PRAGMA user_version = 1")
        connection.execute("DROP TRIGGER entries_stay")
        connection.execute("UPDATE stored_events SET state = x'00' WHERE originator_id = 't2'")
    connection.close()
    again = open_store(path)
    assert _columns(path) == form
    assert [again.listings.one(table) for table in ("t0", "t1")] == before
    assert [row.table for row in again.find(TableQuery(series="cup")).tables] == ["t0"]
    assert again.attempts.of("t1", "seat:1") == (attempt,)
    damaged = again.listings.one("t2")
    assert damaged is not None
    assert (damaged.status, damaged.players, damaged.outcome) == ("confirmed", (), None)
    again.close()
    open_store(path).close()


def test_keys_of_form_2_are_good_for_everything_and_have_no_end(path: str, store: Store) -> None:
    """A key that was given out stays what it was."""
    made, form = store.keys.add("arbiter", "x", at=AT), _columns(path)
    store.close()
    with sqlite3.connect(path) as connection:
        _back_to_form_2(connection)
        connection.execute("PRAGMA user_version = 2")
    connection.close()
    again = open_store(path)
    assert _columns(path) == form
    assert again.keys.check(made.text, at=AT) == made.key
    assert again.players.going_on("p_x", 1) == ()
    again.close()


def _back_to_form_2(connection: sqlite3.Connection) -> None:
    for column in ("expires", "last_used", "organiser", "series", "player"):
        connection.execute(f"ALTER TABLE api_keys DROP COLUMN {column}")
    connection.execute("DROP TABLE player_tables")


def _columns(path: str) -> list[tuple[object, ...]]:
    """Return what a database says of its own form."""
    with sqlite3.connect(path) as connection:
        tables = sorted(name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'"))
        found: list[tuple[object, ...]] = [connection.execute("PRAGMA user_version").fetchone()]
        for table in tables:
            found += connection.execute(f"PRAGMA table_info({table})").fetchall()
            found += sorted(row[1:] for row in connection.execute(f"PRAGMA index_list({table})"))
    connection.close()
    return found


def test_the_environment_does_not_change_what_is_stored(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The library would take a cipher, a compressor and another database from it."""
    monkeypatch.setenv("CIPHER_TOPIC", "eventsourcing.cipher:AESCipher")
    monkeypatch.setenv("CIPHER_KEY", "0" * 43)
    monkeypatch.setenv("COMPRESSOR_TOPIC", "eventsourcing.compressor:ZlibCompressor")
    monkeypatch.setenv("SQLITE_DBNAME", "elsewhere.db")
    store = open_store(path)
    started(store)
    first = store.entries("t1")[0]
    store.close()
    with sqlite3.connect(path) as connection:
        kind, blob = connection.execute("SELECT topic, state FROM stored_events").fetchone()
    connection.close()
    assert kind == "table_opened"
    assert blob[:1] == b"\x01"
    assert blob[1:33] == first.hash
    assert blob[33:].startswith(first.public + b"\0")
    assert not Path("elsewhere.db").exists()


@pytest.mark.parametrize("statement", ["UPDATE stored_events SET topic = 'x'", "DELETE FROM stored_events"])
def test_no_entry_is_ever_changed_or_deleted(path: str, store: Store, statement: str) -> None:
    opened(store)
    with sqlite3.connect(path) as connection, pytest.raises(sqlite3.IntegrityError, match="an entry is never"):
        connection.execute(statement)
    connection.close()
    assert store.head("t1") == 1


def test_an_erased_name_leaves_no_trace_in_the_file(path: str, store: Store) -> None:
    """Nor in its log, which a service keeps for as long as it runs."""
    person = store.people.add("Rumpelstiltskin")
    files = [Path(path), Path(f"{path}-wal")]
    assert any(b"Rumpelstiltskin" in file.read_bytes() for file in files)
    assert store.people.erase(person.player)
    assert not any(b"Rumpelstiltskin" in file.read_bytes() for file in files)
    assert not store.people.erase(person.player)


def test_a_hot_table_is_caught_up_with_what_others_wrote(store: Store, other: Store) -> None:
    started(store)
    assert other.table("t1") == store.table("t1")
    written = store.perform("t1", move).table
    assert other.table("t1") == written
    assert other.perform("t1", move).table.book.n == written.book.n + 1
    assert store.table("t1") == other.table("t1")


def test_a_rewind_by_others_folds_a_hot_table_anew(store: Store, other: Store) -> None:
    started(store)
    store.perform("t1", move)
    other.table("t1")
    now = store.perform("t1", lambda now: rewind(store, now, 4)).table
    assert other.table("t1") == now


def test_who_loses_the_race_decides_again_on_the_fresh_tail(store: Store, other: Store) -> None:
    started(store)
    calls: list[int] = []

    def slow(now: Table) -> Written:
        calls.append(now.book.n)
        if len(calls) == 1:
            other.perform("t1", evidence)
        return evidence(now)

    assert store.perform("t1", slow).table.book.n == 6
    assert calls == [4, 5]


def test_who_loses_seven_times_decides_while_nobody_else_can_write(store: Store, other: Store) -> None:
    """A fast process must not shut a slow one out."""
    opened(store)
    calls: list[int] = []
    faster = threading.Thread(target=other.perform, args=("t1", evidence))

    def slow(now: Table) -> Written:
        calls.append(now.book.n)
        if len(calls) < TRIES:
            other.perform("t1", evidence)
        else:
            faster.start()
            faster.join(0.05)
        return evidence(now)

    assert store.perform("t1", slow).table.book.n == 9
    assert calls == list(range(1, 9))
    faster.join()
    assert store.head("t1") == 10


def test_who_loses_eight_times_hears_of_it(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only where a store does not let writers take turns."""
    opened(store)
    calls: list[int] = []

    def taken(*_: object, **__: object) -> None:
        calls.append(1)
        raise IntegrityError

    monkeypatch.setattr(Recorder, "insert_events", taken)
    with pytest.raises(ConflictError):
        store.perform("t1", evidence)
    assert len(calls) == TRIES
    assert store.head("t1") == 1


def test_waiting_notices_what_another_process_wrote(store: Store, other: Store) -> None:
    opened(store)
    seen: list[int] = []
    waiter = threading.Thread(target=lambda: seen.append(store.wait("t1", 1, 60.0)))
    waiter.start()
    other.perform("t1", evidence)
    waiter.join(10)
    assert seen == [2]


def test_many_readers_at_once_share_few_connections(path: str) -> None:
    database = Database(path)
    lent = [database.reading() for _ in range(IDLE_READERS + 2)]
    connections = [reader.__enter__() for reader in lent]
    assert len(set(map(id, connections))) == IDLE_READERS + 2
    for reader in lent:
        reader.__exit__(None, None, None)
    closed = 0
    for connection in connections:
        try:
            connection.execute("SELECT 1")
        except sqlite3.ProgrammingError:
            closed += 1
    assert closed == 2
    database.close()


def test_a_reader_that_comes_back_late_closes_its_connection(path: str) -> None:
    database = Database(path)
    reader = database.reading()
    connection = reader.__enter__()
    database.close()
    reader.__exit__(None, None, None)
    with pytest.raises(sqlite3.ProgrammingError):
        connection.execute("SELECT 1")


def test_two_processes_write_to_one_table_without_losing_an_entry(path: str, store: Store) -> None:
    opened(store)
    writers = [run("write", path, f"arbiter:{name}", "40") for name in "ab"]
    ends = [writer.wait(60) for writer in writers]
    for writer in writers:
        assert writer.stdout is not None
        writer.stdout.close()
    assert ends == [0, 0]
    assert store.head("t1") == 81
    by = [entry.public for entry in store.entries("t1", after=1)]
    assert [sum(name in public for public in by) for name in (b"arbiter:a", b"arbiter:b")] == [40, 40]
    assert store.table("t1") == store.table_at("t1", 81)


def acknowledged(writer: subprocess.Popen[str], count: int) -> int:
    """Read so many acknowledgements, kill the process at once, and return the last number it had acknowledged."""
    assert writer.stdout is not None
    last = 0
    for _ in range(count):
        last = int(writer.stdout.readline())
    writer.kill()
    rest = writer.stdout.read().split()
    writer.wait()
    writer.stdout.close()
    return max([last, *(int(line) for line in rest)])


@pytest.mark.long
def test_what_was_acknowledged_survives_a_kill(path: str, store: Store) -> None:
    """Killed at an acknowledgement, ten times; each batch of three is there as a whole or not at all."""
    opened(store)
    store.close()
    for count in range(1, 11):
        last = acknowledged(run("write_batches", path), count)
        again = open_store(path)
        head = again.head("t1")
        row = again.listings.one("t1")
        assert head >= last
        assert (head - 1) % 3 == 0
        assert row is not None
        assert row.head == head
        assert again.table("t1").book.n == head
        again.close()


def test_a_kill_inside_a_transaction_leaves_nothing_of_it(path: str, store: Store) -> None:
    opened(store)
    dying = run("die", path)
    assert dying.wait(60) < 0
    assert dying.stdout is not None
    dying.stdout.close()
    assert store.head("t1") == 1
    assert store.people.get("p1") is None
    with pytest.raises(UnknownTableError):
        store.table("t2")
    store.perform("t1", evidence)
    assert store.head("t1") == 2
