"""Everything from one store to another, between files and PostgreSQL; a copy that broke off goes on."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from domain.kernel.cards.card_sets import card_set_digest
from domain.ledger import copying
from domain.ledger.attempts import Attempt
from domain.ledger.copying import ENTRIES, LEFT_BEHIND, ROOMS
from domain.ledger.heartbeats import SILENT_MS
from domain.ledger.listing import TableQuery
from domain.ledger.quietly import call_quietly, look_quietly
from domain.ledger.recorder import Recorder
from domain.ledger.store import Store, StoreError, copied, open_store
from domain.ledger.tournaments.rows import Own, Query
from domain.ledger.tournaments.webhooks import Webhook
from tests.ledger.postgres import Postgres
from tests.ledger.tables import AT, SECRETS, move, opened, started
from tests.ledger.tournament_suite import a_tournament
from tests.ledger.webhook_suite import a_letter
from tests.table.calls import called


@pytest.fixture
def source(tmp_path: Path) -> str:
    """Name a file with two tables whose entries lie among each other, and something in every other room."""
    path = str(tmp_path / "source.db")
    with closing(open_store(path)) as store:
        started(store, "t1", bots=("random", "random"))
        started(store, "t2", external_id="m7")
        for table in ("t1", "t2", "t1"):
            store.perform(table, move)
        store.people.add("Ann", player="p0")
        store.seats.put("t1", 0, token="open", code="CODE")
        store.keys.add("organiser", "cup", at=AT)
        store.attempts.note("t1", Attempt(at=AT, by="seat:1", tag="attack", code="x", seen=1))
        store.remembered.put("t1", b"key", b"body", 7)
        store.card_sets.add(b"cards")
        store.hints.put("t1", 1, 4)
        store.heartbeats.beat("p", AT)
        look_quietly(store, "t1", at=AT, by="arbiter:a", viewer="all", first=1, last=2, case="c7")
        store.desk.texts.add("t1", "He looked.", case="c7", at=AT, by="seat:0", readers="officers")
        call_quietly(store, "t1", "c7", called(AT + 3))
        store.desk.excluded.set("t1", ["arbiter:b"], at=AT)
        store.tournaments.create(a_tournament("cup"), SECRETS, "key", None)
        store.tournaments.rows.put_link("cup", "p1")
        store.tournaments.rows.put_table(Own("t1", "cup", 1, 1, 0, 0), None)
        store.tournaments.webhooks.put(Webhook(id="wh", tournament="cup", url="https://host/", created=AT))
        store.tournaments.letters.put([a_letter(1), a_letter(2, n=None)])
    return path


def nobody(done: int, in_all: int) -> None:
    """Tell nobody how far it is."""


def everything(url: str) -> list[object]:
    """Return what a store says of all that is in it."""
    with closing(open_store(url)) as store:
        listed = store.find(TableQuery()).tables
        return [
            feed(store),
            [store.table(row.table) for row in listed],
            listed,
            store.listings.bots_due(),
            store.people.get("p0"),
            store.seats.seat_of_token("t1", "open"),
            store.keys.list(),
            store.attempts.of("t1"),
            store.remembered.get("t1", b"key"),
            store.hints.of("t1"),
            store.desk.looks.of("t1"),
            store.desk.texts.of("t1"),
            store.desk.calls.of("t1"),
            store.desk.cases.of("t1"),
            store.desk.excluded.of("t1"),
            store.tournaments.get("cup"),
            store.tournaments.rows.find(Query(sees_all=True)).tournaments,
            store.tournaments.rows.of_round("cup", 1),
            store.tournaments.rows.link("cup", "p1"),
            store.tournaments.webhooks.of("cup"),
            store.tournaments.letters.find("wh", after=0, most=9),
            store.card_sets.get(card_set_digest(b"cards")),
            store.heartbeats.silent_since(AT + SILENT_MS),
        ]


def feed(store: Store) -> list[object]:
    """Return all entries with their places in the order of all."""
    return [
        (note.id, note.originator_id, note.originator_version, note.topic, note.state)
        for note in Recorder(store._database).select_notifications(None, 1000)
    ]


def test_a_store_moves_to_postgresql_and_back(source: str, postgres: Postgres, tmp_path: Path) -> None:
    """Also the order of all entries and of the list; the service goes on with what it may do there."""
    back = str(tmp_path / "back.db")
    told: list[tuple[int, int]] = []
    assert copied(source, postgres.owner, lambda done, in_all: told.append((done, in_all))) == 12
    assert told == [(12, 12)]
    assert copied(postgres.owner, back, nobody) == 12
    assert everything(source) == everything(postgres.service) == everything(back)
    with closing(open_store(postgres.service)) as store:
        opened(store, "t3")
        assert store.perform("t1", move).table.book.n == 7
        assert [row.table for row in store.find(TableQuery()).tables] == ["t3", "t2", "t1"]


def test_entries_keep_their_places(source: str, postgres: Postgres, tmp_path: Path) -> None:
    """Whoever follows a feed goes on with its cursor; PostgreSQL leaves places out where an append has failed."""
    assert copied(source, postgres.owner, nobody) == 12
    with psycopg.connect(postgres.superuser) as connection:
        connection.execute(
            "SELECT nextval(pg_get_serial_sequence('stored_events', 'rowid')) FROM generate_series(1, 40)"
        )
    with closing(open_store(postgres.service)) as store:
        store.perform("t1", move)
        last = store.feeds.last()
        assert last == 12 + 40 + 1
    targets = (postgres.service, str(tmp_path / "target.db"))
    copied(postgres.owner, targets[1], nobody)
    postgres.empty()
    copied(targets[1], postgres.owner, nobody)
    for target in targets:
        with closing(open_store(target)) as store:
            assert store.feeds.last() == last
            store.perform("t2", move)
            assert store.feeds.last() == last + 1, target


def test_a_copy_that_broke_off_goes_on(source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What has arrived is not copied again; what changed since beside the entries is brought up to date."""
    monkeypatch.setattr(copying, "AT_ONCE", 3)
    target = str(tmp_path / "target.db")
    told: list[int] = []

    def interrupt(done: int, in_all: int) -> None:
        told.append(done)
        if done == 6:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        copied(source, target, interrupt)
    with closing(open_store(source)) as store:
        store.people.erase("p0")
        store.perform("t2", move)
    assert copied(source, target, lambda done, in_all: told.append(done)) == 13
    assert told == [3, 6, 9, 12, 13]
    assert everything(target) == everything(source)
    assert copied(source, target, lambda done, in_all: told.append(done)) == 13
    assert told == [3, 6, 9, 12, 13]


def test_a_database_with_other_tables_is_not_copied_into(source: str, tmp_path: Path) -> None:
    target = str(tmp_path / "target.db")
    with closing(open_store(target)) as store:
        started(store, "t9")
    with pytest.raises(StoreError, match="the target holds tables that the source does not have"):
        copied(source, target, nobody)


def test_a_database_with_keys_of_its_own_is_not_copied_into(source: str, tmp_path: Path) -> None:
    """They would be thrown away; that a service has lived there once is nothing."""
    target = str(tmp_path / "target.db")
    with closing(open_store(target)) as store:
        store.heartbeats.beat("p", AT)
        kept = store.keys.add("operator", "mine", at=AT).key.id
    with pytest.raises(StoreError, match="the target holds keys or names of its own"):
        copied(source, target, nobody)
    with closing(open_store(target)) as store:
        assert [key.id for key in store.keys.list()] == [kept]


def test_a_copy_that_differs_is_told(source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy_room: Callable[..., None] = copying._copy_room

    def all_but_names(*of: object) -> None:
        if of[2] != copying.ROOMS[1]:
            copy_room(*of)

    monkeypatch.setattr(copying, "_copy_room", all_but_names)
    with pytest.raises(StoreError, match="the copy differs in people"):
        copied(source, str(tmp_path / "target.db"), nobody)


def test_no_room_is_forgotten(source: str) -> None:
    """A table that a later release adds is copied too, or left behind on purpose."""
    with closing(open_store(source)) as store, store._database.reading() as connection:
        rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    ours = {name for (name,) in rows if not name.startswith("sqlite_")}
    assert ours - LEFT_BEHIND == {room.name for room in (ENTRIES, *ROOMS)}
