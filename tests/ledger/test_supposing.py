"""What a process supposes of a PostgreSQL database does no harm where it is not so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from domain.ledger.committing import Append, _Waiting
from domain.ledger.entries import rows_of
from domain.ledger.errors import ConflictError, OutdatedError, TakenError, UnavailableError
from domain.ledger.foreign import STILL
from domain.ledger.listed import changing
from domain.ledger.store import Store, open_store
from tests.ledger.postgres import Postgres
from tests.ledger.tables import evidence, opened


@pytest.fixture
def store(postgres: Postgres) -> Iterator[Store]:
    with closing(open_store(postgres.service)) as store:
        yield store


def stand_still(store: Store) -> None:
    """Look until nobody else is expected to write."""
    for _ in range(STILL + 1):
        store._database.version()
    assert store._database.known_version() is not None


@contextmanager
def another_writes(postgres: Postgres) -> Iterator[Store]:
    """Let another process write, which nobody has looked at then."""
    with closing(open_store(postgres.service)) as other:
        yield other
        other.people.add("Ann")


def test_nobody_is_supposed_to_be_alone_before_a_while(postgres: Postgres, store: Store) -> None:
    """Nor when another process has written since; a file is asked each time."""
    assert store._database.known_version() is None
    stand_still(store)
    with another_writes(postgres):
        pass
    store._database.version()
    assert store._database.known_version() is None
    stand_still(store)
    with closing(open_store(":memory:")) as own:
        assert own._database.known_version() is None
        assert own._database.foreign() is None


def test_who_supposes_rightly_asks_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    opened(store)
    store.table("t1")
    stand_still(store)

    def asked() -> int | None:
        raise AssertionError("the transaction tells")

    monkeypatch.setattr(store._database, "_looked", asked)
    for n in range(2, 6):
        with store.supposing() as supposed:
            assert supposed.version is not None
            assert store.perform("t1", evidence).table.book.n == n
        assert supposed.is_true()


def test_nothing_is_stored_of_what_is_outdated(postgres: Postgres, store: Store) -> None:
    """Once a transaction has seen it, or a look that nothing was written after."""
    opened(store)
    store.table("t1")
    stand_still(store)
    with another_writes(postgres):
        pass
    with store.supposing() as supposed, pytest.raises(OutdatedError):
        store.perform("t1", evidence)
    assert not supposed.is_true()
    assert store.head("t1") == 1
    stand_still(store)
    with store.supposing() as supposed:
        assert store.table("t1").book.n == 1
    with another_writes(postgres) as other:
        other.perform("t1", evidence)
    assert not supposed.is_true()
    assert store.perform("t1", evidence).table.book.n == 3


def test_what_only_transactions_have_seen_of_others_is_no_look(postgres: Postgres, store: Store) -> None:
    """A process that nobody asks anything writes all the same: its beats tell that others have written, not what."""
    opened(store)
    store.seats.put("t1", 0, token="a")
    stand_still(store)
    assert store.table("t1").book.n == 1
    assert store.seats.seat_of_token("t1", "a") == 0
    with another_writes(postgres) as other:
        other.perform("t1", evidence)
        other.seats.put("t1", 0, token="b")
    for _ in range(STILL + 1):
        store.people.add("Bob")
    assert store._database.known_version() is None
    with store.supposing():
        assert store.table("t1").book.n == 2
        assert store.seats.seat_of_token("t1", "a") is None


def test_a_transaction_that_is_cut_off_is_no_more_ours_than_others(postgres: Postgres, store: Store) -> None:
    """A server that crashes loses numbers that it had given out, and gives them to whoever begins next."""
    stand_still(store)

    def write() -> None:
        with store.together():
            postgres.cut_all_off()
            store.people.add("Ann")

    with pytest.raises(UnavailableError):
        write()
    assert store._database.known_version() is None


def test_what_was_asked_for_is_stored_beside_what_is_outdated(postgres: Postgres, store: Store) -> None:
    """They share a transaction, and only one of them is told to look again."""
    tables = [opened(store, name) for name in ("t1", "t2")]
    stand_still(store)
    then = store._database.known_version()
    with another_writes(postgres):
        pass
    waiting = []
    for table, version in zip(tables, (then, None), strict=True):
        written = evidence(table)
        rows = rows_of(table.id, written.entries)
        waiting.append(_Waiting(Append(rows, changing(written.table), version=version), None))
    store._committer._waiting += waiting
    store._committer._lead()
    assert [type(one.error) for one in waiting] == [OutdatedError, type(None)]
    assert [store.head(table.id) for table in tables] == [1, 2]


def test_what_is_stored_at_the_last_try_counts_as_stored(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Inside a transaction nothing is supposed any more: whoever hears of it must not do it again."""
    opened(store)
    stand_still(store)

    def taken(*_: object, **__: object) -> None:
        raise TakenError

    monkeypatch.setattr(store._committer, "append", taken)
    with store.supposing() as supposed:
        assert store.perform("t1", evidence).table.book.n == 2
    assert supposed.held
    monkeypatch.setattr(store, "_append", taken)
    with store.supposing() as supposed, pytest.raises(ConflictError):
        store.perform("t1", evidence)
    assert not supposed.held
