"""Snapshots give the table that the entries give, or are passed over; nothing depends on them."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain import games
from domain.ledger import snapshots, table_bytes, tables
from domain.ledger.errors import DamagedError, UnknownTableError
from domain.ledger.snapshots import DIGEST_BYTES, KEPT, Snapshots, program
from domain.ledger.store import Store, open_store
from domain.ledger.table_bytes import Unread, frozen, thawed
from domain.record.chain import Request
from domain.table.table import Table
from domain.table.writing import Written
from tests.ledger.processes import run
from tests.ledger.tables import AT, change, evidence, move, opened, rewind, started

Row = tuple[str, int, str, bytes]
EVERY = 20  # entries, so that tables become long enough sooner


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let snapshots fall due often, and be written when a test says so."""
    monkeypatch.setattr(snapshots, "EVERY", EVERY)
    monkeypatch.setattr(snapshots, "LULL_SECONDS", 3600.0)


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "tables.db")


@pytest.fixture
def store(path: str) -> Iterator[Store]:
    store = open_store(path)
    yield store
    store.close()


def long_table(store: Store, entries: int, table: str = "t1") -> Table:
    """Store a table that plays a little and then has so many entries."""
    started(store, table)
    for _ in range(4):
        store.perform(table, move)
    return lengthened(store, entries, table)


def lengthened(store: Store, entries: int, table: str = "t1") -> Table:
    """Let a table go on to so many entries; requests among them."""

    def one(now: Table) -> Written:
        n = now.book.n
        written = evidence(now, f"arbiter:{n}")
        asked = Request(n.to_bytes(16, "big"), AT.to_bytes(16, "big"))
        (sealed,) = written.entries
        page = msgspec.structs.replace(written.table.book, requests=now.book.requests.with_one(asked, n + 1))
        return Written(msgspec.structs.replace(written.table, book=page), (sealed._replace(request=asked),))

    now = store.table(table)
    while now.book.n < entries:
        now = store.perform(table, one).table
    return now


def settled(store: Store) -> None:
    """Let the snapshots that are due be written now."""
    store.snapshots.write()


def rows(path: str) -> list[Row]:
    """Return the snapshots as they lie in the database."""
    with sqlite3.connect(path) as connection:
        found = connection.execute("SELECT * FROM snapshots ORDER BY table_id, n").fetchall()
    connection.close()
    return found


def numbers(path: str) -> list[tuple[str, int]]:
    """Return table and entry of each snapshot."""
    return [row[:2] for row in rows(path)]


def put(path: str, *changed: Row) -> None:
    """Write rows behind the store's back, in place of those with the same key."""
    with sqlite3.connect(path) as connection:
        connection.executemany("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?)", changed)
    connection.close()


def blind(path: str) -> None:
    """Damage an entry that a table folded from a snapshot does not read."""
    change(path, 3, lambda state: b"\x07" + state[1:])


def again(store: Store, path: str) -> Store:
    """Close a store and open it as a service that starts anew."""
    settled(store)
    store.close()
    return open_store(path)


def test_a_cold_table_is_folded_from_its_newest_snapshot(path: str, store: Store) -> None:
    """After a restart: an entry before the snapshot is not even read."""
    written = long_table(store, 2 * EVERY + 5)
    cold = again(store, path)
    assert numbers(path) == [("t1", 2 * EVERY)]
    assert cold.table("t1") == cold.folded("t1") == written
    assert len(cold.table("t1").book.requests) == len(written.book.requests) > EVERY
    blind(path)
    cold = again(cold, path)
    assert cold.table("t1") == written
    assert cold.table_at("t1", 2 * EVERY).book.n == 2 * EVERY
    with pytest.raises(DamagedError):
        cold.folded("t1")
    cold.close()


def test_audits_fold_entries_alone(path: str, store: Store) -> None:
    long_table(store, EVERY)
    cold = again(store, path)
    blind(path)
    with pytest.raises(DamagedError, match="entry 3"):
        cold.folded("t1", EVERY)
    with pytest.raises(DamagedError, match="entry 3"):
        cold.entries("t1")
    cold.close()


def test_a_moment_before_the_snapshots_is_folded_from_the_first_entry(path: str, store: Store) -> None:
    long_table(store, EVERY + 5)
    cold = again(store, path)
    for n in (1, 2, 4, EVERY - 1, EVERY, EVERY + 1, EVERY + 5):
        assert cold.table_at("t1", n) == cold.folded("t1", n)
        assert cold.table_at("t1", n).book.n == n
    cold.close()


def test_every_so_many_entries_make_one_due_and_the_newest_stay(path: str, store: Store) -> None:
    for n in (EVERY - 1, EVERY, 2 * EVERY, 3 * EVERY, 4 * EVERY - 1):
        long_table(store, n) if n < EVERY else lengthened(store, n)
        settled(store)
        if n >= EVERY:
            assert numbers(path)[-1] == ("t1", n // EVERY * EVERY)
    assert numbers(path) == [("t1", n * EVERY) for n in (2, 3)]
    assert len(numbers(path)) == KEPT


def test_a_batch_may_step_over_the_hundredth_entry(path: str, store: Store) -> None:
    long_table(store, EVERY - 1)

    def three(now: Table) -> Written:
        one = evidence(now)
        two = evidence(one.table)
        last = evidence(two.table)
        return Written(last.table, (*one.entries, *two.entries, *last.entries))

    written = store.perform("t1", three).table
    settled(store)
    assert numbers(path) == [("t1", EVERY + 2)]
    assert again(store, path).table("t1") == written


def test_a_thread_writes_what_is_due_after_the_command(
    path: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrote = threading.Event()
    by: list[int] = []

    def write(self: Snapshots, write: Callable[[Snapshots], None] = Snapshots.write) -> None:
        write(self)
        by.append(threading.get_ident())
        wrote.set()

    monkeypatch.setattr(Snapshots, "write", write)
    monkeypatch.setattr(snapshots, "LULL_SECONDS", 0.0)
    long_table(store, EVERY)
    assert wrote.wait(60)
    assert numbers(path) == [("t1", EVERY)]
    assert by != [threading.get_ident()]


def test_tables_that_fall_due_together_are_written_together(path: str, store: Store) -> None:
    for table in ("t1", "t2"):
        long_table(store, EVERY + 1, table)
    settled(store)
    assert numbers(path) == [("t1", EVERY), ("t2", EVERY)]


def test_a_long_fold_leaves_a_snapshot(path: str, store: Store) -> None:
    """Of a table whose snapshots are gone, or that an older release wrote."""
    written = long_table(store, EVERY + 5)
    cold = again(store, path)
    put(path, *[(table, n, made_by, b"") for table, n, made_by, _ in rows(path)])
    assert cold.table("t1") == written
    settled(cold)
    assert numbers(path) == [("t1", EVERY), ("t1", EVERY + 5)]
    cold = again(cold, path)
    blind(path)
    assert cold.table("t1") == written
    cold.close()
    assert numbers(path) == [("t1", EVERY), ("t1", EVERY + 5)]


def test_what_is_not_durable_makes_no_snapshot(path: str, store: Store) -> None:
    long_table(store, EVERY - 1)

    def fail() -> None:
        with store.together():
            lengthened(store, EVERY + 1)
            store.folded("t1")
            store._tables.table("t1")
            raise RuntimeError("the power fails")

    with pytest.raises(RuntimeError):
        fail()
    settled(store)
    assert store.table("t1").book.n == EVERY - 1
    assert list(store.snapshots.of("t1")) == []


def test_the_table_of_snapshots_may_go_while_the_service_runs(path: str, store: Store) -> None:
    """And comes back with the next snapshot."""
    long_table(store, EVERY)
    settled(store)
    other = open_store(path)
    with sqlite3.connect(path) as connection:
        connection.execute("DROP TABLE snapshots")
    connection.close()
    assert other.table("t1") == store.table("t1") == store.table_at("t1", EVERY)
    with other.together():
        assert other.table_at("t1", EVERY) == store.table("t1")
    written = lengthened(other, 2 * EVERY)
    settled(other)
    other.close()
    assert numbers(path) == [("t1", 2 * EVERY)]
    assert store.table("t1") == written


def test_a_snapshot_of_another_program_is_never_read(path: str, store: Store) -> None:
    """Also where its bytes would make a table."""
    written = long_table(store, EVERY)
    settled(store)
    ((table, n, _, state),) = rows(path)
    text = state[DIGEST_BYTES:]
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM snapshots")
    connection.close()
    put(path, (table, n, "other", snapshots._digest(table, n, "other", text) + text))
    assert [found.made_by for found in store.snapshots.of("t1")] == ["other"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables, "thawed", None)
        assert store.table_at("t1", n) == written


def test_a_program_is_its_release_and_all_code_that_folds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that were added too."""
    mine = program()
    assert mine is not None
    assert mine.startswith("matchledger ")
    package = tmp_path / "folding"
    package.mkdir()
    (package / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(snapshots, "added", lambda: (*games.added(), "folding"))
    before = program.__wrapped__()
    assert before == program.__wrapped__() != mine
    (package / "fold.py").write_text("rule = 2\n")
    assert program.__wrapped__() != before


def test_code_that_cannot_be_read_makes_no_snapshots(
    path: str, store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def gone(_: Path) -> bytes:
        raise FileNotFoundError(2, "No such file or directory")

    written = long_table(store, EVERY - 1)
    monkeypatch.setattr(Path, "read_bytes", gone)
    assert program.__wrapped__() is None
    assert "no snapshots: " in caplog.text
    store.snapshots.program = None
    written = lengthened(store, EVERY)
    settled(store)
    assert list(store.snapshots.of("t1")) == []
    assert store.table_at("t1", EVERY) == written


def test_a_system_without_threads_makes_snapshots_later(
    path: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command that makes one due is answered all the same."""

    def none(_: threading.Timer) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patch:
        patch.setattr(threading.Timer, "start", none)
        long_table(store, EVERY)
    monkeypatch.setattr(snapshots, "LULL_SECONDS", 0.0)
    wrote = threading.Event()

    def write(self: Snapshots, write: Callable[[Snapshots], None] = Snapshots.write) -> None:
        write(self)
        wrote.set()

    monkeypatch.setattr(Snapshots, "write", write)
    lengthened(store, 2 * EVERY)
    assert wrote.wait(60)
    assert numbers(path) == [("t1", 2 * EVERY)]


def test_snapshots_of_other_programs_go_with_the_next_one(path: str, store: Store) -> None:
    long_table(store, EVERY)
    settled(store)
    put(path, *[(table, n, f"other {i}", state) for i in range(5) for table, n, _, state in rows(path)])
    lengthened(store, 2 * EVERY)
    settled(store)
    assert numbers(path) == [("t1", EVERY), ("t1", 2 * EVERY)]


def test_closing_waits_for_nobody(path: str, store: Store) -> None:
    """Also not for another process that writes; what was due is lost, and made again some day."""
    long_table(store, EVERY)
    with sqlite3.connect(path) as connection:
        connection.execute("BEGIN IMMEDIATE")
        store.close()
        connection.execute("ROLLBACK")
    connection.close()
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        rows(path)


def sealed(edit: Callable[[bytes], bytes]) -> Callable[[Row], Row]:
    """Change the text of a snapshot and give it the digest that fits."""

    def changed(row: Row) -> Row:
        table, n, made_by, state = row
        text = edit(state[DIGEST_BYTES:])
        return table, n, made_by, snapshots._digest(table, n, made_by, text) + text

    return changed


def on_page(edit: Callable[[list[Any]], None]) -> Callable[[Row], Row]:
    """Change the values of a snapshot: holders, status, n, head, …, and the live line last."""

    def edited(text: bytes) -> bytes:
        page = msgspec.msgpack.decode(text)
        edit(page)
        return msgspec.msgpack.encode(page)

    return sealed(edited)


def other_number(row: Row) -> Row:
    """Say of a snapshot that it is of another entry."""
    table, n, made_by, state = row
    return table, n + 1, made_by, state


DAMAGE: dict[str, Callable[[Row], Any]] = {
    "empty": lambda row: (*row[:3], b""),
    "a number": lambda row: (*row[:3], 7),
    "text": lambda row: (*row[:3], "snapshot"),
    "cut short": lambda row: (*row[:3], row[3][:-1]),
    "cut to its digest": lambda row: (*row[:3], row[3][:DIGEST_BYTES]),
    "a changed byte": lambda row: (*row[:3], row[3][:99] + bytes([row[3][99] ^ 1]) + row[3][100:]),
    "another entry's": other_number,
    "no text": sealed(lambda text: b""),
    "JSON": sealed(lambda text: b"{}"),
    "a shorter form": sealed(lambda text: msgspec.msgpack.encode(msgspec.msgpack.decode(text)[:-1])),
    "a longer form": sealed(lambda text: msgspec.msgpack.encode([*msgspec.msgpack.decode(text), 1])),
    "more behind it": sealed(lambda text: text + b"\0"),
    "another head": on_page(lambda page: page.__setitem__(3, bytes(32))),
    "another number": on_page(lambda page: page.__setitem__(2, EVERY + 1)),
    "another status": on_page(lambda page: page.__setitem__(1, "sleeping")),
    "another status of ours": on_page(lambda page: page.__setitem__(1, "open")),
    "nobody plays": on_page(lambda page: page[-1][0].__setitem__("players", [])),
    "no live line": on_page(lambda page: page.__setitem__(-1, None)),
}


@pytest.fixture(scope="module")
def two_kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Table]:
    """A database with two snapshots of a table that has gone on since, and that table."""
    path = str(tmp_path_factory.mktemp("kept") / "tables.db")
    store = open_store(path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(snapshots, "EVERY", 2)
        patch.setattr(snapshots, "LULL_SECONDS", 3600.0)
        started(store)
        settled(store)
        lengthened(store, 6)
        settled(store)
        written = store.perform("t1", move).table
    store.close()
    assert numbers(path) == [("t1", 4), ("t1", 6)]
    return path, written


def damaged(two_kept: tuple[str, Table], path: str, kind: str, *, newest_only: bool) -> Store:
    """Copy the database, damage one or both of its snapshots, and open it."""
    Path(path).write_bytes(Path(two_kept[0]).read_bytes())
    older, newer = rows(path)
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM snapshots")
    connection.close()
    put(path, older if newest_only else DAMAGE[kind](older), DAMAGE[kind](newer))
    return open_store(path)


@pytest.mark.parametrize("kind", DAMAGE)
def test_the_snapshot_before_a_damaged_one_is_used(two_kept: tuple[str, Table], path: str, kind: str) -> None:
    """Whatever the damaged one says; an entry before both is not read."""
    cold = damaged(two_kept, path, kind, newest_only=True)
    blind(path)
    assert cold.table("t1") == two_kept[1]
    cold.close()


@pytest.mark.parametrize("kind", DAMAGE)
def test_where_all_are_damaged_the_entries_are_folded(two_kept: tuple[str, Table], path: str, kind: str) -> None:
    cold = damaged(two_kept, path, kind, newest_only=False)
    assert cold.table("t1") == two_kept[1]
    blind(path)
    with pytest.raises(DamagedError, match="entry 3"):
        cold.table_at("t1", two_kept[1].book.n)
    cold.close()


def test_damage_behind_a_snapshot_is_named(two_kept: tuple[str, Table], path: str) -> None:
    """The chain goes on from the snapshot's head, and the entry that has this hash is looked at."""
    for n in (6, 7):
        Path(path).write_bytes(Path(two_kept[0]).read_bytes())
        change(path, n, lambda state: state[:1] + bytes(32) + state[33:])
        cold = open_store(path)
        with pytest.raises(DamagedError, match=f"entry {n} of 't1' is damaged: its hash does not follow"):
            cold.table("t1")
        cold.close()


def test_a_snapshot_without_its_entries_makes_no_table(two_kept: tuple[str, Table], path: str) -> None:
    Path(path).write_bytes(Path(two_kept[0]).read_bytes())
    with sqlite3.connect(path) as connection:
        connection.execute("DROP TRIGGER entries_remain")
        connection.execute("DELETE FROM stored_events WHERE originator_version > 5")
    connection.close()
    cold = open_store(path)
    assert cold.table("t1").book.n == 5
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM stored_events")
    connection.close()
    with pytest.raises(UnknownTableError):
        cold.table_at("t1", 5)
    cold.close()


@pytest.mark.parametrize("to", [4, EVERY - 2, EVERY, EVERY + 2])
@pytest.mark.parametrize("after", [0, 3])
def test_a_rewind_goes_back_before_and_behind_a_snapshot(path: str, store: Store, to: int, after: int) -> None:
    started(store)
    while store.table("t1").book.n < EVERY + 3:
        store.perform("t1", move)
    settled(store)
    store.perform("t1", lambda now: rewind(store, now, to))
    for _ in range(after):
        store.perform("t1", move)
    written = store.table("t1")
    cold = again(store, path)
    assert cold.table("t1") == cold.folded("t1") == written
    lengthened(cold, 2 * EVERY)
    cold = again(cold, path)
    assert numbers(path)[-1] == ("t1", 2 * EVERY)
    lengthened(cold, 2 * EVERY + 2)
    back = cold.perform("t1", lambda now: rewind(cold, now, to)).table
    assert cold.perform("t1", move).table.book.n == back.book.n + 1
    cold = again(cold, path)
    assert cold.table("t1") == cold.folded("t1")
    cold.close()


@pytest.mark.long
def test_processes_race_for_a_table_and_its_snapshots(path: str, store: Store) -> None:
    """Three of them write, while a fourth throws the snapshots away."""
    opened(store)
    writers = [run("write", path, f"arbiter:{name}", str(2 * EVERY)) for name in "abc"]
    while any(writer.poll() is None for writer in writers):
        with sqlite3.connect(path, timeout=60) as connection:
            connection.execute("DROP TABLE IF EXISTS snapshots")
        connection.close()
        reader = open_store(path)
        assert reader.table("t1").book.n >= 1
        reader.close()
    for writer in writers:
        assert writer.stdout is not None
        writer.stdout.close()
    assert [writer.returncode for writer in writers] == [0, 0, 0]
    assert store.table("t1") == store.folded("t1")
    assert store.table("t1").book.n == 6 * EVERY + 1


def test_what_cannot_be_frozen_harms_nothing(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    started(store)

    def no_form(table: Table) -> bytes:
        raise NotImplementedError("a goat has no form in a snapshot")

    monkeypatch.setattr(snapshots, "frozen", no_form)
    assert lengthened(store, EVERY).book.n == EVERY
    settled(store)
    assert "no snapshots of t1: a goat" in caplog.text
    assert list(store.snapshots.of("t1")) == []
    assert store.table_at("t1", EVERY) == store.table("t1")


@pytest.mark.parametrize("columns", ["table_id, weather", "table_id, n, made_by, state CHECK (state IS NULL)"])
def test_a_database_that_takes_no_snapshot_harms_nothing(
    path: str, store: Store, columns: str, caplog: pytest.LogCaptureFixture
) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute(f"CREATE TABLE snapshots ({columns})")
    connection.close()
    written = long_table(store, EVERY)
    cold = again(store, path)
    assert "no snapshots of t1" in caplog.text
    assert cold.table("t1") == written
    cold.close()


def test_a_value_by_reference_is_the_setups_own(store: Store) -> None:
    """Any other object of a state has no form."""
    table_bytes._worked_out.cache_clear()  # whoever asked first may have run without coverage
    table = started(store, name="harbour")
    entry_1 = store.table_at("t1", 1)
    back = thawed(frozen(table), entry_1)
    assert back == store.folded("t1")
    assert back.live is not None
    assert back.live.state.wares is entry_1.setup.data
    other = msgspec.structs.replace(table.setup, data=object())
    with pytest.raises(NotImplementedError, match="CardSet has no form"):
        frozen(msgspec.structs.replace(table, setup=other))


def test_requests_stay_bytes_until_one_is_asked_for(path: str, store: Store) -> None:
    """And a table goes on from them without reading them."""
    written = long_table(store, 2 * EVERY)
    cold = again(store, path)
    asked = lengthened(cold, 2 * EVERY + 3).book.requests
    assert len(asked) == len(written.book.requests) + 3
    (unread, *_) = asked._layers
    assert isinstance(unread, Unread)
    assert isinstance(unread._kept, bytes)
    for key, known in written.book.requests.items():
        assert asked[key] == known
    assert isinstance(unread._kept, dict)
    assert b"nobody's" not in asked
    assert len(set(asked)) == len(asked)
    cold.close()


def test_bytes_of_another_form_make_no_table(store: Store) -> None:
    table = started(store)
    for text in (b"", b"\xc0", frozen(table)[:-1], frozen(started(store, "t2", name="harbour"))):
        with pytest.raises(msgspec.DecodeError):
            thawed(text, store.table_at("t1", 1))


def test_types_of_a_game_are_worked_out_by_one_thread_at_a_time(
    path: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the first snapshot that is read: msgspec crashes the process where another one uses them meanwhile."""
    table, first = started(store), store.table_at("t1", 1)
    text, worked_out = frozen(table), list[bool]()
    decoder = msgspec.msgpack.Decoder

    def noted(form: Any) -> Any:
        worked_out.append(table_bytes._WORKING_OUT.locked())
        return decoder(form)

    monkeypatch.setattr(msgspec.msgpack, "Decoder", noted)
    table_bytes._worked_out.cache_clear()
    assert thawed(text, first) == thawed(text, first) == table
    assert worked_out == [True]
