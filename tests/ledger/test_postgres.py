"""A store in PostgreSQL: the same suite as any other, by an account that may change no entry."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import psycopg
import pytest

from domain.ledger.database import SCHEMA
from domain.ledger.errors import UnavailableError
from domain.ledger.opening import open_database
from domain.ledger.postgres import LOCK, SETTINGS
from domain.ledger.store import Store, StoreError, open_store, upgraded
from tests.ledger import server
from tests.ledger.postgres import DATABASE, SCRIPTS, Postgres
from tests.ledger.processes import three
from tests.ledger.shared_suite import SharedSuite, all_wait
from tests.ledger.tables import AT, evidence, opened, started

AT_THE_THIRD = """
    CREATE FUNCTION at_the_third() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
        IF NEW.originator_version % 3 = 1 THEN {happens} END IF;
        RETURN NEW;
    END $$
"""
TRIGGER = "CREATE TRIGGER at_the_third AFTER INSERT ON stored_events FOR EACH ROW EXECUTE FUNCTION at_the_third()"
DISK_FULL = "RAISE EXCEPTION 'could not extend file: disk full' USING ERRCODE = '53100';"
CUT_OFF = "PERFORM pg_terminate_backend(pg_backend_pid());"
GRANTED = """
    SELECT tablename, (SELECT array_agg(privilege_type::text) FROM information_schema.role_table_grants
        WHERE table_name = tablename AND grantee = 'matchledger')
    FROM pg_tables WHERE schemaname = 'public'
"""


@pytest.fixture
def store(postgres: Postgres) -> Iterator[Store]:
    store = open_store(postgres.service)
    yield store
    store.close()


@contextmanager
def happening(postgres: Postgres, what: str) -> Iterator[None]:
    """Let something happen in the server at entries 4, 7, 10 … of every table, in mid-append."""
    with psycopg.connect(postgres.superuser, autocommit=True) as connection:
        connection.execute(AT_THE_THIRD.format(happens=what))
        connection.execute(TRIGGER)
        yield
        connection.execute("DROP FUNCTION at_the_third CASCADE")


class TestPostgres(SharedSuite):
    """The suite in PostgreSQL."""

    @pytest.fixture
    def url(self, postgres: Postgres) -> str:
        """Name the database as the service does."""
        self.postgres = postgres
        return postgres.service

    @contextmanager
    def full(self, url: str, store: Store) -> Iterator[None]:
        """Let the server say that its disk is full."""
        with happening(self.postgres, DISK_FULL):
            yield

    def lose(self, url: str, after: int) -> None:
        """Delete them past the triggers."""
        with psycopg.connect(self.postgres.superuser) as connection:
            connection.execute("SET session_replication_role = replica")
            connection.execute(
                "DELETE FROM stored_events WHERE originator_id = 't1' AND originator_version > %s", (after,)
            )


def test_a_connection_that_is_cut_off_in_mid_append_leaves_nothing(postgres: Postgres, store: Store) -> None:
    """It is said clearly, and the next request has another connection."""
    opened(store)
    with happening(postgres, CUT_OFF), pytest.raises(UnavailableError, match="the database does not answer: "):
        store.perform("t1", three)
    row = store.listings.one("t1")
    assert row is not None
    assert (store.head("t1"), row.head) == (1, 1)
    assert store.perform("t1", three).table.book.n == 4


def test_a_full_disk_is_told_to_all_who_are_written_together(postgres: Postgres, store: Store) -> None:
    """None of them is acknowledged, and nothing of any is stored."""
    tables = [opened(store, f"t{number}").id for number in range(4)]
    heard: list[str] = []

    def tell(table: str) -> None:
        try:
            store.perform(table, three)
        except UnavailableError as error:
            heard.append(str(error))

    writers = [threading.Thread(target=tell, args=(table,)) for table in tables]
    with happening(postgres, DISK_FULL):
        with store.together():
            for writer in writers:
                writer.start()
            all_wait(store, writers)
        for writer in writers:
            writer.join()
    assert len(heard) == 4
    assert all("disk full" in reason for reason in heard)
    assert [store.head(table) for table in tables] == [1, 1, 1, 1]


def test_a_transaction_that_is_cut_off_leaves_nothing(postgres: Postgres, store: Store) -> None:
    opened(store)

    def written() -> None:
        with store.together():
            store.people.add("Ann", player="p1")
            store.perform("t1", evidence)
            postgres.cut_all_off()

    with pytest.raises(UnavailableError):
        written()
    assert store.people.get("p1") is None
    assert store.head("t1") == 1


def test_connections_cut_off_while_idle_are_replaced_unnoticed(postgres: Postgres, store: Store) -> None:
    """A restart of the server is no error for whoever asks afterwards, reading or writing."""
    started(store)
    lent = [store._database.reading() for _ in range(3)]
    for reader in lent:
        reader.__enter__()
    for reader in lent:
        reader.__exit__(None, None, None)
    postgres.cut_all_off()
    assert store.head("t1") == 4
    postgres.cut_all_off()
    assert store.perform("t1", evidence).table.book.n == 5
    postgres.cut_all_off()
    assert store.people.add("Ann").name == "Ann"


@pytest.mark.long
def test_a_server_that_crashes_is_worked_with_again(postgres: Postgres, store: Store) -> None:
    """It ends all connections and recovers; whoever asks meanwhile waits, or hears that nothing was stored."""
    heads = [started(store).book.n]

    def served_by() -> int:
        with store._database.reading() as connection:
            return int(connection.execute("SELECT pg_backend_pid()").fetchone()[0])

    before = now = served_by()
    with psycopg.connect(postgres.superuser) as connection:
        os.kill(connection.info.backend_pid, signal.SIGKILL)
    while now == before:
        with suppress(UnavailableError):
            heads.append(store.perform("t1", evidence).table.book.n)
            now = served_by()
    assert heads == sorted(set(heads))  # one that was stored while its answer was lost leaves out a number
    assert store.folded("t1").book.n == heads[-1]
    assert store.perform("t1", evidence).table.book.n == heads[-1] + 1


def test_a_machine_that_says_nothing_is_given_up_after_seconds(postgres: Postgres) -> None:
    """One that lost its power sends no end of a connection; whoever runs the service may say another time."""
    for own, expected in (("", "10000"), ("&tcp_user_timeout=99", "99")):
        with closing(open_database(postgres.service + own)) as database, database.reading() as reader:
            cursor = reader.execute("SELECT 1")
            assert isinstance(cursor, psycopg.Cursor)
            assert cursor.connection.info.get_parameters()["tcp_user_timeout"] == expected


def test_a_select_that_is_cancelled_is_not_repeated(store: Store) -> None:
    """An administrator who cancels it means it."""
    reader = store._database.reading()
    with pytest.raises(UnavailableError, match="canceling statement"), reader as connection:
        connection.execute("SELECT pg_cancel_backend(pg_backend_pid()), pg_sleep(10)")
    assert store.listings.count() == 0


def test_nothing_is_acknowledged_that_the_server_rolls_back(store: Store) -> None:
    """A statement that fails ends a transaction, also where somebody passes over its error; COMMIT is no error then."""

    def written() -> None:
        with store.together():
            store.people.add("Ann", player="p1")
            with suppress(UnavailableError), store._database.reading() as connection:
                connection.execute("SELECT 1 / 0")

    with pytest.raises(UnavailableError, match="has rolled the transaction back"):
        written()
    assert store.people.get("p1") is None


def test_nobody_waits_for_ever_for_another_writer(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that hangs is told; once it is gone, writing goes on."""
    monkeypatch.setattr("domain.ledger.postgres.SETTINGS", SETTINGS.replace("'10s'", "'20ms'"))
    store = open_store(postgres.service)
    with psycopg.connect(postgres.superuser) as hanging:
        hanging.execute("SELECT pg_advisory_lock(%s)", (LOCK,))
        with pytest.raises(UnavailableError, match="lock timeout"):
            store.people.add("Ann")
    assert store.people.add("Ann").name == "Ann"
    store.close()


def test_snapshots_are_kept_by_the_services_account(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table of them is there from the start, and a second one of the same entry takes the place of the first."""
    monkeypatch.setattr("domain.ledger.snapshots.LULL_SECONDS", 3600.0)
    table = started(store)
    for _ in range(2):
        store.snapshots.note(table, after=-1)
        store.snapshots.write()
    (kept,) = store.snapshots.of("t1")
    assert (kept.n, store.table_at("t1", 4)) == (4, table)


@pytest.mark.parametrize("statement", ["UPDATE stored_events SET topic = 'x'", "DELETE FROM stored_events"])
def test_no_entry_is_ever_changed_or_deleted(postgres: Postgres, store: Store, statement: str) -> None:
    """The service's account has no right to, and the table refuses it to its owner too."""
    opened(store)
    with psycopg.connect(postgres.service) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute(statement)
    for more in (statement, "TRUNCATE stored_events"):
        with psycopg.connect(postgres.owner) as connection, pytest.raises(psycopg.errors.RaiseException):
            connection.execute(more)
    assert store.head("t1") == 1


def test_an_erased_name_leaves_the_servers_files_as_the_guide_says(postgres: Postgres, store: Store) -> None:
    """The two statements of docs/operations.md; the write-ahead log aside, which the server recycles by itself."""
    person = store.people.add("Rumpelstiltskin")
    kept = store.people.add("Schneewittchen")
    said = "Caspar is not my name."  # longer ones are compressed
    store.desk.texts.add("t", said, case="c", at=AT, by="seat:0", player=person.player, readers="officers")
    files = Path(postgres.folder, "files", "base")
    with psycopg.connect(postgres.superuser, autocommit=True) as connection:
        connection.execute("ANALYZE people")
        connection.execute("ANALYZE texts")
        connection.execute("CHECKPOINT")
        assert holding(files, b"Rumpelstiltskin")
        assert holding(files, b"Caspar is")
        assert store.people.erase(person.player)
        connection.execute("VACUUM (FULL, ANALYZE) people, texts")
        connection.execute("CHECKPOINT")
    assert holding(files, b"Rumpelstiltskin") == []
    assert holding(files, b"Caspar is") == []
    assert holding(files, b"Schneewittchen")
    assert store.people.get(kept.player) == kept


def holding(folder: Path, text: bytes) -> list[Path]:
    """Return the files in a folder that hold a text."""
    return [file for file in folder.rglob("*") if file.is_file() and text in file.read_bytes()]


def test_the_service_has_a_right_to_every_table_and_none_too_many(postgres: Postgres) -> None:
    """A table that a later release adds needs a line in docs/postgresql/rights.sql."""
    with psycopg.connect(postgres.superuser) as connection:
        rows = connection.execute(GRANTED).fetchall()
    granted = {table: set(rights or ()) for table, rights in rows}
    assert granted["stored_events"] == {"SELECT", "INSERT"}
    assert {table for table, rights in granted.items() if "SELECT" not in rights} == set()
    assert {table for table, rights in granted.items() if "DELETE" in rights} == {
        "casting_consents",
        "excluded_arbiters",
        "heartbeats",
        "letters",
        "people",
        "player_tables",
        "rematch_consents",
        "seats_seen",
        "snapshots",
        "texts",
        "tickets",
        "webhooks",
    }


def test_the_services_account_makes_no_tables(postgres: Postgres) -> None:
    """It serves what the owner has made."""
    empty = server.url(postgres.folder, "postgres", "matchledger")
    with pytest.raises(StoreError, match="has no tables of ours: `matchledger database upgrade` gives it form"):
        open_store(empty)
    with pytest.raises(UnavailableError, match="permission denied"):
        upgraded(empty)


def test_a_service_without_its_rights_to_what_is_new_does_not_start(postgres: Postgres) -> None:
    """It would work without following what others write, and nobody would see why it is slow."""
    with psycopg.connect(postgres.owner, autocommit=True) as connection:
        connection.execute("REVOKE SELECT ON changes FROM matchledger")
        try:
            with pytest.raises(UnavailableError, match="permission denied for table changes"):
                open_store(postgres.service)
        finally:
            connection.execute("GRANT SELECT ON changes TO matchledger")


def test_an_empty_database_of_the_owners_gets_its_tables(postgres: Postgres) -> None:
    """With the triggers that guard entries."""
    with psycopg.connect(postgres.superuser, autocommit=True) as connection:
        connection.execute("CREATE DATABASE another OWNER matchledger_owner")
    url = server.url(postgres.folder, "another", "matchledger_owner")
    assert (upgraded(url), upgraded(url)) == (0, SCHEMA)
    with psycopg.connect(url) as connection:
        connection.execute("INSERT INTO stored_events VALUES ('t1', 1, 'topic', ''::bytea)")
        with pytest.raises(psycopg.errors.RaiseException):
            connection.execute("DELETE FROM stored_events")


def test_tables_of_another_form_are_refused(postgres: Postgres) -> None:
    with psycopg.connect(postgres.owner) as connection:
        (form,) = connection.execute("SELECT form FROM matchledger").fetchone() or (0,)
    for wrong, reason in ((99, "this release knows forms up to"), (1, "gives it form")):
        with psycopg.connect(postgres.owner) as connection:
            connection.execute("UPDATE matchledger SET form = %s", (wrong,))
        try:
            with pytest.raises(StoreError, match=f"the database has form {wrong}.*{reason}"):
                open_store(postgres.service)
        finally:
            with psycopg.connect(postgres.owner) as connection:
                connection.execute("UPDATE matchledger SET form = %s", (form,))
    assert upgraded(postgres.owner) == form


def test_tables_of_the_form_before_are_brought_to_this_one(postgres: Postgres) -> None:
    """By the owner; the service works with them once it has its rights to what is new."""
    with psycopg.connect(postgres.owner) as connection:
        connection.execute(
            "DROP TABLE castings, casting_consents, player_tables, rematch_consents, tickets, heartbeats, seats_seen, "
            "looks, calls, cases, texts, excluded_arbiters, tournaments, tournament_tables, tournament_links, hints, "
            "webhooks, letters, changes"
        )
        connection.execute("DROP FUNCTION count_change CASCADE")
        connection.execute(
            "ALTER TABLE listing DROP COLUMN delayed, DROP COLUMN imported, DROP COLUMN paused, DROP COLUMN sat"
        )
        for column in ("expires", "last_used", "organiser", "series", "player"):
            connection.execute(f"ALTER TABLE api_keys DROP COLUMN {column}")
        connection.execute("UPDATE matchledger SET form = 2")
    assert upgraded(postgres.owner) == 2
    server.run_script(postgres.folder, DATABASE, "matchledger_owner", SCRIPTS / "rights.sql")
    with closing(open_store(postgres.service)) as store:
        store.players.put("p1", started(store).id)
        assert store.players.going_on("p1", 9) == ("t1",)
        assert store.keys.list() == ()


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("postgresql://u:geheim@[x/db", "the URL of the database cannot be read"),
        ("postgresql://u:geheim@/db?host=/nowhere", "the database db at /nowhere cannot be opened: connection is bad"),
    ],
)
def test_a_server_that_cannot_be_reached_is_told_without_the_password(url: str, reason: str) -> None:
    with pytest.raises(StoreError, match=reason) as told:
        open_store(url)
    assert "geheim" not in str(told.value)


def test_without_psycopg_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "domain.ledger.postgres", None)
    with pytest.raises(StoreError, match="PostgreSQL needs Matchledger installed with its extra `postgres`"):
        open_store("postgresql://host/db")


def test_text_that_is_not_unicode_is_refused(postgres: Postgres) -> None:
    """A name in another script would be lost."""
    with psycopg.connect(postgres.superuser, autocommit=True) as connection:
        connection.execute("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0")
        try:
            with pytest.raises(StoreError, match="keeps text as LATIN1: make one with ENCODING 'UTF8'"):
                open_store(server.url(postgres.folder, "latin"))
        finally:
            connection.execute("DROP DATABASE latin")
