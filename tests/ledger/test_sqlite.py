"""A store in a file: opened again, shared by several processes, refused when it cannot be right."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from domain.kernel.messages import Concede
from domain.ledger import lasting
from domain.ledger.attempts import Attempt
from domain.ledger.errors import UnavailableError
from domain.ledger.listing import TableQuery
from domain.ledger.sqlite import IDLE_READERS, SqliteDatabase
from domain.ledger.store import Store, StoreError, open_store
from domain.record.entries import Series
from domain.table.pausing import pause
from domain.table.play import take_action
from domain.table.table import Table
from tests.ledger.lost import lose_answers
from tests.ledger.shared_suite import SharedSuite
from tests.ledger.tables import AT, evidence, opened, started

FORM_5 = ("tickets", "heartbeats", "seats_seen")  # the tables that form 5 brought
FORM_6 = ("castings", "casting_consents")
FORM_8 = ("looks", "calls", "cases", "texts", "excluded_arbiters")
FORM_10 = ("tournaments", "tournament_tables", "tournament_links")
FORM_12 = ("letters", "webhooks")


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


class TestFile(SharedSuite):
    """The suite in a file."""

    @pytest.fixture
    def url(self, path: str) -> str:
        """Name the file."""
        return path

    @contextmanager
    def full(self, url: str, store: Store) -> Iterator[None]:
        """Let the file grow by no page; its newest ones have some room."""
        assert isinstance(store._database, SqliteDatabase)
        own = store._database._own
        (pages,) = own.execute("PRAGMA page_count").fetchone()
        for most in (pages, 2**31 - 2):
            own.execute(f"PRAGMA max_page_count = {most}")
            if most == pages:
                yield

    def lose(self, url: str, after: int) -> None:
        """Delete them without the trigger that refuses."""
        with closing(sqlite3.connect(url)) as connection, connection:
            (trigger,) = connection.execute("SELECT sql FROM sqlite_schema WHERE name = 'entries_remain'").fetchone()
            connection.execute("DROP TRIGGER entries_remain")
            connection.execute(
                "DELETE FROM stored_events WHERE originator_id = 't1' AND originator_version > ?", (after,)
            )
            connection.execute(trigger)


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
        ("mysql://localhost/x", "'mysql' is not supported"),
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


@pytest.mark.parametrize("replaced", [False, True])
def test_a_file_that_was_removed_or_replaced_takes_nothing_any_more(path: str, replaced: bool) -> None:
    """What is written to it would be gone with the process; nobody hears that it is durable."""
    store = open_store(path)
    opened(store)
    store.ping()
    os.unlink(path)
    if replaced:
        open_store(path).close()
    with pytest.raises(UnavailableError):  # the new file's log may have taken the place of ours already
        store.perform("t1", evidence)
    for asked in (store.ping, lambda: store.table("t1"), lambda: store.people.get("p")):
        with pytest.raises(UnavailableError, match="removed or replaced"):
            asked()  # nor is anything told that lies in the file that is gone, such as what a repeated request has done
    with pytest.raises(UnavailableError, match="removed or replaced"):
        store.perform("t1", evidence)
    assert os.path.exists(path) == replaced, "nothing makes an empty file in its place"
    store.close()


@pytest.mark.parametrize("left", [0, 4096])
def test_a_file_that_was_cut_takes_nothing_any_more(path: str, left: int) -> None:
    """Also where what is written goes into the log and would be read from there; whole again, it goes on."""
    store = open_store(path)
    opened(store)
    store._database.clear_deleted()  # from the log into the file
    whole = Path(path).read_bytes()
    assert len(whole) > 4096
    store.ping()
    os.truncate(path, left)
    for asked in (store.ping, lambda: store.table("t1"), lambda: store.perform("t1", evidence)):
        with pytest.raises(UnavailableError, match="has been cut"):
            asked()
    with open(path, "r+b") as file:
        file.write(whole)
    assert store.perform("t1", evidence).table.book.n == 2
    store.close()


def test_after_a_commit_whose_answer_is_lost_the_present_is_looked_for(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is durable: whoever supposed that it is not would write another entry under its number."""
    opened(store)
    before = store.table("t1").book.n
    with monkeypatch.context() as patch:
        lose_answers(store, patch)
        with pytest.raises(UnavailableError, match="disk I/O error"):
            store.perform("t1", evidence)
    assert store.table("t1").book.n == before + 1
    assert store.perform("t1", evidence).table.book.n == before + 2


def test_the_head_of_a_table_is_asked_for_only_when_somebody_else_has_written(
    store: Store, other: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(store)
    asked: list[str] = []
    caught_up = store._tables.caught_up

    def counted(table: Table) -> Table:
        asked.append(table.id)
        return caught_up(table)

    monkeypatch.setattr(store._tables, "caught_up", counted)
    store.table("t1")
    del asked[:]
    for _ in range(3):
        store.perform("t1", evidence)
        store.table("t1")
    assert asked == []
    other.perform("t1", evidence)
    assert store.table("t1").book.n == 5
    assert store.table("t1").book.n == 5
    assert asked == ["t1"]


def test_the_version_is_known_while_this_process_writes(store: Store) -> None:
    """Then no other does. Nobody waits for the writer."""
    seen: list[int | None] = []

    def ask() -> None:
        reader = threading.Thread(target=lambda: seen.append(store._database.version()))
        reader.start()
        reader.join()

    ask()
    with store.together():
        ask()
    with store._database._turn:  # such as while what was deleted is cleared
        ask()
    assert seen == [seen[0], seen[0], None]
    assert seen[0] is not None
    store.close()
    assert store._database.version() is None


def test_a_backup_put_in_place_while_others_write_is_believed(path: str, store: Store, other: Store) -> None:
    """They may have written more, at another table, than it lacks, before anybody looks."""
    for table in ("t1", "t2"):
        opened(store, table)
    with closing(sqlite3.connect(":memory:")) as backup, closing(sqlite3.connect(path)) as there:
        there.backup(backup)
        for _ in range(2):
            store.perform("t1", evidence)
        assert (store.table("t1").book.n, store.past("t1", 2).book.n) == (3, 2)
        backup.backup(there)
    for _ in range(4):
        other.perform("t2", evidence)
    assert [store.table(table).book.n for table in ("t1", "t2")] == [1, 5]
    assert store.perform("t1", evidence).table == store.folded("t1")


def test_it_is_known_whether_anybody_writes(store: Store, other: Store) -> None:
    """Whoever wants to write next would wait. To ask takes nobody's lock away."""
    database = store._database
    with other.together():
        assert database.is_writing
    with store.together():
        assert database.is_writing
        assert other._database.is_writing
    assert not database.is_writing
    store.close()
    assert not database.is_writing


def test_a_token_that_was_valid_is_looked_up_when_somebody_has_written(store: Store, other: Store) -> None:
    store.seats.put("t1", 0, token="a")
    for _ in range(2):
        assert store.seats.seat_of_token("t1", "a") == 0
        assert store.seats.seat_of_token("t1", "b") is None
    store.seats.put("t1", 0, generation=1, token="b")
    assert (store.seats.seat_of_token("t1", "a"), store.seats.seat_of_token("t1", "b")) == (None, 0)
    other.seats.put("t1", 0, generation=2, token="c")
    assert (store.seats.seat_of_token("t1", "b"), store.seats.seat_of_token("t1", "c")) == (None, 0)


def test_only_so_many_tokens_are_remembered(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lasting, "MOST", 2)
    for number in range(5):
        store.seats.put("t1", number, token=str(number))
    for number in range(5):
        assert store.seats.seat_of_token("t1", str(number)) == number
    assert len(store.seats._valid._kept) <= 2


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


def test_form_3_gains_the_table_of_rematches(path: str, store: Store) -> None:
    form = _columns(path)
    store.close()
    with sqlite3.connect(path) as connection:
        _without(connection, "rematch_consents")
        _back_to_form_4(connection)
        connection.execute("PRAGMA user_version = 3")
    connection.close()
    open_store(path).close()
    assert _columns(path) == form


def test_form_4_gains_tickets_who_is_there_and_delayed_tables(path: str, store: Store) -> None:
    form = _columns(path)
    store.close()
    with sqlite3.connect(path) as connection:
        _back_to_form_4(connection)
        connection.execute("PRAGMA user_version = 4")
    connection.close()
    open_store(path).close()
    assert _columns(path) == form


def test_form_5_gains_the_tables_of_casters(path: str, store: Store) -> None:
    form = _columns(path)
    store.close()
    with sqlite3.connect(path) as connection:
        _without(connection, *FORM_6, *FORM_8)
        connection.execute("ALTER TABLE listing DROP COLUMN imported")
        _back_to_form_8(connection)
        connection.execute("PRAGMA user_version = 5")
    connection.close()
    open_store(path).close()
    assert _columns(path) == form


def test_form_6_gains_tables_from_archives(path: str, store: Store) -> None:
    form = _columns(path)
    store.close()
    with sqlite3.connect(path) as connection:
        _without(connection, *FORM_8)
        connection.execute("ALTER TABLE listing DROP COLUMN imported")
        _back_to_form_8(connection)
        connection.execute("PRAGMA user_version = 6")
    connection.close()
    open_store(path).close()
    assert _columns(path) == form


def test_form_7_gains_the_desk_of_arbiters(path: str, store: Store) -> None:
    form = _columns(path)
    store.close()
    with sqlite3.connect(path) as connection:
        _without(connection, *FORM_8)
        _back_to_form_8(connection)
        connection.execute("PRAGMA user_version = 7")
    connection.close()
    open_store(path).close()
    assert _columns(path) == form


def test_form_8_gains_which_tables_are_stopped_and_who_sat_there(path: str, store: Store) -> None:
    form = _columns(path)
    stopped = started(store)
    started(store, "t2")
    store.perform("t1", lambda now: pause(now, "arbiter", "break", at=AT + 9, by="arbiter:a"))
    player = stopped.book.players[0]
    store.close()
    with sqlite3.connect(path) as connection:
        _back_to_form_8(connection)
        connection.execute("PRAGMA user_version = 8")
    connection.close()
    with closing(open_store(path)) as upgraded:
        assert _columns(path) == form
        assert {row.table: row.paused for row in upgraded.find(TableQuery()).tables} == {"t1": True, "t2": False}
        assert [row.table for row in upgraded.find(TableQuery(paused=True)).tables] == ["t1"]
        assert f'"{player}"' in _sat(path, "t1")


@pytest.mark.parametrize("before", [9, 10, 11, 12])
def test_forms_9_to_12_gain_tournaments_hints_and_webhooks(path: str, store: Store, before: int) -> None:
    form = _columns(path)
    store.close()
    with sqlite3.connect(path) as connection:
        {9: _back_to_form_9, 10: _back_to_form_10, 11: _back_to_form_11, 12: _back_to_form_12}[before](connection)
        connection.execute(f"PRAGMA user_version = {before}")
    connection.close()
    open_store(path).close()
    assert _columns(path) == form


def _sat(path: str, table: str) -> str:
    with closing(sqlite3.connect(path)) as connection:
        (found,) = connection.execute("SELECT sat FROM listing WHERE table_id = ?", (table,)).fetchone()
    return str(found)


def _back_to_form_13(connection: sqlite3.Connection) -> None:
    for trigger in ("token_changed", "token_removed", "request_remembered"):
        connection.execute(f"DROP TRIGGER {trigger}")
    _without(connection, "changes")


def _back_to_form_12(connection: sqlite3.Connection) -> None:
    _back_to_form_13(connection)
    connection.execute("ALTER TABLE tournaments DROP COLUMN told")


def _back_to_form_11(connection: sqlite3.Connection) -> None:
    _back_to_form_12(connection)
    _without(connection, *FORM_12)
    connection.execute("ALTER TABLE tournaments DROP COLUMN sandbox")


def _back_to_form_10(connection: sqlite3.Connection) -> None:
    _back_to_form_11(connection)
    _without(connection, "hints")


def _back_to_form_9(connection: sqlite3.Connection) -> None:
    _back_to_form_10(connection)
    _without(connection, *FORM_10)


def _back_to_form_8(connection: sqlite3.Connection) -> None:
    _back_to_form_9(connection)
    for column in ("paused", "sat"):
        connection.execute(f"ALTER TABLE listing DROP COLUMN {column}")


def _back_to_form_2(connection: sqlite3.Connection) -> None:
    for column in ("expires", "last_used", "organiser", "series", "player"):
        connection.execute(f"ALTER TABLE api_keys DROP COLUMN {column}")
    _without(connection, "player_tables", "rematch_consents")
    _back_to_form_4(connection)


def _back_to_form_4(connection: sqlite3.Connection) -> None:
    _without(connection, *FORM_5, *FORM_6, *FORM_8)
    _back_to_form_8(connection)
    connection.execute("ALTER TABLE listing DROP COLUMN delayed")
    connection.execute("ALTER TABLE listing DROP COLUMN imported")


def _without(connection: sqlite3.Connection, *tables: str) -> None:
    for table in tables:
        connection.execute(f"DROP TABLE {table}")


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
    """Nor in its log, which a service keeps for as long as it runs. Nor do the texts that were written under it."""
    person = store.people.add("Rumpelstiltskin")
    said = f"My name is {person.name}: " + "not Caspar, " * 300  # over several pages
    store.desk.texts.add("t", said, case="c", at=AT, by="seat:0", player=person.player, readers="officers")
    files = [Path(path), Path(f"{path}-wal")]
    assert any(b"Rumpelstiltskin" in file.read_bytes() for file in files)
    assert store.people.erase(person.player)
    assert not any(word in file.read_bytes() for file in files for word in (b"Rumpelstiltskin", b"not Caspar"))
    assert not store.people.erase(person.player)


def test_a_name_that_a_long_reader_keeps_in_the_log_is_told(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Erasing it again goes on once the reader has ended."""
    monkeypatch.setattr("domain.ledger.sqlite.BUSY_SECONDS", 0.01)
    with closing(open_store(path)) as store, closing(sqlite3.connect(path)) as reader:
        person = store.people.add("Rumpelstiltskin")
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM people").fetchone()
        with pytest.raises(UnavailableError, match="what was deleted is still in the database's log"):
            store.people.erase(person.player)
        assert store.people.get(person.player) is None
        reader.execute("COMMIT")
        assert not store.people.erase(person.player)
        assert b"Rumpelstiltskin" not in Path(path).read_bytes() + Path(f"{path}-wal").read_bytes()


def test_commands_go_on_while_an_erasure_waits_for_a_reader(
    path: str, store: Store, other: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It holds no lock meanwhile, of this process or of all, and ends once the reader has."""
    opened(store)
    person = store.people.add("Rumpelstiltskin")
    looked, told = threading.Event(), list[bool | str]()
    empty_log = SqliteDatabase._empty_log

    def noted(database: SqliteDatabase) -> bool:
        emptied = empty_log(database)
        looked.set()
        return emptied

    def erase() -> None:
        try:
            told.append(store.people.erase(person.player))
        except UnavailableError as error:
            told.append(str(error))

    monkeypatch.setattr(SqliteDatabase, "_empty_log", noted)
    with closing(sqlite3.connect(path)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM people").fetchone()
        erasing = threading.Thread(target=erase)
        erasing.start()
        assert looked.wait(60.0)
        for n in range(2, 8, 2):
            assert other.perform("t1", evidence).table.book.n == n
            assert store.perform("t1", evidence).table.book.n == n + 1
        assert erasing.is_alive()
        reader.execute("COMMIT")
        erasing.join()
    assert told == [True]
    assert b"Rumpelstiltskin" not in Path(path).read_bytes() + Path(f"{path}-wal").read_bytes()


def test_names_leave_no_trace_among_many(path: str, store: Store) -> None:
    """Also not where the pages of the table were divided between them: a copy in a gap belongs to no row."""
    with store.together():
        people = [store.people.add(f"Rumpel{n:04d}stiltskin") for n in range(1_000)]
    with store.together(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(store._database, "clear_deleted", lambda: None)
        for person in people[::2]:
            store.people.erase(person.player)
    store._database.clear_deleted()
    left = re.findall(rb"Rumpel(\d{4})stiltskin", Path(path).read_bytes() + Path(f"{path}-wal").read_bytes())
    assert {*map(int, left)} == {*range(1, 1_000, 2)}  # one that stays may lie there twice, since pages were divided


def test_many_readers_at_once_share_few_connections(path: str) -> None:
    database = SqliteDatabase(path)
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
    database = SqliteDatabase(path)
    reader = database.reading()
    connection = reader.__enter__()
    database.close()
    reader.__exit__(None, None, None)
    with pytest.raises(sqlite3.ProgrammingError):
        connection.execute("SELECT 1")
