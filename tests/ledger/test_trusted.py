"""What a process keeps in memory of a PostgreSQL database counts only while nobody else has written to it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from typing import Any

import psycopg
import pytest

from domain.ledger.errors import UnavailableError
from domain.ledger.following import CHANGED
from domain.ledger.postgres import BEGIN, CONNECTIONS, LOOK, SNAPSHOT, PostgresDatabase
from domain.ledger.store import Store, open_store
from domain.ledger.tournaments.streams import stream_of
from domain.record.canonical import b64
from domain.record.keys import NO_ENTROPY
from domain.table.table import Table
from domain.table.writing import Written
from domain.tournament.log.entries import PlayerRegistered
from domain.tournament.log.organiser import Organiser
from tests.ledger import server
from tests.ledger.postgres import DATABASE, Postgres
from tests.ledger.processes import three
from tests.ledger.tables import AT, evidence, opened
from tests.ledger.tournament_suite import created

CUT_OFF_WAITING_FOR_A_STANDBY = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event = 'SyncRep'
"""


CANCEL_WAITING_FOR_A_STANDBY = CUT_OFF_WAITING_FOR_A_STANDBY.replace("terminate", "cancel")


STARTED = "pg_postmaster_start_time()::text"


@pytest.fixture
def store(postgres: Postgres) -> Iterator[Store]:
    store = open_store(postgres.service)
    yield store
    store.close()


def test_the_number_of_foreign_writes_stands_still_while_nobody_else_writes(postgres: Postgres, store: Store) -> None:
    """Whatever this process writes; a write of another one is seen once it is durable, not before."""
    version = store._database.foreign
    before = version()
    opened(store)
    store.perform("t1", three)
    store.keys.add("organiser", "mine", at=0)
    assert before == version() is not None
    other = open_store(postgres.service)
    try:
        with other.together():
            other.people.add("Ann", player="p1")
            assert version() == before
        after = version()
        assert after != before
        store.perform("t1", evidence)
        assert version() == after
        store.seats.put("t1", 0, token="a token")
        assert store.seats.seat_of_token("t1", "a token") == 0
        other.seats.put("t1", 0, token="another")
        assert store.seats.seat_of_token("t1", "a token") is None
    finally:
        other.close()


def test_a_table_is_not_read_again_while_nobody_else_writes(
    postgres: Postgres, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(store)
    asked: list[str] = []
    caught_up = store._tables.caught_up

    def noted(table: Table, upto: int | None = None) -> Table:
        asked.append(table.id)
        return caught_up(table, upto)

    monkeypatch.setattr(store._tables, "caught_up", noted)
    store.table("t1")
    asked.clear()
    for _ in range(3):
        store.perform("t1", evidence)
        store.table("t1")
    assert asked == []
    with closing(open_store(postgres.service)) as other:
        other.perform("t1", evidence)
    assert store.table("t1").book.n == 5
    assert asked == ["t1"]


def _waits(postgres: Postgres, superuser: psycopg.Connection) -> bool:
    """Write something, and say whether its COMMIT waits; then the wait is broken off."""

    def write() -> None:
        with psycopg.connect(postgres.superuser, autocommit=True) as other:
            other.execute("UPDATE matchledger SET form = form")

    writing, waited = threading.Thread(target=write), False
    writing.start()
    while writing.is_alive():
        waited |= superuser.execute(CANCEL_WAITING_FOR_A_STANDBY).fetchone() is not None
    return waited


@contextmanager
def without_its_standby(postgres: Postgres) -> Iterator[psycopg.Connection]:
    """Let every COMMIT wait for a standby that is not there."""
    with psycopg.connect(postgres.superuser, autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET synchronous_standby_names = 'gone'")
        connection.execute("SELECT pg_reload_conf()")
        try:
            while not _waits(postgres, connection):
                pass  # the server reads its settings when it finds the time
            yield connection
        finally:
            connection.execute("ALTER SYSTEM RESET synchronous_standby_names")
            connection.execute("SELECT pg_reload_conf()")


def test_a_commit_whose_answer_is_lost_is_not_trusted_to_have_failed(postgres: Postgres, store: Store) -> None:
    """The server has committed, the connection is cut off before it says so: a revoked token is good no more."""
    opened(store)
    store.seats.put("t1", 0, token="a token")
    assert [store.seats.seat_of_token("t1", "a token") for _ in range(2)] == [0, 0]
    heard: list[str] = []

    def revoke() -> None:
        with unavailable_told(heard):
            store.seats.put("t1", 0, token="another")

    with without_its_standby(postgres) as superuser:
        revoking = threading.Thread(target=revoke)
        revoking.start()
        while superuser.execute(CUT_OFF_WAITING_FOR_A_STANDBY).fetchone() is None:
            assert revoking.is_alive(), heard
            assert store.seats.seat_of_token("t1", "a token") == 0  # nobody sees it yet
        revoking.join()
    assert len(heard) == 1
    assert store.seats.seat_of_token("t1", "a token") is None
    assert store.seats.seat_of_token("t1", "another") == 0


@contextmanager
def unavailable_told(heard: list[str]) -> Iterator[None]:
    """Note that the database has not answered."""
    try:
        yield
    except UnavailableError as error:
        heard.append(str(error))


def test_what_others_do_in_parts_or_take_back_is_never_missed(postgres: Postgres, store: Store) -> None:
    """Savepoints have numbers that no snapshot lists; a transaction counts when it has ended, however it does."""
    version = store._database.foreign
    with psycopg.connect(postgres.superuser) as other:
        for part in ("RELEASE", "ROLLBACK TO"):
            other.execute("SAVEPOINT part")
            other.execute("UPDATE matchledger SET form = form")
            other.execute(f"{part} part")
            store.people.add("Bob")
            before = version()
            other.commit()
            assert version() != before, part


def test_what_is_written_in_another_database_of_the_server_does_no_harm(postgres: Postgres, store: Store) -> None:
    """It may look like a write of others: then all is asked for once more."""
    elsewhere = server.url(postgres.folder, "postgres")
    with psycopg.connect(elsewhere) as other, psycopg.connect(postgres.owner) as revoking:
        other.execute("CREATE TABLE something (n int)")
        opened(store)
        store.seats.put("t1", 0, token="a token")
        assert [store.seats.seat_of_token("t1", "a token") for _ in range(2)] == [0, 0]
        revoking.execute("UPDATE seat_tokens SET token_hash = NULL")
        assert store.seats.seat_of_token("t1", "a token") == 0
        revoking.commit()
        assert store.seats.seat_of_token("t1", "a token") is None
        other.rollback()


def test_a_look_that_comes_late_hides_no_entry_of_others(
    postgres: Postgres, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its answer lies unread while another process commits and this one begins to write, after that one's entry."""
    for table in ("t1", "t2"):
        opened(store, table)
        store.table(table)
    database, begun = store._database, threading.Event()
    assert isinstance(database, PostgresDatabase)
    see, begin = database._see, database._begun

    def write() -> None:
        with store.together():
            store.perform("t2", evidence)

    writing = threading.Thread(target=write)

    def seen_late(*told: Any) -> int:
        monkeypatch.setattr(database, "_see", see)
        others.close()  # commits
        writing.start()
        begun.wait()
        return see(*told)

    def beginning() -> Any:
        try:
            return begin()
        finally:
            begun.set()

    with ExitStack() as others, psycopg.connect(postgres.superuser, autocommit=True) as elsewhere:
        other = others.enter_context(closing(open_store(postgres.service)))
        others.enter_context(other.together())
        other.perform("t1", evidence)
        elsewhere.execute("UPDATE matchledger SET form = form")  # so that the look lists the other one as running
        monkeypatch.setattr(database, "_see", seen_late)
        monkeypatch.setattr(database, "_begun", beginning)
        database.version()
    writing.join()
    assert [store.table(table).book.n for table in ("t1", "t2")] == [2, 2]


def test_what_makes_answers_wrong_is_counted_once_a_transaction(postgres: Postgres) -> None:
    """A copy writes hundreds of thousands of rows in one; a part of one that comes to nothing counts for nothing."""
    with psycopg.connect(postgres.owner) as connection:

        def counted() -> int:
            before = connection.execute(f"SELECT {CHANGED}").fetchone()
            connection.execute("INSERT INTO seat_tokens SELECT 't' || n, 0, 0, 'a' FROM generate_series(1, 9) AS n")
            connection.execute("DELETE FROM seat_tokens")
            after = connection.execute(f"SELECT {CHANGED}").fetchone()
            assert before is not None
            assert after is not None
            return int(after[0] - before[0])

        for _ in range(2):
            assert [counted(), counted()] == [1, 0]
            connection.commit()
            connection.execute("SAVEPOINT part")
            assert counted() > 0
            connection.execute("ROLLBACK TO part; RELEASE part")
            assert counted() == 1
            connection.commit()


def test_a_table_that_the_list_has_lost_is_written_to_all_the_same(postgres: Postgres, store: Store) -> None:
    opened(store)
    with psycopg.connect(postgres.owner) as connection:
        connection.execute("DELETE FROM listing")
    assert [store.perform("t1", evidence).table.book.n for _ in range(2)] == [2, 3]
    assert store.table("t1") == store.folded("t1")


@pytest.mark.long
def test_a_standby_is_never_trusted_until_it_is_promoted(postgres: Postgres, store: Store) -> None:
    """Its snapshots do not list what runs on the first server, so that an end could be missed there."""
    opened(store)
    with server.started(postgres.folder) as folder:
        url = server.url(folder, DATABASE, "matchledger")
        with closing(open_store(url)) as second, psycopg.connect(server.url(folder, DATABASE)) as superuser:
            assert second._database.version() is None
            assert second.table("t1").book.n == 1
            with pytest.raises(UnavailableError, match="recovery"):
                second.perform("t1", evidence)
            superuser.execute("SELECT pg_promote()")
            assert second._database.version() is not None
            assert second.perform("t1", evidence).table.book.n == 2
            assert store.table("t1").book.n == 1


def take_over(postgres: Postgres, patch: pytest.MonkeyPatch, stream: str, after: int) -> None:
    """Let another server answer from now on, which lacks the entries of a stream after one."""
    with psycopg.connect(postgres.superuser) as connection:
        connection.execute("SET session_replication_role = replica")  # past the triggers that guard entries
        connection.execute(
            "DELETE FROM stored_events WHERE originator_id = %s AND originator_version > %s", (stream, after)
        )
    for name, statement in (("BEGIN", BEGIN), ("LOOK", LOOK), ("SNAPSHOT", SNAPSHOT)):
        patch.setattr(f"domain.ledger.postgres.{name}", statement.replace(STARTED, "'another'"))


def test_a_standby_that_takes_over_between_a_look_and_a_transaction_gets_no_gap(
    postgres: Postgres, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was decided on entries that it lacks is decided again, on those that it has."""
    opened(store)
    store.perform("t1", three)
    seen: list[int] = []

    def action(table: Table) -> Written:
        seen.append(table.book.n)
        if len(seen) == 1:
            take_over(postgres, monkeypatch, "t1", 2)
        return evidence(table)

    assert store.perform("t1", action).table.book.n == 3
    assert seen == [4, 2]
    assert [sealed.n for sealed in store.entries("t1")] == [1, 2, 3]
    assert store.perform("t1", evidence).table == store.folded("t1")


def entered(organiser: Organiser, bot: str | None = None) -> None:
    """Register two players, whose names go on from those who are there."""
    for n in (organiser.book.n, organiser.book.n + 1):
        organiser.tell(PlayerRegistered, AT, player=f"p{n}", entropy=b64(NO_ENTROPY), bot=bot)


def test_nor_does_a_tournament(postgres: Postgres, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its entries stand in streams of their own."""
    created(store)
    store.tournaments.perform("cup", entered)
    seen: list[int] = []

    def action(organiser: Organiser) -> None:
        seen.append(organiser.book.n)
        if len(seen) == 1:
            take_over(postgres, monkeypatch, stream_of("cup"), 2)
        entered(organiser)

    store.tournaments.perform("cup", action)
    assert seen == [3, 2]
    assert [sealed.n for sealed in store.tournaments.entries("cup")] == [1, 2, 3, 4]


def test_a_tournament_whose_last_entries_are_lost_is_read_anew(
    postgres: Postgres, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where others have written as many in their place: the hashes tell."""
    created(store)
    store.tournaments.perform("cup", entered)
    take_over(postgres, monkeypatch, stream_of("cup"), 2)
    assert store.tournaments.get("cup").book.n == 2
    store.tournaments.perform("cup", entered)
    before = store.tournaments.get("cup")
    take_over(postgres, monkeypatch, stream_of("cup"), 2)
    with closing(open_store(postgres.service)) as other:
        other.tournaments.perform("cup", lambda organiser: entered(organiser, bot="random"))
    now = store.tournaments.get("cup")
    assert now.book.n == before.book.n
    assert now.head != before.head


def test_without_a_connection_to_look_on_nothing_is_known(postgres: Postgres, store: Store) -> None:
    """Then everything is asked for, until there is one; and what was seen before it counts for nothing."""
    before = store._database.version()
    postgres.cut_all_off()
    assert store._database.version() is None
    asked = (store._database.version() for _ in range(CONNECTIONS))  # others that were cut off may lie in the pool
    after = next(version for version in asked if version is not None)
    assert after != before
    store.close()
    assert store._database.version() is None
